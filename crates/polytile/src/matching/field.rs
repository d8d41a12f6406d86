//! Arithmetic modulo a prime between 2^61 and 2^62, for long sums of products.
//!
//! In: residues. Out: sums of products of them. A residue x is kept as x 2^64 mod p (Montgomery 1985): a product of two such
//! words is then reduced by shifts and products alone. A sum is kept in 128 bits and reduced once: eight products add at most
//! 2^127, so it is enough to look at its upper half after every eight.

/// The integers modulo a prime.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    p: u64,
    /// -1/p modulo 2^64.
    factor: u64,
    /// 2^128 modulo p.
    square: u64,
}

/// How many products are added before the sum is looked at.
const BLOCK: usize = 8;

impl Field {
    /// Modulo `p`, a prime between 2^61 and 2^62.
    pub fn new(p: u64) -> Self {
        debug_assert!(p % 2 == 1 && p > 1 << 61 && p < 1 << 62);
        // Newton's iteration doubles the number of correct bits: p is its own inverse modulo 8.
        let mut inverse = p;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(p.wrapping_mul(inverse)));
        }
        let r = ((1_u128 << 64) % u128::from(p)) as u64;
        let square = (u128::from(r) * u128::from(r) % u128::from(p)) as u64;
        Field { p, factor: inverse.wrapping_neg(), square }
    }

    /// The residue of an integer.
    pub fn of(self, n: u64) -> u64 {
        self.product(n % self.p, self.square)
    }

    /// The integer from 0 that a residue stands for.
    pub fn integer(self, x: u64) -> u64 {
        self.reduced(u128::from(x))
    }

    /// 1.
    pub fn one(self) -> u64 {
        self.of(1)
    }

    /// -x.
    pub fn negated(self, x: u64) -> u64 {
        if x == 0 { 0 } else { self.p - x }
    }

    /// x + y.
    pub fn sum(self, x: u64, y: u64) -> u64 {
        let sum = x + y;
        if sum >= self.p { sum - self.p } else { sum }
    }

    /// x - y.
    pub fn difference(self, x: u64, y: u64) -> u64 {
        if x >= y { x - y } else { x + self.p - y }
    }

    /// x y.
    pub fn product(self, x: u64, y: u64) -> u64 {
        self.reduced(u128::from(x) * u128::from(y))
    }

    /// 1/x, by Fermat.
    pub fn inverse(self, x: u64) -> u64 {
        let (mut base, mut power, mut exponent) = (x, self.one(), self.p - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.product(power, base);
            }
            base = self.product(base, base);
            exponent >>= 1;
        }
        power
    }

    /// t / 2^64 modulo p, for t below p 2^64.
    #[inline]
    fn reduced(self, t: u128) -> u64 {
        let multiple = u128::from((t as u64).wrapping_mul(self.factor)) * u128::from(self.p);
        // Both sums are below 2^127.
        let x = ((t + multiple) >> 64) as u64;
        if x >= self.p { x - self.p } else { x }
    }

    /// A sum with its upper half below p.
    #[inline]
    fn low(self, sum: u128) -> u128 {
        let mut high = (sum >> 64) as u64;
        // Below 3 p: a start below p, and eight products below p^2, which is less than p 2^62.
        high = high.min(high.wrapping_sub(2 * self.p));
        high = high.min(high.wrapping_sub(self.p));
        u128::from(high) << 64 | u128::from(sum as u64)
    }

    /// The sums of the products of the numbers of `row` with those of each of `cols`, which are equally long.
    #[inline]
    pub fn dots<const N: usize>(self, row: &[u64], cols: [&[u64]; N]) -> [u64; N] {
        let mut sums = [0_u128; N];
        let length = row.len();
        let cols = cols.map(|col| &col[..length]);
        let mut start = 0;
        while start < length {
            let end = (start + BLOCK).min(length);
            for k in start..end {
                for n in 0..N {
                    // Below 2^126 + 8 2^124.
                    sums[n] = sums[n].wrapping_add(u128::from(row[k]) * u128::from(cols[n][k]));
                }
            }
            for sum in &mut sums {
                *sum = self.low(*sum);
            }
            start = end;
        }
        sums.map(|sum| self.reduced(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn sums_of_the_largest_products() {
        let p = (1 << 62) - 57;
        let field = Field::new(p);
        for length in [0, 1, 7, 8, 9, 64, 1000] {
            let row = vec![p - 1; length];
            let expected = field.product(field.product(p - 1, p - 1), field.of(length as u64));
            assert_eq!(field.dots(&row, [&row, &row]), [expected; 2]);
        }
        for n in [0, 1, 2, p - 1] {
            assert_eq!(field.integer(field.of(n)), n);
        }
        assert_eq!(field.product(field.inverse(field.of(7)), field.of(7)), field.one());
    }
}
