//! Tilings whose text itself says what they are tilings of.
//!
//! In: JSON as `polytile golomb` and `polytile deficient` print it. Out: the board it names, and L-trominoes to tile it
//! with. A window of a larger board cuts pieces, of which only the whole ones could be checked, so such a text is
//! refused.

use super::super::Unanswered;
use super::super::unanswered::misused;
use super::several;
use crate::board::{Cell, RegionError};
use crate::format::json::located;
use crate::format::source::Source;
use crate::golomb::chair::Chair;
use crate::golomb::deficient::Rectangle;
use crate::problem::Problem;
use crate::run::Control;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The members that name a board, and those that say that this is something else.
#[derive(Deserialize)]
struct Named {
    n: Option<u32>,
    hole: Option<Vec<IgnoredAny>>,
    window: Option<[serde_json::Value; 4]>,
    board: Option<Sides>,
    scale: Option<u64>,
    side: Option<IgnoredAny>,
    tilable: Option<bool>,
    step: Option<IgnoredAny>,
    map: Option<IgnoredAny>,
    count: Option<IgnoredAny>,
    counts: Option<IgnoredAny>,
    pieces: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
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
const WHOLE_NUMBERS: &str = "n, scale and the sides of a board are whole numbers";
const PUZZLE: &str = "name the puzzle before it, or give --board and --pieces";

/// The puzzle whose tiling a text is.
///
/// # Errors
/// When it is not a tiling, names no board, or names one that cannot be checked.
pub fn named_problem(source: &Source, control: &Control) -> Result<Problem, Unanswered> {
    let refused = |message: &str, help: &str| misused(format!("{}: {message}", source.name), help);
    let too_large = |e: RegionError| refused(&e.to_string(), AT_ANY_SIZE);
    let mark = if source.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let text = &source.text[mark..];
    if text.trim().is_empty() {
        return Err(refused("there is nothing in it", "give a tiling"));
    }
    if !text.trim_start().starts_with('{') {
        return Err(refused("this does not say what it is a tiling of", PUZZLE));
    }
    if several(source).is_some() {
        return Err(refused(
            "several objects do not say what they are tilings of: one does, and steps are no whole tiling",
            PUZZLE,
        ));
    }
    let named: Named = serde_json::from_str(text).map_err(|e| {
        let mend = if e.is_data() { WHOLE_NUMBERS } else { "give the text as it was printed" };
        source.misread(located(text, &e, mend).moved_by(mark))
    })?;
    let other = [
        (named.side.is_some(), "this is a cube, and flat boards are checked", "check a flat board"),
        (named.step.is_some(), "this is a step of the induction, and no whole tiling", "leave out --steps"),
        (
            named.tilable == Some(false),
            "this says that there is no tiling",
            "`polytile why` proves it, and `polytile count` counts",
        ),
        (
            named.pieces.is_none() && named.map.is_some(),
            "this is a map of the cells that can be missing, and has no pieces",
            "give a --remove of it, and check that tiling",
        ),
        (
            named.pieces.is_none() && (named.count.is_some() || named.counts.is_some()),
            "this is a number of tilings, and has no pieces",
            "leave out --count, and check the tiling",
        ),
        (
            named.n.is_some() && named.hole.is_none(),
            "n is the board of 2^n rows and columns without its hole, and there is no \"hole\"",
            "write it as in \"hole\": [2,5]",
        ),
        (named.scale == Some(0), "a chair has a scale of 1 or more, not 0", "give the scale of the chair"),
    ];
    if let Some((_, message, help)) = other.into_iter().find(|(is, _, _)| *is) {
        return Err(refused(message, help));
    }
    let square = |side: u64| Sides { rows: side, columns: side };
    let by_n = match named.n.map(|n| (n, 1_u64.checked_shl(n))) {
        Some((n, None)) => return Err(refused(&format!("a board of side 2^{n} is too large"), AT_ANY_SIZE)),
        Some((_, Some(side))) => Some(square(side)),
        None => None,
    };
    let by_scale = named.scale.map(|scale| square(scale.saturating_mul(2)));
    let mut boards = [by_n, by_scale, named.board].into_iter().flatten();
    let Some(sides @ Sides { rows, columns }) = boards.next() else {
        return Err(refused("this does not say of which board it is a tiling", PUZZLE));
    };
    if boards.any(|other| other != sides) || by_n.is_some() && by_scale.is_some() {
        return Err(refused(
            "its members n, scale and board name different boards",
            "leave one of them, the right one",
        ));
    }
    if named.window.is_some_and(|window| window != [0, 0, rows, columns].map(serde_json::Value::from)) {
        return Err(refused(
            "this is a window of a board, where pieces are cut off",
            "check the whole board",
        ));
    }
    if let Some(scale) = named.scale {
        return Ok(Chair::new(scale).map_err(too_large)?.problem(control)?);
    }
    let whole = Rectangle::new(rows, columns, None).map_err(too_large)?;
    let hole = match serde_json::from_str(text) {
        Ok(Hole { hole }) => hole.map(|[row, col]| Cell::new(row, col)),
        Err(_) => return Err(refused("the hole is no row and column of this board", "write it as in [2,5]")),
    };
    let board = whole.with_hole(hole).map_err(|e| refused(&e.to_string(), "choose a cell of the board"))?;
    board.problem().map_err(too_large)
}
