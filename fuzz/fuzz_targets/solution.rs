//! Positions and solutions of a sliding-block puzzle: [`polytile::format::sliding`], [`polytile::sliding::check_solution`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::sliding::{SlidingPuzzle, parse, position, solutions};
use polytile::sliding::{Metric, check_solution};
use polytile_fuzz::checked;
use std::sync::LazyLock;

static PUZZLE: LazyLock<SlidingPuzzle> = LazyLock::new(|| {
    let text =
        "start = '''\nABBC\nABBC\nDEEF\nDGHF\nI..J\n'''\ngoal = '''\n....\n....\n....\n.BB.\n.BB.\n'''";
    parse(text).expect("Klotski")
});

fuzz_target!(|text: &str| {
    let puzzle = &PUZZLE.puzzle;
    if let Some(position) = checked(text, position(text, puzzle)) {
        assert_eq!(polytile::format::sliding::position(&puzzle.text(&position), puzzle), Ok(position));
    }
    let Some(read) = checked(text, solutions(text, puzzle)) else { return };
    for moves in &read.solutions {
        for metric in Metric::ALL {
            let right = check_solution(puzzle, metric, moves).is_ok();
            // The checker and the rules for players share nothing.
            let replayed = puzzle.replay(&puzzle.start(), moves);
            assert!(
                !right || replayed.is_ok_and(|all| all.last().is_some_and(|last| puzzle.is_solved(last)))
            );
        }
    }
});
