//! Items and options: what every engine of this folder searches.
//!
//! In Knuth's terms (TAOCP 7.2.2.1): a *primary* item must be covered, by exactly one option (XC) or by `lo` to `hi` of
//! them (MCC); a *secondary* item may be covered by one option at most, or by any number of options that all give it
//! the same *colour* (XCC). A solution is a set of options; each has a primary item, because an option without one would
//! never be chosen. An `ExactCover` is checked as it grows, so that engines need not look again.

use std::collections::HashMap;
use thiserror::Error;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// At least `lo` and at most `hi` chosen options hold it.
    Primary {
        /// The least number of options.
        lo: u32,
        /// The largest number.
        hi: u32,
    },
    /// At most one chosen option holds it, or all that do give it the same colour.
    Secondary,
}

impl Demand {
    /// A primary item that is covered exactly once.
    pub const ONCE: Demand = Demand::Primary { lo: 1, hi: 1 };

    /// Whether an option may be chosen for the sake of this item.
    pub fn is_primary(self) -> bool {
        matches!(self, Demand::Primary { .. })
    }
}

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// What it is called; no two items share a name.
    pub name: String,
    /// What it asks for.
    pub demand: Demand,
}

/// An item of an option, with the colour that the option gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Entry {
    /// Index of the item.
    pub item: u32,
    /// 0 for none, otherwise 1 + the index into [`ExactCover::colours`].
    pub colour: u32,
}

impl Entry {
    /// An item without a colour.
    pub fn plain(item: u32) -> Self {
        Entry { item, colour: 0 }
    }
}

/// Why an item or an option cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoverError {
    /// Two items of one name.
    #[error("there is already an item called `{0}`")]
    DuplicateItem(String),
    /// More than may be, at least.
    #[error("item `{name}` is to be covered at least {lo} times but at most {hi}")]
    Bounds {
        /// The item.
        name: String,
        /// The least number.
        lo: u32,
        /// The largest.
        hi: u32,
    },
    /// An index that no item has.
    #[error("there is no item number {0}")]
    UnknownItem(u32),
    /// An index that no colour has.
    #[error("there is no colour number {0}")]
    UnknownColour(u32),
    /// One option, one item, twice.
    #[error("the option holds item `{0}` twice")]
    RepeatedItem(String),
    /// Only secondary items have colours.
    #[error("item `{0}` is primary, and only a secondary item has colours")]
    ColouredPrimary(String),
    /// Nothing in it.
    #[error("the option is empty")]
    EmptyOption,
    /// More than indices of 32 bits can tell apart.
    #[error("more {0} than 32 bits can number")]
    TooMany(&'static str),
}

/// An exact cover problem, with colours and multiplicities.
///
/// ```
/// use polytile::exact_cover::{Demand, Entry, ExactCover};
/// // The example of TAOCP 7.2.2.1 (49) leaves one way to cover p, q and r, with x and y agreeing.
/// let mut cover = ExactCover::default();
/// let [p, q, r] = ["p", "q", "r"].map(|name| cover.add_item(name, Demand::ONCE).unwrap());
/// let [x, y] = ["x", "y"].map(|name| cover.add_item(name, Demand::Secondary).unwrap());
/// let [a, b] = ["A", "B"].map(|name| cover.colour(name));
/// let with = |item, colour| Entry { item, colour };
/// let plain = Entry::plain;
/// cover.add_option(&[plain(p), plain(q), plain(x), with(y, a)])?;
/// cover.add_option(&[plain(p), plain(r), with(x, a), plain(y)])?;
/// cover.add_option(&[plain(p), with(x, b)])?;
/// cover.add_option(&[plain(q), with(x, a)])?;
/// cover.add_option(&[plain(r), with(y, b)])?;
/// assert_eq!(cover.check(&[1, 3]), Ok(()));
/// # Ok::<(), polytile::exact_cover::CoverError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ExactCover {
    items: Vec<Item>,
    by_name: HashMap<String, u32>,
    colours: Vec<String>,
    by_colour: HashMap<String, u32>,
    ends: Vec<usize>,
    entries: Vec<Entry>,
}

impl PartialEq for ExactCover {
    /// The same items, colours and options in the same order.
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
            && self.colours == other.colours
            && self.ends == other.ends
            && self.entries == other.entries
    }
}

impl Eq for ExactCover {}

impl ExactCover {
    /// Adds an item and returns its index.
    ///
    /// # Errors
    /// When the name is taken or the bounds contradict each other.
    pub fn add_item(&mut self, name: impl Into<String>, demand: Demand) -> Result<u32, CoverError> {
        let name = name.into();
        if let Demand::Primary { lo, hi } = demand
            && lo > hi
        {
            return Err(CoverError::Bounds { name, lo, hi });
        }
        let index = index(self.items.len(), "items")?;
        if self.by_name.contains_key(&name) {
            return Err(CoverError::DuplicateItem(name));
        }
        self.by_name.insert(name.clone(), index);
        self.items.push(Item { name, demand });
        Ok(index)
    }

    /// The colour called `name`, as an [`Entry`] holds it: a new one if there is none yet.
    pub fn colour(&mut self, name: &str) -> u32 {
        if let Some(&colour) = self.by_colour.get(name) {
            return colour;
        }
        self.colours.push(name.to_owned());
        let colour = self.colours.len() as u32;
        self.by_colour.insert(name.to_owned(), colour);
        colour
    }

    /// Adds an option and returns its index. Its entries are kept in the order given.
    ///
    /// # Errors
    /// When it is empty, holds an item twice, gives a primary item a colour, or names what does not exist.
    pub fn add_option(&mut self, entries: &[Entry]) -> Result<u32, CoverError> {
        if entries.is_empty() {
            return Err(CoverError::EmptyOption);
        }
        for entry in entries {
            let item = self.items.get(entry.item as usize).ok_or(CoverError::UnknownItem(entry.item))?;
            if entry.colour as usize > self.colours.len() {
                return Err(CoverError::UnknownColour(entry.colour));
            }
            if entry.colour != 0 && item.demand.is_primary() {
                return Err(CoverError::ColouredPrimary(item.name.clone()));
            }
        }
        let mut seen: Vec<u32> = entries.iter().map(|e| e.item).collect();
        seen.sort_unstable();
        if let Some(pair) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CoverError::RepeatedItem(self.items[pair[0] as usize].name.clone()));
        }
        let option = index(self.ends.len(), "options")?;
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
        Ok(option)
    }

    /// The items, in the order they were added.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The names of the colours; the one that an [`Entry`] calls 1 comes first.
    pub fn colours(&self) -> &[String] {
        &self.colours
    }

    /// The index of the item called `name`.
    pub fn item(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// Number of options.
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// The entries of option `i`.
    pub fn option(&self, i: u32) -> &[Entry] {
        let i = i as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.entries[start..self.ends[i]]
    }

    /// The options, in the order they were added.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[Entry]> + Clone {
        (0..self.ends.len() as u32).map(|i| self.option(i))
    }

    /// Whether option `i` holds a primary item. An option that holds none is never chosen.
    pub fn has_primary(&self, i: u32) -> bool {
        self.option(i).iter().any(|e| self.items[e.item as usize].demand.is_primary())
    }

    /// Whether no secondary item has a colour and every primary item is covered once: what TAOCP calls XC.
    pub fn is_plain(&self) -> bool {
        self.colours.is_empty()
            && self.items.iter().all(|item| !item.demand.is_primary() || item.demand == Demand::ONCE)
    }

    /// A number that two different problems hardly ever share, the same on every machine: items, demands, colours and
    /// options in their order (FNV-1a, 64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv::default();
        for item in &self.items {
            hash.text(&item.name);
            match item.demand {
                Demand::Primary { lo, hi } => [1, lo, hi].map(|n| hash.number(n)),
                Demand::Secondary => [2, 0, 0].map(|n| hash.number(n)),
            };
        }
        self.colours.iter().for_each(|colour| hash.text(colour));
        for option in self.options() {
            hash.number(option.len() as u32);
            for entry in option {
                hash.number(entry.item);
                hash.number(entry.colour);
            }
        }
        hash.0
    }
}

/// Fowler, Noll and Vo's hash: simple, and the same everywhere.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn number(&mut self, n: u32) {
        n.to_le_bytes().into_iter().for_each(|b| self.byte(b));
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        text.bytes().for_each(|b| self.byte(b));
    }
}

fn index(len: usize, what: &'static str) -> Result<u32, CoverError> {
    u32::try_from(len).ok().filter(|&i| i < u32::MAX - 1).ok_or(CoverError::TooMany(what))
}
