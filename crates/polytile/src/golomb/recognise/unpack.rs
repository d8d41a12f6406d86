//! Rows of a picture file as numbers of colours.
//!
//! In: the bytes of a row, packed as the file packs them. Out: for each cell the number of its colour, 0 being that of holes. A byte of a
//! picture with a palette holds up to eight cells, which are looked up in a table; in the end, the bytes that occurred tell which
//! colours did. Cost: linear.

use super::HOLE;
use crate::golomb::{GolombError, MAX_COLOURS};
use std::collections::BTreeMap;

/// The number of a place that the palette does not have.
const UNKNOWN: u8 = 255;

/// Numbers of colours, by what they are made of. Number 0 is white, and black too.
#[derive(Default)]
pub(super) struct Colours(BTreeMap<[u16; 3], u8>);

impl Colours {
    /// The number of a colour whose parts go up to `most`, and which must be opaque unless it is that of holes.
    fn number(&mut self, colour: [u16; 3], most: u16, opaque: bool) -> Result<u8, GolombError> {
        if colour == [0; 3] || colour == [most; 3] {
            return Ok(HOLE);
        }
        if !opaque {
            return Err(GolombError::Transparent);
        }
        let next = self.0.len() + 1;
        if let Some(&number) = self.0.get(&colour) {
            return Ok(number);
        }
        if next > MAX_COLOURS {
            return Err(GolombError::Colours);
        }
        self.0.insert(colour, next as u8);
        Ok(next as u8)
    }
}

/// How a row of a file becomes numbers of colours.
pub(super) enum Unpack {
    /// Places in a palette, of a fixed number of bits each.
    Palette(Box<Palette>),
    /// The number of samples per pixel, whether they have two bytes each, and the colours met.
    Samples(usize, bool, Colours),
}

/// What the bytes of a picture with a palette stand for.
pub(super) struct Palette {
    /// Cells in a byte.
    each: usize,
    /// Their numbers, by the byte.
    cells: [[u8; 8]; 256],
    /// Which bytes were met all of whose cells were cells of the picture,
    met: [bool; 256],
    /// and which numbers were met in other bytes.
    present: [bool; 256],
}

impl Unpack {
    /// For a picture with the palette of `info`.
    pub(super) fn indexed(info: &png::Info<'_>) -> Result<Self, GolombError> {
        let mut colours = Colours::default();
        let mut numbers = [UNKNOWN; 256];
        let palette = info.palette.as_deref().unwrap_or_default();
        let opacity = info.trns.as_deref().unwrap_or_default();
        for (i, (number, colour)) in numbers.iter_mut().zip(palette.chunks_exact(3)).enumerate() {
            let opaque = opacity.get(i).is_none_or(|&opacity| opacity == u8::MAX);
            *number =
                colours.number([colour[0], colour[1], colour[2]].map(u16::from), u8::MAX.into(), opaque)?;
        }
        let depth = info.bit_depth as usize;
        let each = 8 / depth;
        let mut cells = [[HOLE; 8]; 256];
        for (byte, cells) in cells.iter_mut().enumerate() {
            for (i, cell) in cells[..each].iter_mut().enumerate() {
                // The leftmost cell is in the highest bits.
                *cell = numbers[byte >> (8 - depth * (i + 1)) & ((1 << depth) - 1)];
            }
        }
        let (met, present) = ([false; 256], [false; 256]);
        Ok(Unpack::Palette(Box::new(Palette { each, cells, met, present })))
    }

    /// For a picture of `samples` samples per pixel, of one byte or two.
    pub(super) fn samples(samples: usize, two_bytes: bool) -> Self {
        Unpack::Samples(samples, two_bytes, Colours::default())
    }

    /// Writes the numbers of a row.
    ///
    /// # Errors
    /// When there are too many colours, or one that is not opaque.
    pub(super) fn row(&mut self, bytes: &[u8], numbers: &mut [u8]) -> Result<(), GolombError> {
        match self {
            Unpack::Palette(palette) => match palette.each {
                8 => palette.row::<8>(bytes, numbers),
                4 => palette.row::<4>(bytes, numbers),
                2 => palette.row::<2>(bytes, numbers),
                _ => palette.row::<1>(bytes, numbers),
            },
            Unpack::Samples(samples, two_bytes, colours) => {
                let (width, most) = if *two_bytes { (2, u16::MAX) } else { (1, u16::from(u8::MAX)) };
                let sample = |pixel: &[u8], i: usize| {
                    let bytes = &pixel[width * i..width * (i + 1)];
                    bytes.iter().fold(0, |sample, &byte| sample << 8 | u16::from(byte))
                };
                let mut last = None;
                for (pixel, number) in bytes.chunks_exact(width * *samples).zip(numbers) {
                    // Grey alone or with opacity, or three colours alone or with opacity.
                    let colour = [0, 1, 2].map(|i| sample(pixel, if *samples < 3 { 0 } else { i }));
                    let opaque = *samples % 2 == 1 || sample(pixel, *samples - 1) == most;
                    *number = match last {
                        Some((seen, number)) if seen == (colour, opaque) => number,
                        _ => colours.number(colour, most, opaque)?,
                    };
                    last = Some(((colour, opaque), *number));
                }
            }
        }
        Ok(())
    }

    /// How many colours besides those of holes there were.
    ///
    /// # Errors
    /// When a pixel had none.
    pub(super) fn finish(self) -> Result<usize, GolombError> {
        let Palette { each, cells, met, mut present } = match self {
            Unpack::Samples(_, _, colours) => return Ok(colours.0.len()),
            Unpack::Palette(palette) => *palette,
        };
        for cells in cells.iter().zip(met).filter_map(|(cells, met)| met.then_some(cells)) {
            cells[..each].iter().for_each(|&number| present[usize::from(number)] = true);
        }
        if present[usize::from(UNKNOWN)] {
            return Err(GolombError::Unreadable("a pixel has a colour that the palette lacks".to_owned()));
        }
        Ok(present[usize::from(HOLE) + 1..].iter().filter(|&&present| present).count())
    }
}

impl Palette {
    fn row<const EACH: usize>(&mut self, bytes: &[u8], numbers: &mut [u8]) {
        let mut whole = numbers.chunks_exact_mut(EACH);
        let mut bytes = bytes.iter();
        for (numbers, &byte) in whole.by_ref().zip(bytes.by_ref()) {
            numbers.copy_from_slice(&self.cells[usize::from(byte)][..EACH]);
            self.met[usize::from(byte)] = true;
        }
        if let Some(&last) = bytes.next() {
            for (number, &cell) in whole.into_remainder().iter_mut().zip(&self.cells[usize::from(last)]) {
                *number = cell;
                self.present[usize::from(cell)] = true;
            }
        }
    }
}
