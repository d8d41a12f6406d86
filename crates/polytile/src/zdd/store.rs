//! Diagrams in files.
//!
//! In and out: a [`Family`]; the format is described at [`Family::save`].
//!
//! A file is given as its bytes, and the nodes stay where they are: a diagram whose file is mapped into memory takes hardly any
//! of its own. Nothing is taken for granted: the lengths must add up to that of the file before anything is made, the checksums
//! must be right, the nodes must be a diagram, and the diagram what the file says it is (`sound`).

use super::describe::described;
use super::diagram::Unsound;
use super::family::Family;
use super::file_error::{FileError, Place, VERSION};
use super::{Bytes, Diagram, Node, ZddError, sound};
use crate::run::{Control, Progress};
use crc32fast::Hasher;
use std::io::{self, Write};

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"polyzdd\n";
/// Bytes read or written at once.
const CHUNK: usize = 1 << 20;
/// The most bytes that a byte of JSON becomes when it is read into names and lists.
const UNFOLDED: u64 = 32;

impl Family {
    /// Writes the family into a file of this format.
    ///
    /// All numbers are unsigned, lowest byte first.
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 8 | "polyzdd" and a line feed |
    /// | 4 | version, 1 |
    /// | 4 | V, number of variables |
    /// | 4 | number of the root |
    /// | 4 | B, length of the description |
    /// | 4 V | number of nodes of each variable, the last variable first |
    /// | B | description, JSON; blanks at its end let the nodes begin at a multiple of eight |
    /// | 4 | CRC-32 of all the above |
    /// | 8 each | nodes from the bottom up: number of `lo`, number of `hi` |
    /// | 4 | CRC-32 of the nodes |
    ///
    /// Nodes are numbered as in a [`Diagram`]: the terminals ⊥ and ⊤ are 0 and 1 and not stored, the first node stored is 2.
    /// The description is `{"options": [NAME], "restricted": true, "digits": N, "puzzle": PUZZLE}`: what the variables are
    /// called; that [`Family::restricted`] has taken sets away, a key that is otherwise left out; how many digits the numbers
    /// have, if the sets are numbers; and null or what is tiled,
    /// `{"title", "order", "board": {"topology", "wraps", "rows", "columns", "holes": [[R, C]]}, "pieces": [{"name", "copies": [MIN, MAX or null], "colour", "orientations": [[[R, C]]]}], "rules": {"tatami", "fault_free"}}`.
    ///
    /// Nodes that no path from the root leads to are written too, and [`Family::load`] takes them for damage; no diagram
    /// that is built here has any.
    ///
    /// # Errors
    /// When it cannot be written, or `control` says stop.
    pub fn save(&self, out: &mut impl Write, control: &Control) -> Result<(), FileError> {
        let diagram = self.diagram();
        let mut description = self.description().map_err(io::Error::from)?;
        let head = MAGIC.len() + 4 * 4 + 4 * diagram.variables();
        let end = (head + description.len() + 4).next_multiple_of(size_of::<Node>());
        description.extend(std::iter::repeat_n(' ', end - head - description.len() - 4));
        let length = u32::try_from(description.len()).map_err(|_| FileError::TooLarge)?;
        let variables = u32::try_from(diagram.variables()).map_err(|_| FileError::TooLarge)?;
        let sizes = diagram.upward().map(|(_, _, nodes)| nodes.len() as u32);
        let mut head = MAGIC.to_vec();
        for number in [VERSION, variables, diagram.root(), length].into_iter().chain(sizes) {
            head.extend(number.to_le_bytes());
        }
        head.extend(description.bytes());
        out.write_all(&head)?;
        out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
        let mut hasher = Hasher::new();
        let total = u64::from(variables);
        for (variable, first, nodes) in diagram.upward() {
            let done = total - variable as u64 - 1;
            control.check(Progress::Levels { done, total, states: first.into() })?;
            for nodes in nodes.chunks(CHUNK / size_of::<Node>()) {
                let bytes: Vec<u8> =
                    nodes.iter().flat_map(|n| [n.lo.to_le_bytes(), n.hi.to_le_bytes()]).flatten().collect();
                hasher.update(&bytes);
                out.write_all(&bytes)?;
            }
        }
        out.write_all(&hasher.finalize().to_le_bytes())?;
        Ok(out.flush()?)
    }

    /// Whether a file that begins with `head`, twelve bytes or all it has, is a saved diagram, or was one before it was
    /// damaged or cut short: seven of the first eight bytes are right, or the version is, which no text has.
    pub fn is_saved(head: &[u8]) -> bool {
        let alike = head.iter().zip(&MAGIC).filter(|(a, b)| a == b).count();
        let version = head.get(MAGIC.len()..MAGIC.len() + 4);
        let begun = !head.is_empty() && MAGIC.starts_with(head);
        alike + 1 >= MAGIC.len() || begun || version == Some(&VERSION.to_le_bytes()[..])
    }

    /// The family in a file that has these bytes.
    ///
    /// The nodes stay in `bytes`, which the family keeps (see [`Diagram`]): they are looked through once, and not copied. If
    /// the bytes change afterwards, as those of a mapped file do when somebody writes into it, answers are wrong, or a question
    /// panics or never ends; nothing worse comes of it here. If a mapped file is cut short in the meantime, the system stops the
    /// process. Calling [`Family::save`] on another file and renaming it is safe: the old bytes stay.
    ///
    /// # Errors
    /// [`FileError`], when the bytes are not what [`Family::save`] writes, or a limit of `control` is reached.
    pub fn load(bytes: Bytes, control: &Control) -> Result<Self, FileError> {
        let whole = (*bytes).as_ref();
        let mut input = Input { bytes: whole, at: 0, place: Place::Start };
        let short = whole.len() < MAGIC.len() && Self::is_saved(whole);
        if !whole.starts_with(&MAGIC) && !short {
            let wrong = || FileError::Damaged("its first eight bytes are wrong".to_owned());
            return Err(if Self::is_saved(whole) { wrong() } else { FileError::NotADiagram });
        }
        input.take(MAGIC.len() as u64)?;
        let version = input.number()?;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let (variables, root, length) = (input.number()?, input.number()?, input.number()?);
        input.place = Place::Levels;
        let sizes = input.take(4 * u64::from(variables))?.as_chunks::<4>().0;
        let sizes = sizes.iter().map(|size| u32::from_le_bytes(*size));
        input.place = Place::Description;
        let description = input.take(length.into())?;
        input.checksum(0, "its head", control)?;
        let start = input.at;
        for (i, size) in sizes.clone().enumerate() {
            input.place = Place::Nodes { level: i + 1, of: variables };
            input.take(size_of::<Node>() as u64 * u64::from(size))?;
        }
        input.place = Place::End;
        input.checksum(start, "the nodes", control)?;
        if input.at < whole.len() {
            return Err(FileError::Damaged("there is more behind its end".to_owned()));
        }
        let lists = 16 * u64::from(variables);
        control.reserve(lists + UNFOLDED * u64::from(length), "the names of the options")?;
        let described = described(description);
        let description = described.map_err(|e| FileError::Damaged(format!("in its description, {e}")))?;
        let sizes: Vec<u32> = sizes.collect();
        let diagram = Diagram::in_bytes(bytes, start, &sizes, root, control).map_err(|e| match e {
            Unsound::Malformed(malformed) => damaged(&malformed),
            Unsound::Stopped(stopped) => stopped.into(),
        })?;
        sound::family(diagram, description, control)
    }
}

fn damaged(malformed: &ZddError) -> FileError {
    FileError::Damaged(malformed.to_string())
}

/// A file being read.
struct Input<'a> {
    bytes: &'a [u8],
    /// How many bytes have been read.
    at: usize,
    /// Which part of the file is being read.
    place: Place,
}

impl<'a> Input<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8], FileError> {
        let rest = &self.bytes[self.at..];
        let length = usize::try_from(length).ok().filter(|&length| length <= rest.len());
        let taken = &rest[..length.ok_or(FileError::CutShort(self.place))?];
        self.at += taken.len();
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, FileError> {
        Ok(self.take(4)?.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// Compares what has been read from `from` on with the checksum that follows.
    fn checksum(&mut self, from: usize, of: &str, control: &Control) -> Result<(), FileError> {
        let mut hasher = Hasher::new();
        for chunk in self.bytes[from..self.at].chunks(CHUNK) {
            control.check(Progress::Levels { done: 0, total: 1, states: 0 })?;
            hasher.update(chunk);
        }
        if hasher.finalize() == self.number()? {
            return Ok(());
        }
        Err(FileError::Damaged(format!("the checksum of {of} is wrong")))
    }
}
