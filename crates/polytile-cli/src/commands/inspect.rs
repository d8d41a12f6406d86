//! `polytile inspect`: what the solutions of a puzzle say about it.

use crate::args::{Explain, PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::pictures::{Pictures, not_drawn};
use crate::run::Run;
use crate::screen::Screen;
use crate::values::choice;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::inspect::Inspect;
use polytile::ask::subject::Subject;
use polytile::solve::Engine;

/// What the solutions of a puzzle say about it: what is forced, what is useless, how hard it is
///
/// Goes through all solutions of PUZZLE and counts for every placement the solutions that use it. Prints the number of
/// solutions, the items that only one placement can cover, the placements that every solution uses and those that none
/// does, the search tree level by level, and the difficulty.
#[derive(Debug, clap::Args)]
// Its pictures are of maps and of flat boards, and a view is refused.
#[command(mut_arg("view", |view| view.hide(true)))]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), an exact cover in
    /// Knuth's format, a Number Mind, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Only look at tilings in which a piece does something, as `polytile solve --where`
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    conditions: Vec<String>,
    /// Print one JSON object, with the number of solutions of every placement
    #[arg(long)]
    json: bool,
    /// Print, for each piece or number, the share of the solutions in which it covers each cell
    #[arg(long, conflicts_with = "json")]
    map: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    /// Search with this engine; the tree, and so the difficulty, is that of the engine [default: sparse]
    #[arg(long, value_parser = choice::<Engine>(), help_heading = "Running")]
    engine: Option<Engine>,
    /// Find out with another engine too how many solutions there are, and how many use each placement, and compare
    #[arg(long, help_heading = "Running")]
    cross_check: bool,
    #[command(flatten)]
    explain: Explain,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile inspect sudoku
  polytile inspect pentominoes-3x20
  polytile inspect pentominoes-6x10 --engine bitboard --svg heat.svg

The difficulty is the logarithm to base 10 of the nodes of the search tree divided by the number of solutions and one:
about how many nodes are seen before the first solution. 0 is no search, and 1 more is ten times as much. The sparse engine always branches on the item with the fewest
options left, as a person would; the bitboard engine is quicker, and its tree is another one: compare puzzles by one
engine. --svg and --png draw what --map prints.

The grade is for people who reason: 1 where every step is seen at once, 4 where it takes a thousand looks more than that
to a solution, 7 a hundred thousand, 10 ten million and beyond. In brackets stands how often each way to reason was the hardest that
a step needed, on average: only-way (an item with one option left), only-place, area, no-way (an option that leaves an item
none), colours, two-steps (no-way, one step later), and guess.

JSON: {\"title\", \"solutions\", \"engine\", \"nodes\", \"levels\": [NODES], \"difficulty\", \"only_one\": [ITEM], \
\"placements\": [{\"piece\", \"cells\", \"solutions\"}]}, for an exact cover \"options\": [{\"items\", \"solutions\"}]; \
\"cross_check\" where it is asked for; where there is no solution, \"why\": [SENTENCE].";

/// Inspects, and prints what was found.
///
/// # Errors
/// When there is no puzzle, a limit is reached before all solutions are seen, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    args.pictures.look.fits(None)?;
    let run = Run::start(&args.run)?;
    let asked = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let subject = Subject::new(asked, &run.control)?;
    let question =
        Inspect { conditions: args.conditions.clone(), engine: args.engine, cross_check: args.cross_check };
    let inspected = question.inspect(&subject, &run.control);
    let time = run.finish();
    let mut inspected = inspected?;
    args.explain.say(&inspected.plan);
    let (nodes, engine) = (inspected.found.nodes(), inspected.engine);
    run.account(|| format!("{nodes} nodes, {engine} engine, {:.3} s", time.as_secs_f64()));
    run.account_for(inspected.why.as_deref());
    if args.cross_check {
        run.unfailed(question.recount(&subject, &mut inspected, &run.control))?;
        run.hide();
    }
    args.run.say_agreed(inspected.cross_check);
    let heat = || inspected.heat(&subject, &run.control)?.ok_or_else(not_drawn);
    if args.pictures.asked() {
        args.pictures.files().write(&heat()?, &run.control)?;
    }
    if args.json {
        output::print_json(&ask::json(&inspected))
    } else if args.map {
        output::print(&Screen::find().map(&heat()?)?)
    } else if args.pictures.asked() {
        Ok(())
    } else {
        // Somebody who looks at it, and no program.
        let scales = Screen::find().terminal().map(|_| format!("\n{}", inspected.scales()));
        output::tell(&(inspected.text() + &scales.unwrap_or_default()))
    }
}
