//! Tilings drawn uniformly, and the tiling of a given rank.
//!
//! In: a problem. Out: for every number r below the number of tilings, one tiling, a different one for each r. The
//! pass forward leaves for every level how many partial tilings lead to each state. Going back from a final state with
//! a number r below its weight, look at the states it can come from, in the order of the transitions: the weights of
//! these add up to its own, so r falls into one of them; take that one, and what is left of r. (Backward weights as in
//! TAOCP 7.1.4, algorithm for random solutions of a BDD; Nijenhuis and Wilf 1975.) A uniform r gives a uniform tiling,
//! exactly.
//!
//! Where a state comes from needs no list of edges: a transition is undone by a subtraction and a shift, and the
//! state is looked for in its layer by bisection.
//!
//! Cost: a forward pass, and for each tiling and level one bisection per transition. Memory: all layers if they fit
//! the budget; else every k-th of them, the others being computed again while all tilings asked for go back together.

use super::cover::Cover;
use super::key::Key;
use super::level::{Counters, Level, compiled, widest};
use super::merge::{Layer, Merge, number};
use super::with_key::{WithKey, with_key};
use crate::board::Cell;
use crate::count::Count;
use crate::frontier::Order;
use crate::problem::{Placements, Problem};
use crate::run::{Control, Progress, Pulse, Refused, Stopped};
use crate::tiling::{Laid, Tiling};
use num_bigint::BigUint;
use num_traits::Zero;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// Draws `number` tilings of `problem`, each uniformly and independently of the others, and hands them to `each` in
/// order. Returns the number of tilings there are to draw from; when it is 0, none is drawn.
///
/// The i-th tiling depends on `seed` and i alone, on every machine and with any number of threads.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::frontier::sample::sample;
/// let problem = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
/// let mut tilings = Vec::new();
/// let total = sample(&problem, 3, 1, &Control::default(), |tiling| tilings.push(tiling))?;
/// assert_eq!(total, 12988816_u32.into());
/// assert!(tilings.iter().all(|t| t.check(&problem).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop or a limit is reached.
pub fn sample(
    problem: &Problem,
    number: u64,
    seed: u64,
    control: &Control,
    mut each: impl FnMut(Tiling),
) -> Result<Count, Refused> {
    /// Tilings that go back together.
    const BATCH: u64 = 1 << 14;
    let ranker = Ranker::new(problem, control)?;
    let mut from = 0;
    loop {
        let to = number.min(from + BATCH);
        let draw = |total: &Count| (from..to).map(|i| uniform(seed, i, total)).collect();
        let (total, tilings) = ranker.tilings(draw, control)?;
        tilings.into_iter().for_each(&mut each);
        from = to;
        if from >= number || total.is_zero() {
            return Ok(total);
        }
    }
}

/// A number below `total`, which is not 0, uniform over all seeds of the generator.
pub(crate) fn uniform(seed: u64, stream: u64, total: &Count) -> Count {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    let bits = total.bits();
    let words = bits.div_ceil(32) as usize;
    loop {
        let mut digits: Vec<u32> = (0..words).map(|_| random.next_u32()).collect();
        if let (Some(top), rest @ 1..) = (digits.last_mut(), bits % 32) {
            *top &= (1 << rest) - 1;
        }
        let drawn = BigUint::new(digits);
        if drawn < *total {
            return drawn;
        }
    }
}

/// A problem with its cover in the order that keeps the frontier narrow.
struct Ranker<'a> {
    problem: &'a Problem,
    placements: Placements,
    cover: Cover,
    counters: Counters,
}

impl<'a> Ranker<'a> {
    fn new(problem: &'a Problem, control: &Control) -> Result<Self, Refused> {
        problem.meaningful()?;
        let cells = problem.region.len();
        let bytes = problem.placements_bytes().saturating_mul(3);
        control.reserve(bytes, format!("the list of placements on {cells} cells"))?;
        let placements = problem.placements_within(control)?;
        // By the cover alone, so that a seed means the same tiling on every machine.
        let mut cover = Cover::new(problem, &placements, Order::Rows, control)?;
        let mut narrowest = widest(&cover, control)?;
        for order in [Order::Columns, Order::Diagonals] {
            let other = Cover::new(problem, &placements, order, control)?;
            let width = widest(&other, control)?;
            if width < narrowest {
                (narrowest, cover) = (width, other);
            }
        }
        let counters = Counters::new(problem, false, 1);
        Ok(Ranker { problem, placements, cover, counters })
    }

    /// The number of tilings, and the tilings of the ranks that `ranks` makes of it.
    fn tilings(
        &self,
        ranks: impl FnOnce(&Count) -> Vec<Count>,
        control: &Control,
    ) -> Result<(Count, Vec<Tiling>), Refused> {
        if self.problem.region.is_empty() || self.counters.impossible {
            let one = u8::from(!self.counters.impossible);
            let tilings = if one == 1 { ranks(&Count::from(1_u8)) } else { Vec::new() };
            return Ok((Count::from(one), tilings.into_iter().map(|_| Tiling::default()).collect()));
        }
        let work = Unrank { ranker: self, ranks, control };
        let (total, chosen) = with_key(&self.cover, &self.counters, control, work)?;
        Ok((total, chosen.into_iter().map(|placements| self.tiling(&placements)).collect()))
    }

    /// The tiling made of these options.
    fn tiling(&self, placements: &[u32]) -> Tiling {
        let cells: Vec<Cell> =
            if placements.is_empty() { Vec::new() } else { self.problem.region.cells().collect() };
        let laid = placements.iter().map(|&i| {
            let placement = self.placements.get(i as usize);
            let cells = placement.cells.iter().map(|&c| cells[c as usize]).collect();
            Laid { piece: placement.piece as usize, cells }
        });
        Tiling::new(laid.collect())
    }
}

struct Unrank<'a, F> {
    ranker: &'a Ranker<'a>,
    ranks: F,
    control: &'a Control,
}

/// A tiling on its way back.
struct Walk<K> {
    key: K,
    rest: Count,
    placements: Vec<u32>,
}

impl<F: FnOnce(&Count) -> Vec<Count>> WithKey for Unrank<'_, F> {
    type Output = (Count, Vec<Vec<u32>>);

    fn run<K: Key>(self) -> Result<Self::Output, Stopped> {
        let Ranker { placements, cover, counters, .. } = self.ranker;
        let levels: Vec<Level<K>> = compiled(cover, counters, self.control)?;
        let fixed = placements.bytes() + cover.bytes() + levels.iter().map(Level::bytes).sum::<u64>();
        let mut store = Store { levels: &levels, fixed, kept: Vec::new(), every: 1, control: self.control };
        let last = store.forward(counters.root::<K>())?;
        let total = last.sum(|key| counters.copies(key).is_some());
        if total.is_zero() {
            return Ok((total, Vec::new()));
        }
        let mut walks: Vec<Walk<K>> = (self.ranks)(&total)
            .into_iter()
            .map(|rank| {
                let mut rest = rank;
                let finals = last.iter().filter(|&(key, _)| counters.copies(key).is_some());
                for (key, weight) in finals {
                    let weight = number(weight);
                    if rest < weight {
                        return Walk { key, rest, placements: Vec::new() };
                    }
                    rest -= weight;
                }
                Walk { key: K::ZERO, rest, placements: Vec::new() }
            })
            .collect();
        let account =
            |_| Progress::Levels { done: levels.len() as u64, total: levels.len() as u64, states: 0 };
        let pulse = Pulse::new(self.control, &account);
        store.backward(|level, layer| {
            walks.iter_mut().try_for_each(|walk| {
                pulse.beats(level.transitions.len() as u64)?;
                walk.back(level, layer);
                Ok(())
            })
        })?;
        Ok((total, walks.into_iter().map(|walk| walk.placements).collect()))
    }
}

impl<K: Key> Walk<K> {
    /// Goes back through `level`, into `layer`.
    fn back(&mut self, level: &Level<K>, layer: &Layer<K>) {
        for transition in &level.transitions {
            let Some(before) = level.undo(transition, self.key) else { continue };
            let Some(weight) = layer.find(before) else { continue };
            let weight = number(weight);
            if self.rest < weight {
                self.key = before;
                self.placements.extend(transition.placement);
                return;
            }
            self.rest -= weight;
        }
    }
}

/// The layers of a pass, all or some of them.
struct Store<'a, K> {
    levels: &'a [Level<K>],
    /// Bytes of the levels, and of what they are made of.
    fixed: u64,
    /// The layers before the levels 0, every, 2 every, ...
    kept: Vec<Layer<K>>,
    every: usize,
    control: &'a Control,
}

impl<K: Key> Store<'_, K> {
    /// Runs through all levels and keeps what the memory allows; the last layer.
    fn forward(&mut self, root: K) -> Result<Layer<K>, Stopped> {
        let mut merge = Merge::new(root, self.levels.len(), None, self.control);
        let mut bytes = 0;
        for (i, level) in self.levels.iter().enumerate() {
            if i.is_multiple_of(self.every) {
                bytes += merge.layer().bytes();
                self.kept.push(merge.layer().clone());
            }
            // A third of the budget for the layers kept, the rest for those computed again.
            while bytes > self.control.memory_budget() / 3 && self.every < self.levels.len() {
                self.every *= 2;
                let mut index = 0;
                self.kept.retain(|_| {
                    index += 1;
                    index % 2 == 1
                });
                bytes = self.kept.iter().map(Layer::bytes).sum();
            }
            merge.held = self.fixed + bytes;
            merge.step(level)?;
        }
        Ok(merge.into_layer())
    }

    /// Hands every level with the layer before it to `each`, the last level first.
    fn backward(
        &mut self,
        mut each: impl FnMut(&Level<K>, &Layer<K>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        while let Some(layer) = self.kept.pop() {
            let from = self.kept.len() * self.every;
            let levels = &self.levels[from..self.levels.len().min(from + self.every)];
            let mut merge = Merge::resume(layer, from, self.levels.len(), None, self.control);
            let mut layers = Vec::new();
            merge.held = self.fixed + self.kept.iter().map(Layer::bytes).sum::<u64>();
            for level in levels {
                merge.held += merge.layer().bytes();
                self.control.reserve(merge.held, "going back through the layers")?;
                layers.push(merge.layer().clone());
                if layers.len() < levels.len() {
                    merge.step(level)?;
                }
            }
            for (level, layer) in levels.iter().zip(&layers).rev() {
                each(level, layer)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::pieces::{Freedom, PieceSet};
    use std::collections::HashSet;

    fn every_tiling(problem: &Problem, control: &Control) -> Vec<Tiling> {
        let ranker = Ranker::new(problem, control).unwrap();
        let all = |total: &Count| (0..u64::try_from(total).unwrap()).map(Count::from).collect();
        ranker.tilings(all, control).unwrap().1
    }

    #[test]
    fn every_rank_is_a_different_tiling() {
        for (size, rows, cols, number) in [(2, 4, 6, 281), (3, 2, 9, 41)] {
            let problem =
                Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::all(size, Freedom::Free));
            let tilings = every_tiling(&problem, &Control::default());
            assert!(tilings.iter().all(|t| t.check(&problem).is_ok()));
            let different: HashSet<_> = tilings.iter().collect();
            assert_eq!(different.len(), tilings.len());
            assert_eq!(tilings.len(), number);
        }
    }

    #[test]
    fn little_memory_gives_the_same_tilings() {
        let problem = Problem::new(Region::rectangle(8, 8).unwrap(), PieceSet::all(2, Freedom::Free));
        let draw = |control: &Control| {
            let mut tilings = Vec::new();
            sample(&problem, 20, 7, control, |t| tilings.push(t)).unwrap();
            tilings
        };
        let plenty = draw(&Control::default());
        assert_eq!(plenty, draw(&Control::default().threads(2)));
        assert_eq!(plenty, draw(&Control::default().memory(120_000)));
    }

    #[test]
    fn draws_are_uniform() {
        // 36 tilings of 4x4 by dominoes, 36000 draws: chi squared with 35 degrees of freedom stays below 80 unless one
        // is unlucky once in 50000 seeds; this seed is not.
        let problem = Problem::new(Region::rectangle(4, 4).unwrap(), PieceSet::all(2, Freedom::Free));
        let mut seen = std::collections::HashMap::new();
        sample(&problem, 36_000, 1, &Control::default(), |t| *seen.entry(t).or_insert(0_i64) += 1).unwrap();
        assert_eq!(seen.len(), 36);
        let chi: i64 = seen.values().map(|n| (n - 1000) * (n - 1000)).sum::<i64>() / 1000;
        assert!(chi < 80, "{chi}");
    }
}
