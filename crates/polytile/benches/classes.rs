//! How long it takes to find which tilings are related.
//!
//! `cargo bench -p polytile --bench classes` runs all; with `-- 6x10`, those whose names contain `6x10`.

use criterion::{Criterion, criterion_group, criterion_main};
use polytile::classes::{Engine, Options, Relations, RuleSet, Tilings};
use polytile::format::{puzzle, shipped::Shipped};
use polytile::run::Control;
use std::hint::black_box;

fn classes(c: &mut Criterion) {
    let control = Control::default();
    for name in ["6x10", "5x12", "4x15", "3x20", "8x8-holed"] {
        let shipped = Shipped::find(&format!("pentominoes-{name}")).expect("a shipped puzzle");
        let problem = puzzle::parse(shipped.text).expect("a puzzle").problem;
        let tilings = Tilings::find(&problem, &control).expect("no limit");
        for engine in [Engine::Pairs, Engine::Construct] {
            let options = Options { engine: Some(engine), ..Options::default() };
            c.bench_function(&format!("{name}, {engine}"), |b| {
                b.iter(|| {
                    let relations = Relations::find(&tilings, &options, &control).expect("no limit");
                    black_box(relations.classes(tilings.len(), RuleSet::ALL).len())
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = classes
}
criterion_main!(benches);
