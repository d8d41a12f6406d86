//! A count while it is being planned: what the engines have in common.
//!
//! The placements are listed once for all orders, and the levels of an order are made and probed once for merge and diagram,
//! which both follow them.

use super::{CountOptions, Engine, Order};
use crate::board::Symmetry;
#[cfg(feature = "files")]
use crate::frontier::archive::Archive;
use crate::frontier::count::{Outcome, count};
use crate::frontier::cover::{Cover, laid};
#[cfg(feature = "files")]
use crate::frontier::dense::kept;
use crate::frontier::dense::{Dense, Single};
use crate::frontier::level::Counters;
use crate::frontier::probe::{Found, probe};
use crate::number::Count;
use crate::plan::Way;
use crate::problem::{Placements, Problem};
#[cfg(feature = "files")]
use crate::run::fnv;
use crate::run::{Control, LevelsError, Refused, Stopped};
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
    /// Whether it counts modulo one prime after the other, so that the primes can be shared out.
    pub by_primes: bool,
    /// Whether it can keep what it has in a directory.
    pub keeps: bool,
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
    /// Where layers are kept, if not in memory.
    #[cfg(feature = "files")]
    archive: Option<RefCell<Archive>>,
}

/// The levels of the cells in one order, and what a probe of them found, or why there cannot be any.
#[derive(Clone)]
pub(super) struct InOrder {
    pub order: Order,
    pub cover: Rc<Cover>,
    pub found: Rc<Result<Found, String>>,
}

impl<'a> Counting<'a> {
    /// Opens the directory for its layers, if there is one.
    ///
    /// # Errors
    /// When that is in use, or is to be resumed from and holds nothing that this question could be resumed from.
    pub fn new(problem: &'a Problem, options: &'a CountOptions) -> Result<Self, LevelsError> {
        Ok(Counting {
            problem,
            options,
            placements: OnceCell::new(),
            levels: RefCell::new(Vec::new()),
            #[cfg(feature = "files")]
            archive: match &options.directory {
                None => None,
                Some(directory) => {
                    let question = question(problem, options);
                    Some(RefCell::new(Archive::open(directory, options.resume, question)?))
                }
            },
        })
    }

    /// Whether layers are kept in a directory.
    pub fn keeps(&self) -> bool {
        #[cfg(feature = "files")]
        return self.archive.is_some();
        #[cfg(not(feature = "files"))]
        false
    }

    /// The order of the cells, where it is known before a plan is made.
    pub fn order(&self) -> Option<Order> {
        #[cfg(feature = "files")]
        if let Some(resumed) = self.archive.as_ref().and_then(|archive| archive.borrow().order()) {
            return Some(resumed);
        }
        self.options.order
    }

    /// Counts the ways to cover `cover`, the cells in the order `order`, with layers in memory or in the directory.
    ///
    /// # Errors
    /// When `control` says stop, or files cannot be read or written.
    pub fn merged(
        &self,
        order: Option<Order>,
        cover: &Cover,
        counters: &Counters,
        control: &Control,
    ) -> Result<Outcome, Refused> {
        #[cfg(feature = "files")]
        if let Some(archive) = &self.archive {
            let mut archive = archive.borrow_mut();
            if let Some(order) = order {
                archive.choose(order);
            }
            return Ok(archive.count(cover, counters, self.modulus(), control)?);
        }
        let _ = order;
        Ok(count(cover, counters, self.modulus(), control)?)
    }

    /// The engine that counts the first run, where that is known before a plan is made.
    pub fn begun_by(&self) -> Option<Engine> {
        #[cfg(feature = "files")]
        if let Some(archive) = self.archive.as_ref().map(RefCell::borrow).filter(|archive| archive.is_begun())
        {
            return Some(if archive.passes().is_some() { Engine::Dense } else { Engine::Merge });
        }
        None
    }

    /// How a board of `rows` rows is counted by its column heights: as it was begun, or as is best.
    pub fn single<'d>(&self, dense: &'d Dense, rows: u64, modulo: bool, control: &Control) -> Single<'d> {
        #[cfg(feature = "files")]
        if let Some(archive) = &self.archive
            && let Some(begun) =
                archive.borrow().passes().and_then(|passes| dense.single_by(rows, &passes.way))
        {
            return begun;
        }
        dense.single(rows, modulo, control.memory_budget().saturating_sub(self.buffers()))
    }

    /// Bytes that keeping arrays takes beside them.
    pub fn buffers(&self) -> u64 {
        #[cfg(feature = "files")]
        if self.archive.is_some() {
            return kept::BUFFERS;
        }
        0
    }

    /// Counts a board by its column heights, and keeps what is known in the directory if there is one.
    ///
    /// # Errors
    /// When `control` says stop, or files cannot be read or written.
    pub fn counted(&self, order: Order, single: &Single<'_>, control: &Control) -> Result<Count, Refused> {
        #[cfg(feature = "files")]
        if let Some(archive) = &self.archive {
            let mut archive = archive.borrow_mut();
            archive.choose(order);
            let control = control.holding(kept::BUFFERS);
            return Ok(single.count_kept(self.modulus(), &mut archive, &control)?);
        }
        let _ = order;
        Ok(match self.modulus() {
            Some(m) => Count::from(single.count_modulo(m, control)?),
            None => single.count(control)?,
        })
    }

    /// The modulus, if numbers are to be kept modulo one that fits into a word. An average over symmetries needs them whole.
    pub fn modulus(&self) -> Option<u64> {
        let m = self.options.modulo.as_ref().and_then(ToPrimitive::to_u64).filter(|&m| m < 1 << 63);
        m.filter(|_| self.options.up_to.is_none())
    }

    /// Which of these orders are not ruled out by the options.
    pub fn orders(&self, all: &[Order]) -> Vec<Order> {
        let known = self.order();
        all.iter().copied().filter(|&order| known.is_none_or(|known| known == order)).collect()
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

/// The digest of a question: what tells it from others, however it is answered.
#[cfg(feature = "files")]
fn question(problem: &Problem, options: &CountOptions) -> u64 {
    let Problem { region, pieces, rules, given, .. } = problem;
    let CountOptions { conditions, up_to, by_piece, modulo, .. } = options;
    let asked = (conditions, up_to, by_piece, modulo, options.order);
    fnv(format!("{:?}", (region, pieces, rules, given, asked)).as_bytes())
}

/// A number of tilings, whatever pieces they use.
pub(super) fn total(count: Count) -> ByCopies {
    BTreeMap::from([(Vec::new(), count)])
}
