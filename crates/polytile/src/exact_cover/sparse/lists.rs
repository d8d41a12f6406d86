//! The options that are still to be had, list by list.
//!
//! Nothing is taken out of a list when an option goes: it is marked, and whoever reads the list passes over it. Where
//! half of all options have gone since the lists were written, they are written anew, shorter and next to each other,
//! and that *generation* serves the subtree below. So a reader passes over one dead option for each live one on average,
//! all generations together take twice the space of the first, and every list keeps the order of the options: the state
//! of a search is a function of the path to it, whatever was searched before.

use super::table::Table;
use crate::run::{Stopped, room};
use std::ops::Range;

/// Lists this short are not worth writing anew.
const FEW: usize = 16;

/// All generations of the lists.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    /// The lists of all generations, one after the other.
    options: Vec<u32>,
    /// Where they begin in `options`: for every generation one number for each list and one for the end.
    starts: Vec<u32>,
    /// How many options were alive when each generation was written.
    alive: Vec<usize>,
    /// Where the last generation begins in `starts`.
    last: usize,
    /// Number of lists: those of the table, and one of all options.
    count: usize,
}

impl Lists {
    pub fn new(table: &Table) -> Result<Self, Stopped> {
        const WHAT: &str = "the lists of options";
        let count = table.list_count() + 1;
        let mut lists =
            Lists { options: Vec::new(), starts: vec![0], alive: vec![table.names.len()], last: 0, count };
        for list in 0..table.list_count() as u32 {
            let options = table.lists.get(list);
            room::more(&mut lists.options, options.len(), WHAT)?.extend_from_slice(options);
            lists.starts.push(lists.options.len() as u32);
        }
        let all = table.names.len();
        room::more(&mut lists.options, all, WHAT)?.extend(0..all as u32);
        lists.starts.push(lists.options.len() as u32);
        Ok(lists)
    }

    /// Where the lists `from..to` stand.
    #[inline]
    pub fn range(&self, from: u32, to: u32) -> Range<usize> {
        self.starts[self.last + from as usize] as usize..self.starts[self.last + to as usize] as usize
    }

    /// The options standing at `range`.
    #[inline]
    pub fn at(&self, range: Range<usize>) -> &[u32] {
        &self.options[range]
    }

    /// All options.
    pub fn all(&self) -> &[u32] {
        let last = self.count as u32;
        self.at(self.range(last - 1, last))
    }

    /// How many generations there are.
    pub fn generations(&self) -> usize {
        self.alive.len()
    }

    /// Begins a new generation where that pays. There are `left` options alive: those with a 1 in `alive`.
    pub fn renew(&mut self, left: usize, alive: &[u8]) {
        let before = self.alive[self.alive.len() - 1];
        if left * 2 > before || before < FEW {
            return;
        }
        let old = self.last;
        let new = self.starts.len();
        self.starts.push(self.options.len() as u32);
        for list in old..old + self.count {
            for i in self.starts[list] as usize..self.starts[list + 1] as usize {
                let option = self.options[i];
                if alive[option as usize] != 0 {
                    self.options.push(option);
                }
            }
            self.starts.push(self.options.len() as u32);
        }
        self.last = new;
        self.alive.push(left);
    }

    /// Goes back to the first `generations`.
    pub fn go_back(&mut self, generations: usize) {
        if generations < self.alive.len() {
            self.alive.truncate(generations);
            self.last = (generations - 1) * (self.count + 1);
            self.starts.truncate(self.last + self.count + 1);
            self.options.truncate(self.starts[self.last + self.count] as usize);
        }
    }
}
