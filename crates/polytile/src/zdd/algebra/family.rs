//! Managers and families as their user sees them.
//!
//! A manager has the nodes of all its families, each node once; a family is a place in the manager's list of what is held. So two
//! families are equal when they are the same node, an operation may collect whatever nobody holds, and an error leaves everything
//! as it was. Here are the handles and their locks; `rules` says what the operations are, and `machine` how they run.

use super::machine::Machine;
use super::rules::{Op, Task};
use super::store::{EMPTY, Id, Marks, UNIT};
use crate::run::{Control, Stopped};
use crate::zdd::ZddError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Holds families over the same variables, and computes with them.
///
/// A manager is a handle, as a [`Family`] is: cloning it is cheap, and the nodes go with the last handle. All its
/// families may be used from several threads; one operation runs at a time.
#[derive(Clone, Debug)]
pub struct Manager {
    machine: Arc<Mutex<Machine>>,
    variables: u32,
}

/// A family of sets in a [`Manager`].
///
/// As long as it lives, its nodes do; when the last handle is gone they become garbage. Cloning and comparing take
/// constant time: two families of one manager are equal when they are the same node. Every operation is an error when
/// the two families come from different managers ([`ZddError::Foreign`]), when a variable does not exist
/// ([`ZddError::UnknownVariable`]), and when the manager's control says stop ([`ZddError::Stopped`]); after an
/// error the manager and all its families are as good as before.
#[derive(Debug)]
pub struct Family {
    manager: Manager,
    place: u32,
}

impl Clone for Family {
    fn clone(&self) -> Self {
        let mut machine = self.manager.lock();
        let id = machine.held(self.place);
        self.manager.wrap(&mut machine, id)
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        self.manager.lock().release(self.place);
    }
}

impl PartialEq for Family {
    /// Whether they have the same sets; never true for families of different managers.
    fn eq(&self, other: &Self) -> bool {
        if !self.manager.is(&other.manager) {
            return false;
        }
        let machine = self.manager.lock();
        machine.held(self.place) == machine.held(other.place)
    }
}

impl Eq for Family {}

impl Manager {
    /// A manager of families over the variables `0..variables`. Its operations ask `control` whether to go on, and all
    /// its nodes and tables stay within the memory budget.
    pub fn new(variables: u32, control: &Control) -> Self {
        let machine = Machine::new(control.clone());
        Manager { machine: Arc::new(Mutex::new(machine)), variables }
    }

    /// Number of variables.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Nodes at this moment, the two terminals and garbage not yet collected included.
    pub fn nodes(&self) -> usize {
        self.lock().store.len()
    }

    /// The most nodes there have been at once.
    pub fn peak_nodes(&self) -> usize {
        let machine = self.lock();
        machine.peak.max(machine.store.len())
    }

    /// Bytes that nodes, table and cache take at this moment.
    pub fn bytes(&self) -> u64 {
        self.lock().bytes()
    }

    /// Drops all nodes that no family needs. Operations do this by themselves when it pays.
    pub fn collect(&self) {
        // The nodes are gone by then; the table is filled by whoever needs room.
        let _ = self.lock().collect();
    }

    /// ∅, the family without any set.
    pub fn empty(&self) -> Family {
        self.wrap(&mut self.lock(), EMPTY)
    }

    /// {∅}, the family of the empty set alone.
    pub fn unit(&self) -> Family {
        self.wrap(&mut self.lock(), UNIT)
    }

    /// {{v}}.
    ///
    /// # Errors
    /// When there is no such variable, or the manager is stopped.
    pub fn singleton(&self, v: u32) -> Result<Family, ZddError> {
        self.set(&[v])
    }

    /// The family of one set; the order of its elements does not matter, nor does one that is named twice.
    ///
    /// # Errors
    /// When it has an unknown variable, or the manager is stopped.
    pub fn set(&self, set: &[u32]) -> Result<Family, ZddError> {
        self.from_sets([set])
    }

    /// Runs `work` on the machine, and makes a handle for the node that it returns.
    pub(super) fn compute(
        &self,
        work: impl FnOnce(&mut Machine) -> Result<Id, Stopped>,
    ) -> Result<Family, ZddError> {
        let mut machine = self.lock();
        (machine.done, machine.total) = (0, 1);
        // What a panic in a progress report has left behind.
        machine.values.clear();
        let result = work(&mut machine);
        let id = machine.settle(result)?;
        Ok(self.wrap(&mut machine, id))
    }

    pub(super) fn known(&self, v: u32) -> Result<(), ZddError> {
        if v < self.variables {
            return Ok(());
        }
        Err(ZddError::UnknownVariable { variable: v, variables: self.variables })
    }

    pub(super) fn is(&self, other: &Manager) -> bool {
        Arc::ptr_eq(&self.machine, &other.machine)
    }

    pub(super) fn wrap(&self, machine: &mut Machine, id: Id) -> Family {
        Family { manager: self.clone(), place: machine.hold(id) }
    }

    /// A thread that panicked while it held the lock can only have been the user's allocator or progress report; between
    /// any two calls of these the nodes are in order, and the next operation clears what is left on the stacks.
    pub(super) fn lock(&self) -> MutexGuard<'_, Machine> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the operations that are a single task.
macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident: $op:ident;)*) => {
        $($(#[$doc])*
        ///
        /// # Errors
        /// When the families live in different managers, or the manager is stopped.
        pub fn $name(&self, other: &Family) -> Result<Family, ZddError> {
            self.binary(Op::$op, other)
        })*
    };
}

impl Family {
    /// The manager it lives in.
    pub fn manager(&self) -> &Manager {
        &self.manager
    }

    /// Its node; good until the lock is given up.
    pub(super) fn id(&self, machine: &Machine) -> Id {
        machine.held(self.place)
    }

    /// Its place among the handles.
    pub(super) fn place(&self) -> u32 {
        self.place
    }

    /// Whether there is no set in it.
    pub fn is_empty(&self) -> bool {
        self.id(&self.manager.lock()) == EMPTY
    }

    /// Number of nodes, the two terminals included. One sweep over the manager's nodes.
    pub fn nodes(&self) -> usize {
        let machine = self.manager.lock();
        let mut marks = Marks::new(machine.store.len());
        for id in [EMPTY, UNIT, self.id(&machine)] {
            marks.set(id);
        }
        machine.store.mark(&mut marks);
        marks.count()
    }

    /// Whether `set` is one of its sets. The order of the elements does not matter. O(number of variables).
    pub fn contains(&self, set: &[u32]) -> bool {
        let mut set = set.to_vec();
        set.sort_unstable();
        set.dedup();
        let machine = self.manager.lock();
        let mut id = self.id(&machine);
        for v in set {
            while machine.store.var(id) < v {
                id = machine.store.node(id).lo;
            }
            let node = machine.store.node(id);
            if node.var != v {
                return false;
            }
            id = node.hi;
        }
        while id > UNIT {
            id = machine.store.node(id).lo;
        }
        id == UNIT
    }

    operations! {
        /// f ∪ g: the sets of either.
        union: Union;
        /// f ∩ g: the sets of both.
        intersection: Intersection;
        /// f ∖ g: the sets of this family that the other has not.
        difference: Difference;
        /// f ⊕ g: the sets of exactly one of the two.
        symmetric_difference: SymmetricDifference;
        /// f ⊔ g = {a ∪ b | a ∈ f, b ∈ g}.
        ///
        /// ```
        /// # use polytile::{run::Control, zdd::{ZddError, algebra::Manager}};
        /// let manager = Manager::new(4, &Control::default());
        /// let f = manager.from_sets([&[0, 1][..], &[2]])?;
        /// let g = manager.from_sets([&[1][..], &[3]])?;
        /// assert_eq!(f.join(&g)?, manager.from_sets([&[0, 1][..], &[0, 1, 3], &[1, 2], &[2, 3]])?);
        /// # Ok::<(), ZddError>(())
        /// ```
        join: Join;
        /// f ⊓ g = {a ∩ b | a ∈ f, b ∈ g}.
        meet: Meet;
        /// f ↗ g: the sets of this family that lie in no set of the other (every set lies in itself).
        non_subsets: NonSubsets;
        /// f ↘ g: the sets of this family that hold no set of the other.
        non_supersets: NonSupersets;
    }

    /// f / g: the sets that are disjoint from every set of `divisor` and whose union with each of them is in this
    /// family. Divided by ∅ that is every set of variables.
    ///
    /// # Errors
    /// When the families live in different managers, or the manager is stopped.
    pub fn quotient(&self, divisor: &Family) -> Result<Family, ZddError> {
        self.same_manager(divisor)?;
        if divisor.is_empty() {
            return self.manager.power_set();
        }
        self.binary(Op::Quotient, divisor)
    }

    /// f mod g = f ∖ (g ⊔ (f / g)): what division leaves.
    ///
    /// # Errors
    /// When the families live in different managers, or the manager is stopped.
    pub fn remainder(&self, divisor: &Family) -> Result<Family, ZddError> {
        self.same_manager(divisor)?;
        self.manager.compute(|machine| {
            let (f, g) = (self.id(machine), divisor.id(machine));
            if g == EMPTY {
                return Ok(f);
            }
            machine.run(&[
                Task::Eval(Op::Quotient, f, g),
                Task::ApplyTo(Op::Join, g),
                Task::ApplyTo(Op::Difference, f),
            ])
        })
    }

    /// f ∖ (f ↘ g): the sets of this family that hold a set of the other.
    ///
    /// # Errors
    /// When the families live in different managers, or the manager is stopped.
    pub fn supersets(&self, other: &Family) -> Result<Family, ZddError> {
        self.difference(&self.non_supersets(other)?)
    }

    /// f ∖ (f ↗ g): the sets of this family that lie in a set of the other.
    ///
    /// # Errors
    /// When the families live in different managers, or the manager is stopped.
    pub fn subsets(&self, other: &Family) -> Result<Family, ZddError> {
        self.difference(&self.non_subsets(other)?)
    }

    /// f^∩: the intersections of one or more sets of this family (TAOCP 7.1.4, exercise 243). A meet of a family with itself has those of two,
    /// its meet with itself those of four, and so on, until nothing is new.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn closure(&self) -> Result<Family, ZddError> {
        let mut closed = self.clone();
        loop {
            let met = closed.meet(&closed)?;
            if met == closed {
                return Ok(closed);
            }
            closed = met;
        }
    }

    /// ℘ ∖ f: the sets of variables that are not in this family.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn complement(&self) -> Result<Family, ZddError> {
        self.manager.power_set()?.difference(self)
    }

    /// f↓: the sets that hold no other set of the family.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn minimal(&self) -> Result<Family, ZddError> {
        self.unary(Op::Minimal, EMPTY)
    }

    /// f↑: the sets that lie in no other set of the family.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn maximal(&self) -> Result<Family, ZddError> {
        self.unary(Op::Maximal, EMPTY)
    }

    /// f♯: the minimal sets that have an element in common with every set of the family. Those of ∅ are {∅}; a family
    /// that has the empty set has none. Applied twice, it gives the minimal sets.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn hitting_sets(&self) -> Result<Family, ZddError> {
        self.unary(Op::HittingSets, EMPTY)
    }

    /// The sets without `v`.
    ///
    /// # Errors
    /// When there is no such variable, or the manager is stopped.
    pub fn subset0(&self, v: u32) -> Result<Family, ZddError> {
        self.manager.known(v)?;
        self.unary(Op::Without, v)
    }

    /// The sets with `v`, after taking `v` out of them.
    ///
    /// # Errors
    /// When there is no such variable, or the manager is stopped.
    pub fn subset1(&self, v: u32) -> Result<Family, ZddError> {
        self.manager.known(v)?;
        self.unary(Op::With, v)
    }

    /// Every set changed by `v`: `v` is taken out where it is, and put in where it is not.
    ///
    /// # Errors
    /// When there is no such variable, or the manager is stopped.
    pub fn change(&self, v: u32) -> Result<Family, ZddError> {
        self.manager.known(v)?;
        self.unary(Op::Toggle, v)
    }

    pub(super) fn same_manager(&self, other: &Family) -> Result<(), ZddError> {
        if self.manager.is(&other.manager) { Ok(()) } else { Err(ZddError::Foreign) }
    }

    fn binary(&self, op: Op, other: &Family) -> Result<Family, ZddError> {
        self.same_manager(other)?;
        self.manager.compute(|machine| {
            let (f, g) = (self.id(machine), other.id(machine));
            machine.run(&[Task::Eval(op, f, g)])
        })
    }

    fn unary(&self, op: Op, g: u32) -> Result<Family, ZddError> {
        self.manager.compute(|machine| {
            let f = self.id(machine);
            machine.run(&[Task::Eval(op, f, g)])
        })
    }
}
