//! The numbers of things in a list, looked up by the things themselves.
//!
//! In: the things one by one, which stay where they are. Out: for any thing its number. The hashes of things stand for them: a
//! table that held copies of millions of names or lists would take longer to free than to look through. Where two things
//! have one hash, the later takes the first number after it that is free; the caller says which of the candidates it is.
//! Cost: a look-up in a hash table, and a comparison.

use std::collections::{HashMap, TryReserveError};
use std::hash::{BuildHasher, Hash, RandomState};

/// Numbers by what they are the numbers of.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    hasher: RandomState,
    by_hash: HashMap<u64, u32>,
}

impl Numbers {
    /// Makes room for `more` more.
    pub fn reserve(&mut self, more: usize) -> Result<(), TryReserveError> {
        self.by_hash.try_reserve(more)
    }

    /// The number of `thing`; `is` says whether a number is that of an equal thing.
    pub fn get<T: Hash + ?Sized>(&self, thing: &T, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mut hash = self.hasher.hash_one(thing);
        loop {
            let number = *self.by_hash.get(&hash)?;
            if is(number) {
                return Some(number);
            }
            hash = hash.wrapping_add(1);
        }
    }

    /// Adds the number of `thing`, which differs from all things before it.
    pub fn insert<T: Hash + ?Sized>(&mut self, thing: &T, number: u32) {
        let mut hash = self.hasher.hash_one(thing);
        while self.by_hash.contains_key(&hash) {
            hash = hash.wrapping_add(1);
        }
        self.by_hash.insert(hash, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thing that shares its hash with many others.
    struct Alike(u32);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.0 % 3).hash(state);
        }
    }

    #[test]
    fn things_of_one_hash_are_told_apart() {
        let mut numbers = Numbers::default();
        for number in 0..20 {
            assert_eq!(numbers.get(&Alike(number), |other| other == number), None);
            numbers.insert(&Alike(number), number);
        }
        assert!((0..20).all(|number| numbers.get(&Alike(number), |other| other == number) == Some(number)));
        assert_eq!(numbers.get(&Alike(20), |other| other == 20), None);
    }
}
