//! The map of the cells that can be missing from a rectangle.

use super::rectangle::{board_in_json, number, problem};
use super::{Args, Shown};
use crate::failure::Failure;
use crate::output::{self, Gathered, integer};
use crate::run::Run;
use crate::style::Style;
use polytile::board::{Cell, Symmetry};
use polytile::count::Count;
use polytile::draw::PALETTE;
use polytile::golomb::deficient::Rectangle;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyomino};
use polytile::problem::Problem;
use polytile::run::Progress;
use polytile::tiling::{Laid, Tiling};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Columns whose letters are written together.
const PART: usize = 1 << 14;

/// Bytes that a cell takes as a piece, before it is drawn.
const BYTES_DRAWN: u64 = 64;

/// Answers for every missing cell of `rectangle`, which is whole.
pub(super) fn run(args: &Args, rectangle: &Rectangle) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    if args.count {
        return counted(args, rectangle, &run);
    }
    let mut shown = Shown::of(args);
    let draws = shown.draws(rectangle.rows(), rectangle.cols())?;
    shown.say(&sentence(rectangle, if draws { shown.style } else { Style::Nothing })?)?;
    if rectangle.working_holes() == 0 && shown.unasked() {
        return Ok(());
    }
    if !draws {
        return shown.too_large(rectangle.cols());
    }
    if args.json {
        shown.allowed(rectangle.len(), 1.0)?;
        let mut out = Gathered::new(&run, output::opened(&in_json(rectangle), "map"));
        let made = letters(rectangle, &run, ["\"", "\",\"", "\"]}\n"], &mut out);
        out.finish(made)?;
    }
    if shown.style == Style::Letters {
        shown.allowed(rectangle.len(), 1.0)?;
        let mut out = Gathered::new(&run, String::new());
        let made = letters(rectangle, &run, ["", "\n", "\n"], &mut out);
        out.finish(made)?;
        // The letters of a scene would tell neighbours apart.
        shown.style = Style::Nothing;
    }
    if args.pictures.asked() || matches!(shown.style, Style::Lines | Style::Colours(_)) {
        let cells = rectangle.len();
        run.control.reserve(cells.saturating_mul(BYTES_DRAWN), format!("a map of {cells} cells"))?;
        let (problem, tiling) = run.bounded("drawing the map", || drawn(rectangle))?;
        let title = format!("{rectangle}: the cells that can be missing");
        shown.tiling(&problem, &tiling, title, &run)?;
    }
    Ok(())
}

fn sentence(rectangle: &Rectangle, style: Style) -> Result<String, Failure> {
    let works = rectangle.working_holes();
    let cells = rectangle.len();
    // A corner can be missing if any cell can.
    let corner = rectangle.with_hole(Some(Cell::new(0, 0))).map_err(|e| Failure::other(e.to_string()))?;
    let why = match corner.verdict() {
        Ok(theorem) => format!("{theorem} ({})", theorem.source()),
        Err(obstacle) => obstacle.to_string(),
    };
    let marks = match style {
        _ if works == 0 || works == cells => "",
        Style::Letters => " (. marks the others)",
        Style::Lines | Style::Colours(_) => " (· marks the others)",
        Style::Nothing | Style::Json => "",
    };
    let number = match (works, cells) {
        (0, _) => "no cell".to_owned(),
        (1, 1) => "its only cell".to_owned(),
        (works, cells) if works == cells => format!("each of the {cells} cells"),
        (works, cells) => format!("{works} of the {cells} cells"),
    };
    Ok(format!("{rectangle}: {number} can be missing{marks}: {why}"))
}

/// Writes the rows, with what is before, between and behind them.
fn letters(
    rectangle: &Rectangle,
    run: &Run,
    [before, between, behind]: [&str; 3],
    out: &mut Gathered<'_>,
) -> Result<(), Failure> {
    let (rows, cols) = (rectangle.rows(), rectangle.cols());
    out.push(before);
    for row in 0..rows {
        if row > 0 {
            out.push(between);
        }
        for start in (0..cols).step_by(PART) {
            if start > 0 || row % 64 == 0 {
                run.control.check(Progress::Rows { done: row.into(), total: rows.into() })?;
            }
            let part = start..cols.min(start.saturating_add(PART as u32));
            let letters = part.map(|col| if rectangle.works(row, col) { '#' } else { '.' });
            out.push(&letters.collect::<String>());
        }
    }
    out.push(behind);
    Ok(())
}

/// The map as a board, with a piece of one cell on every cell that can be missing.
fn drawn(rectangle: &Rectangle) -> Result<(Problem, Tiling), Failure> {
    let cell = Polyomino::new([Cell::new(0, 0)]).map_err(|e| Failure::other(e.to_string()))?;
    let piece =
        Piece { colour: Some(PALETTE[0]), ..Piece::new("can be missing", &cell, Freedom::Free, Copies::ANY) };
    let region = problem(rectangle)?.region;
    let works = region.cells().filter(|cell| rectangle.works(cell.row, cell.col));
    let tiling = Tiling::new(works.map(|cell| Laid { piece: 0, cells: vec![cell] }).collect());
    Ok((Problem::new(region, PieceSet::new(vec![piece])), tiling))
}

/// Prints the number of tilings for every missing cell.
fn counted(args: &Args, rectangle: &Rectangle, run: &Run) -> Result<(), Failure> {
    let counts = counts(rectangle, run);
    run.finish();
    let counts = counts?;
    if args.json {
        let mut object = in_json(rectangle);
        let row = |row: &Vec<Count>| row.iter().map(integer).collect::<Value>();
        object["counts"] = counts.iter().map(row).collect();
        return output::print_json(&object);
    }
    let written: Vec<Vec<String>> =
        counts.iter().map(|row| row.iter().map(Count::to_string).collect()).collect();
    let width = written.iter().flatten().map(String::len).max().unwrap_or(0);
    let line = |row: &Vec<String>| {
        let numbers: Vec<String> = row.iter().map(|number| format!("{number:>width$}")).collect();
        format!("{}\n", numbers.join(" "))
    };
    output::print(&written.iter().map(line).collect::<String>())
}

/// The number of tilings for every missing cell; those that a symmetry of the board exchanges are counted once.
fn counts(rectangle: &Rectangle, run: &Run) -> Result<Vec<Vec<Count>>, Failure> {
    let (rows, cols) = (rectangle.rows(), rectangle.cols());
    let symmetries = || Symmetry::ALL.into_iter().filter(|s| s.size(rows, cols) == (rows, cols));
    let mut known: HashMap<Cell, Count> = HashMap::new();
    let mut counts = Vec::new();
    for row in 0..rows {
        let mut line = Vec::new();
        for col in 0..cols {
            let images = symmetries().map(|s| s.apply(Cell::new(row, col), rows, cols));
            let first = images.min().unwrap_or(Cell::new(row, col));
            line.push(match known.entry(first) {
                Entry::Occupied(count) => count.get().clone(),
                Entry::Vacant(place) => {
                    let holed =
                        rectangle.with_hole(Some(first)).map_err(|e| Failure::other(e.to_string()))?;
                    place.insert(number(&holed, &holed.verdict(), run)?).clone()
                }
            });
        }
        counts.push(line);
    }
    Ok(counts)
}

fn in_json(rectangle: &Rectangle) -> Value {
    json!({
        "board": board_in_json(rectangle.rows(), rectangle.cols()),
        "works": integer(&rectangle.working_holes().into()),
    })
}
