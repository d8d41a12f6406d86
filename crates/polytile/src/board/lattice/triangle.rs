//! Equilateral triangles, two to a unit: a cell is written `x,y,k` in the basis of two vectors a and b that enclose 60 degrees. With
//! k = 0 it points up and has the corners v, v+a, v+b for v = xa + yb; with k = 1 it points down and has v+a, v+b, v+a+b. Rows are y,
//! and row 0 is the lowest of a picture; columns are 2x+k. Twelve turns, half of which carry what points up to what points down.

use super::{Axis, Definition, Direction, Order, Sweep};

pub(super) fn plan() -> Definition {
    // Half the square root of three: how far up a row is.
    let up = 3_f64.sqrt() / 2.0;
    Definition {
        flat: true,
        kinds: vec![vec![[0, 0, 0], [0, 12, 0], [0, 0, 12]], vec![[0, 0, 12], [0, 12, 0], [0, 12, 12]]],
        // In (y, x): by 60 degrees, (y, x) -> (x + y, -y), and the reflection that exchanges them.
        generators: vec![[[1, 0, 0], [0, 1, 1], [0, -1, 0]], [[1, 0, 0], [0, 0, 1], [0, 1, 0]]],
        basis: [[0.0, 0.0, 1.0], [0.5, -up, 0.0], [1.0, 0.0, 0.0]],
        written: &[(Axis::Column, 'x'), (Axis::Row, 'y'), (Axis::Kind, 'k')],
        chessboard: Some([0, 0, 0, 1]),
        // Along the strips of each direction: those between two lines y, x, or x + y.
        sweeps: &[
            Sweep { order: Order::Rows, forms: &[] },
            Sweep { order: Order::Columns, forms: &[[0, 0, 1, 0]] },
            Sweep { order: Order::Diagonals, forms: &[[0, 1, 1, 1]] },
        ],
        steps: vec![
            (Direction::UpLeft, [0, 1, -1]),
            (Direction::UpRight, [0, 1, 0]),
            (Direction::Left, [0, 0, -1]),
            (Direction::Right, [0, 0, 1]),
            (Direction::DownLeft, [0, -1, 0]),
            (Direction::DownRight, [0, -1, 1]),
        ],
    }
}
