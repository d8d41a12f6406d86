//! Pictures that move, as GIF.
//!
//! In: pictures of one size, as rows of palette numbers or as scenes, and how long each is shown. Out: an animated GIF,
//! written as the pictures come. Only the smallest rectangle that holds the changes of a picture is stored, and in it
//! only what changed (the rest is transparent, and long runs of one number compress well); a picture that changes
//! nothing prolongs the one before. Cost: linear in the pixels; memory: two bytes per pixel, however many pictures.

use super::error::{DrawError, MAX_CELL, MAX_COLOURS, MAX_FRAME, MIN_CELL};
use super::raster::Inks;
use super::surface::{self, Anchor, Pixels, Surface, Text};
use super::{PALETTE, Scene, font};
use crate::pieces::Colour;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::io::Write;
use std::time::Duration;

/// An animation of indexed pictures, which repeats for ever.
///
/// ```
/// use polytile::draw::Gif;
/// use std::time::Duration;
/// let mut gif = Gif::new(Vec::new(), 2, 2, &[[0, 0, 0], [255, 255, 255]])?;
/// gif.picture(&[0, 0, 0, 0], Duration::from_millis(500))?;
/// gif.picture(&[0, 0, 0, 1], Duration::from_millis(500))?;
/// let file = gif.finish()?;
/// assert!(file.starts_with(b"GIF89a"));
/// # Ok::<(), polytile::draw::DrawError>(())
/// ```
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    width: usize,
    height: usize,
    palette: Vec<Colour>,
    /// Colours of the palette that stands at the head of the file; later ones go with the pictures that need them.
    shared: usize,
    /// The pixels of the last picture.
    shown: Vec<u8>,
    /// The last picture as it will be stored, once it is known how long it is shown.
    pending: Option<(Frame<'static>, Duration)>,
}

impl<W: Write> Gif<W> {
    /// Begins an animation of `width` x `height` pixels in the colours of `palette`.
    ///
    /// # Errors
    /// [`DrawError::Animation`] when a side is 0 or longer than 65535 or there are more than 2^26 pixels, [`DrawError::Colours`]
    /// beyond 255 colours, and [`DrawError::Unwritten`].
    pub fn new(out: W, width: u32, height: u32, palette: &[Colour]) -> Result<Self, DrawError> {
        let pixels = u64::from(width) * u64::from(height);
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(DrawError::Animation { width: width.into(), height: height.into() });
        };
        if pixels == 0 || pixels > MAX_FRAME {
            return Err(DrawError::Animation { width: width.into(), height: height.into() });
        }
        if palette.len() > MAX_COLOURS {
            return Err(DrawError::Colours);
        }
        let mut encoder = Encoder::new(out, w, h, &table(palette)).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Gif {
            encoder,
            width: width as usize,
            height: height as usize,
            palette: palette.to_vec(),
            shared: palette.len(),
            shown: Vec::new(),
            pending: None,
        })
    }

    /// Continues with a longer palette, which begins with the one so far.
    fn extend(&mut self, palette: &[Colour]) -> Result<(), DrawError> {
        if palette.len() > MAX_COLOURS {
            return Err(DrawError::Colours);
        }
        self.palette.extend_from_slice(&palette[self.palette.len()..]);
        Ok(())
    }

    /// Adds the next picture: its pixels row by row, numbers of the palette, shown for `time`.
    ///
    /// The format counts hundredths of a second, and times are rounded to them; many players show what is shorter than
    /// two of them for ten.
    ///
    /// # Errors
    /// [`DrawError::Differs`] and [`DrawError::NoColour`] when the picture is not one of this animation's, and
    /// [`DrawError::Unwritten`].
    pub fn picture(&mut self, pixels: &[u8], time: Duration) -> Result<(), DrawError> {
        let (width, height) = (self.width, self.height);
        let expected = width * height;
        if pixels.len() != expected {
            return Err(DrawError::Differs { found: pixels.len(), expected });
        }
        let count = self.palette.len();
        if let Some(&number) = pixels.iter().find(|&&p| usize::from(p) >= count) {
            return Err(DrawError::NoColour { number, count });
        }
        let Some((_, pending)) = &mut self.pending else {
            self.shown.extend_from_slice(pixels);
            self.pending = Some((self.frame([0, 0, width, height], pixels.to_vec(), None), time));
            return Ok(());
        };
        let Some(changed @ [left, top, wide, high]) = changed(&self.shown, pixels, width) else {
            *pending = pending.saturating_add(time);
            return Ok(());
        };
        self.flush()?;
        let clear = count as u8;
        let mut kept = Vec::with_capacity(wide * high);
        for row in top..top + high {
            let row = row * width + left..row * width + left + wide;
            let (new, old) = (&pixels[row.clone()], &mut self.shown[row]);
            kept.extend(new.iter().zip(old.iter()).map(|(new, old)| if new == old { clear } else { *new }));
            old.copy_from_slice(new);
        }
        self.pending = Some((self.frame(changed, kept, Some(clear)), time));
        Ok(())
    }

    /// Ends the animation, and returns what it was written to.
    ///
    /// # Errors
    /// [`DrawError::Unwritten`].
    pub fn finish(mut self) -> Result<W, DrawError> {
        self.flush()?;
        let mut out = self.encoder.into_inner().map_err(failed)?;
        out.flush().map_err(unwritten)?;
        Ok(out)
    }

    fn frame(
        &self,
        [left, top, width, height]: [usize; 4],
        pixels: Vec<u8>,
        clear: Option<u8>,
    ) -> Frame<'static> {
        // Sides are at most 65535.
        Frame {
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            buffer: pixels.into(),
            transparent: clear,
            palette: (self.palette.len() > self.shared).then(|| table(&self.palette)),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        }
    }

    /// Writes the last picture.
    fn flush(&mut self) -> Result<(), DrawError> {
        let Some((mut frame, time)) = self.pending.take() else { return Ok(()) };
        let mut hundredths = time.saturating_add(Duration::from_millis(5)).as_millis() / 10;
        loop {
            frame.delay = u16::try_from(hundredths).unwrap_or(u16::MAX);
            self.encoder.write_frame(&frame).map_err(failed)?;
            hundredths -= u128::from(frame.delay);
            if hundredths == 0 {
                return Ok(());
            }
            // Longer than one picture can be shown: then one pixel of it is drawn once more.
            let first = frame.buffer.first().copied().unwrap_or(0);
            frame = Frame { width: 1, height: 1, buffer: vec![first].into(), ..frame };
        }
    }
}

fn failed(error: EncodingError) -> DrawError {
    match error {
        EncodingError::Io(error) => unwritten(error),
        error => DrawError::Unencoded { what: "animation", why: error.to_string() },
    }
}

fn unwritten(error: std::io::Error) -> DrawError {
    DrawError::Unwritten { what: "animation", error }
}

/// The palette with one more colour, whose number stands for what does not change.
fn table(palette: &[Colour]) -> Vec<u8> {
    let mut table = palette.concat();
    table.extend([0; 3]);
    table
}

/// Left, top, width and height of the smallest rectangle with all the changes, if there are any.
fn changed(old: &[u8], new: &[u8], width: usize) -> Option<[usize; 4]> {
    let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
    for (row, (old, new)) in old.chunks_exact(width).zip(new.chunks_exact(width)).enumerate() {
        if old == new {
            continue;
        }
        let differs = |col: &usize| old[*col] != new[*col];
        let first = (0..width).find(differs).unwrap_or(0);
        let last = (0..width).rfind(differs).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last));
        (top, bottom) = (top.min(row), row);
    }
    (top <= bottom && left <= right).then(|| [left, top, right + 1 - left, bottom + 1 - top])
}

/// An animation of scenes on one board.
///
/// The steps of a search, say: [`Scene`]s of tilings that need not be complete; cells that no piece covers are grey.
///
/// ```
/// use polytile::draw::{Animation, Scene};
/// # use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, tiling::{Laid, Tiling}};
/// use std::time::Duration;
/// # let laid = |cols: [u32; 2]| Laid { piece: 0, cells: cols.map(|c| polytile::board::Cell::new(0, c)).to_vec() };
/// let problem = Problem::new(Region::rectangle(1, 4)?, PieceSet::all(2, Freedom::Free));
/// let steps = [vec![], vec![laid([0, 1])], vec![laid([0, 1]), laid([2, 3])]];
/// let mut animation = Animation::new(Vec::new(), &Scene::new(&problem, &Tiling::default()))?;
/// for step in steps {
///     animation.scene(&Scene::new(&problem, &Tiling::new(step)), Duration::from_millis(200))?;
/// }
/// assert!(animation.finish()?.len() < 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Animation<W: Write> {
    gif: Gif<W>,
    cell: u32,
    inks: Inks,
    frame: Frames,
}

/// Where things are on every picture of an animation.
struct Frames {
    /// Of the board, with what stands beside it.
    board: [u64; 2],
    /// The corner of that.
    corner: [u32; 2],
    /// Pixels per pixel of a letter of a title; none without titles.
    title: Option<u32>,
}

/// Pixels between a title and what is around it.
const GAP: u32 = 6;

impl<W: Write> Animation<W> {
    /// Begins an animation of scenes as large as `model`, which is not its first picture yet, with cells of a size that
    /// keeps the longer side near 640 pixels, but within 3 to 40 pixels each, unless the options of `model` say otherwise.
    ///
    /// # Errors
    /// As [`Animation::with_cell`].
    pub fn new(out: W, model: &Scene) -> Result<Self, DrawError> {
        let usual = || surface::cell_within(model, 640, [MIN_CELL, 40]);
        Self::with_cell(out, model, model.options.cell_or(usual))
    }

    /// Begins an animation of scenes as large as `model`, each cell `cell` pixels wide and high. If `model` has a title, there is
    /// room for those of all pictures, up to its length at least.
    ///
    /// # Errors
    /// [`DrawError::Cell`] when `cell` is not within 3 to 256, and as [`Gif::new`].
    pub fn with_cell(out: W, model: &Scene, cell: u32) -> Result<Self, DrawError> {
        if !(MIN_CELL..=MAX_CELL).contains(&cell) {
            return Err(DrawError::Cell { cell });
        }
        let board = extent(model, cell);
        let mut inks = Inks::default();
        // A palette would not hold the tones of all colours that there are.
        let own = model.shapes().iter().map(|shape| shape.colour).filter(|_| model.is_solid());
        let all = PALETTE.into_iter().filter(|_| !model.is_solid());
        inks.of_scene(model, all.chain(own));
        let smooth = model.title.is_some() || model.is_of_polygons() || model.has_notes(false);
        if smooth {
            inks.complete(MAX_COLOURS);
        }
        let needed = |scale: u32, title: &str| u64::from(scale * font::width(title) + 2 * GAP);
        let title = model.title.as_deref().map(|title| if needed(2, title) <= board[0] { 2 } else { 1 });
        let wide = title.zip(model.title.as_deref()).map_or(0, |(scale, title)| needed(scale, title));
        let head = title.map_or(0, |scale| scale * font::HEIGHT + 2 * GAP);
        let (width, height) = (wide.max(board[0]), u64::from(head) + board[1]);
        let pixels = |side: u64| u32::try_from(side).map_err(|_| DrawError::Animation { width, height });
        let gif = Gif::new(out, pixels(width)?, pixels(height)?, inks.list())?;
        let frame = Frames { board, corner: [((width - board[0]) / 2) as u32, head], title };
        Ok(Animation { gif, cell, inks, frame })
    }

    /// Adds the next scene, shown for `time`.
    ///
    /// # Errors
    /// [`DrawError::Differs`] when it is not of the size of the model, [`DrawError::Colours`] when all scenes together have
    /// more than 255 colours, lines and empty cells included, and [`DrawError::Unwritten`].
    pub fn scene(&mut self, scene: &Scene, time: Duration) -> Result<(), DrawError> {
        let found = extent(scene, self.cell);
        if found != self.frame.board {
            let pixels = |[width, height]: [u64; 2]| (width * height) as usize;
            return Err(DrawError::Differs { found: pixels(found), expected: pixels(self.frame.board) });
        }
        let (width, height) = (self.gif.width as u32, self.gif.height as u32);
        let mut page = Pixels::new(width, height, &mut self.inks);
        surface::draw(scene, self.frame.corner, self.cell, false, &mut page);
        if let Some((scale, title)) = self.frame.title.zip(scene.title.as_deref()) {
            page.text(Text { anchor: Anchor::Middle, ..Text::at(width / 2, GAP, scale) }, title);
        }
        let page = page.finish();
        self.gif.extend(self.inks.list())?;
        // There are at most 255 inks.
        let pixels: Vec<u8> = page.into_iter().map(|ink| ink as u8).collect();
        self.gif.picture(&pixels, time)
    }

    /// Ends the animation, and returns what it was written to.
    ///
    /// # Errors
    /// [`DrawError::Unwritten`].
    pub fn finish(self) -> Result<W, DrawError> {
        self.gif.finish()
    }
}

/// Width and height of a scene with what stands beside it.
fn extent(scene: &Scene, cell: u32) -> [u64; 2] {
    let margin = surface::margin(scene, cell);
    let [width, height] = surface::size(scene, cell);
    [u64::from(margin[0]) + width, u64::from(margin[1]) + height]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Lattice, Region};
    use crate::draw::{PictureOptions, View};
    use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
    use crate::problem::Problem;
    use crate::tiling::{Laid, Tiling};
    use proptest::prelude::*;

    #[test]
    fn sixty_colours_of_solid_bodies_fit_a_palette() {
        let region = Region::full(Lattice::Cube, [1, 1, 60]).unwrap();
        let single = Polyform::on(Lattice::Cube, [region.cells().next().unwrap()]).unwrap();
        let piece = |number: u8| Piece {
            colour: Some([4 * number, 200 - number, 100]),
            ..Piece::new(number.to_string(), &single, Freedom::Free, Copies::exactly(1))
        };
        let laid =
            region.cells().enumerate().map(|(piece, cell)| Laid { piece, cells: vec![cell] }).collect();
        let problem = Problem::new(region, PieceSet::new((0..60).map(piece).collect()));
        let options = PictureOptions::default().view(View::Isometric);
        let scene = |tiling: &Tiling| Scene::by_piece(&problem, tiling).with_options(options);
        let mut animation = Animation::new(Vec::new(), &scene(&Tiling::default())).unwrap();
        let last = scene(&Tiling::new(laid));
        animation.scene(&last, Duration::from_secs(1)).unwrap();
        assert!(animation.finish().is_ok());
    }

    /// Every picture as a player shows it, in colours, and for how many hundredths of a second.
    fn played(file: &[u8]) -> Vec<(Vec<Colour>, u16)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let width = decoder.width() as usize;
        let mut screen = vec![[0; 3]; width * decoder.height() as usize];
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (i, pixel) in frame.buffer.chunks(4).enumerate() {
                let (row, col) = (i / frame.width as usize, i % frame.width as usize);
                if pixel[3] > 0 {
                    let at = (row + frame.top as usize) * width + col + frame.left as usize;
                    screen[at].copy_from_slice(&pixel[..3]);
                }
            }
            pictures.push((screen.clone(), frame.delay));
        }
        pictures
    }

    #[test]
    fn only_changes_are_stored() {
        let mut gif = Gif::new(Vec::new(), 100, 100, &PALETTE).unwrap();
        let mut pixels = vec![0; 10_000];
        gif.picture(&pixels, Duration::from_secs(1)).unwrap();
        for i in 0..50 {
            pixels[i * 101] = 3;
            gif.picture(&pixels, Duration::from_secs(1)).unwrap();
        }
        let file = gif.finish().unwrap();
        // 18 bytes of headers, some data and an end for each of the pictures.
        assert!(file.len() < 50 * 24 + 400, "{}", file.len());
        assert_eq!(
            played(&file).last().unwrap().0,
            pixels.iter().map(|&p| PALETTE[p as usize]).collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_does_not_change_is_shown_longer() {
        let mut gif = Gif::new(Vec::new(), 1, 2, &PALETTE).unwrap();
        for time in [5, 6, 7] {
            gif.picture(&[1, 2], Duration::from_millis(10 * time)).unwrap();
        }
        gif.picture(&[1, 0], Duration::from_secs(1000)).unwrap();
        let pictures = played(&gif.finish().unwrap());
        assert_eq!(pictures.iter().map(|p| p.1).collect::<Vec<_>>(), [18, 65535, 34465]);
        assert_eq!(pictures[1].0, pictures[2].0);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let error = |result: Result<(), DrawError>| result.unwrap_err().to_string();
        let mut gif = Gif::new(Vec::new(), 2, 1, &PALETTE).unwrap();
        insta::assert_snapshot!(error(gif.picture(&[0], Duration::ZERO)), @"a picture of 1 pixels does not fit an animation of 2: all must be of one size");
        insta::assert_snapshot!(error(gif.picture(&[0, 36], Duration::ZERO)), @"a pixel has colour number 36, but there are 36 colours");
        let refused =
            |width, height| Gif::new(Vec::new(), width, height, &PALETTE).err().unwrap().to_string();
        insta::assert_snapshot!(refused(0, 9), @"an animation of 0x9 pixels cannot be made: sides go from 1 to 65535, and pixels up to 67108864");
        insta::assert_snapshot!(refused(9000, 9000), @"an animation of 9000x9000 pixels cannot be made: sides go from 1 to 65535, and pixels up to 67108864");
        insta::assert_snapshot!(refused(1, 65536), @"an animation of 1x65536 pixels cannot be made: sides go from 1 to 65535, and pixels up to 67108864");
        assert!(matches!(Gif::new(Vec::new(), 1, 1, &[[0; 3]; 256]), Err(DrawError::Colours)));
    }

    proptest! {
        #[test]
        fn players_show_what_was_put_in(
            width in 1_usize..7,
            pictures in prop::collection::vec(prop::collection::vec(0_u8..4, 24), 1..8),
            late in 0_usize..8,
        ) {
            let height = 24 / width;
            let mut gif = Gif::new(Vec::new(), width as u32, height as u32, &PALETTE[..4]).unwrap();
            let mut expected: Vec<Vec<Colour>> = Vec::new();
            for (i, picture) in pictures.iter().enumerate() {
                let mut picture = picture[..width * height].to_vec();
                if i == late {
                    gif.extend(&PALETTE).unwrap();
                    picture[0] = 6;
                }
                gif.picture(&picture, Duration::from_millis(100)).unwrap();
                expected.push(picture.iter().map(|&p| PALETTE[p as usize]).collect());
            }
            expected.dedup();
            let played: Vec<_> = played(&gif.finish().unwrap()).into_iter().map(|p| p.0).collect();
            prop_assert_eq!(played, expected);
        }
    }
}
