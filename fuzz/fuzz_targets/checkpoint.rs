//! What is left of a search, and what an exploration knows: [`polytile::solve::Search::resume`],
//! [`look_at_checkpoint`]. A genuine checkpoint is edited, and its checksum put right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::exact_cover::Encoded;
use polytile::sliding::Metric;
use polytile::sliding::explore::look_at_checkpoint;
use polytile::solve::{Options, Question, Reply, Search};
use polytile_fuzz::{EXPLORATION, Exploration, control, edited, fnv, small_problem};

fuzz_target!(|bytes: &[u8]| {
    let [choice, script @ ..] = bytes else { return };
    let control = control();
    if choice % 4 == 0 {
        let Exploration { puzzle, checkpoint, .. } = &*EXPLORATION;
        let text = edited(checkpoint, script);
        let _ = look_at_checkpoint(puzzle, Metric::Step, &text);
        if let Ok(levels) = look_at_checkpoint(puzzle, Metric::Step, &mended(&text)) {
            assert_eq!(levels[0], 1);
        }
        return;
    }
    let problem = small_problem(0);
    let encoded = Encoded::new(&problem, &control).expect("small");
    let question = Question::Tilings(&problem, &encoded);
    let search = Search::new(question, &Options::default(), &control).expect("small");
    let mut all = 0;
    let count = &mut |_: &[u32]| {
        all += 1;
        Reply::More
    };
    search.list(search.beginning(), None, &control, count).expect("its own beginning");
    // Stopped after some solutions.
    let (wanted, mut had) = (1 + u64::from(choice / 4) % (all - 1), 0);
    let some = &mut |_: &[u32]| {
        had += 1;
        if had < wanted { Reply::More } else { Reply::Enough }
    };
    let report = search.list(search.beginning(), None, &control, some).expect("its own beginning");
    let remaining = report.remaining.expect("not all");
    let text = search.checkpoint(&remaining);
    assert_eq!(search.resume(text.as_bytes(), &control).as_ref(), Ok(&remaining));
    let changed = edited(text.as_bytes(), script);
    let _ = search.resume(&changed, &control);
    let Ok(remaining) = search.resume(&mended(&changed), &control) else { return };
    // It may say another number of solutions had, and nothing else.
    let mut rest = 0;
    let count = &mut |_: &[u32]| {
        rest += 1;
        Reply::More
    };
    let report = search.list(remaining.clone(), None, &control, count).expect("it was looked through");
    assert_eq!(report.found, remaining.found + rest);
    assert!(rest <= all);
});

/// With the right checksum, where it has a first line with one.
fn mended(text: &[u8]) -> Vec<u8> {
    let Some(end) = text.iter().position(|&byte| byte == b'\n') else { return text.to_vec() };
    let Some(start) = text[..end].iter().rposition(|&byte| byte == b' ') else { return text.to_vec() };
    let said = [&text[..start], &text[end..]].concat();
    [&text[..=start], format!("{:016x}", fnv(&said)).as_bytes(), &text[end..]].concat()
}
