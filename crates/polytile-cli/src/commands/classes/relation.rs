//! What the commands about relations share: their options, the tilings that they are given, and how those are shown.

use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input;
use crate::screen::Screen;
use crate::style::Style;
use crate::values::{self, choice};
use polytile::ask::classes::Shown;
use polytile::classes::{Engine, Options, RuleSet};
use polytile::draw::{ColourBy, Scene};
use polytile::format::brief;
use polytile::format::subject::Given;
use polytile::format::tiling::to_letters;
use polytile::problem::Problem;
use std::path::Path;

/// What counts as a relation.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What counts as a relation")]
pub struct RelationArgs {
    /// The rules to look for: a comma list of S (symmetric subset), W (congruent swap) and P (two pieces)
    #[arg(long, value_name = "LIST", default_value = "S,W,P", value_parser = rules)]
    rules: RuleSet,
    /// In a swap, let the pieces of either half fill the other in any arrangement
    #[arg(long)]
    relaxed: bool,
    /// Only relations that move at most K pieces
    #[arg(long, value_name = "K", value_parser = pieces)]
    max_pieces: Option<usize>,
    /// Also swaps that move all pieces: the halves of the board exchange their contents
    #[arg(long)]
    half_boards: bool,
    /// Find relations by this engine
    #[arg(long, value_parser = choice::<Engine>(), help_heading = "Running")]
    engine: Option<Engine>,
}

/// Rules, such as `S,W`.
fn rules(text: &str) -> Result<RuleSet, String> {
    RuleSet::parse(text).map_err(|e| brief(&e.to_string()))
}

/// A number of pieces, at least two.
fn pieces(text: &str) -> Result<usize, String> {
    match values::word(text)? {
        0 | 1 => Err("a relation moves at least 2 pieces".to_owned()),
        n => Ok(usize::try_from(n).unwrap_or(usize::MAX)),
    }
}

impl RelationArgs {
    /// The options as the library takes them.
    pub fn options(&self) -> Options {
        let &RelationArgs { rules, relaxed, max_pieces, half_boards, engine } = self;
        Options { rules, relaxed, max_pieces, half_boards, engine }
    }
}

/// A tiling that is named: a number, rows of letters with `/` between them, or the text of a file.
///
/// # Errors
/// When it is a file that cannot be read.
pub fn given(text: &str, problem: &Problem) -> Result<Given, Failure> {
    let is_number = text.bytes().all(|b| b.is_ascii_digit());
    // A tiling of a board of one row has no / in it: then having as many letters as there are columns tells.
    let region = &problem.region;
    let is_row = region.rows() == 1 && text.chars().count() == region.cols() as usize && text != "-";
    if is_number || (text.contains('/') || is_row) && !Path::new(text).exists() {
        return Ok(Given::Name(text.to_owned()));
    }
    input::read(text).map(Given::Text)
}

/// What shows tilings that a terminal is too narrow for.
const WIDE: &str =
    "`polytile classes --svg FILE` draws tilings, --json has them in numbers, and a file or a pipe gets all";

/// A tiling of `problem` in this style.
///
/// # Errors
/// When the terminal is too narrow for it.
pub fn drawn(shown: &Shown, problem: &Problem, style: Style, colours: ColourArgs) -> Result<String, Failure> {
    let scene = || Scene::coloured_by(problem, &shown.laid, colours.or(ColourBy::Piece));
    let style = colours.style(style);
    Screen::find().board(style, scene, problem.region.cols(), || to_letters(&shown.laid, problem), WIDE)
}
