//! From a tiling problem to its diagram, top down.
//!
//! The levels of the frontier (see [`crate::frontier`]) decide one cell each, by one of the options whose first cell it
//! is. A diagram decides one option at a time: so a state whose cell is open becomes a chain of nodes, one for each
//! option that fits, `hi` taking it and `lo` going on to the next; a state whose cell is covered needs no node and *is*
//! the state that it leads to.
//!
//! Two passes. Forward, the merge makes the layers of states; only their keys are kept, packed (`packed`). Backward, a
//! level is joined to the one below it (`backward`): every transition leads through its states in order and meets the
//! states below in order, so finding the children takes no look-up, just a finger in each list. States without a
//! child are dead, and are left out where they show up.
//!
//! Where items are cells, covered exactly once, what is left is already reduced: two different states of a level
//! still have different cells to cover, so their families are disjoint, and none is empty. With demands or limited
//! copies two states may have the same future: then equal nodes of a level are merged.
//!
//! Cost: as much as two counts, and the nodes. Memory: the packed layers, which are dropped as the nodes are made.

mod any;
mod backward;
mod packed;

use super::{Diagram, DiagramBuilder, ZddError};
use crate::frontier::cover::{Cover, Item};
use crate::frontier::key::Key;
use crate::frontier::level::{Counters, Level, compiled};
use crate::frontier::merge::Merge;
use crate::frontier::with_key::{WithKey, with_key};
use crate::run::{Control, Progress, Stopped};
use backward::{Below, Watch};
use packed::Packed;

/// The diagram of the tilings of `cover`: variable v is its option v.
///
/// # Errors
/// When `control` says stop, or the layers or nodes outgrow its memory.
pub(crate) fn build(cover: &Cover, counters: &Counters, control: &Control) -> Result<Diagram, Stopped> {
    let variables = cover.placements().len();
    if counters.impossible {
        return Ok(Diagram::empty(variables));
    }
    if cover.items().is_empty() {
        let nothing = counters.nothing().map(|_| Diagram::unit(variables));
        return Ok(nothing.unwrap_or(Diagram::empty(variables)));
    }
    with_key(cover, counters, control, Building { cover, counters, control })
}

struct Building<'a> {
    cover: &'a Cover,
    counters: &'a Counters,
    control: &'a Control,
}

impl WithKey for Building<'_> {
    type Output = Diagram;

    fn run<K: Key>(self) -> Result<Diagram, Stopped> {
        let mut levels: Vec<Level<K>> = compiled(self.cover, self.counters, self.control)?;
        let control = &self.control.holding(levels.iter().map(Level::bytes).sum());
        let building = Building { control, ..self };
        let layers = building.forward(&mut levels)?;
        building.backward(&levels, layers)
    }
}

impl Building<'_> {
    /// The layers before each level, and the last one.
    fn forward<K: Key>(&self, levels: &mut [Level<K>]) -> Result<Vec<Packed<K>>, Stopped> {
        let threads = self.control.thread_count();
        let mut merge = Merge::unweighted(self.counters.root::<K>(), 2 * levels.len(), self.control);
        let mut layers = Vec::with_capacity(levels.len() + 1);
        let mut bytes = 0;
        for level in levels {
            let packed = Packed::new(merge.layer(), threads);
            bytes += packed.bytes();
            self.control.reserve(bytes + 2 * merge.layer().bytes(), "keeping the states of the diagram")?;
            layers.push(packed);
            merge.held = bytes;
            merge.step_pruned(level, self.cover)?;
        }
        layers.push(Packed::new(merge.layer(), threads));
        Ok(layers)
    }

    fn backward<K: Key>(&self, levels: &[Level<K>], mut layers: Vec<Packed<K>>) -> Result<Diagram, Stopped> {
        let threads = self.control.thread_count();
        let reduced = self.counters.width() == 0 && self.cover.items().iter().all(|&item| item == Item::Cell);
        let mut diagram = DiagramBuilder::new(self.cover.placements().len());
        let mut packed: u64 = layers.iter().map(Packed::bytes).sum();
        let last = layers.pop().map_or(Vec::new(), |layer| layer.unpack(threads));
        let mut below = Below::accepted(last, self.counters)?;
        for (i, level) in levels.iter().enumerate().rev() {
            let Some(layer) = layers.pop() else { break };
            let (total, done) = (2 * levels.len() as u64, (2 * levels.len() - i - 1) as u64);
            let progress = Progress::Levels { done, total, states: diagram.next().into() };
            self.control.check(progress)?;
            // The states of two levels with their nodes; those of one level are there twice while they are put together from
            // parts.
            let state = size_of::<K>() + 4;
            let working = 3 * layer.states() * state + below.states() * state;
            // Eight bytes for each node so far, and an eighth more for the gaps between arrays of all sizes.
            let held = packed + working as u64 + 9 * u64::from(diagram.next());
            let watch = Watch::new(self.control, progress, held);
            watch.find(0)?;
            let placements = &self.cover.placements()[self.cover.options(i)];
            let keys = layer.unpack(threads);
            packed -= layer.bytes();
            drop(layer);
            below = below.joined(level, &keys, placements, reduced, &mut diagram, &watch)?;
        }
        diagram.finish(below.root()).map_err(ZddError::stopped)
    }
}
