//! An exact cover as a decision process: what must be remembered of the options decided so far.
//!
//! Options are decided in a fixed order, each taken or left. Of the past only this matters: for every item that
//! is still *open* (some option behind it, some ahead), how often it has been covered, or in which colour. A state packs
//! that into a few bits per open item. The bits of an item are given to other items when its last option has been
//! decided, so a state is as wide as the items that are open at once.
//!
//! Different pasts that allow the same futures get the same state: a count that can no longer become too small or
//! too large is written as the smallest such count, and a colour that no option ahead has counts as no colour.
//!
//! An option that a state cannot take is passed over: the state is entered at the first one that it can.

use crate::exact_cover::{Entry, ExactCover, Item, Multiplicity};
use crate::run::{Control, Pulse, Stopped, room};
use crate::spec::{Forced, Spec};
use std::collections::HashMap;
use std::ops::Range;

/// Some bits of a state.
#[derive(Clone, Copy, Debug)]
struct Field {
    mask: u64,
    word: u32,
    shift: u32,
}

/// What an option does to an item.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// Covers it once more; `ahead` options that could do so follow.
    Count { lo: u32, hi: u32, ahead: u32 },
    /// Gives it a colour (1 for none, which agrees with nothing else). `item_ahead`, `colour_ahead`: whether options
    /// follow that hold the item, or the item in this colour.
    Colour { colour: u64, item_ahead: bool, colour_ahead: bool },
}

/// No colour: covered, and no other option may hold the item.
const PLAIN: u64 = 1;

/// What happens to some bits of a state when an option is decided.
type Change = (Field, Effect);

/// The options in order, as changes of a state.
#[derive(Debug)]
pub(super) struct Layout {
    /// What the options do, item by item, one option after the other.
    changes: Vec<Change>,
    /// Which of the changes are each option's; nothing at all for an option that is never taken.
    steps: Vec<Option<Range<u32>>>,
    /// Bits of a state.
    bits: usize,
    /// Whether some item has fewer options than it needs.
    pub impossible: bool,
}

/// Bits of a state.
type State<const W: usize> = [u64; W];

/// The options of a layout, decided one after the other, with states of `W` words.
pub(super) struct Deciding<'a, const W: usize>(pub &'a Layout);

impl<const W: usize> Spec for Deciding<'_, W> {
    type State = State<W>;

    fn levels(&self) -> usize {
        self.0.steps.len()
    }

    fn options(&self, level: usize) -> Range<u32> {
        level as u32..level as u32 + 1
    }

    fn root(&self) -> State<W> {
        [0; W]
    }

    #[inline(always)]
    fn children(&self, level: usize, state: &State<W>, mut each: impl FnMut(Option<u32>, State<W>)) {
        if let Some(left) = self.0.leave(level, *state) {
            each(None, left);
        }
        if let Some(taken) = self.0.take(level, *state) {
            each(Some(level as u32), taken);
        }
    }

    fn accepts(&self, _state: &State<W>) -> bool {
        // What an item demands is checked at its last option.
        true
    }

    #[inline(always)]
    fn forced(&self, level: usize, state: &State<W>) -> Forced<State<W>> {
        if self.0.take(level, *state).is_some() {
            return Forced::Open;
        }
        self.0.leave(level, *state).map_or(Forced::Dead, |left| Forced::Until(level + 1, left))
    }
}

impl Layout {
    /// The layout of the items for which `keep` holds, the options being decided in `order`.
    ///
    /// # Errors
    /// When `control` says stop, or the layout does not fit its memory.
    pub fn new(cover: &ExactCover, order: &[u32], keep: &[bool], control: &Control) -> Result<Self, Stopped> {
        const WHAT: &str = "the layout of the states";
        let pulse = Pulse::preparing(control);
        let chosen: Vec<bool> = order.iter().map(|&option| cover.has_primary(option)).collect();
        let entries = |v: usize| {
            let all: &[Entry] = if chosen[v] { cover.option(order[v]) } else { &[] };
            all.iter().filter(|e| keep[e.item as usize])
        };
        let mut total = vec![0_u32; cover.items().len()];
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
        let lacks = |(item, total): (&Item, &u32)| match item.demand {
            Multiplicity::Primary { lo, .. } => lo > *total,
            Multiplicity::Secondary => false,
        };
        let impossible = cover.items().iter().zip(&total).zip(keep).any(|(pair, &keep)| keep && lacks(pair));
        let count: usize = total.iter().map(|&total| total as usize).sum();
        if count > u32::MAX as usize {
            return Err(Stopped::TooLarge(format!(
                "the options have {count} entries, and a diagram counts to {}",
                u32::MAX
            )));
        }
        let mut layout = Layout { changes: Vec::new(), steps: Vec::new(), bits: 0, impossible };
        let steps = order.len() * size_of::<Option<Range<u32>>>();
        // What is known of items, and where their colours come last.
        let own = 64 * (total.len() + last_of_colour.len());
        control.reserve((count * size_of::<Change>() + steps + own) as u64, WHAT)?;
        room::room(&mut layout.changes, count, WHAT)?;
        layout.steps = room::filled(None, order.len(), WHAT)?;
        let mut ahead = total.clone();
        let mut fields: Vec<Option<Field>> = vec![None; total.len()];
        let mut free = Vec::new();
        for v in (0..order.len()).filter(|&v| chosen[v]) {
            pulse.beat()?;
            let from = layout.changes.len() as u32;
            for entry in entries(v) {
                let item = entry.item as usize;
                ahead[item] -= 1;
                let item_ahead = ahead[item] > 0;
                let (rule, largest) = match cover.items()[item].demand {
                    Multiplicity::Primary { lo, hi } => {
                        let hi = hi.min(total[item]);
                        // A demand that can never be violated needs no bits.
                        if lo == 0 && hi == total[item] {
                            continue;
                        }
                        let rule = Effect::Count { lo, hi, ahead: ahead[item] };
                        (rule, u64::from(if hi == total[item] { lo } else { hi }))
                    }
                    Multiplicity::Secondary if total[item] == 1 => continue,
                    Multiplicity::Secondary => {
                        let colour = u64::from(entry.colour) + PLAIN;
                        let colour_ahead = last_of_colour[entry] > v;
                        let rule = Effect::Colour { colour, item_ahead, colour_ahead };
                        (rule, u64::from(colours[item]) + PLAIN)
                    }
                };
                let field = *fields[item].get_or_insert_with(|| layout.field(&mut free, largest.max(1)));
                if !item_ahead {
                    free.push(field);
                }
                layout.changes.push((field, rule));
            }
            layout.steps[v] = Some(from..layout.changes.len() as u32);
        }
        Ok(layout)
    }

    /// Bits for values up to `largest`: some that have become free again, or new ones.
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
        let field = Field { mask, word: (self.bits / 64) as u32, shift: (self.bits % 64) as u32 };
        self.bits += bits as usize;
        field
    }

    /// Bytes that the layout takes.
    pub fn bytes(&self) -> u64 {
        let steps = self.steps.len() * size_of::<Option<Range<u32>>>();
        (self.changes.capacity() * size_of::<Change>() + steps) as u64
    }

    /// What option `v` does, unless it is never taken.
    #[inline(always)]
    fn changes(&self, v: usize) -> Option<&[Change]> {
        let step = self.steps[v].as_ref()?;
        Some(&self.changes[step.start as usize..step.end as usize])
    }

    /// Words of a state.
    pub fn words(&self) -> usize {
        self.bits.div_ceil(64)
    }

    /// The state after option `v` was taken, unless that is forbidden.
    #[inline(always)]
    fn take<const W: usize>(&self, v: usize, mut state: State<W>) -> Option<State<W>> {
        for &(field, rule) in self.changes(v)? {
            let value = rule.take(field.get(&state))?;
            field.put(&mut state, value);
        }
        Some(state)
    }

    /// The state after option `v` was left, unless some item can then no longer be covered often enough.
    #[inline(always)]
    fn leave<const W: usize>(&self, v: usize, mut state: State<W>) -> Option<State<W>> {
        for &(field, rule) in self.changes(v).unwrap_or_default() {
            let value = rule.leave(field.get(&state))?;
            field.put(&mut state, value);
        }
        Some(state)
    }
}

impl Field {
    #[inline(always)]
    fn get<const W: usize>(self, state: &State<W>) -> u64 {
        state[self.word as usize] >> self.shift & self.mask
    }

    #[inline(always)]
    fn put<const W: usize>(self, state: &mut State<W>, value: u64) {
        let word = &mut state[self.word as usize];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

impl Effect {
    #[inline(always)]
    fn take(self, value: u64) -> Option<u64> {
        match self {
            Effect::Count { hi, .. } if value == u64::from(hi) => None,
            Effect::Count { .. } => self.leave(value + 1),
            Effect::Colour { colour, .. } if value == 0 || value == colour && colour != PLAIN => {
                self.leave(colour)
            }
            Effect::Colour { .. } => None,
        }
    }

    /// The value after leaving the option, as far as it matters for the options ahead.
    #[inline(always)]
    fn leave(self, value: u64) -> Option<u64> {
        match self {
            Effect::Count { lo, ahead, .. } if value + u64::from(ahead) < u64::from(lo) => None,
            Effect::Count { ahead: 0, .. } | Effect::Colour { item_ahead: false, .. } => Some(0),
            Effect::Count { lo, hi, ahead }
                if value >= u64::from(lo) && value + u64::from(ahead) <= u64::from(hi) =>
            {
                Some(u64::from(lo))
            }
            Effect::Colour { colour, colour_ahead: false, .. } if value == colour => Some(PLAIN),
            Effect::Count { .. } | Effect::Colour { .. } => Some(value),
        }
    }
}
