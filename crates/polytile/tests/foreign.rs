//! A directory that holds somebody else's files: an exploration that keeps its levels there leaves them as they are.

use polytile::format::shipped::Shipped;
use polytile::format::sliding;
use polytile::run::Control;
use polytile::run::LevelsError;
use polytile::sliding::explore::tidy;
use polytile::sliding::{ExploreOptions, Explored, Puzzle, explore};
use std::fs;
use std::path::{Path, PathBuf};

fn puzzle() -> Puzzle {
    sliding::parse(Shipped::find("euler-766-small").unwrap().text).unwrap().puzzle
}

fn on_disk(puzzle: &Puzzle, directory: &Path, resume: bool) -> Result<Explored, LevelsError> {
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
    let directory = tempfile::tempdir().unwrap();
    let run = |resume| on_disk(&puzzle, directory.path(), resume);
    fs::create_dir_all(directory.path()).unwrap();
    let whole = explore(&puzzle, &ExploreOptions::default(), &Control::default()).unwrap();
    // Files that have a name that is needed, but none of our contents.
    for name in ["lock", "checkpoint", "level-7.keys", "run-0.keys", "level-0.keys"] {
        let path = directory.path().join(name);
        for text in ["my notes", "polytile", "polytile lockpick"] {
            fs::write(&path, text).unwrap();
            for resume in [false, true] {
                let error = run(resume).unwrap_err();
                let expected = if resume && name != "checkpoint" {
                    matches!(error, LevelsError::NoCheckpoint { .. })
                } else {
                    matches!(&error, LevelsError::NotOurs { path: named, .. } if *named == path)
                };
                assert!(expected, "{error}");
                assert_eq!(contents(directory.path()), [(path.clone(), None, Some(text.into()))]);
            }
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(run(false), Err(LevelsError::NotOurs { .. })));
        fs::remove_dir(&path).unwrap();
    }
    // Files that have no such name.
    let others =
        ["level-07.keys", "level-7.part", "level-0.0.part", "level-1.0.part", "checkpoint.0.part", "notes"];
    for name in others {
        fs::write(directory.path().join(name), "half of it").unwrap();
    }
    let before = contents(directory.path());
    assert_eq!(run(false).unwrap().levels, whole.levels);
    tidy(directory.path()).unwrap();
    assert_eq!(contents(directory.path()), before);
    // An empty lock is nobody's: it locks, and stays.
    fs::write(directory.path().join("lock"), "").unwrap();
    let before = contents(directory.path());
    assert_eq!(run(false).unwrap().levels, whole.levels);
    tidy(directory.path()).unwrap();
    assert_eq!(contents(directory.path()), before);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let puzzle = puzzle();
    let (directory, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let run = |resume| on_disk(&puzzle, directory.path(), resume);
    fs::create_dir_all(elsewhere.path()).unwrap();
    // Even where the target would do, it is not ours to replace or to remove.
    let targets = ["polytile lock 1\n", "polytile level 1 0-64 0\n", "polytile checkpoint 2 slide 0\n", ""];
    for (i, text) in targets.into_iter().enumerate() {
        fs::write(elsewhere.path().join(i.to_string()), text).unwrap();
    }
    let before = contents(elsewhere.path());
    for target in ["0", "1", "2", "3", "nowhere"] {
        for name in ["lock", "checkpoint", "level-7.keys", "run-0.keys", "level-0.keys"] {
            fs::create_dir_all(directory.path()).unwrap();
            let path = directory.path().join(name);
            symlink(elsewhere.path().join(target), &path).unwrap();
            let error = run(false).unwrap_err();
            assert!(matches!(&error, LevelsError::NotOurs { path: named, .. } if *named == path), "{error}");
            assert_eq!(contents(directory.path()).len(), 1);
            assert_eq!(contents(elsewhere.path()), before);
            fs::remove_file(&path).unwrap();
        }
        // Files are made under names that nobody has, and links are not ours to remove.
        for name in ["level-0.0.part", "checkpoint.0.part"] {
            symlink(elsewhere.path().join(target), directory.path().join(name)).unwrap();
        }
        let links = contents(directory.path());
        run(false).unwrap();
        tidy(directory.path()).unwrap();
        assert_eq!(contents(directory.path()), links);
        assert_eq!(contents(elsewhere.path()), before);
        fs::remove_dir_all(directory.path()).unwrap();
    }
}

/// One of a search for tilings, say, which begins with the same words.
#[test]
fn a_checkpoint_of_another_kind_is_not_ours() {
    let puzzle = puzzle();
    let directory = tempfile::tempdir().unwrap();
    let text = "polytile checkpoint 2 solve 0123456789abcdef\n{}\n";
    fs::write(directory.path().join("checkpoint"), text).unwrap();
    let before = contents(directory.path());
    let said = [
        on_disk(&puzzle, directory.path(), false).unwrap_err(),
        on_disk(&puzzle, directory.path(), true).unwrap_err(),
        tidy(directory.path()).unwrap_err(),
    ];
    for error in said {
        assert!(matches!(error, LevelsError::Foreign { .. }), "{error}");
        assert!(error.to_string().ends_with("of `polytile solve`, not of `polytile slide`"), "{error}");
        assert_eq!(contents(directory.path()), before);
    }
}

#[test]
fn files_of_an_older_release_are_refused() {
    let puzzle = puzzle();
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir_all(directory.path()).unwrap();
    let run = |resume| on_disk(&puzzle, directory.path(), resume);
    // Levels had no mark, and checkpoints were of version 1.
    fs::write(directory.path().join("level-3.keys"), [7; 64]).unwrap();
    fs::write(directory.path().join("lock"), "").unwrap();
    let error = run(false).unwrap_err().to_string();
    assert!(
        error.ends_with("level-3.keys is not a file that polytile wrote: it does not begin with its mark"),
        "{error}"
    );
    fs::write(directory.path().join("checkpoint"), "polytile checkpoint 1 slide 0123456789abcdef\n{}\n")
        .unwrap();
    let before = contents(directory.path());
    let error = run(true).unwrap_err().to_string();
    assert!(
        error.ends_with("this is a checkpoint of version 1, and this release reads version 2"),
        "{error}"
    );
    assert!(matches!(run(false), Err(LevelsError::InUse { .. })));
    assert_eq!(contents(directory.path()), before);
}
