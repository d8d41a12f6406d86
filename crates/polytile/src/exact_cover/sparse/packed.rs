//! What is left of a problem with few options, as sets of bits.
//!
//! In: what a search has still to do, the options alive and the items not yet done. Out: a set of options, a *row*, for
//! every item and every colour. Then a node of the search is a set of options and a set of items; to choose an option
//! is to take a few rows out of the set, to go back is to forget it, and intersections count the ways to cover an item.
//!
//! Cost: a few operations for each entry of the options alive.

use super::NO_MORE;
use super::table::{Claim, Table};

/// Sets of options have this many words at most: with more, marks are quicker.
pub(super) const MOST_WORDS: usize = 8;

/// No row.
const NONE: u32 = u32::MAX;

/// A problem of few options.
#[derive(Clone, Debug, Default)]
pub(super) struct Packed {
    /// Words of a set of options.
    pub words: usize,
    /// Words of a set of items.
    pub item_words: usize,
    /// How many of these words hold the items that are to have one more option; the others may have several, or none.
    pub single_words: usize,
    /// The table's number of every item; the places between the two kinds have [`NO_MORE`].
    pub items: Vec<u32>,
    /// The table's number of every option.
    pub options: Vec<u32>,
    /// The options of every item; then those of every secondary item, and those that disagree with each of its colours.
    pub rows: Vec<u64>,
    /// The rows of items, by their numbers in the table.
    pub row_of_item: Vec<u32>,
    row_of_secondary: Vec<u32>,
    row_of_list: Vec<u32>,
    /// The row of every colour, with the row of its item.
    coloured: Vec<(u32, u32)>,
}

impl Packed {
    /// The options that disagree with one that makes `claim`.
    #[inline]
    pub fn rivals(&self, claim: &Claim) -> u32 {
        if claim.own < claim.end {
            self.row_of_list[claim.own as usize]
        } else {
            self.row_of_secondary[claim.item as usize]
        }
    }

    /// Whether the item of `row` is to have just one more option.
    #[inline]
    pub fn is_single(&self, row: usize) -> bool {
        row < self.single_words * 64
    }

    /// Becomes the problem of `options` and `items`; `times` says how often each item has been covered.
    pub fn pack(
        &mut self,
        table: &Table,
        options: impl Iterator<Item = u32>,
        items: impl Iterator<Item = u32> + Clone,
        times: &[u32],
    ) {
        self.forget(table);
        self.options.extend(options);
        self.words = self.options.len().div_ceil(64).next_power_of_two();

        let single = |&item: &u32| {
            let (bounds, times) = (table.bounds[item as usize], times[item as usize]);
            bounds.hi - times == 1 && bounds.lo > times
        };
        self.items.extend(items.clone().filter(single));
        self.single_words = self.items.len().div_ceil(64);
        let mut others = items.filter(|item| !single(item)).peekable();
        if others.peek().is_some() {
            self.items.resize(self.single_words * 64, NO_MORE);
            self.items.extend(others);
        }
        self.item_words = self.items.len().div_ceil(64);
        for (row, &item) in self.items.iter().enumerate() {
            if item != NO_MORE {
                self.row_of_item[item as usize] = row as u32;
            }
        }

        self.rows.resize(self.items.len() * self.words, 0);
        for i in 0..self.options.len() {
            let option = self.options[i];
            let (word, bit) = (i / 64, 1 << (i % 64));
            for &item in table.primary.get(option) {
                self.rows[self.row_of_item[item as usize] as usize * self.words + word] |= bit;
            }
            for claim in table.claims.get(option) {
                let all = self.row_of_secondary[claim.item as usize];
                let all = if all == NONE { self.add_row() } else { all };
                self.row_of_secondary[claim.item as usize] = all;
                self.rows[all as usize * self.words + word] |= bit;
                if claim.own < claim.end {
                    let mut own = self.row_of_list[claim.own as usize];
                    if own == NONE {
                        own = self.add_row();
                        self.row_of_list[claim.own as usize] = own;
                        self.coloured.push((own, all));
                    }
                    self.rows[own as usize * self.words + word] |= bit;
                }
            }
        }
        for &(own, all) in &self.coloured {
            for word in 0..self.words {
                self.rows[own as usize * self.words + word] ^= self.rows[all as usize * self.words + word];
            }
        }
    }

    fn add_row(&mut self) -> u32 {
        let row = self.rows.len() / self.words;
        self.rows.resize(self.rows.len() + self.words, 0);
        row as u32
    }

    /// Makes room for another problem.
    fn forget(&mut self, table: &Table) {
        self.row_of_item.resize(table.bounds.len(), NONE);
        self.row_of_secondary.resize(table.secondaries, NONE);
        self.row_of_list.resize(table.list_count(), NONE);
        for &option in &self.options {
            for claim in table.claims.get(option) {
                self.row_of_secondary[claim.item as usize] = NONE;
                if claim.own < claim.end {
                    self.row_of_list[claim.own as usize] = NONE;
                }
            }
        }
        self.options.clear();
        self.items.clear();
        self.rows.clear();
        self.coloured.clear();
    }
}
