//! The page: its logic in node, whether the one in the command is up to date, and what people do with it in a real browser: on the
//! static build under a sub-path, and on the command's server.
//!
//! What runs is in `web/test` and `web/stories`. Needed are node, the packages (`just page-setup`), for the stories chromium, and for
//! those on the static build that build (`just site`). Where something is missing, the test says so. With `PAGE`, which `just page-test`
//! sets, it is a failure; `PAGE=served`, as in CI, where the static build would take too long, says nothing of that build.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// The stories on the static build.
const STATIC: &str = "the page in a browser";

/// Whether all of these are there; if not, the test says what is skipped.
fn have(what: &str, needed: &[(PathBuf, &str)]) -> bool {
    let missing: Vec<&str> =
        needed.iter().filter(|(path, _)| !path.exists()).map(|(_, mend)| *mend).collect();
    if missing.is_empty() {
        return true;
    }
    let said = format!("SKIPPED {what}: {}", missing.join(", "));
    let needed = std::env::var_os("PAGE").is_some_and(|which| which != "served" || what != STATIC);
    assert!(!needed, "{said}");
    // Written so that it is not captured, as the output of macros would be.
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

fn run(arguments: &[impl AsRef<OsStr>], variables: &[(&str, &str)]) {
    let mut node = Command::new("node");
    let done = node.args(arguments).envs(variables.iter().copied()).current_dir(web()).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "node\n{out}\n{err}");
}

fn node() -> (PathBuf, &'static str) {
    (program("node"), "install node")
}

#[test]
fn the_logic_of_the_page() {
    let packages = web().join("node_modules/vite");
    if have("the logic of the page", &[node(), (packages, "just page-setup")]) {
        run(&["--import", "./scripts/typescript.mjs", "--test", "test/logic.test.ts"], &[]);
    }
}

#[test]
fn the_types_of_the_page() {
    let packages = web().join("node_modules/typescript/bin/tsc");
    if have("the types of the page", &[node(), (packages, "just page-setup")]) {
        // Questions and answers are those of the schemas.
        run(&["scripts/types.mjs"], &[]);
        run(&["node_modules/typescript/bin/tsc", "--noEmit"], &[]);
    }
}

/// The files of a folder and of those in it, by their paths.
fn files(folder: &Path, within: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(within).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(folder, &path, found);
        } else {
            found.insert(path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap());
        }
    }
}

#[test]
fn the_page_in_the_command_is_up_to_date() {
    let packages = web().join("node_modules/vite/bin/vite.js");
    if !have("whether the page in the command is up to date", &[node(), (packages, "just page-setup")]) {
        return;
    }
    let built = tempfile::tempdir().unwrap();
    let folder = built.path().to_str().unwrap();
    run(&["node_modules/vite/bin/vite.js", "build", "--mode", "serve", "--outDir", folder], &[]);
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../polytile-serve/page");
    let [built, kept] = [built.path(), &kept].map(|folder| {
        let mut found = BTreeMap::new();
        files(folder, folder, &mut found);
        found
    });
    assert_eq!(built.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>(), "`just page` builds it");
    for (path, bytes) in &built {
        assert!(kept[path] == *bytes, "{}: `just page` builds it", path.display());
    }
}

/// What the stories need, besides what they are told on.
fn browser() -> [(PathBuf, &'static str); 3] {
    let chromium =
        std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from("/usr/bin/chromium"), PathBuf::from);
    [
        node(),
        (web().join("node_modules/playwright-core"), "just page-setup"),
        (chromium, "install chromium, or say in CHROMIUM where it is"),
    ]
}

/// All stories, two files at a time: each has a server of its own.
fn stories() -> Vec<OsString> {
    let told = fs::read_dir(web().join("stories")).unwrap().map(|file| file.unwrap().path());
    let mut told: Vec<PathBuf> = told.filter(|path| path.to_str().unwrap().ends_with(".test.mjs")).collect();
    told.sort();
    [OsString::from("--test"), "--test-concurrency=2".into()]
        .into_iter()
        .chain(told.into_iter().map(Into::into))
        .collect()
}

#[test]
fn stories_in_a_browser() {
    let site = (web().join("dist/index.html"), "just site");
    if have(STATIC, &[&browser()[..], &[site]].concat()) {
        run(&stories(), &[]);
    }
}

#[cfg(feature = "serve")]
#[test]
fn stories_on_the_server() {
    if have("the page in a browser, on the command's server", &browser()) {
        run(&stories(), &[("POLYTILE", env!("CARGO_BIN_EXE_polytile"))]);
    }
}
