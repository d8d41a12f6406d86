//! Boards are held against a check that knows nothing of how they were made: a grid of cells, each with the piece that
//! claims to cover it.

use super::*;
use num_bigint::BigUint;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// The number of the piece on every cell, and the pieces' colours: after checking that the pieces are L-trominoes on
/// the board, that each cell but the hole is covered once, and that pieces sharing an edge have different colours.
fn checked(order: u32, hole: (u64, u64), pieces: &[Tromino]) -> Vec<Option<usize>> {
    let side = 1_usize << order;
    let mut owner = vec![None; side * side];
    for (number, piece) in pieces.iter().enumerate() {
        let cells = piece.cells();
        let (rows, cols) = (cells.map(|c| c.0), cells.map(|c| c.1));
        let spread = |of: [u64; 3]| of.iter().max().unwrap() - of.iter().min().unwrap();
        assert!(spread(rows) == 1 && spread(cols) == 1, "three cells of a square of four: {cells:?}");
        assert!(cells[0] < cells[1] && cells[1] < cells[2], "different, row by row: {cells:?}");
        for (row, col) in cells {
            let at = row as usize * side + col as usize;
            assert!(owner[at].replace(number).is_none(), "{row},{col} is covered twice");
        }
    }
    let free: Vec<usize> = (0..owner.len()).filter(|&at| owner[at].is_none()).collect();
    assert_eq!(free, [hole.0 as usize * side + hole.1 as usize]);
    for at in 0..owner.len() {
        let right = (at % side + 1 < side).then_some(at + 1);
        let below = Some(at + side).filter(|&at| at < owner.len());
        for near in [right, below].into_iter().flatten() {
            if let (Some(a), Some(b)) = (owner[at], owner[near]) {
                assert!(
                    a == b || pieces[a].colour() != pieces[b].colour(),
                    "{:?} {:?}",
                    pieces[a],
                    pieces[b]
                );
            }
        }
    }
    owner
}

/// Checks the pieces of a board, and that the cell query and the rows say the same.
fn check_board(order: u32, hole: (u64, u64)) {
    let board = Board::new(order, hole.0, hole.1).unwrap();
    let mut pieces = Vec::new();
    board.trominoes().for_each(|piece| pieces.push(piece));
    assert_eq!(board.trominoes().size_hint(), (pieces.len(), Some(pieces.len())));
    assert!(board.trominoes().eq(pieces.iter().copied()));
    let owner = checked(order, hole, &pieces);
    let window = board.whole().unwrap();
    let mut rows = window.rows(0..u64::MAX);
    let side = 1 << order;
    for row in 0..side {
        let line = rows.next_row().unwrap();
        let values: Vec<u8> = line.values().collect();
        assert_eq!(values.len() as u64, side);
        for col in 0..side {
            let piece = owner[(row * side + col) as usize].map(|i| pieces[i]);
            assert_eq!(board.piece_at(&row, &col).unwrap(), piece, "{row},{col}");
            let value = values[col as usize];
            assert_eq!(value, piece.map_or(0, |p| p.colour() + 1), "{row},{col}");
            if let Some(piece) = piece {
                assert_eq!(piece.level, if value == 3 { line.upper_level() } else { 1 });
            }
        }
    }
    assert!(rows.next_row().is_none());
    let mut by_level: Vec<Tromino> = (0..=order + 1).flat_map(|level| window.trominoes(level)).collect();
    by_level.sort_unstable();
    pieces.sort_unstable();
    assert_eq!(by_level, pieces);
}

#[test]
fn every_hole_of_small_boards() {
    for order in 0..=6 {
        for at in 0..1_u64 << (2 * order) {
            check_board(order, (at >> order, at & ((1 << order) - 1)));
        }
    }
}

#[test]
fn two_colours_suffice_for_the_smallest_only() {
    let colours = |order| {
        let board = Board::new(order, 0, 0).unwrap();
        let mut seen: Vec<u8> = board.trominoes().map(|p| p.colour()).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    assert_eq!([0, 1, 2, 3].map(colours), [0, 1, 3, 3]);
}

#[test]
fn boards_of_4096_bits() {
    let side = BigUint::from(1_u8) << 4096;
    let last: BigUint = &side - 1_u8;
    let board = Board::new(4096, BigUint::ZERO, last.clone()).unwrap();
    assert!(board.piece_at(&BigUint::ZERO, &last).unwrap().is_none());
    let piece = board.piece_at(&(&side >> 1), &(&side >> 1)).unwrap().unwrap();
    assert_eq!((piece.level, piece.missing), (4096, Quadrant::ALL[1]));
    let corner = board.piece_at(&last, &BigUint::ZERO).unwrap().unwrap();
    assert_eq!(corner.level, 1);
    assert!(board.piece_at(&side, &BigUint::ZERO).is_err());
    assert!(Board::new(4097, BigUint::ZERO, BigUint::ZERO).is_err());
    // Around the middle.
    let start: BigUint = (&side >> 1) - 50_u8;
    let window = board.window(start.clone(), start, 100, 100).unwrap();
    assert_eq!(window.trominoes(4096).count(), 1);
    assert_eq!(window.trominoes(1).count(), 50 * 50);
}

#[test]
fn what_is_not_there_is_refused() {
    let board = Board::new(3, 2_u64, 5).unwrap();
    let said = |error: GolombError| error.to_string();
    insta::assert_snapshot!(said(Board::new(64, 0_u64, 0).unwrap_err()), @"a board of side 2^64 is too large: n goes up to 63");
    insta::assert_snapshot!(said(Board::new(3, 0_u64, 8).unwrap_err()), @"the hole 0,8 is not on the board of side 2^3");
    insta::assert_snapshot!(said(board.piece_at(&9, &1).unwrap_err()), @"the cell 9,1 is not on the board of side 2^3");
    insta::assert_snapshot!(said(board.window(0, 8, 1, 1).unwrap_err()), @"the window's first cell 0,8 is not on the board of side 2^3");
    insta::assert_snapshot!(said(board.window(7, 0, 2, 1).unwrap_err()), @"the window's last cell 8,0 is not on the board of side 2^3");
    insta::assert_snapshot!(said(board.window(7, 0, u64::MAX, 1).unwrap_err()), @"a window has at most 2^63 rows and as many columns");
    insta::assert_snapshot!(said(board.window(0, 0, 0, 1).unwrap_err()), @"a window has at least one row and one column");
    let huge = Board::new(64, BigUint::ZERO, BigUint::ZERO).unwrap();
    insta::assert_snapshot!(said(huge.whole().unwrap_err()), @"a board of side 2^64 is too large: n goes up to 63");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_holes(order in 7_u32..=9, row in any::<u64>(), col in any::<u64>()) {
        check_board(order, (row >> (64 - order), col >> (64 - order)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1))]

    #[test]
    fn random_holes_of_larger_boards(row in any::<u64>(), col in any::<u64>()) {
        for order in [10, 12] {
            check_board(order, (row >> (64 - order), col >> (64 - order)));
        }
    }
}

proptest! {
    /// Windows of boards of any size, by either kind of coordinates, against the question about one cell.
    #[test]
    fn windows_agree_with_cells(
        order in 0_u32..300,
        seed in any::<u64>(),
        middle in any::<bool>(),
        (rows, cols) in (1_u64..150, 1_u64..150),
        (from_row, from_col) in (0_u64..99, 0_u64..99),
    ) {
        let board = Board::<BigUint>::random(order, seed).unwrap();
        prop_assert_eq!(&board, &Board::random(order, seed).unwrap());
        let side = BigUint::from(1_u8) << order;
        // Around the hole, where patterns change most, or the middle.
        let centre = if middle { [&side >> 1, &side >> 1] } else { [board.hole().0.clone(), board.hole().1.clone()] };
        let start = |centre: &BigUint, before: u64| if *centre < before.into() { BigUint::ZERO } else { centre - before };
        let (row, col) = (start(&centre[0], from_row), start(&centre[1], from_col));
        let length = |start: &BigUint, length: u64| length.min(start.distance_to(&side).unwrap_or(u64::MAX));
        let (rows, cols) = (length(&row, rows), length(&col, cols));
        prop_assume!(rows > 0 && cols > 0);
        let window = board.window(row.clone(), col.clone(), rows, cols).unwrap();
        let mut pieces = HashMap::new();
        let mut lines = window.rows(0..rows);
        for i in 0..rows {
            let line = lines.next_row().unwrap();
            for (j, value) in line.values().enumerate() {
                let (row, col) = (&row + i, &col + j);
                let piece = board.piece_at(&row, &col).unwrap();
                prop_assert_eq!(value, piece.as_ref().map_or(0, |p| p.colour() + 1));
                if let Some(piece) = piece {
                    prop_assert!(piece.cells().contains(&(row, col)));
                    prop_assert_eq!(piece.level, if value == 3 { line.upper_level() } else { 1 });
                    *pieces.entry(piece).or_insert(0) += 1;
                } else {
                    prop_assert_eq!(window.hole(), Some((i, j as u64)));
                }
            }
        }
        let mut levels: BTreeSet<u32> = pieces.keys().map(|p: &Tromino<BigUint>| p.level).collect();
        levels.extend([0, order, order + 1]);
        for level in levels {
            for piece in window.trominoes(level) {
                let within = piece.cells().iter().filter(|(row, col)| window.offset(row, col).is_some()).count();
                prop_assert_eq!(pieces.remove(&piece), Some(within));
            }
        }
        prop_assert!(pieces.is_empty());
        if order < 60 {
            let small = |n: &BigUint| u64::try_from(n).unwrap();
            let twin = Board::new(order, small(board.hole().0), small(board.hole().1)).unwrap();
            let twin = twin.window(small(&row), small(&col), rows, cols).unwrap();
            let (mut a, mut b) = (window.rows(0..rows), twin.rows(0..rows));
            while let (Some(a), Some(b)) = (a.next_row(), b.next_row()) {
                prop_assert_eq!(a.packed(), b.packed());
            }
        }
    }
}

/// Putting millions of pieces in order is work that asks nobody.
#[test]
fn whoever_watches_is_told_that_pieces_are_put_in_order() {
    use crate::golomb::cube::Cube;
    use crate::golomb::deficient::Rectangle;
    use crate::run::Control;
    use std::sync::{Arc, Mutex};
    let told = Arc::new(Mutex::new(Vec::new()));
    let telling = Arc::clone(&told);
    let control = Control::default().watched_by(move |doing| {
        telling.lock().unwrap().push(doing);
        Box::new(())
    });
    Rectangle::new(5, 9, None).unwrap().tiling(&control).unwrap();
    Cube::new(1, [0; 3]).unwrap().spread(1, &control).unwrap();
    assert_eq!(*told.lock().unwrap(), ["putting the pieces in order"; 2]);
}
