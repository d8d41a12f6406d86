//! Files that saved diagrams are in: recognised, and brought into memory.
//!
//! A file that takes a small part of the memory is read: then whatever happens to it no longer matters. A larger one is mapped,
//! so that it takes no memory of its own. The mapping comes from `mmap-io`, whose interface is safe. No such crate can keep others
//! from writing into the file in the meantime: then answers are wrong, and if the file becomes shorter, the system ends the
//! process. The command itself writes beside a file and renames, which leaves the mapped bytes as they are.

use crate::failure::Failure;
use mmap_io::MemoryMappedFile;
use polytile::run::{Control, Progress};
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

/// The part of the memory that a file may take which is read and not mapped. All of it is looked at once in any case.
const SHARE: u64 = 8;

/// Bytes that are read between two looks at the control.
const BYTES_PER_LOOK: u64 = 1 << 20;

struct Mapped(MemoryMappedFile);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        // All bytes of a mapping that is only read can always be had.
        self.0.as_slice_bytes(0, self.0.len()).unwrap_or_default()
    }
}

/// The bytes of the saved diagram in the file `name`, read if they are a small part of the memory that may be used, else mapped.
///
/// # Errors
/// When the system can neither read nor map it, or the control says stop.
pub fn bytes(name: &str, control: &Control) -> Result<Bytes, Failure> {
    let unreadable = |e: io::Error| {
        Failure::usage(format!("{name} cannot be read: {e}"), "check that the file can be read")
    };
    let file = File::open(name).map_err(unreadable)?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > control.memory_budget() / SHARE {
        let mapped = MemoryMappedFile::open_ro(name).map_err(|e| match e {
            mmap_io::MmapIoError::Io(e) => unreadable(e),
            other => unreadable(io::Error::other(other.to_string())),
        })?;
        return Ok(Arc::new(Mapped(mapped)));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length as usize).map_err(|e| unreadable(e.into()))?;
    // The file may have grown since: then the rest is missing, and it is found to be damaged.
    let mut file = file.take(length);
    while file.by_ref().take(BYTES_PER_LOOK).read_to_end(&mut bytes).map_err(unreadable)? > 0 {
        control.check(Progress::Preparation { steps: bytes.len() as u64 })?;
    }
    Ok(Arc::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use polytile::board::Region;
    use polytile::pieces::{Freedom, PieceSet};
    use polytile::problem::Problem;

    #[test]
    fn what_was_read_may_be_cut_short_later() {
        let control = Control::default();
        let problem = Problem::new(Region::rectangle(8, 8).unwrap(), PieceSet::all(2, Freedom::Free));
        let mut file = tempfile::NamedTempFile::new().unwrap();
        Family::tilings(&problem, None, &control).unwrap().save(&mut file, &control).unwrap();
        let name = file.path().to_str().unwrap();
        let of = |memory| bytes(name, &Control::default().memory(memory)).ok().unwrap();
        let (read, mapped) = (of(8 * file.as_file().metadata().unwrap().len()), of(0));
        assert_eq!((*read).as_ref(), (*mapped).as_ref());
        // A mapping must not be looked at any more once its file is shorter.
        drop(mapped);
        let family = Family::load(read, &control).unwrap();
        file.as_file().set_len(0).unwrap();
        assert_eq!(family.diagram().count(&control).unwrap().to_string(), "12988816");
    }
}
