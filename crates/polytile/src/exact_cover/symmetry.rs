//! One solution of every symmetry class, and how many the class has.
//!
//! In: what the symmetries do to the options (the group G). When some item is in exactly one option of every solution, and G
//! carries the options that hold it to one another, it suffices to try one option of each of their orbits: every solution has an
//! image with that option in it. This prunes the search to about 1/|G| of its size. Two solutions with the same such option are
//! then images of each other only by symmetries that fix this option, a handful at most, and mostly none but the identity; so an item
//! with few such options is the better choice (a straight piece in a box is a poor one, though it has the fewest options). A
//! solution stands for its class when no such image of it, as a sorted list of options, is smaller. The class has |G| members
//! divided by the number of symmetries that fix the solution.
//!
//! The item is chosen so: of those that must be covered once, and whose options G carries to one another, the one with the least
//! t (t/h)^3, where h options hold it and t of them are tried, one of each orbit; of equals the one whose tried options leave the fewest
//! others beside them, judged by the sum, over the items of these options, of the options that hold each; of equals still, the first.
//! The fewest tried (t alone) is what the search is begun with; the share t/h of them decides how often each class is found again,
//! and its power was found by measuring: with the third, the solid pentominoes in 3x4x5 take two thirds of the time that t alone does.
//!
//! Cost: the options of every item that may be chosen, times |G|, and the entries of those of them that are tried.

use super::{ExactCover, Multiplicity};
use crate::run::{Control, Pulse, Stopped};

/// The symmetries of an exact cover, at work.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// What each does to the options; the identity comes first.
    images: Vec<Vec<u32>>,
    pivot: Option<Pivot>,
}

/// The item by whose options symmetry is broken.
#[derive(Clone, Debug)]
struct Pivot {
    /// For every option: whether it holds the item.
    holds: Vec<bool>,
    /// For every option that holds it and is tried: the symmetries that fix it.
    fixed_by: Vec<Vec<u16>>,
}

impl Symmetries {
    /// The group `images`, lists of what becomes of each option of `cover`, the identity first.
    ///
    /// A piece that is used once is an item by which symmetry may be broken, and a cell in the middle of a board may be.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn new(cover: &ExactCover, images: Vec<Vec<u32>>, control: &Control) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut best: Option<(f64, usize, Pivot)> = None;
        if images.len() > 1 {
            let mut holders_of: Vec<Vec<u32>> = vec![Vec::new(); cover.items().len()];
            for (i, option) in cover.options().enumerate() {
                pulse.beat()?;
                for entry in option {
                    holders_of[entry.item as usize].push(i as u32);
                }
            }
            'items: for (item, holders) in cover.items().iter().zip(&holders_of) {
                pulse.beats(1 + holders.len() as u64)?;
                if item.demand != Multiplicity::ONCE {
                    continue;
                }
                pulse.beats((holders.len() * images.len()) as u64)?;
                // They were gathered in order.
                let holds = |o: u32| holders.binary_search(&o).is_ok();
                for &o in holders {
                    pulse.beats(images.len() as u64)?;
                    if images.iter().any(|image| !holds(image[o as usize])) {
                        continue 'items;
                    }
                }
                let least = |o: u32| images.iter().all(|image| image[o as usize] >= o);
                let tried: Vec<u32> = holders.iter().copied().filter(|&o| least(o)).collect();
                // The larger the share that is tried, the more often classes are found, and the wider the search is on its way.
                let share = tried.len() as f64 / holders.len().max(1) as f64;
                let score = tried.len() as f64 * (share * share * share);
                // Of equals, one whose options leave few others beside them: their items are in many.
                let mut met = 0;
                for &o in &tried {
                    let option = cover.option(o);
                    pulse.beats(option.len() as u64)?;
                    met += option.iter().map(|entry| holders_of[entry.item as usize].len()).sum::<usize>();
                }
                let better = |&(lowest, most, _): &(f64, usize, Pivot)| {
                    score < lowest || (score <= lowest && met > most)
                };
                if best.as_ref().is_none_or(better) {
                    let mut fixed_by = vec![Vec::new(); cover.option_count()];
                    for &o in &tried {
                        let fixing = (0..images.len()).filter(|&s| images[s][o as usize] == o);
                        fixed_by[o as usize] = fixing.map(|s| s as u16).collect();
                    }
                    pulse.beats(cover.option_count() as u64)?;
                    let holds = (0..cover.option_count() as u32).map(holds).collect();
                    best = Some((score, met, Pivot { holds, fixed_by }));
                }
            }
        }
        Ok(Symmetries { images, pivot: best.map(|(_, _, pivot)| pivot) })
    }

    /// Number of symmetries, with the identity.
    pub fn order(&self) -> usize {
        self.images.len()
    }

    /// Whether option `option` need be tried.
    pub fn tries(&self, option: u32) -> bool {
        self.pivot
            .as_ref()
            .is_none_or(|p| !p.holds[option as usize] || !p.fixed_by[option as usize].is_empty())
    }

    /// Whether the search is smaller for breaking the symmetry.
    pub fn breaks(&self) -> bool {
        self.pivot.is_some()
    }

    /// The size of the class of the solution `chosen`, if this is the one that stands for its class among
    /// those that [`Symmetries::tries`] leaves.
    pub fn class_size(&self, chosen: &[u32]) -> Option<u64> {
        let pivot = self.pivot.as_ref().and_then(|p| {
            let option = chosen.iter().find(|&&o| p.holds[o as usize])?;
            Some(p.fixed_by[*option as usize].as_slice())
        });
        if pivot.is_some_and(|fixing| fixing.len() == 1) || self.images.len() == 1 {
            return Some(self.order() as u64);
        }
        let all: Vec<u16>;
        let group = if let Some(fixing) = pivot {
            fixing
        } else {
            all = (0..self.images.len() as u16).collect();
            &all
        };
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        let mut fixing = 0;
        for &s in group {
            let image = self.image(s, &sorted);
            if image < sorted {
                return None;
            }
            fixing += u64::from(image == sorted);
        }
        Some(self.order() as u64 / fixing)
    }

    /// The images of a solution, each once and sorted, the smallest first.
    pub fn class(&self, chosen: &[u32]) -> Vec<Vec<u32>> {
        let mut images: Vec<Vec<u32>> =
            (0..self.images.len() as u16).map(|s| self.image(s, chosen)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    fn image(&self, s: u16, chosen: &[u32]) -> Vec<u32> {
        let mut image: Vec<u32> = chosen.iter().map(|&o| self.images[s as usize][o as usize]).collect();
        image.sort_unstable();
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::Entry;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// The cover of so many items by these options.
    fn cover(items: u32, options: &[&[u32]]) -> ExactCover {
        let mut cover = ExactCover::default();
        for i in 0..items {
            cover.add_item(i.to_string(), Multiplicity::ONCE).unwrap();
        }
        for option in options {
            let entries: Vec<Entry> = option.iter().map(|&item| Entry::plain(item)).collect();
            cover.add_option(&entries).unwrap();
        }
        cover
    }

    /// The options that hold the chosen item, and those of them that are tried, where one symmetry does this to the options.
    fn chosen(cover: &ExactCover, image: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let identity: Vec<u32> = (0..image.len() as u32).collect();
        let images = vec![identity.clone(), image.to_vec()];
        let symmetries = Symmetries::new(cover, images, &Control::default()).unwrap();
        let Some(pivot) = &symmetries.pivot else { return (Vec::new(), Vec::new()) };
        let holders: Vec<u32> = identity.into_iter().filter(|&o| pivot.holds[o as usize]).collect();
        let tried = holders.iter().copied().filter(|&o| symmetries.tries(o)).collect();
        (holders, tried)
    }

    #[test]
    fn the_item_is_the_one_with_the_least_score() {
        // Two options that are images of each other, 1/8; one that is fixed, 1; two pairs of images, 2/8.
        let [pair, fixed, pairs]: [&[&[u32]]; 3] = [&[&[0], &[0]], &[&[1]], &[&[2], &[2], &[2], &[2]]];
        let all = cover(3, &[pair, fixed, pairs].concat());
        assert_eq!(chosen(&all, &[1, 0, 2, 4, 3, 6, 5]), (vec![0, 1], vec![0]));
        // Though there are more orbits of the pairs, the fixed option finds every solution and its image.
        let two = cover(3, &[&[&[0_u32] as &[u32]], fixed, pairs].concat());
        assert_eq!(chosen(&two, &[0, 1, 3, 2, 5, 4]), (vec![2, 3, 4, 5], vec![2, 4]));
        // Options that become those of another item say nothing, wherever they are few.
        let swapped = cover(3, &[&[0], &[1], &[2], &[2]]);
        assert_eq!(chosen(&swapped, &[1, 0, 3, 2]), (vec![2, 3], vec![2]));
        assert_eq!(chosen(&cover(2, &[&[0], &[1]]), &[1, 0]), (vec![], vec![]));
    }

    #[test]
    fn of_equals_the_item_is_the_one_whose_options_meet_the_most() {
        // Items 0 and 1 are alike, but the options of 1 hold item 2 besides, which is in four more.
        let options: [&[u32]; 8] = [&[0], &[0], &[1, 2], &[1, 2], &[2], &[2], &[2], &[2]];
        assert_eq!(chosen(&cover(3, &options), &[1, 0, 3, 2, 5, 4, 7, 6]), (vec![2, 3], vec![2]));
        // And the first, where nothing tells them apart.
        assert_eq!(chosen(&cover(2, &[&[1], &[1], &[0], &[0]]), &[1, 0, 3, 2]), (vec![2, 3], vec![2]));
    }

    #[test]
    fn long_options_are_asked_about() {
        // Each of two thousand items looks at an option of as many entries, more than are passed between two questions.
        let all: Vec<u32> = (0..2000).collect();
        let asked = Arc::new(AtomicU64::new(0));
        let asking = Arc::clone(&asked);
        let control = Control::default().on_asked(move || _ = asking.fetch_add(1, Ordering::Relaxed));
        Symmetries::new(&cover(2000, &[&all, &all]), vec![vec![0, 1], vec![1, 0]], &control).unwrap();
        assert!(asked.load(Ordering::Relaxed) >= 2000);
    }
}
