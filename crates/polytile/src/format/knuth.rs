//! Solutions of exact covers as Knuth's programs DLX1 and DLX2 print them (TAOCP 7.2.2.1).
//!
//! ```text
//! 1:
//!  a d f (2 of 2)
//!  b g (1 of 1)
//!  c e (1 of 1)
//! ```
//!
//! In: a cover, and a solution found by any engine. Out: its options in the order in which these programs choose them. That order
//! follows from the solution alone, so nothing of their search is repeated: of the items that are not covered yet the one that
//! the fewest options can still cover comes next, the first on the line of items where there are several; the solution says by
//! which option, and its line begins with that item, goes round the option, and ends with its number among those that were left.
//! Solutions have the numbers of whoever found them, so two outputs are alike when their lines are sorted.
//!
//! Cost: for each solution a look at every entry of the options that go.

use super::FormatError;
use crate::exact_cover::{Entry, ExactCover, Multiplicity};
use std::fmt::Write;

/// Tells solutions of a cover.
#[derive(Clone, Debug)]
pub struct Teller<'a> {
    cover: &'a ExactCover,
    /// For each item the options that hold it.
    lists: Vec<Vec<u32>>,
}

impl<'a> Teller<'a> {
    /// Gets ready for the solutions of `cover`.
    ///
    /// ```
    /// use polytile::format::{dlx, knuth::Teller};
    /// let cover = dlx::parse("a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n")?.cover;
    /// let told = Teller::new(&cover)?.tell(1, &[0, 3, 4]);
    /// assert_eq!(told, "1:\n a d f (2 of 2)\n b g (1 of 1)\n c e (1 of 1)\n");
    /// # Ok::<(), polytile::format::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// When an item may be covered more than once: DLX3 has another way to choose and to number options.
    pub fn new(cover: &'a ExactCover) -> Result<Self, FormatError> {
        let often = |demand: Multiplicity| demand.is_primary() && demand != Multiplicity::ONCE;
        if let Some(item) = cover.items().iter().find(|item| often(item.demand)) {
            let message = format!(
                "item '{}' is not covered exactly once, and DLX1 and DLX2 know no such item",
                super::number::shortened(&item.name)
            );
            return Err(FormatError::new(message).with_help("leave --knuth out"));
        }
        let mut lists = vec![Vec::new(); cover.items().len()];
        for (number, option) in (0..).zip(cover.options()) {
            if cover.has_primary(number) {
                for entry in option {
                    lists[entry.item as usize].push(number);
                }
            }
        }
        Ok(Teller { cover, lists })
    }

    /// The solution of this number that chooses these options.
    ///
    /// # Panics
    /// When there is no such option.
    pub fn tell(&self, number: u64, chosen: &[u32]) -> String {
        let items = self.cover.items();
        let mut text = format!("{number}:\n");
        let mut by = vec![None; items.len()];
        for &option in chosen {
            self.cover.option(option).iter().for_each(|entry| by[entry.item as usize] = Some(option));
        }
        let mut open: Vec<u32> =
            (0..items.len() as u32).filter(|&i| items[i as usize].demand.is_primary()).collect();
        let mut left: Vec<usize> = self.lists.iter().map(Vec::len).collect();
        let mut gone = vec![false; self.cover.option_count()];
        while let Some(&item) = open.iter().min_by_key(|&&item| left[item as usize]) {
            let Some(option) = by[item as usize] else { break };
            let alive = self.lists[item as usize].iter().filter(|&&other| !gone[other as usize]);
            let before = alive.take_while(|&&other| other != option).count();
            self.line(&mut text, option, item);
            // Writing to a string cannot fail.
            let _ = writeln!(text, " ({} of {})", before + 1, left[item as usize]);
            open.retain(|&item| by[item as usize] != Some(option));
            for &Entry { item, colour } in self.cover.option(option) {
                for &other in &self.lists[item as usize] {
                    if gone[other as usize] || (colour != 0 && self.colour(other, item) == colour) {
                        continue;
                    }
                    gone[other as usize] = true;
                    for entry in self.cover.option(other) {
                        left[entry.item as usize] -= 1;
                    }
                }
            }
        }
        text
    }

    /// The colour that an option gives an item.
    fn colour(&self, option: u32, item: u32) -> u32 {
        let entry = self.cover.option(option).iter().find(|entry| entry.item == item);
        entry.map_or(0, |entry| entry.colour)
    }

    /// The items of an option, from this one on.
    fn line(&self, text: &mut String, option: u32, first: u32) {
        let entries = self.cover.option(option);
        let start = entries.iter().position(|entry| entry.item == first).unwrap_or(0);
        for entry in entries[start..].iter().chain(&entries[..start]) {
            text.push(' ');
            *text += &self.cover.items()[entry.item as usize].name;
            if let Some(colour) = entry.colour.checked_sub(1) {
                text.push(':');
                *text += &self.cover.colours()[colour as usize];
            }
        }
    }
}
