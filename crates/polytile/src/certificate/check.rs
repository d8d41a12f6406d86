//! Whether weights rule out every choice of pieces.
//!
//! Two things are tried. First, where weights are meant as they are, bounds: if every copy weighs the least that its piece can,
//! or the most, how little and how much can pieces weigh together that cover a given number of cells? The board may weigh less or
//! more than that. Otherwise, all sums: copies are added one after the other, piece by piece, and every state that can be reached
//! is kept: how many cells are covered, what they weigh, and which weight was added last to get there, so that a choice that is
//! not ruled out can be named. Cost: every piece is laid everywhere, or, if all cells weigh the same, only at the first place
//! where it fits; then, for each copy, a step for every number of cells that the copies so far can cover (bounds), or for every
//! state reached times the different weights of the piece (all sums).

use super::{Certificate, CertificateError, Possible, Proof};
use crate::board::{Cell, Region};
use crate::pieces::Polyform;
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped, room};
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

/// Cells covered, and what they weigh.
type State = (u64, i64);

/// What can be reached once a piece has been added, or has not.
struct Stage {
    piece: usize,
    /// Whether any number of copies is added here.
    many: bool,
    /// Every state, with the weight of the last copy added here, if one was.
    reached: BTreeMap<State, Option<i64>>,
}

/// Bytes of a state or a weight that is kept: nodes of these trees are half full at worst.
const STATE_BYTES: u64 = 80;

const WHAT: &str = "what pieces can weigh together";

/// Copies added so far, what is kept of them, and how many steps were taken: asks the control about them.
struct Watch<'a> {
    control: &'a Control,
    /// Bytes of the weights.
    held: u64,
    copies: u64,
    kept: u64,
    steps: u64,
}

impl Watch<'_> {
    fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if !self.steps.is_multiple_of(1 << 10) {
            return Ok(());
        }
        self.control.check(Progress::States { levels: self.copies, found: self.kept, expected: None })
    }

    fn keep(&mut self) -> Result<(), Stopped> {
        self.kept += 1;
        self.control.reserve(self.held + self.kept * STATE_BYTES, WHAT)
    }
}

pub(super) fn check(
    certificate: &Certificate,
    problem: &Problem,
    control: &Control,
) -> Result<Proof, CertificateError> {
    let cells = problem.region.len();
    if certificate.weights.len() != cells {
        return Err(CertificateError::Length { found: certificate.weights.len(), cells });
    }
    let mut watch = Watch { control, held: 8 * cells as u64, copies: 0, kept: 0, steps: 0 };
    let modulus = certificate.modulus;
    let reduced = |weight: i64| modulus.map_or(weight, |m| weight.rem_euclid(i64::from(m)));
    let board = reduced(certificate.weights.iter().sum());
    // Then a piece weighs the same wherever it lies.
    let alike = certificate.weights.windows(2).all(|pair| pair[0] == pair[1]);
    let mut values: Vec<BTreeSet<i64>> = Vec::with_capacity(problem.pieces.len());
    for piece in &problem.pieces {
        let mut sums = BTreeSet::new();
        for shape in &piece.orientations {
            if alike && !sums.is_empty() {
                break;
            }
            if piece.hole {
                // What may stay empty is optional.
                for index in problem.region.optional().filter_map(|cell| problem.region.index(cell)) {
                    watch.step()?;
                    if sums.insert(reduced(certificate.weights[index as usize])) {
                        watch.keep()?;
                    }
                }
                break;
            }
            add_sums(&mut sums, &problem.region, shape, (&certificate.weights, alike), reduced, &mut watch)?;
        }
        values.push(sums);
    }
    let proof = |possible| {
        let pieces = values.iter().map(|values| values.iter().copied().collect()).collect();
        Ok(Proof { board, pieces, possible })
    };
    if modulus.is_none() {
        let most = most_of(problem, values.iter().map(|v| v.last().copied()), &mut watch)?;
        let least = most_of(problem, values.iter().map(|v| v.first().map(|least| -least)), &mut watch)?;
        let least = least.map(|most| -most);
        match (least, most) {
            (None, _) | (_, None) => return proof(Possible::Sums(Vec::new())),
            (Some(least), Some(most)) if least == most && least != board => {
                return proof(Possible::Sums(vec![least]));
            }
            (Some(least), _) if board < least => return proof(Possible::AtLeast(least)),
            (_, Some(most)) if board > most => return proof(Possible::AtMost(most)),
            _ => {}
        }
    }
    let stages = stages(problem, &values, reduced, &mut watch)?;
    let all = cells as u64;
    let last = stages.last().map_or_else(BTreeSet::new, |stage| {
        stage.reached.range((all, i64::MIN)..=(all, i64::MAX)).map(|(state, _)| state.1).collect()
    });
    if last.contains(&board) {
        let choice = choice(problem, &stages, (all, board), reduced);
        return Err(CertificateError::Possible { board, modulus, choice });
    }
    proof(Possible::Sums(last.into_iter().collect()))
}

/// Adds the weights that `shape` can have where it fits; if all weights are `alike`, the first such place is enough.
fn add_sums(
    sums: &mut BTreeSet<i64>,
    region: &Region,
    shape: &Polyform,
    (weights, alike): (&[i64], bool),
    reduced: impl Fn(i64) -> i64,
    watch: &mut Watch,
) -> Result<(), Stopped> {
    let [layers, rows, cols] = [region.layers(), region.rows(), region.cols()].map(i64::from);
    // Where the corner of the box around the shape lies. On a board that wraps these are all there are; on any other,
    // boxes that stick out would not fit anyway.
    let steps = usize::try_from(region.lattice().kinds()).unwrap_or(1);
    for corner in (0..layers).flat_map(|layer| (0..rows).map(move |top| (layer, top))) {
        // By whole units: what points up still does.
        for left in (0..cols).step_by(steps) {
            watch.step()?;
            let place = |cell: &Cell| {
                let (layer, top) = corner;
                let at = [cell.layer, cell.row, cell.col].map(i64::from);
                region.wrap_at([layer + at[0], top + at[1], left + at[2]])
            };
            let places: Option<Vec<Cell>> = shape.cells().iter().map(place).collect();
            let Some(mut places) = places else { continue };
            let sum = places
                .iter()
                .filter_map(|&cell| region.index(cell))
                .map(|index| weights[index as usize])
                .sum();
            places.sort_unstable();
            places.dedup();
            // Around a narrow board a piece may run into itself.
            if places.len() == shape.size() && sums.insert(reduced(sum)) {
                watch.keep()?;
                if alike {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// The most that pieces which cover as many cells as the board has can weigh together, when every copy of a piece
/// weighs `each`; nothing when no pieces cover that many. A piece without a weight fits nowhere.
fn most_of(
    problem: &Problem,
    each: impl Iterator<Item = Option<i64>>,
    watch: &mut Watch,
) -> Result<Option<i64>, Stopped> {
    let all = problem.region.len();
    watch.control.reserve(watch.held + all as u64 * 16, WHAT)?;
    let mut most = room::filled(None, all + 1, WHAT)?;
    most[0] = Some(0);
    // The most cells that the copies so far can cover, however they are chosen.
    let mut reach = 0;
    for (piece, each) in problem.pieces.iter().zip(each) {
        let room = all / piece.size().max(1);
        let needed = piece.copies.min() as usize;
        let Some(each) = each.filter(|_| needed <= room) else {
            if needed > 0 {
                return Ok(None);
            }
            continue;
        };
        let own = |before: Option<i64>| before.map(|sum| sum + each);
        let spare = piece.copies.max().map_or(room, |max| room.min(max as usize)) - needed;
        for _ in 0..needed {
            reach = all.min(reach + piece.size());
            for area in (0..=reach).rev() {
                watch.step()?;
                most[area] = area.checked_sub(piece.size()).and_then(|before| own(most[before]));
            }
        }
        if needed + spare == room {
            reach = all;
            for area in piece.size()..=all {
                watch.step()?;
                most[area] = most[area].max(own(most[area - piece.size()]));
            }
            continue;
        }
        for _ in 0..spare {
            reach = all.min(reach + piece.size());
            for area in (piece.size()..=reach).rev() {
                watch.step()?;
                most[area] = most[area].max(own(most[area - piece.size()]));
            }
        }
    }
    Ok(most[all])
}

/// What can be reached, copy by copy.
fn stages(
    problem: &Problem,
    values: &[BTreeSet<i64>],
    reduced: impl Fn(i64) -> i64 + Copy,
    watch: &mut Watch,
) -> Result<Vec<Stage>, Stopped> {
    let all = problem.region.len() as u64;
    let none = Stage { piece: 0, many: false, reached: BTreeMap::from([((0, reduced(0)), None)]) };
    let mut stages = vec![none];
    for (piece, (kind, values)) in problem.pieces.iter().zip(values).enumerate() {
        let size = kind.size() as u64;
        let room = all / size.max(1);
        let (least, most) =
            (u64::from(kind.copies.min()), kind.copies.max().map_or(room, |m| room.min(m.into())));
        // One copy more than there is room for rules out as much as all of them would.
        for _ in 0..least.min(room + 1) {
            add_one(&mut stages, piece, (size, values, all), true, reduced, watch)?;
        }
        if most >= room {
            add_many(&mut stages, piece, (size, values, all), reduced, watch)?;
        } else {
            for _ in least..most {
                add_one(&mut stages, piece, (size, values, all), false, reduced, watch)?;
            }
        }
    }
    Ok(stages)
}

/// Adds one copy of a piece to everything reached so far; if it need not be, that stays reached too.
fn add_one(
    stages: &mut Vec<Stage>,
    piece: usize,
    (size, values, all): (u64, &BTreeSet<i64>, u64),
    needed: bool,
    reduced: impl Fn(i64) -> i64,
    watch: &mut Watch,
) -> Result<(), Stopped> {
    let mut reached = BTreeMap::new();
    for &(area, weight) in stages.last().into_iter().flat_map(|before| before.reached.keys()) {
        watch.step()?;
        if !needed && reached.insert((area, weight), None).is_none() {
            watch.keep()?;
        }
        if area + size > all {
            continue;
        }
        for &value in values {
            watch.step()?;
            if let Entry::Vacant(new) = reached.entry((area + size, reduced(weight + value))) {
                new.insert(Some(value));
                watch.keep()?;
            }
        }
    }
    watch.copies += 1;
    stages.push(Stage { piece, many: false, reached });
    Ok(())
}

/// Adds any number of copies.
fn add_many(
    stages: &mut Vec<Stage>,
    piece: usize,
    (size, values, all): (u64, &BTreeSet<i64>, u64),
    reduced: impl Fn(i64) -> i64,
    watch: &mut Watch,
) -> Result<(), Stopped> {
    let mut reached = BTreeMap::new();
    let mut waiting: Vec<State> = Vec::new();
    for &state in stages.last().into_iter().flat_map(|before| before.reached.keys()) {
        watch.step()?;
        watch.keep()?;
        reached.insert(state, None);
        waiting.push(state);
    }
    while let Some((area, weight)) = waiting.pop() {
        watch.step()?;
        if area + size > all {
            continue;
        }
        for &value in values {
            watch.step()?;
            let state = (area + size, reduced(weight + value));
            if let Entry::Vacant(new) = reached.entry(state) {
                new.insert(Some(value));
                waiting.push(state);
                watch.keep()?;
            }
        }
    }
    watch.copies += 1;
    stages.push(Stage { piece, many: true, reached });
    Ok(())
}

/// The pieces that were added on the way to `state`.
fn choice(
    problem: &Problem,
    stages: &[Stage],
    mut state: State,
    reduced: impl Fn(i64) -> i64,
) -> Vec<(String, i64, u64)> {
    let mut counts: BTreeMap<(usize, i64), u64> = BTreeMap::new();
    for stage in stages.iter().rev() {
        while let Some(&Some(value)) = stage.reached.get(&state) {
            let size = problem.pieces[stage.piece].size() as u64;
            state = (state.0 - size, reduced(state.1 - value));
            *counts.entry((stage.piece, value)).or_default() += 1;
            if !stage.many {
                break;
            }
        }
    }
    counts
        .into_iter()
        .map(|((piece, value), times)| (problem.pieces[piece].name.clone(), value, times))
        .collect()
}
