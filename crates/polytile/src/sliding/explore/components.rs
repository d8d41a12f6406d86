//! All legal placements, not only those that can be reached: how many components do they form?
//!
//! In: a puzzle. Out: the sizes of the components. Placements are numbered ([`crate::sliding::rank`]); one bit says whether a
//! placement has been seen, and a stack holds what is still to be expanded. Components do not depend on the metric, for slides
//! and paths are made of steps.
//!
//! Memory: an eighth of a byte for each legal placement, the diagram, and the stack. Time: computing a number for every edge.

use super::{Layout, WithWords, with_words};
use crate::bit_string::BitString;
use crate::run::{Control, Progress, Stopped};
use crate::sliding::moves::Metric;
use crate::sliding::puzzle::Puzzle;
use crate::sliding::rank::Ranks;
use std::collections::BTreeMap;

/// The components of all legal placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Legal placements.
    pub legal: u64,
    /// How many components there are of each size, by size.
    pub sizes: BTreeMap<u64, u64>,
    /// The size of the component of the start.
    pub start: u64,
}

impl Components {
    /// How many there are.
    pub fn count(&self) -> u64 {
        self.sizes.values().sum()
    }
}

/// The components of all legal placements of the pieces of `puzzle`.
///
/// # Errors
/// When it is stopped, there is not enough memory, or the puzzle is too large.
pub fn components(puzzle: &Puzzle, control: &Control) -> Result<Components, Stopped> {
    struct Work<'a>(&'a Puzzle, &'a Control);
    impl WithWords for Work<'_> {
        type Output = Components;
        type Error = Stopped;
        fn run<B: BitString, K: BitString>(self, layout: &Layout<B>) -> Result<Components, Stopped> {
            all::<B, K>(self.0, layout, self.1)
        }
    }
    with_words(puzzle, Work(puzzle, control))
}

/// States between two looks at the control.
const LOOK: u64 = 1 << 12;

fn all<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    control: &Control,
) -> Result<Components, Stopped> {
    let ranks = Ranks::new(layout, puzzle, control)?;
    let taken = ranks.total.div_ceil(8).saturating_add(ranks.memory());
    control.reserve(taken, "one bit for every legal placement")?;
    let mut seen = vec![0_u64; ranks.total.div_ceil(64) as usize];
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    let mut state = layout.state::<K>();
    let mut path = ranks.path();
    let mut stack: Vec<u64> = Vec::new();
    let (mut start_size, mut met, mut count) = (0, 0_u64, 0);
    let start = ranks.rank(layout.key::<K>(puzzle, &puzzle.start()));
    let mut see = |rank: u64| {
        let (word, bit) = (&mut seen[(rank / 64) as usize], 1 << (rank % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    };
    // The component of the start comes first, then the others by their first placements.
    for root in std::iter::once(start).chain(0..ranks.total) {
        if !see(root) {
            continue;
        }
        stack.push(root);
        let mut size = 0;
        while let Some(rank) = stack.pop() {
            if (met + size).is_multiple_of(LOOK) {
                let memory = stack.capacity() as u64 * 8;
                control.reserve(taken + memory, "what is still to be expanded")?;
                let found = met + size;
                control.check(Progress::States { levels: count, found, expected: Some(ranks.total) })?;
            }
            size += 1;
            layout.read(ranks.key::<K>(rank, &mut path), &mut state);
            layout.neighbours(&mut state, Metric::Step, |next| {
                let rank = ranks.beside(&path, &next);
                if see(rank) {
                    stack.push(rank);
                }
            });
        }
        if root == start {
            start_size = size;
        }
        met += size;
        count += 1;
        *sizes.entry(size).or_default() += 1;
    }
    Ok(Components { legal: ranks.total, sizes, start: start_size })
}
