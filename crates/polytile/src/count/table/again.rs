//! The numbers of an array once more, by other means than before.
//!
//! In: the boards of an array. Out: for those that were read off strips, their numbers again: by the other engine that goes from
//! row to row, where there are two; or else scanned the other way, a long board along its long side and a square by diagonals, so
//! that no state is met again. Boards whose area no pieces have are not counted at all. Boards that no other scan is for are left to
//! whoever compares engines on single boards. Cost: that of the other scans, which for long boards may be far more than the first.

use super::{Array, Boards, Entries, Known, Name};
use crate::board::Topology;
use crate::choice::Choice;
use crate::count::{CountOptions, Engine, Order, by_engine};
use crate::frontier::series::Strip;
use crate::number::Count;
use crate::run::{Control, Refused};
use std::collections::BTreeMap;

/// What the merge is called when it goes another way.
const OTHER_WAY: &str = "merge in another order";

/// Who counted a board, and who counted it again.
pub(crate) type Pair = [&'static str; 2];

/// What was found by other means.
#[derive(Debug, Default)]
pub(crate) struct Again {
    /// The numbers.
    pub found: Entries,
    /// By whom each of them was found first, and now.
    pub by: BTreeMap<[u64; 2], Pair>,
    /// Boards that are to be compared by themselves, with who counted them.
    pub rest: Vec<([u64; 2], Option<Engine>)>,
}

impl Array {
    /// Counts the tilings of the boards `wanted` again, by other means than [`Array::fill`].
    ///
    /// # Errors
    /// When `control` says stop, or a limit is reached.
    pub fn again(&self, wanted: &[[u64; 2]], known: &Known, control: &Control) -> Result<Again, Refused> {
        let split = self.split(wanted, control)?;
        let alone = |board: [u64; 2]| (board, self.single(board, known).and_then(|single| single.engine));
        let mut again = Again { rest: split.single.into_iter().map(alone).collect(), ..Again::default() };
        let mut long: BTreeMap<Name, Vec<[u64; 2]>> = BTreeMap::new();
        for boards in split.scanned.chunk_by(|&a, &b| self.name(a) == self.name(b)) {
            let name = self.name(boards[0]);
            let height = split.heights[&name];
            let (first, second) = self.strip(name)?.engines(height, control)?;
            if self.rules.fault_free {
                // Their numbers follow from others; they are to be found as those of boards with a rule.
                again.rest.extend(boards.iter().map(|&board| (board, Some(first.into()))));
                continue;
            }
            if let Some(second) = second {
                let strip = self.strip(name)?.by(second)?;
                let terms = strip.terms(height, control)?;
                for &board in boards {
                    let count = terms[self.height(board) as usize].clone();
                    again.note(board, count, [first.name(), second.name()]);
                }
                continue;
            }
            for &[n, k] in boards {
                match self.boards {
                    Boards::Rectangles(Topology::Plane) if n == k => {
                        let options = CountOptions {
                            engine: Some(Engine::Merge),
                            order: Some(Order::Diagonals),
                            ..CountOptions::default()
                        };
                        let counted = by_engine(&self.problem([n, k])?, &options, control)?;
                        again.note([n, k], counted.answer.total(), [first.name(), OTHER_WAY]);
                    }
                    Boards::Rectangles(Topology::Plane) => {
                        let name = Name { width: n.max(k), lies: n > k && !self.alike };
                        long.entry(name).or_default().push([n, k]);
                    }
                    _ => again.rest.push(([n, k], Some(first.into()))),
                }
            }
        }
        for (name, boards) in long {
            let low = |&[n, k]: &[u64; 2]| n.min(k);
            let strip: Strip = self.strip(name)?;
            let terms = strip.terms(boards.iter().map(low).max().unwrap_or(0), control)?;
            for board in boards {
                again.note(board, terms[low(&board) as usize].clone(), [Engine::Merge.name(), OTHER_WAY]);
            }
        }
        Ok(again)
    }
}

impl Again {
    fn note(&mut self, board: [u64; 2], count: Count, by: Pair) {
        self.found.insert(board, count);
        self.by.insert(board, by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Rules;

    #[test]
    fn other_means_find_the_same() {
        let wanted: Vec<[u64; 2]> = (0..8).flat_map(|n| (0..=8 - n).map(move |k| [n, k])).collect();
        let plane = Boards::Rectangles(Topology::Plane);
        for (pieces, boards, first, second) in [
            ("trominoes", plane, "dense", "merge"),
            ("tetrominoes", plane, "merge", OTHER_WAY),
            ("L4", plane, "merge", OTHER_WAY),
            ("trominoes", Boards::Rectangles(Topology::Cylinder), "", ""),
            ("dominoes", Boards::Rectangles(Topology::Torus), "", ""),
        ] {
            let array = Array::new(pieces.parse().unwrap(), Rules::default(), boards, None);
            let (control, mut found) = (Control::default(), Entries::new());
            let kept = &mut |_: &Known| Ok::<_, Refused>(());
            array.fill(&wanted, &mut Known::default(), &mut found, &control, kept).unwrap();
            let again = array.again(&wanted, &Known::default(), &control).unwrap();
            assert!(again.by.values().all(|&by| by == [first, second]), "{pieces}: {:?}", again.by);
            assert!(again.found.iter().all(|(board, count)| found[board] == *count), "{pieces}");
            let split = array.split(&wanted, &control).unwrap();
            let uncounted = split.empty.len() + split.unfilled.len() + split.on_their_sides.len();
            assert_eq!(again.found.len() + again.rest.len() + uncounted, wanted.len());
        }
    }
}
