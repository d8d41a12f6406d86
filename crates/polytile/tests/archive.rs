//! Counts whose layers are kept in a directory: stopped anywhere and resumed they are the counts in memory, and nothing that was changed in
//! the directory is believed.

mod mutants;

use mutants::{body, fnv, mended, mutants};
use polytile::count::{CountOptions, Counted, Engine, count, tidy};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::{Control, LevelsError, Refused, Stopped};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A directory that goes when it is no longer needed.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("polytile-archive-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn options(&self, options: &CountOptions, resume: bool) -> CountOptions {
        CountOptions { directory: Some(self.0.clone()), resume, ..options.clone() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Says stop when it has been asked so many times.
fn patient(asks: u64) -> Control {
    let (stop, asked) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
    let pressed = Arc::clone(&stop);
    Control::default().threads(2).stopped_by(stop).on_asked(move || {
        if asked.fetch_add(1, Ordering::Relaxed) >= asks {
            pressed.store(true, Ordering::Relaxed);
        }
    })
}

fn problem(board: &str, pieces: &str) -> Problem {
    Problem::new(board.parse().unwrap(), pieces.parse().unwrap())
}

fn asked() -> Vec<(Problem, CountOptions)> {
    let plain = CountOptions::default;
    let merge = || CountOptions { engine: Some(Engine::Merge), ..plain() };
    let symmetric = CountOptions { up_to: Some(UpTo::Symmetries), ..plain() };
    let by_piece = CountOptions { by_piece: true, ..plain() };
    let modulo = CountOptions { modulo: Some(1_000_003_u32.into()), ..plain() };
    let rules = Rules { tatami: true, fault_free: true };
    vec![
        (problem("6x8", "trominoes"), merge()),
        (problem("6x8", "trominoes"), plain()),
        (problem("6x8", "trominoes"), modulo),
        (problem("6x6", "tetrominoes"), symmetric.clone()),
        // Keys of 128 and of 256 bits.
        (problem("5x6", "1..3:dominoes,trominoes"), by_piece.clone()),
        (problem("4x6", "hexominoes"), by_piece),
        // Weights of more than a limb.
        (problem("6x30", "monomino,dominoes"), merge()),
        (Problem { rules, ..problem("6x7", "dominoes,trominoes") }, plain()),
        (problem("torus:4x6", "trominoes"), plain()),
        (problem("5x6", "trominoes"), symmetric.clone()),
        (problem("5x6", "trominoes"), CountOptions { engine: Some(Engine::Merge), ..symmetric }),
        // No tiling, which is seen on the way only.
        (problem("5x6", "Y"), plain()),
    ]
}

#[test]
fn stopped_anywhere_and_resumed_it_is_the_same() {
    let mut stops = 0;
    for (problem, options) in asked() {
        let folder = Folder::new("stopped");
        let whole = count(&problem, &options, &Control::default()).unwrap();
        let (mut asks, mut resume) = (1, false);
        let found: Counted = loop {
            match count(&problem, &folder.options(&options, resume), &patient(asks)) {
                Ok(found) => break found,
                Err(Refused::Stopped(Stopped::Interrupted(_))) => stops += 1,
                Err(other) => panic!("{other}"),
            }
            resume = folder.0.join("checkpoint").exists();
            asks += 1 + asks / 2;
        };
        assert_eq!(found.answer, whole.answer, "{problem:?}");
        // It is there until it is tidied up, and ends at once.
        let again = count(&problem, &folder.options(&options, true), &Control::default()).unwrap();
        assert_eq!((again.answer, again.peak_states), (found.answer, found.peak_states));
        tidy(&folder.0).unwrap();
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
    }
    assert!(stops > 50, "{stops}");
}

/// Stops the count some way on, and hands out its checkpoint.
fn stopped(problem: &Problem, options: &CountOptions, folder: &Folder) -> String {
    let mut asks = 8;
    loop {
        let stopped = count(problem, &folder.options(options, false), &patient(asks));
        assert!(matches!(stopped, Err(Refused::Stopped(_))));
        let text = fs::read_to_string(folder.0.join("checkpoint")).unwrap_or_default();
        if text.contains("\"level\":2") && !text.contains("\"level\":2,") {
            return text;
        }
        let _ = fs::remove_dir_all(&folder.0);
        asks += 1;
    }
}

#[test]
fn numbers_that_are_forged_everywhere_show() {
    let merge = CountOptions { engine: Some(Engine::Merge), ..CountOptions::default() };
    let (problem, options) = (problem("6x8", "trominoes"), merge);
    let folder = Folder::new("agreed");
    let real = stopped(&problem, &options, &folder);
    let at = body(&real)["at"].clone();
    let level = folder.0.join(format!("level-{}.keys", at["level"]));
    let bytes = fs::read(&level).unwrap();
    let (high, digest) = (at["high"].as_u64().unwrap() as u8, at["digest"].as_u64().unwrap());
    // One block: a checksum, the number of keys, the length, two keys of 64 bits; the weight of the last key is at its end.
    let start = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (header, end) = (28, bytes.len() - 24);
    let last = end - 1;
    let mut tried = 0;
    for weight in (1..=255_u8).filter(|weight| weight & !high == 0 && *weight != bytes[last]) {
        let mut forged = bytes.clone();
        forged[last] = weight;
        forged[start..start + 4].fill(0);
        let sum = crc32fast::hash(&forged[start..end]);
        forged[start..start + 4].copy_from_slice(&sum.to_le_bytes());
        let agreed = fnv(&forged[..start + header]);
        forged[end + 8..end + 16].copy_from_slice(&agreed.to_le_bytes());
        let text = real.lines().nth(1).unwrap().replace(&digest.to_string(), &agreed.to_string());
        forged[end + 16..].copy_from_slice(&fnv(text.as_bytes()).to_le_bytes());
        fs::write(&level, forged).unwrap();
        fs::write(folder.0.join("checkpoint"), mended("count", &text)).unwrap();
        match count(&problem, &folder.options(&options, true), &Control::default()) {
            Err(Refused::Files(LevelsError::Wrong { path, why })) => {
                assert_eq!(path, level);
                // Or it shows already that there can be no such weight.
                tried += u32::from(why == "its numbers are not those of this count");
            }
            // Weights that could have been written in fewer bytes.
            Err(Refused::Files(LevelsError::Damaged { .. })) => {}
            other => panic!("{weight}: {other:?}"),
        }
    }
    assert!(tried > 0);
    fs::write(&level, bytes).unwrap();
    fs::write(folder.0.join("checkpoint"), real).unwrap();
    count(&problem, &folder.options(&options, true), &Control::default()).unwrap();
    // What runs have found, of which there are several here.
    for up_to in [None, Some(UpTo::Symmetries)] {
        let options = CountOptions { up_to, ..options.clone() };
        let folder = Folder::new("found");
        count(&problem, &folder.options(&options, false), &Control::default()).unwrap();
        let path = folder.0.join("checkpoint");
        let real = body(&fs::read_to_string(&path).unwrap());
        for run in 0..real["found"].as_array().unwrap().len() {
            let mut forged = real.clone();
            let found = &mut forged["found"][run]["counts"][0][1];
            *found = format!("{}0", found.as_str().unwrap()).into();
            fs::write(&path, mended("count", &forged.to_string())).unwrap();
            let refused = count(&problem, &folder.options(&options, true), &Control::default());
            let why = "the number of tilings that a run found is another one";
            assert!(
                matches!(&refused, Err(Refused::Files(LevelsError::Wrong { why: said, .. })) if said == why),
                "{run}: {refused:?}"
            );
        }
    }
}

#[test]
fn what_was_changed_is_not_believed() {
    let (problem, options) = (problem("7x9", "1..9:I3,any:L3,any:dominoes"), CountOptions::default());
    let folder = Folder::new("forged");
    let real = stopped(&problem, &options, &folder);
    let path = folder.0.join("checkpoint");
    let resumed = || count(&problem, &folder.options(&options, true), &Control::default());
    let mut refused = 0;
    for (name, forged) in mutants(&body(&real)) {
        fs::write(&path, mended("count", &forged.to_string())).unwrap();
        match resumed() {
            Err(Refused::Files(
                LevelsError::Wrong { .. } | LevelsError::Damaged { .. } | LevelsError::Foreign { .. },
            )) => refused += 1,
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(refused > 20, "{refused}");
    // Begun before there was a number for it, when no states were dropped.
    let mut before = body(&real);
    before.as_object_mut().unwrap().remove("drops").unwrap();
    fs::write(&path, mended("count", &before.to_string())).unwrap();
    let why = "a version of polytile began it that keeps other states: that one can resume it, or begin anew";
    let refused = resumed();
    assert!(
        matches!(&refused, Err(Refused::Files(LevelsError::Foreign { why: said, .. })) if said == why),
        "{refused:?}"
    );
    fs::write(&path, real).unwrap();
    // Every bit of the layer counts.
    let level = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
    let level = level.into_iter().find(|path| path.extension().is_some()).unwrap();
    let bytes = fs::read(&level).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        fs::write(&level, &changed).unwrap();
        assert!(matches!(resumed(), Err(Refused::Files(_))), "byte {at}");
        fs::write(&level, &bytes[..at]).unwrap();
        assert!(matches!(resumed(), Err(Refused::Files(_))), "cut at {at}");
    }
    fs::write(&level, bytes).unwrap();
    assert_eq!(resumed().unwrap().answer, count(&problem, &options, &Control::default()).unwrap().answer);
}

#[test]
fn little_memory_is_enough() {
    let (problem, options) = (problem("9x10", "tetrominoes,monomino"), CountOptions::default());
    let folder = Folder::new("little");
    let little = Control::default().threads(2).memory(8 << 20);
    let merge = CountOptions { engine: Some(Engine::Merge), ..options.clone() };
    let too_little = count(&problem, &merge, &little);
    assert!(matches!(too_little, Err(Refused::Stopped(Stopped::OutOfMemory { .. }))), "{too_little:?}");
    let kept = count(&problem, &folder.options(&merge, false), &little).unwrap();
    assert_eq!(kept.answer, count(&problem, &options, &Control::default()).unwrap().answer);
}
