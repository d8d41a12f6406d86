//! Which files a command line names, so that none of them gets in the way of another.
//!
//! The arguments of all commands say so themselves: one whose value is a path (`PathBuf`) is written, and one that is a text with
//! the hint that it may be a path is read. The files are compared before anything runs: nothing may be written over what is read,
//! and no two answers may go into one file, whatever its names are. Paths are compared as the system resolves them, and by the
//! device and number of the file where there are such, so that links of both kinds are noticed. Standard input is a file too, if
//! it comes from one, and numbered pictures stand for all of their files. Devices and pipes take any number of answers. Whatever
//! can be found out beforehand about writing a file is found out here too, and whether its ending belongs to a picture of another
//! kind.

use crate::failure::Failure;
use crate::output::{expect_writable, same};
use crate::pictures::numbered;
use clap::{Arg, ArgMatches, ValueHint};
use polytile::ask::zdd::Evaluation;
use polytile::format::shipped::Shipped;
use polytile::sliding::SIDES;
use polytile::sliding::explore::is_used;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings of pictures: the first three are written by the options of the same names, the others by none.
const PICTURES: [&str; 9] = ["svg", "png", "gif", "jpg", "jpeg", "pdf", "webp", "bmp", "dxf"];

/// The name of standard input as a file, where there is one.
const STDIN: Option<&str> = if cfg!(unix) { Some("/dev/stdin") } else { None };

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Read,
    /// Written at the end, or while the command runs; perhaps read before.
    Written,
    /// A directory of files with fixed names.
    Directory,
}

/// A file that an argument names.
#[derive(Clone)]
struct Named {
    /// The id of the argument.
    id: String,
    /// What it is called in messages.
    argument: String,
    path: PathBuf,
    usage: Use,
}

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
    let named = named(command, matches);
    let number = number(command, matches);
    for file in named.iter().filter(|file| file.is_written() && file.path.as_os_str() == "-") {
        if ["checkpoint", "resume"].contains(&file.id.as_str()) {
            return Err(Failure::usage(
                format!("{} needs a file, which is written again and again", file.argument),
                "give it a name; - is standard output",
            ));
        }
        if number > 1 {
            return Err(Failure::usage(
                format!("{} needs a file for each of {number} pictures", file.argument),
                "give it a name, to which their numbers are added; - is standard output",
            ));
        }
    }
    let files: Vec<Named> = named.iter().flat_map(|file| file.numbered(number)).collect();
    for (i, file) in files.iter().enumerate() {
        if let Some(other) = files[..i].iter().find(|other| collide(file, other)) {
            return Err(collision(file, other));
        }
    }
    named.iter().filter(|file| file.is_written()).try_for_each(|file| ending(file, command))?;
    files.iter().filter(|file| file.is_written()).try_for_each(|file| expect_writable(&file.path))
}

/// The files that the arguments of `command` name.
fn named(command: &clap::Command, matches: &ArgMatches) -> Vec<Named> {
    let mut files = Vec::new();
    for arg in command.get_arguments().filter(|arg| hinted(arg)) {
        let id = arg.get_id().as_str();
        let argument = match arg.get_long() {
            Some(long) => format!("--{long}"),
            None => arg.get_value_names().and_then(<[_]>::first).map(ToString::to_string).unwrap_or_default(),
        };
        let mut add = |path: PathBuf, usage| {
            let path = match STDIN {
                Some(stdin) if usage == Use::Read && path.as_os_str() == "-" => stdin.into(),
                _ => path,
            };
            files.push(Named { id: id.to_owned(), argument: argument.clone(), path, usage });
        };
        if let Ok(Some(paths)) = matches.try_get_many::<PathBuf>(id) {
            let usage = match (arg.get_value_hint(), id) {
                (ValueHint::DirPath, _) => Use::Directory,
                // It is kept up to date, unless another file is.
                (_, "resume") if matches.contains_id("checkpoint") => Use::Read,
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
        let (id, argument) = ("expression".to_owned(), "EXPRESSION".to_owned());
        files.extend(names.map(|path| Named {
            id: id.clone(),
            argument: argument.clone(),
            path,
            usage: Use::Read,
        }));
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
fn ending(file: &Named, command: &clap::Command) -> Result<(), Failure> {
    let ending = file.path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let kind = PICTURES.into_iter().find(|kind| ending.eq_ignore_ascii_case(kind));
    // What a laser cuts is written in either form.
    let cut = |kind: &str| kind == "dxf" && file.argument == "--cut";
    let Some(kind) = kind.filter(|kind| *kind != file.id && !cut(kind)) else { return Ok(()) };
    let path = file.path.display();
    let help = if command.get_arguments().any(|arg| arg.get_long() == Some(kind)) {
        format!("write --{kind} {path}, or give the file another ending")
    } else {
        "give the file another ending".to_owned()
    };
    let kind = kind.to_uppercase();
    Err(Failure::usage(format!("{} does not write {kind}, which {path} ends in", file.argument), help))
}

/// Whether two arguments, the later one first, name one file that cannot serve both.
fn collide(file: &Named, other: &Named) -> bool {
    let pair = (file.usage, other.usage);
    let continued = |a: &Named, b: &Named| a.id == "resume" && b.id == "checkpoint";
    match pair {
        (Use::Read, Use::Read) => false,
        _ if continued(file, other) || continued(other, file) => false,
        (Use::Directory, _) => own(file, other),
        (_, Use::Directory) => own(other, file),
        _ => same(&file.path, &other.path),
    }
}

/// Whether a file lies in a directory of levels, or in the one that an end of a search has there, under a name that is needed.
fn own(directory: &Named, file: &Named) -> bool {
    let Some(name) = file.path.file_name().filter(|_| is_used(&file.path)) else { return false };
    let sides = SIDES.map(|side| directory.path.join(side));
    sides.iter().chain([&directory.path]).any(|place| same(&place.join(name), &file.path))
}

impl Named {
    fn is_written(&self) -> bool {
        self.usage == Use::Written
    }

    /// The file itself; or, if it stands for `number` numbered pictures, the first of these and all others that
    /// exist already, for the rest will be new.
    fn numbered(&self, number: u64) -> Vec<Self> {
        let at = |path| Named { path, ..self.clone() };
        if number < 2 || !self.is_written() || self.path.as_os_str() == "-" {
            return vec![self.clone()];
        }
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // A directory that cannot be listed has nothing to compare, or cannot be written to either.
        let there = fs::read_dir(directory.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let stem = self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let others = there.filter_map(|entry| {
            let name = entry.file_name();
            let k = Path::new(&name).file_stem()?.to_str()?.strip_prefix(stem)?.strip_prefix('-')?;
            let path = numbered(&self.path, k.parse().ok().filter(|k| (2..=number).contains(k)));
            (path.file_name() == Some(&name)).then(|| at(path))
        });
        std::iter::once(at(numbered(&self.path, Some(1)))).chain(others).collect()
    }
}

fn collision(file: &Named, other: &Named) -> Failure {
    let message = match (file.usage, other.usage) {
        (_, Use::Read) => over(file, other),
        (Use::Read, _) => over(other, file),
        _ => {
            let path = if file.usage == Use::Directory { &other.path } else { &file.path };
            let place = if path.as_os_str() == "-" {
                "to standard output".to_owned()
            } else {
                path.display().to_string()
            };
            format!("{} and {} would both write {place}", other.argument, file.argument)
        }
    };
    Failure::usage(message, "give each a file of its own")
}

/// What is wrong with a file that would be written over one that is read.
fn over(written: &Named, read: &Named) -> String {
    if STDIN.is_some_and(|stdin| read.path == Path::new(stdin)) {
        let path = written.path.display();
        return format!("{} would write over {path}, which is read from standard input", written.argument);
    }
    format!("{} would write over {}, which {} names", written.argument, read.path.display(), read.argument)
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
