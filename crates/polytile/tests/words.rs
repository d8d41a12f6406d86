//! The table of words in CONTRIBUTING.md is true: every type that it names exists, and no other type of the library has that
//! name. Answers (`ask`) are left out: their types are called after the JSON that they are.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// All types of the library, by name, with the folders of `src` that define them.
fn types() -> BTreeMap<String, Vec<String>> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut open = vec![src.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let inside = path.strip_prefix(&src).unwrap().with_extension("");
            let folder = inside.iter().next().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                open.push(path);
            } else if !inside.ends_with("tests") && folder != "ask" {
                for name in defined(&fs::read_to_string(path).unwrap()) {
                    found.entry(name).or_default().push(folder.clone());
                }
            }
        }
    }
    found
}

/// The types that a file defines: those at the left edge, and those that `choice!` makes, there or in a macro, or lines of engines.
fn defined(text: &str) -> Vec<String> {
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap();
    let mut made = false;
    let mut names = Vec::new();
    for line in text.lines() {
        made = ["choice! {", "$crate::plan::$make! {"].contains(&line.trim_start())
            || made && line.starts_with(' ');
        if line.starts_with(' ') && !made {
            continue;
        }
        let words = line.split([' ', '<', '(', '{', ':', ';']).filter(|word| !word.is_empty());
        let mut words = words.skip_while(|word| ["pub", "crate)", "super)", "in"].contains(word));
        if words.next().is_some_and(|kind| ["struct", "enum", "trait", "type"].contains(&kind)) {
            names.extend(words.next().map(str::to_owned));
        }
    }
    names
}

#[test]
fn words_are_those_of_the_types() {
    let contributing = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CONTRIBUTING.md");
    let text = fs::read_to_string(contributing).unwrap();
    // Word, meaning, types: `folder::Type`.
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 4);
    let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for row in rows {
        let types = row.split('|').nth(3).unwrap();
        for path in types.split('`').skip(1).step_by(2) {
            let (folder, name) = path.rsplit_once("::").unwrap_or_else(|| panic!("{path}: folder::Type"));
            named.entry(name).or_default().push(folder.trim_start_matches("::"));
        }
    }
    assert!(named.len() > 40, "the table has shrunk to {} types", named.len());
    let types = types();
    for (name, mut folders) in named {
        let mut defined = types.get(name).cloned().unwrap_or_default();
        folders.sort_unstable();
        defined.sort();
        assert_eq!(folders, defined, "where {name} is defined");
    }
}
