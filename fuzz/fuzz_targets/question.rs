//! Questions in JSON, as a page posts them: [`polytile::ask::Question`], and their answers within limits.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::ask::Question;
use polytile_fuzz::{checked, control};
use std::ops::ControlFlow;

/// Parts of an answer that are looked at: what comes before it may be very many solutions.
const PARTS: usize = 1000;

fuzz_target!(|text: &str| {
    let Some(question) = checked(text, text.parse::<Question>()) else { return };
    let written = serde_json::to_string(&question).expect("what was read");
    let again: Question = written.parse().unwrap_or_else(|error| panic!("{error:?} in\n{written}"));
    assert_eq!(again, question, "{written}");
    let mut parts = 0;
    let answer = question.ask(&control(), &mut |part| {
        parts += 1;
        drop((part.json(), part.text()));
        if parts < PARTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match answer {
        Ok(answer) => drop((answer.json(), answer.text())),
        Err(unanswered) => assert!(!unanswered.to_string().is_empty()),
    }
});
