//! Which boards inside a frame have exactly so many solutions?
//!
//! In: a frame with the pieces to lay, each once if nothing else is said; what the boards are to be like, and how many solutions are
//! wanted. Out: each such board as a puzzle file, as a [`Part`], one of those that symmetries and shifts carry into each other; how
//! many boards there were, all of which are seen if nobody has enough before; and for each cell the fewest solutions without it. See
//! [`crate::design::boards`].

use super::pieces::{Solutions, told};
use super::{board_of, file};
use crate::ask::amounts::rounded;
use crate::ask::number::{self, Integer};
use crate::ask::options::Ask;
use crate::ask::{Listener, Part, Unanswered, Words, answered, is_false};
use crate::board::{Lattice, Region};
use crate::design::boards::{BoardSymmetry, Wish, boards};
use crate::draw::{DrawError, Heat};
use crate::format::board::draw;
use crate::format::subject::Tiled;
use crate::number::Count;
use crate::problem::UpTo;
use crate::run::Control;
use crate::run::clock::Instant;
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
    /// Make no more than this many puzzles, and stop then.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
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
    /// Whether all were seen.
    pub complete: bool,
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

impl DesignBoard {
    /// Looks through all boards, and hands a puzzle for each that is wanted to the listener.
    ///
    /// # Errors
    /// When no board can be meant, or `control` says stop.
    pub fn answer(
        &self,
        tiled: &Tiled,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedBoards, Unanswered> {
        let begun = Instant::now();
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
        let mut found = 0;
        let mut failed = None;
        let allow = |solutions: &Count| wanted.allow(solutions);
        let seen = boards(&tiled.problem, &wish, &allow, control, &mut |board| {
            // One board more than are wanted says that there are more.
            if self.limit.is_some_and(|limit| found >= limit) {
                return ControlFlow::Break(());
            }
            found += 1;
            let cells = board.problem.region.len();
            let drawn = drawn(&board.problem.region);
            let title = format!("Board {found} of {cells} cells inside {of}");
            let description = told(&board.solutions, self.up_to);
            let puzzle = match file(board.problem, title, description, &tiled.about) {
                Ok(puzzle) => puzzle,
                Err(error) => {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            };
            let cells = (cells as u64).into();
            let solutions = (&board.solutions).into();
            let designed = DesignedBoard { number: found, solutions, cells, board: drawn, puzzle };
            listener(Part::DesignedBoard(Box::new(designed)))
        })?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        let lattice = frame.lattice();
        let without = |(cell, fewest): (_, &Option<Count>)| {
            Some(Without { cell: lattice.coordinates(cell).0, solutions: fewest.as_ref()?.into() })
        };
        Ok(DesignedBoards {
            found,
            filled: seen.filled,
            boards: (&seen.boards).into(),
            complete: seen.complete,
            without: frame.cells().zip(&seen.without).filter_map(without).collect(),
            seconds: rounded(begun.elapsed()),
            frame: frame.clone(),
            wished: self.connected || self.no_holes || self.symmetry.is_some(),
        })
    }
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
        self.answer(&answered::tiled(about, control, listener)?, control, listener)
    }
}

impl DesignedBoard {
    /// The number of solutions, and the board.
    pub fn text(&self) -> String {
        let s = if self.solutions.0 == 1_u8.into() { "" } else { "s" };
        format!("{} solution{s}, {} cells\n{}\n", self.solutions.0, self.cells.0, self.board)
    }
}

impl DesignedBoards {
    /// How much was looked through, in a sentence.
    pub fn text(&self) -> String {
        let DesignedBoards { found, filled, boards, complete, wished, .. } = self;
        let (s, have) = if *found == 1 { ("", "has") } else { ("s", "have") };
        let wished = if *wished { " that are as wished" } else { "" };
        let all = if *complete { "all were seen" } else { "others were not asked for" };
        format!(
            "{found} board{s} up to symmetry {have} as many solutions as are wanted; of {} boards inside the frame with the area of pieces \
             {filled}{wished} can be filled, and {all}\n",
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
        let mut heat = Heat::shares(&self.frame, "1 / solutions");
        heat.add("boards without the cell", &shares)?;
        Ok(heat)
    }
}
