//! The `polytile` command: reads puzzles, asks the library, and writes answers.
//!
//! `args` says what can be asked, `commands` answers, one file per subcommand. Around them: `face` is what the argument
//! parser says and `layout` its width, `input` turns arguments and files into a problem, `run` watches an engine and
//! stops it, `output` writes answers, `style` is how they look on standard output and `screen` how much room there is,
//! `pictures` and `shelf` draw, and `failure` is everything that ends a run before its answer, with its exit status.

mod args;
mod commands;
mod face;
mod failure;
mod input;
mod layout;
mod output;
mod pictures;
mod run;
mod screen;
mod shelf;
mod source;
mod style;
mod values;

use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::dispatch(face::parsed()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
