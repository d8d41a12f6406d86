//! Which paths lead to one file.
//!
//! Paths are compared as the system resolves them, and by the device and number of the file where there are such, so that links of
//! both kinds are noticed.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether two paths lead to one file, or would.
pub fn same(a: &Path, b: &Path) -> bool {
    let standard = |path: &Path| path.as_os_str() == "-";
    if standard(a) || standard(b) {
        return standard(a) && standard(b);
    }
    match (fs::metadata(a), fs::metadata(b)) {
        (Ok(one), Ok(other)) => {
            let files = (one.is_file() || one.is_dir()) && (other.is_file() || other.is_dir());
            files
                && (identity(&one).is_some_and(|id| Some(id) == identity(&other))
                    || resolved(a) == resolved(b))
        }
        (Err(_), Err(_)) => resolved(a) == resolved(b),
        _ => false,
    }
}

/// What a file is known by, whatever it is called: its device, and its number there.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere there is none")]
fn identity(file: &fs::Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

/// Elsewhere files have only names.
#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Option<(u64, u64)> {
    None
}

/// The path with its links resolved; for a file that does not exist yet, those of its directory.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = fs::canonicalize(path) {
        return path;
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(directory), path.file_name()) {
        (Ok(directory), Some(name)) => directory.join(name),
        _ => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
    }
}
