//! Files that saved diagrams are in: recognised, and brought into memory.
//!
//! A small file is read: then whatever happens to it no longer matters. A large one is mapped, so that it takes no memory of its
//! own. The mapping comes from `mmap-io`, whose interface is safe. No such crate can keep others from writing into the file in
//! the meantime: then answers are wrong, and if the file becomes shorter, the system ends the process. The command itself writes
//! beside a file and renames, which leaves the mapped bytes as they are.

use mmap_io::MemoryMappedFile;
use polytile::zdd::{Bytes, Family};
use std::fs::{self, File};
use std::io::{self, Read};
use std::sync::Arc;

/// Bytes by which a saved diagram is recognised.
const HEAD: u64 = 12;

/// Whether the file of this name is a saved diagram, perhaps a damaged one. Only files are looked into, for what a
/// pipe gives is then gone.
pub fn is_saved(name: &str) -> bool {
    let mut head = Vec::new();
    let is_file = fs::metadata(name).is_ok_and(|file| file.is_file());
    let mut read = || File::open(name)?.take(HEAD).read_to_end(&mut head);
    is_file && read().is_ok() && Family::is_saved(&head)
}

/// The most bytes of a file that is read and not mapped. All of it is looked at once in any case.
const SMALL: u64 = 64 << 20;

struct Mapped(MemoryMappedFile);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        // All bytes of a mapping that is only read can always be had.
        self.0.as_slice_bytes(0, self.0.len()).unwrap_or_default()
    }
}

/// The bytes of a file, read if they are few and a small part of the `memory` that may be used, else mapped.
///
/// # Errors
/// When the system can neither read nor map it.
pub fn bytes(name: &str, memory: u64) -> io::Result<Bytes> {
    let file = File::open(name)?;
    if file.metadata()?.len() <= SMALL.min(memory / 8) {
        let mut bytes = Vec::new();
        // The file may have grown since: then the rest is missing, and it is found to be damaged.
        file.take(SMALL).read_to_end(&mut bytes)?;
        return Ok(Arc::new(bytes));
    }
    let mapped = MemoryMappedFile::open_ro(name).map_err(|e| match e {
        mmap_io::MmapIoError::Io(e) => e,
        other => io::Error::other(other.to_string()),
    })?;
    Ok(Arc::new(Mapped(mapped)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polytile::board::Region;
    use polytile::pieces::{Freedom, PieceSet};
    use polytile::problem::Problem;
    use polytile::run::Control;

    #[test]
    fn a_small_file_may_be_cut_short_later() {
        let control = Control::default();
        let problem = Problem::new(Region::rectangle(8, 8).unwrap(), PieceSet::all(2, Freedom::Free));
        let mut file = tempfile::NamedTempFile::new().unwrap();
        Family::tilings(&problem, None, &control).unwrap().save(&mut file, &control).unwrap();
        let name = file.path().to_str().unwrap();
        let (read, mapped) = (bytes(name, u64::MAX).unwrap(), bytes(name, 0).unwrap());
        assert_eq!((*read).as_ref(), (*mapped).as_ref());
        // A mapping must not be looked at any more once its file is shorter.
        drop(mapped);
        let family = Family::load(read, &control).unwrap();
        file.as_file().set_len(0).unwrap();
        assert_eq!(family.diagram().count(&control).unwrap().to_string(), "12988816");
    }
}
