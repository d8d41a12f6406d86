//! A board as PNG, of any size, streamed.
//!
//! In: a window and a look. Out: an image with a palette, two bits per pixel where four colours do.
//!
//! The picture is made in bands of about half a mebibyte. The thread that makes a band also compresses it (`deflate.rs`) and sums
//! it up, so memory does not depend on the height; the calling thread writes the bands in order. Bands do not depend on the
//! number of threads, so neither does the file. Cost: about a nanosecond per byte of picture.

use super::GolombError;
use super::coordinate::Coordinate;
use super::deflate::{Deflate, FINAL};
use super::look::Look;
use super::raster::Raster;
use super::window::Window;
use crate::run::in_order::in_order;
use crate::run::{Control, Progress, Stopped};
use std::io::Write;
use std::ops::Range;

/// Bytes of picture in a band, unless a row of cells has more.
const BAND: u64 = 1 << 19;

/// Bytes of picture that are compressed together.
const PART: usize = 1 << 20;

/// From this many bytes of picture on, the size of the file is worth an estimate.
const LARGE: u64 = 1 << 30;

/// A picture and how it is compressed.
struct Png<'a, C> {
    raster: Raster<'a, C>,
    deflate: Deflate,
}

impl<C: Coordinate> Window<C> {
    /// Writes the picture as a PNG file.
    ///
    /// Threads, time and memory are those of `control`; progress counts rows.
    ///
    /// ```
    /// use polytile::golomb::{Board, Colouring, Look};
    /// use polytile::run::Control;
    /// let window = Board::new(10, 0_u64, 0)?.whole()?;
    /// let mut file = Vec::new();
    /// window.png(Look::new(Colouring::Three, 1)?, &Control::default(), &mut file)?;
    /// assert!(file.starts_with(b"\x89PNG"));
    /// # Ok::<(), polytile::golomb::GolombError>(())
    /// ```
    ///
    /// # Errors
    /// [`GolombError::Picture`] when a side would be longer than the format allows, [`GolombError::Stopped`] when
    /// `control` says stop, [`GolombError::Write`] when the file cannot be written.
    pub fn png(&self, look: Look, control: &Control, out: &mut dyn Write) -> Result<(), GolombError> {
        Png::new(self, look)?.write(control, out)
    }

    /// About how many bytes [`Window::png`] will write: for large pictures, judged by a few bands of it.
    ///
    /// # Errors
    /// [`GolombError::Picture`] when a side would be longer than the format allows, [`GolombError::Stopped`] when there
    /// is no memory for a row.
    pub fn png_bytes(&self, look: Look, control: &Control) -> Result<u64, GolombError> {
        Png::new(self, look)?.estimate(control)
    }
}

impl<'a, C: Coordinate> Png<'a, C> {
    fn new(window: &'a Window<C>, look: Look) -> Result<Self, GolombError> {
        let raster = Raster::new(window, look)?;
        let row = raster.row_bytes();
        // A pattern of 64 cells and its parts, its multiples, and the rows above.
        let pattern = 64 * u64::from(look.scale() * raster.depth) / 8;
        let periods = (0..16).map(|i| (pattern / 16).max(1) << i);
        let deflate = Deflate::new(periods.chain((1..=4).map(|rows| rows * row)));
        Ok(Png { raster, deflate })
    }

    /// Rows of cells in a band.
    fn band(&self) -> u64 {
        (BAND / (self.raster.row_bytes() * u64::from(self.raster.look.scale()))).max(1)
    }

    fn bands(&self) -> u64 {
        self.raster.window.rows_len().div_ceil(self.band())
    }

    /// The rows of cells of a band.
    fn rows_of(&self, band: u64) -> Range<u64> {
        let start = band * self.band();
        start..(start + self.band()).min(self.raster.window.rows_len())
    }

    fn reserve(&self, threads: usize, control: &Control) -> Result<(), GolombError> {
        // The picture of a band, its rows of cells, and what is compressed but not yet written: a tenth of the picture or less.
        let rows = self.band() * u64::from(self.raster.look.scale()) + u64::from(self.raster.look.line());
        let each = self.raster.held(rows.saturating_mul(2));
        control.reserve(each.saturating_mul(threads as u64), "drawing rows of this picture")?;
        Ok(())
    }

    fn estimate(&self, control: &Control) -> Result<u64, GolombError> {
        let whole = u128::from(self.raster.row_bytes()) * u128::from(self.raster.height);
        if whole <= u128::from(LARGE) {
            return Ok(whole as u64);
        }
        self.reserve(1, control)?;
        let bands = self.bands();
        let mut samples = vec![0, bands / 3, bands / 2, bands * 5 / 7, bands - 1];
        samples.dedup();
        let mut seen = [0_u128; 2];
        for band in samples {
            let mut raw = Vec::new();
            self.raster.draw(self.rows_of(band), control, &mut raw)?;
            seen[0] += raw.len() as u128;
            seen[1] += self.chunks(&raw, control)?.len() as u128;
        }
        Ok(u64::try_from(whole * seen[1] / seen[0]).unwrap_or(u64::MAX))
    }

    fn write(&self, control: &Control, out: &mut dyn Write) -> Result<(), GolombError> {
        let threads = control.thread_count();
        self.reserve(threads, control)?;
        let total = self.raster.window.rows_len();
        let mut ihdr = Vec::from((self.raster.width as u32).to_be_bytes());
        ihdr.extend((self.raster.height as u32).to_be_bytes());
        // The bits of a pixel, a palette, and the only ways there are to compress, filter and order.
        ihdr.extend([self.raster.depth as u8, 3, 0, 0, 0]);
        out.write_all(b"\x89PNG\r\n\x1a\n")?;
        chunk(out, *b"IHDR", &ihdr)?;
        chunk(out, *b"PLTE", &self.raster.palette.concat())?;
        if self.raster.look.is_transparent() {
            // How opaque number 0 is: that of the hole.
            chunk(out, *b"tRNS", &[0])?;
        }
        // A window of 32 KiB, and no claim about the effort.
        chunk(out, *b"IDAT", &[0x78, 0x01])?;
        let mut sum = Adler::default();
        let make = |band: u64, raw: &mut Vec<u8>| {
            raw.clear();
            self.raster.draw(self.rows_of(band), control, raw)?;
            Ok((self.chunks(raw, control)?, Adler::of(raw)))
        };
        in_order(threads, self.bands(), make, |band, made: Result<_, Stopped>| {
            control.check(Progress::Rows { done: self.rows_of(band).start, total })?;
            let (chunks, part) = made?;
            sum = sum.then(part);
            Ok::<(), GolombError>(out.write_all(&chunks)?)
        })?;
        chunk(out, *b"IDAT", &[&FINAL[..], &sum.value().to_be_bytes()].concat())?;
        chunk(out, *b"IEND", &[])?;
        Ok(())
    }
}

impl<C: Coordinate> Png<'_, C> {
    /// A band of picture, compressed, in chunks ready to be written.
    fn chunks(&self, raw: &[u8], control: &Control) -> Result<Vec<u8>, Stopped> {
        let control = control.unwatched();
        let mut chunks = Vec::new();
        for part in raw.chunks(PART) {
            control.check(Progress::Rows { done: 0, total: self.raster.window.rows_len() })?;
            let start = chunks.len();
            chunks.extend(b"....IDAT");
            self.deflate.compress(part, &mut chunks);
            let sum = crc32fast::hash(&chunks[start + 4..]);
            let length = (chunks.len() - start) as u32 - 8;
            chunks[start..start + 4].copy_from_slice(&length.to_be_bytes());
            chunks.extend(sum.to_be_bytes());
        }
        Ok(chunks)
    }
}

/// Writes a chunk: its length, its name, its content, and their checksum.
fn chunk(out: &mut dyn Write, name: [u8; 4], content: &[u8]) -> Result<(), GolombError> {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&name);
    sum.update(content);
    out.write_all(&(content.len() as u32).to_be_bytes())?;
    out.write_all(&name)?;
    out.write_all(content)?;
    out.write_all(&sum.finalize().to_be_bytes())?;
    Ok(())
}

/// The checksum of the uncompressed bytes, which can be put together from parts: the sum of the bytes plus 1, and the
/// sum of those sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Adler {
    sum: u64,
    sums: u64,
    length: u64,
}

impl Default for Adler {
    fn default() -> Self {
        Adler { sum: 1, sums: 0, length: 0 }
    }
}

impl Adler {
    const MODULUS: u64 = 65_521;

    fn of(bytes: &[u8]) -> Self {
        let value = u64::from(simd_adler32::adler32(&bytes));
        Adler { sum: value & 0xFFFF, sums: value >> 16, length: bytes.len() as u64 }
    }

    /// The checksum of this and then `next`.
    fn then(self, next: Adler) -> Self {
        let before = self.sum + Self::MODULUS - 1;
        Adler {
            sum: (before + next.sum) % Self::MODULUS,
            sums: (self.sums + next.sums + next.length % Self::MODULUS * (before % Self::MODULUS))
                % Self::MODULUS,
            length: self.length + next.length,
        }
    }

    fn value(self) -> u32 {
        (self.sums << 16 | self.sum) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golomb::{Board, Colouring};
    use num_bigint::BigUint;
    use proptest::prelude::*;

    #[test]
    fn checksums_of_parts() {
        let bytes: Vec<u8> = (0..200_000_u32).map(|i| (i.wrapping_mul(i) >> 3) as u8).collect();
        for cut in [0, 1, 5552, 65_521, 199_999] {
            let joined = Adler::of(&bytes[..cut]).then(Adler::of(&bytes[cut..]));
            assert_eq!(joined, Adler::of(&bytes));
        }
        assert_eq!(Adler::default().then(Adler::of(&bytes)), Adler::of(&bytes));
    }

    fn file(window: &Window<impl Coordinate>, look: Look, threads: usize) -> Vec<u8> {
        let mut file = Vec::new();
        window.png(look, &Control::default().threads(threads), &mut file).unwrap();
        file
    }

    /// Width, height, and the colours of the pixels.
    fn pixels(file: &[u8]) -> (u32, u32, Vec<[u8; 3]>) {
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(::png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        reader.finish().unwrap();
        let colours = bytes.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        (info.width, info.height, colours)
    }

    /// The colour of a pixel, found by asking about single cells: `line` pixels above and left of each cell are
    /// black where the pieces around differ.
    fn expected(window: &Window<impl Coordinate>, look: Look, row: u64, col: u64) -> [u8; 3] {
        let (scale, line) = (u64::from(look.scale()), u64::from(look.line()));
        let board = window.board();
        let place = |row: Option<u64>, col: Option<u64>| {
            let within = row.filter(|r| *r < window.rows_len()).zip(col.filter(|c| *c < window.cols_len()));
            within.map(|(r, c)| board.piece(&window.first().0.plus(r), &window.first().1.plus(c)))
        };
        let (r, c) = (row / scale, col / scale);
        let here = place(Some(r), Some(c));
        let (up, left) = (place(r.checked_sub(1), Some(c)), place(Some(r), c.checked_sub(1)));
        let (on_row, on_col) = (row % scale < line, col % scale < line);
        let across = place(r.checked_sub(1), c.checked_sub(1));
        let black = match (on_row, on_col) {
            (true, true) => here != up || here != left || here != across,
            (true, false) => here != up,
            (false, true) => here != left,
            (false, false) => false,
        };
        let palette = look.colouring().palette(board.order());
        match here.flatten() {
            Some(piece) if !black => {
                let number = look.colouring().number(piece.colour() + 1, piece.level, board.order());
                palette[number as usize]
            }
            None if !black => [255; 3],
            _ => [0; 3],
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn pictures_pixel_by_pixel(
            order in 0_u32..300,
            seed in any::<u64>(),
            (rows, cols) in (1_u64..9, 1_u64..150),
            (up, left) in (0_u64..8, 0_u64..99),
            colouring in prop::sample::select(vec![Colouring::Three, Colouring::Four, Colouring::None, Colouring::Levels]),
            scale in prop::sample::select(vec![1_u32, 2, 3, 5, 24]),
        ) {
            let look = Look::new(colouring, scale);
            prop_assert_eq!(look.is_err(), colouring == Colouring::None && scale < 3);
            let Ok(look) = look else { return Ok(()) };
            let board = Board::<BigUint>::random(order, seed).unwrap();
            let side = BigUint::from(1_u8) << order;
            let start = |hole: &BigUint, before: u64| if *hole < before.into() { BigUint::ZERO } else { hole - before };
            let (row, col) = (start(board.hole().0, up), start(board.hole().1, left));
            let length = |start: &BigUint, most: u64| most.min(start.distance_to(&side).unwrap_or(u64::MAX));
            let (rows, cols) = (length(&row, rows), length(&col, cols));
            let window = board.window(row, col, rows, cols).unwrap();
            let file = file(&window, look, 1);
            let (width, height, colours) = pixels(&file);
            let line = u64::from(look.line());
            prop_assert_eq!((u64::from(width), u64::from(height)), (cols * u64::from(scale) + line, rows * u64::from(scale) + line));
            for (at, &colour) in colours.iter().enumerate() {
                let (row, col) = (at as u64 / u64::from(width), at as u64 % u64::from(width));
                prop_assert_eq!(colour, expected(&window, look, row, col), "{},{}", row, col);
            }
        }
    }

    /// FNV-1a.
    fn hash(bytes: &[u8]) -> u64 {
        bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
    }

    /// Looked at by eye, and to be looked at again when one changes.
    #[test]
    fn pictures_stay_as_they_are() {
        let window = Board::new(5, 9_u64, 20).unwrap().whole().unwrap();
        let looks = [
            (Colouring::Three, 1),
            (Colouring::Three, 12),
            (Colouring::Four, 12),
            (Colouring::None, 12),
            (Colouring::Levels, 12),
        ];
        let hashes = looks.map(|(colouring, scale)| {
            let (_, _, pixels) = pixels(&file(&window, Look::new(colouring, scale).unwrap(), 1));
            format!("{colouring:?} {scale}: {:016x}", hash(pixels.as_flattened()))
        });
        insta::assert_snapshot!(hashes.join("\n"), @"
        Three 1: 2d62860126326a9c
        Three 12: 5613c2a28f8b5604
        Four 12: 32cab3bf5014079a
        None 12: 09be4ee34e7e25c7
        Levels 12: 2e8da3f094c70ddf
        ");
    }

    /// A row of 2^31 cells takes seconds: it is stopped in the middle, however far it has come.
    #[test]
    fn a_long_row_can_be_stopped() {
        let board = Board::new(40, 0_u64, 0).unwrap();
        let window = board.window(0, 0, 1, 2_000_000_000).unwrap();
        let look = Look::new(Colouring::Levels, 1).unwrap();
        let hurried = Control::default().time_limit(std::time::Duration::from_millis(50));
        let mut raw = Vec::new();
        let raster = Raster::new(&window, look).unwrap();
        assert!(matches!(raster.draw(0..1, &hurried, &mut raw), Err(Stopped::OutOfTime(_))));
        assert!((raw.len() as u64) < raster.row_bytes(), "the whole row was drawn");
        let stopped = |result| matches!(result, Err(GolombError::Stopped(Stopped::OutOfTime(_))));
        assert!(stopped(window.png_bytes(look, &hurried).map(drop)));
        assert!(stopped(window.png(look, &hurried, &mut std::io::sink())));
        let small = Control::default().memory(1 << 30);
        assert!(matches!(
            window.png_bytes(look, &small),
            Err(GolombError::Stopped(Stopped::OutOfMemory { .. }))
        ));
    }

    #[test]
    fn long_rows_are_made_of_parts() {
        let board = Board::new(30, 5_u64, 1 << 20).unwrap();
        let window = board.window(4, 1, 2, (2 << 20) + 77).unwrap();
        let look = Look::new(Colouring::Levels, 1).unwrap();
        let (width, _, colours) = pixels(&file(&window, look, 1));
        for near in [0, 1 << 20, 2 << 20] {
            for col in (near as u64).saturating_sub(3)..near as u64 + 70 {
                for row in 0..2 {
                    let colour = colours[(row * u64::from(width) + col) as usize];
                    assert_eq!(colour, expected(&window, look, row, col), "{row},{col}");
                }
            }
        }
    }

    #[test]
    fn bands_join_and_threads_change_nothing() {
        let window = Board::new(12, 1000_u64, 3333).unwrap().whole().unwrap();
        for (colouring, scale) in [(Colouring::Three, 1), (Colouring::Levels, 1), (Colouring::Four, 3)] {
            let look = Look::new(colouring, scale).unwrap();
            let one = file(&window, look, 1);
            assert!(one == file(&window, look, 3));
            let (width, _, colours) = pixels(&one);
            for (at, &colour) in colours.iter().enumerate().step_by(997) {
                let (row, col) = (at as u64 / u64::from(width), at as u64 % u64::from(width));
                assert_eq!(colour, expected(&window, look, row, col), "{row},{col}");
            }
        }
    }

    #[test]
    fn sizes_are_estimated_and_limited() {
        let control = Control::default();
        let look = Look::new(Colouring::Three, 1).unwrap();
        let window = |order| Board::new(order, 5_u64, 6).unwrap().whole().unwrap();
        let estimate = window(17).png_bytes(look, &control).unwrap();
        assert!((30_000_000..100_000_000).contains(&estimate), "{estimate}");
        let said = |result: Result<(), GolombError>| result.unwrap_err().to_string();
        let wide = Look::new(Colouring::Three, 1024).unwrap();
        insta::assert_snapshot!(said(window(31).png(look, &control, &mut std::io::sink())), @"a picture of 2147483648x2147483648 pixels is too large: sides go up to 2147483647");
        insta::assert_snapshot!(said(window(63).png(wide, &control, &mut std::io::sink())), @"a picture of 9444732965739290427477x9444732965739290427477 pixels is too large: sides go up to 2147483647");
        insta::assert_snapshot!(said(window(30).png(look, &control.clone().memory(1 << 20), &mut std::io::sink())), @"drawing rows of this picture would take at least 5.5 GiB but the memory budget is 1.0 MiB");
        insta::assert_snapshot!(said(Look::new(Colouring::None, 2).map(drop)), @"a cell of 2 pixels cannot be drawn: between 3 and 1024 pixels can");
        insta::assert_snapshot!(said(Look::new(Colouring::Three, 0).map(drop)), @"a cell of 0 pixels cannot be drawn: between 1 and 1024 pixels can");
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        insta::assert_snapshot!(said(window(9).png(look, &control.stopped_by(stop), &mut std::io::sink())), @"interrupted after 0 of 512 rows");
        insta::assert_snapshot!(said(window(9).png(look, &Control::default(), &mut &mut [0_u8; 99][..])), @"failed to write whole buffer");
    }
}
