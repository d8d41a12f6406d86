//! The files that a command line names.
//!
//! The arguments of all commands say so themselves: one whose value is a path (`PathBuf`) is written, and one that is a text with
//! the hint that it may be a path is read. Whether one gets in the way of another is found out before anything runs
//! ([`expect_apart`]), and whether the ending of a file belongs to a picture of another kind.

use crate::failure::Failure;
use crate::output::{Named, STDIN, Use, expect_apart};
use clap::{Arg, ArgMatches, ValueHint};
use polytile::ask::zdd::Evaluation;
use polytile::format::shipped::Shipped;
use std::path::{Path, PathBuf};

/// Endings of pictures: the first three are written by the options of the same names, the others by none.
const PICTURES: [&str; 9] = ["svg", "png", "gif", "jpg", "jpeg", "pdf", "webp", "bmp", "dxf"];

/// Refuses a command line whose files get in each other's way, or cannot be written.
///
/// # Errors
/// When there is such a file.
pub fn check(command: &clap::Command, matches: &ArgMatches) -> Result<(), Failure> {
    let (mut command, mut matches) = (command, matches);
    while let Some((name, inner)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else { break };
        (command, matches) = (found, inner);
    }
    let (ids, named): (Vec<String>, Vec<Named>) = named(command, matches).into_iter().unzip();
    expect_apart(&named, number(command, matches))?;
    let mut written = ids.iter().zip(&named).filter(|(_, file)| file.is_written());
    written.try_for_each(|(id, file)| ending(id, file, command))
}

/// The files that the arguments of `command` name, each after the id of its argument.
fn named(command: &clap::Command, matches: &ArgMatches) -> Vec<(String, Named)> {
    let mut files = Vec::new();
    for arg in command.get_arguments().filter(|arg| hinted(arg)) {
        let id = arg.get_id().as_str();
        let by = match arg.get_long() {
            Some(long) => format!("--{long}"),
            None => arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default(),
        };
        let mut add = |path: PathBuf, usage| {
            let path = match STDIN {
                Some(stdin) if usage == Use::Read && path.as_os_str() == "-" => stdin.into(),
                _ => path,
            };
            files.push((id.to_owned(), Named { by: by.clone(), path, usage }));
        };
        if let Ok(Some(paths)) = matches.try_get_many::<PathBuf>(id) {
            let usage = match (arg.get_value_hint(), id) {
                (ValueHint::DirPath, _) => Use::Directory,
                // It is kept up to date, unless another file is.
                (_, "resume") if matches.contains_id("checkpoint") => Use::Resumed,
                (_, "resume" | "checkpoint") => Use::Kept,
                _ => Use::Written,
            };
            paths.for_each(|path| add(path.clone(), usage));
        } else if let Ok(Some(names)) = matches.try_get_many::<String>(id) {
            // With --board, what `convert` writes is its only positional argument.
            let out = command.get_name() == "convert" && id == "first" && !matches.contains_id("second");
            let usage = if out { Use::Written } else { Use::Read };
            let is_file = |name: &&String| match name.as_str() {
                "-" => out || STDIN.is_some(),
                name => out || (Shipped::find(name).is_none() && Path::new(name).is_file()),
            };
            names.filter(is_file).for_each(|name| add(name.into(), usage));
        }
    }
    // The names in an expression may be of files, too.
    if let Ok(Some(text)) = matches.try_get_one::<String>("expression")
        && let Ok(expression) = Evaluation::new(text)
    {
        let names = expression.names().into_iter().map(PathBuf::from).filter(|path| path.is_file());
        let named = |path| Named { by: "EXPRESSION".to_owned(), path, usage: Use::Read };
        files.extend(names.map(|path| ("expression".to_owned(), named(path))));
    }
    files
}

fn hinted(arg: &Arg) -> bool {
    matches!(arg.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath)
}

/// How many numbered pictures are asked for: each tiling of a sample has one of its own.
fn number(command: &clap::Command, matches: &ArgMatches) -> u64 {
    if command.get_name() != "sample" {
        return 1;
    }
    matches.try_get_one("limit").ok().flatten().copied().unwrap_or(1)
}

/// Refuses a file whose ending belongs to another option.
fn ending(id: &str, file: &Named, command: &clap::Command) -> Result<(), Failure> {
    let ending = file.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = PICTURES.into_iter().find(|kind| ending.eq_ignore_ascii_case(kind));
    // What a laser cuts is written in either form.
    let cut = |kind: &str| kind == "dxf" && file.by == "--cut";
    let Some(kind) = kind.filter(|kind| *kind != id && !cut(kind)) else {
        return Ok(());
    };
    let path = file.path.display();
    let help = if command.get_arguments().any(|arg| arg.get_long() == Some(kind)) {
        format!("write --{kind} {path}, or give the file another ending")
    } else {
        "give the file another ending".to_owned()
    };
    let kind = kind.to_uppercase();
    Err(Failure::usage(format!("{} does not write {kind}, which {path} ends in", file.by), help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    /// Every argument that may name a file says so: otherwise it would not be compared with the others.
    #[test]
    fn arguments_that_name_files_say_so() {
        fn look(command: &clap::Command, seen: &mut usize) {
            for arg in command.get_arguments() {
                let names = arg.get_value_names().unwrap_or_default();
                let tells = ["FILE", "DIR", "OUT", "PUZZLE", "TILING", "SOLUTION", "BOARD", "SET"];
                let words = names.iter().flat_map(|name| name.split_whitespace());
                if words.into_iter().any(|word| tells.contains(&word)) && command.get_name() != "deficient" {
                    assert!(hinted(arg), "{} {}", command.get_name(), arg.get_id());
                    *seen += 1;
                }
            }
            command.get_subcommands().for_each(|inner| look(inner, seen));
        }
        let mut seen = 0;
        look(&Cli::command(), &mut seen);
        assert!(seen > 60, "{seen}");
    }
}
