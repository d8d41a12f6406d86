//! `polytile design`: searches for puzzles.

mod board;
mod givens;
mod number_mind;
mod pieces;
mod slide;

use crate::failure::Failure;
use crate::input::{self, READING};
use crate::run::Run;
use crate::values::YesNo;
use clap::Subcommand;
use polytile::format::subject::{Subject, Tiled, Words};
use std::path::PathBuf;

/// Search for puzzles: pieces or boards with one solution, givens, guesses, the hardest sliding blocks
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to look for
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Which choices of pieces fill the board in exactly so many ways
    Pieces(pieces::Args),
    /// Which boards inside a frame have exactly so many solutions
    Board(board::Args),
    /// The fewest placements or clues to give, so that one solution is left
    Givens(givens::Args),
    /// The fewest guesses that leave one number
    NumberMind(number_mind::Args),
    /// The hardest starts of sliding blocks, for each number of pieces
    Slide(slide::Args),
}

/// Does what is asked.
///
/// # Errors
/// Whatever ends the run before its answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Pieces(args) => pieces::run(args),
        Command::Board(args) => board::run(args),
        Command::Givens(args) => givens::run(args),
        Command::NumberMind(args) => number_mind::run(args),
        Command::Slide(args) => slide::run(args),
    }
}

/// The board and the pieces of a search; what is odd about them is told.
///
/// # Errors
/// When the words are about something else, or cannot be read.
fn tiled(words: &Words, run: &Run) -> Result<Tiled, Failure> {
    let read = run.bounded(READING, || words.read())?;
    let help = match read.subject {
        Subject::Cover(_) => {
            "`polytile design givens` looks for what to give in an exact cover, and `polytile make` makes others"
        }
        Subject::Tiling(tiled) => {
            input::warn(read.warnings);
            return Ok(tiled);
        }
        // Guesses at a number.
        _ => "`polytile design number-mind` looks for guesses that leave one number",
    };
    // Which says what it is.
    words.tiled().map(|(tiled, _)| tiled).map_err(|error| Failure::from(error).advising(help))
}

/// Whether puzzles are graded: where nothing is said, those that are kept.
fn is_graded(asked: Option<YesNo>, out: Option<&PathBuf>) -> bool {
    asked.map_or(out.is_some(), YesNo::allows)
}
