//! What the parser of arguments refuses together, the library refuses in JSON too: one table for both.

use crate::commands::Cli;
use clap::{Command, CommandFactory};
use polytile::ask::{Question, nobody};
use polytile::run::Control;
use std::collections::BTreeSet;

/// Pairs of options that exclude each other, by command, and a question that has both.
const APART: &[(&str, &str, &str, &str)] = &[
    ("solve", "first", "limit", r#"{"question": "list", "puzzle": "queens-8", "first": true, "limit": 2}"#),
    (
        "solve",
        "cross-check",
        "subtree",
        r#"{"question": "list", "puzzle": "queens-8", "cross_check": true, "subtree": "1/2"}"#,
    ),
    ("solve", "unique", "subtree", r#"{"question": "unique", "puzzle": "queens-8", "subtree": "1/2"}"#),
    (
        "series",
        "modulo",
        "recurrence",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "modulo": 7, "recurrence": true}"#,
    ),
    (
        "series",
        "modulo",
        "growth",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "modulo": 7, "growth": true}"#,
    ),
    (
        "series",
        "to",
        "recurrence",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "to": 3, "recurrence": true}"#,
    ),
    (
        "series",
        "width",
        "board",
        r#"{"question": "series", "width": 3, "board": "3xn", "pieces": "dominoes", "to": 3}"#,
    ),
    ("series", "to", "at", r#"{"question": "series", "width": 3, "pieces": "dominoes", "to": 3, "at": 3}"#),
    (
        "series",
        "to",
        "growth",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "to": 3, "growth": true}"#,
    ),
    (
        "series",
        "recurrence",
        "at",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "recurrence": true, "at": 3}"#,
    ),
    (
        "series",
        "recurrence",
        "growth",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "recurrence": true, "growth": true}"#,
    ),
    (
        "series",
        "at",
        "growth",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "at": 3, "growth": true}"#,
    ),
    (
        "slide solve",
        "all",
        "hint",
        r#"{"question": "slide_solve", "puzzle": "klotski", "all": true, "hint": true}"#,
    ),
    (
        "slide solve",
        "hint",
        "limit",
        r#"{"question": "slide_solve", "puzzle": "klotski", "hint": true, "limit": 2}"#,
    ),
    (
        "slide solve",
        "boards",
        "hint",
        r#"{"question": "slide_solve", "puzzle": "klotski", "boards": true, "hint": true}"#,
    ),
    (
        "zdd",
        "cross-check",
        "with",
        r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "cross_check": true, "with": ["domino@0,0+0,1"]}"#,
    ),
    (
        "zdd",
        "cross-check",
        "where",
        r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "cross_check": true, "where": ["domino at 0,0"]}"#,
    ),
    (
        "zdd",
        "cross-check",
        "without",
        r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "cross_check": true, "without": ["domino@0,0+0,1"]}"#,
    ),
    (
        "deficient",
        "seed",
        "remove",
        r#"{"question": "deficient", "board": "5x8", "seed": 1, "remove": "0,0"}"#,
    ),
    (
        "deficient",
        "map",
        "remove",
        r#"{"question": "deficient", "board": "5x8", "map": true, "remove": "0,0"}"#,
    ),
    ("deficient", "map", "seed", r#"{"question": "deficient", "board": "5x8", "map": true, "seed": 1}"#),
    ("golomb", "seed", "remove", r#"{"question": "golomb", "n": 3, "seed": 1, "remove": "0,0"}"#),
    ("golomb", "cell", "proof", r#"{"question": "golomb", "n": 3, "cell": "0,0", "proof": true}"#),
    ("golomb", "cell", "steps", r#"{"question": "golomb", "n": 3, "cell": "0,0", "steps": true}"#),
    ("golomb", "cell", "window", r#"{"question": "golomb", "n": 3, "cell": "0,0", "window": [0, 0, 1, 1]}"#),
    ("golomb", "proof", "steps", r#"{"question": "golomb", "n": 3, "proof": true, "steps": true}"#),
    ("golomb", "proof", "window", r#"{"question": "golomb", "n": 3, "proof": true, "window": [0, 0, 1, 1]}"#),
    ("golomb", "proof", "colours", r#"{"question": "golomb", "n": 3, "proof": true, "colours": "4"}"#),
    ("golomb", "proof", "levels", r#"{"question": "golomb", "n": 3, "proof": true, "levels": true}"#),
    ("golomb", "levels", "colours", r#"{"question": "golomb", "n": 3, "levels": true, "colours": "4"}"#),
];

/// Options that need another one, and a question that has the first alone.
const NEEDING: &[(&str, &str, &str)] = &[
    (
        "all",
        "recurrence",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "all": true, "to": 3}"#,
    ),
    (
        "format",
        "recurrence",
        r#"{"question": "series", "width": 3, "pieces": "dominoes", "format": "pari", "to": 3}"#,
    ),
    ("from", "to", r#"{"question": "series", "width": 3, "pieces": "dominoes", "from": 3, "growth": true}"#),
    ("seed", "random", r#"{"question": "list", "puzzle": "queens-8", "seed": 2}"#),
    ("seed", "sample", r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "seed": 2}"#),
    (
        "weights",
        "lightest",
        r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "weights": "domino 1"}"#,
    ),
];

/// Options that are not keys of a question: where an answer goes and how it appears, what is kept in files, and how a game
/// begins; and those that choose the kind of question.
const NO_KEYS: &[&str] = &[
    "answers",
    "ascii",
    "knuth",
    "stats",
    "json",
    "svg",
    "png",
    "gif",
    "scale",
    "transparent",
    "labels",
    "coordinates",
    "view",
    "nested",
    "force",
    "checkpoint",
    "resume",
    "scramble",
    "processes",
    "hosts",
    "process",
    "wait",
    "class",
    "up-to-symmetry",
    "NAME",
];
/// Options of `solve` that choose the kind of question.
const KINDS: &[&str] = &["count", "unique", "best"];

/// Asserts that a question is refused in a sentence that names both options, with its mend.
fn refused(question: &str, both: [&str; 2]) {
    let asked: Question = question.parse().unwrap_or_else(|e| panic!("{question}: {e}"));
    let error = asked.ask(&Control::default(), &mut nobody).expect_err(question);
    let said = format!("{error} / {}", error.help().unwrap_or_else(|| panic!("{question}: {error}")));
    // By their keys, as the question has them.
    assert!(both.iter().all(|name| said.contains(&name.replace('-', "_"))), "{question}: {said}");
}

/// All pairs of options that exclude each other, by command.
fn pairs(name: &str, command: &Command, found: &mut BTreeSet<(String, [String; 2])>) {
    let called = |arg: &clap::Arg| arg.get_long().map_or("NAME", |long| long).to_owned();
    for arg in command.get_arguments() {
        for other in command.get_arg_conflicts_with(arg) {
            let mut pair = [called(arg), called(other)];
            pair.sort();
            found.insert((name.to_owned(), pair));
        }
    }
    for below in command.get_subcommands() {
        pairs(format!("{name} {}", below.get_name()).trim(), below, found);
    }
}

#[test]
fn what_does_not_go_together_is_refused_in_json_too() {
    for (_, one, other, question) in APART {
        refused(question, [one, other]);
    }
    for (one, other, question) in NEEDING {
        refused(question, [one, other]);
    }
}

#[test]
fn every_pair_of_the_command_is_in_the_table() {
    let mut command = Cli::command();
    command.build();
    let mut found = BTreeSet::new();
    pairs("", &command, &mut found);
    assert!(found.len() > 40, "{}", found.len());
    for (command, [one, other]) in found {
        let is_no_key = |name: &String| {
            NO_KEYS.contains(&name.as_str()) || (command == "solve" && KINDS.contains(&name.as_str()))
        };
        let listed = APART.iter().any(|(of, a, b, _)| {
            *of == command && ([*a, *b] == [&*one, &*other] || [*b, *a] == [&*one, &*other])
        });
        assert!(listed || is_no_key(&one) || is_no_key(&other), "{command}: --{one} and --{other}");
    }
}
