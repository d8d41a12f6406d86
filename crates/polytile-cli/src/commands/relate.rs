//! `polytile relate`: how two tilings are related, directly or by a chain of transformations.

use super::classes::pictures::write_animation;
use super::classes::relation::{RelationArgs, drawn, given};
use crate::args::{Explain, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::style::Style;
use clap::ValueHint;
use polytile::ask::classes::{Placed, Relatives};
use polytile::ask::{self, relate::Chain};
use polytile::draw::classes::Gallery;
use std::path::PathBuf;

/// How are two tilings related?
///
/// Prints the transformation that makes tiling B of tiling A, each up to the symmetries of the puzzle, or the shortest
/// chain of transformations. The relations are those of `polytile classes`.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile relate [OPTIONS] <PUZZLE> <A> <B>\n       polytile relate [OPTIONS] --board <BOARD> --pieces <LIST> <A> <B>"
)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), or - for standard input; and two tilings
    // One value each, since options may stand between them.
    #[arg(value_name = "PUZZLE A B", value_hint = ValueHint::FilePath, num_args = 1, action = clap::ArgAction::Append, required = true)]
    names: Vec<String>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    /// Draw the transformations into this animated GIF file
    #[arg(long, value_name = "FILE", help_heading = "Pictures", group = "drawn")]
    gif: Option<PathBuf>,
    #[command(flatten)]
    colours: ColourArgs,
    #[command(flatten)]
    relation: RelationArgs,
    #[command(flatten)]
    options: PuzzleOptions,
    /// Find the relations by a second engine that has nothing in common with the first, and compare
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
A tiling is a number, as `polytile classes` counts them from 1, a file as `polytile check` reads it, - for standard input,
or rows of letters with / between them, as in LLA/LAA.

Examples:
  polytile relate pentominoes-6x10 2013 2031
  polytile relate pentominoes-3x20 1 2 --gif turn.gif
  polytile relate pentominoes-6x10 2013 2031 --svg chain.svg --labels yes
  polytile relate --board 2x3 --pieces dominoes ABB/ACC ABC/ABC

JSON: {\"a\": I, \"b\": J, \"same\", \"related\", \"steps\": [{\"tiling\", \"ways\": [{\"rule\", \"isometries\", \"moved\": \
[{\"piece\", \"from\": [CELL], \"to\": [CELL]}]}], \"pieces\"}]}; no step when A and B are one tiling or not related; \
\"cross_check\" where it is asked for.";

/// Relates two tilings.
///
/// # Errors
/// When there is no puzzle, one of the two is no tiling of it, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (puzzle, a, b) = match (args.names.as_slice(), &args.options.board) {
        ([a, b], Some(_)) => (None, a, b),
        ([puzzle, a, b], None) => (Some(puzzle.as_str()), a, b),
        _ => {
            return Err(Failure::usage(
                "two tilings are needed, and one puzzle",
                "write `polytile relate PUZZLE A B`, or --board and --pieces in place of PUZZLE",
            ));
        }
    };
    let sources = [puzzle, Some(a.as_str()), Some(b.as_str()), args.options.board.as_deref()];
    let what = "only one of the puzzle and the tilings can";
    input::one_from_stdin(&sources, what, "put the others into files")?;
    let drawn_too = args.pictures.asked() || args.gif.is_some();
    if args.gif.is_some() {
        args.pictures.look.moving()?;
    }
    let run = Run::start(&args.run)?;
    let tiled = run.bounded(READING, || input::load(puzzle, &args.options))?;
    args.pictures.look.fits(Some(tiled.problem.region.lattice()))?;
    let options = args.relation.options();
    let relatives = run.unfailed(Relatives::find(&tiled, &options, args.cross_check, &run.control))?;
    let placed = |name: &str| relatives.placed(&given(name, &tiled.problem)?).map_err(Failure::from);
    let read = |name: &str| run.bounded(READING, || placed(name));
    let (a, b) = (read(a)?, read(b)?);
    let chain = Chain::find(&relatives, a, &b, &run.control);
    run.hide();
    let chain = chain?;
    args.explain.say(&chain.plan);
    args.run.say_agreed(chain.cross_check);
    let related = chain.related(&relatives);
    if drawn_too {
        let Some(steps) = chain.steps.as_ref().filter(|steps| !steps.is_empty()) else {
            return Err(Failure::usage(
                format!("there is no transformation to draw: {}", related.in_short()),
                "name two different tilings of one class",
            ));
        };
        let Placed { number, placements } = &chain.first;
        let (tilings, first, by) = (&relatives.tilings, (*number, &placements[..]), args.colours.asked());
        let gallery = Gallery::of_chain(tilings, first, steps, relatives.title.as_deref());
        let gallery = by.into_iter().fold(gallery, Gallery::coloured_by);
        args.pictures.files().write(&gallery, &run.control)?;
        if let Some(path) = &args.gif {
            write_animation(path, tilings, first, steps, (by, args.pictures.look))?;
        }
    }
    match Style::of(args.json, args.ascii, drawn_too) {
        Style::Nothing => Ok(()),
        Style::Json => output::print_json(&ask::json(&related)),
        style => {
            listing::tell(&related.text_with(|shown| drawn(shown, &tiled.problem, style, args.colours))?)
        }
    }
}
