//! `polytile check`: whether a tiling is right.

use crate::args::PuzzleOptions;
use crate::failure::Failure;

/// Is this a tiling, and if not, where is it wrong?
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped puzzle's name, a file, or - for standard input
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    #[command(flatten)]
    options: PuzzleOptions,
}

/// Checks a tiling.
///
/// # Errors
/// Always, as yet.
pub fn run(args: &Args) -> Result<(), Failure> {
    let _ = (&args.puzzle, &args.options);
    Err(Failure::other("not yet"))
}
