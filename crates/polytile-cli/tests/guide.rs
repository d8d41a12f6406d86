//! The guide: every chapter is in the book, every link leads somewhere, and nothing is wider than a terminal.
//!
//! Its examples are run in `examples.rs`.

use polytile::ask::Question;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where the repository is for readers of the book, which has only the folder `docs`.
const ELSEWHERE: [&str; 2] = [
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/"),
    concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/"),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// The pages of the book, by their paths in `docs`, with their texts.
fn pages() -> Vec<(String, String)> {
    let inside = |folder: &str, under: &str| {
        let names =
            files(folder).into_iter().filter(|name| Path::new(name).extension() == Some("md".as_ref()));
        names.map(|name| format!("{under}{name}")).collect::<Vec<_>>()
    };
    let all = [inside("docs", ""), inside("docs/guide", "guide/")].concat();
    all.into_iter()
        .map(|name| (name.clone(), fs::read_to_string(root().join("docs").join(name)).unwrap()))
        .collect()
}

/// What stands outside of fenced blocks, and what stands in them.
fn parts(page: &str) -> (String, String) {
    let of = |odd| page.split("```").skip(odd).step_by(2).collect::<Vec<_>>().join("\n");
    (of(0), of(1))
}

/// The targets of the links and pictures of a text.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The anchors of a page, as GitHub and mdBook make them of headings.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_page_is_a_chapter() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let mut chapters = links(&summary);
    chapters.sort_unstable();
    let mut there: Vec<String> = pages().into_iter().map(|(name, _)| name).collect();
    there.retain(|name| name != "SUMMARY.md");
    there.sort_unstable();
    assert_eq!(chapters, there);
}

#[test]
fn every_link_leads_somewhere() {
    let mut shown = BTreeSet::new();
    for (name, text) in pages() {
        let page = root().join("docs").join(&name);
        for link in links(&parts(&text).0) {
            let (target, anchor) = link.split_once('#').map_or((link, None), |(to, at)| (to, Some(at)));
            let elsewhere = ELSEWHERE.iter().find_map(|begin| target.strip_prefix(begin));
            if target.contains("://") && elsewhere.is_none() {
                continue;
            }
            assert!(elsewhere.is_some() || !target.contains("../.."), "{name}: {link} leads out of the book");
            let to = match elsewhere {
                Some(path) => root().join(path),
                None if target.is_empty() => page.clone(),
                None => page.parent().unwrap().join(target),
            };
            assert!(to.exists(), "{name}: {link} leads nowhere");
            if let Some(anchor) = anchor {
                let there = anchors(&parts(&fs::read_to_string(to).unwrap()).0);
                assert!(there.iter().any(|found| found == anchor), "{name}: {link} has no such heading");
            } else if let Some(picture) = target.strip_prefix("pictures/") {
                shown.insert(picture.to_owned());
            }
        }
    }
    assert_eq!(files("docs/guide/pictures"), shown, "pictures that no chapter shows");
}

#[test]
fn questions_are_questions() {
    let mut asked = 0;
    for (name, text) in pages() {
        for line in parts(&text).1.lines().filter(|line| line.starts_with("{\"question\"")) {
            if let Err(error) = line.parse::<Question>() {
                panic!("{name}: {line}\n{}", error.message);
            }
            asked += 1;
        }
    }
    assert!(asked > 3, "only {asked} questions were found");
}

#[test]
fn examples_fit_a_terminal() {
    for (name, text) in pages().into_iter().filter(|(name, _)| name.starts_with("guide/")) {
        for line in parts(&text).1.lines() {
            assert!(line.chars().count() <= 80, "{name}: {} columns\n{line}", line.chars().count());
        }
    }
}
