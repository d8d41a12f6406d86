//! Options that must be chosen, taken out before anything is searched.
//!
//! In: an exact cover without colours. Out: the options that are in every solution, because each holds an item that needs all the
//! options it has; and the cover of what is still to be chosen. An item asks for less there, and is gone when it has all that it
//! may get, together with whatever would cover it once more. So the solutions of that cover, each with these options, are the
//! solutions of the whole: a piece that a condition lays is no item and no node of the search any more, and what is
//! searched is the board around it. What only this settles is left to the search. Cost: a few looks at every entry.

use super::encode::BYTES_PER_ITEM;
use super::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Stopped, room};

/// A cover, with what must be chosen taken out of it.
pub(crate) struct Settled {
    /// The options that must be chosen, ascending.
    pub chosen: Vec<u32>,
    /// What is left.
    pub cover: ExactCover,
    /// For every option that is left its index in the whole.
    pub left: Vec<u32>,
}

/// What an item asks for, and what it has.
#[derive(Clone, Copy)]
struct Need {
    lo: u32,
    /// `u32::MAX` where there is no bound.
    hi: u32,
    /// Options that hold it.
    holders: u32,
    /// Options among these that must be chosen.
    chosen: u32,
    /// Whether it is still asked for.
    stays: bool,
}

impl Need {
    /// Whether no more options may hold it.
    fn is_full(self) -> bool {
        self.chosen > 0 && self.chosen == self.hi
    }

    /// Whether it has what it asks for, and may have as much more as there is.
    fn is_content(self) -> bool {
        self.chosen > 0 && self.chosen >= self.lo && self.hi == u32::MAX
    }

    /// What it still asks for, being an item with this demand.
    fn rest(self, demand: Multiplicity) -> Multiplicity {
        match demand {
            Multiplicity::Primary { lo, hi } => Multiplicity::Primary {
                lo: lo.saturating_sub(self.chosen),
                hi: if hi == u32::MAX { hi } else { hi - self.chosen },
            },
            Multiplicity::Secondary => Multiplicity::Secondary,
        }
    }
}

/// What memory is asked for.
const WHAT: &str = "what is still to be chosen";

impl ExactCover {
    /// This cover with the options taken out that must be chosen: nothing where there are none, where they exclude one another, or
    /// where there are colours.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub(crate) fn settled(&self, control: &Control) -> Result<Option<Settled>, Stopped> {
        if !self.colours().is_empty() {
            return Ok(None);
        }
        let pulse = Pulse::preparing(control);
        control.reserve((self.items().len() * size_of::<Need>()) as u64, WHAT)?;
        let mut needs: Vec<Need> = room::list(self.items().len(), WHAT)?;
        needs.extend(self.items().iter().map(|item| {
            let (lo, hi) = match item.demand {
                Multiplicity::Primary { lo, hi } => (lo, hi),
                Multiplicity::Secondary => (0, 1),
            };
            Need { lo, hi, holders: 0, chosen: 0, stays: false }
        }));
        for option in self.options() {
            pulse.beat()?;
            for entry in option {
                needs[entry.item as usize].holders += 1;
            }
        }
        let needs_all = |entry: &Entry| {
            let need = &needs[entry.item as usize];
            need.lo > 0 && need.lo == need.holders
        };
        let mut chosen = Vec::new();
        for (o, option) in (0..).zip(self.options()) {
            pulse.beat()?;
            if option.iter().any(needs_all) {
                room::more(&mut chosen, 1, WHAT)?.push(o);
            }
        }
        for &o in &chosen {
            pulse.beat()?;
            for entry in self.option(o) {
                needs[entry.item as usize].chosen += 1;
            }
        }
        if chosen.is_empty() || needs.iter().any(|need| need.chosen > need.hi) {
            return Ok(None);
        }
        self.without(chosen, needs, control).map(Some)
    }

    /// This cover without the options that are `chosen`, and what they exclude.
    fn without(&self, chosen: Vec<u32>, mut needs: Vec<Need>, control: &Control) -> Result<Settled, Stopped> {
        let too_many = |e: CoverError| Stopped::TooLarge(e.to_string());
        let pulse = Pulse::preparing(control);
        for need in &mut needs {
            need.holders = 0;
        }
        let (mut left, mut entries) = (Vec::new(), 0);
        for (o, option) in (0..).zip(self.options()) {
            pulse.beat()?;
            if chosen.binary_search(&o).is_ok() || option.iter().any(|e| needs[e.item as usize].is_full()) {
                continue;
            }
            room::more(&mut left, 1, WHAT)?.push(o);
            entries += option.len();
            // An option that holds none but content items may still be chosen, for their sake.
            let is_asked = |entry: &Entry| {
                self.items()[entry.item as usize].demand.is_primary()
                    && !needs[entry.item as usize].is_content()
            };
            let asked = option.iter().any(is_asked);
            for entry in option {
                let need = &mut needs[entry.item as usize];
                need.holders += 1;
                need.stays |= !asked || !need.is_content();
            }
        }
        // An item that nothing holds any more stays if it asks for something.
        for need in &mut needs {
            need.stays |= need.holders == 0 && need.chosen < need.lo.max(1);
        }
        let items = needs.iter().filter(|need| need.stays).count();
        let bytes = ExactCover::bytes_of(left.len(), entries) + BYTES_PER_ITEM * items as u64;
        control.reserve(bytes + 4 * left.len() as u64, WHAT)?;
        let mut cover = ExactCover::default();
        cover.expect_items(items)?;
        cover.expect_options(left.len(), entries)?;
        let mut numbers = room::filled(u32::MAX, needs.len(), WHAT)?;
        for ((item, need), number) in self.items().iter().zip(&needs).zip(&mut numbers) {
            pulse.beat()?;
            if need.stays {
                *number = cover.add_item(item.name.clone(), need.rest(item.demand)).map_err(too_many)?;
            }
        }
        let mut renamed = Vec::new();
        for (o, &number) in (0..).zip(&left) {
            pulse.beat()?;
            let staying = self.option(number).iter().map(|entry| numbers[entry.item as usize]);
            renamed.clear();
            renamed.extend(staying.filter(|&item| item != u32::MAX).map(Entry::plain));
            cover.add_option(&renamed).map_err(too_many)?;
            cover.set_cost(o, self.cost(number));
        }
        Ok(Settled { chosen, cover, left })
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
