//! An exploration that is killed can be resumed from its last level; one whose disk is full says so and loses nothing.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
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

/// An exploration that leaves its levels in `directory`, because files may have some blocks only; whoever writes more is
/// told so, not killed.
fn full(directory: &Path) -> Output {
    let script =
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" slide explore 8-puzzle --engine sorted --disk \"$1\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_polytile")]).arg(directory).output().unwrap()
}

#[test]
fn a_killed_run_goes_on() {
    let directory = directory("killed");
    full(&directory);
    // Killed at once, then after more and more time, until it comes to its end.
    let mut kills = 0_u64;
    loop {
        assert!(directory.join("checkpoint").exists(), "each is resumed");
        let patience = Duration::from_millis(kills * kills);
        let mut child =
            explore(&directory, &["--resume"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
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
        if !ended {
            // SIGKILL: nothing can be tidied up. The process may nevertheless have come to its end.
            child.kill().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        if output.status.code().is_some() {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(said.contains(STATES), "{said}{}", String::from_utf8_lossy(&output.stderr));
            break;
        }
        kills += 1;
        if !directory.join("checkpoint").exists() {
            // Killed while it tidied up: the answer was out.
            break;
        }
    }
    assert!(kills > 0);
    fs::remove_dir_all(&directory).unwrap();
}

/// All that a run says that is resumed after a kill is what an uninterrupted run says.
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
    // As soon as it is at work; should it come to its end before that is seen, once more.
    loop {
        full(&directory);
        let mut child =
            explore(&directory, &["--resume"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while !directory.join("lock").exists() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        if directory.join("checkpoint").exists() {
            break;
        }
    }
    for entry in fs::read_dir(&directory).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(bytes.is_empty() || bytes.starts_with(b"polytile "), "every file has its mark");
    }
    assert_eq!(answer(&mut explore(&directory, &["--resume"])), whole);
    // A file that was empty when its owner was killed is nobody's, and stays.
    let left = fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap());
    assert!(left.into_iter().all(|file| file.metadata().unwrap().len() == 0), "all is tidied up");
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
    let run = full(&directory);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    let safe = said.contains("cannot be written: ")
        && said.contains("; levels 0 to ")
        && said.contains(" are safe\n");
    assert!(safe && said.contains("--resume"), "{said}");
    // Nothing useless takes up room.
    let mut left: Vec<_> =
        fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert!(left.len() == 3 && left[0] == "checkpoint", "{left:?}");
    let resumed = explore(&directory, &["--resume"]).output().unwrap();
    let said = String::from_utf8_lossy(&resumed.stdout);
    assert!(said.contains(STATES), "{said}{}", String::from_utf8_lossy(&resumed.stderr));
    fs::remove_dir_all(&directory).unwrap();
}

/// A search that is killed again and again says in the end what one in memory says, and tidies up.
#[test]
fn a_killed_search_goes_on() {
    let directory = directory("search");
    for engine in ["start", "both"] {
        let solve = |more: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
            command
                .args(["slide", "solve", "klotski", "--metric", "step", "--quiet", "--engine", engine])
                .args(more);
            command
        };
        let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = text(&solve(&[]).output().unwrap());
        assert!(expected.contains("length 116\n"), "{expected}");
        let at = directory.to_str().unwrap();
        // Killed at once, then after more and more time, until it comes to its end.
        let mut kills = 0_u64;
        loop {
            let sides = ["alone", "from-start"];
            let begun = sides.iter().any(|side| directory.join(side).join("checkpoint").is_file());
            let more: &[&str] = if begun { &["--disk", at, "--resume"] } else { &["--disk", at] };
            let mut child = solve(more).stdout(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(kills * kills));
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            if output.status.code().is_some() {
                assert_eq!(text(&output), expected, "{engine} after {kills} kills");
                break;
            }
            // Killed while it said the answer: the beginning is that of the whole, and the files may be gone.
            if !output.stdout.is_empty() {
                assert!(
                    expected.starts_with(&text(&output)),
                    "{engine} after {kills} kills: {}",
                    text(&output)
                );
                break;
            }
            kills += 1;
        }
        let _ = fs::remove_dir_all(&directory);
    }
}
