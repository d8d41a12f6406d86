//! How long diagrams of tilings take to build, to count and to ask.
//!
//! `cargo bench -p polytile --bench zdd`. The rival `TdZdd` is measured side by side by `benches/rivals/measure.py`.

use criterion::{Criterion, criterion_group, criterion_main};
use polytile::board::Region;
use polytile::count::Order;
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::zdd::Family;
use std::hint::black_box;
use std::time::Duration;

fn problem(rows: u64, cols: u64, names: &str) -> Problem {
    let region = Region::rectangle(rows, cols).expect("a board");
    Problem::new(region, pieces::list(names, Freedom::Free).expect("pieces"))
}

fn building(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    for (name, rows, cols, names, order, threads) in [
        ("trominoes 9x12 by rows", 9, 12, "trominoes", Order::Rows, 1),
        ("trominoes 9x12 by rows, two threads", 9, 12, "trominoes", Order::Rows, 2),
        ("trominoes 9x12 by columns", 9, 12, "trominoes", Order::Columns, 1),
        ("trominoes 12x12", 12, 12, "trominoes", Order::Rows, 1),
        ("up to three cells 8x8", 8, 8, "monomino,dominoes,trominoes", Order::Rows, 1),
        ("tetrominoes, each at most five times, 8x8", 8, 8, "0..5:tetrominoes", Order::Rows, 1),
    ] {
        let problem = problem(rows, cols, names);
        let control = Control::default().threads(threads);
        group
            .bench_function(name, |b| b.iter(|| Family::tilings(black_box(&problem), Some(order), &control)));
    }
    group.finish();
}

fn asking(c: &mut Criterion) {
    let mut group = c.benchmark_group("ask");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    let control = Control::default();
    let family =
        Family::tilings(&problem(9, 12, "trominoes"), Some(Order::Rows), &control).expect("a family");
    let diagram = family.diagram();
    group.bench_function("count, 7.9 million nodes", |b| b.iter(|| black_box(diagram).count(&control)));
    group.bench_function("counts of all nodes", |b| {
        b.iter(|| black_box(diagram).counted(&control).map(|counted| counted.total().clone()));
    });
    let counted = diagram.counted(&control).expect("counts");
    group.bench_function("frequencies", |b| b.iter(|| black_box(&counted).frequencies(&control)));
    group.bench_function("1000 samples", |b| {
        b.iter(|| black_box(&counted).sample(1000, 1, &control, |set| !black_box(set).is_empty()));
    });
    group.finish();
}

criterion_group!(benches, building, asking);
criterion_main!(benches);
