//! The `polytile` command: reads puzzles, asks the library, and writes answers.
//!
//! `args` says what can be asked, `commands` answers, one file per subcommand. Around them: `face` is what the argument parser
//! says, `advice` what it says of options that are not there, and `layout` its width, `input` turns arguments and files into a
//! problem, `files` makes sure that no file gets in the way of another, `run` watches an engine and stops it, `interrupt` hears
//! Ctrl-C, `output` writes answers and `say` whatever is said besides, `style` is how they look on standard output and `screen`
//! how much room there is, `pictures` draws, `colours` is what colours tell, and `failure` is everything that ends a run before
//! its answer, with its exit status.
//!
//! The macros that print panic where nothing can be written; `output` and `say` do not.

mod advice;
mod args;
mod begun;
mod colours;
mod commands;
mod face;
mod failure;
mod files;
mod gathered;
mod input;
mod interrupt;
mod layout;
mod output;
mod pictures;
mod run;
mod say;
mod screen;
mod source;
mod style;
mod values;

use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run() -> Result<(), Failure> {
    let (mut command, matches) = match face::matched(commands::Cli::command) {
        Ok(matched) => matched,
        Err(told) => return tell(&told),
    };
    files::check(&command, &matches)?;
    commands::Cli::from_arg_matches(&matches)
        .map_err(|told| face::shortened(told.format(&mut command)))
        .map_or_else(|told| tell(&told), commands::dispatch)
}

/// Prints what the parser of arguments has to tell: help, which is an answer, or what is wrong.
fn tell(told: &clap::Error) -> Result<(), Failure> {
    let printed = told.print().and_then(|()| io::stdout().flush());
    if told.use_stderr() { Err(Failure::misused()) } else { Ok(printed?) }
}
