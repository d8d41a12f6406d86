//! The taxes of a node of the search by lists: a bound for what is left, and options that it rules out.
//!
//! In: the live options of a node, with what they cost. Every item takes a tax from all of its options, three times. First it takes
//! the mean of what the two cheapest of them cost, so that it tells them apart (Wedelin, An algorithm for large scale 0-1 integer
//! programming, 1995): for the cheapest that is too much, and the items that follow give some back. Then it takes the least share, where
//! an option offers each of its items an equal part of what it has left or owes: now none owes anything. At last, one item after
//! the other, it takes all that is left to the cheapest. Out: what that comes to, which every solution pays, and the options with
//! what they cost beyond. Those that cost too much are dead, and where many die the rest is taxed again.
//!
//! Cost: some seven looks at every entry of a live option.

use super::live::Live;
use super::pool::Pool;
use super::table::Table;
use super::{DEAD, WHAT};
use crate::run::{Stopped, room};

/// Taxes are levied again if one option of this many has died.
const AGAIN: usize = 8;

/// Lists for one node at a time.
#[derive(Debug)]
pub(super) struct Taxes {
    /// For every item how many live options hold it.
    count: Vec<u32>,
    /// For every item its tax.
    tax: Vec<i64>,
    /// For every item where its list ends.
    end: Vec<u32>,
    /// For every item the places of its live options.
    lists: Vec<u32>,
}

impl Taxes {
    pub fn new(table: &Table) -> Result<Self, Stopped> {
        Ok(Taxes {
            count: room::filled(0, table.items(), WHAT)?,
            tax: room::filled(0, table.items(), WHAT)?,
            end: room::filled(0, table.items(), WHAT)?,
            lists: Vec::new(),
        })
    }

    /// Levies taxes on `live`, and marks the options that are dead. Gives what was `paid` with the taxes, unless that is too much
    /// or an item has too few options.
    pub fn levy(
        &mut self,
        table: &Table,
        live: &mut [Live],
        mut paid: i64,
        pool: &Pool,
    ) -> Result<Option<i64>, Stopped> {
        self.count(table, live);
        // What is taken beyond the cheapest is given back once; an item that needs several options would give it back for each.
        let several = |&item: &u32| table.is_fixed(item) && table.needs(item) > 1;
        let first = if table.primary().iter().any(several) { cheapest } else { mean_of_two };
        loop {
            if !self.suffices(table) {
                return Ok(None);
            }
            self.list(table, live)?;
            paid += self.take(table, live, first);
            paid += self.shares(table, live);
            paid += self.take(table, live, cheapest);
            if !pool.admits(paid, 0) {
                return Ok(None);
            }
            let died = self.cut(table, live, paid, pool);
            if died == 0 || died < live.len() / AGAIN {
                return Ok(self.suffices(table).then_some(paid));
            }
        }
    }

    /// The item with the fewest ways to go on, and how many options it needs; where no item needs any, one that may have some.
    pub fn narrowest(&self, table: &Table) -> Option<(u32, u32)> {
        let all = || table.primary().iter().copied().filter(|&item| table.is_open(item));
        let needing = all().filter(|&item| table.needs(item) > 0);
        let narrowest = needing.min_by_key(|&item| self.count[item as usize] - table.needs(item));
        narrowest.map(|item| (item, table.needs(item))).or_else(|| {
            let some = all().filter(|&item| self.count[item as usize] > 0);
            Some((some.min_by_key(|&item| self.count[item as usize])?, 0))
        })
    }

    fn count(&mut self, table: &Table, live: &[Live]) {
        table.primary().iter().for_each(|&item| self.count[item as usize] = 0);
        for entry in live.iter().flat_map(|live| table.primary_entries(live.option)) {
            self.count[entry.item as usize] += 1;
        }
    }

    /// Whether every item has as many live options as it needs.
    fn suffices(&self, table: &Table) -> bool {
        table.primary().iter().all(|&item| self.count[item as usize] >= table.needs(item))
    }

    /// Takes the least share for every item.
    fn shares(&mut self, table: &Table, live: &mut [Live]) -> i64 {
        self.tax.fill(i64::MAX);
        for &Live { option, net } in live.iter().filter(|live| live.net != DEAD) {
            let entries = table.fixed_entries(option);
            let share = net.div_euclid(entries.len().max(1) as i64);
            for entry in entries {
                let tax = &mut self.tax[entry.item as usize];
                *tax = share.min(*tax);
            }
        }
        for Live { option, net } in live.iter_mut().filter(|live| live.net != DEAD) {
            *net -= table.fixed_entries(*option).iter().map(|e| self.tax[e.item as usize]).sum::<i64>();
        }
        let open = table.primary().iter().filter(|&&item| table.is_fixed(item) && table.needs(item) > 0);
        // An item that needs options has some.
        open.map(|&item| self.tax[item as usize] * i64::from(table.needs(item))).sum()
    }

    /// Lists the live options of every item that is covered a fixed number of times.
    fn list(&mut self, table: &Table, live: &[Live]) -> Result<(), Stopped> {
        let mut total = 0_usize;
        for &item in table.primary() {
            self.end[item as usize] = total as u32;
            total += self.count[item as usize] as usize;
        }
        if self.lists.len() < total {
            let missing = total - self.lists.len();
            room::more(&mut self.lists, missing, WHAT)?.resize(total, 0);
        }
        for (place, &Live { option, .. }) in (0..).zip(live).filter(|(_, live)| live.net != DEAD) {
            for entry in table.fixed_entries(option) {
                let end = &mut self.end[entry.item as usize];
                self.lists[*end as usize] = place;
                *end += 1;
            }
        }
        Ok(())
    }

    /// Takes a tax for one item after the other: `tax` of what the two cheapest of its options cost.
    fn take(&self, table: &Table, live: &mut [Live], tax: fn(i64, i64) -> i64) -> i64 {
        let mut paid = 0;
        for &item in table.primary().iter().filter(|&&item| table.is_fixed(item) && table.needs(item) > 0) {
            let end = self.end[item as usize] as usize;
            let list = &self.lists[end - self.count[item as usize] as usize..end];
            let (mut least, mut next) = (DEAD, DEAD);
            for &place in list {
                let net = live[place as usize].net;
                next = next.min(net.max(least));
                least = least.min(net);
            }
            // Of an item that needs several, the cheapest is not the only one to be taken.
            let tax = if next == DEAD || table.needs(item) > 1 { least } else { tax(least, next) };
            if tax != 0 {
                for &place in list {
                    live[place as usize].net -= tax;
                }
                paid += tax * i64::from(table.needs(item));
            }
        }
        paid
    }

    /// Marks the options that cost too much beyond the taxes, and says how many.
    fn cut(&mut self, table: &Table, live: &mut [Live], paid: i64, pool: &Pool) -> usize {
        let mut died = 0;
        for live in live.iter_mut().filter(|live| live.net != DEAD) {
            if !pool.admits(paid, live.net) {
                live.net = DEAD;
                died += 1;
                for entry in table.primary_entries(live.option) {
                    self.count[entry.item as usize] -= 1;
                }
            }
        }
        died
    }
}

fn mean_of_two(least: i64, next: i64) -> i64 {
    (least + next) >> 1
}

fn cheapest(least: i64, _: i64) -> i64 {
    least
}
