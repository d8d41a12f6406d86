//! Pruning of layers: states that cannot be completed are dropped before they multiply.
//!
//! In: the cover, and the items of the keys after a level. Out: for each cell among them how it can still be covered ([`Coverable`]):
//! the sets of cells of the key that options to come cover together with it. A state in which a cell is free, and every one of
//! these sets is covered in part, is dead: it leads to no tiling. The levels would find that out when the cell has its turn; until then
//! the state would have successors, dead like itself, which with large pieces are most of a layer: of hexominoes on 8x9, the
//! largest has 2730448 states instead of 67746882.
//!
//! Looking costs more than it saves where hardly a state is dead. So some of the states that a level leads to are tried first
//! ([`Level::is_worth_pruning`]): not every layer is pruned, but those in which enough dead ones have gathered. Layers that are packed are
//! always pruned, since they take long anyway. No count depends on it, only which states there are. Where very many options are in
//! reach, of nonominoes for example, no layer is pruned: to make the sets would take longer than the level.
//!
//! Cost: for every cell of the key and 64 states, a vector comparison with the first sets, seldom with all; the likeliest come first.
//! A mebibyte of sets, at most.

use super::cover::{Cover, Item};
use super::key::Key;
use super::lanes::Lanes;
use super::level::Level;
use super::merge::Block;
use crate::run::Control;

/// Layers of fewer states are made faster than the sets are.
const WORTH_PRUNING: u64 = 1 << 10;
/// States of a layer that are tried.
const TRIED: u64 = 256;
/// States that they lead to, of which no more are tried.
const TRIED_NEXT: usize = 1 << 12;
/// One state of so many must be dead for the layer to be pruned.
const DEAD: usize = 8;
/// Bytes of all sets, at most, before equal ones are dropped.
const ALL_SETS: usize = 1 << 20;
/// So few states of a chunk are looked at one by one.
const FEW: u32 = 8;
/// Chunks of 64 states between two looks at the clock.
const CHUNKS: usize = 64;

/// Another number where other states are dropped than before: layers in files that were made otherwise are not these layers.
#[cfg(feature = "files")]
pub(super) const DROPS: u32 = 1;

/// A bit that is set, or that an option can still set: one of some sets of bits is free altogether.
#[derive(Clone, Debug)]
pub(crate) struct Coverable<K> {
    pub bit: K,
    pub sets: Vec<K>,
}

impl<K: Key> Coverable<K> {
    /// Whether it is so in `key`.
    fn holds(&self, key: K) -> bool {
        key.meets(self.bit) || self.sets.iter().any(|&set| !key.meets(set))
    }
}

/// For every bit the sets of bits that options cover together with it.
#[derive(Clone, Debug)]
pub(super) struct Options<K> {
    coverable: Vec<Coverable<K>>,
    bytes: usize,
}

impl<K: Key> Options<K> {
    /// For the bits from `first` on, so many.
    pub fn new(first: u32, bits: usize) -> Self {
        let coverable = (0..bits as u32).map(|bit| Coverable { bit: K::bit(first + bit), sets: Vec::new() });
        Options { coverable: coverable.collect(), bytes: 0 }
    }

    /// Adds an option, which covers the bits with these numbers; whether there was room for it.
    pub fn add(&mut self, bits: impl Iterator<Item = usize> + Clone) -> bool {
        let set = bits.clone().map(|bit| self.coverable[bit].bit).fold(K::ZERO, K::bitor);
        for bit in bits {
            self.coverable[bit].sets.push(set);
            self.bytes += size_of::<K>();
        }
        self.bytes <= ALL_SETS
    }

    /// How those of the bits, by number, can be covered that are `wanted`.
    pub fn finish(self, mut wanted: impl FnMut(usize) -> bool) -> Vec<Coverable<K>> {
        let coverable = self.coverable.into_iter().enumerate().filter(|&(bit, _)| wanted(bit));
        // What an option covers alone, as far as the key shows, can always be covered.
        let coverable = coverable.map(|(_, cell)| cell).filter(|cell| !cell.sets.contains(&cell.bit));
        let sorted = coverable.map(|mut cell| {
            cell.sets.sort_unstable_by_key(|set| (set.count(), *set));
            cell.sets.dedup();
            cell
        });
        sorted.collect()
    }
}

/// How the cells among the items `active` can be covered, where the levels to `item` have been decided.
fn coverable<K: Key>(cover: &Cover, item: usize, active: &[u32]) -> Vec<Coverable<K>> {
    let Some(&last) = active.last() else { return Vec::new() };
    let is_cell = |item: u32| cover.items()[item as usize] == Item::Cell;
    let mut options = Options::new(0, active.len());
    for start in item + 1..=last as usize {
        for option in cover.starting_at(start) {
            let cells = option.items.iter().filter(|&&item| is_cell(item));
            if !options.add(cells.filter_map(|item| active.binary_search(item).ok())) {
                return Vec::new();
            }
        }
    }
    options.finish(|bit| is_cell(active[bit]))
}

/// Those of the states `lost` of `chunk` in which none of the sets is free.
#[inline(always)]
fn dead<K: Key>(chunk: &[K], lost: u64, sets: &[K]) -> u64 {
    let (mut left, mut dead) = (lost, 0);
    while left != 0 {
        let key = chunk[left.trailing_zeros() as usize];
        let lowest = left & left.wrapping_neg();
        if sets.iter().all(|&set| key.meets(set)) {
            dead |= lowest;
        }
        left ^= lowest;
    }
    dead
}

impl<K: Key> Level<K> {
    /// Finds out how cells can be covered after this level of `cover`, if there are so many states before it, `states`, that it is worth it.
    /// O(options that reach into the key).
    pub fn find_coverable(&mut self, cover: &Cover, states: u64) {
        if states >= WORTH_PRUNING {
            self.coverable = coverable(cover, self.item, &self.active);
        }
    }

    /// Whether enough of the states that `keys`, `states` in all, lead to are dead. Some of them are looked at.
    pub fn is_worth_pruning(&self, states: u64, keys: impl Iterator<Item = K>) -> bool {
        if self.coverable.is_empty() {
            return false;
        }
        let (mut dead, mut all) = (0, 0);
        for key in keys.step_by((states / TRIED).max(1) as usize) {
            if all > TRIED_NEXT {
                break;
            }
            for transition in self.transitions.iter().filter(|t| key & t.care == t.value) {
                let next = self.carry(key).plus(transition.add);
                all += 1;
                dead += usize::from(!self.coverable.iter().all(|cell| cell.holds(next)));
            }
        }
        DEAD * dead > all
    }

    /// Drops those states of `block`, from number `from` on, that are dead; weights have `limbs` limbs. When `control` says
    /// stop, others too: nothing becomes of the layer.
    #[inline(always)]
    pub fn prune<L: Lanes>(
        &self,
        lanes: L,
        block: &mut Block<K>,
        from: usize,
        limbs: usize,
        control: &Control,
    ) {
        let Block { keys, weights } = block;
        let (mut base, mut kept) = (from, from);
        while base < keys.len() {
            if (base - from) / 64 % CHUNKS == CHUNKS - 1 && control.is_over() {
                break;
            }
            let chunk = &keys[base..keys.len().min(base + 64)];
            let mut alive = u64::MAX >> (64 - chunk.len());
            for cell in &self.coverable {
                let mut lost = alive & K::matching(lanes, chunk, cell.bit, K::ZERO);
                for (i, &set) in cell.sets.iter().enumerate() {
                    if lost.count_ones() <= FEW {
                        lost = dead(chunk, lost, &cell.sets[i..]);
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
    use crate::problem::{Motion, Problem, Rules, UpTo};
    use crate::run::Control;
    use std::collections::BTreeMap;

    /// The number of tilings, and the states of all layers, where all layers are pruned that have so many states.
    fn counted(cover: &Cover, counters: &Counters, least: u64) -> (Count, Vec<BTreeMap<u128, Count>>) {
        let control = Control::default();
        let mut merge = Merge::new(counters.root::<u128>(), cover.items().len(), None, &control);
        merge.prunes_always = true;
        let mut levels = Levels::new(cover, counters);
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
            problem("##+###\n#####+\n######\n+#####", "tetrominoes"),
            problem("###.###\n#######\n#######\n###.###", "trominoes,I4"),
            Problem { rules, ..problem("5x6", "dominoes,trominoes") },
            Problem::new(Region::rectangle(3, 4).unwrap(), "monomino,P".parse().unwrap()),
            problem("hex-parallelogram:3x4", "trihexes"),
            problem("tri-hexagon:2,2,2", "lozenge,triamond"),
            problem("box:2x2x4", "tetracubes"),
        ];
        let control = Control::default();
        let mut dropped = 0;
        for problem in problems {
            for order in problem.region.lattice().orders() {
                // Those that a symmetry carries to themselves too: their options are orbits.
                for Motion { cells, pieces, .. } in
                    problem.motions_within(UpTo::Symmetries, &control).unwrap()
                {
                    let placements = problem.placements();
                    let images = Some((&cells[..], &pieces[..]));
                    let cover = Cover::fixed_by(&problem, &placements, order, images, &control).unwrap();
                    let counters = Counters::new(&problem, false, cover.largest_orbit());
                    let (whole, all) = counted(&cover, &counters, u64::MAX);
                    let (pruned, some) = counted(&cover, &counters, 0);
                    assert_eq!(pruned, whole, "{order:?} {problem:?}");
                    for (all, some) in all.iter().zip(&some) {
                        assert!(some.iter().all(|(key, weight)| all[key] == *weight));
                        dropped += all.len() - some.len();
                    }
                }
            }
        }
        assert!(dropped > 1000, "{dropped}");
    }

    #[test]
    fn most_states_of_large_pieces_are_dead() {
        let (hexominoes, control) = (problem("5x6", "hexominoes"), Control::default());
        let placements = hexominoes.placements();
        let largest = |least| {
            let cover = Cover::new(&hexominoes, &placements, Order::Columns, &control).unwrap();
            let (count, layers) = counted(&cover, &Counters::new(&hexominoes, false, 1), least);
            (count, layers.iter().map(BTreeMap::len).max())
        };
        let (all, pruned) = (largest(u64::MAX), largest(0));
        assert_eq!(all.0, pruned.0);
        assert!(pruned.1 < all.1.map(|states| states / 3), "{pruned:?} {all:?}");
    }
}
