//! States in order, equal ones added up, however many there are.
//!
//! In: states with numbers of ways, in any order. Out: each state once, sorted, with the sum of its numbers. A *block* of states that
//! is full is sorted, and runs of about one length are merged, as in merging from the bottom up; so memory is for what differs,
//! what takes long is done in steps between which the control is asked, and few states are just sorted. Cost: states
//! times the logarithm of their number.

use super::walk::{States, WHAT, too_many};
use crate::run::{Control, Progress, Pulse, Stopped, room};

/// States that are sorted at once.
const BLOCK: usize = 1 << 14;

/// States that are being gathered.
pub(super) struct Gathered<'a, K> {
    block: States<K>,
    /// Sorted, each about twice as long as the next or longer.
    runs: Vec<States<K>>,
    /// Bytes that are held besides.
    held: u64,
    control: &'a Control,
    pulse: Pulse<'a>,
}

impl<'a, K: Copy + Ord> Gathered<'a, K> {
    /// None yet; `held` bytes are taken besides, and `account` says how far the walk is.
    pub fn beside(held: u64, control: &'a Control, account: &'a dyn Fn(u64) -> Progress) -> Self {
        Gathered { block: Vec::new(), runs: Vec::new(), held, control, pulse: Pulse::new(control, account) }
    }

    /// Adds a state.
    ///
    /// # Errors
    /// When the control says stop, there is no memory, or a sum is too large.
    #[inline]
    pub fn push(&mut self, state: K, ways: u64) -> Result<(), Stopped> {
        if self.block.len() == BLOCK {
            self.close()?;
        }
        room::more(&mut self.block, 1, WHAT)?.push((state, ways));
        Ok(())
    }

    /// All states.
    ///
    /// # Errors
    /// As [`Gathered::push`].
    pub fn finish(mut self) -> Result<States<K>, Stopped> {
        if self.runs.is_empty() {
            added_up(&mut self.block)?;
            return Ok(fitted(self.block));
        }
        self.close()?;
        while self.runs.len() > 1 {
            self.merge()?;
        }
        Ok(self.runs.pop().unwrap_or_default())
    }

    /// Makes the block a run.
    fn close(&mut self) -> Result<(), Stopped> {
        let mut block = std::mem::take(&mut self.block);
        self.pulse.beats(block.len() as u64)?;
        added_up(&mut block)?;
        self.runs.push(fitted(block));
        while let [.., before, last] = &self.runs[..]
            && before.len() < 2 * last.len()
        {
            self.merge()?;
        }
        Ok(())
    }

    /// Merges the last two runs.
    fn merge(&mut self) -> Result<(), Stopped> {
        let (Some(last), Some(before)) = (self.runs.pop(), self.runs.pop()) else { return Ok(()) };
        let both = last.len() + before.len();
        let kept: usize = self.runs.iter().chain([&last, &before]).map(Vec::capacity).sum();
        self.control.reserve(self.held + bytes::<K>(kept + both), WHAT)?;
        // Lists that were let go of may not have gone back to the system.
        self.control.reserve_beside(bytes::<K>(both), WHAT)?;
        let mut merged: States<K> = room::list(both, WHAT)?;
        let (mut one, mut other) = (before.iter().peekable(), last.iter().peekable());
        while let Some(&&(first, _)) =
            [one.peek(), other.peek()].into_iter().flatten().min_by_key(|(state, _)| state)
        {
            self.pulse.beat()?;
            let mut sum = 0_u64;
            for run in [&mut one, &mut other] {
                if let Some((_, ways)) = run.next_if(|(state, _)| *state == first) {
                    sum = sum.checked_add(*ways).ok_or_else(too_many)?;
                }
            }
            merged.push((first, sum));
        }
        self.runs.push(fitted(merged));
        Ok(())
    }
}

/// Bytes of so many states.
pub(super) fn bytes<K>(states: usize) -> u64 {
    (states as u64).saturating_mul(size_of::<(K, u64)>() as u64)
}

/// Sorts them, and adds up equal ones.
fn added_up<K: Copy + Ord>(states: &mut States<K>) -> Result<(), Stopped> {
    // Each placement keeps the order of the states, so that runs are merged here.
    states.sort_by_key(|(state, _)| *state);
    let mut overflow = false;
    states.dedup_by(|(state, ways), (kept, sum)| {
        let same = state == kept;
        if same {
            *sum = sum.checked_add(*ways).unwrap_or_else(|| {
                overflow = true;
                *sum
            });
        }
        same
    });
    if overflow { Err(too_many()) } else { Ok(()) }
}

/// The same list, where most of it is empty in less room.
fn fitted<K>(mut states: States<K>) -> States<K> {
    if states.capacity() > 2 * states.len() + 8 {
        states.shrink_to_fit();
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn account(_: u64) -> Progress {
        Progress::Search { share: 0, found: 0 }
    }

    /// States in no order, many of them several times.
    fn drawn(count: u64) -> impl Iterator<Item = (u64, u64)> {
        (0..count).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 45, i % 5))
    }

    #[test]
    fn states_are_sorted_and_added_up() {
        for count in [0, 1, 100, BLOCK as u64, 300_000] {
            let control = Control::default();
            let mut gathered = Gathered::beside(0, &control, &account);
            let mut known = BTreeMap::new();
            for (state, ways) in drawn(count) {
                gathered.push(state, ways).unwrap();
                *known.entry(state).or_insert(0) += ways;
            }
            assert_eq!(gathered.finish().unwrap(), known.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn who_gathers_many_asks_and_says_what_it_takes() {
        let asked = Arc::new(AtomicU64::new(0));
        let asking = Arc::clone(&asked);
        let control = Control::default().on_asked(move || _ = asking.fetch_add(1, Ordering::Relaxed));
        let mut gathered = Gathered::beside(0, &control, &account);
        for (state, ways) in drawn(300_000) {
            gathered.push(state, ways).unwrap();
        }
        let states = gathered.finish().unwrap().len();
        // In the last merge alone every state is a step.
        assert!(asked.load(Ordering::Relaxed) > states as u64 / 1024, "{asked:?}");
        let little = Control::default().memory(1 << 20);
        let mut gathered = Gathered::beside(0, &little, &account);
        let refused = drawn(300_000).find_map(|(state, ways)| gathered.push(state, ways).err());
        assert!(matches!(refused, Some(Stopped::OutOfMemory { .. })), "{refused:?}");
        let mut full = Gathered::beside(0, &control, &account);
        full.push(1_u64, u64::MAX).unwrap();
        full.push(1, 1).unwrap();
        assert!(matches!(full.finish(), Err(Stopped::TooLarge(_))));
    }
}
