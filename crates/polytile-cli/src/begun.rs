//! Files that are being written, each beside its place, and what is done with them when the process ends.
//!
//! Whatever ends the process in a regular way removes what was begun; only one that is killed outright leaves a file
//! `.polytile-*.part`.

use std::fs::{self, OpenOptions, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// Files that are being written. Whoever makes or removes one holds the lock, so that none is missed at the end.
static BEGUN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

pub(crate) fn all_begun() -> MutexGuard<'static, Vec<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what there is of files that are being written, and ends the process.
pub fn abandon_and_exit(status: i32) -> ! {
    let mut begun = all_begun();
    remove_all(&mut begun);
    // With the lock held: nobody begins another one now.
    std::process::exit(status)
}

pub(crate) fn remove_all(begun: &mut Vec<PathBuf>) {
    for path in begun.drain(..) {
        // That one cannot be removed changes nothing any more.
        let _ = fs::remove_file(path);
    }
}

/// A file that is being written, beside its place. It is removed unless it is finished.
pub struct Begun {
    pub file: NamedTempFile,
    _entry: Entry,
}

/// The place of a file among those that are being written.
struct Entry(PathBuf);

impl Begun {
    /// One that will be renamed to `place`; for its owner alone where that `exists`, until it gets its permissions.
    pub fn beside(place: &Path, exists: bool) -> io::Result<Self> {
        let directory = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // Of what is allowed to all the system takes away what the user's mask says.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, if exists { 0o600 } else { 0o666 });
        let mut begun = all_begun();
        let file = tempfile::Builder::new()
            .prefix(".polytile-")
            .suffix(".part")
            .make_in(directory.unwrap_or(Path::new(".")), |path| options.open(path))?;
        let (file, path) = file.into_parts();
        begun.push(path.to_path_buf());
        let entry = Entry(path.to_path_buf());
        Ok(Begun { file: NamedTempFile::from_parts(file, path), _entry: entry })
    }

    pub fn finish(self, place: &Path, permissions: Option<Permissions>) -> io::Result<()> {
        // Whoever abandons all files now has them removed first, and then ends the process.
        let _begun = all_begun();
        #[cfg(unix)]
        if let Some(permissions) = permissions {
            self.file.as_file().set_permissions(permissions)?;
        }
        #[cfg(not(unix))]
        drop(permissions);
        self.file.persist(place).map(drop).map_err(|e| e.error)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        all_begun().retain(|path| *path != self.0);
    }
}
