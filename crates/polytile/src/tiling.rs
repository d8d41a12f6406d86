//! A tiling, and whether it is one.
//!
//! [`Tiling::check`] goes back to the squares: it knows nothing of placements, items, levels or any engine, and shares
//! no code with them. It is what every engine's answers are held against.

use crate::board::{Cell, Region, Topology};
use crate::pieces::Polyomino;
use crate::problem::Problem;
use std::collections::HashMap;
use thiserror::Error;

/// A piece as it lies on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// Index of the piece in the problem's set.
    pub piece: usize,
    /// The cells it covers, sorted.
    pub cells: Vec<Cell>,
}

/// An answer: pieces laid on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tiling {
    laid: Vec<Laid>,
}

/// What is wrong with a tiling.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A cell that is not on the board is covered.
    #[error("{piece} lies on {cell}, which is not on the board")]
    Outside {
        /// Name of the piece.
        piece: String,
        /// The cell.
        cell: Cell,
    },
    /// A cell is covered twice.
    #[error("{first} and {second} overlap on {cell}")]
    Overlap {
        /// Name of the one piece.
        first: String,
        /// Name of the other.
        second: String,
        /// The cell both cover.
        cell: Cell,
    },
    /// A cell is not covered.
    #[error("{cell} is not covered")]
    Gap {
        /// The cell.
        cell: Cell,
    },
    /// The cells do not form the piece.
    #[error("the cells from {cell} on do not form {piece}")]
    Shape {
        /// Name of the piece.
        piece: String,
        /// The first of its cells.
        cell: Cell,
    },
    /// A piece that the problem does not have.
    #[error("piece number {index} at {cell} does not exist: the puzzle has {count} pieces")]
    NoSuchPiece {
        /// The index used.
        index: usize,
        /// The first of its cells.
        cell: Cell,
        /// Number of pieces of the problem.
        count: usize,
    },
    /// A piece is used too often or not often enough.
    #[error("{piece} is used {used} times, but its copies are {copies}")]
    Copies {
        /// Name of the piece.
        piece: String,
        /// Times used.
        used: u64,
        /// What is allowed.
        copies: crate::pieces::Copies,
    },
    /// Four pieces meet.
    #[error("four pieces meet at the lower right corner of {cell}")]
    FourMeet {
        /// The cell up and left of the point.
        cell: Cell,
    },
    /// A line cuts the board and no piece.
    #[error("the line {side} {index} cuts no piece", side = if *.below_row { "below row" } else { "right of column" })]
    FaultLine {
        /// Whether it runs below a row; otherwise right of a column.
        below_row: bool,
        /// The row or column.
        index: u32,
    },
}

impl Tiling {
    /// The tiling of these pieces, put in order of their first cells.
    pub fn new(mut laid: Vec<Laid>) -> Self {
        for piece in &mut laid {
            piece.cells.sort_unstable();
        }
        laid.sort_by(|a, b| a.cells.cmp(&b.cells).then(a.piece.cmp(&b.piece)));
        Tiling { laid }
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
    /// Everything that is wrong: first pieces that do not exist or have the wrong shape, then cells outside, covered
    /// twice or not at all, then numbers of copies, and, when there is nothing else, the rules of the problem.
    pub fn check(&self, problem: &Problem) -> Result<(), Vec<Fault>> {
        let mut faults = Vec::new();
        let mut used = vec![0_u64; problem.pieces.len()];
        let mut owner: HashMap<Cell, usize> = HashMap::new();
        let name = |laid: &Laid| match problem.pieces.iter().nth(laid.piece) {
            Some(piece) => piece.name.clone(),
            None => format!("piece number {}", laid.piece),
        };
        for (i, laid) in self.laid.iter().enumerate() {
            let first = laid.cells.first().copied().unwrap_or(Cell::new(0, 0));
            match problem.pieces.iter().nth(laid.piece) {
                None => faults.push(Fault::NoSuchPiece {
                    index: laid.piece,
                    cell: first,
                    count: problem.pieces.len(),
                }),
                Some(piece) => {
                    used[laid.piece] += 1;
                    if !forms(&problem.region, &laid.cells, &piece.orientations) {
                        faults.push(Fault::Shape { piece: name(laid), cell: first });
                    }
                }
            }
            for &cell in &laid.cells {
                if !problem.region.contains(cell) {
                    faults.push(Fault::Outside { piece: name(laid), cell });
                } else if let Some(other) = owner.insert(cell, i) {
                    let first = name(&self.laid[other]);
                    faults.push(Fault::Overlap { first, second: name(laid), cell });
                }
            }
        }
        let gaps = problem.region.cells().filter(|cell| !owner.contains_key(cell));
        faults.extend(gaps.map(|cell| Fault::Gap { cell }));
        for (piece, &used) in problem.pieces.iter().zip(&used) {
            if !piece.copies.allows(used) {
                faults.push(Fault::Copies { piece: piece.name.clone(), used, copies: piece.copies });
            }
        }
        if faults.is_empty() {
            self.check_rules(problem, &owner, &mut faults);
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn check_rules(&self, problem: &Problem, owner: &HashMap<Cell, usize>, faults: &mut Vec<Fault>) {
        let region = &problem.region;
        let at = |row: u32, col: u32| region.wrap(i64::from(row), i64::from(col));
        if problem.rules.tatami {
            for cell in region.cells() {
                let (row, col) = (cell.row, cell.col);
                let corner = [at(row, col), at(row, col + 1), at(row + 1, col), at(row + 1, col + 1)];
                let mut owners: Vec<usize> =
                    corner.iter().flatten().filter_map(|c| owner.get(c).copied()).collect();
                owners.sort_unstable();
                owners.dedup();
                if owners.len() == 4 {
                    faults.push(Fault::FourMeet { cell });
                }
            }
        }
        if problem.rules.fault_free {
            // A line is cut off its list as soon as a piece crosses it.
            let mut crossings: HashMap<(bool, u32), (bool, bool)> = HashMap::new();
            for cell in region.cells() {
                let below = (true, cell.row, at(cell.row + 1, cell.col));
                let right = (false, cell.col, at(cell.row, cell.col + 1));
                for (below_row, index, neighbour) in [below, right] {
                    if let Some(neighbour) = neighbour {
                        let line = crossings.entry((below_row, index)).or_default();
                        line.0 = true;
                        line.1 |= owner.get(&cell) == owner.get(&neighbour);
                    }
                }
            }
            let mut free: Vec<_> =
                crossings.into_iter().filter(|(_, (cuts, crossed))| *cuts && !crossed).collect();
            free.sort_unstable();
            faults.extend(
                free.into_iter().map(|((below_row, index), _)| Fault::FaultLine { below_row, index }),
            );
        }
    }
}

/// Whether `cells` are one of `shapes`, laid somewhere on `region`.
fn forms(region: &Region, cells: &[Cell], shapes: &[Polyomino]) -> bool {
    if region.topology() == Topology::Plane {
        return Polyomino::new(cells.iter().copied()).is_ok_and(|shape| shapes.contains(&shape));
    }
    // On a wrapped board a set of cells has no corner to start from: lay each shape with its first cell on each cell.
    shapes.iter().any(|shape| {
        cells.iter().any(|start| {
            let first = shape.cells()[0];
            let mut laid: Vec<Cell> = shape
                .cells()
                .iter()
                .filter_map(|c| {
                    let row = i64::from(start.row) + i64::from(c.row) - i64::from(first.row);
                    let col = i64::from(start.col) + i64::from(c.col) - i64::from(first.col);
                    region.wrap(row, col)
                })
                .collect();
            laid.sort_unstable();
            laid == cells
        })
    })
}
