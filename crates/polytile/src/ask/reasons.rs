//! What reasons are about, in words.
//!
//! In: items, options and obstacles of [`crate::reason`], which are numbers. Out: sentences about cells and pieces of a tiling, or
//! about items and options of an exact cover.

use super::subject::option_names;
use crate::board::Coordinates;
use crate::condition::is_corner;
use crate::design::known::{Known, Sought};
use crate::problem::{Laid, Problem};
use crate::reason::{Excluded, Obstacle, Pattern, Tally};
use crate::solve::Question;
use serde::{Deserialize, Serialize};

/// A piece where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lying {
    /// Its name.
    pub piece: String,
    /// Its cells, on squares row and column of each.
    pub cells: Vec<Coordinates>,
}

impl Lying {
    /// A piece that lies, its cells sorted.
    pub(super) fn of(laid: &Laid, problem: &Problem) -> Self {
        let lattice = problem.region.lattice();
        let mut cells: Vec<Coordinates> = laid.cells.iter().map(|&cell| lattice.coordinates(cell)).collect();
        cells.sort_unstable();
        Lying { piece: problem.pieces[laid.piece].name.clone(), cells }
    }
}

/// Cells of an area that are named; it is seen from these which one it is.
const LISTED: usize = 6;

/// So many more cells of one colour.
fn difference(more: i64) -> String {
    match more {
        0 => "as many of both".to_owned(),
        more if more > 0 => format!("{more} more black"),
        more => format!("{} more white", -more),
    }
}

/// Open cells by their colours, and why the pieces do not cover them.
fn coloured(tally: &Tally) -> String {
    let Tally { pattern, black, white, nearest } = tally;
    let coloured = match pattern {
        Pattern::Chessboard => "like a chessboard",
        Pattern::Rows => "in stripes by rows",
        Pattern::Columns => "in stripes by columns",
    };
    let but = match nearest.as_slice() {
        [] => "the pieces that are left cover nothing of the kind".to_owned(),
        near => {
            let near: Vec<String> = near.iter().copied().map(difference).collect();
            format!("the nearest that the pieces cover is {}", near.join(" or "))
        }
    };
    format!("coloured {coloured}, {black} open cells are black and {white} white, but {but}")
}

/// Tells reasons about one puzzle.
pub(super) struct Teller<'a> {
    question: &'a Question,
    /// The look of its solutions, if it is an exact cover whose look is known.
    pub known: Option<Known>,
}

/// Cells as people write them.
fn words(cells: &[Coordinates]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl<'a> Teller<'a> {
    pub fn new(question: &'a Question, known: Option<Known>) -> Self {
        Teller { question, known }
    }

    /// What an option lays, of a tiling.
    pub fn lying(&self, option: u32) -> Option<Lying> {
        let Question::Tilings(problem, encoded) = self.question else { return None };
        let piece = problem.pieces[encoded.placement(option).piece as usize].name.clone();
        Some(Lying { piece, cells: self.cells(option) })
    }

    /// The cells that an option covers.
    pub fn cells(&self, option: u32) -> Vec<Coordinates> {
        match self.question {
            Question::Tilings(_, encoded) => self.named_cells(encoded.placement(option).cells),
            Question::Covers(_) => Vec::new(),
        }
    }

    pub fn named_cells(&self, cells: &[u32]) -> Vec<Coordinates> {
        let Question::Tilings(problem, encoded) = self.question else { return Vec::new() };
        let lattice = problem.region.lattice();
        cells.iter().map(|&cell| lattice.coordinates(encoded.cells()[cell as usize])).collect()
    }

    /// The cell that an item is, if it is one.
    pub fn cells_of_item(&self, item: u32) -> Vec<Coordinates> {
        match self.question {
            Question::Tilings(_, encoded) if (item as usize) < encoded.cells().len() => {
                self.named_cells(&[item])
            }
            _ => Vec::new(),
        }
    }

    /// Names of the items of an option, with their colours.
    pub fn items(&self, option: u32) -> Vec<String> {
        option_names(self.question.cover(), option)
    }

    pub fn option(&self, option: u32) -> String {
        match self.lying(option) {
            Some(Lying { piece, cells }) => format!("{piece} on {}", words(&cells)),
            None => match self.known.as_ref().and_then(|known| known.said(option)) {
                Some(said) => said,
                None => self.items(option).join(" "),
            },
        }
    }

    /// What an item asks for, where that has words.
    fn sought(&self, item: u32) -> Option<Sought> {
        self.known.as_ref()?.sought(&self.question.cover().items()[item as usize].name)
    }

    /// Why the options that are left for an item, as many as it needs, are the ones.
    pub fn only_ways(&self, item: u32, times: u32) -> String {
        match (self.sought(item), times) {
            (Some(sought), 1) => sought.no_other(),
            (Some(sought), times) => sought.no_more(times),
            (None, 1) => format!("nothing else can cover {}", self.item(item)),
            (None, n) => format!("{} must be covered {n} times, and can be in {n} ways", self.item(item)),
        }
    }

    /// That an item has no way left.
    fn no_way(&self, item: u32) -> String {
        match (self.piece(item), self.sought(item)) {
            (Some(piece), _) => format!("there is no place for {piece}"),
            (None, Some(sought)) => sought.none(),
            (None, None) => format!("nothing covers {}", self.item(item)),
        }
    }

    /// An item that is to be covered.
    pub fn item(&self, item: u32) -> String {
        match (self.cells_of_item(item).first(), self.sought(item)) {
            (Some(cell), _) if self.is_corner(item) => format!("the corner {cell}"),
            (Some(cell), _) => format!("the cell {cell}"),
            (None, Some(sought)) => sought.called(),
            (None, None) => format!("the item {}", self.question.cover().items()[item as usize].name),
        }
    }

    /// Whether an item is a cell at a corner of the board, where few ways are left soonest.
    fn is_corner(&self, item: u32) -> bool {
        let Question::Tilings(problem, encoded) = self.question else { return false };
        is_corner(&problem.region, encoded.cells()[item as usize])
    }

    /// In how many ways an item can be covered, and how many of them nothing rules out.
    pub fn ways(&self, item: u32, ways: u32, left: u32) -> String {
        let s = if ways == 1 { "" } else { "s" };
        let all_but =
            if left < ways { format!(", all but {left} of which are ruled out") } else { String::new() };
        match (self.piece(item), self.sought(item)) {
            (Some(piece), _) => format!("{piece} has {ways} place{s}{all_but}"),
            (None, Some(sought)) => {
                let are = if ways == 1 { "is" } else { "are" };
                format!("there {are} {ways} way{s} for {}{all_but}", sought.called())
            }
            (None, None) => format!("{} can be covered in {ways} way{s}{all_but}", self.item(item)),
        }
    }

    pub fn is_piece(&self, item: u32) -> bool {
        self.piece(item).is_some()
    }

    pub fn is_hole(&self, option: u32) -> bool {
        let Question::Tilings(problem, encoded) = self.question else { return false };
        problem.pieces[encoded.placement(option).piece as usize].hole
    }

    /// The name of the piece that an item is, if it is one.
    fn piece(&self, item: u32) -> Option<&str> {
        let Question::Tilings(problem, encoded) = self.question else { return None };
        let number =
            (0..problem.pieces.len() as u32).find(|&piece| encoded.piece_item(piece) == Some(item))?;
        Some(&problem.pieces[number as usize].name)
    }

    /// What is in the way now.
    pub fn dead(&self, obstacle: &Obstacle) -> String {
        match obstacle {
            Obstacle::Area(area) => {
                let s = if area.len() == 1 { "" } else { "s" };
                format!("No pieces that are left fill an area of {} cell{s}.", area.len())
            }
            Obstacle::NoWay(item) => match (self.piece(*item), self.sought(*item)) {
                (Some(piece), _) => format!("There is no place left for {piece}."),
                (None, Some(sought)) => format!("As it stands, {}.", sought.none()),
                (None, None) => format!("Nothing that is left covers {}.", self.item(*item)),
            },
            Obstacle::Colours(tally) => {
                format!("The colours of what is left do not come out: {}.", coloured(tally))
            }
        }
    }

    /// Why an option is ruled out.
    pub fn excluded(&self, excluded: &Excluded) -> String {
        let then = match &excluded.obstacle {
            Obstacle::Area(area) => {
                let cells = words(&self.named_cells(&area[..area.len().min(LISTED)]));
                match area.len() {
                    1 => format!("no pieces that are left fill the cell {cells}"),
                    size if size <= LISTED => format!("no pieces that are left fill the cells {cells}"),
                    size => format!("no pieces that are left fill the {size} cells {cells} and so on"),
                }
            }
            Obstacle::NoWay(item) => self.no_way(*item),
            Obstacle::Colours(tally) => {
                format!("the colours of the rest do not come out ({})", coloured(tally))
            }
        };
        let option = self.option(excluded.option);
        match excluded.forcing {
            None => format!("Not {option}: then {then}."),
            Some((_, next)) => format!("Not {option}: it forces {}, and then {then}.", self.option(next)),
        }
    }
}
