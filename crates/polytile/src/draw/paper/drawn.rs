//! Puzzles on paper that are no tilings: a board with what stands on it, and what is told or drawn of the answer.
//!
//! In: an exact cover whose solutions everybody knows how to draw, guesses of a number, or a sliding-block puzzle. Out: what a figure is
//! made of ([`Drawn`]), with sentences. Of an exact cover, those options are printed as given that alone cover an item: the
//! clues of a sudoku. A sliding-block puzzle has its pieces and its goal beside the board, as large as it is. Cost: linear in the cells
//! and options.

use super::figure::Figure;
use super::parts::Part;
use crate::board::{Cell, Region};
use crate::design::known::{Filled, Known, Tone};
use crate::draw::grids::SHADE;
use crate::draw::{PALETTE, sliding};
use crate::exact_cover::{ExactCover, Multiplicity};
use crate::pieces::Colour;
use crate::run::{Control, Stopped};
use crate::sliding::Puzzle;

const WHITE: Colour = [0xFF; 3];

/// What covers some cells: its name and its colour.
#[derive(Clone, Debug)]
struct Mark {
    cells: Vec<Cell>,
    name: String,
    colour: Colour,
}

/// What is printed of an answer.
#[derive(Clone, Debug)]
enum Told {
    Nothing,
    Board(Vec<Mark>),
    Words(String),
}

/// A puzzle that is a board with something on it.
#[derive(Clone, Debug)]
pub struct Drawn {
    region: Region,
    marks: Vec<Mark>,
    notes: Vec<String>,
    answer: Told,
    /// All of the answer that was not on the board before, if that is a word.
    word: Option<String>,
    parts: Vec<Part>,
}

/// The cells of a board, row by row, as a solution fills them.
fn filled(region: &Region, cells: Vec<Filled>) -> Vec<Mark> {
    let mark = |(cell, filled): (Cell, Filled)| Mark {
        cells: vec![cell],
        name: filled.mark,
        colour: match filled.tone {
            Tone::Plain => WHITE,
            Tone::Shaded => SHADE,
            Tone::Colour(number) => PALETTE[number as usize % PALETTE.len()],
        },
    };
    region.cells().zip(cells).map(mark).collect()
}

impl Drawn {
    /// An exact cover that is `known`, with the options of a solution; nothing where its board is too large.
    ///
    /// ```
    /// use polytile::{design::{covers::queens, known::Known}, draw::paper::Drawn, run::Control};
    /// let control = Control::default();
    /// let cover = queens(4, &control)?;
    /// let known = Known::of(&cover, &control)?.ok_or("queens have a board")?;
    /// assert!(Drawn::of_known(&cover, &known, Some(&[1, 7, 8, 14])).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_known(cover: &ExactCover, known: &Known, answer: Option<&[u32]>) -> Option<Self> {
        let [rows, cols] = known.size();
        let region = Region::rectangle(rows.into(), cols.into()).ok()?;
        let marks = filled(&region, known.cells(&forced(cover)));
        let answer = answer.map_or(Told::Nothing, |chosen| Told::Board(filled(&region, known.cells(chosen))));
        Some(Drawn { region, marks, notes: Vec::new(), answer, word: None, parts: Vec::new() })
    }

    /// Guesses of a number, each with how many of its digits are right, and the number; nothing where they have no digits.
    pub fn of_guesses<'g>(
        guesses: impl IntoIterator<Item = (&'g [u8], u32)>,
        answer: Option<&str>,
    ) -> Option<Self> {
        let guesses: Vec<(&[u8], u32)> = guesses.into_iter().collect();
        let length = guesses.first()?.0.len();
        let [last, end] = [guesses.len(), length].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let whole = Region::rectangle(guesses.len() as u64 + 1, length as u64 + 1).ok()?;
        let region = whole.without(&[Cell::new(last, end)]).ok()?;
        let mark = |row: u32, col: u32, name: String, colour: Colour| Mark {
            cells: vec![Cell::new(row, col)],
            name,
            colour,
        };
        let mut marks = Vec::new();
        for (row, (digits, right)) in (0..).zip(&guesses) {
            marks.extend((0..).zip(*digits).map(|(col, digit)| mark(row, col, digit.to_string(), WHITE)));
            marks.push(mark(row, end, right.to_string(), SHADE));
        }
        let told = |number: &str| {
            let digits =
                (0..).zip(number.chars()).map(|(col, digit)| mark(last, col, digit.to_string(), WHITE));
            Told::Board(marks.iter().cloned().chain(digits).collect())
        };
        let word = answer.map(str::to_owned);
        let answer = answer.map_or(Told::Nothing, told);
        let notes = [
            "Each row is a guess of a number; beside it stands how many of its digits are right, each in its place.",
            "Which number is it? The last row is for it.",
        ];
        Some(Drawn {
            region,
            marks,
            notes: notes.map(str::to_owned).to_vec(),
            answer,
            word,
            parts: Vec::new(),
        })
    }

    /// A sliding-block puzzle at its start, and how it is solved, in words.
    pub fn of_sliding(puzzle: &Puzzle, answer: Option<String>) -> Self {
        let (colours, labels) = (sliding::colours(puzzle), puzzle.labels());
        let marks = |cells: &[Vec<Cell>]| -> Vec<Mark> {
            let seen = (0..cells.len()).filter(|&piece| !cells[piece].is_empty());
            let mark = |piece: usize| Mark {
                cells: cells[piece].clone(),
                name: labels[piece].clone(),
                colour: colours[piece],
            };
            seen.map(mark).collect()
        };
        let start = sliding::placed(puzzle, &puzzle.start());
        let region = puzzle.board().clone();
        let (mut parts, mut notes) = (Vec::new(), Vec::new());
        if let Some(goal) = sliding::goal::cells(puzzle) {
            let board = Figure::new(region.lattice(), region.cells().collect(), 1, false);
            let mut figure = board.with_holes();
            lay(&mut figure, &marks(&goal));
            parts.push(Part::captioned(figure, sliding::goal::caption(puzzle)));
            let whole = goal.iter().all(|cells| !cells.is_empty());
            let others = if whole { "" } else { "; where the others are does not matter" };
            notes
                .push(format!("Slide the pieces, none over another, until they lie as in the goal{others}."));
        }
        for mut mark in marks(&start) {
            // Cut out, it lies on the table, in whatever layer it stands.
            let least = mark.cells.iter().map(|cell| cell.layer).min().unwrap_or(0);
            for cell in &mut mark.cells {
                cell.layer -= least;
            }
            let mut figure = Figure::new(region.lattice(), mark.cells.clone(), 1, false);
            lay(&mut figure, std::slice::from_ref(&mark));
            parts.push(Part::single(figure, mark.name));
        }
        let answer = answer.map_or(Told::Nothing, Told::Words);
        Drawn { region, marks: marks(&start), notes, answer, word: None, parts }
    }

    pub(super) fn region(&self) -> &Region {
        &self.region
    }

    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        self.parts.clone()
    }

    /// Puts on its board what stands there before anybody has begun.
    pub(super) fn lay(&self, figure: &mut Figure) {
        lay(figure, &self.marks);
    }

    /// Whether there is an answer.
    pub(super) fn is_solved(&self) -> bool {
        !matches!(self.answer, Told::Nothing)
    }

    /// Puts the answer on its board, if it is drawn.
    pub(super) fn solve(&self, figure: &mut Figure) {
        if let Told::Board(marks) = &self.answer {
            lay(figure, marks);
        }
    }

    /// The answer in words, if it is told and not drawn.
    pub(super) fn words(&self) -> Option<&str> {
        if let Told::Words(words) = &self.answer { Some(words) } else { None }
    }

    /// The answer as a word, if one says all that a board would.
    pub(super) fn word(&self) -> Option<&str> {
        self.word.as_deref()
    }
}

/// The board of an exact cover that is known, with a solution or with nothing on it.
///
/// # Errors
/// When `control` says stop.
pub(super) fn known_laid(
    known: &Known,
    region: &Region,
    chosen: Option<&[u32]>,
    room: [f64; 2],
    coordinates: bool,
    control: &Control,
) -> Result<Figure, Stopped> {
    let mut figure = Figure::of_board(region, room, coordinates, control)?;
    if let Some(chosen) = chosen {
        lay(&mut figure, &filled(region, known.cells(chosen)));
    }
    Ok(figure)
}

fn lay(figure: &mut Figure, marks: &[Mark]) {
    for Mark { cells, name, colour } in marks {
        figure.lay(name.as_str(), *colour, cells);
    }
}

/// The options that alone cover an item which has to be covered.
fn forced(cover: &ExactCover) -> Vec<u32> {
    let mut options: Vec<Option<u32>> = vec![None; cover.items().len()];
    let mut several = vec![false; options.len()];
    for (number, option) in (0..).zip(cover.options()) {
        for entry in option {
            let item = entry.item as usize;
            several[item] |= options[item].replace(number).is_some();
        }
    }
    let must = |item: usize| {
        matches!(cover.items()[item].demand, Multiplicity::Primary { lo: 1.., .. }) && !several[item]
    };
    let mut forced: Vec<u32> =
        (0..options.len()).filter(|&item| must(item)).filter_map(|i| options[i]).collect();
    forced.sort_unstable();
    forced.dedup();
    forced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::covers::{queens, sudoku};

    #[test]
    fn pieces_of_cubes_are_cut_out_without_the_layers_below() {
        let text = "lattice = 'cube'\nstart = '''\nA.\nA.\n\nC.\nC.\n'''";
        let puzzle = crate::format::sliding::parse(text).unwrap().puzzle;
        let sizes: Vec<[f64; 2]> =
            Drawn::of_sliding(&puzzle, None).parts.iter().map(|part| part.figure.size).collect();
        assert_eq!((sizes.len(), sizes[0]), (2, sizes[1]));
    }

    #[test]
    fn the_clues_of_a_sudoku_are_given() {
        let mut clues = [None; 81];
        (clues[0], clues[40], clues[80]) = (Some(5), Some(1), Some(9));
        let control = Control::default();
        let cover = sudoku(&clues, &control).unwrap();
        let known = Known::of(&cover, &control).unwrap().unwrap();
        let drawn = Drawn::of_known(&cover, &known, None).unwrap();
        let names: Vec<&str> = drawn.marks.iter().map(|mark| mark.name.as_str()).collect();
        assert_eq!([names[0], names[40], names[80]], ["5", "1", "9"]);
        assert_eq!(names.iter().filter(|name| name.is_empty()).count(), 78);
        assert!(forced(&queens(5, &Control::default()).unwrap()).is_empty());
    }

    #[test]
    fn a_number_has_its_row() {
        let drawn = Drawn::of_guesses([(&[1_u8, 2][..], 1), (&[3, 4][..], 0)], Some("14")).unwrap();
        // Three rows, of which the last has nothing beside it.
        assert_eq!((drawn.region.len(), drawn.marks.len()), (8, 6));
        let Told::Board(marks) = &drawn.answer else { panic!() };
        assert_eq!(marks.len(), 8);
        assert!(Drawn::of_guesses([], None).is_none());
    }
}
