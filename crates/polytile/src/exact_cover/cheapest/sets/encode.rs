//! A cover as sets of bits.
//!
//! In: a cover whose primary items are covered once, and secondary ones at most once or in one colour. Out: for every option two
//! sets, what it *claims* and what it *forbids*; two options can be together if neither claims what the other forbids. An item
//! without colours is one bit, claimed and forbidden by whatever holds it. Of the colours of an item every digit, base two, is two bits: an
//! option claims the one that says its digit and forbids the one that says the other. So a colour takes twice the logarithm of
//! the number of colours, and a test for all items at once stays a single operation.

use super::super::WHAT;
use crate::bit_string::BitString;
use crate::exact_cover::{Entry, ExactCover, Multiplicity, cover};
use crate::run::{Control, Pulse, Stopped, room};
use num_bigint::BigInt;

/// Where the bits of an item begin, and the colours that options give it, in ascending order; 0 stands for none.
#[derive(Debug)]
struct Place {
    first: u32,
    colours: Vec<u32>,
}

impl Place {
    fn digits(&self) -> u32 {
        self.colours.len().next_power_of_two().trailing_zeros()
    }

    /// Whether there is a bit for options without a colour: two of them cannot be together either.
    fn has_own(&self) -> bool {
        self.colours.first() == Some(&0)
    }
}

/// Where all items have their bits.
#[derive(Debug)]
pub(super) struct Layout {
    items: Vec<Place>,
    bits: u32,
    primary: u32,
}

/// What is known of an option, besides what it claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<W> {
    pub forbids: W,
    /// What it weighs.
    pub weight: i64,
    /// Its index in the cover.
    pub name: u32,
}

/// An option that can still be chosen, and what it costs net of taxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live<W> {
    pub claims: W,
    pub net: i64,
    pub option: u32,
}

/// The options with a primary item, and those alive in the beginning.
type Options<W> = (Vec<Known<W>>, Vec<Live<W>>);

impl Layout {
    /// The layout of `cover`, if sets of so many bits can say what it demands.
    pub fn new(cover: &ExactCover, most: u32) -> Option<Self> {
        let once = |item: &&cover::Item| item.demand == Multiplicity::ONCE;
        let primary = cover.items().iter().filter(once).count();
        let others = cover.items().iter().filter(|item| item.demand.is_primary()).count() - primary;
        if others > 0 || primary > most as usize {
            return None;
        }
        let mut items: Vec<Place> =
            cover.items().iter().map(|_| Place { first: 0, colours: Vec::new() }).collect();
        for entry in cover.options().flatten() {
            let colours = &mut items[entry.item as usize].colours;
            if colours.last() != Some(&entry.colour) {
                colours.push(entry.colour);
            }
        }
        // The primary ones have the lowest bits.
        let (mut first, mut bits) = (0, primary as u32);
        for (item, demand) in items.iter_mut().zip(cover.items().iter().map(|item| item.demand)) {
            item.colours.sort_unstable();
            item.colours.dedup();
            let next = if demand.is_primary() { &mut first } else { &mut bits };
            item.first = *next;
            *next += if demand.is_primary() { 1 } else { u32::from(item.has_own()) + 2 * item.digits() };
        }
        (bits <= most).then_some(Layout { items, bits, primary: primary as u32 })
    }

    /// How many bits are needed.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The bits of the primary items.
    pub fn primary<W: BitString>(&self) -> W {
        W::low(self.primary)
    }

    /// What an option claims, and what it forbids.
    fn sets<W: BitString>(&self, option: &[Entry]) -> (W, W) {
        let (mut claims, mut forbids) = (W::ZERO, W::ZERO);
        for entry in option {
            let item = &self.items[entry.item as usize];
            let mut at = item.first;
            if item.has_own() {
                if entry.colour == 0 {
                    claims |= W::bit(at);
                    forbids |= W::bit(at);
                }
                at += 1;
            }
            let number = item.colours.partition_point(|&colour| colour < entry.colour) as u32;
            for digit in 0..item.digits() {
                let one = number >> digit & 1;
                claims |= W::bit(at + 2 * digit + one);
                forbids |= W::bit(at + 2 * digit + 1 - one);
            }
        }
        (claims, forbids)
    }

    /// The options with a primary item, and those alive in the beginning: at what they weigh, scaled.
    pub fn options<W: BitString>(
        &self,
        cover: &ExactCover,
        weights: &[BigInt],
        fraction: u32,
        control: &Control,
    ) -> Result<Options<W>, Stopped> {
        let bytes = cover.option_count() * (size_of::<Known<W>>() + 2 * size_of::<Live<W>>());
        control.reserve(bytes as u64, WHAT)?;
        let pulse = Pulse::preparing(control);
        let mut known = room::list(cover.option_count(), WHAT)?;
        let mut live = room::list(cover.option_count(), WHAT)?;
        for (name, option) in (0..).zip(cover.options()) {
            pulse.beats(1 + option.len() as u64)?;
            // An option without a primary item is never chosen.
            if cover.has_primary(name) {
                let (claims, forbids) = self.sets(option);
                // Fits: that was made sure.
                let weight = i64::try_from(&weights[name as usize]).unwrap_or(i64::MAX);
                live.push(Live { claims, net: weight << fraction, option: known.len() as u32 });
                known.push(Known { forbids, weight, name });
            }
        }
        Ok((known, live))
    }
}
