//! Tilings side by side, each under a line of text.

use super::{GAP, HEAD, LINE, columns, document, scene_of, titled, wide};
use crate::board::Cell;
use crate::classes::{Classes, Neighbour, RuleSet, Tilings, in_short};
use crate::draw::ColourBy;
use crate::draw::surface::{Surface, Svg, Text};
use crate::problem::Problem;
use crate::tiling::Tiling;
use std::fmt::Write;

/// A picture of the gallery.
struct Picture {
    tiling: Tiling,
    caption: String,
    marked: Vec<Cell>,
}

/// Tilings of one problem, with captions and marks.
///
/// ```
/// use polytile::{board::Region, draw::classes::Gallery, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::classes::Tilings;
/// let problem = Problem::new(Region::rectangle(4, 4)?, PieceSet::all(2, Freedom::Free));
/// let tilings = Tilings::find(&problem, &Control::default())?;
/// let mut gallery = Gallery::new(&problem, "Nine tilings");
/// for i in 0..tilings.len() {
///     gallery.add(&tilings.tiling(i), format!("number {}", i + 1), &[]);
/// }
/// assert!(gallery.svg().contains("number 9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gallery<'a> {
    problem: &'a Problem,
    title: String,
    pictures: Vec<Picture>,
    by: Option<ColourBy>,
}

/// Pixels of a cell.
const CELL: u32 = 14;

impl<'a> Gallery<'a> {
    /// An empty gallery.
    pub fn new(problem: &'a Problem, title: impl Into<String>) -> Self {
        Gallery { problem, title: title.into(), pictures: Vec::new(), by: None }
    }

    /// The first tiling of every class of at least `least` tilings, for a puzzle of this title.
    pub fn of_classes(tilings: &'a Tilings, classes: &Classes, least: u64, puzzle: Option<&str>) -> Self {
        let large = |class: &usize| classes.members(*class).len() as u64 >= least;
        let drawn: Vec<usize> = (0..classes.len()).filter(large).collect();
        let what = format!("{} classes of at least {least} of {} tilings", drawn.len(), tilings.len());
        let mut gallery = Gallery::new(tilings.problem(), titled(puzzle, what));
        for class in drawn {
            let members = classes.members(class);
            let caption = format!("class {}: {} tilings", class + 1, members.len());
            gallery.add(&tilings.tiling(members[0] as usize), caption, &[]);
        }
        gallery
    }

    /// A tiling, by its number and its placements, and what it is related to, the pieces marked that have moved.
    pub fn of_neighbours(
        tilings: &'a Tilings,
        (number, placements): (usize, &[u32]),
        neighbours: &[Neighbour],
        puzzle: Option<&str>,
    ) -> Self {
        let what = format!("tiling {} and its {}", number + 1, in_short(neighbours));
        let mut gallery = Gallery::new(tilings.problem(), titled(puzzle, what));
        gallery.add(&tilings.encoded().tiling(placements), format!("tiling {}", number + 1), &[]);
        for neighbour in neighbours {
            let came = |placement: &u32| !placements.contains(placement);
            let moved: Vec<u32> = neighbour.placements.iter().copied().filter(came).collect();
            let laid = tilings.encoded().tiling(&moved);
            let marked: Vec<Cell> = laid.laid().iter().flat_map(|laid| laid.cells.clone()).collect();
            let rules = neighbour.ways.iter().fold(RuleSet::NONE, |rules, way| rules | way.rule.into());
            let caption = format!("tiling {}, by {rules}, {} moved", neighbour.tiling + 1, moved.len());
            gallery.add(&tilings.encoded().tiling(&neighbour.placements), caption, &marked);
        }
        gallery
    }

    /// Adds a tiling, under this caption, with a dot on each of the `marked` cells.
    pub fn add(&mut self, tiling: &Tiling, caption: impl Into<String>, marked: &[Cell]) {
        let tiling = tiling.clone();
        self.pictures.push(Picture { tiling, caption: caption.into(), marked: marked.to_vec() });
    }

    /// This gallery in colours that tell `by`; by default they tell which piece is which where a puzzle has each of them once,
    /// and neighbours apart where it does not.
    #[must_use]
    pub fn coloured_by(mut self, by: ColourBy) -> Self {
        self.by = Some(by);
        self
    }

    /// The gallery as an SVG document.
    pub fn svg(&self) -> String {
        let region = &self.problem.region;
        let caption = self.pictures.iter().map(|picture| wide(&picture.caption)).max().unwrap_or(0);
        let width = (region.cols() * CELL + 1).max(caption) + GAP;
        let height = region.rows() * CELL + 1 + LINE + GAP;
        let across = columns(self.pictures.len(), width, height);
        let down = self.pictures.len().div_ceil(across) as u32;
        let mut svg = Svg::default();
        svg.text(Text::at(GAP, GAP, 2), &self.title);
        for (i, picture) in self.pictures.iter().enumerate() {
            let x = GAP + (i % across) as u32 * width;
            let y = HEAD + (i / across) as u32 * height;
            svg.text(Text::at(x, y, 1), &picture.caption);
            svg.scene(x, y + LINE, CELL, &scene_of(self.problem, &picture.tiling, self.by));
            for cell in &picture.marked {
                let (x, y) = (x + cell.col * CELL + CELL / 2, y + LINE + cell.row * CELL + CELL / 2);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    svg.text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"#000\" stroke=\"#fff\" stroke-width=\".8\"/>"
                );
            }
        }
        let page = (GAP + across as u32 * width).max(2 * GAP + 2 * wide(&self.title));
        document(page, HEAD + down * height, &self.title, &svg)
    }
}
