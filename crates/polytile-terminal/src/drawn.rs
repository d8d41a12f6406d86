//! Pictures written into files, each complete or absent.
//!
//! In: the files, how pictures are to look, and a scene, weights, heat maps, a film or tilings for a sheet. Out: the files; several
//! pictures get numbers in their names. A format is added here, for all that is drawn.

use crate::failure::Failure;
use crate::output::{Unwritten, numbered, stream_file, write_file};
use polytile::draw::classes::{ClassGraph, Gallery, Scatter, ShapeTable};
use polytile::draw::shelf::Shelf;
use polytile::draw::{
    ColourBy, DrawError, Film, Grids, Heat, Nodes, PictureOptions, Profile, Scene, Sheet, Weights,
};
use polytile::problem::Problem;
use polytile::run::{Control, Progress};
use polytile::tiling::Tiling;
use std::path::PathBuf;

/// The files of a picture, and how it looks.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The file in SVG, if there is to be one.
    pub svg: Option<PathBuf>,
    /// The file in PNG, if there is to be one.
    pub png: Option<PathBuf>,
    /// How it looks.
    pub options: PictureOptions,
}

/// A picture that is made in one go.
pub trait Picture {
    /// The picture drawn as these options say.
    #[must_use]
    fn look(&self, options: PictureOptions) -> Self;
    /// As SVG.
    fn svg(&self) -> String;
    /// As PNG.
    ///
    /// # Errors
    /// When it would be too large.
    fn png(&self) -> Result<Vec<u8>, DrawError>;
}

macro_rules! pictures {
    ($($kind:ty),+) => {$(
        impl Picture for $kind {
            fn look(&self, options: PictureOptions) -> Self {
                self.clone().with_options(options)
            }

            fn svg(&self) -> String {
                self.svg()
            }

            fn png(&self) -> Result<Vec<u8>, DrawError> {
                self.png()
            }
        }
    )+};
}

pictures!(
    Weights<'_>,
    Heat<'_>,
    Film<'_>,
    Grids,
    Shelf,
    Gallery<'_>,
    Nodes<'_>,
    Profile<'_>,
    Scatter,
    ShapeTable
);

impl Drawn {
    /// These for the `number`-th of several pictures, which gets its number in the names of its files.
    #[must_use]
    pub fn numbered(&self, number: Option<u64>) -> Self {
        let name = |file: &Option<PathBuf>| file.as_ref().map(|path| numbered(path, number));
        Drawn { svg: name(&self.svg), png: name(&self.png), options: self.options }
    }

    /// Writes the pictures of `scene`, and hands it back.
    ///
    /// # Errors
    /// When `control` says stop, a picture would be too large, or one cannot be written.
    pub fn write_scene(&self, scene: Scene, control: &Control) -> Result<Scene, Failure> {
        let scene = scene.with_options(self.options);
        if let Some(path) = &self.svg {
            write_file(path, watched(control, || scene.svg_within(control))?.as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_file(path, &watched(control, || scene.png_within(control)).map_err(undrawn)?)?;
        }
        Ok(scene)
    }

    /// Writes the pictures of a sheet of `count` tilings of `problem`.
    ///
    /// # Errors
    /// As [`Drawn::write_scene`].
    pub fn write_sheet<T: Iterator<Item = Tiling>>(
        &self,
        problem: &Problem,
        count: usize,
        tilings: impl Fn() -> T,
        title: Option<&str>,
        colour_by: Option<ColourBy>,
        control: &Control,
    ) -> Result<(), Failure> {
        // What was found before a limit ended the search is drawn all the same.
        let has_ended = control.check(Progress::Preparation { steps: 0 }).is_err();
        let within = if has_ended { Control::default() } else { control.clone() };
        let sheet = Sheet::new(problem, count).with_options(self.options).within(&within);
        let sheet = if let Some(title) = title { sheet.titled(title) } else { sheet };
        let sheet = if let Some(by) = colour_by { sheet.coloured_by(by) } else { sheet };
        let unwritten = |e: DrawError| match e {
            DrawError::Unwritten { error, .. } => Unwritten::Refused(error),
            DrawError::Stopped(stopped) => Unwritten::Unmade(stopped.into()),
            e => {
                Unwritten::Unmade(Failure::usage(e.to_string(), "draw fewer, as with --limit 100, or an SVG"))
            }
        };
        if let Some(path) = &self.svg {
            let write =
                || stream_file(path, |mut out| sheet.write_svg(tilings(), &mut out).map_err(unwritten));
            watched(control, write)?;
        }
        if let Some(path) = &self.png {
            // The encoder does not tell an error of the file from one of its own.
            let mut png = Vec::new();
            stream_file(path, |out| {
                watched(control, || sheet.write_png(tilings(), &mut png)).map_err(unwritten)?;
                Ok(out.write_all(&png)?)
            })?;
        }
        Ok(())
    }

    /// Writes the graph of a class.
    ///
    /// # Errors
    /// As [`Drawn::write_scene`].
    pub fn write_graph(&self, graph: ClassGraph<'_>, control: &Control) -> Result<(), Failure> {
        let graph = graph.with_options(self.options);
        if let Some(path) = &self.svg {
            write_file(path, watched(control, || graph.svg(control))?.as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_file(path, &watched(control, || graph.png(control)).map_err(undrawn)?)?;
        }
        Ok(())
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// When it would be too large, or a file cannot be written.
    pub fn write(&self, picture: &impl Picture, control: &Control) -> Result<(), Failure> {
        let picture = picture.look(self.options);
        if let Some(path) = &self.svg {
            write_file(path, watched(control, || picture.svg()).as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_file(path, &watched(control, || picture.png()).map_err(undrawn)?)?;
        }
        Ok(())
    }
}

/// What `draw` makes, which asks no control, or not all the time; a picture has a pixel for each of its pixels in memory. Where a limit has ended the search,
/// and this shows what was found before, it is drawn all the same.
fn watched<T>(control: &Control, draw: impl FnOnce() -> T) -> T {
    if control.check(Progress::Preparation { steps: 0 }).is_err() {
        return draw();
    }
    control.unasked("drawing the picture", draw)
}

/// The failure of a picture made of pixels.
fn undrawn(error: DrawError) -> Failure {
    match error {
        DrawError::Stopped(stopped) => stopped.into(),
        e => Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"),
    }
}

#[cfg(test)]
mod tests {
    use super::watched;
    use polytile::run::Control;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    #[test]
    fn drawing_is_watched_unless_it_was_stopped_before() {
        let (watches, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let counting = Arc::clone(&watches);
        let control = Control::default().stopped_by(Arc::clone(&stop)).watched_by(move |_| {
            counting.fetch_add(1, Ordering::Relaxed);
            Box::new(())
        });
        assert_eq!(watched(&control, || 7), 7);
        assert_eq!(watches.load(Ordering::Relaxed), 1);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(watched(&control, || 8), 8);
        assert_eq!(watches.load(Ordering::Relaxed), 1);
    }
}
