//! Sharing runs of cells out among pieces of the same shape, so that the numbers of copies come out right.
//!
//! In: groups of runs, each with the pieces it may be, and how many copies there may be of each piece. Out: a piece for
//! every run. This is a flow from groups to pieces, found by augmenting paths in two rounds: first every piece is
//! filled to its smallest number of copies as far as possible, then up to its largest. An augmenting path never lowers
//! the number of copies that a piece has in all, so the second round keeps what the first has reached, and both bounds
//! hold if they can hold together. Cost: a search through groups and pieces for each path; groups and pieces are few,
//! and whole groups flow at once.

use crate::pieces::Copies;

/// Runs that may be the same pieces.
pub(super) struct Group {
    /// The pieces, best first.
    pub(super) candidates: Vec<u32>,
    /// The runs.
    pub(super) members: Vec<usize>,
}

/// A piece for every member of every group, where `used` copies of each piece are already taken.
pub(super) fn share_out(groups: &[Group], copies: &[Copies], used: &[u64]) -> Vec<(usize, u32)> {
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); copies.len()];
    for (g, group) in groups.iter().enumerate() {
        for &piece in &group.candidates {
            groups_of[piece as usize].push(g);
        }
    }
    let mut flow = Flow {
        groups,
        groups_of,
        left: groups.iter().map(|g| g.members.len() as u64).collect(),
        amounts: groups.iter().map(|g| vec![0; g.candidates.len()]).collect(),
        load: used.to_vec(),
    };
    let least: Vec<u64> = copies.iter().map(|c| u64::from(c.min())).collect();
    let most: Vec<u64> = copies.iter().map(|c| c.max().map_or(u64::MAX, u64::from)).collect();
    for limit in [least, most] {
        for group in 0..groups.len() {
            while flow.left[group] > 0 && flow.augment(group, &limit) {}
        }
    }
    let mut shared = Vec::new();
    for (group, amounts) in groups.iter().zip(&flow.amounts) {
        let mut members = group.members.iter();
        for (&piece, &amount) in group.candidates.iter().zip(amounts) {
            shared.extend(members.by_ref().take(amount as usize).map(|&m| (m, piece)));
        }
        // Too many for all pieces: the best one is used too often.
        shared.extend(members.map(|&m| (m, group.candidates[0])));
    }
    shared
}

struct Flow<'a> {
    groups: &'a [Group],
    /// The groups that may be each piece.
    groups_of: Vec<Vec<usize>>,
    /// Members of each group without a piece.
    left: Vec<u64>,
    /// Members of each group that are each of its candidates.
    amounts: Vec<Vec<u64>>,
    /// Copies of each piece.
    load: Vec<u64>,
}

impl Flow<'_> {
    /// Gives pieces to some members of `start`, moving others out of the way; whether it could.
    fn augment(&mut self, start: usize, limit: &[u64]) -> bool {
        // How each group was reached: from which group, and through which of the candidates of that group, whose copy it gives up
        // itself.
        let mut from: Vec<Option<(usize, usize)>> = vec![None; self.groups.len()];
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&group) = queue.get(next) {
            next += 1;
            for (c, &piece) in self.groups[group].candidates.iter().enumerate() {
                let room = limit[piece as usize].saturating_sub(self.load[piece as usize]);
                if room > 0 {
                    self.push(start, group, c, room, &from);
                    return true;
                }
                for &other in &self.groups_of[piece as usize] {
                    if other != start && from[other].is_none() && self.amount(other, piece) > 0 {
                        from[other] = Some((group, c));
                        queue.push(other);
                    }
                }
            }
        }
        false
    }

    /// Moves as much as can be along the path that ends with the `c`-th candidate of `group`, which has `room`.
    fn push(&mut self, start: usize, group: usize, c: usize, room: u64, from: &[Option<(usize, usize)>]) {
        let mut path = vec![(group, c)];
        while let Some(&(group, _)) = path.last()
            && let Some(step) = from[group]
        {
            path.push(step);
        }
        let mut amount = room.min(self.left[start]);
        for pair in path.windows(2) {
            let piece = self.groups[pair[1].0].candidates[pair[1].1];
            amount = amount.min(self.amount(pair[0].0, piece));
        }
        for pair in path.windows(2) {
            let piece = self.groups[pair[1].0].candidates[pair[1].1];
            *self.amount_mut(pair[0].0, piece) -= amount;
        }
        for &(group, c) in &path {
            self.amounts[group][c] += amount;
        }
        self.load[self.groups[group].candidates[c] as usize] += amount;
        self.left[start] -= amount;
    }

    fn amount(&self, group: usize, piece: u32) -> u64 {
        let place = self.groups[group].candidates.iter().position(|&p| p == piece);
        place.map_or(0, |c| self.amounts[group][c])
    }

    fn amount_mut(&mut self, group: usize, piece: u32) -> &mut u64 {
        let place = self.groups[group].candidates.iter().position(|&p| p == piece);
        &mut self.amounts[group][place.unwrap_or(0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By trying everything.
    fn possible(groups: &[Group], copies: &[Copies], used: &mut Vec<u64>) -> bool {
        let Some((last, rest)) = groups.split_last() else {
            return copies.iter().zip(used.iter()).all(|(c, &n)| c.allows(n));
        };
        let Some((_, members)) = last.members.split_last() else { return possible(rest, copies, used) };
        let mut smaller: Vec<Group> = rest
            .iter()
            .map(|g| Group { candidates: g.candidates.clone(), members: g.members.clone() })
            .collect();
        smaller.push(Group { candidates: last.candidates.clone(), members: members.to_vec() });
        last.candidates.iter().any(|&piece| {
            used[piece as usize] += 1;
            let found = possible(&smaller, copies, used);
            used[piece as usize] -= 1;
            found
        })
    }

    proptest! {
        #[test]
        fn copies_come_out_right_whenever_they_can(
            groups in prop::collection::vec((prop::collection::btree_set(0_u32..4, 1..4), 1_usize..4), 1..4),
            bounds in prop::collection::vec((0_u32..3, 0_u32..3), 4),
            used in prop::collection::vec(0_u64..2, 4),
        ) {
            let mut start = 0;
            let groups: Vec<Group> = groups.into_iter().map(|(candidates, count)| {
                start += count;
                Group { candidates: candidates.into_iter().collect(), members: (start - count..start).collect() }
            }).collect();
            let copies: Vec<Copies> = bounds.into_iter().map(|(min, more)| Copies::between(min, min + more).unwrap()).collect();
            let shared = share_out(&groups, &copies, &used);
            prop_assert_eq!(shared.len(), start);
            let mut load = used.clone();
            for &(_, piece) in &shared {
                load[piece as usize] += 1;
            }
            let right = copies.iter().zip(&load).all(|(c, &n)| c.allows(n));
            prop_assert_eq!(right, possible(&groups, &copies, &mut used.clone()));
        }
    }
}
