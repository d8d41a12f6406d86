//! Diagrams in files.
//!
//! In and out: a [`Family`]; the format is described at [`Family::save`].
//!
//! A file is read from front to back into the arrays in which the nodes stay; nothing is taken for granted: numbers are
//! checked before they are used, and memory is taken as the bytes arrive, not as the file announces them.

use super::describe::described;
use super::family::Family;
use super::{Levels, Malformed, Node};
use crate::run::{Control, Progress, Stopped};
use crc32fast::Hasher;
use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use thiserror::Error;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"polyzdd\n";
/// The version written, and the only one read.
const VERSION: u32 = 1;
/// Nodes read or written at once.
const CHUNK: usize = 1 << 13;

/// Why a file is not read.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The system says so.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Something else altogether.
    #[error("this is not a saved diagram: it does not begin with \"polyzdd\"")]
    NotADiagram,
    /// Written by a later version of this library, or damaged in its first bytes.
    #[error(
        "the file says it is of version {0}, and only version {VERSION} can be read: a newer polytile wrote it, or it is damaged"
    )]
    Version(u32),
    /// The file ends too early.
    #[error("the file is cut short: it ends {0}")]
    CutShort(Place),
    /// What is there cannot be right.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The numbers at its start.
    Start,
    /// The list of its levels.
    Levels,
    /// The names of its options, and the puzzle.
    Description,
    /// The nodes of a level, counted from 1 at the bottom.
    Nodes {
        /// The level,
        level: usize,
        /// of so many.
        of: u32,
    },
    /// The last checksum.
    End,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Start => f.write_str("in its first bytes"),
            Place::Levels => f.write_str("in the list of its levels"),
            Place::Description => f.write_str("in the names of its options"),
            Place::Nodes { level, of } => write!(f, "among its nodes, on level {level} of {of} from below"),
            Place::End => f.write_str("before its last checksum"),
        }
    }
}

impl Family {
    /// Writes the family into a file of this format.
    ///
    /// All numbers are unsigned, lowest byte first.
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 8 | [`MAGIC`] |
    /// | 4 | version, 1 |
    /// | 4 | V, number of variables |
    /// | 4 | number of the root |
    /// | 4 | B, length of the description |
    /// | 4 V | number of nodes of each variable, the last variable first |
    /// | B | description, JSON |
    /// | 4 | CRC-32 of all the above |
    /// | 8 each | nodes from the bottom up: number of `lo`, number of `hi` |
    /// | 4 | CRC-32 of the nodes |
    ///
    /// Nodes are numbered as in a [`Diagram`](super::Diagram): the terminals ⊥ and ⊤ are 0 and 1 and not stored, the first node stored is 2.
    /// The description is `{"options": [NAME], "puzzle": PUZZLE}`: what the variables are called, and null or what
    /// is tiled, `{"title", "order", "board": {"topology", "rows", "columns", "holes": [[R, C]]}, "pieces": [{"name",
    /// "copies": [MIN, MAX or null], "colour", "orientations": [[[R, C]]]}], "rules": {"tatami", "fault_free"}}`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, out: &mut impl Write) -> io::Result<()> {
        let diagram = self.diagram();
        let description = self.description().to_string();
        let too_long = |_| io::Error::new(ErrorKind::InvalidInput, "more than 2^32 bytes of names");
        let mut head = MAGIC.to_vec();
        let length = u32::try_from(description.len()).map_err(too_long)?;
        let variables = u32::try_from(diagram.variables()).map_err(too_long)?;
        let sizes = diagram.upward().map(|(_, _, nodes)| nodes.len() as u32);
        for number in [VERSION, variables, diagram.root(), length].into_iter().chain(sizes) {
            head.extend(number.to_le_bytes());
        }
        head.extend(description.bytes());
        out.write_all(&head)?;
        out.write_all(&crc32fast::hash(&head).to_le_bytes())?;
        let mut hasher = Hasher::new();
        for (_, _, nodes) in diagram.upward() {
            for nodes in nodes.chunks(CHUNK) {
                let bytes: Vec<u8> =
                    nodes.iter().flat_map(|n| [n.lo.to_le_bytes(), n.hi.to_le_bytes()]).flatten().collect();
                hasher.update(&bytes);
                out.write_all(&bytes)?;
            }
        }
        out.write_all(&hasher.finalize().to_le_bytes())?;
        out.flush()
    }

    /// Reads a family.
    ///
    /// # Errors
    /// [`LoadError`], when the file is not what [`Family::save`] writes, or a limit of `control` is reached.
    pub fn load(input: &mut impl Read, control: &Control) -> Result<Self, LoadError> {
        let mut input = Input { bytes: input, hasher: Hasher::new(), place: Place::Start };
        let mut magic = Vec::new();
        input.bytes.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic)?;
        if magic != MAGIC {
            let short = !magic.is_empty() && MAGIC.starts_with(&magic);
            return Err(if short { input.cut() } else { LoadError::NotADiagram });
        }
        input.hasher.update(&magic);
        let version = input.number()?;
        if version != VERSION {
            return Err(LoadError::Version(version));
        }
        let (variables, root, length) = (input.number()?, input.number()?, input.number()?);
        input.place = Place::Levels;
        let sizes = input.take(4 * u64::from(variables), control)?;
        input.place = Place::Description;
        let description = input.take(length.into(), control)?;
        input.checksum("its head")?;
        let mut levels = Levels::new(variables as usize);
        for (i, size) in sizes.as_chunks::<4>().0.iter().enumerate() {
            input.place = Place::Nodes { level: i + 1, of: variables };
            let (done, total) = (i as u64, variables.into());
            control.check(Progress::Levels { done, total, states: levels.next().into() })?;
            let nodes = input.nodes(u32::from_le_bytes(*size), levels.next(), control)?;
            levels.push(nodes).map_err(|e| damaged(&e))?;
        }
        input.place = Place::End;
        input.checksum("the nodes")?;
        if input.bytes.read(&mut [0])? != 0 {
            return Err(LoadError::Damaged("there is more behind its end".to_owned()));
        }
        let diagram = levels.finish(root).map_err(|e| damaged(&e))?;
        let wrong = |what: String| LoadError::Damaged(format!("in its description, {what}"));
        let (names, puzzle) = described(&description).map_err(wrong)?;
        if names.len() != diagram.variables() {
            return Err(wrong(format!("{} options are named for {variables} variables", names.len())));
        }
        match puzzle {
            None => Ok(Family::new(diagram, names)),
            Some(puzzle) => Family::of_puzzle(diagram, names, puzzle)
                .map_err(|name| wrong(format!("'{name}' is no option on the board"))),
        }
    }
}

fn damaged(malformed: &Malformed) -> LoadError {
    LoadError::Damaged(malformed.to_string())
}

/// A file being read.
struct Input<'a, R> {
    bytes: &'a mut R,
    hasher: Hasher,
    /// Where we are.
    place: Place,
}

impl<R: Read> Input<'_, R> {
    fn cut(&self) -> LoadError {
        LoadError::CutShort(self.place)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), LoadError> {
        self.bytes.read_exact(bytes).map_err(|e| match e.kind() {
            ErrorKind::UnexpectedEof => self.cut(),
            _ => e.into(),
        })
    }

    fn number(&mut self) -> Result<u32, LoadError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        self.hasher.update(&bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn take(&mut self, length: u64, control: &Control) -> Result<Vec<u8>, LoadError> {
        control.reserve(length, "the head of the file")?;
        let mut bytes = Vec::new();
        if self.bytes.by_ref().take(length).read_to_end(&mut bytes)? as u64 != length {
            return Err(self.cut());
        }
        self.hasher.update(&bytes);
        Ok(bytes)
    }

    fn nodes(&mut self, number: u32, before: u32, control: &Control) -> Result<Vec<Node>, LoadError> {
        let mut nodes = Vec::new();
        let mut buffer = vec![0; 8 * CHUNK.min(number as usize)];
        while nodes.len() < number as usize {
            let some = CHUNK.min(number as usize - nodes.len());
            let bytes = &mut buffer[..8 * some];
            self.fill(bytes)?;
            self.hasher.update(bytes);
            control
                .reserve(8 * (u64::from(before) + nodes.len() as u64), "keeping the nodes of the diagram")?;
            nodes.extend(bytes.as_chunks::<8>().0.iter().map(|&[a, b, c, d, e, f, g, h]| Node {
                lo: u32::from_le_bytes([a, b, c, d]),
                hi: u32::from_le_bytes([e, f, g, h]),
            }));
        }
        Ok(nodes)
    }

    /// Compares what has been read since the last time with the checksum that follows.
    fn checksum(&mut self, of: &str) -> Result<(), LoadError> {
        let found = std::mem::take(&mut self.hasher).finalize();
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        if found == u32::from_le_bytes(bytes) {
            return Ok(());
        }
        Err(LoadError::Damaged(format!("the checksum of {of} is wrong")))
    }
}
