//! How long it takes to explore sliding-block puzzles.
//!
//! `cargo bench -p polytile --bench sliding` runs all; with `-- klotski`, those whose names contain `klotski`.

use criterion::{Criterion, criterion_group, criterion_main};
use polytile::format::{shipped::Shipped, sliding};
use polytile::run::Control;
use polytile::sliding::explore::diameter;
use polytile::sliding::{ExploreEngine, ExploreOptions, Metric, explore};
use std::hint::black_box;
use std::time::Duration;

fn exploring(c: &mut Criterion) {
    let mut group = c.benchmark_group("sliding");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
    for (name, states) in [("klotski", 25_955), ("8-puzzle", 181_440), ("euler-766", 2_613_742)] {
        let file = Shipped::find(name).expect("a name");
        let puzzle = sliding::parse(file.text).expect("a puzzle").puzzle;
        for metric in Metric::ALL {
            for engine in [ExploreEngine::Sorted, ExploreEngine::Ranked] {
                // Numbering millions of states takes seconds in every metric: once is enough.
                if engine == ExploreEngine::Ranked && metric != Metric::Step && states > 1_000_000 {
                    continue;
                }
                let options = ExploreOptions { metric, engine: Some(engine), ..ExploreOptions::default() };
                group.bench_function(format!("{name}, {metric}, {engine}"), |b| {
                    b.iter(|| {
                        let explored = explore(black_box(&puzzle), &options, &Control::default());
                        assert_eq!(explored.expect("an answer").states, states);
                    });
                });
            }
        }
    }
    let klotski = Shipped::find("klotski").expect("a name");
    let klotski = sliding::parse(klotski.text).expect("a puzzle").puzzle;
    group.bench_function("klotski, diameter", |b| {
        b.iter(|| diameter(black_box(&klotski), Metric::Move, &Control::default()).expect("an answer"));
    });
    group.finish();
}

criterion_group!(benches, exploring);
criterion_main!(benches);
