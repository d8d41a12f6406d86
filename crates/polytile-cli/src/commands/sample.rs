//! `polytile sample`: tilings drawn at random, every one as likely as any other.
//!
//! The library draws; here the tilings are shown as they come, on standard output or gathered on a sheet, with the seed that
//! draws them again.

use crate::args::{Explain, Met, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing::Listing;
use crate::output;
use crate::pictures::{Pictures, WIDE, not_drawn};
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use crate::values::{choice, word};
use clap::ValueHint;
use polytile::ask::sample::{Drawn, Engine, Sample};
use polytile::ask::solve::Meaning;
use polytile::ask::{self, Named, Nothing, Part, Unanswered};
use polytile::design::known::Known;
use polytile::draw::{ColourBy, Grids, Scene};
use polytile::format::subject::Subject;
use polytile::run::{Control, Stopped};
use std::ops::ControlFlow;

/// Draw tilings at random, every one as likely as any other
///
/// Draws tilings of PUZZLE, or of --board with --pieces, exactly uniformly and independently of each other. The same seed
/// gives the same tilings on every machine, with any number of threads, by the same engine. Of an exact cover (a .dlx file, a sudoku
/// of 81 characters) or a Number Mind it draws solutions, from a diagram of all of them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// How many tilings
    #[arg(long, short = 'n', alias = "number", value_name = "N", default_value = "1", value_parser = word)]
    limit: u64,
    #[command(flatten)]
    met: Met,
    /// What determines the tilings: a whole number below 2^64 [default: another one every time]
    #[arg(long, value_name = "S", value_parser = word)]
    seed: Option<u64>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object per tiling, on a line of its own
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    colours: ColourArgs,
    /// Draw by this engine: with one seed, every engine draws other tilings [default: merge where that is quick; for pieces of two cells else
    /// shuffling on Aztec diamonds, coupling where it can, kasteleyn elsewhere]
    #[arg(long, value_parser = choice::<Engine>(), help_heading = "Running")]
    engine: Option<Engine>,
    /// Count with another engine too, before anything is drawn, and compare the numbers of tilings there are
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile sample --board 20x20 --pieces dominoes --limit 5 --seed 1
  polytile sample aztec-diamond --svg diamond.svg
  polytile sample --board aztec:300 --pieces dominoes --colour-by orientation --png circle.png
  polytile sample --board 6x6 --pieces trominoes --ascii
  polytile sample pentominoes-6x10 --where 'X touches border' --seed 1
  polytile sample queens-8 --limit 3

Dominoes are drawn in polynomial time on any board that can be drawn on a plane: aztec:300, 100x100, boards with holes. There
no count is needed, and only the engines that make one know of how many tilings they draw.

Several pictures are numbered: --limit 2 --svg t.svg writes t-1.svg and t-2.svg.

JSON: {\"number\": I, \"seed\": S, \"pieces\": [{\"piece\": NAME, \"cells\": [[ROW, COLUMN]]}]}; without a board \"options\" or \"digits\" instead, as in \
`polytile solve`; where there is nothing to draw, {\"why\": [SENTENCE]}.";

/// Draws tilings and shows them.
///
/// # Errors
/// When there is no problem, the engine is stopped, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let read = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let question = Sample {
        limit: Some(args.limit),
        conditions: args.met.conditions.clone(),
        seed: args.seed.map(Into::into),
        engine: args.engine,
        cross_check: args.cross_check,
    };
    let style = args.colours.style(Style::of(args.json, args.ascii, args.pictures.asked()));
    let known = match &read {
        Subject::Cover(covered) if style != Style::Json => Known::of(&covered.cover, &run.control)?,
        _ => None,
    };
    if args.pictures.asked() && known.is_none() && !matches!(read, Subject::Tiling(_)) {
        return Err(not_drawn());
    }
    args.pictures.look.fits(input::lattice(&read))?;
    let title = read.about().title.clone();
    let mut show = Show { args, title, known, style, control: &run.control, listing: Listing::new() };
    let each = |part| match part {
        Part::Drawn(drawn) => show.drawn(&drawn),
        _ => Ok(ControlFlow::Continue(())),
    };
    let sampled = run.shown_while(each, |listener| match read {
        Subject::Tiling(tiled) => question.answer(&tiled, &run.control, listener),
        boardless => {
            question.of(&ask::subject::Subject::new(boardless, &run.control)?, &run.control, listener)
        }
    })?;
    let sampled = sampled.map_err(|unanswered| match unanswered {
        Unanswered::Stopped(Stopped::Interrupted(_)) => unanswered.into(),
        Unanswered::Stopped(_) => Failure::from(unanswered).advising_too(UNFAIR),
        _ => unanswered.into(),
    })?;
    args.explain.say(&sampled.plan);
    args.run.say_agreed(sampled.cross_check);
    if !sampled.is_empty() {
        run.account(|| sampled.account());
    } else if !args.run.quiet {
        say_line(&sampled.account());
    }
    if let Some(why) = sampled.why {
        run.account_for(Some(&why));
        if args.json {
            output::print_json(&ask::json(&Nothing { why, contradiction: None }))?;
        }
    }
    if !args.run.quiet {
        show.listing.finish();
    }
    Ok(())
}

/// What there is where drawing takes too long.
const UNFAIR: &str =
    "`polytile solve ... --random --first` shows one at once, but not each as likely as any other";

/// Shows the tilings, or other solutions, one after the other.
struct Show<'a> {
    args: &'a Args,
    title: Option<String>,
    /// What solutions of an exact cover look like, if that is known, and shown.
    known: Option<Known>,
    style: Style,
    control: &'a Control,
    listing: Listing,
}

impl Show<'_> {
    fn drawn(&mut self, drawn: &Drawn) -> Result<ControlFlow<()>, Failure> {
        let Args { colours, pictures, .. } = self.args;
        let grids = self.known.as_ref().and_then(|known| Grids::new(known, [drawn.chosen.clone()]));
        if pictures.asked() {
            let pictures = pictures.files().numbered((self.args.limit > 1).then_some(drawn.number));
            if let Meaning::Tiling(Named { tiling, problem }) = &drawn.meaning {
                let by = colours.or(ColourBy::Contrast);
                let scene = Scene::coloured_within(problem, tiling, by, self.control)?;
                pictures.write_scene(self.title.iter().fold(scene, Scene::titled), self.control)?;
            } else {
                pictures.write(grids.as_ref().ok_or_else(not_drawn)?, self.control)?;
            }
        }
        let text = match (self.style, &drawn.meaning, &grids) {
            (Style::Nothing, ..) => return Ok(ControlFlow::Continue(())),
            (Style::Json, ..) => {
                output::print_json(&ask::json(drawn))?;
                return Ok(ControlFlow::Continue(()));
            }
            (style, Meaning::Tiling(Named { tiling, problem }), _) => {
                let scene = || colours.scene(problem, tiling);
                Screen::find().board(style, scene, problem.region.cols(), || drawn.text(), WIDE)?
            }
            (_, _, Some(grids)) => grids.text(),
            _ => drawn.text(),
        };
        let apart = drawn.number > 1 && !matches!(drawn.meaning, Meaning::Number { .. });
        self.listing.print(&if apart { format!("\n{text}") } else { text })?;
        let enough = drawn.number < self.args.limit && !self.listing.goes_on();
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
