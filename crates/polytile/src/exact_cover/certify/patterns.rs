//! Weights that people use.

use crate::board::{Cell, Lattice, Region};
use crate::pieces::Polyform;
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Stopped, room};

const WHAT: &str = "the weights of the cells";

/// The weights to try, the simplest first: 1 on one part of a board in several parts; 1 on one cell that
/// no piece can cover; 1 and -1 like a chessboard, in stripes, and like a chessboard of larger squares; diagonals
/// against each other, as far apart as pieces are long; lattices of cells.
pub(super) fn patterns<'a>(
    problem: &'a Problem,
    placements: &'a Placements,
    control: &Control,
) -> Result<impl Iterator<Item = Result<Vec<i64>, Stopped>> + use<'a>, Stopped> {
    // The weights, and for each cell the number of its part, with the cells that wait to be looked at.
    control.reserve(32 * problem.region.len() as u64, WHAT)?;
    let region = &problem.region;
    let lattice = region.lattice();
    let is_square = lattice == Lattice::Square;
    let chess = (!is_square && lattice.is_black(Cell::default()).is_some())
        .then(|| weighed(region, |cell| if lattice.is_black(cell) == Some(true) { 1 } else { -1 }));
    let signs = [
        |c: Cell| (c.row + c.col) % 2,
        |c: Cell| c.row % 2,
        |c: Cell| c.col % 2,
        |c: Cell| (c.row / 2 + c.col / 2) % 2,
        |c: Cell| c.row / 2 % 2,
        |c: Cell| c.col / 2 % 2,
    ];
    let signs = signs.into_iter().map(|class| weighed(region, |c| 1 - 2 * i64::from(class(c))));
    let longest = problem.pieces.iter().flat_map(|piece| &piece.orientations).map(Polyform::cols).max();
    let diagonals = (3..=longest.unwrap_or(0).min(12)).flat_map(move |step| {
        let class = move |c: Cell, down: bool| {
            if down { (c.row + c.col) % step } else { (c.row + step - c.col % step) % step }
        };
        let both = [true, false].into_iter();
        both.flat_map(move |down| {
            (1..step).map(move |other| {
                weighed(region, |c| match class(c, down) {
                    0 => 1,
                    found if found == other => -1,
                    _ => 0,
                })
            })
        })
    });
    let sides =
        (1..=3).flat_map(|rows| (1..=3).map(move |cols| (rows, cols))).filter(|&sides| sides != (1, 1));
    let lattices = sides.flat_map(move |(rows, cols)| {
        let starts = (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)));
        starts.map(move |start| weighed(region, |c| i64::from((c.row % rows, c.col % cols) == start)))
    });
    let first = parts(region, control)?.chain(uncovered(region.len(), placements, control)?);
    // On other lattices, only the colours that tell neighbours apart.
    let squares = is_square.then(|| signs.chain(lattices).chain(diagonals)).into_iter().flatten();
    Ok(first.chain(chess).chain(squares))
}

fn weighed(region: &Region, weight: impl Fn(Cell) -> i64) -> Result<Vec<i64>, Stopped> {
    listed(region.len(), region.cells().map(weight))
}

/// As many weights as there are cells.
fn listed(cells: usize, weights: impl Iterator<Item = i64>) -> Result<Vec<i64>, Stopped> {
    let mut list = room::list(cells, WHAT)?;
    list.extend(weights);
    Ok(list)
}

/// For each part of the region, when there are several, 1 on its cells.
fn parts(
    region: &Region,
    control: &Control,
) -> Result<impl Iterator<Item = Result<Vec<i64>, Stopped>> + use<>, Stopped> {
    let (part, count) = region.parts(|_| true, control)?;
    let several = if count > 1 { count } else { 0 };
    Ok((0..several).map(move |own| listed(part.len(), part.iter().map(|&p| i64::from(p == Some(own))))))
}

/// 1 on the first cell that no placement covers, if there is one.
fn uncovered(
    cells: usize,
    placements: &Placements,
    control: &Control,
) -> Result<impl Iterator<Item = Result<Vec<i64>, Stopped>> + use<>, Stopped> {
    let pulse = Pulse::preparing(control);
    let mut covered = room::filled(false, cells, WHAT)?;
    for placement in placements.iter() {
        pulse.beat()?;
        for &cell in placement.cells {
            covered[cell as usize] = true;
        }
    }
    let bare = covered.iter().position(|covered| !covered);
    let only = |bare| listed(cells, (0..cells).map(|cell| i64::from(cell == bare)));
    Ok(bare.map(only).into_iter())
}
