//! A picture as PNG.
//!
//! In: a scene and the pixels per cell, or rows of pixels. Out: an image of 8 bits per pixel with a palette, or 24 where
//! the puzzle gives more colours than a palette holds. Rows are made one at a time and compressed at once, so memory is
//! that of the file. Cost: linear in the pixels.

use super::Scene;
use super::encode::write_rows;
use super::error::{DrawError, MAX_CELL, MAX_PIXELS, MAX_SIDE, MIN_CELL};
use super::raster::{Inks, Raster, side};
use super::surface::{self, Pixels, Surface};
use crate::run::{Control, Progress};

impl Scene {
    /// The picture as a PNG file, with cells of a size that keeps the longer side near 1600 pixels, but within 3 to 32
    /// pixels each, unless its options say otherwise.
    ///
    /// # Errors
    /// As [`Scene::png_with_cell`].
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        self.png_within(&Control::default())
    }

    /// The picture as PNG, as long as `control` allows; progress counts rows of pixels.
    ///
    /// # Errors
    /// As [`Scene::png_with_cell`], and [`DrawError::Stopped`] when `control` says stop.
    pub fn png_within(&self, control: &Control) -> Result<Vec<u8>, DrawError> {
        let side = self.rows().max(self.cols()).max(1);
        self.drawn(self.options.cell_or(|| (1600 / side).clamp(MIN_CELL, 32)), control)
    }

    /// The picture as a PNG file, each cell `cell` pixels wide and high.
    ///
    /// # Errors
    /// [`DrawError::Cell`] when `cell` is not within 3 to 256, [`DrawError::TooLarge`] when a side would be longer than
    /// 65535 pixels or there would be more than 2^28 of them.
    pub fn png_with_cell(&self, cell: u32) -> Result<Vec<u8>, DrawError> {
        if !(MIN_CELL..=MAX_CELL).contains(&cell) {
            return Err(DrawError::Cell { cell });
        }
        self.drawn(cell, &Control::default())
    }

    fn drawn(&self, cell: u32, control: &Control) -> Result<Vec<u8>, DrawError> {
        let notes = surface::notes(self, cell, Pixels::POLYGONS, false);
        let [left, above] = notes.margin.map(u64::from);
        let (width, height) = (left + side(self.cols(), cell), above + side(self.rows(), cell));
        if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS {
            return Err(DrawError::TooLarge { width, height });
        }
        if !notes.list.is_empty() {
            control.reserve(4 * width * height, "a picture with letters")?;
            return surface::png([width, height], self.options, |page| {
                page.scene(left as u32, above as u32, cell, self);
                notes.draw([left as u32, above as u32], page);
            });
        }
        let mut inks = Inks::of(self.options);
        let raster = Raster::new(self, cell, &mut inks);
        let (mut file, mut row) = (Vec::new(), Vec::new());
        write_rows(&mut file, width as u32, height as u32, &inks, |y, pixels| {
            if !raster.repeats(y) {
                control.check(Progress::Rows { done: y as u64, total: height })?;
                row.clear();
                raster.row(y, &mut row);
            }
            pixels.extend_from_slice(&row);
            Ok(())
        })?;
        Ok(file)
    }
}
