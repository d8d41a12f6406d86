//! Families made from nothing: explicit sets, symmetric functions, and diagrams at rest; and the way back.
//!
//! In: sets, a number of items that a set should hold, any process ([`Spec`]), or a [`Diagram`]. Out: a [`Family`] of a
//! manager; and from a family its sets, their number, or a diagram at rest. All families are made in the same way: as a reduced
//! diagram, whose nodes are then entered into the manager's table from the bottom up, where equal ones are found. Cost: one
//! look-up for each node.

use super::family::{Family, Manager};
use super::machine::Machine;
use super::rules::{Op, Task};
use super::store::{EMPTY, Id, Marks, UNIT};
use crate::number::Count;
use crate::run::Pulse;
use crate::spec::Spec;
use crate::zdd::{self, Diagram, DiagramBuilder, Limit, SetList, Sets, ZddError};
use std::ops::RangeInclusive;

impl Manager {
    /// The family of these sets. The order of the sets and of their elements does not matter.
    ///
    /// # Errors
    /// When a set has an unknown variable, or the manager is stopped.
    pub fn from_sets<S: AsRef<[u32]>>(&self, sets: impl IntoIterator<Item = S>) -> Result<Family, ZddError> {
        let mut listed = Vec::new();
        for set in sets {
            let set = set.as_ref().to_vec();
            set.iter().try_for_each(|&v| self.known(v))?;
            listed.push(set);
        }
        self.of(&SetList::new(self.variables() as usize, listed))
    }

    /// ℘, every set of variables.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn power_set(&self) -> Result<Family, ZddError> {
        self.of(&Limit::new(self.variables() as usize, &[], 0..=0))
    }

    /// The symmetric family S over `items`: the sets of items whose size is in `sizes`. They have no other variable.
    ///
    /// `manager.symmetric(&items, k..=k)` is `S_k`. At most items · (largest size + 1) nodes.
    ///
    /// ```
    /// # use polytile::{run::Control, zdd::{ZddError, algebra::Manager}};
    /// let manager = Manager::new(3, &Control::default());
    /// let pairs = manager.symmetric(&[0, 1, 2], 2..=2)?;
    /// assert_eq!(pairs, manager.from_sets([[0, 1], [0, 2], [1, 2]])?);
    /// # Ok::<(), ZddError>(())
    /// ```
    ///
    /// # Errors
    /// When there is an unknown variable among the items, or the manager is stopped.
    pub fn symmetric(&self, items: &[u32], sizes: RangeInclusive<u32>) -> Result<Family, ZddError> {
        self.of(&self.limit(items, sizes)?.alone())
    }

    /// The sets of any variables that hold as many of `items` as `sizes` says: a symmetric function of the items that
    /// ignores the rest. It is a constraint, to be combined with others by intersection.
    ///
    /// # Errors
    /// When there is an unknown variable among the items, or the manager is stopped.
    pub fn covering(&self, items: &[u32], sizes: RangeInclusive<u32>) -> Result<Family, ZddError> {
        self.of(&self.limit(items, sizes)?)
    }

    /// The family of a process.
    fn of(&self, spec: &impl Spec) -> Result<Family, ZddError> {
        let control = {
            let machine = self.lock();
            machine.control.holding(machine.bytes())
        };
        self.import(&Diagram::of(spec, &control)?)
    }

    /// The limit that as many of `items` are taken as `sizes` says.
    fn limit(&self, items: &[u32], sizes: RangeInclusive<u32>) -> Result<Limit, ZddError> {
        items.iter().try_for_each(|&v| self.known(v))?;
        Ok(Limit::new(self.variables() as usize, items, sizes))
    }

    /// The family of a diagram at rest, whose variables 0, 1, ... are this manager's. It may be unreduced.
    ///
    /// # Errors
    /// When the diagram has more variables than the manager, or the manager is stopped.
    pub fn import(&self, diagram: &Diagram) -> Result<Family, ZddError> {
        self.import_as(diagram, &(0..diagram.variables() as u32).collect::<Vec<_>>())
    }

    /// The family of a diagram at rest whose variables 0, 1, ... are called `variables` here, all different. It may be unreduced.
    ///
    /// Where the variables ascend this takes a look-up for each node. Otherwise the diagram gets another order, which may take as
    /// many nodes as there are sets: each node is then put together from its children by a join and a union.
    ///
    /// ```
    /// # use polytile::{run::Control, zdd::{ZddError, algebra::Manager}};
    /// let (one, other) = (Manager::new(3, &Control::default()), Manager::new(9, &Control::default()));
    /// let family = one.from_sets([&[0, 1][..], &[2]])?;
    /// let renamed = other.import_as(&family.to_diagram()?, &[8, 4, 0])?;
    /// assert_eq!(renamed, other.from_sets([&[4, 8][..], &[0]])?);
    /// # Ok::<(), ZddError>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such variable, or the manager is stopped.
    ///
    /// # Panics
    /// When a variable of the diagram is not called anything.
    pub fn import_as(&self, diagram: &Diagram, variables: &[u32]) -> Result<Family, ZddError> {
        variables.iter().try_for_each(|&v| self.known(v))?;
        let ordered = variables.is_sorted();
        self.compute(|machine| {
            // The values are the new numbers, in the order of the old ones.
            machine.values.extend([EMPTY, UNIT]);
            for (v, _, nodes) in diagram.upward() {
                machine.ask()?;
                let v = variables[v];
                for node in nodes {
                    machine.room(1)?;
                    let [lo, hi] = [node.lo, node.hi].map(|old| machine.values[old as usize]);
                    let made = if ordered || v < machine.store.var(lo).min(machine.store.var(hi)) {
                        machine.store.make(v, lo, hi)
                    } else {
                        let alone = machine.store.make(v, EMPTY, UNIT);
                        machine.step(&[Task::Eval(Op::Join, alone, hi), Task::ApplyTo(Op::Union, lo)])?
                    };
                    machine.values.push(made);
                }
            }
            Ok(machine.values[diagram.root() as usize])
        })
    }
}

impl Family {
    /// The diagram at rest that has the same sets, over all variables of the manager: for counting, sampling, ranking,
    /// listing and saving. It is reduced, and has as many nodes as [`Family::nodes`] says.
    ///
    /// # Errors
    /// When the memory budget does not allow another copy of it, or the manager is stopped.
    pub fn to_diagram(&self) -> Result<Diagram, ZddError> {
        let machine = self.manager().lock();
        let root = self.id(&machine);
        let len = machine.store.len();
        // The nodes, their new numbers, the old ones in the new order, and marks.
        let copy = 16 * len as u64 + len as u64 / 8;
        machine.control.reserve(machine.bytes() + copy, "copying a family out of its manager")?;
        freeze(&machine, root, self.manager().variables() as usize)
    }

    /// The number of sets. Copies the family, and looks at each node once.
    ///
    /// # Errors
    /// When the manager is stopped, or its memory budget does not allow a copy and the counts.
    pub fn count(&self) -> Result<Count, ZddError> {
        let diagram = self.to_diagram()?;
        let control = self.manager().lock().control.clone();
        Ok(diagram.count(&control)?)
    }

    /// The sets one after the other, each in ascending order: of two sets, the one that has the first variable in which
    /// they differ comes first. They are read from a copy, so in the meantime the manager may compute, or be dropped.
    /// O(variables) for each set.
    ///
    /// ```
    /// # use polytile::{run::Control, zdd::{ZddError, algebra::Manager}};
    /// let manager = Manager::new(4, &Control::default());
    /// let pairs = manager.symmetric(&[0, 1, 3], 2..=2)?;
    /// assert_eq!(pairs.count()?, 3_u8.into());
    /// assert_eq!(pairs.sets()?.collect::<Vec<_>>(), [[0, 1], [0, 3], [1, 3]]);
    /// # Ok::<(), ZddError>(())
    /// ```
    ///
    /// # Errors
    /// When the memory budget of the manager does not allow the copy, or the manager is stopped.
    pub fn sets(&self) -> Result<Sets<Diagram>, ZddError> {
        Ok(self.to_diagram()?.into_sets())
    }
}

fn freeze(machine: &Machine, root: Id, variables: usize) -> Result<Diagram, ZddError> {
    let store = &machine.store;
    let progress = machine.progress();
    let account = |_| progress;
    let pulse = Pulse::new(&machine.control, &account);
    let mut marks = Marks::new(store.len());
    marks.set(root);
    store.mark(&mut marks);
    let reached = || (2..=root).filter(|&id| marks.has(id));
    // Sorted by variable, the last one first, and by number within a variable.
    let mut ends = vec![0_u32; variables + 1];
    for id in reached() {
        pulse.beat()?;
        ends[store.var(id) as usize] += 1;
    }
    let mut next = 0;
    for end in ends.iter_mut().rev() {
        (*end, next) = (next, next + *end);
    }
    let mut sorted = vec![0; next as usize];
    let mut new_ids: Vec<zdd::NodeId> = vec![zdd::EMPTY, zdd::UNIT];
    new_ids.resize(root.max(UNIT) as usize + 1, 0);
    for id in reached() {
        pulse.beat()?;
        let place = &mut ends[store.var(id) as usize];
        sorted[*place as usize] = id;
        new_ids[id as usize] = *place + 2;
        *place += 1;
    }
    let mut levels = DiagramBuilder::new(variables);
    let mut rest = sorted.as_slice();
    for v in (0..variables).rev() {
        machine.control.check(progress)?;
        let (level, others) = rest.split_at(ends[v] as usize - (sorted.len() - rest.len()));
        rest = others;
        let frozen = level.iter().map(|&id| {
            let node = store.node(id);
            zdd::Node { lo: new_ids[node.lo as usize], hi: new_ids[node.hi as usize] }
        });
        levels.push(frozen.collect()).map_err(ZddError::stopped)?;
    }
    Ok(levels.finish(new_ids[root as usize]).map_err(ZddError::stopped)?)
}
