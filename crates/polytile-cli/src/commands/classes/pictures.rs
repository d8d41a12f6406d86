//! Pictures of classes, as files.
//!
//! In: the classes of a puzzle, and what is to be drawn of them. Out: an SVG or PNG file with a gallery, the shapes of moved regions,
//! a plot of sizes, one class as a graph, or a tiling with its neighbours; or an animated GIF of one transformation. Options
//! that no picture would use are refused before anything is searched.

use crate::failure::Failure;
use crate::output::write_file;
use crate::pictures::{Look, Pictures};
use crate::values;
use polytile::ask::classes::{Classification, Placed, Relatives};
use polytile::board::Lattice;
use polytile::classes::{Neighbour, Tilings};
use polytile::draw::ColourBy;
use polytile::draw::classes::{ClassGraph, Gallery, Scatter, ShapeTable, animation};
use polytile::run::Control;
use std::path::{Path, PathBuf};

/// A gallery in these colours, or the usual.
fn coloured(gallery: Gallery<'_>, by: Option<ColourBy>) -> Gallery<'_> {
    by.into_iter().fold(gallery, Gallery::coloured_by)
}

/// What is drawn.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    #[command(flatten)]
    pictures: Pictures,
    /// What to draw [default: gallery; with --of: neighbours]
    #[arg(long, value_name = "WHAT", requires = "drawn")]
    draw: Option<Drawing>,
    /// In the gallery, leave out classes of fewer than N tilings [default: 7]
    #[arg(long, value_name = "N", requires = "drawn", value_parser = values::word)]
    min_size: Option<u64>,
    /// The class that is drawn as a graph, or whose first tiling is animated [default: that of --of, or else the largest]
    #[arg(long, value_name = "N", value_parser = values::word, conflicts_with = "of")]
    class: Option<u64>,
    /// Draw a transformation into this animated GIF file: that of the tiling of --of, or else of the first of the class, to
    /// its first neighbour
    #[arg(long, value_name = "FILE", group = "drawn")]
    gif: Option<PathBuf>,
}

/// What can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Drawing {
    /// One tiling of each class, with the size of the class
    Gallery,
    /// The shapes of moved regions, the sets of pieces that fill them, and how often
    Shapes,
    /// The size of each class against its number of related pairs
    Scatter,
    /// One class as a graph of small tilings
    Graph,
    /// The tiling of --of and its neighbours, the moved pieces marked
    Neighbours,
}

impl PictureArgs {
    /// Whether anything is to be drawn.
    pub fn asked(&self) -> bool {
        self.pictures.asked() || self.gif.is_some()
    }

    /// What is drawn, where a tiling is given or not.
    fn drawing(&self, of: bool) -> Drawing {
        self.draw.unwrap_or(if of { Drawing::Neighbours } else { Drawing::Gallery })
    }

    /// Refuses a view of a flat board.
    ///
    /// # Errors
    /// When one is asked for.
    pub fn fits(&self, lattice: Lattice) -> Result<(), Failure> {
        self.pictures.look.fits(Some(lattice))
    }

    /// Refuses options of which no picture makes use.
    ///
    /// # Errors
    /// When there is one.
    pub fn check(&self, of: bool, by: Option<ColourBy>) -> Result<(), Failure> {
        if by.is_some() && matches!(self.draw, Some(Drawing::Shapes | Drawing::Scatter)) {
            return Err(Failure::usage(
                "--colour-by says what the colours of tilings tell, and a picture without tilings is asked for",
                "leave out --colour-by, or say --draw gallery",
            ));
        }
        let drawing = self.drawing(of);
        if self.draw.is_some() && !self.pictures.asked() {
            return Err(Failure::usage(
                "--draw says what an SVG or PNG picture shows, and none is asked for",
                "add --svg FILE, or leave out --draw",
            ));
        }
        if self.pictures.asked() && matches!(drawing, Drawing::Shapes | Drawing::Scatter) {
            self.pictures.look.boardless()?;
            self.pictures.look.fits(None)?;
        }
        if self.gif.is_some() {
            self.pictures.look.moving()?;
        }
        let graph = self.pictures.asked() && self.draw == Some(Drawing::Graph);
        if self.class.is_some() && !graph && self.gif.is_none() {
            return Err(Failure::usage(
                "--class names a class to draw, but no picture of one class is asked for",
                "add --svg FILE --draw graph, or --gif FILE",
            ));
        }
        if self.min_size.is_some() && self.drawing(of) != Drawing::Gallery {
            return Err(Failure::usage(
                "--min-size leaves classes out of the gallery, but another picture is asked for",
                "leave out --min-size, or say --draw gallery",
            ));
        }
        Ok(())
    }

    /// Draws what is asked for; `of` is the tiling of `--of`.
    ///
    /// # Errors
    /// When there is no such class, a limit is reached, or a file cannot be written.
    pub fn write(
        &self,
        found: &Classification,
        of: Option<&Placed>,
        by: Option<ColourBy>,
        control: &Control,
    ) -> Result<(), Failure> {
        let class = self.chosen_class(found, of)?;
        let Classification { relatives: Relatives { title, tilings, .. }, relations, classes, .. } = found;
        let title = title.as_deref();
        match self.drawing(of.is_some()) {
            _ if !self.pictures.asked() => {}
            Drawing::Gallery => {
                let least = self.min_size.unwrap_or(7);
                self.pictures
                    .files()
                    .write(&coloured(Gallery::of_classes(tilings, classes, least, title), by), control)?;
            }
            Drawing::Neighbours => {
                let whose = || Failure::usage("whose neighbours are to be drawn?", "name a tiling with --of");
                let Placed { number, placements } = of.ok_or_else(whose)?;
                let neighbours = found.neighbours(placements, control)?;
                let gallery = Gallery::of_neighbours(tilings, (*number, placements), &neighbours, title);
                self.pictures.files().write(&coloured(gallery, by), control)?;
            }
            Drawing::Shapes => {
                self.pictures.files().write(&ShapeTable::of_relations(tilings, relations, title), control)?;
            }
            Drawing::Scatter => {
                self.pictures.files().write(&Scatter::of_classes(relations, classes, title), control)?;
            }
            Drawing::Graph => {
                let graph = ClassGraph::of_class(tilings, relations, (classes, class), title, control)?;
                let graph = by.into_iter().fold(graph, ClassGraph::coloured_by);
                self.pictures.files().write_graph(graph, control)?;
            }
        }
        if let Some(path) = &self.gif {
            let first = if let Some(placed) = of {
                (placed.number, &placed.placements[..])
            } else {
                let number = classes.members(class)[0] as usize;
                (number, tilings.get(number))
            };
            let mut neighbours = found.neighbours(first.1, control)?;
            if neighbours.is_empty() {
                return Err(Failure::usage(
                    "there is no transformation to draw: this tiling is related to no other",
                    "name another tiling with --of, or another class with --class",
                ));
            }
            neighbours.truncate(1);
            write_animation(path, tilings, first, &neighbours, (by, self.pictures.look))?;
        }
        Ok(())
    }

    /// The class to draw, from 0.
    fn chosen_class(&self, found: &Classification, of: Option<&Placed>) -> Result<usize, Failure> {
        let Some(asked) = self.class else {
            return Ok(of.map_or(0, |placed| found.classes.of(placed.number)));
        };
        let count = found.classes.len();
        match usize::try_from(asked) {
            Ok(class) if (1..=count).contains(&class) => Ok(class - 1),
            _ => Err(Failure::usage(
                format!("there is no class {asked}: they go from 1, the largest, to {count}"),
                "give such a number",
            )),
        }
    }
}

/// Writes the animation of a tiling that becomes others, step by step.
///
/// # Errors
/// When it cannot be drawn or written.
pub fn write_animation(
    path: &Path,
    tilings: &Tilings,
    first: (usize, &[u32]),
    steps: &[Neighbour],
    (by, look): (Option<ColourBy>, Look),
) -> Result<(), Failure> {
    let options = look.moving()?;
    let failed = |e| Failure::other(format!("the animation cannot be drawn: {e}"));
    write_file(path, &animation(tilings, first, steps, by, options).map_err(failed)?)
}
