//! Every tiling as often as any other, on boards of every kind.

use super::*;
use crate::board::Region;
use crate::count::{CountOptions, by_engine};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use std::collections::HashMap;

fn dominoes(region: Region) -> Problem {
    Problem::new(region, PieceSet::all(2, Freedom::Free))
}

#[derive(Clone, Copy, PartialEq)]
enum By {
    Shuffling,
    Coupling,
    Pairs,
}
use By::{Coupling, Pairs, Shuffling};

fn matcher(problem: &Problem, by: By) -> Result<Matcher, Undrawn> {
    let (placements, control) = (problem.placements(), Control::default());
    match by {
        Shuffling => Matcher::shuffling(problem, &placements, &control),
        Coupling => Matcher::coupling(problem, &placements, true, &control),
        Pairs => Matcher::pairwise(problem, &placements, true, &control),
    }
}

fn opened(problem: &Problem, by: By) -> Matcher {
    matcher(problem, by).unwrap_or_else(|_| panic!("it can be drawn"))
}

fn obstacle(problem: &Problem, by: By) -> &'static str {
    match matcher(problem, by) {
        Err(Undrawn::Obstacle(why)) => why,
        Err(Undrawn::Impossible) => "impossible",
        _ => panic!("it can be drawn"),
    }
}

fn drawn(problem: &Problem, by: By, numbers: Range<u64>, control: &Control) -> Vec<Tiling> {
    let mut tilings = Vec::new();
    let each = |tiling| {
        tilings.push(tiling);
        true
    };
    opened(problem, by).draw(numbers, 1, control, each).unwrap();
    tilings
}

/// Draws 50 times as many tilings as there are, checks each of them, and that all are equally likely: chi squared, less its
/// degrees of freedom, divided by its standard deviation, is above 5 for one seed in a million; for this seed it is not.
fn is_uniform(problem: &Problem, by: By) {
    let options = CountOptions { engine: Some(crate::count::Engine::Merge), ..CountOptions::default() };
    let total = by_engine(problem, &options, &Control::default()).unwrap().answer.total();
    let total = u64::try_from(total).unwrap();
    let mut seen: HashMap<Vec<Laid>, u64> = HashMap::new();
    for tiling in drawn(problem, by, 0..50 * total, &Control::default()) {
        let mut laid = tiling.laid().to_vec();
        laid.sort_unstable();
        seen.entry(laid).and_modify(|n| *n += 1).or_insert_with(|| {
            assert!(tiling.check(problem).is_ok());
            1
        });
    }
    assert_eq!(seen.len() as u64, total);
    let chi = seen.values().map(|&n| (n as f64 - 50.0).powi(2) / 50.0).sum::<f64>();
    let free = (total - 1) as f64;
    assert!((chi - free).abs() <= 5.0 * (2.0 * free).sqrt(), "{chi} of {free}");
}

fn board(drawing: &str) -> Problem {
    let rows: Vec<Vec<bool>> =
        drawing.split('/').map(|row| row.chars().map(|c| c == '#').collect()).collect();
    dominoes(Region::from_rows(&rows).unwrap())
}

#[test]
fn coupling_is_uniform() {
    for rows in [2, 4] {
        is_uniform(&dominoes(Region::rectangle(rows, 4).unwrap()), Coupling);
    }
    is_uniform(&dominoes(Region::rectangle(4, 6).unwrap()), Coupling);
    is_uniform(&dominoes(Region::aztec(3).unwrap()), Coupling);
    // An L, and one with a corridor of dominoes that are forced, with rooms at both ends.
    is_uniform(&board("##..../##..../##..../######/######"), Coupling);
    is_uniform(&board("###.../###.../######/...###/...###"), Coupling);
    is_uniform(&board("##..##/######/##..##"), Coupling);
    // Holes, in one of which there is another part of the board.
    is_uniform(&board("###/#.#/###"), Coupling);
    is_uniform(&board("######/#.##.#/######"), Coupling);
    is_uniform(&board("######/##..##/######"), Coupling);
    is_uniform(&board("#######/#.....#/#.##..#/#.##..#/#.....#/#######"), Coupling);
    // A board that is drawn on a sphere.
    is_uniform(&dominoes(Region::wrapped(Topology::Cylinder, 3, 4).unwrap()), Coupling);
    is_uniform(&dominoes(Region::wrapped(Topology::Cylinder, 2, 2).unwrap()), Coupling);
}

#[test]
fn pair_by_pair_is_uniform() {
    let wrapped = |topology, rows, cols| dominoes(Region::wrapped(topology, rows, cols).unwrap());
    is_uniform(&dominoes(Region::rectangle(3, 4).unwrap()), Pairs);
    is_uniform(&board("####/#..#/####"), Pairs);
    // Where heights mean nothing: on a torus, and with odd circles.
    is_uniform(&wrapped(Topology::Torus, 2, 2), Pairs);
    is_uniform(&wrapped(Topology::Torus, 2, 4), Pairs);
    is_uniform(&wrapped(Topology::Cylinder, 2, 3), Pairs);
    is_uniform(&on("hex-triangle:4", "dihexes"), Pairs);
    is_uniform(&on("tri-hexagon:1,1,2", "lozenge"), Pairs);
}

#[test]
fn lozenges_are_coupled() {
    is_uniform(&on("tri-hexagon:2", "lozenge"), Coupling);
    is_uniform(&on("tri-hexagon:1,3,2", "lozenge"), Coupling);
}

fn on(board: &str, pieces: &str) -> Problem {
    Problem::new(board.parse().unwrap(), pieces.parse().unwrap())
}

#[test]
fn shuffling_is_uniform() {
    for order in 1..=4 {
        let problem = dominoes(Region::aztec(order).unwrap());
        is_uniform(&problem, Shuffling);
        let total = Count::from(1_u8) << (order * (order + 1) / 2);
        assert_eq!(opened(&problem, Shuffling).total(&Control::default()).unwrap(), Some(total));
    }
    // Not in the middle of its frame.
    is_uniform(&board("...##./..####/..####/...##."), Shuffling);
}

#[test]
fn pieces_are_drawn_too() {
    let domino = |name: &str, freedom| {
        let shape = Polyform::new([Cell::new(0, 0), Cell::new(0, 1)]).unwrap();
        Piece::new(name, &shape, freedom, Copies::ANY)
    };
    let two = PieceSet::new(vec![domino("A", Freedom::Free), domino("B", Freedom::Free)]);
    let square = Region::aztec(1).unwrap();
    for by in [Shuffling, Coupling, Pairs] {
        let problem = Problem::new(square.clone(), two.clone());
        is_uniform(&problem, by);
        let total = opened(&problem, by).total(&Control::default()).unwrap();
        assert_eq!(total, (by != Coupling).then(|| 8_u8.into()));
    }
    let lying = PieceSet::new(vec![domino("A", Freedom::Fixed)]);
    is_uniform(&Problem::new(Region::rectangle(2, 4).unwrap(), lying.clone()), Coupling);
    assert!(obstacle(&Problem::new(square.clone(), lying), Shuffling).contains("Aztec"));
    let uneven = PieceSet::new(vec![domino("A", Freedom::Free), domino("B", Freedom::Fixed)]);
    assert!(obstacle(&Problem::new(square, uneven), Coupling).contains("more pieces than others"));
}

#[test]
fn a_number_means_one_tiling() {
    let square = || Region::rectangle(8, 8).unwrap();
    for (region, by) in
        [(square(), Coupling), (Region::aztec(9).unwrap(), Shuffling), (Region::aztec(2).unwrap(), Pairs)]
    {
        let problem = dominoes(region);
        let all = drawn(&problem, by, 0..9, &Control::default());
        assert_eq!(all[3..7], drawn(&problem, by, 3..7, &Control::default().threads(3)));
    }
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let wrapped = |topology, rows, cols| dominoes(Region::wrapped(topology, rows, cols).unwrap());
    assert!(obstacle(&wrapped(Topology::Torus, 4, 4), Coupling).contains("torus"));
    assert!(obstacle(&wrapped(Topology::Cylinder, 4, 5), Coupling).contains("odd circles"));
    assert!(obstacle(&dominoes(Region::rectangle(4, 4).unwrap()), Shuffling).contains("Aztec"));
    assert!(obstacle(&wrapped(Topology::Torus, 2, 2), Shuffling).contains("Aztec"));
    // Equally many cells of both colours, but two cells with only one neighbour between them.
    assert_eq!(obstacle(&board(".#..#./######"), Coupling), "impossible");
    let problem = dominoes(Region::rectangle(30, 30).unwrap());
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    let stopped = opened(&problem, Coupling).draw(0..1, 1, &late, |_| true).unwrap_err();
    assert!(stopped.to_string().contains("pairs of cells undecided"), "{stopped}");
}
