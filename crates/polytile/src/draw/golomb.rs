//! Golomb's boards as scenes, for the writers that draw tilings.
//!
//! [`WrittenWindow`] has pictures with something written on them, the numbers of rows and columns or the levels of pieces, which are
//! made at once; those without are written as they are made, by [`golomb`](crate::golomb) itself.

use super::induction::STEPS;
use super::{Animation, DrawError, PictureOptions, Scene, Tones};
use crate::board::{Cell, Region, RegionError};
use crate::golomb::{Colouring, Coordinate, GolombError, Tromino, Window};
use crate::pieces::{Colour, Copies, Freedom, Piece, PieceSet, catalogue};
use crate::problem::Problem;
use crate::run::{Control, Progress};
use crate::tiling::{Laid, Tiling};
use std::collections::BTreeMap;
use std::io::Write;

impl Scene {
    /// The pieces of level `laid_from` and higher ones in a part of a board. Every cell is held in memory, so the part has to be
    /// small.
    ///
    /// # Errors
    /// When no board is that large.
    pub fn of_golomb<C: Coordinate>(
        window: &Window<C>,
        colouring: Colouring,
        laid_from: u32,
    ) -> Result<Self, RegionError> {
        let order = window.board().order();
        let cell = |(row, col): (u64, u64)| Cell::new(row as u32, col as u32);
        let hole: Vec<Cell> = window.hole().into_iter().map(cell).collect();
        let region = Region::rectangle(window.rows_len(), window.cols_len())?.without(&hole)?;
        // A kind of piece for each colour of each level, which is its name.
        let palette = colouring.palette(order);
        let l3 = catalogue::find("L3");
        let (mut kinds, mut numbers) = (Vec::new(), BTreeMap::new());
        let mut kind = |level: u32, number: u8| {
            *numbers.entry((level, number)).or_insert_with(|| {
                kinds.extend(l3.as_ref().map(|l3| {
                    let mut piece = Piece::from_catalogue(l3, Freedom::Free, Copies::ANY);
                    (piece.name, piece.colour) = (level.to_string(), Some(palette[usize::from(number)]));
                    piece
                }));
                kinds.len() - 1
            })
        };
        let levels = window.levels().into_iter().filter(|&level| level >= laid_from);
        let laid = levels.flat_map(|level| window.trominoes(level)).map(|piece: Tromino<C>| {
            let cells = piece.cells();
            let within = cells.iter().filter_map(|(row, col)| window.offset(row, col));
            let number = colouring.number(piece.colour() + 1, piece.level, order);
            Laid { piece: kind(piece.level, number), cells: within.map(cell).collect() }
        });
        let laid = laid.collect();
        let problem = Problem::new(region, PieceSet::new(kinds));
        Ok(Scene::new(&problem, &Tiling::new(laid)))
    }
}

impl<C: Coordinate> Window<C> {
    /// Writes two coloured cells to a character of a terminal: the upper one in front, the lower one behind.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when it cannot be written.
    pub fn halves(
        &self,
        colouring: Colouring,
        tones: Tones,
        control: &Control,
        out: &mut impl Write,
    ) -> Result<(), GolombError> {
        let order = self.board().order();
        let palette = colouring.palette(order);
        let mut upper: Option<Vec<Colour>> = None;
        self.each_row(control, |values, level| {
            let colour = |&value: &u8| {
                let level = if value == 3 { level } else { 1 };
                palette[colouring.number(value, level, order) as usize]
            };
            let colours: Vec<Colour> = values.iter().map(colour).collect();
            match upper.take() {
                None => upper = Some(colours),
                Some(above) => out.write_all(tones.halves(&above, Some(&colours)).as_bytes())?,
            }
            Ok(())
        })?;
        if let Some(last) = upper {
            out.write_all(tones.halves(&last, None).as_bytes())?;
        }
        Ok(())
    }
}

/// Bytes that a scene takes for each cell, with the pieces in it.
const BYTES: u64 = 160;

/// A part of a board on which something is written: the numbers of its rows and columns, which are those of the whole board, or
/// on each piece that of its level, if the options say so.
///
/// ```
/// use polytile::draw::{WrittenWindow, PictureOptions};
/// use polytile::golomb::{Board, Colouring};
/// use polytile::run::Control;
/// let window = Board::new(40, 0_u64, 0)?.window(1 << 39, 77, 4, 4)?;
/// let control = Control::default();
/// let options = PictureOptions::default().coordinates(true);
/// let picture = WrittenWindow::new(&window, Colouring::Three, options, &control)?;
/// let svg = picture.svg(&control)?;
/// assert!(svg.contains(">549755813888</text>") && svg.contains(">77</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WrittenWindow<'a, C> {
    window: &'a Window<C>,
    colouring: Colouring,
    options: PictureOptions,
    from: [u64; 2],
}

impl<'a, C: Coordinate> WrittenWindow<'a, C> {
    /// This part of a board, with such colours.
    ///
    /// # Errors
    /// [`DrawError::Coordinates`] when its numbers have more digits than anybody reads beside a picture, and
    /// [`DrawError::Stopped`] when it is too large for the memory.
    pub fn new(
        window: &'a Window<C>,
        colouring: Colouring,
        options: PictureOptions,
        control: &Control,
    ) -> Result<Self, DrawError> {
        let number = |first: &C| {
            let first = first.to_big();
            u64::try_from(&first).map_err(|_| DrawError::Coordinates { digits: first.to_string().len() })
        };
        let (row, col) = window.first();
        let from = if options.has_coordinates() { [number(row)?, number(col)?] } else { [0; 2] };
        let cells = window.rows_len().saturating_mul(window.cols_len());
        control.reserve(cells.saturating_mul(BYTES), "a picture with something written on it")?;
        let options = options.labels(options.has_labels(false));
        Ok(WrittenWindow { window, colouring, options, from })
    }

    fn scene(&self, laid_from: u32) -> Result<Scene, DrawError> {
        let [width, height] = [self.window.cols_len(), self.window.rows_len()];
        let mut scene = Scene::of_golomb(self.window, self.colouring, laid_from)
            .map_err(|_| DrawError::TooLarge { width, height })?;
        scene.from = self.from;
        Ok(scene.with_options(self.options))
    }

    /// As SVG.
    ///
    /// # Errors
    /// When it is too large, or `control` says stop.
    pub fn svg(&self, control: &Control) -> Result<String, DrawError> {
        Ok(self.scene(0)?.svg_within(control)?)
    }

    /// As PNG.
    ///
    /// # Errors
    /// When it is too large, or `control` says stop.
    pub fn png(&self, control: &Control) -> Result<Vec<u8>, DrawError> {
        self.scene(0)?.png_within(control)
    }

    /// The induction as an animation: a picture for each level that the window has, the largest piece first.
    ///
    /// # Errors
    /// When it is too large, `control` says stop, or it cannot be written.
    pub fn gif<W: Write>(&self, out: W, control: &Control) -> Result<W, DrawError> {
        let [step, last] = STEPS;
        let mut animation = Animation::new(out, &self.scene(0)?)?;
        let levels: Vec<u32> = self.window.steps().collect();
        let total = levels.len() as u64;
        for (done, &level) in (0..).zip(&levels) {
            control.check(Progress::Levels { done, total, states: 0 })?;
            animation.scene(&self.scene(level)?, if done + 1 == total { last } else { step })?;
        }
        animation.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golomb::Board;

    #[test]
    fn windows_are_numbered_as_their_board() {
        let control = Control::default();
        let board = Board::new(40, 0_u64, 0).unwrap();
        let window = board.window(999_999, (1 << 40) - 3, 2, 3).unwrap();
        let options = PictureOptions::default().cell(100).unwrap().coordinates(true);
        let picture = WrittenWindow::new(&window, Colouring::Levels, options, &control).unwrap();
        let svg = picture.svg(&control).unwrap();
        let texts: Vec<&str> =
            svg.lines().filter_map(|line| line.split_once('>')?.1.strip_suffix("</text>")).collect();
        assert_eq!(texts, ["999999", "1000000", "1099511627773", "1099511627774", "1099511627775"]);
        assert!(picture.png(&control).unwrap().starts_with(b"\x89PNG"));
        assert!(picture.gif(Vec::new(), &control).unwrap().starts_with(b"GIF89a"));
    }

    #[test]
    fn pieces_bear_their_levels() {
        let control = Control::default();
        let window = Board::new(2, 0_u64, 0).unwrap().whole().unwrap();
        let labels = |options| {
            let picture = WrittenWindow::new(&window, Colouring::None, options, &control).unwrap();
            let svg = picture.svg(&control).unwrap();
            let mut texts: Vec<String> = svg
                .lines()
                .filter_map(|line| Some(line.split_once('>')?.1.strip_suffix("</text>")?.to_owned()))
                .collect();
            texts.sort_unstable();
            texts.concat()
        };
        assert_eq!(labels(PictureOptions::default().labels(true)), "11112");
        assert_eq!(labels(PictureOptions::default()), "");
    }

    #[test]
    fn numbers_that_nobody_reads_are_refused() {
        let control = Control::default().memory(1 << 30);
        let said = |window: &Window<num_bigint::BigUint>, control: &Control| {
            let options = PictureOptions::default().coordinates(true);
            let refused = WrittenWindow::new(window, Colouring::Three, options, control);
            refused.unwrap_err().to_string()
        };
        let board = Board::<num_bigint::BigUint>::random(70, 1).unwrap();
        let far = num_bigint::BigUint::from(1_u8) << 64;
        let window = board.window(far, 0_u8.into(), 4, 4).unwrap();
        assert!(WrittenWindow::new(&window, Colouring::Three, PictureOptions::default(), &control).is_ok());
        assert_eq!(
            said(&window, &control),
            "coordinates of 20 digits cannot be read beside a picture: those below 2^64 can"
        );
        let large = Board::<num_bigint::BigUint>::random(20, 1).unwrap().whole().unwrap();
        assert!(
            said(&large, &control).starts_with("a picture with something written on it would take at least")
        );
    }
}
