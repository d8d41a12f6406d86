//! Tilings that say themselves what they are tilings of.
//!
//! In: JSON as `polytile golomb` and `polytile deficient` print it. Out: the board it names, and L-trominoes to tile it
//! with. Of a window of a larger board only whole pieces can be checked, so such a text needs a board beside it.

use crate::failure::Failure;
use crate::source::Source;
use polytile::board::{Cell, RegionError};
use polytile::golomb::chair::Chair;
use polytile::golomb::deficient::Rectangle;
use polytile::problem::Problem;
use polytile::run::Control;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The members that name a board. `hole` stands beside `n` and `board`.
#[derive(Deserialize)]
struct Named {
    n: Option<u32>,
    hole: Option<Vec<IgnoredAny>>,
    window: Option<IgnoredAny>,
    board: Option<Sides>,
    scale: Option<u64>,
    side: Option<IgnoredAny>,
    tilable: Option<bool>,
}

#[derive(Deserialize)]
struct Sides {
    rows: u64,
    columns: u64,
}

/// A hole whose row and column are numbers that a board in memory can have.
#[derive(Deserialize)]
struct Hole {
    hole: Option<[u32; 2]>,
}

const AT_ANY_SIZE: &str = "a picture with one pixel per cell can be checked at any size";

/// The puzzle whose tiling a text is, if it names one.
///
/// # Errors
/// When it names a board that cannot be checked.
pub(super) fn problem(source: &Source, control: &Control) -> Result<Option<Problem>, Failure> {
    let Ok(named) = serde_json::from_str::<Named>(&source.text) else { return Ok(None) };
    let refused = |message: String, help: &str| Failure::usage(format!("{}: {message}", source.name), help);
    let too_large = |e: RegionError| refused(e.to_string(), AT_ANY_SIZE);
    if named.side.is_some() {
        return Err(refused("this is a cube, and flat boards are checked".to_owned(), "check a flat board"));
    }
    if named.window.is_some() {
        return Err(refused(
            "this is a window of a board, where pieces are cut off".to_owned(),
            "check the whole board, or a PNG picture of the window for cover and colours",
        ));
    }
    if named.tilable == Some(false) {
        return Err(refused(
            "this says that there is no tiling".to_owned(),
            "`polytile why` proves it, and `polytile count` counts",
        ));
    }
    if let Some(scale) = named.scale {
        let chair = Chair::new(scale).map_err(too_large)?;
        return Ok(Some(chair.problem(control)?));
    }
    let (rows, cols) = match (named.n, named.board) {
        (Some(n), _) if named.hole.is_some() => match 1_u64.checked_shl(n) {
            Some(side) => (side, side),
            None => return Err(refused(format!("a board of side 2^{n} is too large"), AT_ANY_SIZE)),
        },
        (_, Some(Sides { rows, columns })) => (rows, columns),
        _ => return Ok(None),
    };
    let whole = Rectangle::new(rows, cols, None).map_err(too_large)?;
    let hole = match serde_json::from_str(&source.text) {
        Ok(Hole { hole }) => hole.map(|[row, col]| Cell::new(row, col)),
        Err(_) => return Err(refused("the hole is no row and column".to_owned(), "write it as in [2,5]")),
    };
    let board = whole.with_hole(hole).map_err(|e| refused(e.to_string(), "choose a cell of the board"))?;
    Ok(Some(board.problem().map_err(too_large)?))
}
