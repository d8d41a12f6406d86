//! Which boards inside a frame have exactly so many solutions?
//!
//! In: a frame with the pieces to lay, each once if nothing else is said; what the boards are to be like, and how many solutions are
//! wanted. Out: each such board as a puzzle file, as a [`Part`], one of those that symmetries and shifts carry into each other; how
//! many boards there were, all of which are seen if nobody has enough before; and for each cell the fewest solutions without it. See
//! [`crate::design::boards`].

use super::pieces::{Solutions, graded, told};
use super::{board_of, expect_numbers, file};
use crate::ask::amounts::rounded;
use crate::ask::number::{self, Integer};
use crate::ask::options::Ask;
use crate::ask::seed::seed_of;
use crate::ask::{Listener, Part, Unanswered, Words, answered, is_false, misused};
use crate::board::{Lattice, Region};
use crate::design::boards::{Begun, Board, BoardSymmetry, Local, Wish, boards_after, boards_near};
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
    /// How hard it is, from 1 to 10, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
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
}

impl From<&Begun> for BegunBoards {
    fn from(begun: &Begun) -> Self {
        let drawn = |board: &Vec<bool>| board.iter().map(|&is| if is { '#' } else { '.' }).collect();
        BegunBoards {
            walks: begun.walks,
            last: begun.last.as_ref().map(drawn),
            filled: begun.filled,
            without: begun.without.iter().map(|fewest| fewest.as_ref().map(Into::into)).collect(),
            found: begun.found.iter().map(drawn).collect(),
        }
    }
}

impl BegunBoards {
    fn read(&self) -> Begun {
        let read = |drawn: &String| drawn.chars().map(|c| c == '#').collect();
        let number = |fewest: &Option<Integer>| fewest.as_ref()?.0.to_string().parse().ok();
        Begun {
            walks: self.walks,
            last: self.last.as_ref().map(read),
            filled: self.filled,
            without: self.without.iter().map(number).collect(),
            found: self.found.iter().map(read).collect(),
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

    /// As [`DesignBoard::answer`], after what was begun before; `keep` is told how far it is, now and then and when a limit ends it. A search
    /// with a seed begins anew.
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
        let before = if local.is_some() { Begun::default() } else { begun_before.read() };
        let mut found = before.found.len() as u64;
        let mut failed = None;
        let allow = |solutions: &Count| wanted.allow(solutions);
        let mut tell = |board: Board| {
            // One board more than are wanted says that there are more.
            if self.limit.is_some_and(|limit| found >= limit) {
                return ControlFlow::Break(());
            }
            match self.designed(board, found + 1, (tiled, &of), control) {
                Ok(designed) => {
                    found += 1;
                    listener(Part::DesignedBoard(Box::new(designed)))
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        let asked = (&tiled.problem, &wish, &allow as &dyn Fn(&Count) -> bool);
        let seen = match local {
            Some(local) => boards_near(asked, local, control, &mut tell)?,
            None => boards_after(asked, before, control, &mut tell, &mut |begun| keep(begun.into()))?,
        };
        if let Some(error) = failed {
            return Err(error);
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
            tried: seen.tried,
            without: frame.cells().zip(&seen.without).filter_map(without).collect(),
            seconds: rounded(begun.elapsed()),
            frame: frame.clone(),
            wished: self.connected || self.no_holes || self.symmetry.is_some(),
        })
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
        let grade = if self.grade { graded(&board.problem, control)? } else { None };
        if let Some(grade) = grade {
            about.further.difficulty = Some(format!("{grade:.1}"));
        }
        if let Some(Integer(seed)) = &self.seed {
            about.source = Some(format!("found by `polytile design board --seed {seed}`"));
        }
        let title = format!("Board {number} of {cells} cells inside {of}");
        let puzzle = file(board.problem, title, told(&board.solutions, self.up_to), &about)?;
        let (cells, solutions) = ((cells as u64).into(), (&board.solutions).into());
        Ok(DesignedBoard { number, solutions, cells, grade, board: drawn, puzzle })
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
        expect_numbers(about)?;
        self.answer(&answered::tiled(about, control, listener)?, control, listener)
    }
}

impl DesignedBoard {
    /// The number of solutions, and the board.
    pub fn text(&self) -> String {
        let s = if self.solutions.0 == 1_u8.into() { "" } else { "s" };
        let grade = self.grade.map_or_else(String::new, |grade| format!(", grade {grade:.1}"));
        format!("{} solution{s}, {} cells{grade}\n{}\n", self.solutions.0, self.cells.0, self.board)
    }
}

impl DesignedBoards {
    /// How much was looked through, in a sentence.
    pub fn text(&self) -> String {
        let DesignedBoards { found, filled, boards, complete, wished, .. } = self;
        let (s, have) = if *found == 1 { ("", "has") } else { ("s", "have") };
        if let Some(tried) = self.tried {
            return format!(
                "{found} board{s} up to symmetry {have} as many solutions as are wanted; of {} boards inside the frame with the area of \
                 pieces {tried} were tried, so there may be others\n",
                boards.0
            );
        }
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
