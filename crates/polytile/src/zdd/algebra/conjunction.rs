//! The intersection, or the union, of many families at once.
//!
//! Intersecting a long list from left to right drags one ever larger family past all the others. A balanced tree
//! intersects neighbours first: families that constrain the same variables shrink each other while they are small,
//! and only the last few operations are large. It remains to choose which families are neighbours.

use super::family::{Family, Manager};
use super::machine::Machine;
use super::rules::{Op, Task};
use super::store::{EMPTY, Id, Marks, UNIT};
use crate::run::Stopped;
use crate::zdd::ZddError;

impl Manager {
    /// The intersection of all, in an order chosen here; of none, it is the power set.
    ///
    /// A family that depends on a stretch of the variables stands next to those that depend on the same stretch.
    /// Families that depend on half of all variables or more come last, the smallest first.
    ///
    /// # Errors
    /// When a family lives in another manager, or the manager is stopped.
    pub fn intersection_of(&self, mut families: Vec<Family>) -> Result<Family, ZddError> {
        if families.is_empty() {
            return self.power_set();
        }
        self.own(&families)?;
        {
            let machine = self.lock();
            families.sort_by_cached_key(|f| self.rank(&machine, f.id(&machine)));
        }
        self.fold_all(Op::Intersection, UNIT, families)
    }

    /// The intersection of all, pairwise in a tree, in the order given; of none, it is the power set.
    ///
    /// # Errors
    /// When a family lives in another manager, or the manager is stopped.
    pub fn intersection_in_order(&self, families: Vec<Family>) -> Result<Family, ZddError> {
        if families.is_empty() {
            return self.power_set();
        }
        self.fold_all(Op::Intersection, UNIT, families)
    }

    /// The union of all, pairwise in a tree, in the order given; of none, it is empty.
    ///
    /// # Errors
    /// When a family lives in another manager, or the manager is stopped.
    pub fn union_of(&self, families: Vec<Family>) -> Result<Family, ZddError> {
        self.fold_all(Op::Union, EMPTY, families)
    }

    fn own(&self, families: &[Family]) -> Result<(), ZddError> {
        if families.iter().all(|f| f.manager().is(self)) { Ok(()) } else { Err(ZddError::Foreign) }
    }

    /// Folds families by `op`. Their handles are the places of the tree, so that it can drop what it has used; they are released with the
    /// families, whatever becomes of it.
    fn fold_all(&self, op: Op, none: Id, families: Vec<Family>) -> Result<Family, ZddError> {
        self.own(&families)?;
        let places: Vec<u32> = families.iter().map(Family::place).collect();
        let result = self.compute(|machine| machine.fold(op, none, places));
        drop(families);
        result
    }

    /// Whether a family is wide; where the variables that it depends on begin and end; its nodes. A family does not
    /// depend on a variable when none of its nodes tells sets with the variable from sets without.
    fn rank(&self, machine: &Machine, id: Id) -> (bool, u32, u32, usize) {
        let mut marks = Marks::new(machine.store.len());
        marks.set(id);
        machine.store.mark(&mut marks);
        let (mut first, mut last) = (u32::MAX, 0);
        for id in (2..=id).filter(|&id| marks.has(id)) {
            let node = machine.store.node(id);
            if node.lo != node.hi {
                first = first.min(node.var);
                last = last.max(node.var);
            }
        }
        let wide = last >= first && last - first >= self.variables() / 2;
        let nodes = marks.count();
        if wide { (true, 0, 0, nodes) } else { (false, first, last, nodes) }
    }
}

impl Machine {
    /// Combines what `places` hold by `op` in pairs, the results in pairs again, and so on: a tree of least depth.
    /// `none` is the answer for no places. What the places hold is given up; the first holds the result.
    ///
    /// # Errors
    /// When the control says so.
    pub fn fold(&mut self, op: Op, none: Id, places: Vec<u32>) -> Result<Id, Stopped> {
        self.total = (places.len() as u64).saturating_sub(1);
        let first = places.first().copied();
        self.fold_pairs(op, places)?;
        Ok(first.map_or(none, |place| self.held(place)))
    }

    /// Leaves the result in the first place. An operand is released as soon as it has been used.
    fn fold_pairs(&mut self, op: Op, mut layer: Vec<u32>) -> Result<(), Stopped> {
        while layer.len() > 1 {
            for pair in layer.chunks_exact(2) {
                self.ask()?;
                let (f, g) = (self.held(pair[0]), self.held(pair[1]));
                let made = self.run(&[Task::Eval(op, f, g)])?;
                self.put(pair[0], made);
                self.put(pair[1], EMPTY);
                self.done += 1;
            }
            layer = layer.chunks(2).map(|pair| pair[0]).collect();
        }
        Ok(())
    }
}
