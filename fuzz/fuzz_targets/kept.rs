//! What a count and a table keep in a directory. Genuine files are edited, and the checksum of the checkpoint put right. The boards
//! are so small that everything is counted again: a number that is believed is the right one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::ask::table::Table;
use polytile::ask::{Integer, nobody};
use polytile::count::{CountOptions, count};
use polytile::pieces::Freedom;
use polytile::problem::{Problem, Rules};
use polytile::run::{Control, Progress};
use polytile_fuzz::{control, edited, small_problem, with_checksum};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// The files of a directory.
type Files = Vec<(String, Vec<u8>)>;

static DIRECTORY: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::temp_dir().join(format!("polytile-fuzz-kept-{}", std::process::id())));

fn files() -> Files {
    let entries =
        fs::read_dir(&*DIRECTORY).expect("a directory").map(|entry| entry.expect("an entry").path());
    let named = entries.filter(|path| !path.ends_with("lock"));
    let name = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    let mut files: Files = named.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect();
    files.sort();
    files
}

fn laid(files: &Files) {
    let _ = fs::remove_dir_all(&*DIRECTORY);
    fs::create_dir_all(&*DIRECTORY).expect("made");
    for (name, bytes) in files {
        fs::write(DIRECTORY.join(name), bytes).expect("written");
    }
}

fn counted(problem: &Problem, resume: bool, control: &Control) -> Result<String, String> {
    let options = CountOptions { directory: Some(DIRECTORY.clone()), resume, ..CountOptions::default() };
    count(problem, &options, control).map(|counted| counted.to_string()).map_err(|e| e.to_string())
}

fn tabled(resume: bool) -> Result<Vec<Integer>, String> {
    let table = Table { antidiagonals: Some(7), ..Table::default() };
    let pieces = polytile::format::pieces::list("trominoes", Freedom::Free).expect("pieces");
    let filled = table.answer_in(&DIRECTORY, resume, &pieces, Rules::default(), &control(), &mut nobody);
    filled.map(|tabled| tabled.terms).map_err(|e| e.to_string())
}

/// What a count that was stopped half-way keeps, and its answer.
static COUNT: LazyLock<(Problem, Files, String)> = LazyLock::new(|| {
    let problem = small_problem(0);
    laid(&Vec::new());
    let stop = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&stop);
    let half = Control::default().stopped_by(stop).on_progress(move |progress| {
        if matches!(progress, Progress::Levels { done: 6.., .. }) {
            watched.store(true, Ordering::Relaxed);
        }
    });
    counted(&problem, false, &half).expect_err("it was stopped");
    let kept = files();
    let whole = count(&problem, &CountOptions::default(), &control()).expect("small").to_string();
    assert_eq!(counted(&problem, true, &control()), Ok(whole.clone()));
    (problem, kept, whole)
});

/// What a table keeps, and its numbers.
static TABLE: LazyLock<(Files, Vec<Integer>)> = LazyLock::new(|| {
    laid(&Vec::new());
    let terms = tabled(false).expect("small");
    (files(), terms)
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, script @ ..] = bytes else { return };
    let of_count = choice % 2 == 0;
    let mut kept = if of_count { COUNT.1.clone() } else { TABLE.0.clone() };
    let number = usize::from(choice / 2) % kept.len();
    let (name, changed) = &mut kept[number];
    *changed = edited(changed, script);
    if name == "checkpoint" && choice % 16 != 15 {
        *changed = with_checksum(changed);
    }
    laid(&kept);
    if of_count {
        if let Ok(found) = counted(&COUNT.0, true, &control()) {
            assert_eq!(found, COUNT.2);
        }
    } else if let Ok(terms) = tabled(true) {
        assert_eq!(terms, TABLE.1);
    }
});
