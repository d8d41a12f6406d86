//! The parts of the engine, each checked against what is known by other means.

use super::lone::Lone;
use super::neighbours::Neighbours;
use super::plain::{Kind, Plain};
use super::sequence::sequences;
use super::{Unfit, walker};
use crate::board::{Cell, Region};
use crate::exact_cover::tree::Step;
use crate::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use crate::problem::Problem;
use crate::run::{Control, Pulse};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// All pieces of a size and perhaps some others, each once, as an exact cover of `region`.
fn once_each(region: Region, size: usize, freedom: Freedom, others: &[&str]) -> ExactCover {
    let others = others.iter().map(|name| {
        let named = catalogue::find(name).expect("a standard name");
        Piece::from_catalogue(&named, Freedom::Free, Copies::ANY)
    });
    let mut pieces: Vec<Piece> = PieceSet::all(size, freedom).iter().cloned().chain(others).collect();
    for piece in &mut pieces {
        piece.copies = Copies::exactly(1);
    }
    let problem = Problem::new(region, PieceSet::new(pieces));
    Encoded::new(&problem, &Control::default()).expect("a small puzzle").cover().clone()
}

fn rectangle(rows: u64, cols: u64) -> Region {
    Region::rectangle(rows, cols).expect("a board")
}

/// The number of solutions, each checked.
fn count(cover: &ExactCover) -> u64 {
    let mut walker = walker(cover, &Control::default()).expect("a plain cover");
    let mut count = 0;
    while walker.advance(u64::MAX) == Step::Solution {
        assert_eq!(cover.check(walker.solution()), Ok(()));
        count += 1;
    }
    count
}

#[test]
fn pentominoes_on_rectangles() {
    assert_eq!(count(&once_each(rectangle(3, 20), 5, Freedom::Free, &[])), 8);
    assert_eq!(count(&once_each(rectangle(4, 15), 5, Freedom::Free, &[])), 1472);
    let holed = [(3, 3), (3, 4), (4, 3), (4, 4)].map(|(r, c)| Cell::new(r, c));
    let holed = rectangle(8, 8).without(&holed).expect("a board");
    assert_eq!(count(&once_each(holed, 5, Freedom::Free, &[])), 520);
}

#[test]
fn puzzles_of_more_than_64_and_more_than_128_items() {
    assert_eq!(count(&once_each(rectangle(3, 30), 5, Freedom::OneSided, &[])), 184);
    let dominoes = Problem::new(rectangle(2, 70), PieceSet::all(2, Freedom::Free));
    let encoded = Encoded::new(&dominoes, &Control::default()).expect("a small puzzle");
    // A Fibonacci number too large to list; the first hundred thousand tilings are different, and are right.
    let mut walker = walker(encoded.cover(), &Control::default()).expect("a plain cover");
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..100_000 {
        assert_eq!(walker.advance(u64::MAX), Step::Solution);
        assert_eq!(encoded.cover().check(walker.solution()), Ok(()));
        let mut solution = walker.solution().to_vec();
        solution.sort_unstable();
        assert!(seen.insert(solution));
    }
}

#[test]
fn getting_ready_asks_now_and_then() {
    let dominoes = Problem::new(rectangle(4, 16), PieceSet::all(2, Freedom::Free));
    let encoded = Encoded::new(&dominoes, &Control::default()).expect("a small puzzle");
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    let control = Control::default().on_progress(move |_| {
        count.fetch_add(1, Ordering::Relaxed);
    });
    walker(encoded.cover(), &control).expect("a plain cover");
    // More than a million nodes are looked at, and a thousand of them take no time that anybody would notice.
    let asked = asked.load(Ordering::Relaxed);
    assert!((100..20_000).contains(&asked), "{asked}");
}

#[test]
fn the_grid_and_the_pieces_are_found_in_the_options() {
    let cover = once_each(rectangle(8, 8), 5, Freedom::Free, &["O4"]);
    let plain = Plain::new(&cover, &Control::default()).expect("a plain cover");
    let found = Neighbours::new(&plain, &Pulse::preparing(&Control::default())).unwrap();
    assert_eq!(found.pieces, (64..77).collect::<Vec<u32>>());
    let mut pairs = found.pairs.clone();
    pairs.sort_unstable();
    let below = (0..56).map(|cell| (cell, cell + 8));
    let beside = (0..64).filter(|cell| cell % 8 < 7).map(|cell| (cell, cell + 1));
    let mut grid: Vec<(u32, u32)> = below.chain(beside).collect();
    grid.sort_unstable();
    assert_eq!(pairs, grid);
}

#[test]
fn parts_of_one_or_two_cells_are_seen() {
    let mut random = 1_u64;
    let mut draw = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(random | random >> 29) >> 20
    };
    let mut dead = [0_u32; 2];
    // The last has cells on both sides of bit 64.
    for (rows, cols, holes) in [(5, 6, 0), (4, 7, 3), (7, 3, 0), (24, 3, 0)] {
        let holes: Vec<Cell> = (0..holes).map(|i| Cell::new(i, 2 * i)).collect();
        let region = rectangle(rows, cols).without(&holes).expect("a board");
        let problem = Problem::new(region, PieceSet::all(3, Freedom::Free));
        let encoded = Encoded::new(&problem, &Control::default()).expect("a small puzzle");
        let plain = Plain::new(encoded.cover(), &Control::default()).expect("a plain cover");
        let neighbours = Neighbours::new(&plain, &Pulse::preparing(&Control::default())).unwrap();
        let place: Vec<u32> = (0..plain.kinds.len() as u32).collect();
        let lists = neighbours.lists(place.len());
        let lone = Lone::<u128>::new(&plain, &neighbours, &place).expect("few amounts");
        let shuffled: Vec<u32> = place.iter().map(|i| i * 11 % place.len() as u32).collect();
        assert!(Lone::<u128>::new(&plain, &neighbours, &shuffled).is_none(), "many amounts");
        for _ in 0..2000 {
            let free = (draw() | draw() << 40) & ((1 << place.len()) - 1);
            let is_free = |&&cell: &&u32| free >> cell & 1 == 1;
            let around =
                |cell: u32| lists[cell as usize].iter().filter(is_free).copied().collect::<Vec<u32>>();
            let expected = place.iter().filter(is_free).any(|&cell| match around(cell)[..] {
                [] => true,
                [other] => around(other) == [cell],
                _ => false,
            });
            assert_eq!(lone.dead(free), expected, "{rows}x{cols}: {free:b}");
            dead[usize::from(expected)] += 1;
        }
    }
    assert!(dead.iter().all(|&number| number > 500), "{dead:?}");
    let dominoes =
        Encoded::new(&Problem::new(rectangle(4, 4), PieceSet::all(2, Freedom::Free)), &Control::default());
    let plain =
        Plain::new(dominoes.expect("a small puzzle").cover(), &Control::default()).expect("a plain cover");
    let neighbours = Neighbours::new(&plain, &Pulse::preparing(&Control::default())).unwrap();
    assert!(Lone::<u64>::new(&plain, &neighbours, &(0..16).collect::<Vec<u32>>()).is_none());
}

#[test]
fn a_rectangle_is_swept_along_its_longer_side() {
    let cover = once_each(rectangle(6, 10), 5, Freedom::Free, &[]);
    let plain = Plain::new(&cover, &Control::default()).expect("a plain cover");
    let found = sequences(&plain, &Neighbours::new(&plain, &Pulse::preparing(&Control::default())).unwrap());
    let by_columns: Vec<u32> = (0..10).flat_map(|c| (0..6).map(move |r| 10 * r + c)).chain(60..72).collect();
    assert!(found.contains(&by_columns));
    for sequence in found {
        let mut sorted = sequence;
        sorted.sort_unstable();
        assert_eq!(sorted, (0..72).collect::<Vec<u32>>());
    }
}

/// A cover of items `a`, `b` and so on with these demands, its options given in letters.
fn letters(demands: &[Multiplicity], options: &[&str]) -> ExactCover {
    let mut cover = ExactCover::default();
    for (name, &demand) in ('a'..).zip(demands) {
        cover.add_item(name, demand).expect("a new item");
    }
    for option in options {
        let entries = option.bytes().map(|name| Entry::plain(u32::from(name - b'a')));
        cover.add_option(&entries.collect::<Vec<Entry>>()).expect("an option");
    }
    cover
}

const AT_MOST_ONCE: Multiplicity = Multiplicity::Primary { lo: 0, hi: 1 };

#[test]
fn items_that_forbid_nothing_are_left_out() {
    // d is never held, e is held once, f is banned with both of its options.
    let banned = Multiplicity::Primary { lo: 0, hi: 0 };
    let demands = [
        AT_MOST_ONCE,
        Multiplicity::ONCE,
        Multiplicity::Secondary,
        Multiplicity::Secondary,
        AT_MOST_ONCE,
        banned,
    ];
    let plain = Plain::new(&letters(&demands, &["bc", "ac", "be", "bf", "cf", "c"]), &Control::default())
        .expect("a plain cover");
    // b, then a, which may be passed over, then c.
    assert_eq!(plain.kinds, [Kind::Required, Kind::Passable, Kind::Optional]);
    let choices: Vec<(u32, Vec<u32>)> = plain.choices.into_iter().map(|c| (c.option, c.items)).collect();
    assert_eq!(choices, [(0, vec![0, 2]), (1, vec![1, 2]), (2, vec![0])]);
}

#[test]
fn what_sets_cannot_say_is_refused() {
    let refused = |cover: &ExactCover| walker(cover, &Control::default()).err().expect("unfit").to_string();
    let twice = letters(&[Multiplicity::ONCE, Multiplicity::Primary { lo: 1, hi: 2 }], &["a", "b"]);
    insta::assert_snapshot!(refused(&twice), @"item `b` is to be covered 1 to 2 times, and a bitboard cannot count");
    let mut coloured = letters(&[Multiplicity::ONCE, Multiplicity::Secondary], &["a"]);
    let colour = coloured.colour("red");
    coloured.add_option(&[Entry::plain(0), Entry { item: 1, colour }]).expect("an option");
    insta::assert_snapshot!(refused(&coloured), @"item `b` has colours, which a bitboard has no place for");
    let mut wide = ExactCover::default();
    let items: Vec<u32> =
        (0..257).map(|i| wide.add_item(format!("{i}"), Multiplicity::ONCE).expect("new")).collect();
    insta::assert_snapshot!(refused(&wide), @"257 items are more than the 256 of the largest bitboard");
    let mut full = ExactCover::default();
    items[..256].iter().for_each(|i| drop(full.add_item(format!("{i}"), Multiplicity::ONCE)));
    full.add_option(&items[..256].iter().map(|&i| Entry::plain(i)).collect::<Vec<_>>()).expect("an option");
    assert_eq!(count(&full), 1);
    let little = walker(&full, &Control::default().memory(1000));
    assert!(matches!(little.err(), Some(Unfit::Stopped(_))));
}
