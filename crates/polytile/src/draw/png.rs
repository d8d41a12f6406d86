//! A picture as PNG.
//!
//! In: a scene and the pixels per cell. Out: an image of 8 bits per pixel with a palette, or 24 where
//! the puzzle gives more colours than a palette holds. Rows are made one at a time and compressed at once, so memory is
//! that of the file; what is drawn in polygons has 4 bytes for each pixel. Cost: linear in the pixels.

use super::Scene;
use super::encode::write_rows;
use super::error::{DrawError, MAX_CELL, MIN_CELL};
use super::notes::Frame;
use super::painting::Painting;
use super::raster::{Inks, Raster, side};
use super::surface::{self, Painted, Surface};
use super::svg::{EDGE, STEP};
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
        let usual = || (1600 / side).clamp(MIN_CELL, 32);
        match self.painting(self.has_notes(false), control)? {
            Some(painting) => self.filled(&painting, self.unit(painting.polygons.bounds()[1]), control),
            None => self.drawn(self.options.cell_or(usual), control),
        }
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
        let control = Control::default();
        match self.painting(self.has_notes(false), &control)? {
            Some(painting) => self.filled(&painting, f64::from(cell) * STEP, &control),
            None => self.drawn(cell, &control),
        }
    }

    /// The picture of polygons, a step being so many pixels.
    fn filled(&self, painting: &Painting<'_>, step: f64, control: &Control) -> Result<Vec<u8>, DrawError> {
        let [low, size] = painting.polygons.bounds();
        let notes = self.notes((step / STEP) as u32, Some(Frame { painting, low, step }), false, control)?;
        let edge = (EDGE * step).ceil();
        let margin = notes.margin.map(|pixels| f64::from(pixels) + edge);
        let [width, height] = [0, 1].map(|axis| (margin[axis] + size[axis] * step + edge).ceil() as u64);
        surface::judged([width, height])?;
        control.reserve(4 * width * height, "a picture of polygons")?;
        let mut stopped = Ok(());
        let file = surface::png([width, height], self.options, |page| {
            let origin = [0, 1].map(|axis| margin[axis] - low[axis] * step);
            stopped = page.paint(painting, self.grid, origin, step, control);
            notes.draw(margin.map(|pixels| pixels as u32), page);
        })?;
        stopped?;
        Ok(file)
    }

    fn drawn(&self, cell: u32, control: &Control) -> Result<Vec<u8>, DrawError> {
        let painted = Painted::of(self, self.has_notes(false), control)?;
        let notes = painted.notes(cell, false)?;
        let [left, above] = notes.margin.map(u64::from);
        let (width, height) = (left + side(self.cols(), cell), above + side(self.rows(), cell));
        surface::judged([width, height])?;
        if !notes.list.is_empty() {
            control.reserve(4 * width * height, "a picture with letters")?;
            let mut stopped = Ok(());
            let file = surface::png([width, height], self.options, |page| {
                stopped = page.scene(left as u32, above as u32, cell, &painted);
                notes.draw([left as u32, above as u32], page);
            })?;
            stopped?;
            return Ok(file);
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
