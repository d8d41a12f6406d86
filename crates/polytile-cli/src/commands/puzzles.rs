//! `polytile puzzles`: what comes with polytile.

use crate::failure::Failure;
use crate::listing;
use crate::output;
use polytile::ask::{self, puzzles::Puzzles};

/// List the puzzles that come with polytile
///
/// Any of the names can be given where a command wants a puzzle. With NAME, the puzzle file itself is printed: a start
/// for a puzzle of your own.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the file of this puzzle
    name: Option<String>,
    /// Print one JSON object instead: {"puzzles": [{"name", "kind", "title", "description", "source"}, ...]}, the kind
    /// being tiling, cover, number-mind or sliding
    #[arg(long, conflicts_with = "name")]
    json: bool,
}

/// Lists the shipped puzzles.
///
/// # Errors
/// When a puzzle is asked for that is not among them.
pub fn run(args: &Args) -> Result<(), Failure> {
    let collection = Puzzles { name: args.name.clone() }.answer()?;
    if args.json {
        output::print_json(&ask::json(&collection))
    } else if args.name.is_some() {
        output::print(&collection.text())
    } else {
        let how = "polytile puzzles NAME prints one; polytile puzzles | less has their titles";
        listing::tell_or(&collection.text(), |columns| collection.names(columns), how)
    }
}
