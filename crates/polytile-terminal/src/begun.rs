//! Files that are being written, each beside its place, and what becomes of them when the process ends.
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
    // The lock is held, so nobody begins another file now.
    std::process::exit(status)
}

pub(crate) fn remove_all(begun: &mut Vec<PathBuf>) {
    for path in begun.drain(..) {
        // If a file cannot be removed, nothing can be done about it any more.
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
    /// A file that will be renamed to `place`; if that `exists`, it is for its owner alone until it gets its permissions.
    pub fn beside(place: &Path, exists: bool) -> io::Result<Self> {
        let directory = place.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // From what is allowed to all, the system subtracts the user's mask.
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
        // Whoever is abandoning all files now first removes them, and then ends the process.
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
