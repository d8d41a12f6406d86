//! Pictures of answers, in files.
//!
//! In: a scene, weights, heat maps, a film or tilings for a sheet, and the files of `--svg` and `--png`. Out: those files, each
//! complete or absent; several pictures get numbers in their names. Which formats there are is decided once, here, for all
//! commands.

use crate::failure::Failure;
use crate::output::{Unwritten, stream_file, write_file};
use polytile::draw::shelf::Shelf;
use polytile::draw::{ColourBy, DrawError, Film, Heat, Scene, Sheet, Weights};
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::tiling::Tiling;
use std::path::{Path, PathBuf};

/// Where pictures go. With a picture asked for, standard output stays empty unless something is asked for there too.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct Pictures {
    /// Draw into this SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw into this PNG file instead
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

impl Pictures {
    /// Whether there is anything to draw.
    pub fn asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Writes the pictures of weights.
    ///
    /// # Errors
    /// When a picture would be too large, or a file cannot be written.
    pub fn write_weights(&self, weights: &Weights<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(path, weights.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = weights
                .png()
                .map_err(|e| Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"))?;
            write_file(path, &png)?;
        }
        Ok(())
    }

    /// Writes the pictures of `scene`: the `number`-th of several gets its number in the names of its files.
    ///
    /// # Errors
    /// When `control` says stop, a picture would be too large, or one cannot be written.
    pub fn write(&self, scene: &Scene, number: Option<u64>, control: &Control) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(&numbered(path, number), scene.svg_within(control)?.as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = scene.png_within(control).map_err(|e| match e {
                DrawError::Stopped(stopped) => stopped.into(),
                e => Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"),
            })?;
            write_file(&numbered(path, number), &png)?;
        }
        Ok(())
    }

    /// Writes the pictures of a sheet of `count` tilings of `problem`.
    ///
    /// # Errors
    /// As [`Pictures::write`].
    pub fn write_sheet<T: Iterator<Item = Tiling>>(
        &self,
        problem: &Problem,
        count: usize,
        tilings: impl Fn() -> T,
        title: Option<&str>,
        colour_by: Option<ColourBy>,
    ) -> Result<(), Failure> {
        let sheet = Sheet::new(problem, count);
        let sheet = if let Some(title) = title { sheet.titled(title) } else { sheet };
        let sheet = if let Some(by) = colour_by { sheet.coloured_by(by) } else { sheet };
        let unwritten = |e: DrawError| match e {
            DrawError::Unwritten { error, .. } => Unwritten::Refused(error),
            e => {
                Unwritten::Unmade(Failure::usage(e.to_string(), "draw fewer, as with --limit 100, or an SVG"))
            }
        };
        if let Some(path) = &self.svg {
            stream_file(path, |mut out| sheet.write_svg(tilings(), &mut out).map_err(unwritten))?;
        }
        if let Some(path) = &self.png {
            // The encoder does not tell an error of the file from one of its own.
            let mut png = Vec::new();
            stream_file(path, |out| {
                sheet.write_png(tilings(), &mut png).map_err(unwritten)?;
                Ok(out.write_all(&png)?)
            })?;
        }
        Ok(())
    }

    /// Writes the pictures of a film, side by side.
    ///
    /// # Errors
    /// As [`Pictures::write`].
    pub fn write_film(&self, film: &Film<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(path, film.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = film
                .png()
                .map_err(|e| Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"))?;
            write_file(path, &png)?;
        }
        Ok(())
    }

    /// Writes the pictures of pieces side by side.
    ///
    /// # Errors
    /// As [`Pictures::write`].
    pub fn write_shelf(&self, shelf: &Shelf) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(path, shelf.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = shelf
                .png()
                .map_err(|e| Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"))?;
            write_file(path, &png)?;
        }
        Ok(())
    }

    /// Writes the pictures of heat maps.
    ///
    /// # Errors
    /// As [`Pictures::write`].
    pub fn write_heat(&self, heat: &Heat<'_>) -> Result<(), Failure> {
        if let Some(path) = &self.svg {
            write_file(path, heat.svg().as_bytes())?;
        }
        if let Some(path) = &self.png {
            let png = heat
                .png()
                .map_err(|e| Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"))?;
            write_file(path, &png)?;
        }
        Ok(())
    }
}

/// The path with `-number` before its ending: `tiling-3.svg`.
pub fn numbered(path: &Path, number: Option<u64>) -> PathBuf {
    let Some(number) = number else { return path.to_owned() };
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// The failure of drawing what is not a tiling.
pub fn not_drawn() -> Failure {
    Failure::usage(
        "there is nothing to draw: an exact cover has no board",
        "leave out what draws, or give the puzzle as a board and pieces",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_before_the_ending() {
        for (path, expected) in
            [("a/t.svg", "a/t-3.svg"), ("t", "t-3"), ("t.x.png", "t.x-3.png"), (".svg", ".svg-3")]
        {
            assert_eq!(numbered(Path::new(path), Some(3)), Path::new(expected));
        }
        assert_eq!(numbered(Path::new("t.svg"), None), Path::new("t.svg"));
    }
}
