//! Proofs that there is no tiling, and their checker: [`polytile::format::certificate`], [`polytile::certificate`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::certificate;
use polytile::problem::Problem;
use polytile_fuzz::{checked, control, small_problem};
use std::sync::LazyLock;

static PROBLEMS: LazyLock<[Problem; 4]> = LazyLock::new(|| [0, 1, 2, 3].map(small_problem));

fuzz_target!(|text: &str| {
    let _ = certificate::is_certificate(text);
    let problem = &PROBLEMS[text.len() % 4];
    let Some(read) = checked(text, certificate::parse(text, &problem.region)) else { return };
    // All of these puzzles have tilings.
    assert!(read.check(problem, &control()).is_err());
    let written = certificate::to_json(&read, &problem.region).to_string();
    assert_eq!(certificate::parse(&written, &problem.region), Ok(read));
});
