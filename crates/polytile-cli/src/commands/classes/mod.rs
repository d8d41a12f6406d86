//! `polytile classes`: which tilings of a puzzle are relatives of which.
//!
//! `subject` finds tilings and relations, `report` says what there is to say.

mod report;
mod subject;

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::output;
use report::Report;
use std::time::Instant;
use subject::{RelationArgs, Subject};

/// Which tilings are relatives, and the classes they form
///
/// Finds all tilings of PUZZLE, or of --board with --pieces, one of each symmetry class, and all pairs of them that
/// differ by a simple transformation: a symmetric part of the board is turned or reflected (S), two congruent regions
/// exchange their pieces (W), or two pieces are rearranged (P). Tilings that a chain of transformations joins are a class.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    relation: RelationArgs,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile classes pentominoes-6x10
  polytile classes pentominoes-4x15 --rules S,W --relaxed
  polytile classes --board 5x8 --pieces 2:tetrominoes --json";

/// Finds classes, and says what there is to say about them.
///
/// # Errors
/// When there is no puzzle, it has no tiling, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let subject = Subject::find(args.puzzle.as_deref(), &args.options, &args.run)?;
    let options = args.relation.options();
    let started = Instant::now();
    let relations = subject.relations(&options)?;
    let classes = relations.classes(subject.tilings.len(), options.rules);
    let report = Report {
        subject: &subject,
        options: &options,
        relations: &relations,
        classes: &classes,
        analysed: started.elapsed(),
    };
    if args.json { output::print_json(&report.json()) } else { output::print(&report.text()) }
}
