//! `polytile classes`: which tilings of a puzzle are relatives of which.
//!
//! `subject` finds tilings and relations, `report` says what there is to say about all of them, `family` about one tiling,
//! which `given` reads; `pictures` and `animate` draw.

pub mod animate;
pub mod family;
pub mod given;
mod pictures;
mod report;
pub mod subject;

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::output::{self, write_file};
use crate::say::say_line;
use crate::style::Style;
use clap::ValueHint;
use given::Given;
use pictures::PictureArgs;
use polytile::board::Topology;
use polytile::classes::{Method, Options, Relations};
use polytile::format::relations::Graph;
use polytile::pieces::Piece;
use polytile::problem::Problem;
use report::Report;
use std::path::PathBuf;
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

impl Args {
    /// Refuses, before the search, a cross-check that cannot be made of this problem.
    fn allows(&self, problem: &Problem) -> Result<(), Failure> {
        let repeats = |piece: &Piece| {
            piece.copies.max().is_none_or(|max| max > 1) && 2 * piece.size() <= problem.region.len()
        };
        let obstacle = if problem.region.topology() != Topology::Plane {
            "the board wraps"
        } else if problem.pieces.iter().any(repeats) {
            "a piece may be used twice"
        } else {
            return Ok(());
        };
        if self.cross_check {
            return Err(Failure::usage(
                format!(
                    "there is no second engine for this puzzle to check the first one by, because {obstacle}"
                ),
                "leave out --cross-check: the engine 'pairs' compares tilings of plane boards that use no piece twice",
            ));
        }
        Ok(())
    }
}

/// Finds classes, and says what there is to say about them.
///
/// # Errors
/// When there is no puzzle, it has no tiling, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.pictures.check(args.of.is_some())?;
    let subject =
        Subject::find(args.puzzle.as_deref(), &args.options, &args.run, |problem| args.allows(problem))?;
    let of = subject
        .run
        .bounded(READING, || args.of.as_deref().map(|text| Given::read(text, &subject)).transpose())?;
    let options = args.relation.options();
    let started = Instant::now();
    let relations = subject.relations(&options)?;
    let classes = relations.classes(subject.tilings.len(), options.rules);
    let analysed = started.elapsed();
    if args.cross_check {
        cross_check(&subject, &options, &relations, args.run.quiet)?;
    }
    let report =
        Report { subject: &subject, options: &options, relations: &relations, classes: &classes, analysed };
    args.pictures.write(&report, of.as_ref())?;
    let graph = Graph { tilings: &subject.tilings, relations: &relations, classes: &classes };
    if let Some(path) = &args.csv {
        write_file(path, graph.csv().as_bytes())?;
    }
    if let Some(path) = &args.graphml {
        write_file(path, graph.graphml().as_bytes())?;
    }
    if let Some(path) = &args.dot {
        write_file(path, graph.dot().as_bytes())?;
    }
    let files = args.pictures.asked() || args.csv.is_some() || args.graphml.is_some() || args.dot.is_some();
    let style = Style::of(args.json, args.ascii, files);
    match (style, of) {
        (Style::Nothing, _) => Ok(()),
        (style, Some(given)) => family::show(&given, &subject, &options, &classes, style),
        (Style::Json, None) => output::print_json(&report.json()),
        (_, None) => output::print(&report.text()),
    }?;
    subject.run.account(|| report.account());
    Ok(())
}

/// Finds the relations once more, by the other engine.
fn cross_check(subject: &Subject, options: &Options, first: &Relations, quiet: bool) -> Result<(), Failure> {
    let other = match first.method {
        Method::Pairs => Method::Construct,
        Method::Construct => Method::Pairs,
    };
    let second = subject.relations(&Options { method: Some(other), ..*options })?;
    if second.links() != first.links() {
        return Err(Failure::other(format!(
            "two engines disagree, and one of them is wrong: {} relations by {}, {} by {other}",
            first.links().len(),
            first.method,
            second.links().len()
        )));
    }
    if !quiet {
        say_line(&format!("cross-check: {} and {other} agree", first.method));
    }
    Ok(())
}
