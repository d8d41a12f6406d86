//! Pictures of answers, in files.
//!
//! In: the files of `--svg` and `--png`, and how they are to look. Out: those files, for whatever is drawn into them ([`Drawn`]). Which
//! formats there are and what pictures may look like is decided once, here, for all commands.

use crate::failure::Failure;
use crate::values::{YesNo, choice};
use polytile::board::Lattice;
use polytile::draw::{PictureOptions, View};
use polytile_terminal::drawn::Drawn;
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
    /// From where cubes and prisms are looked at [default: layers]
    #[arg(long, value_name = "VIEW", value_parser = choice::<View>(), requires = "drawn")]
    view: Option<View>,
}

impl Look {
    /// What is asked for, for the library.
    pub fn options(self) -> PictureOptions {
        let options = PictureOptions::default().transparent(self.transparent).coordinates(self.coordinates);
        let options = options.view(self.view.unwrap_or_default());
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

    /// Refuses a view of what has no space around it: a picture of tilings or pieces on this lattice, or of neither.
    ///
    /// # Errors
    /// When one is asked for.
    pub fn fits(self, lattice: Option<Lattice>) -> Result<(), Failure> {
        let why = match lattice {
            _ if self.view.is_none() => return Ok(()),
            Some(lattice) if !lattice.is_flat() => return Ok(()),
            Some(lattice) => format!("this board is flat (lattice = \"{lattice}\")"),
            None => "this picture shows neither".to_owned(),
        };
        let what = "--view says from where tilings and pieces of cubes and prisms are looked at";
        Err(Failure::usage(format!("{what}, and {why}"), "leave it out"))
    }

    /// What is said where a map is drawn instead of tilings, if a view was asked for.
    pub fn of_map(self) -> Option<&'static str> {
        let what = "this picture is a map of numbers, which shows every cell: it is drawn layer by layer, whatever --view says";
        self.is_solid().then_some(what)
    }

    /// Whether boards in space are drawn as solid bodies.
    pub fn is_solid(self) -> bool {
        self.view == Some(View::Isometric)
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

impl Pictures {
    /// Whether there is anything to draw.
    pub fn asked(&self) -> bool {
        self.files.svg.is_some() || self.files.png.is_some()
    }

    /// The files, and how what is drawn into them looks.
    pub fn files(&self) -> Drawn {
        let Files { svg, png } = &self.files;
        Drawn { svg: svg.clone(), png: png.clone(), options: self.look.options() }
    }
}

/// The failure of drawing what has no board.
pub fn not_drawn() -> Failure {
    Failure::usage(
        "there is nothing to draw: this puzzle has no board that is known",
        "leave out what draws: --json has the options; `polytile make` makes what has a board",
    )
}
