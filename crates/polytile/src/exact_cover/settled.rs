//! Options that must be chosen, taken out before anything is searched.
//!
//! In: an exact cover without colours. Out: the options that are in every solution, because each holds an item that must be covered
//! and that no other option holds; and the cover of what is still to be chosen. An item asks for less there, and is gone when it
//! has all that it may get, together with whatever would cover it once more. So the solutions of that cover, each with these
//! options, are the solutions of the whole: a piece that a condition lays is no item and no node of the search any more, and
//! what is searched is the board around it. One look is taken: what only this settles is left to the search. Cost: three
//! looks at every entry.

use super::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Stopped, room};

/// A cover, with what must be chosen taken out of it.
pub(crate) struct Settled {
    /// The options that must be chosen.
    pub chosen: Vec<u32>,
    /// What is left.
    pub cover: ExactCover,
    /// For every option that is left its index in the whole.
    pub left: Vec<u32>,
}

/// An item, while options are taken out.
#[derive(Clone, Copy)]
struct Count {
    lo: u32,
    /// `u32::MAX` where there is no bound.
    hi: u32,
    /// Options that hold it, and the last of them.
    holders: u32,
    last: u32,
    /// Of these, options that must be chosen.
    chosen: u32,
}

impl Count {
    /// Whether no more options may hold it.
    fn is_full(self) -> bool {
        self.chosen > 0 && self.chosen == self.hi
    }
}

impl ExactCover {
    /// This cover with the options taken out that must be chosen: nothing where there are none, where they exclude one another, or
    /// where there are colours.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub(crate) fn settled(&self, control: &Control) -> Result<Option<Settled>, Stopped> {
        const WHAT: &str = "what is still to be chosen";
        if !self.colours().is_empty() {
            return Ok(None);
        }
        let pulse = Pulse::preparing(control);
        control.reserve((self.items().len() * size_of::<Count>()) as u64, WHAT)?;
        let mut counts: Vec<Count> = room::list(self.items().len(), WHAT)?;
        counts.extend(self.items().iter().map(|item| {
            let (lo, hi) = match item.demand {
                Multiplicity::Primary { lo, hi } => (lo, hi),
                Multiplicity::Secondary => (0, 1),
            };
            Count { lo, hi, holders: 0, last: 0, chosen: 0 }
        }));
        for (o, option) in (0..).zip(self.options()) {
            pulse.beat()?;
            for entry in option {
                let count = &mut counts[entry.item as usize];
                (count.holders, count.last) = (count.holders + 1, o);
            }
        }
        let alone = counts.iter().filter(|count| count.lo > 0 && count.holders == 1).map(|count| count.last);
        let mut chosen: Vec<u32> = alone.collect();
        chosen.sort_unstable();
        chosen.dedup();
        for entry in chosen.iter().flat_map(|&o| self.option(o)) {
            counts[entry.item as usize].chosen += 1;
        }
        if chosen.is_empty() || counts.iter().any(|count| count.chosen > count.hi) {
            return Ok(None);
        }
        let is_left = |o: u32| {
            chosen.binary_search(&o).is_err()
                && self.option(o).iter().all(|e| !counts[e.item as usize].is_full())
        };
        let (rest, left) = self.restricted(0..self.option_count() as u32, is_left, control)?;
        let cover = rest.asking_less(&counts, control)?;
        Ok(Some(Settled { chosen, cover, left }))
    }

    /// This cover, of which so many chosen options hold each item already, without the items that nobody asks for any more.
    fn asking_less(&self, counts: &[Count], control: &Control) -> Result<ExactCover, Stopped> {
        const WHAT: &str = "the items that are still to be covered";
        let too_many = |e: CoverError| Stopped::TooLarge(e.to_string());
        let pulse = Pulse::preparing(control);
        let mut held = room::filled(false, counts.len(), WHAT)?;
        self.options().flatten().for_each(|entry| held[entry.item as usize] = true);
        let mut less = ExactCover::default();
        less.expect_items(counts.len())?;
        let mut numbers = room::filled(u32::MAX, counts.len(), WHAT)?;
        for (i, (item, count)) in self.items().iter().zip(counts).enumerate() {
            pulse.beat()?;
            if count.is_full() || count.chosen > 0 && count.chosen >= count.lo && !held[i] {
                continue;
            }
            let demand = match item.demand {
                Multiplicity::Primary { lo, hi } => Multiplicity::Primary {
                    lo: lo.saturating_sub(count.chosen),
                    hi: if hi == u32::MAX { hi } else { hi - count.chosen },
                },
                Multiplicity::Secondary => Multiplicity::Secondary,
            };
            numbers[i] = less.add_item(item.name.clone(), demand).map_err(too_many)?;
        }
        less.expect_options(self.option_count(), self.options().map(<[_]>::len).sum())?;
        let mut entries = Vec::new();
        for (o, option) in (0..).zip(self.options()) {
            pulse.beat()?;
            entries.clear();
            entries.extend(option.iter().map(|entry| Entry::plain(numbers[entry.item as usize])));
            less.add_option(&entries).map_err(too_many)?;
            less.set_cost(o, self.cost(o));
        }
        Ok(less)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A small cover, with bounds and secondary items.
    fn covers() -> impl Strategy<Value = ExactCover> {
        let demand = prop_oneof![
            4 => Just(Multiplicity::ONCE),
            1 => (0_u32..3, 0_u32..3).prop_map(|(a, b)| Multiplicity::Primary { lo: a.min(b), hi: a.max(b) }),
            1 => Just(Multiplicity::Primary { lo: 1, hi: u32::MAX }),
            1 => Just(Multiplicity::Secondary),
        ];
        let demands = proptest::collection::vec(demand, 2..7);
        demands.prop_flat_map(|demands| {
            let items = demands.len();
            let option = proptest::collection::btree_set(0..items as u32, 1..=items.min(4));
            proptest::collection::vec(option, 0..9).prop_map(move |options| {
                let mut cover = ExactCover::default();
                for (i, demand) in demands.iter().enumerate() {
                    cover.add_item(i.to_string(), *demand).unwrap();
                }
                for option in options {
                    cover.add_option(&option.into_iter().map(Entry::plain).collect::<Vec<_>>()).unwrap();
                }
                cover
            })
        })
    }

    /// All sets of options that the definition allows.
    fn solutions(cover: &ExactCover) -> Vec<Vec<u32>> {
        let sets = (0_u32..1 << cover.option_count())
            .map(|set| (0..cover.option_count() as u32).filter(|o| set >> o & 1 == 1).collect::<Vec<_>>());
        sets.filter(|set| cover.check(set).is_ok()).collect()
    }

    proptest! {
        #[test]
        fn solutions_stay_what_they_are(cover in covers()) {
            let all = solutions(&cover);
            if let Some(Settled { chosen, cover: rest, left }) = cover.settled(&Control::default()).unwrap() {
                let mut found: Vec<Vec<u32>> = solutions(&rest)
                    .into_iter()
                    .map(|set| {
                        let mut whole: Vec<u32> = set.iter().map(|&o| left[o as usize]).chain(chosen.iter().copied()).collect();
                        whole.sort_unstable();
                        whole
                    })
                    .collect();
                found.sort_unstable();
                let mut all = all;
                all.sort_unstable();
                prop_assert_eq!(found, all);
            }
        }
    }

    #[test]
    fn what_excludes_itself_or_has_colours_is_left_to_the_search() {
        let mut cover = ExactCover::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| cover.add_item(name, Multiplicity::ONCE).unwrap());
        cover.add_option(&[Entry::plain(a), Entry::plain(c)]).unwrap();
        assert!(cover.settled(&Control::default()).unwrap().is_some());
        cover.add_option(&[Entry::plain(b), Entry::plain(c)]).unwrap();
        assert!(cover.settled(&Control::default()).unwrap().is_none());
        let mut coloured = ExactCover::default();
        let (a, s) = (
            coloured.add_item("a", Multiplicity::ONCE).unwrap(),
            coloured.add_item("s", Multiplicity::Secondary).unwrap(),
        );
        let red = coloured.colour("red");
        coloured.add_option(&[Entry::plain(a), Entry { item: s, colour: red }]).unwrap();
        assert!(coloured.settled(&Control::default()).unwrap().is_none());
    }
}
