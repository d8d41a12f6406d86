//! Unit squares. A cell is written `row,column`; rows count down from the top, columns to the right. Eight turns.

use super::{Axis, Definition, Direction, Order, Sweep};

pub(super) const WRITTEN: &[(Axis, char)] = &[(Axis::Row, 'r'), (Axis::Column, 'c')];

pub(super) fn plan() -> Definition {
    Definition {
        flat: true,
        kinds: vec![vec![[0, 0, 0], [0, 0, 12], [0, 12, 12], [0, 12, 0]]],
        // A quarter turn clockwise, and the reflection that exchanges left and right.
        generators: vec![[[1, 0, 0], [0, 0, 1], [0, -1, 0]], [[1, 0, 0], [0, 1, 0], [0, 0, -1]]],
        basis: [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        written: WRITTEN,
        chessboard: Some([0, 1, 1, 0]),
        sweeps: &[
            Sweep { order: Order::Rows, forms: &[] },
            Sweep { order: Order::Columns, forms: &[[0, 0, 1, 0]] },
            Sweep { order: Order::Diagonals, forms: &[[0, 1, 1, 0]] },
        ],
        steps: vec![
            (Direction::Up, [0, -1, 0]),
            (Direction::Left, [0, 0, -1]),
            (Direction::Right, [0, 0, 1]),
            (Direction::Down, [0, 1, 0]),
        ],
    }
}
