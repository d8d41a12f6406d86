//! Solving as people do: by reasons, the easiest first.
//!
//! In: a puzzle, and what lies already. Out: the next step, with a reason that can be said in a sentence: a cell (or any item) that
//! only one placement can cover, a piece with one place left; and where neither is there, placements that cannot lie because they
//! would cut off an area that no pieces sum to, leave a cell that nothing covers or a piece without a place, spoil the balance of
//! colours, or force a second placement after which one of these happens ([`Technique`]). What is ruled out stays so, and a step
//! says only what it needs. Where no reason leads on, one has to guess.
//!
//! Nothing here is shared with the engines that search, and all that is said is true of every solution that has what lies: hints
//! are checked by them, and a puzzle is graded by what its steps need ([`grade`](fn@grade)). The techniques are those of 7.2.2.1 and of every
//! book about sudoku (an item whose options all touch a candidate rules it out: "pointing"), told for any exact cover; areas and
//! colours are added where the cover is of tilings.
//!
//! Cost: of a step, for each option that is left, the options that it ends; of areas, the open cells.
//!
//! ```
//! use polytile::{board::Region, exact_cover::Encoded, pieces::{Freedom, PieceSet}, problem::Problem};
//! use polytile::{reason::{Next, Reasoning, Technique}, run::Control, solve::Question};
//! let control = Control::default();
//! let problem = Problem::new(Region::rectangle(1, 4)?, PieceSet::all(2, Freedom::Free));
//! let encoded = Encoded::new(&problem, &control)?;
//! let question = Question::tilings(problem, encoded);
//! let mut reasoning = Reasoning::new(&question, &control)?;
//! let mut beginning = reasoning.beginning(&[], &control)?;
//! let Next::Lay(step) = reasoning.next(&mut beginning, &control)? else { panic!() };
//! assert_eq!((step.option, step.technique), (0, Technique::OnlyWay));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod colours;
mod grade;
mod open;
mod position;

pub use grade::{Grade, grade};
pub use position::Position;

use crate::choice::choice;
use crate::exact_cover::{Encoded, ExactCover};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};
use crate::solve::Question;
use areas::Areas;
use colours::Colouring;
use open::{Covering, Open};

/// With how many ways an item is looked at for what leaves it without: where there are more, people look elsewhere.
const TIGHT: u32 = 16;
/// And for two steps.
const FEW: u32 = 4;

/// How many exclusions people follow to see one step; what needs more is told where nothing else leads on, and graded as a guess.
pub const FOLLOWED: usize = 12;

choice! {
    /// What a step needs.
    pub enum Technique {
        /// Only one option can cover a cell or an item.
        OnlyWay = "only-way", "A cell that only one placement can cover";
        /// A piece that must lie has one place.
        OnlyPlace = "only-place", "A piece with one place left";
        /// A placement would cut off cells that no pieces fill.
        Area = "area", "An area cut off that no pieces sum to";
        /// A placement would leave a cell or a piece without any.
        NoWay = "no-way", "A placement after which nothing covers a cell, or a piece has no place";
        /// A placement would spoil the balance of colours.
        Colours = "colours", "A placement after which the colours do not come out";
        /// A placement would force another, and that one of these.
        TwoSteps = "two-steps", "A placement that forces another one, after which the rest cannot be";
        /// Nothing of these leads on.
        Guess = "guess", "No reason: try, and take back";
    }
}

/// Why the rest cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// No pieces that are left sum to this area: its cells.
    Area(Vec<u32>),
    /// An item that must be covered cannot be, or not as often as it must.
    NoWay(u32),
    /// The colours do not come out.
    Colours(Tally),
}

/// How the cells of a board are told apart by two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// As on a chessboard: no two cells that touch are alike.
    Chessboard,
    /// Rows in turn.
    Rows,
    /// Columns in turn.
    Columns,
}

/// Open cells by their colours, and what the pieces that are left could cover instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The colours.
    pub pattern: Pattern,
    /// How many open cells are black.
    pub black: u32,
    /// And how many white.
    pub white: u32,
    /// How many more black than white cells the pieces can cover: the next fewer and the next more than there are, if any.
    pub nearest: Vec<i64>,
}

/// An option that is ruled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded {
    /// The option.
    pub option: u32,
    /// The item that it would leave one way to cover, and that way, where it takes two steps.
    pub forcing: Option<(u32, u32)>,
    /// What would be in the way then.
    pub obstacle: Obstacle,
}

impl Excluded {
    /// What was needed to see it.
    pub fn technique(&self) -> Technique {
        match self.obstacle {
            _ if self.forcing.is_some() => Technique::TwoSteps,
            Obstacle::Area(_) => Technique::Area,
            Obstacle::NoWay(_) => Technique::NoWay,
            Obstacle::Colours(_) => Technique::Colours,
        }
    }

    /// The items whose other options this relies on.
    fn items(&self) -> impl Iterator<Item = u32> {
        let item = if let Obstacle::NoWay(item) = self.obstacle { Some(item) } else { None };
        self.forcing.map(|(item, _)| item).into_iter().chain(item)
    }
}

/// An option that every solution has that has what lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The option.
    pub option: u32,
    /// The item that it alone can cover, or that all options which are left must cover.
    pub item: u32,
    /// How often that must still be covered: in as many ways as are left.
    pub times: u32,
    /// The hardest technique that it needs.
    pub technique: Technique,
    /// What is ruled out before this can be seen, in an order in which each can be seen.
    pub because: Vec<Excluded>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// All that must be covered is.
    Done,
    /// This must be chosen.
    Lay(Step),
    /// There is no solution, for this reason, once the rest is ruled out.
    Dead(Obstacle, Vec<Excluded>),
    /// No reason leads on; this item has the fewest ways to be covered.
    Guess(u32),
}

/// A puzzle, looked at as people do.
pub struct Reasoning<'a> {
    cover: &'a ExactCover,
    tiling: Option<(&'a Problem, &'a Encoded)>,
    covering: Covering,
    areas: Option<Areas<'a>>,
    colourings: Vec<Colouring<'a>>,
}

impl<'a> Reasoning<'a> {
    /// Looks at a puzzle.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn new(question: &'a Question, control: &Control) -> Result<Self, Stopped> {
        let cover = question.cover();
        let covering = Covering::new(cover, control)?;
        let beside = control.holding(covering.bytes());
        let (mut tiling, mut areas, mut colourings) = (None, None, Vec::new());
        if let Question::Tilings(problem, encoded) = question {
            tiling = Some((&**problem, &**encoded));
            areas = Some(Areas::new(problem, encoded, &beside)?);
            colourings = Colouring::all(problem, encoded, &beside)?;
        }
        Ok(Reasoning { cover, tiling, covering, areas, colourings })
    }

    /// What is left when `chosen` lie, which must not exclude each other.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn beginning(&self, chosen: &[u32], control: &Control) -> Result<Position<'_>, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut open = Open::new(self.cover, &self.covering, control)?;
        for &option in chosen {
            let cost = open.choose(option);
            pulse.beats(cost)?;
        }
        Position::new(open, self.cover.option_count())
    }

    /// The open cells that are black in a pattern.
    pub fn black(&self, pattern: Pattern, position: &Position<'_>) -> Vec<u32> {
        let colouring = self.colourings.iter().find(|colouring| colouring.pattern() == pattern);
        colouring.map(|colouring| colouring.black(&position.open).collect()).unwrap_or_default()
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.covering.bytes() + self.areas.as_ref().map_or(0, Areas::bytes)
    }

    /// Whether an option lays a hole: a cell that stays empty.
    fn is_hole(&self, option: u32) -> bool {
        self.tiling
            .is_some_and(|(problem, encoded)| problem.pieces[encoded.placement(option).piece as usize].hole)
    }

    /// The piece that an option lays.
    fn piece(&self, option: u32) -> Option<u32> {
        self.tiling.map(|(_, encoded)| encoded.placement(option).piece)
    }

    /// Whether an item is a piece.
    fn is_piece(&self, item: u32) -> bool {
        self.tiling.is_some_and(|(problem, encoded)| {
            (0..problem.pieces.len() as u32).any(|piece| encoded.piece_item(piece) == Some(item))
        })
    }
}

#[cfg(test)]
mod tests;
