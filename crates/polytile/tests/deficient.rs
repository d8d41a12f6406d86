//! Boards with a cell missing: the theorems against the engines, and the constructions against the checker.

use polytile::board::Cell;
use polytile::count::{Answer, CountOptions, count};
use polytile::draw::{DrawError, Owner, Scene};
use polytile::golomb::deficient::{Obstacle, Rectangle, Theorem};
use polytile::run::Control;
use proptest::prelude::*;

fn board(rows: u32, cols: u32, hole: Option<Cell>) -> Rectangle {
    Rectangle::new(u64::from(rows), u64::from(cols), hole).unwrap()
}

fn holes(rows: u32, cols: u32) -> impl Iterator<Item = Cell> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
}

/// Whether the counting engine finds a tiling.
fn counted(board: &Rectangle) -> bool {
    let problem = board.problem().unwrap();
    let counted = count(&problem, &CountOptions::default(), &Control::default()).unwrap();
    match counted.answer {
        Answer::Total(total) => total > 0_u32.into(),
        other => panic!("a total, not {other}"),
    }
}

/// Every cell covered once, by trominoes that stay on the board: simpler than the checker, and faster.
fn covers(board: &Rectangle) -> bool {
    let (rows, cols) = (board.rows() as usize, board.cols() as usize);
    let mut covered = vec![0_u8; rows * cols];
    if let Some(hole) = board.hole() {
        covered[hole.row as usize * cols + hole.col as usize] = 1;
    }
    board
        .lay(&Control::default(), |tromino| {
            for cell in tromino.cells() {
                assert!((cell.col as usize) < cols, "{board}");
                covered[cell.row as usize * cols + cell.col as usize] += 1;
            }
        })
        .unwrap();
    covered.iter().all(|&times| times == 1)
}

fn check(board: &Rectangle) {
    let tiling = board.tiling(&Control::default()).unwrap();
    assert_eq!(tiling.check(&board.problem().unwrap()), Ok(()), "{board}");
}

#[test]
fn theorems_agree_with_the_engines_on_boards_with_a_hole() {
    for rows in 1_u32..=11 {
        for cols in rows..=11 {
            // The others follow by reflection.
            for hole in holes(rows.div_ceil(2), cols.div_ceil(2)) {
                if rows * cols == 1 {
                    continue;
                }
                let board = board(rows, cols, Some(hole));
                assert_eq!(board.verdict().is_ok(), counted(&board), "{board}");
            }
        }
    }
}

#[test]
fn theorems_agree_with_the_engines_on_full_boards() {
    for rows in 1..=12 {
        for cols in rows..=12 {
            let board = board(rows, cols, None);
            assert_eq!(board.verdict().is_ok(), counted(&board), "{board}");
        }
    }
}

#[test]
fn verdicts_turn_with_the_board_and_count_its_holes() {
    for rows in 1..=26 {
        for cols in 1..=26 {
            let works = |hole: &Cell| board(rows, cols, Some(*hole)).verdict().is_ok();
            for hole in holes(rows, cols) {
                let turned = Cell::new(hole.col, rows - 1 - hole.row);
                assert_eq!(works(&hole), board(cols, rows, Some(turned)).verdict().is_ok());
            }
            let number = holes(rows, cols).filter(works).count() as u64;
            assert_eq!(number, board(rows, cols, None).working_holes(), "{rows}x{cols}");
        }
    }
    let known = [(2, 5, 8), (2, 8, 12), (5, 5, 9), (5, 8, 38), (5, 11, 53), (1, 1, 1), (7, 7, 49)];
    for (rows, cols, number) in known {
        assert_eq!(board(rows, cols, None).working_holes(), number);
    }
}

#[test]
fn every_board_that_can_be_tiled_is() {
    for rows in 1..=40 {
        for cols in 1..=40 {
            for hole in holes(rows, cols).map(Some).chain([None]) {
                let board = board(rows, cols, hole);
                assert!(board.verdict().is_err() || covers(&board), "{board}");
            }
        }
    }
}

#[test]
fn the_checker_agrees() {
    for rows in 2..=11 {
        for cols in rows..=14 {
            for hole in holes(rows, cols).map(Some).chain([None]) {
                let board = board(rows, cols, hole);
                if board.verdict().is_ok() {
                    check(&board);
                }
            }
        }
    }
}

#[test]
fn what_cannot_be_tiled_is_refused_with_its_obstacle() {
    let refused = |rows, cols, hole| {
        let board = board(rows, cols, hole);
        assert!(board.lay(&Control::default(), |_| ()).is_err());
        board.verdict().unwrap_err()
    };
    assert_eq!(refused(4, 5, None), Obstacle::Area { cells: 20 });
    assert_eq!(refused(4, 5, Some(Cell::new(0, 0))), Obstacle::Area { cells: 19 });
    assert_eq!(refused(7, 1, Some(Cell::new(0, 0))), Obstacle::Line);
    let sentence = |rows, cols, row, col| refused(rows, cols, Some(Cell::new(row, col))).to_string();
    insta::assert_snapshot!(refused(9, 3, None), @"the 10 cells in even rows and even columns (from 0) need a tromino each, since no tromino covers two of them, but there is room for 9 trominoes only");
    insta::assert_snapshot!(sentence(5, 5, 2, 3), @"the 9 cells in even rows and even columns (from 0) are all there and need a tromino each, since no tromino covers two of them, but there is room for 8 trominoes only");
    insta::assert_snapshot!(sentence(2, 8, 0, 2), @"the tromino on 1,2 takes two cells on one side of it; the other side keeps all of its 4 or 10 cells, and both numbers leave 1 when divided by 3");
    insta::assert_snapshot!(sentence(8, 2, 5, 1), @"the tromino on 5,0 takes two cells on one side of it; the other side keeps all of its 10 or 4 cells, and both numbers leave 1 when divided by 3");
    insta::assert_snapshot!(sentence(5, 8, 2, 1), @"the tromino on 2,0, between the missing cell and the edge, must cover 1,0 and 1,1 or else 3,0 and 3,1; then the corner 0,0 or 4,0 has only one free neighbour left, and no tromino fits there");
    insta::assert_snapshot!(sentence(11, 5, 9, 2), @"the tromino on 10,2, between the missing cell and the edge, must cover 10,1 and 9,1 or else 10,3 and 9,3; then the corner 10,0 or 10,4 has only one free neighbour left, and no tromino fits there");
}

#[test]
fn theorems_have_names() {
    let theorem = |rows, cols, row, col| board(rows, cols, Some(Cell::new(row, col))).verdict().unwrap();
    assert_eq!(theorem(8, 8, 3, 3), Theorem::PowerOfTwo);
    assert_eq!(theorem(7, 7, 3, 3), Theorem::Square);
    assert_eq!(theorem(5, 5, 2, 2), Theorem::FiveByFive);
    assert_eq!(theorem(8, 5, 2, 2), Theorem::Five);
    assert_eq!(theorem(2, 5, 0, 1), Theorem::Two);
    assert_eq!(theorem(7, 10, 0, 1), Theorem::Rectangle);
    assert_eq!(theorem(1, 1, 0, 0), Theorem::Nothing);
    assert_eq!(theorem(1 << 31, 1 << 31, 5, 5), Theorem::PowerOfTwo);
    assert_eq!(board(2, 3, None).verdict(), Ok(Theorem::Full));
}

#[test]
fn sizes_and_holes_are_checked() {
    insta::assert_snapshot!(Rectangle::new(0, 5, None).unwrap_err(), @"a board needs at least one row and one column, not 0x5");
    insta::assert_snapshot!(Rectangle::new(1, 1 << 32, None).unwrap_err(), @"a board of 1x4294967296 is too large: sides go up to 2^31, and cells up to 4294967294");
    insta::assert_snapshot!(Rectangle::new(5, 8, Some(Cell::new(5, 0))).unwrap_err(), @"cell 5,0 is not on the board, which has rows 0..4 and columns 0..7");
    let huge = board(50_000, 50_001, None);
    let small = Control::default().memory(1 << 20);
    insta::assert_snapshot!(huge.tiling(&small).unwrap_err(), @"a tiling of 833350000 trominoes would take at least 149.0 GiB but the memory budget is 1.0 MiB");
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    insta::assert_snapshot!(huge.lay(&late, |_| ()).unwrap_err(), @"the time limit was reached after 65536 of 833350000 pieces");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn larger_boards_are_tiled(rows in 1_u32..400, cols in 1_u32..400, row in 0_u32..400, col in 0_u32..400) {
        let hole = (rows * cols % 3 == 1).then(|| Cell::new(row % rows, col % cols));
        let board = board(rows, cols, hole);
        prop_assert!(board.verdict().is_err() || covers(&board));
    }
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The picture of a board: its pieces told apart by colour, which is seen from the picture alone.
fn drawn(board: &Rectangle) -> Scene {
    let tiling = board.tiling(&Control::default()).unwrap();
    let scene = Scene::within(&board.problem().unwrap(), &tiling, &Control::default()).unwrap();
    for (row, col) in (0..board.rows()).flat_map(|row| (0..board.cols()).map(move |col| (row, col))) {
        let here = scene.owner(row, col);
        for there in [scene.owner(row + 1, col), scene.owner(row, col + 1)] {
            if let (Owner::Shape(a), Owner::Shape(b)) = (here, there) {
                let (a_colour, b_colour) =
                    (scene.shapes()[a as usize].colour, scene.shapes()[b as usize].colour);
                assert!(a == b || a_colour != b_colour, "{board}: at {row},{col}");
            }
        }
    }
    scene
}

/// Looked at by eye, and to be looked at again when one changes.
#[test]
fn pictures_stay_as_they_are() {
    let boards =
        [board(11, 11, Some(Cell::new(5, 5))), board(8, 20, Some(Cell::new(3, 9))), board(9, 15, None)];
    let hashes = boards.map(|board| {
        let scene = drawn(&board);
        let file = scene.png_with_cell(12).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        format!("{board}: {:016x}, {:016x}", hash(&pixels), hash(scene.svg().as_bytes()))
    });
    insta::assert_snapshot!(hashes.join("\n"), @"
    11x11 without 5,5: c34f49bfcf909ca3, 73d0e0f7f3610fbc
    8x20 without 3,9: 063e9f1dbbcbef00, 5a62449132b13dee
    9x15: 271f71fa2274ba00, a71503c28050ddda
    ");
}

#[test]
fn pictures_are_stopped() {
    let board = board(100, 100, Some(Cell::new(50, 50)));
    let tiling = board.tiling(&Control::default()).unwrap();
    let problem = board.problem().unwrap();
    let scene = Scene::new(&problem, &tiling);
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    assert!(Scene::within(&problem, &tiling, &late).is_err());
    assert!(scene.svg_within(&late).is_err());
    assert!(matches!(scene.png_within(&late), Err(DrawError::Stopped(_))));
    let small = Control::default().memory(1 << 16);
    insta::assert_snapshot!(Scene::within(&problem, &tiling, &small).unwrap_err(), @"drawing 3333 pieces would take at least 1.1 MiB but the memory budget is 64.0 KiB");
}

#[test]
fn cells_are_taken_at_random() {
    let taken =
        |rows, cols, seed| board(rows, cols, None).without_random_cell(seed).map(|b| b.hole().unwrap());
    let all: std::collections::BTreeSet<Cell> = (0..500).filter_map(|seed| taken(5, 8, seed)).collect();
    assert_eq!(all.len(), 38);
    assert_eq!(taken(1 << 31, 1 << 31, 3), taken(1 << 31, 1 << 31, 3));
    assert_eq!(taken(1, 1, 9), Some(Cell::new(0, 0)));
    assert!(taken(6, 6, 1).is_none() && taken(1, 7, 1).is_none() && taken(4, 5, 1).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn colours_of_larger_boards_are_proper(rows in 2_u32..200, cols in 2_u32..200, seed: u64) {
        if let Some(board) = board(rows, cols, None).without_random_cell(seed) {
            drawn(&board);
        }
    }
}
