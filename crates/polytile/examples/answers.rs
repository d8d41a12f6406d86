//! Answers a question on each line of standard input with a line of JSON, as one thread within a gibibyte: what node is held
//! against, to which the same questions are posted.
//!
//! `cargo run -p polytile --example answers < crates/polytile-wasm/test/questions.jsonl`

use polytile::ask::collected;
use polytile::run::Control;
use std::io::{self, BufRead, Write};

/// Bytes of memory for an answer.
const MEMORY: u64 = 1 << 30;

/// Answers.
///
/// # Errors
/// When a line cannot be read or written.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    for question in io::stdin().lock().lines() {
        writeln!(out, "{}", collected(&question?, &Control::default().memory(MEMORY)))?;
    }
    Ok(())
}
