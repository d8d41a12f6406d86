//! An exploration that is killed goes on from its last level; one whose disk is full says so and loses nothing.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("polytile-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn explore(directory: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    let arguments = ["slide", "explore", "8-puzzle", "--metric", "step", "--engine", "sorted"];
    command.args(arguments).arg("--disk").arg(directory).args(more);
    command
}

const STATES: &str = "states 181440\neccentricity 31\nedges 241920\none neighbour 0\n";

#[test]
fn a_killed_run_goes_on() {
    let directory = directory("killed");
    // Killed at once, then after more and more time, until it comes to its end.
    for kills in 0_u64.. {
        let patience = Duration::from_millis(kills * kills);
        let resume: &[&str] = if directory.join("checkpoint").exists() { &["--resume"] } else { &[] };
        let mut child =
            explore(&directory, resume).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        let ended = loop {
            if kills == 0 || begun.elapsed() > patience {
                break false;
            }
            if child.try_wait().unwrap().is_some() {
                break true;
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        if ended {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains(STATES), "{said}{}", String::from_utf8_lossy(&output.stderr));
            break;
        }
        // SIGKILL: nothing can be tidied up.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    fs::remove_dir_all(&directory).unwrap();
}

/// What a directory that is resumed after a kill says, all of it, is what an uninterrupted run says.
#[test]
fn a_run_resumed_after_a_kill_says_the_same() {
    let answer = |command: &mut Command| {
        let output = command.args(["--histogram", "--quiet"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let directory = directory("resumed");
    let whole = answer(&mut explore(&directory, &[]));
    assert!(fs::read_dir(&directory).unwrap().next().is_none(), "all is tidied up");
    let mut child = explore(&directory, &[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // As soon as a level is safe.
    while !directory.join("checkpoint").exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    if directory.join("checkpoint").exists() {
        for entry in fs::read_dir(&directory).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            assert!(bytes.is_empty() || bytes.starts_with(b"polytile "), "every file has its mark");
        }
        assert_eq!(answer(&mut explore(&directory, &["--resume"])), whole);
    }
    assert!(fs::read_dir(&directory).unwrap().next().is_none(), "all is tidied up");
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_disk_that_is_full_from_the_beginning_says_so() {
    let directory = directory("nothing");
    let script =
        "trap '' XFSZ; ulimit -f 0; exec \"$0\" slide explore 8-puzzle --engine sorted --disk \"$1\"";
    let run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_polytile")])
        .arg(&directory)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("; no new level was finished\n") && !said.contains("--resume"), "{said}");
    assert!(fs::read_dir(&directory).unwrap().next().is_none());
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn what_others_keep_in_the_directory_stays() {
    let directory = directory("others");
    let elsewhere = directory.with_extension("elsewhere");
    fs::create_dir_all(&directory).unwrap();
    fs::write(&elsewhere, "precious").unwrap();
    let refused = |name: &str, why: &str| {
        let run = explore(&directory, &[]).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(said.contains(&format!("/{name} is not a file that polytile wrote: {why}\n")), "{said}");
        assert!(run.stdout.is_empty());
        fs::remove_file(directory.join(name)).unwrap();
        assert!(fs::read_dir(&directory).unwrap().next().is_none());
    };
    for name in ["lock", "level-7.keys", "checkpoint", "run-0.keys"] {
        fs::write(directory.join(name), "precious").unwrap();
        let run = explore(&directory, &[]).output().unwrap();
        assert_eq!(run.status.code(), Some(2));
        assert_eq!(fs::read(directory.join(name)).unwrap(), b"precious");
        refused(name, "it does not begin with its mark");
        std::os::unix::fs::symlink(&elsewhere, directory.join(name)).unwrap();
        refused(name, "it is a symbolic link");
        assert_eq!(fs::read(&elsewhere).unwrap(), b"precious");
    }
    fs::remove_dir_all(&directory).unwrap();
    fs::remove_file(&elsewhere).unwrap();
}

#[test]
fn a_full_disk_loses_nothing() {
    let directory = directory("full");
    // Files may have some blocks only; whoever writes more is told so, not killed.
    let script =
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" slide explore 8-puzzle --engine sorted --disk \"$1\"";
    let run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_polytile")])
        .arg(&directory)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    let safe = said.contains("cannot be written: ")
        && said.contains("; levels 0 to ")
        && said.contains(" are safe\n");
    assert!(safe && said.contains("--resume"), "{said}");
    // Nothing takes room that is of no use.
    let mut left: Vec<_> =
        fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert!(left.len() == 3 && left[0] == "checkpoint", "{left:?}");
    let resumed = explore(&directory, &["--resume"]).output().unwrap();
    let said = String::from_utf8_lossy(&resumed.stdout);
    assert!(said.contains(STATES), "{said}{}", String::from_utf8_lossy(&resumed.stderr));
    fs::remove_dir_all(&directory).unwrap();
}
