//! Many tilings on one sheet.
//!
//! In: tilings of one problem, as they come, and how many there will be. Out: an SVG or PNG file of a grid of small
//! pictures, numbered row by row, under a title. Where each piece is used at most once, it has the same colour in all
//! of them and bears its name, so that tilings can be compared; otherwise each tiling is coloured for itself. One row of
//! pictures is in memory at a time, and for PNG its pixels (4 bytes each) and the file. Cost: linear in what is drawn.

use super::colour::PALETTE;
use super::encode::write_rows;
use super::error::{DrawError, MAX_CELL, MAX_COLOURS, MAX_SIDE, MIN_CELL};
use super::heading::Heading;
use super::raster::{BLACK, GREY, Inks, WHITE};
use super::surface::{self, Anchor, Painted, Pixels, Surface, Svg, Text};
use super::{ColourBy, PictureOptions, Scene, font};
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use crate::tiling::Tiling;
use std::io::Write;

/// How a sheet looks.
///
/// ```
/// use polytile::{board::Region, draw::Sheet, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::frontier::sample::sample;
/// let problem = Problem::new(Region::rectangle(4, 6)?, PieceSet::all(3, Freedom::Free));
/// let mut tilings = Vec::new();
/// sample(&problem, 12, 1, &Control::default(), |tiling| tilings.push(tiling))?;
/// let mut svg = Vec::new();
/// Sheet::new(&problem, 12).titled("Twelve of 170").write_svg(tilings, &mut svg)?;
/// assert!(String::from_utf8(svg)?.contains("Twelve of 170"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    problem: &'a Problem,
    count: usize,
    title: Option<String>,
    columns: Option<usize>,
    cell: Option<u32>,
    options: PictureOptions,
    by: Option<ColourBy>,
    control: Control,
}

/// Pixels around the sheet and between pictures.
const GAP: u32 = 16;
/// Pixels from a number to its picture.
const BELOW_NUMBER: u32 = 5;

/// Where things are on a sheet.
struct Layout {
    heading: Heading,
    columns: usize,
    rows: usize,
    cell: u32,
    /// Of one picture with the gap after it.
    pitch: [u64; 2],
    head: u64,
    width: u64,
    height: u64,
}

impl Layout {
    fn draw_head(&self, surface: &mut impl Surface) {
        self.heading.draw([(self.width / 2) as u32, GAP], Anchor::Middle, surface);
    }
}

impl<'a> Sheet<'a> {
    /// A sheet of `count` tilings of `problem`.
    pub fn new(problem: &'a Problem, count: usize) -> Self {
        Sheet {
            problem,
            count,
            title: None,
            columns: None,
            cell: None,
            options: PictureOptions::default(),
            by: None,
            control: Control::default(),
        }
    }

    /// This sheet drawn within the limits of `control`; by default without any.
    #[must_use]
    pub fn within(mut self, control: &Control) -> Self {
        self.control = control.clone();
        self
    }

    /// This sheet under a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// This sheet in colours that tell `by`; by default they tell which piece is which where a puzzle has each of them once, and
    /// neighbours apart where it does not.
    #[must_use]
    pub fn coloured_by(mut self, by: ColourBy) -> Self {
        self.by = Some(by);
        self
    }

    /// This sheet with this many pictures side by side, at least one; by default as many as make the sheet about a
    /// third wider than it is high without leaving much of its last row empty.
    #[must_use]
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = Some(columns.max(1));
        self
    }

    /// This sheet with cells `cell` pixels wide and high; by default 16, and fewer on a sheet that would become larger than about
    /// 3000 pixels.
    #[must_use]
    pub fn cell(mut self, cell: u32) -> Self {
        self.cell = Some(cell);
        self
    }

    /// This sheet drawn as these options say.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u64, u64) {
        let layout = self.layout(&Scene::bare(&self.problem.region).with_options(self.options));
        (layout.width, layout.height)
    }

    /// Writes the sheet as an SVG document.
    ///
    /// # Errors
    /// [`DrawError::Count`] when the tilings are not as many as announced, [`DrawError::Cell`] when the cells are not of 3
    /// to 256 pixels, [`DrawError::TooLarge`] when the sheet has more than 2^32 of them on a side, [`DrawError::Stopped`] when
    /// its control says stop, and [`DrawError::Unwritten`].
    pub fn write_svg(
        &self,
        tilings: impl IntoIterator<Item = Tiling>,
        out: &mut impl Write,
    ) -> Result<(), DrawError> {
        let mut tilings = tilings.into_iter().peekable();
        let bare = self.bare()?;
        let only = self.only(tilings.peek(), &bare)?;
        let mut only = only.as_ref().map(|scene| self.painted(scene)).transpose()?;
        let layout = self.judged_layout(only.as_ref().map_or(&bare, |only| only.scene))?;
        let size = |side: u64| u32::try_from(side).map_err(|_| self.too_large());
        let (width, height) = (size(layout.width)?, size(layout.height)?);
        let mut write = |text: &str| {
            out.write_all(text.as_bytes()).map_err(|error| DrawError::Unwritten { what: "sheet", error })
        };
        write(&Svg::head(width, height, self.title.as_deref(), self.options))?;
        let mut svg = Svg::default();
        layout.draw_head(&mut svg);
        let mut drawn = 0;
        for row in 0..layout.rows {
            svg.top = (layout.head + row as u64 * layout.pitch[1]) as u32;
            drawn += self.draw_row((&layout, &bare), row, (&mut tilings, &mut only), &mut svg)?;
            write(&svg.text)?;
            svg.text.clear();
        }
        self.judge(drawn, tilings.next().is_some())?;
        write(&svg.text)?;
        write(Svg::TAIL)
    }

    /// Writes the sheet as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::Count`] when the tilings are not as many as announced, and [`DrawError::Cell`] when the cells are not
    /// of 3 to 256 pixels, [`DrawError::TooLarge`] when the sheet is wider than 65535 pixels or longer than sixteen times
    /// that, [`DrawError::Stopped`] when its control says stop or a row of pictures does not fit the memory that it allows, and
    /// [`DrawError::Unencoded`] when it cannot be written.
    pub fn write_png(
        &self,
        tilings: impl IntoIterator<Item = Tiling>,
        out: &mut impl Write,
    ) -> Result<(), DrawError> {
        let mut tilings = tilings.into_iter().peekable();
        let bare = self.bare()?;
        let only = self.only(tilings.peek(), &bare)?;
        let mut only = only.as_ref().map(|scene| self.painted(scene)).transpose()?;
        let layout = self.judged_layout(only.as_ref().map_or(&bare, |only| only.scene))?;
        if layout.width > MAX_SIDE || layout.height > 16 * MAX_SIDE {
            return Err(self.too_large());
        }
        let band = layout.pitch[1].max(layout.head);
        self.control.reserve(4 * layout.width * band, "a row of pictures")?;
        let mut inks = Inks::of(self.options);
        for colour in [BLACK, WHITE, GREY] {
            inks.number(colour);
        }
        let given = self.problem.pieces.iter().filter_map(|piece| piece.colour);
        inks.of_scene(&bare, PALETTE.into_iter().chain(given));
        // What is drawn in polygons has lines that are not upright, for which a palette may be too small.
        inks.complete(if bare.is_of_polygons() { usize::MAX } else { MAX_COLOURS });
        let palette = inks.clone();
        let width = layout.width as usize;
        let mut head = Pixels::new(layout.width as u32, layout.head as u32, &mut inks);
        layout.draw_head(&mut head);
        let (mut band, mut first) = (head.finish(), 0);
        let (mut row, mut drawn) = (0, 0);
        write_rows(out, layout.width as u32, layout.height as u32, &palette, |y, pixels| {
            if (y - first) * width == band.len() {
                first = y;
                let mut next = Pixels::new(layout.width as u32, layout.pitch[1] as u32, &mut inks);
                drawn += self.draw_row((&layout, &bare), row, (&mut tilings, &mut only), &mut next)?;
                band = next.finish();
                row += 1;
            }
            pixels.extend_from_slice(&band[(y - first) * width..][..width]);
            Ok(())
        })?;
        self.judge(drawn, tilings.next().is_some())
    }

    /// The only tiling, if it is drawn as solid bodies, which need no room for those of others.
    fn only(&self, first: Option<&Tiling>, bare: &Scene) -> Result<Option<Scene>, DrawError> {
        let only = first.filter(|_| self.count == 1 && bare.is_solid());
        Ok(only.map(|tiling| self.scene(tiling)).transpose()?)
    }

    fn judged_layout(&self, model: &Scene) -> Result<Layout, DrawError> {
        match self.cell {
            Some(cell) if !(MIN_CELL..=MAX_CELL).contains(&cell) => Err(DrawError::Cell { cell }),
            _ => {
                model.measured(&self.control)?;
                Ok(self.layout(model))
            }
        }
    }

    fn too_large(&self) -> DrawError {
        let (width, height) = self.size();
        DrawError::TooLarge { width, height }
    }

    fn judge(&self, drawn: usize, more: bool) -> Result<(), DrawError> {
        let (expected, found) = (self.count, drawn + usize::from(more));
        if found == expected { Ok(()) } else { Err(DrawError::Count { expected, found }) }
    }

    /// Whether the pieces are told apart by their names and colours.
    fn has_identities(&self) -> bool {
        let pieces = &self.problem.pieces;
        pieces.len() <= PALETTE.len()
            && pieces.iter().all(|piece| piece.hole || piece.copies.max().is_some_and(|max| max <= 1))
    }

    /// The board without anything on it.
    fn bare(&self) -> Result<Scene, Stopped> {
        Ok(Scene::bare_within(&self.problem.region, &self.control)?.with_options(self.options))
    }

    /// The picture of a tiling.
    fn scene(&self, tiling: &Tiling) -> Result<Scene, Stopped> {
        let usual = if self.has_identities() { ColourBy::Piece } else { ColourBy::Contrast };
        let by = self.by.unwrap_or(usual);
        Ok(Scene::coloured_within(self.problem, tiling, by, &self.control)?.with_options(self.options))
    }

    fn painted<'b>(&'b self, scene: &'b Scene) -> Result<Painted<'b>, Stopped> {
        let painted = Painted::of(scene, scene.has_notes(self.has_identities()), &self.control)?;
        Ok(if self.count == 1 { painted.cropped() } else { painted })
    }

    /// The sheet, where pictures are as large as `model`.
    fn layout(&self, model: &Scene) -> Layout {
        let pictures = self.count.max(1);
        let with = |cell: u32, columns: usize| {
            let rows = pictures.div_ceil(columns);
            let gap = u64::from(GAP);
            let above = u64::from(self.above());
            let [left, top] = surface::margin(model, cell).map(u64::from);
            let [wide, high] = surface::size(model, cell);
            let [wide, high] = [left + wide, top + high];
            let pitch = [wide + gap, high + above + gap];
            let heading = Heading::new(self.title.as_deref(), pitch[0] * columns as u64 - gap);
            let head = if self.title.is_some() { gap + u64::from(heading.height()) + gap } else { gap };
            let width = (pitch[0] * columns as u64 + gap).max(heading.width() + 2 * gap);
            let height = head + pitch[1] * rows as u64;
            Layout { heading, columns, rows, cell, pitch, head, width, height }
        };
        // How far from looking good it is: off the proportions, and with places left empty.
        let ugly = |columns: usize| {
            let layout = with(self.cell.unwrap_or_else(|| self.options.cell_or(|| 16)), columns);
            let proportion = layout.width as f64 / layout.height as f64;
            let empty = (layout.rows * columns - pictures) as f64 / (layout.rows * columns) as f64;
            (proportion / 1.33).ln().abs() + 2.0 * empty
        };
        let columns = self.columns.unwrap_or_else(|| {
            // The best number is near the root of the count, as far from it as boards are from squares.
            let most = pictures.min(100_000);
            (1..=most).min_by(|&a, &b| ugly(a).total_cmp(&ugly(b))).unwrap_or(1)
        });
        let columns = columns.min(pictures);
        let usual = || {
            let fits = |cell: &u32| {
                let layout = with(*cell, columns);
                layout.width <= 3000 && layout.height <= 3000
            };
            (4..=16).rfind(fits).unwrap_or(4)
        };
        let cell = self.cell.unwrap_or_else(|| self.options.cell_or(usual));
        with(cell, columns)
    }

    /// Pixels above a picture for its number, of which the only one has none.
    fn above(&self) -> u32 {
        if self.count == 1 { 0 } else { font::HEIGHT + BELOW_NUMBER }
    }

    /// Draws one row of pictures; how many there were.
    fn draw_row<S: Surface>(
        &self,
        (layout, bare): (&Layout, &Scene),
        row: usize,
        (tilings, only): (&mut impl Iterator<Item = Tiling>, &mut Option<Painted<'_>>),
        surface: &mut S,
    ) -> Result<usize, Stopped> {
        let left = self.count - (row * layout.columns).min(self.count);
        let mut drawn = 0;
        for tiling in tilings.take(left.min(layout.columns)) {
            let x = GAP + (drawn as u64 * layout.pitch[0]) as u32;
            let number = row * layout.columns + drawn + 1;
            if self.above() > 0 {
                surface.text(Text::at(x, 0, 1), &number.to_string());
            }
            let corner = [x, self.above()];
            if let Some(only) = only.take() {
                only.draw(corner, layout.cell, self.has_identities(), surface)?;
            } else {
                let scene = self.scene(&tiling)?;
                scene.bounded(bare.measured(&self.control)?);
                self.painted(&scene)?.draw(corner, layout.cell, self.has_identities(), surface)?;
            }
            drawn += 1;
        }
        Ok(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::draw::tests::fingerprint;
    use crate::frontier::sample::sample;
    use crate::pieces::{Copies, Freedom, PieceSet};

    fn pentominoes(copies: Copies) -> Problem {
        let mut pieces: Vec<_> = PieceSet::all(5, Freedom::Free).iter().cloned().collect();
        for piece in &mut pieces {
            piece.copies = copies;
        }
        Problem::new(Region::rectangle(3, 20).unwrap(), PieceSet::new(pieces))
    }

    fn drawn(problem: &Problem, count: u64) -> Vec<Tiling> {
        let mut tilings = Vec::new();
        sample(problem, count, 7, &Control::default(), |tiling| tilings.push(tiling)).unwrap();
        tilings
    }

    #[test]
    fn pictures_pinned() {
        // Looked at by eye, and found to show what they should.
        let once = pentominoes(Copies::exactly(1));
        let mut png = Vec::new();
        Sheet::new(&once, 5).titled("3 × 20").write_png(drawn(&once, 5), &mut png).unwrap();
        assert_eq!(fingerprint(&png), (353, 431, 3_486_224_143_267_684_837));
        let any = pentominoes(Copies::ANY);
        let mut png = Vec::new();
        Sheet::new(&any, 7).columns(2).cell(6).write_png(drawn(&any, 7), &mut png).unwrap();
        assert_eq!(fingerprint(&png), (290, 204, 10_006_655_039_183_206_170));
    }

    #[test]
    fn svg_of_two() {
        let problem = Problem::new(Region::rectangle(1, 2).unwrap(), PieceSet::all(1, Freedom::Free));
        let mut svg = Vec::new();
        Sheet::new(&problem, 2).columns(2).titled("1 < 2").write_svg(drawn(&problem, 2), &mut svg).unwrap();
        insta::assert_snapshot!(String::from_utf8(svg).unwrap(), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="114" height="91" viewBox="0 0 114 91">
        <title>1 &lt; 2</title>
        <rect width="114" height="91" fill="#fff"/>
        <g font-family="DejaVu Sans, Verdana, Arial, sans-serif">
        <text x="57" y="30" font-size="20" text-anchor="middle" fill="#000000">1 &lt; 2</text>
        <text x="16" y="53" font-size="10" fill="#000000">1</text>
        <g transform="translate(16 58) scale(16)">
        <g stroke="#000" stroke-width=".08" stroke-linejoin="round" stroke-linecap="square">
        <g fill="#56b4e9">
        <path d="M0 0h1v1h-1z"/>
        </g>
        <g fill="#e69f00">
        <path d="M1 0h1v1h-1z"/>
        </g>
        </g>
        </g>
        <text x="65" y="53" font-size="10" fill="#000000">2</text>
        <g transform="translate(65 58) scale(16)">
        <g stroke="#000" stroke-width=".08" stroke-linejoin="round" stroke-linecap="square">
        <g fill="#56b4e9">
        <path d="M0 0h1v1h-1z"/>
        </g>
        <g fill="#e69f00">
        <path d="M1 0h1v1h-1z"/>
        </g>
        </g>
        </g>
        </g>
        </svg>
        "##);
    }

    #[test]
    fn sheets_that_cannot_be() {
        let problem = Problem::new(Region::rectangle(2, 2).unwrap(), PieceSet::all(2, Freedom::Free));
        let refused = |count: usize, cell: u32, tilings: Vec<Tiling>| {
            let sheet = Sheet::new(&problem, count).columns(2).cell(cell);
            let png = sheet.write_png(tilings.clone(), &mut Vec::new()).unwrap_err().to_string();
            assert!(sheet.write_svg(tilings, &mut Vec::new()).is_err());
            png
        };
        insta::assert_snapshot!(refused(3, 9, drawn(&problem, 2)), @"3 tilings were announced, but 2 came");
        insta::assert_snapshot!(refused(1, 9, drawn(&problem, 3)), @"1 tilings were announced, but 2 came");
        insta::assert_snapshot!(refused(1, 2, drawn(&problem, 1)), @"a cell of 2 pixels cannot be drawn: between 3 and 256 pixels can");
        insta::assert_snapshot!(refused(100_000, 9, drawn(&problem, 1)), @"a picture of 86x2350016 pixels is too large: sides go up to 65535, and pixels up to 268435456");
        assert_eq!(Sheet::new(&problem, 0).size(), (65, 77));
    }

    #[test]
    fn a_row_of_pictures_is_in_the_budget() {
        let problem = Problem::new(Region::rectangle(40, 40).unwrap(), PieceSet::all(2, Freedom::Free));
        let sheet = Sheet::new(&problem, 1).cell(256).within(&Control::default().memory(100 << 20));
        let refused = sheet.write_png([Tiling::default()], &mut Vec::new()).unwrap_err().to_string();
        assert!(refused.starts_with("a row of pictures would take at least 40"), "{refused}");
    }

    #[test]
    fn proportions() {
        let problem = pentominoes(Copies::ANY);
        let columns =
            |count: usize| Sheet::new(&problem, count).layout(&Scene::bare(&problem.region)).columns;
        assert_eq!([1, 2, 3, 4, 8, 12, 24, 100, 9356].map(columns), [1, 1, 1, 1, 2, 2, 3, 6, 53]);
    }
}
