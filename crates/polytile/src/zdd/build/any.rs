//! The diagram of any decision process, top down.
//!
//! As for tilings, in two passes; but nothing is known about the order in which states come, so a layer is sorted when it
//! is complete, children are found by bisection, and equal nodes of a level are made one. Cost: O(n log n) in the states
//! and their children. Memory: all layers, which go as the nodes come; a level's children while it is sorted.

use super::backward::{Part, Watch, shared};
use crate::frontier::spec::Spec;
use crate::run::{Control, Progress, Stopped};
use crate::zdd::{Diagram, EMPTY, Levels, Node, NodeId, UNIT, ZddError};

/// States between two looks at the control.
const STRIDE: usize = 1 << 10;

impl Diagram {
    /// The solutions of `spec`; the variables are its options.
    ///
    /// # Errors
    /// When `control` says stop, or the states and nodes outgrow its memory.
    ///
    /// # Panics
    /// When an option that `spec` takes is none of its level.
    pub fn of<S: Spec>(spec: &S, control: &Control) -> Result<Self, Stopped> {
        let Layers { mut layers, mut bytes } = Layers::forward(spec, control)?;
        let variables = (0..spec.levels()).map(|level| spec.options(level).len()).sum();
        let mut diagram = Levels::new(variables);
        let last = layers.pop().unwrap_or_default();
        let mut heads: Vec<NodeId> =
            last.iter().map(|s| if spec.accepts(s) { UNIT } else { EMPTY }).collect();
        let mut below = last;
        for level in (0..spec.levels()).rev() {
            let (total, done) = (2 * spec.levels() as u64, (2 * spec.levels() - level - 1) as u64);
            let progress = Progress::Levels { done, total, states: diagram.next().into() };
            control.check(progress)?;
            let layer = layers.pop().unwrap_or_default();
            // All states; the nodes of two levels of them; the nodes so far.
            let held = bytes + 4 * (2 * layer.len() + below.len()) as u64 + 8 * u64::from(diagram.next());
            let watch = Watch::new(control, progress, held);
            let options = spec.options(level);
            let mut part = Part::new(layer.len(), options.len())?;
            let mut announced = 0;
            for (i, state) in layer.iter().enumerate() {
                spec.children(level, state, |option, child| {
                    let Some(head) = below.binary_search(&child).ok().map(|at| heads[at]) else { return };
                    match option {
                        _ if head == EMPTY => {}
                        None => part.heads[i] = head,
                        Some(option) => part.options[(option - options.start) as usize]
                            .push(Node { lo: i as NodeId, hi: head }),
                    }
                });
                if i % STRIDE == 0 || i + 1 == layer.len() {
                    let capacity: usize = part.options.iter().map(Vec::capacity).sum();
                    watch.find((capacity - announced) * size_of::<Node>())?;
                    announced = capacity;
                }
            }
            let parts = vec![part];
            watch.share(&parts, options.len())?;
            let parts = shared(parts, options.len(), &mut diagram).map_err(ZddError::stopped)?;
            heads = parts.into_iter().flat_map(|part| part.heads).collect();
            bytes -= weigh(spec, &below);
            below = layer;
        }
        diagram.finish(heads.first().copied().unwrap_or(EMPTY)).map_err(ZddError::stopped)
    }
}

/// Bytes that states take.
fn weigh<S: Spec>(spec: &S, states: &[S::State]) -> u64 {
    size_of_val(states) as u64 + states.iter().map(|state| spec.elsewhere(state)).sum::<u64>()
}

/// The states before every level, and after the last, and the bytes they take.
struct Layers<T> {
    layers: Vec<Vec<T>>,
    bytes: u64,
}

impl<T: Clone + Ord> Layers<T> {
    fn forward<S: Spec<State = T>>(spec: &S, control: &Control) -> Result<Self, Stopped> {
        let mut layers = vec![vec![spec.root()]];
        let mut bytes = weigh(spec, &layers[0]);
        for level in 0..spec.levels() {
            let layer = layers.last().map_or(&[][..], |layer| layer);
            let (total, states) = (2 * spec.levels() as u64, layer.len() as u64);
            let mut next: Vec<T> = Vec::new();
            let mut elsewhere = 0;
            for (i, state) in layer.iter().enumerate() {
                if i % STRIDE == 0 {
                    control.check(Progress::Levels { done: level as u64, total, states })?;
                }
                let mut full = Ok(());
                spec.children(level, state, |_, child| {
                    if full.is_ok() && next.len() == next.capacity() {
                        // Those there are move to twice the room.
                        let (old, more) = (next.capacity(), next.capacity().max(64));
                        let room = (size_of::<T>() * (2 * old + more)) as u64;
                        full = control.reserve(bytes + elsewhere + room, "keeping the states of the diagram");
                        if full.is_ok() {
                            next.reserve_exact(more);
                        }
                    }
                    if full.is_ok() {
                        elsewhere += spec.elsewhere(&child);
                        next.push(child);
                    }
                });
                full?;
            }
            next.sort_unstable();
            next.dedup();
            next.shrink_to_fit();
            bytes += weigh(spec, &next);
            control.reserve(bytes, "keeping the states of the diagram")?;
            layers.push(next);
        }
        Ok(Layers { layers, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::frontier::Order;
    use crate::frontier::cover::Cover;
    use crate::frontier::level::{Counters, Level, Levels as Compiled};
    use crate::pieces::{Copies, Freedom, Piece, PieceSet};
    use crate::problem::{Problem, Rules};
    use std::ops::Range;

    /// The levels of a tiling problem without what makes the merge fast: a state at a time.
    struct Tilings<'a> {
        cover: &'a Cover,
        counters: &'a Counters,
        levels: Vec<Level<u128>>,
    }

    impl Spec for Tilings<'_> {
        type State = u128;
        fn levels(&self) -> usize {
            self.levels.len()
        }
        fn options(&self, level: usize) -> Range<u32> {
            let Range { start, end } = self.cover.options(level);
            start as u32..end as u32
        }
        fn root(&self) -> u128 {
            self.counters.root()
        }
        fn children(&self, level: usize, state: &u128, mut each: impl FnMut(Option<u32>, u128)) {
            let options = self.options(level);
            let level = &self.levels[level];
            for transition in level.transitions.iter().filter(|t| state & t.care == t.value) {
                let next = level.carry(*state) + transition.add;
                let is = |p: &u32| Some(self.cover.placements()[*p as usize]) == transition.placement;
                if next & level.guard == 0 {
                    each(options.clone().find(is), next);
                }
            }
        }
        fn accepts(&self, state: &u128) -> bool {
            self.counters.copies(*state).is_some()
        }
    }

    #[test]
    fn one_state_at_a_time_gives_the_same_diagram() {
        let trominoes = PieceSet::all(3, Freedom::Free);
        let few = trominoes.iter().map(|p| Piece { copies: Copies::between(1, 9).unwrap(), ..p.clone() });
        let few = PieceSet::new(few.collect());
        let dominoes = PieceSet::all(2, Freedom::Free);
        let tatami = Rules { tatami: true, fault_free: false };
        for (pieces, rules) in [(&trominoes, Rules::default()), (&few, Rules::default()), (&dominoes, tatami)]
        {
            let board = Region::rectangle(6, 7).unwrap();
            let problem = Problem { region: board, pieces: pieces.clone(), rules };
            let placements = problem.placements();
            let cover = Cover::new(&problem, &placements, Order::Columns, &Control::default()).unwrap();
            let counters = Counters::new(&problem, false, 1);
            let levels = Compiled::new(&cover, &counters).collect::<Result<_, _>>().unwrap();
            let control = Control::default();
            let slow =
                Diagram::of(&Tilings { cover: &cover, counters: &counters, levels }, &control).unwrap();
            let fast = super::super::build(&cover, &counters, &control).unwrap();
            assert!(fast.nodes() > 2);
            assert_eq!(slow.nodes(), fast.nodes());
            assert!(slow.sets().eq(fast.sets()));
        }
    }
}
