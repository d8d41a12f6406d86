//! The computed cache: the result of an operation when it last met the same operands.
//!
//! Direct-mapped and lossy: a new result takes the place of whatever stood there, and what is lost is computed again.
//! That keeps a look-up at one line of memory. 16 bytes an entry.

use super::store::{EMPTY, Id, Moved, NODES_PER_LOOK};
use crate::run::Stopped;
use crate::run::mix::mix;

/// An operation, two operands, a result.
#[derive(Clone, Copy, Debug)]
struct Entry {
    op: u32,
    f: Id,
    g: Id,
    result: Id,
}

/// No operation has this number.
const NONE: Entry = Entry { op: u32::MAX, f: EMPTY, g: EMPTY, result: EMPTY };

/// The cache.
#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<Entry>,
}

/// Bytes of a cache of `len` entries.
pub(super) fn bytes(len: usize) -> u64 {
    (len * size_of::<Entry>()) as u64
}

impl Cache {
    pub fn new(len: usize) -> Self {
        Cache { entries: vec![NONE; len] }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline(always)]
    fn place(&self, op: u32, f: Id, g: Id) -> usize {
        let hash = mix(u64::from(f) | u64::from(g) << 32, u64::from(op));
        ((u128::from(hash) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    pub fn get(&self, op: u32, f: Id, g: Id) -> Option<Id> {
        let entry = self.entries[self.place(op, f, g)];
        (entry.op == op && entry.f == f && entry.g == g).then_some(entry.result)
    }

    #[inline(always)]
    pub fn put(&mut self, op: u32, f: Id, g: Id, result: Id) {
        let place = self.place(op, f, g);
        self.entries[place] = Entry { op, f, g, result };
    }

    /// Gives the cache room for `len` entries, and keeps what it knows, as far as `look` lets it.
    ///
    /// # Errors
    /// Those of `look`.
    pub fn grow(&mut self, len: usize, look: impl Fn() -> Result<(), Stopped>) -> Result<(), Stopped> {
        let old = std::mem::replace(self, Cache::new(len));
        for entries in old.entries.chunks(NODES_PER_LOOK) {
            look()?;
            for e in entries.iter().filter(|e| e.op != NONE.op) {
                self.put(e.op, e.f, e.g, e.result);
            }
        }
        Ok(())
    }

    /// Follows a collection: forgets entries about nodes that are gone, and renumbers the rest. `g_is_node` tells
    /// the operations whose second operand is a node from those where it is a variable.
    ///
    /// # Errors
    /// Those of `look`, which is asked now and then; then the rest is forgotten.
    pub fn moved(
        &mut self,
        moved: &Moved,
        g_is_node: impl Fn(u32) -> bool,
        look: impl Fn() -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let old = std::mem::replace(self, Cache::new(self.len()));
        for entries in old.entries.chunks(NODES_PER_LOOK) {
            look()?;
            for e in entries.iter().filter(|e| e.op != NONE.op) {
                let pair = g_is_node(e.op);
                if moved.marks.has(e.f) && moved.marks.has(e.result) && (!pair || moved.marks.has(e.g)) {
                    let g = if pair { moved.new_id(e.g) } else { e.g };
                    self.put(e.op, moved.new_id(e.f), g, moved.new_id(e.result));
                }
            }
        }
        Ok(())
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(NONE);
    }
}
