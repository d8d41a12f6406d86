//! The cheapest solutions of an exact cover: branch and bound.
//!
//! In: a cover, a weight for each of its options, and how many solutions are wanted. Out: the solutions of least weight, the sum
//! of the weights of their options. Knuth's DLX5 gives each item a *tax*, which all options that hold it pay from their cost
//! until every item has an option that is left with nothing; since a solution covers every item once, its taxes are the same whatever
//! it chooses, and a bound from below. An option that costs more, even net of taxes, than the best solution known would leave,
//! is dead (Garfinkel and Nemhauser, Operations Research 17, 1969).
//!
//! - `sets` searches by sets of bits, on threads, where items are covered once and fit: tilings whose pieces are limited to one copy or not at all,
//!   queens, coloured covers. There taxes are chosen with care where many nodes depend on them, and elsewhere left alone.
//! - `lists` searches everything else, and levies taxes anew at every node.
//! - `pool` keeps the best solutions. Of those that weigh the same the first in the order of their options are kept, whatever
//!   searches, and on however many threads.
//! - `scale` makes 64 bits of weights; `table` and `taxes` belong to `lists`.

mod lists;
mod live;
mod pool;
mod scale;
mod sets;
mod table;
mod taxes;

use super::ExactCover;
use crate::run::{Control, Refused, Stopped};
use lists::Lists;
use num_bigint::BigInt;
use pool::Pool;
use std::fmt::Debug;

const WHAT: &str = "the search for the cheapest solutions";

/// What an option costs that may not be chosen any more.
const DEAD: i64 = i64::MAX;

/// A way to search.
trait Branching: Debug + Send {
    /// Continues for about `nodes` nodes, and says whether the search has come to its end.
    fn advance(&mut self, nodes: u64, pool: &Pool, control: &Control) -> Result<bool, Stopped>;

    /// Nodes seen so far, level by level.
    fn profile(&self) -> Vec<u64>;

    /// Nodes seen so far.
    fn nodes(&self) -> u64 {
        self.profile().iter().sum()
    }
}

/// A search for the cheapest solutions, which can be continued at any time.
///
/// Of solutions of one weight those come first that have the earlier options: the first option in which two of them differ decides.
/// The solutions depend on nothing else; how many nodes are seen on several threads does.
///
/// ```
/// use polytile::exact_cover::{Cheapest, Entry, ExactCover, Multiplicity};
/// use polytile::run::Control;
/// let mut cover = ExactCover::default();
/// let [a, b] = ["a", "b"].map(|name| Entry::plain(cover.add_item(name, Multiplicity::ONCE).expect("a name")));
/// for (option, cost) in [(&[a, b][..], 5), (&[a], 1), (&[b], 3), (&[b], 2)] {
///     let option = cover.add_option(option)?;
///     cover.set_cost(option, cost);
/// }
/// let weights: Vec<_> = cover.costs().map(Into::into).collect();
/// let mut cheapest = Cheapest::new(&cover, &weights, 2, &Control::default())?;
/// while !cheapest.advance(1000, &Control::default())? {}
/// assert_eq!(cheapest.best(), [(3.into(), vec![1, 3]), (4.into(), vec![1, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cheapest {
    search: Box<dyn Branching>,
    pool: Pool,
}

impl Cheapest {
    /// Prepares the search for the `number` solutions of `cover` that weigh least; `weights` are those of the options.
    ///
    /// # Errors
    /// When the weights are too large for words of 64 bits, an option of negative weight holds no item that is covered a fixed
    /// number of times, or a limit is reached.
    ///
    /// # Panics
    /// When there is not a weight for each option.
    pub fn new(
        cover: &ExactCover,
        weights: &[BigInt],
        number: u64,
        control: &Control,
    ) -> Result<Self, Refused> {
        assert_eq!(weights.len(), cover.option_count(), "a weight for each option");
        let fraction = scale::fraction(cover, weights)?;
        let search = match sets::search(cover, weights, fraction, control)? {
            Some(search) => search,
            None => Box::new(Lists::new(cover, weights, fraction, control)?),
        };
        Ok(Cheapest { search, pool: Pool::new(number, fraction) })
    }

    /// Continues for about `nodes` nodes, on as many threads as `control` has if the cover is one of sets, and says whether the search has
    /// come to its end.
    ///
    /// # Errors
    /// When `control` says stop. What was found until then is kept.
    pub fn advance(&mut self, nodes: u64, control: &Control) -> Result<bool, Stopped> {
        if self.pool.is_useless() {
            return Ok(true);
        }
        self.search.advance(nodes, &self.pool, control)
    }

    /// The cheapest solutions found so far, with their weights, the cheapest first: once the search has come to its end, the
    /// cheapest of all.
    pub fn best(&self) -> Vec<(BigInt, Vec<u32>)> {
        self.pool.sorted()
    }

    /// Nodes seen so far, level by level.
    pub fn profile(&self) -> Vec<u64> {
        self.search.profile()
    }

    /// Nodes seen so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

#[cfg(test)]
mod tests;
