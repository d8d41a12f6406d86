//! A level at rest: its states sorted, written as differences in blocks, in memory or in a file.
//!
//! A block is a few thousand keys. Its first and last key and its place are kept separately, so that a range of keys is found
//! without reading the rest. A file begins with a line, its title, which starts with the mark of such files and says what was
//! explored and which level this is. A block is preceded by what is known about it and a checksum (CRC-32); at the end stand the
//! number of keys, a digest of all before, and the [`Seal`]. The file is complete only under its own name (`own`).
//!
//! Where states have weights, as in the layers of a count, those of a block stand behind its differences, each in as many bytes as
//! the largest of them needs.
//!
//! What is read back is checked: that every block is written in the only way its keys and weights can be, that keys ascend from
//! block to block, and that each is the key of a state.

use super::LevelsError;
use super::key::{put, take};
use crate::bit_string::BitString;
use crate::run::own::{self, Kind, Part};
use crate::run::{Control, Progress, fnv, fnv_on, parallel};
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Keys of a block, at most.
const BLOCK: usize = 4096;

/// A sorted set of keys.
#[derive(Debug)]
pub(crate) struct Layer<K> {
    /// How many keys there are.
    pub states: u64,
    pub blocks: Vec<Block<K>>,
    /// For a file, a digest of all of it but the seal.
    pub digest: u64,
    /// For a file, what it ends with.
    pub seal: Seal,
    bytes: Bytes,
}

/// A number at the end of a level's file, which its checkpoint determines, just as the checkpoint holds the level's digest:
/// neither can be changed without the other.
pub(crate) type Seal = u64;

#[derive(Debug)]
enum Bytes {
    /// In parts; the place of a block is the number of its part.
    Memory(Vec<Vec<u8>>),
    File(PathBuf),
}

/// Where some keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block<K> {
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
pub(crate) struct Written<K> {
    bytes: Vec<u8>,
    blocks: Vec<Block<K>>,
}

impl<K: BitString> Written<K> {
    /// Writes sorted keys, all different.
    pub fn new(keys: &[K]) -> Self {
        Self::weighted(keys, &[], 0)
    }

    /// Writes sorted keys, all different, each with its weight of `limbs` limbs, the lowest first.
    pub fn weighted(keys: &[K], weights: &[u64], limbs: usize) -> Self {
        let mut bytes = Vec::with_capacity(keys.len() * (3 + 4 * limbs));
        let mut blocks = Vec::with_capacity(keys.len().div_ceil(BLOCK));
        for (i, keys) in keys.chunks(BLOCK).enumerate() {
            let start = bytes.len();
            for pair in keys.windows(2) {
                put(&mut bytes, pair[1].less(pair[0]));
            }
            if limbs > 0 {
                let first = i * BLOCK * limbs;
                put_weights(&mut bytes, &weights[first..first + keys.len() * limbs], limbs);
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

/// Appends weights of `limbs` limbs, each in as many bytes as the largest of them needs.
fn put_weights(bytes: &mut Vec<u8>, weights: &[u64], limbs: usize) {
    let mut any = vec![0; limbs];
    for weight in weights.chunks_exact(limbs) {
        for (any, limb) in any.iter_mut().zip(weight) {
            *any |= limb;
        }
    }
    let top = any.iter().rposition(|&limb| limb > 0);
    let width = top.map_or(0, |top| 8 * top + 8 - any[top].leading_zeros() as usize / 8);
    for weight in weights.chunks_exact(limbs) {
        let end = bytes.len() + width;
        for limb in &weight[..width.div_ceil(8)] {
            bytes.extend_from_slice(&limb.to_le_bytes());
        }
        bytes.truncate(end);
    }
}

/// Appends the weights of `count` keys that are all there is in `bytes`; false if these cannot be weights of `limbs` limbs.
fn take_weights(bytes: &[u8], count: usize, limbs: usize, weights: &mut Vec<u64>) -> bool {
    let width = bytes.len() / count;
    if width * count != bytes.len() || width > 8 * limbs {
        return false;
    }
    let start = weights.len();
    weights.resize(start + count * limbs, 0);
    for (i, weight) in weights[start..].chunks_exact_mut(limbs).enumerate() {
        for (limb, at) in weight.iter_mut().zip((0..width).step_by(8)) {
            *limb = word(&bytes[i * width + at..], 8.min(width - at));
        }
    }
    true
}

/// The number in the first `length` bytes, from one to eight, the lowest first.
#[inline(always)]
fn word(bytes: &[u8], length: usize) -> u64 {
    match bytes.first_chunk::<8>() {
        Some(&eight) => u64::from_le_bytes(eight) & u64::MAX >> (64 - 8 * length),
        None => bytes[..length].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)),
    }
}

impl<K> Written<K> {
    /// Bytes of memory that it takes.
    pub fn memory(&self) -> u64 {
        (self.bytes.capacity() + self.blocks.capacity() * size_of::<Block<K>>()) as u64
    }
}

/// Parcels are not begun anew before they have this many bytes: as many as make the cost of sending each of no account.
const PARCEL: usize = 1 << 18;

impl<K: BitString> Written<K> {
    /// Appends the blocks to parcels that begin with `head`, as they would stand in a file; whole ones are given to `full`.
    pub fn pack(&self, head: &[u8], parcel: &mut Vec<u8>, full: &mut Vec<Vec<u8>>) {
        for block in &self.blocks {
            let content = &self.bytes[block.within as usize..][..block.length as usize];
            let block = Block { within: checksum(block, content), ..*block };
            parcel.extend(header(&block));
            parcel.extend_from_slice(content);
            if parcel.len() >= PARCEL {
                full.push(std::mem::replace(parcel, head.to_vec()));
            }
        }
    }

    /// Blocks that were packed; nothing if they are not whole.
    pub fn unpack(mut parcel: &[u8]) -> Option<Self> {
        let mut written = Written { bytes: Vec::with_capacity(parcel.len()), blocks: Vec::new() };
        while !parcel.is_empty() {
            let (head, rest) = parcel.split_at_checked(header_length::<K>())?;
            let block = read_header::<K>(head, 0);
            let (content, rest) = rest.split_at_checked(block.length as usize)?;
            if checksum(&block, content) != block.within {
                return None;
            }
            written.blocks.push(Block { within: written.bytes.len() as u32, ..block });
            written.bytes.extend_from_slice(content);
            parcel = rest;
        }
        Some(written)
    }
}

/// Reads blocks of a level one after the other.
pub(crate) struct Reader<'a, K> {
    pub(super) level: &'a Layer<K>,
    file: Option<File>,
    buffer: Vec<u8>,
}

impl<K> Layer<K> {
    /// Removes its file, if it is in one: nobody needs it any more.
    pub fn discard(&self) {
        if let Bytes::File(path) = &self.bytes {
            for kind in [Kind::Level, Kind::Run] {
                own::remove(path, kind);
            }
        }
    }
}

impl<K: BitString> Layer<K> {
    /// No keys.
    pub fn empty() -> Self {
        Layer { states: 0, blocks: Vec::new(), digest: 0, seal: 0, bytes: Bytes::Memory(Vec::new()) }
    }

    /// For a file, a digest of all of it.
    pub fn whole(&self) -> u64 {
        fnv_on(self.digest, &self.seal.to_le_bytes())
    }

    /// Bytes of memory that it takes.
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
    fn path(&self) -> Option<&Path> {
        match &self.bytes {
            Bytes::Memory(_) => None,
            Bytes::File(path) => Some(path),
        }
    }

    /// The level in the file `path`, whose content is `file`; all of it is checked. `judge` says whether a key, with its weight of
    /// `limbs` limbs, can be there.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, has another title, or holds what is not a level of states.
    pub fn open(
        path: &Path,
        mut file: impl Read + Seek,
        title: &str,
        limbs: usize,
        judge: &(impl Fn(K, &[u64]) -> bool + Sync),
        control: &Control,
    ) -> Result<Self, LevelsError> {
        let unreadable = |e| LevelsError::unreadable(path, &e);
        let damaged = || LevelsError::Damaged { path: path.to_owned() };
        let wrong = |why: &str| LevelsError::Wrong { path: path.to_owned(), why: why.to_owned() };
        let length = file.seek(SeekFrom::End(0)).and_then(|length| file.rewind().map(|()| length));
        let length = length.map_err(unreadable)?;
        let mut head = vec![0; title.len()];
        match file.read_exact(&mut head) {
            Ok(()) if head == title.as_bytes() => {}
            Ok(()) if head.starts_with(Kind::Level.mark().as_bytes()) => {
                return Err(wrong(
                    "it is another level than its name says, or one of another puzzle, metric or release",
                ));
            }
            Err(e) if e.kind() != ErrorKind::UnexpectedEof => return Err(unreadable(e)),
            _ => return Err(damaged()),
        }
        let end = length.checked_sub(END as u64).ok_or_else(damaged)?;
        let mut level = Layer { bytes: Bytes::File(path.to_owned()), digest: fnv(&head), ..Layer::empty() };
        let mut header = vec![0; header_length::<K>()];
        let mut at = head.len() as u64;
        let longest = BLOCK * (longest::<K>() + 8 * limbs);
        let threads = control.thread_count();
        while at < end {
            let progress = Progress::States { levels: 0, found: level.states, expected: None };
            control.check(progress)?;
            let mut wave = Vec::new();
            while at < end && wave.len() < threads * 8 {
                if end - at < header.len() as u64 {
                    return Err(damaged());
                }
                file.read_exact(&mut header).map_err(unreadable)?;
                let block = read_header::<K>(&header, at + header.len() as u64);
                at = block.place + u64::from(block.length);
                if at > end || block.count == 0 || block.length as usize > longest {
                    return Err(damaged());
                }
                let mut content = vec![0; block.length as usize];
                file.read_exact(&mut content).map_err(unreadable)?;
                level.digest = fnv_on(level.digest, &header);
                wave.push((block, content));
            }
            let looks = parallel::map(threads, wave.len(), |i| {
                let (block, content) = &wave[i];
                look_at(block, content, limbs, judge)
            });
            for (look, (block, _)) in looks.into_iter().zip(wave) {
                match look {
                    Look::Damaged => return Err(damaged()),
                    Look::Wrong(why) => return Err(wrong(why)),
                    Look::Sound if level.blocks.last().is_some_and(|before| before.last >= block.first) => {
                        return Err(wrong("its keys do not ascend"));
                    }
                    Look::Sound => {}
                }
                level.states += u64::from(block.count);
                level.blocks.push(block);
            }
            control.reserve(level.memory(), "a level that was saved")?;
        }
        let mut numbers = [0; END];
        file.read_exact(&mut numbers).map_err(unreadable)?;
        let number = |i: usize| (0..8).fold(0, |n, j| n | u64::from(numbers[8 * i + j]) << (8 * j));
        if number(0) != level.states || number(1) != level.digest {
            return Err(damaged());
        }
        level.seal = number(2);
        Ok(level)
    }

    /// Whether it has this key; a damaged block where the key would be is an error.
    ///
    /// # Errors
    /// As [`Reader::block`].
    pub fn holds(&self, key: K) -> Result<bool, LevelsError> {
        let mut keys = Vec::new();
        let block = self.blocks.partition_point(|block| block.last < key);
        if let Some(block) = self.blocks.get(block).filter(|block| block.first <= key) {
            self.reader().block(block, &mut keys)?;
        }
        Ok(keys.binary_search(&key).is_ok())
    }

    /// Its keys that are not in `other`, put into `place`.
    ///
    /// # Errors
    /// As [`Reader::block`], when they cannot be written, or when `control` says stop.
    pub fn without(
        &self,
        other: &Self,
        place: Option<Place>,
        control: &Control,
    ) -> Result<Self, LevelsError> {
        let mut writer = Writer::new(place)?;
        let (mut reader, mut others) = (self.reader(), other.reader());
        let (mut keys, mut theirs) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            control.check(Progress::States { levels: 0, found: self.states, expected: None })?;
            control.reserve(self.memory() + writer.memory(), "a level that was saved")?;
            keys.clear();
            theirs.clear();
            reader.block(block, &mut keys)?;
            others.range(Some(block.first), Some(block.last), &mut theirs)?;
            // The bound itself does not belong to a range.
            theirs.extend(if other.holds(block.last)? { Some(block.last) } else { None });
            subtract(&mut keys, &theirs);
            writer.add(Written::new(&keys))?;
        }
        writer.finish(|_| 0)
    }

    /// Whether it and another level have a key in common.
    ///
    /// # Errors
    /// As [`Reader::block`], or when `control` says stop.
    pub fn meets(&self, other: &Self, control: &Control) -> Result<bool, LevelsError> {
        let (mut reader, mut others) = (self.reader(), other.reader());
        let (mut keys, mut theirs) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            control.check(Progress::States { levels: 0, found: self.states, expected: None })?;
            keys.clear();
            theirs.clear();
            let near = other.blocks.partition_point(|other| other.last < block.first);
            let near = other.blocks[near..].iter().take_while(|other| other.first <= block.last);
            reader.block(block, &mut keys)?;
            for other in near {
                others.block(other, &mut theirs)?;
            }
            if theirs.iter().any(|key| keys.binary_search(key).is_ok()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Removes the keys of `known` from `keys`; both are sorted. Returns how many there were.
pub(super) fn subtract<K: BitString>(keys: &mut Vec<K>, known: &[K]) -> usize {
    let all = keys.len();
    let mut known = known.iter().copied();
    let mut next = known.next();
    keys.retain(|&key| {
        while let Some(smaller) = next
            && smaller < key
        {
            next = known.next();
        }
        next != Some(key)
    });
    all - keys.len()
}

/// What a look at a block finds.
enum Look {
    Sound,
    Damaged,
    Wrong(&'static str),
}

/// Looks through a block of a file.
fn look_at<K: BitString>(
    block: &Block<K>,
    content: &[u8],
    limbs: usize,
    judge: &impl Fn(K, &[u64]) -> bool,
) -> Look {
    if checksum(block, content) != block.within {
        return Look::Damaged;
    }
    if block.count as usize > BLOCK {
        return Look::Wrong("a block has more keys than blocks have");
    }
    let (mut bytes, mut key) = (content, block.first);
    let mut keys = vec![key];
    for _ in 1..block.count {
        let Some(gap) = take::<K>(&mut bytes) else {
            return Look::Wrong("a block has fewer keys than it says");
        };
        let next = key.plus(gap);
        if next <= key {
            return Look::Wrong("its keys do not ascend");
        }
        keys.push(next);
        key = next;
    }
    let mut weights = Vec::new();
    if limbs > 0 && !take_weights(bytes, keys.len(), limbs, &mut weights)
        || key != block.last
        || Written::weighted(&keys, &weights, limbs).bytes != content
    {
        return Look::Wrong("a block is not written as blocks are");
    }
    let weight = |i: usize| &weights[i * limbs..(i + 1) * limbs];
    if keys.iter().enumerate().all(|(i, &key)| judge(key, weight(i))) {
        Look::Sound
    } else {
        Look::Wrong("a key is not one of a state of the puzzle")
    }
}

impl<K: BitString> Reader<'_, K> {
    /// Appends the keys of a block.
    ///
    /// # Errors
    /// When its file cannot be read, or is damaged.
    pub fn block(&mut self, block: &Block<K>, keys: &mut Vec<K>) -> Result<(), LevelsError> {
        self.weighted(block, 0, keys, &mut Vec::new())
    }

    /// Appends the keys of a block, and their weights of `limbs` limbs.
    ///
    /// # Errors
    /// As [`Reader::block`].
    pub fn weighted(
        &mut self,
        block: &Block<K>,
        limbs: usize,
        keys: &mut Vec<K>,
        weights: &mut Vec<u64>,
    ) -> Result<(), LevelsError> {
        let level = self.level;
        // In memory nothing is ever lost.
        let damaged = || LevelsError::Damaged { path: level.path().map(Path::to_owned).unwrap_or_default() };
        let mut bytes = match &level.bytes {
            Bytes::Memory(parts) => {
                let start = block.within as usize;
                &parts[block.place as usize][start..start + block.length as usize]
            }
            Bytes::File(path) => {
                let unreadable = |e| LevelsError::unreadable(path, &e);
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
                    return Err(damaged());
                }
                &self.buffer[..]
            }
        };
        let mut key = block.first;
        keys.push(key);
        for _ in 1..block.count {
            let Some(gap) = take::<K>(&mut bytes) else { return Err(damaged()) };
            key = key.plus(gap);
            keys.push(key);
        }
        if limbs > 0 && !take_weights(bytes, block.count as usize, limbs, weights) {
            return Err(damaged());
        }
        Ok(())
    }

    /// Appends the keys from `from` on, below `to` where there is such a bound.
    ///
    /// # Errors
    /// As [`Reader::block`].
    pub fn range(&mut self, from: Option<K>, to: Option<K>, keys: &mut Vec<K>) -> Result<(), LevelsError> {
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

/// Files of at least this many bytes are brought onto the disk itself before they get their names.
const LARGE: u64 = 1 << 20;

/// A level that is being written, in the order of its keys.
pub(crate) struct Writer<K> {
    level: Layer<K>,
    file: Option<(Part, u64)>,
}

/// Where a level is written, what for, and the title of its file.
#[derive(Debug)]
pub(crate) struct Place {
    pub path: PathBuf,
    pub kind: Kind,
    pub title: String,
}

/// Bytes at the end of a file: three numbers.
const END: usize = 24;

impl<K: BitString> Writer<K> {
    /// Writes to a file, or else to memory.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(place: Option<Place>) -> Result<Self, LevelsError> {
        let Some(Place { path, kind, title }) = place else {
            return Ok(Writer { level: Layer::empty(), file: None });
        };
        let part = Part::begin(path.clone(), kind, &title)?;
        let digest = fnv(title.as_bytes());
        let level = Layer { bytes: Bytes::File(path), digest, ..Layer::empty() };
        Ok(Writer { level, file: Some((part, title.len() as u64)) })
    }

    /// Adds keys that follow all that were added before.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn add(&mut self, written: Written<K>) -> Result<(), LevelsError> {
        let Written { bytes, blocks } = written;
        self.level.states += blocks.iter().map(|block| u64::from(block.count)).sum::<u64>();
        match (&mut self.level.bytes, &mut self.file) {
            (Bytes::Memory(parts), _) => {
                let place = parts.len() as u64;
                self.level.blocks.extend(blocks.into_iter().map(|block| Block { place, ..block }));
                parts.push(bytes);
            }
            (Bytes::File(_), Some((part, at))) => {
                for mut block in blocks {
                    let content = &bytes[block.within as usize..][..block.length as usize];
                    block.within = checksum(&block, content);
                    let header = header(&block);
                    part.write(&header)?;
                    part.write(content)?;
                    self.level.digest = fnv_on(self.level.digest, &header);
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

    /// The level; `seal` seals its file, which gets its name once all of it has been written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self, seal: impl FnOnce(&Layer<K>) -> Seal) -> Result<Layer<K>, LevelsError> {
        if let Some((mut part, length)) = self.file.take() {
            self.level.seal = seal(&self.level);
            for number in [self.level.states, self.level.digest, self.level.seal] {
                part.write(&number.to_le_bytes())?;
            }
            part.finish(length >= LARGE)?;
        }
        Ok(self.level)
    }
}

/// The most bytes of a difference.
const fn longest<K: BitString>() -> usize {
    K::BITS.div_ceil(7) as usize
}

fn header_length<K: BitString>() -> usize {
    12 + 16 * K::LIMBS
}

/// What stands before a block in a file: checksum, count, length, first and last key, the lowest byte of each first.
fn header<K: BitString>(block: &Block<K>) -> Vec<u8> {
    let mut header = Vec::with_capacity(header_length::<K>());
    for number in [block.within, block.count, block.length] {
        header.extend(number.to_le_bytes());
    }
    for key in [block.first, block.last] {
        (0..K::LIMBS).for_each(|i| header.extend(key.limb(i).to_le_bytes()));
    }
    header
}

fn read_header<K: BitString>(header: &[u8], place: u64) -> Block<K> {
    let number = |at: usize| (0..4).fold(0, |n, i| n | u32::from(header[at + i]) << (8 * i));
    let limb = |at: usize| u64::from(number(at)) | u64::from(number(at + 4)) << 32;
    let key = |at: usize| {
        (0..K::LIMBS).rev().fold(K::ZERO, |key, i| {
            let higher = if K::LIMBS == 1 { K::ZERO } else { key.left(63).left(1) };
            higher | K::from_limb(limb(at + 8 * i))
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
fn checksum<K: BitString>(block: &Block<K>, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header(&Block { within: 0, ..*block }));
    hasher.update(content);
    hasher.finalize()
}
