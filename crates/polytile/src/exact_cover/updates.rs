//! The work that dancing links would have with a cover: their *updates*, as Knuth's programs DLX1 and DLX2 count them.
//!
//! In: a cover whose primary items are covered once. Out: how often, on the way to all solutions, an item or an option in the list of an item
//! is unlinked (TAOCP 7.2.2.1, Algorithms X and C). The engines here unlink nothing, so their search is no measure of it: this one
//! goes through the tree as those programs do, always with the first of the items that the fewest options are left for, and counts. Covering an
//! item unlinks the item, and its options from the lists of their other items; a colour that is chosen unlinks the options
//! that have another one there. Items whose colour is chosen keep their lists.
//!
//! Cost: the time of dancing links, and the size of the cover.

use super::{Entry, ExactCover, Multiplicity};
use crate::run::{Control, Progress, Pulse, Stopped};
use std::ops::Range;

/// The updates of a search for all solutions; nothing where an item may be covered more than once.
///
/// ```
/// use polytile::{exact_cover::updates, format::dlx, run::Control};
/// let cover = dlx::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.cover;
/// assert_eq!(updates(&cover, &Control::default())?, Some(29));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop.
pub fn updates(cover: &ExactCover, control: &Control) -> Result<Option<u64>, Stopped> {
    let often = |demand: Multiplicity| demand.is_primary() && demand != Multiplicity::ONCE;
    if cover.items().iter().any(|item| often(item.demand)) {
        return Ok(None);
    }
    // Each entry is in a list, and may be undone; an item and an option take some more.
    let entries: usize = cover.options().map(<[Entry]>::len).sum();
    let bytes = 16 * entries + 64 * cover.items().len() + 16 * cover.option_count();
    control.reserve(bytes as u64, "the lists of dancing links")?;
    let mut search = Dance::new(cover);
    let account = |nodes| Progress::Preparation { steps: nodes };
    let pulse = Pulse::new(control, &account);
    let mut before = 0;
    while search.step() {
        pulse.beats(1 + search.updates - before)?;
        before = search.updates;
    }
    Ok(Some(search.updates))
}

/// What is undone on the way back.
#[derive(Clone, Copy, Debug)]
enum Done {
    /// An item is covered.
    Item(u32),
    /// The colour of an item is chosen.
    Colour(u32),
    /// An option has gone from the lists of its items but this one.
    Option(u32, u32),
}

/// An item that is branched on.
struct Branched {
    item: u32,
    /// Where it is covered, in what was done.
    begin: usize,
    /// Where its options went, of those that were not chosen yet.
    options: Range<usize>,
}

struct Dance<'a> {
    cover: &'a ExactCover,
    /// For each item, the options that hold it.
    lists: Vec<Vec<u32>>,
    /// How many of them are left in its list.
    left: Vec<u32>,
    /// Whether an option is in the lists of its items.
    alive: Vec<bool>,
    /// Whether the colour of an item is chosen.
    chosen: Vec<bool>,
    covered: Vec<bool>,
    primary: Vec<u32>,
    done: Vec<Done>,
    levels: Vec<Branched>,
    /// Whether the next step goes forward.
    forward: bool,
    updates: u64,
}

impl<'a> Dance<'a> {
    fn new(cover: &'a ExactCover) -> Self {
        let items = cover.items().len();
        let mut lists = vec![Vec::new(); items];
        // Programs of Knuth's leave out options without a primary item.
        let alive: Vec<bool> =
            (0..cover.option_count() as u32).map(|number| cover.has_primary(number)).collect();
        for (number, option) in (0..).zip(cover.options()).filter(|(number, _)| alive[*number as usize]) {
            for entry in option {
                lists[entry.item as usize].push(number);
            }
        }
        let is_primary = |&item: &u32| cover.items()[item as usize].demand.is_primary();
        let primary: Vec<u32> = (0..items as u32).filter(is_primary).collect();
        Dance {
            cover,
            left: lists.iter().map(|list| list.len() as u32).collect(),
            lists,
            alive,
            chosen: vec![false; items],
            covered: vec![false; items],
            forward: !primary.is_empty(),
            primary,
            done: Vec::new(),
            levels: Vec::new(),
            updates: 0,
        }
    }

    /// Branches on an item, or chooses its next option, or goes back; false at the end.
    fn step(&mut self) -> bool {
        if self.forward {
            self.forward = false;
            let open = self.primary.iter().filter(|&&item| !self.covered[item as usize]);
            let Some(&item) = open.min_by_key(|&&item| self.left[item as usize]) else { return true };
            let begin = self.done.len();
            self.cover_item(item);
            // Behind the item itself.
            self.levels.push(Branched { item, begin, options: begin + 1..self.done.len() });
            return true;
        }
        let Some(level) = self.levels.last_mut() else { return false };
        let (item, begin, end) = (level.item, level.begin, level.options.end);
        if let Some(Done::Option(option, _)) = level.options.next().map(|at| self.done[at]) {
            self.undo(end);
            self.choose(option, item);
            self.forward = true;
        } else {
            self.levels.pop();
            self.undo(begin);
        }
        true
    }

    /// Covers the other items of an option that is chosen for an item, or chooses their colours, round the option from there.
    fn choose(&mut self, option: u32, item: u32) {
        let entries: &'a [Entry] = self.cover.option(option);
        let from = entries.iter().position(|entry| entry.item == item).unwrap_or(0);
        for entry in entries[from..].iter().skip(1).chain(&entries[..from]) {
            if entry.colour == 0 {
                self.cover_item(entry.item);
            } else if !std::mem::replace(&mut self.chosen[entry.item as usize], true) {
                self.done.push(Done::Colour(entry.item));
                self.clear(entry.item, |other| other.colour != entry.colour);
            }
        }
    }

    fn cover_item(&mut self, item: u32) {
        self.covered[item as usize] = true;
        self.updates += 1;
        self.done.push(Done::Item(item));
        self.clear(item, |_| true);
    }

    /// Unlinks the options in the list of an item from other lists, if they hold the item so.
    fn clear(&mut self, item: u32, goes: impl Fn(&Entry) -> bool) {
        for i in 0..self.lists[item as usize].len() {
            let option = self.lists[item as usize][i];
            let entries = self.cover.option(option);
            let held = entries.iter().find(|entry| entry.item == item);
            if self.alive[option as usize] && held.is_some_and(&goes) {
                self.alive[option as usize] = false;
                self.done.push(Done::Option(option, item));
                self.updates += self.relink(option, item, u32::wrapping_sub);
            }
        }
    }

    /// Changes by one how many options the other items of an option have; how many these are.
    fn relink(&mut self, option: u32, item: u32, change: fn(u32, u32) -> u32) -> u64 {
        let (chosen, left) = (&self.chosen, &mut self.left);
        let linked =
            |entry: &&Entry| entry.item != item && (entry.colour == 0 || !chosen[entry.item as usize]);
        let mut count = 0;
        for entry in self.cover.option(option).iter().filter(linked) {
            let left = &mut left[entry.item as usize];
            *left = change(*left, 1);
            count += 1;
        }
        count
    }

    /// Takes back what was done from there on.
    fn undo(&mut self, to: usize) {
        while self.done.len() > to {
            match self.done.pop() {
                Some(Done::Item(item)) => self.covered[item as usize] = false,
                Some(Done::Colour(item)) => self.chosen[item as usize] = false,
                Some(Done::Option(option, item)) => {
                    self.relink(option, item, u32::wrapping_add);
                    self.alive[option as usize] = true;
                }
                None => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::covers;

    /// As DLX1 says of the first two, which have nothing but plain items, and DLX2 of all.
    #[test]
    fn updates_are_those_of_knuths_programs() {
        let control = Control::default();
        let counted = |cover: &ExactCover| updates(cover, &control).unwrap();
        assert_eq!(counted(&covers::latin(3, &control).unwrap()), Some(628));
        assert_eq!(counted(&covers::langford(7, &control).unwrap()), Some(8339));
        assert_eq!(counted(&covers::queens(6, &control).unwrap()), Some(1973));
        // p q r | x y, where x has colours.
        let mut cover = ExactCover::default();
        let [p, q, r] = ["p", "q", "r"].map(|name| cover.add_item(name, Multiplicity::ONCE).unwrap());
        let [x, y] = ["x", "y"].map(|name| cover.add_item(name, Multiplicity::Secondary).unwrap());
        let [a, b] = [1, 2].map(|colour| move |item| Entry { item, colour });
        let plain = Entry::plain;
        assert_eq!((cover.colour("A"), cover.colour("B")), (1, 2));
        for option in [
            &[plain(p), plain(q), plain(x), a(y)][..],
            &[plain(p), plain(r), a(x), plain(y)],
            &[plain(p), b(x)],
            &[plain(q), a(x)],
            &[plain(r), b(y)],
            &[plain(p), plain(q), plain(r), a(x), b(y)],
        ] {
            cover.add_option(option).unwrap();
        }
        assert_eq!(counted(&cover), Some(31));
        assert_eq!(counted(&ExactCover::default()), Some(0));
        cover.add_item("often", Multiplicity::Primary { lo: 0, hi: 2 }).unwrap();
        assert_eq!(counted(&cover), None);
    }

    #[test]
    fn it_can_be_stopped() {
        let cover = covers::queens(9, &Control::default()).unwrap();
        assert!(updates(&cover, &Control::default().time_limit(std::time::Duration::ZERO)).is_err());
        assert!(updates(&cover, &Control::default().memory(1 << 10)).is_err());
    }
}
