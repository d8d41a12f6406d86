//! An exact cover as a decision process: what must be remembered of the options decided so far.
//!
//! Options are decided in a fixed order, each taken or left. Of those behind us only this matters: for every item that
//! is still *open* (some option behind it, some ahead), how often it has been covered, or in which colour. A state packs
//! that into a few bits per open item. The bits of an item are given to others when its last option has been decided,
//! so a state is as wide as the items that are open at once.
//!
//! Different pasts that allow the same futures get the same state: a count that can neither become too small nor too
//! large any more is written as the smallest such count, and a colour that no option ahead has counts as no colour.

use crate::exact_cover::{Demand, Entry, ExactCover, Item};
use crate::run::{Pulse, Stopped};
use std::collections::HashMap;

/// Some bits of a state.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

/// What an option does to an item.
#[derive(Clone, Copy, Debug)]
enum Rule {
    /// Covers it once more. `ahead` options that could do so too follow.
    Count { lo: u64, hi: u64, ahead: u64 },
    /// Gives it a colour (1 for none, which suits nobody else). `item_ahead`, `colour_ahead`: options follow that hold
    /// the item, or the item in this colour.
    Colour { colour: u64, item_ahead: bool, colour_ahead: bool },
}

/// No colour: covered, and no other option may hold the item.
const PLAIN: u64 = 1;

/// The options in order, as changes of a state.
#[derive(Debug)]
pub(super) struct Layout {
    /// For every option what it does, item by item; nothing at all for an option that is never taken.
    steps: Vec<Option<Vec<(Field, Rule)>>>,
    /// Bits of a state.
    bits: usize,
    /// Some item has fewer options than it needs.
    pub impossible: bool,
}

/// Bits of a state.
pub(super) type State<const W: usize> = [u64; W];

impl Layout {
    /// The layout of the items that `keep` says, the options being decided in `order`.
    ///
    /// # Errors
    /// When the pulse says stop.
    pub fn new(cover: &ExactCover, order: &[u32], keep: &[bool], pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        let chosen: Vec<bool> = order.iter().map(|&option| cover.has_primary(option)).collect();
        let entries = |v: usize| {
            let all: &[Entry] = if chosen[v] { cover.option(order[v]) } else { &[] };
            all.iter().filter(|e| keep[e.item as usize])
        };
        let mut total = vec![0_u64; cover.items().len()];
        let mut colours = vec![0_u32; cover.items().len()];
        let mut last_of_colour = HashMap::new();
        for v in 0..order.len() {
            pulse.beat()?;
            for entry in entries(v) {
                let item = entry.item as usize;
                total[item] += 1;
                colours[item] = colours[item].max(entry.colour);
                last_of_colour.insert(*entry, v);
            }
        }
        let lacks = |(item, total): (&Item, &u64)| match item.demand {
            Demand::Primary { lo, .. } => u64::from(lo) > *total,
            Demand::Secondary => false,
        };
        let impossible = cover.items().iter().zip(&total).zip(keep).any(|(pair, &keep)| keep && lacks(pair));
        let mut layout = Layout { steps: vec![None; order.len()], bits: 0, impossible };
        let mut ahead = total.clone();
        let mut fields: Vec<Option<Field>> = vec![None; total.len()];
        let mut free = Vec::new();
        for v in (0..order.len()).filter(|&v| chosen[v]) {
            pulse.beat()?;
            let mut steps = Vec::new();
            for entry in entries(v) {
                let item = entry.item as usize;
                ahead[item] -= 1;
                let item_ahead = ahead[item] > 0;
                let (rule, largest) = match cover.items()[item].demand {
                    Demand::Primary { lo, hi } => {
                        let (lo, hi) = (u64::from(lo), u64::from(hi).min(total[item]));
                        // What can never be violated needs no bits.
                        if lo == 0 && hi == total[item] {
                            continue;
                        }
                        let rule = Rule::Count { lo, hi, ahead: ahead[item] };
                        (rule, if hi == total[item] { lo } else { hi })
                    }
                    Demand::Secondary if total[item] == 1 => continue,
                    Demand::Secondary => {
                        let colour = u64::from(entry.colour) + PLAIN;
                        let colour_ahead = last_of_colour[entry] > v;
                        let rule = Rule::Colour { colour, item_ahead, colour_ahead };
                        (rule, u64::from(colours[item]) + PLAIN)
                    }
                };
                let field = *fields[item].get_or_insert_with(|| layout.field(&mut free, largest.max(1)));
                if !item_ahead {
                    free.push(field);
                }
                steps.push((field, rule));
            }
            layout.steps[v] = Some(steps);
        }
        Ok(layout)
    }

    /// Bits for values up to `largest`: some that are free again, or new ones.
    fn field(&mut self, free: &mut Vec<Field>, largest: u64) -> Field {
        let bits = 64 - largest.leading_zeros();
        let mask = u64::MAX >> (64 - bits);
        if let Some(at) = free.iter().position(|field| field.mask == mask) {
            return free.swap_remove(at);
        }
        let left = 64 - self.bits % 64;
        if left < bits as usize {
            self.bits += left;
        }
        let field = Field { word: self.bits / 64, shift: (self.bits % 64) as u32, mask };
        self.bits += bits as usize;
        field
    }

    /// Words of a state.
    pub fn words(&self) -> usize {
        self.bits.div_ceil(64)
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The state after option `v` was taken, unless that is forbidden.
    #[inline(always)]
    pub fn take<const W: usize>(&self, v: usize, mut state: State<W>) -> Option<State<W>> {
        for &(field, rule) in self.steps[v].as_ref()? {
            let value = rule.take(field.get(&state))?;
            field.put(&mut state, value);
        }
        Some(state)
    }

    /// The state after option `v` was left, unless some item can then no longer be covered often enough.
    #[inline(always)]
    pub fn leave<const W: usize>(&self, v: usize, mut state: State<W>) -> Option<State<W>> {
        for &(field, rule) in self.steps[v].iter().flatten() {
            let value = rule.leave(field.get(&state))?;
            field.put(&mut state, value);
        }
        Some(state)
    }
}

impl Field {
    #[inline(always)]
    fn get<const W: usize>(self, state: &State<W>) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    #[inline(always)]
    fn put<const W: usize>(self, state: &mut State<W>, value: u64) {
        let word = &mut state[self.word];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

impl Rule {
    #[inline(always)]
    fn take(self, value: u64) -> Option<u64> {
        match self {
            Rule::Count { hi, .. } if value == hi => None,
            Rule::Count { .. } => self.leave(value + 1),
            Rule::Colour { colour, .. } if value == 0 || value == colour && colour != PLAIN => {
                self.leave(colour)
            }
            Rule::Colour { .. } => None,
        }
    }

    /// The value for the options ahead.
    #[inline(always)]
    fn leave(self, value: u64) -> Option<u64> {
        match self {
            Rule::Count { lo, ahead, .. } if value + ahead < lo => None,
            Rule::Count { ahead: 0, .. } | Rule::Colour { item_ahead: false, .. } => Some(0),
            Rule::Count { lo, hi, ahead } if value >= lo && value + ahead <= hi => Some(lo),
            Rule::Colour { colour, colour_ahead: false, .. } if value == colour => Some(PLAIN),
            Rule::Count { .. } | Rule::Colour { .. } => Some(value),
        }
    }
}
