//! Pictures of sliding-block puzzles.
//!
//! In: a puzzle, and a position or the moves of a solution. Out: a [`Scene`] of the position, for everything that draws
//! scenes; or a [`Film`], the positions side by side with arrows between them, or one after the other as pieces slide.
//! Every piece bears its letter, the goal is drawn beside the solution, and a bar shows where a piece is to leave. Pieces that are alike have one colour, the same in all pictures of a puzzle.

mod film;
pub(super) mod goal;
mod motion;
mod way;

pub use film::Film;

use super::colouring::unstopped;
use super::places::Places;
use super::scene::Shape;
use super::{Scene, colour};
use crate::board::{Cell, Lattice, Region};
use crate::pieces::Colour;
use crate::run::Control;
use crate::sliding::{Position, Puzzle};
use crate::tiling::{Laid, Tiling};

/// The colour of walls: unlike the page, empty cells and pieces.
const WALL: Colour = [0x66; 3];

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
        let labels = puzzle.labels();
        // A tiling has its pieces in an order of its own.
        let shape = |laid: &Laid| Shape {
            name: puzzle.pieces()[laid.piece].name.to_string(),
            label: labels[laid.piece].clone(),
            colour: colours[laid.piece],
            letter: puzzle.pieces()[laid.piece].name,
        };
        let shapes = tiling.laid().iter().map(shape).collect();
        let places = Places::of(puzzle.board());
        let marks = labels.iter().zip(cells).flat_map(|(label, cells)| {
            let place = |cell: Cell| {
                let (row, cols) = places.of_cell(cell);
                ((row, cols.start), label.clone())
            };
            first_of_parts(puzzle.board(), cells).into_iter().map(place)
        });
        let scene = unstopped(Scene::owned(puzzle.board(), &tiling, &Control::default()));
        let mut scene = scene.with_shapes(shapes).marked(marks.collect());
        // Around other cells than squares there is nothing.
        scene.walls = (puzzle.lattice() == Lattice::Square).then_some(WALL);
        scene
    }
}

/// The first cell of every part of a piece that is connected in its layer, which stands beside the next: one letter on each.
fn first_of_parts(board: &Region, cells: &[Cell]) -> Vec<Cell> {
    let mut left = cells.to_vec();
    let mut firsts = Vec::new();
    while let Some(&first) = left.first() {
        firsts.push(first);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            left.retain(|other| *other != cell);
            let of_layer = |other: &Cell| other.layer == cell.layer && left.contains(other);
            open.extend(board.beside(cell).flatten().filter(of_layer));
        }
    }
    firsts
}

/// The cells of every piece.
pub(super) fn placed(puzzle: &Puzzle, position: &Position) -> Vec<Vec<Cell>> {
    let cells = |piece| puzzle.placed(piece, position.first_cell(piece)).unwrap_or_default();
    (0..puzzle.pieces().len()).map(cells).collect()
}

/// The colour of every piece: its own, or that of its class, or one for all tiles, which are told apart by their numbers.
pub(super) fn colours(puzzle: &Puzzle) -> Vec<Colour> {
    let given: Vec<Option<Colour>> =
        puzzle.classes().iter().map(|class| puzzle.pieces()[class.pieces[0]].colour).collect();
    let of_classes = colour::by_kind(&given);
    let tile = puzzle.numbers().map(|_| colour::PALETTE[0]);
    let of = |piece: usize| {
        let usual = tile.unwrap_or(of_classes[puzzle.class_number(piece)]);
        puzzle.pieces()[piece].colour.unwrap_or(usual)
    };
    (0..puzzle.pieces().len()).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Owner, PictureOptions};
    use crate::format::sliding::parse;
    use crate::sliding::Metric;

    #[test]
    fn films_show_walls_and_the_goal() {
        let puzzle = parse("start = '''\n#AB\n...\n'''\ngoal = '''\n#..\nA..\n'''").unwrap().puzzle;
        let svg = Film::new(&puzzle, &[]).unwrap().svg();
        assert!(svg.contains(">goal</text>") && svg.contains("<path fill=\"#666666\" d=\"M0 0h1v1h-1z\"/>"));
        // Once at the start, and A at the goal too; the column of the bar is that of A.
        assert_eq!((svg.matches(">A</text>").count(), svg.matches(">B</text>").count()), (2, 1));
        let plain = PictureOptions::default().labels(false);
        assert!(!Film::new(&puzzle, &[]).unwrap().with_options(plain).svg().contains(">A</text>"));
    }

    #[test]
    fn a_piece_is_named_in_each_of_its_layers() {
        let text = "lattice = 'cube'\nstart = '''\nAA\n..\n\nA.\nA.\n'''";
        let puzzle = parse(text).unwrap().puzzle;
        let drawn = Scene::of_position(&puzzle, &puzzle.start()).text();
        assert_eq!(drawn.matches('A').count(), 2, "{drawn}");
    }

    #[test]
    fn other_cells_than_squares() {
        for (lattice, start) in
            [("hex", "  A A\n B . .\n  . C"), ("triangle", "  A\n AAB\n^v^v^"), ("cube", "AA\n..\n\nA.\nBB")]
        {
            let puzzle = parse(&format!("lattice = '{lattice}'\nstart = '''\n{start}\n'''")).unwrap().puzzle;
            let text = Scene::of_position(&puzzle, &puzzle.start()).text();
            let moves = &puzzle.moves(&puzzle.start(), Metric::Move)[..1];
            let svg = Film::new(&puzzle, moves).unwrap().svg();
            insta::assert_snapshot!(format!("{lattice}_position"), format!("{text}\n{svg}"));
        }
    }

    #[test]
    fn tiles_beyond_nine_have_their_numbers() {
        let named =
            |rows: &str| parse(&format!("start = '''\n{rows}\n'''")).unwrap().puzzle.labels().concat();
        assert_eq!(named("1234\n5678\n9ab."), "1234567891011");
        assert_eq!(named("1234\n5678\n9Ab."), "123456789Ab");
        let coloured = |rows: &str| colours(&parse(&format!("start = '''\n{rows}\n'''")).unwrap().puzzle);
        assert_eq!(coloured("12\n3."), [colour::PALETTE[0]; 3]);
        assert_eq!(coloured("ABB\nC.."), [0, 1, 0].map(|i| colour::PALETTE[i]));
        assert_eq!(named("aabb\n1234\n5678"), "ab12345678");
    }

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
