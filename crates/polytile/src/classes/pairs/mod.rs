//! Every pair of tilings compared.
//!
//! In: tilings of a board of squares in the plane, each piece used at most once. Out: the links between them. Three sieves, each
//! finer and slower than the one before:
//!
//! 1. How many pieces lie alike (`compare`): one vector comparison per piece for sixteen pairs. Pairs that move more
//!    pieces than the rules allow go. Where only one piece stays, the others fill the board without it, and one isometry
//!    can move them only if that region has a symmetry that the puzzle lacks; few placements leave such a region.
//! 2. The turns of the moved pieces (`stance`): for a symmetric subset all pieces must allow one of the eight turns, for
//!    a swap two of them must serve all. Eight bits say which turns take one orientation to another.
//! 3. What is left is judged by whole isometries (`judge`).
//!
//! Cost: about a nanosecond per pair of tilings and symmetry for the first sieve, and some ten for each that passes it.

mod compare;
mod judge;
mod rest;
mod stance;

use super::engine::Engine;
use super::relating::Relating;
use super::relations::{Limits, Link, Options, Relations, Step};
use super::{RuleSet, Tilings};
use crate::board::{Lattice, Topology};
use crate::plan::{Candidate, Way};
use crate::run::{Control, Progress, Refused, Stopped, parallel};
use compare::Columns;
use judge::Judge;
use stance::Stances;
use std::sync::atomic::{AtomicU64, Ordering};

/// No placement: the tiling does without the piece.
const ABSENT: u32 = u32::MAX;

/// Seconds for comparing two tilings of 6x10
/// (`polytile classes pentominoes-6x10 --threads 1 --engine pairs`).
const SECONDS_PER_PAIR: f64 = 4e-9;

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a>(
    relating: &'q Relating<'a>,
    _: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Relating<'a>>>, Refused> {
    let Relating { tilings, options } = *relating;
    let (count, blank) = (tilings.len() as f64, Candidate::new(Engine::Pairs));
    Ok(vec![match Pairs::new(tilings, options) {
        Err(obstacle) => Way::barred(blank, obstacle),
        Ok(pairs) => {
            let compared = count * (count / 2.0).floor() * tilings.symmetries() as f64;
            let seconds = Some(compared * SECONDS_PER_PAIR);
            Way::open(Candidate { seconds, ..blank }, move |control| Ok(pairs.find(control)?))
        }
    }])
}

/// The tilings as the sieves need them.
pub(super) struct Pairs<'a> {
    tilings: &'a Tilings,
    options: &'a Options,
    /// For each tiling the placement of every piece of the puzzle.
    rows: Vec<u32>,
    pieces: usize,
    /// How many placements each piece has.
    placements: Vec<u32>,
}

/// What one task has found and counted.
#[derive(Default)]
struct Found {
    links: Vec<Link>,
    compared: u64,
    few: u64,
    but_one: u64,
    turned: u64,
}

impl<'a> Pairs<'a> {
    /// The tilings laid out, or why that cannot be.
    pub fn new(tilings: &'a Tilings, options: &'a Options) -> Result<Self, &'static str> {
        if tilings.problem().region.lattice() != Lattice::Square {
            return Err("pairs can only be compared on a board of squares");
        }
        if tilings.problem().region.topology() != Topology::Plane {
            return Err("pairs can only be compared on a board of the plane");
        }
        let pieces = tilings.problem().pieces.len();
        if pieces > 64 {
            return Err("pairs can only be compared where there are at most 64 pieces");
        }
        let mut placements = vec![0_u32; pieces];
        for option in 0..tilings.encoded().cover().option_count() as u32 {
            placements[tilings.encoded().placement(option).piece as usize] += 1;
        }
        if placements.iter().any(|&n| n >= u32::from(u16::MAX)) {
            return Err("pairs can only be compared where no piece has more than 65534 placements");
        }
        let mut rows = vec![ABSENT; tilings.len() * pieces];
        for (i, row) in rows.chunks_exact_mut(pieces.max(1)).enumerate() {
            for &placement in tilings.get(i) {
                let place = &mut row[tilings.encoded().placement(placement).piece as usize];
                if *place != ABSENT {
                    return Err("pairs can only be compared where no piece is used twice");
                }
                *place = placement;
            }
        }
        Ok(Pairs { tilings, options, rows, pieces, placements })
    }

    fn row(&self, i: usize) -> &[u32] {
        &self.rows[i * self.pieces..][..self.pieces]
    }

    /// Compares all pairs.
    pub fn find(&self, control: &Control) -> Result<Relations, Stopped> {
        let (count, laid) = (self.tilings.len(), self.tilings.encoded().cover().option_count() as u64);
        control.reserve(
            count as u64 * self.pieces as u64 * 6 + laid * 64,
            "the tilings laid out for comparing",
        )?;
        let columns = Columns::new(self);
        let stances = Stances::new(self.tilings);
        let most = self.options.limits(self.most_pieces());
        let flagged = rest::with_symmetric_rest(self.tilings);
        let task = 8;
        let (done, found) = (AtomicU64::new(0), AtomicU64::new(0));
        let results = parallel::map(control.thread_count(), count.div_ceil(task), |k| {
            let progress = Progress::Tilings {
                done: done.fetch_add(task as u64, Ordering::Relaxed),
                total: count as u64,
                relations: found.load(Ordering::Relaxed),
            };
            control.check(progress)?;
            let mut worker = Worker::new(self, &columns, &stances, &flagged);
            (k * task..count.min((k + 1) * task)).for_each(|i| worker.compare(i));
            let links = worker.found.links.len() as u64;
            let all = found.fetch_add(links, Ordering::Relaxed) + links;
            control.reserve(all * 2 * size_of::<Link>() as u64, "the relations found")?;
            Ok(worker.found)
        });
        let mut all = Found::default();
        for result in results {
            let mut found: Found = result?;
            all.links.append(&mut found.links);
            all.compared += found.compared;
            all.few += found.few;
            all.but_one += found.but_one;
            all.turned += found.turned;
        }
        let steps = self.steps(most, &all);
        Ok(Relations::new(all.links, Engine::Pairs, steps))
    }

    fn most_pieces(&self) -> usize {
        (0..self.tilings.len()).map(|i| self.tilings.get(i).len()).max().unwrap_or(0)
    }

    fn steps(&self, most: Limits, all: &Found) -> Vec<Step> {
        let step = |what: String, count| Step { what, count };
        let n = self.most_pieces();
        let few = most.most() - usize::from(most.is_alone(n));
        let mut steps = vec![
            step("pairs of an image of a tiling and another tiling, compared".to_owned(), all.compared),
            step(format!("with at most {few} pieces that lie differently"), all.few),
        ];
        if most.is_alone(n) {
            steps.push(step(
                format!("with {}, where the piece that stays leaves a symmetric region", n - 1),
                all.but_one,
            ));
        }
        steps.push(step("whose pieces all make one of at most two turns, or are two".to_owned(), all.turned));
        steps.push(step("related".to_owned(), all.links.len() as u64));
        steps
    }
}

/// Compares tilings with all later ones.
struct Worker<'a> {
    pairs: &'a Pairs<'a>,
    columns: &'a Columns,
    flagged: &'a [bool],
    judge: Judge<'a>,
    candidates: Vec<u32>,
    found: Found,
}

impl<'a> Worker<'a> {
    fn new(pairs: &'a Pairs<'a>, columns: &'a Columns, stances: &'a Stances, flagged: &'a [bool]) -> Self {
        let judge = Judge::new(pairs.tilings, stances, pairs.options.relaxed);
        Worker { pairs, columns, flagged, judge, candidates: Vec::new(), found: Found::default() }
    }

    /// Compares the images of tiling `i` with the tilings after it.
    fn compare(&mut self, i: usize) {
        let pairs = self.pairs;
        let used = pairs.tilings.get(i).len();
        let limits = pairs.options.limits(used);
        let later = pairs.tilings.len() - 1 - i;
        let mut image = vec![ABSENT; pairs.pieces];
        for (symmetry, placements) in pairs.tilings.images(i) {
            image.fill(ABSENT);
            for placement in placements {
                image[pairs.tilings.encoded().placement(placement).piece as usize] = placement;
            }
            self.found.compared += later as u64;
            let alike = pairs.pieces.saturating_sub(limits.most());
            // If one isometry moves n - 1 pieces, the one that stays must be one of a few: it counts twice.
            let alone = limits.is_alone(used);
            let flagged = |p: usize| image[p] != ABSENT && self.flagged[image[p] as usize];
            let weights: Vec<u16> = (0..pairs.pieces).map(|p| 1 + u16::from(alone && flagged(p))).collect();
            self.candidates.clear();
            let least = alike + usize::from(alone);
            self.columns.alike(i + 1, &image, &weights, least as u16, &mut self.candidates);
            self.judge.turn_to(&image);
            for c in 0..self.candidates.len() {
                let j = self.candidates[c] as usize;
                let other = pairs.row(j);
                let pieces = image.iter().zip(other).rev();
                let differ = pieces.fold(0_u64, |mask, (a, b)| mask << 1 | u64::from(a != b));
                let moved = differ.count_ones() as usize;
                if alone && moved == limits.most() {
                    self.found.but_one += 1;
                } else {
                    self.found.few += 1;
                }
                let Some(rules) = self.judge.judge(&image, other, differ, limits) else { continue };
                self.found.turned += 1;
                if rules != RuleSet::NONE {
                    self.found.links.push(Link {
                        from: i as u32,
                        to: j as u32,
                        symmetry: symmetry as u16,
                        moved: moved as u16,
                        rules,
                    });
                }
            }
        }
    }
}
