//! Items and options as the search by lists looks them up, and which items are still open.

use super::WHAT;
use super::live::Live;
use crate::exact_cover::{Entry, ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Refused, Stopped, Unable, room};
use num_bigint::BigInt;

/// The state of an item that no further option may hold. A free one has 0, and one with a colour the number of that.
const CLOSED: u32 = u32::MAX;

/// Where the entries of an option stand: those of items that are covered a fixed number of times, those of other primary items,
/// and those of secondary ones.
#[derive(Clone, Copy, Debug)]
struct Span {
    start: u32,
    fixed: u32,
    primary: u32,
    end: u32,
}

/// The items and options, and what was chosen of them.
#[derive(Debug)]
pub(super) struct Table {
    /// The indices of the options in the cover.
    names: Vec<u32>,
    spans: Vec<Span>,
    entries: Vec<Entry>,
    /// The primary items.
    primary: Vec<u32>,
    /// Whether an item is to be covered a fixed number of times.
    fixed: Vec<bool>,
    /// How many further options an item needs at least, and at most.
    needs: Vec<u32>,
    room: Vec<u32>,
    state: Vec<u32>,
    /// How many of the chosen options gave a secondary item its state.
    holders: Vec<u32>,
    /// Items that need further options.
    wanting: usize,
    fraction: u32,
}

impl Table {
    /// The table, the options with their scaled weights net of a first tax, and what that comes to: it makes negative weights
    /// disappear.
    pub fn new(
        cover: &ExactCover,
        weights: &[BigInt],
        fraction: u32,
        control: &Control,
    ) -> Result<(Self, Vec<Live>, i64), Refused> {
        let entries: usize = cover.options().map(<[_]>::len).sum();
        if u32::try_from(entries).is_err() {
            return Err(
                Stopped::TooLarge("the cover has more entries than 32 bits can number".to_owned()).into()
            );
        }
        let items = cover.items();
        let bytes = entries * size_of::<Entry>()
            + cover.option_count() * (size_of::<Span>() + size_of::<Live>() + 4)
            + items.len() * 40;
        control.reserve(bytes as u64, WHAT)?;
        let pulse = Pulse::preparing(control);
        let bounds = |demand| match demand {
            Multiplicity::Primary { lo, hi } => (lo, hi),
            Multiplicity::Secondary => (0, 0),
        };
        let mut table = Table {
            names: room::list(cover.option_count(), WHAT)?,
            spans: room::list(cover.option_count(), WHAT)?,
            entries: room::list(entries, WHAT)?,
            primary: (0..items.len() as u32).filter(|&i| items[i as usize].demand.is_primary()).collect(),
            fixed: items.iter().map(|item| item.demand.is_primary() && is_fixed(item.demand)).collect(),
            needs: items.iter().map(|item| bounds(item.demand).0).collect(),
            room: items.iter().map(|item| bounds(item.demand).1).collect(),
            state: room::filled(0, items.len(), WHAT)?,
            holders: room::filled(0, items.len(), WHAT)?,
            wanting: 0,
            fraction,
        };
        table.wanting = table.needs.iter().filter(|&&needs| needs > 0).count();
        for &item in &table.primary {
            if table.room[item as usize] == 0 {
                table.state[item as usize] = CLOSED;
            }
        }
        let mut nets: Vec<i64> = room::list(cover.option_count(), WHAT)?;
        for (number, option) in (0..).zip(cover.options()) {
            pulse.beats(1 + option.len() as u64)?;
            // An option without a primary item is never chosen.
            if !cover.has_primary(number) {
                continue;
            }
            let is_primary = |entry: &&Entry| items[entry.item as usize].demand.is_primary();
            let is_fixed = |entry: &&Entry| table.fixed[entry.item as usize];
            let start = table.entries.len() as u32;
            table.entries.extend(option.iter().filter(is_fixed));
            let fixed = table.entries.len() as u32;
            table.entries.extend(option.iter().filter(|entry| is_primary(entry) && !is_fixed(entry)));
            let primary = table.entries.len() as u32;
            table.entries.extend(option.iter().filter(|entry| !is_primary(entry)));
            table.spans.push(Span { start, fixed, primary, end: table.entries.len() as u32 });
            table.names.push(number);
            // Fits: that was made sure.
            let weight = i64::try_from(&weights[number as usize]).unwrap_or(i64::MAX);
            nets.push(weight << fraction);
        }
        let paid = table.without_negatives(&mut nets, cover, weights)?;
        let mut live = room::list(nets.len(), WHAT)?;
        // An item that must not be covered is closed from the beginning.
        let fitting = (0..).zip(nets).filter(|&(option, _)| table.fits(option));
        live.extend(fitting.map(|(option, net)| Live { option, net }));
        Ok((table, live, paid))
    }

    /// Levies a negative tax, a subsidy, on items whose options weigh less than nothing, until none does.
    fn without_negatives(
        &self,
        nets: &mut [i64],
        cover: &ExactCover,
        weights: &[BigInt],
    ) -> Result<i64, Refused> {
        if nets.iter().all(|&net| net >= 0) {
            return Ok(0);
        }
        let mut least = vec![0_i64; self.fixed.len()];
        for (option, &net) in (0..).zip(&*nets) {
            // One of its items makes up for it.
            if let Some(entry) = self.fixed_entries(option).first() {
                least[entry.item as usize] = least[entry.item as usize].min(net);
            }
        }
        for (option, net) in (0..).zip(&mut *nets) {
            *net -= self.fixed_entries(option).iter().map(|entry| least[entry.item as usize]).sum::<i64>();
            if *net < 0 {
                let name = self.names[option as usize];
                let items = cover.option(name).iter().map(|e| cover.items()[e.item as usize].name.as_str());
                return Err(Unable {
                    message: format!(
                        "the option {} weighs {}, and holds no item that is covered a fixed number of times: \
                         no bound is known for such",
                        items.collect::<Vec<_>>().join(" "),
                        weights[name as usize]
                    ),
                    help: "give weights of at least 0, or use --engine zdd".to_owned(),
                }
                .into());
            }
        }
        let paid = least.iter().zip(&self.needs).map(|(&least, &needs)| least * i64::from(needs));
        Ok(paid.sum())
    }

    /// What a weight is multiplied by, as a shift.
    pub fn fraction(&self) -> u32 {
        self.fraction
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.entries.len() * size_of::<Entry>()
            + self.spans.len() * (size_of::<Span>() + 4)
            + self.state.len() * 40) as u64
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.state.len()
    }

    /// The index of an option in the cover.
    pub fn name(&self, option: u32) -> u32 {
        self.names[option as usize]
    }

    /// The primary items.
    pub fn primary(&self) -> &[u32] {
        &self.primary
    }

    /// How many further options an item needs.
    #[inline]
    pub fn needs(&self, item: u32) -> u32 {
        self.needs[item as usize]
    }

    /// How many further options may hold an item.
    #[inline]
    pub fn room(&self, item: u32) -> u32 {
        self.room[item as usize]
    }

    /// Whether it is to be covered a fixed number of times.
    #[inline]
    pub fn is_fixed(&self, item: u32) -> bool {
        self.fixed[item as usize]
    }

    /// Whether every item has as many options as it needs.
    pub fn is_content(&self) -> bool {
        self.wanting == 0
    }

    /// The entries of the items of an option that are covered a fixed number of times.
    #[inline]
    pub fn fixed_entries(&self, option: u32) -> &[Entry] {
        let span = self.spans[option as usize];
        &self.entries[span.start as usize..span.fixed as usize]
    }

    /// The entries of its primary items.
    #[inline]
    pub fn primary_entries(&self, option: u32) -> &[Entry] {
        let span = self.spans[option as usize];
        &self.entries[span.start as usize..span.primary as usize]
    }

    /// Whether an option holds this primary item.
    #[inline]
    pub fn holds(&self, option: u32, item: u32) -> bool {
        self.primary_entries(option).iter().any(|entry| entry.item == item)
    }

    fn all_entries(&self, option: u32) -> std::ops::Range<usize> {
        let span = self.spans[option as usize];
        span.start as usize..span.end as usize
    }

    /// Whether an option may be chosen beside those that are.
    #[inline]
    pub fn fits(&self, option: u32) -> bool {
        self.entries[self.all_entries(option)].iter().all(|entry| {
            let state = self.state[entry.item as usize];
            state == 0 || (state == entry.colour && state != CLOSED)
        })
    }

    /// Chooses an option that fits.
    pub fn choose(&mut self, option: u32) {
        for at in self.all_entries(option) {
            let Entry { item, colour } = self.entries[at];
            let i = item as usize;
            if at < self.spans[option as usize].primary as usize {
                self.room[i] -= 1;
                if self.room[i] == 0 {
                    self.state[i] = CLOSED;
                }
                if self.needs[i] > 0 {
                    self.needs[i] -= 1;
                    self.wanting -= usize::from(self.needs[i] == 0);
                } else {
                    self.holders[i] += 1;
                }
            } else {
                self.holders[i] += 1;
                self.state[i] = if colour == 0 { CLOSED } else { colour };
            }
        }
    }

    /// Takes back the choice of the option that was chosen last.
    pub fn unchoose(&mut self, option: u32) {
        for at in self.all_entries(option) {
            let i = self.entries[at].item as usize;
            if at < self.spans[option as usize].primary as usize {
                self.room[i] += 1;
                self.state[i] = 0;
                // It needed this one unless it had more than it needs.
                if self.holders[i] > 0 {
                    self.holders[i] -= 1;
                } else {
                    self.wanting += usize::from(self.needs[i] == 0);
                    self.needs[i] += 1;
                }
            } else {
                self.holders[i] -= 1;
                if self.holders[i] == 0 {
                    self.state[i] = 0;
                }
            }
        }
    }

    /// Lets no further option hold an item.
    pub fn close(&mut self, item: u32) {
        self.state[item as usize] = CLOSED;
    }

    /// Takes that back.
    pub fn open(&mut self, item: u32) {
        self.state[item as usize] = 0;
    }

    /// Whether a further option may hold a primary item.
    #[inline]
    pub fn is_open(&self, item: u32) -> bool {
        self.state[item as usize] == 0
    }
}

fn is_fixed(demand: Multiplicity) -> bool {
    matches!(demand, Multiplicity::Primary { lo, hi } if lo == hi && lo > 0)
}
