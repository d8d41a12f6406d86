//! `polytile design`: searches for puzzles.

mod board;
mod givens;
mod number_mind;
mod pieces;
mod slide;

use crate::failure::Failure;
use crate::values::YesNo;
use clap::Subcommand;
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

/// Whether puzzles are graded: where nothing is said, those that are kept.
fn is_graded(asked: Option<YesNo>, out: Option<&PathBuf>) -> bool {
    asked.map_or(out.is_some(), YesNo::allows)
}
