//! Which boards inside a frame have exactly so many solutions.
//!
//! In: a problem whose region is the frame, and what a board must be like ([`Wish`]). A board is some of the cells of the frame: all
//! that may not stay empty, and of the others whichever, where the frame says which may; any of its cells, where it does not. Pieces
//! without a limit are there once. Out: each board with as many solutions as are wanted, as it is found, one of those that a
//! symmetry or a shift carries into each other; and how many boards there were ([`Seen`]), so that the absence of one is a theorem.
//!
//! The idea is in `walk.rs`: boards are decided cell by cell, and what is carried along are all ways to have covered what is decided, so
//! that no board is solved by itself. Cost: these ways, for every beginning of a board that can still be covered; memory for those
//! of the beginnings of one board alone.

mod shape;
mod walk;

pub use shape::BoardSymmetry;

use crate::bit_string::{Bits256, Bits512, narrowest};
use crate::board::{Cell, Region, Symmetry, Topology};
use crate::count::{Answer, CountOptions, count};
use crate::number::Count;
use crate::pieces::{Copies, Piece, PieceSet, Polyform};
use crate::problem::{Problem, UpTo};
use crate::run::{Control, Pulse, Refused, Stopped, Unable};
use crate::sums::Sums;
use std::collections::HashSet;
use std::ops::ControlFlow;
use walk::{Frame, Leaf, Walk};

/// What a board must be like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// It has this many cells.
    pub area: Option<usize>,
    /// Its cells hang together.
    pub connected: bool,
    /// It surrounds no empty cell.
    pub no_holes: bool,
    /// A symmetry of the frame carries it to itself.
    pub symmetry: Option<BoardSymmetry>,
    /// Count solutions that these carry into each other only once.
    pub up_to: Option<UpTo>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The puzzle: its cells, where they are in the frame, and the pieces.
    pub problem: Problem,
    /// In how many ways it can be solved.
    pub solutions: Count,
}

/// How much was looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Boards inside the frame with an area that the pieces can have.
    pub boards: Count,
    /// Boards among them that the pieces cover, and that are as they are wished, whatever their number of solutions.
    pub filled: u64,
    /// For each cell of the frame, the fewest solutions of a board among these that does without it; nothing where there is none.
    pub without: Vec<Option<Count>>,
    /// Whether all were seen.
    pub complete: bool,
}

/// Hands every board that is as `wish` says, and has as many solutions as `wanted` says, to `found`, which says whether it wants more.
///
/// ```
/// use polytile::design::boards::{Wish, boards};
/// use polytile::{prelude::*, run::Control};
/// use std::ops::ControlFlow;
/// let frame = Problem::new("3x3".parse()?, "I3,L3".parse()?);
/// let mut found = Vec::new();
/// let seen = boards(&frame, &Wish::default(), &|n| *n == 1_u32.into(), &Control::default(), &mut |board| {
///     found.push(board);
///     ControlFlow::Continue(())
/// })?;
/// // Of the 84 boards of 6 cells 28 can be covered.
/// assert_eq!((seen.boards, seen.filled), (84_u32.into(), 28));
/// assert!(found.iter().all(|board| board.problem.count() == Ok(1_u32.into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no board can be meant, `control` says stop, or a limit is reached.
pub fn boards(
    problem: &Problem,
    wish: &Wish,
    wanted: &dyn Fn(&Count) -> bool,
    control: &Control,
    found: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Seen, Refused> {
    let problem = laid_once(problem);
    expect_frame(&problem)?;
    let areas = areas(&problem, wish.area, control)?;
    let frame = Frame::new(&problem, &areas, control)?;
    let walks = shape::walks(&problem.region, wish.symmetry, control)?;
    let mut judge = Judge {
        problem: &problem,
        wish,
        wanted,
        control,
        found,
        symmetries: Symmetry::of(problem.region.lattice())
            .filter(|&symmetry| problem.given.is_empty() && problem.carried_pieces(symmetry).is_some())
            .collect(),
        classes: HashSet::new(),
        seen: Seen {
            boards: number_of(&problem, &areas),
            filled: 0,
            without: vec![None; problem.region.len()],
            complete: false,
        },
    };
    let bits = frame.bits();
    let ended: Result<ControlFlow<()>, Refused> = narrowest!(bits, [u64, u128, Bits256, Bits512], K => {
        let mut flow = ControlFlow::Continue(());
        for (fixing, before) in &walks {
            let mut walk = Walk::<K>::new(&frame, fixing, control);
            flow = walk.all(&mut |leaf| judge.leaf(leaf, before))?;
            if flow.is_break() {
                break;
            }
        }
        Ok(flow)
    }, else Err(Stopped::TooLarge(format!(
        "the boards of this frame need {bits} bits, and the widest have 512: take a smaller frame, or fewer pieces"
    )).into()));
    judge.seen.complete = ended?.is_continue();
    Ok(judge.seen)
}

/// The problem with every piece that has no limit once; what stands for empty cells is left out.
fn laid_once(problem: &Problem) -> Problem {
    let once = |piece: &Piece| {
        let least = piece.copies.min();
        let copies = if piece.copies.max().is_none() { Copies::exactly(least.max(1)) } else { piece.copies };
        Piece { copies, ..piece.clone() }
    };
    // What stands for empty cells comes last, so that the numbers of the others stay.
    let pieces = problem.pieces.iter().filter(|piece| !piece.hole).map(once).collect();
    Problem { pieces: PieceSet::new(pieces), ..problem.clone() }
}

/// Whether boards can be cut out of the frame.
fn expect_frame(problem: &Problem) -> Result<(), Refused> {
    let unable = |message: &str, help: &str| {
        Err(Refused::Unable(Unable { message: message.to_owned(), help: help.to_owned() }))
    };
    let cells = problem.region.len();
    if cells > MOST_CELLS {
        let message =
            format!("a frame of {cells} cells has too many boards: frames go up to {MOST_CELLS} cells");
        return Err(Stopped::TooLarge(message).into());
    }
    if problem.region.topology() != Topology::Plane {
        return unable(
            "boards are not cut out of a frame that wraps",
            "take a frame of the plane, as --board 6x6",
        );
    }
    if problem.rules.tatami || problem.rules.fault_free {
        return unable(
            "tatami and fault-free are no rules for a search for boards",
            "leave them out, and look among the solutions of the boards that are found",
        );
    }
    problem.meaningful()
}

/// The cells of the frame that every board has, by their indices: those that may not stay empty, and those of what is given.
fn required(problem: &Problem) -> Vec<bool> {
    let region = &problem.region;
    let mut required: Vec<bool> =
        region.cells().map(|cell| region.has_optional() && !region.is_optional(cell)).collect();
    for cell in problem.given.iter().flat_map(|laid| &laid.cells) {
        if let Some(index) = region.index(*cell) {
            required[index as usize] = true;
        }
    }
    required
}

/// The largest frame, in cells.
const MOST_CELLS: usize = 512;

/// The areas that are proposed where there is no board of the one that was asked for.
const PROPOSED: usize = 4;

/// The areas that boards can have, ascending.
fn areas(problem: &Problem, asked: Option<usize>, control: &Control) -> Result<Vec<usize>, Refused> {
    let cells = problem.region.len();
    let least = required(problem).iter().filter(|&&required| required).count();
    let sums = Sums::new(problem.sizes(), cells, control)?;
    let mut possible = Vec::new();
    for area in least.max(1)..=cells {
        if sums.may_be(area, &Pulse::preparing(control))? {
            possible.push(area);
        }
    }
    let areas: Vec<usize> =
        possible.iter().copied().filter(|&area| asked.is_none_or(|asked| asked == area)).collect();
    if !areas.is_empty() {
        return Ok(areas);
    }
    let pieces: usize = problem.pieces.iter().map(|piece| piece.size() * piece.copies.min() as usize).sum();
    let mut near = possible;
    near.sort_by_key(|area| area.abs_diff(asked.unwrap_or(pieces)));
    near.truncate(PROPOSED);
    near.sort_unstable();
    let near: Vec<String> = near.iter().map(usize::to_string).collect();
    let message = match asked {
        Some(asked) => {
            format!("there is no board of {asked} cells inside the frame that the pieces can cover")
        }
        None => "there is no board inside the frame that the pieces can cover".to_owned(),
    };
    let must = if least > 0 { format!(", of which every board has {least}") } else { String::new() };
    let help = if near.is_empty() {
        format!(
            "the frame has {cells} cells{must}, and the pieces that must be laid {pieces}; each is laid once if nothing else is said"
        )
    } else {
        format!(
            "the frame has {cells} cells{must}; with these pieces, boards can have {} cells",
            near.join(", ")
        )
    };
    Err(Refused::Unable(Unable { message, help }))
}

/// How many boards of these areas there are inside the frame.
fn number_of(problem: &Problem, areas: &[usize]) -> Count {
    let required = required(problem);
    let least = required.iter().filter(|&&required| required).count();
    // Rows of Pascal's triangle.
    let mut choices = vec![Count::from(1_u8)];
    for _ in least..required.len() {
        let mut next = choices.clone();
        next.push(Count::ZERO);
        for (sum, before) in next.iter_mut().skip(1).zip(&choices) {
            *sum += before;
        }
        choices = next;
    }
    areas.iter().map(|area| &choices[area - least]).sum()
}

/// Who decides about boards.
struct Judge<'a> {
    problem: &'a Problem,
    wish: &'a Wish,
    wanted: &'a dyn Fn(&Count) -> bool,
    control: &'a Control,
    found: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    /// The symmetries of the lattice that carry the pieces to themselves.
    symmetries: Vec<Symmetry>,
    /// What was found, up to symmetries and shifts.
    classes: HashSet<Vec<Cell>>,
    seen: Seen,
}

impl Judge<'_> {
    /// Decides about a board; `before` are the symmetries whose boards were seen earlier.
    fn leaf(&mut self, leaf: Leaf<'_>, before: &[Vec<u32>]) -> Result<ControlFlow<()>, Refused> {
        let Leaf { board, solutions } = leaf;
        let carried = |map: &Vec<u32>| (0..board.len()).all(|cell| board[cell] == board[map[cell] as usize]);
        if before.iter().any(carried) {
            return Ok(ControlFlow::Continue(()));
        }
        let region = &self.problem.region;
        let wish = self.wish;
        if wish.connected && region.parts(|cell| board[cell as usize], self.control)?.1 != 1 {
            return Ok(ControlFlow::Continue(()));
        }
        if wish.no_holes && shape::has_holes(region, board, self.control)? {
            return Ok(ControlFlow::Continue(()));
        }
        let cells: Vec<Cell> =
            region.cells().zip(board).filter(|(_, is)| **is).map(|(cell, _)| cell).collect();
        let mut solutions = Count::from(solutions);
        if let Some(up_to) = wish.up_to {
            let problem = self.on(&cells)?;
            if problem.symmetries_within(self.control)?.len() > 1 {
                let options = CountOptions { up_to: Some(up_to), ..CountOptions::default() };
                if let Answer::Total(total) = count(&problem, &options, self.control)?.answer {
                    solutions = total;
                }
            }
        }
        self.seen.filled += 1;
        for (fewest, _) in self.seen.without.iter_mut().zip(board).filter(|(_, is)| !**is) {
            if fewest.as_ref().is_none_or(|fewest| *fewest > solutions) {
                *fewest = Some(solutions.clone());
            }
        }
        if !(self.wanted)(&solutions) {
            return Ok(ControlFlow::Continue(()));
        }
        if !self.classes.insert(self.class(&cells)) {
            return Ok(ControlFlow::Continue(()));
        }
        let bytes = (self.classes.len() * (cells.len() * size_of::<Cell>() + 64)) as u64;
        self.control.reserve(bytes, "the boards that were found")?;
        let problem = self.on(&cells)?;
        Ok((self.found)(Board { problem, solutions }))
    }

    /// The puzzle on these cells.
    fn on(&self, cells: &[Cell]) -> Result<Problem, Refused> {
        let region = Region::of_cells(self.problem.region.lattice(), cells.to_vec());
        let region = region.map_err(|e| Refused::Question(e.to_string()))?;
        Ok(Problem { region, ..self.problem.clone() })
    }

    /// What cells have in common with those that a symmetry or a shift makes of them; where pieces are given, they stay where they are.
    fn class(&self, cells: &[Cell]) -> Vec<Cell> {
        let lattice = self.problem.region.lattice();
        let image = |&symmetry: &Symmetry| {
            let spots: Vec<_> = cells.iter().map(|&cell| symmetry.image(lattice.spot(cell))).collect();
            Polyform::normalised(lattice, &spots).cells().to_vec()
        };
        self.symmetries.iter().map(image).min().unwrap_or_else(|| cells.to_vec())
    }
}

#[cfg(test)]
mod tests;
