//! The orders of the cells that are worth a try.
//!
//! In: a region. Out: every order of its lattice, and the reversed ones too where they are not the same as the others: half a turn
//! carries the sequence of the cells of an order to that of its reverse. Where it carries the region to itself, and it does so with all
//! rectangles and most boards that have a name, a scan meets about as many states from either end. Cost: one look at each cell.

use super::Order;
use crate::board::{Lattice, Region, Symmetry};
use crate::run::{Control, Stopped};

/// The orders of the cells of `region` that may lead to different numbers of states, the reversed ones last.
///
/// # Errors
/// When `control` says stop.
pub(crate) fn orders(region: &Region, control: &Control) -> Result<Vec<Order>, Stopped> {
    let lattice = region.lattice();
    let half = Symmetry::of(lattice).find(|&symmetry| turns_everything(lattice, symmetry));
    let is_same = match half {
        Some(half) => region.permutation_within(half, control)?.is_some(),
        None => false,
    };
    let all: Vec<Order> = lattice.orders().collect();
    let kept = if is_same { all.len() / 2 } else { all.len() };
    Ok(all[..kept].to_vec())
}

/// Whether every direction in which there are cells becomes its opposite.
fn turns_everything(lattice: Lattice, symmetry: Symmetry) -> bool {
    let unit = |axis: usize| std::array::from_fn(|i| i64::from(i == axis));
    let is_turned = |axis: usize| symmetry.turn().vector(unit(axis)) == unit(axis).map(|n: i64| -n);
    (usize::from(lattice.is_flat())..3).all(is_turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversed_orders_are_tried_where_half_a_turn_shows_another_board() {
        let count = |board: &str| {
            let region: Region = board.parse().unwrap();
            let all = region.lattice().orders().count();
            (orders(&region, &Control::default()).unwrap().len(), all)
        };
        for (board, both) in [
            ("3x5", false),
            ("torus:4x6", false),
            ("aztec:3", false),
            ("chair:2", true),
            ("hexagon:3", false),
            ("hex-triangle:4", true),
            ("tri-hexagon:2,3,4", false),
            ("triangle:4", true),
            ("box:2x3x4", false),
        ] {
            let (tried, all) = count(board);
            assert_eq!(tried, if both { all } else { all / 2 }, "{board}");
        }
    }
}
