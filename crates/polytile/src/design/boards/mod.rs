//! Which boards inside a frame have exactly so many solutions.
//!
//! In: a problem whose region is the frame, and what a board must be like ([`Wish`]). A board is some of the cells of the frame: all
//! that may not stay empty, and of the others whichever, where the frame says which may; any of its cells, where it does not. Pieces
//! without a limit are there once. Out: each board with as many solutions as are wanted, as it is found, one of those that a
//! symmetry or a shift carries into each other; and how many boards there were ([`Seen`]), so that the absence of one is a theorem.
//!
//! The idea is in `walk.rs`: boards are decided cell by cell, and what is carried along are all ways to have covered what is decided, so
//! that no board is solved by itself. Cost: these ways, for every beginning of a board that can still be covered; memory for those
//! of the beginnings of one board alone. A walk that was stopped is resumed from the last board that it met ([`Begun`]).
//!
//! Where that is too much, `local.rs` goes from board to board by changing one cell, led by the numbers of solutions: it finds boards in
//! frames of any size, and proves nothing ([`Local`]). It is resumed too.

mod first;
mod gather;
mod local;
mod shape;
mod walk;

pub use local::{Local, Near};
pub use shape::BoardSymmetry;

use crate::bit_string::{BitString, Bits256, Bits512, narrowest};
use crate::board::{Cell, Region, Symmetry, Topology};
use crate::count::{Answer, CountOptions, count};
use crate::number::Count;
use crate::pieces::{Copies, Piece, PieceSet, Polyform};
use crate::problem::{Problem, UpTo};
use crate::run::clock::{Duration, Instant};
use crate::run::{Control, Pulse, Refused, Stopped, Unable};
use crate::sums::Sums;
use shape::Maps;
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
    /// How many boards a local search tried, the same ones perhaps several times; nothing where all were walked through.
    pub tried: Option<u64>,
}

/// How far a walk through the boards, or a local search, is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begun {
    /// How many walks are at their end: there is one for each symmetry that is wished for.
    pub walks: usize,
    /// The last board that the next one met, as the cells of the frame that it has; nothing at its beginning.
    pub last: Option<Vec<bool>>,
    /// Where a local search is.
    pub near: Option<Near>,
    /// As of [`Seen::filled`].
    pub filled: u64,
    /// As of [`Seen::without`]; empty at the beginning.
    pub without: Vec<Option<Count>>,
    /// The boards that were found, as the cells of the frame that they have.
    pub found: Vec<Vec<bool>>,
}

/// What is searched for: the frame and the pieces, what a board must be like, and which numbers of solutions are wanted.
pub type Searching<'a> = (&'a Problem, &'a Wish, &'a dyn Fn(&Count) -> bool);

/// Who is told now and then how far a walk is, at its latest when it is stopped.
pub type Keep<'a> = dyn FnMut(&Begun) + 'a;

/// Boards between two looks at the clock.
const BOARDS_PER_LOOK: u64 = 256;
/// Time between two notes of how far a walk is.
const PAUSE: Duration = Duration::from_secs(2);

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
    boards_after((problem, wish, wanted), Begun::default(), control, found, &mut |_| {})
}

/// As [`boards`], after what was begun before; whoever is to `keep` how far it is can resume it so. Boards that were found before are not found
/// again.
///
/// # Errors
/// As [`boards`], or when what was begun was no walk through these boards.
pub fn boards_after(
    (problem, wish, wanted): Searching<'_>,
    begun: Begun,
    control: &Control,
    found: &mut dyn FnMut(Board) -> ControlFlow<()>,
    keep: &mut Keep<'_>,
) -> Result<Seen, Refused> {
    let problem = laid_once(problem);
    expect_few(&problem)?;
    let searched = Searched::new(&problem, wish, control)?;
    if begun.near.is_some() {
        return Err(another());
    }
    let mut judge = Judge::resumed(&searched, &begun, wanted, found)?;
    let mut notes = Notes { begun, keep, last: Instant::now() };
    let frame = Frame::new(&problem, &searched.areas, control)?;
    let bits = frame.bits();
    let ended = narrowest!(bits, [u64, u128, Bits256, Bits512], K => {
        walked::<K>(&searched, &frame, &mut judge, &mut notes)
    }, else Err(too_wide(bits)));
    if ended.is_err() {
        notes.note(&judge.seen);
    }
    judge.seen.complete = ended?.is_continue();
    Ok(judge.seen)
}

/// As [`boards_after`], by a local search, which sees only some of them; what was begun is resumed at the very board, so that it finds what it
/// would have found.
///
/// ```
/// use polytile::design::boards::{Begun, Local, Wish, boards_near};
/// use polytile::{prelude::*, run::Control};
/// use std::ops::ControlFlow;
/// let frame = Problem::new("10x10".parse()?, "I,L,P,U,V,Y".parse()?);
/// let wish = Wish { connected: true, no_holes: true, ..Wish::default() };
/// let mut found = Vec::new();
/// let local = Local { seed: 7, tries: 200 };
/// boards_near((&frame, &wish, &|n| *n == 1_u32.into()), local, Begun::default(), &Control::default(), &mut |board| {
///     found.push(board);
///     ControlFlow::Break(())
/// }, &mut |_| {})?;
/// assert_eq!(found[0].problem.count()?, 1_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`boards_after`], or when only numbers of solutions are wanted that a local search does not count up to.
pub fn boards_near(
    (problem, wish, wanted): Searching<'_>,
    local: Local,
    begun: Begun,
    control: &Control,
    found: &mut dyn FnMut(Board) -> ControlFlow<()>,
    keep: &mut Keep<'_>,
) -> Result<Seen, Refused> {
    let problem = laid_once(problem);
    let searched = Searched::new(&problem, wish, control)?;
    if begun.walks > 0 || begun.last.is_some() {
        return Err(another());
    }
    let mut judge = Judge::resumed(&searched, &begun, wanted, found)?;
    let mut notes = Notes { begun, keep, last: Instant::now() };
    let ended = local.search(&searched, &mut judge, &mut notes);
    if ended.is_err() {
        notes.note(&judge.seen);
    }
    judge.seen.tried = Some(ended?);
    Ok(judge.seen)
}

/// The boards that a search found before it was stopped, with their numbers of solutions.
///
/// # Errors
/// As [`boards_after`].
pub fn found_before(
    problem: &Problem,
    wish: &Wish,
    begun: &Begun,
    control: &Control,
) -> Result<Vec<Board>, Refused> {
    if begun.found.is_empty() {
        return Ok(Vec::new());
    }
    let problem = laid_once(problem);
    let searched = Searched::new(&problem, wish, control)?;
    let mut nobody = |_| ControlFlow::Continue(());
    let judge = Judge::resumed(&searched, begun, &|_| true, &mut nobody)?;
    let board = |board: &Vec<bool>| {
        let cells = searched.cells(board);
        let problem = searched.on(&cells)?;
        let all = count(&problem, &CountOptions::default(), control)?.answer.total();
        let all = u64::try_from(all).map_err(|_| another())?;
        Ok(Board { solutions: judge.counted(&cells, all)?, problem })
    };
    begun.found.iter().map(board).collect()
}

fn another() -> Refused {
    Refused::Question("what was begun was another search for boards".to_owned())
}

/// What is searched.
struct Searched<'a> {
    problem: &'a Problem,
    wish: &'a Wish,
    control: &'a Control,
    areas: Vec<usize>,
    walks: Vec<(Maps, Maps)>,
}

impl<'a> Searched<'a> {
    fn new(problem: &'a Problem, wish: &'a Wish, control: &'a Control) -> Result<Self, Refused> {
        expect_frame(problem)?;
        let areas = areas(problem, wish.area, control)?;
        let walks = shape::walks(&problem.region, wish.symmetry, control)?;
        Ok(Searched { problem, wish, control, areas, walks })
    }

    /// The cells of a board.
    fn cells(&self, board: &[bool]) -> Vec<Cell> {
        self.problem.region.cells().zip(board).filter(|(_, is)| **is).map(|(cell, _)| cell).collect()
    }

    /// The puzzle on these cells.
    fn on(&self, cells: &[Cell]) -> Result<Problem, Refused> {
        let region = Region::of_cells(self.problem.region.lattice(), cells.to_vec());
        let region = region.map_err(|e| Refused::Question(e.to_string()))?;
        Ok(Problem { region, ..self.problem.clone() })
    }
}

fn too_wide(bits: u32) -> Refused {
    let message = format!(
        "the boards of this frame need {bits} bits, and the widest have 512: take a smaller frame, fewer pieces, or --seed S to try some of them"
    );
    Stopped::TooLarge(message).into()
}

/// Goes through the boards that were not met before.
fn walked<K: BitString>(
    searched: &Searched<'_>,
    frame: &Frame,
    judge: &mut Judge<'_>,
    notes: &mut Notes<'_, '_>,
) -> Result<ControlFlow<()>, Refused> {
    for (number, (fixing, before)) in searched.walks.iter().enumerate().skip(notes.begun.walks) {
        let mut walk = Walk::<K>::new(frame, fixing, searched.control);
        if let Some(last) = notes.begun.last.clone() {
            walk = walk.after(last);
        }
        let flow = walk.all(&mut |leaf| {
            let known = judge.classes.len();
            let flow = judge.leaf(leaf, before)?;
            notes.met(leaf.board, judge.classes.len() > known, &judge.seen);
            Ok(flow)
        })?;
        if flow.is_break() {
            return Ok(flow);
        }
        (notes.begun.walks, notes.begun.last) = (number + 1, None);
    }
    Ok(ControlFlow::Continue(()))
}

/// Notes of how far a walk, or a local search, is.
struct Notes<'a, 'b> {
    begun: Begun,
    keep: &'a mut Keep<'b>,
    last: Instant,
}

impl Notes<'_, '_> {
    /// A board was met, and perhaps found.
    fn met(&mut self, board: &[bool], found: bool, seen: &Seen) {
        self.begun.last = Some(board.to_vec());
        if found {
            self.begun.found.push(board.to_vec());
        }
        if found || seen.filled.is_multiple_of(BOARDS_PER_LOOK) {
            self.now_and_then(seen);
        }
    }

    /// Notes how far it is, if the last note is a while ago.
    fn now_and_then(&mut self, seen: &Seen) {
        if self.last.elapsed() >= PAUSE {
            self.note(seen);
            self.last = Instant::now();
        }
    }

    fn note(&mut self, seen: &Seen) {
        self.begun.filled = seen.filled;
        self.begun.without.clone_from(&seen.without);
        (self.keep)(&self.begun);
    }
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

/// Whether all boards inside the frame can be walked through.
fn expect_few(problem: &Problem) -> Result<(), Refused> {
    let cells = problem.region.len();
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let message = format!(
        "a frame of {cells} cells has too many boards to see all: take one of up to {MOST_CELLS} cells, or --seed S to try some of them"
    );
    Err(Stopped::TooLarge(message).into())
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

/// The largest frame of which all boards are seen, in cells.
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
    let others = required.len() - least;
    // In how many ways 0, 1, 2 ... of the others are chosen.
    let (mut ways, mut sum) = (Count::from(1_u8), Count::ZERO);
    let largest = areas.iter().max().map_or(0, |area| area - least);
    for chosen in 0..=largest {
        if areas.binary_search(&(chosen + least)).is_ok() {
            sum += &ways;
        }
        ways = ways * (others - chosen) / (chosen + 1);
    }
    sum
}

/// Who decides about boards.
struct Judge<'a> {
    searched: &'a Searched<'a>,
    wanted: &'a dyn Fn(&Count) -> bool,
    found: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    /// The symmetries of the lattice that carry the pieces to themselves.
    symmetries: Vec<Symmetry>,
    /// What was found, up to symmetries and shifts.
    classes: HashSet<Vec<Cell>>,
    seen: Seen,
}

impl<'a> Judge<'a> {
    fn new(
        searched: &'a Searched<'a>,
        wanted: &'a dyn Fn(&Count) -> bool,
        found: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Self {
        let problem = searched.problem;
        let seen = Seen {
            boards: number_of(problem, &searched.areas),
            filled: 0,
            without: vec![None; problem.region.len()],
            complete: false,
            tried: None,
        };
        let symmetries = Symmetry::of(problem.region.lattice())
            .filter(|&symmetry| problem.given.is_empty() && problem.carried_pieces(symmetry).is_some())
            .collect();
        Judge { searched, wanted, found, symmetries, classes: HashSet::new(), seen }
    }

    /// After what was begun before.
    fn resumed(
        searched: &'a Searched<'a>,
        begun: &Begun,
        wanted: &'a dyn Fn(&Count) -> bool,
        found: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Self, Refused> {
        let cells = searched.problem.region.len();
        let is_board = |board: &Vec<bool>| board.len() == cells;
        let near = begun.near.iter().map(|near| &near.board);
        if begun.walks > searched.walks.len()
            || begun.near.as_ref().is_some_and(|near| {
                near.walk >= searched.walks.len() || near.anew > near.tried || near.tried > u64::MAX / 2
            })
            || !begun.last.iter().chain(&begun.found).chain(near).all(is_board)
            || !(begun.without.is_empty() || begun.without.len() == cells)
            // As many as can be walked through, and more can be added.
            || begun.filled > u64::MAX / 2
            || begun.filled < begun.found.len() as u64
        {
            return Err(another());
        }
        let mut judge = Judge::new(searched, wanted, found);
        for board in &begun.found {
            let class = judge.class(&searched.cells(board));
            judge.classes.insert(class);
        }
        judge.seen.filled = begun.filled;
        if !begun.without.is_empty() {
            judge.seen.without.clone_from(&begun.without);
        }
        Ok(judge)
    }

    /// Decides about a board; `before` are the symmetries whose boards were seen earlier.
    fn leaf(&mut self, leaf: Leaf<'_>, before: &[Vec<u32>]) -> Result<ControlFlow<()>, Refused> {
        let Leaf { board, solutions } = leaf;
        let carried = |map: &Vec<u32>| (0..board.len()).all(|cell| board[cell] == board[map[cell] as usize]);
        if before.iter().any(carried) {
            return Ok(ControlFlow::Continue(()));
        }
        let Searched { problem, wish, control, .. } = *self.searched;
        if wish.connected && problem.region.parts(|cell| board[cell as usize], control)?.1 != 1 {
            return Ok(ControlFlow::Continue(()));
        }
        if wish.no_holes && shape::has_holes(&problem.region, board, control)? {
            return Ok(ControlFlow::Continue(()));
        }
        let cells = self.searched.cells(board);
        let solutions = self.counted(&cells, solutions)?;
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
        control.reserve(bytes, "the boards that were found")?;
        let problem = self.searched.on(&cells)?;
        Ok((self.found)(Board { problem, solutions }))
    }

    /// How many of these solutions of a board count.
    fn counted(&self, cells: &[Cell], solutions: u64) -> Result<Count, Refused> {
        let control = self.searched.control;
        if let Some(up_to) = self.searched.wish.up_to {
            let problem = self.searched.on(cells)?;
            if problem.symmetries_within(control)?.len() > 1 {
                let options = CountOptions { up_to: Some(up_to), ..CountOptions::default() };
                if let Answer::Total(total) = count(&problem, &options, control)?.answer {
                    return Ok(total);
                }
            }
        }
        Ok(solutions.into())
    }

    /// What cells have in common with those that a symmetry or a shift makes of them; where pieces are given, they stay where they are.
    fn class(&self, cells: &[Cell]) -> Vec<Cell> {
        let lattice = self.searched.problem.region.lattice();
        let image = |&symmetry: &Symmetry| {
            let spots: Vec<_> = cells.iter().map(|&cell| symmetry.image(lattice.spot(cell))).collect();
            Polyform::normalised(lattice, &spots).cells().to_vec()
        };
        self.symmetries.iter().map(image).min().unwrap_or_else(|| cells.to_vec())
    }
}

#[cfg(test)]
mod tests;
