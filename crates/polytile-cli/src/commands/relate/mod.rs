//! `polytile relate`: how two tilings are related, directly or by a chain of transformations.

use super::classes::family::{drawn, neighbour_json, pieces};
use super::classes::given::{Given, in_words};
use super::classes::subject::{RelationArgs, Subject};
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::READING;
use crate::output;
use crate::style::Style;
use clap::ValueHint;
use polytile::classes::{Maker, Neighbour, Options};
use serde_json::json;
use std::fmt::Write as _;
use std::path::PathBuf;

/// How are two tilings related?
///
/// Prints the transformation that makes tiling B of tiling A, each up to the symmetries of the puzzle, or the shortest
/// chain of transformations. The relations are those of `polytile classes`.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile relate [OPTIONS] <PUZZLE> <A> <B>\n       polytile relate [OPTIONS] --board <BOARD> --pieces <LIST> <A> <B>"
)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), or - for standard input; and two tilings
    // One value each: options may stand between them.
    #[arg(value_name = "PUZZLE A B", value_hint = ValueHint::FilePath, num_args = 1, action = clap::ArgAction::Append, required = true)]
    names: Vec<String>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    /// Draw the transformations into this animated GIF file
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    gif: Option<PathBuf>,
    #[command(flatten)]
    relation: RelationArgs,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
A tiling is a number, as `polytile classes` counts them from 1, a file as `polytile check` reads it, - for standard input,
or rows of letters with / between them, as in LLA/LAA.

Examples:
  polytile relate pentominoes-6x10 2013 2031
  polytile relate pentominoes-3x20 1 2 --gif turn.gif
  polytile relate --board 2x3 --pieces dominoes ABB/ACC ABC/ABC

JSON: {\"a\": I, \"b\": J, \"same\", \"related\", \"steps\": [{\"tiling\", \"ways\": [{\"rule\", \"isometries\", \"moved\": \
[{\"piece\", \"from\": [CELL], \"to\": [CELL]}]}], \"pieces\"}]}; no step when A and B are one tiling or not related.";

/// Relates two tilings.
///
/// # Errors
/// When there is no puzzle, one of the two is no tiling of it, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (puzzle, a, b) = match (args.names.as_slice(), &args.options.board) {
        ([a, b], Some(_)) => (None, a, b),
        ([puzzle, a, b], None) => (Some(puzzle.as_str()), a, b),
        _ => {
            return Err(Failure::usage(
                "two tilings are needed, and one puzzle",
                "write `polytile relate PUZZLE A B`, or --board and --pieces in place of PUZZLE",
            ));
        }
    };
    let sources = [puzzle, Some(a.as_str()), Some(b.as_str()), args.options.board.as_deref()];
    if sources.iter().filter(|name| **name == Some("-")).count() > 1 {
        return Err(Failure::usage(
            "only one of the puzzle and the tilings can be read from standard input",
            "put the others into files",
        ));
    }
    let subject = Subject::find(puzzle, &args.options, &args.run, |_| Ok(()))?;
    let read = |name: &str| subject.run.bounded(READING, || Given::read(name, &subject));
    let (a, b) = (read(a)?, read(b)?);
    let options = args.relation.options();
    let relations = subject.relations(&options)?;
    let chain = relations.chain(subject.tilings.len(), options.rules, a.number, b.number);
    let steps = chain.as_deref().map(|chain| steps(&a, chain, &subject, &options)).transpose()?;
    if let Some(path) = &args.gif {
        let Some(steps) = steps.as_ref().filter(|steps| !steps.is_empty()) else {
            return Err(Failure::usage(
                format!(
                    "there is no transformation to draw: {}",
                    in_short(&a, &b, steps.as_deref()).trim_end()
                ),
                "name two different tilings of one class",
            ));
        };
        super::classes::animate::write(path, &a.placements, steps, &subject)?;
    }
    let style = Style::of(args.json, args.ascii, args.gif.is_some());
    let same = a.number == b.number;
    match style {
        Style::Nothing => Ok(()),
        Style::Json => output::print_json(&json!({
            "a": a.number + 1,
            "b": b.number + 1,
            "same": same,
            "related": steps.is_some(),
            "pieces": pieces(&a.placements, &subject),
            "steps": steps.unwrap_or_default().iter().map(|s| neighbour_json(s, &subject)).collect::<Vec<_>>(),
        })),
        _ => output::print(&in_text(&a, &b, steps.as_deref(), &subject, style)?),
    }
}

/// The transformations along a chain, the first of the tiling `a` as it lies, each of what the one before made; of
/// several between two tilings the one that moves the fewest pieces.
fn steps(
    a: &Given,
    chain: &[usize],
    subject: &Subject,
    options: &Options,
) -> Result<Vec<Neighbour>, Failure> {
    let maker = Maker::new(&subject.tilings, options, &subject.run.control)?;
    let mut at = a.placements.clone();
    let mut steps = Vec::new();
    for &next in chain.iter().skip(1) {
        let neighbours = maker.neighbours(&at, &subject.run.control)?.into_iter();
        let moved = |neighbour: &Neighbour| neighbour.ways.iter().map(|way| way.moves.len()).min();
        let step = neighbours.filter(|neighbour| neighbour.tiling == next).min_by_key(moved);
        let Some(step) = step else {
            return Err(Failure::other("two engines disagree about a relation, and one of them is wrong"));
        };
        at.clone_from(&step.placements);
        steps.push(step);
    }
    subject.run.hide();
    Ok(steps)
}

/// Says in a line how the tilings are related.
fn in_short(a: &Given, b: &Given, steps: Option<&[Neighbour]>) -> String {
    let (first, last) = (a.number + 1, b.number + 1);
    let Some(steps) = steps else {
        return format!("tilings {first} and {last} are not related, not even by a chain\n");
    };
    match steps.len() {
        0 => format!("both are tiling {first}, up to the symmetries of the puzzle\n"),
        1 => format!("tiling {first} becomes tiling {last} by one transformation\n"),
        n => format!("tiling {first} becomes tiling {last} by {n} transformations, and not by fewer\n"),
    }
}

/// The same with the tilings, where one becomes the other.
fn in_text(
    a: &Given,
    b: &Given,
    steps: Option<&[Neighbour]>,
    subject: &Subject,
    style: Style,
) -> Result<String, Failure> {
    let mut text = in_short(a, b, steps);
    let Some(steps) = steps.filter(|steps| !steps.is_empty()) else { return Ok(text) };
    text += &drawn(&a.placements, subject, style)?;
    for step in steps {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\ntiling {}, by {}\n{}",
            step.tiling + 1,
            in_words(step, subject),
            drawn(&step.placements, subject, style)?
        );
    }
    Ok(text)
}
