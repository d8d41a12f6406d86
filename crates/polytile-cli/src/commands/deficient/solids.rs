//! The chair of any scale, and the cube of side 2^n.

use super::{Args, Shown};
use crate::failure::Failure;
use crate::run::Run;
use crate::screen::{Form, Screen};
use polytile::ask::deficient::{Cubed, Seated, Subject, coloured};
use polytile::golomb::GolombError;
use polytile::golomb::chair::Chair;
use polytile::golomb::cube::Cube;

/// The longest side of a cube that is drawn unasked.
const DRAWN_CUBE: u32 = 16;

/// Shows the answer about a chair.
pub(super) fn chair(
    args: &Args,
    subject: &Subject,
    chair: Chair,
    seated: &Seated,
    run: &Run,
) -> Result<(), Failure> {
    let side = 2 * chair.scale();
    let mut shown = Shown::of(args);
    let draws = shown.draws(side, side)?;
    shown.say(&seated.sentence)?;
    if !draws {
        return shown.too_large(side);
    }
    if args.json {
        shown.json(subject, run)?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    let tiling = chair.tiling(&run.control)?;
    let problem = chair.problem(&run.control)?;
    shown.tiling(&problem, &tiling, format!("the chair of scale {}", chair.scale()), run)
}

/// Shows the answer about a cube.
pub(super) fn cube(
    args: &Args,
    subject: &Subject,
    cube: &Cube,
    cubed: &Cubed,
    run: &Run,
) -> Result<(), Failure> {
    let (side, [layer, row, col]) = (cube.side(), cube.hole());
    let mut shown = Shown::of(args);
    shown.say(&cubed.sentence)?;
    if args.json {
        shown.json(subject, run)?;
    }
    if args.json && !args.pictures.asked() {
        return Ok(());
    }
    let undrawn = |e: GolombError| match e {
        GolombError::Stopped(stopped) => stopped.into(),
        too_large => Failure::limit(too_large.to_string(), "draw a smaller cube; --json has no such limit"),
    };
    let title = format!("a cube of side {side} without {layer},{row},{col}");
    let solid = args.pictures.asked() && args.pictures.look.is_solid();
    if solid {
        let (problem, tiling) = cube.solid(&run.control).map_err(undrawn)?;
        let scene = shown.scene(&coloured(problem), &tiling, run)?.titled(title.as_str());
        args.pictures.files().write_scene(scene, &run.control)?;
        if !args.ascii {
            return Ok(());
        }
    }
    if cube.pieces() == 0 && shown.unasked() {
        return Ok(());
    }
    let widest = Screen::find().cells_across(Form::Lines) as u32;
    let fits = ((widest + 1) / (side + 1)).clamp(1, side);
    // In a picture, about as wide as high; in a terminal, as many as fit into a line.
    let across = if args.pictures.asked() { side >> (side.ilog2() / 2) } else { 1 << fits.ilog2() };
    // A line between two layers.
    let spread = |layers: u32| layers.saturating_mul(side + 1).saturating_sub(1);
    if shown.unasked() && (side > DRAWN_CUBE || !shown.has_room(spread(side / across), spread(across))) {
        return shown.too_large(spread(across));
    }
    shown.fits_as_letters(spread(across))?;
    shown.say("its layers from left to right, then from top to bottom:")?;
    let (problem, tiling) = cube.spread(across, &run.control).map_err(undrawn)?;
    let problem = coloured(problem);
    if solid {
        return shown.print(&shown.scene(&problem, &tiling, run)?, run);
    }
    shown.tiling(&problem, &tiling, format!("{title}, layer by layer"), run)
}
