//! `polytile slide solve`: shortest solutions.

use super::{Metric, load};
use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input::{self, READING, found_in};
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::screen::Screen;
use crate::source::{Report, Severity};
use crate::style::Style;
use crate::values::word;
use clap::ValueHint;
use num_bigint::BigUint;
use polytile::draw::{Film, Scene};
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::run::Control;
use polytile::sliding::{Answer, Method, Move, Position, Puzzle, Solutions, SolveError, Unsolvable, solve};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A shortest solution, how many there are, or why there is none
///
/// A solution is a list of moves, a line each: the letter of the piece and its way. Pictures (--svg, --png) show the
/// positions side by side, with an arrow for each move. Solutions are counted as sequences of
/// positions, with pieces that are alike taken for one another.
#[derive(Debug, clap::Args)]
#[command(after_long_help = FORMS)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: String,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", default_value = "step")]
    metric: Metric,
    /// Start from the position drawn in this file, or - for standard input, instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    from: Option<String>,
    /// List all shortest solutions
    #[arg(long, conflicts_with = "hint")]
    all: bool,
    /// List at most N of them
    #[arg(long, value_name = "N", value_parser = word, requires = "all")]
    limit: Option<u64>,
    /// Only the first move
    #[arg(long)]
    hint: bool,
    /// Draw the position after every move
    #[arg(long, conflicts_with = "hint")]
    boards: bool,
    /// How to search [default: tiles, on twelve cells or more; both, where the goal positions are few; else start]
    #[arg(long, value_name = "ENGINE", hide_default_value = true)]
    engine: Option<Engine>,
    /// Print JSON instead: {"metric", "length", "solutions", "states" (seen), "moves": [{"piece", "path"}], ...}, with
    /// "length": null where there is no solution; with --all one object to a line; with --hint no "solutions", and
    /// "hint": {"piece", "path"}, null at the goal, in place of "moves"
    #[arg(long)]
    json: bool,
    /// Draw boards as plain letters, not lines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    pictures: Pictures,
    /// Show the solution in this GIF file instead, pieces sliding
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    gif: Option<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
A puzzle is read in any of these forms:
  a puzzle file in TOML, as `polytile puzzles klotski` prints one
  a drawing, a letter for each piece, . for an empty cell, # for a wall; below an empty line the goal, with . for anything
  the input of js2:             xsize: 4 / piece: 1 (0,0) (1,0) / put: 1 (2,3) / win: 1 (0,0)
  the input of Knuth's SLIDING: 5 x 5 / 1 = 111/01 / and two lines that fill the board
  36 letters of Rush Hour:      IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM, where A is to leave by the right side";

/// How to search.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Engine {
    /// From the start
    Start,
    /// From both ends
    Both,
    /// Iterative deepening, for tiles
    Tiles,
}

/// Solves, and prints solutions.
///
/// # Errors
/// When there is no puzzle, no goal, or no answer.
pub fn run(args: &Args) -> Result<(), Failure> {
    let drawn = args.pictures.asked() || args.gif.is_some();
    if drawn && (args.all || args.hint) {
        return Err(Failure::usage(
            "pictures show one whole solution",
            "leave out --all and --hint, or the pictures",
        ));
    }
    let run = Run::start(&args.run)?;
    let SlidingPuzzle { title, mut puzzle, .. } = run.bounded(READING, || load(&args.puzzle))?;
    if let Some(from) = &args.from {
        puzzle = run.bounded(READING, || starting_from(&puzzle, &args.puzzle, from))?;
    }
    let method = match args.engine {
        None => Method::Best,
        Some(Engine::Start) => Method::FromStart,
        Some(Engine::Both) => Method::BothEnds,
        Some(Engine::Tiles) => Method::Tiles,
    };
    let answer = solve(&puzzle, args.metric.into(), method, &run.control);
    match answer.map_err(|e| no_answer(&args.puzzle, e))? {
        Answer::Solved(solutions) => {
            let count = if args.hint { None } else { Some(solutions.count(&run.control)?) };
            let time = run.finish();
            run.account(|| format!("{} states in {:.2} s", solutions.seen(), time.as_secs_f64()));
            // The answer first: a picture may fail.
            let shown = match Style::of(args.json, args.ascii, drawn) {
                Style::Nothing => Ok(()),
                style => show(args, style, &puzzle, &solutions, count.as_ref(), &run.control),
            };
            if drawn {
                draw(args, &puzzle, title, &solutions)?;
            }
            shown
        }
        Answer::Unsolvable(why) => {
            run.hide();
            unsolvable(args, why)
        }
    }
}

/// The puzzle with the position in the file `from` as its start.
///
/// # Errors
/// When the position cannot be read, or is none of the puzzle.
pub fn starting_from(puzzle: &Puzzle, name: &str, from: &str) -> Result<Puzzle, Failure> {
    if name == "-" && from == "-" {
        return Err(Failure::usage(
            "the puzzle and the position cannot both be read from standard input",
            "put one of them into a file",
        ));
    }
    let source = input::read(from)?;
    let position = sliding::position(&source.text, puzzle).map_err(|e| found_in(&source, e))?;
    puzzle.starting_at(&position).map_err(|e| Failure::usage(e.to_string(), "draw every piece on free cells"))
}

fn no_answer(name: &str, error: SolveError) -> Failure {
    let report = Report::new(Severity::Error, error.to_string());
    match error {
        SolveError::Stopped(stopped) => stopped.into(),
        SolveError::NoGoal => Failure::input(report.with_help(format!(
            "draw one in the file, goal = '''...''', or ask how far positions are: `polytile slide explore {name}`"
        ))),
        SolveError::NotTiles => Failure::input(report.with_help("leave out --engine")),
    }
}

fn unsolvable(args: &Args, why: Unsolvable) -> Result<(), Failure> {
    let (states, sentence) = match why {
        Unsolvable::Parity => {
            let change = "the permutation and the colour of the empty cell on a chessboard";
            (
                0,
                format!(
                    "every move changes the parity of {change}, and the goal differs from the start in one of them"
                ),
            )
        }
        Unsolvable::FromStart(states) => {
            (states, format!("{} can be reached from the start, and no goal is among them", counted(states)))
        }
        Unsolvable::FromGoals(states) => (
            states,
            format!("a goal can be reached from {}, and the start is not among them", counted(states)),
        ),
    };
    if args.json {
        return output::print_json(&json!({
            "metric": metric_name(args),
            "length": null,
            "solutions": 0,
            "states": states,
            "proof": sentence,
            "moves": [],
        }));
    }
    output::print(&format!("metric {}\nunsolvable: {sentence}\n", metric_name(args)))
}

fn counted(states: u64) -> String {
    if states == 1 { "1 state".to_owned() } else { format!("{states} states") }
}

fn metric_name(args: &Args) -> &'static str {
    polytile::sliding::Metric::from(args.metric).name()
}

/// Writes the pictures of the first solution.
fn draw(args: &Args, puzzle: &Puzzle, title: Option<String>, solutions: &Solutions) -> Result<(), Failure> {
    let moves = solutions.iter().next().unwrap_or_default();
    let impossible = |e: &dyn std::fmt::Display| Failure::other(format!("the solution cannot be drawn: {e}"));
    let mut film = Film::new(puzzle, &moves).map_err(|(_, e)| impossible(&e))?;
    if let Some(title) = title {
        let unit = metric_name(args);
        let s = if moves.len() == 1 { "" } else { "s" };
        film = film.titled(format!("{title}: {} {unit}{s}", moves.len()));
    }
    args.pictures.write_film(&film)?;
    if let Some(path) = &args.gif {
        output::write_file(path, &film.gif().map_err(|e| impossible(&e))?)?;
    }
    Ok(())
}

fn show(
    args: &Args,
    style: Style,
    puzzle: &Puzzle,
    solutions: &Solutions,
    count: Option<&BigUint>,
    control: &Control,
) -> Result<(), Failure> {
    let length = solutions.length();
    if !args.json {
        let count = count.map(|count| format!("solutions {count}\n")).unwrap_or_default();
        output::print(&format!("metric {}\nlength {length}\n{count}", metric_name(args)))?;
    }
    let wanted = if args.all { args.limit.unwrap_or(u64::MAX) } else { 1 };
    let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
    for (number, moves) in (1_u64..).zip(solutions.iter_within(control).take(wanted)) {
        let moves = moves?;
        if args.json {
            let mut object = json!({
                "metric": metric_name(args),
                "length": length,
                "states": solutions.seen(),
            });
            if let Some(count) = count {
                object["solutions"] = output::integer(count);
            }
            if args.all {
                object["number"] = number.into();
            }
            describe(args, puzzle, &moves, &mut object)?;
            output::print_json(&object)?;
            continue;
        }
        let title = if args.all { format!("\nsolution {number}\n") } else { String::new() };
        output::print(&format!("{title}{}", listed(args, style, puzzle, &moves)?))?;
    }
    Ok(())
}

/// Adds moves, and boards where asked for, to a JSON object.
fn describe(args: &Args, puzzle: &Puzzle, moves: &[Move], object: &mut Value) -> Result<(), Failure> {
    let one = |step: &Move| {
        json!({
            "piece": puzzle.pieces()[step.piece].name.to_string(),
            "path": step.path.iter().map(|direction| direction.name()).collect::<Vec<_>>(),
        })
    };
    if args.hint {
        object["hint"] = moves.first().map_or(Value::Null, one);
        return Ok(());
    }
    object["moves"] = moves.iter().map(one).collect();
    if args.boards {
        object["boards"] = boards(Style::Json, puzzle, moves)?.into();
    }
    Ok(())
}

/// What shows a position that a terminal is too narrow for.
const WIDE: &str = "--svg FILE draws the positions, and a file or a pipe gets all of them";

/// A position as text.
fn board(style: Style, puzzle: &Puzzle, position: &Position) -> Result<String, Failure> {
    let letters = || puzzle.text(position);
    if style == Style::Json {
        return Ok(letters());
    }
    let scene = || Scene::of_position(puzzle, position);
    Screen::find().board(style, scene, puzzle.board().cols(), letters, WIDE)
}

/// The positions from the start on.
fn boards(style: Style, puzzle: &Puzzle, moves: &[Move]) -> Result<Vec<String>, Failure> {
    // An engine found these moves: they can be made.
    let positions = puzzle.replay(&puzzle.start(), moves).unwrap_or_default();
    positions.iter().map(|position| board(style, puzzle, position)).collect()
}

/// The moves, a line each, and the position after each where asked for.
fn listed(args: &Args, style: Style, puzzle: &Puzzle, moves: &[Move]) -> Result<String, Failure> {
    let boards = if args.boards { boards(style, puzzle, moves)? } else { Vec::new() };
    let mut text = boards.first().map(|board| format!("\n{board}")).unwrap_or_default();
    let shown = if args.hint { &moves[..moves.len().min(1)] } else { moves };
    for (number, step) in shown.iter().enumerate() {
        let piece = puzzle.pieces()[step.piece].name;
        let gap = if args.boards { "\n" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{gap}{}. {piece} {}", number + 1, step.way());
        text += boards.get(number + 1).map_or("", String::as_str);
    }
    Ok(text)
}
