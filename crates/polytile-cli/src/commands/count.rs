//! `polytile count`: in how many ways a board can be tiled.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output::{self, integer};
use crate::run::Run;
use crate::say::{say, say_line};
use crate::values::modulus;
use clap::ValueHint;
use num_bigint::BigUint;
use polytile::board::Topology;
use polytile::format::subject::Tiled;
use polytile::pieces::PieceSet;
use polytile::plan::{self, Answer, Candidate, CountOptions, Counted, Plan};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::time::Duration;

/// In how many ways can a board be tiled?
///
/// Prints the number of tilings of PUZZLE, or of --board with --pieces: every cell covered exactly once. Pieces may be
/// turned and turned over, and used as often as one likes, unless the puzzle or the options say otherwise. Numbers are
/// exact, however large.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Count tilings that a symmetry of the board carries into each other only once
    #[arg(long)]
    up_to_symmetry: bool,
    /// Count separately for every number of copies of every piece: lines COUNT, tab, and what is used, as in `I3^2 L3^4`
    #[arg(long)]
    by_piece: bool,
    /// Count modulo M
    #[arg(long, value_name = "M", value_parser = modulus)]
    modulo: Option<BigUint>,
    /// Count with another engine too, one that has as little as possible in common with the first, and compare
    #[arg(long)]
    cross_check: bool,
    /// Print one JSON object instead of the number
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    /// Use this engine
    #[arg(long, help_heading = "Running")]
    engine: Option<Engine>,
    /// Decide the cells in this order
    #[arg(long, help_heading = "Running")]
    order: Option<Order>,
    /// Say on standard error which ways to count were considered, what they were estimated to take, and which was taken
    #[arg(long, help_heading = "Running")]
    explain: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile count --board 9x12 --pieces trominoes
  polytile count --board 8x8 --remove 0,0 --remove 7,7 --pieces dominoes
  polytile count --board 4x5 --pieces 0..2:I3,0..2:L3,dominoes --by-piece
  polytile count pentominoes-6x10 --up-to-symmetry --json

JSON: {\"count\", \"by_piece\": [{\"count\", \"copies\": {PIECE: N}}], \"modulo\", \"up_to_symmetry\", \"title\", \
\"board\": {\"rows\", \"columns\", \"cells\", \"topology\"}, \"pieces\": [NAME], \"rules\": {\"tatami\", \
\"fault_free\"}, \"engine\", \"order\", \"states\", \"cross_check\", \"seconds\"}. What does not apply is null, but `by_piece` is there only \
when asked for; integers beyond 2^53 are strings.";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Engine {
    /// One array indexed by column heights
    Dense,
    /// Sorted states, merged level by level
    Merge,
    /// The diagram of all tilings
    Zdd,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Order {
    /// Row by row
    Rows,
    /// Column by column
    Columns,
    /// Diagonal by diagonal
    Diagonals,
}

/// Counts, and prints the number.
///
/// # Errors
/// When there is no problem to count, or no answer to it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let loaded = run.bounded(READING, || input::load(args.puzzle.as_deref(), &args.options))?;
    let options = CountOptions {
        up_to_symmetry: args.up_to_symmetry,
        by_piece: args.by_piece,
        modulo: args.modulo.clone(),
        engine: args.engine.map(|engine| match engine {
            Engine::Dense => plan::Engine::Dense,
            Engine::Merge => plan::Engine::Merge,
            Engine::Zdd => plan::Engine::Zdd,
        }),
        order: args.order.map(|order| match order {
            Order::Rows => plan::Order::Rows,
            Order::Columns => plan::Order::Columns,
            Order::Diagonals => plan::Order::Diagonals,
        }),
    };
    let counted = plan::count(&loaded.problem, &options, &run.control);
    let time = run.finish();
    let counted = counted?;
    if args.explain {
        say(&explained(&counted));
    }
    run.account(|| account(&counted, time));
    let second =
        if args.cross_check { Some(checked(&loaded, &options, &counted, &args.run, &run)?) } else { None };
    if args.json {
        output::print_json(&in_json(args, &loaded, &counted, time, second.as_ref()))
    } else {
        output::print(&in_text(&counted.answer, &loaded.problem.pieces))
    }
}

/// The same question, answered by another engine.
///
/// # Errors
/// When the answers differ, or there is no second one.
fn checked(
    loaded: &Tiled,
    options: &CountOptions,
    first: &Counted,
    args: &RunArgs,
    run: &Run,
) -> Result<Counted, Failure> {
    let second = plan::recount(&loaded.problem, options, first, &run.control);
    run.hide();
    let second = second?;
    let name = |counted: &Counted| counted.engine().map_or("no engine", engine_name);
    if second.answer == first.answer {
        if !args.quiet {
            say_line(&format!("cross-check: {} and {} agree", name(first), name(&second)));
        }
        return Ok(second);
    }
    let text = |counted: &Counted| in_text(&counted.answer, &loaded.problem.pieces);
    Err(Failure::other(format!(
        "the engines differ: {} finds\n{}but {} finds\n{}this is an error in polytile: please report it",
        name(first),
        text(first),
        name(&second),
        text(&second),
    )))
}

fn in_text(answer: &Answer, pieces: &PieceSet) -> String {
    match answer {
        Answer::Total(count) => format!("{count}\n"),
        Answer::ByPiece(terms) => {
            let line = |(copies, count): &(Vec<u64>, BigUint)| {
                format!("{count}\t{}\n", super::monomial(pieces, copies))
            };
            terms.iter().map(line).collect::<Vec<_>>().concat()
        }
    }
}

fn in_json(
    args: &Args,
    loaded: &Tiled,
    counted: &Counted,
    time: Duration,
    second: Option<&Counted>,
) -> Value {
    let problem = &loaded.problem;
    let (total, terms) = match &counted.answer {
        Answer::Total(count) => (count.clone(), None),
        Answer::ByPiece(terms) => {
            let total: BigUint = terms.iter().map(|(_, count)| count).sum();
            let total = args.modulo.as_ref().map_or(total.clone(), |m| total % m);
            (total, Some(terms))
        }
    };
    let chosen = counted.plan.as_ref().and_then(|plan| plan.candidates.get(plan.chosen));
    let mut object = Map::new();
    object.insert("count".to_owned(), integer(&total));
    if let Some(terms) = terms {
        let term = |(copies, count): &(Vec<u64>, BigUint)| {
            let used = problem.pieces.iter().zip(copies).filter(|(_, n)| **n > 0);
            let copies: Map<String, Value> =
                used.map(|(p, n)| (p.name.clone(), integer(&(*n).into()))).collect();
            json!({ "count": integer(count), "copies": copies })
        };
        object.insert("by_piece".to_owned(), terms.iter().map(term).collect());
    }
    let rest = json!({
        "modulo": args.modulo.as_ref().map(integer),
        "up_to_symmetry": args.up_to_symmetry,
        "title": loaded.about.title,
        "board": board_in_json(loaded),
        "pieces": problem.pieces.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
        "rules": { "tatami": problem.rules.tatami, "fault_free": problem.rules.fault_free },
        "engine": chosen.map(|c| engine_name(c.engine)),
        "order": chosen.map(|c| order_name(c.order)),
        "states": integer(&counted.peak_states.into()),
        "cross_check": second.map(|second| second.engine().map_or("none", engine_name)),
        "seconds": (time.as_secs_f64() * 1e6).round() / 1e6,
    });
    if let Value::Object(rest) = rest {
        object.extend(rest);
    }
    Value::Object(object)
}

fn board_in_json(loaded: &Tiled) -> Value {
    let region = &loaded.problem.region;
    let topology = match region.topology() {
        Topology::Plane => "plane",
        Topology::Cylinder => "cylinder",
        Topology::Torus => "torus",
    };
    json!({ "rows": region.rows(), "columns": region.cols(), "cells": region.len(), "topology": topology })
}

fn engine_name(engine: plan::Engine) -> &'static str {
    match engine {
        plan::Engine::Dense => "dense",
        plan::Engine::Merge => "merge",
        plan::Engine::Zdd => "zdd",
    }
}

fn order_name(order: plan::Order) -> &'static str {
    match order {
        plan::Order::Rows => "rows",
        plan::Order::Columns => "columns",
        plan::Order::Diagonals => "diagonals",
    }
}

/// One line about the run, for somebody who watches it.
fn account(counted: &Counted, time: Duration) -> String {
    let chosen = counted.plan.as_ref().and_then(|plan| plan.candidates.get(plan.chosen));
    let how = chosen.map_or("no engine needed".to_owned(), |c| {
        let (engine, order) = (engine_name(c.engine), order_name(c.order));
        format!("{engine} engine by {order}, at most {} states", counted.peak_states)
    });
    format!("{how}, {}", seconds(time.as_secs_f64()))
}

/// The plan as a table.
fn explained(counted: &Counted) -> String {
    let Some(Plan { candidates, chosen, reason }) = &counted.plan else {
        return "plan: no engine is needed\n".to_owned();
    };
    let mut text = format!("  {:8}{:11}{:>12}{:>12}{:>12}\n", "engine", "order", "states", "memory", "time");
    for (i, candidate) in candidates.iter().enumerate() {
        let Candidate { engine, order, states, bytes, seconds: time, obstacle } = candidate;
        let mark = if i == *chosen { "*" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{mark} {:8}{:11}", engine_name(*engine), order_name(*order));
        let _ = match obstacle {
            Some(obstacle) => writeln!(text, "  {obstacle}"),
            None => writeln!(text, "{:>12}{:>12}{:>12}", amount(*states), memory(*bytes), seconds(*time)),
        };
    }
    let _ = writeln!(text, "* chosen: {reason}; {} states at the widest level", counted.peak_states);
    text
}

/// An estimated number, in as many digits as it deserves.
fn amount(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

fn memory(bytes: f64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let power = if bytes < 1.0 { 0 } else { ((bytes.log2() / 10.0) as usize).min(units.len() - 1) };
    let value = bytes / 1024_f64.powi(power as i32);
    if value < 1e6 { format!("{value:.0} {}", units[power]) } else { format!("{value:.1e} {}", units[power]) }
}

fn seconds(time: f64) -> String {
    match time {
        t if t < 0.001 => "under 1 ms".to_owned(),
        t if t < 1.0 => format!("{:.0} ms", t * 1000.0),
        t if t < 600.0 => format!("{t:.1} s"),
        t if t < 36_000.0 => format!("{:.0} min", t / 60.0),
        t if t < 1e7 => format!("{:.0} h", t / 3600.0),
        t => format!("{:.1e} years", t / 31_557_600.0),
    }
}
