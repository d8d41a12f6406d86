//! What is known about a series, as it is shown: terms as a b-file, a recurrence as it is spelled, one term, an entropy.
//!
//! In: terms, recurrences and growth as they were found. Out: answers with numbers of any size, the same in JSON and as text. A
//! recurrence without forced zeros is spelled, and one of a high order only on request.

use super::source::Grown;
use crate::ask::Integer;
use crate::ask::compare::Agreed;
use crate::format::bfile;
use crate::frontier::recurrence::{Evidence, Ratio, Recurrence, Spelling};
use crate::frontier::series::Engine;
use crate::plan::Plan;
use num_bigint::BigInt;
use serde::Serialize;
use std::fmt::Write;

/// A recurrence of a higher order is printed on request only.
const MAX_PRINTED: usize = 40;

/// What is known about a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Followed {
    /// The boards.
    pub board: String,
    /// Columns, where these were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<Integer>,
    /// The names of the pieces.
    pub pieces: Vec<String>,
    /// What was asked.
    #[serde(flatten)]
    pub found: Found,
    /// The engine that found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// What a(n) is, in words.
    #[serde(skip)]
    pub what: String,
    /// Why it was answered by the engine that answered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

/// What was asked about a series.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Found {
    /// Its terms.
    Terms(Terms),
    /// The recurrence of all terms.
    Recurrence(Linear),
    /// One term.
    Term(Term),
    /// How fast it grows.
    Growth(Growth),
}

/// Terms one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    /// The index of the first.
    pub from: Integer,
    /// What they were counted modulo.
    pub modulo: Option<Integer>,
    /// The terms.
    pub terms: Vec<Integer>,
}

/// A linear recurrence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Linear {
    /// As it is written: `a(n) = a(n-1) + 2*a(n-2)`.
    pub recurrence: String,
    /// The factors of a(n-1), a(n-2) and so on.
    pub coefficients: Vec<Integer>,
    /// The recurrence holds from this n on.
    pub first_index: usize,
    /// The terms before.
    pub initial: Vec<Integer>,
    /// The generating function of all terms.
    pub generating_function: String,
    /// The coefficients of its numerator, from x^0 on.
    pub numerator: Vec<Integer>,
    /// The coefficients of its denominator.
    pub denominator: Vec<Integer>,
    /// a(n) is 0 wherever this does not divide n.
    pub step: usize,
    /// The factors of the recurrence of b(n) = a(`step` n), as the OEIS lists them.
    pub signature: Vec<Integer>,
    /// Whether it is proved for all n.
    pub proved: bool,
    /// What it rests on.
    pub evidence: String,
    /// As it is printed.
    #[serde(skip)]
    pub printed: String,
}

/// One term.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// Its index.
    pub n: Integer,
    /// What it was counted modulo.
    pub modulo: Option<Integer>,
    /// The term.
    pub value: Integer,
    /// Whether the recurrence behind it is proved for all n.
    pub proved: bool,
    /// What the recurrence rests on.
    pub evidence: String,
}

/// How fast a series grows; nothing where nothing settles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Growth {
    /// The entropy per cell.
    pub entropy: Option<f64>,
    /// Decimals of it that can be relied on.
    pub digits: Option<u32>,
    /// The factor by which the terms grow from row to row.
    pub lambda: Option<f64>,
    /// The terms that are not 0 recur with this period.
    pub period: Option<usize>,
    /// The limit of the ratios as the root of a polynomial, where the terms show a recurrence of a moderate order.
    pub ratio: Option<Root>,
}

/// The limit of the ratios a(n + step) / a(n).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Root {
    /// Its first 40 decimals, not rounded.
    pub decimals: String,
    /// a(n) is 0 wherever this does not divide n.
    pub step: usize,
    /// Its minimal polynomial, as it is written. It is the largest root.
    pub minimal_polynomial: String,
    /// The coefficients of that, from x^0 on.
    pub polynomial: Vec<Integer>,
    /// Whether the recurrence behind it is proved for all n.
    pub proved: bool,
    /// What the recurrence rests on.
    pub evidence: String,
}

impl Linear {
    pub(super) fn new(
        recurrence: &Recurrence,
        evidence: &Evidence,
        format: Option<Spelling>,
        all: bool,
    ) -> Self {
        let first_index = recurrence.first_index();
        let list = |numbers: &[BigInt]| numbers.iter().map(Integer::from).collect();
        let thinned = recurrence.thinned();
        let printed = match (format, thinned.order()) {
            (None | Some(Spelling::Oeis), order) if order > MAX_PRINTED && !all => {
                format!("a linear recurrence of order {order}; --all prints it\n{evidence}\n")
            }
            (None | Some(Spelling::Oeis), _) => format!("{}{evidence}\n", recurrence.spelled(Spelling::Oeis)),
            (Some(other), _) => recurrence.spelled(other),
        };
        Linear {
            recurrence: recurrence.to_string(),
            coefficients: list(&recurrence.coefficients()),
            first_index,
            initial: recurrence.terms().take(first_index).map(Integer).collect(),
            generating_function: recurrence.generating_function(),
            numerator: list(recurrence.numerator()),
            denominator: list(recurrence.denominator()),
            step: recurrence.step(),
            signature: list(&thinned.coefficients()),
            proved: evidence.is_proof(),
            evidence: evidence.to_string(),
            printed,
        }
    }
}

impl Terms {
    /// The lines of the b-file of the OEIS.
    fn lines(&self) -> String {
        bfile::write(self.from.0.clone(), self.terms.iter().map(|term| &term.0))
    }
}

impl Growth {
    pub(super) fn new(grown: Grown) -> Self {
        let root = |(ratio, evidence): (Ratio, Evidence)| Root {
            decimals: ratio.decimals().to_owned(),
            step: ratio.step(),
            minimal_polynomial: ratio.to_string(),
            polynomial: ratio.polynomial().iter().map(Integer::from).collect(),
            proved: evidence.is_proof(),
            evidence: evidence.to_string(),
        };
        let growth = grown.growth;
        Growth {
            entropy: growth.map(|g| g.entropy),
            digits: growth.map(|g| g.digits),
            lambda: growth.map(|g| g.lambda),
            period: growth.map(|g| g.period),
            ratio: grown.ratio.map(root),
        }
    }

    fn text(&self) -> String {
        let (Some(entropy), Some(digits)) = (self.entropy, self.digits) else {
            return "none: almost all terms are 0\n".to_owned();
        };
        // Where the ratios do not settle, two digits give an idea.
        let mut text = format!(
            "{:.*} is the entropy per cell, the limit of ln a(n) / cells\n",
            digits.max(2) as usize,
            entropy
        );
        if let Some(Root { decimals, step, minimal_polynomial, evidence, .. }) = &self.ratio {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "a(n+{step})/a(n) tends to {decimals}\nthe largest root of {minimal_polynomial}\n{evidence}\n"
            );
        }
        text
    }
}

impl Found {
    /// The lines `n a(n)`, or what was asked for instead.
    pub(super) fn text(&self) -> String {
        match self {
            Found::Terms(terms) => terms.lines(),
            Found::Recurrence(linear) => linear.printed.clone(),
            Found::Term(term) => format!("{}\n", term.value.0),
            Found::Growth(growth) => growth.text(),
        }
    }
}

impl Followed {
    /// The lines `n a(n)`, or what was asked for instead.
    pub fn text(&self) -> String {
        self.found.text()
    }

    /// The lines that the OEIS wants above those of a b-file: what the numbers are, and which; nothing above other answers.
    pub fn comments(&self) -> String {
        let Found::Terms(Terms { from, modulo, terms }) = &self.found else { return String::new() };
        let modulo = modulo.as_ref().map(|modulo| format!(" modulo {}", modulo.0)).unwrap_or_default();
        let (first, last) = (&from.0, &from.0 + terms.len() - 1);
        format!("# a(n){modulo}, {}.\n# Table of n, a(n) for n = {first}..{last}\n", self.what)
    }

    /// Where the OEIS is searched for the terms, if there are some that say anything: from the first above 1 on, at most eight.
    ///
    /// ```
    /// use polytile::ask::{Answer, Question, nobody};
    /// use polytile::run::Control;
    /// let question: Question = r#"{"question": "series", "width": 3, "pieces": "trominoes", "to": 6}"#.parse()?;
    /// let Answer::Followed(followed) = question.ask(&Control::default(), &mut nobody)? else { panic!("a series") };
    /// assert_eq!(followed.search().as_deref(), Some("https://oeis.org/search?q=3,10,23,62,170"));
    /// # Ok::<(), polytile::ask::Unanswered>(())
    /// ```
    pub fn search(&self) -> Option<String> {
        let Found::Terms(Terms { modulo: None, terms, .. }) = &self.found else { return None };
        let said: Vec<String> = terms
            .iter()
            .skip_while(|term| term.0 <= 1.into())
            .take(8)
            .map(|term| term.0.to_string())
            .collect();
        (said.len() >= 4).then(|| format!("https://oeis.org/search?q={}", said.join(",")))
    }

    /// What should be known about a recurrence that is not proved, where the text does not say so.
    pub fn warning(&self) -> Option<String> {
        match &self.found {
            Found::Term(Term { proved: false, evidence, .. }) => {
                Some(format!("the recurrence behind this number is {evidence}"))
            }
            // Other spellings than that of the OEIS have no line about it.
            Found::Recurrence(linear) if !linear.proved && !linear.printed.contains(&linear.evidence) => {
                Some(format!("this recurrence is {}", linear.evidence))
            }
            _ => None,
        }
    }
}
