//! How long boards of side 2^n take: every piece, rows of packed colours, a picture, and a question about one cell.
//!
//! `cargo bench -p polytile --bench golomb` runs all.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use num_bigint::BigUint;
use polytile::golomb::{Board, Colouring, Look, recognise};
use polytile::run::Control;
use std::hint::black_box;
use std::io::Cursor;
use std::time::Duration;

fn board(order: u32) -> Board {
    Board::random(order, 1).expect("a board")
}

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("golomb");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    group.bench_function("every piece of 2^14", |b| {
        let board = board(14);
        b.iter(|| {
            let mut sum = 0_u64;
            board.trominoes().for_each(|piece| sum = sum.wrapping_add(black_box(piece).top));
            sum
        });
    });
    group.bench_function("packed rows of 2^15", |b| {
        let window = board(15).whole().expect("a window");
        b.iter(|| {
            let mut rows = window.rows(0..window.rows_len());
            let mut sum = 0_u64;
            while let Some(row) = rows.next_row() {
                sum += u64::from(black_box(row.packed())[0]);
            }
            sum
        });
    });
    let look = Look::new(Colouring::Three, 1).expect("a look");
    let window = board(15).whole().expect("a window");
    for threads in [1, 2] {
        let control = Control::default().threads(threads);
        group.bench_function(BenchmarkId::new("PNG of 2^15, threads", threads), |b| {
            b.iter(|| window.png(look, &control, &mut std::io::sink()));
        });
    }
    let mut file = Vec::new();
    let made = board(13).whole().and_then(|window| window.png(look, &Control::default(), &mut file));
    made.expect("a picture");
    group.bench_function("a picture of 2^13 verified", |b| {
        b.iter(|| recognise(Cursor::new(&file), &Control::default(), |_| ()));
    });
    group.finish();
}

fn cells(c: &mut Criterion) {
    let mut group = c.benchmark_group("golomb cell");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    // Any cells: a row and a column from the golden section.
    let step = 0x9E37_79B9_7F4A_7C15_u64;
    let board: Board = board(60);
    let mut at = 0_u64;
    group.bench_function("n = 60", |b| {
        b.iter(|| {
            at = at.wrapping_add(step);
            board.piece_at(&(at >> 4), &(at.rotate_left(32) >> 4))
        });
    });
    let huge = Board::<BigUint>::random(4096, 1).expect("a board");
    let cell = Board::<BigUint>::random(4096, 2).expect("a board");
    group.bench_function("n = 4096", |b| b.iter(|| huge.piece_at(black_box(cell.hole().0), cell.hole().1)));
    group.finish();
}

criterion_group!(benches, boards, cells);
criterion_main!(benches);
