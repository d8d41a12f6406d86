//! What the fuzz targets share: a bound on memory, small questions whose answers are read, and what must hold of
//! every puzzle that was read.
//!
//! libFuzzer runs without a sanitizer here (the library has no unsafe code), so the allocator keeps to a bound
//! on memory: what would take more fails, and is reported as a crash with the input that asked for it. Time is
//! bounded by libFuzzer's `-timeout`.

use cap::Cap;
use polytile::exact_cover::{ExactCover, Multiplicity};
use polytile::format::sliding::{self, SlidingPuzzle};
use polytile::format::{FormatError, dimacs};
use polytile::pieces::Freedom;
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::run::Progress;
use polytile::sliding::{ExploreEngine, ExploreOptions, Metric, Puzzle, explore};
use std::alloc::System;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Bytes that one input may take at a time. Inputs are a few kilobytes.
const MEMORY: usize = 256 << 20;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, MEMORY);

/// Limits as a user may set them, below those that an input must keep without any.
pub fn control() -> Control {
    Control::default().memory(64 << 20).time_limit(Duration::from_secs(5))
}

/// What must hold of every error: its place is a place of the text.
pub fn check_error(text: &str, error: &FormatError) {
    assert!(!error.message.is_empty());
    if let Some(span) = &error.span {
        assert!(text.get(span.clone()).is_some(), "{span:?} of {} bytes: {error}", text.len());
    }
}

/// The value that was read; what is wrong with an error is found.
pub fn checked<T>(text: &str, read: Result<T, FormatError>) -> Option<T> {
    read.map_err(|error| check_error(text, &error)).ok()
}

/// What must hold of every sliding-block puzzle that was read: written, it is read again, and so is its start.
pub fn check_sliding(text: &str, read: &SlidingPuzzle) {
    read.warnings.iter().for_each(|warning| check_error(text, warning));
    let written = sliding::write(read);
    let again = sliding::parse(&written).unwrap_or_else(|error| panic!("{error:?} in\n{written}"));
    assert_eq!(again.puzzle, read.puzzle, "{written}");
    assert_eq!(
        (&again.title, &again.description, &again.source),
        (&read.title, &read.description, &read.source)
    );
    let start = read.puzzle.start();
    assert_eq!(sliding::position(&read.puzzle.text(&start), &read.puzzle), Ok(start));
}

/// Whether a text may name a set of pieces of seven cells or more: known to take long to make.
pub fn names_large_pieces(text: &str) -> bool {
    ["hept", "oct", "nono", "deco", "7-", "8-", "9-", "10-", "11-", "12-"]
        .iter()
        .any(|large| text.contains(large))
}

/// Options of covers that are written out again.
const SMALL_COVER: usize = 1 << 10;

/// What must hold of every exact cover that was read: written as JSON, it is read again; a formula is written, or what
/// it needs is refused.
pub fn check_cover(cover: &ExactCover) {
    if cover.option_count() > SMALL_COVER {
        return;
    }
    let written = polytile::format::cover_json::write(cover, &Default::default());
    let again =
        polytile::format::cover_json::parse(&written).unwrap_or_else(|e| panic!("{e:?} in\n{written}"));
    assert_eq!(again.cover, *cover, "{written}");
    let _ = dimacs::write(cover, "", |_| None, &control());
    for item in cover.items() {
        if let Multiplicity::Primary { lo, hi } = item.demand {
            assert!(lo <= hi);
        }
    }
}

/// A tiling puzzle written `BOARD PIECES`.
fn problem(board: &str, pieces: &str) -> Problem {
    let region = polytile::format::board::short_form(board)
        .or_else(|_| polytile::format::board::art(board).map(|(region, _)| region));
    let pieces = polytile::format::pieces::list(pieces, Freedom::Free).expect("pieces");
    Problem::new(region.expect("a board"), pieces)
}

/// One of a few small tiling puzzles: plain, with a hole, wrapped, with limited copies.
pub fn small_problem(number: usize) -> Problem {
    match number % 5 {
        0 => problem("3x4", "dominoes,trominoes"),
        1 => problem("####\n#.##\n####", "dominoes,I3,monomino"),
        2 => problem("torus:3x3", "trominoes"),
        3 => problem("cylinder:2x4", "2..3:dominoes,0..1:O4"),
        _ => problem("6x10", "1:pentominoes"),
    }
}

/// A genuine file, changed as `script` says: one change for every four bytes, at a place and with a value.
pub fn edited(genuine: &[u8], script: &[u8]) -> Vec<u8> {
    let mut bytes = genuine.to_vec();
    for &[change, low, high, value] in script.as_chunks::<4>().0 {
        let at = usize::from(u16::from_le_bytes([low, high])) % (bytes.len() + 1);
        let end = bytes.len().min(at + 1 + usize::from(value % 32));
        match change % 5 {
            0 if at < bytes.len() => bytes[at] = value,
            1 => bytes.insert(at, value),
            2 => drop(bytes.drain(at..end)),
            // As numbers in texts and lists repeat.
            3 => bytes.splice(at..at, bytes[at..end].to_vec()).for_each(drop),
            4 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(value),
            _ => {}
        }
    }
    bytes
}

/// The hash that checkpoints and levels are told by: FNV-1a, 64 bits.
pub fn fnv(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A checkpoint with the right checksum, where it has a first line with one.
pub fn with_checksum(text: &[u8]) -> Vec<u8> {
    let Some(end) = text.iter().position(|&byte| byte == b'\n') else { return text.to_vec() };
    let Some(start) = text[..end].iter().rposition(|&byte| byte == b' ') else { return text.to_vec() };
    let said = [&text[..start], &text[end..]].concat();
    [&text[..=start], format!("{:016x}", fnv(&said)).as_bytes(), &text[end..]].concat()
}

/// An exploration in files, stopped half-way.
pub struct Exploration {
    pub puzzle: Puzzle,
    pub checkpoint: Vec<u8>,
    /// The last finished level.
    pub number: u64,
    pub level: Vec<u8>,
}

/// A small puzzle of 208 states, explored by steps to half its depth.
pub static EXPLORATION: LazyLock<Exploration> = LazyLock::new(|| {
    let puzzle = sliding::parse("start = '''\nAAb.\nAcd.\nefgh\n'''");
    let puzzle = puzzle.expect("a puzzle").puzzle;
    let directory = std::env::temp_dir().join(format!("polytile-fuzz-{}", std::process::id()));
    let stop = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&stop);
    let control = Control::default().stopped_by(stop).on_progress(move |progress| {
        if matches!(progress, Progress::States { levels: 14.., .. }) {
            watched.store(true, Ordering::Relaxed);
        }
    });
    let kept = Some(directory.clone());
    let options = ExploreOptions {
        metric: Metric::Step,
        engine: Some(ExploreEngine::Sorted),
        directory: kept,
        resume: false,
    };
    explore(&puzzle, &options, &control).expect_err("it was stopped");
    let checkpoint = std::fs::read(directory.join("checkpoint")).expect("a checkpoint");
    let level = |number: u64| std::fs::read(directory.join(format!("level-{number}.keys")));
    let number = (0..64).rev().find(|&number| level(number).is_ok()).expect("a level");
    let level = level(number).expect("a level");
    std::fs::remove_dir_all(&directory).expect("removed");
    Exploration { puzzle, checkpoint, number, level }
});
