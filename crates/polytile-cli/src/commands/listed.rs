//! The table of commands and options in `docs/options.md`: what the parser of arguments knows, written for people who look for
//! a command or an option. The file is what this makes of it; `POLYTILE_WRITE=1 cargo test -p polytile-cli listed` writes it anew.

use super::Cli;
use clap::{Arg, Command, CommandFactory};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const HEAD: &str = "\
# Commands and options

Which command answers which question, and which options it has. An option means the same wherever it has one row. Every command has
`--help`, with examples and the form of its JSON. A test makes this page from the command itself.

";

/// The commands that answer, with what they are called.
fn answering(command: &Command, name: &str) -> Vec<(String, Command)> {
    let below: Vec<&Command> = command
        .get_subcommands()
        .filter(|below| below.get_name() != "help" && !below.is_hide_set())
        .collect();
    // Some answer themselves, and have others below them.
    let own = |arg: &Arg| arg.get_long().is_some_and(|long| long != "help");
    let itself = !name.is_empty() && (below.is_empty() || command.get_arguments().any(own));
    let named = |below: &Command| answering(below, format!("{name} {}", below.get_name()).trim());
    let itself = itself.then(|| (name.to_owned(), command.clone()));
    itself.into_iter().chain(below.into_iter().flat_map(named)).collect()
}

/// The first sentence of what an option says about itself.
fn meaning(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    // A dot may also be a sign of a drawing.
    let ends = |&(at, _): &(usize, &str)| {
        !help[..at].ends_with('.')
            && help[at + 2..].starts_with(|next: char| next.is_uppercase() || next == '`')
    };
    let end = help.match_indices(". ").find(ends).map_or(help.len(), |(at, _)| at);
    help[..end].replace('|', "\\|").replace('<', "&lt;")
}

/// The names of an option, and what it takes.
fn called(arg: &Arg) -> Option<String> {
    let long = arg.get_long()?;
    let short = arg.get_short().map(|short| format!("`-{short}`, ")).unwrap_or_default();
    let value = arg.get_action().takes_values().then(|| arg.get_value_names()?.first().cloned()).flatten();
    let value = value.map(|value| format!(" {value}")).unwrap_or_default().replace('|', "\\|");
    Some(format!("{short}`--{long}{value}`"))
}

fn page() -> String {
    let mut all = Cli::command();
    all.build();
    let commands = answering(&all, "");
    let mut page = HEAD.to_owned();
    page.push_str("| command | what it answers |\n|---|---|\n");
    let mut options: BTreeMap<(String, String), (String, Vec<&str>)> = BTreeMap::new();
    for (name, command) in &commands {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        writeln!(page, "| `{name}` | {} |", about.replace('|', "\\|")).expect("there is room");
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set() && arg.get_id() != "help") {
            let Some(named) = called(arg) else { continue };
            let long = arg.get_long().unwrap_or_default().to_owned();
            options.entry((long, meaning(arg))).or_insert_with(|| (named, Vec::new())).1.push(name);
        }
    }
    page.push_str("\n| option | what it means | of |\n|---|---|---|\n");
    for ((_, meaning), (named, of)) in options {
        let all_but: Vec<&str> =
            commands.iter().map(|(name, _)| name.as_str()).filter(|name| !of.contains(name)).collect();
        let of = if all_but.len() < 6 && of.len() > 12 {
            format!("all but {}", all_but.join(", "))
        } else {
            of.join(", ")
        };
        writeln!(page, "| {named} | {meaning} | {of} |").expect("there is room");
    }
    page
}

#[test]
fn the_table_is_what_the_command_has() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let page = page();
    if std::env::var_os("POLYTILE_WRITE").is_some() {
        std::fs::write(&file, &page).expect("the page is written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page, "docs/options.md: POLYTILE_WRITE=1 cargo test -p polytile-cli listed");
}
