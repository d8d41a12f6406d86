//! `polytile sample`: tilings drawn at random, every one as likely as any other.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output::{self, integer};
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use crate::values::word;
use clap::ValueHint;
use polytile::count::Count;
use polytile::draw::Scene;
use polytile::format::subject::Tiled;
use polytile::format::tiling::{JsonTiling, to_letters};
use polytile::frontier::sample::sample;
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::run::Refused;
use polytile::tiling::Tiling;
use polytile::zdd::Family;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// Draw tilings at random, every one as likely as any other
///
/// Draws tilings of PUZZLE, or of --board with --pieces, exactly uniformly and independently of each other. The same seed
/// gives the same tilings on every machine, with any number of threads, by the same engine.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// How many tilings
    #[arg(long, short, value_name = "N", default_value = "1", value_parser = word)]
    number: u64,
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
    /// Draw by this engine: with one seed, every engine draws other tilings
    #[arg(long, default_value = "merge", help_heading = "Running")]
    engine: Engine,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// Back through the layers of a count; takes the least memory
    Merge,
    /// Down the diagram of all tilings; the quickest for a hundred thousand and more
    Zdd,
}

const EXAMPLES: &str = "\
Examples:
  polytile sample --board 20x20 --pieces dominoes --number 5 --seed 1
  polytile sample aztec-diamond --svg diamond.svg
  polytile sample --board 6x6 --pieces trominoes --ascii

Several pictures are numbered: --number 2 --svg t.svg writes t-1.svg and t-2.svg.

JSON: {\"number\": I, \"seed\": S, \"pieces\": [{\"piece\": NAME, \"cells\": [[ROW, COLUMN]]}]}";

/// Draws tilings and shows them.
///
/// # Errors
/// When there is no problem, the engine is stopped, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let loaded = run.bounded(READING, || input::load(args.puzzle.as_deref(), &args.options))?;
    // Small enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()) >> 32);
    let style = Style::of(args.json, args.ascii, args.pictures.asked());
    let mut show = Show { args, loaded: &loaded, seed, style, control: &run.control, shown: 0 };
    let mut failed = None;
    let each = |tiling: Tiling| {
        run.hide();
        if failed.is_none()
            && let Err(failure) = show.tiling(&tiling)
        {
            run.stop();
            failed = Some(failure);
        }
    };
    let total = match args.engine {
        Engine::Merge => sample(&loaded.problem, args.number, seed, &run.control, each),
        Engine::Zdd => by_diagram(&loaded.problem, args.number, seed, &run.control, each),
    };
    let time = run.finish();
    if let Some(failure) = failed {
        return Err(failure);
    }
    let total = total?;
    if total == Count::ZERO {
        if !args.run.quiet {
            say_line("there is no tiling to draw");
        }
    } else {
        run.account(|| account(args.number, &total, seed, time));
    }
    Ok(())
}

/// Draws from the diagram of all tilings; the number of tilings.
fn by_diagram(
    problem: &Problem,
    number: u64,
    seed: u64,
    control: &Control,
    mut each: impl FnMut(Tiling),
) -> Result<Count, Refused> {
    let family = Family::tilings(problem, None, control)?;
    let counted = family.diagram().counted(control)?;
    counted.sample(number, seed, control, |set| {
        family.tiling(&set).is_some_and(|tiling| {
            each(tiling);
            true
        })
    })?;
    Ok(counted.total().clone())
}

fn account(number: u64, total: &Count, seed: u64, time: Duration) -> String {
    let digits = total.to_string();
    let total = if digits.len() > 30 { format!("a number of {} digits", digits.len()) } else { digits };
    format!("{number} drawn from {total}, seed {seed}, {:.3} s", time.as_secs_f64())
}

/// What shows a tiling that a terminal is too narrow for.
const WIDE: &str = "--svg FILE draws it, --json has it in numbers, and a file or a pipe gets all of it";

/// Shows the tilings one after the other.
struct Show<'a> {
    args: &'a Args,
    loaded: &'a Tiled,
    seed: u64,
    style: Style,
    control: &'a Control,
    shown: u64,
}

impl Show<'_> {
    fn tiling(&mut self, tiling: &Tiling) -> Result<(), Failure> {
        self.shown += 1;
        let problem = &self.loaded.problem;
        let scene = || Scene::new(problem, tiling);
        if self.args.pictures.asked() {
            let scene = match &self.loaded.about.title {
                Some(title) => scene().titled(title.as_str()),
                None => scene(),
            };
            let number = (self.args.number > 1).then_some(self.shown);
            self.args.pictures.write(&scene, number, self.control)?;
        }
        let text = match self.style {
            Style::Nothing => return Ok(()),
            Style::Json => return self.json(tiling),
            style => {
                let (cols, letters) = (problem.region.cols(), || to_letters(tiling, problem));
                Screen::find().board(style, scene, cols, letters, WIDE)?
            }
        };
        output::print(&if self.shown > 1 { format!("\n{text}") } else { text })
    }

    fn json(&self, tiling: &Tiling) -> Result<(), Failure> {
        let tiling = serde_json::to_value(JsonTiling::new(tiling, &self.loaded.problem));
        let mut object = tiling.map_err(|e| Failure::other(e.to_string()))?;
        object["number"] = integer(&self.shown.into());
        object["seed"] = integer(&self.seed.into());
        output::print_json(&object)
    }
}
