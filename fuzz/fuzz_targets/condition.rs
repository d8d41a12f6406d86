//! Conditions on tilings: [`polytile::format::condition`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::condition::condition;
use polytile::problem::Problem;
use polytile_fuzz::{checked, names_large_pieces, small_problem};
use std::sync::LazyLock;

static PROBLEMS: LazyLock<[Problem; 5]> = LazyLock::new(|| [0, 1, 2, 3, 4].map(small_problem));

fuzz_target!(|text: &str| {
    if names_large_pieces(text) {
        return;
    }
    let problem = &PROBLEMS[text.len() % 5];
    if let Some(read) = checked(text, condition(text, problem)) {
        assert!(read.piece < problem.pieces.len());
    }
});
