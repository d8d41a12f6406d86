//! The order of the cells with the narrowest frontier.
//!
//! In: a board, and a way to make the cover in any order. Out: how wide the widest level is in each order that is worth a try, and
//! the cover in the order in which it is narrowest, the first of several. The narrower, the fewer states, and the smaller the diagram: whatever answers without a
//! plan goes by this alone. Nothing is tried out, so a seed means the same tilings everywhere.

use super::Order;
use super::cover::{Cover, laid};
use super::level::widest;
use super::orders::orders;
use crate::board::Region;
use crate::problem::Problem;
use crate::run::{Control, Stopped};

/// The order with the narrowest frontier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrowest {
    /// The order.
    pub order: Order,
    /// How many cells and demands the widest level looks at, for every order.
    pub widths: Vec<(Order, usize)>,
}

impl Narrowest {
    /// The order of the cells of `problem`, whatever conditions there are.
    ///
    /// # Errors
    /// When the list of placements outgrows the memory of `control`, or it says stop.
    pub fn of(problem: &Problem, control: &Control) -> Result<Self, Stopped> {
        let placements = laid(problem, &[], control)?;
        let in_order = |order| Cover::new(problem, &placements, order, control);
        Ok(narrowest(&problem.region, in_order, control)?.0)
    }
}

/// The narrowest of the covers that `in_order` makes of a problem on `region`.
///
/// # Errors
/// Those of `in_order`, and when `control` says stop.
pub(crate) fn narrowest(
    region: &Region,
    in_order: impl Fn(Order) -> Result<Cover, Stopped>,
    control: &Control,
) -> Result<(Narrowest, Cover), Stopped> {
    let measured = |order| {
        let cover = in_order(order)?;
        let width = widest(&cover, control)?;
        Ok::<_, Stopped>((width, cover))
    };
    let mut others = orders(region, control)?.into_iter();
    // There is at least one order.
    let mut order = others.next().unwrap_or(Order::Rows);
    let (mut least, mut best) = measured(order)?;
    let mut widths = vec![(order, least)];
    for other in others {
        let (width, cover) = measured(other)?;
        widths.push((other, width));
        if width < least {
            (order, least, best) = (other, width, cover);
        }
    }
    Ok((Narrowest { order, widths }, best))
}
