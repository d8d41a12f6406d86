//! Whether a tiling keeps the rules of its puzzle.
//!
//! In: a board, and which piece covers each cell. Out: the points at which only different pieces meet, and the lines, in space planes,
//! that pass between cells and cut no piece. The geometry is written down here for each lattice, and shared with nobody: which cells
//! meet at a point, and in which *strips* a cell lies. A strip is what is between a line and the next one beside it, a layer in
//! space; two neighbours that face each other over a line are in the same strips but for those of one direction, where they are in
//! two that follow each other. Hexagons lie in no strips. Cost: a look at the neighbours of each cell.

use super::Fault;
use crate::board::{Cell, Lattice, Region};
use crate::problem::Problem;
use num_integer::Integer;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// Layer, row and column of a unit, and which of its cells.
type Place = [i64; 4];

/// The breaches of the rules by pieces that cover every cell once.
pub(super) fn broken<'a>(
    problem: &'a Problem,
    owner: &'a HashMap<Cell, usize>,
) -> impl Iterator<Item = Fault> + 'a {
    let meetings = problem.rules.tatami.then(|| meetings(&problem.region, owner));
    let lines = problem.rules.fault_free.then(|| fault_lines(&problem.region, owner));
    meetings.into_iter().flatten().chain(lines.into_iter().flatten())
}

/// Says that only different pieces meet where these cells do.
pub(super) fn meeting(around: &[Cell], lattice: Lattice, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let pieces = around_a_point(lattice);
    let written = |cell: &Cell| lattice.coordinates(*cell).to_string();
    // The first and the last lie opposite to each other, but three hexagons side by side.
    let named = match around {
        [first, ..] if lattice == Lattice::Square => {
            return write!(f, "{pieces} pieces meet at the lower right corner of {}", written(first));
        }
        [first, .., last] if lattice != Lattice::Hex => vec![written(first), written(last)],
        all => all.iter().map(written).collect(),
    };
    write!(f, "{pieces} pieces meet at the corner of {}", named.join(" and "))
}

/// How many cells there are around a point, in words.
pub(crate) fn around_a_point(lattice: Lattice) -> &'static str {
    match lattice {
        Lattice::Square => "four",
        Lattice::Hex => "three",
        Lattice::Triangle => "six",
        Lattice::Cube => "eight",
        Lattice::Prism => "twelve",
    }
}

/// Says that the line between two cells cuts no piece.
pub(super) fn fault_line(between: [Cell; 2], lattice: Lattice, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [cell, other] = between;
    if lattice == Lattice::Square {
        let below = cell.col == other.col;
        let (side, index) = if below { ("below row", cell.row) } else { ("right of column", cell.col) };
        return write!(f, "the line {side} {index} cuts no piece");
    }
    let line = if lattice.is_flat() { "line" } else { "plane" };
    let [cell, other] = between.map(|cell| lattice.coordinates(cell));
    write!(f, "the {line} between {cell} and {other} cuts no piece")
}

/// The points at which only different pieces meet.
fn meetings<'a>(region: &'a Region, owner: &'a HashMap<Cell, usize>) -> impl Iterator<Item = Fault> + 'a {
    let lattice = region.lattice();
    let points = points(lattice);
    region.cells().flat_map(move |cell| {
        let from = place(region, cell);
        // The cell is the first of those around the point.
        let meeting = |around: &Vec<Place>| {
            let by = |i: usize| if i == 3 { 0 } else { from[i] - around[0][i] };
            let moved = around.iter().map(|at| find(region, std::array::from_fn(|i| at[i] + by(i))));
            let around: Vec<Cell> = moved.collect::<Option<_>>()?;
            let owners = around.iter().map(|cell| owner.get(cell));
            let different =
                owners.clone().enumerate().all(|(i, one)| !owners.clone().take(i).any(|other| other == one));
            different.then_some(Fault::OnlyDifferentMeet { around, lattice })
        };
        let here = points.iter().filter(|around| around[0][3] == from[3]);
        here.filter_map(meeting).collect::<Vec<_>>()
    })
}

/// The cells around each point of a unit; the last is opposite to the first, if any is.
fn points(lattice: Lattice) -> Vec<Vec<Place>> {
    let squares = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]];
    // Around the lower left corner of one that points up, the last.
    let triangles = [[-1, -1, 1], [-1, 0, 0], [-1, 0, 1], [0, -1, 0], [0, -1, 1], [0, 0, 0]];
    let layers = |layers: std::ops::Range<i64>, flat: &[[i64; 3]]| -> Vec<Place> {
        layers.flat_map(|layer| flat.iter().map(move |&[row, col, kind]| [layer, row, col, kind])).collect()
    };
    match lattice {
        Lattice::Square => vec![layers(0..1, &squares)],
        // Two side by side, and one that lies beside both.
        Lattice::Hex => vec![
            layers(0..1, &[[0, 0, 0], [0, 1, 0], [1, 0, 0]]),
            layers(0..1, &[[0, 0, 0], [1, -1, 0], [1, 0, 0]]),
        ],
        Lattice::Triangle => vec![layers(0..1, &triangles)],
        Lattice::Cube => vec![layers(0..2, &squares)],
        Lattice::Prism => vec![layers(0..2, &triangles)],
    }
}

/// The lines that pass between cells and cut no piece, direction by direction.
fn fault_lines(region: &Region, owner: &HashMap<Cell, usize>) -> Vec<Fault> {
    let lattice = region.lattice();
    let further: Vec<Vec<i64>> = around_the_board(region).map(|turn| strips(lattice, turn)).collect();
    // The first two cells on the two sides of each line, until a piece is on both.
    let mut lines: BTreeMap<(usize, i64), Option<[Cell; 2]>> = BTreeMap::new();
    for cell in region.cells() {
        let from = place(region, cell);
        for (direction, to) in ahead(lattice, from) {
            let Some(beyond) = find(region, to) else { continue };
            let strip = strips(lattice, from)[direction];
            // Around the board a line goes on as another one, so many strips further.
            let period = further.iter().fold(0, |period: i64, further| period.gcd(&further[direction]));
            let strip = if period == 0 { strip } else { strip.rem_euclid(period) };
            let line = lines.entry((direction, strip)).or_insert(Some([cell, beyond]));
            if owner.get(&cell) == owner.get(&beyond) {
                *line = None;
            }
        }
    }
    let free = lines.into_values().flatten();
    free.map(|between| Fault::FaultLine { between, lattice }).collect()
}

/// The numbers of the strips that a cell lies in, for each direction of lines.
fn strips(lattice: Lattice, [layer, row, col, kind]: Place) -> Vec<i64> {
    match lattice {
        Lattice::Square => vec![row, col],
        Lattice::Hex => Vec::new(),
        Lattice::Triangle => vec![row, col, row + col + kind],
        Lattice::Cube => vec![layer, row, col],
        Lattice::Prism => vec![layer, row, col, row + col + kind],
    }
}

/// The neighbours of a cell in the next strip of some direction, with which direction that is.
fn ahead(lattice: Lattice, [layer, row, col, kind]: Place) -> Vec<(usize, Place)> {
    let up = [layer + 1, row, col, kind];
    let (right, below) = ([layer, row, col + 1, 0], [layer, row + 1, col, 0]);
    let triangles = |first: usize| match kind {
        0 => vec![(first + 2, [layer, row, col, 1])],
        _ => vec![(first, below), (first + 1, right)],
    };
    match lattice {
        Lattice::Square => vec![(0, below), (1, right)],
        Lattice::Hex => Vec::new(),
        Lattice::Triangle => triangles(0),
        Lattice::Cube => vec![(0, up), (1, below), (2, right)],
        Lattice::Prism => [vec![(0, up)], triangles(1)].concat(),
    }
}

/// What a whole turn around the board adds to a place, for everything that wraps.
fn around_the_board(region: &Region) -> impl Iterator<Item = Place> {
    let units = i64::from(region.cols()) / i64::from(region.lattice().kinds());
    let sides = [i64::from(region.layers()), i64::from(region.rows()), units];
    let wraps = region.wraps();
    (0..3).filter(move |&i| wraps[i]).map(move |i| std::array::from_fn(|j| if i == j { sides[i] } else { 0 }))
}

/// Where a cell is.
fn place(region: &Region, cell: Cell) -> Place {
    let kinds = region.lattice().kinds();
    [cell.layer, cell.row, cell.col / kinds, cell.col % kinds].map(i64::from)
}

/// The cell that is there after wrapping.
fn find(region: &Region, [layer, row, col, kind]: Place) -> Option<Cell> {
    region.wrap_at([layer, row, col * i64::from(region.lattice().kinds()) + kind])
}
