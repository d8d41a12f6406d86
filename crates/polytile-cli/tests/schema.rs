//! The schemas in docs/schema are those of the library, and what the command prints with `--json` keeps to them.
//!
//! `POLYTILE_WRITE=1 cargo test --workspace --test schema` writes them anew.

use polytile::ask::schema::{Schemas, schemas};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema")
}

/// The files and what they hold.
fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for Schemas { kind, question, part, answer } in schemas() {
        let mut add = |name: &str, schema: &Value| {
            let text = serde_json::to_string_pretty(schema).unwrap() + "\n";
            files.push((format!("{kind}.{name}.json"), text));
        };
        add("question", &question);
        if let Some(part) = &part {
            add("part", part);
        }
        add("answer", &answer);
    }
    files
}

#[test]
fn the_files_are_what_the_library_says() {
    let files = files();
    if std::env::var_os("POLYTILE_WRITE").is_some() {
        fs::create_dir_all(folder()).unwrap();
        for (name, text) in &files {
            fs::write(folder().join(name), text).unwrap();
        }
    }
    let mut there: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    there.sort();
    let mut expected: Vec<&String> = files.iter().map(|(name, _)| name).collect();
    expected.sort();
    assert_eq!(there.iter().collect::<Vec<_>>(), expected);
    for (name, text) in &files {
        assert!(fs::read_to_string(folder().join(name)).unwrap() == *text, "{name} is not up to date");
    }
}

/// The kinds of question that a command asks.
const COMMANDS: &[(&str, &[&str])] = &[
    ("count", &["count"]),
    ("solve", &["list", "solutions", "unique"]),
    ("inspect", &["inspect"]),
    ("series", &["series"]),
    ("sample", &["sample"]),
    ("classes", &["classes"]),
    ("relate", &["relate"]),
    ("slide explore", &["explore"]),
    ("slide solve", &["slide_solve"]),
    ("slide check", &["slide_check"]),
    ("zdd", &["zdd", "kth", "rank"]),
    ("deficient", &["deficient"]),
    ("golomb", &["golomb"]),
    ("pieces", &["pieces"]),
    ("puzzles", &["puzzles"]),
    ("check", &["check"]),
    ("why", &["why"]),
];

/// The commands with `--json` in the tests of the command, and the lines of JSON that they print. What differs from run to
/// run is a number there.
fn printed() -> Vec<(String, Value)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let mut printed = Vec::new();
    for entry in fs::read_dir(tests).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "trycmd") {
            continue;
        }
        let mut command = String::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            if let Some(typed) = line.strip_prefix("$ polytile ") {
                typed.clone_into(&mut command);
            }
            if !command.contains("--json") || !line.starts_with('{') {
                continue;
            }
            if let Ok(value) = serde_json::from_str(&line.replace("[..]", "0")) {
                printed.push((command.clone(), value));
            }
        }
    }
    printed
}

#[test]
fn what_is_printed_keeps_to_them() {
    let all = schemas();
    let mut held = Vec::new();
    for (command, value) in printed() {
        let (name, kinds) = COMMANDS
            .iter()
            .find(|(name, _)| command.starts_with(&format!("{name} ")))
            .unwrap_or_else(|| panic!("{command}: which question is it?"));
        let schemas = all.iter().filter(|schemas| kinds.contains(&schemas.kind));
        let mut wrong = Vec::new();
        let fits = schemas.flat_map(|schemas| [Some(&schemas.answer), schemas.part.as_ref()]).flatten().any(
            |schema| {
                let validator = jsonschema::validator_for(schema).unwrap();
                wrong.extend(
                    validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())),
                );
                validator.is_valid(&value)
            },
        );
        assert!(fits, "{command}\n{value}\n{}", wrong.join("\n"));
        held.push(*name);
    }
    for (name, _) in COMMANDS {
        assert!(held.contains(name), "no test of `{name}` prints JSON");
    }
}
