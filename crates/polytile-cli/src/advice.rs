//! What to type instead of an option that a command does not have.
//!
//! In: the commands, what was typed, and the error of the parser of arguments, whose own advice (to pass the option as a value)
//! helps nobody here. Out: the same error with better advice: the option that means this here, as [`IDEAS`] has it; or the one whose
//! letters are nearest; or the commands that have it.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};

/// Options that mean the same, in one command or another, and what people call them elsewhere.
const IDEAS: &[&[&str]] = &[
    &["limit", "number", "list", "count-to", "max", "n"],
    &["up-to", "up-to-symmetry", "distinct", "symmetry", "translations"],
    &["where", "with", "given", "at"],
    &["remove", "hole", "missing", "without"],
    &["out", "save", "to", "output", "o", "svg"],
    &["svg", "png", "gif", "picture", "image", "draw"],
    &["ascii", "text", "boards", "grid"],
    &["map", "marginals", "heat"],
    &["scale", "cell", "size", "zoom"],
    &["colour-by", "color-by", "colour", "color"],
    &["board", "width", "size", "b"],
    &["pieces", "p"],
    &["first", "one", "limit"],
    &["all", "limit"],
    &["to", "height", "terms"],
    &["order", "sweep"],
    &["threads", "jobs", "j"],
    &["time-limit", "timeout", "time"],
    &["memory", "mem"],
    &["quiet", "silent", "q"],
    &["seed", "random"],
    &["cross-check", "verify", "check"],
    &["modulo", "mod"],
    &["subtree", "part", "share"],
    &["disk", "checkpoint"],
    &["stats", "statistics", "profile", "explain"],
    &["flips", "reflections", "mirror", "one-sided"],
    &["turns", "rotations", "fixed"],
];

/// What is typed as an option and is a command, besides the names of commands.
const COMMANDS: &[(&str, &str)] = &[("pdf", "print"), ("proof", "why")];

/// The error with advice of ours, where it is about an argument that is unknown.
pub fn advised(mut error: Error, all: &Command, typed: &[String]) -> Error {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(unknown))) =
        (error.kind(), error.get(ContextKind::InvalidArg).cloned())
    else {
        return error;
    };
    let near = match error.remove(ContextKind::SuggestedArg) {
        Some(ContextValue::String(near)) => Some(near),
        _ => None,
    };
    error.remove(ContextKind::Suggested);
    let here = asked(all, typed);
    if let Some(advice) = advice(&unknown, near.as_deref(), here, all) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
    error
}

/// The command that was typed.
fn asked<'a>(all: &'a Command, typed: &[String]) -> &'a Command {
    let words = typed.iter().skip(1).filter(|word| !word.starts_with('-'));
    let mut here = all;
    for word in words {
        match here.find_subcommand(word) {
            Some(below) => here = below,
            None => break,
        }
    }
    here
}

/// What to type instead of `unknown`, in the command `here`.
fn advice(unknown: &str, near: Option<&str>, here: &Command, all: &Command) -> Option<String> {
    if unknown.starts_with('-') && unknown.parse::<f64>().is_ok() {
        return Some("no number here is less than 0".to_owned());
    }
    let name = unknown.split('=').next()?.strip_prefix('-')?.trim_start_matches('-');
    let here_called = called(here, name);
    if !here_called.is_empty() {
        return Some(format!("here it is {}", either(&here_called)));
    }
    let command = COMMANDS.iter().find(|(word, _)| *word == name).map_or(name, |named| named.1);
    if let Some(command) = all.find_subcommand(command) {
        return Some(format!("`{}` does that", full_name(command)));
    }
    let mut others: Vec<String> = Vec::new();
    having(all, name, &mut others);
    others.truncate(4);
    if !others.is_empty() {
        return Some(format!("{unknown} is an option of {}", either(&others)));
    }
    let near = near?.trim_start_matches('-');
    let there = option(here, near).map_or_else(|| called(here, near), |found| vec![found]);
    (!there.is_empty()).then(|| format!("there is {}", either(&there)))
}

/// The options of a command that mean what `name` means elsewhere.
fn called(here: &Command, name: &str) -> Vec<String> {
    let meant = IDEAS.iter().filter(|idea| idea.contains(&name)).flat_map(|idea| idea.iter());
    let mut named: Vec<String> = Vec::new();
    for found in meant.filter(|&&other| other != name).filter_map(|other| option(here, other)) {
        if !named.contains(&found) {
            named.push(found);
        }
    }
    named
}

/// The option of a command that has this name, or had it once, as it is called today.
fn option(command: &Command, name: &str) -> Option<String> {
    let called = |arg: &&Arg| {
        arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|names| names.contains(&name))
    };
    let found = command.get_arguments().filter(|arg| !arg.is_hide_set()).find(called)?;
    Some(format!("--{}", found.get_long()?))
}

/// The commands below that have an option of this name.
fn having(command: &Command, name: &str, found: &mut Vec<String>) {
    if option(command, name).is_some() {
        found.push(format!("`{}`", full_name(command)));
    }
    for below in command.get_subcommands() {
        having(below, name, found);
    }
}

fn full_name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or(command.get_name())
}

fn either(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Cli;
    use clap::CommandFactory;

    fn said(typed: &str) -> String {
        let typed: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let mut all = Cli::command();
        all.build();
        let error = all.clone().try_get_matches_from(&typed).expect_err("an option that is not there");
        let error = advised(error, &all, &typed).to_string();
        let tip = error.lines().find_map(|line| line.trim().strip_prefix("tip: "));
        tip.unwrap_or_default().to_owned()
    }

    #[test]
    fn an_option_of_another_command_leads_to_that_of_this_one() {
        for (typed, tip) in [
            ("polytile zdd queens-8 --limit 2", "here it is --list"),
            ("polytile golomb 3 --missing 1,1", "here it is --remove"),
            ("polytile count x --up-to-symetries", "there is --up-to"),
            ("polytile sample x --recurrence", "--recurrence is an option of `polytile series`"),
            ("polytile sample x --seed -1", "no number here is less than 0"),
            ("polytile slide solve klotski --part 1/2", "--part is an option of `polytile count`"),
            ("polytile sample x --count", "`polytile count` does that"),
            ("polytile solve x --sample 2", "`polytile sample` does that"),
            ("polytile solve x --pdf x.pdf", "`polytile print` does that"),
            (
                "polytile table --pieces dominoes --to 5",
                "--to is an option of `polytile series`, `polytile design slide` or `polytile convert`",
            ),
            ("polytile puzzles --nonsense", ""),
        ] {
            assert_eq!(said(typed), tip, "{typed}");
        }
    }

    #[test]
    fn every_idea_is_an_option_somewhere() {
        let mut all = Cli::command();
        all.build();
        for idea in IDEAS {
            let mut found = Vec::new();
            idea.iter().for_each(|name| having(&all, name, &mut found));
            assert!(!found.is_empty(), "{idea:?}");
        }
    }
}
