//! Why a board cannot be tiled, by a walk around it.
//!
//! In: for each direction in which edges of cells lie a permutation of a few points. A step along an edge moves the points by the
//! permutation of its direction, a step the other way moves them back, and a walk does one after the other. Out: whether a walk
//! around each piece, however it lies, leaves every point where it was, while a walk around the board does not.
//!
//! That proves that there is no tiling. Where pieces without holes fill a board without holes, a walk around the board can be
//! drawn in over one piece after the other until nothing is left of it. Drawing it over a piece only leaves out a walk to the
//! piece, around it, and back, and that leaves every point where it was. The idea is Conway's: the group that steps generate if
//! walks around pieces are nothing is the *tile group* (J. H. Conway and J. C. Lagarias, *Tiling with polyominoes and
//! combinatorial group theory*, 1990), and the permutations are a picture of it. Weights that prove that there is no tiling are
//! what can be seen of it when its elements are made to commute, so a walk proves more, but says nothing about copies.
//!
//! Nothing here is shared with what finds such permutations, nor with the lattices of `board`: edges are directions and points of
//! its own. Cost: linear in the cells of the board and in those of all orientations; then points times steps.

use super::CertificateError;
use crate::board::{Cell, Lattice, Topology};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use std::collections::HashSet;

/// Permutations for steps along edges, claimed to show that a board cannot be tiled.
///
/// ```
/// use polytile::{board::Region, certificate::Circuit, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// // Right exchanges two points, and down does: around a domino nothing is moved, and around nothing else of this kind.
/// let problem = Problem::new(Region::rectangle(3, 3)?, PieceSet::all(2, Freedom::Free));
/// let error = Circuit::new(vec![vec![1, 0], vec![1, 0]])?.check(&problem, &Control::default()).unwrap_err();
/// assert_eq!(error.to_string(), "around the board no point is moved, so nothing is proved");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Circuit {
    /// Where each point goes, for each direction.
    steps: Vec<Vec<u32>>,
}

const WHAT: &str = "the edges of the board";

/// Bytes for each edge while a walk is sought.
const EDGE_BYTES: u64 = 64;

/// A corner of cells.
type Point = (i64, i64);

/// The edges of a lattice: its directions anticlockwise, the second half being the first backwards.
struct Edges {
    directions: &'static [Point],
    /// What the first half is called on paper.
    names: &'static [&'static str],
}

const SQUARE: Edges = Edges { directions: &[(1, 0), (0, 1), (-1, 0), (0, -1)], names: &["right", "down"] };
/// In the basis of two steps that enclose 60 degrees.
const TRIANGLE: Edges = Edges {
    directions: &[(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    names: &["right", "up and right", "up and left"],
};
/// In thirds of such a basis: edges lie between the directions in which hexagons do.
const HEX: Edges = Edges {
    directions: &[(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)],
    names: &["down and right", "up and right", "up"],
};

impl Edges {
    fn of(lattice: Lattice) -> Option<&'static Self> {
        match lattice {
            Lattice::Square => Some(&SQUARE),
            Lattice::Triangle => Some(&TRIANGLE),
            Lattice::Hex => Some(&HEX),
            Lattice::Cube | Lattice::Prism => None,
        }
    }

    /// The first corner of a cell, and the directions around it from there, anticlockwise.
    fn around(lattice: Lattice, cell: Cell) -> (Point, &'static [usize]) {
        let (row, col) = (i64::from(cell.row), i64::from(cell.col));
        match lattice {
            Lattice::Triangle if col % 2 == 0 => ((col / 2, row), &[0, 2, 4]),
            Lattice::Triangle => ((col / 2 + 1, row), &[1, 3, 5]),
            Lattice::Hex => ((3 * row + 1, 3 * col + 1), &[2, 3, 4, 5, 0, 1]),
            _ => ((col, row), &[0, 1, 2, 3]),
        }
    }

    /// Where a step leads.
    fn from(&self, (x, y): Point, direction: usize) -> Point {
        let (right, up) = self.directions[direction];
        (x + right, y + up)
    }

    /// The direction backwards.
    fn back(&self, direction: usize) -> usize {
        (direction + self.directions.len() / 2) % self.directions.len()
    }

    /// The walk around these cells, with them on its left; nothing unless they are in one part without holes.
    fn walk(
        &self,
        lattice: Lattice,
        cells: impl Iterator<Item = Cell>,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<usize>>, Stopped> {
        // The edges with a cell on their left and none on their right.
        let mut border: HashSet<(Point, usize)> = HashSet::new();
        let mut first = None;
        for cell in cells {
            pulse.beat()?;
            let (mut at, around) = Self::around(lattice, cell);
            for &direction in around {
                let next = self.from(at, direction);
                if !border.remove(&(next, self.back(direction))) {
                    border.insert((at, direction));
                }
                at = next;
            }
        }
        for &edge in &border {
            pulse.beat()?;
            first = Some(first.map_or(edge, |least| edge.min(least)));
        }
        let Some(first) = first else { return Ok(None) };
        let mut walk = room::list(border.len(), WHAT)?;
        let mut edge = first;
        while walk.len() < border.len() {
            pulse.beat()?;
            walk.push(edge.1);
            let at = self.from(edge.0, edge.1);
            // The sharpest turn to the left keeps the same cells there, even where cells touch in a corner only.
            let (back, all) = (self.back(edge.1), self.directions.len());
            let turns = (1..all).map(|turn| (at, (back + all - turn) % all));
            let Some(next) = turns.into_iter().find(|next| border.contains(next)) else { return Ok(None) };
            edge = next;
            if edge == first {
                break;
            }
        }
        Ok((walk.len() == border.len() && edge == first).then_some(walk))
    }
}

impl Circuit {
    /// The most points that are moved.
    pub const MOST_POINTS: usize = 1000;

    /// Where each of the points, counted from 0, goes with a step in each direction: on squares right and down; on triangles along
    /// a, b and b - a, where a and b are the vectors that their coordinates count; on hexagons along (1,1), (-1,2) and (-2,1), in
    /// thirds of their coordinates.
    ///
    /// # Errors
    /// [`CertificateError::Points`] and [`CertificateError::NoPermutation`].
    pub fn new(steps: Vec<Vec<u32>>) -> Result<Self, CertificateError> {
        let points = steps.first().map_or(0, Vec::len);
        if !(1..=Self::MOST_POINTS).contains(&points) {
            return Err(CertificateError::Points(points));
        }
        for (number, step) in steps.iter().enumerate() {
            let mut reached = vec![false; points];
            for &to in step {
                if let Some(reached) = reached.get_mut(to as usize) {
                    *reached = true;
                }
            }
            if step.len() != points || reached.contains(&false) {
                return Err(CertificateError::NoPermutation(number));
            }
        }
        Ok(Circuit { steps })
    }

    /// Where each point goes, for each direction.
    pub fn steps(&self) -> &[Vec<u32>] {
        &self.steps
    }

    /// Whether these permutations show that `problem` has no tiling, whatever its rules and the copies of its pieces: then where
    /// each point is moved by a walk around the board.
    ///
    /// # Errors
    /// [`CertificateError`] says why not, or that `control` stopped it.
    pub fn check(&self, problem: &Problem, control: &Control) -> Result<Vec<u32>, CertificateError> {
        let region = &problem.region;
        let lattice = region.lattice();
        let Some(edges) = Edges::of(lattice) else {
            return Err(CertificateError::Board("it is no board of a plane"));
        };
        if region.topology() != Topology::Plane {
            return Err(CertificateError::Board("it wraps"));
        }
        if region.has_optional() {
            return Err(CertificateError::Board("cells may stay empty"));
        }
        let directions = edges.names.len();
        if self.steps.len() != directions {
            return Err(CertificateError::Directions { found: self.steps.len(), directions });
        }
        let pulse = Pulse::preparing(control);
        control.reserve(region.len() as u64 * edges.directions.len() as u64 * EDGE_BYTES, WHAT)?;
        for piece in problem.pieces.iter().filter(|piece| piece.copies.max() != Some(0)) {
            for shape in &piece.orientations {
                let walk = edges.walk(lattice, shape.cells().iter().copied(), &pulse)?;
                let walk = walk.ok_or_else(|| CertificateError::Piece(piece.name.clone()))?;
                if self.walked(&walk).into_iter().ne(0..self.points()) {
                    return Err(CertificateError::Moved(piece.name.clone()));
                }
            }
        }
        let walk = edges.walk(lattice, region.cells(), &pulse)?;
        let walk = walk.ok_or(CertificateError::Board("it is not in one part without holes"))?;
        let moved = self.walked(&walk);
        if moved.iter().copied().eq(0..self.points()) { Err(CertificateError::Unmoved) } else { Ok(moved) }
    }

    fn points(&self) -> u32 {
        self.steps.first().map_or(0, Vec::len) as u32
    }

    /// Where a walk moves each point.
    fn walked(&self, walk: &[usize]) -> Vec<u32> {
        let backwards = |step: &Vec<u32>| {
            let mut back = vec![0; step.len()];
            for (from, &to) in (0..).zip(step) {
                back[to as usize] = from;
            }
            back
        };
        let moves: Vec<Vec<u32>> =
            self.steps.iter().cloned().chain(self.steps.iter().map(backwards)).collect();
        let follow = |point| walk.iter().fold(point, |at, &direction| moves[direction][at as usize]);
        (0..self.points()).map(follow).collect()
    }

    /// The proof in sentences: the steps, then what a walk around the pieces and around the board does, which moves points as
    /// `board` says.
    pub fn explain(&self, board: &[u32], problem: &Problem) -> Vec<String> {
        let names = Edges::of(problem.region.lattice()).map_or(&[][..], |edges| edges.names);
        let step = |(name, step): (&&str, &Vec<u32>)| format!("{name} by {}", cycles(step));
        let steps: Vec<String> = names.iter().zip(&self.steps).map(step).collect();
        vec![
            format!(
                "Walk along the edges of cells, and let every step move {} points: {}; a step back moves them back.",
                self.points(),
                steps.join(", ")
            ),
            "Around every piece, however it lies, all points come back to where they were. So they do around whatever such \
             pieces fill: the walk can be drawn in over one piece after the other."
                .to_owned(),
            format!("Around the board they are moved by {}: there is no tiling.", cycles(board)),
        ]
    }
}

/// A permutation as cycles: `(0 2 1)(4 5)`.
fn cycles(permutation: &[u32]) -> String {
    let mut seen = vec![false; permutation.len()];
    let mut text = String::new();
    for first in 0..permutation.len() {
        if seen[first] || permutation[first] as usize == first {
            continue;
        }
        let mut cycle = Vec::new();
        let mut at = first;
        while !std::mem::replace(&mut seen[at], true) {
            cycle.push(at.to_string());
            at = permutation[at] as usize;
        }
        text.extend(["(", &cycle.join(" "), ")"]);
    }
    if text.is_empty() { "nothing".to_owned() } else { text }
}
