//! Tables against what the OEIS publishes (`oeis.tsv`): arrays against their first terms, and the tables in `docs/oeis` against these and the
//! columns that have entries of their own.

use std::collections::HashMap;
use std::process::Command;

const PUBLISHED: &str = include_str!("oeis.tsv");
const TABLE: &str = include_str!("../../../docs/oeis/b233320.txt");
const OF_TETROMINOES: &str = include_str!("../../../docs/oeis/b230031.txt");
const OF_PENTOMINOES: &str = include_str!("../../../docs/oeis/b233427.txt");

/// The entries of a kind: name, what follows the kind, and terms.
fn published(kind: &str) -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let entries = PUBLISHED.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut fields = line.split('\t');
        let [name, what, terms] = [(); 3].map(|()| fields.next().unwrap());
        (name, what, terms)
    });
    let of_kind = |(name, what, terms): (_, &'static str, &'static str)| {
        let what = what.strip_prefix(kind)?.trim();
        Some((name, what, terms.split(',').collect()))
    };
    entries.filter_map(of_kind).collect()
}

/// The terms of a b-file, whose indices go from 0 on.
fn terms(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let term = |(index, line): (usize, &str)| {
        let (at, term) = line.split_once(' ').unwrap();
        assert_eq!(at, index.to_string());
        term.to_owned()
    };
    lines.enumerate().map(term).collect()
}

#[test]
fn arrays_are_those_of_the_oeis() {
    for (name, pieces, expected) in published("array") {
        // So many antidiagonals are published in full.
        let to = (0..=expected.len())
            .take_while(|sum| (sum + 1) * (sum + 2) / 2 <= expected.len())
            .last()
            .unwrap();
        let run = Command::new(env!("CARGO_BIN_EXE_polytile"))
            .args(["table", "--quiet", "--pieces", pieces, "--antidiagonals", &to.to_string()])
            .output()
            .unwrap();
        let found = terms(&String::from_utf8(run.stdout).unwrap());
        assert!(found.len() >= 66, "{name}");
        assert_eq!(found, expected[..found.len()], "{name}");
    }
}

#[test]
fn the_table_of_trominoes_has_the_columns_of_the_oeis() {
    let all = terms(TABLE);
    let entry = |n: usize, k: usize| all.get((n + k) * (n + k + 1) / 2 + n);
    let mut compared = HashMap::new();
    for (name, what, expected) in published("column") {
        let (k, step) = what.split_once(' ').unwrap();
        let (k, step): (usize, usize) = (k.parse().unwrap(), step.parse().unwrap());
        for (i, &term) in expected.iter().enumerate() {
            let n = i * step;
            for found in [entry(n, k), entry(k, n)].into_iter().flatten() {
                assert_eq!(found, term, "{name}: {n}x{k}");
                compared.insert((n, k), n + k);
            }
        }
    }
    assert!(compared.len() > 100 && compared.values().max() >= Some(&35), "{}", compared.len());
}

/// Holds a table against the antidiagonals of the array `name` that `oeis.tsv` has, and against what all such tables have: `sums` of
/// them, the same for a board that is turned, and zeros where pieces of `size` cells cannot fill the area.
fn goes_on(table: &str, name: &str, size: usize, sums: usize) {
    let all = terms(table);
    let array = published("array");
    let (.., expected) = array.iter().find(|(entry, ..)| *entry == name).unwrap();
    assert_eq!(all[..expected.len()], expected[..]);
    let entry = |n: usize, k: usize| &all[(n + k) * (n + k + 1) / 2 + n];
    for (n, k) in (0..=sums).flat_map(|n| (0..=sums - n).map(move |k| (n, k))) {
        assert_eq!(entry(n, k), entry(k, n), "{name}: {n}x{k}");
        assert!((n * k).is_multiple_of(size) || entry(n, k) == "0", "{name}: {n}x{k}");
    }
    assert_eq!(all.len(), (sums + 1) * (sums + 2) / 2, "{name}");
}

#[test]
fn the_tables_of_tetrominoes_and_of_pentominoes_go_on_from_those_of_the_oeis() {
    goes_on(OF_TETROMINOES, "A230031", 4, 28);
    goes_on(OF_PENTOMINOES, "A233427", 5, 27);
}
