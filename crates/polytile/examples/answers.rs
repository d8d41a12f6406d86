//! Answers a question on each line of standard input with a line of JSON, as one thread within a gibibyte: what node is held
//! against, to which the same questions are posted. Arguments, if there are any, are other limits, which `benches/limits.py`
//! looks after: mebibytes for an answer, and seconds.
//!
//! `cargo run -p polytile --example answers < crates/polytile-wasm/test/questions.jsonl`

use polytile::ask::collected;
use polytile::run::Control;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Mebibytes of memory for an answer.
const MEMORY: u64 = 1 << 10;

/// Answers.
///
/// # Errors
/// When an argument is no number, or a line cannot be read or written.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut limits = std::env::args().skip(1).map(|limit| limit.parse::<u64>());
    let memory = limits.next().transpose()?.unwrap_or(MEMORY);
    let seconds = limits.next().transpose()?;
    let mut out = io::stdout().lock();
    for question in io::stdin().lock().lines() {
        let control = Control::default().memory(memory.saturating_mul(1 << 20));
        let control = match seconds {
            Some(seconds) => control.time_limit(Duration::from_secs(seconds)),
            None => control,
        };
        writeln!(out, "{}", collected(&question?, &control))?;
    }
    Ok(())
}
