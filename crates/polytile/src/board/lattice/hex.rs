//! Regular hexagons, in axial coordinates: a cell is written `q,r`, and the steps (1,0) and (0,1) enclose 60 degrees, so that it
//! lies beside (1,0), (0,1), (-1,1) and their opposites. q is kept as the row, r as the column. Twelve turns.
//!
//! The unit stands for its centre; the corners are the thirds of (1,1), (2,-1), (-1,2) and their opposites.

use super::{Axis, Definition, Direction, Order, Sweep};

pub(super) fn plan() -> Definition {
    // Half the square root of three: how far down a row is.
    let down = 3_f64.sqrt() / 2.0;
    Definition {
        flat: true,
        kinds: vec![vec![[0, -8, 4], [0, -4, 8], [0, 4, 4], [0, 8, -4], [0, 4, -8], [0, -4, -4]]],
        // (q, r) -> (-r, q + r), by 60 degrees, and the reflection that exchanges q and r.
        generators: vec![[[1, 0, 0], [0, 0, -1], [0, 1, 1]], [[1, 0, 0], [0, 0, 1], [0, 1, 0]]],
        basis: [[0.0, 0.0, 1.0], [0.5, down, 0.0], [1.0, 0.0, 0.0]],
        written: &[(Axis::Row, 'q'), (Axis::Column, 'r')],
        // Three lie at each corner.
        chessboard: None,
        sweeps: &[
            Sweep { order: Order::Rows, forms: &[] },
            Sweep { order: Order::Columns, forms: &[[0, 0, 1, 0]] },
            Sweep { order: Order::Diagonals, forms: &[[0, 1, 1, 0]] },
        ],
        steps: vec![
            (Direction::UpLeft, [0, -1, 0]),
            (Direction::UpRight, [0, -1, 1]),
            (Direction::Left, [0, 0, -1]),
            (Direction::Right, [0, 0, 1]),
            (Direction::DownLeft, [0, 1, -1]),
            (Direction::DownRight, [0, 1, 0]),
        ],
    }
}
