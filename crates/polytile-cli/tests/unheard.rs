//! Where nothing can be written, nothing panics: on standard error, messages are lost and the exit status stays; on standard
//! output, the answer could not be given, unless its reader has left because it had read enough.

#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::process::{Command, Stdio};

/// One of each kind of message on standard error, with its exit status.
const TOLD: [(&str, i32); 18] = [
    ("count absent", 2),
    ("count --nonsense", 2),
    ("count --board 3x3 --pieces I3 --threads many", 2),
    ("slide", 2),
    ("solve puzzle --svg out.png", 2),
    ("solve unused.dlx --count", 0),
    ("count --board 4x4 --pieces dominoes --explain", 0),
    ("count --board 4x4 --pieces dominoes --cross-check", 0),
    ("solve --board 4x4 --pieces dominoes --explain --first", 0),
    ("solve --board 4x4 --pieces dominoes --count --cross-check", 0),
    ("solve --board 10x10 --pieces I4 --first", 0),
    ("sample --board 3x3 --pieces dominoes", 0),
    ("zdd --board 4x4 --pieces dominoes --explain", 0),
    ("zdd --board 3x3 --pieces dominoes --sample 1", 0),
    ("golomb 2", 0),
    ("deficient 5x8 --remove 2,3 --ascii", 0),
    ("slide explore 8-puzzle --explain", 0),
    ("count --board 60x60 --pieces pentominoes --memory 1MiB", 3),
];

/// One of each kind of text on standard output.
const ANSWERS: [&str; 13] = [
    "",
    "--help",
    "-h",
    "help solve",
    "solve --help",
    "--version",
    "completions bash",
    "man slide solve",
    "--cite",
    "count --board 4x4 --pieces dominoes",
    "solve --board 4x4 --pieces dominoes --json",
    "golomb 3 --remove 0,0 --json",
    "pieces 3 --svg -",
];

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polytile"));
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/unheard.in");
    command.current_dir(dir).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

/// A device that is always full, where there is one.
fn full() -> Option<File> {
    OpenOptions::new().write(true).open("/dev/full").ok()
}

/// The end of a pipe that nobody reads.
fn unread() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn messages_are_lost_and_the_status_stays() {
    for (arguments, status) in TOLD {
        let heard = command(arguments).output().unwrap();
        assert_eq!(
            heard.status.code(),
            Some(status),
            "{arguments}: {}",
            String::from_utf8_lossy(&heard.stderr)
        );
        assert!(!heard.stderr.is_empty(), "{arguments}: nothing is said");
        for silent in [Some(unread()), full().map(Stdio::from)].into_iter().flatten() {
            let run = command(arguments).stderr(silent).output().unwrap();
            assert_eq!(run.status.code(), Some(status), "{arguments}");
            assert!(run.stdout == heard.stdout || arguments == "golomb 2", "{arguments}");
        }
    }
}

#[test]
fn answers_that_cannot_be_given_are_told() {
    for arguments in ANSWERS {
        let gone = command(arguments).stdout(unread()).output().unwrap();
        assert_eq!(gone.status.code(), Some(0), "{arguments}");
        assert!(gone.stderr.is_empty(), "{arguments}: {}", String::from_utf8_lossy(&gone.stderr));
        let Some(full) = full() else { continue };
        let run = command(arguments).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{arguments}: {said}");
        assert!(said.starts_with("error: the answer could not be written: "), "{arguments}: {said}");
    }
}
