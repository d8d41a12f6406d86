//! Every tiling that is related to a given one, made.
//!
//! In: a tiling. Out: the tilings that the rules make of it, with what moves and how. For each isometry of the board
//! `parts` finds the sets of pieces that it carries to themselves, or one to another. Each union of them is a symmetric
//! subset, or the halves of a swap, whose way back is then sought among all isometries. For two pieces the hole that they
//! leave is filled in all ways (`fill`). The results are looked up among the tilings.
//!
//! Nothing is missed: what the rules say of an isometry is that regions of whole pieces are carried to such regions, and
//! parts are the smallest of these. An isometry and its inverse have the same parts, so one of them is tried. Pieces that
//! an isometry carries to where a piece of the same kind lies already would not count as moved; parts with such pieces
//! are left out, since the same tiling with the same pieces moved is made without them, if the rules allow it at all.
//!
//! Cost: for each tiling about eight looks at every cell for each shift of the board over itself, some tenths of a
//! millisecond on 6x10; no matter how many tilings there are, apart from the look-up.

mod fill;
mod parts;
mod unions;

use super::isometry::Isometry;
use super::relations::{Limits, Link, Method, Options, Relations, Step};
use super::{Rule, Tilings};
use crate::board::{Cell, Region};
use crate::exact_cover::Encoded;
use crate::run::{Control, Progress, Stopped, parallel};
use fill::Filler;
use parts::{Finder, NONE, Part, Sieve};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use unions::unions;

/// One way in which pieces of a tiling can be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The rule that allows it.
    pub rule: Rule,
    /// The placements that go, each with the placement of the same piece that comes, sorted.
    pub moves: Vec<(u32, u32)>,
    /// For a symmetric subset the isometry, for a swap the one of each half, for a relaxed swap one that carries one half
    /// to the other; for two pieces none.
    pub isometries: Vec<Isometry>,
}

/// A tiling that is related to a given one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its number, from 0.
    pub tiling: usize,
    /// The symmetry that carries the tiling of this number to what results from the given one.
    pub symmetry: usize,
    /// What results: its placements, sorted.
    pub placements: Vec<u32>,
    /// How pieces are moved, one way for each rule that allows it.
    pub ways: Vec<Way>,
}

/// Makes related tilings.
pub struct Maker<'a> {
    tilings: &'a Tilings,
    options: &'a Options,
    /// One of each pair of inverse isometries, and whether it can keep a set of cells.
    isometries: Vec<(Isometry, bool)>,
    filler: Filler,
    /// The placement of each piece and its sorted cells.
    by_cells: HashMap<Vec<u32>, u32>,
}

/// Is handed what is made: the number of the tiling among those looked at, and the way.
type Sink<'a> = dyn FnMut(usize, Way) -> Result<(), Stopped> + 'a;

/// Tilings dealt with together.
const BLOCK: usize = 16;

/// What one task has found and counted.
#[derive(Default)]
struct Found {
    links: Vec<Link>,
    made: u64,
    later: u64,
}

impl<'a> Maker<'a> {
    /// Gets ready to make relations of these tilings.
    ///
    /// # Errors
    /// [`Stopped::OutOfMemory`] when the tables of the puzzle do not fit.
    pub fn new(tilings: &'a Tilings, options: &'a Options, control: &Control) -> Result<Self, Stopped> {
        let region = &tilings.problem().region;
        let encoded = tilings.encoded();
        let count = encoded.cover().option_count();
        let sides = u64::from(region.rows()) + u64::from(region.cols());
        control.reserve(count as u64 * 128 + 16 * sides * sides, "the isometries of the board")?;
        let once = |isometry: &Isometry| *isometry <= isometry.inverse(region);
        let isometries = Isometry::all(region).into_iter().filter(once);
        let by_cells = (0..count as u32).map(|option| {
            let placement = encoded.placement(option);
            (std::iter::once(placement.piece).chain(placement.cells.iter().copied()).collect(), option)
        });
        Ok(Maker {
            tilings,
            options,
            isometries: isometries.map(|isometry| (isometry, isometry.can_keep(region))).collect(),
            filler: Filler::new(encoded),
            by_cells: by_cells.collect(),
        })
    }

    /// The tilings that are related to the one with these placements, which may be an image of one of the list.
    ///
    /// # Errors
    /// When the control says stop.
    pub fn neighbours(&self, placements: &[u32], control: &Control) -> Result<Vec<Neighbour>, Stopped> {
        let mut sorted = placements.to_vec();
        sorted.sort_unstable();
        let own = self.tilings.find_image(&sorted).map(|(i, _)| i);
        let mut found: HashMap<Vec<u32>, Vec<Way>> = HashMap::new();
        let total = 1;
        self.make(&[&sorted], &mut |_, way| {
            let ways = found.entry(result(&sorted, &way.moves)).or_default();
            if ways.iter().all(|other| other.rule != way.rule) {
                ways.push(way);
                ways.sort_by_key(|way| way.rule);
            }
            control.check(Progress::Tilings { done: 0, total, relations: found.len() as u64 })
        })?;
        let mut neighbours: Vec<Neighbour> = found
            .into_iter()
            .filter_map(|(placements, ways)| {
                let (tiling, symmetry) = self.tilings.find_image(&placements)?;
                (Some(tiling) != own).then_some(Neighbour { tiling, symmetry, placements, ways })
            })
            .collect();
        neighbours.sort_by(|a, b| (a.tiling, &a.placements).cmp(&(b.tiling, &b.placements)));
        Ok(neighbours)
    }

    /// All relations.
    pub(super) fn find(&self, control: &Control) -> Result<Relations, Stopped> {
        let count = self.tilings.len();
        let (done, relations) = (AtomicU64::new(0), AtomicU64::new(0));
        let progress = || Progress::Tilings {
            done: done.load(Ordering::Relaxed),
            total: count as u64,
            relations: relations.load(Ordering::Relaxed),
        };
        let results = parallel::map(control.thread_count(), count.div_ceil(BLOCK), |task| {
            control.check(progress())?;
            let first = task * BLOCK;
            let block: Vec<&[u32]> = (first..count.min(first + BLOCK)).map(|i| self.tilings.get(i)).collect();
            let mut found = Found::default();
            self.make(&block, &mut |which, way| {
                found.made += 1;
                if found.made.is_multiple_of(1 << 10) {
                    control.check(progress())?;
                }
                self.note(first + which, &way, &mut found);
                Ok(())
            })?;
            merge(&mut found.links);
            done.fetch_add(block.len() as u64, Ordering::Relaxed);
            let links = found.links.len() as u64;
            let all = relations.fetch_add(links, Ordering::Relaxed) + links;
            control.reserve(all * 2 * size_of::<Link>() as u64, "the relations found")?;
            Ok(found)
        });
        let mut all = Found::default();
        for result in results {
            let mut found: Found = result?;
            all.links.append(&mut found.links);
            all.made += found.made;
            all.later += found.later;
        }
        let step = |what: &str, count| Step { what: what.to_owned(), count };
        let steps = vec![
            step(
                "pairs of a tiling and an isometry of the board, of inverse ones the first",
                count as u64 * self.isometries.len() as u64,
            ),
            step("ways to move pieces", all.made),
            step("that lead to a later tiling", all.later),
            step("related", all.links.len() as u64),
        ];
        Ok(Relations::new(all.links, Method::Construct, steps))
    }

    /// Adds the links of tiling `i` with what `way` makes of it, if that is a later tiling.
    fn note(&self, i: usize, way: &Way, found: &mut Found) {
        let made = result(self.tilings.get(i), &way.moves);
        // A rule of the puzzle may forbid the result.
        let Some((j, _)) = self.tilings.find_image(&made).filter(|(j, _)| *j > i) else { return };
        found.later += 1;
        let sorted_image = |symmetry: usize, placements: &[u32]| {
            let mut image: Vec<u32> = self.tilings.image(symmetry, placements).collect();
            image.sort_unstable();
            image
        };
        for symmetry in 0..self.tilings.symmetries() {
            if sorted_image(symmetry, &made) != self.tilings.get(j) {
                continue;
            }
            // Where a tiling has symmetries of its own, the first that makes this image.
            let image = sorted_image(symmetry, self.tilings.get(i));
            let first = (0..symmetry).find(|&s| sorted_image(s, self.tilings.get(i)) == image);
            found.links.push(Link {
                from: i as u32,
                to: j as u32,
                symmetry: first.unwrap_or(symmetry) as u16,
                moved: way.moves.len() as u16,
                rules: way.rule.into(),
            });
        }
    }

    /// Hands everything that can be made of `tilings` to `sink`.
    fn make(&self, tilings: &[&[u32]], sink: &mut Sink<'_>) -> Result<(), Stopped> {
        let subjects: Vec<Subject<'_>> = tilings.iter().map(|tiling| Subject::new(self, tiling)).collect();
        let region = &self.tilings.problem().region;
        let cells = self.tilings.encoded().cells();
        let (mut finder, mut sieve) = (Finder::default(), Sieve::default());
        let mut bare = Vec::new();
        let mut parts = Vec::new();
        let mut image = Vec::with_capacity(cells.len());
        let mut exchanged: Vec<HashSet<(Vec<u32>, Vec<u32>)>> = vec![HashSet::new(); tilings.len()];
        for &(isometry, can_keep) in &self.isometries {
            image.clear();
            let index = |cell: Cell| region.index(cell).unwrap_or(NONE);
            image.extend(cells.iter().map(|&cell| isometry.apply(region, cell).map_or(NONE, index)));
            bare.clear();
            bare.resize(cells.len(), true);
            for &cell in image.iter().filter(|&&cell| cell != NONE) {
                bare[cell as usize] = false;
            }
            let back = isometry.inverse(region);
            for (which, subject) in subjects.iter().enumerate() {
                let mut sink = |way| sink(which, way);
                let (keeps, exchanges) = subject.may(&mut sieve, &image, &bare);
                if keeps && can_keep && subject.limits.symmetric > 0 {
                    finder.kept(subject.owners(), subject.tiling.len(), &image, &mut parts);
                    if !parts.is_empty() {
                        subject.symmetric(isometry, &parts, &mut sink)?;
                        if back != isometry {
                            subject.symmetric(back, &parts, &mut sink)?;
                        }
                    }
                }
                if exchanges && subject.limits.swap > 0 {
                    finder.exchanged(subject.owners(), &subject.sizes, &image, &mut parts);
                    if parts.is_empty() {
                        continue;
                    }
                    if self.options.relaxed {
                        subject.relaxed(isometry, &parts, &mut exchanged[which], &mut sink)?;
                    } else {
                        subject.swaps(isometry, &parts, &mut sink)?;
                        if back != isometry {
                            for part in &mut parts {
                                std::mem::swap(&mut part.from, &mut part.to);
                            }
                            subject.swaps(back, &parts, &mut sink)?;
                        }
                    }
                }
            }
        }
        for (which, subject) in subjects.iter().enumerate().filter(|(_, subject)| subject.limits.two > 0) {
            subject.two(&mut |way| sink(which, way))?;
        }
        Ok(())
    }

    /// Where `isometry` carries `placement`, if the piece may lie there.
    fn carried(&self, isometry: Isometry, placement: u32) -> Option<u32> {
        let region = &self.tilings.problem().region;
        let placement = self.tilings.encoded().placement(placement);
        let cells = self.tilings.encoded().cells();
        let mut key = vec![placement.piece];
        for &cell in placement.cells {
            key.push(region.index(isometry.apply(region, cells[cell as usize])?)?);
        }
        key[1..].sort_unstable();
        self.by_cells.get(&key).copied()
    }
}

/// A tiling at work.
struct Subject<'a> {
    maker: &'a Maker<'a>,
    /// Sorted.
    tiling: &'a [u32],
    /// Which piece of the tiling covers each cell; at the end, one piece more for what is outside.
    owners: Vec<u32>,
    sizes: Vec<u32>,
    limits: Limits,
}

/// Is handed the ways found.
type Ways<'a> = dyn FnMut(Way) -> Result<(), Stopped> + 'a;

impl<'a> Subject<'a> {
    fn new(maker: &'a Maker<'a>, tiling: &'a [u32]) -> Self {
        let encoded = maker.tilings.encoded();
        let mut owners = vec![tiling.len() as u32; encoded.cells().len() + 1];
        for (piece, &placement) in (0..).zip(tiling) {
            encoded.placement(placement).cells.iter().for_each(|&cell| owners[cell as usize] = piece);
        }
        let sizes = tiling.iter().map(|&p| encoded.placement(p).cells.len() as u32).collect();
        Subject { maker, tiling, owners, sizes, limits: maker.options.limits(tiling.len()) }
    }

    fn owners(&self) -> &[u32] {
        &self.owners[..self.owners.len() - 1]
    }

    /// Whether an isometry may keep parts, and whether it may exchange some, as far as a quick look tells; `bare` are the
    /// cells that are nobody's image.
    fn may(&self, sieve: &mut Sieve, image: &[u32], bare: &[bool]) -> (bool, bool) {
        if self.tiling.len() > Sieve::MOST {
            return (true, true);
        }
        sieve.look(&self.owners, self.tiling.len(), image);
        let bare =
            self.owners().iter().zip(bare).fold(0, |mask, (&owner, &bare)| mask | u64::from(bare) << owner);
        (sieve.may_keep(), sieve.may_exchange(bare))
    }

    fn encoded(&self) -> &'a Encoded {
        self.maker.tilings.encoded()
    }

    fn region(&self) -> &'a Region {
        &self.maker.tilings.problem().region
    }

    /// The placement that piece `piece` of the tiling comes to by `isometry`, if it may and nothing of its kind is there.
    fn moved(&self, isometry: Isometry, piece: u32) -> Option<(u32, u32)> {
        let from = self.tiling[piece as usize];
        let to = self.maker.carried(isometry, from)?;
        self.tiling.binary_search(&to).is_err().then_some((from, to))
    }

    /// The moves of these pieces by `isometry`.
    fn all_moved(&self, isometry: Isometry, pieces: &[u32]) -> Option<Vec<(u32, u32)>> {
        pieces.iter().map(|&piece| self.moved(isometry, piece)).collect()
    }

    /// Symmetric subsets, from the parts that `isometry` carries to themselves.
    fn symmetric(&self, isometry: Isometry, parts: &[Part], sink: &mut Ways<'_>) -> Result<(), Stopped> {
        let valid = |part: &&Part| self.all_moved(isometry, &part.from).is_some();
        let parts: Vec<Part> = parts.iter().filter(valid).cloned().collect();
        unions(&parts, self.limits.symmetric, &mut |pieces, _| {
            let Some(mut moves) = self.all_moved(isometry, pieces) else { return Ok(()) };
            moves.sort_unstable();
            sink(Way { rule: Rule::Symmetric, moves, isometries: vec![isometry] })
        })
    }

    /// Swaps, from the parts of which `isometry` carries one side to the other.
    fn swaps(&self, isometry: Isometry, parts: &[Part], sink: &mut Ways<'_>) -> Result<(), Stopped> {
        let valid = |part: &&Part| self.all_moved(isometry, &part.from).is_some();
        let parts: Vec<Part> = parts.iter().filter(valid).cloned().collect();
        unions(&parts, self.limits.swap / 2, &mut |from, to| {
            if from.len() != to.len() {
                return Ok(());
            }
            let Some(there) = self.all_moved(isometry, from) else { return Ok(()) };
            let (a, b) = (self.cells(from), self.cells(to));
            let inside = |cell: Cell| a.contains(&cell);
            for second in Isometry::carrying(self.region(), &b, &a, &inside) {
                let Some(mut moves) = self.all_moved(second, to) else { continue };
                moves.extend_from_slice(&there);
                moves.sort_unstable();
                sink(Way { rule: Rule::Swap, moves, isometries: vec![isometry, second] })?;
            }
            Ok(())
        })
    }

    /// Swaps in which either half may fill the place of the other in any arrangement.
    fn relaxed(
        &self,
        isometry: Isometry,
        parts: &[Part],
        seen: &mut HashSet<(Vec<u32>, Vec<u32>)>,
        sink: &mut Ways<'_>,
    ) -> Result<(), Stopped> {
        unions(parts, self.limits.swap / 2, &mut |from, to| {
            if from.len() != to.len() {
                return Ok(());
            }
            let (mut a, mut b) = (from.to_vec(), to.to_vec());
            a.sort_unstable();
            b.sort_unstable();
            let key = if a < b { (a.clone(), b.clone()) } else { (b.clone(), a.clone()) };
            if !seen.insert(key) {
                return Ok(());
            }
            let mut there: Vec<Vec<u32>> = Vec::new();
            self.fill(&b, &a, &mut |laid| there.push(laid.to_vec()));
            if there.is_empty() {
                return Ok(());
            }
            let mut here: Vec<Vec<u32>> = Vec::new();
            self.fill(&a, &b, &mut |laid| here.push(laid.to_vec()));
            for there in &there {
                for here in &here {
                    let moves = self.matched(a.iter().chain(&b), there.iter().chain(here));
                    sink(Way { rule: Rule::Swap, moves, isometries: vec![isometry] })?;
                }
            }
            Ok(())
        })
    }

    /// Two pieces rearranged.
    fn two(&self, sink: &mut Ways<'_>) -> Result<(), Stopped> {
        let touching = self.touching();
        for q in 1..self.tiling.len() as u32 {
            for p in 0..q {
                // Apart from each other, each can only lie where the other did.
                if !touching.contains(&(p, q)) && !self.could_change_places(p, q) {
                    continue;
                }
                let mut found: Vec<Vec<u32>> = Vec::new();
                self.fill(&[p, q], &[p, q], &mut |laid| found.push(laid.to_vec()));
                for laid in found {
                    let moves = self.matched([p, q].iter(), laid.iter());
                    sink(Way { rule: Rule::Two, moves, isometries: Vec::new() })?;
                }
            }
        }
        Ok(())
    }

    /// The pairs of pieces that share an edge.
    fn touching(&self) -> HashSet<(u32, u32)> {
        let (region, cells) = (self.region(), self.encoded().cells());
        let near = |&Cell { row, col }: &Cell| {
            let (row, col) = (i64::from(row), i64::from(col));
            [region.wrap(row + 1, col), region.wrap(row, col + 1)]
        };
        let pairs = cells.iter().zip(self.owners()).flat_map(|(cell, &owner)| {
            let near = near(cell).into_iter().flatten().filter_map(|near| region.index(near));
            near.map(move |near| (owner, self.owners[near as usize]))
        });
        pairs.filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b))).collect()
    }

    /// Whether two pieces of different names have a shape in common.
    fn could_change_places(&self, p: u32, q: u32) -> bool {
        let kind = |piece: u32| self.encoded().placement(self.tiling[piece as usize]).piece as usize;
        let (p, q) = (kind(p), kind(q));
        let pieces = &self.maker.tilings.problem().pieces;
        p != q
            && pieces[p].size() == pieces[q].size()
            && pieces[p].orientations.iter().any(|shape| pieces[q].orientations.contains(shape))
    }

    /// Fills the region of the pieces `place` with the kinds of `pieces`.
    fn fill(&self, place: &[u32], pieces: &[u32], sink: &mut dyn FnMut(&[u32])) {
        let cells = |&piece: &u32| self.encoded().placement(self.tiling[piece as usize]).cells;
        let mut region: Vec<u32> = place.iter().flat_map(cells).copied().collect();
        region.sort_unstable();
        let mut kinds: Vec<(u32, u32)> = Vec::new();
        for &piece in pieces {
            let kind = self.encoded().placement(self.tiling[piece as usize]).piece;
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, copies)) => *copies += 1,
                None => kinds.push((kind, 1)),
            }
        }
        self.maker.filler.fill(self.encoded(), &region, &mut kinds, self.tiling, sink);
    }

    /// The pieces that go, each with a placement of its kind that comes.
    fn matched<'b>(
        &self,
        go: impl Iterator<Item = &'b u32>,
        come: impl Iterator<Item = &'b u32>,
    ) -> Vec<(u32, u32)> {
        let mut come: Vec<u32> = come.copied().collect();
        // Placements of one kind stand together.
        come.sort_unstable();
        let mut go: Vec<u32> = go.map(|&piece| self.tiling[piece as usize]).collect();
        go.sort_unstable();
        go.into_iter().zip(come).collect()
    }

    /// The cells of some pieces.
    fn cells(&self, pieces: &[u32]) -> Vec<Cell> {
        let indices = pieces.iter().flat_map(|&p| self.encoded().placement(self.tiling[p as usize]).cells);
        indices.map(|&cell| self.encoded().cells()[cell as usize]).collect()
    }
}

/// What a tiling becomes when pieces are moved: its sorted placements.
fn result(tiling: &[u32], moves: &[(u32, u32)]) -> Vec<u32> {
    let gone = |placement: &u32| moves.iter().any(|(from, _)| from == placement);
    let mut placements: Vec<u32> = tiling.iter().copied().filter(|placement| !gone(placement)).collect();
    placements.extend(moves.iter().map(|&(_, to)| to));
    placements.sort_unstable();
    placements
}

/// Sorts links, and makes one of those that differ in their rules only.
fn merge(links: &mut Vec<Link>) {
    links.sort_unstable();
    links.dedup_by(|next, kept| {
        let same = (next.from, next.to, next.symmetry) == (kept.from, kept.to, kept.symmetry);
        if same {
            kept.rules |= next.rules;
        }
        same
    });
}
