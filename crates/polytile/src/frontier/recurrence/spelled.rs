//! Recurrences as they are written: by the OEIS, in LaTeX, and as a line of a computer algebra system that lists the terms.
//!
//! In: a recurrence. Out: its text. Terms that are 0 because n is no multiple of some step are left out: what is written then
//! is the recurrence of b(n) = a(step n), which is as much shorter ([`Recurrence::thinned`]).

use super::Recurrence;
use crate::choice::choice;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};
use std::fmt::{self, Write};

/// Terms that a line of a computer algebra system lists, or more if it takes more to begin with.
const LISTED: usize = 40;

choice! {
    /// How a recurrence is written.
    pub enum Spelling {
        /// As the OEIS does.
        Oeis = "oeis", "As the OEIS writes formulas: 2*a(n-2), G.f., signature";
        /// A line of PARI.
        Pari = "pari", "A line of PARI/GP that lists terms";
        /// A line of Mathematica.
        Mathematica = "mathematica", "A line of Mathematica that lists terms";
        /// A line of Sage.
        Sage = "sage", "A line of Sage that lists terms";
        /// LaTeX.
        Latex = "latex", "Recurrence and generating function in LaTeX";
    }
}

impl Recurrence {
    /// The largest number g such that a(n) is 0 wherever g does not divide n; 1 where all but finitely many terms are 0.
    ///
    /// ```
    /// use polytile::{frontier::series::Strip, run::Control, problem::Rules};
    /// let strip = Strip::new(2, "trominoes".parse()?, Rules::default())?;
    /// let (recurrence, _) = strip.recurrence(&Control::default())?;
    /// assert_eq!(recurrence.to_string(), "a(n) = 4*a(n-3) - a(n-6)");
    /// assert_eq!(recurrence.step(), 3);
    /// assert_eq!(recurrence.thinned().to_string(), "a(n) = 4*a(n-1) - a(n-2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn step(&self) -> usize {
        if self.order() == 0 {
            return 1;
        }
        let powers = [&self.numerator, &self.denominator].map(|row| row.iter().enumerate());
        let used = powers.into_iter().flatten().filter(|(_, coefficient)| !coefficient.is_zero());
        used.fold(0, |step: usize, (power, _)| step.gcd(&power)).max(1)
    }

    /// The recurrence of a(0), a(g), a(2g), ..., where g is the [`step`](Self::step).
    #[must_use]
    pub fn thinned(&self) -> Recurrence {
        let step = self.step();
        let thin = |row: &[BigInt]| row.iter().step_by(step).cloned().collect();
        Recurrence { numerator: thin(&self.numerator), denominator: thin(&self.denominator) }
    }

    /// The generating function as the OEIS writes it, as in `(1 - x^2)/(1 - x - 2*x^2 + x^3)`.
    #[must_use]
    pub fn generating_function(&self) -> String {
        self.fraction()
    }

    /// The recurrence in some spelling, in whole lines.
    #[must_use]
    pub fn spelled(&self, spelling: Spelling) -> String {
        let (step, thinned) = (self.step(), self.thinned());
        let number = (thinned.first_index() + 1).max(LISTED);
        let signature = list(&thinned.coefficients());
        let first: Vec<BigInt> = thinned.terms().take(thinned.order()).collect();
        let body = match spelling {
            Spelling::Oeis => return thinned.oeis(step),
            Spelling::Latex => return thinned.latex(step),
            Spelling::Pari => format!("Vec({} + O(x^{number}))\n", thinned.fraction()),
            Spelling::Mathematica if thinned.order() > 0 && thinned.transients() == 0 => {
                format!("LinearRecurrence[{{{signature}}}, {{{}}}, {number}]\n", list(&first))
            }
            Spelling::Mathematica => {
                format!("CoefficientList[Series[{}, {{x, 0, {}}}], x]\n", thinned.fraction(), number - 1)
            }
            Spelling::Sage => {
                // A polynomial alone would not be a series.
                let fraction = thinned.fraction();
                format!(
                    "x = PowerSeriesRing(ZZ, 'x', default_prec={number}).gen(); ({fraction} + O(x^{number})).padded_list()\n"
                )
            }
        };
        if step == 1 {
            return body;
        }
        let told = format!("b(n) = a({step}*n); the other a(n) are 0");
        match spelling {
            Spelling::Pari => format!("\\\\ {told}\n{body}"),
            Spelling::Mathematica => format!("(* {told} *)\n{body}"),
            _ => format!("# {told}\n{body}"),
        }
    }

    fn fraction(&self) -> String {
        let plain = |coefficients: &[BigInt]| polynomial(coefficients, "*", |power| format!("x^{power}"));
        let numerator = plain(&self.numerator);
        if self.order() == 0 {
            return numerator;
        }
        let bracketed = |text: String| if text.contains(' ') { format!("({text})") } else { text };
        format!("{}/{}", bracketed(numerator), bracketed(plain(&self.denominator)))
    }

    /// `a(n) = 2*a(n-1) - a(n-2)`, of a sequence of this name.
    fn formula(&self, name: char) -> String {
        let coefficients = self.coefficients();
        let summands = (1..).zip(&coefficients).map(|(i, c)| (c, format!("{name}(n-{i})")));
        format!("{name}(n) = {}", signed_sum(summands, "*"))
    }

    /// From where on it holds, and the terms before.
    fn beginning(&self, name: char) -> String {
        let first = self.first_index();
        let listed = list(&self.terms().take(first).collect::<Vec<_>>());
        match first {
            0 => "for n >= 0".to_owned(),
            1 => format!("for n >= 1, with {name}(0) = {listed}"),
            2 => format!("for n >= 2, with {name}(0), {name}(1) = {listed}"),
            first => format!("for n >= {first}, with {name}(0), ..., {name}({}) = {listed}", first - 1),
        }
    }

    fn oeis(&self, step: usize) -> String {
        let mut text = String::new();
        let name = if step == 1 { 'a' } else { 'b' };
        if step > 1 {
            text = format!("a(n) = 0 unless {step} divides n; b(n) = a({step}*n):\n");
        }
        let (formula, beginning) = (self.formula(name), self.beginning(name));
        // Writing to a string cannot fail.
        let _ = write!(text, "{formula}\n{beginning}\nG.f.: {}\n", self.fraction());
        if self.order() > 0 {
            let signature: Vec<String> = self.coefficients().iter().map(BigInt::to_string).collect();
            let _ = writeln!(text, "signature ({})", signature.join(","));
        }
        text
    }

    fn latex(&self, step: usize) -> String {
        let (name, of) = if step == 1 { ('a', "a(n)".to_owned()) } else { ('b', format!("a({step}n)")) };
        let raised =
            |coefficients: &[BigInt]| polynomial(coefficients, " ", |power| format!("x^{{{power}}}"));
        let fraction = if self.order() == 0 {
            raised(&self.numerator)
        } else {
            format!("\\frac{{{}}}{{{}}}", raised(&self.numerator), raised(&self.denominator))
        };
        let coefficients = self.coefficients();
        let summands = (1..).zip(&coefficients).map(|(i, c)| (c, format!("{name}(n-{i})")));
        let sum = signed_sum(summands, " ");
        let named = if step == 1 { String::new() } else { format!("b(n) = {of}, \\quad ") };
        format!(
            "\\[ {named}{name}(n) = {sum} \\quad (n \\ge {}) \\]\n\\[ \\sum_{{n \\ge 0}} {name}(n) x^n = {fraction} \\]\n",
            self.first_index()
        )
    }
}

/// `a(n) = a(n-1) + 2*a(n-2) - a(n-6)`; `a(n) = 0` for order 0.
impl fmt::Display for Recurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.formula('a'))
    }
}

/// Numbers with commas between them.
fn list(numbers: &[BigInt]) -> String {
    numbers.iter().map(BigInt::to_string).collect::<Vec<_>>().join(", ")
}

/// The polynomial with these coefficients, from x^0 upwards; `power` writes x^2 and so on.
fn polynomial(coefficients: &[BigInt], times: &str, power: impl Fn(usize) -> String) -> String {
    let symbol = |i| match i {
        0 => String::new(),
        1 => "x".to_owned(),
        i => power(i),
    };
    signed_sum((0_usize..).zip(coefficients).map(|(i, c)| (c, symbol(i))), times)
}

/// Joins coefficients and symbols, skipping zeros and hiding ones.
pub(super) fn signed_sum<'a>(summands: impl Iterator<Item = (&'a BigInt, String)>, times: &str) -> String {
    let mut text = String::new();
    for (coefficient, symbol) in summands.filter(|(c, _)| !c.is_zero()) {
        text += match (text.is_empty(), coefficient.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = coefficient.magnitude();
        if symbol.is_empty() {
            text += &size.to_string();
        } else if !size.is_one() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{size}{times}");
        }
        text += &symbol;
    }
    if text.is_empty() {
        text.push('0');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Choice;

    fn recurrence(numerator: &[i64], denominator: &[i64]) -> Recurrence {
        let big = |row: &[i64]| row.iter().copied().map(BigInt::from).collect();
        Recurrence::new(big(numerator), big(denominator)).unwrap()
    }

    #[test]
    fn texts() {
        let r = recurrence(&[1, 0, -1], &[1, -1, -2, -6, -1, 0, 1]);
        assert_eq!(r.to_string(), "a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)");
        let fraction = "(1 - x^2)/(1 - x - 2*x^2 - 6*x^3 - x^4 + x^6)";
        assert_eq!(r.generating_function(), fraction);
        let r = recurrence(&[0, -3], &[1, 0, 1]);
        assert_eq!(r.to_string(), "a(n) = -a(n-2)");
        assert_eq!(r.generating_function(), "-3*x/(1 + x^2)");
        let r = recurrence(&[5, 0, 1], &[1]);
        assert_eq!((r.to_string().as_str(), r.generating_function().as_str()), ("a(n) = 0", "5 + x^2"));
        assert_eq!(recurrence(&[], &[1]).generating_function(), "0");
    }

    #[test]
    fn zeros_that_a_step_forces_are_left_out() {
        let r = recurrence(&[1, 0, 0, -1], &[1, 0, 0, -4, 0, 0, 1]);
        assert_eq!(r.step(), 3);
        let every_third: Vec<BigInt> = r.terms().step_by(3).take(9).collect();
        assert_eq!(r.thinned().terms().take(9).collect::<Vec<_>>(), every_third);
        for (r, step) in [
            (recurrence(&[1, 1], &[1, 0, 0, -4]), 1),
            (recurrence(&[0, 0, 1], &[1, 0, 0, 0, -2]), 2),
            (recurrence(&[1, 0, 0, 5], &[1]), 1),
            (recurrence(&[], &[1]), 1),
            (recurrence(&[1], &[1, -1, -1]), 1),
        ] {
            assert_eq!(r.step(), step, "{r}");
        }
    }

    #[test]
    fn every_spelling() {
        let mut text = String::new();
        for r in [
            recurrence(&[1], &[1, -1, -1]),
            recurrence(&[1, 0, 0, -1], &[1, 0, 0, -4, 0, 0, 1]),
            recurrence(&[5, 2, -12, -6], &[1, -1, -1]),
            recurrence(&[5, 0, 1], &[1]),
        ] {
            for &spelling in Spelling::ALL {
                writeln!(text, "{}:", spelling.name()).unwrap();
                text += &r.spelled(spelling);
            }
        }
        insta::assert_snapshot!(text);
    }
}
