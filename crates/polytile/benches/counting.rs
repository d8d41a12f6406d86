//! How long the counts of the README's table take, engine by engine, and how long sampling does.
//!
//! `cargo bench -p polytile` runs all; `cargo bench -p polytile -- merge` those whose names contain `merge`.

use criterion::{Criterion, criterion_group, criterion_main};
use polytile::board::Region;
use polytile::count::{CountOptions, Engine, count};
use polytile::frontier::sample::sample;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::Problem;
use polytile::run::Control;
use std::hint::black_box;
use std::time::Duration;

fn problem(rows: u64, cols: u64, size: usize) -> Problem {
    let region = Region::rectangle(rows, cols).expect("a board");
    Problem::new(region, PieceSet::all(size, Freedom::Free))
}

fn counting(c: &mut Criterion) {
    let mut group = c.benchmark_group("count");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let boards = [
        ("dense trominoes 9x12", 9, 12, 3, Engine::Dense),
        ("dense trominoes 12x12", 12, 12, 3, Engine::Dense),
        ("dense trominoes 15x16", 15, 16, 3, Engine::Dense),
        ("merge trominoes 9x12", 9, 12, 3, Engine::Merge),
        ("merge trominoes 12x12", 12, 12, 3, Engine::Merge),
        ("merge tetrominoes 10x10", 10, 10, 4, Engine::Merge),
        ("merge pentominoes 8x10", 8, 10, 5, Engine::Merge),
        ("merge pentominoes 10x8", 10, 8, 5, Engine::Merge),
        ("merge dominoes 20x20", 20, 20, 2, Engine::Merge),
    ];
    for (name, rows, cols, size, engine) in boards {
        let problem = problem(rows, cols, size);
        let options = CountOptions { engine: Some(engine), ..CountOptions::default() };
        group.bench_function(name, |b| b.iter(|| count(black_box(&problem), &options, &Control::default())));
    }
    group.finish();
}

fn threads(c: &mut Criterion) {
    let mut group = c.benchmark_group("threads");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    let problem = problem(11, 11, 4);
    let options = CountOptions { modulo: Some(1_000_000_007_u32.into()), ..CountOptions::default() };
    for threads in [1, 2] {
        let control = Control::default().threads(threads);
        group.bench_function(format!("merge tetrominoes 11x11, {threads}"), |b| {
            b.iter(|| count(black_box(&problem), &options, &control));
        });
    }
    group.finish();
}

fn sampling(c: &mut Criterion) {
    let mut group = c.benchmark_group("sample");
    group.sample_size(10);
    let problem = problem(8, 8, 2);
    group.bench_function("10000 domino tilings of 8x8", |b| {
        b.iter(|| {
            sample(black_box(&problem), 10_000, 1, &Control::default(), |tiling| drop(black_box(tiling)))
        });
    });
    group.finish();
}

criterion_group!(benches, counting, threads, sampling);
criterion_main!(benches);
