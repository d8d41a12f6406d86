//! Tilings side by side, each under a line of text.

use super::{GAP, LINE, caption, columns, scene_of, titled, wide};
use crate::board::Cell;
use crate::classes::{Classes, Neighbour, Tilings, in_short};
use crate::draw::colouring::unstopped;
use crate::draw::heading::Heading;
use crate::draw::surface::{self, Anchor, Painted, Point, Surface, Svg, Text};
use crate::draw::{ColourBy, DrawError, PictureOptions, Scene};
use crate::problem::Problem;
use crate::run::Control;
use crate::tiling::Tiling;

/// A picture of the gallery.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub struct Gallery<'a> {
    problem: &'a Problem,
    title: String,
    pictures: Vec<Picture>,
    by: Option<ColourBy>,
    options: PictureOptions,
}

/// Where things are.
struct Layout {
    heading: Heading,
    /// The height of the title with the space around it.
    head: u32,
    cell: u32,
    across: usize,
    /// From one picture to the next.
    pitch: [u64; 2],
    page: [u64; 2],
}

/// Pixels of a cell.
const CELL: u32 = 14;

impl<'a> Gallery<'a> {
    /// An empty gallery.
    pub fn new(problem: &'a Problem, title: impl Into<String>) -> Self {
        Gallery {
            problem,
            title: title.into(),
            pictures: Vec::new(),
            by: None,
            options: PictureOptions::default(),
        }
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
            gallery.add_step(tilings, placements, neighbour);
        }
        gallery
    }

    /// A tiling, by its number and its placements, and what it becomes step by step, the pieces marked that have moved.
    pub fn of_chain(
        tilings: &'a Tilings,
        (number, placements): (usize, &[u32]),
        steps: &[Neighbour],
        puzzle: Option<&str>,
    ) -> Self {
        let s = if steps.len() == 1 { "" } else { "s" };
        let last = steps.last().map_or(number, |step| step.tiling);
        let what = format!("from tiling {} to tiling {} in {} step{s}", number + 1, last + 1, steps.len());
        let mut gallery = Gallery::new(tilings.problem(), titled(puzzle, what));
        gallery.add(&tilings.encoded().tiling(placements), format!("tiling {}", number + 1), &[]);
        let mut before = placements;
        for step in steps {
            gallery.add_step(tilings, before, step);
            before = &step.placements;
        }
        gallery
    }

    /// Adds what a tiling becomes, the pieces marked that have moved.
    fn add_step(&mut self, tilings: &Tilings, before: &[u32], step: &Neighbour) {
        let came = |placement: &u32| !before.contains(placement);
        let moved: Vec<u32> = step.placements.iter().copied().filter(came).collect();
        let laid = tilings.encoded().tiling(&moved);
        let marked: Vec<Cell> = laid.laid().iter().flat_map(|laid| laid.cells.clone()).collect();
        self.add(&tilings.encoded().tiling(&step.placements), caption(step, moved.len()), &marked);
    }

    /// Adds a tiling, under this caption, with a mark on each of the `marked` cells.
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

    /// This gallery drawn as these options say.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The gallery as an SVG document.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut svg = Svg::default();
        self.draw(&layout, &mut svg);
        // Pictures that are too many for these numbers do not fit into memory.
        let [width, height] = layout.page.map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        Svg::head(width, height, Some(&self.title), self.options) + &svg.text + Svg::TAIL
    }

    /// The gallery as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        surface::png(layout.page, self.options, |page| self.draw(&layout, page))
    }

    fn layout(&self) -> Layout {
        let cell = self.options.cell_or(|| CELL);
        let board = Scene::bare(&self.problem.region).with_options(self.options);
        let margin = surface::margin(&board, cell);
        let size = surface::size(&board, cell);
        let caption = self.pictures.iter().map(|picture| wide(&picture.caption)).max().unwrap_or(0);
        let width = (u64::from(margin[0]) + size[0]).max(u64::from(caption)) + u64::from(GAP);
        let height = u64::from(margin[1] + LINE + GAP) + size[1];
        let across = columns(self.pictures.len(), width, height);
        let down = self.pictures.len().div_ceil(across) as u64;
        let gap = u64::from(GAP);
        let heading = Heading::new(Some(&self.title), across as u64 * width - gap);
        let head = 2 * GAP + heading.height();
        let page =
            [(gap + across as u64 * width).max(heading.width() + 2 * gap), u64::from(head) + down * height];
        Layout { heading, head, cell, across, pitch: [width, height], page }
    }

    fn draw<S: Surface>(&self, layout: &Layout, surface: &mut S) {
        layout.heading.draw([GAP; 2], Anchor::Start, surface);
        let cell = layout.cell;
        for (i, picture) in self.pictures.iter().enumerate() {
            let x = GAP + ((i % layout.across) as u64 * layout.pitch[0]) as u32;
            let y = layout.head + ((i / layout.across) as u64 * layout.pitch[1]) as u32;
            surface.text(Text::at(x, y, 1), &picture.caption);
            let scene = scene_of(self.problem, &picture.tiling, self.by).with_options(self.options);
            let control = Control::default();
            let sited = scene.has_notes(false) || !picture.marked.is_empty();
            let painted = unstopped(Painted::of(&scene, sited, &control));
            let board = unstopped(painted.draw([x, y + LINE], cell, false, surface));
            // Marks in the corner of a cell leave room for a name.
            for middle in unstopped(painted.middles(cell, &picture.marked)) {
                let [x, y] = mark(board, middle, cell);
                surface.rect(x - 1, y - 1, 6, 6, [0xFF; 3]);
                surface.rect(x, y, 4, 4, [0; 3]);
            }
        }
    }
}

/// Where a mark is put on a cell whose middle is here, the board having its corner there: in a corner of the cell, and on the page
/// where the cell is seen in part.
fn mark(board: [u32; 2], middle: Point, cell: u32) -> [u32; 2] {
    [0, 1].map(|axis| (board[axis] + middle[axis] as u32 + 4).saturating_sub(cell / 2).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_on_what_is_seen_in_part_stay_on_the_page() {
        assert_eq!(mark([16, 30], [21.0, 21.9], 14), [34, 48]);
        assert_eq!(mark([16, 30], [91.0, 64.0], 256), [1, 1]);
    }
}
