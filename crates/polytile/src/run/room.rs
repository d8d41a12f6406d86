//! Room for large lists: a system that has no more memory is a limit like any other, and not a reason to abort.

use super::Stopped;

/// Makes room for `more` values in `list`, and for no more.
///
/// # Errors
/// [`Stopped::NoMemory`] when the system does not give it.
pub(crate) fn room<T>(list: &mut Vec<T>, more: usize, what: &str) -> Result<(), Stopped> {
    list.try_reserve_exact(more).map_err(|_| {
        let needed = (list.len() as u64).saturating_add(more as u64).saturating_mul(size_of::<T>() as u64);
        Stopped::NoMemory { what: what.to_owned(), needed }
    })
}

/// The list with room for `more` values; as it will keep growing, its capacity doubles.
///
/// # Errors
/// As [`room`].
#[inline]
pub(crate) fn more<'a, T>(list: &'a mut Vec<T>, more: usize, what: &str) -> Result<&'a mut Vec<T>, Stopped> {
    if list.capacity() - list.len() < more && list.try_reserve(more).is_err() {
        room(list, more, what)?;
    }
    Ok(list)
}

/// An empty list with room for `count` values.
///
/// # Errors
/// As [`room`].
pub(crate) fn list<T>(count: usize, what: &str) -> Result<Vec<T>, Stopped> {
    let mut list = Vec::new();
    room(&mut list, count, what)?;
    Ok(list)
}

/// A list of `count` copies of `value`.
///
/// # Errors
/// As [`room`].
pub(crate) fn filled<T: Clone>(value: T, count: usize, what: &str) -> Result<Vec<T>, Stopped> {
    let mut list = list(count, what)?;
    list.resize(count, value);
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_does_not_give_is_named() {
        let refused = filled(0_u64, usize::MAX / 16, "a table").unwrap_err();
        assert_eq!(refused.to_string(), "a table would take 8192.0 PiB, which the system does not have");
        assert_eq!(filled(7_u8, 3, "a table"), Ok(vec![7, 7, 7]));
    }
}
