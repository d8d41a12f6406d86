//! Pictures of answers, in files.
//!
//! In: a scene, weights, heat maps, a film or tilings for a sheet, the files of `--svg` and `--png`, and how they are to look. Out:
//! those files, each complete or absent; several pictures get numbers in their names. Which formats there are and what pictures may
//! look like is decided once, here, for all commands.

use crate::failure::Failure;
use crate::output::{Unwritten, numbered, stream_file, write_file};
use crate::values::YesNo;
use polytile::draw::classes::{ClassGraph, Gallery, Scatter, ShapeTable};
use polytile::draw::shelf::Shelf;
use polytile::draw::{
    ColourBy, DrawError, Film, Grids, Heat, Nodes, PictureOptions, Profile, Scene, Sheet, Weights,
};
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::tiling::Tiling;
use std::path::PathBuf;

/// What shows a tiling that a terminal is too narrow for.
pub const WIDE: &str = "--svg FILE draws it, --json has it in numbers, and a file or a pipe gets all of it";

/// The files of pictures, and how they look. With a picture asked for, standard output stays empty unless something is asked for
/// there too.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct Pictures {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    pub look: Look,
}

/// Where pictures go.
#[derive(Clone, Debug, clap::Args)]
#[group(id = "drawn", multiple = true)]
struct Files {
    /// Draw into this SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw into this PNG file instead
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
}

/// How pictures look. Each of these means the same for every picture, and needs one: an argument of the group `drawn`.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct Look {
    /// Pixels per cell, from 3 to 256 [default: as suits the picture]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(3..=256), requires = "drawn")]
    scale: Option<u32>,
    /// Leave out the white behind an SVG or PNG picture, and in holes
    #[arg(long, requires = "drawn")]
    transparent: bool,
    /// Whether pieces in pictures bear their names, and the cells of maps their numbers [default: where they tell something]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true, requires = "drawn")]
    labels: Option<YesNo>,
    /// Number rows and columns, or on other lattices than squares the cells
    #[arg(long, requires = "drawn")]
    coordinates: bool,
}

impl Look {
    /// What is asked for, for the library.
    pub fn options(self) -> PictureOptions {
        let options = PictureOptions::default().transparent(self.transparent).coordinates(self.coordinates);
        let options =
            self.labels.into_iter().fold(options, |options, labels| options.labels(labels.allows()));
        // The parser refuses what cells cannot be.
        self.scale.and_then(|scale| options.cell(scale).ok()).unwrap_or(options)
    }

    /// What is asked for, for an animation.
    ///
    /// # Errors
    /// When it is to be transparent.
    pub fn moving(self) -> Result<PictureOptions, Failure> {
        if self.transparent {
            return Err(Failure::usage(
                "an animated GIF cannot be transparent: each picture covers the one before",
                "leave out --transparent, or draw SVG or PNG alone",
            ));
        }
        Ok(self.options())
    }

    /// Refuses what pieces that lie on no board have nothing of.
    ///
    /// # Errors
    /// When rows and columns are to be numbered.
    pub fn boardless(self) -> Result<(), Failure> {
        if self.coordinates {
            return Err(Failure::usage(
                "--coordinates numbers the rows and columns of a board, and there is none",
                "leave it out",
            ));
        }
        Ok(())
    }
}

/// A picture that is made in one go.
pub trait Picture {
    /// The picture drawn as these options say.
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

impl Pictures {
    /// Whether there is anything to draw.
    pub fn asked(&self) -> bool {
        self.files.svg.is_some() || self.files.png.is_some()
    }

    /// These for the `number`-th of several pictures, which gets its number in the names of its files.
    pub fn numbered(&self, number: Option<u64>) -> Self {
        let name = |file: &Option<PathBuf>| file.as_ref().map(|path| numbered(path, number));
        let Files { svg, png } = &self.files;
        Pictures { files: Files { svg: name(svg), png: name(png) }, look: self.look }
    }

    /// Writes the pictures of `scene`, and hands it back.
    ///
    /// # Errors
    /// When `control` says stop, a picture would be too large, or one cannot be written.
    pub fn write_scene(&self, scene: Scene, control: &Control) -> Result<Scene, Failure> {
        let scene = scene.with_options(self.look.options());
        if let Some(path) = &self.files.svg {
            write_file(path, scene.svg_within(control)?.as_bytes())?;
        }
        if let Some(path) = &self.files.png {
            write_file(path, &scene.png_within(control).map_err(undrawn)?)?;
        }
        Ok(scene)
    }

    /// Writes the pictures of a sheet of `count` tilings of `problem`.
    ///
    /// # Errors
    /// As [`Pictures::write_scene`].
    pub fn write_sheet<T: Iterator<Item = Tiling>>(
        &self,
        problem: &Problem,
        count: usize,
        tilings: impl Fn() -> T,
        title: Option<&str>,
        colour_by: Option<ColourBy>,
    ) -> Result<(), Failure> {
        let sheet = Sheet::new(problem, count).with_options(self.look.options());
        let sheet = if let Some(title) = title { sheet.titled(title) } else { sheet };
        let sheet = if let Some(by) = colour_by { sheet.coloured_by(by) } else { sheet };
        let unwritten = |e: DrawError| match e {
            DrawError::Unwritten { error, .. } => Unwritten::Refused(error),
            e => {
                Unwritten::Unmade(Failure::usage(e.to_string(), "draw fewer, as with --limit 100, or an SVG"))
            }
        };
        if let Some(path) = &self.files.svg {
            stream_file(path, |mut out| sheet.write_svg(tilings(), &mut out).map_err(unwritten))?;
        }
        if let Some(path) = &self.files.png {
            // The encoder does not tell an error of the file from one of its own.
            let mut png = Vec::new();
            stream_file(path, |out| {
                sheet.write_png(tilings(), &mut png).map_err(unwritten)?;
                Ok(out.write_all(&png)?)
            })?;
        }
        Ok(())
    }

    /// Writes the graph of a class.
    ///
    /// # Errors
    /// As [`Pictures::write_scene`].
    pub fn write_graph(&self, graph: ClassGraph<'_>, control: &Control) -> Result<(), Failure> {
        let graph = graph.with_options(self.look.options());
        if let Some(path) = &self.files.svg {
            write_file(path, graph.svg(control)?.as_bytes())?;
        }
        if let Some(path) = &self.files.png {
            write_file(path, &graph.png(control).map_err(undrawn)?)?;
        }
        Ok(())
    }

    /// Writes a picture.
    ///
    /// # Errors
    /// When it would be too large, or a file cannot be written.
    pub fn write(&self, picture: &impl Picture) -> Result<(), Failure> {
        let picture = picture.look(self.look.options());
        if let Some(path) = &self.files.svg {
            write_file(path, picture.svg().as_bytes())?;
        }
        if let Some(path) = &self.files.png {
            write_file(path, &picture.png().map_err(undrawn)?)?;
        }
        Ok(())
    }
}

/// The failure of a picture made of pixels.
fn undrawn(error: DrawError) -> Failure {
    match error {
        DrawError::Stopped(stopped) => stopped.into(),
        e => Failure::usage(e.to_string(), "an SVG picture (--svg) has no such limit"),
    }
}

/// The failure of drawing what is not a tiling.
pub fn not_drawn() -> Failure {
    Failure::usage(
        "there is nothing to draw: an exact cover has no board",
        "leave out what draws, or give the puzzle as a board and pieces",
    )
}
