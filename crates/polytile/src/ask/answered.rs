//! From a question in words to what it is about.
//!
//! A tiling, whatever has solutions, a sliding-block puzzle, pieces for boards of the question's own, or nothing: what a
//! question is about, and so how its words are read, follows from its kind, whose options are [`Ask`](super::options::Ask).

use super::subject::Subject;
use super::{Listener, Part, Unanswered, Words};
use crate::format;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::format::subject::{Given, Read, Tiled};
use crate::pieces::PieceSet;
use crate::problem::Rules;
use crate::run::{Control, Progress};

/// Tells what is odd about the words.
pub(super) fn warn(warnings: Vec<Misread>, listener: &mut Listener<'_>) {
    for warning in warnings {
        // There is nothing to end yet.
        let _ = listener(Part::Warning(warning));
    }
}

/// Bytes that a byte of a text takes while it is read, at most.
const HELD: u64 = 64;

/// What `reading` the words gives. A reader goes once through its text, and asks nobody: so no text that is too long for the
/// memory at hand is even begun, and whoever watches is told.
fn reading<T>(
    about: &Words,
    control: &Control,
    reading: impl FnOnce() -> Result<T, Misread>,
) -> Result<T, Unanswered> {
    let length = |given: &Option<Given>| match given {
        Some(Given::Text(source)) => source.text.len(),
        Some(Given::Name(name)) => name.len(),
        None => 0,
    };
    let lists = about.pieces.iter().chain(&about.remove).chain(&about.given).map(String::len).sum::<usize>();
    let bytes = (length(&about.puzzle) + length(&about.board) + lists) as u64;
    control.reserve(bytes.saturating_mul(HELD), "reading the puzzle")?;
    control.check(Progress::Preparation { steps: 0 })?;
    let read = control.unasked("reading", reading)?;
    control.check(Progress::Preparation { steps: 1 })?;
    Ok(read)
}

/// What the words say.
pub(super) fn read(
    about: &Words,
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<format::subject::Subject, Unanswered> {
    let Read { subject, warnings } = reading(about, control, || about.read())?;
    warn(warnings, listener);
    Ok(subject)
}

/// What solutions are of.
pub(super) fn subject(
    about: &Words,
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<Subject, Unanswered> {
    Ok(Subject::new(read(about, control, listener)?, control)?)
}

/// The board to be tiled.
pub(super) fn tiled(
    about: &Words,
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<Tiled, Unanswered> {
    let (tiled, warnings) = tiled_with_warnings(about, control)?;
    warn(warnings, listener);
    Ok(tiled)
}

/// The board to be tiled, and what is odd about the words.
pub(super) fn tiled_with_warnings(
    about: &Words,
    control: &Control,
) -> Result<(Tiled, Vec<Misread>), Unanswered> {
    reading(about, control, || about.tiled())
}

/// The sliding-block puzzle.
pub(super) fn sliding(
    about: &Words,
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<SlidingPuzzle, Unanswered> {
    let (puzzle, warnings) = reading(about, control, || about.sliding())?;
    warn(warnings, listener);
    Ok(puzzle)
}

/// The pieces and rules for boards of the question's own.
pub(super) fn unplaced(about: &Words, control: &Control) -> Result<(PieceSet, Rules), Unanswered> {
    reading(about, control, || about.unplaced())
}

#[cfg(test)]
mod tests {
    use crate::ask::{Question, Unanswered, nobody};
    use crate::run::{Control, Stopped};
    use serde_json::{Value, json};
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_listener_who_has_enough_ends_the_stream() {
        let dominoes = r#""board": "4x4", "pieces": "dominoes""#;
        // What is asked, how many parts are enough, and what the answer says then.
        for (asked, enough, key, said) in [
            (format!(r#""list", {dominoes}, "engine": "bitboard""#), 3, "solutions", json!(3)),
            (format!(r#""list", {dominoes}, "engine": "bitboard""#), 3, "complete", json!(false)),
            (format!(r#""list", {dominoes}, "engine": "zdd""#), 3, "complete", json!(false)),
            (format!(r#""list", {dominoes}, "engine": "zdd""#), 36, "complete", json!(true)),
            (format!(r#""sample", {dominoes}, "number": 5, "seed": 1"#), 2, "number", json!(2)),
            (
                format!(r#""sample", {dominoes}, "number": 5, "seed": 1, "engine": "zdd""#),
                2,
                "number",
                json!(2),
            ),
            (
                format!(r#""zdd", {dominoes}, "list": 9, "sample": 9, "seed": 1, "cross_check": true"#),
                4,
                "count",
                json!(36),
            ),
            (format!(r#""zdd", {dominoes}, "count": true, "marginals": true"#), 1, "count", json!(36)),
            (
                r#""slide_solve", "puzzle": "AAB\n..C\n\n.AA\n...\n", "all": true"#.to_owned(),
                1,
                "number",
                Value::Null,
            ),
            (r#""golomb", "n": 4, "remove": "1,2", "steps": true"#.to_owned(), 2, "n", json!(4)),
        ] {
            let question: Question = format!(r#"{{"question": {asked}}}"#).parse().unwrap();
            let mut told = 0;
            let answer = question.ask(&Control::default(), &mut |_| {
                told += 1;
                if told == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((told, &answer.unwrap().json()[key]), (enough, &said), "{asked}");
        }
    }

    #[test]
    fn reading_keeps_to_the_limits() {
        let text = "|".to_owned() + &" a".repeat(1 << 20);
        let question = |kind: &str, puzzle: &str| -> Question {
            let asked = json!({ "question": kind, "puzzle": { "name": "a.dlx", "text": puzzle } });
            asked.to_string().parse().unwrap()
        };
        let little = Control::default().memory(1 << 20);
        for kind in ["count", "list", "explore"] {
            let refused = question(kind, &text).ask(&little, &mut nobody).unwrap_err();
            assert!(matches!(refused, Unanswered::Stopped(Stopped::OutOfMemory { .. })), "{kind}: {refused}");
        }
        let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        for question in [
            question("unique", "wrong"),
            r#"{"question": "pieces", "what": "5"}"#.parse().unwrap(),
            json!({ "question": "slide_check", "puzzle": "A..\n\n..A\n", "solution": "A right 2" })
                .to_string()
                .parse()
                .unwrap(),
        ] {
            let refused = question.ask(&stopped, &mut nobody).unwrap_err();
            assert!(matches!(refused, Unanswered::Stopped(Stopped::Interrupted(_))), "{refused}");
        }
    }
}
