//! A picture as PNG.
//!
//! In: a scene and the pixels per cell. Out: an image of 8 bits per pixel with a palette, or 24 where the puzzle gives
//! more colours than a palette holds. Nothing is smoothed: every pixel is a line, a piece or empty. Rows of pixels are
//! made one at a time and compressed at once, so memory is that of the file. Cost: linear in the pixels.

use super::Scene;
use super::scene::Owner;
use crate::pieces::Colour;
use std::collections::BTreeMap;
use std::io::Write;
use thiserror::Error;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PngError {
    /// Cells too small for their lines, or absurdly large.
    #[error("a cell of {cell} pixels cannot be drawn: between {min} and {max} pixels can", min = MIN_CELL, max = MAX_CELL)]
    Cell {
        /// Pixels asked for.
        cell: u32,
    },
    /// Too many pixels.
    #[error("a picture of {width}x{height} pixels is too large: sides go up to {side}, and pixels up to {MAX_PIXELS}", side = MAX_SIDE)]
    TooLarge {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
    },
    /// The encoder failed.
    #[error("the picture could not be encoded: {0}")]
    Encoder(String),
}

const MIN_CELL: u32 = 3;
const MAX_CELL: u32 = 256;
const MAX_SIDE: u64 = 65_535;
const MAX_PIXELS: u64 = 1 << 28;

const WHITE: Colour = [255, 255, 255];
const GREY: Colour = [0xDD, 0xDD, 0xDD];
const BLACK: Colour = [0, 0, 0];

impl Scene {
    /// The picture as a PNG file, with cells of a size that keeps the longer side near 2000 pixels, but within 3 to 40
    /// pixels each.
    ///
    /// # Errors
    /// As [`Scene::png_with_cell`].
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let side = self.rows().max(self.cols()).max(1);
        self.png_with_cell((2000 / side).clamp(MIN_CELL, 40))
    }

    /// The picture as a PNG file, each cell `cell` pixels wide and high.
    ///
    /// # Errors
    /// [`PngError::Cell`] when `cell` is not within 3 to 256, [`PngError::TooLarge`] when a side would be longer than
    /// 65535 pixels or there would be more than 2^28 of them.
    pub fn png_with_cell(&self, cell: u32) -> Result<Vec<u8>, PngError> {
        if !(MIN_CELL..=MAX_CELL).contains(&cell) {
            return Err(PngError::Cell { cell });
        }
        let line = (cell / 12).max(1);
        let side = |cells: u32| u64::from(cells) * u64::from(cell) + u64::from(line);
        let (width, height) = (side(self.cols()), side(self.rows()));
        if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS {
            return Err(PngError::TooLarge { width, height });
        }
        let colours = Colours::of(self);
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        // Most rows equal the one above, which this filter turns into zeros.
        encoder.set_filter(png::Filter::Up);
        if colours.indexed {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_palette(colours.list.concat());
        } else {
            encoder.set_color(png::ColorType::Rgb);
        }
        let failed = |error: png::EncodingError| PngError::Encoder(error.to_string());
        let mut writer = encoder.write_header().map_err(failed)?;
        let mut stream = writer.stream_writer().map_err(failed)?;
        self.raster(&colours, cell as usize, line as usize, &mut stream)
            .map_err(|error| PngError::Encoder(error.to_string()))?;
        stream.finish().map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(file)
    }

    /// Writes the pixels from top to bottom.
    fn raster(
        &self,
        colours: &Colours,
        cell: usize,
        line: usize,
        out: &mut impl Write,
    ) -> std::io::Result<()> {
        let mut pixels: Vec<usize> = Vec::new();
        let mut bytes = Vec::new();
        for row in 0..=self.rows() {
            self.on_line(row, colours, cell, line, &mut pixels);
            colours.encode(&pixels, &mut bytes);
            for _ in 0..line {
                out.write_all(&bytes)?;
            }
            if row < self.rows() {
                self.between_lines(row, colours, cell, line, &mut pixels);
                colours.encode(&pixels, &mut bytes);
                for _ in line..cell {
                    out.write_all(&bytes)?;
                }
            }
        }
        Ok(())
    }

    /// The row of pixels along the upper side of row `row`.
    fn on_line(&self, row: u32, colours: &Colours, cell: usize, line: usize, pixels: &mut Vec<usize>) {
        pixels.clear();
        // At the lower edge the last row shows through where it is open.
        let inner = row.min(self.rows() - 1);
        for col in 0..=self.cols() {
            let joint = self.arms(row, col).contains(&true);
            let behind = colours.behind(self, inner, col.min(self.cols() - 1));
            pixels.extend(std::iter::repeat_n(if joint { LINE } else { behind }, line));
            if col < self.cols() {
                let drawn = self.line_above(row, col);
                pixels.extend(std::iter::repeat_n(if drawn { LINE } else { behind }, cell - line));
            }
        }
    }

    /// The row of pixels inside row `row`.
    fn between_lines(&self, row: u32, colours: &Colours, cell: usize, line: usize, pixels: &mut Vec<usize>) {
        pixels.clear();
        for col in 0..=self.cols() {
            let drawn = self.line_left(row, col);
            let behind = colours.behind(self, row, col.min(self.cols() - 1));
            pixels.extend(std::iter::repeat_n(if drawn { LINE } else { behind }, line));
            if col < self.cols() {
                pixels.extend(std::iter::repeat_n(behind, cell - line));
            }
        }
    }
}

/// The colours of a picture, by number.
struct Colours {
    list: Vec<Colour>,
    of_shape: Vec<usize>,
    indexed: bool,
}

const LINE: usize = 0;
const HOLE: usize = 1;
const FREE: usize = 2;

impl Colours {
    fn of(scene: &Scene) -> Self {
        let mut list = vec![BLACK, WHITE, GREY];
        let mut numbers: BTreeMap<Colour, usize> = BTreeMap::new();
        let number = |shape: &super::Shape| {
            *numbers.entry(shape.colour).or_insert_with(|| {
                list.push(shape.colour);
                list.len() - 1
            })
        };
        let of_shape: Vec<usize> = scene.shapes().iter().map(number).collect();
        let indexed = list.len() <= 256;
        Colours { list, of_shape, indexed }
    }

    fn behind(&self, scene: &Scene, row: u32, col: u32) -> usize {
        match scene.owner(row, col) {
            Owner::Hole => HOLE,
            Owner::Free => FREE,
            Owner::Shape(shape) => self.of_shape[shape as usize],
        }
    }

    fn encode(&self, pixels: &[usize], bytes: &mut Vec<u8>) {
        bytes.clear();
        if self.indexed {
            bytes.extend(pixels.iter().map(|&p| p as u8));
        } else {
            bytes.extend(pixels.iter().flat_map(|&p| self.list[p]));
        }
    }
}
