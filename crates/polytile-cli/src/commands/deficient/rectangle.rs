//! A rectangle, whole or with one cell missing: the verdict, and a tiling.

use super::{Args, Shown};
use crate::failure::Failure;
use crate::output;
use crate::run::Run;
use polytile::ask::deficient::{Judged, Subject, problem};
use polytile::ask::{self, Unanswered};
use polytile::golomb::deficient::Rectangle;

/// Shows the answer about one rectangle.
pub(super) fn run(
    args: &Args,
    subject: &Subject,
    rectangle: &Rectangle,
    judged: &Judged,
    run: &Run,
) -> Result<(), Failure> {
    let mut shown = Shown::of(args);
    if !judged.tilable {
        return if args.json { output::print_json(&ask::json(judged)) } else { shown.say(&judged.sentence) };
    }
    let draws = shown.draws(rectangle.rows(), rectangle.cols())?;
    shown.say(&judged.sentence)?;
    if let Some(cut) = &judged.cut {
        shown.say(cut)?;
    }
    if rectangle.is_empty() && shown.unasked() {
        return Ok(());
    }
    if !draws {
        return shown.too_large(rectangle.cols());
    }
    if args.json {
        shown.json(subject, run)?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    let problem = problem(rectangle)?;
    let tiling = rectangle.tiling(&run.control).map_err(Unanswered::from)?;
    shown.tiling(&problem, &tiling, rectangle.to_string(), run)
}
