//! A level at rest: its states sorted, written as differences in blocks, in memory or in a file.
//!
//! A block is a few thousand keys. Its first and last key and its place are kept apart, so that a range of keys is found
//! without reading the rest. In a file, a block is preceded by what is known about it and a checksum (CRC-32), and
//! the file is complete only under its own name: it is written beside it and renamed.

use super::LayeredError;
use super::key::{Key, put, take};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Keys of a block, at most.
const BLOCK: usize = 4096;

/// A sorted set of keys.
#[derive(Debug)]
pub(super) struct Level<K> {
    /// How many they are.
    pub states: u64,
    pub blocks: Vec<Block<K>>,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    /// In parts; the place of a block is the number of its part.
    Memory(Vec<Vec<u8>>),
    File(PathBuf),
}

/// Where some keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block<K> {
    pub first: K,
    pub last: K,
    pub count: u32,
    length: u32,
    /// In memory, the part; in a file, the first byte.
    place: u64,
    /// In memory, the first byte of the part; in a file, the checksum.
    within: u32,
}

/// Sorted keys, written.
#[derive(Debug, Default)]
pub(super) struct Written<K> {
    bytes: Vec<u8>,
    blocks: Vec<Block<K>>,
}

impl<K: Key> Written<K> {
    /// Writes sorted keys, all different.
    pub fn new(keys: &[K]) -> Self {
        let mut bytes = Vec::with_capacity(keys.len() * 3);
        let mut blocks = Vec::with_capacity(keys.len().div_ceil(BLOCK));
        for keys in keys.chunks(BLOCK) {
            let start = bytes.len();
            for pair in keys.windows(2) {
                put(&mut bytes, pair[1].less(pair[0]));
            }
            blocks.push(Block {
                first: keys[0],
                last: keys[keys.len() - 1],
                count: keys.len() as u32,
                length: (bytes.len() - start) as u32,
                place: 0,
                within: start as u32,
            });
        }
        bytes.shrink_to_fit();
        Written { bytes, blocks }
    }
}

/// Reads blocks of a level one after the other.
pub(super) struct Reader<'a, K> {
    level: &'a Level<K>,
    file: Option<File>,
    buffer: Vec<u8>,
}

impl<K: Key> Level<K> {
    /// No keys.
    pub fn empty() -> Self {
        Level { states: 0, blocks: Vec::new(), bytes: Bytes::Memory(Vec::new()) }
    }

    /// Bytes of memory it takes.
    pub fn memory(&self) -> u64 {
        let bytes = match &self.bytes {
            Bytes::Memory(parts) => parts.iter().map(|part| part.capacity() as u64).sum(),
            Bytes::File(_) => 0,
        };
        bytes + (self.blocks.len() * size_of::<Block<K>>()) as u64
    }

    pub fn reader(&self) -> Reader<'_, K> {
        Reader { level: self, file: None, buffer: Vec::new() }
    }

    /// The file it is in.
    pub fn path(&self) -> Option<&Path> {
        match &self.bytes {
            Bytes::Memory(_) => None,
            Bytes::File(path) => Some(path),
        }
    }

    /// The level in the file `path`, all of it checked.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub fn open(path: &Path) -> Result<Self, LayeredError> {
        let unreadable = |e| LayeredError::unreadable(path, &e);
        let damaged = || LayeredError::Damaged { path: path.to_owned() };
        let mut file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let mut level = Level { states: 0, blocks: Vec::new(), bytes: Bytes::File(path.to_owned()) };
        let mut header = vec![0; header_length::<K>()];
        let mut at = 0;
        while at < length {
            if length - at < header.len() as u64 {
                return Err(damaged());
            }
            file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut header)).map_err(unreadable)?;
            let block = read_header::<K>(&header, at + header.len() as u64);
            at = block.place + u64::from(block.length);
            if at > length || block.count == 0 {
                return Err(damaged());
            }
            level.states += u64::from(block.count);
            level.blocks.push(block);
        }
        let mut reader = level.reader();
        let mut keys = Vec::new();
        let mut before = None;
        for block in &level.blocks {
            keys.clear();
            reader.block(block, &mut keys)?;
            if before.is_some_and(|before| before >= block.first) {
                return Err(damaged());
            }
            before = Some(block.last);
        }
        drop(reader);
        Ok(level)
    }
}

impl<K: Key> Reader<'_, K> {
    /// Appends the keys of a block.
    ///
    /// # Errors
    /// When its file cannot be read, or is damaged.
    pub fn block(&mut self, block: &Block<K>, keys: &mut Vec<K>) -> Result<(), LayeredError> {
        let mut bytes = match &self.level.bytes {
            Bytes::Memory(parts) => {
                let start = block.within as usize;
                &parts[block.place as usize][start..start + block.length as usize]
            }
            Bytes::File(path) => {
                let unreadable = |e| LayeredError::unreadable(path, &e);
                let mut file = match self.file.take() {
                    Some(file) => file,
                    None => File::open(path).map_err(unreadable)?,
                };
                self.buffer.resize(block.length as usize, 0);
                file.seek(SeekFrom::Start(block.place))
                    .and_then(|_| file.read_exact(&mut self.buffer))
                    .map_err(unreadable)?;
                self.file = Some(file);
                if checksum(block, &self.buffer) != block.within {
                    return Err(LayeredError::Damaged { path: path.clone() });
                }
                &self.buffer[..]
            }
        };
        let mut key = block.first;
        keys.push(key);
        for _ in 1..block.count {
            let Some(gap) = take::<K>(&mut bytes) else {
                // In memory nothing is ever lost.
                let path = self.level.path().map(Path::to_owned).unwrap_or_default();
                return Err(LayeredError::Damaged { path });
            };
            key = key.plus(gap);
            keys.push(key);
        }
        Ok(())
    }

    /// Appends the keys from `from` on, below `to` where there is such a bound.
    ///
    /// # Errors
    /// As [`Reader::block`].
    pub fn range(&mut self, from: Option<K>, to: Option<K>, keys: &mut Vec<K>) -> Result<(), LayeredError> {
        let level = self.level;
        let start = from.map_or(0, |from| level.blocks.partition_point(|block| block.last < from));
        for block in &level.blocks[start..] {
            if to.is_some_and(|to| block.first >= to) {
                break;
            }
            let begin = keys.len();
            self.block(block, keys)?;
            if let Some(to) = to.filter(|&to| block.last >= to) {
                keys.truncate(begin + keys[begin..].partition_point(|&key| key < to));
            }
            if let Some(from) = from.filter(|&from| block.first < from) {
                let skipped = keys[begin..].partition_point(|&key| key < from);
                keys.drain(begin..begin + skipped);
            }
        }
        Ok(())
    }
}

/// Files of so many bytes are brought onto the disk itself before they get their names.
const LARGE: u64 = 1 << 20;

/// A level that is being written, in the order of its keys.
pub(super) struct Writer<K> {
    level: Level<K>,
    file: Option<(PathBuf, BufWriter<File>, u64)>,
}

/// Where a file is written before it has its name.
fn beside(path: &Path) -> PathBuf {
    path.with_extension("part")
}

impl<K: Key> Writer<K> {
    /// Writes to a file, or else to memory.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(path: Option<PathBuf>) -> Result<Self, LayeredError> {
        let Some(path) = path else { return Ok(Writer { level: Level::empty(), file: None }) };
        let file = File::create(beside(&path)).map_err(|e| LayeredError::unwritable(&path, &e))?;
        let level = Level { bytes: Bytes::File(path.clone()), ..Level::empty() };
        Ok(Writer { level, file: Some((path, BufWriter::with_capacity(1 << 18, file), 0)) })
    }

    /// Adds keys that follow all that were added before.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, written: Written<K>) -> Result<(), LayeredError> {
        let Written { bytes, blocks } = written;
        self.level.states += blocks.iter().map(|block| u64::from(block.count)).sum::<u64>();
        match (&mut self.level.bytes, &mut self.file) {
            (Bytes::Memory(parts), _) => {
                let place = parts.len() as u64;
                self.level.blocks.extend(blocks.into_iter().map(|block| Block { place, ..block }));
                parts.push(bytes);
            }
            (Bytes::File(path), Some((_, file, at))) => {
                for mut block in blocks {
                    let content = &bytes[block.within as usize..][..block.length as usize];
                    block.within = checksum(&block, content);
                    let header = header(&block);
                    file.write_all(&header)
                        .and_then(|()| file.write_all(content))
                        .map_err(|e| LayeredError::unwritable(path, &e))?;
                    block.place = *at + header.len() as u64;
                    *at = block.place + u64::from(block.length);
                    self.level.blocks.push(block);
                }
            }
            (Bytes::File(_), None) => {}
        }
        Ok(())
    }

    /// Bytes of memory taken so far.
    pub fn memory(&self) -> u64 {
        self.level.memory()
    }

    /// The level; its file gets its name once all of it has been written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<Level<K>, LayeredError> {
        if let Some((path, file, length)) = self.file.take() {
            let failed = |e: &std::io::Error| LayeredError::unwritable(&path, e);
            let file = file.into_inner().map_err(|e| failed(e.error()))?;
            let synced = if length < LARGE { Ok(()) } else { file.sync_data() };
            synced.and_then(|()| std::fs::rename(beside(&path), &path)).map_err(|e| failed(&e))?;
        }
        Ok(self.level)
    }
}

fn header_length<K: Key>() -> usize {
    12 + 16 * K::LIMBS
}

/// What stands before a block in a file: checksum, count, length, first and last key, the lowest byte of each first.
fn header<K: Key>(block: &Block<K>) -> Vec<u8> {
    let mut header = Vec::with_capacity(header_length::<K>());
    for number in [block.within, block.count, block.length] {
        header.extend(number.to_le_bytes());
    }
    for key in [block.first, block.last] {
        (0..K::LIMBS).for_each(|i| header.extend(key.limb(i).to_le_bytes()));
    }
    header
}

fn read_header<K: Key>(header: &[u8], place: u64) -> Block<K> {
    let number = |at: usize| (0..4).fold(0, |n, i| n | u32::from(header[at + i]) << (8 * i));
    let limb = |at: usize| u64::from(number(at)) | u64::from(number(at + 4)) << 32;
    let key = |at: usize| {
        (0..K::LIMBS).rev().fold(K::ZERO, |key, i| {
            let higher = if K::LIMBS == 1 { K::ZERO } else { key.left(63).left(1) };
            higher.or(K::from_limb(limb(at + 8 * i)))
        })
    };
    Block {
        first: key(12),
        last: key(12 + 8 * K::LIMBS),
        count: number(4),
        length: number(8),
        place,
        within: number(0),
    }
}

/// The checksum of a block and of what is known about it.
fn checksum<K: Key>(block: &Block<K>, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header(&Block { within: 0, ..*block }));
    hasher.update(content);
    hasher.finalize()
}
