//! Limits also hold for what is read, and are those of the system where it has narrower ones.

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

/// Most allocations cannot fail: what is asked for has to stay below what the system gives.
#[test]
#[cfg(target_os = "linux")]
fn a_process_with_few_addresses_says_so() {
    for question in [
        "count --board 12x12 --pieces tetrominoes",
        "zdd --board 14x15 --pieces trominoes",
        "slide explore 15-puzzle",
        "zdd eval independent_sets(grid:30x30)",
    ] {
        let run = Command::new("sh")
            .args(["-c", "ulimit -v 500000; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_polytile")])
            .args(question.split(' '))
            .args(["--threads", "2", "--time-limit", "10s"])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{question}: {said}");
    }
}
