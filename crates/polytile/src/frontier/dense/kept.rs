//! What a dense count keeps in a directory: what its passes have found, and now and then the arrays of the one under way.
//!
//! In: the directory of an [`Archive`], whose checkpoint says in which way the board is counted, what each pass has found, and after
//! which row of which pass arrays are there ([`Passes`]). Out: the count, and whenever the process dies, a checkpoint and the file of
//! arrays that it speaks of: a new file has its name before the checkpoint does, and the old one goes after that.
//!
//! The file `array-N.values` begins with a title, which names the question and the place. Then come the values of each array, in blocks: a
//! checksum (CRC-32, 4 bytes), the bytes of a value in this block, and the values, least byte first. Values without their leading
//! zero bytes is all the compression there is: residues are as good as random, and only the first rows are short. At the end are a digest
//! of title and checksums, which the checkpoint has too, and the seal of the checkpoint ([`seal`]): neither can be changed without the other.
//!
//! What is read back must be values of the arithmetic. If a moment is enough for the whole count, everything is found again and compared.
//! Of longer counts arrays are believed, and what passes found as far as the interval and the spare prime agree.
//!
//! Cost: a row is kept when the last time is some seconds ago, and long ago against what keeping took: so a fifth of the time at most.
//! Memory: [`BUFFERS`].

use super::Single;
use super::keeper::Keeper;
use super::pass::{Arithmetic, Array};
use crate::frontier::archive::Archive;
use crate::number::Count;
use crate::run::clock::{Duration, Instant};
use crate::run::own::{self, Kind, Part};
use crate::run::{Control, LevelsError, Progress, Safe, Stopped, fnv, fnv_on};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;

/// Another number where arrays have another layout, or moduli another order, than before: what was kept otherwise is not taken.
const FORM: u32 = 1;
/// Bytes of a block before its values: checksum and width.
const HEADER: u64 = 5;
/// Values of a block.
const BLOCK: usize = 1 << 16;
/// Bytes that keeping takes beside the arrays: a block and the buffer of its file.
pub(crate) const BUFFERS: u64 = 1 << 20;
/// Nothing is kept so soon after the last time. Tests keep every row.
const PAUSE: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_secs(2) };
/// How many times as long as keeping took there is none afterwards.
const REST: u32 = if cfg!(test) { 0 } else { 4 };
/// Seconds of counting that make up a moment.
const MOMENT: f64 = 0.25;
/// Files from this many bytes on are brought onto the disk itself.
const SYNCED: u64 = 1 << 20;

/// Where a dense count is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Passes {
    /// The word for the way in which the board is counted.
    pub way: String,
    /// What each pass has found.
    found: Vec<u64>,
    /// The arrays of the next pass, if they are there.
    pub at: Option<Kept>,
}

/// A file of arrays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kept {
    /// In its name.
    pub number: u64,
    /// Rows that have been passed.
    rows: u64,
    /// How many arrays.
    arrays: usize,
    digest: u64,
}

impl Single<'_> {
    /// The number of tilings, modulo `modulo` if there is one (below 2^63), with what is known of it in `archive`.
    ///
    /// # Errors
    /// When `control` says stop, a file cannot be read or written, or says what cannot be.
    pub fn count_kept(
        &self,
        modulo: Option<u64>,
        archive: &mut Archive,
        control: &Control,
    ) -> Result<Count, LevelsError> {
        archive.ask();
        let begun = archive.passes().cloned();
        let is_new = begun.is_none();
        let goes_on = begun.as_ref().is_some_and(|passes| passes.at.is_some());
        let passes = begun.unwrap_or_else(|| Passes { way: self.word().to_owned(), ..Passes::default() });
        if passes.way != self.word() {
            return Err(archive.contradicted("there is no such way to count this board"));
        }
        let finds_again = self.additions(modulo.is_some()) * self.dense.seconds_per_addition() < MOMENT;
        let known = archive.known(0);
        if let (Some(known), false) = (&known, finds_again) {
            return Ok(known.clone());
        }
        let now = Instant::now();
        let mut files = Files {
            archive,
            number: passes.at.as_ref().map_or(0, |at| at.number),
            passes,
            next: 0,
            finds_again,
            goes_on,
            writes: known.is_none(),
            last: now,
            took: Duration::ZERO,
        };
        if is_new {
            files.save()?;
        }
        let count = match modulo {
            Some(m) => Count::from(self.count_modulo_by(m, &mut files, control)?),
            None => self.count_by(&mut files, control)?,
        };
        let Files { archive, mut passes, next, .. } = files;
        if passes.found.len() > next || known.as_ref().is_some_and(|known| *known != count) {
            return Err(archive.contradicted("what passes found is not what this count finds"));
        }
        if known.is_none() {
            passes.at = None;
            archive.set_passes(passes);
            archive.finish(&count, self.dense.states())?;
        }
        Ok(count)
    }
}

/// A count at work in its directory.
struct Files<'a> {
    archive: &'a mut Archive,
    passes: Passes,
    /// The pass that comes now.
    next: usize,
    finds_again: bool,
    /// Arrays of an earlier process were there.
    goes_on: bool,
    /// Not where all is known already.
    writes: bool,
    /// The number of the last file.
    number: u64,
    /// When it was written, or this began.
    last: Instant,
    /// How long that took.
    took: Duration,
}

impl Files<'_> {
    fn path(&self, number: u64) -> PathBuf {
        self.archive.file(&format!("array-{number}.values"))
    }

    /// What a file of arrays begins with.
    fn title(&self, rows: u64, arrays: usize) -> String {
        let (mark, what, way) = (Kind::Array.mark(), self.archive.what(), self.passes.way.replace(' ', "-"));
        format!("{mark}{FORM} {what} {way} {} {rows} {arrays}\n", self.next)
    }

    fn save(&mut self) -> Result<(), LevelsError> {
        self.archive.set_passes(self.passes.clone());
        self.archive.save(None)
    }

    /// Whether it is time to write something down.
    fn is_due(&self) -> bool {
        let since = self.last.elapsed();
        self.writes && since >= PAUSE && since >= self.took * REST
    }

    /// The file that is not needed any more, once the checkpoint does not speak of it.
    fn drop_file(&self, number: Option<u64>) {
        if let Some(number) = number {
            own::remove(&self.path(number), Kind::Array);
        }
    }
}

impl Keeper for Files<'_> {
    type Error = LevelsError;

    fn stopped(error: &LevelsError) -> Option<&Stopped> {
        match error {
            LevelsError::Stopped(stopped) => Some(stopped),
            _ => None,
        }
    }

    fn contradicted(&self) -> LevelsError {
        self.archive.contradicted("what it says of passes is not what this count finds")
    }

    fn goes_on(&self) -> bool {
        self.goes_on
    }

    fn finds_again(&self) -> bool {
        self.finds_again
    }

    fn found(&self) -> Option<u64> {
        self.passes.found.get(self.next).copied()
    }

    fn begun(&self, rows: u64) -> Result<Option<(u64, usize)>, LevelsError> {
        let Some(at) = self.passes.at.as_ref().filter(|_| self.next == self.passes.found.len()) else {
            return Ok(None);
        };
        let path = self.path(at.number);
        let length = std::fs::metadata(&path).map_err(|e| LevelsError::unreadable(&path, &e))?.len();
        // An array has a block at least.
        if at.rows == 0 || at.rows > rows || at.arrays == 0 || at.arrays as u64 > length / HEADER {
            return Err(self.contradicted());
        }
        Ok(Some((at.rows, at.arrays)))
    }

    fn restore<A: Arithmetic>(
        &mut self,
        arrays: &mut [Array<'_, A>],
        progress: Progress,
        control: &Control,
    ) -> Result<(), LevelsError> {
        let Some(at) = self.passes.at.clone() else { return Ok(()) };
        let path = self.path(at.number);
        let unreadable = |e: std::io::Error| LevelsError::unreadable(&path, &e);
        let damaged = || LevelsError::Damaged { path: path.clone() };
        let wrong = |why: &str| LevelsError::Wrong { path: path.clone(), why: why.to_owned() };
        let title = self.title(at.rows, at.arrays);
        let mut file = BufReader::with_capacity(1 << 18, File::open(&path).map_err(unreadable)?);
        let mut head = vec![0; title.len()];
        file.read_exact(&mut head).map_err(unreadable)?;
        if head != title.as_bytes() {
            return Err(damaged());
        }
        let mut digest = fnv(&head);
        let mut bytes = Vec::new();
        for array in arrays {
            let arithmetic = array.arithmetic;
            for block in array.values.chunks_mut(BLOCK) {
                control.check(progress)?;
                let mut header = [0; 5];
                file.read_exact(&mut header).map_err(unreadable)?;
                digest = fnv_on(digest, &header);
                let width = usize::from(header[4]);
                if width > 8 {
                    return Err(damaged());
                }
                bytes.resize(block.len() * width, 0);
                file.read_exact(&mut bytes).map_err(unreadable)?;
                if checksum(header[4], &bytes) != header[..4] {
                    return Err(damaged());
                }
                for (i, value) in block.iter_mut().enumerate() {
                    let mut word = [0; 8];
                    word[..width].copy_from_slice(&bytes[i * width..(i + 1) * width]);
                    let word = u64::from_le_bytes(word);
                    if self.finds_again && arithmetic.word(*value) != word {
                        return Err(wrong("its numbers are not those of this count"));
                    }
                    *value = arithmetic.value(word).ok_or_else(|| wrong("it has numbers that cannot be"))?;
                }
            }
        }
        let mut end = [0; 16];
        file.read_exact(&mut end).map_err(unreadable)?;
        if end[..8] != digest.to_le_bytes() || file.read(&mut [0]).map_err(unreadable)? > 0 {
            return Err(damaged());
        }
        if digest != at.digest {
            return Err(wrong("it is not the file that the checkpoint speaks of"));
        }
        if end[8..] != self.archive.seal(None).to_le_bytes() {
            return Err(wrong("it does not belong to what the checkpoint says of earlier passes"));
        }
        Ok(())
    }

    fn keep<A: Arithmetic>(
        &mut self,
        arrays: &[Array<'_, A>],
        progress: Progress,
        control: &Control,
    ) -> Result<(), LevelsError> {
        let Some(rows) = arrays.first().map(|array| array.rows).filter(|&rows| rows > 0) else {
            return Ok(());
        };
        let old = self.passes.at.as_ref();
        if !self.is_due() || self.next < self.passes.found.len() || old.is_some_and(|at| at.rows >= rows) {
            return Ok(());
        }
        let began = Instant::now();
        let (old, safe) = (old.map(|at| at.number), old.map_or(0, |at| at.rows));
        let failed = |e: LevelsError| e.after(Some(Safe::Rows(safe)));
        let number = self.number.checked_add(1).ok_or_else(|| self.contradicted())?;
        let title = self.title(rows, arrays.len());
        let mut part = Part::begin(self.path(number), Kind::Array, &title).map_err(failed)?;
        let mut digest = fnv(title.as_bytes());
        let mut length = 0;
        let mut bytes = Vec::with_capacity(BLOCK * 8);
        for array in arrays {
            let arithmetic = array.arithmetic;
            for block in array.values.chunks(BLOCK) {
                control.check(progress)?;
                let all = block.iter().fold(0, |all, &value| all | arithmetic.word(value));
                let width = 8 - all.leading_zeros() as usize / 8;
                bytes.clear();
                for &value in block {
                    bytes.extend_from_slice(&arithmetic.word(value).to_le_bytes()[..width]);
                }
                let mut header = [0, 0, 0, 0, width as u8];
                header[..4].copy_from_slice(&checksum(width as u8, &bytes));
                digest = fnv_on(digest, &header);
                part.write(&header).and_then(|()| part.write(&bytes)).map_err(failed)?;
                length += bytes.len() as u64;
            }
        }
        self.passes.at = Some(Kept { number, rows, arrays: arrays.len(), digest });
        self.archive.set_passes(self.passes.clone());
        let seal = self.archive.seal(None);
        let end = part.write(&digest.to_le_bytes()).and_then(|()| part.write(&seal.to_le_bytes()));
        end.and_then(|()| part.finish(length >= SYNCED)).map_err(failed)?;
        self.archive.save(None).map_err(failed)?;
        self.drop_file(old);
        self.number = number;
        (self.last, self.took) = (Instant::now(), began.elapsed());
        Ok(())
    }

    fn over(&mut self, word: u64) -> Result<(), LevelsError> {
        if let Some(known) = self.found() {
            if known != word {
                return Err(self.contradicted());
            }
            self.next += 1;
            return Ok(());
        }
        self.next += 1;
        self.passes.found.push(word);
        let old = self.passes.at.take().map(|at| at.number);
        // A file that is there belongs to the checkpoint that is there.
        if old.is_some() || self.is_due() {
            if self.writes {
                self.save()?;
            }
            self.drop_file(old);
        }
        Ok(())
    }

    fn anew(&mut self, way: &'static str) -> Result<(), LevelsError> {
        let old = self.passes.at.take().map(|at| at.number);
        self.passes = Passes { way: way.to_owned(), ..Passes::default() };
        self.next = 0;
        if self.writes {
            self.save()?;
        }
        self.drop_file(old);
        Ok(())
    }
}

/// The checksum of a block.
fn checksum(width: u8, bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&[width]);
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::{Dense, IN_TURN, TOGETHER, WHOLE};
    use super::*;
    use crate::frontier::Order;
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    /// Says stop when it has been asked so many times.
    fn patient(asks: u64) -> Control {
        let (stop, asked) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let pressed = Arc::clone(&stop);
        Control::default().stopped_by(stop).on_asked(move || {
            if asked.fetch_add(1, Ordering::Relaxed) >= asks {
                pressed.store(true, Ordering::Relaxed);
            }
        })
    }

    fn counted(
        single: &Single<'_>,
        modulo: Option<u64>,
        path: &Path,
        control: &Control,
    ) -> Result<Count, LevelsError> {
        let mut archive = Archive::open(path, path.join("checkpoint").exists(), 7)?;
        archive.choose(Order::Rows);
        single.count_kept(modulo, &mut archive, control)
    }

    /// A copy of the directory.
    fn files(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let paths = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        paths.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
    }

    fn put_back(path: &Path, files: &[(PathBuf, Vec<u8>)]) {
        fs::remove_dir_all(path).unwrap();
        fs::create_dir(path).unwrap();
        for (path, bytes) in files {
            fs::write(path, bytes).unwrap();
        }
    }

    #[test]
    fn stopped_anywhere_and_resumed_it_is_the_same() {
        let mut stops = 0;
        for (pieces, width, rows) in [("trominoes", 6, 7), ("trominoes", 5, 6), ("monomino,dominoes", 4, 40)]
        {
            let dense = Dense::new(&pieces.parse().unwrap(), width).unwrap();
            for (way, modulo) in [
                (WHOLE, None),
                (IN_TURN, None),
                (TOGETHER, None),
                (WHOLE, Some(1_000_003)),
                (IN_TURN, Some(1)),
            ] {
                let single = dense.single_by(rows, way).unwrap();
                let mut expected = dense.single(rows, false, u64::MAX).count(&Control::default()).unwrap();
                if let Some(m) = modulo {
                    expected %= m;
                }
                let folder = tempfile::tempdir().unwrap();
                let mut asks = 1;
                let found = loop {
                    match counted(&single, modulo, folder.path(), &patient(asks)) {
                        Ok(found) => break found,
                        Err(LevelsError::Stopped(Stopped::Interrupted(_))) => stops += 1,
                        Err(other) => panic!("{way}, {asks}: {other}"),
                    }
                    asks += 1 + asks / 8;
                };
                assert_eq!(found, expected, "{pieces} {way}");
                // It stays until it is tidied up.
                assert_eq!(counted(&single, modulo, folder.path(), &Control::default()), Ok(expected));
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
                crate::frontier::archive::tidy(folder.path()).unwrap();
                assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
            }
        }
        assert!(stops > 100, "{stops}");
    }

    #[test]
    fn no_changed_byte_is_believed() {
        let dense = Dense::new(&"trominoes".parse().unwrap(), 5).unwrap();
        for way in [WHOLE, IN_TURN, TOGETHER] {
            let single = dense.single_by(12, way).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path();
            // Stopped while an array is there, of a later pass where there are several.
            let mut asks = 1;
            let real = loop {
                let _ = counted(&single, None, path, &patient(asks)).expect_err("it is stopped");
                let real = files(path);
                let is_late = real.iter().any(|(path, bytes)| {
                    let later: &[u8] = if way == TOGETHER { b" 0 2 1\n" } else { b" 1 2 1\n" };
                    path.extension().is_some() && bytes.windows(later.len()).any(|words| words == later)
                });
                if is_late {
                    break real;
                }
                let _ = fs::remove_file(path.join("checkpoint"));
                asks += 1;
            };
            let expected = single.count(&Control::default()).unwrap();
            for (file, bytes) in &real {
                for at in 0..bytes.len() {
                    let mut changed = bytes.clone();
                    changed[at] ^= 1 << (at % 8);
                    for forged in [&changed, &bytes[..at].to_vec()] {
                        put_back(path, &real);
                        fs::write(file, forged).unwrap();
                        assert!(
                            counted(&single, None, path, &Control::default()).is_err(),
                            "{way}, {file:?}: {at}"
                        );
                    }
                }
            }
            put_back(path, &real);
            assert_eq!(counted(&single, None, path, &Control::default()), Ok(expected));
        }
    }

    #[test]
    fn no_forged_checkpoint_is_believed() {
        let dense = Dense::new(&"trominoes".parse().unwrap(), 5).unwrap();
        let single = dense.single_by(12, IN_TURN).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let expected = counted(&single, None, folder.path(), &Control::default()).unwrap();
        let path = folder.path().join("checkpoint");
        let text = fs::read_to_string(&path).unwrap();
        let body: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
        let mut refused = 0;
        let forge = |place: &str, value: serde_json::Value| {
            let mut forged = body.clone();
            *forged.pointer_mut(place).unwrap() = value;
            fs::write(&path, crate::run::checkpoint::write("count", &forged)).unwrap();
            counted(&single, None, folder.path(), &Control::default())
        };
        let passes = body["dense"]["found"].as_array().unwrap().len();
        for pass in 0..passes {
            let word = body["dense"]["found"][pass].as_u64().unwrap();
            for other in [word ^ 1, 0, u64::MAX] {
                let found = forge(&format!("/dense/found/{pass}"), other.into());
                assert!(found.is_err(), "{pass}: {other}");
                refused += 1;
            }
        }
        for (place, value) in
            [("/dense/way", "whole".into()), ("/found/0/counts/0/1", "12".into()), ("/what", "0".into())]
        {
            assert!(forge(place, value).is_err(), "{place}");
        }
        assert!(refused >= 9, "{refused}");
        assert_eq!(forge("/drops", body["drops"].clone()), Ok(expected));
    }
}
