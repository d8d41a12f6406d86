//! The engines for a browser's worker, or for node: a question in JSON goes in, what is found and the answer come out.
//!
//! One thread, no files; memory has a limit, because a module that has grown never shrinks.

use polytile::ask::{Part, Question};
use polytile::run::Control;
use serde_json::{Value, json};

/// Answers a question in JSON within so many bytes of memory: `{"parts": [...], "answer": ..., "text": ...}`, or
/// `{"parts": [...], "error": MESSAGE, "help": MEND}`.
pub fn answered(question: &str, memory: u64) -> Value {
    let mut parts = Vec::new();
    let control = Control::default().memory(memory);
    let asked: Result<Question, _> = question.parse();
    let answer = asked.map_err(Into::into).and_then(|question: Question| {
        question.ask(&control, &mut |part: Part| parts.push(part.json()))
    });
    match answer {
        Ok(answer) => json!({ "parts": parts, "answer": answer.json(), "text": answer.text() }),
        Err(error) => json!({ "parts": parts, "error": error.to_string(), "help": error.help() }),
    }
}

/// [`answered`], for JavaScript: both are texts.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn ask(question: &str, memory: f64) -> String {
    answered(question, memory as u64).to_string()
}
