//! What one command writes, another reads, through pipes that can be read only once.

#![cfg(unix)]

use std::process::Command;

/// What a line of the shell prints on standard output, the command being `$0`.
fn printed(script: &str) -> String {
    let run = Command::new("sh")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/check.in"))
        .args(["-c", script, env!("CARGO_BIN_EXE_polytile")])
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn a_pipe_is_read_once() {
    let correct = "correct: 63 cells covered by L3^21\n";
    for how in ["--levels --json", "--json", "--colours 4 --json"] {
        let script = format!("\"$0\" golomb 3 --remove 1,1 {how} | \"$0\" check");
        assert_eq!(printed(&format!("{script} -")), correct, "{how}");
        assert_eq!(printed(&format!("{script} /dev/stdin")), correct, "{how}");
    }
    let letters =
        "\"$0\" golomb 3 --remove 2,5 --ascii | \"$0\" check --board 8x8 --remove 2,5 --pieces L3 /dev/stdin";
    assert_eq!(printed(letters), correct);
    let picture = "correct: 8x8 with the hole 2,5\n63 cells covered by L3^21 in 3 colours\n";
    for name in ["-", "/dev/stdin"] {
        assert_eq!(printed(&format!("cat golomb.png | \"$0\" check {name}")), picture);
        assert_eq!(printed(&format!("\"$0\" check {name} < golomb.png")), picture);
    }
}

/// A short text that names a board is judged at once, however large the board is.
#[test]
fn short_texts_of_large_boards() {
    for (n, faults) in [(12, "16777215"), (15, "1073741823")] {
        let text = format!("{{\"n\":{n},\"hole\":[0,0],\"pieces\":[]}}");
        let said = printed(&format!("echo '{text}' | \"$0\" check -"));
        assert_eq!(said.lines().next(), Some(format!("wrong: {faults} faults").as_str()));
        assert!(said.lines().count() < 1100);
    }
}

/// A hole that nobody chose is reported, with what chooses it again.
#[test]
fn a_random_hole_is_said() {
    let run = Command::new(env!("CARGO_BIN_EXE_polytile"))
        .args(["golomb", "9", "--cell", "0,0", "--json"])
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    let (hole, seed) = said.trim_end().split_once(", seed ").unwrap();
    let again = printed(&format!("\"$0\" golomb 9 --seed {seed} --cell 0,0 --json"));
    assert_eq!(again, String::from_utf8(run.stdout).unwrap());
    let [row, col] = hole.trim_start_matches("hole ").split(',').collect::<Vec<_>>()[..] else {
        panic!("{said}")
    };
    assert!(
        again.contains(&format!("\"hole\":[{row},{col}]")) && again.contains(&format!("\"seed\":{seed}"))
    );
}

/// A count is one line, whatever else there is to say: that goes to standard error.
#[test]
fn what_a_count_does_not_ask_for_is_said_elsewhere() {
    for mind in ["../solve.in/contradictory.mind", "number-mind-small"] {
        for how in ["", "--engine zdd"] {
            let counted = printed(&format!("\"$0\" solve {mind} --count {how} 2>/dev/null"));
            assert_eq!(counted.lines().count(), 1, "{counted}");
            assert!(counted.trim_end().parse::<u64>().is_ok(), "{counted}");
        }
    }
}
