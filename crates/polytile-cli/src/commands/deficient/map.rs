//! The map of the cells that can be missing from a rectangle.

use super::{Args, Shown};
use crate::failure::Failure;
use crate::gathered::Gathered;
use crate::run::Run;
use crate::style::Style;
use polytile::ask::deficient::{Mapped, Subject, letters, problem};
use polytile::board::Cell;
use polytile::draw::PALETTE;
use polytile::golomb::deficient::Rectangle;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use polytile::problem::Problem;
use polytile::tiling::{Laid, Tiling};

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
        let (problem, tiling) = run.bounded("drawing the map", || drawn(rectangle))?;
        let title = format!("{rectangle}: the cells that can be missing");
        shown.tiling(&problem, &tiling, title, run)?;
    }
    Ok(())
}

/// The map as a board, with a piece of one cell on every cell that can be missing.
fn drawn(rectangle: &Rectangle) -> Result<(Problem, Tiling), Failure> {
    let cell = Polyform::new([Cell::new(0, 0)]).map_err(|e| Failure::other(e.to_string()))?;
    let piece =
        Piece { colour: Some(PALETTE[0]), ..Piece::new("can be missing", &cell, Freedom::Free, Copies::ANY) };
    let region = problem(rectangle)?.region;
    let works = region.cells().filter(|cell| rectangle.works(cell.row, cell.col));
    let tiling = Tiling::new(works.map(|cell| Laid { piece: 0, cells: vec![cell] }).collect());
    Ok((Problem::new(region, PieceSet::new(vec![piece])), tiling))
}
