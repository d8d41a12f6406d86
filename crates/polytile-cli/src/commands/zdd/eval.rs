//! `polytile zdd eval`: families computed from others, as an expression says.

use super::{Asked, ask};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::run::Run;
use polytile::ask::Part;
use polytile::ask::zdd::Evaluation;
use polytile::format::brief;
use polytile::format::shipped::Shipped;
use polytile_terminal::mapped::{bytes, is_saved};
use std::ops::ControlFlow;
use std::path::Path;

/// Compute with families of sets: saved diagrams, puzzles, lists of sets, graphs
///
/// EXPRESSION names families and what to do with them, as listed below; the family that it makes is asked what `polytile zdd` asks.
/// Options of one name are the same option, whatever they come from.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// What to compute
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: String,
    #[command(flatten)]
    asked: Asked,
}

const EXAMPLES: &str = "\
Families:
  FILE or PUZZLE           a diagram saved with --save, or a puzzle
  FILE.sets, sets(FILE)    the sets in a file, one on each line, {} for the
                           empty one; blanks or commas between the options
  {a b}, {{a b}, {c}, {}}  one set, and three
  paths(G, FROM, TO), hamiltonian_paths(G, FROM, TO), cycles(G),
  hamiltonian_cycles(G), matchings(G), perfect_matchings(G), forests(G),
  spanning_trees(G)        sets of edges of a graph
  independent_sets(G)      sets of vertices of a graph

A graph G is grid:8x8, complete:6, cycle:10, path:5, with vertices from 1, or a file with two vertices on each line. \
A name that holds a blank or a sign stands in quotes.

Operations:
  ~f                       complement: the sets of options that are not in f
  f - g  f & g  f ^ g  f | g
                           difference, intersection, symmetric difference,
                           union, the first binding most tightly
  join(f, g), meet, quotient, remainder, nonsupersets, nonsubsets, supersets,
  subsets, minimal(f), maximal, hitting, closure, complement

Names may have hyphens, so a blank stands before the sign -. docs/families.md says what each operation is, with Knuth's \
signs and Graphillion's names.

Examples:
  polytile zdd eval 'paths(grid:8x8, 1, 64)' --stats
  polytile zdd eval 'maximal(matchings(complete:5)) - perfect_matchings(complete:5)' --list 3
  polytile zdd eval 'hitting({{a b}, {b c}, {c a}})' --list 9
  polytile zdd eval 'supersets(langford-8, {d1+s1+s3})' --count

The diagram of a difference or an intersection may be larger than both, and that of a join, a quotient or hitting sets much larger; \
--memory and --time-limit say how far to go.

JSON: as `polytile zdd --json`.";

/// Computes the family and answers.
///
/// # Errors
/// When the expression or a file cannot be read, a limit is reached, or a question has no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.asked.expect_sense()?;
    if args.expression.starts_with("--") {
        let help = "`polytile zdd eval --help` lists the options there are";
        return Err(Failure::usage(format!("there is no option {}", brief(&args.expression)), help));
    }
    if args.asked.weighs() && args.asked.weights.is_none() {
        return Err(Failure::usage("nothing says what an option weighs", "add --weights"));
    }
    let run = Run::start(&args.asked.run)?;
    let mut evaluation = Evaluation::new(&args.expression)?;
    let names: Vec<String> = evaluation.names().into_iter().map(str::to_owned).collect();
    for name in names.iter().filter(|name| Shipped::find(name).is_none() && Path::new(name).exists()) {
        if is_saved(name) {
            evaluation.saved(name, bytes(name, &run.control)?);
        } else {
            evaluation.text(name, run.bounded(READING, || input::read(name))?.text);
        }
    }
    let held = evaluation.held(&run.control, &mut |part| {
        if let Part::Warning(odd) = part {
            input::warn(vec![odd]);
        }
        ControlFlow::Continue(())
    })?;
    let held = held.narrowed(&args.asked.with, &args.asked.without, &run.control)?;
    ask::all(&args.asked, false, &held, &run)
}
