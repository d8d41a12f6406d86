//! What the argument parser says: help for the width at hand, and errors that can be read.
//!
//! In: the commands as `args` has them. Out: what was typed; or its error, in which long words are cut short; or help, with its
//! closing words laid out. Making all subcommands and laying out their help takes longer than a small count, and most runs need
//! nothing of it: so what was typed is first read by its subcommand alone, and read again only where there is something to say.

use crate::advice::{self, advised};
use crate::commands::{Cli, alone};
use crate::layout::{broken, laid_out, width};
use crate::style::is_coloured;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error};
use clap::{ArgMatches, Command, CommandFactory};
use polytile::format::brief;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};

/// The commands, and what was typed.
///
/// # Errors
/// Help, where it was asked for, or what is wrong with what was typed.
pub fn matched() -> Result<(Command, ArgMatches), Error> {
    read(std::env::args_os, width)
}

/// What asks about a puzzle that was typed in a command that takes none.
pub fn misplaced(command: &mut Command) -> Option<String> {
    command.build();
    let typed: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    advice::misplaced(command, &typed)
}

/// Parses what is `typed`; the width is asked for only where something is to be printed.
fn read<I: Iterator<Item = OsString>>(
    typed: impl Fn() -> I,
    width: impl FnOnce() -> usize,
) -> Result<(Command, ArgMatches), Error> {
    let first = typed().nth(1);
    let mut plain = first.as_deref().and_then(OsStr::to_str).and_then(alone).unwrap_or_else(Cli::command);
    if let Ok(matches) = plain.try_get_matches_from_mut(typed()) {
        return Ok((plain, matches));
    }
    let mut command = command(Cli::command(), width());
    match command.try_get_matches_from_mut(typed()) {
        Ok(matches) => Ok((command, matches)),
        Err(told) => {
            // Gives every command its whole name.
            command.build();
            let words: Vec<String> = typed().map(|word| word.to_string_lossy().into_owned()).collect();
            Err(shortened(advised(told, &command, &words)))
        }
    }
}

/// What the parser of arguments tells, as it is printed: no line is longer than there is room for, usages and errors included; and
/// only a terminal that has colours gets any.
pub fn fitted(told: &Error) -> String {
    let terminal = if told.use_stderr() { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let styled = told.render();
    let text = if terminal && is_coloured() { styled.ansi().to_string() } else { styled.to_string() };
    // An error in a log stays on its line.
    if terminal || !told.use_stderr() { broken(&text, width()) } else { text }
}

/// The commands, with help of this width.
pub fn command(all: Command, width: usize) -> Command {
    closed(all.term_width(width), width)
}

/// A command and those below it with their closing words laid out.
fn closed(mut command: Command, width: usize) -> Command {
    let laid = |text: &StyledStr| laid_out(&text.to_string(), width);
    if let Some(text) = command.get_after_help().map(laid) {
        command = command.after_help(text);
    }
    if let Some(text) = command.get_after_long_help().map(laid) {
        command = command.after_long_help(text);
    }
    command.mut_subcommands(|below| closed(below, width))
}

/// Cuts long values in an error short.
pub fn shortened(mut error: Error) -> Error {
    let context: Vec<(ContextKind, ContextValue)> =
        error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        let short = match value {
            ContextValue::String(text) => ContextValue::String(brief(&text)),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| brief(text)).collect())
            }
            // Styled text repeats what was typed only in suggestions.
            ContextValue::StyledStrs(texts) if texts.iter().any(is_long) => {
                ContextValue::StyledStrs(Vec::new())
            }
            _ => continue,
        };
        error.insert(kind, short);
    }
    error
}

fn is_long(text: &StyledStr) -> bool {
    let text = text.to_string();
    brief(&text) != text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands and all below them.
    fn all(command: Command) -> Vec<Command> {
        let below: Vec<Command> = command.get_subcommands().cloned().collect();
        let mut commands = vec![command];
        commands.extend(below.into_iter().flat_map(all));
        commands
    }

    /// Whether a line that is too long cannot be any shorter: a usage, the name of an option, or one word.
    fn is_whole(line: &str) -> bool {
        let words = line.trim_start().trim_end_matches(" \\");
        let words = words.strip_prefix("- ").unwrap_or(words);
        let usage = words.starts_with("Usage:") || line.starts_with("       polytile");
        usage || words.starts_with("--") || !words.contains(' ') || words.starts_with('\'')
    }

    #[test]
    fn help_has_the_width_there_is() {
        for width in [40, 60, 80, 100, 132, 200] {
            let mut built = command(Cli::command(), width);
            built.build();
            for command in all(built) {
                let name = command.get_bin_name().unwrap_or("polytile").to_owned();
                let mut command = command.term_width(width);
                for help in [command.render_help(), command.render_long_help()] {
                    for line in help.to_string().lines() {
                        assert!(
                            line.chars().count() <= width || is_whole(line),
                            "{name} --help at {width} columns:\n{line}"
                        );
                    }
                }
                let Some(closing) = command.get_after_long_help().map(ToString::to_string) else { continue };
                // A paragraph has no line that the next word would fit on.
                for (line, next) in closing.lines().zip(closing.lines().skip(1)) {
                    let at_margin = |line: &str| !line.is_empty() && !line.starts_with(' ');
                    if at_margin(line) && at_margin(next) {
                        let word = next.split(' ').next().unwrap_or_default();
                        let together = line.chars().count() + 1 + word.chars().count();
                        assert!(together > width, "{name} --help at {width} columns:\n{line}\n{next}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_is_laid_out_unless_it_is_printed() {
        let read = |typed: &'static str, width: &dyn Fn() -> usize| {
            read(|| typed.split(' ').map(OsString::from), width).map(drop)
        };
        for run in
            ["polytile", "polytile count --board 4x4 --pieces dominoes", "polytile slide solve klotski"]
        {
            assert!(read(run, &|| unreachable!("{run}")).is_ok());
        }
        for run in
            ["polytile count --help", "polytile help", "polytile count --nonsense", "polytile nonsense"]
        {
            let asked = std::cell::Cell::new(false);
            let told = read(run, &|| {
                asked.set(true);
                40
            });
            assert!(told.is_err() && asked.get(), "{run}");
        }
    }

    #[test]
    fn errors_repeat_little_of_what_was_typed() {
        let long = "x".repeat(1 << 16);
        for arguments in [
            vec!["polytile", &long],
            vec!["polytile", "count", "--threads", &long],
            vec!["polytile", "solve", "--engine", &long],
            vec!["polytile", "count", "a", &long],
            vec!["polytile", "count", &format!("--{long}")],
            vec!["polytile", "golomb", "3", "--remove", &long],
        ] {
            let error =
                command(Cli::command(), 100).try_get_matches_from(&arguments).map_err(shortened).unwrap_err();
            let text = error.to_string();
            assert!(text.len() < 2000, "{} bytes for {:?}", text.len(), &arguments[1..arguments.len() - 1]);
        }
    }
}
