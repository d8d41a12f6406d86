//! A directory that holds files of somebody else: an exploration that keeps its levels there leaves them as they are.

use polytile::format::shipped::Shipped;
use polytile::format::sliding;
use polytile::run::Control;
use polytile::run::layered::LayeredError;
use polytile::sliding::explore::tidy;
use polytile::sliding::{ExploreOptions, Explored, Puzzle, explore};
use std::fs;
use std::path::{Path, PathBuf};

fn puzzle() -> Puzzle {
    sliding::parse(Shipped::find("euler-766-small").unwrap().text).unwrap().puzzle
}

/// A directory of its own for a test, removed at the end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("polytile-foreign-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn on_disk(puzzle: &Puzzle, directory: &Path, resume: bool) -> Result<Explored, LayeredError> {
    let directory = Some(directory.to_owned());
    let options = ExploreOptions { directory, resume, ..ExploreOptions::default() };
    explore(puzzle, &options, &Control::default())
}

/// Everything in a directory: names, what links name, and contents.
fn contents(directory: &Path) -> Vec<(PathBuf, Option<PathBuf>, Option<Vec<u8>>)> {
    let entry = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.clone(), fs::read_link(&path).ok(), fs::read(&path).ok())
    };
    let mut found: Vec<_> = fs::read_dir(directory).unwrap().map(entry).collect();
    found.sort();
    found
}

#[test]
fn files_of_others_stay_as_they_are() {
    let puzzle = puzzle();
    let directory = Directory::new("others");
    let run = |resume| on_disk(&puzzle, &directory.0, resume);
    fs::create_dir_all(&directory.0).unwrap();
    let whole = explore(&puzzle, &ExploreOptions::default(), &Control::default()).unwrap();
    // Files that have a name that is needed, and nothing of ours in them.
    for name in ["lock", "checkpoint", "level-7.keys", "run-0.keys", "level-0.keys"] {
        let path = directory.0.join(name);
        for text in ["my notes", "polytile", "polytile lockpick"] {
            fs::write(&path, text).unwrap();
            for resume in [false, true] {
                let error = run(resume).unwrap_err();
                let expected = if resume && name != "checkpoint" {
                    matches!(error, LayeredError::NoCheckpoint { .. })
                } else {
                    matches!(&error, LayeredError::NotOurs { path: named, .. } if *named == path)
                };
                assert!(expected, "{error}");
                assert_eq!(contents(&directory.0), [(path.clone(), None, Some(text.into()))]);
            }
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(run(false), Err(LayeredError::NotOurs { .. })));
        fs::remove_dir(&path).unwrap();
    }
    // Files that have no such name.
    let others =
        ["level-07.keys", "level-7.part", "level-0.0.part", "level-1.0.part", "checkpoint.0.part", "notes"];
    for name in others {
        fs::write(directory.0.join(name), "half of it").unwrap();
    }
    let before = contents(&directory.0);
    assert_eq!(run(false).unwrap().levels, whole.levels);
    tidy(&directory.0).unwrap();
    assert_eq!(contents(&directory.0), before);
    // An empty lock is nobody's: it locks, and stays.
    fs::write(directory.0.join("lock"), "").unwrap();
    let before = contents(&directory.0);
    assert_eq!(run(false).unwrap().levels, whole.levels);
    tidy(&directory.0).unwrap();
    assert_eq!(contents(&directory.0), before);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let puzzle = puzzle();
    let (directory, elsewhere) = (Directory::new("links"), Directory::new("elsewhere"));
    let run = |resume| on_disk(&puzzle, &directory.0, resume);
    fs::create_dir_all(&elsewhere.0).unwrap();
    // Even where the target would do: it is not ours to replace or to remove.
    let targets = ["polytile lock 1\n", "polytile level 1 0-64 0\n", "polytile checkpoint 2 slide 0\n", ""];
    for (i, text) in targets.into_iter().enumerate() {
        fs::write(elsewhere.0.join(i.to_string()), text).unwrap();
    }
    let before = contents(&elsewhere.0);
    for target in ["0", "1", "2", "3", "nowhere"] {
        for name in ["lock", "checkpoint", "level-7.keys", "run-0.keys", "level-0.keys"] {
            fs::create_dir_all(&directory.0).unwrap();
            let path = directory.0.join(name);
            symlink(elsewhere.0.join(target), &path).unwrap();
            let error = run(false).unwrap_err();
            assert!(matches!(&error, LayeredError::NotOurs { path: named, .. } if *named == path), "{error}");
            assert_eq!(contents(&directory.0).len(), 1);
            assert_eq!(contents(&elsewhere.0), before);
            fs::remove_file(&path).unwrap();
        }
        // Files are made under names that nobody has, and links are not ours to remove.
        for name in ["level-0.0.part", "checkpoint.0.part"] {
            symlink(elsewhere.0.join(target), directory.0.join(name)).unwrap();
        }
        let links = contents(&directory.0);
        run(false).unwrap();
        tidy(&directory.0).unwrap();
        assert_eq!(contents(&directory.0), links);
        assert_eq!(contents(&elsewhere.0), before);
        fs::remove_dir_all(&directory.0).unwrap();
    }
}

#[test]
fn files_of_an_older_release_are_refused() {
    let puzzle = puzzle();
    let directory = Directory::new("older");
    fs::create_dir_all(&directory.0).unwrap();
    let run = |resume| on_disk(&puzzle, &directory.0, resume);
    // Levels had no mark, and checkpoints were of version 1.
    fs::write(directory.0.join("level-3.keys"), [7; 64]).unwrap();
    fs::write(directory.0.join("lock"), "").unwrap();
    let error = run(false).unwrap_err().to_string();
    assert!(
        error.ends_with("level-3.keys is not a file that polytile wrote: it does not begin with its mark"),
        "{error}"
    );
    fs::write(directory.0.join("checkpoint"), "polytile checkpoint 1 slide 0123456789abcdef\n{}\n").unwrap();
    let before = contents(&directory.0);
    let error = run(true).unwrap_err().to_string();
    assert!(
        error.ends_with("this is a checkpoint of version 1, and this release reads version 2"),
        "{error}"
    );
    assert!(matches!(run(false), Err(LayeredError::InUse { .. })));
    assert_eq!(contents(&directory.0), before);
}
