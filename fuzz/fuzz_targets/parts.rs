//! Parts of a count and of a list, put together: [`polytile::ask::merge`]. Genuine parts are edited.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::ask::{Part, Question};
use polytile_fuzz::{control, edited};
use serde_json::json;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Questions with two parts each, but for the part.
const QUESTIONS: [&str; 3] = [
    r#""question": "count", "board": "4x6", "pieces": "dominoes", "engine": "merge", "part""#,
    r#""question": "list", "board": "2x4", "pieces": "dominoes", "subtree""#,
    r#""question": "solutions", "board": "4x4", "pieces": "trominoes,monomino", "subtree""#,
];

/// What is printed of both parts of each question.
static GENUINE: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let printed = |question: &str, part: u32| {
        let question: Question = format!("{{{question}: \"{part}/2\"}}").parse().expect("a question");
        let mut text = String::new();
        let answer = question.ask(&control(), &mut |part: Part| {
            text += &format!("{}\n", part.json());
            ControlFlow::Continue(())
        });
        text + &format!("{}\n", answer.expect("a part").json())
    };
    QUESTIONS.iter().map(|question| [printed(question, 1), printed(question, 2)]).collect()
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, script @ ..] = bytes else { return };
    let parts = &GENUINE[usize::from(*choice) % QUESTIONS.len()];
    let merged = |parts: &[String]| {
        let question: Question =
            json!({"question": "merge", "parts": parts}).to_string().parse().expect("a question");
        question.ask(&control(), &mut |part| {
            drop((part.json(), part.text()));
            ControlFlow::Continue(())
        })
    };
    let changed = String::from_utf8_lossy(&edited(parts[0].as_bytes(), script)).into_owned();
    for parts in [[parts[1].clone(), changed.clone()], [changed, parts[1].clone()]] {
        match merged(&parts) {
            Ok(answer) => drop((answer.json(), answer.text())),
            Err(unanswered) => assert!(!unanswered.to_string().is_empty()),
        }
    }
});
