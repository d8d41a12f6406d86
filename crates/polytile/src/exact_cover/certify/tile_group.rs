//! Permutations for steps along edges that a walk around the board does not undo.
//!
//! In: a puzzle on a board of the plane. Out: a [`Circuit`] that has been checked, if one with few points is found.
//!
//! Walks around the pieces are words in the directions of edges: those are the relations of the *tile group*, and what is sought
//! is a way in which that group moves a few points and the word of the board moves some of them. All such ways with a given number
//! of points are found by completing tables: a row for each point, a column for each direction and its opposite. The first empty
//! place is filled in all ways, a new point being always the next one; then every relation is followed from every point, forwards
//! and backwards, which fills places and finds contradictions (C. C. Sims's search for subgroups of low index). On hexagons walks
//! take forward and backward steps in turn, so one direction may be taken to do nothing.
//!
//! Cost: exponential in the points and far less where relations are short; it is given up after [`LOOKS`] looks at the tables.

use crate::board::{Cell, Ground, Lattice, Spot, Topology};
use crate::certificate::{CertificateError, Circuit};
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped};
use std::collections::{BTreeSet, HashSet};

/// The most points that are tried.
const MOST_POINTS: usize = 12;
/// Looks at the tables, some tenths of a second: straight trihexes need a thirtieth of them.
const LOOKS: u64 = 1 << 25;

const WHAT: &str = "the edges of the board";
/// Bytes of a cell in a table that may be more than half empty.
const CELL_BYTES: u64 = (size_of::<Spot>() as u64 + 1) * 16 / 7;

/// Not filled in yet.
const OPEN: u32 = u32::MAX;

/// A word: twice the number of a direction, and one more for a step backwards.
type Word = Vec<usize>;

/// Permutations that prove that `problem` has no tiling, with what a walk around the board does to the points, if some are found.
///
/// ```
/// use polytile::{exact_cover::encircle, run::Control};
/// # use polytile::{format::{board, pieces}, pieces::Freedom, problem::Problem};
/// // No weights prove this (Conway and Lagarias, 1990).
/// let region = board::short_form("hex-triangle:8")?;
/// let tribones = pieces::list_on(region.lattice(), "tribone", Freedom::Natural)?;
/// let (circuit, moved) = encircle(&Problem::new(region, tribones), &Control::default())?.ok_or("one is found")?;
/// assert_eq!((circuit.steps().len(), moved.len()), (3, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` stops it.
pub fn encircle(problem: &Problem, control: &Control) -> Result<Option<(Circuit, Vec<u32>)>, Stopped> {
    let region = &problem.region;
    let lattice = region.lattice();
    let Some(directions) = directions(lattice) else { return Ok(None) };
    if region.topology() != Topology::Plane || region.has_optional() {
        return Ok(None);
    }
    let pulse = Pulse::preparing(control);
    let mut relations: BTreeSet<Word> = BTreeSet::new();
    for shape in problem.pieces.iter().flat_map(|piece| &piece.orientations) {
        let cells = shape.cells().iter().copied();
        let Some(word) = word(lattice, directions, (cells, shape.size()), &pulse)? else { return Ok(None) };
        relations.insert(reduced(&word));
    }
    control.reserve(region.len() as u64 * CELL_BYTES, WHAT)?;
    let cells = (region.cells(), region.len());
    let Some(board) = word(lattice, directions, cells, &pulse)? else { return Ok(None) };
    let board = reduced(&board);
    if lattice == Lattice::Hex {
        relations.insert(vec![2 * (directions.len() - 1)]);
    }
    relations.remove(&Word::new());
    let relations: Vec<Word> = relations.into_iter().collect();
    let mut looks = LOOKS;
    for points in 2..=MOST_POINTS {
        let table = vec![OPEN; points * 2 * directions.len()];
        let mut search = Search {
            points,
            table,
            columns: 2 * directions.len(),
            relations: &relations,
            board: &board,
            looks,
            pulse: &pulse,
        };
        let found = search.complete(1)?;
        looks = search.looks;
        if found {
            let step = |direction| (0..points).map(|point| search.at(point as u32, 2 * direction)).collect();
            let Ok(circuit) = Circuit::new((0..directions.len()).map(step).collect()) else {
                return Ok(None);
            };
            return match circuit.check(problem, control) {
                Ok(moved) => Ok(Some((circuit, moved))),
                Err(CertificateError::Stopped(stopped)) => Err(stopped),
                Err(_) => Ok(None),
            };
        }
        if looks == 0 {
            return Ok(None);
        }
    }
    Ok(None)
}

/// The directions of edges as a [`Circuit`] counts them: rows and columns, in twelfths.
fn directions(lattice: Lattice) -> Option<&'static [[i64; 2]]> {
    match lattice {
        Lattice::Square => Some(&[[0, 12], [12, 0]]),
        Lattice::Triangle => Some(&[[0, 12], [12, 0], [12, -12]]),
        Lattice::Hex => Some(&[[4, 4], [-4, 8], [-8, 4]]),
        Lattice::Cube | Lattice::Prism => None,
    }
}

/// The walk around these cells, so many, from side to side; nothing if there is not one that has all sides.
fn word(
    lattice: Lattice,
    directions: &[[i64; 2]],
    (cells, count): (impl Iterator<Item = Cell>, usize),
    pulse: &Pulse<'_>,
) -> Result<Option<Word>, Stopped> {
    let ground: &Ground = lattice.ground();
    let mut inside: HashSet<Spot> = HashSet::new();
    // At once, for while a table grows there are two.
    let needed = count as u64 * CELL_BYTES;
    inside.try_reserve(count).map_err(|_| Stopped::NoMemory { what: WHAT.to_owned(), needed })?;
    for cell in cells {
        pulse.beat()?;
        inside.insert(lattice.spot(cell));
    }
    // What lies behind the side that begins at a corner, and at which of its corners that side ends there.
    let across = |spot: Spot, corner: usize| {
        let kind = &ground.kinds[spot.kind];
        let next = (corner + 1) % kind.corners.len();
        let side =
            kind.sides.iter().find(|side| side.corners.contains(&corner) && side.corners.contains(&next))?;
        let other = Spot { at: spot.moved(side.step).at, kind: side.kind };
        let end: [i64; 3] = std::array::from_fn(|i| kind.corners[next][i] - 12 * side.step[i]);
        let begins = ground.kinds[side.kind].corners.iter().position(|corner| *corner == end)?;
        Some((other, begins))
    };
    let is_border =
        |spot: Spot, corner: usize| across(spot, corner).is_none_or(|(other, _)| !inside.contains(&other));
    let corners = |spot: Spot| ground.kinds[spot.kind].corners.len();
    let (mut sides, mut first) = (0, None);
    for &spot in &inside {
        pulse.beat()?;
        for corner in (0..corners(spot)).filter(|&corner| is_border(spot, corner)) {
            sides += 1;
            first = Some((spot, corner)).min(first.or(Some((spot, corner))));
        }
    }
    let Some(first) = first else { return Ok(None) };
    let (mut at, mut word) = (first, Word::new());
    loop {
        pulse.beat()?;
        let (mut spot, mut corner) = at;
        let points = &ground.kinds[spot.kind].corners;
        let (from, to) = (points[corner], points[(corner + 1) % points.len()]);
        let step = [to[1] - from[1], to[2] - from[2]];
        let letter = directions.iter().enumerate().find_map(|(direction, &[row, col])| match step {
            step if step == [row, col] => Some(2 * direction),
            step if step == [-row, -col] => Some(2 * direction + 1),
            _ => None,
        });
        let Some(letter) = letter else { return Ok(None) };
        word.push(letter);
        // The next side of this cell, or of the first one around the corner that has a border there.
        corner = (corner + 1) % corners(spot);
        while let Some((other, begins)) = across(spot, corner).filter(|(other, _)| inside.contains(other)) {
            (spot, corner) = (other, (begins + 1) % corners(other));
        }
        at = (spot, corner);
        if at == first {
            break;
        }
    }
    Ok((word.len() == sides).then_some(word))
}

/// The word without steps that are taken back at once, its end being followed by its beginning.
fn reduced(word: &[usize]) -> Word {
    let mut kept = Word::new();
    for &letter in word {
        if kept.last() == Some(&(letter ^ 1)) {
            kept.pop();
        } else {
            kept.push(letter);
        }
    }
    let both = kept.iter().zip(kept.iter().rev()).take_while(|(a, b)| **a == **b ^ 1).count();
    let ends = both.min(kept.len() / 2);
    kept[ends..kept.len() - ends].to_vec()
}

/// A table that is being completed.
struct Search<'a> {
    points: usize,
    columns: usize,
    table: Vec<u32>,
    relations: &'a [Word],
    board: &'a [usize],
    /// Looks that are left.
    looks: u64,
    pulse: &'a Pulse<'a>,
}

impl Search<'_> {
    fn at(&self, point: u32, letter: usize) -> u32 {
        self.table[point as usize * self.columns + letter]
    }

    fn set(&mut self, point: u32, letter: usize, to: u32) {
        self.table[point as usize * self.columns + letter] = to;
        self.table[to as usize * self.columns + (letter ^ 1)] = point;
    }

    fn open(&mut self, point: u32, letter: usize) {
        let to = std::mem::replace(&mut self.table[point as usize * self.columns + letter], OPEN);
        self.table[to as usize * self.columns + (letter ^ 1)] = OPEN;
    }

    /// Completes the table, of which the first `used` points have been reached; whether it then moves a point around the board.
    fn complete(&mut self, used: u32) -> Result<bool, Stopped> {
        let rows = used as usize * self.columns;
        let Some(place) = self.table[..rows].iter().position(|&to| to == OPEN) else {
            return Ok(used as usize == self.points && self.moves_the_board());
        };
        let (point, letter) = ((place / self.columns) as u32, place % self.columns);
        for to in 0..(used + 1).min(self.points as u32) {
            self.pulse.beat()?;
            if self.looks == 0 {
                return Ok(false);
            }
            if self.at(to, letter ^ 1) != OPEN {
                continue;
            }
            self.set(point, letter, to);
            let reached = used.max(to + 1);
            let mut filled = vec![(point, letter)];
            if self.follow(reached, &mut filled) && self.complete(reached)? {
                return Ok(true);
            }
            for &(point, letter) in filled.iter().rev() {
                self.open(point, letter);
            }
        }
        Ok(false)
    }

    /// Follows all relations from all points, and fills in what they say: whether they leave it possible.
    fn follow(&mut self, used: u32, filled: &mut Vec<(u32, usize)>) -> bool {
        loop {
            let before = filled.len();
            for relation in self.relations {
                for point in 0..used {
                    let (mut front, mut i) = (point, 0);
                    while i < relation.len() && self.at(front, relation[i]) != OPEN {
                        front = self.at(front, relation[i]);
                        i += 1;
                    }
                    let (mut rear, mut j) = (point, relation.len());
                    while j > i && self.at(rear, relation[j - 1] ^ 1) != OPEN {
                        rear = self.at(rear, relation[j - 1] ^ 1);
                        j -= 1;
                    }
                    self.looks = self.looks.saturating_sub((relation.len() - (j - i) + 1) as u64);
                    match j - i {
                        0 if front != rear => return false,
                        1 if self.at(front, relation[i]) != OPEN
                            || self.at(rear, relation[i] ^ 1) != OPEN =>
                        {
                            return false;
                        }
                        1 => {
                            self.set(front, relation[i], rear);
                            filled.push((front, relation[i]));
                        }
                        _ => {}
                    }
                }
            }
            if filled.len() == before {
                return true;
            }
        }
    }

    fn moves_the_board(&self) -> bool {
        let around = |point| self.board.iter().fold(point, |at, &letter| self.at(at, letter));
        (0..self.points as u32).any(|point| around(point) != point)
    }
}
