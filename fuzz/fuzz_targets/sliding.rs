//! Sliding-block puzzles in TOML and drawn: [`polytile::format::sliding`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::sliding::{parse, read};
use polytile_fuzz::{check_sliding, checked};

fuzz_target!(|text: &str| {
    if let Some(puzzle) = checked(text, parse(text)) {
        check_sliding(text, &puzzle);
    }
    if let Some(puzzle) = checked(text, read(text)) {
        check_sliding(text, &puzzle);
    }
});
