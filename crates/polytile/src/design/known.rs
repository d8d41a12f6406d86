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
//!
//! Cost: a look at every option.

use crate::exact_cover::{Entry, ExactCover};
use std::collections::BTreeMap;

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
    /// The rows, columns and boxes of a grid of numbers.
    lines: Option<[Ranks; 3]>,
}

/// What an item of a grid of numbers asks for; rows, columns and boxes count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// The number in the cell of this row and column.
    Number(u32, u32),
    /// The place of a number in `row 1`, `column 2` or `box 3`.
    Place(u32, String),
}

/// What an option writes into a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    mark: String,
    /// In words, where that is something else.
    text: Option<String>,
    tone: Option<u32>,
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

/// Names with two numbers, such as `p3.4` and `p34`, without what they begin with.
fn pair(name: &str) -> Option<(u32, u32)> {
    if let Some((row, col)) = name.split_once('.') {
        return Some((row.parse().ok()?, col.parse().ok()?));
    }
    let mut digits = name.chars().map(|c| c.to_digit(10));
    match (digits.next(), digits.next(), digits.next()) {
        (Some(row), Some(col), None) => Some((row?, col?)),
        _ => None,
    }
}

/// A name with a number, such as `r3`, without what it begins with.
fn single(name: &str) -> Option<u32> {
    if name.starts_with(|c: char| c.is_ascii_digit()) { name.parse().ok() } else { None }
}

/// The numbers that there are, each with its place among them: so it does not matter what they count from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ranks(BTreeMap<u32, u32>);

impl Ranks {
    fn of(numbers: impl Iterator<Item = u32>) -> Self {
        let mut ranks: BTreeMap<u32, u32> = numbers.map(|number| (number, 0)).collect();
        (0..).zip(ranks.values_mut()).for_each(|(rank, place)| *place = rank);
        Ranks(ranks)
    }

    fn len(&self) -> u32 {
        self.0.len() as u32
    }

    fn at(&self, number: u32) -> Option<u32> {
        self.0.get(&number).copied()
    }
}

/// Places by rows and columns.
struct Grid {
    rows: Ranks,
    cols: Ranks,
}

impl Grid {
    fn of(places: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        Grid {
            rows: Ranks::of(places.clone().map(|(row, _)| row)),
            cols: Ranks::of(places.map(|(_, col)| col)),
        }
    }

    fn at(&self, (row, col): (u32, u32)) -> Option<u32> {
        Some(self.rows.at(row)? * self.cols.len() + self.cols.at(col)?)
    }

    fn size(&self) -> [u32; 2] {
        [self.rows.len(), self.cols.len()]
    }
}

/// The names of the items of an exact cover, and of the colours.
struct Names<'a>(&'a ExactCover);

impl<'a> Names<'a> {
    fn of(&self, entry: Entry) -> &'a str {
        &self.0.items()[entry.item as usize].name
    }

    fn primary(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.0.items().iter().filter(|item| item.demand.is_primary()).map(|item| item.name.as_str())
    }

    /// The numbers in names of primary items, as `read` finds them.
    fn read<T>(&self, read: impl Fn(&'a str) -> Option<T> + Clone) -> impl Iterator<Item = T> + Clone {
        self.primary().filter_map(read)
    }

    /// What `read` finds in the names of the items of an option, if it finds so many.
    fn found<T, const N: usize>(
        &self,
        option: &[Entry],
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Option<[T; N]> {
        let found: Vec<T> = option.iter().filter_map(|entry| read(self.of(*entry))).collect();
        found.try_into().ok()
    }

    /// What all options write, if `writes` finds something for each.
    fn each(
        &self,
        writes: impl Fn(&'a [Entry]) -> Option<Vec<(u32, Written)>>,
    ) -> Option<Vec<Vec<(u32, Written)>>> {
        self.0.options().map(writes).collect()
    }
}

/// A mark that is written in words as it is drawn.
fn mark(mark: &impl ToString, tone: Option<u32>) -> Written {
    Written { mark: mark.to_string(), text: None, tone }
}

fn queens(names: &Names<'_>) -> Option<Known> {
    let row = |name: &str| single(name.strip_prefix('r')?);
    let col = |name: &str| single(name.strip_prefix('c')?);
    if !names.primary().all(|name| row(name).or_else(|| col(name)).is_some()) {
        return None;
    }
    let grid = Grid { rows: Ranks::of(names.read(row)), cols: Ranks::of(names.read(col)) };
    let writes = names.each(|option| {
        let ([row], [col]) = (names.found(option, row)?, names.found(option, col)?);
        Some(vec![(grid.at((row, col))?, mark(&'Q', None))])
    })?;
    Some(Known::new(grid.size(), writes, Ground::Chess))
}

fn numbers(names: &Names<'_>) -> Option<Known> {
    let cell = |name: &str| pair(name.strip_prefix('p')?);
    let in_row = |name: &str| pair(name.strip_prefix('r')?);
    let others = |name: &str| pair(name.strip_prefix(['p', 'r', 'c', 'b'])?);
    if !names.primary().all(|name| others(name).is_some()) {
        return None;
    }
    let grid = Grid::of(names.read(cell));
    let writes = names.each(|option| {
        let ([cell], [(_, number)]) = (names.found(option, cell)?, names.found(option, in_row)?);
        Some(vec![(grid.at(cell)?, mark(&number, None))])
    })?;
    let boxes = Ranks::of(names.read(|name| pair(name.strip_prefix('b')?)).map(|(one, _)| one));
    let ground = if boxes.len() > 0 { Ground::Boxes } else { Ground::Plain };
    let known = Known::new(grid.size(), writes, ground);
    Some(Known { lines: Some([grid.rows, grid.cols, boxes]), ..known })
}

fn pairs(names: &Names<'_>) -> Option<Known> {
    let place = |name: &str| single(name.strip_prefix('s')?);
    let number = |name: &str| single(name.strip_prefix('d').unwrap_or(name));
    let grid = Grid { rows: Ranks::of([0].into_iter()), cols: Ranks::of(names.read(place)) };
    let writes = names.each(|option| {
        let [number] = names.found(option, number)?;
        let at: [u32; 2] = names.found(option, place)?;
        at.into_iter().map(|at| Some((grid.at((0, at))?, mark(&number, Some(number))))).collect()
    })?;
    Some(Known::new(grid.size(), writes, Ground::Plain))
}

fn squares(names: &Names<'_>) -> Option<Known> {
    let place = |name: &str| if name.contains('.') { pair(name) } else { None };
    let grid = Grid::of(names.read(place));
    let writes = names.each(|option| {
        let [side] = names.found(option, single)?;
        let places = option.iter().filter_map(|entry| place(names.of(*entry)));
        places.map(|place| Some((grid.at(place)?, mark(&side, Some(side))))).collect()
    })?;
    Some(Known { apart: true, ..Known::new(grid.size(), writes, Ground::Plain) })
}

fn words(names: &Names<'_>) -> Option<Known> {
    let coloured = || names.0.options().flatten().filter(|entry| entry.colour > 0);
    let places: Vec<(u32, u32)> = coloured().map(|entry| pair(names.of(*entry))).collect::<Option<_>>()?;
    let grid = Grid::of(places.iter().copied());
    let writes = names.each(|option| {
        let letters = option.iter().filter(|entry| entry.colour > 0);
        let letter = |entry: &Entry| {
            let letter = &names.0.colours()[entry.colour as usize - 1];
            Some((grid.at(pair(names.of(*entry))?)?, mark(&letter, None)))
        };
        letters.map(letter).collect()
    })?;
    Some(Known::new(grid.size(), writes, Ground::Plain))
}

fn colouring(names: &Names<'_>) -> Option<Known> {
    let vertices: Vec<&str> = names.primary().map(|name| name.strip_prefix('v')).collect::<Option<_>>()?;
    let place: BTreeMap<&str, u32> = vertices.iter().copied().zip(0..).collect();
    let colour = |name| -> Option<(&str, u32)> {
        let (vertex, colour) = str::split_once(name, '=')?;
        Some((vertex, single(colour)?))
    };
    let writes = names.each(|option| {
        let [(vertex, colour)] = names.found(option, colour)?;
        let text = Some(format!("{vertex}={colour}"));
        Some(vec![(*place.get(vertex)?, Written { mark: vertex.to_owned(), text, tone: Some(colour) })])
    })?;
    // About as wide as it is high.
    let cols = (1..=vertices.len()).find(|side| side * side >= vertices.len())? as u32;
    let rows = (vertices.len() as u32).div_ceil(cols);
    Some(Known::new([rows, cols], writes, Ground::Plain))
}

impl Known {
    /// The look of the solutions of `cover`, if it is of a kind that is known.
    ///
    /// ```
    /// use polytile::{design::{covers::queens, known::Known}, exact_cover::ExactCover, run::Control};
    /// let known = Known::of(&queens(4, &Control::default())?).ok_or("queens have a board")?;
    /// assert_eq!(known.size(), [4, 4]);
    /// // Options are the cells, row by row.
    /// assert_eq!(known.cells(&[1, 7, 8, 14]).iter().filter(|cell| cell.mark == "Q").count(), 4);
    /// assert_eq!(Known::of(&ExactCover::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(cover: &ExactCover) -> Option<Self> {
        let names = Names(cover);
        let has_board =
            |known: &Known| (1..=MOST_CELLS).contains(&(u64::from(known.rows) * u64::from(known.cols)));
        [queens, numbers, pairs, squares, words, colouring]
            .into_iter()
            .find_map(|kind| kind(&names).filter(has_board))
    }

    fn new([rows, cols]: [u32; 2], writes: Vec<Vec<(u32, Written)>>, ground: Ground) -> Self {
        Known { rows, cols, writes, ground, apart: false, lines: None }
    }

    /// What the item of this name asks for, in a grid of numbers.
    pub fn sought(&self, name: &str) -> Option<Sought> {
        let [rows, cols, boxes] = self.lines.as_ref()?;
        let (first, second) = pair(name.get(1..)?)?;
        let (lines, called) = match name.chars().next()? {
            'p' => return Some(Sought::Number(rows.at(first)? + 1, cols.at(second)? + 1)),
            'r' => (rows, "row"),
            'c' => (cols, "column"),
            _ => (boxes, "box"),
        };
        Some(Sought::Place(second, format!("{called} {}", lines.at(first)? + 1)))
    }

    /// The number that an option writes, in a grid of numbers, and the row and the column of its cell.
    pub fn number(&self, option: u32) -> Option<(&str, u32, u32)> {
        self.lines.as_ref()?;
        let (at, Written { mark, .. }) = self.writes.get(option as usize)?.first()?;
        Some((mark, at / self.cols + 1, at % self.cols + 1))
    }

    /// The clues of a grid of numbers: options that alone write into their cell.
    pub fn clues(&self) -> Vec<u32> {
        let mut alone: BTreeMap<u32, Option<u32>> = BTreeMap::new();
        for (option, written) in (0..).zip(self.writes.iter().filter(|_| self.lines.is_some())) {
            for (at, _) in written {
                alone.entry(*at).and_modify(|one| *one = None).or_insert(Some(option));
            }
        }
        alone.into_values().flatten().collect()
    }

    /// The cells that an option writes into, as places among [`Known::cells`].
    pub fn places(&self, option: u32) -> Vec<u32> {
        self.writes.get(option as usize).into_iter().flatten().map(|(at, _)| *at).collect()
    }

    /// What an option writes: marks, and the places of their cells among [`Known::cells`].
    pub fn writes(&self, option: u32) -> impl Iterator<Item = (u32, &str)> {
        self.writes
            .get(option as usize)
            .into_iter()
            .flatten()
            .map(|(at, written)| (*at, written.mark.as_str()))
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
            for (at, Written { mark, text, tone }) in written {
                let cell = &mut cells[*at as usize];
                cell.text.clone_from(text.as_ref().unwrap_or(mark));
                cell.mark.clone_from(mark);
                cell.tone = other.or(*tone).map_or(cell.tone, Tone::Colour);
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
    use crate::run::Control;
    use crate::solve::{Options, Question, Reply, Search};

    /// The first solution, in words.
    fn first(cover: ExactCover) -> String {
        let control = Control::default();
        let known = Known::of(&cover).unwrap();
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
        let tones: Vec<Tone> =
            Known::of(&cover).unwrap().cells(&[0, 1]).iter().map(|cell| cell.tone).collect();
        assert_eq!(tones, [Tone::Colour(0), Tone::Colour(1)]);
    }

    #[test]
    fn other_names_are_not_known() {
        let mut cover = ExactCover::default();
        let a = cover.add_item("a", crate::exact_cover::Multiplicity::ONCE).unwrap();
        cover.add_option(&[Entry::plain(a)]).unwrap();
        assert_eq!(Known::of(&cover), None);
    }
}
