//! Boards that areas and colours alone rule out.
//!
//! In: a problem. Out: whether it is plain that there is no tiling: because no numbers of copies that are allowed have the area
//! of the board, or of each of its connected parts; or because every piece covers as many black as white cells of a chessboard,
//! and the board does not have equally many. Parts are put together from full rectangles, so that only what it takes to describe
//! a board matters, not its size. Cost: a look at every cell of every piece and at every run of holes, and what it takes to find
//! the sums of areas.

use crate::board::{Block, Cell, Lattice, Region, Topology};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};
use crate::sums::Sums;
use std::collections::BTreeSet;
use std::ops::Range;

/// Whether a look at areas and colours shows that there is no tiling.
///
/// # Errors
/// When `control` says stop.
pub fn is_impossible(problem: &Problem, control: &Control) -> Result<bool, Stopped> {
    // What is given is not asked for any more.
    let problem = &*problem.rest();
    let area = problem.region.len();
    let pulse = Pulse::preparing(control);
    if !Sums::new(problem.sizes(), area, control)?.may_be(area, &pulse)? {
        return Ok(true);
    }
    let lattice = problem.region.lattice();
    let is_black = |&cell: &Cell| lattice.is_black(cell);
    let mut balanced = problem.region.topology() == Topology::Plane && is_black(&Cell::default()).is_some();
    for shape in problem.pieces.iter().flat_map(|p| &p.orientations) {
        pulse.beats(shape.size() as u64)?;
        balanced &=
            2 * shape.cells().iter().filter(|cell| is_black(cell) == Some(true)).count() == shape.size();
    }
    let parts = match lattice {
        Lattice::Square => components(&problem.region, &pulse)?,
        _ => flooded(&problem.region, control)?,
    };
    if balanced && parts.iter().any(|(black, white)| black != white) {
        return Ok(true);
    }
    if parts.len() <= 1 {
        return Ok(false);
    }
    let areas: BTreeSet<usize> = parts.iter().map(|(black, white)| (black + white) as usize).collect();
    let largest = areas.last().copied().unwrap_or(0);
    let sums = Sums::new(problem.sizes().map(|(size, _, max)| (size, 0, max)), largest, control)?;
    for part in areas {
        if !sums.may_be(part, &pulse)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Black and white cells of every connected part, cell by cell.
fn flooded(region: &Region, control: &Control) -> Result<Vec<(u64, u64)>, Stopped> {
    let (part, count) = region.parts(|_| true, control)?;
    let mut colours = vec![(0, 0); count as usize];
    for (part, cell) in part.into_iter().zip(region.cells()) {
        let Some(part) = part else { continue };
        let (black, white) = &mut colours[part as usize];
        *(if region.lattice().is_black(cell) == Some(true) { black } else { white }) += 1;
    }
    Ok(colours)
}

/// Black and white cells of every connected part of a board of squares.
fn components(region: &Region, pulse: &Pulse<'_>) -> Result<Vec<(u64, u64)>, Stopped> {
    let mut blocks: Vec<Block> = Vec::new();
    for block in region.blocks() {
        pulse.beat()?;
        blocks.push(block);
    }
    // The blocks that begin in one row: either all of a single row, or one of several rows.
    let mut bands: Vec<Range<usize>> = Vec::new();
    for (i, block) in blocks.iter().enumerate() {
        pulse.beat()?;
        match bands.last_mut() {
            Some(band) if blocks[band.start].top == block.top => band.end = i + 1,
            _ => bands.push(i..i + 1),
        }
    }
    let mut parts = Parts { parent: (0..blocks.len()).collect() };
    let [_, wraps_rows, wraps_cols] = region.wraps();
    for (i, band) in bands.iter().enumerate() {
        pulse.beat()?;
        let (first, last) = (band.start, band.end - 1);
        if wraps_cols && blocks[first].left == 0 && blocks[last].right == region.cols() {
            parts.join(first, last);
        }
        let next = match bands.get(i + 1) {
            Some(next) if blocks[next.start].top == blocks[first].bottom => next,
            None if wraps_rows && blocks[first].bottom == region.rows() && blocks[0].top == 0 => &bands[0],
            _ => continue,
        };
        let (mut upper, mut lower) = (band.clone().peekable(), next.clone().peekable());
        while let (Some(&a), Some(&b)) = (upper.peek(), lower.peek()) {
            pulse.beat()?;
            if blocks[a].left < blocks[b].right && blocks[b].left < blocks[a].right {
                parts.join(a, b);
            }
            if blocks[a].right <= blocks[b].right {
                upper.next();
            } else {
                lower.next();
            }
        }
    }
    let mut colours = vec![(0, 0); blocks.len()];
    for (i, block) in blocks.iter().enumerate() {
        pulse.beat()?;
        let part: &mut (u64, u64) = &mut colours[parts.of(i)];
        let area = u64::from(block.bottom - block.top) * u64::from(block.right - block.left);
        // In an odd area the colour of the corner has one more.
        let corner_is_black = (u64::from(block.top) + u64::from(block.left)).is_multiple_of(2);
        let black = area.midpoint(u64::from(corner_is_black));
        *part = (part.0 + black, part.1 + area - black);
    }
    colours.retain(|part| *part != (0, 0));
    Ok(colours)
}

/// Numbers that are joined into parts: each points to another one of its part, or stands for the part.
struct Parts {
    parent: Vec<usize>,
}

impl Parts {
    fn of(&mut self, mut i: usize) -> usize {
        while self.parent[i] != i {
            // Halves the path for later searches.
            self.parent[i] = self.parent[self.parent[i]];
            i = self.parent[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::{Freedom, PieceSet};
    use proptest::prelude::*;

    /// The areas and colours of the parts, found cell by cell.
    fn one_by_one(region: &Region) -> Vec<(u64, u64)> {
        let mut seen = vec![false; region.len()];
        let mut parts = Vec::new();
        for start in region.cells() {
            let mut stack = vec![start];
            let mut part = (0, 0);
            while let Some(cell) = stack.pop() {
                if std::mem::replace(&mut seen[region.index(cell).unwrap() as usize], true) {
                    continue;
                }
                let colour = if (cell.row + cell.col) % 2 == 0 { &mut part.0 } else { &mut part.1 };
                *colour += 1;
                let (row, col) = (i64::from(cell.row), i64::from(cell.col));
                let around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
                stack.extend(around.into_iter().filter_map(|(r, c)| region.wrap(r, c)));
            }
            parts.extend((part != (0, 0)).then_some(part));
        }
        parts
    }

    proptest! {
        #[test]
        fn rectangles_make_the_same_parts_as_cells(
            rows in 1_u32..7,
            cols in 1_u32..7,
            topology in prop::sample::select(vec![Topology::Plane, Topology::Cylinder, Topology::Torus]),
            holes in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        ) {
            let full = Region::wrapped(topology, rows.into(), cols.into()).unwrap();
            let at = |i: prop::sample::Index| i.index((rows * cols) as usize) as u32;
            let holes: Vec<Cell> = holes.into_iter().map(|i| Cell::new(at(i) / cols, at(i) % cols)).collect();
            let region = full.without(&holes).unwrap();
            let control = Control::default();
            let mut found = components(&region, &Pulse::preparing(&control)).unwrap();
            let mut expected = one_by_one(&region);
            found.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn huge_boards_are_decided_at_once() {
        let dominoes = |region| Problem::new(region, PieceSet::all(2, Freedom::Free));
        let decided = |problem| is_impossible(&problem, &Control::default()).unwrap();
        let square = Region::rectangle(65_535, 65_535).unwrap();
        assert!(decided(dominoes(square.clone())));
        assert!(!decided(dominoes(square.clone().without(&[Cell::new(0, 0)]).unwrap())));
        // A white cell cannot be spared: there are fewer of these.
        assert!(decided(dominoes(square.without(&[Cell::new(0, 1)]).unwrap())));
        assert!(!decided(dominoes(Region::rectangle(1 << 31, 1).unwrap())));
        let cut =
            Region::rectangle(1 << 31, 1).unwrap().without(&[Cell::new(7, 0), Cell::new(20, 0)]).unwrap();
        assert!(decided(dominoes(cut)));
        assert!(!decided(dominoes(Region::aztec(4096).unwrap())));
        assert!(!decided(Problem::new(Region::chair(4096).unwrap(), PieceSet::all(3, Freedom::Free))));
    }
}
