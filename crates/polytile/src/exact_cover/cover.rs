//! Items and options: what every engine of this folder searches.
//!
//! In Knuth's terms (TAOCP 7.2.2.1): a *primary* item must be covered, by exactly one option (XC) or by `lo` to `hi` of
//! them (MCC); a *secondary* item may be covered by one option at most, or by any number of options that all give it
//! the same *colour* (XCC). A solution is a set of options; each has a primary item, because an option without one would
//! never be chosen. An option may have a cost, which only matters to whoever looks for cheap solutions. An `ExactCover` is checked as it grows, so that engines need not check it again.

use super::numbers::Numbers;
use crate::run::{Control, Pulse, Stopped, fnv, room};
use std::collections::HashMap;
use std::sync::Arc;
use thiserror::Error;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplicity {
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

impl Multiplicity {
    /// A primary item that is covered exactly once.
    pub const ONCE: Multiplicity = Multiplicity::Primary { lo: 1, hi: 1 };

    /// Whether an option may be chosen for the sake of this item.
    pub fn is_primary(self) -> bool {
        matches!(self, Multiplicity::Primary { .. })
    }
}

/// Something to be covered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    /// What it is called; no two items share a name.
    pub name: String,
    /// What it asks for.
    pub demand: Multiplicity,
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

/// Why an item or an option cannot be added, to an exact cover or to a [`Graph`](crate::graph::Graph), whose items are vertices
/// and whose options are edges.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoverError {
    /// Two items of one name.
    #[error("there is already an item called `{0}`")]
    DuplicateItem(String),
    /// A lower bound that is larger than the upper one.
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
    /// An option that holds an item twice.
    #[error("the option holds item `{0}` twice")]
    RepeatedItem(String),
    /// Only secondary items have colours.
    #[error("item `{0}` is primary, and only a secondary item has colours")]
    ColouredPrimary(String),
    /// An option without items.
    #[error("the option is empty")]
    EmptyOption,
    /// More things than indices of 32 bits can tell apart.
    #[error("more {0} than 32 bits can number")]
    TooMany(&'static str),
    /// A graph without a vertex.
    #[error("a graph has a vertex at least")]
    NoVertex,
    /// Two vertices are no cycle.
    #[error("a cycle has three vertices at least")]
    ShortCycle,
    /// A graph of more vertices, or more edges, than can be looked through.
    #[error("the graph has more than {most} {0}", most = crate::graph::MOST)]
    TooLarge(&'static str),
    /// An edge from a vertex to itself.
    #[error("an edge joins {0} to itself")]
    Loop(String),
    /// Two edges of one name.
    #[error("there are two edges {0}")]
    DuplicateEdge(String),
    /// A name that no vertex has.
    #[error("there is no vertex '{name}'")]
    UnknownVertex {
        /// The name.
        name: String,
    },
}

/// An exact cover problem, with colours and multiplicities.
///
/// ```
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
/// // The example of TAOCP 7.2.2.1 (49) leaves one way to cover p, q and r, with x and y agreeing.
/// let mut cover = ExactCover::default();
/// let [p, q, r] = ["p", "q", "r"].map(|name| cover.add_item(name, Multiplicity::ONCE).unwrap());
/// let [x, y] = ["x", "y"].map(|name| cover.add_item(name, Multiplicity::Secondary).unwrap());
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
    /// Shared by the covers that are made of one another.
    names: Arc<Names>,
    ends: Vec<usize>,
    entries: Vec<Entry>,
    /// What options cost, up to the last that costs something.
    costs: Vec<u64>,
}

/// What items and colours are called.
#[derive(Clone, Debug, Default)]
struct Names {
    items: Vec<Item>,
    by_name: Numbers,
    colours: Vec<String>,
    by_colour: HashMap<String, u32>,
}

impl PartialEq for ExactCover {
    /// Whether items, colours and options are alike and in the same order, and cost the same.
    fn eq(&self, other: &Self) -> bool {
        self.names.items == other.names.items
            && self.names.colours == other.names.colours
            && self.ends == other.ends
            && self.entries == other.entries
            && self.costs().eq(other.costs())
    }
}

impl Eq for ExactCover {}

/// Bytes that a short name takes, as the system gives them.
const BYTES_PER_NAME: usize = 32;

impl ExactCover {
    /// Adds an item and returns its index.
    ///
    /// # Errors
    /// When the name is taken or the bounds contradict each other.
    pub fn add_item(&mut self, name: impl Into<String>, demand: Multiplicity) -> Result<u32, CoverError> {
        let name = name.into();
        if let Multiplicity::Primary { lo, hi } = demand
            && lo > hi
        {
            return Err(CoverError::Bounds { name, lo, hi });
        }
        let index = index(self.items().len(), "items")?;
        if self.item(&name).is_some() {
            return Err(CoverError::DuplicateItem(name));
        }
        let names = Arc::make_mut(&mut self.names);
        names.by_name.insert(name.as_str(), index);
        names.items.push(Item { name, demand });
        Ok(index)
    }

    /// Makes room for `items` more items, so that the table of their names need not be built anew as they become many.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(crate) fn expect_items(&mut self, items: usize) -> Result<(), Stopped> {
        const WHAT: &str = "the list of items";
        let names = Arc::make_mut(&mut self.names);
        room::room(&mut names.items, items, WHAT)?;
        let needed = (items as u64).saturating_mul(2 * size_of::<(u64, u32)>() as u64);
        names.by_name.reserve(items).map_err(|_| Stopped::NoMemory { what: WHAT.to_owned(), needed })?;
        // Names are allocated one by one, which cannot be refused; so a list of their total size is asked for first, and given
        // back.
        room::list::<[u8; BYTES_PER_NAME]>(items, WHAT).map(drop)
    }

    /// Makes room for `options` more options with `entries` entries together.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(crate) fn expect_options(&mut self, options: usize, entries: usize) -> Result<(), Stopped> {
        const WHAT: &str = "the options of the puzzle";
        room::more(&mut self.ends, options, WHAT)?;
        room::more(&mut self.entries, entries, WHAT)?;
        Ok(())
    }

    /// The colour called `name`, as an [`Entry`] holds it: a new one if there is none yet.
    pub fn colour(&mut self, name: &str) -> u32 {
        if let Some(&colour) = self.names.by_colour.get(name) {
            return colour;
        }
        let names = Arc::make_mut(&mut self.names);
        names.colours.push(name.to_owned());
        let colour = names.colours.len() as u32;
        names.by_colour.insert(name.to_owned(), colour);
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
            let item = self.items().get(entry.item as usize).ok_or(CoverError::UnknownItem(entry.item))?;
            if entry.colour as usize > self.colours().len() {
                return Err(CoverError::UnknownColour(entry.colour));
            }
            if entry.colour != 0 && item.demand.is_primary() {
                return Err(CoverError::ColouredPrimary(item.name.clone()));
            }
        }
        let mut seen: Vec<u32> = entries.iter().map(|e| e.item).collect();
        seen.sort_unstable();
        if let Some(pair) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CoverError::RepeatedItem(self.items()[pair[0] as usize].name.clone()));
        }
        let option = index(self.ends.len(), "options")?;
        self.entries.extend_from_slice(entries);
        self.ends.push(self.entries.len());
        Ok(option)
    }

    /// The items, in the order they were added.
    pub fn items(&self) -> &[Item] {
        &self.names.items
    }

    /// The names of the colours; the one that an [`Entry`] calls 1 comes first.
    pub fn colours(&self) -> &[String] {
        &self.names.colours
    }

    /// The index of the item called `name`.
    pub fn item(&self, name: &str) -> Option<u32> {
        self.names.by_name.get(name, |item| self.names.items[item as usize].name == name)
    }

    /// `name`, with as many asterisks behind it as it takes until no item is called so.
    pub(crate) fn free_name(&self, mut name: String) -> String {
        while self.item(&name).is_some() {
            name.push('*');
        }
        name
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

    /// Says what option `i` costs; before that it costs nothing.
    ///
    /// # Panics
    /// When there is no such option.
    pub fn set_cost(&mut self, i: u32, cost: u64) {
        let i = i as usize;
        assert!(i < self.ends.len(), "there are {} options", self.ends.len());
        if cost > 0 && self.costs.len() <= i {
            self.costs.resize(i + 1, 0);
        }
        if let Some(known) = self.costs.get_mut(i) {
            *known = cost;
        }
    }

    /// What option `i` costs.
    pub fn cost(&self, i: u32) -> u64 {
        self.costs.get(i as usize).copied().unwrap_or(0)
    }

    /// What the options cost, in the order they were added.
    pub fn costs(&self) -> impl ExactSizeIterator<Item = u64> {
        (0..self.ends.len() as u32).map(|i| self.cost(i))
    }

    /// Whether any option costs something.
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|&cost| cost > 0)
    }

    /// Whether option `i` holds a primary item. An option that holds none is never chosen.
    pub fn has_primary(&self, i: u32) -> bool {
        self.option(i).iter().any(|e| self.items()[e.item as usize].demand.is_primary())
    }

    /// Whether no secondary item has a colour and every primary item is covered once: what TAOCP calls XC.
    pub fn is_plain(&self) -> bool {
        self.colours().is_empty()
            && self.items().iter().all(|item| !item.demand.is_primary() || item.demand == Multiplicity::ONCE)
    }

    /// Bytes of `options` options with `entries` entries together.
    pub(super) fn bytes_of(options: usize, entries: usize) -> u64 {
        (options * size_of::<usize>() + entries * size_of::<Entry>()) as u64
    }

    /// Bytes that the options take.
    pub(crate) fn bytes(&self) -> u64 {
        ExactCover::bytes_of(self.ends.capacity(), self.entries.capacity())
    }

    fn without_options(&self) -> ExactCover {
        ExactCover {
            names: Arc::clone(&self.names),
            ends: Vec::new(),
            entries: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// These items with only the options that `keep` says yes to, in the order of `order`, and for each its index
    /// here. Colours keep their numbers.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn restricted(
        &self,
        order: impl IntoIterator<Item = u32>,
        keep: impl Fn(u32) -> bool,
        control: &Control,
    ) -> Result<(ExactCover, Vec<u32>), Stopped> {
        const WHAT: &str = "the options that are searched";
        let pulse = Pulse::preparing(control);
        let (mut options, mut entries) = (0, 0);
        for option in (0..self.option_count() as u32).filter(|&option| keep(option)) {
            pulse.beat()?;
            options += 1;
            entries += self.option(option).len();
        }
        let mut kept = self.without_options();
        control.reserve(options as u64 * 4 + ExactCover::bytes_of(options, entries), WHAT)?;
        kept.expect_options(options, entries)?;
        let mut indices = room::list(options, WHAT)?;
        for option in order {
            pulse.beat()?;
            if keep(option) {
                let entries = self.option(option);
                room::more(&mut kept.entries, entries.len(), WHAT)?.extend_from_slice(entries);
                room::more(&mut kept.ends, 1, WHAT)?.push(kept.entries.len());
                kept.set_cost(kept.ends.len() as u32 - 1, self.cost(option));
                room::more(&mut indices, 1, WHAT)?.push(option);
            }
        }
        Ok((kept, indices))
    }

    /// This cover with one more item, called `name`, in all options that `holds` says yes to.
    ///
    /// # Errors
    /// When the name is taken, the bounds contradict each other or there are too many items.
    pub fn with_item(
        &self,
        name: impl Into<String>,
        demand: Multiplicity,
        holds: impl Fn(u32) -> bool,
    ) -> Result<ExactCover, CoverError> {
        let mut extended = self.without_options();
        let item = extended.add_item(name, demand)?;
        for (i, option) in self.options().enumerate() {
            extended.entries.extend_from_slice(option);
            extended.entries.extend(holds(i as u32).then_some(Entry::plain(item)));
            extended.ends.push(extended.entries.len());
        }
        extended.costs.clone_from(&self.costs);
        Ok(extended)
    }

    /// A number that two different problems hardly ever share, the same on every machine: items, demands, colours and
    /// options in their order, with their costs (FNV-1a, 64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.bytes());
        };
        for item in self.items() {
            text(&mut bytes, &item.name);
            let demand = match item.demand {
                Multiplicity::Primary { lo, hi } => [1, lo, hi],
                Multiplicity::Secondary => [2, 0, 0],
            };
            bytes.extend(demand.iter().flat_map(|n| n.to_le_bytes()));
        }
        self.colours().iter().for_each(|colour| text(&mut bytes, colour));
        for option in self.options() {
            bytes.extend((option.len() as u32).to_le_bytes());
            bytes.extend(option.iter().flat_map(|e| [e.item, e.colour]).flat_map(u32::to_le_bytes));
        }
        if self.has_costs() {
            bytes.extend(self.costs().flat_map(u64::to_le_bytes));
        }
        fnv(&bytes)
    }
}

fn index(len: usize, what: &'static str) -> Result<u32, CoverError> {
    u32::try_from(len).ok().filter(|&i| i < u32::MAX - 1).ok_or(CoverError::TooMany(what))
}
