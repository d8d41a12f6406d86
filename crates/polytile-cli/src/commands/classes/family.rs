//! The class of one tiling, and its neighbours.

use super::given::{Given, in_words};
use super::subject::Subject;
use crate::failure::Failure;
use crate::output;
use crate::screen::Screen;
use crate::style::Style;
use polytile::classes::{Classes, Maker, Neighbour, Options, Way};
use polytile::draw::Scene;
use polytile::format::tiling::{JsonTiling, to_letters};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Prints the class of the tiling `given`, and all its neighbours.
///
/// # Errors
/// When a limit is reached, or an answer cannot be written.
pub fn show(
    given: &Given,
    subject: &Subject,
    options: &Options,
    classes: &Classes,
    style: Style,
) -> Result<(), Failure> {
    let maker = Maker::new(&subject.tilings, options, &subject.run.control)?;
    let neighbours = maker.neighbours(&given.placements, &subject.run.control);
    subject.run.hide();
    let neighbours = neighbours?;
    let class = classes.of(given.number);
    let members: Vec<u32> = classes.members(class).iter().map(|&i| i + 1).collect();
    if style == Style::Json {
        return output::print_json(&json!({
            "tiling": given.number + 1,
            "class": class + 1,
            "members": members,
            "pieces": pieces(&given.placements, subject),
            "neighbours": neighbours.iter().map(|n| neighbour_json(n, subject)).collect::<Vec<_>>(),
        }));
    }
    let mut text = String::new();
    let numbers: Vec<String> = members.iter().map(ToString::to_string).collect();
    let s = if members.len() == 1 { "" } else { "s" };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "tiling {} is in class {}, of {} tiling{s}: {}\n{}",
        given.number + 1,
        class + 1,
        members.len(),
        numbers.join(" "),
        drawn(&given.placements, subject, style)?
    );
    let _ = writeln!(text, "{}", how_many(&neighbours));
    for neighbour in &neighbours {
        let _ = write!(
            text,
            "\ntiling {}, by {}\n{}",
            neighbour.tiling + 1,
            in_words(neighbour, subject),
            drawn(&neighbour.placements, subject, style)?
        );
    }
    output::print(&text)
}

/// How many tilings these neighbours are, and in how many ways where one of them is made in several.
pub fn how_many(neighbours: &[Neighbour]) -> String {
    // They are sorted by their tilings.
    let tilings = neighbours.chunk_by(|a, b| a.tiling == b.tiling).count();
    let s = if tilings == 1 { "" } else { "s" };
    if tilings == neighbours.len() {
        format!("{tilings} neighbour{s}")
    } else {
        format!("{tilings} neighbour{s}, in {} ways", neighbours.len())
    }
}

/// What shows tilings that a terminal is too narrow for.
const WIDE: &str =
    "`polytile classes --svg FILE` draws tilings, --json has them in numbers, and a file or a pipe gets all";

/// A tiling in text.
///
/// # Errors
/// When the terminal is too narrow for it.
pub fn drawn(placements: &[u32], subject: &Subject, style: Style) -> Result<String, Failure> {
    let (tiling, problem) = (subject.tilings.encoded().tiling(placements), subject.tilings.problem());
    let scene = || Scene::by_piece(problem, &tiling);
    Screen::find().board(style, scene, problem.region.cols(), || to_letters(&tiling, problem), WIDE)
}

/// A neighbour as a JSON object.
pub fn neighbour_json(neighbour: &Neighbour, subject: &Subject) -> Value {
    let ways: Vec<Value> = neighbour.ways.iter().map(|way| way_json(way, subject)).collect();
    json!({
        "tiling": neighbour.tiling + 1,
        "ways": ways,
        "pieces": pieces(&neighbour.placements, subject),
    })
}

fn way_json(way: &Way, subject: &Subject) -> Value {
    let laid = |placement: u32| subject.tilings.encoded().tiling(&[placement]).laid()[0].clone();
    let cells = |placement: u32| laid(placement).cells.iter().map(|c| [c.row, c.col]).collect::<Vec<_>>();
    let name = |placement: u32| subject.tilings.problem().pieces[laid(placement).piece].name.clone();
    let moved: Vec<Value> = way
        .moves
        .iter()
        .map(|&(from, to)| json!({ "piece": name(from), "from": cells(from), "to": cells(to) }))
        .collect();
    json!({
        "rule": way.rule.letter().to_string(),
        "isometries": way.isometries.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "moved": moved,
    })
}

/// The pieces of a tiling as JSON.
pub fn pieces(placements: &[u32], subject: &Subject) -> Value {
    let tiling = subject.tilings.encoded().tiling(placements);
    // Names and numbers: JSON holds them.
    let mut object =
        serde_json::to_value(JsonTiling::new(&tiling, subject.tilings.problem())).unwrap_or_default();
    object["pieces"].take()
}
