//! Boards in files, and as JSON: written as they are made.

use super::{Ask, refused, unwritten};
use crate::failure::Failure;
use crate::output::{Unwritten, stream_file, write_file};
use crate::values::YesNo;
use polytile::ask::golomb::{drawable, undrawn};
use polytile::draw::{DrawError, Induction, PictureOptions, WrittenWindow};
use polytile::golomb::{Board, Coordinate, VectorLook, Window};
use std::io::{BufWriter, Write};

impl Ask<'_> {
    /// Whether the files asked for can be made.
    pub(super) fn judge_files<C: Coordinate>(
        &self,
        board: &Board<C>,
        window: Option<&Window<C>>,
    ) -> Result<(), Failure> {
        let files = &self.args.files;
        if files.is_written() {
            return self.written(drawable(window, board)?).map(drop);
        }
        if files.svg.is_some() && !files.nested {
            self.allowed("the SVG file", drawable(window, board)?.svg_bytes())?;
        }
        if files.png.is_some() {
            let bytes = drawable(window, board)?.png_bytes(self.look, &self.run.control).map_err(refused)?;
            self.allowed("the PNG file", bytes as f64)?;
        }
        if files.gif.is_some() {
            self.induction(drawable(window, board)?)?.judge(&self.run.control).map_err(unwritable)?;
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
        if files.is_written() {
            let picture = self.written(drawable(window, board)?)?;
            if let Some(path) = &files.svg {
                write_file(path, picture.svg(control).map_err(unwritable)?.as_bytes())?;
            }
            if let Some(path) = &files.png {
                write_file(path, &picture.png(control).map_err(unwritable)?)?;
            }
            if let Some(path) = &files.gif {
                write_file(path, &picture.gif(Vec::new(), control).map_err(unwritable)?)?;
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
            let shown = self.induction(drawable(window, board)?)?;
            stream_file(path, |out| match shown.gif(control, out) {
                Err(DrawError::Unwritten { error, .. }) => Err(Unwritten::Refused(error)),
                made => made.map(drop).map_err(|error| Unwritten::Unmade(unwritable(error))),
            })?;
        }
        Ok(())
    }

    /// A picture with something written on it.
    fn written<'w, C: Coordinate>(&self, window: &'w Window<C>) -> Result<WrittenWindow<'w, C>, Failure> {
        let files = &self.args.files;
        let labels = files.labels.is_some_and(YesNo::allows);
        let options = PictureOptions::default().coordinates(files.coordinates).labels(labels);
        let options = options.transparent(files.transparent);
        let options = files.scale.map_or(Ok(options), |scale| options.cell(scale)).map_err(unwritable)?;
        WrittenWindow::new(window, self.look.colouring(), options, &self.run.control).map_err(unwritable)
    }

    /// The induction, as an animation shows it.
    fn induction<'w, C: Coordinate>(&self, window: &'w Window<C>) -> Result<Induction<'w, C>, Failure> {
        Induction::new(window, self.look, self.args.files.scale.is_some()).map_err(unwritable)
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

/// The failure of a picture that the library draws.
fn unwritable(error: DrawError) -> Failure {
    undrawn(error).into()
}
