//! A part of a board as pixels.
//!
//! In: a window, a look, and the lowest level whose pieces have been laid: a picture of a step of the induction leaves the
//! smaller ones out. Out: rows of pixels, packed as PNG wants them. One pixel per cell shows a tiling without loss, since its
//! colours are proper; from three pixels per cell on, lines are drawn where colours differ. Cells whose piece has not been laid
//! yet are grey, with lines between the blocks that are still to be tiled. Cost: linear; no more than a copy where the packed
//! colours of the rows are already the picture. Rows may have 2^31 cells, so the control is asked within them too.

use super::GolombError;
use super::coordinate::Coordinate;
use super::look::{BLACK, Colouring, Look};
use super::window::{Row, Rows, Window};
use crate::pieces::Colour;
use crate::run::{Control, Progress, Stopped};
use std::ops::Range;

/// Sides that PNG can hold.
const MAX_SIDE: u64 = (1 << 31) - 1;

/// Cells of a row between two looks at the control; a multiple of the 64 that rows are made of.
const PART: u64 = 1 << 20;

/// The colour of cells whose piece has not been laid.
const FREE: Colour = [0xDD, 0xDD, 0xDD];

/// A picture to be made.
pub(super) struct Raster<'a, C> {
    pub(super) window: &'a Window<C>,
    pub(super) look: Look,
    /// Pieces of lower levels have not been laid.
    laid_from: u32,
    /// In that case, for each column, whether it is in the right half of the block around it that was cut last.
    right: Vec<bool>,
    pub(super) palette: Vec<Colour>,
    /// The number of the colour of lines, if there are any.
    ink: u8,
    /// Bits per pixel.
    pub(super) depth: u32,
    pub(super) width: u64,
    pub(super) height: u64,
}

/// The colours of the cells, and then that of lines where there are any.
fn palette(look: Look, order: u32) -> Vec<Colour> {
    let mut palette = look.colouring().palette(order);
    if look.line() > 0 {
        palette.push(BLACK);
    }
    palette
}

impl<C: Coordinate> Window<C> {
    /// The palette of the pictures of [`Window::step`].
    pub fn step_palette(&self, look: Look) -> Vec<Colour> {
        let mut palette = palette(look, self.board().order());
        palette.push(FREE);
        palette
    }

    /// Width and height of the pictures of [`Window::step`], in pixels.
    ///
    /// # Errors
    /// [`GolombError::Picture`] when they would be absurdly large.
    pub fn step_size(&self, look: Look) -> Result<(u64, u64), GolombError> {
        let raster = Raster::new(self, look)?;
        Ok((raster.width, raster.height))
    }

    /// The picture after the pieces of level `level` and of all higher ones have been laid: numbers of
    /// [`Window::step_palette`], row by row. With a level above n, nothing has been laid.
    ///
    /// ```
    /// use polytile::golomb::{Board, Colouring, Look};
    /// use polytile::run::Control;
    /// let window = Board::new(1, 0_u64, 1)?.whole()?;
    /// let look = Look::new(Colouring::Three, 1)?;
    /// assert_eq!(window.step_size(look)?, (2, 2));
    /// assert_eq!(window.step(look, 2, &Control::default())?, [4, 0, 4, 4]);
    /// assert_eq!(window.step(look, 1, &Control::default())?, [1, 0, 1, 1]);
    /// # Ok::<(), polytile::golomb::GolombError>(())
    /// ```
    ///
    /// # Errors
    /// [`GolombError::Picture`] when it would be absurdly large, [`GolombError::Stopped`] when `control` says stop, or there is
    /// no memory for it.
    pub fn step(&self, look: Look, level: u32, control: &Control) -> Result<Vec<u8>, GolombError> {
        let mut raster = Raster::new(self, look)?;
        // The picture before and after the names of filters are taken away, and a few rows of cells.
        let pixels = raster.width.saturating_mul(raster.height);
        let needed = pixels.saturating_mul(2).saturating_add(raster.held(1));
        control.reserve(needed, "drawing a step of the induction")?;
        raster.palette = self.step_palette(look);
        raster.laid_from = level;
        if level > 1 {
            let (_, col) = self.first();
            raster.right = (0..self.cols_len()).map(|i| col.plus(i).bit(level - 1)).collect();
        }
        raster.depth = 8;
        let mut raw = Vec::new();
        raster.draw(0..self.rows_len(), control, &mut raw)?;
        // Without the bytes that name a filter.
        let rows = raw.chunks_exact(raster.width as usize + 1);
        Ok(rows.flat_map(|row| &row[1..]).copied().collect())
    }
}

impl<'a, C: Coordinate> Raster<'a, C> {
    pub(super) fn new(window: &'a Window<C>, look: Look) -> Result<Self, GolombError> {
        let (scale, line) = (u128::from(look.scale()), u128::from(look.line()));
        let side = |cells: u64| u128::from(cells) * scale + line;
        let (wide, high) = (side(window.cols_len()), side(window.rows_len()));
        let most = u128::from(MAX_SIDE);
        if wide > most || high > most {
            return Err(GolombError::Picture { width: wide, height: high, max: MAX_SIDE });
        }
        let (width, height) = (wide as u64, high as u64);
        let palette = palette(look, window.board().order());
        let depth = match palette.len() {
            ..=4 => 2,
            5..=16 => 4,
            _ => 8,
        };
        let ink = (palette.len() - 1) as u8;
        Ok(Raster { window, look, laid_from: 0, right: Vec::new(), palette, ink, depth, width, height })
    }

    /// Bytes of a row of pixels, with the one that names its filter.
    pub(super) fn row_bytes(&self) -> u64 {
        (self.width * u64::from(self.depth)).div_ceil(8) + 1
    }

    /// Bytes held while `rows` rows of pixels are drawn.
    pub(super) fn held(&self, rows: u64) -> u64 {
        // The values and colours of two rows of cells, and one packed row.
        let cells = self.window.cols_len().saturating_mul(5);
        self.row_bytes().saturating_mul(rows).saturating_add(cells)
    }

    /// The rows of pixels of these rows of cells, each after a byte that says: no filter.
    ///
    /// # Errors
    /// When `control` says stop; progress is not reported.
    pub(super) fn draw(&self, rows: Range<u64>, control: &Control, raw: &mut Vec<u8>) -> Result<(), Stopped> {
        let control = control.unwatched();
        let go_on = |done| control.check(Progress::Rows { done, total: self.window.rows_len() });
        let packed = self.look.colouring() == Colouring::Three && self.look.scale() == 1 && self.depth == 2;
        let last = rows.end == self.window.rows_len() && self.look.line() > 0;
        // Lines need the row above.
        let above = rows.start - u64::from(rows.start > 0 && self.look.line() > 0);
        let high = (rows.end - rows.start) * u64::from(self.look.scale()) + u64::from(self.look.line());
        raw.reserve(self.row_bytes().saturating_mul(high) as usize);
        let cols = self.window.cols_len();
        let starts = (0..cols).step_by(PART as usize);
        let parts: Vec<Window<C>> =
            starts.map(|start| self.window.columns(start..cols.min(start + PART))).collect();
        let mut sources: Vec<Rows<'_, C>> = parts.iter().map(|part| part.rows(above..rows.end)).collect();
        let mut cells = CellRow::default();
        let mut before = CellRow::default();
        for number in above..rows.end {
            if packed {
                raw.push(0);
            }
            std::mem::swap(&mut cells, &mut before);
            cells.clear();
            for source in &mut sources {
                go_on(number)?;
                let Some(row) = source.next_row() else { continue };
                if packed {
                    raw.extend_from_slice(row.packed());
                } else {
                    cells.extend(&row, self, number);
                }
            }
            if !packed && number >= rows.start {
                self.cell_row(&cells, &before, &|| go_on(number), raw)?;
            }
        }
        if last {
            self.lines_above(None, &cells, &|| go_on(rows.end), raw)?;
        }
        Ok(())
    }

    /// The rows of pixels of a row of cells.
    fn cell_row(
        &self,
        cells: &CellRow,
        before: &CellRow,
        go_on: GoOn<'_>,
        raw: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        self.lines_above(Some(cells), before, go_on, raw)?;
        let line = self.look.line() as usize;
        let start = raw.len();
        let mut packer = self.packer(raw);
        for (col, &colour) in cells.numbers.iter().enumerate() {
            if col as u64 % PART == PART - 1 {
                go_on()?;
            }
            let edge = col == 0 || cells.values[col] != cells.values[col - 1];
            packer.put(if edge { self.ink } else { colour }, line);
            packer.put(colour, self.look.scale() as usize - line);
        }
        packer.put(self.ink, line);
        packer.end();
        let end = raw.len();
        for _ in line + 1..self.look.scale() as usize {
            go_on()?;
            raw.extend_from_within(start..end);
        }
        Ok(())
    }

    /// The rows of pixels of the lines above a row of cells, or below the last one.
    fn lines_above(
        &self,
        cells: Option<&CellRow>,
        before: &CellRow,
        go_on: GoOn<'_>,
        raw: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        let line = self.look.line() as usize;
        if line == 0 {
            return Ok(());
        }
        let start = raw.len();
        let none = CellRow::default();
        let values = [&before.values, &cells.unwrap_or(&none).values];
        let count = values[0].len().max(values[1].len());
        // Outside stands a value that no cell has.
        let at = |row: usize, col: usize| values[row].get(col).copied().unwrap_or(u8::MAX);
        let mut packer = self.packer(raw);
        for col in 0..=count {
            if col as u64 % PART == PART - 1 {
                go_on()?;
            }
            let [up, down] = [0, 1].map(|row| at(row, col));
            let [up_left, down_left] = [0, 1].map(|row| if col == 0 { u8::MAX } else { at(row, col - 1) });
            let joint = !(up == down && up_left == down_left && up == up_left);
            let colour = cells.and_then(|cells| cells.numbers.get(col)).copied().unwrap_or(self.ink);
            packer.put(if joint { self.ink } else { colour }, line);
            if col < count {
                packer.put(if up == down { colour } else { self.ink }, self.look.scale() as usize - line);
            }
        }
        packer.end();
        let end = raw.len();
        (1..line).for_each(|_| raw.extend_from_within(start..end));
        Ok(())
    }

    /// Begins a row of pixels.
    fn packer<'r>(&self, raw: &'r mut Vec<u8>) -> Packer<'r> {
        raw.push(0);
        Packer { raw, depth: self.depth, byte: 0, used: 0 }
    }
}

/// Asks whether to continue.
type GoOn<'a> = &'a dyn Fn() -> Result<(), Stopped>;

/// A row of cells: their values, and the numbers of their colours.
#[derive(Clone, Debug, Default)]
struct CellRow {
    values: Vec<u8>,
    numbers: Vec<u8>,
}

impl CellRow {
    fn clear(&mut self) {
        self.values.clear();
        self.numbers.clear();
    }

    /// Takes in the next part of row `number` of the window.
    fn extend<C: Coordinate>(&mut self, row: &Row<'_>, raster: &Raster<'_, C>, number: u64) {
        let start = self.values.len();
        let (colouring, order) = (raster.look.colouring(), raster.window.board().order());
        let levels = [0, 1, 1, row.upper_level()];
        let numbers = [0, 1, 2, 3].map(|value| colouring.number(value, levels[value as usize], order));
        self.values.extend(row.values());
        self.numbers.extend(self.values[start..].iter().map(|&value| numbers[value as usize]));
        if raster.laid_from > 1 {
            self.take_away(raster, start, number, levels[3] >= raster.laid_from);
        }
    }

    /// Takes away, from column `start` on, what has not been laid: level 1, and colour 2 too unless `upper` has been laid. The
    /// cells of a block that is left get a value that the blocks around it do not have.
    fn take_away<C: Coordinate>(&mut self, raster: &Raster<'_, C>, start: usize, number: u64, upper: bool) {
        let (row, _) = raster.window.first();
        let lower = u8::from(row.plus(number).bit(raster.laid_from - 1));
        let free = (raster.palette.len() - 1) as u8;
        let cells = self.values[start..].iter_mut().zip(&mut self.numbers[start..]);
        for ((value, number), &right) in cells.zip(&raster.right[start..]) {
            if *value != 0 && !(upper && *value == 3) {
                *value = 4 + 2 * lower + u8::from(right);
                *number = free;
            }
        }
    }
}

/// Writes pixels into bytes, the first in the highest bits.
struct Packer<'r> {
    raw: &'r mut Vec<u8>,
    depth: u32,
    byte: u8,
    used: u32,
}

impl Packer<'_> {
    fn put(&mut self, number: u8, times: usize) {
        for _ in 0..times {
            self.used += self.depth;
            self.byte |= number << (8 - self.used);
            if self.used == 8 {
                self.end();
            }
        }
    }

    /// Writes the byte begun, if there is one.
    fn end(&mut self) {
        if self.used > 0 {
            self.raw.push(self.byte);
            (self.byte, self.used) = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golomb::Board;

    /// The steps of a board, a sign for each pixel.
    fn steps(order: u32, hole: (u64, u64), scale: u32) -> String {
        let window = Board::new(order, hole.0, hole.1).unwrap().whole().unwrap();
        let look = Look::new(Colouring::Three, scale).unwrap();
        let (width, _) = window.step_size(look).unwrap();
        // Without lines, there is no colour for them.
        let signs: &[u8] = if scale < Look::LINES_FROM { b".ABC-" } else { b".ABC#-" };
        let sign = |&number: &u8| char::from(signs[number as usize]);
        let mut text = String::new();
        for level in (1..=order + 1).rev() {
            for row in window.step(look, level, &Control::default()).unwrap().chunks(width as usize) {
                text.extend(row.iter().map(sign).chain(['\n']));
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn steps_of_the_induction() {
        insta::assert_snapshot!(steps(3, (2, 5), 1), @"
        --------
        --------
        -----.--
        --------
        --------
        --------
        --------
        --------

        --------
        --------
        -----.--
        ---C----
        ---CC---
        --------
        --------
        --------

        --------
        -CC--CC-
        -C---.C-
        ---C----
        ---CC---
        -C----C-
        -CC--CC-
        --------

        AABBAABB
        ACCBACCB
        BCAAB.CA
        BBACBBAA
        AABCCABB
        ACBBAACB
        BCCABCCA
        BBAABBAA
        ");
        insta::assert_snapshot!(steps(2, (0, 3), 3), @"
        #############
        #--------#..#
        #--------#..#
        #--------####
        #-----------#
        #-----------#
        #-----------#
        #-----------#
        #-----------#
        #-----------#
        #-----------#
        #-----------#
        #############

        #############
        #-----#--#..#
        #-----#--#..#
        #--####--####
        #--#CC#-----#
        #--#CC#-----#
        ####CC#######
        #--#CCCCC#--#
        #--#CCCCC#--#
        #--#######--#
        #-----#-----#
        #-----#-----#
        #############

        #############
        #AAAAA#BB#..#
        #AAAAA#BB#..#
        #AA####BB####
        #AA#CC#BBBBB#
        #AA#CC#BBBBB#
        ####CC#######
        #BB#CCCCC#AA#
        #BB#CCCCC#AA#
        #BB#######AA#
        #BBBBB#AAAAA#
        #BBBBB#AAAAA#
        #############
        ");
    }
}
