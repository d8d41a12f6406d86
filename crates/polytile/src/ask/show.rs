//! What a puzzle consists of, for whoever draws it and lets it be played.
//!
//! In: a board and pieces, whether all placements are wanted, and of a board in space pieces that lie on it. Out: the cells as
//! polygons, the pieces with every orientation as polygons too and what turning and turning over make of it, the placements as
//! numbers of cells, and what is seen of the pieces that lie. So a page needs no geometry: it draws polygons, and lays a piece by
//! choosing the placement that is nearest. Cost: that of the placements.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "show", "board": "2x2", "pieces": "0..1:L3", "placements": true}"#.parse()?;
//! let json = question.ask(&Control::default(), &mut nobody)?.json();
//! assert_eq!(json["polygons"][1].to_string(), "[[1.0,0.0],[2.0,0.0],[2.0,1.0],[1.0,1.0]]");
//! assert_eq!(json["placements"][0].to_string(), r#"{"cells":[0,1,2],"orientation":0,"piece":0}"#);
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::Ask;
use super::reasons::Lying;
use super::{Listener, Unanswered, Words, answered, is_false, misused};
use crate::board::{Cell, Coordinates, Lattice, Symmetry, Topology};
use crate::choice::Choice;
use crate::draw::{ColourBy, Face, Scene};
use crate::format::condition::piece_called;
use crate::format::subject::Tiled;
use crate::pieces::{Piece, Polyform};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use crate::tiling::{Laid, Tiling};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Bytes that a cell with its polygon takes, a placement besides its cells, and each of these: in the answer, in its JSON, which
/// is made while the answer is there, and in the text of that.
const CELL: u64 = 1280;
const PLACEMENT: u64 = 1152;
const COVERED: u64 = 64;
/// And what is seen of a cell, in many parts.
const SEEN: u64 = 12 << 10;

/// A corner: x to the right, y down, a cell of a square lattice being 1 wide.
type Point = [f64; 2];

/// What does a puzzle consist of?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Show {
    /// Also list every placement.
    #[serde(skip_serializing_if = "is_false")]
    pub placements: bool,
    /// Of a board in space, also what is seen of these pieces where they lie, from above and in front, moved apart as solid bodies; of
    /// none, what is seen of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Vec<Lying>>,
}

/// What it consists of.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shown {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// What they are: `square`, or another lattice.
    pub lattice: Lattice,
    /// The cells as they are written, on squares row and column of each; they are numbered from 0 in this order.
    pub cells: Vec<Coordinates>,
    /// Their corners, in the same order.
    pub polygons: Vec<Vec<Point>>,
    /// Whether some opposite edges of the board are joined.
    pub wraps: bool,
    /// The numbers of the cells that may stay empty, where some may.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub optional: Vec<u32>,
    /// How many cells may stay empty, where some may: at least, and at most, if there is a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holes: Option<(u32, Option<u32>)>,
    /// The pieces.
    pub pieces: Vec<ShownPiece>,
    /// The placements, by piece and orientation, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Vec<ShownPlacement>>,
    /// What is seen of pieces in space, where that was asked for: no two of these cover each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solid: Option<Vec<ShownFace>>,
}

/// What is seen of one plane of a piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownFace {
    /// The number of the piece among those that lie, from 0; none is the board.
    pub piece: Option<usize>,
    /// How much of a colour is left by the light that falls there, in per cent.
    pub light: u32,
    /// The corners of the parts that it has in the picture.
    pub polygons: Vec<Vec<Point>>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownPiece {
    /// Its name.
    pub name: String,
    /// Its cells.
    pub size: usize,
    /// The fewest copies.
    pub min: u32,
    /// The most copies; none when there may be any number.
    pub max: Option<u32>,
    /// In which ways it may lie.
    pub orientations: Vec<Orientation>,
}

/// A way in which a piece may lie.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Orientation {
    /// The corners of its cells, as near to the origin as it can lie.
    pub polygons: Vec<Vec<Point>>,
    /// The orientation that a quarter turn clockwise makes of it, if the piece may lie like that.
    pub turned: Option<usize>,
    /// The one that turning over, left to right, makes of it, if it may.
    pub flipped: Option<usize>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownPlacement {
    /// The number of the piece, from 0.
    pub piece: usize,
    /// Its orientation, from 0.
    pub orientation: usize,
    /// The numbers of the cells that it covers.
    pub cells: Vec<u32>,
}

impl Show {
    /// What there is.
    ///
    /// # Errors
    /// When `control` says stop, or there is too much of it.
    pub fn answer(&self, tiled: &Tiled, control: &Control) -> Result<Shown, Unanswered> {
        const WHAT: &str = "the cells of the board";
        let problem = &tiled.problem;
        let bytes = (problem.region.len() as u64).saturating_mul(CELL);
        control.reserve(bytes, WHAT)?;
        let pulse = Pulse::preparing(control);
        let mut cells = room::list(problem.region.len(), WHAT)?;
        let mut polygons = room::list(problem.region.len(), WHAT)?;
        let lattice = problem.region.lattice();
        // Between two layers a column is left free.
        let further = f64::from(problem.region.cols() / lattice.kinds() + 1);
        for cell in problem.region.cells() {
            pulse.beat()?;
            cells.push(lattice.coordinates(cell));
            polygons.push(lattice.outline(cell, further));
        }
        let mut pieces = Vec::with_capacity(problem.pieces.len());
        for piece in problem.pieces.iter().filter(|piece| !piece.hole) {
            pieces.push(ShownPiece::new(piece, &pulse)?);
        }
        let control = &control.holding(bytes);
        let placements = self.placements.then(|| placements(tiled, control));
        let solid = self.solid.as_deref().map(|lying| faces(problem, lying, control));
        Ok(Shown {
            title: tiled.about.title.clone(),
            lattice,
            cells,
            polygons,
            wraps: problem.region.topology() != Topology::Plane,
            optional: problem.region.optional().filter_map(|cell| problem.region.index(cell)).collect(),
            holes: problem.pieces.hole().map(|hole| (hole.copies.min(), hole.copies.max())),
            pieces,
            placements: placements.transpose()?,
            solid: solid.transpose()?,
        })
    }
}

impl Ask for Show {
    type Answer = Shown;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Shown, Unanswered> {
        self.answer(&answered::tiled(about, control, listener)?, control)
    }
}

/// The placements, each with its orientation. On a board that wraps two orientations may cover the same cells.
fn placements(tiled: &Tiled, control: &Control) -> Result<Vec<ShownPlacement>, Unanswered> {
    let problem = &tiled.problem;
    let each = |piece: &Piece| piece.orientations.len() as u64 * (PLACEMENT + COVERED * piece.size() as u64);
    let each: u64 = problem.pieces.iter().map(each).sum();
    control.reserve((problem.region.len() as u64).saturating_mul(each), "the list of placements")?;
    let pulse = Pulse::preparing(control);
    let (mut placements, mut cells) = (Vec::new(), Vec::new());
    for (number, piece) in problem.pieces.iter().filter(|piece| !piece.hole).enumerate() {
        for (orientation, shape) in piece.orientations.iter().enumerate() {
            for first in problem.region.cells() {
                pulse.beat()?;
                if problem.lay(shape, first, &mut cells) {
                    placements.push(ShownPlacement { piece: number, orientation, cells: cells.clone() });
                }
            }
        }
    }
    Ok(placements)
}

/// What is seen of pieces that lie on a board in space. They may lie on each other, as in a picture of a wrong tiling.
fn faces(problem: &Problem, lying: &[Lying], control: &Control) -> Result<Vec<ShownFace>, Unanswered> {
    let lattice = problem.region.lattice();
    if lattice.is_flat() {
        let what = format!(
            "a board of the lattice `{}` is flat: nothing lies on it as a solid body",
            lattice.name()
        );
        return Err(misused(what, "leave `solid` out"));
    }
    control
        .reserve((problem.region.len() as u64).saturating_mul(SEEN), "the picture of the pieces in space")?;
    let pulse = Pulse::preparing(control);
    let mut laid = Vec::with_capacity(lying.len());
    for (number, Lying { piece, cells }) in lying.iter().enumerate() {
        pulse.beats(1 + cells.len() as u64)?;
        let on_board = |at: &Coordinates| lattice.cell_at(at).filter(|&cell| problem.region.contains(cell));
        let cells: Option<Vec<Cell>> = cells.iter().map(on_board).collect();
        let mut cells = cells.ok_or_else(|| {
            misused(
                format!("{piece} does not lie on the board"),
                "give cells of the board, as `cells` has them",
            )
        })?;
        cells.sort_unstable();
        laid.push((cells, piece_called(problem, piece)?, number));
    }
    // As a tiling has them.
    laid.sort_unstable();
    let numbers: Vec<usize> = laid.iter().map(|&(.., number)| number).collect();
    let tiling = Tiling::new(laid.into_iter().map(|(cells, piece, _)| Laid { piece, cells }).collect());
    let scene = Scene::coloured_within(problem, &tiling, ColourBy::Piece, control)?;
    let shown = |Face { shape, light, polygons }| ShownFace {
        piece: shape.and_then(|shape| numbers.get(shape).copied()),
        light,
        polygons,
    };
    Ok(scene.faces(control)?.into_iter().map(shown).collect())
}

impl ShownPiece {
    fn new(piece: &Piece, pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        let lattice = piece.lattice();
        // The first turn, and the first reflection: on squares by 90 degrees clockwise, and left to right.
        let quarter = Symmetry::of(lattice).nth(1).unwrap_or(Symmetry::IDENTITY);
        let mirror = Symmetry::of(lattice).find(|s| s.is_reflection()).unwrap_or(Symmetry::IDENTITY);
        let like = |shape: &Polyform, symmetry| {
            let image = shape.image(symmetry);
            piece.orientations.iter().position(|other| *other == image)
        };
        let mut orientations = Vec::with_capacity(piece.orientations.len());
        for shape in &piece.orientations {
            pulse.beats(shape.size() as u64)?;
            orientations.push(Orientation {
                polygons: outlines(shape),
                turned: like(shape, quarter),
                flipped: like(shape, mirror),
            });
        }
        Ok(ShownPiece {
            name: piece.name.clone(),
            size: piece.size(),
            min: piece.copies.min(),
            max: piece.copies.max(),
            orientations,
        })
    }
}

/// The corners of the cells of a shape.
fn outlines(shape: &Polyform) -> Vec<Vec<Point>> {
    let lattice = shape.lattice();
    let further = f64::from(shape.cols() / lattice.kinds() + 1);
    shape.cells().iter().map(|&cell| lattice.outline(cell, further)).collect()
}

impl Shown {
    /// A line for the board, and one for each piece.
    pub fn text(&self) -> String {
        let mut text = format!("cells {}\n", self.cells.len());
        if let Some((min, max)) = self.holes {
            let max = max.map_or("any".to_owned(), |max| max.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "optional {}, of which {min}..{max} stay empty", self.optional.len());
        }
        for ShownPiece { name, size, min, max, orientations } in &self.pieces {
            let max = max.map_or("any".to_owned(), |max| max.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}: {size} cells, {} orientations, {min}..{max}", orientations.len());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, nobody};
    use crate::format::subject::Given;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn shown(options: &str) -> serde_json::Value {
        let question: Question = format!(r#"{{"question": "show", {options}}}"#).parse().unwrap();
        question.ask(&Control::default(), &mut nobody).unwrap().json()
    }

    #[test]
    fn turning_four_times_and_over_twice_is_nothing() {
        let json = shown(r#""puzzle": "pentominoes-6x10", "placements": true"#);
        assert_eq!(json["cells"].as_array().map(Vec::len), Some(60));
        // TAOCP 7.2.2.1: 2056 options, before the symmetry is broken.
        assert_eq!(json["placements"].as_array().map(Vec::len), Some(2056));
        for piece in json["pieces"].as_array().unwrap() {
            let to = |from: usize, how: &str| piece["orientations"][from][how].as_u64().unwrap() as usize;
            for i in 0..piece["orientations"].as_array().unwrap().len() {
                assert_eq!((0..4).fold(i, |at, _| to(at, "turned")), i, "{piece}");
                assert_eq!(to(to(i, "flipped"), "flipped"), i, "{piece}");
            }
        }
        let placed = |piece: usize| {
            let all = json["placements"].as_array().unwrap().iter();
            all.filter(|one| one["piece"] == piece).count()
        };
        let x = (0..12)
            .find(|&i| json["pieces"][i]["name"].as_str().is_some_and(|name| name.starts_with('X')))
            .unwrap();
        assert_eq!(placed(x), 32);
    }

    #[test]
    fn what_is_shown_keeps_to_the_limits() {
        let show = |board: &str, pieces: &str| -> (Show, Tiled) {
            let words = Words {
                board: Some(Given::Name(board.to_owned())),
                pieces: Some(pieces.to_owned()),
                ..Words::default()
            };
            (Show { placements: true, ..Show::default() }, words.tiled().unwrap().0)
        };
        let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        // Many cells and few pieces, then few cells and many pieces.
        for (board, pieces) in [("60x60", "monomino"), ("1x1", "octominoes")] {
            let (show, tiled) = show(board, pieces);
            let refused = show.answer(&tiled, &stopped).unwrap_err();
            assert!(matches!(refused, Unanswered::Stopped(Stopped::Interrupted(_))), "{board}: {refused}");
        }
        // The cells, and the placements beside them.
        let (show, tiled) = show("10x10", "dominoes");
        let all = 100 * CELL + 100 * 2 * (PLACEMENT + 2 * COVERED);
        assert!(show.answer(&tiled, &Control::default().memory(all - 1)).is_err());
        assert!(show.answer(&tiled, &Control::default().memory(all)).is_ok());
    }

    #[test]
    fn pieces_in_space_are_seen_from_above_and_in_front() {
        let two = r#""board": "box:1x1x2", "pieces": "monocube""#;
        let lying =
            r#"[{"piece": "monocube", "cells": [[0,0,1]]}, {"piece": "monocube", "cells": [[0,0,0]]}]"#;
        let json = shown(&format!(r#"{two}, "solid": {lying}"#));
        let faces = json["solid"].as_array().unwrap();
        // Three of each cube, and none hides another, for the cubes are moved apart.
        let of = |piece: u64| -> Vec<u64> {
            let own = faces.iter().filter(|face| face["piece"] == piece);
            own.map(|face| face["light"].as_u64().unwrap()).collect()
        };
        assert_eq!(faces.len(), 6);
        for piece in [0, 1] {
            let mut lights = of(piece);
            lights.sort_unstable();
            assert_eq!(lights, [64, 84, 100]);
        }
        // The first lies to the right of the second.
        let left = |face: &serde_json::Value| face["polygons"][0][0][0].as_f64().unwrap();
        let above = |piece: u64| faces.iter().find(|face| face["piece"] == piece && face["light"] == 100);
        assert!(left(above(0).unwrap()) > left(above(1).unwrap()));
        // Of no piece, the board: three planes of one body.
        let json = shown(&format!(r#"{two}, "solid": []"#));
        assert_eq!(json["solid"].as_array().map(Vec::len), Some(3));
        assert!(json["solid"].as_array().unwrap().iter().all(|face| face["piece"].is_null()));
        assert!(shown(two).get("solid").is_none());
    }

    #[test]
    fn what_cannot_be_seen_in_space_is_refused() {
        let refused = |options: &str| {
            let question: Question = format!(r#"{{"question": "show", {options}}}"#).parse().unwrap();
            let error = question.ask(&Control::default(), &mut nobody).unwrap_err();
            error.to_string()
        };
        insta::assert_snapshot!(refused(r#""board": "2x2", "pieces": "dominoes", "solid": []"#), @"a board of the lattice `square` is flat: nothing lies on it as a solid body");
        let cubes = r#""board": "box:2x2x2", "pieces": "dicube""#;
        insta::assert_snapshot!(refused(&format!(r#"{cubes}, "solid": [{{"piece": "dicube", "cells": [[0,0,2]]}}]"#)), @"dicube does not lie on the board");
        insta::assert_snapshot!(refused(&format!(r#"{cubes}, "solid": [{{"piece": "Q", "cells": [[0,0,1]]}}]"#)), @"the puzzle has no piece called 'Q'");
    }

    #[test]
    fn what_may_not_be_turned_says_so() {
        let json = shown(r#""board": "3x3", "pieces": "L3", "turns": false"#);
        let only = &json["pieces"][0]["orientations"];
        assert_eq!((only.as_array().map(Vec::len), only[0]["turned"].is_null()), (Some(1), true));
        assert!(json.get("placements").is_none());
    }
}
