//! Which files a run names, so that none of them gets in the way of another.
//!
//! In: each file with what names it and what is done with it. Out: nothing, or why they cannot be used together. Nothing may be
//! written over what is read, and no two answers may go into one file, whatever its names are ([`same`]). Standard input is a file
//! too, if it comes from one, and numbered pictures stand for all of their files. Devices and pipes take any number of answers.

use super::{expect_writable, same};
use crate::failure::Failure;
use polytile::sliding::SIDES;
use polytile::sliding::explore::is_used;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of standard input as a file, where there is one.
pub const STDIN: Option<&str> = if cfg!(unix) { Some("/dev/stdin") } else { None };

/// What is done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is read.
    Read,
    /// A checkpoint that is read, and may be the one that is kept.
    Resumed,
    /// It is written at the end, or as answers come.
    Written,
    /// A checkpoint that is written again and again, perhaps read before.
    Kept,
    /// A directory of files with fixed names.
    Directory,
}

/// A file that is named.
#[derive(Clone, Debug)]
pub struct Named {
    /// What names it, as messages say.
    pub by: String,
    /// The path; `-` is standard output, or standard input for one that is read where that is no file.
    pub path: PathBuf,
    /// What is done with it.
    pub usage: Use,
}

/// Refuses files that get in each other's way, or cannot be written; those that are written are the first of `number` pictures each.
///
/// # Errors
/// When there is such a file.
pub fn expect_apart(named: &[Named], number: u64) -> Result<(), Failure> {
    for file in named.iter().filter(|file| file.path.as_os_str() == "-") {
        if file.usage == Use::Kept {
            return Err(Failure::usage(
                format!("{} needs a file, which is written again and again", file.by),
                "give it a name; - is standard output",
            ));
        }
        if file.is_written() && number > 1 {
            return Err(Failure::usage(
                format!("{} needs a file for each of {number} pictures", file.by),
                "give it a name, to which their numbers are added; - is standard output",
            ));
        }
    }
    let files: Vec<Named> = named.iter().flat_map(|file| file.numbered(number)).collect();
    for (i, file) in files.iter().enumerate() {
        if let Some(other) = files[..i].iter().find(|other| collide(file, other)) {
            return Err(collision(file, other));
        }
    }
    files.iter().filter(|file| file.is_written()).try_for_each(|file| expect_writable(&file.path))
}

/// The path with `-number` before its ending: `tiling-3.svg`.
pub fn numbered(path: &Path, number: Option<u64>) -> PathBuf {
    let Some(number) = number else { return path.to_owned() };
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Whether two files, the later one first, are one that cannot serve both.
fn collide(file: &Named, other: &Named) -> bool {
    match (file.usage, other.usage) {
        (Use::Read | Use::Resumed, Use::Read | Use::Resumed)
        | (Use::Resumed, Use::Kept)
        | (Use::Kept, Use::Resumed) => false,
        (Use::Directory, _) => own(file, other),
        (_, Use::Directory) => own(other, file),
        _ => same(&file.path, &other.path),
    }
}

/// Whether a file lies in a directory of levels, or in the one that an end of a search has there, under a name that is needed.
fn own(directory: &Named, file: &Named) -> bool {
    let Some(name) = file.path.file_name().filter(|_| is_used(&file.path)) else { return false };
    let sides = SIDES.map(|side| directory.path.join(side));
    sides.iter().chain([&directory.path]).any(|place| same(&place.join(name), &file.path))
}

impl Named {
    /// Whether it is a file that is written.
    pub fn is_written(&self) -> bool {
        matches!(self.usage, Use::Written | Use::Kept)
    }

    /// The file itself; or, if it stands for `number` numbered pictures, the first of these and all others that
    /// exist already, for the rest will be new.
    fn numbered(&self, number: u64) -> Vec<Self> {
        let at = |path| Named { path, ..self.clone() };
        if number < 2 || !self.is_written() || self.path.as_os_str() == "-" {
            return vec![self.clone()];
        }
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        // A directory that cannot be listed has nothing to compare, or cannot be written to either.
        let there = fs::read_dir(directory.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
        let stem = self.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let others = there.filter_map(|entry| {
            let name = entry.file_name();
            let k = Path::new(&name).file_stem()?.to_str()?.strip_prefix(stem)?.strip_prefix('-')?;
            let path = numbered(&self.path, k.parse().ok().filter(|k| (2..=number).contains(k)));
            (path.file_name() == Some(&name)).then(|| at(path))
        });
        std::iter::once(at(numbered(&self.path, Some(1)))).chain(others).collect()
    }
}

fn collision(file: &Named, other: &Named) -> Failure {
    let message = match (file.usage, other.usage) {
        (_, Use::Read | Use::Resumed) => over(file, other),
        (Use::Read | Use::Resumed, _) => over(other, file),
        _ => {
            let path = if file.usage == Use::Directory { &other.path } else { &file.path };
            let place = if path.as_os_str() == "-" {
                "to standard output".to_owned()
            } else {
                path.display().to_string()
            };
            format!("{} and {} would both write {place}", other.by, file.by)
        }
    };
    Failure::usage(message, "give each a file of its own")
}

/// What is wrong with a file that would be written over one that is read.
fn over(written: &Named, read: &Named) -> String {
    if STDIN.is_some_and(|stdin| read.path == Path::new(stdin)) {
        let path = written.path.display();
        return format!("{} would write over {path}, which is read from standard input", written.by);
    }
    format!("{} would write over {}, which {} names", written.by, read.path.display(), read.by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_before_the_ending() {
        for (path, expected) in
            [("a/t.svg", "a/t-3.svg"), ("t", "t-3"), ("t.x.png", "t.x-3.png"), (".svg", ".svg-3")]
        {
            assert_eq!(numbered(Path::new(path), Some(3)), Path::new(expected));
        }
        assert_eq!(numbered(Path::new("t.svg"), None), Path::new("t.svg"));
    }

    #[test]
    fn only_a_checkpoint_may_be_read_and_kept() {
        let of = |usage| Named { by: format!("{usage:?}"), path: "one".into(), usage };
        let met = |a, b| expect_apart(&[of(a), of(b)], 1).is_err();
        let all = [Use::Read, Use::Resumed, Use::Written, Use::Kept];
        for a in all {
            for b in all {
                let read = |usage| matches!(usage, Use::Read | Use::Resumed);
                let resumed = matches!((a, b), (Use::Resumed, Use::Kept) | (Use::Kept, Use::Resumed));
                assert_eq!(met(a, b), !(resumed || read(a) && read(b)), "{a:?} {b:?}");
            }
        }
    }
}
