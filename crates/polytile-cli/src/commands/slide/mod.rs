//! `polytile slide`: sliding-block puzzles.

mod check;
mod explore;
mod play;
mod solve;

use crate::failure::Failure;
use crate::input::{self, found_in};
use crate::source::{Report, Severity, Source};
use clap::Subcommand;
use polytile::format::shipped::Shipped;
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::format::{FormatError, Kind};
use polytile::sliding as engine;
use std::path::Path;

/// Explore and solve sliding-block puzzles
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// How many states can be reached, how far away, and what else there is to know about all of them
    Explore(explore::Args),
    /// A shortest solution, how many there are, or why there is none
    Solve(solve::Args),
    /// Play a puzzle in the terminal
    Play(play::Args),
    /// Does this solution lead from the start to the goal, and if not, where is it wrong?
    Check(check::Args),
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Metric {
    /// One piece, one unit
    #[default]
    Step,
    /// One piece, any distance straight
    Slide,
    /// One piece, any path
    Move,
}

impl From<Metric> for engine::Metric {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Step => engine::Metric::Step,
            Metric::Slide => engine::Metric::Slide,
            Metric::Move => engine::Metric::Move,
        }
    }
}

/// Does what is asked.
///
/// # Errors
/// Whatever ends the run before its answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Explore(args) => explore::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Play(args) => play::run(args),
        Command::Check(args) => check::run(args),
    }
}

/// The sliding-block puzzle called `name`: shipped, in a file, or on standard input for `-`.
///
/// # Errors
/// When there is none, it cannot be read, or it is a puzzle of another kind.
pub fn load(name: &str) -> Result<SlidingPuzzle, Failure> {
    let source = match Shipped::find(name) {
        Some(shipped) => Source::new(name, shipped.text),
        None if name != "-" && !Path::new(name).exists() => return Err(no_puzzle(name)),
        None => input::read(name)?,
    };
    let read = sliding::read(&source.text).map_err(|e| wrong(&source, name, e))?;
    for warning in &read.warnings {
        Report::found(Severity::Warning, source.misread(warning.clone())).print();
    }
    Ok(read)
}

/// Whether `name` is a sliding-block puzzle: as `kind` says, or else as it looks. Standard input is not looked at.
///
/// # Errors
/// When the file cannot be read.
pub fn is_one(name: &str, kind: Option<Kind>) -> Result<bool, Failure> {
    let kind = match (kind, Shipped::find(name)) {
        (Some(kind), _) => kind,
        (None, Some(shipped)) => shipped.kind,
        (None, None) if name != "-" && Path::new(name).is_file() => Kind::of_text(&input::read(name)?.text),
        (None, None) => return Ok(false),
    };
    Ok(kind == Kind::Sliding)
}

/// What is wrong with a file: it may be a puzzle of another kind.
fn wrong(source: &Source, name: &str, error: FormatError) -> Failure {
    let kind = Shipped::find(name).map_or_else(|| Kind::of_text(&source.text), |shipped| shipped.kind);
    if kind == Kind::Sliding || (kind == Kind::Puzzle && !source.text.contains("board")) {
        return found_in(source, error);
    }
    Failure::usage(
        format!("{} is not a sliding-block puzzle", source.name),
        "`polytile puzzles` lists those that come with polytile; a file draws its start, start = '''...'''",
    )
}

fn no_puzzle(name: &str) -> Failure {
    let help = match Shipped::nearest(name) {
        Some(shipped) => format!("did you mean '{}'?", shipped.name),
        None => "`polytile puzzles` lists the puzzles that come with polytile".to_owned(),
    };
    Failure::usage(format!("there is neither a puzzle nor a file called '{name}'"), help)
}
