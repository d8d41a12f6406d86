//! Where the nodes of a manager live: one array, a hash table that finds equal nodes, and the collection of garbage.
//!
//! A node is appended after its children, and a collection keeps the order of the nodes that stay, so *a child always
//! has a smaller number than its parent*. Marking is therefore one sweep down the array, without a stack; moving the
//! marked nodes together is one sweep up; and whoever computes something from children to parents follows the
//! numbers.
//!
//! The table is open addressing with linear probing over 32-bit numbers, at most two thirds full. Nothing is ever taken
//! out of the table: after a collection it is filled anew. Cost: 12 bytes a node, and 6 to 12 bytes of table.

use crate::run::Stopped;
use crate::run::mix::mix;

/// The number of a node.
pub(super) type Id = u32;
/// The family without any set.
pub(super) const EMPTY: Id = 0;
/// The family of the empty set alone.
pub(super) const UNIT: Id = 1;

/// The sets of `lo`, and those of `hi` with `var` added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub var: u32,
    pub lo: Id,
    pub hi: Id,
}

/// What the terminals have as their variable: it lies below all others.
pub(super) const BOTTOM: u32 = u32::MAX;
/// A place in the table without a node. No node is looked for under this number.
const FREE: u32 = 0;

/// Nodes that are put into the table, or entries into the cache, between two looks at the control. Sweeps in the order of memory,
/// which mark and move nodes, ask nobody: they are several times faster.
pub(super) const NODES_PER_LOOK: usize = 1 << 13;

/// Nodes, each once.
#[derive(Debug)]
pub(super) struct Store {
    nodes: Vec<Node>,
    table: Vec<u32>,
    /// How many nodes there is room for while the table has all nodes; 0 while it lacks some.
    room: usize,
    /// While it lacks some: the nodes before this one are in it.
    filled: usize,
}

/// Bytes a store takes that can hold `capacity` nodes.
pub(super) fn bytes(capacity: usize) -> u64 {
    (capacity * size_of::<Node>() + table_len(capacity) * size_of::<u32>()) as u64
}

fn table_len(capacity: usize) -> usize {
    capacity + capacity / 2 + 2
}

impl Store {
    /// The two terminals, and room for `capacity` nodes in all.
    pub fn new(capacity: usize) -> Self {
        let terminal = |id| Node { var: BOTTOM, lo: id, hi: id };
        let mut nodes = Vec::with_capacity(capacity);
        nodes.extend([terminal(EMPTY), terminal(UNIT)]);
        Store { room: nodes.capacity(), filled: 2, nodes, table: vec![FREE; table_len(capacity)] }
    }

    /// Number of nodes, including the terminals and those that nothing leads to any more.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes there is room for in memory.
    pub fn capacity(&self) -> usize {
        self.nodes.capacity()
    }

    /// How many nodes may be made in all; none while [`Store::fill`] has work.
    #[inline(always)]
    pub fn room(&self) -> usize {
        self.room
    }

    #[inline(always)]
    pub fn node(&self, id: Id) -> Node {
        self.nodes[id as usize]
    }

    #[inline(always)]
    pub fn var(&self, id: Id) -> u32 {
        self.nodes[id as usize].var
    }

    #[inline(always)]
    fn place(&self, node: Node) -> usize {
        let hash = mix(u64::from(node.lo) | u64::from(node.hi) << 32, u64::from(node.var));
        ((u128::from(hash) * self.table.len() as u128) >> 64) as usize
    }

    /// The node `(var, lo, hi)`: `lo` where `hi` is empty, otherwise the existing node, otherwise a new one, for which
    /// the caller has made sure that there is room.
    #[inline]
    pub fn make(&mut self, var: u32, lo: Id, hi: Id) -> Id {
        if hi == EMPTY {
            return lo;
        }
        let node = Node { var, lo, hi };
        let mut at = self.place(node);
        loop {
            let found = self.table[at];
            if found == FREE {
                break;
            }
            if self.nodes[found as usize] == node {
                return found;
            }
            at += 1;
            if at == self.table.len() {
                at = 0;
            }
        }
        let id = self.nodes.len() as Id;
        debug_assert!(self.nodes.len() < self.room && lo < id && hi < id);
        self.nodes.push(node);
        self.table[at] = id;
        id
    }

    /// Makes room for `capacity` nodes in all, once the table is filled.
    ///
    /// # Errors
    /// When nodes can no longer be numbered.
    pub fn grow(&mut self, capacity: usize) -> Result<(), Stopped> {
        if capacity > u32::MAX as usize {
            return Err(Stopped::TooLarge("a manager of families has at most 2^32 - 1 nodes".to_owned()));
        }
        // The old table is dropped before the new one is made.
        self.table = Vec::new();
        self.nodes.reserve_exact(capacity - self.nodes.len());
        self.table = vec![FREE; table_len(self.nodes.capacity())];
        (self.room, self.filled) = (0, 2);
        Ok(())
    }

    /// Puts into the table what it lacks. It asks `look` now and then, and begins where it was stopped.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn fill(&mut self, look: impl Fn() -> Result<(), Stopped>) -> Result<(), Stopped> {
        if self.room > 0 {
            return Ok(());
        }
        for id in self.filled..self.nodes.len() {
            if id.is_multiple_of(NODES_PER_LOOK) {
                self.filled = id;
                look()?;
            }
            let mut at = self.place(self.nodes[id]);
            while self.table[at] != FREE {
                at += 1;
                if at == self.table.len() {
                    at = 0;
                }
            }
            self.table[at] = id as u32;
        }
        self.room = self.nodes.capacity();
        Ok(())
    }

    /// Everything that can be reached from nodes marked in `marks`.
    pub fn mark(&self, marks: &mut Marks) {
        for id in (2..self.nodes.len() as Id).rev() {
            if marks.has(id) {
                let node = self.node(id);
                marks.set(node.lo);
                marks.set(node.hi);
            }
        }
    }

    /// Drops every node that is not marked, and says where the others went. The table is to be filled again.
    pub fn collect(&mut self, mut marks: Marks) -> Moved {
        marks.set(EMPTY);
        marks.set(UNIT);
        self.mark(&mut marks);
        let moved = Moved::new(marks);
        let mut to = 2;
        for id in 2..self.nodes.len() as Id {
            if moved.marks.has(id) {
                let node = self.node(id);
                self.nodes[to] = Node { var: node.var, lo: moved.new_id(node.lo), hi: moved.new_id(node.hi) };
                to += 1;
            }
        }
        self.nodes.truncate(to);
        self.table.fill(FREE);
        (self.room, self.filled) = (0, 2);
        moved
    }
}

/// A set of nodes, one bit each.
#[derive(Debug)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// The empty set, of `len` nodes.
    pub fn new(len: usize) -> Self {
        Marks(vec![0; len.div_ceil(64)])
    }

    #[inline(always)]
    pub fn has(&self, id: Id) -> bool {
        self.0[id as usize / 64] >> (id % 64) & 1 == 1
    }

    #[inline(always)]
    pub fn set(&mut self, id: Id) {
        self.0[id as usize / 64] |= 1 << (id % 64);
    }

    /// Number of nodes in the set.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Where the marked nodes went in a collection.
#[derive(Debug)]
pub(super) struct Moved {
    pub marks: Marks,
    /// Marked nodes before each word of marks.
    before: Vec<u32>,
}

impl Moved {
    fn new(marks: Marks) -> Self {
        let mut sum = 0;
        let before = marks.0.iter().map(|word| {
            let before = sum;
            sum += word.count_ones();
            before
        });
        let before = before.collect();
        Moved { marks, before }
    }

    /// The present number of a node that was marked.
    #[inline(always)]
    pub fn new_id(&self, id: Id) -> Id {
        let word = id as usize / 64;
        self.before[word] + (self.marks.0[word] & ((1 << (id % 64)) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Progress;
    use std::cell::Cell;

    /// Stopped at every look, a table is filled in the end, and finds every node once.
    #[test]
    fn tables_are_filled_piece_by_piece() {
        let number = 3 * NODES_PER_LOOK + 100;
        let mut store = Store::new(number + 2);
        let made: Vec<Id> =
            (0..number as u32).map(|i| store.make(number as u32 - i, EMPTY, i.max(UNIT))).collect();
        store.grow(2 * number).unwrap();
        assert_eq!(store.room(), 0);
        let looks = Cell::new(0);
        let stopping = || {
            looks.set(looks.get() + 1);
            let stopped = Stopped::Interrupted(Progress::Preparation { steps: 0 });
            if looks.get() % 2 == 1 { Err(stopped) } else { Ok(()) }
        };
        while store.fill(stopping).is_err() {
            assert_eq!(store.room(), 0);
        }
        assert_eq!(looks.get(), 6);
        assert!(store.room() >= 2 * number);
        for (i, &id) in (0..).zip(&made) {
            assert_eq!(store.make(number as u32 - i, EMPTY, i.max(UNIT)), id);
        }
        assert_eq!(store.len(), number + 2);
    }
}
