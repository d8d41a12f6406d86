//! Prisms: layers of the cells of a flat lattice. A cell is written as in the plane, with the layer behind. There are twice as
//! many turns as in the plane, for a prism can be turned upside down.

use super::{Axis, Definition, Direction, Matrix, Order, Sweep};

/// Triangular prisms.
pub(super) fn plan() -> Definition {
    over(
        super::triangle::plan(),
        &[(Axis::Column, 'x'), (Axis::Row, 'y'), (Axis::Kind, 'k'), (Axis::Layer, 'l')],
    )
}

/// Layers of `plane`, each as high as a step there is long.
fn over(plane: Definition, written: &'static [(Axis, char)]) -> Definition {
    let lifted = |corners: &Vec<[i64; 3]>, layer| {
        corners.iter().map(move |&[_, row, col]| [layer, row, col]).collect::<Vec<_>>()
    };
    let kinds =
        plane.kinds.iter().map(|corners| [lifted(corners, 0), lifted(corners, 12)].concat()).collect();
    let upside_down: Matrix = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let generators = plane.generators.into_iter().chain([upside_down]).collect();
    Definition {
        flat: false,
        kinds,
        generators,
        basis: plane.basis,
        written,
        chessboard: plane.chessboard.map(|[_, row, col, kind]| [1, row, col, kind]),
        sweeps: &[
            Sweep { order: Order::Layers, forms: &[] },
            Sweep { order: Order::Rows, forms: &[[0, 1, 0, 0]] },
            Sweep { order: Order::Columns, forms: &[[0, 0, 1, 0]] },
            Sweep { order: Order::Diagonals, forms: &[[0, 1, 1, 1]] },
        ],
        steps: plane
            .steps
            .into_iter()
            .chain([(Direction::Back, [-1, 0, 0]), (Direction::Front, [1, 0, 0])])
            .collect(),
    }
}
