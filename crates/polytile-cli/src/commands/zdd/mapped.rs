//! Files that saved diagrams are in: recognised, and mapped into memory.
//!
//! The mapping comes from `mmap-io`, whose interface is safe. No such crate can keep others from writing into the file
//! meanwhile: then answers are wrong, and where the file becomes shorter the system ends the process. The command itself
//! writes beside a file and renames, which leaves the mapped bytes as they are.

use mmap_io::MemoryMappedFile;
use polytile::zdd::{Bytes, Family};
use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;

/// Bytes by which a saved diagram is recognised.
const HEAD: u64 = 12;

/// Whether the file of this name is a saved diagram, perhaps a damaged one. Only files are looked into: what a pipe
/// gives is gone.
pub fn is_saved(name: &str) -> bool {
    let mut head = Vec::new();
    let is_file = fs::metadata(name).is_ok_and(|file| file.is_file());
    let mut read = || File::open(name)?.take(HEAD).read_to_end(&mut head);
    is_file && read().is_ok() && Family::is_saved(&head)
}

struct Mapped(MemoryMappedFile);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        // Of a mapping that is only read, all bytes can always be had.
        self.0.as_slice_bytes(0, self.0.len()).unwrap_or_default()
    }
}

/// The bytes of a file, mapped.
///
/// # Errors
/// When the system cannot map it.
pub fn map(name: &str) -> io::Result<Bytes> {
    let mapped = MemoryMappedFile::open_ro(name).map_err(|e| match e {
        mmap_io::MmapIoError::Io(e) => e,
        other => io::Error::other(other.to_string()),
    })?;
    Ok(Arc::new(Mapped(mapped)))
}
