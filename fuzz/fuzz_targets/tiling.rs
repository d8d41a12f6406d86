//! Tilings in letters and in JSON, and their checker: [`polytile::format::tiling`], [`polytile::tiling`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::tiling;
use polytile::problem::Problem;
use polytile::tiling::Tiling;
use polytile_fuzz::{checked, small_problem};
use std::sync::LazyLock;

static PROBLEMS: LazyLock<[Problem; 5]> = LazyLock::new(|| [0, 1, 2, 3, 4].map(small_problem));

fuzz_target!(|text: &str| {
    // Every length has its puzzle, so that one text can be tried with each by a blank more or less.
    let problem = &PROBLEMS[text.len() % 5];
    let parsed = tiling::parse(text, problem);
    if let Some(lax) = checked(text, tiling::read(text, problem)) {
        assert!(lax.misfits.len() <= Tiling::LISTED);
        if let Some(tiling) = &lax.tiling {
            let _ = tiling.check(problem);
        }
        // What is a tiling for the strict reader has nothing that does not fit.
        assert!(parsed.is_err() || lax.misfits.is_empty());
    }
    let Some(read) = checked(text, parsed) else { return };
    let right = read.check(problem).is_ok();
    let again = tiling::parse(&tiling::to_json(&read, problem), problem).expect("what was written");
    assert_eq!(again, read);
    if right {
        let again = tiling::parse(&tiling::to_letters(&read, problem), problem).expect("letters");
        assert!(again.check(problem).is_ok());
    }
});
