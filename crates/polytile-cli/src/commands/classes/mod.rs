//! `polytile classes`: which tilings of a puzzle are relatives of which.

pub mod pictures;
pub mod relation;

use crate::args::{Explain, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::listing;
use crate::output::{self, write_file};
use crate::run::Run;
use crate::style::Style;
use clap::ValueHint;
use pictures::PictureArgs;
use polytile::ask::{self, classes::Classes};
use relation::RelationArgs;
use std::path::PathBuf;

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
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// The class of this tiling, and all its neighbours: a number from 1, a file as `polytile check` reads it, or rows of
    /// letters with / between them
    #[arg(long, value_name = "TILING", value_hint = ValueHint::FilePath)]
    of: Option<String>,
    /// With --of, draw tilings with letters, one to a cell
    #[arg(long, requires = "of")]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    relation: RelationArgs,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    colours: ColourArgs,
    /// Write a row for each related pair into this CSV file
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    csv: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Files",
        help = "Write tilings and relations as a graph in GraphML"
    )]
    graphml: Option<PathBuf>,
    /// Write the graph for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    dot: Option<PathBuf>,
    /// Find the relations by a second engine that has nothing in common with the first, and compare
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile classes pentominoes-6x10
  polytile classes pentominoes-4x15 --rules S,W --relaxed
  polytile classes pentominoes-6x10 --svg gallery.svg
  polytile classes pentominoes-6x10 --svg graph.svg --draw graph --class 2
  polytile classes pentominoes-8x8-holed --of 1
  polytile classes --board 5x8 --pieces 2:tetrominoes --json --graphml graph.graphml

T is an image of one tiling under a symmetry of the puzzle, U the other tiling, D the pieces that lie differently:
  S  one isometry carries every piece of D from its place in T to that in U; some piece stays
  W  D falls into halves A and B of equally many pieces; an isometry carries the region of A to that of B, and the pieces
     of A from T to U, and another one does the same from B to A; some piece stays, unless --half-boards is given
  P  D is two pieces, however they lie
Copies of one piece that lie alike stay. A pair may be related in several ways; it counts once for each set of rules.

Tilings are numbered from 1: of the images of each that with the smallest list of placements stands for it (by piece, \
orientation and cell), and these lists are sorted. Classes are numbered from 1, the largest first, and of equally large \
ones that with the smallest tiling. No engine and no thread changes a number.

JSON: {\"title\", \"tilings\", \"symmetries\", \"classes\", \"largest_class\", \"class_sizes\": {SIZE: CLASSES}, \
\"related_pairs\", \"oriented_relations\", \"pairs_by_kind\": {RULE: PAIRS}, \"pairs_by_exactly\": {RULES: PAIRS}, \
\"pairs_by_any_of\": {RULES: PAIRS}, \"classes_by_rules\": {RULES: CLASSES}, \
\"pairs_by_two_pieces_not_symmetric\": [{\"pieces\", \"pairs\"}] where S and P are looked for, \"rules\", \"relaxed\", \"max_pieces\", \"half_boards\", \"engine\", \"steps\": [{\"what\", \
\"count\"}], \"search_seconds\", \"analysis_seconds\", \"note\" where the paper of 1991 counts otherwise}. --of: {\"tiling\", \"class\", \"members\": [TILING], \"pieces\", \
\"neighbours\": [{\"tiling\", \"ways\": [{\"rule\", \"isometries\", \"moved\": [{\"piece\", \"from\", \"to\"}]}], \
\"pieces\"}]}.";

/// Finds classes, and says what there is to say about them.
///
/// # Errors
/// When there is no puzzle, it has no tiling, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.pictures.check(args.of.is_some(), args.colours.asked())?;
    let run = Run::start(&args.run)?;
    let tiled = run.bounded(READING, || input::load(args.puzzle.as_deref(), &args.options))?;
    args.pictures.fits(tiled.problem.region.lattice())?;
    let question =
        Classes { relation: args.relation.options(), cross_check: args.cross_check, ..Classes::default() };
    let relatives = run.unfailed(question.relatives(&tiled, &run.control))?;
    let placed =
        |text: &str| relatives.placed(&relation::given(text, &tiled.problem)?).map_err(Failure::from);
    let of = run.bounded(READING, || args.of.as_deref().map(placed).transpose())?;
    let found = question.classify(relatives, &run.control);
    run.hide();
    let found = found?;
    args.explain.say(&found.relations.plan);
    args.run.say_agreed(found.cross_check);
    args.pictures.write(&found, of.as_ref(), args.colours.asked(), &run.control)?;
    if let Some(path) = &args.csv {
        write_file(path, found.graph().csv().as_bytes())?;
    }
    if let Some(path) = &args.graphml {
        write_file(path, found.graph().graphml().as_bytes())?;
    }
    if let Some(path) = &args.dot {
        write_file(path, found.graph().dot().as_bytes())?;
    }
    let files = args.pictures.asked() || args.csv.is_some() || args.graphml.is_some() || args.dot.is_some();
    match (Style::of(args.json, args.ascii, files), of) {
        (Style::Nothing, _) => Ok(()),
        (style, Some(placed)) => {
            let family = found.family(&placed, &run.control);
            run.hide();
            let family = family?;
            if style == Style::Json {
                output::print_json(&ask::json(&family))
            } else {
                output::tell(
                    &family.text_with(|shown| relation::drawn(shown, &tiled.problem, style, args.colours))?,
                )
            }
        }
        (Style::Json, None) => output::print_json(&ask::json(&found.report())),
        (_, None) => listing::tell(&found.report().text()),
    }?;
    run.account(|| found.account());
    Ok(())
}
