//! What a cover knows about geometry without having been told: which items are pieces, and which items are neighbours.
//!
//! In: a [`Plain`] cover. Out: its [`Neighbours`]. So a tiling puzzle written as a plain list of options is as good as
//! one that comes with its board.
//!
//! *Pieces* are items of which every option holds exactly one. Once an option is known to hold a piece, its other items
//! are not pieces; once all its items but one are not, that one is. Suppose any item of one option to be a piece: in a
//! puzzle of pieces these two rules then settle everything, or contradict each other if the item was a cell.
//!
//! *Neighbours* are pairs of the remaining items that must be covered, chosen so that they connect the items of every
//! option. Two cells that touch are together in more options than two that do not; so pairs are taken by that number,
//! for every option at once, as Kruskal takes the edges of a spanning tree. On a board this finds the grid.
//!
//! Cost: the number of options times the square of their lengths, and one pass over the options of two items for every
//! pair taken.

use super::plain::{Kind, Plain};
use crate::bit_string::BitString;
use crate::run::{Pulse, Stopped};
use std::cmp::Reverse;

/// The geometry of a cover.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// The pieces: every option holds exactly one of them; empty if there are no such items.
    pub pieces: Vec<u32>,
    /// The other items that must be covered.
    pub cells: Vec<u32>,
    /// Pairs of cells: the cells of every option are connected by them.
    pub pairs: Vec<(u32, u32)>,
}

impl Neighbours {
    pub(super) fn new(plain: &Plain, pulse: &Pulse<'_>) -> Result<Self, Stopped> {
        let pieces = pieces(plain, pulse)?;
        let cell = |&item: &u32| plain.kinds[item as usize] == Kind::Required && !pieces.contains(&item);
        let cells: Vec<u32> = (0..plain.kinds.len() as u32).filter(cell).collect();
        let mut shapes: Vec<Vec<u32>> =
            plain.choices.iter().map(|choice| choice.items.iter().copied().filter(cell).collect()).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let pairs = connecting(&shapes, plain.kinds.len(), pulse)?;
        Ok(Neighbours { pieces, cells, pairs })
    }

    /// For every item the pairs it is in, as the other item.
    pub(super) fn lists(&self, items: usize) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); items];
        for &(a, b) in &self.pairs {
            lists[a as usize].push(b);
            lists[b as usize].push(a);
        }
        lists
    }

    /// The amounts by which the numbers of neighbours differ, each with the smaller numbers; nothing if there are more than `most`. On a
    /// board there are two or a few. `place` holds the number of every item.
    pub(super) fn shifts<W: BitString>(&self, place: &[u32], most: usize) -> Option<Vec<(u32, W)>> {
        let mut shifts: Vec<(u32, W)> = Vec::new();
        for &(a, b) in &self.pairs {
            let (a, b) = (place[a as usize], place[b as usize]);
            let (low, amount) = (a.min(b), a.abs_diff(b));
            match shifts.iter_mut().find(|shift| shift.0 == amount) {
                Some(shift) => shift.1 |= W::bit(low),
                None => shifts.push((amount, W::bit(low))),
            }
        }
        (shifts.len() <= most).then_some(shifts)
    }

    /// The set of cells.
    pub(super) fn set<W: BitString>(&self, place: &[u32]) -> W {
        self.cells.iter().fold(W::ZERO, |cells, &item| cells | W::bit(place[item as usize]))
    }
}

/// The smallest set of items with exactly one member in each option, among those that follow from one member.
fn pieces(plain: &Plain, pulse: &Pulse<'_>) -> Result<Vec<u32>, Stopped> {
    let items = plain.kinds.len();
    let mut together = vec![false; items * items];
    for choice in &plain.choices {
        pulse.beats(choice.items.len() as u64)?;
        for (&a, &b) in choice.items.iter().flat_map(|a| choice.items.iter().map(move |b| (a, b))) {
            together[a as usize * items + b as usize] = a != b;
        }
    }
    let Some(first) = plain.choices.iter().min_by_key(|choice| choice.items.len()) else {
        return Ok(Vec::new());
    };
    let mut sets = Vec::new();
    for &item in &first.items {
        sets.extend(transversal(plain, &together, item, pulse)?);
    }
    Ok(sets.into_iter().min_by_key(Vec::len).unwrap_or_default())
}

/// The set with one member in each option that follows from `start`, if one does.
fn transversal(
    plain: &Plain,
    together: &[bool],
    start: u32,
    pulse: &Pulse<'_>,
) -> Result<Option<Vec<u32>>, Stopped> {
    let items = plain.kinds.len();
    let mut inside = vec![None; items];
    let mut found = vec![start];
    while !found.is_empty() {
        for member in found.drain(..).map(|item| item as usize) {
            inside[member] = Some(true);
            for (other, _) in
                together[member * items..][..items].iter().enumerate().filter(|(_, with)| **with)
            {
                inside[other] = Some(false);
            }
        }
        for choice in &plain.choices {
            pulse.beat()?;
            let mut possible = choice.items.iter().filter(|&&item| inside[item as usize] != Some(false));
            if let (Some(&item), None) = (possible.next(), possible.next())
                && inside[item as usize].is_none()
            {
                inside[item as usize] = Some(true);
                found.push(item);
            }
        }
    }
    let member = |&item: &u32| inside[item as usize] == Some(true);
    let one =
        |choice: &super::plain::PlainOption| choice.items.iter().filter(|&item| member(item)).count() == 1;
    Ok(plain.choices.iter().all(one).then(|| (0..items as u32).filter(member).collect()))
}

/// Pairs of items that connect each of `shapes`.
fn connecting(shapes: &[Vec<u32>], items: usize, pulse: &Pulse<'_>) -> Result<Vec<(u32, u32)>, Stopped> {
    // Where each item occurs: in which shapes, and at which place in each.
    let mut holders: Vec<Vec<(u32, u32)>> = vec![Vec::new(); items];
    let mut together = vec![0_u64; items * items];
    for (number, shape) in (0..).zip(shapes) {
        pulse.beats(shape.len() as u64)?;
        for (place, &a) in (0..).zip(shape) {
            holders[a as usize].push((number, place));
            shape[..place as usize].iter().for_each(|&b| together[b as usize * items + a as usize] += 1);
        }
    }
    let mut candidates = Vec::new();
    for (a, b) in (0..items).flat_map(|a| (a + 1..items).map(move |b| (a, b))) {
        let both = u128::from(together[a * items + b]);
        if both > 0 {
            // The square of the cosine between the two: items near a border are in fewer options than others.
            let share = ((both * both) << 32) / (holders[a].len() as u128 * holders[b].len() as u128);
            candidates.push((Reverse(share), a, b));
        }
    }
    candidates.sort_unstable();
    let mut parts: Vec<Vec<u32>> = shapes.iter().map(|shape| (0..shape.len() as u32).collect()).collect();
    let mut apart: usize = shapes.iter().map(|shape| shape.len().saturating_sub(1)).sum();
    let mut pairs = Vec::new();
    for (_, a, b) in candidates {
        if apart == 0 {
            break;
        }
        pulse.beats(holders[a].len() as u64)?;
        let before = apart;
        let mut others = holders[b].iter().peekable();
        for &(shape, place) in &holders[a] {
            while others.next_if(|other| other.0 < shape).is_some() {}
            if let Some(&(_, other)) = others.next_if(|other| other.0 == shape) {
                let parts = &mut parts[shape as usize];
                let (one, two) = (parts[place as usize], parts[other as usize]);
                if one != two {
                    parts.iter_mut().filter(|part| **part == two).for_each(|part| *part = one);
                    apart -= 1;
                }
            }
        }
        if apart < before {
            pairs.push((a as u32, b as u32));
        }
    }
    Ok(pairs)
}
