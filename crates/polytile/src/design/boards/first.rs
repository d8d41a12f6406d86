//! A board from which a local search sets out.
//!
//! In: what is searched, and the maps that are to fix the board. Out: the first board of a walk, if there is one; of a large frame the first inside a
//! part of it: what lies nearest to its middle, or to what every board has, together with all that the maps carry this to. A walk begins
//! with the fullest rows, which in a wide frame is far from any board; so the part is little larger than the boards at first, and grows as long as it
//! has none. Cost: that of a walk through parts without a board.

use super::walk::{Leaf, Walk};
use super::{Frame, Maps, Searched, required, too_wide};
use crate::bit_string::{Bits256, Bits512, narrowest};
use crate::board::{Cell, Region};
use crate::problem::Problem;
use crate::run::Refused;
use std::ops::ControlFlow;

/// Frames with more cells than this are large.
const LARGE: usize = 64;
/// Cells of the largest part of a large frame in which a first board is looked for, so that states have bits left for copies.
const PART: usize = 448;

/// The first board of a walk, as the cells of the frame that it has; nothing where there is none.
///
/// # Errors
/// When the control says stop, or what every board has is too large.
pub(super) fn first(searched: &Searched<'_>, fixing: &Maps) -> Result<Option<Vec<bool>>, Refused> {
    let cells = searched.problem.region.len();
    if cells <= LARGE {
        let frame = Frame::new(searched.problem, &searched.areas, searched.control)?;
        return walked(searched, &frame, fixing);
    }
    let least = searched.areas.first().copied().unwrap_or(0);
    let mut tried = 0;
    let mut room = least + least / 4;
    loop {
        let part = part(searched, fixing, room.min(PART));
        if part.len() > tried
            && let Some(found) = inside(searched, fixing, &part)?
        {
            return Ok(Some(found));
        }
        tried = part.len();
        if tried == cells || room > PART {
            return Ok(None);
        }
        room += room / 4 + 1;
    }
}

/// The first board inside a part of the frame.
fn inside(searched: &Searched<'_>, fixing: &Maps, part: &[usize]) -> Result<Option<Vec<bool>>, Refused> {
    let Searched { problem, areas, .. } = searched;
    let cells = problem.region.len();
    let Some(areas) = within(areas, part.len()) else { return Ok(None) };
    let all: Vec<Cell> = problem.region.cells().collect();
    let own: Vec<Cell> = part.iter().map(|&cell| all[cell]).collect();
    let may_be_empty: Vec<Cell> =
        own.iter().copied().filter(|&cell| problem.region.is_optional(cell)).collect();
    let region = Region::of_cells(problem.region.lattice(), own);
    let region = region.and_then(|region| region.with_optional(&may_be_empty));
    let region = region.map_err(|e| Refused::Question(e.to_string()))?;
    let smaller = Problem { region, ..(*problem).clone() };
    let maps = carried(fixing, part, cells);
    let frame = Frame::new(&smaller, &areas, searched.control)?;
    let found = walked(searched, &frame, &maps)?;
    Ok(found.map(|found| {
        let mut board = vec![false; cells];
        part.iter().zip(found).for_each(|(&cell, has)| board[cell] = has);
        board
    }))
}

/// The areas that a part of so many cells has room for, if any.
fn within(areas: &[usize], cells: usize) -> Option<Vec<usize>> {
    let areas: Vec<usize> = areas.iter().copied().filter(|&area| area <= cells).collect();
    (!areas.is_empty()).then_some(areas)
}

/// The maps as they are within a part of the frame.
fn carried(fixing: &Maps, part: &[usize], cells: usize) -> Maps {
    let mut place = vec![0_u32; cells];
    (0..).zip(part).for_each(|(number, &cell)| place[cell] = number);
    let within = |map: &Vec<u32>| part.iter().map(|&cell| place[map[cell] as usize]).collect();
    fixing.iter().map(within).collect()
}

/// A part of the frame that the maps carry to itself, with about so many cells, as indices in ascending order.
fn part(searched: &Searched<'_>, fixing: &Maps, room: usize) -> Vec<usize> {
    let region = &searched.problem.region;
    let cells: Vec<Cell> = region.cells().collect();
    let required = required(searched.problem);
    let numbers = |cell: Cell| [cell.layer, cell.row, cell.col].map(i64::from);
    let sides = [region.layers(), region.rows(), region.cols()].map(i64::from);
    let must: Vec<[i64; 3]> =
        cells.iter().zip(&required).filter(|(_, must)| **must).map(|(cell, _)| numbers(*cell)).collect();
    // In halves of a cell.
    let away = |cell: Cell| {
        let to = |center: [i64; 3]| {
            numbers(cell).iter().zip(center).map(|(n, center)| (2 * n - center).abs()).max().unwrap_or(0)
        };
        let near = must.iter().map(|cell| to(cell.map(|n| 2 * n))).min();
        near.unwrap_or_else(|| to(sides.map(|side| side - 1)))
    };
    let mut orbits: Vec<(i64, Vec<usize>)> = super::local::orbits(fixing, cells.len())
        .into_iter()
        .map(|orbit| (orbit.iter().map(|&cell| away(cells[cell])).min().unwrap_or(0), orbit))
        .collect();
    orbits.sort();
    let mut part = Vec::new();
    for (away, orbit) in orbits {
        if away > 0 && part.len() + orbit.len() > room {
            break;
        }
        part.extend(orbit);
    }
    part.sort_unstable();
    part
}

/// The first board of a walk through this frame.
fn walked(searched: &Searched<'_>, frame: &Frame, fixing: &Maps) -> Result<Option<Vec<bool>>, Refused> {
    let mut first = None;
    let bits = frame.bits();
    let mut told = |leaf: Leaf<'_>| {
        first = Some(leaf.board.to_vec());
        Ok(ControlFlow::Break(()))
    };
    let ended: Result<ControlFlow<()>, Refused> = narrowest!(bits, [u64, u128, Bits256, Bits512], K => {
        Walk::<K>::new(frame, fixing, searched.control).all(&mut told)
    }, else Err(too_wide(bits)));
    let _ = ended?;
    Ok(first)
}
