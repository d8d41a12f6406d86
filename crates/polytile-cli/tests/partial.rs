//! Nothing is left of a file that cannot be written to its end.

#![cfg(unix)]

use std::fs;
use std::process::Command;

#[test]
fn a_full_disk_leaves_nothing() {
    let dir = std::env::temp_dir().join(format!("polytile-partial-{}", std::process::id()));
    fs::create_dir_all(&dir).unwrap();
    for format in ["png", "svg", "gif"] {
        // Files may have a block only; whoever writes more is told so, not killed.
        let script =
            format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" golomb 9 --remove 5,6 --{format} board.{format}");
        let run = Command::new("sh")
            .current_dir(&dir)
            .args(["-c", &script, env!("CARGO_BIN_EXE_polytile")])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(1), "{said}");
        assert!(said.starts_with(&format!("error: board.{format} cannot be written: ")), "{said}");
        let left: Vec<_> = fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert!(left.is_empty(), "{left:?}");
    }
    fs::remove_dir(&dir).unwrap();
}
