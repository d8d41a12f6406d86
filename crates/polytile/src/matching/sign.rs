//! The sign of a permutation.

/// Whether `permutation` of 0, 1, 2 and so on is odd: whether it has an odd number of cycles of even length.
pub(super) fn is_odd(permutation: &[u32]) -> bool {
    let mut seen = vec![false; permutation.len()];
    let mut odd = false;
    for start in 0..permutation.len() {
        let (mut at, mut length) = (start, 0_usize);
        while !std::mem::replace(&mut seen[at], true) {
            at = permutation[at] as usize;
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::is_odd;

    #[test]
    fn exchanges_are_odd() {
        assert!(!is_odd(&[]) && !is_odd(&[0, 1]) && is_odd(&[1, 0]));
        assert!(!is_odd(&[1, 2, 0]) && is_odd(&[1, 2, 3, 0]) && !is_odd(&[1, 0, 3, 2]));
    }
}
