//! Files that are complete or absent.
//!
//! A file is written beside its place, under a name that nobody can guess and that is created anew, never followed; at the
//! end it is renamed. Through a symbolic link the file that it names is replaced, with the permissions that it had. Where
//! replacing would not do the same as writing, the path is refused: a link that leads nowhere, and a file with several names, of
//! which only one would change. Devices and pipes are written directly. Whatever ends the process in a regular way removes what
//! was begun; only one that is killed outright leaves a file `.polytile-*.part`.

use crate::begun::Begun;
use crate::failure::Failure;
use crate::interrupt;
use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

/// Writes the file `path`, or nothing of it. `-` is standard output.
///
/// # Errors
/// When it cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    stream_file(path, |out| Ok(out.write_all(bytes)?))
}

/// Writes the file `path`, whose name nobody chose: what has this name already is replaced only if it is a file whose content is
/// `ours`, and never through a link. What it holds already is not written again.
///
/// # Errors
/// When there is something else, or it cannot be written.
pub fn write_own(path: &Path, bytes: &[u8], ours: impl Fn(&[u8]) -> bool) -> Result<(), Failure> {
    if is_own(path, bytes, ours)? { Ok(()) } else { write_file(path, bytes) }
}

/// Whether the file `path` holds `bytes` already.
///
/// # Errors
/// When it is there, and may not be replaced: it is a link, no file, or its content is not `ours`.
pub fn is_own(path: &Path, bytes: &[u8], ours: impl Fn(&[u8]) -> bool) -> Result<bool, Failure> {
    let foreign = |what: &str| {
        Failure::usage(
            format!("{} {what}", path.display()),
            "move it elsewhere, or name another directory: only what polytile wrote is replaced",
        )
    };
    match fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(false),
        Err(e) => Err(refused(path, e)),
        Ok(there) if there.file_type().is_symlink() => Err(foreign("is a link")),
        Ok(there) if !there.is_file() => Err(foreign("is not a file")),
        Ok(there) if names(&there) > 1 => Err(foreign("is a file with several names (hard links)")),
        Ok(_) => {
            let content = fs::read(path).map_err(|e| refused(path, e))?;
            if content != bytes && !ours(&content) {
                return Err(foreign("is a file that polytile did not write"));
            }
            Ok(content == bytes)
        }
    }
}

/// Why a file was not written to its end.
pub enum Unwritten {
    /// The file refused.
    Refused(io::Error),
    /// What was to be written could not be made.
    Unmade(Failure),
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        Unwritten::Refused(error)
    }
}

/// Lets `write` write the file `path`, or nothing of it. `-` is standard output.
///
/// # Errors
/// When it cannot be written, or `write` fails: then what was there before is still there.
pub fn stream_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Unwritten>,
) -> Result<(), Failure> {
    let fill = |out: &mut dyn Write| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        write(&mut out)?;
        Ok(out.flush()?)
    };
    let failed = |why: Unwritten, left: &str| match why {
        Unwritten::Refused(e) => unfinished(path, e, left),
        Unwritten::Unmade(failure) => failure,
    };
    match Target::of(path)? {
        Target::Standard => fill(&mut io::stdout().lock()).map_err(|why| match why {
            Unwritten::Refused(e) => e.into(),
            Unwritten::Unmade(failure) => failure,
        }),
        Target::Device(device) => {
            let mut out = OpenOptions::new().write(true).open(device).map_err(|e| refused(path, e))?;
            fill(&mut out).map_err(|why| failed(why, ""))
        }
        Target::File { place, permissions } => {
            let left = match permissions {
                Some(_) => "; what it held before is still there",
                None => "; nothing is left of this one",
            };
            let mut begun = begun(&place, permissions.is_some()).map_err(|e| refused(path, e))?;
            fill(&mut begun.file)
                .and_then(|()| Ok(begun.finish(&place, permissions)?))
                .map_err(|why| failed(why, left))
        }
    }
}

/// Makes sure that the file `path` can be written, before any work is done for it.
///
/// # Errors
/// When it cannot be.
pub fn expect_writable(path: &Path) -> Result<(), Failure> {
    let Target::File { place, permissions } = Target::of(path)? else { return Ok(()) };
    let tried = begun(&place, permissions.is_some()).and_then(|_| {
        // Replacing a file does not need permission to write it, but whoever protects a file means it.
        permissions.map_or(Ok(()), |_| OpenOptions::new().write(true).open(&place).map(drop))
    });
    tried.map_err(|e| refused(path, e))
}

/// A file that will be renamed to `place`, which may exist; from now on Ctrl-C leaves nothing of it.
fn begun(place: &Path, exists: bool) -> io::Result<Begun> {
    interrupt::watch()?;
    Begun::beside(place, exists)
}

/// What a path leads to.
enum Target {
    /// Standard output.
    Standard,
    /// A device or a pipe.
    Device(PathBuf),
    /// A file, with the permissions that it has where it exists.
    File { place: PathBuf, permissions: Option<Permissions> },
}

impl Target {
    fn of(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Target::Standard);
        }
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => Err(refused(path, ErrorKind::IsADirectory.into())),
            Ok(there) if !there.is_file() => Ok(Target::Device(path.to_owned())),
            Ok(there) => {
                let names = names(&there);
                if names > 1 {
                    return Err(Failure::usage(
                        format!(
                            "{} is a file with {names} names (hard links), of which only this one would change",
                            path.display()
                        ),
                        "remove this name first, or choose another file",
                    ));
                }
                let place = fs::canonicalize(path).map_err(|e| refused(path, e))?;
                Ok(Target::File { place, permissions: Some(there.permissions()) })
            }
            Err(e) if e.kind() == ErrorKind::NotFound && is_of_directory(path) => {
                Err(refused(path, ErrorKind::IsADirectory.into()))
            }
            Err(e) if e.kind() == ErrorKind::NotFound => match fs::read_link(path) {
                Ok(end) => Err(Failure::usage(
                    format!("{} is a link to {}, which does not exist", path.display(), end.display()),
                    "remove the link, or name the file itself",
                )),
                Err(_) => Ok(Target::File { place: path.to_owned(), permissions: None }),
            },
            Err(e) => Err(refused(path, e)),
        }
    }
}

/// Whether only a directory can have this path: it ends in a separator, or names one by dots.
fn is_of_directory(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let last = bytes.rsplit(|&byte| is_separator(byte.into())).next();
    matches!(last, None | Some(b"" | b"." | b".."))
}

/// How many names a file has.
#[cfg(unix)]
fn names(file: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(file)
}

/// Elsewhere the system does not say, so it has the one by which it was found.
#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

/// The failure of a file that cannot be begun.
fn refused(path: &Path, e: io::Error) -> Failure {
    if is_full(&e) {
        return unfinished(path, e, "; nothing is left of this one");
    }
    Failure::usage(format!("{} cannot be written: {e}", path.display()), "choose another file")
}

/// Whether the error says that there is no room.
fn is_full(e: &io::Error) -> bool {
    matches!(e.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
}

/// The failure of a file that cannot be written to its end; `left` says what there is of it.
fn unfinished(path: &Path, e: io::Error, left: &str) -> Failure {
    if e.kind() == ErrorKind::BrokenPipe {
        return e.into();
    }
    let mend = if is_full(&e) { "make room, or choose a file elsewhere" } else { "choose a file elsewhere" };
    Failure::other(format!("{} cannot be written: {e}", path.display())).advising(format!("{mend}{left}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::begun::{all_begun, remove_all};

    fn files(dir: &Path) -> usize {
        fs::read_dir(dir).unwrap().count()
    }

    #[test]
    #[cfg(unix)]
    fn what_has_the_name_of_a_file_of_ours_stays() {
        let dir = tempfile::tempdir().unwrap();
        let of = |name: &str| dir.path().join(name);
        let ours = |content: &[u8]| content.starts_with(b"ours");
        let write = |name: &str| write_own(&of(name), b"ours, new", ours);
        for name in ["new", "old", "same"] {
            if name != "new" {
                fs::write(of(name), if name == "old" { "ours" } else { "ours, new" }).unwrap();
            }
            assert!(write(name).is_ok(), "{name}");
            assert_eq!(fs::read(of(name)).unwrap(), b"ours, new");
        }
        fs::write(of("notes"), "mine").unwrap();
        fs::write(of("end"), "ours").unwrap();
        std::os::unix::fs::symlink(of("end"), of("link")).unwrap();
        std::os::unix::fs::symlink(of("nowhere"), of("dangling")).unwrap();
        fs::hard_link(of("end"), of("hard")).unwrap();
        fs::create_dir(of("directory")).unwrap();
        for (name, why) in [
            ("notes", "is a file that polytile did not write"),
            ("link", "is a link"),
            ("dangling", "is a link"),
            ("hard", "is a file with several names (hard links)"),
            ("directory", "is not a file"),
        ] {
            let refused = write(name).unwrap_err();
            let said = format!("{refused:?}");
            assert!(said.contains(why), "{said}");
        }
        assert_eq!(fs::read(of("notes")).unwrap(), b"mine");
        assert_eq!(fs::read(of("end")).unwrap(), b"ours");
        assert!(!of("nowhere").exists());
    }

    /// In one test, since all that the process has begun is abandoned at once.
    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (dir, path) = (dir.path(), dir.path().join("board.png"));
        for kind in [ErrorKind::StorageFull, ErrorKind::PermissionDenied, ErrorKind::BrokenPipe] {
            let failed = stream_file(&path, |out| {
                out.write_all(&vec![7; 1 << 20])?;
                assert_eq!(files(dir), 1);
                Err(io::Error::from(kind).into())
            });
            assert!(failed.is_err());
            assert_eq!(files(dir), 0);
        }
        assert!(stream_file(&path, |_| Err(Unwritten::Unmade(Failure::wrong()))).is_err());
        assert_eq!(files(dir), 0);
        let written = stream_file(&path, |out| {
            out.write_all(b"half")?;
            out.flush()?;
            assert_eq!(files(dir), 1);
            remove_all(&mut all_begun());
            assert_eq!(files(dir), 0);
            Ok(())
        });
        assert!(written.is_err());
        assert!(write_file(&path, b"whole").is_ok());
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(files(dir), 1);
    }
}
