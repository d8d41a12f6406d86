//! Every tiling that is related to a given one, made.
//!
//! In: a tiling. Out: the tilings that the rules make of it, with what moves and how. For each isometry of the board
//! `parts` finds the sets of pieces that it carries to themselves, or one to another. Each union of such *parts* is a symmetric
//! subset, or one half of a swap with the place that it goes to; the isometry that brings the other half back is then sought
//! among all. For two pieces, the hole that they leave is filled in all ways (`fill`). The results are looked up among the
//! tilings.
//!
//! Nothing is missed: all that the rules ask of an isometry is that it carries regions of whole pieces to such regions, and parts
//! are the smallest of these. An isometry and its inverse have the same parts, so one of them is tried. A piece that an isometry
//! carries to where a piece of the same kind lies already does not count as moved; parts with such pieces are left out, since the
//! same tiling with the same pieces moved is made without them, if the rules allow it at all.
//!
//! Where pieces repeat, one tiling is made of another in dozens of ways, by as many isometries. So the results are
//! gathered first, each once with all its rules, and only then looked up.
//!
//! Cost: for each tiling a look at every cell for each turn of the lattice, of which squares have eight, and each shift of the
//! board over itself, some tenths of a millisecond on 6x10; however many tilings there are, apart from the look-up.

mod carrier;
mod fill;
mod parts;
mod unions;

use super::engine::Engine;
use super::isometry::Isometry;
use super::relating::Relating;
use super::relations::{Limits, Link, Options, Relations, Step};
use super::tilings::Room;
use super::{Rule, RuleSet, Tilings};
use crate::board::{Cell, Region};
use crate::exact_cover::Encoded;
use crate::plan::{self, Candidate};
use crate::run::{Control, Progress, Pulse, Refused, Stopped, parallel};
use carrier::Carrier;
use fill::Filler;
use parts::{Finder, NONE, Part, Sieve};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use unions::unions;

/// Seconds for making all relatives of one tiling of 6x10
/// (`polytile classes pentominoes-6x10 --threads 1 --engine construct`).
const SECONDS_PER_TILING: f64 = 0.12e-3;

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a>(
    relating: &'q Relating<'a>,
    _: bool,
    _: &Control,
) -> Result<Vec<plan::Way<'q, Relating<'a>>>, Refused> {
    let Relating { tilings, options } = *relating;
    let seconds = Some(tilings.len() as f64 * SECONDS_PER_TILING);
    let candidate = Candidate { seconds, ..Candidate::new(Engine::Construct) };
    let make = move |control: &Control| Ok(Maker::new(tilings, options, control)?.find(control)?);
    Ok(vec![plan::Way::open(candidate, make)])
}

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

/// How many tilings these neighbours are, in words, and in how many ways where one of them is made in several.
pub(crate) fn in_short(neighbours: &[Neighbour]) -> String {
    // They are sorted by their tilings.
    let tilings = neighbours.chunk_by(|a, b| a.tiling == b.tiling).count();
    let s = if tilings == 1 { "" } else { "s" };
    if tilings == neighbours.len() {
        format!("{tilings} neighbour{s}")
    } else {
        format!("{tilings} neighbour{s}, in {} ways", neighbours.len())
    }
}

/// Makes related tilings.
pub struct Maker<'a> {
    tilings: &'a Tilings,
    options: &'a Options,
    /// One of each pair of inverse isometries, and whether it can keep a set of cells.
    isometries: Vec<(Isometry, bool)>,
    filler: Filler,
}

/// One way in which pieces can be moved, in memory that is used again.
#[derive(Clone, Copy)]
struct Made<'a> {
    rule: Rule,
    moves: &'a [(u32, u32)],
    isometries: &'a [Isometry],
}

impl Made<'_> {
    fn way(self) -> Way {
        let mut moves = self.moves.to_vec();
        moves.sort_unstable();
        Way { rule: self.rule, moves, isometries: self.isometries.to_vec() }
    }
}

/// Receives what is made: the number of the tiling among those looked at, and the way.
type Sink<'a> = dyn FnMut(usize, Made<'_>) -> Result<(), Stopped> + 'a;

/// What is made of one tiling: the placements that come, sorted, which determine those that go; and the rules.
type Results = HashMap<Box<[u32]>, RuleSet>;

/// Tilings dealt with together.
const BLOCK: usize = 16;

/// What one task has found and counted.
#[derive(Default)]
struct Found {
    links: Vec<Link>,
    made: u64,
    different: u64,
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
        // Each turn shifts the board over itself.
        let sides: u64 = region.units().iter().map(|&side| u64::from(side)).sum();
        let shifts = sides.saturating_pow(if region.lattice().is_flat() { 2 } else { 3 });
        let needed = (count as u64 * 128).saturating_add(shifts.saturating_mul(64));
        control.reserve(needed, "the isometries of the board")?;
        let once = |isometry: &Isometry| *isometry <= isometry.inverse(region);
        let isometries = Isometry::all(region).into_iter().filter(once);
        Ok(Maker {
            tilings,
            options,
            isometries: isometries.map(|isometry| (isometry, isometry.can_keep(region))).collect(),
            filler: Filler::new(encoded),
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
        let relations = AtomicU64::new(0);
        let account =
            |_| Progress::Tilings { done: 0, total: 1, relations: relations.load(Ordering::Relaxed) };
        self.make(&[&sorted], &Pulse::new(control, &account), &mut |_, made| {
            let coming: Vec<u32> = made.moves.iter().map(|&(_, to)| to).collect();
            let ways = found.entry(result(self.tilings.encoded(), &sorted, &coming)).or_default();
            if ways.iter().all(|other| other.rule != made.rule) {
                ways.push(made.way());
                ways.sort_by_key(|way| way.rule);
            }
            relations.store(found.len() as u64, Ordering::Relaxed);
            Ok(())
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
        // Bytes of results that are not looked up yet.
        let gathered = AtomicU64::new(0);
        let progress = |_| Progress::Tilings {
            done: done.load(Ordering::Relaxed),
            total: count as u64,
            relations: relations.load(Ordering::Relaxed),
        };
        let results = parallel::map(control.thread_count(), count.div_ceil(BLOCK), |task| {
            control.check(progress(0))?;
            let first = task * BLOCK;
            let block: Vec<&[u32]> = (first..count.min(first + BLOCK)).map(|i| self.tilings.get(i)).collect();
            let pulse = Pulse::new(control, &progress);
            let room_for = |links: u64| {
                // Counted twice: at the end they are put into one list.
                let links = relations.load(Ordering::Relaxed) + links;
                let bytes = links * 2 * size_of::<Link>() as u64 + gathered.load(Ordering::Relaxed);
                control.reserve(bytes, "the relations found")
            };
            let mut found = Found::default();
            let mut results: Vec<Results> = vec![Results::new(); block.len()];
            let (mut coming, mut own) = (Vec::new(), 0);
            self.make(&block, &pulse, &mut |which, made| {
                found.made += 1;
                coming.clear();
                coming.extend(made.moves.iter().map(|&(_, to)| to));
                coming.sort_unstable();
                if let Some(rules) = results[which].get_mut(coming.as_slice()) {
                    *rules |= made.rule.into();
                    return Ok(());
                }
                // The list, and twice an entry of the table, which may be half empty.
                let bytes = 16 + 4 * coming.len() as u64 + 2 * size_of::<(Box<[u32]>, RuleSet)>() as u64;
                results[which].insert(coming.as_slice().into(), made.rule.into());
                own += bytes;
                gathered.fetch_add(bytes, Ordering::Relaxed);
                room_for(0)
            })?;
            let mut room = Room::default();
            for (i, results) in (first..).zip(results) {
                self.look_up(i, results, &mut room, &pulse, &mut found)?;
            }
            merge(&mut found.links);
            found.links.shrink_to_fit();
            gathered.fetch_sub(own, Ordering::Relaxed);
            room_for(found.links.len() as u64)?;
            relations.fetch_add(found.links.len() as u64, Ordering::Relaxed);
            done.fetch_add(block.len() as u64, Ordering::Relaxed);
            Ok(found)
        });
        let results = results.into_iter().collect::<Result<Vec<Found>, Stopped>>()?;
        let mut all = Found::default();
        all.links.reserve_exact(results.iter().map(|found| found.links.len()).sum());
        for mut found in results {
            all.links.append(&mut found.links);
            all.made += found.made;
            all.different += found.different;
            all.later += found.later;
        }
        let step = |what: &str, count| Step { what: what.to_owned(), count };
        let steps = vec![
            step(
                "pairs of a tiling and an isometry of the board, of inverse ones the first",
                count as u64 * self.isometries.len() as u64,
            ),
            step("ways to move pieces", all.made),
            step("different results of them", all.different),
            step("that are a later tiling", all.later),
            step("related", all.links.len() as u64),
        ];
        Ok(Relations::new(all.links, Engine::Construct, steps))
    }

    /// Adds the links of tiling `i` with those of the results that are later tilings.
    fn look_up(
        &self,
        i: usize,
        results: Results,
        room: &mut Room,
        pulse: &Pulse<'_>,
        found: &mut Found,
    ) -> Result<(), Stopped> {
        let firsts = self.tilings.first_symmetries(i);
        let mut symmetries = Vec::new();
        found.different += results.len() as u64;
        for (coming, rules) in results {
            pulse.beat()?;
            let made = result(self.tilings.encoded(), self.tilings.get(i), &coming);
            // A rule of the puzzle may forbid the result.
            let Some(j) = self.tilings.later(i, &made, room, &mut symmetries) else { continue };
            found.later += 1;
            for &symmetry in &symmetries {
                found.links.push(Link {
                    from: i as u32,
                    to: j as u32,
                    // Where a tiling has symmetries of its own, the first that makes this image.
                    symmetry: firsts[symmetry] as u16,
                    moved: coming.len() as u16,
                    rules,
                });
            }
        }
        Ok(())
    }

    /// Hands everything that can be made of `tilings` to `sink`.
    fn make(&self, tilings: &[&[u32]], pulse: &Pulse<'_>, sink: &mut Sink<'_>) -> Result<(), Stopped> {
        let subjects: Vec<Subject<'_>> =
            tilings.iter().map(|tiling| Subject::new(self, tiling, pulse)).collect();
        let (mut there, mut return_) = (Carrier::new(self.tilings), Carrier::new(self.tilings));
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
            image.extend(isometry.images(region, cells).map(|image| image.map_or(NONE, index)));
            bare.clear();
            bare.resize(cells.len(), true);
            for &cell in image.iter().filter(|&&cell| cell != NONE) {
                bare[cell as usize] = false;
            }
            let back = isometry.inverse(region);
            there.turn_to(isometry);
            return_.turn_to(back);
            for (which, subject) in subjects.iter().enumerate() {
                pulse.beat()?;
                let mut sink = |made: Made<'_>| sink(which, made);
                let (keeps, exchanges) = subject.may(&mut sieve, &image, &bare);
                if keeps && can_keep && subject.limits.symmetric > 0 {
                    finder.kept(subject.owners(), subject.tiling.len(), &image, &mut parts);
                    if !parts.is_empty() {
                        subject.symmetric(&there, &parts, &mut sink)?;
                        if back != isometry {
                            subject.symmetric(&return_, &parts, &mut sink)?;
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
                        subject.swaps(&there, &parts, &mut sink)?;
                        if back != isometry {
                            for part in &mut parts {
                                std::mem::swap(&mut part.from, &mut part.to);
                            }
                            subject.swaps(&return_, &parts, &mut sink)?;
                        }
                    }
                }
            }
        }
        for (which, subject) in subjects.iter().enumerate().filter(|(_, subject)| subject.limits.two > 0) {
            subject.two(&mut |made: Made<'_>| sink(which, made))?;
        }
        Ok(())
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
    pulse: &'a Pulse<'a>,
}

/// Receives the ways found.
type Ways<'a> = dyn FnMut(Made<'_>) -> Result<(), Stopped> + 'a;

impl<'a> Subject<'a> {
    fn new(maker: &'a Maker<'a>, tiling: &'a [u32], pulse: &'a Pulse<'a>) -> Self {
        let encoded = maker.tilings.encoded();
        let mut owners = vec![tiling.len() as u32; encoded.cells().len() + 1];
        for (piece, &placement) in (0..).zip(tiling) {
            encoded.placement(placement).cells.iter().for_each(|&cell| owners[cell as usize] = piece);
        }
        let sizes = tiling.iter().map(|&p| encoded.placement(p).cells.len() as u32).collect();
        Subject { maker, tiling, owners, sizes, limits: maker.options.limits(tiling.len()), pulse }
    }

    fn owners(&self) -> &[u32] {
        &self.owners[..self.owners.len() - 1]
    }

    /// Whether an isometry may keep parts, and whether it may exchange some, as far as a quick look tells; `bare` are the cells
    /// that are not an image.
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

    /// Adds the moves of these pieces by the isometry of `carrier`, if each may lie where it is carried and no piece of its kind
    /// lies there already.
    fn all_moved(&self, carrier: &Carrier<'_>, pieces: &[u32], moves: &mut Vec<(u32, u32)>) -> bool {
        pieces.iter().all(|&piece| {
            let from = self.tiling[piece as usize];
            let to = carrier.carried(&self.maker.filler, from);
            let to = to.filter(|to| self.tiling.binary_search(to).is_err());
            moves.extend(to.map(|to| (from, to)));
            to.is_some()
        })
    }

    /// The parts all of whose pieces, on the side that moves, can be moved.
    fn movable(&self, carrier: &Carrier<'_>, parts: &[Part]) -> Vec<Part> {
        let mut moves = Vec::new();
        parts.iter().filter(|part| self.all_moved(carrier, &part.from, &mut moves)).cloned().collect()
    }

    /// Symmetric subsets, from the parts that the isometry carries to themselves.
    fn symmetric(&self, carrier: &Carrier<'_>, parts: &[Part], sink: &mut Ways<'_>) -> Result<(), Stopped> {
        let parts = self.movable(carrier, parts);
        let mut moves = Vec::new();
        unions(&parts, self.limits.symmetric, &mut |pieces, _| {
            self.pulse.beat()?;
            moves.clear();
            if !self.all_moved(carrier, pieces, &mut moves) {
                return Ok(());
            }
            sink(Made { rule: Rule::Symmetric, moves: &moves, isometries: &[carrier.isometry()] })
        })
    }

    /// Swaps, from the parts of which the isometry carries one side to the other.
    fn swaps(&self, carrier: &Carrier<'_>, parts: &[Part], sink: &mut Ways<'_>) -> Result<(), Stopped> {
        let parts = self.movable(carrier, parts);
        let (mut there, mut moves) = (Vec::new(), Vec::new());
        unions(&parts, self.limits.swap / 2, &mut |from, to| {
            self.pulse.beat()?;
            there.clear();
            if from.len() != to.len() || !self.all_moved(carrier, from, &mut there) {
                return Ok(());
            }
            let (a, b) = (self.cells(from), self.cells(to));
            let owner = |cell: Cell| self.region().index(cell).map(|index| self.owners[index as usize]);
            let inside = |cell: Cell| owner(cell).is_some_and(|owner| from.contains(&owner));
            for second in Isometry::carrying(self.region(), &b, &a, &inside) {
                let back = Carrier::once(self.maker.tilings, second);
                moves.clone_from(&there);
                if self.all_moved(&back, to, &mut moves) {
                    let isometries = &[carrier.isometry(), second];
                    sink(Made { rule: Rule::Swap, moves: &moves, isometries })?;
                }
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
            self.pulse.beat()?;
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
            self.fill(&b, &a, &mut |laid| there.push(laid.to_vec()))?;
            if there.is_empty() {
                return Ok(());
            }
            let mut here: Vec<Vec<u32>> = Vec::new();
            self.fill(&a, &b, &mut |laid| here.push(laid.to_vec()))?;
            for there in &there {
                for here in &here {
                    let moves = self.matched(a.iter().chain(&b), there.iter().chain(here));
                    self.pulse.beat()?;
                    sink(Made { rule: Rule::Swap, moves: &moves, isometries: &[isometry] })?;
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
                // If they do not touch, each can only lie where the other did.
                if !touching.contains(&(p, q)) && !self.could_change_places(p, q) {
                    continue;
                }
                let mut found: Vec<Vec<u32>> = Vec::new();
                self.fill(&[p, q], &[p, q], &mut |laid| found.push(laid.to_vec()))?;
                for laid in found {
                    let moves = self.matched([p, q].iter(), laid.iter());
                    sink(Made { rule: Rule::Two, moves: &moves, isometries: &[] })?;
                }
            }
        }
        Ok(())
    }

    /// The pairs of pieces that share an edge, in space a face.
    fn touching(&self) -> HashSet<(u32, u32)> {
        let (region, cells) = (self.region(), self.encoded().cells());
        let pairs = cells.iter().zip(self.owners()).flat_map(|(&cell, &owner)| {
            let near = region.beside(cell).flatten().filter_map(|near| region.index(near));
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
    fn fill(&self, place: &[u32], pieces: &[u32], sink: &mut dyn FnMut(&[u32])) -> Result<(), Stopped> {
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
        self.maker.filler.fill(self.encoded(), &region, &mut kinds, self.tiling, self.pulse, sink)
    }

    /// The placements that go, each matched with one of its kind that comes.
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

/// What a tiling becomes when these placements come and the ones that they overlap go: its sorted placements.
fn result(encoded: &Encoded, tiling: &[u32], coming: &[u32]) -> Vec<u32> {
    let mut taken: Vec<u32> = coming.iter().flat_map(|&p| encoded.placement(p).cells).copied().collect();
    taken.sort_unstable();
    // A placement that overlaps in one cell goes as a whole.
    let gone = |placement: u32| {
        encoded.placement(placement).cells.first().is_some_and(|cell| taken.binary_search(cell).is_ok())
    };
    let mut placements: Vec<u32> = tiling.iter().copied().filter(|&placement| !gone(placement)).collect();
    placements.extend_from_slice(coming);
    placements.sort_unstable();
    placements
}

/// Sorts links, and joins those that differ only in their rules.
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
