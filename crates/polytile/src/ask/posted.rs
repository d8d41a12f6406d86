//! A question as a text, and its answer as JSON: what a page's worker passes on, and node, and whoever compares the two.
//!
//! ```
//! use polytile::ask::{nobody, posted};
//! use polytile::run::Control;
//! let answer = posted(r#"{"question": "unique", "puzzle": "sudoku"}"#, &Control::default(), &mut nobody);
//! assert_eq!((&answer["text"], &answer["answer"]["unique"]), (&"unique\n".into(), &true.into()));
//! let wrong = posted(r#"{"question": "cuont"}"#, &Control::default(), &mut nobody);
//! assert_eq!(wrong["help"], "did you mean 'count'?");
//! ```

use super::{Answer, Listener, Part, Question, Unanswered};
use crate::run::Control;
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// Answers a question in JSON: `{"answer": ..., "text": ...}`, or `{"error": MESSAGE, "help": MEND}`. What comes before goes to the
/// listener.
pub fn posted(question: &str, control: &Control, listener: &mut Listener<'_>) -> Value {
    let mut asked = || -> Result<Answer, Unanswered> { question.parse::<Question>()?.ask(control, listener) };
    message(asked())
}

/// An answer as a message.
pub(super) fn message(answer: Result<Answer, Unanswered>) -> Value {
    match answer {
        Ok(answer) => json!({ "answer": answer.json(), "text": answer.text() }),
        Err(error) => json!({ "error": error.to_string(), "help": error.help() }),
    }
}

/// A part as a message: `{"part": ..., "text": ...}`.
pub fn told(part: &Part) -> Value {
    json!({ "part": part.json(), "text": part.text() })
}

/// As [`posted`], with all that came before, in order: `{"parts": [...], ...}`. How much that is, the question alone bounds.
pub fn collected(question: &str, control: &Control) -> Value {
    let mut parts = Vec::new();
    let mut answer = posted(question, control, &mut |part: Part| {
        parts.push(part.json());
        ControlFlow::Continue(())
    });
    answer["parts"] = parts.into();
    answer
}
