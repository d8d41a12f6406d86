//! `polytile pieces`: polyominoes, their names and their numbers.

use crate::args::Limits;
use crate::failure::Failure;
use crate::input::{freedom_of, pieces_of};
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::screen::Screen;
use crate::shelf;
use crate::values::YesNo;
use polytile::board::Cell;
use polytile::pieces::catalogue::{self, MAX_SIZE, Named};
use polytile::pieces::{Freedom, Polyomino};
use serde_json::{Value, json};
use std::fmt::Write;

/// Show polyominoes, their names and their numbers
///
/// Without an argument, all of up to five cells. A name drawn here is the name to use in --pieces and in puzzle files; with
/// --turns no, a piece lies exactly as it is drawn.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON)]
pub struct Args {
    /// A size (5), a set (pentominoes) or a comma list of pieces (L3,O4) [default: sizes 1 to 5]
    what: Option<String>,
    /// Whether pieces may be turned over; if not, mirror images are shown as pieces of their own [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    flips: Option<YesNo>,
    /// Whether pieces may be turned; if not, every position is shown as a piece of its own [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    turns: Option<YesNo>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    limits: Limits,
}

const JSON: &str = "\
JSON: {\"sizes\": [{\"size\", \"name\", \"free\", \"one_sided\", \"fixed\"}], \"pieces\": [{\"name\", \"size\", \
\"orientations\", \"cells\": [[ROW, COLUMN]], \"art\": [LINE]}]}. `sizes` has the numbers of polyominoes of the sizes \
asked for; `art` is what a puzzle file may hold.";

/// Shows pieces.
///
/// # Errors
/// When a name is unknown.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.limits.run())?;
    let freedom = freedom_of(args.flips, args.turns)?.unwrap_or_default();
    let groups = run.bounded("making the pieces", || groups(args.what.as_deref(), freedom))?;
    if args.pictures.asked() {
        let all: Vec<&Named> = groups.iter().flat_map(|(_, pieces)| pieces).collect();
        let title = args.what.as_deref().unwrap_or("polyominoes");
        let scene = run.bounded("drawing the pieces", || shelf::scene(&all))?.titled(title);
        args.pictures.write(&scene, None, &run.control)?;
    }
    if args.json {
        return output::print_json(&run.bounded("writing the pieces", || in_json(&groups, freedom)));
    }
    if args.pictures.asked() {
        return Ok(());
    }
    output::print(&run.bounded("drawing the pieces", || in_text(&groups)))
}

/// Pieces, those of one size together where sizes were asked for.
type Groups = Vec<(Option<usize>, Vec<Named>)>;

/// The pieces asked for.
fn groups(what: Option<&str>, freedom: Freedom) -> Result<Groups, Failure> {
    let (sizes, single) = asked(what, freedom)?;
    Ok(if sizes.is_empty() {
        vec![(None, single)]
    } else {
        sizes.into_iter().map(|size| (Some(size), catalogue::all(size, freedom))).collect()
    })
}

fn in_text(groups: &Groups) -> String {
    let mut text = String::new();
    for (size, pieces) in groups {
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(size) = size {
            let [free, one_sided, fixed] = numbers(*size);
            let name = catalogue::set_name(*size);
            // Writing to a string cannot fail.
            let _ = write!(text, "{name}: {free} free, {one_sided} one-sided, {fixed} fixed\n\n");
        }
        text.push_str(&shelf::text(pieces, Screen::find().cols.min(80) as usize));
    }
    text
}

/// The sizes asked for, or else the pieces.
fn asked(what: Option<&str>, freedom: Freedom) -> Result<(Vec<usize>, Vec<Named>), Failure> {
    let Some(what) = what else { return Ok(((1..=5).collect(), Vec::new())) };
    let size = what.parse().ok().or_else(|| catalogue::set_size(&what.to_ascii_lowercase()));
    if let Some(size) = size {
        if (1..=MAX_SIZE).contains(&size) {
            return Ok((vec![size], Vec::new()));
        }
        let help = format!("sizes go from 1 to {MAX_SIZE}");
        return Err(Failure::usage(format!("polyominoes of {size} cells cannot be shown"), help));
    }
    let listed = pieces_of("WHAT", what, freedom)?;
    let named = listed.iter().filter_map(|piece| catalogue::find(&piece.name));
    Ok((Vec::new(), named.collect()))
}

/// How many polyominoes of `size` cells there are: free, one-sided and fixed.
fn numbers(size: usize) -> [usize; 3] {
    // Each free polyomino has as many one-sided and fixed ones as it has different images.
    let free = catalogue::all(size, Freedom::Free);
    let fixed = |n: &Named| n.shape.images(Freedom::Free.symmetries());
    let rotated = |n: &Named| n.shape.images(Freedom::OneSided.symmetries()).len();
    let images: Vec<(usize, usize)> = free.iter().map(|n| (fixed(n).len(), rotated(n))).collect();
    [
        free.len(),
        images.iter().map(|(all, turned)| all / turned).sum(),
        images.iter().map(|(all, _)| all).sum(),
    ]
}

fn in_json(groups: &[(Option<usize>, Vec<Named>)], freedom: Freedom) -> Value {
    let size = |(size, _): &(Option<usize>, Vec<Named>)| {
        let [free, one_sided, fixed] = numbers((*size)?);
        let name = catalogue::set_name((*size)?);
        Some(json!({ "size": size, "name": name, "free": free, "one_sided": one_sided, "fixed": fixed }))
    };
    let piece = |piece: &Named| {
        let cells: Vec<[u32; 2]> = piece.shape.cells().iter().map(|c| [c.row, c.col]).collect();
        json!({
            "name": piece.name,
            "size": piece.shape.size(),
            "orientations": piece.shape.images(freedom.symmetries()).len(),
            "cells": cells,
            "art": art(&piece.shape),
        })
    };
    json!({
        "sizes": groups.iter().filter_map(size).collect::<Vec<_>>(),
        "pieces": groups.iter().flat_map(|(_, pieces)| pieces).map(piece).collect::<Vec<_>>(),
    })
}

/// The rows of a piece as a puzzle file draws them.
fn art(shape: &Polyomino) -> Vec<String> {
    let cell = |row, col| if shape.cells().contains(&Cell::new(row, col)) { '#' } else { '.' };
    (0..shape.rows()).map(|row| (0..shape.cols()).map(|col| cell(row, col)).collect()).collect()
}
