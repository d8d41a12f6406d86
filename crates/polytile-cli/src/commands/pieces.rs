//! `polytile pieces`: polyominoes, their names and their numbers.

use crate::args::{Limits, PuzzleOptions};
use crate::failure::Failure;
use crate::input::{self, READING, freedom_of};
use crate::listing;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::screen::Screen;
use crate::values::YesNo;
use clap::ValueHint;
use polytile::ask::{self, pieces::Pieces};
use polytile::draw::shelf::Shelf;
use polytile::format::shipped::Shipped;
use std::path::Path;

/// Show polyominoes, their names and their numbers, or the pieces of a puzzle
///
/// Without an argument, all of up to five cells. A name drawn here is the name to use in --pieces and in puzzle files; with
/// --turns no, a piece lies exactly as it is drawn.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub struct Args {
    /// A size (5), a set (pentominoes) or a comma list of pieces (L3,O4) [default: sizes 1 to 5]; or a puzzle: a shipped one's
    /// name, a puzzle file, or - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    what: Option<String>,
    /// Whether pieces may be turned over; if not, mirror images are shown as pieces of their own [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    flips: Option<YesNo>,
    /// Whether pieces may be turned; if not, every position is shown as a piece of its own [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    turns: Option<YesNo>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    limits: Limits,
}

const JSON: &str = "\
Examples:
  polytile pieces tetrominoes --flips no
  polytile pieces soma
  polytile pieces pentominoes-6x10 --svg pieces.svg

JSON: {\"sizes\": [{\"size\", \"name\", \"free\", \"one_sided\", \"fixed\"}], \"pieces\": [{\"name\", \"size\", \
\"orientations\", \"copies\", \"cells\": [[ROW, COLUMN]], \"art\": [LINE]}]}. `sizes` has the numbers of polyominoes of the sizes \
asked for; `copies` is there for the pieces of a puzzle; `art`, of pieces of squares, is what a puzzle \
file may hold.";

/// Whether pieces are asked for by a puzzle that has them: a shipped one, or a file.
fn names_a_puzzle(what: &str) -> bool {
    what == "-" || Shipped::find(what).is_some() || Path::new(what).is_file()
}

/// Shows pieces.
///
/// # Errors
/// When a name is unknown.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.pictures.look.boardless()?;
    let run = Run::start(&args.limits.run())?;
    let (pieces, title) = if let Some(name) = args.what.as_deref().filter(|what| names_a_puzzle(what)) {
        let options = PuzzleOptions { flips: args.flips, turns: args.turns, ..PuzzleOptions::default() };
        let tiled = run.bounded(READING, || input::load(Some(name), &options))?;
        (Pieces::default().of_puzzle(&tiled.problem)?, tiled.about.title)
    } else {
        let freedom = freedom_of(args.flips, args.turns)?.unwrap_or_default();
        let question = Pieces { what: args.what.clone() };
        let pieces = run.bounded("making the pieces", || question.answer(freedom, &run.control))?;
        (pieces, Some(args.what.clone().unwrap_or_else(|| "polyominoes".to_owned())))
    };
    if args.pictures.asked() {
        let solid = pieces
            .shown(|_| true)
            .iter()
            .map(|piece| piece.shape.lattice())
            .find(|lattice| !lattice.is_flat());
        args.pictures.look.fits(Some(solid.unwrap_or_default()))?;
        let shelf = run.bounded("drawing the pieces", || Shelf::new(&pieces.shown(|_| true), title));
        args.pictures.files().write(&shelf, &run.control)?;
    }
    if args.json {
        return output::print_json(&run.bounded("writing the pieces", || ask::json(&pieces)));
    }
    if args.pictures.asked() {
        return Ok(());
    }
    let columns = Screen::find().cols.min(80) as usize;
    listing::tell(&run.bounded("drawing the pieces", || pieces.text_within(columns)))
}
