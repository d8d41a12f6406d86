//! The `polytile` command: reads puzzles, asks the library, and writes answers.
//!
//! `args` says what can be asked, `commands` answers, one file per subcommand. Around them: `face` is what the argument parser
//! says, `advice` what it says of options that are not there, `input` turns arguments and files into a problem, `files` makes
//! sure that no file gets in the way of another, `pictures` draws, and `colours` is what colours tell. Whatever reads no argument,
//! from Ctrl-C to exit statuses, is `polytile-terminal`'s.

mod advice;
mod args;
mod colours;
mod commands;
mod face;
mod files;
mod input;
mod pictures;
mod values;

use clap::FromArgMatches;
use failure::Failure;
use polytile_terminal::{
    failure, gathered, interrupt, layout, listing, output, run, say, screen, source, style,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    match asked() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Does what was typed.
fn asked() -> Result<(), Failure> {
    let (mut command, matches) = match face::matched() {
        Ok(matched) => matched,
        Err(told) => return tell(&told),
    };
    files::check(&command, &matches)?;
    let done = commands::Cli::from_arg_matches(&matches)
        .map_err(|told| face::shortened(told.format(&mut command)))
        .map_or_else(|told| tell(&told), commands::dispatch);
    done.map_err(|failure| match face::misplaced(&mut command) {
        Some(advice) if failure.lacks_command() => failure.advising(advice),
        _ => failure,
    })
}

/// Prints what the parser of arguments has to tell: help, which is an answer, or what is wrong.
fn tell(told: &clap::Error) -> Result<(), Failure> {
    let text = face::fitted(told);
    if !told.use_stderr() {
        return output::print(&text);
    }
    say::say(&text);
    Err(Failure::misused())
}
