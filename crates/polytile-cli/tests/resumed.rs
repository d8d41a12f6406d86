//! A listing that is stopped and resumed again and again shows what an uninterrupted one shows, on standard output and in its
//! picture.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// On one thread, the search takes a second or more, far longer than the first limits below.
const PUZZLE: [&str; 3] = ["pentominoes-5x12", "--threads", "1"];
const ALL: usize = 4040;

fn command(dir: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.current_dir(dir).arg("solve").args(PUZZLE).args(more);
    command
}

fn solve(dir: &Path, more: &[&str]) -> Output {
    command(dir, more).output().unwrap()
}

/// The picture of a search that is stopped, and how many solutions are in it.
fn pictures(dir: &Path, name: &str) -> (String, usize) {
    let svg = fs::read_to_string(dir.join(name)).unwrap_or_default();
    let mut rest = &svg[..];
    let next = |n: &usize| {
        let label = format!(">{n}</text>");
        rest.find(&label).map(|at| rest = &rest[at + label.len()..]).is_some()
    };
    let numbers = (1..1_000_000).take_while(next).count();
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
        // If it was stopped before the search began, it has written nothing.
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
    assert_eq!(all, ALL);
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
    assert!(stops > 1 && drawn.iter().any(|n| (1..ALL).contains(n)), "{drawn:?}");
    assert!(drawn.is_sorted());
    assert!(pictures(dir.path(), "parts.svg").0 == picture);
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
    assert!(pictures(dir.path(), "parts.svg") == pictures(dir.path(), "whole.svg"));
}

/// A reader that leaves after a little has that little; the next run prints the solution that was refused.
#[test]
fn a_reader_that_goes_leaves_a_checkpoint() {
    let dir = tempfile::tempdir().unwrap();
    let whole = solve(dir.path(), &["--json", "--svg", "whole.svg"]);
    let printed = String::from_utf8(whole.stdout).unwrap();
    let mut child = command(dir.path(), &["--json", "--svg", "some.svg", "--checkpoint", "left"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(printed.starts_with(&first));
    let rest = solve(dir.path(), &["--json", "--svg", "all.svg", "--resume", "left"]);
    assert_eq!(rest.status.code(), Some(0), "{}", String::from_utf8_lossy(&rest.stderr));
    // What it had not read when it went may be lost to it; what was refused is not.
    let rest = String::from_utf8(rest.stdout).unwrap();
    assert!(rest.len() > 1000 && printed.ends_with(&rest));
    assert!(pictures(dir.path(), "all.svg") == pictures(dir.path(), "whole.svg"));
}

/// What an earlier run kept counts against the memory of this one, and so does the checkpoint itself.
#[test]
fn what_was_kept_needs_its_memory() {
    let dir = tempfile::tempdir().unwrap();
    if !Path::new("/dev/full").exists() {
        return;
    }
    let full = solve(dir.path(), &["--svg", "/dev/full", "--checkpoint", "left", "--limit", "2000"]);
    assert_eq!(full.status.code(), Some(1));
    let tight = solve(dir.path(), &["--svg", "some.svg", "--resume", "left", "--memory", "100KiB"]);
    let said = String::from_utf8(tight.stderr).unwrap();
    assert!(tight.status.code() == Some(3) && !dir.path().join("some.svg").exists(), "{said}");
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
    // In the meantime solutions are printed in letters, which are not drawn.
    let letters = solve(dir.path(), &["--ascii", "--resume", "left", "--limit", "2"]);
    assert_eq!(String::from_utf8(letters.stdout).unwrap().split("\n\n").count(), 2);
    let drawn = solve(dir.path(), &["--svg", "some.svg", "--resume", "left", "--limit", "3"]);
    assert!(drawn.status.success());
    assert_eq!(pictures(dir.path(), "some.svg").1, 8);
}
