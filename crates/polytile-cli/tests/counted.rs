//! A count that keeps its layers in files is the count in memory, also when it is killed and resumed; a full disk loses nothing, and a
//! directory of something else is refused, and says how to mend it.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("polytile-counted-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn polytile(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    command.args(line.split_whitespace().map(|word| word.replace('.', " ")));
    command
}

fn kept(line: &str, directory: &Path, more: &[&str]) -> Command {
    let mut command = polytile(line);
    command.args(["--quiet", "--disk"]).arg(directory).args(more);
    command
}

fn text(run: &Output) -> String {
    String::from_utf8_lossy(&run.stdout).into_owned()
}

fn said(run: &Output, directory: &Path) -> String {
    String::from_utf8_lossy(&run.stderr).replace(&directory.display().to_string(), "DIR")
}

fn left(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// A count that leaves its layers in `directory`, because files may have some blocks only; whoever writes more is told so, not killed.
fn full(line: &str, directory: &Path, blocks: u32) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {line} --quiet --disk \"$1\"");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_polytile")]).arg(directory).output().unwrap()
}

#[test]
fn layers_in_files_give_what_layers_in_memory_give() {
    let directory = directory("same");
    for line in [
        "count 9x12 --pieces trominoes --threads 2",
        "count 9x12 --pieces trominoes --engine merge",
        "count 9x12 --pieces trominoes --modulo 1000000007",
        "count 8x8 --pieces tetrominoes --up-to symmetries",
        "count 6x6 --pieces 0..4:dominoes,trominoes --by-piece",
        "count 7x8 --pieces dominoes --fault-free",
        "count 6x8 --pieces dominoes,trominoes --tatami",
        "count pentominoes-6x10 --order diagonals",
        "count torus:4x6 --pieces trominoes",
        "count 6x6 --pieces trominoes --where I3.touches.corner --engine merge",
        "count 3x4x3 --pieces tricubes",
        "count 3x3 --pieces dominoes",
    ] {
        let alone = polytile(line).arg("--quiet").output().unwrap();
        let run = kept(line, &directory, &[]).output().unwrap();
        assert_eq!(text(&run), text(&alone), "{line}: {}", said(&run, &directory));
        assert_eq!(run.status.code(), alone.status.code(), "{line}");
        assert!(left(&directory).is_empty(), "{line}: {:?}", left(&directory));
    }
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_killed_count_goes_on() {
    let directory = directory("killed");
    for line in [
        "count 10x11 --pieces tetrominoes,trominoes --threads 2 --engine merge",
        "count 15x14 --pieces trominoes --threads 2 --engine dense",
        "count 8x8 --pieces trominoes,monomino --up-to symmetries",
    ] {
        let alone = text(&polytile(line).arg("--quiet").output().unwrap());
        let (mut kills, mut more) = (0_i32, Vec::new());
        // After more and more time, until it comes to its end.
        let whole = loop {
            let mut child =
                kept(line, &directory, &more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(20).mul_f64(1.4_f64.powi(kills)));
            // SIGKILL: nothing can be tidied up. It may have come to its end all the same.
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            // The answer may be out before all is tidied up.
            if output.status.code().is_some() || !output.stdout.is_empty() {
                break output;
            }
            kills += 1;
            more = if directory.join("checkpoint").exists() { vec!["--resume"] } else { Vec::new() };
        };
        assert!(kills > 1 && text(&whole) == alone, "{line}, {kills} kills: {}", said(&whole, &directory));
        let _ = fs::remove_dir_all(&directory);
    }
}

#[test]
fn a_full_disk_loses_nothing() {
    let (directory, line) = (directory("full"), "count 9x12 --pieces trominoes,tetrominoes --engine merge");
    let run = full(line, &directory, 0);
    assert_eq!(run.status.code(), Some(1), "{}", said(&run, &directory));
    assert!(left(&directory).is_empty(), "{:?}", left(&directory));
    let run = full(line, &directory, 64);
    let message = said(&run, &directory);
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("cannot be written: ") && message.contains("; levels 0 to "), "{message}");
    assert!(
        message.contains(" are safe\n  help: make room, and give the same command with --resume"),
        "{message}"
    );
    // Nothing useless takes up room.
    assert!(left(&directory).len() == 2 && left(&directory)[0] == "checkpoint", "{:?}", left(&directory));
    let resumed = kept(line, &directory, &["--resume"]).output().unwrap();
    assert_eq!(text(&resumed), text(&polytile(line).output().unwrap()), "{}", said(&resumed, &directory));
    assert!(left(&directory).is_empty());
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_disk_that_is_full_from_the_beginning_has_no_array() {
    let (directory, line) = (directory("full-array"), "count 9x12 --pieces trominoes --engine dense");
    let run = full(line, &directory, 0);
    assert_eq!(run.status.code(), Some(1), "{}", said(&run, &directory));
    assert!(left(&directory).is_empty(), "{:?}", left(&directory));
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_disk_that_fills_up_keeps_what_passes_found() {
    let (directory, line) = (directory("filled"), "count 18x18 --pieces trominoes --engine dense");
    let run = full(line, &directory, 64);
    let message = said(&run, &directory);
    assert_eq!(run.status.code(), Some(1), "{message}");
    let safe = "; what the passes before this one found is safe\n  help: make room, and give the same command with --resume";
    assert!(
        message.contains("DIR/array-1.values cannot be written: ") && message.contains(safe),
        "{message}"
    );
    assert_eq!(left(&directory), ["checkpoint"]);
    let resumed = kept(line, &directory, &["--resume", "--time-limit", "0s"]).output().unwrap();
    assert_eq!(resumed.status.code(), Some(3), "{}", said(&resumed, &directory));
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn the_engine_that_began_goes_on() {
    let (directory, line) = (directory("engine"), "count 12x12 --pieces trominoes,monomino");
    let mut child =
        kept(&format!("{line} --engine dense"), &directory, &[]).stdout(Stdio::null()).spawn().unwrap();
    while !directory.join("checkpoint").exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let refused = kept(&format!("{line} --engine merge"), &directory, &["--resume"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    insta::assert_snapshot!(said(&refused, &directory), @r"
    error: the merge engine cannot answer this: the count in the directory was begun by the dense engine
      help: leave out --engine, or take another: dense, kasteleyn or zdd
    ");
    let resumed = kept(line, &directory, &["--resume"]).output().unwrap();
    assert_eq!(text(&resumed), text(&polytile(line).output().unwrap()), "{}", said(&resumed, &directory));
    assert!(left(&directory).is_empty());
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn limits_hold_and_leave_what_was_finished() {
    let (directory, line) = (directory("limits"), "count 11x11 --pieces tetrominoes,monomino --engine merge");
    let run = kept(line, &directory, &["--memory", "40MiB", "--time-limit", "1s"]).output().unwrap();
    let message = said(&run, &directory);
    assert_eq!(run.status.code(), Some(3), "{message}");
    assert!(
        message.contains("help: the levels that were finished are safe: give the same command with --resume"),
        "{message}"
    );
    assert!(directory.join("checkpoint").exists());
    let run = kept(line, &directory, &["--resume", "--memory", "1MiB"]).output().unwrap();
    assert_eq!(run.status.code(), Some(3), "{}", said(&run, &directory));
    assert!(directory.join("checkpoint").exists());
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn directories_of_something_else_are_refused() {
    let (directory, line) = (directory("foreign"), "count 9x12 --pieces trominoes,tetrominoes");
    let refused = |line: &str, more: &[&str]| {
        let run = kept(line, &directory, more).output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{line}: {}", said(&run, &directory));
        assert!(run.stdout.is_empty());
        said(&run, &directory)
    };
    insta::assert_snapshot!(refused(line, &["--resume"]), @r"
    error: DIR holds no checkpoint
      help: begin without --resume, or name the directory that was given to --disk
    ");
    full(&format!("{line} --engine merge"), &directory, 64);
    let before = left(&directory);
    insta::assert_snapshot!(refused(line, &[]), @r"
    error: DIR holds the checkpoint of an earlier run
      help: finish it with --resume, or choose another directory
    ");
    insta::assert_snapshot!(refused("count 9x12 --pieces trominoes", &["--resume"]), @r"
    error: DIR/checkpoint: this is a checkpoint of another count
      help: give the question that it was made with, to the release that made it, or another directory
    ");
    for other in ["--up-to symmetries", "--modulo 7", "--by-piece", "--order columns", "--tatami"] {
        let other = refused(&format!("{line} {other}"), &["--resume"]);
        assert!(other.contains("this is a checkpoint of another count"), "{other}");
    }
    insta::assert_snapshot!(refused("slide explore 8-puzzle", &["--resume"]), @r"
    error: DIR/checkpoint: this is a checkpoint of `polytile count`, not of `polytile slide`
      help: give the puzzle and metric that it was made with, to the release that made it, or another directory
    ");
    insta::assert_snapshot!(refused(&format!("{line} --engine dense"), &["--resume"]), @r"
    error: the dense engine cannot answer this: the count in the directory was begun by the merge engine
      help: leave out --engine, or take another: kasteleyn, merge or zdd
    ");
    assert_eq!(left(&directory), before);
    // The layer is not what was written.
    let path = directory.join(&before[1]);
    let real = fs::read(&path).unwrap();
    for (from, to) in [(0, real.len() - 1), (5, real.len())] {
        fs::write(&path, &real[from..to]).unwrap();
        let message = refused(line, &["--resume"]);
        assert!(
            message.contains("is damaged") || message.contains("not a file that polytile wrote"),
            "{message}"
        );
    }
    for at in (30..real.len()).step_by(real.len() / 50) {
        let mut changed = real.clone();
        changed[at] ^= 4;
        fs::write(&path, &changed).unwrap();
        refused(line, &["--resume"]);
    }
    fs::remove_file(&path).unwrap();
    assert!(refused(line, &["--resume"]).contains("is damaged: it was removed, cut short or changed"));
    std::os::unix::fs::symlink("/etc/passwd", &path).unwrap();
    assert!(
        refused(line, &["--resume"]).contains("is not a file that polytile wrote: it is a symbolic link")
    );
    fs::remove_file(&path).unwrap();
    fs::write(&path, &real).unwrap();
    let whole = kept(line, &directory, &["--resume"]).output().unwrap();
    assert_eq!(text(&whole), text(&polytile(line).output().unwrap()), "{}", said(&whole, &directory));
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn one_process_at_a_time() {
    let (directory, line) = (directory("busy"), "count 11x11 --pieces tetrominoes,monomino --engine merge");
    let mut first = kept(line, &directory, &[]).stdout(Stdio::null()).spawn().unwrap();
    while !directory.join("checkpoint").exists() {
        assert!(first.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = kept(line, &directory, &["--resume"]).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    insta::assert_snapshot!(said(&second, &directory), @r"
    error: DIR is in use: another process is at work there
      help: wait until it has ended, or choose another directory
    ");
    fs::remove_dir_all(&directory).unwrap();
}
