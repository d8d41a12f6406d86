//! The subcommands, one file or folder each.

pub mod check;
pub mod classes;
pub mod completions;
pub mod convert;
pub mod count;
pub mod deficient;
pub mod golomb;
pub mod inspect;
pub mod pieces;
pub mod puzzles;
pub mod relate;
pub mod sample;
pub mod series;
pub mod slide;
pub mod solve;
mod welcome;
pub mod why;
pub mod zdd;

use crate::args::{Cli, Command};
use crate::face;
use crate::failure::Failure;
use crate::layout::laid_out;
use crate::output;

/// Does what is asked.
///
/// # Errors
/// Whatever ends a run before its answer.
pub fn dispatch(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None => output::print(&laid_out(welcome::TEXT, face::width())),
        Some(Command::Count(args)) => count::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Classes(args)) => classes::run(&args),
        Some(Command::Relate(args)) => relate::run(&args),
        Some(Command::Series(args)) => series::run(&args),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Slide(args)) => slide::run(&args),
        Some(Command::Zdd(args)) => zdd::run(&args),
        Some(Command::Deficient(args)) => deficient::run(&args),
        Some(Command::Pieces(args)) => pieces::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Golomb(args)) => golomb::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Why(args)) => why::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
    }
}
