//! A table that is killed goes on from what it had counted; a directory of another table, one that is in use or cannot be written
//! is refused, and says how to mend it.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("polytile-kept-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn table(directory: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.args(["table", "--quiet"]).args(more).arg("--disk").arg(directory);
    command
}

fn said(run: &Output, directory: &Path) -> String {
    String::from_utf8_lossy(&run.stderr).replace(&directory.display().to_string(), "DIR")
}

const TETROMINOES: [&str; 4] = ["--pieces", "tetrominoes", "--antidiagonals", "18"];

#[test]
fn a_killed_table_goes_on() {
    let directory = directory("killed");
    let alone = Command::new(env!("CARGO_BIN_EXE_polytile")).arg("table").args(TETROMINOES).output().unwrap();
    assert!(alone.status.success());
    let (mut kills, mut more) = (0_u64, Vec::new());
    // After more and more time, until it comes to its end.
    let whole = loop {
        let mut command = table(&directory, &TETROMINOES);
        let mut child = command.args(&more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(100 * kills));
        // SIGKILL: nothing can be tidied up. It may have come to its end all the same.
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            break output;
        }
        kills += 1;
        more = if directory.join("checkpoint").exists() { vec!["--resume"] } else { Vec::new() };
    };
    assert!(whole.status.success(), "{}", said(&whole, &directory));
    assert!(kills > 0 && whole.stdout == alone.stdout);
    // Finished, it is there for a longer one, and nothing else is.
    let longer = ["--pieces", "tetrominoes", "--antidiagonals", "19", "--resume"];
    let longer = table(&directory, &longer).output().unwrap();
    assert!(longer.status.success(), "{}", said(&longer, &directory));
    let both = [&alone, &longer].map(|run| String::from_utf8(run.stdout.clone()).unwrap());
    let terms = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    };
    assert_eq!(terms(&both[1])[..terms(&both[0]).len()], terms(&both[0]));
    let left: Vec<_> = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["checkpoint"]);
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn other_directories_are_refused() {
    let directory = directory("refused");
    let trominoes = ["--pieces", "trominoes", "--antidiagonals", "6"];
    let refused = |arguments: &[&str]| {
        let run = table(&directory, arguments).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{}", said(&run, &directory));
        assert!(run.stdout.is_empty());
        said(&run, &directory)
    };
    let resumed = [&trominoes[..], &["--resume"]].concat();
    let none = refused(&resumed);
    assert!(table(&directory, &trominoes).output().unwrap().status.success());
    let begun = refused(&trominoes);
    let other = refused(&["--pieces", "tetrominoes", "--antidiagonals", "6", "--resume"]);
    let kind = {
        let arguments =
            ["slide", "explore", "euler-766", "--engine", "sorted", "--quiet", "--resume", "--disk"];
        let run =
            Command::new(env!("CARGO_BIN_EXE_polytile")).args(arguments).arg(&directory).output().unwrap();
        said(&run, &directory)
    };
    let path = directory.join("checkpoint");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    let damaged = refused(&resumed);
    fs::write(&path, "notes").unwrap();
    let notes = refused(&resumed);
    assert_eq!(fs::read_to_string(&path).unwrap(), "notes");
    fs::remove_dir_all(&directory).unwrap();
    fs::write(&directory, "a file").unwrap();
    let file = refused(&trominoes);
    fs::remove_file(&directory).unwrap();
    insta::assert_snapshot!([none, begun, other, kind, damaged, notes, file].join("\n"));
}

#[test]
fn a_limit_or_a_full_disk_leaves_what_was_counted() {
    let directory = directory("limit");
    let arguments = ["--pieces", "tetrominoes", "--antidiagonals", "40"];
    let run =
        table(&directory, &arguments).args(["--time-limit", "2s", "--memory", "20GiB"]).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}", said(&run, &directory));
    assert!(said(&run, &directory).contains(
        "help: what was counted is kept: allow more time or memory, and give the same command with --resume"
    ) || said(&run, &directory).contains("the scan of boards of width 20"), "{}", said(&run, &directory));
    fs::remove_dir_all(&directory).unwrap();
    let script =
        "trap '' XFSZ; ulimit -f 0; exec \"$0\" table --pieces trominoes --antidiagonals 9 --disk \"$1\"";
    let run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_polytile")])
        .arg(&directory)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", said(&run, &directory));
    assert!(fs::read_dir(&directory).unwrap().next().is_none());
    fs::remove_dir_all(&directory).unwrap();
}
