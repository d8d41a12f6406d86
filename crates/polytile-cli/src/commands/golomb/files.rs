//! Boards in files, and as JSON: written as they are made.

use super::{Ask, refused, unwritten};
use crate::failure::Failure;
use crate::output::{Unwritten, stream_file, write_file};
use polytile::ask::golomb::drawable;
use polytile::draw::{DrawError, Gif, NumberedWindow, PictureOptions};
use polytile::golomb::{Board, Coordinate, Look, VectorLook, Window};
use polytile::run::Progress;
use std::io::{BufWriter, Write};
use std::time::Duration;

/// The least length of the longer side of an animation in pixels, unless the size of a cell is given.
const GIF_SIDE: u64 = 512;

/// Bytes that a pixel of an animation takes.
const GIF_BYTES: u64 = 5;

/// How long a step of an animation is shown, and the last one.
const STEP: Duration = Duration::from_millis(900);
const LAST: Duration = Duration::from_secs(3);

impl Ask<'_> {
    /// Whether the files asked for can be made.
    pub(super) fn judge_files<C: Coordinate>(
        &self,
        board: &Board<C>,
        window: Option<&Window<C>>,
    ) -> Result<(), Failure> {
        let files = &self.args.files;
        if files.coordinates {
            return self.numbered(drawable(window, board)?).map(drop);
        }
        if files.svg.is_some() && !files.nested {
            self.allowed("the SVG file", drawable(window, board)?.svg_bytes())?;
        }
        if files.png.is_some() {
            let bytes = drawable(window, board)?.png_bytes(self.look, &self.run.control).map_err(refused)?;
            self.allowed("the PNG file", bytes as f64)?;
        }
        if files.gif.is_some() {
            let window = drawable(window, board)?;
            let begun = self.moving(window).and_then(|look| self.begin(window, look, std::io::sink()));
            begun.map_err(|why| match why {
                Unwritten::Unmade(failure) => failure,
                Unwritten::Refused(error) => error.into(),
            })?;
        }
        Ok(())
    }

    /// Writes the files asked for.
    pub(super) fn files<C: Coordinate>(
        &self,
        board: &Board<C>,
        window: Option<&Window<C>>,
    ) -> Result<(), Failure> {
        let (files, control) = (&self.args.files, &self.run.control);
        if files.coordinates {
            let picture = self.numbered(drawable(window, board)?)?;
            if let Some(path) = &files.svg {
                write_file(path, picture.svg(control).map_err(undrawn)?.as_bytes())?;
            }
            if let Some(path) = &files.png {
                write_file(path, &picture.png(control).map_err(undrawn)?)?;
            }
            if let Some(path) = &files.gif {
                write_file(path, &picture.gif(Vec::new(), [STEP, LAST], control).map_err(undrawn)?)?;
            }
            return Ok(());
        }
        let (colouring, scale, transparent) = (self.look.colouring(), files.scale, files.transparent);
        let vector = VectorLook { colouring, scale, transparent };
        if let Some(path) = &files.svg {
            if files.nested {
                stream_file(path, |out| board.svg_nested(vector, out).map_err(unwritten))?;
            } else {
                let window = drawable(window, board)?;
                stream_file(path, |out| window.svg(vector, control, out).map_err(unwritten))?;
            }
        }
        if let Some(path) = &files.png {
            let window = drawable(window, board)?;
            stream_file(path, |out| window.png(self.look, control, out).map_err(unwritten))?;
        }
        if let Some(path) = &files.gif {
            let window = drawable(window, board)?;
            stream_file(path, |out| self.gif(window, out))?;
        }
        Ok(())
    }

    /// A picture with coordinates.
    fn numbered<'w, C: Coordinate>(&self, window: &'w Window<C>) -> Result<NumberedWindow<'w, C>, Failure> {
        let files = &self.args.files;
        let options = PictureOptions::default().transparent(files.transparent);
        let options = files.scale.map_or(Ok(options), |scale| options.cell(scale)).map_err(undrawn)?;
        NumberedWindow::new(window, self.look.colouring(), options, &self.run.control).map_err(undrawn)
    }

    /// How an animation looks.
    fn moving<C: Coordinate>(&self, window: &Window<C>) -> Result<Look, Unwritten> {
        if self.args.files.scale.is_some() {
            return Ok(self.look);
        }
        let side = window.rows_len().max(window.cols_len());
        let scale = (GIF_SIDE / side).clamp(self.look.scale().into(), 64);
        Look::new(self.look.colouring(), scale as u32).map_err(unwritten)
    }

    /// Begins an animation.
    fn begin<C: Coordinate, W: Write>(
        &self,
        window: &Window<C>,
        look: Look,
        out: W,
    ) -> Result<Gif<W>, Unwritten> {
        // A side too long for a number is too long for the format too, whose error says so.
        let side = |pixels: u64| u32::try_from(pixels).unwrap_or(u32::MAX);
        let (width, height) = window.step_size(look).map_err(unwritten)?;
        let gif = Gif::new(out, side(width), side(height), &window.step_palette(look));
        let gif = gif.map_err(unanimated)?;
        // It is begun only if it does not have too many pixels.
        let needed = width.saturating_mul(height).saturating_mul(GIF_BYTES);
        self.run.control.reserve(needed, "this animation").map_err(|e| Unwritten::Unmade(e.into()))?;
        Ok(gif)
    }

    /// Writes the induction as an animation: a picture for each level that the window has, the largest piece first.
    fn gif<C: Coordinate>(&self, window: &Window<C>, out: &mut dyn Write) -> Result<(), Unwritten> {
        let look = self.moving(window)?;
        let mut gif = self.begin(window, look, out)?;
        let levels: Vec<u32> = window.steps().collect();
        let total = levels.len() as u64;
        for (done, &level) in (0..).zip(&levels) {
            let progress = Progress::Levels { done, total, states: 0 };
            self.run.control.check(progress).map_err(|e| Unwritten::Unmade(e.into()))?;
            let pixels = window.step(look, level, &self.run.control).map_err(unwritten)?;
            gif.picture(&pixels, if done + 1 == total { LAST } else { STEP }).map_err(unanimated)?;
        }
        gif.finish().map(drop).map_err(unanimated)
    }

    /// Whether the pieces can be printed.
    pub(super) fn judge_json<C: Coordinate>(&self, window: &Window<C>) -> Result<(), Failure> {
        let digits = f64::from(window.board().order() * 3 / 10 + 1);
        let pieces = window.rows_len() as f64 * window.cols_len() as f64 / 3.0;
        self.allowed("the JSON text", pieces * (55.0 + 6.0 * (digits + 1.0)))
    }

    /// Prints the pieces, level by level.
    pub(super) fn json<C: Coordinate>(&self, window: &Window<C>) -> Result<(), Failure> {
        self.run.hide_from_answer();
        let mut out = BufWriter::new(std::io::stdout().lock());
        self.question.write(window, self.seed, &self.run.control, &mut out).map_err(refused)?;
        out.flush()?;
        Ok(())
    }
}

/// Why there is no picture with coordinates.
fn undrawn(error: DrawError) -> Failure {
    match error {
        DrawError::Stopped(stopped) => stopped.into(),
        error @ (DrawError::Cell { .. } | DrawError::Coordinates { .. }) => Failure::usage(
            error.to_string(),
            "choose another --scale or --window, or leave out --coordinates",
        ),
        error => Failure::limit(
            error.to_string(),
            "leave out --coordinates, choose another --scale, or --window R,C,ROWS,COLS for a part of the board",
        ),
    }
}

fn unanimated(error: DrawError) -> Unwritten {
    match error {
        DrawError::Unwritten { error, .. } => Unwritten::Refused(error),
        DrawError::Colours => Unwritten::Unmade(Failure::limit(
            error.to_string(),
            "leave out --levels, which takes a colour for each level",
        )),
        error => Unwritten::Unmade(Failure::limit(
            error.to_string(),
            "choose a smaller --scale, or --window R,C,ROWS,COLS for a part of the board",
        )),
    }
}
