//! What is left of a search, and what an exploration knows: [`polytile::solve::Search::resume`],
//! [`look_at_checkpoint`]. A genuine checkpoint is edited, and its checksum put right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::exact_cover::Encoded;
use polytile::internals::{left, look_at_checkpoint};
use polytile::sliding::Metric;
use polytile::solve::{Options, Question, Remaining, Reply, Saved, Search};
use polytile_fuzz::{EXPLORATION, Exploration, control, edited, small_problem, with_checksum};
use std::sync::LazyLock;

static SEARCH: LazyLock<Search> = LazyLock::new(|| {
    let problem = small_problem(3);
    let encoded = Encoded::new(&problem, &control()).expect("small");
    let question = Question::tilings(problem, encoded);
    Search::new(&question, &Options::default(), &control()).expect("small")
});

/// The solutions handed out from some place on, at most so many, and what is left then.
fn listed(from: Remaining, most: usize) -> (Vec<Vec<u32>>, Option<Remaining>) {
    let mut had = Vec::new();
    let sink = &mut |chosen: &[u32]| {
        had.push(chosen.to_vec());
        if had.len() < most { Reply::More } else { Reply::Enough }
    };
    let report = SEARCH.list(from, None, &control(), sink).expect("a place of this search");
    (had, report.remaining)
}

/// Number of solutions, and two checkpoints after each but the last: one where all of them are drawn, and one where the
/// last is not.
static GENUINE: LazyLock<(usize, Vec<String>)> = LazyLock::new(|| {
    let all = listed(SEARCH.beginning(), usize::MAX).0.len();
    let after = |n: usize| {
        let (had, left) = listed(SEARCH.beginning(), n);
        let left = left.expect("not all of them");
        [SEARCH.checkpoint(&left, &[]), SEARCH.checkpoint(&left, &had[n - 1..])]
    };
    (all, (1..all).flat_map(after).collect())
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, script @ ..] = bytes else { return };
    let (all, texts) = &*GENUINE;
    let Some(text) = texts.get(usize::from(*choice) % (texts.len() + 1)) else {
        let Exploration { puzzle, checkpoint, .. } = &*EXPLORATION;
        let text = edited(checkpoint, script);
        let _ = look_at_checkpoint(puzzle, Metric::Step, &text);
        if let Ok(levels) = look_at_checkpoint(puzzle, Metric::Step, &with_checksum(&text)) {
            assert_eq!(levels[0], 1);
        }
        return;
    };
    let genuine = SEARCH.resume(text.as_bytes(), &control()).expect("it was written here").remaining;
    let changed = edited(text.as_bytes(), script);
    let _ = SEARCH.resume(&changed, &control());
    let Ok(Saved { remaining, undrawn }) = SEARCH.resume(&with_checksum(&changed), &control()) else {
        return;
    };
    assert!(undrawn.len() as u64 <= remaining.found);
    // It may say another number of solutions had; then what is left is the same.
    if left(&remaining) != left(&genuine) {
        assert!(listed(remaining, usize::MAX).0.len() <= *all);
    }
});
