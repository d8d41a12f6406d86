//! Random small problems, held against a brute force.
//!
//! The brute force covers the first empty cell in every possible way. It starts from the coordinates of the cells: it
//! turns the pieces, wraps them around the edges, checks the rules and finds the symmetries by itself, and shares no
//! code with the library. Every tiling is listed, so that numbers up to symmetry are numbers of orbits, and samples
//! can be looked for in the list. Boards are rectangles, drawings with holes and in parts, drawings that some pieces
//! are known to cover, cylinders and tori down to one row or column; pieces are those of the catalogue, mirror images
//! and repetitions of each other, and polyominoes grown at random; copies, rules and moduli vary.

use num_bigint::{BigInt, BigUint};
use polytile::board::{Cell, Region, Topology};
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::frontier::sample::sample;
use polytile::frontier::series::Strip;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyomino, catalogue};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, Refused};
use polytile::tiling::{Laid, Tiling};
use polytile::zdd::{Family, Goal};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::Cell as Tally;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

// The problem, in coordinates.

/// Row and column.
type Pos = (i32, i32);
/// Which piece, and the cells it covers, bit i being the i-th cell of the board.
type Placed = (usize, u64);

#[derive(Clone, Debug)]
struct Shape {
    cells: Vec<Pos>,
    freedom: Freedom,
    least: u32,
    most: Option<u32>,
}

#[derive(Clone)]
struct Case {
    topology: Topology,
    rows: i32,
    cols: i32,
    /// Sorted.
    cells: Vec<Pos>,
    shapes: Vec<Shape>,
    tatami: bool,
    fault_free: bool,
    modulus: BigUint,
    seed: u64,
}

/// In a few lines, for a failure to be read.
impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = |rows, cols, cells: &[Pos]| -> String {
            let row = |r| (0..cols).map(move |c| if cells.contains(&(r, c)) { '#' } else { '.' }).collect();
            (0..rows).map(row).collect::<Vec<String>>().join("/")
        };
        let Case { topology, rows, cols, tatami, fault_free, modulus, seed, .. } = self;
        write!(f, "{topology:?} {rows}x{cols} {}", drawn(*rows, *cols, &self.cells))?;
        for Shape { cells, freedom, least, most } in &self.shapes {
            write!(f, ", {freedom:?} {} copies {least}..{most:?}", drawn(6, 6, cells))?;
        }
        write!(f, ", tatami {tatami}, fault-free {fault_free}, modulus {modulus}, seed {seed}")
    }
}

impl Case {
    /// The problem as the library sees it.
    fn problem(&self) -> Problem {
        let region = Region::wrapped(self.topology, self.rows as u64, self.cols as u64).unwrap();
        let holes = grid(self.rows, self.cols).filter(|p| !self.cells.contains(p));
        let holes: Vec<Cell> = holes.map(cell).collect();
        let piece = |(i, shape): (usize, &Shape)| {
            let polyomino = Polyomino::new(shape.cells.iter().copied().map(cell)).unwrap();
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
        }
    }

    fn limited(&self) -> bool {
        self.shapes.iter().any(|s| s.least > 0 || s.most.is_some())
    }
}

fn cell((row, col): Pos) -> Cell {
    Cell::new(row as u32, col as u32)
}

fn grid(rows: i32, cols: i32) -> impl Iterator<Item = Pos> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
}

// The brute force.

/// The eight maps of the grid: three bits say whether to exchange, and to turn over, the coordinates.
fn mapped((row, col): Pos, map: u8) -> Pos {
    let (row, col) = if map & 4 == 0 { (row, col) } else { (col, row) };
    (if map & 1 == 0 { row } else { -row }, if map & 2 == 0 { col } else { -col })
}

/// Whether a map keeps left and right hands apart.
fn is_turn(map: u8) -> bool {
    map.count_ones() & 1 == 0
}

/// Moved to the corner, and sorted.
fn cornered(cells: &[Pos]) -> Vec<Pos> {
    let top = cells.iter().map(|p| p.0).min().unwrap();
    let left = cells.iter().map(|p| p.1).min().unwrap();
    let mut moved: Vec<Pos> = cells.iter().map(|p| (p.0 - top, p.1 - left)).collect();
    moved.sort_unstable();
    moved
}

impl Shape {
    fn orientations(&self) -> BTreeSet<Vec<Pos>> {
        let allowed = |&map: &u8| match self.freedom {
            Freedom::Free => true,
            Freedom::OneSided => is_turn(map),
            Freedom::Fixed => map == 0,
        };
        let turned = |map| cornered(&self.cells.iter().map(|&p| mapped(p, map)).collect::<Vec<_>>());
        (0..8).filter(allowed).map(turned).collect()
    }
}

/// All coverings of a board, whatever the copies and the rules say; or none if they are too many.
struct Brute<'a> {
    case: &'a Case,
    coverings: Vec<Vec<Placed>>,
}

const MOST_COVERINGS: usize = 1500;
const MOST_STEPS: usize = 60_000;

impl<'a> Brute<'a> {
    fn new(case: &'a Case) -> Option<Self> {
        let mut starting = vec![Vec::new(); case.cells.len()];
        for (piece, cells) in placed(case) {
            starting[cells.trailing_zeros() as usize].push((piece, cells));
        }
        let mut search = Search { starting, stack: Vec::new(), coverings: Vec::new(), steps: 0 };
        let finished = search.cover((1 << case.cells.len()) - 1);
        finished.then_some(Brute { case, coverings: search.coverings })
    }

    /// The coverings that are allowed.
    fn tilings(&self) -> Vec<&[Placed]> {
        self.coverings.iter().map(Vec::as_slice).filter(|t| self.is_allowed(t)).collect()
    }

    fn copies(&self, covering: &[Placed]) -> Vec<u64> {
        let used = |i| covering.iter().filter(|p| p.0 == i).count() as u64;
        (0..self.case.shapes.len()).map(used).collect()
    }

    fn is_allowed(&self, covering: &[Placed]) -> bool {
        let case = self.case;
        let copies = self.copies(covering);
        let enough = case.shapes.iter().zip(&copies).all(|(shape, &used)| {
            used >= u64::from(shape.least) && shape.most.is_none_or(|most| used <= u64::from(most))
        });
        let number: HashMap<Pos, usize> = case.cells.iter().enumerate().map(|(i, &p)| (p, i)).collect();
        let at = |p: Pos| number.get(&wrapped(case, p)?).copied();
        let owner = |i: usize| covering.iter().position(|p| p.1 >> i & 1 == 1);
        let meet = |&(row, col): &Pos| {
            let four = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)].map(at);
            let different = |values: &[Option<usize>]| values.iter().collect::<BTreeSet<_>>().len() == 4;
            four.iter().all(Option::is_some)
                && different(&four)
                && different(&four.map(|i| i.and_then(owner)))
        };
        let cut = |step: Pos, line: &dyn Fn(Pos) -> i32, index: i32| {
            let pairs = case.cells.iter().filter(|&&p| line(p) == index);
            let pairs = pairs.filter_map(|&p| Some((at(p)?, at((p.0 + step.0, p.1 + step.1))?)));
            let pairs: Vec<_> = pairs.collect();
            !pairs.is_empty() && pairs.iter().all(|&(a, b)| owner(a) != owner(b))
        };
        enough
            && !(case.tatami && case.cells.iter().any(meet))
            && !(case.fault_free && (0..case.rows).any(|row| cut((1, 0), &|p| p.0, row)))
            && !(case.fault_free && (0..case.cols).any(|col| cut((0, 1), &|p| p.1, col)))
    }

    /// The symmetries of the puzzle: for each, where the cells go and what the pieces become.
    fn symmetries(&self) -> Vec<(Vec<usize>, Vec<usize>)> {
        self.those_of(0..8)
    }

    fn those_of(&self, maps: impl IntoIterator<Item = u8>) -> Vec<(Vec<usize>, Vec<usize>)> {
        maps.into_iter().filter_map(|map| Some((self.moved_cells(map)?, self.moved_pieces(map)?))).collect()
    }

    fn moved_cells(&self, map: u8) -> Option<Vec<usize>> {
        let case = self.case;
        // In the plane the board is its cells; what wraps has its edges to be carried to themselves.
        let frame: Vec<Pos> = match case.topology {
            Topology::Plane => case.cells.clone(),
            _ => grid(case.rows, case.cols).collect(),
        };
        if map & 4 == 4 && case.topology == Topology::Cylinder {
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
        case.cells.iter().map(|&p| case.cells.iter().position(|&q| q == carried(p))).collect()
    }

    /// Among pieces of the same shape and copies the first becomes the first.
    fn moved_pieces(&self, map: u8) -> Option<Vec<usize>> {
        type Kind = (BTreeSet<Vec<Pos>>, u32, Option<u32>);
        let kinds: Vec<Kind> = self.case.shapes.iter().map(|s| (s.orientations(), s.least, s.most)).collect();
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
    fn orbits<'t>(tilings: &[&'t [Placed]], symmetries: &[(Vec<usize>, Vec<usize>)]) -> Vec<&'t [Placed]> {
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

    fn by_copies(&self, tilings: &[&[Placed]], modulus: Option<&BigUint>) -> Answer {
        let mut counts: BTreeMap<Vec<u64>, BigUint> = BTreeMap::new();
        for tiling in tilings {
            *counts.entry(self.copies(tiling)).or_default() += 1_u8;
        }
        let reduced = counts.into_iter().map(|(copies, n)| (copies, modulus.map_or(n.clone(), |m| n % m)));
        Answer::ByPiece(reduced.filter(|(_, n)| *n != BigUint::ZERO).collect())
    }

    fn total(tilings: &[&[Placed]], modulus: Option<&BigUint>) -> Answer {
        let n = BigUint::from(tilings.len());
        Answer::Total(modulus.map_or(n.clone(), |m| n % m))
    }

    /// A tiling of the library, in the terms of the brute force.
    fn read(&self, tiling: &Tiling) -> Vec<Placed> {
        let bit = |c: &Cell| self.case.cells.iter().position(|&p| cell(p) == *c).map(|i| 1_u64 << i);
        let set = |laid: &Laid| laid.cells.iter().map(|c| bit(c).unwrap()).sum();
        let mut placed: Vec<Placed> = tiling.laid().iter().map(|l| (l.piece, set(l))).collect();
        placed.sort_unstable_by_key(|p| p.1.trailing_zeros());
        placed
    }

    /// A covering, in the terms of the library.
    fn write(&self, covering: &[Placed]) -> Tiling {
        let cells = |set: u64| (0..self.case.cells.len()).filter(move |i| set >> i & 1 == 1);
        let cells = |set| cells(set).map(|i| cell(self.case.cells[i])).collect();
        Tiling::new(covering.iter().map(|&(piece, set)| Laid { piece, cells: cells(set) }).collect())
    }
}

fn wrapped(case: &Case, (row, col): Pos) -> Option<Pos> {
    let row = if case.topology == Topology::Torus { row.rem_euclid(case.rows) } else { row };
    let col = if case.topology == Topology::Plane { col } else { col.rem_euclid(case.cols) };
    ((0..case.rows).contains(&row) && (0..case.cols).contains(&col)).then_some((row, col))
}

/// The different ways to lay one piece.
fn placed(case: &Case) -> BTreeSet<Placed> {
    let mut found = BTreeSet::new();
    for (piece, shape) in case.shapes.iter().enumerate() {
        for orientation in shape.orientations() {
            for (row, col) in grid(case.rows, case.cols) {
                let cells = orientation.iter().map(|p| wrapped(case, (p.0 + row, p.1 + col)));
                let cells = cells.map(|p| p.and_then(|p| case.cells.iter().position(|&q| q == p)));
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
    /// Covers the cells of `open`; whether it came to an end.
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

// Problems drawn at random.

/// What a piece is made of.
#[derive(Clone, Debug)]
enum Source {
    Catalogue(usize, Index),
    /// A cell, and one neighbour after the other.
    Grown(Vec<Index>),
    /// The piece before, turned over, with as many copies.
    Mirrored,
    /// The piece before again.
    Repeated,
}

#[derive(Clone, Debug)]
enum Ground {
    Full,
    Holed(Vec<bool>),
    /// As far as pieces reach that are laid where there is room.
    Laid(Vec<Index>),
}

fn freedom() -> impl Strategy<Value = Freedom> {
    prop_oneof![3 => Just(Freedom::Free), 2 => Just(Freedom::OneSided), 2 => Just(Freedom::Fixed)]
}

fn copies() -> impl Strategy<Value = (u32, Option<u32>)> {
    prop_oneof![
        8 => Just((0, None)),
        1 => (0_u32..4).prop_map(|n| (n, Some(n))),
        2 => (0_u32..4, 0_u32..5).prop_map(|(least, more)| (least, Some(least + more))),
        1 => (0_u32..4).prop_map(|least| (least, None)),
    ]
}

fn source() -> impl Strategy<Value = Source> {
    let size = prop_oneof![3 => Just(1_usize), 3 => Just(2), 3 => Just(3), 2 => Just(4), 1 => Just(5)];
    prop_oneof![
        6 => (size, any::<Index>()).prop_map(|(size, which)| Source::Catalogue(size, which)),
        2 => prop::collection::vec(any::<Index>(), 0..6).prop_map(Source::Grown),
        1 => Just(Source::Mirrored),
        1 => Just(Source::Repeated),
    ]
}

fn shapes(drawn: Vec<(Source, Freedom, (u32, Option<u32>))>) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for (source, freedom, (least, most)) in drawn {
        let last = shapes.last().cloned();
        shapes.push(match (source, last) {
            (Source::Catalogue(size, which), _) => {
                let named = catalogue::all(size, Freedom::OneSided);
                let cells = which.get(&named).shape.cells().iter().map(|c| (c.row as i32, c.col as i32));
                Shape { cells: cells.collect(), freedom, least, most }
            }
            (Source::Grown(steps), _) => {
                let mut cells: Vec<Pos> = vec![(0, 0)];
                for step in steps {
                    let around = |&(r, c): &Pos| [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)];
                    let free: BTreeSet<Pos> =
                        cells.iter().flat_map(around).filter(|p| !cells.contains(p)).collect();
                    cells.push(*step.get(&free.into_iter().collect::<Vec<_>>()));
                }
                Shape { cells: cornered(&cells), freedom, least, most }
            }
            (Source::Mirrored, Some(last)) => {
                let turned: Vec<Pos> = last.cells.iter().map(|&p| mapped(p, 2)).collect();
                Shape { cells: cornered(&turned), ..last }
            }
            (Source::Repeated, Some(last)) => last,
            (_, None) => Shape { cells: vec![(0, 0), (0, 1)], freedom, least, most },
        });
    }
    shapes
}

fn some_shapes(limits: bool) -> impl Strategy<Value = Vec<Shape>> {
    let copies = if limits { copies().boxed() } else { Just((0, None)).boxed() };
    prop::collection::vec((source(), freedom(), copies), 1..5).prop_map(shapes)
}

fn modulus() -> impl Strategy<Value = BigUint> {
    prop_oneof![
        4 => (1_u64..13).prop_map(BigUint::from),
        1 => (1_u64..u64::MAX).prop_map(BigUint::from),
        1 => ((1_u64 << 62)..(1 << 63)).prop_map(BigUint::from),
        1 => ((1_u64 << 63)..=u64::MAX).prop_map(BigUint::from),
        1 => any::<[u32; 5]>().prop_map(|digits| BigUint::new(digits.to_vec()) + 1_u8),
    ]
}

fn cases() -> impl Strategy<Value = Case> {
    let topology =
        prop_oneof![3 => Just(Topology::Plane), 1 => Just(Topology::Cylinder), 1 => Just(Topology::Torus)];
    let ground = prop_oneof![
        2 => Just(Ground::Full),
        2 => prop::collection::vec(prop::bool::weighted(0.2), 36).prop_map(Ground::Holed),
        3 => prop::collection::vec(any::<Index>(), 1..12).prop_map(Ground::Laid),
    ];
    let size = (1..6_i32, 1..7_i32);
    let rules = (prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    (topology, size, ground, some_shapes(true), rules, modulus(), any::<u64>()).prop_map(
        |(topology, (rows, cols), ground, shapes, (tatami, fault_free), modulus, seed)| {
            let fault_free = fault_free && topology == Topology::Plane;
            let cells = grid(rows, cols).collect();
            let mut case = Case { topology, rows, cols, cells, shapes, tatami, fault_free, modulus, seed };
            match ground {
                Ground::Full => {}
                Ground::Holed(holes) => {
                    let mut holes = holes.into_iter();
                    case.cells.retain(|_| !holes.next().unwrap_or(false));
                }
                Ground::Laid(picks) => {
                    let (mut fitting, mut covered) = (placed(&case), 0_u64);
                    for pick in picks {
                        fitting.retain(|p| p.1 & covered == 0);
                        if fitting.is_empty() {
                            break;
                        }
                        covered |= pick.get(&fitting.iter().copied().collect::<Vec<_>>()).1;
                    }
                    let all = std::mem::take(&mut case.cells);
                    let kept = all.into_iter().enumerate().filter(|(i, _)| covered >> i & 1 == 1);
                    case.cells = kept.map(|(_, p)| p).collect();
                }
            }
            if case.cells.is_empty() {
                case.cells.push((0, 0));
            }
            // Not more than can be listed.
            while Brute::new(&case).is_none() {
                case.cells.pop();
            }
            case
        },
    )
}

fn check<S: Strategy>(cases: u32, strategy: &S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    if let Err(failure) = TestRunner::new(config).run(strategy, test) {
        panic!("{failure}");
    }
}

fn add(tally: &Tally<u32>, more: bool) {
    tally.set(tally.get() + u32::from(more));
}

// What is held against the brute force.

const WAYS: [(Option<Engine>, Option<Order>); 9] = [
    (None, None),
    (Some(Engine::Merge), Some(Order::Rows)),
    (Some(Engine::Merge), Some(Order::Columns)),
    (Some(Engine::Merge), Some(Order::Diagonals)),
    (Some(Engine::Dense), Some(Order::Rows)),
    (Some(Engine::Dense), Some(Order::Columns)),
    (Some(Engine::Zdd), Some(Order::Rows)),
    (Some(Engine::Zdd), Some(Order::Diagonals)),
    (Some(Engine::Kasteleyn), None),
];

#[test]
fn counts_by_every_engine_and_order() {
    const CASES: u32 = 2000;
    let (some, several, folded, dense) = (Tally::new(0), Tally::new(0), Tally::new(0), Tally::new(0));
    check(CASES, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings = brute.tilings();
        let orbits = Brute::orbits(&tilings, &brute.symmetries());
        let turned = Brute::orbits(&tilings, &brute.those_of((0..8).filter(|&map| is_turn(map))));
        let moves_pieces =
            brute.symmetries().iter().any(|(_, pieces)| pieces.iter().enumerate().any(|(i, &p)| i != p));
        add(&some, !tilings.is_empty());
        add(&several, tilings.len() > 1);
        add(&folded, orbits.len() > 1 && orbits.len() < tilings.len());
        prop_assert_eq!(problem.symmetries().len(), brute.symmetries().len());
        for (engine, order) in WAYS {
            for question in 0..12 {
                let up_to = [None, Some(UpTo::Symmetries), Some(UpTo::Rotations)][question % 3];
                let by_piece = question / 3 % 2 == 1;
                let modulo = (question / 6 == 1).then(|| case.modulus.clone());
                let options = CountOptions { up_to, by_piece, modulo, engine, order };
                let found = count(&problem, &options, &Control::default());
                if by_piece
                    && moves_pieces
                    && up_to.is_some()
                    && (found.is_err() || up_to == Some(UpTo::Symmetries))
                {
                    prop_assert!(
                        matches!(found, Err(Refused::Question(_) | Refused::Unable(_))),
                        "{:?}: {:?}",
                        options,
                        found
                    );
                    continue;
                }
                let may_refuse = matches!(engine, Some(Engine::Dense | Engine::Kasteleyn))
                    || (engine == Some(Engine::Zdd) && by_piece);
                if may_refuse && matches!(found, Err(Refused::Unable(_))) {
                    continue;
                }
                let listed = match up_to {
                    None => &tilings,
                    Some(UpTo::Rotations) => &turned,
                    Some(_) => &orbits,
                };
                let modulus = options.modulo.as_ref();
                let expected =
                    if by_piece { brute.by_copies(listed, modulus) } else { Brute::total(listed, modulus) };
                let found = found.map(|f| (f.answer, f.plan.chosen.is_some()));
                if let Ok((_, true)) = found {
                    add(&dense, engine == Some(Engine::Dense) && question == 0);
                }
                prop_assert_eq!(found.map(|f| f.0), Ok(expected), "{:?}", options);
            }
        }
        Ok(())
    });
    assert!(some.get() > CASES / 4, "too few problems have a tiling: {some:?}");
    assert!(several.get() > CASES / 8, "too few problems have several tilings: {several:?}");
    assert!(folded.get() > CASES / 30, "too few problems have symmetric tilings: {folded:?}");
    assert!(dense.get() > CASES / 30, "too few problems are dense: {dense:?}");
}

#[test]
fn the_checker_allows_what_the_brute_force_allows() {
    let (right, wrong) = (Tally::new(0), Tally::new(0));
    check(1000, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        for covering in brute.coverings.iter().take(40) {
            let allowed = brute.is_allowed(covering);
            let verdict = brute.write(covering).check(&problem);
            prop_assert_eq!(verdict.is_ok(), allowed, "{:?}: {:?}", covering, verdict);
            add(if allowed { &right } else { &wrong }, true);
        }
        Ok(())
    });
    assert!(right.get() > 400 && wrong.get() > 400, "{right:?} right, {wrong:?} wrong");
}

#[test]
fn samples_are_the_tilings() {
    let drawn = Tally::new(0);
    check(600, &cases(), |case| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings: BTreeSet<Vec<Placed>> = brute.tilings().into_iter().map(<[Placed]>::to_vec).collect();
        let n = tilings.len() as f64;
        // So many draws miss one of few tilings once in e^20 times.
        let number = if tilings.len() < 40 { (n * (n.max(1.0).ln() + 20.0)) as u64 } else { 60 };
        let draw = |threads| {
            let mut samples = Vec::new();
            let control = Control::default().threads(threads);
            let total = sample(&problem, number, case.seed, &control, |tiling| samples.push(tiling));
            total.map(|total| (total, samples))
        };
        let (total, samples) = draw(1).unwrap();
        prop_assert_eq!(total, BigUint::from(tilings.len()));
        prop_assert_eq!(samples.len() as u64, if tilings.is_empty() { 0 } else { number });
        prop_assert_eq!(&samples, &draw(2).unwrap().1);
        let mut seen = BTreeSet::new();
        for tiling in &samples {
            prop_assert_eq!(tiling.check(&problem), Ok(()));
            let placed = brute.read(tiling);
            prop_assert!(tilings.contains(&placed), "{:?}", placed);
            seen.insert(placed);
        }
        prop_assert!(tilings.len() >= 40 || seen == tilings);
        add(&drawn, tilings.len() > 1);
        Ok(())
    });
    assert!(drawn.get() > 30, "too few problems have several tilings: {drawn:?}");
}

#[test]
fn diagrams_hold_the_tilings() {
    let (several, limited) = (Tally::new(0), Tally::new(0));
    let orders = [None, Some(Order::Rows), Some(Order::Columns), Some(Order::Diagonals)];
    let which = (0..orders.len(), any::<[Index; 2]>(), any::<Index>());
    check(1500, &(cases(), which), |(case, (order, asked, k))| {
        let problem = case.problem();
        let brute = Brute::new(&case).unwrap();
        let tilings: BTreeSet<Vec<Placed>> = brute.tilings().into_iter().map(<[Placed]>::to_vec).collect();
        let control = Control::default();
        let family = Family::tilings(&problem, orders[order], &control).unwrap();
        let diagram = family.diagram();

        // Every set once, in order, and no node twice.
        let sets: Vec<Vec<u32>> = diagram.sets().collect();
        let listed: BTreeSet<_> = sets.iter().map(|s| brute.read(&family.tiling(s).unwrap())).collect();
        prop_assert_eq!(sets.len(), tilings.len());
        prop_assert_eq!(&listed, &tilings);
        prop_assert!(
            sets.is_sorted_by(|a, b| a < b),
            "no set contains another, so the order is that of words"
        );
        for (_, _, nodes) in diagram.upward() {
            prop_assert_eq!(nodes.iter().collect::<BTreeSet<_>>().len(), nodes.len());
        }
        let threaded = Family::tilings(&problem, orders[order], &control.clone().threads(2)).unwrap();
        prop_assert_eq!(&threaded, &family);

        // Counted, ranked, summed up.
        let counted = diagram.counted(&control).unwrap();
        let n = BigUint::from(sets.len());
        prop_assert_eq!(counted.total(), &n);
        prop_assert_eq!(diagram.count(&control).unwrap(), n.clone());
        let mut by_size: BTreeMap<usize, BigUint> = BTreeMap::new();
        let mut frequencies = vec![BigUint::ZERO; diagram.variables()];
        for (i, set) in sets.iter().enumerate() {
            let rank = BigUint::from(i + 1);
            prop_assert_eq!(counted.kth(&rank), Some(set.clone()));
            prop_assert_eq!(counted.rank(set), Some(rank));
            prop_assert!(diagram.contains(set));
            *by_size.entry(set.len()).or_default() += 1_u8;
            for &v in set {
                frequencies[v as usize] += 1_u8;
            }
        }
        prop_assert_eq!(counted.kth(&(n.clone() + 1_u8)), None);
        prop_assert_eq!(counted.kth(&BigUint::ZERO), None);
        prop_assert_eq!(diagram.count_by_size(&control).unwrap(), by_size);
        prop_assert_eq!(counted.frequencies(&control).unwrap(), frequencies);

        if diagram.variables() > 0 {
            // With one option, without another, or what contradicts itself.
            let [with, without] = asked.map(|i| i.index(diagram.variables()) as u32);
            let some = family.restricted(&[with], &[without], &control).unwrap();
            let kept = sets.iter().filter(|s| s.contains(&with) && !s.contains(&without)).cloned();
            prop_assert_eq!(some.diagram().sets().collect::<Vec<_>>(), kept.collect::<Vec<_>>());

            // The best by weights that repeat.
            let weights: Vec<i64> = (0..diagram.variables() as i64).map(|v| v * v % 5 - 2).collect();
            let weigh = |s: &Vec<u32>| -> i64 { s.iter().map(|&v| weights[v as usize]).sum() };
            let number = k.index(sets.len() + 2);
            for (goal, sign) in [(Goal::Lightest, 1), (Goal::Heaviest, -1)] {
                let mut sorted = sets.clone();
                sorted.sort_by_key(|s| (sign * weigh(s), s.clone()));
                sorted.truncate(number);
                let mut best = Vec::new();
                let each = |set: Vec<u32>, weight: BigInt| {
                    assert_eq!(weight, weigh(&set).into());
                    best.push(set);
                    true
                };
                let weights: Vec<BigInt> = weights.iter().map(|&w| w.into()).collect();
                diagram.best(&weights, goal, number as u64, &control, each).unwrap();
                prop_assert_eq!(best, sorted);
            }
        }

        // In a file and back.
        let mut file = Vec::new();
        family.save(&mut file, &control).unwrap();
        prop_assert_eq!(Family::load(std::sync::Arc::new(file), &control).unwrap(), family);
        add(&several, sets.len() > 1);
        add(&limited, sets.len() > 1 && (case.limited() || case.tatami || case.fault_free));
        Ok(())
    });
    assert!(
        several.get() > 200 && limited.get() > 60,
        "{several:?} with several tilings, {limited:?} limited"
    );
}

#[test]
fn samples_are_uniform() {
    // A cylinder with a hole and limited copies, and one seed. With k tilings and 400 draws of each, chi squared has the
    // mean k - 1 and the variance 2(k - 1); six deviations above are out of reach for all but a wrong generator.
    let domino = Shape { cells: vec![(0, 0), (0, 1)], freedom: Freedom::Free, least: 1, most: None };
    let corner =
        Shape { cells: vec![(0, 0), (1, 0), (1, 1)], freedom: Freedom::OneSided, least: 0, most: Some(3) };
    let case = Case {
        topology: Topology::Cylinder,
        rows: 3,
        cols: 4,
        cells: grid(3, 4).filter(|&p| p != (1, 2)).collect(),
        shapes: vec![domino, corner],
        tatami: false,
        fault_free: false,
        modulus: BigUint::ZERO,
        seed: 2,
    };
    let brute = Brute::new(&case).unwrap();
    let tilings = brute.tilings();
    assert!(tilings.len() > 20);
    let draws = 400 * tilings.len() as u64;
    let mut seen: BTreeMap<Vec<Placed>, u64> = BTreeMap::new();
    sample(&case.problem(), draws, case.seed, &Control::default(), |tiling| {
        *seen.entry(brute.read(&tiling)).or_default() += 1;
    })
    .unwrap();
    let family = Family::tilings(&case.problem(), None, &Control::default()).unwrap();
    let mut drawn: BTreeMap<Vec<Placed>, u64> = BTreeMap::new();
    let counted = family.diagram().counted(&Control::default()).unwrap();
    let draw = |set: Vec<u32>| {
        *drawn.entry(brute.read(&family.tiling(&set).unwrap())).or_default() += 1;
        true
    };
    counted.sample(draws, case.seed, &Control::default(), draw).unwrap();
    for seen in [seen, drawn] {
        assert_eq!(seen.len(), tilings.len());
        let chi: f64 = seen.values().map(|&n| (n as f64 - 400.0).powi(2) / 400.0).sum();
        let mean = tilings.len() as f64 - 1.0;
        assert!((chi - mean).abs() < 6.0 * (2.0 * mean).sqrt(), "chi squared is {chi} for {mean} degrees");
    }
}

/// Strips: as a board of no rows.
fn strips(limits: bool) -> impl Strategy<Value = Case> {
    (1..5_i32, some_shapes(limits), prop::bool::weighted(0.2), modulus(), any::<u64>()).prop_map(
        |(cols, shapes, tatami, modulus, seed)| {
            let cells = Vec::new();
            Case {
                topology: Topology::Plane,
                rows: 0,
                cols,
                cells,
                shapes,
                tatami,
                fault_free: false,
                modulus,
                seed,
            }
        },
    )
}

#[test]
fn series_are_the_counts_of_every_height() {
    let listed = Tally::new(0);
    check(400, &strips(true), |strip| {
        let pieces = Case { rows: 1, cells: vec![(0, 0)], ..strip.clone() }.problem().pieces;
        let rules = Rules { tatami: strip.tatami, fault_free: false };
        let series = Strip::new(strip.cols as u64, pieces, rules).unwrap();
        let terms = series.terms(7, &Control::default()).unwrap();
        let m = strip.seed >> 1 | 1;
        let residues = series.terms_modulo(7, m, &Control::default()).unwrap();
        let nothing = u8::from(strip.shapes.iter().all(|s| s.least == 0));
        prop_assert_eq!(&terms[0], &BigUint::from(nothing));
        for (rows, term) in terms.iter().enumerate().skip(1) {
            let case =
                Case { rows: rows as i32, cells: grid(rows as i32, strip.cols).collect(), ..strip.clone() };
            let expected = match Brute::new(&case) {
                Some(brute) => Brute::total(&brute.tilings(), None),
                None => count(&case.problem(), &CountOptions::default(), &Control::default()).unwrap().answer,
            };
            prop_assert_eq!(Answer::Total(term.clone()), expected, "{} rows", rows);
            prop_assert_eq!(term % m, BigUint::from(residues[rows]));
            add(&listed, *term > BigUint::ZERO);
        }
        Ok(())
    });
    assert!(listed.get() > 100, "too few boards have a tiling: {listed:?}");
}

#[test]
fn recurrences_go_on_as_the_series_do() {
    let (proved, long) = (Tally::new(0), Tally::new(0));
    check(100, &strips(true), |strip| {
        let strip = Case { cols: strip.cols.min(3), ..strip };
        let pieces = Case { rows: 1, cells: vec![(0, 0)], ..strip.clone() }.problem().pieces;
        let rules = Rules { tatami: strip.tatami, fault_free: false };
        let series = Strip::new(strip.cols as u64, pieces, rules).unwrap();
        let (recurrence, evidence) = series.recurrence(&Control::default()).unwrap();
        let to = 2 * recurrence.first_index() as u64 + 40;
        let terms = series.terms(to, &Control::default()).unwrap();
        for (n, (term, predicted)) in terms.iter().zip(recurrence.terms()).enumerate() {
            prop_assert_eq!(BigInt::from(term.clone()), predicted, "a({}) of {}", n, recurrence);
        }
        let last =
            recurrence.nth_modulo(&BigUint::from(to), &strip.modulus, &Control::default()).unwrap().unwrap();
        prop_assert_eq!(last, &terms[to as usize] % &strip.modulus);
        prop_assert!(evidence.is_proof() || strip.limited() || strip.tatami, "{}", evidence);
        add(&proved, evidence.is_proof());
        add(&long, recurrence.order() > 2);
        Ok(())
    });
    assert!(proved.get() > 15 && long.get() > 15, "{proved:?} proved, {long:?} of an order above 2");
}

#[test]
fn moduli_reduce_the_exact_count() {
    // Counts of some hundred bits, so that every modulus has something to reduce.
    let boards = (1..7_u64, 15..30_u64, any::<bool>(), 0..4_usize, modulus());
    check(150, &boards, |(short, long, tall, set, modulus)| {
        let (rows, cols) = if tall { (long, short) } else { (short, long) };
        let sizes: [&[usize]; 4] = [&[1, 2], &[2, 3], &[3], &[1, 3]];
        let pieces = sizes[set]
            .iter()
            .flat_map(|&n| PieceSet::all(n, Freedom::Free).iter().cloned().collect::<Vec<_>>());
        let problem = Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::new(pieces.collect()));
        let ask = |engine, order, modulo| {
            let options = CountOptions { engine, order, modulo, ..CountOptions::default() };
            count(&problem, &options, &Control::default()).unwrap().answer
        };
        let along = if tall { Order::Rows } else { Order::Columns };
        let Answer::Total(exact) = ask(Some(Engine::Merge), Some(along), None) else { unreachable!() };
        let reduced = Answer::Total(&exact % &modulus);
        prop_assert_eq!(ask(Some(Engine::Dense), Some(along), None), Answer::Total(exact));
        for engine in [None, Some(Engine::Merge), Some(Engine::Dense)] {
            prop_assert_eq!(&ask(engine, engine.map(|_| along), Some(modulus.clone())), &reduced);
        }
        Ok(())
    });
}

#[test]
fn both_engines_agree_where_listing_ends() {
    // Boards wider than the window that the dense engine looks at; the merge knows no windows.
    let dense = Tally::new(0);
    check(250, &(some_shapes(false), 4..10_i32, 2..9_i32, any::<u64>()), |(shapes, rows, cols, seed)| {
        let case = Case {
            topology: Topology::Plane,
            rows,
            cols,
            cells: grid(rows, cols).collect(),
            shapes,
            tatami: false,
            fault_free: false,
            modulus: BigUint::ZERO,
            seed,
        };
        let problem = case.problem();
        // Modulo a number below 2^63, so that a board too wild for either costs little.
        let ask = |engine, order| {
            let modulo = Some(BigUint::from(seed >> 1 | 1));
            let options = CountOptions { engine, order, modulo, ..CountOptions::default() };
            count(&problem, &options, &Control::default().memory(1 << 24)).map(|counted| counted.answer)
        };
        let along = if rows < cols { Order::Columns } else { Order::Rows };
        let found: Vec<Answer> = [Order::Rows, Order::Columns]
            .into_iter()
            .filter_map(|o| ask(Some(Engine::Dense), Some(o)).ok())
            .collect();
        if !found.is_empty()
            && let Ok(expected) = ask(Some(Engine::Merge), Some(along))
        {
            add(&dense, expected != Answer::Total(BigUint::ZERO));
            prop_assert!(found.iter().all(|f| *f == expected), "{:?} not {:?}", found, expected);
        }
        Ok(())
    });
    assert!(dense.get() > 25, "too few problems are dense: {dense:?}");
}

#[test]
fn what_was_once_wrong() {
    // Two pieces that are the same upright bar, which fills a column from a height to the same a turn later.
    let bars = || {
        let bar = catalogue::find("I3").unwrap();
        let named = |name| Piece::new(name, &bar.shape, Freedom::Free, Copies::ANY);
        PieceSet::new(vec![named("one"), named("two")])
    };
    let problem = Problem::new(Region::rectangle(3, 1).unwrap(), bars());
    let counted = count(&problem, &CountOptions::default(), &Control::default()).unwrap();
    assert_eq!(counted.answer, Answer::Total(2_u8.into()));
    let strip = Strip::new(2, bars(), Rules::default()).unwrap();
    assert_eq!(strip.terms(3, &Control::default()).unwrap(), [1_u8, 0, 0, 4].map(BigUint::from));
    // A piece that hangs down far to the left of its first cell, on a board narrower than that.
    let cells = [(0, 1), (1, 1), (2, 1), (3, 1), (3, 0)].map(cell);
    let hook = Piece::new("hook", &Polyomino::new(cells).unwrap(), Freedom::Fixed, Copies::ANY);
    let monomino = Piece::from_catalogue(&catalogue::find("monomino").unwrap(), Freedom::Free, Copies::ANY);
    for (rows, cols, expected) in [(3, 1, 1_u8), (1, 3, 1), (3, 3, 1), (4, 2, 2), (4, 4, 5), (4, 5, 8)] {
        let pieces = PieceSet::new(vec![hook.clone(), monomino.clone()]);
        let problem = Problem::new(Region::rectangle(rows, cols).unwrap(), pieces);
        for engine in [None, Some(Engine::Merge), Some(Engine::Dense)] {
            let options = CountOptions { engine, ..CountOptions::default() };
            let found = count(&problem, &options, &Control::default()).unwrap().answer;
            assert_eq!(found, Answer::Total(expected.into()), "{rows}x{cols}: {engine:?}");
        }
    }
    // Four pieces would meet below the last row, if there were a row below.
    let bar = PieceSet::new(bars().iter().take(1).cloned().collect());
    let strip = Strip::new(2, bar, Rules { tatami: true, fault_free: false }).unwrap();
    let terms = strip.terms(6, &Control::default()).unwrap();
    assert_eq!(terms, [1_u8, 0, 0, 1, 0, 0, 0].map(BigUint::from));
}
