//! What a board looks like: which symmetries it has, and whether it surrounds empty cells.
//!
//! In: a frame, and the cells of a board. Out: the walks that meet every board with a symmetry, each with the maps of cells that its
//! boards are fixed by, and those whose boards were met before; whether there is an empty cell from which no way past empty cells
//! leads outside. Cost: a look at every cell.

use crate::board::{Cell, Region, Symmetry};
use crate::choice::{Choice, choice};
use crate::run::{Control, Refused, Stopped, Unable};

choice! {
    /// Which symmetries of the frame carry a board to itself.
    pub enum BoardSymmetry {
        /// At least one.
        Any = "any", "A turn or a reflection";
        /// A turn.
        Turn = "turn", "A turn";
        /// A reflection.
        Mirror = "mirror", "A reflection";
        /// All.
        Full = "full", "All that the frame has";
    }
}

/// Maps of the cells of the frame, by their indices.
pub(super) type Maps = Vec<Vec<u32>>;

/// For each walk the maps that fix its boards, and those whose boards earlier walks have met.
///
/// # Errors
/// When the frame has no such symmetry, or `control` says stop.
pub(super) fn walks(
    region: &Region,
    symmetry: Option<BoardSymmetry>,
    control: &Control,
) -> Result<Vec<(Maps, Maps)>, Refused> {
    let Some(wanted) = symmetry else { return Ok(vec![(Vec::new(), Vec::new())]) };
    // Which cells may stay empty does not matter to the frame as a shape.
    let cells = region.cells().collect();
    let shape = Region::of_cells(region.lattice(), cells).map_err(|e| Refused::Question(e.to_string()))?;
    let has = |symmetry: &Symmetry| match wanted {
        BoardSymmetry::Any | BoardSymmetry::Full => true,
        BoardSymmetry::Turn => !symmetry.is_reflection(),
        BoardSymmetry::Mirror => symmetry.is_reflection(),
    };
    let mut maps: Maps = Vec::new();
    for symmetry in shape.symmetries_within(control)?.iter().filter(|symmetry| has(symmetry)) {
        let map = shape.permutation_within(*symmetry, control)?;
        maps.extend(map.filter(|map| (0..).zip(map).any(|(cell, &image)| cell != image)));
    }
    if maps.is_empty() {
        let message = format!("the frame has no symmetry of the kind '{}'", wanted.name());
        let help = "take a frame that has it, as a square has all, or leave --symmetry out".to_owned();
        return Err(Refused::Unable(Unable { message, help }));
    }
    if wanted == BoardSymmetry::Full {
        return Ok(vec![(maps, Vec::new())]);
    }
    Ok((0..maps.len()).map(|i| (vec![maps[i].clone()], maps[..i].to_vec())).collect())
}

/// Whether a board, the cells of `region` that `board` names, surrounds a cell that is none of its own.
///
/// # Errors
/// When `control` says stop.
pub(super) fn has_holes(region: &Region, board: &[bool], control: &Control) -> Result<bool, Stopped> {
    // The frame with a margin on every side: from there everything is reached that is not surrounded.
    let lattice = region.lattice();
    let margin = [i64::from(!lattice.is_flat()), 1, 1];
    let sides = [region.layers(), region.rows(), region.cols() / lattice.kinds()];
    let sides = [0, 1, 2].map(|i| u64::from(sides[i]) + 2 * margin[i] as u64);
    let Ok(around) = Region::full(lattice, sides) else {
        return Err(Stopped::TooLarge("the frame is too large to look for holes".to_owned()));
    };
    let inside = |cell: Cell| lattice.cell(lattice.spot(cell).moved(margin));
    let mut covered = vec![false; around.len()];
    for (cell, _) in region.cells().zip(board).filter(|(_, is)| **is) {
        if let Some(index) = inside(cell).and_then(|cell| around.index(cell)) {
            covered[index as usize] = true;
        }
    }
    Ok(around.parts(|cell| !covered[cell as usize], control)?.1 > 1)
}
