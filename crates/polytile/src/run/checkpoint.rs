//! Checkpoints: what a long run writes down so that it can be resumed another day.
//!
//! A checkpoint is a text of two lines. The first is `polytile checkpoint VERSION KIND CHECKSUM`; the second is the body,
//! JSON. The checksum is of everything else in the file, the words before it and the body (FNV-1a, 64 bits, 16
//! hexadecimal digits). What the body holds is the business of the engine that wrote it. The checksum gives away a file that is
//! cut short or changed in one bit, the kind one of another engine, and the version one of a release with another search order.
//!
//! A checksum is not a proof: whoever changes the body can mend it. So an engine holds what it reads against the
//! question, and refuses what contradicts the question or itself (`CheckpointError::Contradiction`).

use super::{MARK, Refused, Stopped, Unable, fnv};
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// The version of what is written. It rises when an older checkpoint would be resumed wrongly.
const VERSION: u32 = 2;

/// Why a checkpoint cannot be resumed: what [`Refused::Checkpoint`] and the errors of levels say of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CheckpointError {
    /// Not a checkpoint.
    #[error("this is not a checkpoint")]
    Other,
    /// A checkpoint of another version.
    #[error("this is a checkpoint of version {found}, and this release reads version {VERSION}")]
    Version {
        /// The version.
        found: u32,
    },
    /// A checkpoint of another kind of run.
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
    /// A checkpoint of another question.
    #[error("this is a checkpoint of another {0}")]
    Another(&'static str),
    /// Its checksum is right, but what it says is not.
    #[error("this checkpoint is wrong: {0}")]
    Contradiction(String),
    /// Stopped while the checkpoint was being looked through.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<CheckpointError> for Refused {
    fn from(error: CheckpointError) -> Self {
        let help = match error {
            CheckpointError::Stopped(stopped) => return Refused::Stopped(stopped),
            CheckpointError::Another(_) => {
                "give the puzzle and the options that it was made with; threads and limits may differ"
            }
            CheckpointError::Contradiction(_) => {
                "it was changed by hand, or memory or disk failed: begin again without --resume"
            }
            _ => "give the file that --checkpoint wrote, whole, to the release that wrote it",
        };
        Refused::Checkpoint(Unable { message: error.to_string(), help: help.to_owned() })
    }
}

/// The text of a checkpoint of kind `kind`, a word.
pub(crate) fn write(kind: &str, body: &impl Serialize) -> String {
    // Plain data with text keys: writing it as JSON cannot fail.
    let body = serde_json::to_string(body).unwrap_or_default();
    format!("{MARK}{VERSION} {kind} {:016x}\n{body}\n", checksum(kind, &body))
}

/// The checksum of everything but itself.
fn checksum(kind: &str, body: &str) -> u64 {
    fnv(format!("{MARK}{VERSION} {kind}\n{body}\n").as_bytes())
}

/// The kind that the first bytes of a checkpoint name, of whatever version.
pub(crate) fn kind(head: &[u8]) -> Option<&str> {
    let words = head.strip_prefix(MARK.as_bytes())?.split(|&byte| byte == b'\n').next()?;
    std::str::from_utf8(words).ok()?.split(' ').nth(1)
}

/// The body of a checkpoint of kind `kind`.
///
/// # Errors
/// When it is not a checkpoint, of another kind or version, or damaged.
pub(crate) fn read<T: DeserializeOwned>(kind: &str, bytes: &[u8]) -> Result<T, CheckpointError> {
    let marked = bytes.strip_prefix(MARK.as_bytes()).ok_or(CheckpointError::Other)?;
    let text = std::str::from_utf8(marked).map_err(|_| CheckpointError::Damaged)?;
    let (header, body) = text.split_once('\n').ok_or(CheckpointError::Damaged)?;
    let words: Vec<&str> = header.split(' ').collect();
    let &[version, found, sum] = words.as_slice() else { return Err(CheckpointError::Damaged) };
    if version != VERSION.to_string() {
        let found = version.parse().map_err(|_| CheckpointError::Damaged)?;
        return Err(if found == VERSION {
            CheckpointError::Damaged
        } else {
            CheckpointError::Version { found }
        });
    }
    if found != kind {
        return Err(CheckpointError::Kind { found: found.to_owned(), expected: kind.to_owned() });
    }
    let body = body.strip_suffix('\n').ok_or(CheckpointError::Damaged)?;
    if sum != format!("{:016x}", checksum(kind, body)) {
        return Err(CheckpointError::Damaged);
    }
    serde_json::from_str(body)
        .map_err(|e| CheckpointError::Contradiction(format!("its body cannot be read: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_counts() {
        let text = write("solve", &vec![1, 22, 333]);
        assert_eq!(read::<Vec<u32>>("solve", text.as_bytes()), Ok(vec![1, 22, 333]));
        assert_eq!(kind(text.as_bytes()), Some("solve"));
        assert_eq!((kind(&text.as_bytes()[..20]), kind(b"my notes")), (None, None));
        for cut in 0..text.len() {
            assert!(read::<Vec<u32>>("solve", &text.as_bytes()[..cut]).is_err(), "cut at {cut}");
        }
        let older = text.replacen(" 2 ", " 1 ", 1);
        assert_eq!(read::<Vec<u32>>("solve", older.as_bytes()), Err(CheckpointError::Version { found: 1 }));
        let signed = text.replacen(" 2 ", " +2 ", 1);
        assert_eq!(read::<Vec<u32>>("solve", signed.as_bytes()), Err(CheckpointError::Damaged));
        let another = write("solve", &"text").into_bytes();
        assert!(matches!(read::<Vec<u32>>("solve", &another), Err(CheckpointError::Contradiction(_))));
        for (i, byte) in text.bytes().enumerate() {
            let mut bytes = text.clone().into_bytes();
            bytes[i] = byte ^ 1;
            assert!(read::<Vec<u32>>("solve", &bytes).is_err(), "byte {i}");
        }
        let other = read::<Vec<u32>>("slide", text.as_bytes()).unwrap_err();
        assert_eq!(other.to_string(), "this is a checkpoint of `polytile solve`, not of `polytile slide`");
        assert_eq!(read::<Vec<u32>>("solve", b"A B C | x\n"), Err(CheckpointError::Other));
    }
}
