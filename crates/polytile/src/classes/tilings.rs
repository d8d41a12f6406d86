//! All tilings of a puzzle, one of each symmetry class, in an order that depends on the puzzle alone.
//!
//! In: a problem. Out: [`Tilings`]: lists of placements, by the numbers of [`Problem::placements`] (by piece, then
//! orientation, then cell). Among the images of a tiling under the symmetries of the problem, the one with the
//! smallest sorted list stands for all, and the tilings are sorted by these lists. So the number of a tiling depends
//! neither on the engine that searched nor on its threads. Cost: the search, and for each tiling a sort per symmetry;
//! 4 bytes per piece.

use super::Link;
use crate::exact_cover::Encoded;
use crate::problem::{Problem, UpTo};
use crate::run::{Control, Progress, Refused, Stopped};
use crate::solve::{Options, Question, Reply, Search};
use crate::tiling::{Laid, Tiling};
use std::cmp::Ordering;
use std::sync::Arc;

/// All tilings of a problem, up to its symmetries.
///
/// ```
/// use polytile::{board::Region, classes::Tilings, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// let problem = Problem::new(Region::rectangle(4, 4)?, PieceSet::all(2, Freedom::Free));
/// let tilings = Tilings::find(&problem, &Control::default())?;
/// assert_eq!(tilings.len(), 9);
/// assert_eq!(tilings.tiling(3).check(&problem), Ok(()));
/// assert_eq!(tilings.position(&tilings.tiling(3)), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tilings {
    problem: Problem,
    encoded: Arc<Encoded>,
    /// For each symmetry what every placement becomes; the identity first.
    symmetries: Vec<Vec<u32>>,
    /// The placements of all tilings, one after the other, those of each sorted.
    placements: Vec<u32>,
    ends: Vec<usize>,
}

impl Tilings {
    /// Searches all tilings of `problem`.
    ///
    /// # Errors
    /// When the control says stop, or the tilings do not fit into its memory.
    pub fn find(problem: &Problem, control: &Control) -> Result<Self, Refused> {
        if !problem.given.is_empty() {
            return Err(Refused::Question(
                "relatives are looked for among all tilings of a board, and here pieces lie already; leave out what is given"
                    .to_owned(),
            ));
        }
        if problem.region.has_optional() {
            return Err(Refused::Question(
                "relatives are looked for on boards that are covered as a whole, and here cells may stay empty; make no \
                 cell optional"
                    .to_owned(),
            ));
        }
        let encoded = Arc::new(Encoded::new(problem, control)?);
        let symmetries = encoded.symmetries(problem, control)?;
        let mut found: Vec<u32> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let options = Options { up_to: Some(UpTo::Symmetries), ..Options::default() };
        let search =
            Search::new(&Question::tilings(problem.clone(), Arc::clone(&encoded)), &options, control)?;
        let mut full = None;
        let report = search.list(search.beginning(), None, control, &mut |chosen| {
            let at = found.len();
            found.extend_from_slice(chosen);
            make_canonical(&mut found, at, &symmetries);
            ends.push(found.len());
            if ends.len().is_power_of_two() {
                // Counted twice: sorting them makes a second list, and either may grow to twice its length.
                let bytes = 4 * (4 * found.len() as u64 + 8 * ends.len() as u64);
                full = control.reserve(bytes, "the list of all tilings").err();
            }
            if full.is_some() { Reply::Enough } else { Reply::More }
        });
        let report = report.map_err(|lost| Stopped::TooLarge(lost.to_string()))?;
        if let Some(stopped) = full.or(report.stopped) {
            return Err(stopped.into());
        }
        let tilings = Tilings { problem: problem.clone(), encoded, symmetries, placements: found, ends };
        control.check(Progress::Search { share: 1_000_000, found: tilings.len() as u64 })?;
        Ok(tilings.sorted())
    }

    /// These tilings in the order of their lists, each once.
    fn sorted(self) -> Self {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by_key(|&i| self.get(i));
        order.dedup_by_key(|i| self.get(*i));
        let mut placements = Vec::with_capacity(self.placements.len());
        let mut ends = Vec::with_capacity(order.len());
        for i in order {
            placements.extend_from_slice(self.get(i));
            ends.push(placements.len());
        }
        Tilings { placements, ends, ..self }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no tilings.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The puzzle.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The puzzle as an exact cover, which numbers the placements.
    pub fn encoded(&self) -> &Encoded {
        &self.encoded
    }

    /// Number of symmetries of the puzzle, with the identity.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    /// The sorted placements of tiling `i`, counted from 0.
    pub fn get(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.placements[start..self.ends[i]]
    }

    /// Tiling `i`, counted from 0.
    pub fn tiling(&self, i: usize) -> Tiling {
        self.encoded.tiling(self.get(i))
    }

    /// The image of placements under symmetry `g`, one for one.
    pub fn image<'a>(&'a self, g: usize, placements: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
        placements.iter().map(move |&p| self.symmetries[g][p as usize])
    }

    /// The different images of tiling `i`, sorted, each with the first symmetry that makes it.
    pub fn images(&self, i: usize) -> Vec<(usize, Vec<u32>)> {
        let mut images: Vec<(usize, Vec<u32>)> = Vec::with_capacity(self.symmetries.len());
        for g in 0..self.symmetries.len() {
            let mut image: Vec<u32> = self.image(g, self.get(i)).collect();
            image.sort_unstable();
            if images.iter().all(|(_, other)| *other != image) {
                images.push((g, image));
            }
        }
        images
    }

    /// The placements of the pieces that `link` moves, as they lie in the image of its first tiling.
    pub fn moved(&self, link: &Link) -> Vec<u32> {
        let other = self.get(link.to as usize);
        let mut moved: Vec<u32> = self.image(link.symmetry.into(), self.get(link.from as usize)).collect();
        moved.retain(|placement| other.binary_search(placement).is_err());
        moved.sort_unstable();
        moved
    }

    /// Which tiling some symmetry carries to these placements, and which symmetry: a binary search.
    pub fn find_image(&self, placements: &[u32]) -> Option<(usize, usize)> {
        let mut smallest = placements.to_vec();
        make_canonical(&mut smallest, 0, &self.symmetries);
        let i = self.index_of(&smallest)?;
        let mut sorted = placements.to_vec();
        sorted.sort_unstable();
        let carried = |g: &usize| {
            let mut image: Vec<u32> = self.image(*g, self.get(i)).collect();
            image.sort_unstable();
            image == sorted
        };
        Some((i, (0..self.symmetries.len()).find(carried)?))
    }

    /// Which tiling after number `after` is an image of these placements; `symmetries` then are all those that carry the one to
    /// the other. The placements are given up at their first image that does not come after that tiling, since the tiling that
    /// they stand for does not either.
    pub(super) fn later(
        &self,
        after: usize,
        placements: &[u32],
        room: &mut Room,
        symmetries: &mut Vec<usize>,
    ) -> Option<usize> {
        let (Room { smallest, image }, floor) = (room, self.get(after));
        symmetries.clear();
        for (g, images) in self.symmetries.iter().enumerate() {
            image.clear();
            image.extend(placements.iter().map(|&placement| images[placement as usize]));
            image.sort_unstable();
            if image.as_slice() <= floor {
                return None;
            }
            match if g == 0 { Ordering::Less } else { image.cmp(&smallest) } {
                Ordering::Less => {
                    std::mem::swap(image, smallest);
                    symmetries.clear();
                    symmetries.push(g);
                }
                Ordering::Equal => symmetries.push(g),
                Ordering::Greater => {}
            }
        }
        self.index_of(smallest)
    }

    /// For each symmetry the first one that makes the same image of tiling `i`.
    pub(super) fn first_symmetries(&self, i: usize) -> Vec<usize> {
        let mut images: Vec<Vec<u32>> = Vec::with_capacity(self.symmetries.len());
        let first = |g: usize| {
            let mut image: Vec<u32> = self.image(g, self.get(i)).collect();
            image.sort_unstable();
            let first = images.iter().position(|other| *other == image).unwrap_or(g);
            images.push(image);
            first
        };
        (0..self.symmetries.len()).map(first).collect()
    }

    /// The tiling with this sorted list of placements.
    fn index_of(&self, sorted: &[u32]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.get(middle).cmp(sorted) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The name of the piece of a placement.
    pub fn piece_name(&self, placement: u32) -> &str {
        &self.problem.pieces[self.encoded.placement(placement).piece as usize].name
    }

    /// The sorted placements of `tiling`, if all its pieces lie where the puzzle has placements.
    pub fn placements_of(&self, tiling: &Tiling) -> Option<Vec<u32>> {
        let region = &self.problem.region;
        let mut placements = Vec::with_capacity(tiling.laid().len());
        for Laid { piece, cells } in tiling.laid() {
            let mut indices = cells.iter().map(|&cell| region.index(cell)).collect::<Option<Vec<u32>>>()?;
            indices.sort_unstable();
            let same = |option: &u32| {
                let placement = self.encoded.placement(*option);
                placement.piece as usize == *piece && placement.cells == indices
            };
            placements.push((0..self.encoded.cover().option_count() as u32).find(same)?);
        }
        placements.sort_unstable();
        Some(placements)
    }

    /// The number, from 0, of the tiling that is `tiling` or an image of it.
    pub fn position(&self, tiling: &Tiling) -> Option<usize> {
        self.find_image(&self.placements_of(tiling)?).map(|(i, _)| i)
    }
}

/// Memory for looking for images.
#[derive(Default)]
pub(super) struct Room {
    smallest: Vec<u32>,
    image: Vec<u32>,
}

/// Replaces the placements from `at` on by the smallest of their images, sorted.
fn make_canonical(placements: &mut [u32], at: usize, symmetries: &[Vec<u32>]) {
    let best = &mut placements[at..];
    best.sort_unstable();
    let given = best.to_vec();
    let mut image = vec![0; given.len()];
    // The first is the identity.
    for images in symmetries.iter().skip(1) {
        for (to, &from) in image.iter_mut().zip(&given) {
            *to = images[from as usize];
        }
        image.sort_unstable();
        if *image < *best {
            best.copy_from_slice(&image);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::pieces::{Freedom, PieceSet};

    #[test]
    fn every_image_is_found() {
        let board = Region::rectangle(4, 4).unwrap();
        let problem = Problem::new(board, PieceSet::all(2, Freedom::Free));
        let tilings = Tilings::find(&problem, &Control::default()).unwrap();
        for i in 0..tilings.len() {
            for (g, image) in tilings.images(i) {
                assert_eq!(tilings.find_image(&image), Some((i, g)));
                assert!(tilings.get(i) <= image.as_slice());
            }
        }
    }
}
