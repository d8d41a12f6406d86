//! States that cannot be completed are dropped before they multiply.
//!
//! In: the cover, and the items of the keys after a level. Out: for each cell among them a [`Hope`]: the sets of other cells of the
//! key with which an option that is still to come covers it. A state in which a cell is free, and every one of these sets is
//! covered in part, leads to no tiling. The levels would find that out when the cell has its turn; until then the state would have
//! successors, dead like itself, which with large pieces are most of a layer: of hexominoes on 8x9, nineteen states of twenty.
//!
//! Looking costs more than it saves where hardly a state is dead. So some of the states that a level leads to are tried first
//! ([`Level::is_worth_sieving`]): not every level drops some, but those where enough have gathered. What is done depends on the layer
//! alone, and no count depends on it.
//!
//! Cost: for every cell of the key and 64 states, a vector comparison with the first sets, seldom with all; the likeliest come first.

use super::cover::{Cover, Item};
use super::key::Key;
use super::lanes::Lanes;
use super::level::Level;
use super::merge::Block;

/// Layers of fewer states are made faster than hopes are.
const WORTH_HOPES: u64 = 1 << 10;
/// States of a layer that are tried.
const TRIED: u64 = 256;
/// One state of so many must be without hope for the layer to be sieved.
const DEAD: usize = 8;

/// A bit that is set, or that something can still set: one of some sets of bits is free altogether.
#[derive(Clone, Debug)]
pub(crate) struct Hope<K> {
    pub bit: K,
    pub sets: Vec<K>,
}

impl<K: Key> Hope<K> {
    /// Whether there is hope for `key`.
    fn remains(&self, key: K) -> bool {
        key.meets(self.bit) || self.sets.iter().any(|&set| !key.meets(set))
    }
}

/// The hopes of keys with the items `active`, where the levels to `item` have been decided.
fn hopes<K: Key>(cover: &Cover, item: usize, active: &[u32]) -> Vec<Hope<K>> {
    let Some(&last) = active.last() else { return Vec::new() };
    let is_cell = |&item: &u32| cover.items()[item as usize] == Item::Cell;
    let mut hopes: Vec<Hope<K>> =
        (0..active.len() as u32).map(|bit| Hope { bit: K::bit(bit), sets: Vec::new() }).collect();
    for start in item + 1..=last as usize {
        for option in cover.starting_at(start) {
            let cells = option.items.iter().filter(|item| is_cell(item));
            let bits = cells.filter_map(|item| active.binary_search(item).ok());
            let set = bits.clone().map(|bit| K::bit(bit as u32)).fold(K::ZERO, K::bitor);
            for bit in bits {
                hopes[bit].sets.push(set);
            }
        }
    }
    let mut kept = hopes.into_iter().zip(active).filter(|(_, item)| is_cell(item)).map(|(hope, _)| hope);
    let kept = kept.by_ref().filter_map(|mut hope| {
        // A cell that an option covers alone, as far as the key shows, is never without hope.
        if hope.sets.contains(&hope.bit) {
            return None;
        }
        hope.sets.sort_unstable_by_key(|set| (set.count(), *set));
        hope.sets.dedup();
        Some(hope)
    });
    kept.collect()
}

impl<K: Key> Level<K> {
    /// Finds out what states after this level of `cover` can hope for, if there are so many before it, `states`, that they are worth it.
    /// O(options that reach into the key).
    pub fn hope(&mut self, cover: &Cover, states: u64) {
        if states >= WORTH_HOPES {
            self.hopes = hopes(cover, self.item, &self.active);
        }
    }

    /// Whether enough of the states that `keys`, `states` in all, lead to are without hope. Some of them are looked at.
    pub fn is_worth_sieving(&self, states: u64, keys: impl Iterator<Item = K>) -> bool {
        if self.hopes.is_empty() {
            return false;
        }
        let (mut dead, mut all) = (0, 0);
        for key in keys.step_by((states / TRIED).max(1) as usize) {
            for transition in self.transitions.iter().filter(|t| key & t.care == t.value) {
                let next = self.carry(key).plus(transition.add);
                all += 1;
                dead += usize::from(!self.hopes.iter().all(|hope| hope.remains(next)));
            }
        }
        DEAD * dead > all
    }

    /// Drops those states of `block`, from number `from` on, for which there is no hope; weights have `limbs` limbs.
    #[inline(always)]
    pub fn sieve<L: Lanes>(&self, lanes: L, block: &mut Block<K>, from: usize, limbs: usize) {
        let Block { keys, weights } = block;
        let (mut base, mut kept) = (from, from);
        while base < keys.len() {
            let chunk = &keys[base..keys.len().min(base + 64)];
            let mut alive = u64::MAX >> (64 - chunk.len());
            for hope in &self.hopes {
                let mut lost = alive & K::matching(lanes, chunk, hope.bit, K::ZERO);
                for &set in &hope.sets {
                    if lost == 0 {
                        break;
                    }
                    lost &= !K::matching(lanes, chunk, set, K::ZERO);
                }
                alive &= !lost;
                if alive == 0 {
                    break;
                }
            }
            while alive != 0 {
                let at = base + alive.trailing_zeros() as usize;
                alive &= alive - 1;
                keys[kept] = keys[at];
                weights.copy_within(at * limbs..(at + 1) * limbs, kept * limbs);
                kept += 1;
            }
            base += 64;
        }
        keys.truncate(kept);
        weights.truncate(kept * limbs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::frontier::Order;
    use crate::frontier::level::{Counters, Levels};
    use crate::frontier::merge::Merge;
    use crate::frontier::merge::number;
    use crate::number::Count;
    use crate::problem::{Problem, Rules};
    use crate::run::Control;
    use std::collections::BTreeMap;

    /// The number of tilings, and the states of all layers, where all layers are sieved that have so many states.
    fn counted(problem: &Problem, order: Order, least: u64) -> (Count, Vec<BTreeMap<u128, Count>>) {
        let control = Control::default();
        let placements = problem.placements();
        let cover = Cover::new(problem, &placements, order, &control).unwrap();
        let counters = Counters::new(problem, false, 1);
        let mut merge = Merge::new(counters.root::<u128>(), cover.items().len(), None, &control);
        merge.sieves_always = true;
        let mut levels = Levels::new(&cover, &counters);
        let mut layers = Vec::new();
        while let Some(level) =
            levels.next_from(if merge.layer().states as u64 >= least { u64::MAX } else { 0 })
        {
            merge.step(&level.unwrap()).unwrap();
            layers.push(merge.layer().iter().map(|(key, weight)| (key, number(weight))).collect());
        }
        (merge.layer().sum(|key| counters.copies(key).is_some()), layers)
    }

    fn problem(board: &str, pieces: &str) -> Problem {
        Problem::new(board.parse().unwrap(), pieces.parse().unwrap())
    }

    #[test]
    fn what_is_dropped_leads_nowhere() {
        let rules = Rules { tatami: true, fault_free: true };
        let problems = [
            problem("6x6", "tetrominoes"),
            problem("4x5", "0..2:pentominoes"),
            problem("6x6", "L4,0..3:T4,monomino"),
            problem("torus:3x6", "trominoes"),
            problem("aztec:3", "tetrominoes"),
            problem("###.###\n#######\n#######\n###.###", "trominoes,I4"),
            Problem { rules, ..problem("5x6", "dominoes,trominoes") },
            Problem::new(Region::rectangle(3, 4).unwrap(), "monomino,P".parse().unwrap()),
            problem("hex-parallelogram:3x4", "trihexes"),
            problem("tri-hexagon:2,2,2", "lozenge,triamond"),
            problem("box:2x2x4", "tetracubes"),
        ];
        let mut dropped = 0;
        for problem in problems {
            for order in problem.region.lattice().orders() {
                let (whole, all) = counted(&problem, order, u64::MAX);
                let (sieved, some) = counted(&problem, order, 0);
                assert_eq!(sieved, whole, "{order:?} {problem:?}");
                for (all, some) in all.iter().zip(&some) {
                    assert!(some.iter().all(|(key, weight)| all[key] == *weight));
                    dropped += all.len() - some.len();
                }
            }
        }
        assert!(dropped > 1000, "{dropped}");
    }

    #[test]
    fn most_states_of_large_pieces_are_dead() {
        let hexominoes = problem("5x6", "hexominoes");
        let largest = |least| {
            let (count, layers) = counted(&hexominoes, Order::Columns, least);
            (count, layers.iter().map(BTreeMap::len).max())
        };
        let (all, sieved) = (largest(u64::MAX), largest(0));
        assert_eq!(all.0, sieved.0);
        assert!(sieved.1 < all.1.map(|states| states / 3), "{sieved:?} {all:?}");
    }
}
