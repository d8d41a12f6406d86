//! A cover as a bitboard sees it: items that must be covered, items that may be, and nothing else.
//!
//! In: an [`ExactCover`]. Out: a [`Plain`] cover with the same solutions, without the items that forbid nothing, or
//! the reason why sets cannot say all that the cover does. Cost: linear in the options.

use super::Unfit;
use crate::exact_cover::{ExactCover, Multiplicity};
use crate::run::{Control, Pulse, room};

/// What a branch makes of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One option covers it.
    Required,
    /// One option covers it, or it is passed over: the only primary items of some option are like this.
    Passable,
    /// One option at most.
    Optional,
}

/// An option that may be chosen.
#[derive(Clone, Debug)]
pub(super) struct PlainOption {
    /// Its number in the cover.
    pub option: u32,
    /// The items it holds, ascending, numbered as in [`Plain::kinds`].
    pub items: Vec<u32>,
}

/// Items and options.
#[derive(Clone, Debug, Default)]
pub(super) struct Plain {
    /// The items, those that must be covered first.
    pub kinds: Vec<Kind>,
    /// The options, in their order.
    pub choices: Vec<PlainOption>,
}

impl Plain {
    pub(super) fn new(cover: &ExactCover, control: &Control) -> Result<Self, Unfit> {
        const WHAT: &str = "the options that are searched";
        let pulse = Pulse::preparing(control);
        let items = cover.items();
        let demand = |item: u32| items[item as usize].demand;
        let banned = |item: u32| matches!(demand(item), Multiplicity::Primary { hi: 0, .. });
        let usable = |&option: &u32| {
            cover.has_primary(option) && !cover.option(option).iter().any(|entry| banned(entry.item))
        };
        let all = 0..cover.option_count() as u32;
        let mut holders = room::filled(0_u32, items.len(), WHAT).map_err(Unfit::Stopped)?;
        let mut passable = room::filled(false, items.len(), WHAT).map_err(Unfit::Stopped)?;
        for option in all.clone().filter(usable) {
            pulse.beat().map_err(Unfit::Stopped)?;
            let entries = cover.option(option);
            if let Some(entry) = entries.iter().find(|entry| entry.colour != 0) {
                return Err(Unfit::Colour { item: items[entry.item as usize].name.clone() });
            }
            for entry in entries {
                holders[entry.item as usize] += 1;
            }
            if !entries.iter().any(|entry| demand(entry.item) == Multiplicity::ONCE) {
                let at_most_once = |&item: &u32| demand(item) == Multiplicity::Primary { lo: 0, hi: 1 };
                if let Some(item) = entries.iter().map(|entry| entry.item).find(at_most_once) {
                    passable[item as usize] = true;
                }
            }
        }
        let mut kinds = room::list(items.len(), WHAT).map_err(Unfit::Stopped)?;
        for (index, item) in items.iter().enumerate() {
            kinds.push(match item.demand {
                Multiplicity::ONCE => Some(Kind::Required),
                Multiplicity::Primary { lo: 0, hi: 1 } if passable[index] => Some(Kind::Passable),
                Multiplicity::Secondary | Multiplicity::Primary { lo: 0, hi: 1 } if holders[index] > 1 => {
                    Some(Kind::Optional)
                }
                Multiplicity::Secondary | Multiplicity::Primary { lo: 0, hi: 0 | 1 } => None,
                Multiplicity::Primary { lo, hi } => {
                    return Err(Unfit::Multiplicity { item: item.name.clone(), lo, hi });
                }
            });
        }
        let mut numbers = room::filled(None, items.len(), WHAT).map_err(Unfit::Stopped)?;
        let mut next = 0;
        for wanted in [Kind::Required, Kind::Passable, Kind::Optional] {
            for index in (0..items.len()).filter(|&index| kinds[index] == Some(wanted)) {
                numbers[index] = Some(next);
                next += 1;
            }
        }
        if next > Unfit::MOST_ITEMS {
            return Err(Unfit::Items(next));
        }
        let mut choices = Vec::new();
        for option in all.filter(usable) {
            pulse.beat().map_err(Unfit::Stopped)?;
            let mut items: Vec<u32> =
                cover.option(option).iter().filter_map(|entry| numbers[entry.item as usize]).collect();
            items.sort_unstable();
            room::more(&mut choices, 1, WHAT).map_err(Unfit::Stopped)?.push(PlainOption { option, items });
        }
        kinds.retain(Option::is_some);
        let mut kinds: Vec<Kind> = kinds.into_iter().flatten().collect();
        kinds.sort_by_key(|kind| *kind as u8);
        Ok(Plain { kinds, choices })
    }

    /// How many items a branch may be about: they come first.
    pub(super) fn branching(&self) -> u32 {
        self.kinds.iter().filter(|kind| **kind != Kind::Optional).count() as u32
    }
}
