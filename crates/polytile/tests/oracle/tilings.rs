//! Small tilings by brute force, from the coordinates of the cells.
//!
//! In: a board, pieces and rules. Out: every tiling, the symmetries, and what follows from them. The first empty cell is covered
//! in every possible way. Turning pieces, wrapping them around the edges and checking the rules are all done here; nothing is
//! shared with the library but the types in which questions and answers are written.

use num_bigint::BigUint;
use polytile::board::{Cell, Region, Topology};
use polytile::count::Answer;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use polytile::problem::{Problem, Rules};
use polytile::tiling::{Laid, Tiling};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// Row and column.
pub type Pos = (i32, i32);
/// Which piece, and the cells it covers, bit i being the i-th cell of the board.
pub type Placed = (usize, u64);

/// A piece.
#[derive(Clone, Debug)]
pub struct Shape {
    pub cells: Vec<Pos>,
    pub freedom: Freedom,
    pub least: u32,
    pub most: Option<u32>,
}

/// A puzzle.
#[derive(Clone)]
pub struct Given {
    pub topology: Topology,
    pub rows: i32,
    pub cols: i32,
    /// Sorted.
    pub cells: Vec<Pos>,
    pub shapes: Vec<Shape>,
    pub tatami: bool,
    pub fault_free: bool,
}

/// In a few lines, so that a failure can be read.
impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = |rows, cols, cells: &[Pos]| -> String {
            let row = |r| (0..cols).map(move |c| if cells.contains(&(r, c)) { '#' } else { '.' }).collect();
            (0..rows).map(row).collect::<Vec<String>>().join("/")
        };
        let Given { topology, rows, cols, tatami, fault_free, .. } = self;
        write!(f, "{topology:?} {rows}x{cols} {}", drawn(*rows, *cols, &self.cells))?;
        for Shape { cells, freedom, least, most } in &self.shapes {
            write!(f, ", {freedom:?} {} copies {least}..{most:?}", drawn(6, 6, cells))?;
        }
        write!(f, ", tatami {tatami}, fault-free {fault_free}")
    }
}

impl Given {
    /// The problem as the library sees it.
    pub fn problem(&self) -> Problem {
        let region = Region::wrapped(self.topology, self.rows as u64, self.cols as u64).unwrap();
        let holes = grid(self.rows, self.cols).filter(|p| !self.cells.contains(p));
        let holes: Vec<Cell> = holes.map(cell).collect();
        let piece = |(i, shape): (usize, &Shape)| {
            let polyomino = Polyform::new(shape.cells.iter().copied().map(cell)).unwrap();
            let copies = match shape.most {
                Some(most) => Copies::between(shape.least, most).unwrap(),
                None => Copies::at_least(shape.least),
            };
            Piece::new(format!("p{i}"), &polyomino, shape.freedom, copies)
        };
        Problem {
            region: region.without(&holes).unwrap(),
            pieces: PieceSet::new(self.shapes.iter().enumerate().map(piece).collect()),
            rules: Rules { tatami: self.tatami, fault_free: self.fault_free },
            given: Vec::new(),
        }
    }

    pub fn limited(&self) -> bool {
        self.shapes.iter().any(|s| s.least > 0 || s.most.is_some())
    }
}

pub fn cell((row, col): Pos) -> Cell {
    Cell::new(row as u32, col as u32)
}

pub fn grid(rows: i32, cols: i32) -> impl Iterator<Item = Pos> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

/// The eight maps of the grid: three bits say whether to exchange, and to turn over, the coordinates.
pub fn mapped((row, col): Pos, map: u8) -> Pos {
    let (row, col) = if map & 4 == 0 { (row, col) } else { (col, row) };
    (if map & 1 == 0 { row } else { -row }, if map & 2 == 0 { col } else { -col })
}

/// Whether a map keeps left and right hands apart.
pub fn is_turn(map: u8) -> bool {
    map.count_ones() & 1 == 0
}

/// Moved to the corner, and sorted.
pub fn cornered(cells: &[Pos]) -> Vec<Pos> {
    let top = cells.iter().map(|p| p.0).min().unwrap();
    let left = cells.iter().map(|p| p.1).min().unwrap();
    let mut moved: Vec<Pos> = cells.iter().map(|p| (p.0 - top, p.1 - left)).collect();
    moved.sort_unstable();
    moved
}

impl Shape {
    pub fn orientations(&self) -> BTreeSet<Vec<Pos>> {
        let allowed = |&map: &u8| match self.freedom {
            Freedom::Free | Freedom::Natural => true,
            Freedom::OneSided => is_turn(map),
            Freedom::Fixed => map == 0,
        };
        let turned = |map| cornered(&self.cells.iter().map(|&p| mapped(p, map)).collect::<Vec<_>>());
        (0..8).filter(allowed).map(turned).collect()
    }
}

/// All coverings of a board, whatever the copies and the rules say; or `None` if there are too many.
pub struct Brute<'a> {
    pub given: &'a Given,
    pub coverings: Vec<Vec<Placed>>,
}

const MOST_COVERINGS: usize = 1500;
const MOST_STEPS: usize = 60_000;

impl<'a> Brute<'a> {
    pub fn new(given: &'a Given) -> Option<Self> {
        let mut starting = vec![Vec::new(); given.cells.len()];
        for (piece, cells) in placed(given) {
            starting[cells.trailing_zeros() as usize].push((piece, cells));
        }
        let mut search = Search { starting, stack: Vec::new(), coverings: Vec::new(), steps: 0 };
        let finished = search.cover((1 << given.cells.len()) - 1);
        finished.then_some(Brute { given, coverings: search.coverings })
    }

    /// The coverings that are allowed.
    pub fn tilings(&self) -> Vec<&[Placed]> {
        self.coverings.iter().map(Vec::as_slice).filter(|t| self.is_allowed(t)).collect()
    }

    pub fn copies(&self, covering: &[Placed]) -> Vec<u64> {
        let used = |i| covering.iter().filter(|p| p.0 == i).count() as u64;
        (0..self.given.shapes.len()).map(used).collect()
    }

    pub fn is_allowed(&self, covering: &[Placed]) -> bool {
        let given = self.given;
        let copies = self.copies(covering);
        let enough = given.shapes.iter().zip(&copies).all(|(shape, &used)| {
            used >= u64::from(shape.least) && shape.most.is_none_or(|most| used <= u64::from(most))
        });
        let number: HashMap<Pos, usize> = given.cells.iter().enumerate().map(|(i, &p)| (p, i)).collect();
        let at = |p: Pos| number.get(&wrapped(given, p)?).copied();
        let owner = |i: usize| covering.iter().position(|p| p.1 >> i & 1 == 1);
        let meet = |&(row, col): &Pos| {
            let four = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)].map(at);
            let different = |values: &[Option<usize>]| values.iter().collect::<BTreeSet<_>>().len() == 4;
            four.iter().all(Option::is_some)
                && different(&four)
                && different(&four.map(|i| i.and_then(owner)))
        };
        let cut = |step: Pos, line: &dyn Fn(Pos) -> i32, index: i32| {
            let pairs = given.cells.iter().filter(|&&p| line(p) == index);
            let pairs = pairs.filter_map(|&p| Some((at(p)?, at((p.0 + step.0, p.1 + step.1))?)));
            let pairs: Vec<_> = pairs.collect();
            !pairs.is_empty() && pairs.iter().all(|&(a, b)| owner(a) != owner(b))
        };
        enough
            && !(given.tatami && given.cells.iter().any(meet))
            && !(given.fault_free && (0..given.rows).any(|row| cut((1, 0), &|p| p.0, row)))
            && !(given.fault_free && (0..given.cols).any(|col| cut((0, 1), &|p| p.1, col)))
    }

    /// The symmetries of the puzzle: for each, where the cells go and what the pieces become.
    pub fn symmetries(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        self.those_of(0..8)
    }

    pub fn those_of(&self, maps: impl IntoIterator<Item = u8>) -> Vec<(Vec<usize>, Vec<usize>)> {
        maps.into_iter().filter_map(|map| Some((self.moved_cells(map)?, self.moved_pieces(map)?))).collect()
    }

    pub fn moved_cells(&self, map: u8) -> Option<Vec<usize>> {
        let given = self.given;
        // In the plane, the board is its cells; where it wraps, the edges must be carried to themselves too.
        let frame: Vec<Pos> = match given.topology {
            Topology::Plane => given.cells.clone(),
            _ => grid(given.rows, given.cols).collect(),
        };
        if map & 4 == 4 && given.topology == Topology::Cylinder {
            return None;
        }
        let low = |image: &[Pos]| (image.iter().map(|p| p.0).min(), image.iter().map(|p| p.1).min());
        let image: Vec<Pos> = frame.iter().map(|&p| mapped(p, map)).collect();
        let ((old_top, old_left), (top, left)) = (low(&frame), low(&image));
        let (down, right) = (old_top? - top?, old_left? - left?);
        let carried = |p: Pos| {
            let p = mapped(p, map);
            (p.0 + down, p.1 + right)
        };
        if !frame.iter().all(|&p| frame.contains(&carried(p))) {
            return None;
        }
        given.cells.iter().map(|&p| given.cells.iter().position(|&q| q == carried(p))).collect()
    }

    /// Among pieces of the same shape and copies the first becomes the first.
    pub fn moved_pieces(&self, map: u8) -> Option<Vec<usize>> {
        type Kind = (BTreeSet<Vec<Pos>>, u32, Option<u32>);
        let kinds: Vec<Kind> =
            self.given.shapes.iter().map(|s| (s.orientations(), s.least, s.most)).collect();
        let image = |kind: &Kind| -> Kind {
            let turned =
                kind.0.iter().map(|o| cornered(&o.iter().map(|&p| mapped(p, map)).collect::<Vec<_>>()));
            (turned.collect(), kind.1, kind.2)
        };
        let becomes = |(i, kind): (usize, &Kind)| {
            let before = kinds[..i].iter().filter(|k| *k == kind).count();
            let image = image(kind);
            kinds.iter().enumerate().filter(|(_, k)| **k == image).map(|(j, _)| j).nth(before)
        };
        kinds.iter().enumerate().map(becomes).collect()
    }

    /// One tiling of each orbit.
    pub fn orbits<'t>(
        tilings: &[&'t [Placed]],
        symmetries: &[(Vec<usize>, Vec<usize>)],
    ) -> Vec<&'t [Placed]> {
        let smallest = |tiling: &[Placed]| {
            let images = symmetries.iter().map(|(cells, pieces)| {
                let moved = |set: u64| (0..64).filter(|i| set >> i & 1 == 1).map(|i| 1 << cells[i]).sum();
                let mut image: Vec<Placed> = tiling.iter().map(|&(p, set)| (pieces[p], moved(set))).collect();
                image.sort_unstable();
                image
            });
            images.min()
        };
        let orbits: BTreeMap<_, _> = tilings.iter().map(|t| (smallest(t), *t)).collect();
        orbits.into_values().collect()
    }

    pub fn by_copies(&self, tilings: &[&[Placed]], modulus: Option<&BigUint>) -> Answer {
        let mut counts: BTreeMap<Vec<u64>, BigUint> = BTreeMap::new();
        for tiling in tilings {
            *counts.entry(self.copies(tiling)).or_default() += 1_u8;
        }
        let reduced = counts.into_iter().map(|(copies, n)| (copies, modulus.map_or(n.clone(), |m| n % m)));
        Answer::ByPiece(reduced.filter(|(_, n)| *n != BigUint::ZERO).collect())
    }

    pub fn total(tilings: &[&[Placed]], modulus: Option<&BigUint>) -> Answer {
        let n = BigUint::from(tilings.len());
        Answer::Total(modulus.map_or(n.clone(), |m| n % m))
    }

    /// A tiling of the library, in the terms of the brute force.
    pub fn read(&self, tiling: &Tiling) -> Vec<Placed> {
        let bit = |c: &Cell| self.given.cells.iter().position(|&p| cell(p) == *c).map(|i| 1_u64 << i);
        let set = |laid: &Laid| laid.cells.iter().map(|c| bit(c).unwrap()).sum();
        let mut placed: Vec<Placed> = tiling.laid().iter().map(|l| (l.piece, set(l))).collect();
        placed.sort_unstable_by_key(|p| p.1.trailing_zeros());
        placed
    }

    /// A covering, in the terms of the library.
    pub fn write(&self, covering: &[Placed]) -> Tiling {
        let cells = |set: u64| (0..self.given.cells.len()).filter(move |i| set >> i & 1 == 1);
        let cells = |set| cells(set).map(|i| cell(self.given.cells[i])).collect();
        Tiling::new(covering.iter().map(|&(piece, set)| Laid { piece, cells: cells(set) }).collect())
    }
}

pub fn wrapped(given: &Given, (row, col): Pos) -> Option<Pos> {
    let row = if given.topology == Topology::Torus { row.rem_euclid(given.rows) } else { row };
    let col = if given.topology == Topology::Plane { col } else { col.rem_euclid(given.cols) };
    ((0..given.rows).contains(&row) && (0..given.cols).contains(&col)).then_some((row, col))
}

/// The different ways to lay one piece.
pub fn placed(given: &Given) -> BTreeSet<Placed> {
    let mut found = BTreeSet::new();
    for (piece, shape) in given.shapes.iter().enumerate() {
        for orientation in shape.orientations() {
            for (row, col) in grid(given.rows, given.cols) {
                let cells = orientation.iter().map(|p| wrapped(given, (p.0 + row, p.1 + col)));
                let cells = cells.map(|p| p.and_then(|p| given.cells.iter().position(|&q| q == p)));
                let Some(cells) = cells.collect::<Option<BTreeSet<usize>>>() else { continue };
                if cells.len() == orientation.len() {
                    found.insert((piece, cells.iter().map(|i| 1 << i).sum()));
                }
            }
        }
    }
    found
}

struct Search {
    starting: Vec<Vec<Placed>>,
    stack: Vec<Placed>,
    coverings: Vec<Vec<Placed>>,
    steps: usize,
}

impl Search {
    /// Covers the cells of `open`; false if it had to give up.
    fn cover(&mut self, open: u64) -> bool {
        self.steps += 1;
        if open == 0 {
            self.coverings.push(self.stack.clone());
            return self.coverings.len() <= MOST_COVERINGS;
        }
        let first = open.trailing_zeros() as usize;
        for i in 0..self.starting[first].len() {
            let (piece, cells) = self.starting[first][i];
            if cells & !open != 0 {
                continue;
            }
            self.stack.push((piece, cells));
            let goes_on = self.cover(open & !cells);
            self.stack.pop();
            if !goes_on || self.steps > MOST_STEPS {
                return false;
            }
        }
        true
    }
}
