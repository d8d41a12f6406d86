//! What is still open when some options are chosen and others are ruled out.
//!
//! In: an exact cover, and one choice or exclusion after the other. Out: which options are left, how often each item must and may
//! still be covered, and whether an item cannot be covered any more. Every change is written on a trail, so that what was only
//! tried is taken back as it came. An option is chosen once at most. Cost: of a choice, the items of the options that it ends.

use crate::exact_cover::{Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Stopped, room};

const WHAT: &str = "the options that are left";

/// The options in which each item is.
pub(super) struct Covering {
    starts: Vec<usize>,
    options: Vec<u32>,
}

impl Covering {
    pub fn new(cover: &ExactCover, control: &Control) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut starts = room::filled(0_usize, cover.items().len() + 1, WHAT)?;
        for option in cover.options() {
            pulse.beats(option.len() as u64)?;
            for entry in option {
                starts[entry.item as usize + 1] += 1;
            }
        }
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let total = starts.last().copied().unwrap_or(0);
        control.reserve(4 * total as u64, WHAT)?;
        let mut options = room::filled(0, total, WHAT)?;
        let mut next = starts.clone();
        for (number, option) in (0..).zip(cover.options()) {
            pulse.beats(option.len() as u64)?;
            for entry in option {
                let next = &mut next[entry.item as usize];
                options[*next] = number;
                *next += 1;
            }
        }
        Ok(Covering { starts, options })
    }

    pub fn of(&self, item: u32) -> &[u32] {
        &self.options[self.starts[item as usize]..self.starts[item as usize + 1]]
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.starts) + size_of_val(&*self.options)) as u64
    }
}

/// What is to be put back.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// An option ended.
    Ended(u32),
    /// How often an item must and may be covered, and its colour, were these.
    Covered(u32, Asked),
    /// An option was chosen.
    Chose,
}

/// What an item still asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// So many options at least.
    pub lo: u32,
    /// So many at most; of a secondary item, 1 until an option without a colour covers it.
    pub hi: u32,
    /// The colour that it has, or 0.
    colour: u32,
}

/// What is open.
#[derive(Clone)]
pub(super) struct Open<'a> {
    cover: &'a ExactCover,
    covering: &'a Covering,
    /// Whether each option can still be chosen.
    alive: Vec<bool>,
    /// How many options are left for each item.
    left: Vec<u32>,
    asked: Vec<Asked>,
    /// What was chosen, in that order.
    chosen: Vec<u32>,
    /// Whether each option was.
    is_chosen: Vec<bool>,
    trail: Vec<Change>,
    /// Items of which fewer options are left than they ask for, as they were met; some of them twice.
    short: Vec<u32>,
}

impl<'a> Open<'a> {
    /// Nothing is chosen.
    pub fn new(cover: &'a ExactCover, covering: &'a Covering, control: &Control) -> Result<Self, Stopped> {
        control.reserve(2 * cover.option_count() as u64 + 16 * cover.items().len() as u64, WHAT)?;
        let mut asked = room::list(cover.items().len(), WHAT)?;
        asked.extend(cover.items().iter().map(|item| match item.demand {
            Multiplicity::Primary { lo, hi } => Asked { lo, hi, colour: 0 },
            Multiplicity::Secondary => Asked { lo: 0, hi: 1, colour: 0 },
        }));
        let mut left = room::list(cover.items().len(), WHAT)?;
        left.extend((0..cover.items().len() as u32).map(|item| covering.of(item).len() as u32));
        let alive = room::filled(true, cover.option_count(), WHAT)?;
        let is_chosen = room::filled(false, cover.option_count(), WHAT)?;
        let (chosen, trail, short) = (Vec::new(), Vec::new(), Vec::new());
        let mut open = Open { cover, covering, alive, left, asked, chosen, is_chosen, trail, short };
        let items = 0..cover.items().len() as u32;
        for item in items.clone() {
            if open.asked[item as usize].hi == 0 {
                open.end_all(item, |_| true);
            }
        }
        // An option without a primary item is never chosen.
        for option in (0..cover.option_count() as u32).filter(|&option| !cover.has_primary(option)) {
            open.end(option);
        }
        open.short = items.filter(|&item| open.left(item) < open.asked(item).lo).collect();
        Ok(open)
    }

    pub fn is_alive(&self, option: u32) -> bool {
        self.alive[option as usize]
    }

    pub fn left(&self, item: u32) -> u32 {
        self.left[item as usize]
    }

    pub fn asked(&self, item: u32) -> Asked {
        self.asked[item as usize]
    }

    pub fn chosen(&self) -> &[u32] {
        &self.chosen
    }

    /// The options that are left, of one item.
    pub fn ways(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        self.covering.of(item).iter().copied().filter(|&option| self.is_alive(option))
    }

    /// The options of an item for which what was chosen leaves room, ruled out or not.
    pub fn fitting(&self, item: u32) -> impl Iterator<Item = u32> + '_ {
        let fits = |option: &u32| self.fits(*option) && !self.is_chosen[*option as usize];
        self.covering.of(item).iter().copied().filter(fits)
    }

    /// All options that are left.
    pub fn options(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.alive).filter(|(_, alive)| **alive).map(|(option, _)| option)
    }

    /// An item of which fewer options are left than it asks for.
    pub fn short(&self) -> Option<u32> {
        self.short.first().copied()
    }

    /// Whether what was chosen leaves room for an option.
    pub fn fits(&self, option: u32) -> bool {
        self.cover.option(option).iter().all(|entry| {
            let asked = self.asked(entry.item);
            asked.hi > 0 && (asked.colour == 0 || asked.colour == entry.colour)
        })
    }

    /// Whether one option ends when another is chosen.
    pub fn excludes(&self, option: u32, other: u32) -> bool {
        let other = self.cover.option(other);
        self.cover.option(option).iter().any(|one| {
            let same = other.iter().find(|entry| entry.item == one.item);
            same.is_some_and(|same| match self.asked(one.item).hi {
                1 => one.colour == 0 || one.colour != same.colour,
                _ => false,
            })
        })
    }

    /// How many options the items of `option` are in, each item by itself.
    pub fn around(&self, option: u32) -> u64 {
        self.cover.option(option).iter().map(|entry| self.covering.of(entry.item).len() as u64).sum()
    }

    /// The options that end when `option` is chosen, itself left out; sorted. Cost: [`Open::around`] it.
    pub fn excluded_by(&self, option: u32) -> Vec<u32> {
        let near = self.cover.option(option).iter().filter(|one| self.asked(one.item).hi == 1);
        let other_colour = |one: &Entry, other: u32| {
            self.cover.option(other).iter().any(|entry| entry.item == one.item && entry.colour != one.colour)
        };
        let near = near.flat_map(|one| {
            self.ways(one.item).filter(move |&other| one.colour == 0 || other_colour(one, other))
        });
        let mut excluded: Vec<u32> = near.filter(|&other| other != option).collect();
        excluded.sort_unstable();
        excluded.dedup();
        excluded
    }

    /// Whether every item has what it asks for.
    pub fn is_done(&self) -> bool {
        self.asked.iter().all(|asked| asked.lo == 0)
    }

    /// Whether all the options that are left of `item` must be chosen.
    pub fn is_forced(&self, item: u32) -> bool {
        let lo = self.asked(item).lo;
        lo > 0 && self.left(item) == lo
    }

    /// Where the trail is now.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The items that something happened to since `mark`, some of them more than once.
    pub fn touched(&self, mark: usize) -> impl Iterator<Item = u32> + '_ {
        self.trail[mark..].iter().flat_map(|change| {
            let (option, item) = match change {
                Change::Ended(option) => (Some(*option), None),
                Change::Covered(item, _) => (None, Some(*item)),
                Change::Chose => (None, None),
            };
            let items = option.into_iter().flat_map(|option| self.cover.option(option));
            items.map(|entry| entry.item).chain(item)
        })
    }

    /// Chooses an option that is left; what it costs.
    pub fn choose(&mut self, option: u32) -> u64 {
        let (from, mut looked_at) = (self.mark(), 0);
        let cover = self.cover;
        self.chosen.push(option);
        self.is_chosen[option as usize] = true;
        self.trail.push(Change::Chose);
        // What is asked for falls before options end, so that no item seems short in between.
        let mut is_new = Vec::new();
        for &Entry { item, colour } in cover.option(option) {
            let asked = self.asked(item);
            // Where an item has a colour already, the options with others have ended.
            is_new.push(asked.colour != colour);
            self.trail.push(Change::Covered(item, asked));
            let lo = asked.lo.saturating_sub(1);
            let hi = if colour == 0 { asked.hi.saturating_sub(1) } else { asked.hi };
            self.asked[item as usize] = Asked { lo, hi, colour: asked.colour.max(colour) };
        }
        self.end(option);
        for (&Entry { item, colour }, is_new) in cover.option(option).iter().zip(is_new) {
            if self.asked(item).hi == 0 {
                looked_at += self.end_all(item, |_| true);
            } else if colour != 0 && is_new {
                looked_at += self.end_all(item, |of| of != colour);
            }
        }
        looked_at + (self.mark() - from) as u64 * cover.option(option).len() as u64
    }

    /// Rules an option out.
    pub fn exclude(&mut self, option: u32) {
        if self.is_alive(option) {
            self.end(option);
        }
    }

    /// Takes back all that happened since `mark`.
    pub fn back_to(&mut self, mark: usize) {
        let cover = self.cover;
        for change in self.trail.split_off(mark).into_iter().rev() {
            match change {
                Change::Ended(option) => {
                    self.alive[option as usize] = true;
                    for entry in cover.option(option) {
                        self.left[entry.item as usize] += 1;
                    }
                }
                Change::Covered(item, asked) => self.asked[item as usize] = asked,
                Change::Chose => {
                    if let Some(option) = self.chosen.pop() {
                        self.is_chosen[option as usize] = false;
                    }
                }
            }
        }
        let (left, asked) = (&self.left, &self.asked);
        self.short.retain(|&item| left[item as usize] < asked[item as usize].lo);
    }

    fn end(&mut self, option: u32) {
        self.alive[option as usize] = false;
        self.trail.push(Change::Ended(option));
        for entry in self.cover.option(option) {
            let left = &mut self.left[entry.item as usize];
            *left -= 1;
            // What an item asks for only falls, so this is when it becomes short.
            if *left + 1 == self.asked[entry.item as usize].lo {
                self.short.push(entry.item);
            }
        }
    }

    /// Ends the options of `item` whose colour of it `ends`; how many it has.
    fn end_all(&mut self, item: u32, ends: impl Fn(u32) -> bool) -> u64 {
        let (cover, covering) = (self.cover, self.covering);
        let coloured = |option: u32| cover.option(option).iter().any(|e| e.item == item && ends(e.colour));
        for &option in covering.of(item) {
            if self.is_alive(option) && coloured(option) {
                self.end(option);
            }
        }
        covering.of(item).len() as u64
    }
}
