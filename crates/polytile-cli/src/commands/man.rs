//! `polytile man`: the manual, a page for each command.
//!
//! In: the commands as the parser of arguments has them, from which the help is made too. Out: pages for `man`, in roff. The
//! closing words of the help, examples most of all, are laid out for the width of a page and stand there line by line.

use crate::failure::Failure;
use crate::layout::laid_out;
use crate::output;
use clap::{Command, ValueHint};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs;
use std::path::PathBuf;

/// The columns of the closing words: a page of `man` has 80, of which it indents 7.
const WIDTH: usize = 72;

/// What stands before all lines of a usage but the first.
const USAGE_MARGIN: &str = "       ";

/// Print the manual page of a command
///
/// To read one: polytile man count | man -l -
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The command, as in `polytile man slide solve`; without one, the page of polytile itself
    command: Vec<String>,
    /// Write the pages of all commands into this directory, which is made if need be
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Prints a page, or writes all.
///
/// # Errors
/// When there is no such command, or a page cannot be written.
pub fn run(args: &Args, command: Command) -> Result<(), Failure> {
    // What each is called by is made out before `help` would become a command of its own below each.
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let Some(dir) = &args.out else {
        return output::tell(&page(named(&command, &args.command)?)?);
    };
    fs::create_dir_all(dir).map_err(|e| {
        let help = "name a directory in which files can be written";
        Failure::usage(format!("the directory {} cannot be used: {e}", dir.display()), help)
    })?;
    let (mut left, mut pages) = (vec![&command], Vec::new());
    while let Some(command) = left.pop() {
        pages.push((dir.join(format!("{}.1", title(command))), page(command)?));
        left.extend(command.get_subcommands());
    }
    // All or none: a name that is taken shows before the first page is written.
    for (path, page) in &pages {
        output::is_own(path, page.as_bytes(), is_page)?;
    }
    pages.iter().try_for_each(|(path, page)| output::write_own(path, page.as_bytes(), is_page))
}

/// Whether a file is a page of some release.
fn is_page(content: &[u8]) -> bool {
    let title = content.split(|&byte| byte == b'\n').find(|line| line.starts_with(b".TH "));
    title.is_some_and(|title| title.windows(8).any(|word| word == b"polytile"))
}

/// The command with these names, each below the one before.
fn named<'a>(all: &'a Command, names: &[String]) -> Result<&'a Command, Failure> {
    let mut found = all;
    for name in names {
        let above = found.get_bin_name().unwrap_or("polytile");
        found = found.find_subcommand(name).ok_or_else(|| {
            let name = polytile::format::brief(name);
            let help = if found.has_subcommands() {
                format!("`{above} --help` lists the commands there are")
            } else {
                format!("`polytile man {}` is the page", above.trim_start_matches("polytile "))
            };
            Failure::usage(format!("there is no command `{above} {name}`"), help)
        })?;
    }
    Ok(found)
}

/// What the page of a command is called, as `polytile-slide-solve`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The page of a command that is built.
fn page(command: &Command) -> Result<String, Failure> {
    let man = Man::new(command.clone()).source(concat!("polytile ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    // The usage as the help has it: with all options in it, it would be a paragraph.
    let usage = command.clone().render_usage().to_string();
    as_it_stands("SYNOPSIS", usage.trim_start_matches("Usage: ")).to_writer(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(closing) = command.get_after_long_help().or_else(|| command.get_after_help()) {
        let text = laid_out(&closing.to_string(), WIDTH);
        let (heading, text) = match text.strip_prefix("Examples:\n") {
            Some(examples) => ("EXAMPLES", examples),
            None => ("NOTES", text.as_str()),
        };
        as_it_stands(heading, text).to_writer(&mut page)?;
    }
    // Every section begins with what apostrophes mean, but once is enough.
    let begun = Roff::new().render();
    let page = String::from_utf8_lossy(&page).replace(&begun, "");
    Ok(format!("{begun}{}\n", page.trim_end()))
}

/// A section of lines that are not filled.
fn as_it_stands(heading: &str, text: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [heading]).control("nf", []);
    for line in text.lines() {
        roff.text([roman(line.trim_start_matches(USAGE_MARGIN))]);
    }
    roff.control("fi", []);
    roff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    #[test]
    fn every_command_and_option_has_its_place_in_the_manual() {
        let dir = tempfile::tempdir().unwrap();
        let all = Args { command: Vec::new(), out: Some(dir.path().join("new/man1")) };
        run(&all, Cli::command()).unwrap();
        let mut built = Cli::command().disable_help_subcommand(true);
        built.build();
        let (mut left, mut pages) = (vec![&built], 0);
        while let Some(command) = left.pop() {
            let path = dir.path().join(format!("new/man1/{}.1", title(command)));
            let page = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            for option in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let Some(long) = option.get_long() else { continue };
                let written = format!("\\-\\-{}", long.replace('-', "\\-"));
                assert!(page.contains(&written), "{} without --{long}", path.display());
            }
            let below = command.get_subcommands().map(|below| format!("{}(1)", title(below)));
            for name in below {
                assert!(page.contains(&name.replace('-', "\\-")), "{} without {name}", path.display());
            }
            pages += 1;
            left.extend(command.get_subcommands());
        }
        let man = dir.path().join("new/man1");
        assert_eq!(fs::read_dir(&man).unwrap().count(), pages);
        // They are written again over those of another release, and over nothing else.
        let (page, other) = (man.join("polytile-count.1"), man.join("polytile-solve.1"));
        let whole = fs::read(&page).unwrap();
        fs::write(&page, String::from_utf8_lossy(&whole).replace("SYNOPSIS", "USAGE")).unwrap();
        run(&all, Cli::command()).unwrap();
        assert_eq!(fs::read(&page).unwrap(), whole);
        fs::write(&page, "old").unwrap();
        fs::write(&other, "notes").unwrap();
        let refused = run(&all, Cli::command()).unwrap_err();
        let said = format!("{refused:?}");
        assert!(said.contains("is a file that polytile did not write"), "{said}");
        assert_eq!(
            (fs::read(&page).unwrap(), fs::read(&other).unwrap()),
            (b"old".to_vec(), b"notes".to_vec())
        );
    }
}
