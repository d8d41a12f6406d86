//! Whether two tilings that differ in some pieces are related, decided by whole isometries.
//!
//! The turns are tried first, because bits are quick: a symmetric subset needs a turn that all moved pieces can make, a
//! swap two turns of which each piece can make one. Then come whole isometries: that of a swap's first half follows from
//! how one piece moves, that of the second from the piece that comes to lie where the first one was. It remains to share
//! the pieces out to the halves: if a piece comes to lie upon others, these belong to the other half.

use super::stance::{Point, Stances};
use super::{ABSENT, Limits};
use crate::classes::{Rule, RuleSet, Tilings};

/// Judges the pairs of one tiling with many others.
pub(super) struct Judge<'a> {
    tilings: &'a Tilings,
    stances: &'a Stances,
    relaxed: bool,
    /// The pieces, those that can make the fewest turns first.
    order: Vec<u8>,
    /// Which piece of the one tiling covers each cell.
    owners: Vec<u8>,
    /// The moved pieces of the pair at hand, in that order, and what turns take each to its place.
    moved: Vec<u8>,
    turns: Vec<u8>,
    /// For each piece, the pieces upon which it comes to lie.
    upon: Vec<u64>,
}

/// A turn and a shift.
type Isometry = (u32, Point);

impl<'a> Judge<'a> {
    pub fn new(tilings: &'a Tilings, stances: &'a Stances, relaxed: bool) -> Self {
        let pieces = tilings.problem().pieces.len();
        let mut order: Vec<u8> = (0..pieces as u8).collect();
        // An orientation that few turns keep can be reached by few turns.
        order.sort_by_key(|&p| stances.turns[usize::from(p)][0].count_ones());
        Judge {
            tilings,
            stances,
            relaxed,
            order,
            owners: vec![0; tilings.problem().region.len()],
            moved: Vec::with_capacity(pieces),
            turns: Vec::with_capacity(pieces),
            upon: vec![0; pieces],
        }
    }

    /// From now on, pairs with `image` are judged.
    pub fn turn_to(&mut self, image: &[u32]) {
        for (piece, &placement) in (0..).zip(image).filter(|(_, placement)| **placement != ABSENT) {
            for &cell in self.tilings.encoded().placement(placement).cells {
                self.owners[cell as usize] = piece;
            }
        }
    }

    /// The rules by which `image` and `other`, which differ in the pieces of the mask, are related; nothing if the
    /// bits already rule every rule out.
    pub fn judge(&mut self, image: &[u32], other: &[u32], differ: u64, limits: Limits) -> Option<RuleSet> {
        let count = differ.count_ones() as usize;
        let swaps = count.is_multiple_of(2) && count <= limits.swap;
        self.moved.clear();
        self.turns.clear();
        let mut all = 0xFF;
        for &piece in &self.order {
            if differ >> piece & 1 == 0 {
                continue;
            }
            let p = usize::from(piece);
            if image[p] == ABSENT || other[p] == ABSENT {
                return None;
            }
            let turns = self.stances.turns_between(p, image[p], other[p]);
            all &= turns;
            self.moved.push(piece);
            self.turns.push(turns);
        }
        let symmetric = all != 0 && count <= limits.symmetric;
        let two = count == 2 && limits.two == 2;
        if !symmetric && !two && !(swaps && (self.relaxed || self.two_turns())) {
            return None;
        }
        let mut rules = if two { Rule::Two.into() } else { RuleSet::NONE };
        if symmetric && bits(all).any(|turn| self.all_move(turn, image, other)) {
            rules |= Rule::Symmetric.into();
        }
        if swaps && self.swaps(image, other) {
            rules |= Rule::Swap.into();
        }
        Some(rules)
    }

    /// Whether two turns serve all moved pieces.
    fn two_turns(&self) -> bool {
        bits(self.turns[0]).any(|first| {
            let rest = self.turns.iter().filter(|&turns| turns >> first & 1 == 0);
            rest.fold(0xFF_u8, |all, turns| all & turns) != 0
        })
    }

    /// Whether one isometry with this turn moves all pieces.
    fn all_move(&self, turn: u32, image: &[u32], other: &[u32]) -> bool {
        let shift =
            |&piece: &u8| self.stances.shift(turn, image[usize::from(piece)], other[usize::from(piece)]);
        let first = shift(&self.moved[0]);
        self.moved.iter().all(|piece| shift(piece) == first)
    }

    /// The pieces that `isometry` moves to their places.
    fn moved_by(&self, (turn, by): Isometry, image: &[u32], other: &[u32]) -> u64 {
        let moves = |(&piece, &turns): (&u8, &u8)| {
            let p = usize::from(piece);
            let fits = turns >> turn & 1 == 1 && self.stances.shift(turn, image[p], other[p]) == by;
            u64::from(fits) << piece
        };
        self.moved.iter().zip(&self.turns).map(moves).fold(0, |a, b| a | b)
    }

    /// Whether the moved pieces are two halves that exchange their places.
    fn swaps(&mut self, image: &[u32], other: &[u32]) -> bool {
        let all = self.moved.iter().fold(0, |mask, &piece| mask | 1 << piece);
        for &piece in &self.moved {
            let cells = self.tilings.encoded().placement(other[usize::from(piece)]).cells;
            let upon = cells.iter().fold(0, |mask, &cell| mask | 1_u64 << self.owners[cell as usize]);
            if upon >> piece & 1 == 1 {
                return false;
            }
            self.upon[usize::from(piece)] = upon;
        }
        let first = self.moved[0];
        if self.relaxed {
            return self.share(all, [1 << first, 0], [all; 2], image);
        }
        // A piece of the other half comes to lie where the first piece was.
        let second = self.moved.iter().find(|&&p| self.upon[usize::from(p)] >> first & 1 == 1);
        let Some(&second) = second else { return false };
        let stances = self.stances;
        let isometries = |piece: u8| {
            let (from, to) = (image[usize::from(piece)], other[usize::from(piece)]);
            let turns = stances.turns_between(usize::from(piece), from, to);
            bits(turns).map(move |turn| (turn, stances.shift(turn, from, to)))
        };
        isometries(first).any(|one| {
            let by_one = self.moved_by(one, image, other);
            isometries(second).any(|two| {
                let by_two = self.moved_by(two, image, other);
                by_one | by_two == all && self.share(all, [1 << first, 0], [by_one, by_two], image)
            })
        })
    }

    /// Shares the pieces of `all` out to two halves, which have the pieces `halves` already and may have those of
    /// `allowed`: whether that can be done so that the halves are as required.
    fn share(&self, all: u64, halves: [u64; 2], allowed: [u64; 2], image: &[u32]) -> bool {
        let mut halves = halves;
        // What a piece comes to lie upon belongs to the other half.
        loop {
            let before = halves;
            for side in 0..2 {
                halves[1 - side] |= bits64(halves[side]).fold(0, |mask, p| mask | self.upon[p as usize]);
            }
            if halves == before {
                break;
            }
        }
        let [a, b] = halves;
        if a & b != 0 || a & !allowed[0] != 0 || b & !allowed[1] != 0 || (a | b) & !all != 0 {
            return false;
        }
        if a | b == all {
            return a.count_ones() == b.count_ones() && (!self.relaxed || self.congruent(a, b, image));
        }
        let next = 1 << (all & !(a | b)).trailing_zeros();
        self.share(all, [a | next, b], allowed, image) || self.share(all, [a, b | next], allowed, image)
    }

    /// Whether the pieces of `a` and those of `b` cover regions of one shape.
    fn congruent(&self, a: u64, b: u64, image: &[u32]) -> bool {
        let cells = |half: u64| {
            let indices =
                bits64(half).flat_map(|p| self.tilings.encoded().placement(image[p as usize]).cells);
            indices.map(|&cell| self.tilings.encoded().cells()[cell as usize])
        };
        crate::classes::shape::congruent(self.tilings.problem().region.lattice(), cells(a), cells(b))
    }
}

/// The numbers of the bits that are set.
fn bits(mask: u8) -> impl Iterator<Item = u32> + Clone {
    (0..8).filter(move |bit| mask >> bit & 1 == 1)
}

fn bits64(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(bit)
    })
}
