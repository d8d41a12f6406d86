//! The class of one tiling, and its neighbours.
//!
//! In: one tiling ([`Placed`]), and the relations of all. Out: a [`Family`]: the members of its class, and for each tiling that
//! it is directly related to, by each rule that relates them, which pieces move, from where to where, and by what isometry. The
//! neighbours are shown as they lie once these pieces have moved, not as the list of tilings has them, which may be a mirror
//! image: so a reader sees what moves.
//!
//! Cost: a picture in letters for each neighbour.

use super::{Classification, Placed};
use crate::board::Coordinates;
use crate::classes::{self, Neighbour, Rule, Tilings, in_short};
use crate::draw::Scene;
use crate::tiling::Tiling;
use serde::Serialize;
use std::convert::Infallible;
use std::fmt::Write as _;

/// The class of a tiling, and all its neighbours.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Family {
    /// Its number, from 1.
    pub tiling: usize,
    /// The number of its class, from 1.
    pub class: usize,
    /// The tilings of the class.
    pub members: Vec<u32>,
    /// How it lies.
    #[serde(flatten)]
    pub shown: Shown,
    /// The tilings that it is related to.
    pub neighbours: Vec<Relative>,
    /// How many neighbours there are, in words.
    #[serde(skip)]
    pub how_many: String,
}

/// A tiling that another is related to, and how.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relative {
    /// Its number, from 1.
    pub tiling: usize,
    /// How pieces are moved, one way for each rule that allows it.
    pub ways: Vec<Way>,
    /// How it then lies.
    #[serde(flatten)]
    pub shown: Shown,
    /// The ways in words.
    #[serde(skip)]
    pub words: String,
}

/// One way in which pieces are moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Way {
    /// The rule that allows it.
    pub rule: Rule,
    /// What is done to the pieces, or to either half of a swap.
    pub isometries: Vec<String>,
    /// The pieces, and where they go.
    pub moved: Vec<Moved>,
}

/// A piece that is moved. On squares cells are row and column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moved {
    /// Its name.
    pub piece: String,
    /// The cells that it lay on.
    pub from: Vec<Coordinates>,
    /// The cells that it lies on.
    pub to: Vec<Coordinates>,
}

/// A tiling as it lies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// Its pieces.
    pub pieces: Vec<Laid>,
    /// The tiling itself, for whoever draws it.
    #[serde(skip)]
    pub laid: Tiling,
    /// In box lines.
    #[serde(skip)]
    pub drawn: String,
}

/// A piece as it lies. On squares cells are row and column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Laid {
    /// Its name.
    pub piece: String,
    /// The cells that it lies on.
    pub cells: Vec<Coordinates>,
}

impl Family {
    pub(super) fn new(found: &Classification, placed: &Placed, neighbours: &[Neighbour]) -> Self {
        let tilings = &found.relatives.tilings;
        let class = found.classes.of(placed.number);
        Family {
            tiling: placed.number + 1,
            class: class + 1,
            members: found.classes.members(class).iter().map(|&i| i + 1).collect(),
            shown: Shown::new(&placed.placements, tilings),
            neighbours: neighbours.iter().map(|neighbour| Relative::new(neighbour, tilings)).collect(),
            how_many: in_short(neighbours),
        }
    }

    /// In words, tilings in box lines.
    pub fn text(&self) -> String {
        let Ok(text) = self.text_with(|shown| Ok::<_, Infallible>(shown.drawn.clone()));
        text
    }

    /// In words, tilings as `draw` writes them.
    ///
    /// # Errors
    /// Those of `draw`.
    pub fn text_with<E>(&self, mut draw: impl FnMut(&Shown) -> Result<String, E>) -> Result<String, E> {
        let numbers: Vec<String> = self.members.iter().map(ToString::to_string).collect();
        let s = if numbers.len() == 1 { "" } else { "s" };
        let mut text = format!(
            "tiling {} is in class {}, of {} tiling{s}: {}\n{}\n{}\n",
            self.tiling,
            self.class,
            numbers.len(),
            numbers.join(" "),
            draw(&self.shown)?,
            self.how_many
        );
        for neighbour in &self.neighbours {
            text += &neighbour.text_with(&mut draw)?;
        }
        Ok(text)
    }
}

impl Relative {
    pub(in crate::ask) fn new(neighbour: &Neighbour, tilings: &Tilings) -> Self {
        Relative {
            tiling: neighbour.tiling + 1,
            ways: neighbour.ways.iter().map(|way| Way::new(way, tilings)).collect(),
            shown: Shown::new(&neighbour.placements, tilings),
            words: in_words(neighbour, tilings),
        }
    }

    /// A paragraph about it.
    pub(in crate::ask) fn text_with<E>(
        &self,
        draw: &mut impl FnMut(&Shown) -> Result<String, E>,
    ) -> Result<String, E> {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "\ntiling {}, by {}\n{}", self.tiling, self.words, draw(&self.shown)?);
        Ok(text)
    }
}

impl Way {
    fn new(way: &classes::Way, tilings: &Tilings) -> Self {
        let cells =
            |placement: u32| Laid::all(&tilings.encoded().tiling(&[placement]), tilings).remove(0).cells;
        let moved = |&(from, to): &(u32, u32)| Moved {
            piece: tilings.piece_name(from).to_owned(),
            from: cells(from),
            to: cells(to),
        };
        Way {
            rule: way.rule,
            isometries: way.isometries.iter().map(ToString::to_string).collect(),
            moved: way.moves.iter().map(moved).collect(),
        }
    }
}

impl Shown {
    pub(in crate::ask) fn new(placements: &[u32], tilings: &Tilings) -> Self {
        let laid = tilings.encoded().tiling(placements);
        let drawn = Scene::by_piece(tilings.problem(), &laid).text();
        Shown { pieces: Laid::all(&laid, tilings), laid, drawn }
    }
}

impl Laid {
    fn all(tiling: &Tiling, tilings: &Tilings) -> Vec<Self> {
        let lattice = tilings.problem().region.lattice();
        let of = |laid: &crate::tiling::Laid| Laid {
            piece: tilings.problem().pieces[laid.piece].name.clone(),
            cells: laid.cells.iter().map(|&cell| lattice.coordinates(cell)).collect(),
        };
        tiling.laid().iter().map(of).collect()
    }
}

/// How pieces are moved, in words: the rules, the pieces, and what is done to them.
fn in_words(neighbour: &Neighbour, tilings: &Tilings) -> String {
    let ways = neighbour.ways.iter().map(|way| {
        let pieces: Vec<&str> = way.moves.iter().map(|&(from, _)| tilings.piece_name(from)).collect();
        let done: Vec<String> = way.isometries.iter().map(ToString::to_string).collect();
        let done = match done.as_slice() {
            [] => "rearranged".to_owned(),
            [one] => one.clone(),
            [one, two] if one == two => format!("halves exchanged, each {one}"),
            several => format!("halves exchanged, {}", several.join(" and ")),
        };
        format!("{} ({} {done})", way.rule.letter(), pieces.join(" "))
    });
    ways.collect::<Vec<_>>().join("; ")
}
