//! Boards without one piece that are symmetric in a new way.
//!
//! When all pieces but one make a symmetric subset, the board without that one is carried to itself by an isometry. Most such
//! isometries are symmetries of the whole puzzle that keep the piece: then the two tilings are images of each other, and not a
//! pair. Few placements leave a region with other symmetries, such as those at the end of a narrow board.

use crate::board::{Cell, Symmetry};
use crate::classes::Tilings;

/// For each placement, whether the board without it is carried to itself by an isometry that is not a symmetry of
/// the whole puzzle that keeps every piece.
pub fn with_symmetric_rest(tilings: &Tilings) -> Vec<bool> {
    let problem = tilings.problem();
    let all = tilings.encoded().cells();
    let keeps = |pieces: &[u32]| pieces.iter().enumerate().all(|(p, &image)| p == image as usize);
    let symmetries: Vec<Symmetry> =
        problem.symmetries().into_iter().filter(|(_, pieces)| keeps(pieces)).map(|(s, _)| s).collect();
    let mut inside = vec![false; all.len()];
    let mut has_symmetric_rest = |own: &[u32]| {
        inside.fill(true);
        for &cell in own {
            inside[cell as usize] = false;
        }
        let rest: Vec<Cell> =
            all.iter().zip(&inside).filter(|(_, inside)| **inside).map(|(cell, _)| *cell).collect();
        let Some((origin, size)) = bounds(&rest) else { return false };
        // Whether the image of a cell is one of the rest, or else one of the piece.
        let lands = |cell: Cell, turn: Symmetry, in_rest: bool| {
            let image = carry(turn, cell, origin, size).and_then(|image| problem.region.index(image));
            image.is_some_and(|i| inside[i as usize] == in_rest)
        };
        Symmetry::ALL.into_iter().skip(1).any(|turn| {
            turn.size(size[0], size[1]) == (size[0], size[1])
                && rest.iter().all(|&cell| lands(cell, turn, true))
                && !(symmetries.contains(&turn)
                    && own.iter().all(|&cell| lands(all[cell as usize], turn, false)))
        })
    };
    (0..tilings.encoded().cover().option_count() as u32)
        .map(|option| has_symmetric_rest(tilings.encoded().placement(option).cells))
        .collect()
}

/// Upper left corner and size of the box around `cells`.
fn bounds(cells: &[Cell]) -> Option<([u32; 2], [u32; 2])> {
    let rows = || cells.iter().map(|c| c.row);
    let cols = || cells.iter().map(|c| c.col);
    let (top, left) = (rows().min()?, cols().min()?);
    Some(([top, left], [rows().max()? - top + 1, cols().max()? - left + 1]))
}

/// The image of `cell` under a symmetry of the box, if the cell lies in it.
fn carry(turn: Symmetry, cell: Cell, [top, left]: [u32; 2], [rows, cols]: [u32; 2]) -> Option<Cell> {
    let inside = Cell::new(cell.row.checked_sub(top)?, cell.col.checked_sub(left)?);
    if inside.row >= rows || inside.col >= cols {
        return None;
    }
    let image = turn.apply(inside, rows, cols);
    Some(Cell::new(image.row + top, image.col + left))
}
