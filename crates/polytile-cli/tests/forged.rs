//! What is read back is checked: a forged checkpoint is bad input, with exit status 2 and no answer.

#![cfg(unix)]

#[path = "../../polytile/tests/mutants/mod.rs"]
mod mutants;

use mutants::{body, mended, mutants};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn polytile(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polytile")).current_dir(directory).args(arguments).output().unwrap()
}

/// Asserts that a sample of the forgeries of the checkpoint in `file` is refused by the command, but for those that mean the same
/// as the real one, and so have its `answer`: where a part ends in a node without children left, that node may be left out.
fn are_refused(directory: &Path, file: &str, kind: &str, arguments: &[&str], answer: Option<&[u8]>) {
    let path = directory.join(file);
    let real = fs::read_to_string(&path).unwrap();
    let forged = mutants(&body(&real));
    let stride = forged.len() / 40 + 1;
    let (mut refused, mut same) = (0, 0);
    for (name, forged) in forged.iter().step_by(stride) {
        fs::write(&path, mended(kind, &forged.to_string())).unwrap();
        let run = polytile(directory, arguments);
        let said = String::from_utf8_lossy(&run.stderr);
        if run.status.success() && answer == Some(&run.stdout) {
            same += 1;
            continue;
        }
        assert_eq!(run.status.code(), Some(2), "{name}: {said}");
        assert!(run.stdout.is_empty(), "{name}");
        assert!(
            said.starts_with("error: ")
                && (said.contains(file) || said.contains("levels/level-"))
                && said.contains("\n  help: "),
            "{name}: {said}"
        );
        refused += 1;
    }
    assert!(refused >= 20 && refused > 3 * same, "{refused} refused, {same} the same");
    fs::write(&path, real).unwrap();
}

#[test]
fn forged_checkpoints_are_bad_input() {
    let directory = std::env::temp_dir().join(format!("polytile-forged-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let search = ["solve", "pentominoes-3x20", "--checkpoint", "some.ckpt", "--limit", "3", "--quiet"];
    assert!(polytile(&directory, &search).status.success());
    let resume = ["solve", "pentominoes-3x20", "--resume", "some.ckpt", "--ascii", "--quiet"];
    let rest = polytile(&directory, &resume);
    assert!(rest.status.success(), "{}", String::from_utf8_lossy(&rest.stderr));
    assert!(!rest.stdout.is_empty());
    are_refused(&directory, "some.ckpt", "solve", &resume, Some(&rest.stdout));
    // A disk that gets full leaves a checkpoint.
    let explore =
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" slide explore 8-puzzle --engine sorted --disk levels";
    let full = Command::new("sh")
        .current_dir(&directory)
        .args(["-c", explore, env!("CARGO_BIN_EXE_polytile")])
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(1));
    let resume = ["slide", "explore", "8-puzzle", "--disk", "levels", "--resume", "--quiet"];
    are_refused(&directory, "levels/checkpoint", "slide", &resume, None);
    let rest = polytile(&directory, &resume);
    assert!(String::from_utf8_lossy(&rest.stdout).contains("states 181440\n"));
    fs::remove_dir_all(&directory).unwrap();
}

/// What several processes resume is expanded again, as what one does: a number that contradicts the levels shows, though checksum
/// and digests are right.
#[cfg(feature = "cluster")]
#[test]
fn a_forged_number_of_several_processes_is_bad_input() {
    let directory = std::env::temp_dir().join(format!("polytile-forged-processes-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let explore = "trap '' XFSZ; ulimit -f 8; exec \"$0\" slide explore 8-puzzle --processes 2 --disk levels";
    let full = Command::new("sh")
        .current_dir(&directory)
        .args(["-c", explore, env!("CARGO_BIN_EXE_polytile")])
        .output()
        .unwrap();
    assert_eq!(full.status.code(), Some(1), "{}", String::from_utf8_lossy(&full.stderr));
    let path = directory.join("levels/checkpoint");
    let real = fs::read_to_string(&path).unwrap();
    let resume = |processes: &str| {
        let resume = ["--disk", "levels", "--resume", "--quiet", "--processes", processes];
        polytile(&directory, &[&["slide", "explore", "8-puzzle"], &resume[..]].concat())
    };
    let last = body(&real)["levels"].as_array().unwrap().len() - 1;
    for processes in ["2", "3"] {
        let mut forged = body(&real);
        let number = &mut forged["levels"][last - 2];
        *number = (number.as_u64().unwrap() / 2).into();
        fs::write(&path, mended("slide-processes", &forged.to_string())).unwrap();
        let run = resume(processes);
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        let expected = format!("without it and itself level {} is next to ", last - 1);
        assert!(run.stdout.is_empty() && said.contains(&expected) && said.contains("\n  help: "), "{said}");
        fs::write(&path, &real).unwrap();
    }
    let rest = resume("3");
    assert!(String::from_utf8_lossy(&rest.stdout).contains("states 181440\n"));
    fs::remove_dir_all(&directory).unwrap();
}

/// A small table is counted again as a whole when it is resumed.
#[test]
fn a_forged_number_of_a_table_is_bad_input() {
    let directory = std::env::temp_dir().join(format!("polytile-forged-table-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let table = ["table", "--pieces", "trominoes", "--antidiagonals", "9", "--disk", "kept", "--quiet"];
    let whole = polytile(&directory, &table);
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let path = directory.join("kept/checkpoint");
    let real = fs::read_to_string(&path).unwrap();
    let resume = || polytile(&directory, &[&table[..], &["--resume"]].concat());
    assert_eq!(resume().stdout, whole.stdout);
    let strips = body(&real)["strips"].as_array().unwrap().len();
    assert!(strips > 2);
    for strip in 0..strips {
        let mut forged = body(&real);
        let terms = forged["strips"][strip]["terms"].as_array_mut().unwrap();
        let last = terms.last_mut().unwrap();
        *last = (last.as_str().unwrap().parse::<u64>().unwrap() + 3).to_string().into();
        fs::write(&path, mended("table", &forged.to_string())).unwrap();
        let run = resume();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{said}");
        assert!(run.stdout.is_empty());
        assert!(
            said.starts_with("error: kept/checkpoint is wrong: the strip") && said.contains("\n  help: "),
            "{said}"
        );
    }
    fs::remove_dir_all(&directory).unwrap();
}
