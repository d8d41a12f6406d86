//! `polytile pieces`: polyominoes, their names and their numbers.

use crate::args::Limits;
use crate::failure::Failure;
use crate::input::freedom_of;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::screen::Screen;
use crate::values::YesNo;
use polytile::ask::{self, pieces::Pieces};
use polytile::draw::shelf;

/// Show polyominoes, their names and their numbers
///
/// Without an argument, all of up to five cells. A name drawn here is the name to use in --pieces and in puzzle files; with
/// --turns no, a piece lies exactly as it is drawn.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub struct Args {
    /// A size (5), a set (pentominoes) or a comma list of pieces (L3,O4) [default: sizes 1 to 5]
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
JSON: {\"sizes\": [{\"size\", \"name\", \"free\", \"one_sided\", \"fixed\"}], \"pieces\": [{\"name\", \"size\", \
\"orientations\", \"cells\": [[ROW, COLUMN]], \"art\": [LINE]}]}. `sizes` has the numbers of polyominoes of the sizes \
asked for; `art` is what a puzzle file may hold.";

/// Shows pieces.
///
/// # Errors
/// When a name is unknown.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.limits.run())?;
    let freedom = freedom_of(args.flips, args.turns)?.unwrap_or_default();
    let question = Pieces { what: args.what.clone() };
    let pieces = run.bounded("making the pieces", || question.answer(freedom, &run.control))?;
    if args.pictures.asked() {
        let title = args.what.as_deref().unwrap_or("polyominoes");
        let scene = run.bounded("drawing the pieces", || shelf::scene(&pieces.named(|_| true)));
        let scene = scene.map_err(|e| Failure::usage(e.to_string(), "ask for fewer pieces"))?.titled(title);
        args.pictures.write(&scene, None, &run.control)?;
    }
    if args.json {
        return output::print_json(&run.bounded("writing the pieces", || ask::json(&pieces)));
    }
    if args.pictures.asked() {
        return Ok(());
    }
    let columns = Screen::find().cols.min(80) as usize;
    output::print(&run.bounded("drawing the pieces", || pieces.text_within(columns)))
}
