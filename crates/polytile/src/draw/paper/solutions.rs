//! Many solutions of one puzzle on pages, numbered.
//!
//! In: tilings, or solutions of an exact cover that everybody knows how to draw. Out: pages of pictures, each with its number, under the title
//! of the puzzle and the numbers that the page has. Those that a page has room for are as large as they can be there; of more than that, the
//! pictures are small, as few pages as can be. Cost: linear in the cells that are drawn, which is also what the file takes.

use super::drawn::known_laid;
use super::figure::Figure;
use super::layout::{Room, grid, laid, number, rooms};
use super::page::{Anchor, Page, lines};
use super::{LEAST_ANSWER, MARGIN, MOST, PrintError, Setup, begun, expect_read, pdf};
use crate::board::Region;
use crate::design::known::Known;
use crate::exact_cover::Encoded;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::Tiling;

/// The side of a cell in millimetres where it is not said, and there are more solutions than one page has room for.
const CELL: f64 = 3.5;
/// The size of a number, of a title, and the height of the head of a page.
const SMALL: f64 = 2.8;
const TITLE: f64 = 5.0;
const HEAD: f64 = 11.0;
/// Between two pictures.
const GAP: f64 = 4.0;
/// Bytes that a cell of a page takes until the page is written.
const BYTES: u64 = 400;

/// Solutions to be printed.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    all: All<'a>,
    title: Option<String>,
    setup: Setup,
}

/// All solutions, and what they are of.
#[derive(Clone, Debug)]
enum All<'a> {
    Tilings(&'a Problem, &'a [Tiling]),
    /// Tilings by the options that they choose.
    Chosen(&'a Problem, &'a Encoded, &'a [Vec<u32>]),
    Covers(&'a Known, Region, &'a [Vec<u32>]),
}

impl All<'_> {
    fn len(&self) -> usize {
        match self {
            All::Tilings(_, tilings) => tilings.len(),
            All::Chosen(_, _, solutions) | All::Covers(_, _, solutions) => solutions.len(),
        }
    }

    /// Cells of the board.
    fn cells(&self) -> u64 {
        match self {
            All::Tilings(problem, _) | All::Chosen(problem, ..) => problem.region.len() as u64,
            All::Covers(_, region, _) => region.len() as u64,
        }
    }

    /// The board with the solution of this index, or without any.
    fn figure(
        &self,
        which: Option<usize>,
        room: [f64; 2],
        coordinates: bool,
        control: &Control,
    ) -> Result<Figure, Stopped> {
        match self {
            All::Tilings(problem, tilings) => {
                let empty = Tiling::default();
                let tiling = which.and_then(|which| tilings.get(which)).unwrap_or(&empty);
                laid(problem, tiling, room, coordinates, control)
            }
            All::Chosen(problem, encoded, solutions) => {
                let chosen = which.and_then(|which| solutions.get(which));
                let tiling = chosen.map(|chosen| encoded.tiling(chosen)).unwrap_or_default();
                laid(problem, &tiling, room, coordinates, control)
            }
            All::Covers(known, region, solutions) => {
                let chosen = which.and_then(|which| solutions.get(which)).map(Vec::as_slice);
                known_laid(known, region, chosen, room, coordinates, control)
            }
        }
    }
}

impl<'a> Solutions<'a> {
    /// These tilings of `problem`, printed like this.
    pub fn new(problem: &'a Problem, title: Option<String>, tilings: &'a [Tiling], setup: Setup) -> Self {
        Solutions { all: All::Tilings(problem, tilings), title, setup }
    }

    /// These tilings of `problem`, as the options of `encoded` that they choose, printed like this: of many tilings, that is far less to
    /// keep.
    pub fn chosen(
        problem: &'a Problem,
        encoded: &'a Encoded,
        title: Option<String>,
        chosen: &'a [Vec<u32>],
        setup: Setup,
    ) -> Self {
        Solutions { all: All::Chosen(problem, encoded, chosen), title, setup }
    }

    /// These solutions of an exact cover that is `known`, printed like this; nothing where its board is too large.
    ///
    /// ```
    /// use polytile::design::{covers::queens, known::Known};
    /// use polytile::draw::paper::{Setup, Solutions};
    /// use polytile::run::Control;
    /// let control = Control::default();
    /// let known = Known::of(&queens(4, &control)?, &control)?.ok_or("queens have a board")?;
    /// let both = [vec![1, 7, 8, 14], vec![2, 4, 11, 13]];
    /// let solutions = Solutions::of_known(&known, None, &both, Setup::default()).ok_or("it is small")?;
    /// assert!(solutions.pdf(&control)?.starts_with(b"%PDF-"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_known(
        known: &'a Known,
        title: Option<String>,
        solutions: &'a [Vec<u32>],
        setup: Setup,
    ) -> Option<Self> {
        let [rows, cols] = known.size();
        let region = Region::rectangle(rows.into(), cols.into()).ok()?;
        Some(Solutions { all: All::Covers(known, region, solutions), title, setup })
    }

    /// The file.
    ///
    /// # Errors
    /// When a picture has no room on the paper, a number means nothing, or `control` says stop.
    pub fn pdf(&self, control: &Control) -> Result<Vec<u8>, PrintError> {
        let pages = self.pages(control)?;
        Ok(pdf::write(&pages, self.setup.paper.size(), self.title.as_deref(), control)?)
    }

    pub(super) fn pages(&self, control: &Control) -> Result<Vec<Page>, PrintError> {
        self.setup.judge()?;
        let count = self.all.len();
        let cells = self.all.cells().saturating_mul(count as u64);
        control.reserve(cells.saturating_mul(BYTES), "the pages")?;
        let [width, height] = self.setup.room();
        let whole = [width, height - HEAD];
        let title = self.title.as_deref().unwrap_or("Solutions");
        let bare = |room: [f64; 2]| -> Result<[f64; 2], Stopped> {
            Ok(self.all.figure(None, room, self.setup.coordinates, control)?.size)
        };
        let largest = |room: [f64; 2]| -> Result<f64, Stopped> {
            let size = bare(room)?;
            Ok((room[0] / size[0]).min((room[1] - 1.5 * SMALL) / size[1]))
        };
        let rooms = if let Some(number) = self.setup.per_page {
            rooms(number, whole)
        } else {
            let cell = self.setup.cell.map_or_else(|| largest(whole).map(|most| CELL.min(most)), Ok)?;
            let size = bare(whole)?.map(|side| side * cell);
            let along = |room: f64, one: f64| ((room + 2.0 * GAP) / (one + 2.0 * GAP)).floor().max(1.0);
            let rows_and_columns = [along(whole[1], size[1] + 1.5 * SMALL), along(whole[0], size[0])];
            let small = grid(rows_and_columns.map(|n| n as usize), whole);
            if self.setup.cell.is_none() && (1..=small.len()).contains(&count) {
                largest_rooms(count, whole, &largest)?
            } else {
                small
            }
        };
        let per_page = rooms.len();
        let Some(room) = rooms.first().map(|room| room.size) else { return Ok(Vec::new()) };
        let most = largest(room)?;
        let cell = self.setup.cell.unwrap_or_else(|| most.min(MOST));
        if cell < LEAST_ANSWER || cell > most {
            let cell = cell.max(LEAST_ANSWER);
            let [wide, high] = bare(room)?.map(|side| side * cell);
            return Err(PrintError::TooSmall {
                what: "a solution",
                title: begun(title),
                cell,
                width: wide,
                height: high,
                wide: room[0].max(0.0),
                high: (room[1] - 1.5 * SMALL).max(0.0),
                paper: self.setup.paper,
                mend: "take larger paper, smaller cells or fewer to a page".to_owned(),
            });
        }
        let mut pages = Vec::new();
        for first in (0..count).step_by(per_page) {
            let here = per_page.min(count - first);
            let mut page = Page::default();
            let broken = lines(title, TITLE, width * 0.7);
            let head = broken.first().map_or("", String::as_str);
            page.text([MARGIN, MARGIN + TITLE], TITLE, Anchor::Start, head);
            let which = format!("{}\u{2013}{} of {count}", first + 1, first + here);
            page.text([MARGIN + width, MARGIN + TITLE], SMALL, Anchor::End, which);
            for (i, room) in rooms.iter().take(here).enumerate() {
                control.check(Progress::Pieces { done: (first + i) as u64, total: count as u64 })?;
                let [x, y] = [room.corner[0], room.corner[1] + HEAD];
                page.text([x, y + SMALL], SMALL, Anchor::Start, (first + i + 1).to_string());
                let figure = self.all.figure(Some(first + i), room.size, self.setup.coordinates, control)?;
                expect_read(&figure, cell)?;
                figure.draw([x, y + 1.5 * SMALL], cell, &mut page);
            }
            pages.push(page);
        }
        number(&mut pages, self.setup.paper.size());
        Ok(pages)
    }
}

/// The rooms for so many pictures on one page in which their cells are largest, and there are no more than they need.
fn largest_rooms(
    count: usize,
    whole: [f64; 2],
    largest: &dyn Fn([f64; 2]) -> Result<f64, Stopped>,
) -> Result<Vec<Room>, Stopped> {
    let mut best: (f64, Vec<Room>) = (f64::NEG_INFINITY, Vec::new());
    for columns in 1..=count {
        let rooms = grid([count.div_ceil(columns), columns], whole);
        let Some(room) = rooms.first() else { continue };
        // As large as cells become, anyhow.
        let cell = if room.size[0] > 0.0 { largest(room.size)?.min(MOST) } else { continue };
        if cell > best.0 {
            best = (cell, rooms);
        }
    }
    Ok(best.1)
}
