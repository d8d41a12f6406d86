//! The schemas in docs/schema are those of the library, and what the command prints with `--json` conforms to them.
//!
//! `POLYTILE_WRITE=1 cargo test --workspace --test schema` writes them anew.

use polytile::ask::schema::{Schemas, schemas};
use polytile::ask::{Part, Question};
use polytile::run::Control;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// What a command asks when its line begins so and has this word: the kinds of question. The first line that fits says it.
const COMMANDS: &[(&str, &str, &[&str])] = &[
    ("check", "", &["check"]),
    ("classes", "", &["classes"]),
    ("count", "", &["count"]),
    ("deficient", "", &["deficient"]),
    ("design board", "", &["design_board"]),
    ("design givens", "", &["design_givens"]),
    ("design number-mind", "", &["design_number_mind"]),
    ("design pieces", "", &["design_pieces"]),
    ("design slide", "", &["design_slide"]),
    ("golomb", "", &["golomb"]),
    ("hint", "", &["hint"]),
    ("inspect", "", &["inspect"]),
    ("make", "", &["make"]),
    ("merge", "", &["merge"]),
    ("pieces", "", &["pieces"]),
    ("puzzles", "", &["puzzles"]),
    ("relate", "", &["relate"]),
    ("sample", "", &["sample"]),
    ("series", "", &["series"]),
    ("slide check", "", &["slide_check"]),
    ("slide explore", "", &["explore"]),
    ("slide solve", "", &["slide_solve"]),
    ("solve", "--best", &["best"]),
    ("solve", "--unique", &["unique"]),
    ("solve", "--first", &["first"]),
    ("solve", "--count", &["solutions"]),
    ("solve", "", &["list"]),
    ("table", "", &["table"]),
    ("why", "", &["why"]),
    ("zdd", "--kth", &["kth", "zdd"]),
    ("zdd", "--rank", &["rank", "zdd"]),
    ("zdd", "", &["zdd"]),
];

/// Kinds whose answers the command prints in other forms only. As JSON they are held against their schemas below.
const NEVER_PRINTED: &[&str] = &["convert", "show", "slide_graph", "slide_moves"];

/// Commands that are run besides, for kinds whose JSON the tests of the command show nowhere.
const BESIDES: &[&str] = &[
    "design givens --board 4x4 --pieces dominoes --json",
    "design number-mind 185 --json",
    "design pieces --board 4x5 --pieces pentominoes --solutions 1..4 --json",
    "make langford 4 --json",
    "merge one.json two.json --json",
    "puzzles --json",
];

/// What the last of them put together.
const PARTS: [(&str, &str); 2] = [
    ("one.json", r#"{"count":40,"part":"1/2","question":"q"}"#),
    ("two.json", r#"{"count":52,"part":"2/2","question":"q"}"#),
];

fn tests_of_the_command() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd")
}

/// The words of a command line, in which quotes hold blanks together.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in line.chars() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (' ', None) => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}

/// The lines of JSON that a command prints in a directory.
fn run(command: &str, directory: &Path) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .args(words(command))
        .current_dir(directory)
        .output()
        .unwrap();
    let printed = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
    let values: Vec<Value> = printed.map(Result::unwrap).collect();
    assert!(!values.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    values
}

/// An object of JSON in a test of the command. There every `\` has become a `/`, as it is compared on all systems.
///
/// # Errors
/// When it is no JSON.
fn read(text: &str) -> Result<Value, serde_json::Error> {
    let text = text.replace("\"seconds\":[..]", "\"seconds\":0");
    let escaped = || text.replace("/\"", "\\\"").replace("/n", "\\n");
    serde_json::from_str(&text).or_else(|_| serde_json::from_str(&escaped()))
}

/// The commands with `--json` in the tests of the command, and the objects that they print, most on a line each. Where a test leaves
/// something of them out, they are run.
fn printed() -> Vec<(String, Value)> {
    let mut printed = Vec::new();
    for entry in fs::read_dir(tests_of_the_command()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "trycmd") {
            continue;
        }
        let files = path.with_extension("in");
        let directory = if files.is_dir() { files } else { tests_of_the_command() };
        let mut command = String::new();
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(typed) = line.strip_prefix("$ polytile ") {
                typed.clone_into(&mut command);
            }
            if !command.contains("--json") || !line.starts_with('{') {
                continue;
            }
            let mut object = line.to_owned();
            let mut value = read(&object);
            while value.as_ref().is_err_and(serde_json::Error::is_eof) {
                object.push_str(lines.next().unwrap());
                value = read(&object);
            }
            if object.replace("\"seconds\":[..]", "").contains("[..]") {
                printed.extend(run(&command, &directory).into_iter().map(|value| (command.clone(), value)));
            } else {
                let value = value.unwrap_or_else(|wrong| panic!("{command}\n{object}\n{wrong}"));
                printed.push((command.clone(), value));
            }
        }
    }
    printed
}

#[test]
fn what_is_printed_keeps_to_them() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in PARTS {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let besides = |command: &&str| {
        run(command, folder.path())
            .into_iter()
            .map(|value| ((*command).to_owned(), value))
            .collect::<Vec<_>>()
    };
    let mut all = printed();
    all.extend(BESIDES.iter().flat_map(besides));
    let schemas = schemas();
    let mut held = BTreeSet::new();
    for (command, value) in all {
        let asks = |(name, word, _): &&(&str, &str, _)| {
            command.starts_with(&format!("{name} ")) && (word.is_empty() || command.contains(word))
        };
        let (_, _, kinds) =
            COMMANDS.iter().find(asks).unwrap_or_else(|| panic!("{command}: which question is it?"));
        let mut wrong = Vec::new();
        let mut fits = |schema: &Value| {
            let validator = jsonschema::validator_for(schema).unwrap();
            let errors = validator.iter_errors(&value);
            wrong.extend(errors.map(|error| format!("{}: {error}", error.instance_path())));
            validator.is_valid(&value)
        };
        let asked = schemas.iter().filter(|schemas| kinds.contains(&schemas.kind));
        let kept: Vec<&str> = asked
            .filter(|schemas| {
                [Some(&schemas.answer), schemas.part.as_ref()].into_iter().flatten().any(&mut fits)
            })
            .map(|schemas| schemas.kind)
            .collect();
        assert!(!kept.is_empty(), "{command}\n{value}\n{}", wrong.join("\n"));
        held.extend(kept);
    }
    let never = NEVER_PRINTED.iter().copied();
    let expected: BTreeSet<&str> = schemas.iter().map(|schemas| schemas.kind).collect();
    assert_eq!(held.iter().copied().chain(never).collect::<BTreeSet<_>>(), expected);
    assert!(NEVER_PRINTED.iter().all(|kind| !held.contains(kind)));
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
