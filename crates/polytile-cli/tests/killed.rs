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
    let mut kills = 0;
    // Killed at once, then after more and more time, until it comes to its end.
    for patience in (0..).map(|n| Duration::from_millis(n * n)) {
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
        kills += 1;
    }
    fs::remove_dir_all(&directory).unwrap();
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
    assert_eq!(run.status.code(), Some(3), "{said}");
    assert!(said.contains("cannot be written: ") && said.contains("--resume"), "{said}");
    let resumed = explore(&directory, &["--resume"]).output().unwrap();
    let said = String::from_utf8_lossy(&resumed.stdout);
    assert!(said.contains(STATES), "{said}{}", String::from_utf8_lossy(&resumed.stderr));
    fs::remove_dir_all(&directory).unwrap();
}
