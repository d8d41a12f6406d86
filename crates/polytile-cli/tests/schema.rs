//! The schemas in docs/schema are those of the library, and what the command prints with `--json` conforms to them.
//!
//! `POLYTILE_WRITE=1 cargo test --workspace --test schema` writes them anew.

use polytile::ask::schema::{Schemas, schemas};
use polytile::ask::{Part, Question};
use polytile::run::Control;
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
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
    // Where there is no solution, it says why.
    ("solve", &["list", "solutions", "unique", "why"]),
    ("inspect", &["inspect"]),
    ("hint", &["hint"]),
    ("series", &["series"]),
    ("table", &["table"]),
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

/// The commands with `--json` in the tests of the command, and the lines of JSON that they print.
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
            let line = line.replace("\"seconds\":[..]", "\"seconds\":0");
            // Further differences are not listed.
            if !command.contains("--json") || !line.starts_with('{') || line.contains("[..]") {
                continue;
            }
            if let Ok(value) = serde_json::from_str(&line) {
                printed.push((command.clone(), value));
            }
        }
    }
    printed
}

#[test]
fn what_is_printed_keeps_to_them() {
    let all = schemas();
    let mut held = 0;
    for (command, value) in printed() {
        let (_, kinds) = COMMANDS
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
        held += 1;
    }
    assert!(held > 20, "{held}");
}

/// The questions that node is asked too.
const QUESTIONS: &str = include_str!("../../polytile-wasm/test/questions.jsonl");

#[test]
fn questions_and_answers_keep_to_them() {
    let all = schemas();
    let mut answered = Vec::new();
    for line in QUESTIONS.lines() {
        let question: Value = serde_json::from_str(line).unwrap();
        let kind = question["question"].as_str().unwrap();
        let schemas = all.iter().find(|schemas| schemas.kind == kind).unwrap();
        let fits = |schema: &Value, value: &Value| {
            let validator = jsonschema::validator_for(schema).unwrap();
            let wrong: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
            assert!(wrong.is_empty(), "{line}\n{value}\n{}", wrong.join("\n"));
        };
        let Ok(asked) = line.parse::<Question>() else {
            assert!(!jsonschema::validator_for(&schemas.question).unwrap().is_valid(&question), "{line}");
            continue;
        };
        fits(&schemas.question, &question);
        fits(&schemas.question, &serde_json::to_value(&asked).unwrap());
        let mut parts = Vec::new();
        let control = Control::default().memory(1 << 28);
        let Ok(answer) = asked.ask(&control, &mut |part| {
            parts.push(part);
            ControlFlow::Continue(())
        }) else {
            continue;
        };
        fits(&schemas.answer, &answer.json());
        for part in parts.iter().filter(|part| !matches!(part, Part::Warning(_))) {
            fits(schemas.part.as_ref().unwrap(), &part.json());
        }
        answered.push(schemas.kind);
    }
    for Schemas { kind, .. } in &all {
        assert!(answered.contains(kind), "no question of the kind {kind} is asked");
    }
}
