//! The page: its logic in node, and what people do with it in a real browser, on the static build under a sub-path.
//!
//! What runs is in `web/test` and `web/stories`. Needed are node, the packages (`just page-setup`), for the stories the built page
//! (`just site`) and chromium. Where something is missing, this is said aloud; `just page-test` sets `PAGE`, with which it is a failure.
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// Whether all of these are there; if not, what is skipped is said aloud.
fn have(what: &str, needed: &[(PathBuf, &str)]) -> bool {
    let missing: Vec<&str> =
        needed.iter().filter(|(path, _)| !path.exists()).map(|(_, mend)| *mend).collect();
    if missing.is_empty() {
        return true;
    }
    let said = format!("SKIPPED {what}: {}", missing.join(", "));
    assert!(std::env::var_os("PAGE").is_none(), "{said}");
    // Not captured, as what the macros print would be.
    let _ = writeln!(std::io::stderr(), "{said}");
    false
}

/// Where a program is, or a path that is not there.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|path| path.exists())
        .unwrap_or_default()
}

fn run(arguments: &[&str]) {
    let done = Command::new("node").args(arguments).current_dir(web()).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "node {}\n{out}\n{err}", arguments.join(" "));
}

#[test]
fn the_logic_of_the_page() {
    let packages = web().join("node_modules/vite");
    if have("the logic of the page", &[(program("node"), "install node"), (packages, "just page-setup")]) {
        run(&["--import", "./scripts/typescript.mjs", "--test", "test/logic.test.ts"]);
    }
}

#[test]
fn stories_in_a_browser() {
    let chromium =
        std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    let needed = [
        (program("node"), "install node"),
        (web().join("node_modules/playwright-core"), "just page-setup"),
        (web().join("dist/index.html"), "just site"),
        (chromium, "install chromium, or say in CHROMIUM where it is"),
    ];
    if have("the page in a browser", &needed) {
        run(&["--test", "stories/page.test.mjs"]);
    }
}
