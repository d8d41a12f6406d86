//! A page on which pictures are put together from rectangles, letters and scenes.
//!
//! In: what to draw ([`Surface`]). Out: SVG or pixels; whoever draws need not know which. A
//! page is drawn in bands from top to bottom, so that only one band of a long page is in memory.

use super::colouring::unstopped;
use super::encode::write_rows;
use super::error::{DrawError, MAX_PIXELS, MAX_SIDE};
use super::notes::{Frame, Notes};
pub(super) use super::page::{Anchor, Pen, Point, Surface, Text, circle, polygon};
use super::painting::Painting;
use super::polygons::number;
use super::raster::{BLACK, GREY, GRID, Inks, Raster, side};
use super::smooth;
use super::svg::{FONT, escaped};
#[cfg(feature = "print")]
use super::typeface;
use super::{PictureOptions, Scene, font};
use crate::board::Cell;
use crate::pieces::Colour;
use crate::run::{Control, Progress, Pulse, Stopped};
use std::fmt::Write;

/// Pixels of a step of cells that are no squares, for each pixel of the side of a square.
pub(super) const STEP: f64 = 1.5;

/// How wide lines around areas are, in steps, as in SVG, and those between open cells.
const LINE: f64 = 0.06;
const FAINT_LINE: f64 = 0.04;

/// Areas between two looks at the control.
const AREAS_PER_LOOK: usize = 1 << 8;

/// Width and height of a scene, each cell `cell` pixels wide and high.
pub(super) fn size(scene: &Scene, cell: u32) -> [u64; 2] {
    match scene.bounds() {
        Some([_, size]) => size.map(|extent| (extent * STEP * f64::from(cell)).ceil() as u64 + 2),
        None => [scene.cols(), scene.rows()].map(|count| side(count, cell)),
    }
}

/// The pixels of a cell, within `range`, with which the longer side of a scene has about so many.
pub(super) fn cell_within(scene: &Scene, longest: u32, range: [u32; 2]) -> u32 {
    let side = match scene.bounds() {
        Some([_, [width, height]]) => (STEP * width.max(height)).ceil() as u32,
        None => scene.rows().max(scene.cols()),
    };
    (longest / side.max(1)).clamp(range[0], range[1])
}

/// Pixels left of a scene and above it for what stands at its edge.
pub(super) fn margin(scene: &Scene, cell: u32) -> [u32; 2] {
    scene.edge(cell).margin
}

/// A scene, with what is painted of it, which is made once for all that is drawn and written.
pub(super) struct Painted<'a> {
    pub(super) scene: &'a Scene,
    painting: Option<Painting<'a>>,
    control: &'a Control,
}

impl<'a> Painted<'a> {
    /// What is painted of a scene, and if `sited`, where something can be written on it, all within the limits of `control`.
    ///
    /// # Errors
    /// When `control` says stop, or the picture does not fit the memory that it allows.
    pub(super) fn of(scene: &'a Scene, sited: bool, control: &'a Control) -> Result<Self, Stopped> {
        Ok(Painted { scene, painting: scene.painting(sited, control)?, control })
    }

    /// The same without room for other tilings of the board, unless the scene has been measured before.
    pub(super) fn cropped(self) -> Self {
        if let Some(painting) = self.painting.as_ref().filter(|_| self.scene.is_solid()) {
            self.scene.bounded(Some(painting.polygons.bounds()));
        }
        self
    }

    fn frame(&self, cell: u32) -> Result<Option<Frame<'_>>, Stopped> {
        let low = self.scene.measured(self.control)?.map_or([0.0; 2], |bounds| bounds[0]);
        let step = STEP * f64::from(cell);
        Ok(self.painting.as_ref().map(|painting| Frame { painting, low, step }))
    }

    /// What is written on it, each cell `cell` pixels wide and high, and beside it; by default pieces bear their names or not.
    ///
    /// # Errors
    /// When the control says stop.
    pub(super) fn notes(&self, cell: u32, usual: bool) -> Result<Notes, Stopped> {
        self.scene.notes(cell, self.frame(cell)?, usual, self.control)
    }

    /// Where the middles of these cells are, as far as they can be seen, in pixels from its corner.
    ///
    /// # Errors
    /// When the control says stop.
    pub(super) fn middles(&self, cell: u32, of: &[Cell]) -> Result<Vec<Point>, Stopped> {
        let seen = self.scene.seen(of, cell, self.frame(cell)?);
        Ok(seen.into_iter().map(|(at, _)| at).collect())
    }

    /// Draws it, with what is written on it and beside it, the corner of all that being here; returns the corner of the board.
    ///
    /// # Errors
    /// When the control says stop.
    pub(super) fn draw<S: Surface>(
        &self,
        [x, y]: [u32; 2],
        cell: u32,
        usual: bool,
        surface: &mut S,
    ) -> Result<[u32; 2], Stopped> {
        let notes = self.notes(cell, usual)?;
        let corner = [x + notes.margin[0], y + notes.margin[1]];
        surface.scene(corner[0], corner[1], cell, self)?;
        notes.draw(corner, surface);
        Ok(corner)
    }
}

/// Draws a scene as [`Painted::draw`] does, without limits.
pub(super) fn draw<S: Surface>(
    scene: &Scene,
    at: [u32; 2],
    cell: u32,
    usual: bool,
    surface: &mut S,
) -> [u32; 2] {
    let control = Control::default();
    let painted = Painted::of(scene, scene.has_notes(usual), &control);
    unstopped(painted.and_then(|painted| painted.draw(at, cell, usual, surface)))
}

/// Draws a scene and nothing beside it, without limits.
pub(super) fn bare<S: Surface>(scene: &Scene, [x, y]: [u32; 2], cell: u32, surface: &mut S) {
    let control = Control::default();
    let painted = Painted::of(scene, false, &control);
    unstopped(painted.and_then(|painted| surface.scene(x, y, cell, &painted)));
}

/// Judges the size of a picture of pixels.
///
/// # Errors
/// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
pub(super) fn judged([width, height]: [u64; 2]) -> Result<(), DrawError> {
    if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS {
        return Err(DrawError::TooLarge { width, height });
    }
    Ok(())
}

/// The elements of an SVG document; its `y` counts from the top of the page.
#[derive(Default)]
pub(super) struct Svg {
    pub(super) text: String,
    /// Where the band begins.
    pub(super) top: u32,
}

impl Svg {
    /// What a document of this size begins with.
    pub(super) fn head(width: u32, height: u32, title: Option<&str>, options: PictureOptions) -> String {
        let title = title.map(|title| format!("<title>{}</title>\n", escaped(title))).unwrap_or_default();
        let page = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n");
        let page = if options.is_transparent() { "" } else { &page };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             {title}{page}<g font-family=\"{FONT}\">\n"
        )
    }

    /// What it ends with.
    pub(super) const TAIL: &str = "</g>\n</svg>\n";

    /// The way along these points.
    fn path(&self, points: &[Point]) -> String {
        let mut path = String::new();
        for (mark, &[x, y]) in std::iter::once('M').chain(std::iter::repeat('L')).zip(points) {
            let _ = write!(path, "{mark}{} {}", number(x), number(y + f64::from(self.top)));
        }
        path
    }
}

/// What SVG says of a line.
fn stroke(pen: Pen) -> String {
    let dashes: Vec<String> = pen.dashes.iter().map(|&length| number(length)).collect();
    let dashes =
        if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{}\"", dashes.join(" ")) };
    format!(" stroke=\"{}\" stroke-width=\"{}\"{dashes}", hex(pen.colour), number(pen.width))
}

/// A colour as SVG writes it.
fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

impl Surface for Svg {
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour) {
        let y = y + self.top;
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            hex(colour)
        );
    }

    fn text(&mut self, place: Text, text: &str) {
        let anchor = match place.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        // A capital is about seven tenths of the size high.
        let _ = writeln!(
            self.text,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor} fill=\"{}\">{}</text>",
            place.x,
            self.top + place.y + font::HEIGHT * place.scale,
            10 * place.scale,
            hex(place.colour),
            escaped(text),
        );
    }

    fn line(&mut self, points: &[Point], pen: Pen) {
        let path = self.path(points);
        let _ = writeln!(self.text, "<path d=\"{path}\" fill=\"none\"{}/>", stroke(pen));
    }

    fn area(&mut self, points: &[Point], colour: Colour, pen: Option<Pen>) {
        let path = self.path(points);
        let stroke = pen.map(stroke).unwrap_or_default();
        let _ = writeln!(self.text, "<path d=\"{path}z\" fill=\"{}\"{stroke}/>", hex(colour));
    }

    fn scene(&mut self, x: u32, y: u32, cell: u32, painted: &Painted<'_>) -> Result<(), Stopped> {
        let (y, Painted { scene, control, .. }) = (y + self.top, painted);
        let bounds = scene.measured(control)?;
        if let Some((painting, [[left, top], _])) = painted.painting.as_ref().zip(bounds) {
            let step = STEP * f64::from(cell);
            let [left, top] = [f64::from(x) + 1.0 - left * step, f64::from(y) + 1.0 - top * step].map(number);
            let _ = writeln!(self.text, "<g transform=\"translate({left} {top}) scale({})\">", number(step));
            let pulse = Pulse::preparing(control);
            self.text.push_str(&painting.polygons.elements(&painting.colours, scene.grid, &pulse)?);
            self.text.push_str("</g>\n");
            return Ok(());
        }
        let _ = writeln!(self.text, "<g transform=\"translate({x} {y}) scale({cell})\">");
        self.text.push_str(&scene.svg_shapes(control)?);
        self.text.push_str("</g>\n");
        Ok(())
    }
}

/// A band of pixels.
pub(super) struct Pixels<'a> {
    width: usize,
    buffer: Vec<u32>,
    inks: &'a mut Inks,
}

impl<'a> Pixels<'a> {
    /// An empty band.
    pub(super) fn new(width: u32, height: u32, inks: &'a mut Inks) -> Self {
        let page = inks.page();
        Pixels { width: width as usize, buffer: vec![page; width as usize * height as usize], inks }
    }

    /// The pixels, row by row.
    pub(super) fn finish(self) -> Vec<u32> {
        self.buffer
    }

    /// Covers this share of the pixel in this column and row, if there is one.
    fn cover(&mut self, [x, y]: [i64; 2], ink: u32, share: f32) {
        let width = self.width as i64;
        let at = usize::try_from(y * width + x).ok().filter(|_| (0..width).contains(&x));
        if let Some(pixel) = at.and_then(|at| self.buffer.get_mut(at)) {
            *pixel = self.inks.between(*pixel, ink, share);
        }
    }

    /// Paints polygons, the unit being `step` pixels and the origin here: areas without smoothing, so that every pixel is of one of
    /// them or of none, and then the lines around them, each once.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn paint(
        &mut self,
        painting: &Painting<'_>,
        grid: bool,
        [x, y]: Point,
        step: f64,
        control: &Control,
    ) -> Result<(), Stopped> {
        let (polygons, pulse) = (&painting.polygons, Pulse::preparing(control));
        let placed = |points: &Vec<Point>| -> Vec<Point> {
            points.iter().map(|point| [x + point[0] * step, y + point[1] * step]).collect()
        };
        let total = painting.colours.len() as u64;
        for cell in polygons.open() {
            pulse.beat()?;
            let corners = placed(&polygons.corners(cell));
            self.flat(std::slice::from_ref(&corners), GREY);
            if grid {
                let around: Vec<Point> = corners.iter().chain(corners.first()).copied().collect();
                self.line(&around, Pen::new(GRID, (FAINT_LINE * step).max(1.0)));
            }
        }
        for (done, (loops, &colour)) in
            polygons.loops(painting.colours.len(), &pulse)?.iter().zip(&painting.colours).enumerate()
        {
            if done % AREAS_PER_LOOK == 0 {
                control.check(Progress::Pieces { done: done as u64, total })?;
            }
            self.flat(&loops.iter().map(placed).collect::<Vec<_>>(), colour);
        }
        for line in polygons.outlines(&pulse)? {
            pulse.beats(line.len() as u64)?;
            self.line(&placed(&line), Pen::new(BLACK, (LINE * step).max(1.0)));
        }
        control.check(Progress::Pieces { done: total, total })
    }

    /// Fills what is within the loops, each pixel whose middle is.
    fn flat(&mut self, loops: &[Vec<Point>], colour: Colour) {
        let ink = self.inks.number(colour);
        let width = self.width as i64;
        smooth::rows(loops, |row, from, to| {
            let (from, to) = (from.clamp(0, width), to.clamp(0, width));
            let Ok(start) = usize::try_from(row * width + from) else { return };
            if let Some(pixels) = self.buffer.get_mut(start..start + (to - from).max(0) as usize) {
                pixels.fill(ink);
            }
        });
    }

    fn fill(&mut self, x: u32, y: u32, width: u32, height: u32, ink: u32) {
        for row in (y as usize..).take(height as usize) {
            let start = row * self.width + (x as usize).min(self.width);
            let end = row * self.width + (x as usize + width as usize).min(self.width);
            if let Some(row) = self.buffer.get_mut(start..end) {
                row.fill(ink);
            }
        }
    }
}

/// What `draw` draws on a page of this width and height, as a PNG file.
///
/// # Errors
/// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
pub(super) fn png(
    [width, height]: [u64; 2],
    options: PictureOptions,
    draw: impl FnOnce(&mut Pixels<'_>),
) -> Result<Vec<u8>, DrawError> {
    judged([width, height])?;
    let mut inks = Inks::of(options);
    let mut page = Pixels::new(width as u32, height as u32, &mut inks);
    draw(&mut page);
    let (page, mut file) = (page.finish(), Vec::new());
    let mut rows = page.chunks_exact(width as usize);
    write_rows(&mut file, width as u32, height as u32, &inks, |_, pixels| {
        pixels.extend_from_slice(rows.next().unwrap_or_default());
        Ok(())
    })?;
    Ok(file)
}

impl Surface for Pixels<'_> {
    fn rect(&mut self, x: u32, y: u32, width: u32, height: u32, colour: Colour) {
        let ink = self.inks.number(colour);
        self.fill(x, y, width, height, ink);
    }

    #[cfg(feature = "print")]
    fn text(&mut self, place: Text, text: &str) {
        let size = f64::from(font::HEIGHT * place.scale) / typeface::CAPITAL;
        let before = match place.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => (typeface::width(text) * size / 2.0).round(),
        };
        let base = f64::from(place.y + font::HEIGHT * place.scale);
        let ink = self.inks.number(place.colour);
        typeface::cover(text, size, [f64::from(place.x) - before, base], |x, y, share| {
            self.cover([x, y], ink, share);
        });
    }

    #[cfg(not(feature = "print"))]
    fn text(&mut self, place: Text, text: &str) {
        let width = font::width(text) * place.scale;
        let mut x = match place.anchor {
            Anchor::Start => place.x,
            Anchor::Middle => place.x.saturating_sub(width / 2),
        };
        let ink = self.inks.number(place.colour);
        for letter in text.chars() {
            for (row, bits) in font::glyph(letter).into_iter().enumerate() {
                for col in (0..5).filter(|col| bits & (16 >> col) != 0) {
                    let (left, top) = (x + col * place.scale, place.y + row as u32 * place.scale);
                    self.fill(left, top, place.scale, place.scale, ink);
                }
            }
            x += font::ADVANCE * place.scale;
        }
    }

    fn line(&mut self, points: &[Point], pen: Pen) {
        let ink = self.inks.number(pen.colour);
        for dash in smooth::dashes(points, pen.dashes) {
            smooth::line(&dash, pen.width, |at, share| self.cover(at, ink, share));
        }
    }

    fn area(&mut self, points: &[Point], colour: Colour, pen: Option<Pen>) {
        let ink = self.inks.number(colour);
        smooth::area(points, |at, share| self.cover(at, ink, share));
        if let Some(pen) = pen {
            let around: Vec<Point> = points.iter().chain(points.first()).copied().collect();
            self.line(&around, pen);
        }
    }

    fn scene(&mut self, x: u32, y: u32, cell: u32, painted: &Painted<'_>) -> Result<(), Stopped> {
        let Painted { scene, control, .. } = painted;
        let bounds = scene.measured(control)?;
        if let Some((painting, [low, _])) = painted.painting.as_ref().zip(bounds) {
            let step = STEP * f64::from(cell);
            let origin = [f64::from(x) + 1.0 - low[0] * step, f64::from(y) + 1.0 - low[1] * step];
            return self.paint(painting, scene.grid, origin, step, control);
        }
        let raster = Raster::new(scene, cell, self.inks);
        let (mut row, height) = (Vec::new(), side(scene.rows(), cell));
        for line in 0..height as usize {
            if !raster.repeats(line) {
                control.check(Progress::Rows { done: line as u64, total: height })?;
                row.clear();
                raster.row(line, &mut row);
            }
            let start = (y as usize + line) * self.width + x as usize;
            if let Some(pixels) = self.buffer.get_mut(start..start + row.len()) {
                pixels.copy_from_slice(&row);
            }
        }
        Ok(())
    }
}
