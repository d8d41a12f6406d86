//! Which boards inside a frame have exactly so many solutions?
//!
//! In: a frame with the pieces to lay, each once if nothing else is said; what the boards are to be like, and how many solutions are
//! wanted. Out: each such board as a puzzle file, as a [`Part`], one of those that symmetries and shifts carry into each other; how
//! many boards there were, all of which are seen if nobody has enough before; and for each cell the fewest solutions without it. See
//! [`crate::design::boards`].

use super::pieces::{Solutions, expect_some, graded, told};
use super::{board_of, expect_numbers, file};
use crate::ask::amounts::rounded;
use crate::ask::number::{self, Integer};
use crate::ask::options::Ask;
use crate::ask::seed::seed_of;
use crate::ask::{Listener, Part, Unanswered, Words, answered, is_false, misused};
use crate::board::{Cell, Lattice, Region};
use crate::choice::choice;
use crate::design::boards::{
    Begun, Board, BoardSymmetry, Local, Near, Wish, boards_after, boards_near, found_before,
};
use crate::draw::{DrawError, Heat};
use crate::format::board::draw;
use crate::format::subject::Tiled;
use crate::number::Count;
use crate::pieces::Piece;
use crate::problem::UpTo;
use crate::run::clock::Instant;
use crate::run::{Control, Progress};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Which boards inside a frame have exactly so many solutions?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question =
///     r#"{"question": "design_board", "board": "3x4", "pieces": "I3,L3,O4", "symmetry": "turn"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.json()["boards"], 66);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DesignBoard {
    /// How many solutions a board is to have: a number, `1..3` or `2..`; one, where that is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// How many cells a board is to have; as many as the pieces can cover, where that is not said.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub area: Option<u64>,
    /// The cells of a board hang together.
    #[serde(skip_serializing_if = "is_false")]
    pub connected: bool,
    /// A board surrounds no empty cell.
    #[serde(skip_serializing_if = "is_false")]
    pub no_holes: bool,
    /// Which symmetries of the frame carry a board to itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetry: Option<BoardSymmetry>,
    /// Count solutions that these carry into each other only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// Which boards come first, when all are seen or tried; where nothing is said, as they are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<BoardRank>,
    /// Grade each puzzle, as `inspect` does.
    #[serde(skip_serializing_if = "is_false")]
    pub grade: bool,
    /// Do not see all boards, but search from one to the next, as this number determines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// With a seed: try so many boards; 10000, where that is not said.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub tries: Option<u64>,
    /// Make no more than this many puzzles, and stop then, unless it is to be found out first which these are.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
}

choice! {
    /// Which boards come first.
    pub enum BoardRank {
        /// As they are found.
        Found = "found", "As they are found";
        /// Those with fewest solutions.
        Solutions = "solutions", "Those with fewest solutions";
        /// Those with most symmetries.
        Symmetry = "symmetry", "Those that most symmetries carry to themselves";
        /// Those with fewest cells.
        Fewest = "fewest", "Those with fewest cells";
        /// Those with most cells.
        Most = "most", "Those with most cells";
        /// The easiest: each is graded.
        Easiest = "easiest", "The easiest, each being graded as by inspect";
        /// The hardest: each is graded.
        Hardest = "hardest", "The hardest, each being graded as by inspect";
    }
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedBoard {
    /// Which one it is, from 1.
    pub number: u64,
    /// In how many ways it can be solved.
    pub solutions: Integer,
    /// How many cells it has.
    pub cells: Integer,
    /// How hard it is, from 1 to 10, where that was asked for or decides which comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// How many symmetries carry it to itself, that which moves nothing among them, where that decides which comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<u64>,
    /// The board, drawn; of other cells than squares, their numbers.
    pub board: String,
    /// The puzzle file.
    pub puzzle: String,
}

/// How much was looked through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedBoards {
    /// Boards with as many solutions as are wanted, one of those that symmetries and shifts carry into each other.
    pub found: u64,
    /// Boards that the pieces cover, and that are like those that are wanted but for their number of solutions.
    pub filled: u64,
    /// Boards inside the frame with an area that the pieces can have.
    pub boards: Integer,
    /// Those of them that were made into puzzles.
    pub made: u64,
    /// Whether all were seen.
    pub complete: bool,
    /// How many boards were tried, where a seed led from one to the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<u64>,
    /// Cells of the frame that such boards can do without, each with the fewest solutions of one that does.
    pub without: Vec<Without>,
    /// The time that it took.
    pub seconds: f64,
    /// The frame.
    #[serde(skip)]
    pub frame: Region,
    /// Whether anything was wished of the boards besides their area.
    #[serde(skip)]
    pub wished: bool,
    /// Whether boards with a symmetry were wished, and solutions that it carries into each other counted as different.
    #[serde(skip)]
    pub counts_images: bool,
}

/// What comes of leaving out a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Without {
    /// The numbers of the cell, on squares its row and its column, from 0.
    pub cell: Vec<u32>,
    /// The fewest solutions of a board without it.
    pub solutions: Integer,
}

/// Boards that a search with a seed tries.
const TRIES: u64 = 10_000;

/// How far a search for boards is, to be resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BegunBoards {
    /// How many walks are at their end.
    walks: usize,
    /// The last board of the next one, `#` for each cell of the frame that it has, and `.` for each other.
    last: Option<String>,
    /// Boards that were filled.
    filled: u64,
    /// For each cell the fewest solutions of a board without it.
    without: Vec<Option<Integer>>,
    /// The boards that were found.
    found: Vec<String>,
    /// Where a search with a seed is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    near: Option<BegunNear>,
}

/// Where a search with a seed is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BegunNear {
    walk: usize,
    board: String,
    tried: u64,
    anew: u64,
    random: Integer,
}

impl From<&Begun> for BegunBoards {
    fn from(begun: &Begun) -> Self {
        let drawn = |board: &Vec<bool>| board.iter().map(|&is| if is { '#' } else { '.' }).collect();
        let near = |near: &Near| {
            let &Near { walk, ref board, tried, anew, random } = near;
            BegunNear { walk, board: drawn(board), tried, anew, random: random.into() }
        };
        BegunBoards {
            walks: begun.walks,
            last: begun.last.as_ref().map(drawn),
            filled: begun.filled,
            without: begun.without.iter().map(|fewest| fewest.as_ref().map(Into::into)).collect(),
            found: begun.found.iter().map(drawn).collect(),
            near: begun.near.as_ref().map(near),
        }
    }
}

impl BegunBoards {
    fn read(&self) -> Begun {
        let read = |drawn: &String| drawn.chars().map(|c| c == '#').collect();
        let number = |fewest: &Option<Integer>| fewest.as_ref()?.0.to_string().parse().ok();
        let near = |near: &BegunNear| {
            let &BegunNear { walk, ref board, tried, anew, ref random } = near;
            Near { walk, board: read(board), tried, anew, random: u64::try_from(&random.0).unwrap_or(0) }
        };
        Begun {
            walks: self.walks,
            last: self.last.as_ref().map(read),
            filled: self.filled,
            without: self.without.iter().map(number).collect(),
            found: self.found.iter().map(read).collect(),
            near: self.near.as_ref().map(near),
        }
    }
}

impl DesignBoard {
    /// Looks through all boards, or through some, and hands a puzzle for each that is wanted to the listener.
    ///
    /// # Errors
    /// When no board can be meant, or `control` says stop.
    pub fn answer(
        &self,
        tiled: &Tiled,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedBoards, Unanswered> {
        self.resume(tiled, &BegunBoards::default(), control, listener, &mut |_| {})
    }

    /// As [`DesignBoard::answer`], after what was begun before; `keep` is told how far it is, now and then and when a limit ends it.
    ///
    /// # Errors
    /// As [`DesignBoard::answer`], or when what was begun was another search.
    pub fn resume(
        &self,
        tiled: &Tiled,
        begun_before: &BegunBoards,
        control: &Control,
        listener: &mut Listener<'_>,
        keep: &mut dyn FnMut(BegunBoards),
    ) -> Result<DesignedBoards, Unanswered> {
        let begun = Instant::now();
        expect_some(self.limit)?;
        let wanted = self.solutions.unwrap_or_default();
        let wish = Wish {
            area: self.area.map(|area| usize::try_from(area).unwrap_or(usize::MAX)),
            connected: self.connected,
            no_holes: self.no_holes,
            symmetry: self.symmetry,
            up_to: self.up_to,
        };
        let frame = &tiled.problem.region;
        let of = board_of(&tiled.about, &tiled.problem);
        let local = self.local()?;
        let before = begun_before.read();
        let ranked = self.rank.filter(|&rank| rank != BoardRank::Found);
        let earlier = before.found.len() as u64;
        let mut made = earlier;
        // Where they are ranked, those that were found before are needed again.
        let mut boards = Vec::new();
        if ranked.is_some() {
            boards = found_before(&tiled.problem, &wish, &before, control)?;
        }
        let mut held: u64 = boards.iter().map(held_by).sum();
        let mut failed = None;
        let allow = |solutions: &Count| wanted.allow(solutions);
        let mut tell = |board: Board| {
            if ranked.is_some() {
                held += held_by(&board);
                if let Err(stopped) = control.reserve(held, "the boards that are to be ranked") {
                    failed = Some(stopped.into());
                    return ControlFlow::Break(());
                }
                boards.push(board);
                return ControlFlow::Continue(());
            }
            // One board more than are wanted says that there are more.
            if self.limit.is_some_and(|limit| made >= limit) {
                return ControlFlow::Break(());
            }
            match self.designed(board, made + 1, (tiled, &of), control) {
                Ok(designed) => {
                    made += 1;
                    listener(Part::DesignedBoard(Box::new(designed)))
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let asked = (&tiled.problem, &wish, &allow as &dyn Fn(&Count) -> bool);
        let mut keep = |begun: &Begun| keep(begun.into());
        let seen = match local {
            Some(local) => boards_near(asked, local, before, control, &mut tell, &mut keep)?,
            None => boards_after(asked, before, control, &mut tell, &mut keep)?,
        };
        if let Some(error) = failed {
            return Err(error);
        }
        let mut found = made;
        if let Some(rank) = ranked {
            found = boards.len() as u64;
            made = self.ranked(boards, rank, (tiled, &of), control, listener)?;
        }
        let lattice = frame.lattice();
        let without = |(cell, fewest): (_, &Option<Count>)| {
            Some(Without { cell: lattice.coordinates(cell).0, solutions: fewest.as_ref()?.into() })
        };
        Ok(DesignedBoards {
            found,
            made,
            filled: seen.filled,
            boards: (&seen.boards).into(),
            complete: seen.complete,
            tried: seen.tried,
            without: frame.cells().zip(&seen.without).filter_map(without).collect(),
            seconds: rounded(begun.elapsed()),
            frame: frame.clone(),
            wished: self.connected || self.no_holes || self.symmetry.is_some(),
            counts_images: self.symmetry.is_some() && self.up_to.is_none(),
        })
    }

    /// Makes puzzles of boards, in the order of their rank, and says how many.
    fn ranked(
        &self,
        boards: Vec<Board>,
        rank: BoardRank,
        of: (&Tiled, &str),
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<u64, Unanswered> {
        let total = boards.len() as u64;
        let mut keyed = Vec::with_capacity(boards.len());
        for (done, board) in (0..).zip(boards) {
            control.check(Progress::Pieces { done, total })?;
            let key = match rank {
                BoardRank::Found | BoardRank::Solutions => 0.0,
                BoardRank::Symmetry => -(symmetries(&board, control)? as f64),
                BoardRank::Fewest => board.problem.region.len() as f64,
                BoardRank::Most => -(board.problem.region.len() as f64),
                BoardRank::Easiest => graded(&board.problem, control)?.unwrap_or(0.0),
                BoardRank::Hardest => -graded(&board.problem, control)?.unwrap_or(0.0),
            };
            keyed.push((key, board));
        }
        // What is equal goes by solutions, and then as it was found.
        keyed
            .sort_by(|(key, a), (other, b)| key.total_cmp(other).then_with(|| a.solutions.cmp(&b.solutions)));
        let most = self.limit.unwrap_or(u64::MAX);
        let mut made = 0;
        for (number, (_, board)) in (1..=most).zip(keyed) {
            control.check(Progress::Pieces { done: number, total })?;
            let designed = self.designed(board, number, of, control)?;
            made = number;
            if listener(Part::DesignedBoard(Box::new(designed))).is_break() {
                break;
            }
        }
        Ok(made)
    }

    /// How boards are searched, if not all are seen.
    fn local(&self) -> Result<Option<Local>, Unanswered> {
        let Some(seed) = &self.seed else {
            return match self.tries {
                Some(_) => {
                    Err(misused("tries are for a search with a seed", "add a seed, or leave them out"))
                }
                None => Ok(None),
            };
        };
        if self.tries == Some(0) {
            return Err(misused("no board is tried in 0 tries", "ask for at least 1, or leave --tries out"));
        }
        Ok(Some(Local { seed: seed_of(seed)?, tries: self.tries.unwrap_or(TRIES) }))
    }

    /// The puzzle on a board.
    fn designed(
        &self,
        board: Board,
        number: u64,
        (tiled, of): (&Tiled, &str),
        control: &Control,
    ) -> Result<DesignedBoard, Unanswered> {
        let cells = board.problem.region.len();
        let drawn = drawn(&board.problem.region);
        let mut about = tiled.about.clone();
        let grades = self.grade || matches!(self.rank, Some(BoardRank::Easiest | BoardRank::Hardest));
        let grade = if grades { graded(&board.problem, control)? } else { None };
        let symmetries =
            if self.rank == Some(BoardRank::Symmetry) { Some(symmetries(&board, control)?) } else { None };
        if let Some(grade) = grade {
            about.further.difficulty = Some(format!("{grade:.1}"));
        }
        if let Some(Integer(seed)) = &self.seed {
            about.source = Some(format!("found by `polytile design board --seed {seed}`"));
        }
        let title = format!("Board {number} of {cells} cells inside {of}");
        let puzzle = file(board.problem, title, told(&board.solutions, self.up_to), &about)?;
        let (cells, solutions) = ((cells as u64).into(), (&board.solutions).into());
        Ok(DesignedBoard { number, solutions, cells, grade, symmetries, board: drawn, puzzle })
    }
}

/// Bytes that a board takes which waits for its rank: its cells, and pieces of its own.
fn held_by(board: &Board) -> u64 {
    let piece = |piece: &Piece| {
        128 + piece.orientations.iter().map(|o| 64 + o.size() * size_of::<Cell>()).sum::<usize>()
    };
    let pieces: usize = board.problem.pieces.iter().map(piece).sum();
    (512 + 4 * size_of::<Cell>() * board.problem.region.len() + pieces) as u64
}

/// How many symmetries carry a board to itself.
fn symmetries(board: &Board, control: &Control) -> Result<u64, Unanswered> {
    Ok(board.problem.region.symmetries_within(control)?.len() as u64)
}

/// A board, drawn, or as the numbers of its cells.
fn drawn(region: &Region) -> String {
    let lattice = region.lattice();
    if lattice == Lattice::Square {
        return draw(region);
    }
    let cells: Vec<String> = region.cells().map(|cell| lattice.coordinates(cell).to_string()).collect();
    cells.join(" ") + "\n"
}

impl Ask for DesignBoard {
    type Answer = DesignedBoards;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedBoards, Unanswered> {
        expect_numbers(about)?;
        self.answer(&answered::tiled(about, control, listener)?, control, listener)
    }
}

impl DesignedBoard {
    /// The number of solutions, and the board.
    pub fn text(&self) -> String {
        let s = if self.solutions.0 == 1_u8.into() { "" } else { "s" };
        let grade = self.grade.map_or_else(String::new, |grade| format!(", grade {grade:.1}"));
        let symmetries = match self.symmetries {
            None => String::new(),
            Some(1) => ", no symmetry".to_owned(),
            Some(n) => format!(", {n} symmetries"),
        };
        format!(
            "{} solution{s}, {} cells{grade}{symmetries}\n{}\n",
            self.solutions.0, self.cells.0, self.board
        )
    }
}

impl DesignedBoards {
    /// How much was looked through, in a sentence.
    pub fn text(&self) -> String {
        let DesignedBoards { found, made, filled, boards, complete, wished, .. } = self;
        let (s, have) = if *found == 1 { ("", "has") } else { ("s", "have") };
        let some = if made < found { format!("; {made} were made") } else { String::new() };
        let advice = if *found == 0 && self.counts_images && *filled > 0 {
            "solutions that the symmetry of a board carries into each other count as several: --up-to symmetries counts them once\n"
        } else {
            ""
        };
        if let Some(tried) = self.tried {
            return format!(
                "{found} board{s} up to symmetry {have} as many solutions as are wanted{some}; of {} boards inside the frame with the area of \
                 pieces {tried} were tried, so there may be others\n{advice}",
                boards.0
            );
        }
        let wished = if *wished { " that are as wished" } else { "" };
        let all = if *complete { "all were seen" } else { "others were not asked for" };
        format!(
            "{found} board{s} up to symmetry {have} as many solutions as are wanted{some}; of {} boards inside the frame with the area of pieces \
             {filled}{wished} can be filled, and {all}\n{advice}",
            boards.0
        )
    }

    /// The frame with each cell shaded by how near to one solution a board without it is.
    ///
    /// # Errors
    /// When the numbers cannot be drawn.
    pub fn heat(&self) -> Result<Heat<'_>, DrawError> {
        let mut shares = vec![0.0; self.frame.len()];
        for without in &self.without {
            let numbers = crate::board::Coordinates(without.cell.clone());
            let cell = self.frame.lattice().cell_at(&numbers).and_then(|cell| self.frame.index(cell));
            let solutions = without.solutions.0.to_string().parse::<f64>().unwrap_or(f64::INFINITY);
            if let Some(share) = cell.and_then(|cell| shares.get_mut(cell as usize)) {
                *share = 1.0 / solutions.max(1.0);
            }
        }
        let mut heat = Heat::quotients(&self.frame, "1 / the fewest solutions of a board without the cell");
        heat.add("boards without the cell", &shares)?;
        if self.complete {
            return Ok(heat);
        }
        let known = |cell: Cell| {
            let numbers = self.frame.lattice().coordinates(cell);
            // What may not stay empty is on every board.
            self.without.iter().any(|without| without.cell == numbers.0)
                || self.frame.has_optional() && !self.frame.is_optional(cell)
        };
        let untried: Vec<bool> = self.frame.cells().map(|cell| !known(cell)).collect();
        Ok(heat.untried(&untried))
    }
}
