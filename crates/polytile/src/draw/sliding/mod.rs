//! Pictures of sliding-block puzzles.
//!
//! In: a puzzle, and a position or the moves of a solution. Out: a [`Scene`] of the position, for everything that draws
//! scenes; or a [`Film`], the positions side by side with arrows between them, or one after the other as pieces slide.
//! Every piece bears its letter. Pieces that are alike have one colour, the same in all pictures of a puzzle.

mod film;
mod motion;

pub use film::Film;

use super::scene::Shape;
use super::{Scene, colour};
use crate::board::Cell;
use crate::pieces::Colour;
use crate::sliding::{Position, Puzzle};
use crate::tiling::{Laid, Tiling};

impl Scene {
    /// The picture of a position.
    ///
    /// ```
    /// use polytile::{draw::Scene, format::sliding};
    /// let puzzle = sliding::parse("start = '''\nAAB\n..B\n'''")?.puzzle;
    /// assert_eq!(Scene::of_position(&puzzle, &puzzle.start()).text(), "\
    /// ┌───────┬───┐
    /// │ A     │ B │
    /// ├───────┤   │
    /// │ ·   · │   │
    /// └───────┴───┘
    /// ");
    /// # Ok::<(), polytile::format::FormatError>(())
    /// ```
    pub fn of_position(puzzle: &Puzzle, position: &Position) -> Self {
        Scene::of_pieces(puzzle, &placed(puzzle, position), &colours(puzzle))
    }

    /// The picture of pieces that stand on these cells; a piece without cells is not to be seen.
    fn of_pieces(puzzle: &Puzzle, cells: &[Vec<Cell>], colours: &[Colour]) -> Self {
        let laid = |(piece, cells): (usize, &Vec<Cell>)| Laid { piece, cells: cells.clone() };
        let tiling = Tiling::new(cells.iter().enumerate().map(laid).collect());
        // A tiling has its pieces in an order of its own.
        let shape = |laid: &Laid| Shape {
            name: puzzle.pieces()[laid.piece].name.to_string(),
            colour: colours[laid.piece],
            letter: puzzle.pieces()[laid.piece].name,
        };
        let shapes = tiling.laid().iter().map(shape).collect();
        let marks = puzzle.pieces().iter().zip(cells).flat_map(|(piece, cells)| {
            first_of_parts(cells).into_iter().map(|cell| ((cell.row, cell.col), piece.name))
        });
        Scene::owned(puzzle.board(), &tiling).with_shapes(shapes).marked(marks.collect())
    }
}

/// The first cell of every connected part of a piece: one letter on each.
fn first_of_parts(cells: &[Cell]) -> Vec<Cell> {
    let mut left = cells.to_vec();
    let mut firsts = Vec::new();
    while let Some(&first) = left.first() {
        firsts.push(first);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            left.retain(|other| *other != cell);
            let beside = |other: &&Cell| cell.row.abs_diff(other.row) + cell.col.abs_diff(other.col) == 1;
            open.extend(left.iter().filter(beside));
        }
    }
    firsts
}

/// The cells of every piece.
fn placed(puzzle: &Puzzle, position: &Position) -> Vec<Vec<Cell>> {
    let cells = |piece| puzzle.placed(piece, position.first_cell(piece)).unwrap_or_default();
    (0..puzzle.pieces().len()).map(cells).collect()
}

/// The colour of every piece: its own, or that of its class.
fn colours(puzzle: &Puzzle) -> Vec<Colour> {
    let given: Vec<Option<Colour>> =
        puzzle.classes().iter().map(|class| puzzle.pieces()[class.pieces[0]].colour).collect();
    let of_classes = colour::by_kind(&given);
    let of = |piece: usize| puzzle.pieces()[piece].colour.unwrap_or(of_classes[puzzle.class_number(piece)]);
    (0..puzzle.pieces().len()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Owner;
    use crate::format::sliding::parse;
    use crate::sliding::Metric;

    #[test]
    fn pieces_keep_their_letters_and_colours_wherever_they_are() {
        let text = "start = '''\nABBC\nABBC\nD..E\n'''\n[[pieces]]\nletters = 'E'\ncolour = '#123456'";
        let puzzle = parse(text).unwrap().puzzle;
        let colours = colours(&puzzle);
        assert_eq!((colours[0], colours[4]), (colours[2], [0x12, 0x34, 0x56]));
        let start = puzzle.start();
        for step in puzzle.moves(&start, Metric::Move) {
            let position = puzzle.apply(&start, &step).unwrap();
            let scene = Scene::of_position(&puzzle, &position);
            for (piece, cells) in placed(&puzzle, &position).iter().enumerate() {
                for cell in cells {
                    let Owner::Shape(shape) = scene.owner(cell.row, cell.col) else {
                        panic!("{cell} is free")
                    };
                    let shape = &scene.shapes()[shape as usize];
                    assert_eq!((shape.letter, shape.colour), (puzzle.pieces()[piece].name, colours[piece]));
                }
            }
        }
    }
}
