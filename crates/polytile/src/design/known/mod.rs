//! What solutions of exact covers that everybody knows look like.
//!
//! In: an exact cover. Out: a board, if the names of the items are those of a kind that is known, and for every solution what
//! stands in its cells ([`Known`]), to be drawn by [`draw::Grids`](crate::draw::Grids). Names are all that there is to go by, so files written by hand, and by others,
//! are known too, whatever they count from:
//!
//! | what is made | items |
//! |---|---|
//! | queens | rows `r1`, columns `c1`: an option has one of each |
//! | Latin squares, sudokus | cells `p3.4` or `p34`, and `r3.7` or `r37`: row 3 has a 7 |
//! | Langford pairs | numbers `4` or `d4`, places `s7` |
//! | partridges | sides `4`, places `3.4` |
//! | word rectangles | places `3.4` or `34`, whose colours are letters |
//! | colourings of graphs | vertices `v7`, and `7=2`: the colour of vertex 7 is 2 |
//! | secret numbers | places `p07`, guesses `g03` ([`Known::of_digits`]: names do not tell the digits) |
//!
//! Cost: a look at every option.

mod kinds;
mod names;
mod sought;

pub use sought::Sought;

use crate::exact_cover::ExactCover;
use crate::run::{Control, Stopped};
use sought::Asks;

/// The look of the solutions of an exact cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    rows: u32,
    cols: u32,
    /// What every option writes, and where.
    writes: Vec<Vec<(u32, Written)>>,
    ground: Ground,
    /// Whether cells that options write alike are told from those of the next option.
    apart: bool,
    /// What its items ask for.
    asks: Asks,
}

/// What an option writes into a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    mark: String,
    /// In words, where that is something else.
    text: Option<String>,
    tone: Option<u32>,
}

impl Written {
    fn text(&self) -> &str {
        self.text.as_ref().unwrap_or(&self.mark)
    }
}

/// Bytes that what an option writes into so many cells takes, about: marks are short, and each has an allocation of its own.
fn bytes(cells: usize) -> u64 {
    (size_of::<Vec<(u32, Written)>>() + (size_of::<(u32, Written)>() + 32) * cells) as u64
}

/// What cells look like before anything is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Plain,
    /// A chessboard.
    Chess,
    /// Boxes of three rows and columns.
    Boxes,
}

/// A cell of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// What stands in it; nothing in an empty one.
    pub mark: String,
    /// What stands for it in a text.
    pub text: String,
    /// What is behind it.
    pub tone: Tone,
}

/// What is behind a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing.
    Plain,
    /// A shade, which tells boxes or the squares of a chessboard apart.
    Shaded,
    /// One of many colours.
    Colour(u32),
}

/// The largest board.
const MOST_CELLS: u64 = 1 << 20;

impl Known {
    /// The look of the solutions of `cover`, if it is of a kind that is known.
    ///
    /// ```
    /// use polytile::{design::{covers::queens, known::Known}, exact_cover::ExactCover, run::Control};
    /// let control = Control::default();
    /// let known = Known::of(&queens(4, &control)?, &control)?.ok_or("queens have a board")?;
    /// assert_eq!(known.size(), [4, 4]);
    /// // Options are the cells, row by row.
    /// assert_eq!(known.cells(&[1, 7, 8, 14]).iter().filter(|cell| cell.mark == "Q").count(), 4);
    /// assert_eq!(Known::of(&ExactCover::default(), &control)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no memory for what each option writes, or `control` says stop.
    pub fn of(cover: &ExactCover, control: &Control) -> Result<Option<Self>, Stopped> {
        let fits =
            |known: &Known| (1..=MOST_CELLS).contains(&(u64::from(known.rows) * u64::from(known.cols)));
        kinds::of(cover, fits, control)
    }

    /// Bytes that it takes, about.
    pub(crate) fn bytes(&self) -> u64 {
        self.writes.iter().map(|written| bytes(written.len())).sum()
    }

    /// The look of a number of so many digits that guesses, each by its digits, tell of; an option is a digit in its place, counted from 0, and
    /// items are named as those of a [`NumberMind`](crate::format::number_mind::NumberMind).
    pub fn of_digits(length: u32, options: &[(usize, u8)], guesses: Vec<String>) -> Self {
        kinds::digits(length, options, guesses)
    }

    fn new([rows, cols]: [u32; 2], writes: Vec<Vec<(u32, Written)>>, asks: Asks) -> Self {
        Known { rows, cols, writes, ground: Ground::Plain, apart: false, asks }
    }

    /// What the item of this name asks for, where that is more than its name.
    pub fn sought(&self, name: &str) -> Option<Sought> {
        self.asks.sought(name)
    }

    /// Whether it is a grid of numbers.
    fn is_of_numbers(&self) -> bool {
        matches!(self.asks, Asks::Numbers(_))
    }

    /// Whether it is a chessboard with queens.
    pub fn is_of_queens(&self) -> bool {
        matches!(self.asks, Asks::Queens(_))
    }

    /// What one of its options is called.
    pub fn called(&self) -> &'static str {
        match self.asks {
            Asks::Numbers(_) => "number",
            Asks::Words(_) => "word",
            Asks::Colours => "colour",
            Asks::Digits(_) => "digit",
            Asks::Queens(_) => "queen",
            Asks::Pairs(_) => "pair",
            Asks::Squares(_) => "square",
        }
    }

    /// Whether its rows, columns and boxes have numbers in them, and if so whether there are boxes.
    pub fn has_boxes(&self) -> Option<bool> {
        if let Asks::Numbers([_, _, boxes]) = &self.asks { Some(boxes.len() > 0) } else { None }
    }

    /// Whether cells that options write alike may belong to different ones, so that only all of a board says which.
    pub fn writes_alike(&self) -> bool {
        self.apart
    }

    /// The number that an option writes, in a grid of numbers, and the row and the column of its cell.
    pub fn number(&self, option: u32) -> Option<(&str, u32, u32)> {
        if !self.is_of_numbers() {
            return None;
        }
        let (at, Written { mark, .. }) = self.writes.get(option as usize)?.first()?;
        Some((mark, at / self.cols + 1, at % self.cols + 1))
    }

    /// An option in words.
    pub fn said(&self, option: u32) -> Option<String> {
        let written = self.writes.get(option as usize)?;
        let (first, Written { mark, tone, .. }) = written.iter().min_by_key(|(at, _)| *at)?;
        let (row, col) = (first / self.cols + 1, first % self.cols + 1);
        Some(match &self.asks {
            Asks::Numbers(_) => format!("{mark} in row {row}, column {col}"),
            Asks::Queens(_) => format!("a queen in row {row}, column {col}"),
            Asks::Pairs(_) => {
                let places: Vec<String> = written.iter().map(|(at, _)| (at + 1).to_string()).collect();
                format!("{mark} in places {}", places.join(" and "))
            }
            Asks::Squares(_) => format!("a square of side {mark} from row {row}, column {col} on"),
            Asks::Words(_) => {
                let mut letters: Vec<(u32, &str)> = self.writes(option).collect();
                letters.sort_unstable();
                let word: String = letters.iter().map(|(_, letter)| *letter).collect();
                let is_across = letters.iter().all(|(at, _)| at / self.cols + 1 == row);
                if is_across { format!("{word} in row {row}") } else { format!("{word} in column {col}") }
            }
            Asks::Colours => format!("colour {} for vertex {mark}", (*tone)?),
            Asks::Digits(_) => format!("{mark} in place {col}"),
        })
    }

    /// What is done with an option: `Write`, `Put` and so on.
    pub fn verb(&self) -> &'static str {
        match self.asks {
            Asks::Numbers(_) | Asks::Pairs(_) | Asks::Words(_) | Asks::Digits(_) => "Write",
            Asks::Queens(_) => "Put",
            Asks::Squares(_) => "Lay",
            Asks::Colours => "Take",
        }
    }

    /// The clues of a grid of numbers: options that alone write into their cell.
    pub fn clues(&self) -> Vec<u32> {
        if !self.is_of_numbers() {
            return Vec::new();
        }
        // How many write into each cell, and the last that does.
        let mut writing = vec![(0_u32, 0); (self.rows * self.cols) as usize];
        for (option, written) in (0..).zip(&self.writes) {
            for (at, _) in written {
                let (times, last) = &mut writing[*at as usize];
                (*times, *last) = (times.saturating_add(1), option);
            }
        }
        writing.into_iter().filter(|(times, _)| *times == 1).map(|(_, last)| last).collect()
    }

    /// The cells that an option writes into, as places among [`Known::cells`].
    pub fn places(&self, option: u32) -> Vec<u32> {
        self.writes.get(option as usize).into_iter().flatten().map(|(at, _)| *at).collect()
    }

    /// What an option writes, as texts have it, and the places of its cells among [`Known::cells`].
    pub fn writes(&self, option: u32) -> impl Iterator<Item = (u32, &str)> {
        self.writes.get(option as usize).into_iter().flatten().map(|(at, written)| (*at, written.text()))
    }

    /// Rows and columns.
    pub fn size(&self) -> [u32; 2] {
        [self.rows, self.cols]
    }

    /// The cells of a solution, row by row.
    pub fn cells(&self, chosen: &[u32]) -> Vec<Filled> {
        let empty = |at: u32| {
            let (row, col) = (at / self.cols, at % self.cols);
            let is_shaded = match self.ground {
                Ground::Plain => false,
                Ground::Chess => (row + col) % 2 == 1,
                Ground::Boxes => (row / 3 + col / 3) % 2 == 1,
            };
            let tone = if is_shaded { Tone::Shaded } else { Tone::Plain };
            Filled { mark: String::new(), text: ".".to_owned(), tone }
        };
        let mut cells: Vec<Filled> = (0..self.rows * self.cols).map(empty).collect();
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        for &option in &sorted {
            let written = &self.writes[option as usize];
            let other = if self.apart { self.apart_from(written, &cells) } else { None };
            for (at, written) in written {
                let cell = &mut cells[*at as usize];
                written.text().clone_into(&mut cell.text);
                cell.mark.clone_from(&written.mark);
                cell.tone = other.or(written.tone).map_or(cell.tone, Tone::Colour);
            }
        }
        cells
    }

    /// A colour that no cell beside those that are written has.
    fn apart_from(&self, written: &[(u32, Written)], cells: &[Filled]) -> Option<u32> {
        let beside = |&(at, _): &(u32, Written)| {
            let (row, col) = (at / self.cols, at % self.cols);
            let near =
                [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            near.into_iter().filter(|&(row, col)| row < self.rows && col < self.cols)
        };
        let used: Vec<Tone> = written
            .iter()
            .flat_map(beside)
            .map(|(row, col)| cells[(row * self.cols + col) as usize].tone)
            .collect();
        (0..=used.len() as u32).find(|&colour| !used.contains(&Tone::Colour(colour)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::covers;
    use crate::exact_cover::Entry;
    use crate::run::Control;
    use crate::solve::{Options, Question, Reply, Search};

    /// The first solution, in words.
    fn first(cover: ExactCover) -> String {
        let control = Control::default();
        let known = Known::of(&cover, &control).unwrap().unwrap();
        let search = Search::new(&Question::covers(cover), &Options::default(), &control).unwrap();
        let mut text = String::new();
        search
            .list(search.beginning(), None, &control, &mut |chosen| {
                for row in known.cells(chosen).chunks(known.cols as usize) {
                    text += &row.iter().map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ");
                    text.push('\n');
                }
                Reply::Enough
            })
            .unwrap();
        text
    }

    #[test]
    fn every_kind_has_its_look() {
        let control = Control::default();
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let queens = first(covers::queens(5, &control).unwrap());
        assert!(lines(&queens).len() == 5 && lines(&queens).iter().all(|row| row.matches('Q').count() == 1));
        let langford = first(covers::langford(4, &control).unwrap());
        assert!(["4 1 3 1 2 4 3 2\n", "2 3 4 2 1 3 1 4\n"].contains(&langford.as_str()), "{langford}");
        let latin = lines(&first(covers::latin(3, &control).unwrap()));
        assert!(latin.iter().all(|row| ["0", "1", "2"].iter().all(|number| row.contains(number))));
        let sudoku = first(covers::sudoku(&[None; 81], &control).unwrap());
        assert!(lines(&sudoku).iter().all(|row| (1..=9).all(|digit| row.contains(&digit.to_string()))));
        let words = ["ab", "ac", "bd", "cd"].map(str::to_owned);
        let rectangle = first(covers::word_rectangle(&words, 2, 2, &control).unwrap());
        assert!(["a b\nc d\n", "a c\nb d\n"].contains(&rectangle.as_str()), "{rectangle}");
        assert_eq!(first(covers::partridge(1, &control).unwrap()), "1\n");
    }

    #[test]
    fn squares_that_touch_differ() {
        // Two squares of side 1 beside each other, and no others.
        let mut cover = ExactCover::default();
        let once = crate::exact_cover::Multiplicity::ONCE;
        let names = ["0.0", "0.1", "1"].map(|name| cover.add_item(name, once).unwrap());
        for place in [0, 1] {
            cover.add_option(&[Entry::plain(names[2]), Entry::plain(names[place])]).unwrap();
        }
        let known = Known::of(&cover, &Control::default()).unwrap().unwrap();
        let tones: Vec<Tone> = known.cells(&[0, 1]).iter().map(|cell| cell.tone).collect();
        assert_eq!(tones, [Tone::Colour(0), Tone::Colour(1)]);
    }

    #[test]
    fn other_names_are_not_known() {
        let mut cover = ExactCover::default();
        let a = cover.add_item("a", crate::exact_cover::Multiplicity::ONCE).unwrap();
        cover.add_option(&[Entry::plain(a)]).unwrap();
        assert_eq!(Known::of(&cover, &Control::default()), Ok(None));
    }
}
