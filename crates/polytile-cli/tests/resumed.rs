//! A listing that is stopped again and again, and resumed, shows what one that is not stopped shows: on standard output and
//! in its picture.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PUZZLE: &str = "pentominoes-8x8-holed";

fn solve(dir: &Path, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.current_dir(dir).args(["solve", PUZZLE]).args(more).output().unwrap()
}

/// The picture of a search that is stopped, and how many solutions are in it.
fn pictures(dir: &Path, name: &str) -> (String, usize) {
    let svg = fs::read_to_string(dir.join(name)).unwrap_or_default();
    let numbers = (1..1_000_000).take_while(|n| svg.contains(&format!(">{n}</text>"))).count();
    (svg, numbers)
}

/// Runs the search with these options until it ends by itself: what it prints, how often it was stopped, and the last
/// number of solutions that it said were seen.
fn interrupted(dir: &Path, options: &[&str], mut each: impl FnMut(&str)) -> (String, usize) {
    let (mut printed, mut stops) = (String::new(), 0);
    for milliseconds in (1..).map(|n| 20 * n) {
        let limit = format!("{milliseconds}ms");
        let resume = if stops > 0 { "--resume" } else { "--checkpoint" };
        let run = solve(dir, &[options, &[resume, "left", "--time-limit", &limit]].concat());
        let said = String::from_utf8(run.stderr).unwrap();
        printed += &String::from_utf8(run.stdout).unwrap();
        match run.status.code() {
            Some(0) => break,
            Some(3) => each(&said),
            _ => panic!("{said}"),
        }
        // Stopped before the search began, it has written nothing.
        stops += usize::from(dir.join("left").exists());
    }
    (printed, stops)
}

#[test]
fn what_waits_to_be_drawn_is_drawn() {
    let dir = tempfile::tempdir().unwrap();
    let whole = solve(dir.path(), &["--svg", "whole.svg"]);
    assert!(whole.status.success() && whole.stdout.is_empty());
    let (picture, all) = pictures(dir.path(), "whole.svg");
    assert_eq!(all, 520);
    let mut drawn = Vec::new();
    let (printed, stops) = interrupted(dir.path(), &["--svg", "parts.svg"], |said| {
        // It may have been stopped before it resumed: then nothing is drawn, and the picture stays.
        if !said.contains(" drawn") {
            return;
        }
        let seen = said.split_once(" drawn").and_then(|(before, _)| before.rsplit(' ').next());
        let seen = seen.and_then(|n| n.parse().ok()).unwrap_or(0);
        assert_eq!(pictures(dir.path(), "parts.svg").1, seen, "{said}");
        drawn.push(seen);
    });
    assert_eq!(printed, "");
    assert!(stops > 1 && drawn.iter().any(|n| (1..520).contains(n)), "{drawn:?}");
    assert!(drawn.is_sorted());
    assert_eq!(pictures(dir.path(), "parts.svg").0, picture);
    // All is drawn: there is nothing left for another picture.
    let again = solve(dir.path(), &["--resume", "left", "--svg", "more.svg"]);
    assert!(again.status.success() && !dir.path().join("more.svg").exists());
    assert!(String::from_utf8(again.stderr).unwrap().starts_with("no picture is written"));
}

#[test]
fn what_is_printed_is_drawn_too() {
    let dir = tempfile::tempdir().unwrap();
    let whole = solve(dir.path(), &["--json", "--svg", "whole.svg"]);
    let (printed, stops) = interrupted(dir.path(), &["--json", "--svg", "parts.svg"], |_| {});
    assert!(stops > 1);
    assert_eq!(printed, String::from_utf8(whole.stdout).unwrap());
    assert_eq!(pictures(dir.path(), "parts.svg"), pictures(dir.path(), "whole.svg"));
}

/// A picture that cannot be written loses nothing: the next one has it all.
#[test]
fn a_picture_that_fails_can_be_drawn_later() {
    let dir = tempfile::tempdir().unwrap();
    if !Path::new("/dev/full").exists() {
        return;
    }
    let full = solve(dir.path(), &["--svg", "/dev/full", "--checkpoint", "left", "--limit", "5"]);
    assert_eq!(full.status.code(), Some(1));
    // Looked at in letters meanwhile, which are not drawn.
    let letters = solve(dir.path(), &["--ascii", "--resume", "left", "--limit", "2"]);
    assert_eq!(String::from_utf8(letters.stdout).unwrap().split("\n\n").count(), 2);
    let drawn = solve(dir.path(), &["--svg", "some.svg", "--resume", "left", "--limit", "3"]);
    assert!(drawn.status.success());
    assert_eq!(pictures(dir.path(), "some.svg").1, 8);
}
