//! A diagram and what its variables stand for: a [`Family`].

use super::Diagram;
use super::build::build;
use crate::board::Cell;
use crate::frontier::cover::{Cover, ordered};
use crate::frontier::level::{Counters, widths};
use crate::plan::{CountError, Order};
use crate::problem::{Placements, Problem};
use crate::run::{Control, Stopped};
use crate::tiling::{Laid, Tiling};
use std::collections::HashMap;
use std::fmt::Write;
use thiserror::Error;

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
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, plan::Order, problem::Problem, run::Control, zdd::Family};
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
    names: Vec<String>,
    puzzle: Option<(Puzzle, Vec<Laid>)>,
}

/// There is no option of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no option '{name}'")]
pub struct UnknownOption {
    /// What was asked for.
    pub name: String,
    /// Some names there are, nearest first.
    pub instead: Vec<String>,
}

/// The number of cells and counters that the widest level looks at, for each order of the cells.
///
/// The smaller, the smaller the diagram is likely to be.
///
/// # Errors
/// When the list of placements outgrows the memory of `control`.
pub fn frontier_widths(problem: &Problem, control: &Control) -> Result<[(Order, usize); 3], Stopped> {
    let placements = laid(problem, control)?;
    Ok([Order::Rows, Order::Columns, Order::Diagonals].map(|order| {
        let cover = Cover::new(problem, &placements, &ordered(problem, order));
        (order, widths(&cover).into_iter().max().unwrap_or(0))
    }))
}

fn laid(problem: &Problem, control: &Control) -> Result<Placements, Stopped> {
    let cells = problem.region.len();
    // The cells themselves are listed in several orders.
    let bytes = problem.placements_bytes().saturating_mul(3) + 40 * cells as u64;
    control.reserve(bytes, format!("the list of placements on {cells} cells"))?;
    Ok(problem.placements())
}

/// The options of a puzzle's tilings in order: all that the variables of a diagram mean.
pub(super) struct NamedOptions {
    pub cover: Cover,
    pub laid: Vec<Laid>,
    pub names: Vec<String>,
}

/// The options of `problem`, its cells in `order`.
///
/// # Errors
/// When the list of placements outgrows the memory of `control`.
pub(super) fn named_options(
    problem: &Problem,
    order: Order,
    control: &Control,
) -> Result<NamedOptions, Stopped> {
    let placements = laid(problem, control)?;
    let cover = Cover::new(problem, &placements, &ordered(problem, order));
    let cells: Vec<Cell> = problem.region.cells().collect();
    let laid = cover.placements().iter().map(|&option| {
        let placement = placements.get(option as usize);
        let cells = placement.cells.iter().map(|&cell| cells[cell as usize]).collect();
        Laid { piece: placement.piece as usize, cells }
    });
    let laid: Vec<Laid> = laid.collect();
    let labels = labels(problem);
    let names = laid.iter().map(|laid| name(&labels[laid.piece], &laid.cells)).collect();
    Ok(NamedOptions { cover, laid, names })
}

impl Family {
    /// The family of `diagram`, whose variables are called `names`, as many as there are variables and all different.
    ///
    /// # Panics
    /// When there are more or fewer names than variables.
    pub fn new(diagram: Diagram, names: Vec<String>) -> Self {
        assert_eq!(diagram.variables(), names.len(), "a name for each variable");
        Family { diagram, names, puzzle: None }
    }

    /// The tilings of `problem`, its options numbered in `order`, or in the one with the narrowest frontier.
    ///
    /// # Errors
    /// [`CountError::Refused`] when the rules have no meaning on the board, [`CountError::Stopped`] when `control` says
    /// stop or a limit is reached.
    pub fn tilings(problem: &Problem, order: Option<Order>, control: &Control) -> Result<Self, CountError> {
        crate::plan::meaningful(problem)?;
        let order = if let Some(order) = order {
            order
        } else {
            let widths = frontier_widths(problem, control)?;
            widths.into_iter().min_by_key(|&(_, width)| width).map_or(Order::Rows, |(order, _)| order)
        };
        let options = named_options(problem, order, control)?;
        let diagram = build(&options.cover, &Counters::new(problem, false, 1), control)?;
        Ok(Self::of_options(diagram, options, Puzzle { title: None, problem: problem.clone(), order }))
    }

    /// The same, of a puzzle called `title`.
    #[must_use]
    pub fn titled(mut self, title: Option<String>) -> Self {
        if let Some((puzzle, _)) = &mut self.puzzle {
            puzzle.title = title;
        }
        self
    }

    /// The family of `diagram`, whose sets are tilings of `puzzle` by `options`.
    pub(super) fn of_options(diagram: Diagram, options: NamedOptions, puzzle: Puzzle) -> Self {
        Family { diagram, names: options.names, puzzle: Some((puzzle, options.laid)) }
    }

    /// The sets, by numbers of variables.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// What the variables are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The puzzle, if the sets are tilings.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        self.puzzle.as_ref().map(|(puzzle, _)| puzzle)
    }

    /// What the option of a variable lays where, if the sets are tilings.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn laid(&self, variable: u32) -> Option<&Laid> {
        self.puzzle.as_ref().map(|(_, laid)| &laid[variable as usize])
    }

    /// The tiling that a set is, if the sets are tilings.
    ///
    /// # Panics
    /// When there is no such variable.
    pub fn tiling(&self, set: &[u32]) -> Option<Tiling> {
        let (_, laid) = self.puzzle.as_ref()?;
        Some(Tiling::new(set.iter().map(|&v| laid[v as usize].clone()).collect()))
    }

    /// The variable of an option; the cells of a placement may be named in any order.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn option(&self, called: &str) -> Result<u32, UnknownOption> {
        let canonical = split(called).map(|(label, mut cells)| {
            cells.sort_unstable();
            name(label, &cells)
        });
        let is = |wanted: &str| self.names.iter().position(|name| name == wanted);
        let found = is(called).or_else(|| is(canonical.as_deref()?));
        found
            .map(|v| v as u32)
            .ok_or_else(|| UnknownOption { name: called.to_owned(), instead: self.near(called) })
    }

    /// Up to five names: those that name the same cells, or else those that begin like `called` for longest.
    fn near(&self, called: &str) -> Vec<String> {
        let cells = |name: &str| {
            split(name).map(|(_, mut cells)| {
                cells.sort_unstable();
                cells
            })
        };
        let asked = cells(called);
        let same = |name: &&String| asked.is_some() && cells(name) == asked;
        let same: Vec<String> = self.names.iter().filter(same).take(5).cloned().collect();
        if !same.is_empty() {
            return same;
        }
        let alike = |name: &String| name.chars().zip(called.chars()).take_while(|(a, b)| a == b).count();
        let most = self.names.iter().map(alike).max().unwrap_or(0);
        self.names.iter().filter(|name| most > 0 && alike(name) == most).take(5).cloned().collect()
    }

    /// The variables of all options of the piece called `label`; none when no piece is.
    pub fn options_of_piece(&self, label: &str) -> Vec<u32> {
        let Some((puzzle, laid)) = &self.puzzle else { return Vec::new() };
        let piece = labels(&puzzle.problem).iter().position(|l| l == label);
        let of_piece = |(v, laid): (usize, &Laid)| (Some(laid.piece) == piece).then_some(v as u32);
        laid.iter().enumerate().filter_map(of_piece).collect()
    }

    /// The sets that have all of `with` and none of `without`.
    ///
    /// # Errors
    /// When `control` says stop, or the nodes outgrow its memory.
    pub fn restricted(&self, with: &[u32], without: &[u32], control: &Control) -> Result<Self, Stopped> {
        let diagram = self.diagram.restricted(with, without, control)?;
        Ok(Family { diagram, names: self.names.clone(), puzzle: self.puzzle.clone() })
    }
}

/// What the pieces are called in the names of options: no two alike.
fn labels(problem: &Problem) -> Vec<String> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut labels: Vec<String> = Vec::new();
    for piece in &problem.pieces {
        let times = seen.entry(&piece.name).or_insert(0);
        loop {
            *times += 1;
            let label = if *times == 1 { piece.name.clone() } else { format!("{}#{times}", piece.name) };
            if !labels.contains(&label) {
                labels.push(label);
                break;
            }
        }
    }
    labels
}

fn name(label: &str, cells: &[Cell]) -> String {
    let mut name = format!("{label}@");
    for (i, cell) in cells.iter().enumerate() {
        let plus = if i > 0 { "+" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(name, "{plus}{},{}", cell.row, cell.col);
    }
    name
}

/// The piece and the cells of a name.
fn split(name: &str) -> Option<(&str, Vec<Cell>)> {
    let (label, cells) = name.rsplit_once('@')?;
    let cell = |text: &str| {
        let (row, col) = text.split_once(',')?;
        Some(Cell::new(row.trim().parse().ok()?, col.trim().parse().ok()?))
    };
    Some((label, cells.split('+').map(cell).collect::<Option<_>>()?))
}
