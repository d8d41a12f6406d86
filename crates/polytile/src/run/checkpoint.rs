//! Checkpoints: what a long run writes down so that it can go on another day.
//!
//! A checkpoint is a text of two lines. The first is `polytile checkpoint VERSION KIND CHECKSUM`; the second is the body,
//! JSON, whose bytes the checksum is of (FNV-1a, 64 bits, 16 hexadecimal digits). What the body holds is the business of
//! the engine that wrote it. A file cut short or changed in one bit is told by its checksum, one of another engine by
//! its kind, and one of a release with another search order by its version.

use super::fnv;
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// The version of what is written. It rises when an older checkpoint would be gone on with wrongly.
const VERSION: u32 = 1;

/// Why a checkpoint cannot be gone on from.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Not a checkpoint.
    #[error("this is not a checkpoint")]
    Other,
    /// Of another version.
    #[error("this is a checkpoint of version {found}, and this release reads version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// Of another kind of run.
    #[error("this is a checkpoint of `polytile {found}`, not of `polytile {expected}`")]
    Kind {
        /// What it is of.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Cut short or changed.
    #[error("this checkpoint is damaged: it was cut short or changed")]
    Damaged,
}

/// The text of a checkpoint of kind `kind`, a word.
pub fn write(kind: &str, body: &impl Serialize) -> String {
    // Plain data with text keys: JSON holds it.
    let body = serde_json::to_string(body).unwrap_or_default();
    format!("polytile checkpoint {VERSION} {kind} {:016x}\n{body}\n", fnv(body.as_bytes()))
}

/// The body of a checkpoint of kind `kind`.
///
/// # Errors
/// When it is none, or of another kind or version, or damaged.
pub fn read<T: DeserializeOwned>(kind: &str, text: &str) -> Result<T, CheckpointError> {
    let (header, body) = text.split_once('\n').unwrap_or((text, ""));
    let words: Vec<&str> = header.split(' ').collect();
    let [name @ .., version, found, checksum] = words.as_slice() else { return Err(CheckpointError::Other) };
    if name != ["polytile", "checkpoint"] {
        return Err(CheckpointError::Other);
    }
    let version: u32 = version.parse().map_err(|_| CheckpointError::Damaged)?;
    if version != VERSION {
        return Err(CheckpointError::Version { found: version });
    }
    if *found != kind {
        return Err(CheckpointError::Kind { found: (*found).to_owned(), expected: kind.to_owned() });
    }
    let body = body.strip_suffix('\n').ok_or(CheckpointError::Damaged)?;
    if *checksum != format!("{:016x}", fnv(body.as_bytes())) {
        return Err(CheckpointError::Damaged);
    }
    serde_json::from_str(body).map_err(|_| CheckpointError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        let text = write("solve", &vec![1, 22, 333]);
        assert_eq!(read::<Vec<u32>>("solve", &text), Ok(vec![1, 22, 333]));
        for cut in 0..text.len() {
            assert!(read::<Vec<u32>>("solve", &text[..cut]).is_err(), "cut at {cut}");
        }
        for (i, byte) in text.bytes().enumerate() {
            let mut bytes = text.clone().into_bytes();
            bytes[i] = byte ^ 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(read::<Vec<u32>>("solve", &changed).is_err(), "byte {i}");
        }
        let other = read::<Vec<u32>>("slide", &text).unwrap_err();
        assert_eq!(other.to_string(), "this is a checkpoint of `polytile solve`, not of `polytile slide`");
        assert_eq!(read::<Vec<u32>>("solve", "A B C | x\n"), Err(CheckpointError::Other));
    }
}
