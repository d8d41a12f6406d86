//! How long it takes to list all solutions of exact covers.
//!
//! `cargo bench -p polytile --bench covering` runs all; with `-- 6x10`, those whose names contain `6x10`.

use criterion::{Criterion, criterion_group, criterion_main};
use polytile::board::{Cell, Region};
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::internals::{Sparse, Step, Walk, Walker, bitboard};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::Problem;
use polytile::run::Control;
use std::hint::black_box;
use std::time::Duration;

/// Every pentomino once, and perhaps the square tetromino.
fn pentominoes(region: Region, freedom: Freedom, square: bool) -> ExactCover {
    let square = square.then(|| {
        Piece::from_catalogue(&catalogue::find("O4").expect("a name"), Freedom::Free, Copies::exactly(1))
    });
    let mut pieces: Vec<Piece> = PieceSet::all(5, freedom).iter().cloned().chain(square).collect();
    for piece in &mut pieces {
        piece.copies = Copies::exactly(1);
    }
    let problem = Problem::new(region, PieceSet::new(pieces));
    Encoded::new(&problem, &Control::default()).expect("a puzzle").cover().clone()
}

fn rectangle(rows: u64, cols: u64) -> Region {
    Region::rectangle(rows, cols).expect("a board")
}

fn holed() -> Region {
    let hole = [(3, 3), (3, 4), (4, 3), (4, 4)].map(|(r, c)| Cell::new(r, c));
    rectangle(8, 8).without(&hole).expect("a board")
}

/// Queens that do not attack each other; the diagonals are secondary.
fn queens(n: u32) -> ExactCover {
    let mut cover = ExactCover::default();
    for line in (0..2 * n).map(|i| format!("line{i}")) {
        cover.add_item(line, Multiplicity::ONCE).expect("a new item");
    }
    for line in (0..4 * n - 2).map(|i| format!("diagonal{i}")) {
        cover.add_item(line, Multiplicity::Secondary).expect("a new item");
    }
    for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        let items = [r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c];
        cover.add_option(&items.map(Entry::plain)).expect("an option");
    }
    cover
}

fn count(mut walker: Box<dyn Walker>) -> u64 {
    let mut count = 0;
    while walker.advance(u64::MAX) == Step::Solution {
        count += 1;
    }
    count
}

fn sparse(cover: &ExactCover) -> u64 {
    count(Box::new(Walk::new(Sparse::new(cover, &Control::default()).expect("a cover"))))
}

/// `queens` queens that leave no square of an `n` by `n` board without attack.
fn dominating(n: u32, queens: u32) -> ExactCover {
    let mut cover = ExactCover::default();
    let all = Multiplicity::Primary { lo: queens, hi: queens };
    cover.add_item("queens", all).expect("a new item");
    let squares: Vec<(u32, u32)> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).collect();
    for (r, c) in &squares {
        cover.add_item(format!("{r},{c}"), Multiplicity::Primary { lo: 1, hi: queens }).expect("a new item");
    }
    for &(r, c) in &squares {
        let attacked =
            |&(_, &(i, j)): &(u32, &(u32, u32))| r == i || c == j || r + c == i + j || r + j == i + c;
        let items = (1..).zip(&squares).filter(attacked).map(|(item, _)| item);
        let entries: Vec<Entry> = std::iter::once(0).chain(items).map(Entry::plain).collect();
        cover.add_option(&entries).expect("an option");
    }
    cover
}

fn covering(c: &mut Criterion) {
    let mut group = c.benchmark_group("covering");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let dominoes = Problem::new(rectangle(8, 8), PieceSet::all(2, Freedom::Free));
    let dominoes = Encoded::new(&dominoes, &Control::default()).expect("a puzzle").cover().clone();
    let covers = [
        ("pentominoes 6x10", pentominoes(rectangle(6, 10), Freedom::Free, false), 9356),
        ("pentominoes 5x12", pentominoes(rectangle(5, 12), Freedom::Free, false), 4040),
        ("pentominoes 4x15", pentominoes(rectangle(4, 15), Freedom::Free, false), 1472),
        ("pentominoes 3x20", pentominoes(rectangle(3, 20), Freedom::Free, false), 8),
        ("pentominoes 8x8 with a hole", pentominoes(holed(), Freedom::Free, false), 520),
        ("pentominoes and a square 8x8", pentominoes(rectangle(8, 8), Freedom::Free, true), 129_168),
        ("one-sided pentominoes 3x30", pentominoes(rectangle(3, 30), Freedom::OneSided, false), 184),
        ("queens 14x14", queens(14), 365_596),
        ("dominoes 8x8", dominoes, 12_988_816),
    ];
    for (name, cover, solutions) in covers {
        // The plain covers are also searched as covers of any kind, where that takes seconds.
        if solutions < 1_000_000 && !name.contains("square") {
            group.bench_function(format!("sparse {name}"), |b| {
                b.iter(|| assert_eq!(sparse(black_box(&cover)), solutions));
            });
        }
        group.bench_function(format!("bits {name}"), |b| {
            b.iter(|| {
                let walker = bitboard(black_box(&cover), &Control::default()).expect("a plain cover");
                assert_eq!(count(walker), solutions);
            });
        });
    }
    let dominating = dominating(8, 5);
    group.bench_function("sparse 5 queens dominate 8x8", |b| {
        b.iter(|| assert_eq!(sparse(black_box(&dominating)), 4860));
    });
    group.finish();
}

criterion_group!(benches, covering);
criterion_main!(benches);
