//! The search by sets of bits, on threads.
//!
//! For covers whose primary items are covered once, where sets of up to 512 bits say what an option claims and forbids (`encode`).
//! There is a list of parts of the tree. In every round they are walked for a while, side by side (`part`), and nobody waits for
//! anybody: what a part needs to know of the others is what a solution may cost, and that is one number, which only falls. Between rounds
//! the parts with most left are cut, so that there is work for all threads. As many nodes are seen as it happens, since they depend on
//! what was found before; the solutions that are left in the end do not.

mod encode;
mod part;
mod taxes;

use super::pool::Pool;
use super::{Branching, WHAT};
use crate::bit_string::{BitString, Bits256, Bits512, narrowest};
use crate::exact_cover::ExactCover;
use crate::run::sync::{Mutex, MutexGuard, PoisonError};
use crate::run::{Control, Progress, Stopped, parallel};
use encode::{Known, Layout};
use num_bigint::BigInt;
use part::{Done, Part};

/// Looks at options between two looks at the control: some 20 ms.
const ROUND: u64 = 1 << 22;
/// As long as there are fewer parts than threads.
const SHORT_ROUND: u64 = 1 << 17;
/// The same for one part, until it asks whether there is anything left to do in this round.
const TURN: u64 = 1 << 16;
/// Parts for every thread.
const PARTS: usize = 8;

/// What all parts have in common.
#[derive(Debug)]
struct Common<W> {
    options: Vec<Known<W>>,
    /// The most primary items that an option has.
    share: i64,
}

/// A search by sets of `W`.
#[derive(Debug)]
struct Sets<W> {
    common: Common<W>,
    parts: Vec<Part<W>>,
    /// Nodes seen in parts that are done.
    profile: Vec<u64>,
}

/// The search for `cover`, if sets can say what it demands.
///
/// # Errors
/// When `control` says stop, or its memory does not suffice.
pub(super) fn search(
    cover: &ExactCover,
    weights: &[BigInt],
    fraction: u32,
    control: &Control,
) -> Result<Option<Box<dyn Branching>>, Stopped> {
    let Some(layout) = Layout::new(cover, Bits512::BITS as u32) else { return Ok(None) };
    narrowest!(layout.bits(), [u64, u128, Bits256, Bits512], W => {
        Ok(Some(Box::new(Sets::<W>::new(cover, &layout, weights, fraction, control)?)))
    }, else Ok(None))
}

impl<W: BitString> Sets<W> {
    fn new(
        cover: &ExactCover,
        layout: &Layout,
        weights: &[BigInt],
        fraction: u32,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let (options, mut live) = layout.options::<W>(cover, weights, fraction, control)?;
        live.sort_unstable_by_key(|live| (live.net, live.option));
        let primary = layout.primary::<W>();
        let share = live.iter().map(|live| (live.claims & primary).count()).max().map_or(1, i64::from);
        Ok(Sets {
            common: Common { options, share },
            parts: vec![Part::whole(live, primary)],
            profile: Vec::new(),
        })
    }

    /// Cuts the largest parts until there are enough for so many threads.
    fn cut(&mut self, threads: usize, pool: &Pool) -> Result<(), Stopped> {
        let mut whole = 0;
        while self.parts.len() < PARTS * threads && whole < self.parts.len() {
            self.parts[whole..].sort_unstable_by(|a, b| b.left().total_cmp(&a.left()));
            let more = self.parts[whole].cut(&self.common, pool)?;
            whole += usize::from(more.is_empty());
            self.parts.extend(more);
        }
        Ok(())
    }

    /// Walks the parts, for as long as all together may.
    fn round(&mut self, all: Done, threads: usize, pool: &Pool) -> Result<(), Stopped> {
        let common = &self.common;
        let parts: Vec<_> = std::mem::take(&mut self.parts).into_iter().map(Mutex::new).collect();
        let all = Mutex::new(all);
        let walked = parallel::map(threads, parts.len(), |i| -> Result<(), Stopped> {
            let mut part = own(&parts[i]);
            while !part.is_done() {
                let left = *own(&all);
                if left.nodes == 0 || left.looks == 0 {
                    break;
                }
                let done = part.walk(common, pool, Done { looks: left.looks.min(TURN), ..left })?;
                let mut left = own(&all);
                left.nodes = left.nodes.saturating_sub(done.nodes);
                left.looks = left.looks.saturating_sub(done.looks);
            }
            Ok(())
        });
        self.parts
            .extend(parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner)));
        walked.into_iter().collect()
    }

    /// Lets go of the parts that are done.
    fn retire(&mut self) {
        for part in self.parts.extract_if(.., |part| part.is_done()) {
            add(&mut self.profile, &part.profile);
        }
    }

    fn account(&self, pool: &Pool, control: &Control) -> Result<(), Stopped> {
        let parts: u64 = self.parts.iter().map(Part::bytes).sum();
        let options = (self.common.options.len() * size_of::<Known<W>>()) as u64;
        control.reserve(options + parts + pool.bytes(), WHAT)?;
        let left: f64 = self.parts.iter().map(Part::left).sum();
        let share = ((1.0 - left).clamp(0.0, 1.0) * 1e6) as u32;
        control.check(Progress::Search { share, found: pool.found() })
    }
}

impl<W: BitString> Branching for Sets<W> {
    fn advance(&mut self, nodes: u64, pool: &Pool, control: &Control) -> Result<bool, Stopped> {
        let threads = control.thread_count();
        let end = self.nodes().saturating_add(nodes);
        while !self.parts.is_empty() {
            let nodes = end.saturating_sub(self.nodes());
            if nodes == 0 {
                break;
            }
            if threads > 1 {
                self.cut(threads, pool)?;
            }
            let looks = if self.parts.len() < threads { SHORT_ROUND } else { ROUND * threads as u64 };
            let walked = self.round(Done { nodes, looks }, threads, pool);
            self.retire();
            walked?;
            self.account(pool, control)?;
        }
        Ok(self.parts.is_empty())
    }

    fn profile(&self) -> Vec<u64> {
        let mut profile = self.profile.clone();
        self.parts.iter().for_each(|part| add(&mut profile, &part.profile));
        profile
    }
}

fn own<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds numbers level by level.
fn add(sums: &mut Vec<u64>, more: &[u64]) {
    sums.resize(sums.len().max(more.len()), 0);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
