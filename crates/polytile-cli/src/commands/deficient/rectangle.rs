//! A rectangle, whole or with one cell missing: the verdict, and a tiling.

use super::{Args, Shown, count};
use crate::failure::Failure;
use crate::output::{self, Gathered, integer};
use crate::run::Run;
use polytile::count::Count;
use polytile::golomb::deficient::{Block, LayError, Obstacle, Rectangle, Theorem, Tromino};
use polytile::problem::Problem;
use serde_json::{Value, json};

/// Answers for one rectangle.
pub(super) fn run(args: &Args, rectangle: &Rectangle) -> Result<(), Failure> {
    let verdict = rectangle.verdict();
    let run = Run::start(&args.run)?;
    if args.count {
        return counted(args, rectangle, &verdict, &run);
    }
    let mut shown = Shown::of(args);
    let sentence = sentence(rectangle, &verdict);
    let Ok(blocks) = rectangle.blocks() else {
        if args.json {
            let mut object = in_json(rectangle, &verdict);
            object["blocks"] = Value::Null;
            object["pieces"] = Value::Null;
            return output::print_json(&object);
        }
        return shown.say(&sentence);
    };
    let draws = shown.draws(rectangle.rows(), rectangle.cols())?;
    shown.say(&sentence)?;
    if let Some(cut) = cut(&blocks) {
        shown.say(&cut)?;
    }
    if rectangle.is_empty() && shown.unasked() {
        return Ok(());
    }
    if !draws {
        return shown.too_large(rectangle.cols());
    }
    if args.json {
        shown.allowed(rectangle.len() / 3, BYTES_WRITTEN)?;
        let mut object = in_json(rectangle, &verdict);
        object["blocks"] = blocks.iter().map(block_in_json).collect();
        pieces_in_json(&object, &run, |each| rectangle.lay(&run.control, each).map_err(stopped))?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    let problem = problem(rectangle)?;
    let tiling = rectangle.tiling(&run.control).map_err(stopped)?;
    shown.tiling(&problem, &tiling, rectangle.to_string(), &run)
}

/// Bytes of a tromino in JSON, with coordinates of a few digits.
pub(super) const BYTES_WRITTEN: f64 = 55.0;

/// Writes one line of JSON: the members of `object`, and the trominoes that `lay` lays, as they come, in the form in which
/// tilings are written.
pub(super) fn pieces_in_json(
    object: &Value,
    run: &Run,
    lay: impl FnOnce(&mut dyn FnMut(Tromino)) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = Gathered::new(run, output::opened(object, "pieces"));
    let mut separator = "";
    let laid = lay(&mut |tromino| {
        let cells = tromino.cells().map(|cell| format!("[{},{}]", cell.row, cell.col)).join(",");
        out.push(&format!("{separator}{{\"piece\":\"L3\",\"cells\":[{cells}]}}"));
        separator = ",";
    });
    out.push("]}\n");
    out.finish(laid)
}

/// The puzzle that the other commands would be asked.
pub(super) fn problem(rectangle: &Rectangle) -> Result<Problem, Failure> {
    rectangle
        .problem()
        .map_err(|e| Failure::limit(e.to_string(), "ask about a smaller board, or for the verdict only"))
}

/// The number of tilings: without an engine where the verdict says that there is none.
pub(super) fn number(
    rectangle: &Rectangle,
    verdict: &Result<Theorem, Obstacle>,
    run: &Run,
) -> Result<Count, Failure> {
    match verdict {
        Err(_) => Ok(Count::ZERO),
        Ok(Theorem::Nothing) => Ok(1_u32.into()),
        Ok(_) => count(&problem(rectangle)?, run),
    }
}

fn counted(
    args: &Args,
    rectangle: &Rectangle,
    verdict: &Result<Theorem, Obstacle>,
    run: &Run,
) -> Result<(), Failure> {
    let count = number(rectangle, verdict, run);
    run.finish();
    let count = count?;
    if !args.json {
        return output::print(&format!("{count}\n"));
    }
    let mut object = in_json(rectangle, verdict);
    object["count"] = integer(&count);
    output::print_json(&object)
}

fn sentence(rectangle: &Rectangle, verdict: &Result<Theorem, Obstacle>) -> String {
    match verdict {
        Ok(theorem) => {
            format!("{rectangle} can be tiled by L-trominoes: {theorem} ({})", theorem.source())
        }
        Err(Obstacle::Area { cells }) if rectangle.hole().is_none() => format!(
            "{rectangle} cannot be tiled by L-trominoes, nor can it with any one cell missing: neither {cells} nor {} \
             is a multiple of 3, and a tromino covers three cells",
            cells - 1
        ),
        Err(obstacle) => format!("{rectangle} cannot be tiled by L-trominoes: {obstacle}"),
    }
}

/// How the board is cut, when it is.
fn cut(blocks: &[Block]) -> Option<String> {
    let (core, full) = blocks.split_last().filter(|(_, full)| !full.is_empty())?;
    let sizes: Vec<String> = full.iter().map(|block| format!("{}x{}", block.rows, block.cols)).collect();
    let full = if full.len() == 1 { "a full rectangle" } else { "full rectangles" };
    let sizes = sizes.join(", ");
    let &Block { top, left, rows, cols, .. } = core;
    Some(if rows == 1 {
        format!("cut into {full} of {sizes} around the missing cell")
    } else {
        format!("cut into {full} of {sizes} and, with the missing cell, {rows}x{cols} from {top},{left} on")
    })
}

fn in_json(rectangle: &Rectangle, verdict: &Result<Theorem, Obstacle>) -> Value {
    let theorem = verdict.as_ref().ok();
    json!({
        "board": board_in_json(rectangle.rows(), rectangle.cols()),
        "hole": rectangle.hole().map(|hole| [hole.row, hole.col]),
        "tilable": verdict.is_ok(),
        "theorem": theorem.map(Theorem::to_string),
        "source": theorem.map(|theorem| theorem.source()),
        "obstacle": verdict.as_ref().err().map(Obstacle::to_string),
    })
}

pub(super) fn board_in_json(rows: u32, cols: u32) -> Value {
    json!({ "rows": rows, "columns": cols })
}

fn block_in_json(block: &Block) -> Value {
    let &Block { top, left, rows, cols, .. } = block;
    json!({ "row": top, "column": left, "rows": rows, "columns": cols })
}

fn stopped(error: LayError) -> Failure {
    match error {
        LayError::Stopped(stopped) => stopped.into(),
        LayError::Impossible(obstacle) => Failure::other(obstacle.to_string()),
    }
}
