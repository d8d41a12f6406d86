//! Unit cubes. A cell is written `x,y,z`, kept as layer, row and column. 48 turns, 24 of them rotations.

use super::{Axis, Definition, Direction, Order, Sweep};

pub(super) fn plan() -> Definition {
    let corners =
        [0, 12].into_iter().flat_map(|l| [0, 12].into_iter().flat_map(move |r| [[l, r, 0], [l, r, 12]]));
    Definition {
        flat: false,
        kinds: vec![corners.collect()],
        // Quarter turns about two axes, and the reflection in a point.
        generators: vec![
            [[1, 0, 0], [0, 0, 1], [0, -1, 0]],
            [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
            [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        ],
        basis: [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]],
        written: &[(Axis::Layer, 'x'), (Axis::Row, 'y'), (Axis::Column, 'z')],
        chessboard: Some([1, 1, 1, 0]),
        sweeps: &[
            Sweep { order: Order::Layers, forms: &[] },
            Sweep { order: Order::Rows, forms: &[[0, 1, 0, 0]] },
            Sweep { order: Order::Columns, forms: &[[0, 0, 1, 0]] },
            Sweep { order: Order::Diagonals, forms: &[[1, 1, 1, 0], [1, 1, 0, 0]] },
        ],
        steps: vec![
            (Direction::Back, [-1, 0, 0]),
            (Direction::Up, [0, -1, 0]),
            (Direction::Left, [0, 0, -1]),
            (Direction::Right, [0, 0, 1]),
            (Direction::Down, [0, 1, 0]),
            (Direction::Front, [1, 0, 0]),
        ],
    }
}
