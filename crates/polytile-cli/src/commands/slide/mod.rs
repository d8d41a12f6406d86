//! `polytile slide`: sliding-block puzzles.

mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod explore;
mod play;
mod solve;

use crate::failure::Failure;
use crate::input;
use crate::source::Source;
use clap::Subcommand;
use polytile::format::Kind;
use polytile::format::sliding::SlidingPuzzle;
use polytile::format::subject::Words;

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
    let words = Words { puzzle: Some(input::puzzle(name)?), ..Words::default() };
    let (read, warnings) = words.sliding()?;
    input::warn(warnings);
    Ok(read)
}

/// The text of the file that the argument `from` names, a position of the puzzle called `name`.
///
/// # Errors
/// When it cannot be read.
pub fn position(name: &str, from: &str) -> Result<Source, Failure> {
    let sources = [Some(name), Some(from)];
    input::one_from_stdin(
        &sources,
        "the puzzle and the position cannot both",
        "put one of them into a file",
    )?;
    input::read(from)
}

/// Whether `name` is a sliding-block puzzle: as `kind` says, or else as it looks. Standard input is not looked at.
///
/// # Errors
/// When the file cannot be read.
pub fn is_one(name: &str, kind: Option<Kind>) -> Result<bool, Failure> {
    if name == "-" {
        return Ok(kind == Some(Kind::Sliding));
    }
    Ok(Words { puzzle: Some(input::puzzle(name)?), kind, ..Words::default() }.is_sliding())
}
