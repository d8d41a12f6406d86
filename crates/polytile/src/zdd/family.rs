//! A diagram and what its variables stand for: a [`Family`].
//!
//! A diagram knows numbers of variables only. In: a puzzle and an order of its cells, or names. Out: the diagram with a name for
//! every variable, by which options are asked for, and the meaning of a set: a tiling, a number, or just a set. Names follow from
//! the puzzle and the order, so two families of one puzzle and order have the same variables. Cost: a name for each option, and a
//! sort of the names to find one.

use super::build::build;
use super::names::{OptionNames, labels, name};
use super::{Diagram, DiagramBuilder, ZddError};
use crate::board::Cell;
use crate::condition::{Condition, expect_single};
use crate::frontier::cover::{Cover, laid};
use crate::frontier::level::Counters;
use crate::frontier::{Narrowest, Order};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Refused, Stopped, room};
use crate::tiling::{Laid, Tiling};

/// The puzzle whose tilings the sets of a family are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it is called, if it has a title.
    pub title: Option<String>,
    /// What is asked.
    pub problem: Problem,
    /// The order of the cells, by which the options are numbered.
    pub order: Order,
}

/// A family of sets of named options.
///
/// The variables of a puzzle's tilings are its options: the ways to lay one piece. They are numbered by their first cell
/// in the order of the cells, and among those of one first cell by their other cells in that order. An option is called
/// by its piece and its cells, row and column from 0: `L3@0,0+0,1+1,0`. Where pieces share a name, the second is called
/// `name#2`, and so on.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, count::Order, problem::Problem, run::Control, zdd::Family};
/// let problem = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
/// let control = Control::default();
/// let family = Family::tilings(&problem, Some(Order::Rows), &control)?;
/// assert_eq!(family.diagram().variables(), 112);
/// assert_eq!(family.diagram().nodes(), 2300);
/// assert_eq!(family.diagram().count(&control)?, 12988816_u32.into());
///
/// // Those with a domino in the corner, lying; in the order of the variables they come first.
/// let lying = family.option("domino@0,0+0,1")?;
/// let some = family.restricted(&[lying], &[], &control)?;
/// assert_eq!(some.diagram().count(&control)?, 6494408_u32.into());
/// let first = some.diagram().counted(&control)?.kth(&1_u8.into()).expect("there are some");
/// let tiling = some.tiling(&first).expect("a puzzle");
/// assert_eq!(tiling.check(&problem), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    diagram: Diagram,
    names: OptionNames,
    pub(super) meaning: Meaning,
    restricted: bool,
}

/// What sets are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Nothing but sets.
    Sets,
    /// Tilings of the puzzle, and what each option lays.
    Tilings(Box<Puzzle>, Vec<Laid>),
    /// Numbers of `length` digits: the option `3=7` is the digit 7 at the third position.
    Numbers { length: usize },
}

/// The options of a puzzle's tilings in order: all that the variables of a diagram mean.
pub(super) struct NamedOptions {
    pub cover: Cover,
    pub laid: Vec<Laid>,
    pub names: Vec<String>,
    /// Bytes that all of these take.
    pub bytes: u64,
}

/// What the system takes for a small piece of memory, beyond what is asked for.
const ALLOCATION: usize = 16;

/// Bytes that the names of so many options take, all of so many letters, and what they lay, all of so many cells.
pub(super) fn bytes_named(options: usize, letters: usize, cells: usize) -> u64 {
    let each = size_of::<Laid>() + size_of::<String>() + size_of::<u32>() + 2 * ALLOCATION;
    (options as u64 * each as u64) + letters as u64 + cells as u64 * size_of::<Cell>() as u64
}

/// The options of `problem`, its cells in `order`.
///
/// # Errors
/// When the list of placements, or their names, outgrow the memory of `control`.
pub(super) fn named_options(
    problem: &Problem,
    order: Order,
    control: &Control,
) -> Result<NamedOptions, Stopped> {
    const WHAT: &str = "the names of the options";
    let placements = laid(problem, &[], control)?;
    let cover = Cover::new(problem, &placements, order, control)?;
    let pulse = Pulse::preparing(control);
    let cells: Vec<Cell> = problem.region.cells().collect();
    let (labels, lattice) = (labels(problem), problem.region.lattice());
    let longest = labels.iter().map(String::len).max().unwrap_or(0);
    let last = |count: u32| count.saturating_sub(1);
    let (layers, rows, cols) = (problem.region.layers(), problem.region.rows(), problem.region.cols());
    let corner = Cell { layer: last(layers), row: last(rows), col: last(cols) };
    let widest = 1 + lattice.coordinates(corner).to_string().len();
    let (options, covered) = (cover.placements().len(), placements.covered());
    let most = bytes_named(options, (1 + longest) * options + widest * covered, covered);
    let beside = cover.bytes() + placements.bytes() + (size_of::<Cell>() * cells.len()) as u64;
    control.reserve(most + beside, WHAT)?;
    let mut laid: Vec<Laid> = room::list(options, WHAT)?;
    let mut names: Vec<String> = room::list(options, WHAT)?;
    for &option in cover.placements() {
        pulse.beat()?;
        let placement = placements.get(option as usize);
        let cells = placement.cells.iter().map(|&cell| cells[cell as usize]).collect();
        let option = Laid { piece: placement.piece as usize, cells };
        let written = option.cells.iter().map(|&cell| lattice.coordinates(cell)).collect();
        names.push(name(&labels[option.piece], written));
        laid.push(option);
    }
    let letters = names.iter().map(String::len).sum();
    let bytes = cover.bytes() + bytes_named(options, letters, covered);
    Ok(NamedOptions { cover, laid, names, bytes })
}

impl Family {
    /// The family of `diagram`, whose variables are called `names`, as many as there are variables and all different.
    ///
    /// # Panics
    /// When there are more or fewer names than variables.
    pub fn new(diagram: Diagram, names: Vec<String>) -> Self {
        Self::meant(diagram, names, Meaning::Sets)
    }

    /// The family of `diagram`, whose sets are numbers: variable v is the digit `digits[v]`, a position from 0 and what
    /// stands there, and every set has one for each position.
    ///
    /// ```
    /// use polytile::{run::Control, zdd::{Family, cover}};
    /// let mind = polytile::format::number_mind::parse("12 ;1 correct\n13;0\n")?;
    /// let (puzzle, digits, control) = (mind.cover(), mind.options(), Control::default());
    /// let order = cover::narrow(&puzzle, &control)?;
    /// let diagram = cover::build(&puzzle, &order, &control)?;
    /// let digits: Vec<_> = order.iter().map(|&option| digits[option as usize]).collect();
    /// let family = Family::numbers(diagram, mind.length(), &digits);
    /// let numbers: Vec<_> = family.diagram().sets().filter_map(|set| family.number(&set)).collect();
    /// // The first digit is not 1 and the second not 3, so the second must be 2: nine ways.
    /// assert_eq!(numbers.len(), 9);
    /// assert!(numbers.contains(&"52".to_owned()));
    /// assert_eq!(family.number(&family.set_of_number("52")?), Some("52".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When there are more or fewer digits than variables.
    pub fn numbers(diagram: Diagram, length: usize, digits: &[(usize, u8)]) -> Self {
        let names = digits.iter().map(|(position, digit)| format!("{}={digit}", position + 1)).collect();
        Self::meant(diagram, names, Meaning::Numbers { length })
    }

    fn meant(diagram: Diagram, names: Vec<String>, meaning: Meaning) -> Self {
        assert_eq!(diagram.variables(), names.len(), "a name for each variable");
        Family { diagram, names: OptionNames::new(names), meaning, restricted: false }
    }

    /// The tilings of `problem`, its options numbered in `order`, or in the one with the narrowest frontier.
    ///
    /// # Errors
    /// [`Refused::Question`] when the rules have no meaning on the board, [`Refused::Stopped`] when `control` says
    /// stop or a limit is reached.
    pub fn tilings(problem: &Problem, order: Option<Order>, control: &Control) -> Result<Self, Refused> {
        Self::tilings_meeting(problem, &[], order, control)
    }

    /// The tilings of `problem` that meet all of `conditions`, among the options of all its tilings.
    ///
    /// ```
    /// use polytile::{board::Cell, condition::{Condition, Relation}, prelude::*, zdd::Family};
    /// let problem = Problem::new("8x8".parse()?, "dominoes".parse()?);
    /// let lying = Relation::LiesOn(vec![Cell::new(0, 0), Cell::new(0, 1)]);
    /// let corner = Condition { piece: 0, relation: lying, negated: true };
    /// let family = Family::tilings_meeting(&problem, &[corner], None, &Control::default())?;
    /// assert_eq!(family.diagram().count(&Control::default())?, 6494408_u32.into());
    /// assert!(family.is_restricted());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Family::tilings`], and when a condition couples two pieces.
    pub fn tilings_meeting(
        problem: &Problem,
        conditions: &[Condition],
        order: Option<Order>,
        control: &Control,
    ) -> Result<Self, Refused> {
        problem.meaningful()?;
        problem.expect_order(order)?;
        expect_single(conditions)?;
        let order = if let Some(order) = order { order } else { Narrowest::of(problem, control)?.order };
        let options = named_options(problem, order, control)?;
        let control = &control.holding(options.bytes);
        let counters = Counters::new(problem, false, 1);
        let diagram = if conditions.is_empty() {
            build(&options.cover, &counters, control)?
        } else {
            let placements = laid(problem, conditions, control)?;
            let control = &control.holding(placements.bytes());
            let cover = Cover::new(problem, &placements, order, control)?;
            let control = &control.holding(cover.bytes());
            let left = Left { problem, placements: &placements, cover: &cover };
            left.spread(&build(&cover, &counters, control)?, &options.laid, control)?
        };
        let puzzle = Puzzle { title: None, problem: problem.clone(), order };
        Ok(Self::of_options(diagram, options, puzzle).with_some_left(!conditions.is_empty()))
    }

    /// This family, of a puzzle called `title`.
    #[must_use]
    pub fn titled(mut self, title: Option<String>) -> Self {
        if let Meaning::Tilings(puzzle, _) = &mut self.meaning {
            puzzle.title = title;
        }
        self
    }

    /// The family of `diagram`, whose sets are tilings of `puzzle` by `options`.
    pub(super) fn of_options(diagram: Diagram, options: NamedOptions, puzzle: Puzzle) -> Self {
        Self::meant(diagram, options.names, Meaning::Tilings(Box::new(puzzle), options.laid))
    }

    /// This family, noting with `restricted` that more sets may belong to it than are left.
    pub(super) fn with_some_left(mut self, restricted: bool) -> Self {
        self.restricted = restricted;
        self
    }

    /// Whether [`Family::restricted`] has taken sets away, perhaps before the family was saved: there may be more tilings
    /// of the puzzle than these.
    pub fn is_restricted(&self) -> bool {
        self.restricted
    }

    /// The sets, by numbers of variables.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// Bytes that the names take, and what the options lay: what there is beside the diagram.
    pub(crate) fn beside(&self) -> u64 {
        let letters = self.names().iter().map(String::len).sum();
        let cells = match &self.meaning {
            Meaning::Tilings(_, laid) => laid.iter().map(|laid| laid.cells.len()).sum(),
            _ => 0,
        };
        bytes_named(self.names().len(), letters, cells)
    }

    /// What the variables are called.
    pub fn names(&self) -> &[String] {
        self.names.all()
    }

    /// The same, to look names up.
    pub(crate) fn option_names(&self) -> &OptionNames {
        &self.names
    }

    /// The puzzle, if the sets are tilings.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        if let Meaning::Tilings(puzzle, _) = &self.meaning { Some(puzzle) } else { None }
    }

    /// What the option of a variable lays, and where, if the sets are tilings.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn laid(&self, variable: u32) -> Option<&Laid> {
        if let Meaning::Tilings(_, laid) = &self.meaning { Some(&laid[variable as usize]) } else { None }
    }

    /// The tiling that a set is, if the sets are tilings; holes are left out.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn tiling(&self, set: &[u32]) -> Option<Tiling> {
        let Meaning::Tilings(puzzle, laid) = &self.meaning else { return None };
        let laid = set.iter().map(|&v| &laid[v as usize]);
        let lies = |laid: &&Laid| !puzzle.problem.pieces[laid.piece].hole;
        Some(Tiling::new(laid.filter(lies).cloned().collect()))
    }

    /// Whether the sets are more than sets: tilings or numbers.
    pub fn is_meant(&self) -> bool {
        self.meaning != Meaning::Sets
    }

    /// Whether the sets of this family could be those of the other: the options are the same in the same order, and mean the same.
    pub fn is_like(&self, other: &Self) -> bool {
        self.names == other.names && self.meaning == other.meaning
    }

    /// How many digits the numbers have, if the sets are numbers.
    pub fn length(&self) -> Option<usize> {
        if let Meaning::Numbers { length } = self.meaning { Some(length) } else { None }
    }

    /// The number that a set is, if the sets are numbers; `?` for a digit that none gives.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn number(&self, set: &[u32]) -> Option<String> {
        let mut number = vec!['?'; self.length()?];
        for &v in set {
            if let Some((at, digit)) = digit_of(&self.names.all()[v as usize]) {
                number[at] = char::from(b'0' + digit);
            }
        }
        Some(number.into_iter().collect())
    }

    /// The set that a number is: a variable for each of its characters, in ascending order.
    ///
    /// # Errors
    /// When there is no option for one of them.
    pub fn set_of_number(&self, number: &str) -> Result<Vec<u32>, ZddError> {
        let options = (1..).zip(number.chars()).map(|(at, digit)| self.option(&format!("{at}={digit}")));
        let mut set: Vec<u32> = options.collect::<Result<_, _>>()?;
        set.sort_unstable();
        Ok(set)
    }

    /// The variable of an option; the cells of a placement may be named in any order.
    ///
    /// # Errors
    /// When there is no option of this name.
    pub fn option(&self, called: &str) -> Result<u32, ZddError> {
        self.names.find(called)
    }

    /// What the pieces are called in the names of options, in the order of the puzzle; nothing if the sets are not tilings.
    pub fn pieces(&self) -> Vec<String> {
        self.puzzle().map_or(Vec::new(), |puzzle| labels(&puzzle.problem))
    }

    /// Other sets of the same options: those of `diagram`, which may be some of the present ones or any others that the options
    /// can form.
    ///
    /// ```
    /// use polytile::{pieces::{Freedom, PieceSet}, problem::Problem, run::Control, zdd::{Diagram, Family}};
    /// let problem = Problem::new("2x2".parse()?, PieceSet::all(2, Freedom::Free));
    /// let all = Family::tilings(&problem, None, &Control::default())?;
    /// let none = all.with_sets(Diagram::empty(4));
    /// assert_eq!((none.names(), none.is_restricted()), (all.names(), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When the diagram does not have a variable for each option.
    #[must_use]
    pub fn with_sets(&self, diagram: Diagram) -> Self {
        assert_eq!(diagram.variables(), self.names().len(), "a variable for each option");
        Family { diagram, names: self.names.clone(), meaning: self.meaning.clone(), restricted: true }
    }

    /// The sets that have all of `with` and none of `without`.
    ///
    /// # Errors
    /// When `control` says stop, or the nodes outgrow its memory.
    pub fn restricted(&self, with: &[u32], without: &[u32], control: &Control) -> Result<Self, Stopped> {
        let diagram = self.diagram.restricted(with, without, control)?;
        let restricted = self.restricted || !with.is_empty() || !without.is_empty();
        Ok(Family { restricted, ..self.with_sets(diagram) })
    }
}

/// The options that conditions leave: some of all, in the same order.
struct Left<'a> {
    problem: &'a Problem,
    placements: &'a Placements,
    cover: &'a Cover,
}

impl Left<'_> {
    /// `diagram`, whose variables are the options that are left, with a variable for each of `all`.
    fn spread(&self, diagram: &Diagram, all: &[Laid], control: &Control) -> Result<Diagram, Stopped> {
        control.reserve(diagram.held() + diagram.bytes(), "the diagram with a variable for each option")?;
        let pulse = Pulse::preparing(control);
        let region = &self.problem.region;
        let is = |option: u32, laid: &Laid| {
            let placement = self.placements.get(option as usize);
            let indices = laid.cells.iter().map(|&cell| region.index(cell));
            placement.piece as usize == laid.piece && placement.cells.iter().map(|&c| Some(c)).eq(indices)
        };
        let mut options = self.cover.placements().iter().rev().peekable();
        let mut nodes = diagram.upward();
        let mut levels = DiagramBuilder::new(all.len());
        for laid in all.iter().rev() {
            pulse.beat()?;
            let is_left = options.next_if(|&&option| is(option, laid)).is_some();
            let level = if is_left { nodes.next() } else { None };
            let level = level.map_or(Vec::new(), |(_, _, nodes)| nodes.to_vec());
            levels.push(level).map_err(ZddError::stopped)?;
        }
        levels.finish(diagram.root()).map_err(ZddError::stopped)
    }
}

/// The position, from 0, and the digit of a name such as `3=7`.
pub(super) fn digit_of(name: &str) -> Option<(usize, u8)> {
    let (at, digit) = name.split_once('=')?;
    let position = at.parse::<usize>().ok()?.checked_sub(1)?;
    let digit: u8 = digit.parse().ok().filter(|digit| *digit <= 9)?;
    (format!("{}={digit}", position + 1) == name).then_some((position, digit))
}
