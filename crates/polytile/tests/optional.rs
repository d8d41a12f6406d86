//! Cells that may stay empty, on every lattice, held against a brute force.
//!
//! Boards and pieces are grown at random and written as puzzle files. The brute force knows cells by the coordinates of those
//! files alone: it turns pieces by matrices of its own about centres of its own, lays them wherever they fit, and lists every set
//! of placements that covers what must be covered, leaves as many cells empty as may be, and keeps to the copies.

use polytile::count::{Answer, CountOptions, Engine, count};
use polytile::exact_cover::{Encoded, certify};
use polytile::format::{puzzle, tiling};
use polytile::frontier::sample::sample;
use polytile::pieces::Copies;
use polytile::problem::{Problem, UpTo};
use polytile::run::Control;
use polytile::solve::{self, Options, Question, Search};
use polytile::tiling::Fault;
use polytile::zdd::Family;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

/// Where the middle of a cell is: in the plane of hexagons and triangles by two vectors at 60 degrees, three to a step.
type Middle = [i32; 3];
type Matrix = [[i32; 3]; 3];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ground {
    Square,
    Hex,
    Triangle,
    Cube,
    Prism,
}

const GROUNDS: [Ground; 5] = [Ground::Square, Ground::Hex, Ground::Triangle, Ground::Cube, Ground::Prism];

const ONE: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

fn apply(m: &Matrix, v: Middle) -> Middle {
    std::array::from_fn(|i| (0..3).map(|j| m[i][j] * v[j]).sum())
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

/// 1 for a turn that a solid thing can make.
fn hand(m: &Matrix) -> i32 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

impl Ground {
    fn name(self) -> &'static str {
        match self {
            Ground::Square => "square",
            Ground::Hex => "hex",
            Ground::Triangle => "triangle",
            Ground::Cube => "cube",
            Ground::Prism => "prism",
        }
    }

    /// All products of some.
    fn group(self) -> Vec<Matrix> {
        let generators: &[Matrix] = match self {
            Ground::Square => &[[[0, -1, 0], [1, 0, 0], [0, 0, 1]], [[-1, 0, 0], [0, 1, 0], [0, 0, 1]]],
            Ground::Hex | Ground::Triangle => {
                &[[[0, -1, 0], [1, 1, 0], [0, 0, 1]], [[0, 1, 0], [1, 0, 0], [0, 0, 1]]]
            }
            Ground::Prism => &[
                [[0, -1, 0], [1, 1, 0], [0, 0, 1]],
                [[0, 1, 0], [1, 0, 0], [0, 0, 1]],
                [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
            ],
            Ground::Cube => &[
                [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
                [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
                [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
            ],
        };
        let mut all = vec![ONE];
        let mut next = 0;
        while let Some(found) = all.get(next).copied() {
            next += 1;
            for generator in generators {
                let image = product(generator, &found);
                if !all.contains(&image) {
                    all.push(image);
                }
            }
        }
        all
    }

    fn middle(self, cell: &[i32]) -> Middle {
        match (self, cell) {
            (Ground::Triangle, &[x, y, k]) => [3 * x + 1 + k, 3 * y + 1 + k, 0],
            (Ground::Prism, &[x, y, k, z]) => [3 * x + 1 + k, 3 * y + 1 + k, 3 * z],
            (_, &[x, y]) => [3 * x, 3 * y, 0],
            (_, &[x, y, z]) => [3 * x, 3 * y, 3 * z],
            _ => panic!("no cell"),
        }
    }

    /// The cells beside one.
    fn beside(self, cell: &[i32]) -> Vec<Vec<i32>> {
        let moved = |by: &[i32]| cell.iter().zip(by).map(|(a, b)| a + b).collect();
        match (self, cell) {
            (Ground::Square, _) => [[0, 1], [1, 0], [0, -1], [-1, 0]].iter().map(|by| moved(by)).collect(),
            (Ground::Hex, _) => {
                let six = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
                six.iter().map(|by| moved(by)).collect()
            }
            (Ground::Cube, _) => (0..3)
                .flat_map(|axis| {
                    [1, -1].map(|by| {
                        let mut cell = cell.to_vec();
                        cell[axis] += by;
                        cell
                    })
                })
                .collect(),
            (_, &[x, y, k, ref layer @ ..]) => {
                let by = 1 - 2 * k;
                let three = [[x, y, 1 - k], [x - by, y, 1 - k], [x, y - by, 1 - k]];
                let mut all: Vec<Vec<i32>> = three.map(|cell| [&cell[..], layer].concat()).to_vec();
                if let &[layer] = layer {
                    all.extend([layer - 1, layer + 1].map(|layer| vec![x, y, k, layer]));
                }
                all
            }
            _ => panic!("no cell"),
        }
    }

    /// A box of cells, not many.
    fn full(self, [a, b, c]: [i32; 3]) -> Vec<Vec<i32>> {
        let mut cells = Vec::new();
        for x in 0..a {
            for y in 0..b {
                for z in 0..c {
                    match self {
                        Ground::Square | Ground::Hex if z == 0 => cells.push(vec![x, y]),
                        Ground::Triangle if z == 0 => cells.extend([0, 1].map(|k| vec![x, y, k])),
                        Ground::Cube => cells.push(vec![x, y, z]),
                        Ground::Prism => cells.extend([0, 1].map(|k| vec![x, y, k, z])),
                        _ => {}
                    }
                }
            }
        }
        cells
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Moves {
    Flips,
    Turns,
    None,
}

#[derive(Clone, Debug)]
struct Shape {
    cells: Vec<Vec<i32>>,
    moves: Moves,
    least: u32,
    most: Option<u32>,
}

/// A puzzle.
#[derive(Clone, Debug)]
struct Given {
    ground: Ground,
    cells: Vec<Vec<i32>>,
    optional: Vec<Vec<i32>>,
    holes: Option<(u32, Option<u32>)>,
    shapes: Vec<Shape>,
}

type Drawn = (Vec<Index>, u8, (u32, Option<u32>));

fn given() -> impl Strategy<Value = Given> {
    let sides =
        prop_oneof![Just([2, 3, 1]), Just([2, 2, 2]), Just([3, 3, 1]), Just([1, 4, 1]), Just([2, 2, 1])];
    let cell = prop_oneof![6 => Just(1_u8), 1 => Just(0), 5 => Just(2)];
    let copies = prop_oneof![
        3 => Just((0, None)),
        3 => (0_u32..3).prop_map(|n| (n, Some(n))),
        2 => (0_u32..2, 0_u32..3).prop_map(|(least, more)| (least, Some(least + more))),
    ];
    let drawn = (prop::collection::vec(any::<Index>(), 0..4), 0_u8..3, copies);
    let holes = prop_oneof![
        3 => Just(None),
        1 => Just(Some((0, None))),
        2 => (0_u32..4).prop_map(|n| Some((n, Some(n)))),
        2 => (0_u32..3, 0_u32..4).prop_map(|(least, more)| Some((least, Some(least + more)))),
    ];
    let ground = prop::sample::select(GROUNDS.to_vec());
    let cells = prop::collection::vec(cell, 16);
    (ground, sides, cells, prop::collection::vec(drawn, 1..4), holes).prop_filter_map("no cell", |drawn| {
        let (ground, sides, kinds, shapes, holes) = drawn;
        let all = ground.full(sides);
        let of = |kind: u8| {
            let cells = all.iter().zip(kinds.iter().cycle()).filter(|(_, k)| **k == kind);
            cells.map(|(cell, _)| cell.clone()).collect::<Vec<_>>()
        };
        let (cells, optional) = (of(1), of(2));
        let shapes = shapes.into_iter().map(|drawn| grown(ground, &all[0], drawn)).collect();
        (!optional.is_empty() && all.len() <= 16).then_some(Given { ground, cells, optional, holes, shapes })
    })
}

/// A cell, and one neighbour after the other.
fn grown(ground: Ground, first: &[i32], (steps, moves, (least, most)): Drawn) -> Shape {
    let mut cells = vec![first.to_vec()];
    for step in steps {
        let around: BTreeSet<Vec<i32>> = cells.iter().flat_map(|cell| ground.beside(cell)).collect();
        let free: Vec<_> = around.into_iter().filter(|cell| !cells.contains(cell)).collect();
        cells.push(step.get(&free).clone());
    }
    Shape { cells, moves: [Moves::Flips, Moves::Turns, Moves::None][usize::from(moves)], least, most }
}

fn listed(cells: &[Vec<i32>]) -> String {
    format!("{cells:?}")
}

impl Given {
    /// As a file.
    fn text(&self) -> String {
        let mut text = format!(
            "title = 'drawn'\n[board]\nlattice = '{}'\ncells = {}\noptional = {}\n",
            self.ground.name(),
            listed(&self.cells),
            listed(&self.optional)
        );
        let range = |(least, most): (u32, Option<u32>)| match most {
            None => format!("'{least}..'"),
            Some(most) if most == least => most.to_string(),
            Some(most) => format!("'{least}..{most}'"),
        };
        if let Some(holes) = self.holes {
            writeln!(text, "holes = {}", range(holes)).unwrap();
        }
        for (i, shape) in self.shapes.iter().enumerate() {
            let moves = match shape.moves {
                Moves::Flips => "flips = true",
                Moves::Turns => "flips = false",
                Moves::None => "turns = false",
            };
            let (cells, copies) = (listed(&shape.cells), range((shape.least, shape.most)));
            writeln!(text, "[[pieces]]\nname = 'p{i}'\ncells = {cells}\n{moves}\ncopies = {copies}").unwrap();
        }
        text
    }

    /// The middles of all cells, and whether each must be covered.
    fn middles(&self) -> BTreeMap<Middle, bool> {
        let of = |cells: &[Vec<i32>], must| -> Vec<(Middle, bool)> {
            cells.iter().map(|cell| (self.ground.middle(cell), must)).collect()
        };
        of(&self.cells, true).into_iter().chain(of(&self.optional, false)).collect()
    }

    /// In which ways a piece may lie.
    fn ways(&self, shape: &Shape) -> BTreeSet<BTreeSet<Middle>> {
        let group = self.ground.group();
        let allowed = |m: &&Matrix| match shape.moves {
            Moves::Flips => true,
            Moves::Turns => hand(m) > 0,
            Moves::None => **m == ONE,
        };
        let image = |m: &Matrix| {
            let cells = shape.cells.iter().map(|cell| apply(m, self.ground.middle(cell)));
            anchored(&cells.collect())
        };
        group.iter().filter(allowed).map(image).collect()
    }

    /// The placements of every piece.
    fn placements(&self) -> Vec<(usize, BTreeSet<Middle>)> {
        let middles = self.middles();
        let mut all = Vec::new();
        for (number, shape) in self.shapes.iter().enumerate() {
            for way in self.ways(shape) {
                let first = way.first().unwrap();
                for at in middles.keys() {
                    let by: Middle = std::array::from_fn(|i| at[i] - first[i]);
                    let laid: BTreeSet<Middle> =
                        way.iter().map(|m| std::array::from_fn(|i| m[i] + by[i])).collect();
                    if by.iter().all(|by| by % 3 == 0) && laid.iter().all(|m| middles.contains_key(m)) {
                        all.push((number, laid));
                    }
                }
            }
        }
        all
    }

    /// Every tiling: sets of placements by number. Nothing if they are too many.
    fn tilings(&self, placements: &[(usize, BTreeSet<Middle>)]) -> Option<BTreeSet<Vec<usize>>> {
        let middles: Vec<(Middle, bool)> = self.middles().into_iter().collect();
        let mut search = Brute { given: self, placements, middles, found: BTreeSet::new(), steps: 0 };
        search.go(0, &mut Vec::new(), &mut BTreeSet::new(), 0)?;
        Some(search.found)
    }

    /// The symmetries of the puzzle: where each placement goes.
    fn symmetries(&self, placements: &[(usize, BTreeSet<Middle>)], reflections: bool) -> Vec<Vec<usize>> {
        let middles = self.middles();
        let all: BTreeSet<Middle> = middles.keys().copied().collect();
        let corner = |set: &BTreeSet<Middle>| -> Middle {
            std::array::from_fn(|i| set.iter().map(|m| m[i]).min().unwrap())
        };
        let mut found = Vec::new();
        for m in self.ground.group() {
            if !reflections && hand(&m) < 0 {
                continue;
            }
            let images: BTreeSet<Middle> = all.iter().map(|&at| apply(&m, at)).collect();
            let (from, to) = (corner(&images), corner(&all));
            let carry = |at: Middle| -> Middle {
                let at = apply(&m, at);
                std::array::from_fn(|i| at[i] - from[i] + to[i])
            };
            if middles.iter().any(|(&at, &must)| middles.get(&carry(at)) != Some(&must)) {
                continue;
            }
            // Each piece becomes one that lies like its image and has the same copies, the first becoming the first.
            let mut taken = vec![false; self.shapes.len()];
            let becomes: Option<Vec<usize>> = self
                .shapes
                .iter()
                .map(|shape| {
                    let images: BTreeSet<_> = self
                        .ways(shape)
                        .iter()
                        .map(|way| anchored(&way.iter().map(|&at| apply(&m, at)).collect()))
                        .collect();
                    let like = |other: &Shape| {
                        self.ways(other) == images && (other.least, other.most) == (shape.least, shape.most)
                    };
                    let number = (0..taken.len()).find(|&i| !taken[i] && like(&self.shapes[i]))?;
                    taken[number] = true;
                    Some(number)
                })
                .collect();
            let Some(becomes) = becomes else { continue };
            let image = |(piece, cells): &(usize, BTreeSet<Middle>)| {
                let image = (becomes[*piece], cells.iter().map(|&at| carry(at)).collect());
                placements.iter().position(|other| *other == image).unwrap()
            };
            found.push(placements.iter().map(image).collect());
        }
        found
    }
}

/// Shifted by whole steps, so that the smallest lies beside the origin: what points up stays so.
fn anchored(cells: &BTreeSet<Middle>) -> BTreeSet<Middle> {
    let first = *cells.iter().next().unwrap();
    cells.iter().map(|m| std::array::from_fn(|i| m[i] - first[i].div_euclid(3) * 3)).collect()
}

struct Brute<'a> {
    given: &'a Given,
    placements: &'a [(usize, BTreeSet<Middle>)],
    middles: Vec<(Middle, bool)>,
    found: BTreeSet<Vec<usize>>,
    steps: u32,
}

impl Brute<'_> {
    /// Decides the cell at `next`; nothing if it takes too long.
    fn go(
        &mut self,
        next: usize,
        laid: &mut Vec<usize>,
        covered: &mut BTreeSet<Middle>,
        empty: u32,
    ) -> Option<()> {
        self.steps += 1;
        if self.steps > 200_000 || self.found.len() > 3000 {
            return None;
        }
        let Some(&(middle, must)) = self.middles.get(next) else {
            let within =
                |least: u32, most: Option<u32>, n: u32| n >= least && most.is_none_or(|most| n <= most);
            let used = |i| laid.iter().filter(|&&p| self.placements[p].0 == i).count() as u32;
            let mut shapes = self.given.shapes.iter().enumerate();
            let copies = shapes.all(|(i, shape)| within(shape.least, shape.most, used(i)));
            let (least, most) = self.given.holes.unwrap_or((0, None));
            if copies && within(least, most, empty) {
                let mut laid = laid.clone();
                laid.sort_unstable();
                self.found.insert(laid);
            }
            return Some(());
        };
        if covered.contains(&middle) {
            return self.go(next + 1, laid, covered, empty);
        }
        if !must {
            self.go(next + 1, laid, covered, empty + 1)?;
        }
        let later: BTreeSet<Middle> = self.middles[next..].iter().map(|(middle, _)| *middle).collect();
        for number in 0..self.placements.len() {
            let cells = &self.placements[number].1;
            // No earlier cell may be covered now: it was decided.
            if !cells.contains(&middle) || cells.iter().any(|m| covered.contains(m) || !later.contains(m)) {
                continue;
            }
            let added = cells.clone();
            covered.extend(added.iter().copied());
            laid.push(number);
            self.go(next + 1, laid, covered, empty)?;
            laid.pop();
            for middle in &added {
                covered.remove(middle);
            }
        }
        Some(())
    }
}

/// The tilings as JSON of the library would have them: pieces by name, with their cells.
fn written(given: &Given, placements: &[(usize, BTreeSet<Middle>)], tiling: &[usize]) -> String {
    let names: BTreeMap<Middle, &Vec<i32>> =
        given.cells.iter().chain(&given.optional).map(|cell| (given.ground.middle(cell), cell)).collect();
    let piece = |&p: &usize| {
        let (piece, cells) = &placements[p];
        let cells: Vec<&Vec<i32>> = cells.iter().map(|m| names[m]).collect();
        format!("{{\"piece\":\"p{piece}\",\"cells\":{cells:?}}}")
    };
    format!("{{\"pieces\":[{}]}}", tiling.iter().map(piece).collect::<Vec<_>>().join(","))
}

fn orbits(tilings: &BTreeSet<Vec<usize>>, symmetries: &[Vec<usize>]) -> usize {
    let least = |tiling: &Vec<usize>| {
        symmetries.iter().all(|images| {
            let mut image: Vec<usize> = tiling.iter().map(|&p| images[p]).collect();
            image.sort_unstable();
            image >= *tiling
        })
    };
    tilings.iter().filter(|tiling| least(tiling)).count()
}

fn total(problem: &Problem, engine: Option<Engine>, up_to: Option<UpTo>) -> String {
    let options = CountOptions { engine, up_to, ..CountOptions::default() };
    match count(problem, &options, &Control::default()).unwrap().answer {
        Answer::Total(count) => count.to_string(),
        other => panic!("a total, not {other}"),
    }
}

fn searched(problem: &Problem, engine: Option<solve::Engine>, up_to: Option<UpTo>) -> Option<u64> {
    let control = Control::default();
    let encoded = Arc::new(Encoded::new(problem, &control).unwrap());
    let options = Options { engine, up_to, ..Options::default() };
    let search = Search::new(&Question::tilings(problem.clone(), Arc::clone(&encoded)), &options, &control);
    // A bitboard cannot count copies.
    let search = search.ok()?;
    let mut found = 0;
    search
        .list(search.beginning(), None, &control, &mut |chosen| {
            assert_eq!(encoded.tiling(chosen).check(problem), Ok(()));
            found += 1;
            solve::Reply::More
        })
        .unwrap();
    Some(found)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]
    #[test]
    fn every_engine_leaves_cells_empty_as_it_may(given in given(), seed in 0_u64..100) {
        let text = given.text();
        let read = puzzle::parse(&text);
        let problem = match read {
            Ok(read) => {
                // What is written reads the same.
                let again = puzzle::parse(&puzzle::write(&read).unwrap()).unwrap();
                prop_assert_eq!(&again.problem, &read.problem);
                read.problem
            }
            Err(error) => panic!("{text}\n{error}"),
        };
        let placements = given.placements();
        let Some(tilings) = given.tilings(&placements) else { return Ok(()) };
        let expected = tilings.len().to_string();
        for engine in [None, Some(Engine::Merge), Some(Engine::Zdd)] {
            prop_assert_eq!(&total(&problem, engine, None), &expected, "{:?}\n{}", engine, text);
        }
        for engine in [None, Some(solve::Engine::Bitboard), Some(solve::Engine::Sparse)] {
            let found = searched(&problem, engine, None);
            prop_assert!(found.is_none_or(|n| n.to_string() == expected), "{:?} {:?} {}\n{}", engine, found, expected, text);
        }
        for (up_to, reflections) in [(UpTo::Symmetries, true), (UpTo::Rotations, false)] {
            let classes = orbits(&tilings, &given.symmetries(&placements, reflections));
            prop_assert_eq!(total(&problem, None, Some(up_to)), classes.to_string(), "{:?}\n{}", up_to, text);
            prop_assert_eq!(searched(&problem, None, Some(up_to)), Some(classes as u64), "{:?}\n{}", up_to, text);
        }
        // The checker takes every tiling, and none of which a piece is gone unless that is one too.
        for found in tilings.iter().take(20) {
            let read = |laid: &[usize]| tiling::parse(&written(&given, &placements, laid), &problem).unwrap();
            prop_assert_eq!(read(found).check(&problem), Ok(()), "{}", text);
            for i in 0..found.len() {
                let mut fewer = found.clone();
                fewer.remove(i);
                prop_assert_eq!(read(&fewer).check(&problem).is_ok(), tilings.contains(&fewer), "{}", text);
            }
        }
        // Diagrams, saved and read again.
        let control = Control::default();
        let family = Family::tilings(&problem, None, &control).unwrap();
        let mut saved = Vec::new();
        family.save(&mut saved, &control).unwrap();
        let family = Family::load(Arc::new(saved), &control).unwrap();
        let mut sets = 0;
        for set in family.diagram().sets() {
            prop_assert_eq!(family.tiling(&set).unwrap().check(&problem), Ok(()));
            sets += 1;
        }
        prop_assert_eq!(sets, tilings.len());
        let mut drawn = 0;
        if !tilings.is_empty() {
            sample(&problem, 3, seed, &control, |tiling| {
                assert_eq!(tiling.check(&problem), Ok(()));
                drawn += 1;
            }).unwrap();
            prop_assert_eq!(drawn, 3);
        }
        // A proof that there is none is given only where there is none.
        if let Some((certificate, _)) = certify(&problem, &control).unwrap() {
            prop_assert!(tilings.is_empty(), "{}", text);
            prop_assert!(certificate.check(&problem, &control).is_ok());
        }
    }
}

#[test]
fn empty_cells_are_counted_by_the_checker() {
    let text = "title = 'Two of three'\npieces = 'domino'\n[board]\nart = '''\n++#+\n'''\nholes = 2";
    let problem = puzzle::parse(text).unwrap().problem;
    assert_eq!(problem.pieces.hole().unwrap().copies, Copies::exactly(2));
    assert_eq!(problem.count().unwrap(), 2_u32.into());
    let faults = |letters: &str| tiling::parse(letters, &problem).unwrap().check(&problem).unwrap_err();
    let [Fault::Holes { empty: 0, .. }] = faults("AABB")[..] else { panic!("{:?}", faults("AABB")) };
    assert_eq!(faults("AABB")[0].to_string(), "0 optional cells are empty, but holes are 2");
    let gap = faults("AA..");
    assert_eq!(gap[0].to_string(), "0,2 is not covered");
    // What stands for an empty cell is no piece that could be laid.
    assert!(tiling::parse(r#"{"pieces":[{"piece":"hole","cells":[[0,0]]}]}"#, &problem).is_err());
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let error = |board: &str| {
        let text = format!("title = 'x'\npieces = 'domino,monomino'\n[board]\n{board}");
        let error = puzzle::parse(&text).unwrap_err();
        let span = error.span.clone().map(|span| text[span].to_owned());
        format!("{error} ({}) at {}", error.help.clone().unwrap_or_default(), span.unwrap_or_default())
    };
    insta::assert_snapshot!([
        error("size = '2x2'\nholes = 1"),
        error("size = '2x2'\noptional = [[0, 0], [2, 0]]"),
        error("size = '2x2'\noptional = [[0, 0], [0, 0]]"),
        error("size = '2x2'\noptional = 3"),
        error("size = '2x2'\noptional = [[0, 0]]\nholes = '3..1'"),
        error("size = '2x2'\noptional = [[0, 0]]\nholes = true"),
        error("size = '2x2'\noptional = [[0, 0]]\nholes = -1"),
        error("lattice = 'hex'\noptional = [[0, 0, 1]]"),
    ].join("\n"), @r#"
    no cell of the board may stay empty, so there are no holes to be counted (say which cells may, as in optional = [[0, 0], [0, 1]]) at 1
    cell 2,0 is not on the board, which has rows 0..1 and columns 0..1 (make cells of the board optional) at [2, 0]
    cell 0,0 is there twice (name each cell once) at [[0, 0], [0, 0]]
    'optional' must be a list, not a number (write a list of rows and columns, from 0, as in remove = [[0, 0], [7, 7]]) at 3
    holes 3..1 are impossible: the first number is the larger (write holes = 3, or holes = "0..5", "2.." or "any") at 3..1
    'holes' must be a number or a text (write holes = 3, or holes = "0..5", "2.." or "any") at true
    'holes' must be a whole number from 0 to 4294967295 (write holes = 3, or holes = "0..5", "2.." or "any") at -1
    0,0,1 is no cell of this lattice (write the two coordinates q,r of the hexagon, as in 0,7) at [0, 0, 1]
    "#);
    let ruled = "title = 'x'\npieces = 'domino'\n[board]\nart = '''\n++\n++\n'''\n[rules]\ntatami = true";
    let refused = puzzle::parse(ruled).unwrap().problem.count().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "tatami is a rule for boards that are covered as a whole, and here cells may stay empty; leave it out, or make no \
         cell optional"
    );
}
