//! A tiling, and whether it is one.
//!
//! [`Tiling::check`] goes back to the cells: it knows nothing of placements, items, levels or any engine, and shares
//! no code with them. The answers of every engine are held against it.

pub(crate) mod rules;

use crate::board::{Cell, Coordinates, Lattice, Region, Topology};
use crate::pieces::Polyform;
pub use crate::problem::Laid;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use std::collections::HashMap;
use std::fmt;

/// An answer: pieces laid on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiling {
    laid: Vec<Laid>,
}

/// What is wrong with a tiling.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A cell that is not on the board is covered.
    Outside {
        /// Name of the piece.
        piece: String,
        /// The cell.
        cell: Coordinates,
    },
    /// A cell is covered twice.
    Overlap {
        /// Name of the one piece.
        first: String,
        /// Name of the other.
        second: String,
        /// The cell both cover.
        cell: Coordinates,
    },
    /// A cell that may not stay empty is not covered.
    Gap {
        /// The cell.
        cell: Coordinates,
    },
    /// The cells do not form the piece.
    Shape {
        /// Name of the piece.
        piece: String,
        /// The first of its cells.
        cell: Coordinates,
    },
    /// A piece that the problem does not have.
    NoSuchPiece {
        /// The index used.
        index: usize,
        /// The first of its cells.
        cell: Coordinates,
        /// Number of pieces of the problem.
        count: usize,
    },
    /// A piece is used too often or not often enough.
    Copies {
        /// Name of the piece.
        piece: String,
        /// Times used.
        used: u64,
        /// What is allowed.
        copies: crate::pieces::Copies,
    },
    /// Too many or too few cells are empty.
    Holes {
        /// Optional cells that no piece covers.
        empty: u64,
        /// How many there may be.
        holes: crate::pieces::Copies,
    },
    /// A piece that is given does not lie there.
    NotGiven {
        /// Its name.
        piece: String,
        /// The first of its cells.
        cell: Coordinates,
    },
    /// Only different pieces meet at a point.
    OnlyDifferentMeet {
        /// The cells around it.
        around: Vec<Cell>,
        /// What they are.
        lattice: Lattice,
    },
    /// A line, in space a plane, passes between cells and cuts no piece.
    FaultLine {
        /// Two cells side by side, one on each side of it; on squares the one above or to the left comes first.
        between: [Cell; 2],
        /// What they are.
        lattice: Lattice,
    },
    /// Further faults of the same sort as those before it, cells not covered or breaches of the rules.
    More {
        /// How many.
        count: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Outside { piece, cell } => write!(f, "{piece} lies on {cell}, which is not on the board"),
            Fault::Overlap { first, second, cell } => write!(f, "{first} and {second} overlap on {cell}"),
            Fault::Gap { cell } => write!(f, "{cell} is not covered"),
            Fault::Shape { piece, cell } => write!(f, "the cells from {cell} on do not form {piece}"),
            Fault::NoSuchPiece { index, cell, count } => write!(
                f,
                "piece number {index} at {cell} does not exist: the puzzle has {count} piece{s}",
                s = plural(*count as u64)
            ),
            Fault::Copies { piece, used, copies } => {
                write!(f, "{piece} is used {used} time{s}, but its copies are {copies}", s = plural(*used))
            }
            Fault::Holes { empty, holes } => write!(
                f,
                "{empty} optional cell{s} {are} empty, but holes are {holes}",
                s = plural(*empty),
                are = if *empty == 1 { "is" } else { "are" }
            ),
            Fault::NotGiven { piece, cell } => {
                write!(f, "{piece} is given from {cell} on, and does not lie there")
            }
            Fault::OnlyDifferentMeet { around, lattice } => rules::meeting(around, *lattice, f),
            Fault::FaultLine { between, lattice } => rules::fault_line(*between, *lattice, f),
            Fault::More { count } => write!(f, "and {count} more of these"),
        }
    }
}

impl Fault {
    /// How many faults it stands for: one, but for [`Fault::More`].
    pub fn count(&self) -> u64 {
        if let Fault::More { count } = self { *count } else { 1 }
    }
}

/// Pieces between two looks at the control.
const PIECES_PER_LOOK: usize = 1 << 12;

/// Bytes that a covered cell takes while a tiling is checked.
const BYTES_OWNED: u64 = 48;

impl Tiling {
    /// The most cells not covered, and the most breaches of the rules, that [`Tiling::check`] lists.
    pub const LISTED: usize = 1000;

    /// The tiling of these pieces, put in order of their first cells.
    pub fn new(mut laid: Vec<Laid>) -> Self {
        for piece in &mut laid {
            piece.cells.sort_unstable();
        }
        laid.sort_by(|a, b| a.cells.cmp(&b.cells).then(a.piece.cmp(&b.piece)));
        Tiling { laid }
    }

    /// The same, where there are so many that whoever watches `control` should know of it.
    pub(crate) fn within(laid: Vec<Laid>, control: &Control) -> Self {
        control.unasked("putting the pieces in order", || Self::new(laid))
    }

    /// The pieces, by their first cells.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// For every cell of `region`, in order, which of the laid pieces covers it.
    pub fn owners(&self, region: &Region) -> Vec<Option<usize>> {
        let mut owners = vec![None; region.len()];
        for (i, laid) in self.laid.iter().enumerate() {
            for index in laid.cells.iter().filter_map(|&c| region.index(c)) {
                owners[index as usize] = Some(i);
            }
        }
        owners
    }

    /// Whether this is a tiling of `problem`.
    ///
    /// # Errors
    /// What is wrong: first pieces that do not exist or have the wrong shape, and cells outside or covered twice, then
    /// cells not covered, then numbers of copies, and, when there is nothing else, the rules of the problem. Of the
    /// cells that are not covered, and of the breaches of the rules, the first [`Tiling::LISTED`] are listed, and the
    /// others counted ([`Fault::More`]): a board may have more cells than a list has room for.
    pub fn check(&self, problem: &Problem) -> Result<(), Vec<Fault>> {
        match self.faults(problem, &Control::default()) {
            Ok(faults) if !faults.is_empty() => Err(faults),
            // A control without limits does not stop anything.
            _ => Ok(()),
        }
    }

    /// What [`Tiling::check`] finds, within the limits of `control`. Time and memory are linear in the cells covered,
    /// however large the board is.
    ///
    /// # Errors
    /// When `control` says stop, or there is not enough memory.
    pub fn faults(&self, problem: &Problem, control: &Control) -> Result<Vec<Fault>, Stopped> {
        let total = self.laid.len() as u64;
        let covered: usize = self.laid.iter().map(|laid| laid.cells.len()).sum();
        control.reserve((covered as u64).saturating_mul(BYTES_OWNED), format!("checking {total} pieces"))?;
        let mut faults = Vec::new();
        let mut used = vec![0_u64; problem.pieces.len()];
        let mut owner: HashMap<Cell, usize> = HashMap::new();
        let written = |cell| problem.region.lattice().coordinates(cell);
        let name = |laid: &Laid| match problem.pieces.iter().nth(laid.piece) {
            Some(piece) => piece.name.clone(),
            None => format!("piece number {}", laid.piece),
        };
        for (i, laid) in self.laid.iter().enumerate() {
            if i % PIECES_PER_LOOK == 0 {
                control.check(Progress::Pieces { done: i as u64, total })?;
            }
            let first = laid.cells.first().copied().unwrap_or(Cell::new(0, 0));
            match problem.pieces.iter().nth(laid.piece) {
                None => faults.push(Fault::NoSuchPiece {
                    index: laid.piece,
                    cell: written(first),
                    count: problem.pieces.len(),
                }),
                Some(piece) => {
                    used[laid.piece] += 1;
                    let lies = !piece.hole || laid.cells.iter().all(|&cell| problem.region.is_optional(cell));
                    if !lies || !forms(&problem.region, &laid.cells, &piece.orientations) {
                        faults.push(Fault::Shape { piece: name(laid), cell: written(first) });
                    }
                }
            }
            for &cell in &laid.cells {
                if !problem.region.contains(cell) {
                    faults.push(Fault::Outside { piece: name(laid), cell: written(cell) });
                } else if let Some(other) = owner.insert(cell, i) {
                    let first = name(&self.laid[other]);
                    faults.push(Fault::Overlap { first, second: name(laid), cell: written(cell) });
                }
            }
        }
        control.check(Progress::Pieces { done: total, total })?;
        // What stands for holes is no piece that lies there: a cell that may stay empty, and does, is one.
        let hole = problem.pieces.iter().position(|piece| piece.hole);
        let may_be_empty = |cell: Cell| hole.is_some() && problem.region.is_optional(cell);
        if let Some(hole) = hole {
            let empty = problem.region.optional().filter(|cell| !owner.contains_key(cell)).count();
            used[hole] += empty as u64;
        }
        let covered = owner.keys().filter(|&&cell| !may_be_empty(cell)).count();
        let optional = if hole.is_some() { problem.region.optional().len() } else { 0 };
        let gaps = problem.region.len() - optional - covered;
        let cells = problem.region.cells().filter(|&cell| !owner.contains_key(&cell) && !may_be_empty(cell));
        faults.extend(cells.take(gaps.min(Self::LISTED)).map(|cell| Fault::Gap { cell: written(cell) }));
        faults.extend(more(gaps));
        for (piece, &used) in problem.pieces.iter().zip(&used) {
            if !piece.copies.allows(used) && piece.hole {
                faults.push(Fault::Holes { empty: used, holes: piece.copies });
            } else if !piece.copies.allows(used) {
                faults.push(Fault::Copies { piece: piece.name.clone(), used, copies: piece.copies });
            }
        }
        let missing = problem.given.iter().filter(|given| {
            let lies = |laid: &Laid| laid.piece == given.piece && laid.cells == given.cells;
            let first = given.cells.first().and_then(|cell| owner.get(cell));
            !first.is_some_and(|&i| lies(&self.laid[i]))
        });
        faults.extend(missing.map(|given| Fault::NotGiven {
            piece: name(given),
            cell: written(given.cells.first().copied().unwrap_or_default()),
        }));
        if faults.is_empty() {
            let mut broken = rules::broken(problem, &owner);
            faults.extend(broken.by_ref().take(Self::LISTED));
            let found = faults.len() + broken.count();
            faults.extend(more(found));
        }
        control.check(Progress::Pieces { done: total, total })?;
        Ok(faults)
    }
}

/// What stands for those of `found` faults that are not listed.
fn more(found: usize) -> Option<Fault> {
    let count = found.checked_sub(Tiling::LISTED).filter(|&count| count > 0)?;
    Some(Fault::More { count: count as u64 })
}

/// Whether `cells` are one of `shapes`, laid somewhere on `region`.
///
/// `cells` are sorted.
fn forms(region: &Region, cells: &[Cell], shapes: &[Polyform]) -> bool {
    if shapes.first().is_none_or(|shape| shape.size() != cells.len()) {
        return false;
    }
    if region.topology() == Topology::Plane {
        let first = |side: fn(&Cell) -> u32| cells.iter().map(side).min().unwrap_or(0);
        let (layer, top, left) = (first(|c| c.layer), first(|c| c.row), first(|c| c.col));
        // Back to the first unit, by whole units.
        let left = left - left % region.lattice().kinds();
        let moved = |c: &Cell| Cell::in_space(c.layer - layer, c.row - top, c.col - left);
        return shapes.iter().any(|shape| shape.cells().iter().copied().eq(cells.iter().map(moved)));
    }
    // On a wrapped board a set of cells has no corner to start from, so each shape is laid with its first cell on each cell.
    shapes.iter().any(|shape| {
        cells.iter().any(|start| {
            let first = shape.cells()[0];
            let by = |to: u32, from: u32| i64::from(to) - i64::from(from);
            let shift = [by(start.layer, first.layer), by(start.row, first.row), by(start.col, first.col)];
            let place = |c: &Cell| {
                let at = [c.layer, c.row, c.col].map(i64::from);
                region.wrap_at(std::array::from_fn(|i| at[i] + shift[i]))
            };
            let mut laid: Vec<Cell> = shape.cells().iter().filter_map(place).collect();
            laid.sort_unstable();
            shift[2] % i64::from(region.lattice().kinds()) == 0 && laid == cells
        })
    })
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}
