//! A tiling for printers: every piece a solid body, as STL.
//!
//! In: a tiling of a board of cubes or prisms. Out: the text of a file with a `solid` for each piece, where it lies: triangles for each
//! side of a cell that no other cell of its piece shares, with their corners anticlockwise as seen from outside. A step of the
//! lattice is ten millimetres long, and nothing lies below 0. Hands are kept: what is to the left on the board is to the left of the
//! model. Source: the specification of `StereoLithography`, 3D Systems, 1988. Cost: the sides of all cells.

use super::FormatError;
use crate::board::{Cell, Ground, Region};
use crate::choice::Choice;
use crate::problem::Problem;
use crate::tiling::Tiling;
use std::collections::HashSet;
use std::fmt::Write as _;

/// Millimetres of a step of the lattice.
const STEP: f64 = 10.0;

/// The most cells that are written out.
const MOST_CELLS: usize = 1 << 18;

type Point = [f64; 3];

/// The pieces of a tiling of `problem`.
///
/// ```
/// use polytile::{format::{puzzle, stl, tiling}};
/// let problem = puzzle::parse("title = 'Two'\npieces = '2:dicube'\n[board]\nsize = '2x2x1'")?.problem;
/// let laid = r#"{"pieces": [{"piece": "dicube", "cells": [[0,0,0],[0,1,0]]}, {"piece": "dicube", "cells": [[1,0,0],[1,1,0]]}]}"#;
/// let text = stl::write(&problem, &tiling::parse(laid, &problem)?)?;
/// // Two bodies, each with ten sides of two triangles.
/// assert_eq!(text.matches("endsolid").count(), 2);
/// assert_eq!(text.matches("outer loop").count(), 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board lies in a plane, or is very large.
pub fn write(problem: &Problem, tiling: &Tiling) -> Result<String, FormatError> {
    let region = &problem.region;
    let lattice = region.lattice();
    if lattice.is_flat() {
        let made = lattice.meaning().to_lowercase();
        return Err(FormatError::new(format!(
            "a board of {made} is flat, and solid bodies are made of what fills space"
        ))
        .with_help(
            "take a puzzle of cubes or prisms; `polytile print --cut` writes flat pieces for a laser",
        ));
    }
    if region.len() > MOST_CELLS {
        return Err(FormatError::new("this board is too large to be printed").with_help("take a smaller one"));
    }
    let least = least(region);
    let mut text = String::new();
    for (number, laid) in (1..).zip(tiling.laid()) {
        let name = problem.pieces.iter().nth(laid.piece).map_or("piece", |piece| &piece.name);
        let name: String = name.chars().map(|c| if c.is_ascii_graphic() { c } else { '_' }).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "solid {number}-{name}");
        let own: HashSet<Cell> = laid.cells.iter().copied().collect();
        for &cell in &laid.cells {
            for face in faces(region, cell, &own) {
                let corners: Vec<Point> = face.into_iter().map(|at| placed(at, least)).collect();
                for pair in corners[1..].windows(2) {
                    triangle(&mut text, [corners[0], pair[0], pair[1]]);
                }
            }
        }
        let _ = writeln!(text, "endsolid {number}-{name}");
    }
    Ok(text)
}

/// The least coordinates of all corners, in the frame of a model.
fn least(region: &Region) -> Point {
    let corners = region.cells().flat_map(|cell| region.lattice().corners(cell)).map(upright);
    corners.fold([f64::MAX; 3], |least, at| std::array::from_fn(|i| least[i].min(at[i])))
}

/// To the right, away from the eye, and up: the frame of a picture has its second axis down, which would exchange hands.
fn upright([right, down, towards]: Point) -> Point {
    [right, -down, towards]
}

fn placed(at: Point, least: Point) -> Point {
    let at = upright(at);
    std::array::from_fn(|i| (at[i] - least[i]) * STEP)
}

/// The sides of `cell` behind which no cell of its piece lies, as corners around them, anticlockwise in a model as seen from outside.
fn faces(region: &Region, cell: Cell, own: &HashSet<Cell>) -> Vec<Vec<Point>> {
    let lattice = region.lattice();
    let ground: &Ground = lattice.ground();
    let corners = lattice.corners(cell);
    let middle = centre(&corners);
    let sides = ground.kinds[lattice.spot(cell).kind].sides.iter();
    // Beyond a seam a piece goes on elsewhere, and is cut there.
    let joined = ground
        .beside(lattice.spot(cell))
        .map(|near| lattice.cell(near).is_some_and(|near| own.contains(&near)));
    let bare = sides.zip(joined).filter(|(_, joined)| !joined);
    bare.map(|(side, _)| {
        let mut face: Vec<Point> = side.corners.iter().map(|&corner| corners[corner]).collect();
        let at = centre(&face);
        let outwards = minus(upright(at), upright(middle));
        let first = minus(upright(face[0]), upright(at));
        let second = cross(outwards, first);
        let angle = |corner: &Point| {
            let from = minus(upright(*corner), upright(at));
            dot(from, second).atan2(dot(from, first) * dot(outwards, outwards).sqrt())
        };
        face.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
        face
    })
    .collect()
}

fn triangle(text: &mut String, corners: [Point; 3]) {
    let normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
    let length = dot(normal, normal).sqrt();
    let written = |at: Point| {
        let number = |n: f64| {
            let rounded = (n * 1000.0).round() / 1000.0;
            // Not minus nothing.
            (rounded + 0.0).to_string()
        };
        at.map(number).join(" ")
    };
    let _ = writeln!(text, "  facet normal {}\n    outer loop", written(normal.map(|n| n / length)));
    for corner in corners {
        let _ = writeln!(text, "      vertex {}", written(corner));
    }
    *text += "    endloop\n  endfacet\n";
}

fn centre(points: &[Point]) -> Point {
    let sum = points.iter().fold([0.0; 3], |sum: Point, at| std::array::from_fn(|i| sum[i] + at[i]));
    sum.map(|n| n / points.len() as f64)
}

fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Point, b: Point) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::Encoded;
    use crate::format::puzzle;
    use crate::format::shipped::Shipped;
    use crate::run::Control;
    use crate::solve::{First, Options, Question, Search};
    use std::collections::BTreeMap;
    use std::sync::Arc;

    fn solved(text: &str) -> (Problem, Tiling) {
        let problem = puzzle::parse(text).unwrap().problem;
        let control = Control::default();
        let encoded = Arc::new(Encoded::new(&problem, &control).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        let search = Search::new(&question, &Options::default(), &control).unwrap();
        let (_, First::Found(chosen)) = search.first_within(u64::MAX, &control).unwrap() else {
            panic!("none")
        };
        (problem, encoded.tiling(&chosen))
    }

    /// The corners of each body, three for each triangle.
    fn bodies(text: &str) -> Vec<Vec<[i64; 3]>> {
        let corner = |line: &str| -> Option<[i64; 3]> {
            let numbers = line.trim().strip_prefix("vertex ")?.split(' ');
            let numbers: Vec<i64> =
                numbers.map(|n| (n.parse::<f64>().unwrap() * 1000.0).round() as i64).collect();
            numbers.try_into().ok()
        };
        text.split("endsolid")
            .map(|body| body.lines().filter_map(corner).collect::<Vec<_>>())
            .filter(|b| !b.is_empty())
            .collect()
    }

    /// Six times the volume that triangles enclose, positive if their corners are anticlockwise from outside.
    fn volume(body: &[[i64; 3]]) -> f64 {
        let at = |p: [i64; 3]| p.map(|n| n as f64 / 1000.0);
        body.chunks(3).map(|t| dot(at(t[0]), cross(at(t[1]), at(t[2])))).sum()
    }

    #[test]
    fn bodies_are_closed_and_as_large_as_pieces() {
        let soma = Shipped::find("soma").unwrap().text;
        let prisms = "title = 'p'\n[board]\nlattice = 'prism'\nart = '''\n^v^v\n\n^v^v\n'''\n[[pieces]]\nname = 'P'\nart = '''\n^v\n'''\n";
        for (text, each) in [(soma, 1000.0), (prisms, 1000.0 * 3_f64.sqrt() / 4.0)] {
            let (problem, tiling) = solved(text);
            let written = write(&problem, &tiling).unwrap();
            let bodies = bodies(&written);
            assert_eq!(bodies.len(), tiling.laid().len());
            for (body, laid) in bodies.iter().zip(tiling.laid()) {
                let cells = laid.cells.len() as f64;
                assert!(
                    (volume(body) / 6.0 - cells * each).abs() < 0.01 * each,
                    "{} {}",
                    volume(body) / 6.0,
                    cells * each
                );
                // Every edge is gone along as often one way as the other.
                let mut edges: BTreeMap<([i64; 3], [i64; 3]), i64> = BTreeMap::new();
                for t in body.chunks(3) {
                    for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                        *edges.entry((a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
                    }
                }
                assert!(edges.values().all(|&sum| sum == 0));
            }
            assert!(bodies.iter().flatten().flatten().all(|&n| n >= 0));
        }
    }

    #[test]
    fn hands_are_kept() {
        let problem = puzzle::parse(
            "title = 'h'\n[board]\nlattice = 'cube'\ncells = [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0,0,2],[0,2,0],[0,3,0]]\n[[pieces]]\nname = 'c'\n\
             cells = [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0,0,2],[0,2,0],[0,3,0]]\n",
        )
        .unwrap()
        .problem;
        let cells: Vec<Cell> = problem.region.cells().collect();
        let tiling = Tiling::new(vec![crate::tiling::Laid { piece: 0, cells }]);
        let text = write(&problem, &tiling).unwrap();
        let body = &bodies(&text)[0];
        let most = |i: usize| body.iter().map(|at| at[i]).max().unwrap() / 10_000;
        // x goes up, y comes to the front and z goes to the right, as thumb, first and second finger of a right hand do.
        assert_eq!([most(0), most(1), most(2)], [3, 4, 2]);
        assert!(body.iter().filter(|at| at[0] > 10_000).all(|at| at[1] >= 30_000));
    }

    #[test]
    fn what_is_flat_is_refused() {
        let (problem, tiling) = solved("title = 'f'\npieces = 'dominoes'\n[board]\nsize = '2x2'");
        assert!(write(&problem, &tiling).unwrap_err().message.contains("is flat"));
    }
}
