//! `polytile inspect`: what the solutions of a puzzle say about it.

use super::solve::not_drawn;
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output::{self, integer};
use crate::pictures::Pictures;
use crate::run::Run;
use crate::screen::Screen;
use crate::values::choice_of;
use clap::ValueHint;
use polytile::ask::subject::{Kind, Subject, option_names};
use polytile::draw::Heat;
use polytile::exact_cover::{Demand, ExactCover, Item};
use polytile::solve::{Engine, Inspection, Options, Search};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// What the solutions of a puzzle say about it: what is forced, what is useless, how hard it is
///
/// Goes through all solutions of PUZZLE and counts for every placement the solutions that use it. Prints the number of
/// solutions, the items that only one placement can cover, the placements that every solution uses and those that none
/// does, the search tree level by level, and the difficulty.
#[derive(Debug, clap::Args)]
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
    /// Print, for each piece, the share of the solutions in which it covers each cell
    #[arg(long, conflicts_with = "json")]
    map: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    /// Search with this engine; the tree, and so the difficulty, is that of the engine
    #[arg(long, value_parser = choice_of(Engine::SEARCHING), help_heading = "Running", default_value = "sparse")]
    engine: Engine,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile inspect sudoku
  polytile inspect pentominoes-3x20
  polytile inspect pentominoes-6x10 --engine bitboard --svg heat.svg

The difficulty is the logarithm to base 10 of the nodes of the search tree divided by the number of solutions and one:
about how many nodes are seen before the first solution. The sparse engine always branches on the item with the fewest
options left, as a person would; the bitboard engine is quicker, and its tree is another one: compare puzzles by one
engine. --svg and --png draw what --map prints.

JSON: {\"title\", \"solutions\", \"engine\", \"nodes\", \"levels\": [NODES], \"difficulty\", \"only_one\": [ITEM], \
\"placements\": [{\"piece\", \"cells\", \"solutions\"}]}, for an exact cover \"options\": [{\"items\", \"solutions\"}].";

/// Names listed before the rest is only counted.
const LISTED: usize = 12;

/// Inspects, and prints what was found.
///
/// # Errors
/// When there is no puzzle, a limit is reached before all solutions are seen, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let asked = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let subject = Subject::new(asked, &run.control)?;
    let options = Options {
        conditions: subject.conditions(&args.conditions)?,
        engine: Some(args.engine),
        ..Options::default()
    };
    let search = Search::new(&subject.question(), &options, &run.control)?;
    let inspection = search.inspect(&run.control);
    let time = run.finish();
    let inspection = inspection?;
    run.account(|| {
        format!("{} nodes, {} engine, {:.3} s", inspection.nodes(), search.engine, time.as_secs_f64())
    });
    if args.pictures.asked() {
        args.pictures.write_heat(&heat(&subject, &inspection)?)?;
    }
    if args.json {
        output::print_json(&in_json(&subject, &search, &inspection))
    } else if args.map {
        output::print(&Screen::find().map(&heat(&subject, &inspection)?)?)
    } else if args.pictures.asked() {
        Ok(())
    } else {
        output::print(&in_text(&subject, &search, &inspection))
    }
}

/// For each piece the share of the solutions in which it covers each cell.
fn heat<'a>(subject: &'a Subject, found: &Inspection) -> Result<Heat<'a>, Failure> {
    let Kind::Tilings(problem, encoded) = &subject.kind else { return Err(not_drawn()) };
    let mut shares = vec![vec![0.0; problem.region.len()]; problem.pieces.len()];
    for (option, &uses) in (0..).zip(&found.uses) {
        let placement = encoded.placement(option);
        for &cell in placement.cells {
            shares[placement.piece as usize][cell as usize] += uses as f64 / found.solutions.max(1) as f64;
        }
    }
    let mut heat = Heat::shares(&problem.region, "solutions");
    if let Some(title) = &subject.title {
        heat = heat.titled(title.as_str());
    }
    for (piece, shares) in problem.pieces.iter().zip(&mut shares) {
        // Sums of many small shares may pass the whole by a rounding error.
        for share in shares.iter_mut() {
            *share = share.min(1.0);
        }
        heat.add(piece.name.as_str(), shares).map_err(|e| Failure::other(e.to_string()))?;
    }
    Ok(heat)
}

/// The items that a single option can cover, of those that must be covered.
fn only_one(cover: &ExactCover) -> Vec<&str> {
    let mut options = vec![0_u32; cover.items().len()];
    for option in cover.options() {
        for entry in option {
            options[entry.item as usize] += 1;
        }
    }
    let must = |item: &Item| matches!(item.demand, Demand::Primary { lo: 1.., .. });
    let items = cover.items().iter().zip(&options);
    items.filter(|&(item, &n)| n == 1 && must(item)).map(|(item, _)| item.name.as_str()).collect()
}

/// What an option is called: the piece and its cells, or its items.
fn name(subject: &Subject, option: u32) -> String {
    match &subject.kind {
        Kind::Tilings(problem, encoded) => {
            let tiling = encoded.tiling(&[option]);
            let laid = &tiling.laid()[0];
            let cells: Vec<String> = laid.cells.iter().map(ToString::to_string).collect();
            format!("{} on {}", problem.pieces.iter().as_slice()[laid.piece].name, cells.join(" "))
        }
        Kind::Covers(cover) | Kind::Digits(_, cover) => option_names(cover, option).join(" "),
    }
}

fn in_text(subject: &Subject, search: &Search, found: &Inspection) -> String {
    let cover = subject.cover();
    let what = if subject.problem().is_some() { "placements" } else { "options" };
    let total = cover.option_count();
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key:36}{value}");
    };
    let all = found.used(found.solutions.max(1), u64::MAX);
    let none = found.used(0, 0);
    line("solutions", &found.solutions.to_string());
    line("items", &cover.items().len().to_string());
    line(what, &total.to_string());
    line(&format!("items in one of the {what} only"), &listed(only_one(cover).into_iter()));
    line(&format!("{what} in every solution"), &listed(all.iter().map(|&o| name(subject, o))));
    line(&format!("{what} in no solution"), &format!("{} of {total}", none.len()));
    line(&format!("nodes of the {} search", search.engine), &found.nodes().to_string());
    line("difficulty", &format!("{:.2}", found.difficulty()));
    text += "\nlevel        nodes\n";
    let widest = found.profile.iter().copied().max().unwrap_or(1).max(1);
    for (level, &nodes) in found.profile.iter().enumerate() {
        let bar = "#".repeat((nodes as f64 / widest as f64 * 40.0).ceil() as usize);
        let _ = writeln!(text, "{level:5} {nodes:12} {bar}");
    }
    text
}

/// How many, and what the first are.
fn listed(names: impl ExactSizeIterator<Item = impl std::fmt::Display>) -> String {
    let count = names.len();
    let mut text = count.to_string();
    for (i, name) in names.take(LISTED).enumerate() {
        let separator = if i == 0 { ": " } else { ", " };
        let _ = write!(text, "{separator}{name}");
    }
    if count > LISTED { text + ", ..." } else { text }
}

fn in_json(subject: &Subject, search: &Search, found: &Inspection) -> Value {
    let cover = subject.cover();
    let mut object = json!({
        "title": subject.title,
        "solutions": integer(&found.solutions.into()),
        "engine": search.engine.to_string(),
        "nodes": integer(&found.nodes().into()),
        "levels": found.profile.iter().map(|&n| integer(&n.into())).collect::<Vec<_>>(),
        "difficulty": (found.difficulty() * 1e4).round() / 1e4,
        "only_one": only_one(cover),
    });
    let uses = (0..).zip(&found.uses);
    match &subject.kind {
        Kind::Tilings(problem, encoded) => {
            let placement = |(option, &uses): (u32, &u64)| {
                let tiling = encoded.tiling(&[option]);
                let laid = &tiling.laid()[0];
                let cells: Vec<[u32; 2]> = laid.cells.iter().map(|c| [c.row, c.col]).collect();
                let piece = &problem.pieces.iter().as_slice()[laid.piece].name;
                json!({ "piece": piece, "cells": cells, "solutions": integer(&uses.into()) })
            };
            object["placements"] = uses.map(placement).collect();
        }
        Kind::Covers(cover) | Kind::Digits(_, cover) => {
            let option = |(option, &uses): (u32, &u64)| json!({ "items": option_names(cover, option), "solutions": integer(&uses.into()) });
            object["options"] = uses.map(option).collect();
        }
    }
    object
}
