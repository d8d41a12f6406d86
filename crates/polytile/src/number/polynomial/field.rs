//! Polynomials modulo a prime below 2^62, and their irreducible factors.
//!
//! *In*: a monic polynomial without repeated factors.  *Out*: its irreducible monic factors.  *Idea*: x^(p^d) - x is the product of
//! all irreducible polynomials whose degree divides d, so that greatest common divisors part the factors by degree; those of one
//! degree are parted by powers of arbitrary polynomials, each of which is 1 modulo about half of them (Cantor and Zassenhaus 1981;
//! TAOCP 4.6.2).  *Cost*: O(degree^3 log p).

use crate::number::prime::{inverse, multiply};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The integers modulo a prime below 2^62.
#[derive(Clone, Copy)]
pub(super) struct Field(pub u64);

type Row = Vec<u64>;

impl Field {
    pub fn reduced(self, f: &[BigInt]) -> Row {
        let p = BigInt::from(self.0);
        trimmed(f.iter().map(|c| c.mod_floor(&p).to_u64().unwrap_or(0)).collect())
    }

    fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.0 { sum - self.0 } else { sum }
    }

    fn minus(self, f: &[u64], g: &[u64]) -> Row {
        let mut difference = f.to_vec();
        difference.resize(f.len().max(g.len()), 0);
        difference.iter_mut().zip(g).for_each(|(a, b)| *a = self.add(*a, self.0 - b) % self.0);
        trimmed(difference)
    }

    pub fn product(self, f: &[u64], g: &[u64]) -> Row {
        let mut product = vec![0; (f.len() + g.len()).saturating_sub(1)];
        for (i, &a) in f.iter().enumerate() {
            for (target, &b) in product[i..].iter_mut().zip(g) {
                *target = self.add(*target, multiply(a, b, self.0));
            }
        }
        product
    }

    /// Quotient and remainder; `g` is not 0.
    fn division(self, f: &[u64], g: &[u64]) -> (Row, Row) {
        let degree = g.len() - 1;
        let scale = inverse(g[degree], self.0);
        let mut rest = f.to_vec();
        let mut quotient = vec![0; f.len().saturating_sub(degree)];
        for i in (0..quotient.len()).rev() {
            let factor = multiply(rest[i + degree], scale, self.0);
            for (target, &c) in rest[i..].iter_mut().zip(g) {
                *target = self.add(*target, self.0 - multiply(factor, c, self.0)) % self.0;
            }
            quotient[i] = factor;
        }
        rest.truncate(degree);
        (quotient, trimmed(rest))
    }

    pub fn remainder(self, f: &[u64], g: &[u64]) -> Row {
        self.division(f, g).1
    }

    fn monic(self, f: &[u64]) -> Row {
        let scale = f.last().map_or(1, |&top| inverse(top, self.0));
        f.iter().map(|&c| multiply(c, scale, self.0)).collect()
    }

    fn gcd(self, f: &[u64], g: &[u64]) -> Row {
        let (mut a, mut b) = (f.to_vec(), g.to_vec());
        while !b.is_empty() {
            (a, b) = (b.clone(), self.remainder(&a, &b));
        }
        self.monic(&a)
    }

    /// Whether no factor occurs twice.
    pub fn is_squarefree(self, f: &[u64]) -> bool {
        let derivative = (1..).zip(f.iter().skip(1)).map(|(power, &c)| multiply(power, c, self.0)).collect();
        self.gcd(f, &trimmed(derivative)).len() == 1
    }

    /// The inverse of `f` modulo `g`, which have no factor in common.
    pub fn inverse(self, f: &[u64], g: &[u64]) -> Row {
        let (mut a, mut b) = (g.to_vec(), self.remainder(f, g));
        let (mut of_a, mut of_b) = (Vec::new(), vec![1]);
        while b.len() > 1 {
            let (times, rest) = self.division(&a, &b);
            let next = self.minus(&of_a, &self.product(&times, &of_b));
            (a, b) = (b, rest);
            (of_a, of_b) = (of_b, next);
        }
        let scale = b.first().map_or(0, |&unit| inverse(unit, self.0));
        self.remainder(&of_b.iter().map(|&c| multiply(c, scale, self.0)).collect::<Row>(), g)
    }

    fn times(self, f: &[u64], g: &[u64], modulus: &[u64]) -> Row {
        self.remainder(&self.product(f, g), modulus)
    }

    fn power(self, base: &[u64], exponent: u64, modulus: &[u64]) -> Row {
        let bits = (0..64 - exponent.leading_zeros()).rev();
        bits.fold(vec![1], |power, bit| {
            let square = self.times(&power, &power, modulus);
            if exponent >> bit & 1 == 1 { self.times(&square, base, modulus) } else { square }
        })
    }

    /// The irreducible factors of a monic polynomial without repeated ones.
    pub fn factors(self, f: &[u64]) -> Vec<Row> {
        let mut factors = Vec::new();
        let (mut rest, mut power, mut degree) = (f.to_vec(), vec![0, 1], 0);
        while rest.len() > 1 {
            degree += 1;
            if 2 * degree >= rest.len() {
                factors.push(rest);
                break;
            }
            power = self.power(&self.remainder(&power, &rest), self.0, &rest);
            let same = self.gcd(&rest, &self.minus(&power, &[0, 1]));
            rest = self.division(&rest, &same).0;
            self.part(same, degree, &mut factors);
        }
        factors
    }

    /// The factors of a polynomial that all have this degree.
    fn part(self, f: Row, degree: usize, factors: &mut Vec<Row>) {
        let mut open = vec![f];
        // x, x + 1, 2x + 3, ...: that a polynomial parts nothing happens for half of them.
        let mut seed = 1;
        while let Some(f) = open.pop() {
            if f.len() <= degree + 1 {
                factors.extend(Some(f).filter(|f| f.len() > 1));
                continue;
            }
            seed = multiply(seed, 0x2545_F491_4F6C_DD1D % self.0, self.0);
            let mut any = vec![seed; f.len() - 1];
            for i in 1..any.len() {
                any[i] = self.add(multiply(any[i - 1], seed, self.0), i as u64);
            }
            // any^((p^d - 1)/2), where (p^d - 1)/2 = (1 + p + ... + p^(d-1)) (p - 1)/2
            let (mut norm, mut conjugate) = (any.clone(), any);
            for _ in 1..degree {
                conjugate = self.power(&conjugate, self.0, &f);
                norm = self.times(&norm, &conjugate, &f);
            }
            let half = self.power(&norm, self.0 / 2, &f);
            let one = self.gcd(&f, &self.minus(&half, &[1]));
            open.push(self.division(&f, &one).0);
            open.push(one);
        }
    }
}

fn trimmed(mut f: Row) -> Row {
    while f.last() == Some(&0) {
        f.pop();
    }
    f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_to_the_whole_and_cannot_be_parted() {
        for p in [3, 5, 101, (1 << 62) - 57] {
            let field = Field(p);
            for seed in 1..60_u64 {
                let mut f: Row = (0..9).map(|i| seed.wrapping_mul(i * i + 7) % p).collect();
                f.push(1);
                if !field.is_squarefree(&f) {
                    continue;
                }
                let factors = field.factors(&f);
                let whole = factors.iter().fold(vec![1], |whole, g| field.product(&whole, g));
                assert_eq!(whole, f, "modulo {p}");
                // Modulo a small prime, what has a factor of degree 1 has a root.
                let has_root = |g: &[u64]| {
                    (0..p.min(101)).any(|x| g.iter().rev().fold(0, |v, c| (multiply(v, x, p) + c) % p) == 0)
                };
                assert!(p > 101 || factors.iter().all(|g| g.len() == 2 || !has_root(g)), "modulo {p}");
            }
        }
    }

    #[test]
    fn inverses() {
        let field = Field(101);
        let (f, g) = (vec![3, 1, 4, 1], vec![2, 7, 1, 8, 2]);
        assert_eq!(field.times(&field.inverse(&f, &g), &f, &g), [1]);
    }
}
