//! All positions that meet a goal, where they are few.
//!
//! A goal says where some pieces stand; the others stand anywhere they fit. They are laid one after the other: at the
//! first free cell stands a piece of some class that has one left, or nothing.
//!
//! Cost: a step for every partial position; the caller says how many steps it is worth.

use super::super::layout::{Layout, Symbol};
use super::super::puzzle::{Axis, Puzzle};
use super::space::bytes_of;
use crate::bit_string::BitString;
use crate::run::{Control, Progress, Stopped};

/// The keys of all states that meet a goal of the puzzle, whether or not they can be reached; nothing when finding them
/// takes more than `steps` steps.
///
/// # Errors
/// [`Stopped`] when it is stopped or the memory does not suffice.
pub(in crate::sliding) fn all<B: BitString, K: BitString>(
    puzzle: &Puzzle,
    layout: &Layout<B>,
    steps: u64,
    control: &Control,
) -> Result<Option<Vec<K>>, Stopped> {
    let mut laying = Laying {
        layout,
        lines: lines(puzzle, layout),
        at: vec![B::ZERO; layout.symbols.len()],
        left: counts(puzzle, layout),
        steps,
        found: Vec::new(),
        control,
    };
    for goal in &layout.goals {
        let mut rest = layout.board;
        for &(symbol, places) in goal {
            for first in places.ones() {
                rest = rest.minus(layout.symbols[symbol].shape.left(first));
                laying.left[symbol] -= 1;
            }
            laying.at[symbol] = places;
        }
        let laid = laying.lay(rest);
        for &(symbol, places) in goal {
            laying.left[symbol] += places.count() as usize;
            laying.at[symbol] = B::ZERO;
        }
        match laid {
            Ok(()) => {}
            Err(Halt::TooMany) => return Ok(None),
            Err(Halt::Stopped(stopped)) => return Err(stopped),
        }
    }
    let mut found = laying.found;
    found.sort_unstable();
    found.dedup();
    Ok(Some(found))
}

/// How many empty cells there are, and pieces of every symbol.
fn counts<B: BitString>(puzzle: &Puzzle, layout: &Layout<B>) -> Vec<usize> {
    let pieces = |symbol: &Symbol<B>| {
        let classes = symbol.classes.iter().map(|&class| &puzzle.classes()[class]);
        classes.map(|class| class.pieces.len()).sum()
    };
    let mut counts: Vec<usize> = layout.symbols.iter().map(pieces).collect();
    counts[0] = puzzle.empty_cells();
    counts
}

/// For every symbol whose pieces keep to a line: the cells of each line, and how many pieces stand there.
fn lines<B: BitString>(puzzle: &Puzzle, layout: &Layout<B>) -> Vec<Vec<(B, usize)>> {
    let on_line = |class: &usize| {
        let class = &puzzle.classes()[*class];
        let line = class.line?;
        let cells = puzzle.board().cells().filter(|cell| match class.axis {
            Axis::Any => true,
            Axis::Horizontal => cell.row == line,
            Axis::Vertical => cell.col == line,
        });
        let bits = cells.fold(B::ZERO, |bits, cell| bits | B::bit(layout.bit(cell)));
        Some((bits, class.pieces.len()))
    };
    layout.symbols.iter().map(|symbol| symbol.classes.iter().filter_map(on_line).collect()).collect()
}

/// Steps between two looks at the control.
const STEPS_PER_LOOK: u64 = 1 << 14;

/// Why laying stops early.
enum Halt {
    /// It has taken as many steps as it is worth.
    TooMany,
    Stopped(Stopped),
}

struct Laying<'a, B, K> {
    layout: &'a Layout<B>,
    lines: Vec<Vec<(B, usize)>>,
    /// First cells of the pieces laid, by symbol; symbol 0 is the cells left empty.
    at: Vec<B>,
    /// Empty cells not laid yet, and pieces by symbol.
    left: Vec<usize>,
    /// Steps that may still be taken.
    steps: u64,
    found: Vec<K>,
    control: &'a Control,
}

impl<B: BitString, K: BitString> Laying<'_, B, K> {
    /// Lays all pieces that are left on the cells `rest`.
    fn lay(&mut self, rest: B) -> Result<(), Halt> {
        self.steps = self.steps.checked_sub(1).ok_or(Halt::TooMany)?;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) {
            self.look().map_err(Halt::Stopped)?;
        }
        if self.left[1..].iter().all(|&left| left == 0) {
            let key = self.key(rest);
            self.found.push(key);
            return Ok(());
        }
        if rest.is_zero() {
            return Ok(());
        }
        let first = rest.lowest();
        let place = B::bit(first);
        for symbol in 0..self.left.len() {
            if self.left[symbol] == 0 || !self.has_room(symbol, place) {
                continue;
            }
            let Some(cells) = self.layout.placed(symbol, first, rest) else { continue };
            self.left[symbol] -= 1;
            self.at[symbol] |= place;
            let laid = self.lay(rest.minus(cells));
            self.at[symbol] = self.at[symbol].minus(place);
            self.left[symbol] += 1;
            laid?;
        }
        Ok(())
    }

    /// Asks whether to continue.
    fn look(&self) -> Result<(), Stopped> {
        let found = self.found.len();
        self.control.check(Progress::Goals { found: found as u64 })?;
        // The list doubles when it grows.
        let needed = bytes_of::<K>(self.found.capacity().saturating_mul(2));
        self.control.reserve(needed, format!("the list of {found} goal positions"))
    }

    /// The key of what is laid, with the cells `rest` empty too.
    fn key(&self, rest: B) -> K {
        let met = self.at.iter().fold(rest, |met, &at| met | at);
        let symbol = |cell| {
            let stands = |at: &B| at.meets(B::bit(cell));
            self.at.iter().position(stands).unwrap_or(0) as u8
        };
        K::packed(0, self.layout.bits, met.ones().map(symbol))
    }

    /// Whether a piece of this symbol may stand at `place` without being one too many for its line.
    fn has_room(&self, symbol: usize, place: B) -> bool {
        let lines = &self.lines[symbol];
        let line = lines.iter().find(|(cells, _)| cells.meets(place));
        match line {
            None => lines.is_empty(),
            Some((cells, most)) => ((self.at[symbol] & *cells).count() as usize) < *most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sliding::parse;

    #[test]
    fn a_piece_in_two_parts_does_not_lie_across_the_edge() {
        // As wide as the board: it has one place in each of two rows, and no other.
        let text =
            "disconnected = 'A'\nstart = '''\nA.A\n...\n###\nB#.\n'''\ngoal = '''\n...\n...\n###\n.#B\n'''";
        let puzzle = parse(text).unwrap().puzzle;
        let layout = Layout::<u64>::new(&puzzle).unwrap();
        let goals: Option<Vec<u64>> = all(&puzzle, &layout, u64::MAX, &Control::default()).unwrap();
        assert_eq!(goals.map(|goals| goals.len()), Some(2));
    }
}
