//! Numbers in the names of items and colours, and where they lead on a board.
//!
//! In: an exact cover. Out: the numbers that its items have in their names, each with its place among those that there are, so that it does
//! not matter what they count from. Cost: a look at every name.

use super::{Written, bytes};
use crate::exact_cover::{Entry, ExactCover};
use crate::run::{Control, Pulse, Stopped};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Names with two numbers, such as `p3.4` and `p34`, without what they begin with.
pub fn pair(name: &str) -> Option<(u32, u32)> {
    if let Some((row, col)) = name.split_once('.') {
        return Some((row.parse().ok()?, col.parse().ok()?));
    }
    let mut digits = name.chars().map(|c| c.to_digit(10));
    match (digits.next(), digits.next(), digits.next()) {
        (Some(row), Some(col), None) => Some((row?, col?)),
        _ => None,
    }
}

/// A name with a number, such as `r3`, without what it begins with.
pub fn single(name: &str) -> Option<u32> {
    if name.starts_with(|c: char| c.is_ascii_digit()) { name.parse().ok() } else { None }
}

/// What rows and columns are called, where an item is one.
pub const ACROSS: [&str; 2] = ["r", "across"];
/// As [`ACROSS`].
pub const DOWN: [&str; 2] = ["c", "down"];

/// The number of a line that is called by one of these words.
pub fn numbered(name: &str, words: [&str; 2]) -> Option<u32> {
    words.into_iter().find_map(|word| single(name.strip_prefix(word)?))
}

/// The numbers that there are, each with its place among them: so it does not matter what they count from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranks(BTreeMap<u32, u32>);

impl Ranks {
    pub fn of(numbers: impl Iterator<Item = u32>) -> Self {
        let mut ranks: BTreeMap<u32, u32> = numbers.map(|number| (number, 0)).collect();
        (0..).zip(ranks.values_mut()).for_each(|(rank, place)| *place = rank);
        Ranks(ranks)
    }

    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }

    pub fn at(&self, number: u32) -> Option<u32> {
        self.0.get(&number).copied()
    }
}

/// Places by rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    pub rows: Ranks,
    pub cols: Ranks,
}

impl Grid {
    pub fn of(places: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        Grid {
            rows: Ranks::of(places.clone().map(|(row, _)| row)),
            cols: Ranks::of(places.map(|(_, col)| col)),
        }
    }

    pub fn at(&self, (row, col): (u32, u32)) -> Option<u32> {
        Some(self.rows.at(row)? * self.cols.len() + self.cols.at(col)?)
    }

    pub fn size(&self) -> [u32; 2] {
        [self.rows.len(), self.cols.len()]
    }
}

/// The names of the items of an exact cover, and of the colours, while somebody may say stop: then they are of no kind any more, until
/// [`Names::stopped`] is asked why.
pub struct Names<'a> {
    pub cover: &'a ExactCover,
    control: &'a Control,
    pulse: Pulse<'a>,
    stopped: RefCell<Option<Stopped>>,
}

impl<'a> Names<'a> {
    pub fn new(cover: &'a ExactCover, control: &'a Control) -> Self {
        Names { cover, control, pulse: Pulse::preparing(control), stopped: RefCell::new(None) }
    }

    /// Who said stop.
    pub fn stopped(self) -> Result<(), Stopped> {
        self.stopped.into_inner().map_or(Ok(()), Err)
    }

    /// So many steps; nothing where somebody says stop.
    pub fn beats(&self, steps: usize) -> Option<()> {
        self.unless(self.pulse.beats(steps as u64))
    }

    fn unless(&self, stopped: Result<(), Stopped>) -> Option<()> {
        stopped.map_err(|stopped| *self.stopped.borrow_mut() = Some(stopped)).ok()
    }

    pub fn of(&self, entry: Entry) -> &'a str {
        &self.cover.items()[entry.item as usize].name
    }

    pub fn primary(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.cover.items().iter().filter(|item| item.demand.is_primary()).map(|item| item.name.as_str())
    }

    /// The numbers in names of primary items, as `read` finds them.
    pub fn read<T>(&self, read: impl Fn(&'a str) -> Option<T> + Clone) -> impl Iterator<Item = T> + Clone {
        self.primary().filter_map(read)
    }

    /// What `read` finds in the names of the items of an option, if it finds so many.
    pub fn found<T, const N: usize>(
        &self,
        option: &[Entry],
        read: impl Fn(&'a str) -> Option<T>,
    ) -> Option<[T; N]> {
        let found: Vec<T> = option.iter().filter_map(|entry| read(self.of(*entry))).collect();
        found.try_into().ok()
    }

    /// What all options write, if `writes` finds something for each.
    pub fn each(
        &self,
        writes: impl Fn(&'a [Entry]) -> Option<Vec<(u32, Written)>>,
    ) -> Option<Vec<Vec<(u32, Written)>>> {
        let mut needed = 0;
        let each = self.cover.options().map(|option| {
            self.beats(1 + option.len())?;
            let written = writes(option)?;
            needed += bytes(written.len());
            self.unless(self.control.reserve(needed, "what options look like"))?;
            Some(written)
        });
        each.collect()
    }
}
