//! The map of the cells that can be missing from a rectangle.

use super::{Args, Shown};
use crate::failure::Failure;
use crate::gathered::Gathered;
use crate::run::Run;
use crate::style::Style;
use polytile::ask::deficient::{Mapped, Subject, letters, mapped};
use polytile::golomb::deficient::Rectangle;

/// Bytes that a cell takes as a piece, before it is drawn.
const BYTES_DRAWN: u64 = 64;

/// Shows the answer about every missing cell of `rectangle`, which is whole.
pub(super) fn run(args: &Args, subject: &Subject, rectangle: &Rectangle, run: &Run) -> Result<(), Failure> {
    let mut shown = Shown::of(args);
    let draws = shown.draws(rectangle.rows(), rectangle.cols())?;
    let marks = match shown.style {
        Style::Letters if draws => " (. marks the others)",
        Style::Lines | Style::Colours(_) if draws => " (· marks the others)",
        _ => "",
    };
    shown.say(&Mapped::new(rectangle, marks)?.sentence)?;
    if rectangle.working_holes() == 0 && shown.unasked() {
        return Ok(());
    }
    if !draws {
        return shown.too_large(rectangle.cols());
    }
    if args.json {
        shown.json(subject, run)?;
    }
    if shown.style == Style::Letters {
        shown.allowed(subject)?;
        let mut out = Gathered::new(run, String::new());
        let made = letters(rectangle, &run.control, ["", "\n", "\n"], &mut |text| out.push(text));
        out.finish(made.map_err(Failure::from))?;
        // The letters of a scene would tell neighbours apart.
        shown.style = Style::Nothing;
    }
    if args.pictures.asked() || matches!(shown.style, Style::Lines | Style::Colours(_)) {
        let cells = rectangle.len();
        run.control.reserve(cells.saturating_mul(BYTES_DRAWN), format!("a map of {cells} cells"))?;
        let (problem, tiling) = run.bounded("drawing the map", || mapped(rectangle))?;
        let title = format!("{rectangle}: the cells that can be missing");
        shown.tiling(&problem, &tiling, title, run)?;
    }
    Ok(())
}
