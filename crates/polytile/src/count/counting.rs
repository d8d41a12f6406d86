//! A count while it is being planned: what the engines have in common.
//!
//! The placements are listed once for all orders, and the levels of an order are made and probed once for merge and diagram,
//! which both follow them.

use super::{CountOptions, Engine, Order};
use crate::board::Symmetry;
use crate::frontier::cover::{Cover, laid};
use crate::frontier::probe::{Found, probe};
use crate::number::Count;
use crate::plan::Way;
use crate::problem::{Placements, Problem};
use crate::run::{Control, Refused, Stopped};
use num_traits::ToPrimitive;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The numbers of tilings by the copies that they use; a single number where nobody asks for copies.
pub(super) type ByCopies = BTreeMap<Vec<u64>, Count>;

/// What an engine finds.
pub(super) struct Tally {
    pub counts: ByCopies,
    /// States alive at the widest level.
    pub peak: u64,
}

/// How an engine counts.
pub(super) struct Counts {
    /// Its ways to count, as of [`Planned::ways`](crate::plan::Planned::ways).
    pub ways: Ways,
    /// How it counts the tilings that a symmetry leaves as they are, if it does; otherwise the merge does.
    pub fixed: Option<Fixed>,
    /// The engines that can confirm what it finds, one with as little as possible in common with it in front.
    pub confirmed_by: &'static [Engine],
}

/// The ways of an engine to count; the flag says whether it was asked for by name.
type Ways = for<'q, 'a> fn(&'q Counting<'a>, bool, &Control) -> Result<Vec<Way<'q, Counting<'a>>>, Refused>;

/// The number of tilings that a symmetry leaves as they are, with the cells and the pieces that it moves cells and pieces to; nothing
/// if these tilings cannot be counted so.
type Fixed = fn(&Counting<'_>, Symmetry, &[u32], &[u32], &Control) -> Result<Option<Count>, Refused>;

/// One question, while it is being planned.
pub(super) struct Counting<'a> {
    pub problem: &'a Problem,
    pub options: &'a CountOptions,
    placements: OnceCell<Placements>,
    levels: RefCell<Vec<InOrder>>,
}

/// The levels of the cells in one order, and what a probe of them found, or why there cannot be any.
#[derive(Clone)]
pub(super) struct InOrder {
    pub order: Order,
    pub cover: Rc<Cover>,
    pub found: Rc<Result<Found, String>>,
}

impl<'a> Counting<'a> {
    pub fn new(problem: &'a Problem, options: &'a CountOptions) -> Self {
        Counting { problem, options, placements: OnceCell::new(), levels: RefCell::new(Vec::new()) }
    }

    /// The modulus, if numbers are to be kept modulo one that fits into a word. An average over symmetries needs them whole.
    pub fn modulus(&self) -> Option<u64> {
        let m = self.options.modulo.as_ref().and_then(ToPrimitive::to_u64).filter(|&m| m < 1 << 63);
        m.filter(|_| self.options.up_to.is_none())
    }

    /// Which of these orders are not ruled out by the options.
    pub fn orders(&self, all: &[Order]) -> Vec<Order> {
        all.iter().copied().filter(|&order| self.options.order.is_none_or(|asked| asked == order)).collect()
    }

    /// All placements that the conditions leave.
    pub fn placements(&self, control: &Control) -> Result<&Placements, Stopped> {
        if let Some(laid) = self.placements.get() {
            return Ok(laid);
        }
        let placements = laid(self.problem, &self.options.conditions, control)?;
        Ok(self.placements.get_or_init(|| placements))
    }

    /// The levels in this order.
    pub fn levels(&self, order: Order, control: &Control) -> Result<InOrder, Refused> {
        if let Some(levels) = self.levels.borrow().iter().find(|levels| levels.order == order) {
            return Ok(levels.clone());
        }
        let cover = Rc::new(Cover::new(self.problem, self.placements(control)?, order, control)?);
        let found = match probe(self.problem, &cover, order, self.options.by_piece, control) {
            Err(Stopped::TooLarge(why)) => Err(why),
            found => Ok(found?),
        };
        let levels = InOrder { order, cover, found: Rc::new(found) };
        self.levels.borrow_mut().push(levels.clone());
        Ok(levels)
    }

    /// The numbers by copies if these were asked for; copies that were only counted to keep their limits are forgotten.
    pub fn asked(&self, by_copies: ByCopies) -> ByCopies {
        if self.options.by_piece { by_copies } else { total(by_copies.into_values().sum()) }
    }
}

/// A number of tilings, whatever pieces they use.
pub(super) fn total(count: Count) -> ByCopies {
    BTreeMap::from([(Vec::new(), count)])
}
