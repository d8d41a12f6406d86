//! Limits also hold for what is read.

use std::fs;
use std::process::Command;

/// A weight of twenty million digits takes hours to read.
#[test]
fn a_weight_is_read_within_the_limits() {
    let dir = std::env::temp_dir().join(format!("polytile-limits-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    let file = dir.join("weights.txt");
    fs::write(&file, "domino 1".to_owned() + &"0".repeat(20_000_000)).unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .args(["zdd", "--board", "2x2", "--pieces", "dominoes", "--lightest", "--time-limit", "2s"])
        .arg("--weights")
        .arg(&file)
        .output()
        .unwrap();
    fs::remove_dir_all(&dir).unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{said}");
    assert!(said.starts_with("error: the time limit was reached while reading\n"), "{said}");
}
