//! The parts of a problem that never change during a search: what every option holds, and which options it rules out.
//!
//! Options stand in *lists*: a primary item has one, a secondary item one for every colour that it is given, next to
//! each other. Whoever takes an option rules out whole stretches of neighbouring lists: those of its items, but not the
//! list of its own colour.

use crate::exact_cover::{Demand, ExactCover};
use std::collections::BTreeMap;

/// How often a primary item is to be covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// At least so often.
    pub lo: u32,
    /// At most so often: no more than there are options.
    pub hi: u32,
}

/// What an option has to do with a secondary item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    /// The item, counted among the secondary ones.
    pub item: u32,
    /// The first list of the item.
    pub first: u32,
    /// The list of the options that agree with this one; `end` where none may.
    pub own: u32,
    /// One more than the last list of the item.
    pub end: u32,
}

/// Lists of different lengths, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Ragged<T> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Ragged<T> {
    fn new() -> Self {
        Ragged { starts: vec![0], all: Vec::new() }
    }

    fn end_list(&mut self) {
        self.starts.push(self.all.len() as u32);
    }

    /// List `i`.
    #[inline]
    pub fn get(&self, i: u32) -> &[T] {
        let i = i as usize;
        &self.all[self.starts[i] as usize..self.starts[i + 1] as usize]
    }
}

/// A problem as the search wants it: without the options that are never chosen and the secondary items that forbid
/// nothing.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The primary items.
    pub bounds: Vec<Bounds>,
    /// Number of secondary items.
    pub secondaries: usize,
    /// The primary items of every option.
    pub primary: Ragged<u32>,
    /// What every option claims.
    pub claims: Ragged<Claim>,
    /// The options of every list, in their order. The first lists are those of the primary items.
    pub lists: Ragged<u32>,
    /// What the caller calls the options.
    pub names: Vec<u32>,
    /// Whether an item asks for more options than there are.
    pub hopeless: bool,
}

impl Table {
    pub fn new(cover: &ExactCover) -> Self {
        let demand = |item: u32| cover.items()[item as usize].demand;
        let useful = |&option: &u32| {
            let barred = |item| matches!(demand(item), Demand::Primary { hi: 0, .. });
            cover.has_primary(option) && !cover.option(option).iter().any(|e| barred(e.item))
        };
        let names: Vec<u32> = (0..cover.option_count() as u32).filter(useful).collect();

        // The options of every item, by colour.
        let mut holders = vec![BTreeMap::<u32, Vec<u32>>::new(); cover.items().len()];
        for (option, &name) in names.iter().enumerate() {
            for entry in cover.option(name) {
                holders[entry.item as usize].entry(entry.colour).or_default().push(option as u32);
            }
        }

        let mut lists = Ragged::new();
        let mut bounds = Vec::new();
        let mut hopeless = false;
        let mut primary_of = vec![u32::MAX; holders.len()];
        for (item, holders) in holders.iter().enumerate() {
            let Demand::Primary { lo, hi } = demand(item as u32) else { continue };
            let options = holders.get(&0).map_or(&[][..], Vec::as_slice);
            let most = hi.min(options.len() as u32);
            hopeless |= lo > most;
            // An item without options has nothing to say any more.
            if most > 0 {
                primary_of[item] = bounds.len() as u32;
                bounds.push(Bounds { lo, hi: most });
                lists.all.extend_from_slice(options);
                lists.end_list();
            }
        }
        let mut secondaries = 0;
        let mut claim_of = vec![BTreeMap::<u32, Claim>::new(); holders.len()];
        for (item, holders) in holders.iter().enumerate() {
            let agree = holders.len() == 1 && !holders.contains_key(&0);
            let alone = holders.values().map(Vec::len).sum::<usize>() < 2;
            if demand(item as u32) != Demand::Secondary || agree || alone {
                continue;
            }
            let first = lists.starts.len() as u32 - 1;
            let end = first + holders.len() as u32;
            for (own, (&colour, options)) in (first..).zip(holders) {
                let own = if colour == 0 { end } else { own };
                claim_of[item].insert(colour, Claim { item: secondaries, first, own, end });
                lists.all.extend_from_slice(options);
                lists.end_list();
            }
            secondaries += 1;
        }

        let mut primary = Ragged::new();
        let mut claims = Ragged::new();
        for &name in &names {
            for entry in cover.option(name) {
                let item = entry.item as usize;
                primary.all.extend(Some(primary_of[item]).filter(|&p| p != u32::MAX));
                claims.all.extend(claim_of[item].get(&entry.colour));
            }
            primary.end_list();
            claims.end_list();
        }
        Table { bounds, secondaries: secondaries as usize, primary, claims, lists, names, hopeless }
    }

    /// Number of lists.
    pub fn list_count(&self) -> usize {
        self.lists.starts.len() - 1
    }
}
