//! From the bytes of a file to its text.
//!
//! In: bytes. Out: their text, whether they are text, text packed by gzip, as BurrTools writes files, or XML in Latin-1, as old
//! versions of it wrote without saying so. Cost: linear in the text, of which there is a limit: what a short file unpacks to may
//! be a thousand times as long.

use super::{MAX_BYTES, is_xml};
use crate::format::FormatError;
use flate2::read::GzDecoder;
use std::io::Read;

/// The text of a file that BurrTools may have written; nothing when the bytes are neither packed nor text.
///
/// ```
/// use polytile::format::xmpuzzle::unpacked;
/// assert_eq!(unpacked(b"<puzzle/>".to_vec())?.as_deref(), Ok("<puzzle/>"));
/// assert_eq!(unpacked(b"<puzzle>\xfc</puzzle>".to_vec())?.as_deref(), Ok("<puzzle>\u{fc}</puzzle>"));
/// assert!(unpacked(b"\x1f\x8b\x08cut".to_vec()).is_err());
/// assert!(unpacked(b"\xff\xfe".to_vec())?.is_err());
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When what is packed is damaged or cut short, or unpacks to more than 64 MiB. The inner error gives back bytes that are no text.
pub fn unpacked(bytes: Vec<u8>) -> Result<Result<String, std::string::FromUtf8Error>, FormatError> {
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) { gunzipped(&bytes)? } else { bytes };
    match String::from_utf8(bytes) {
        // Every byte of Latin-1 is the character of that number.
        Err(error) if is_latin(error.as_bytes()) => {
            Ok(Ok(error.into_bytes().into_iter().map(char::from).collect()))
        }
        text => Ok(text),
    }
}

/// Whether bytes that are not UTF-8 are XML all the same.
fn is_latin(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(64)];
    bytes.len() <= MAX_BYTES && is_xml(&String::from_utf8_lossy(start))
}

fn gunzipped(bytes: &[u8]) -> Result<Vec<u8>, FormatError> {
    let mut found = Vec::new();
    let read = GzDecoder::new(bytes).take(MAX_BYTES as u64 + 1).read_to_end(&mut found);
    if found.len() > MAX_BYTES {
        let help = "give a smaller file; stored solutions may be left out";
        return Err(FormatError::new("the file unpacks to more than 64 MiB").with_help(help));
    }
    read.map_err(|error| {
        FormatError::new(format!("the file is packed by gzip, and cannot be unpacked: {error}"))
            .with_help("give the whole file")
    })?;
    Ok(found)
}
