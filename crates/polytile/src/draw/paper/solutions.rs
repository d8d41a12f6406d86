//! Many tilings of one problem on pages, numbered.
//!
//! In: tilings. Out: pages of small pictures, each with its number, under the title of the puzzle and the numbers that the page
//! has. Cost: linear in the cells that are drawn, which is also what the file takes.

use super::layout::{grid, laid, number, rooms};
use super::page::{Anchor, Page, lines};
use super::{LEAST_ANSWER, MARGIN, MOST, PrintError, Setup, begun, expect_read, pdf};
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::Tiling;

/// The side of a cell in millimetres where it is not said.
const CELL: f64 = 3.5;
/// The size of a number, of a title, and the height of the head of a page.
const SMALL: f64 = 2.8;
const TITLE: f64 = 5.0;
const HEAD: f64 = 11.0;
/// Between two pictures.
const GAP: f64 = 4.0;
/// Bytes that a cell of a page takes until the page is written.
const BYTES: u64 = 400;

/// Tilings to be printed.
#[derive(Clone, Debug)]
pub struct Solutions<'a> {
    problem: &'a Problem,
    title: Option<String>,
    tilings: &'a [Tiling],
    setup: Setup,
}

impl<'a> Solutions<'a> {
    /// These tilings of `problem`, printed like this.
    pub fn new(problem: &'a Problem, title: Option<String>, tilings: &'a [Tiling], setup: Setup) -> Self {
        Solutions { problem, title, tilings, setup }
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
        let cells = self.problem.region.len() as u64 * self.tilings.len() as u64;
        control.reserve(cells.saturating_mul(BYTES), "the pages")?;
        let [width, height] = self.setup.room();
        let whole = [width, height - HEAD];
        let title = self.title.as_deref().unwrap_or("Solutions");
        let empty = Tiling::default();
        let bare = |room: [f64; 2]| -> Result<[f64; 2], Stopped> {
            Ok(laid(self.problem, &empty, room, self.setup.coordinates, control)?.size)
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
            grid(
                [along(whole[1], size[1] + 1.5 * SMALL), along(whole[0], size[0])].map(|n| n as usize),
                whole,
            )
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
        let count = self.tilings.len();
        for (first, tilings) in (0..).step_by(per_page).zip(self.tilings.chunks(per_page)) {
            let mut page = Page::default();
            let broken = lines(title, TITLE, width * 0.7);
            let head = broken.first().map_or("", String::as_str);
            page.text([MARGIN, MARGIN + TITLE], TITLE, Anchor::Start, head);
            let which = format!("{}\u{2013}{} of {count}", first + 1, first + tilings.len());
            page.text([MARGIN + width, MARGIN + TITLE], SMALL, Anchor::End, which);
            for (i, (tiling, room)) in tilings.iter().zip(&rooms).enumerate() {
                control.check(Progress::Pieces { done: (first + i) as u64, total: count as u64 })?;
                let [x, y] = [room.corner[0], room.corner[1] + HEAD];
                page.text([x, y + SMALL], SMALL, Anchor::Start, (first + i + 1).to_string());
                let figure = laid(self.problem, tiling, room.size, self.setup.coordinates, control)?;
                expect_read(&figure, cell)?;
                figure.draw([x, y + 1.5 * SMALL], cell, &mut page);
            }
            pages.push(page);
        }
        number(&mut pages, self.setup.paper.size());
        Ok(pages)
    }
}
