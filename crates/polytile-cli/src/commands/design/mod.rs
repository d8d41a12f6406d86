//! `polytile design`: searches for puzzles.

mod board;
mod folder;
mod givens;
mod pieces;

use crate::failure::Failure;
use clap::Subcommand;

/// Search for puzzles: pieces that fill a board in one way, boards that are filled in one way, placements that leave one solution
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
    /// The fewest placements to give, so that one solution is left
    Givens(givens::Args),
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
    }
}
