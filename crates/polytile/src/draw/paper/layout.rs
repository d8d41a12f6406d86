//! Puzzles laid out on pages, with their pieces and answers.
//!
//! In: puzzles, each with an answer where one is wanted. Out: pages. A page is divided into equal rooms, one for each puzzle; in its
//! room a puzzle has a head, the blank board, its pieces at the same size, and its answer on its head if it goes there. The
//! largest cells with which all of that has room are taken. A puzzle alone on its page whose cells would be hard to cut has its
//! pieces on pages of their own, and an answer on its head that could not be read, or has no room, goes to the end. Cost: linear in the cells, for each of the sizes that are tried (about fifty).

use super::drawn::Drawn;
use super::figure::Figure;
use super::page::{Anchor, GREY, Page, lines};
use super::parts::{self, Part, colours, packed};
use super::{
    Answers, LEAST, LEAST_ANSWER, MARGIN, MOST, Paper, PrintError, Setup, begun, divided, expect_read, pdf,
};
use crate::board::{Region, Topology};
use crate::choice::Choice;
use crate::pieces::Freedom;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};
use crate::tiling::{Laid, Tiling, rules::around_a_point};

/// Millimetres between the parts of a puzzle, and around rooms.
const GAP: f64 = 4.0;
/// Sizes of text in millimetres: titles, what stands below them, page numbers.
const SMALL: f64 = 3.2;
const FOOT: f64 = 2.8;
/// Cells below which pieces are hard to cut.
const CUT: f64 = 6.0;
/// Steps in which sizes are tried.
const STEP: f64 = 0.25;
/// The least and the largest cells of an answer on its head, and the letters that its names should have: those of small print.
const TURNED: [f64; 2] = [2.8, 8.0];
const READ: f64 = 2.1;
/// The height of the head of a page of answers.
const HEAD: f64 = 12.0;
/// Answers on a page of their own, unless they have no room.
const ANSWERS: usize = 6;

/// A puzzle to be printed.
#[derive(Clone, Debug)]
pub struct PrintedPuzzle<'a> {
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// How hard it is.
    pub difficulty: Option<String>,
    /// What is asked, and its answer; where answers are printed and there is none, that is said.
    pub what: Printed<'a>,
}

/// What is asked of a solver.
#[derive(Clone, Debug)]
pub enum Printed<'a> {
    /// To tile a board.
    Tiling {
        /// The board and the pieces.
        problem: &'a Problem,
        /// How they lie.
        answer: Option<Tiling>,
    },
    /// Something else, that is drawn on a board.
    Drawn(Box<Drawn>),
}

impl Printed<'_> {
    fn region(&self) -> &Region {
        match self {
            Printed::Tiling { problem, .. } => &problem.region,
            Printed::Drawn(drawn) => drawn.region(),
        }
    }

    /// What a solver must know besides the board and the pieces.
    fn notes(&self) -> Vec<String> {
        match self {
            Printed::Tiling { problem, .. } => rules(problem),
            Printed::Drawn(drawn) => drawn.notes().to_vec(),
        }
    }

    /// What is to be cut out.
    fn parts(&self) -> Vec<Part> {
        match self {
            Printed::Tiling { problem, .. } => parts::parts(problem),
            Printed::Drawn(drawn) => drawn.parts(),
        }
    }

    /// Puts on its board what is given.
    fn give(&self, figure: &mut Figure) {
        match self {
            Printed::Tiling { problem, .. } => lay(figure, problem, &problem.given),
            Printed::Drawn(drawn) => drawn.lay(figure),
        }
    }

    /// The answer in words, where it is not drawn.
    fn words(&self) -> Option<&str> {
        match self {
            Printed::Tiling { answer: None, .. } => Some(NONE),
            Printed::Tiling { .. } => None,
            Printed::Drawn(drawn) => drawn.words().or_else(|| (!drawn.is_solved()).then_some(NONE)),
        }
    }

    /// The answer in words where it stands below the puzzle, whose board need not be repeated.
    fn words_below(&self) -> Option<&str> {
        match self {
            Printed::Tiling { .. } => self.words(),
            Printed::Drawn(drawn) => drawn.word().or_else(|| self.words()),
        }
    }

    /// Puts the answer on its board, if it is drawn.
    fn solve(&self, figure: &mut Figure) {
        match self {
            Printed::Tiling { problem, answer } => {
                lay(figure, problem, answer.as_ref().map_or(&[], Tiling::laid));
            }
            Printed::Drawn(drawn) => drawn.solve(figure),
        }
    }
}

/// What is said in place of an answer.
const NONE: &str = "There is no solution.";
const AT_THE_END: &str = "The answer is on a page at the end.";
/// And below one.
const NAMELESS: &str = "Names that have no room are left out; the colours are those of the pieces.";

/// Puzzles to be printed together.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::draw::paper::{Answers, Printed, PrintedPuzzle, Puzzles, Setup};
/// let problem = Problem::new(Region::rectangle(4, 6)?, PieceSet::all(3, Freedom::Free));
/// let puzzle = PrintedPuzzle {
///     title: Some("Trominoes".to_owned()),
///     author: None,
///     difficulty: Some("easy".to_owned()),
///     what: Printed::Tiling { problem: &problem, answer: None },
/// };
/// let setup = Setup { answers: Answers::No, ..Setup::default() };
/// let pdf = Puzzles::new(vec![puzzle], setup).pdf(&Control::default())?;
/// assert!(pdf.starts_with(b"%PDF-"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Puzzles<'a> {
    puzzles: Vec<PrintedPuzzle<'a>>,
    setup: Setup,
}

/// A puzzle with all that is drawn of it, but for its size.
struct Block {
    title: String,
    /// The size of its title, and its lines.
    size: f64,
    lines: Vec<String>,
    notes: Vec<String>,
    board: Figure,
    parts: Vec<Part>,
    /// The answer, if it stands below.
    answer: Option<Below>,
    /// Whether it stands at the end instead.
    at_the_end: bool,
}

/// An answer on its head.
enum Below {
    Board(Figure),
    Words(Vec<String>),
}

/// The size of a block's cells, and whether its pieces are on other pages.
#[derive(Clone, Copy)]
struct Fit {
    cell: f64,
    apart: bool,
}

impl<'a> Puzzles<'a> {
    /// These puzzles, printed like this.
    pub fn new(puzzles: Vec<PrintedPuzzle<'a>>, setup: Setup) -> Self {
        Puzzles { puzzles, setup }
    }

    /// The file.
    ///
    /// # Errors
    /// When something has no room on the paper, a number means nothing, or `control` says stop.
    pub fn pdf(&self, control: &Control) -> Result<Vec<u8>, PrintError> {
        let pages = self.pages(control)?;
        let title = match &self.puzzles[..] {
            [one] => one.title.clone(),
            more => Some(format!("{} puzzles", more.len())),
        };
        Ok(pdf::write(&pages, self.setup.paper.size(), title.as_deref(), control)?)
    }

    pub(super) fn pages(&self, control: &Control) -> Result<Vec<Page>, PrintError> {
        self.setup.judge()?;
        let (mut pages, mut at_the_end) = (Vec::new(), Vec::new());
        let per_page = self.setup.per_page.unwrap_or(1);
        let rooms = rooms(per_page, self.setup.room());
        for (number, puzzle) in self.puzzles.iter().enumerate() {
            let room = &rooms[number % per_page];
            let (block, fit) = self.fitted(puzzle, number, self.setup.room_of(&rooms), control)?;
            expect_read(&block.board, fit.cell)?;
            if block.at_the_end || self.setup.answers == Answers::Page {
                at_the_end.push(number);
            }
            if number % per_page == 0 {
                pages.push(Page::default());
            }
            let Some(page) = pages.last_mut() else { continue };
            let end = block.draw(room, fit, page);
            let (used, size) = if fit.apart { (None, self.setup.room()) } else { (Some(end), room.size) };
            let Some((placed, _)) = packed(&block.parts, fit.cell, size, used.unwrap_or(2.0 * SMALL)) else {
                continue;
            };
            for (i, placed) in placed.into_iter().enumerate() {
                if fit.apart && !placed.is_empty() {
                    let mut next = Page::default();
                    let head = lines(&format!("Pieces of {}", block.title), SMALL, size[0]);
                    if let Some(line) = head.first().filter(|_| i == 0) {
                        next.text([MARGIN, MARGIN + SMALL], SMALL, Anchor::Start, line.as_str());
                    }
                    pages.push(next);
                }
                let corner = if fit.apart { [MARGIN; 2] } else { room.corner };
                let Some(page) = pages.last_mut() else { continue };
                parts::draw(&block.parts, &placed, corner, fit.cell, page);
            }
        }
        pages.extend(self.answers(&at_the_end, control)?);
        number(&mut pages, self.setup.paper.size());
        Ok(pages)
    }

    /// What is drawn of a puzzle in a room of this size, and how large; where there is no room for its answer below, without it.
    fn fitted(
        &self,
        puzzle: &PrintedPuzzle<'_>,
        number: usize,
        room: [f64; 2],
        control: &Control,
    ) -> Result<(Block, Fit), PrintError> {
        let mut block = self.block(puzzle, number, room, control)?;
        match self.fit(&block, self.setup.paper, control) {
            Err(PrintError::TooSmall { .. }) if matches!(block.answer, Some(Below::Board(_))) => {
                block.move_answer(room[0]);
                let fit = self.fit(&block, self.setup.paper, control)?;
                Ok((block, fit))
            }
            fit => Ok((block, fit?)),
        }
    }

    /// What is drawn of a puzzle in a room of this size.
    fn block(
        &self,
        puzzle: &PrintedPuzzle<'_>,
        number: usize,
        room: [f64; 2],
        control: &Control,
    ) -> Result<Block, PrintError> {
        let title = self.title(number);
        let size = if self.setup.per_page.unwrap_or(1) == 1 { 6.0 } else { 4.2 };
        let broken = lines(&title, size, room[0]);
        let said = [puzzle.author.clone(), puzzle.difficulty.as_ref().map(|d| format!("difficulty: {d}"))];
        let said = said.into_iter().flatten().collect::<Vec<_>>().join(" \u{b7} ");
        let mut notes = lines(&said, SMALL, room[0]);
        for note in puzzle.what.notes() {
            notes.extend(lines(&note, SMALL, room[0]));
        }
        let head = broken.len() as f64 * size * 1.3 + notes.len() as f64 * SMALL * 1.4 + GAP;
        let left = [room[0], (room[1] - head).max(1.0)];
        self.expect_drawable(puzzle, &title, left)?;
        let region = puzzle.what.region();
        let cells = region.len() as u64;
        control.reserve(cells.saturating_mul(1000), "the page")?;
        control.check(Progress::Preparation { steps: number as u64 })?;
        let board = |coordinates| Figure::of_board(region, left, coordinates, control);
        let mut blank = board(self.setup.coordinates)?;
        puzzle.what.give(&mut blank);
        let answer = match (self.setup.answers, puzzle.what.words_below()) {
            (Answers::UpsideDown, Some(words)) => Some(Below::Words(lines(words, FOOT, room[0]))),
            (Answers::UpsideDown, None) => {
                let mut figure = board(false)?;
                puzzle.what.solve(&mut figure);
                Some(Below::Board(figure))
            }
            _ => None,
        };
        let (parts, at_the_end) = (puzzle.what.parts(), false);
        let mut block = Block { title, size, lines: broken, notes, board: blank, parts, answer, at_the_end };
        if let Some(Below::Board(answer)) = &block.answer
            && !answer.are_read(Block::largest(answer, room[0]), READ)
        {
            block.move_answer(room[0]);
        }
        Ok(block)
    }

    /// What a puzzle is called among the others.
    fn title(&self, number: usize) -> String {
        let title = self.puzzles[number].title.as_deref().unwrap_or("Puzzle");
        if self.puzzles.len() > 1 { format!("{}. {title}", number + 1) } else { title.to_owned() }
    }

    /// Refuses a board that is far too large, before anything is made of it.
    fn expect_drawable(
        &self,
        puzzle: &PrintedPuzzle<'_>,
        title: &str,
        room: [f64; 2],
    ) -> Result<(), PrintError> {
        let cell = self.setup.cell.unwrap_or(LEAST);
        let region = puzzle.what.region();
        let one = [region.cols(), region.rows()].map(|side| f64::from(side) * cell);
        // Cells of other lattices are narrower, but not by more than a half.
        let most = 2.0 * Paper::A4.size()[1];
        // Layers lie beside and below each other.
        let size = [one[0], one[1] * f64::from(region.layers().max(1))];
        if one[0].max(one[1]) > most || size[0] * size[1] > most * most {
            return Err(self.too_small("the board", title, cell, size, room, self.setup.paper));
        }
        Ok(())
    }

    /// The largest cells with which a block has room.
    fn fit(&self, block: &Block, paper: Paper, control: &Control) -> Result<Fit, PrintError> {
        let setup = Setup { paper, ..self.setup };
        let per_page = setup.per_page.unwrap_or(1);
        let whole = setup.room();
        let room = setup.room_of(&rooms(per_page, whole));
        let largest = |fits: &dyn Fn(f64) -> bool| -> Result<Option<f64>, Stopped> {
            let steps = ((MOST - LEAST) / STEP) as u32;
            let sizes = (0..=steps).map(|step| MOST - f64::from(step) * STEP);
            for cell in setup.cell.map_or_else(|| sizes.collect(), |cell| vec![cell]) {
                control.check(Progress::Preparation { steps: 0 })?;
                if fits(cell) {
                    return Ok(Some(cell));
                }
            }
            Ok(None)
        };
        let together = largest(&|cell| {
            let size = [room[0], room[1] - block.below(cell, room[0])];
            let placed = packed(&block.parts, cell, size, block.above(cell));
            block.board.size[0] * cell <= room[0]
                && placed.is_some_and(|(pages, end)| pages.len() == 1 && end <= size[1])
        })?;
        let alone = |cell: f64| {
            let high = block.above(cell) + block.below(cell, room[0]);
            block.board.size[0] * cell <= room[0]
                && high <= room[1]
                && packed(&block.parts, cell, whole, 2.0 * SMALL).is_some()
        };
        let apart =
            if per_page == 1 && together.is_none_or(|cell| cell < CUT) { largest(&alone)? } else { None };
        match (together, apart) {
            (together, Some(cell)) if together.is_none_or(|other| cell > other) => {
                Ok(Fit { cell, apart: true })
            }
            (Some(cell), _) => Ok(Fit { cell, apart: false }),
            (None, _) => {
                let cell = setup.cell.unwrap_or(LEAST);
                let board = block.board.size.map(|side| side * cell);
                let (what, size) = if board[0] > room[0] || board[1] > room[1] {
                    ("the board", board)
                } else {
                    let all = packed(&block.parts, cell, [room[0], f64::INFINITY], block.above(cell));
                    let high = all.map_or(f64::from(u16::MAX), |(_, end)| end) + block.below(cell, room[0]);
                    ("the board with what stands around it", [board[0].max(room[0]), high])
                };
                let mut error = self.too_small(what, &block.title, cell, size, room, paper);
                let others = Paper::ALL.iter().filter(|other| paper == self.setup.paper && **other != paper);
                let fits = others.copied().find(|&other| self.fit(block, other, control).is_ok());
                if let (Some(other), PrintError::TooSmall { mend, .. }) = (fits, &mut error) {
                    *mend = format!("--paper {other} has room");
                }
                Err(error)
            }
        }
    }

    fn too_small(
        &self,
        what: &'static str,
        title: &str,
        cell: f64,
        size: [f64; 2],
        room: [f64; 2],
        paper: Paper,
    ) -> PrintError {
        let mend = if self.setup.per_page.is_some_and(|number| number > 1) {
            "print fewer on a page, as with --per-page 1"
        } else if self.setup.cell.is_some_and(|cell| cell > LEAST) {
            "leave --cell out, or give smaller cells"
        } else {
            "no paper has room; `polytile solve` with --svg draws boards of any size"
        };
        let (title, mend) = (begun(title), mend.to_owned());
        // What it takes is never said to be what there is.
        let (size, room) = (size.map(f64::ceil), room.map(|side| side.floor().max(0.0)));
        PrintError::TooSmall {
            what,
            title,
            cell,
            width: size[0],
            height: size[1],
            wide: room[0],
            high: room[1],
            paper,
            mend,
        }
    }

    /// The pages of answers to the puzzles of these numbers, as many on each as have room.
    fn answers(&self, mut numbers: &[usize], control: &Control) -> Result<Vec<Page>, PrintError> {
        let [width, height] = self.setup.room();
        let whole = [width, height - HEAD];
        let mut pages = Vec::new();
        while let Some(&first) = numbers.first() {
            control.check(Progress::Preparation { steps: first as u64 })?;
            let mut count = numbers.len().min(ANSWERS);
            let page = loop {
                match self.answer_page(&numbers[..count], &rooms(count, whole), control) {
                    Err(PrintError::TooSmall { .. }) if count > 1 => count -= 1,
                    other => break other?,
                }
            };
            let mut titled = Page::default();
            let head = if self.puzzles.len() == 1 { "Answer" } else { "Answers" };
            titled.text([MARGIN, MARGIN + 5.0], 6.0, Anchor::Start, head);
            titled.items.extend(page.items);
            pages.push(titled);
            numbers = &numbers[count..];
        }
        Ok(pages)
    }

    /// The page of the answers to the puzzles of these numbers.
    fn answer_page(&self, numbers: &[usize], rooms: &[Room], control: &Control) -> Result<Page, PrintError> {
        let mut page = Page::default();
        for (room, &number) in rooms.iter().zip(numbers) {
            let puzzle = &self.puzzles[number];
            let title = self.title(number);
            let [x, y] = [room.corner[0], room.corner[1] + HEAD];
            let broken = lines(&title, SMALL, room.size[0]);
            for (i, line) in broken.iter().enumerate() {
                page.text([x, y + SMALL * (1.0 + 1.3 * i as f64)], SMALL, Anchor::Start, line.as_str());
            }
            let top = SMALL * (0.7 + 1.3 * broken.len() as f64);
            let left = [room.size[0], room.size[1] - top];
            if let Some(words) = puzzle.what.words() {
                let broken = lines(words, SMALL, left[0]);
                let high = broken.len() as f64 * SMALL * 1.4;
                if high > left[1] {
                    let size = [left[0], high];
                    return Err(self.too_small(
                        "the answer",
                        &title,
                        LEAST_ANSWER,
                        size,
                        left,
                        self.setup.paper,
                    ));
                }
                for (i, line) in (1..).zip(broken) {
                    page.text([x, y + top + SMALL * 1.4 * f64::from(i)], SMALL, Anchor::Start, line);
                }
                continue;
            }
            control.check(Progress::Preparation { steps: number as u64 })?;
            let mut figure = Figure::of_board(puzzle.what.region(), left, self.setup.coordinates, control)?;
            puzzle.what.solve(&mut figure);
            let most = (left[0] / figure.size[0]).min(left[1] / figure.size[1]).min(MOST);
            let usual = most.min(8.0);
            // They grow until names can be read well, or at least so, if those can be.
            let sizes =
                || (0_u32..).map(|step| usual + f64::from(step) * STEP).take_while(|&cell| cell <= most);
            let well = sizes().find(|&cell| figure.are_read(cell, READ));
            let read = well.or_else(|| sizes().find(|&cell| figure.are_read(cell, 0.0)));
            let cell = read.unwrap_or(usual);
            if cell < LEAST_ANSWER {
                let size = figure.size.map(|side| side * LEAST_ANSWER);
                return Err(self.too_small("the answer", &title, LEAST_ANSWER, size, left, self.setup.paper));
            }
            expect_read(&figure, cell)?;
            figure.draw([x, y + top], cell, &mut page);
            if read.is_none() {
                for (i, line) in (0_u32..).zip(lines(NAMELESS, FOOT, left[0])) {
                    let at = y + top + figure.size[1] * cell + FOOT * (1.2 + 1.3 * f64::from(i));
                    page.inked([x, at], FOOT, Anchor::Start, GREY, line);
                }
            }
        }
        Ok(page)
    }
}

/// A tiling as it is printed in a room of these proportions.
pub(super) fn laid(
    problem: &Problem,
    tiling: &Tiling,
    room: [f64; 2],
    coordinates: bool,
    control: &Control,
) -> Result<Figure, Stopped> {
    let mut figure = Figure::of_board(&problem.region, room, coordinates, control)?;
    lay(&mut figure, problem, tiling.laid());
    Ok(figure)
}

/// Lays pieces of `problem` on a figure, each in its colour and, if there are several kinds, with its name.
fn lay(figure: &mut Figure, problem: &Problem, laid: &[Laid]) {
    let colours = colours(problem);
    let several = problem.pieces.iter().filter(|piece| !piece.hole).count() > 1;
    for one in laid {
        if let Some((piece, &colour)) = problem.pieces.iter().zip(&colours).nth(one.piece) {
            figure.lay(if several { &piece.name } else { "" }, colour, &one.cells);
        }
    }
}

/// A part of a page.
pub(super) struct Room {
    pub corner: [f64; 2],
    pub size: [f64; 2],
}

/// The rooms of a page for so many things.
pub(super) fn rooms(count: usize, size: [f64; 2]) -> Vec<Room> {
    let mut rooms = grid(divided(count, size), size);
    rooms.truncate(count);
    rooms
}

/// The rooms of a page of this size in so many rows and columns.
pub(super) fn grid([rows, columns]: [usize; 2], [width, height]: [f64; 2]) -> Vec<Room> {
    let pitch = [(width + 2.0 * GAP) / columns as f64, (height + 2.0 * GAP) / rows as f64];
    let size = pitch.map(|side| side - 2.0 * GAP);
    let place = |i: usize| {
        let (row, column) = (i / columns, i % columns);
        Room { corner: [MARGIN + column as f64 * pitch[0], MARGIN + row as f64 * pitch[1]], size }
    };
    (0..rows * columns).map(place).collect()
}

impl Setup {
    /// The size of the rooms.
    fn room_of(&self, rooms: &[Room]) -> [f64; 2] {
        rooms.first().map_or(self.room(), |room| room.size)
    }
}

/// Writes the numbers of pages below them, if there are several.
pub(super) fn number(pages: &mut [Page], [width, height]: [f64; 2]) {
    let count = pages.len();
    for (i, page) in pages.iter_mut().enumerate().filter(|_| count > 1) {
        let at = [width / 2.0, height - MARGIN / 2.0];
        page.inked(at, FOOT, Anchor::Middle, GREY, format!("{} / {count}", i + 1));
    }
}

/// What a solver must know besides the board and the pieces.
fn rules(problem: &Problem) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |holds: bool, text: &str| {
        if holds {
            notes.push(text.to_owned());
        }
    };
    for sentence in held(problem) {
        note(true, &sentence);
    }
    let lattice = problem.region.lattice();
    let (meet, cut) = (around_a_point(lattice), if lattice.is_flat() { "straight line" } else { "plane" });
    note(problem.rules.tatami, &format!("No {meet} pieces may meet at a point."));
    note(problem.rules.fault_free, &format!("No {cut} may cut the board without cutting a piece."));
    let topology = problem.region.topology();
    note(topology == Topology::Cylinder, "The left and the right side of the board are joined.");
    note(topology == Topology::Torus, "Opposite sides of the board are joined.");
    note(topology == Topology::Periodic, "The top and the bottom of the board are joined.");
    note(problem.region.has_optional(), "Cells with a dot may stay empty.");
    notes
}

/// Which pieces may not be turned, and which may not be turned over, in sentences; those are not named that look the same then.
fn held(problem: &Problem) -> Vec<String> {
    let (mut fixed, mut turned, mut free) = (Vec::new(), Vec::new(), Vec::new());
    for piece in problem.pieces.iter().filter(|piece| !piece.hole) {
        let Some(shape) = piece.orientations.first() else { continue };
        let orientations = |freedom| shape.images(freedom).len();
        match piece.freedom() {
            Some(Freedom::Fixed) => fixed.push(piece.name.as_str()),
            Some(Freedom::OneSided) => turned.push(piece.name.as_str()),
            _ if orientations(Freedom::Free) > orientations(Freedom::OneSided) => free.push(Freedom::Free),
            _ if piece.orientations.len() > 1 => free.push(Freedom::OneSided),
            _ => {}
        }
    }
    let of = |names: &[&str], all: bool| match names {
        [] => None,
        _ if all => Some("The pieces".to_owned()),
        names => Some(names.join(", ")),
    };
    let lie = of(&fixed, turned.is_empty() && free.is_empty());
    let turn = of(&turned, fixed.is_empty() && !free.contains(&Freedom::Free));
    let lie = lie.map(|who| format!("{who} must lie as drawn."));
    let turn = turn.map(|who| format!("{who} may be turned, but not turned over."));
    lie.into_iter().chain(turn).collect()
}

impl Block {
    /// The height of what stands above the pieces.
    fn above(&self, cell: f64) -> f64 {
        self.head() + self.board.size[1] * cell + GAP
    }

    fn head(&self) -> f64 {
        self.lines.len() as f64 * self.size * 1.3 + self.notes.len() as f64 * SMALL * 1.4 + GAP
    }

    /// Puts the answer at the end, and says so below.
    fn move_answer(&mut self, width: f64) {
        self.answer = Some(Below::Words(lines(AT_THE_END, FOOT, width)));
        self.at_the_end = true;
    }

    /// The largest cells of an answer below.
    fn largest(answer: &Figure, width: f64) -> f64 {
        (width / answer.size[0]).min(TURNED[1])
    }

    /// The size of the cells of an answer below: that of those above in part, and more where its names need it.
    fn small(answer: &Figure, cell: f64, width: f64) -> f64 {
        let most = Self::largest(answer, width);
        let usual = (0.4 * cell).clamp(TURNED[0], TURNED[1]).min(most);
        let mut sizes = (0_u32..).map(|step| usual + f64::from(step) * STEP).take_while(|&cell| cell <= most);
        sizes.find(|&cell| answer.are_read(cell, READ)).unwrap_or(usual)
    }

    /// The height of what stands below the pieces.
    fn below(&self, cell: f64, width: f64) -> f64 {
        match &self.answer {
            None => 0.0,
            Some(Below::Board(answer)) => {
                answer.size[1] * Self::small(answer, cell, width) + SMALL + 2.0 * GAP
            }
            Some(Below::Words(words)) => words.len() as f64 * FOOT * 1.4 + 2.0 * GAP,
        }
    }

    /// Draws all but the pieces; how much of the height is used above them.
    fn draw(&self, room: &Room, fit: Fit, page: &mut Page) -> f64 {
        let [x, y] = room.corner;
        let mut base = y;
        for line in &self.lines {
            base += self.size * 1.3;
            page.text([x, base - self.size * 0.3], self.size, Anchor::Start, line.as_str());
        }
        for line in &self.notes {
            base += SMALL * 1.4;
            page.text([x, base - SMALL * 0.3], SMALL, Anchor::Start, line.as_str());
        }
        let left = (room.size[0] - self.board.size[0] * fit.cell) / 2.0;
        self.board.draw([x + left, y + self.head()], fit.cell, page);
        let mut turned = Page::default();
        let (corner, size) = match &self.answer {
            None => return self.above(fit.cell),
            Some(Below::Board(answer)) => {
                let small = Self::small(answer, fit.cell, room.size[0]);
                let size = answer.size.map(|side| side * small);
                let corner = [0, 1].map(|i| room.corner[i] + room.size[i] - size[i]);
                answer.draw(corner, small, &mut turned);
                (corner, size)
            }
            Some(Below::Words(words)) => {
                let size = [room.size[0], words.len() as f64 * FOOT * 1.4];
                let corner = [x, y + room.size[1] - size[1]];
                for (i, line) in (1..).zip(words) {
                    let at = [corner[0], corner[1] + FOOT * (1.4 * f64::from(i) - 0.4)];
                    turned.text(at, FOOT, Anchor::Start, line.as_str());
                }
                (corner, size)
            }
        };
        page.turned(turned, [corner[0] + size[0] / 2.0, corner[1] + size[1] / 2.0]);
        self.above(fit.cell)
    }
}
