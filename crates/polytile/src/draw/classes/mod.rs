//! Pictures of classes of tilings.
//!
//! [`Gallery`] shows tilings side by side, each with a line of text, some of their pieces marked; [`ClassGraph`] a class
//! as a graph of small tilings, in clusters; [`Scatter`] the sizes of classes against their numbers of relations; [`ShapeTable`] the
//! shapes of moved regions and what fills them; [`animation`] moves pieces. Where something depends on a rule, it has a colour and a stroke as well.
//! Layouts depend only on what is drawn, and are computed with sums, products and square roots, which are the same on every
//! machine.

mod animate;
mod clusters;
mod gallery;
mod graph;
mod ring;
mod scatter;
mod shapes;

pub use animate::animation;
pub use gallery::Gallery;
pub use graph::ClassGraph;
pub use scatter::Scatter;
pub use shapes::ShapeTable;

use super::surface::Pen;
use super::{ColourBy, Scene};
use crate::classes::{Neighbour, Rule, RuleSet};
use crate::problem::Problem;
use crate::tiling::Tiling;

/// Pixels around things.
const GAP: u32 = 16;
/// The height of a line of text with the space below it.
const LINE: u32 = 14;

/// The tiling in colours that tell what is asked for; by default, pieces apart where each is used once, and neighbours apart
/// where not.
fn scene_of(problem: &Problem, tiling: &Tiling, by: Option<ColourBy>) -> Scene {
    let once = || problem.pieces.iter().all(|piece| piece.copies.max().is_some_and(|max| max <= 1));
    let by = by.unwrap_or_else(|| {
        if once() && problem.pieces.len() <= super::PALETTE.len() {
            ColourBy::Piece
        } else {
            ColourBy::Contrast
        }
    });
    Scene::coloured_by(problem, tiling, by)
}

/// What the line of a rule looks like.
fn pen_of(rule: Rule) -> Pen {
    let (colour, dashes): (_, &[f64]) = match rule {
        Rule::Symmetric => ([0x00, 0x72, 0xB2], &[]),
        Rule::Swap => ([0xD5, 0x5E, 0x00], &[8.0, 4.0]),
        Rule::Two => ([0x00, 0x9E, 0x73], &[2.0, 3.0]),
    };
    Pen { colour, width: 2.0, dashes }
}

/// A title: that of the puzzle, followed by what is drawn of it.
fn titled(puzzle: Option<&str>, what: String) -> String {
    match puzzle {
        Some(puzzle) => format!("{puzzle}: {what}"),
        None => what,
    }
}

/// What is said of a tiling that another becomes when so many of its pieces move.
fn caption(step: &Neighbour, moved: usize) -> String {
    let rules = step.ways.iter().fold(RuleSet::NONE, |rules, way| rules | way.rule.into());
    format!("tiling {}, by {rules}, {moved} moved", step.tiling + 1)
}

/// How wide a text may become, in pixels: fonts differ.
fn wide(text: &str) -> u32 {
    7 * text.chars().count() as u32
}

/// The number of columns in which boxes of this size make a page a third wider than it is high.
fn columns(count: usize, width: u64, height: u64) -> usize {
    let page = |columns: usize| {
        let rows = count.div_ceil(columns);
        // Three times the width against four times the height.
        (3 * columns as u64 * width).abs_diff(4 * rows as u64 * height)
    };
    (1..=count.clamp(1, 1000)).min_by_key(|&columns| page(columns)).unwrap_or(1)
}
