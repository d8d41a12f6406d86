//! One solution of every symmetry class, and how many the class has.
//!
//! In: what the symmetries do to the options (the group G). When some item is in exactly one option of every solution, and G
//! carries the options that hold it to one another, it suffices to try one option of each of their orbits: every solution has an
//! image with that option in it. This prunes the search to about 1/|G| of its size. Two solutions with the same such option are
//! then images of each other only by symmetries that fix this option, a handful at most, and mostly none but the identity; so an item
//! with few such options is the better choice (a straight piece in a box is a poor one, though it has the fewest options). A
//! solution stands for its class when no such image of it, as a sorted list of options, is smaller. The class has |G| members
//! divided by the number of symmetries that fix the solution.

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
    /// Of the items that must be covered once, one with few orbits of options becomes the pivot, but one whose options are many to an
    /// orbit: of all solutions such a share is found as there are orbits to the options. A piece that is used once is such an item, and
    /// a cell in the middle of a board may be.
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
            for (item, holders) in cover.items().iter().zip(&holders_of) {
                pulse.beats(1 + holders.len() as u64)?;
                if item.demand != Multiplicity::ONCE {
                    continue;
                }
                // They were gathered in order.
                let holds = |o: u32| holders.binary_search(&o).is_ok();
                if holders.iter().any(|&o| images.iter().any(|image| !holds(image[o as usize]))) {
                    continue;
                }
                let least = |o: u32| images.iter().all(|image| image[o as usize] >= o);
                let tried: Vec<u32> = holders.iter().copied().filter(|&o| least(o)).collect();
                // The larger the share that is tried, the more often classes are found, and the wider the search is on its way; how
                // these weigh against the number tried was measured.
                let share = tried.len() as f64 / holders.len().max(1) as f64;
                let score = tried.len() as f64 * (share * share * share);
                // Of equals, one whose options leave few others beside them: their items are in many.
                let entries = tried.iter().flat_map(|&o| cover.option(o));
                let met: usize = entries.map(|entry| holders_of[entry.item as usize].len()).sum();
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
