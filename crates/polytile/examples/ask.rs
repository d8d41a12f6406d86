//! Questions in JSON, as a page posts them: the answers are what the command prints.
//!
//! `cargo run --release -p polytile --example ask`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::ask::{Part, Question};
use polytile::run::Control;
use std::ops::ControlFlow;

/// Asks, and holds the answers against what is known.
///
/// # Errors
/// When a question has no answer.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let control = Control::default().memory(1 << 30);
    for (question, text) in [
        (r#"{"question": "count", "board": "9x12", "pieces": "trominoes"}"#, "20574308184277971\n"),
        (r#"{"question": "unique", "puzzle": "sudoku"}"#, "unique\n"),
        (r#"{"question": "series", "width": 4, "pieces": "dominoes", "to": 3}"#, "0 1\n1 1\n2 5\n3 11\n"),
    ] {
        let question: Question = question.parse()?;
        let mut before = Vec::new();
        let answer = question.ask(&control, &mut |part| {
            before.push(part);
            ControlFlow::Continue(())
        })?;
        println!("{}{}", answer.json(), if before.is_empty() { "" } else { ", and something before it" });
        assert!(answer.text().starts_with(text), "{}", answer.text());
    }

    // Solutions come before the answer, each as it is found, until this is enough.
    let question: Question = r#"{"question": "list", "puzzle": "langford-8-half"}"#.parse()?;
    let mut solutions = 0;
    let answer = question.ask(&control, &mut |part| {
        solutions += usize::from(matches!(part, Part::Solution(_)));
        if solutions == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    assert_eq!((solutions, &answer.json()["complete"]), (3, &false.into()));

    // A wrong question gets one sentence, and the mend.
    let error = r#"{"question": "cuont"}"#.parse::<Question>().err().ok_or("it is misspelt")?;
    assert_eq!(error.help.as_deref(), Some("did you mean 'count'?"));
    Ok(())
}
