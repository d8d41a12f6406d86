//! The merge within a budget: layers lie open while they are small, and packed once they are large.
//!
//! In: levels, one after the other. Out: the states of the layer reached, with their weights. When a layer takes more than an eighth of the
//! memory, it is packed ([`PackedMerge`]) and stays so: the next one may be several times as large, and both are there
//! at once. Packed, a state takes less than half of the bytes, and more time.

use super::packed::PackedMerge;
use super::{Block, Merge, number};
use crate::frontier::key::Key;
use crate::frontier::level::Level;
use crate::run::layered::in_memory;
use crate::run::{Control, Stopped};
use num_bigint::BigUint;
use std::ops::Range;

/// The part of the memory beyond which a layer is packed.
const PACKED: u64 = 8;

/// Carries layers from level to level, packed where that is called for.
pub(crate) struct ThriftyMerge<'a, K> {
    layers: Layers<'a, K>,
    /// Bytes of a layer that stays open, at most.
    open: u64,
}

enum Layers<'a, K> {
    Open(Merge<'a, K>),
    Packed(PackedMerge<'a, K>),
    /// While it is being packed, and if that fails.
    Gone,
}

impl<'a, K: Key> ThriftyMerge<'a, K> {
    /// As [`Merge::new`].
    pub fn new(root: K, total: usize, modulo: Option<u64>, control: &'a Control) -> Self {
        let layers = Layers::Open(Merge::new(root, total, modulo, control));
        ThriftyMerge { layers, open: control.memory_budget() / PACKED }
    }

    /// Replaces the layer by the next one.
    ///
    /// # Errors
    /// As [`Merge::step`]; then there is no layer any more.
    pub fn step(&mut self, level: &Level<K>) -> Result<(), Stopped> {
        self.layers = match std::mem::replace(&mut self.layers, Layers::Gone) {
            Layers::Open(mut merge) => {
                merge.step(level)?;
                if merge.layer().bytes() <= self.open {
                    Layers::Open(merge)
                } else {
                    Layers::Packed(PackedMerge::pack(merge).map_err(in_memory)?)
                }
            }
            Layers::Packed(mut merge) => {
                merge.step(level, None, |_| 0).map_err(in_memory)?;
                Layers::Packed(merge)
            }
            Layers::Gone => Layers::Gone,
        };
        Ok(())
    }

    /// Says that the last level will be another one than was announced.
    pub fn ends_after(&mut self, levels: usize) {
        match &mut self.layers {
            Layers::Open(merge) => merge.total = levels as u64,
            Layers::Packed(merge) => merge.total = levels as u64,
            Layers::Gone => {}
        }
    }

    /// Limbs of a weight.
    pub fn limbs(&self) -> usize {
        match &self.layers {
            Layers::Open(merge) => merge.layer.limbs,
            Layers::Packed(merge) => merge.at().limbs,
            Layers::Gone => 0,
        }
    }

    /// How many blocks the layer consists of.
    pub fn blocks(&self) -> usize {
        match &self.layers {
            Layers::Open(merge) => merge.layer.blocks.len(),
            Layers::Packed(merge) => merge.blocks(),
            Layers::Gone => 0,
        }
    }

    /// Hands those of the blocks `blocks` to `each` that `wanted` accepts by their first and last keys, in order.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn visit(
        &self,
        blocks: Range<usize>,
        mut wanted: impl FnMut(K, K) -> bool,
        mut each: impl FnMut(&Block<K>),
    ) -> Result<(), Stopped> {
        match &self.layers {
            Layers::Open(merge) => {
                for block in &merge.layer.blocks[blocks] {
                    if let (Some(&first), Some(&last)) = (block.keys.first(), block.keys.last())
                        && wanted(first, last)
                    {
                        merge.control.check(merge.progress())?;
                        each(block);
                    }
                }
                Ok(())
            }
            Layers::Packed(merge) => merge.visit(blocks, wanted, each).map_err(in_memory),
            Layers::Gone => Ok(()),
        }
    }

    /// States of the layer.
    pub fn states(&self) -> u64 {
        match &self.layers {
            Layers::Open(merge) => merge.layer().states as u64,
            Layers::Packed(merge) => merge.at().states,
            Layers::Gone => 0,
        }
    }

    /// States of the largest layer so far.
    pub fn peak(&self) -> u64 {
        match &self.layers {
            Layers::Open(merge) => merge.peak as u64,
            Layers::Packed(merge) => merge.at().peak,
            Layers::Gone => 0,
        }
    }

    /// Hands every state to `each` that `wanted` accepts, with its weight.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn each(&self, wanted: impl Fn(K) -> bool, mut each: impl FnMut(K, BigUint)) -> Result<(), Stopped> {
        match &self.layers {
            Layers::Open(merge) => {
                for (key, weight) in merge.layer().iter().filter(|&(key, _)| wanted(key)) {
                    each(key, number(weight));
                }
                Ok(())
            }
            Layers::Packed(merge) => merge.states(wanted, each).map_err(in_memory),
            Layers::Gone => Ok(()),
        }
    }

    /// The weights of the states that `wanted` accepts, added up.
    ///
    /// # Errors
    /// As [`ThriftyMerge::each`].
    pub fn sum(&self, wanted: impl Fn(K) -> bool) -> Result<BigUint, Stopped> {
        let mut sum = BigUint::default();
        self.each(wanted, |_, weight| sum += weight)?;
        Ok(sum)
    }
}
