//! Numbers of one to a few 64-bit limbs, lowest first: what a sweep computes with.
//!
//! Counts of a diagram of millions of nodes begin small and end large. Sweeps hold them in as many limbs as the largest
//! needs, side by side in one array; the usual cases of one and two limbs are compiled separately.

/// `sum += term`, with as many limbs; the carry out of the last is lost.
#[inline(always)]
pub(super) fn add(sum: &mut [u64], term: &[u64]) {
    let mut carry = false;
    for (s, t) in sum.iter_mut().zip(term) {
        let (low, first) = s.overflowing_add(*t);
        let (low, second) = low.overflowing_add(u64::from(carry));
        *s = low;
        carry = first | second;
    }
}

/// `sum += a * b`, as far as the limbs of `sum` go.
pub(super) fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate().take(sum.len()) {
        let mut carry = 0;
        for (j, s) in sum[i..].iter_mut().enumerate() {
            let y = b.get(j).copied().unwrap_or(0);
            let term = u128::from(x) * u128::from(y) + u128::from(*s) + carry;
            *s = term as u64;
            carry = term >> 64;
        }
    }
}

/// Makes every number of `old` limbs one of `new` limbs.
pub(super) fn widen(numbers: &mut Vec<u64>, old: usize, new: usize) {
    let mut wide = Vec::with_capacity(numbers.len() / old * new);
    for number in numbers.chunks_exact(old) {
        wide.extend_from_slice(number);
        wide.resize(wide.len() + new - old, 0);
    }
    *numbers = wide;
}
