//! The parts of a problem that never change during a search: what every option holds, and which options it rules out.
//!
//! Options stand in *lists*: a primary item has one, a secondary item one for every colour that it is given, next to
//! each other. To take an option is to rule out whole stretches of neighbouring lists: those of its items, except the
//! list of its own colour.

use crate::exact_cover::{ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Stopped, bucketed, room};

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

/// Takes entries off the front of `rest` as long as they are `wanted`.
fn take_front<'a, T>(rest: &mut &'a [T], wanted: impl Fn(&T) -> bool) -> &'a [T] {
    let (taken, left) = rest.split_at(rest.partition_point(wanted));
    *rest = left;
    taken
}

impl Table {
    pub fn new(cover: &ExactCover, control: &Control) -> Result<Self, Stopped> {
        const WHAT: &str = "the table of options";
        let pulse = Pulse::preparing(control);
        let demand = |item: u32| cover.items()[item as usize].demand;
        let useful = |&option: &u32| {
            let barred = |item| matches!(demand(item), Multiplicity::Primary { hi: 0, .. });
            cover.has_primary(option) && !cover.option(option).iter().any(|e| barred(e.item))
        };
        let mut names: Vec<u32> = room::list(cover.option_count(), WHAT)?;
        for option in 0..cover.option_count() as u32 {
            pulse.beat()?;
            names.extend(useful(&option).then_some(option));
        }

        // All entries by item, then by colour, then by option.
        let mut unsorted: Vec<(u32, u32, u32)> = Vec::new();
        for (option, &name) in (0..).zip(&names) {
            pulse.beat()?;
            let entries = cover.option(name);
            room::more(&mut unsorted, entries.len(), WHAT)?
                .extend(entries.iter().map(|entry| (entry.item, entry.colour, option)));
        }
        let item = |i: usize| unsorted[i].0 as usize;
        let (order, ends) = bucketed(unsorted.len(), cover.items().len(), item, &pulse)?;
        let mut held = room::list(unsorted.len(), WHAT)?;
        held.extend(order.into_iter().map(|i| unsorted[i as usize]));
        drop(unsorted);
        let mut start = 0;
        for end in ends {
            pulse.beats((end - start) as u64)?;
            held[start..end].sort_unstable();
            start = end;
        }

        let mut lists = Ragged::new();
        let mut bounds = Vec::new();
        let mut hopeless = false;
        // The numbers of the items here; for secondary ones, where their lists begin.
        let mut number = vec![u32::MAX; cover.items().len()];
        let mut rest = &held[..];
        for (item, number) in (0..).zip(&mut number) {
            pulse.beat()?;
            let options = take_front(&mut rest, |entry| entry.0 == item);
            let Multiplicity::Primary { lo, hi } = demand(item) else { continue };
            let most = hi.min(options.len() as u32);
            hopeless |= lo > most;
            // An item without options no longer matters.
            if most > 0 {
                *number = bounds.len() as u32;
                bounds.push(Bounds { lo, hi: most });
                lists.all.extend(options.iter().map(|entry| entry.2));
                lists.end_list();
            }
        }
        let mut secondaries = 0;
        let mut colours = Vec::new();
        for options in held.chunk_by(|a, b| a.0 == b.0) {
            pulse.beat()?;
            let (item, first_colour, _) = options[0];
            let agree = first_colour != 0 && options.iter().all(|entry| entry.1 == first_colour);
            if demand(item) != Multiplicity::Secondary || agree || options.len() < 2 {
                continue;
            }
            number[item as usize] = colours.len() as u32;
            let first = lists.starts.len() as u32 - 1;
            let count = options.chunk_by(|a, b| a.1 == b.1).count() as u32;
            for (own, options) in (first..).zip(options.chunk_by(|a, b| a.1 == b.1)) {
                let (end, colour) = (first + count, options[0].1);
                let own = if colour == 0 { end } else { own };
                colours.push((colour, Claim { item: secondaries, first, own, end }));
                lists.all.extend(options.iter().map(|entry| entry.2));
                lists.end_list();
            }
            secondaries += 1;
        }

        let mut primary = Ragged::new();
        let mut claims = Ragged::new();
        for &name in &names {
            pulse.beat()?;
            for entry in cover.option(name) {
                let number = number[entry.item as usize];
                if number == u32::MAX {
                    continue;
                }
                if demand(entry.item).is_primary() {
                    primary.all.push(number);
                } else {
                    let (_, claim) = colours[number as usize];
                    let colours = &colours[number as usize..][..(claim.end - claim.first) as usize];
                    let place = colours.partition_point(|&(colour, _)| colour < entry.colour);
                    claims.all.push(colours[place].1);
                }
            }
            primary.end_list();
            claims.end_list();
        }
        Ok(Table { bounds, secondaries: secondaries as usize, primary, claims, lists, names, hopeless })
    }

    /// Number of lists.
    pub fn list_count(&self) -> usize {
        self.lists.starts.len() - 1
    }
}
