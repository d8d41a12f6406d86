//! A picture or a text, judged by how it begins.
//!
//! A pipe can be read only once, so it is read here, to its end; a picture in a file is left for later.

use crate::failure::Failure;
use crate::source::Source;
use crate::texts;
use polytile::run::Control;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

/// What every PNG file begins with.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Bytes of a file that are read at once.
const READ: usize = 1 << 17;

/// What a file holds.
pub enum Given {
    /// A picture, at its beginning.
    Picture(Box<dyn Picture>),
    /// A text.
    Text(Source),
}

/// The bytes of a picture: a file, or what a pipe held.
pub trait Picture: BufRead + Seek {}

impl<T: BufRead + Seek> Picture for T {}

impl Given {
    /// What a file holds, or standard input for `-`.
    ///
    /// # Errors
    /// When it cannot be read, is neither, or needs more memory than `control` allows.
    pub fn read(name: &str, control: &Control) -> Result<Self, Failure> {
        if name == "-" {
            return rest(name, Vec::new(), std::io::stdin().lock(), control);
        }
        if Path::new(name).is_dir() {
            return Err(texts::is_directory(name));
        }
        let unreadable = |e| texts::unreadable(name, &e);
        let mut file = File::open(name).map_err(unreadable)?;
        let mut begin = Vec::new();
        file.by_ref().take(SIGNATURE.len() as u64).read_to_end(&mut begin).map_err(unreadable)?;
        if begin == SIGNATURE && file.metadata().is_ok_and(|data| data.is_file()) {
            file.rewind().map_err(unreadable)?;
            return Ok(Given::Picture(Box::new(BufReader::with_capacity(READ, file))));
        }
        rest(name, begin, file, control)
    }
}

/// The text that begins with `bytes` and continues with what `reader` reads.
fn rest(name: &str, mut bytes: Vec<u8>, mut reader: impl Read, control: &Control) -> Result<Given, Failure> {
    loop {
        // A list that grows doubles its length.
        control.reserve(2 * bytes.len() as u64, format!("reading {}", texts::shown(name)))?;
        let part = reader.by_ref().take(READ as u64).read_to_end(&mut bytes);
        let picture = bytes.starts_with(SIGNATURE);
        if part.map_err(|e| texts::unreadable(name, &e))? == 0 || !picture && bytes.len() > texts::MAX_BYTES {
            return Ok(if picture {
                Given::Picture(Box::new(Cursor::new(bytes)))
            } else {
                Given::Text(texts::text(name, bytes)?)
            });
        }
    }
}

/// Whether the file of this name is a picture, or a tiling in JSON, where a puzzle is wanted. Only files are looked into, for
/// looking would use a pipe up.
pub fn no_puzzle(name: &str) -> Option<&'static str> {
    #[derive(serde::Deserialize)]
    struct Pieces {
        #[serde(rename = "pieces")]
        _pieces: Vec<Laid>,
    }
    #[derive(serde::Deserialize)]
    struct Laid {
        #[serde(rename = "cells")]
        _cells: serde::de::IgnoredAny,
    }
    let mut file = File::open(name).ok().filter(|file| file.metadata().is_ok_and(|data| data.is_file()))?;
    let mut begin = Vec::new();
    file.by_ref().take(SIGNATURE.len() as u64).read_to_end(&mut begin).ok()?;
    if begin == SIGNATURE {
        return Some("a picture");
    }
    file.rewind().ok()?;
    let text = BufReader::with_capacity(READ, file);
    serde_json::from_reader::<_, Pieces>(text).ok().map(|_| "a tiling")
}
