//! Which pieces touch, and the order to colour them in.
//!
//! In: the pairs of pieces that own neighbouring cells. Out: the neighbours of every piece, and the *smallest-last*
//! order: take away, again and again, a piece with fewest neighbours left; colour in the reverse of the order of
//! taking. A piece then meets few pieces coloured before it: at most five when the board is drawn in the plane, at most
//! six on a torus, since every planar graph has a vertex of at most five neighbours and every graph on a torus one of
//! at most six. So seven colours are always enough, whichever free colour is taken (if every piece is connected: a
//! wrong tiling may need more). Cost: linear in pairs and pieces, and 4 bytes for each pair, thrice.

use crate::run::{Pulse, Stopped};

/// The graph of pieces that touch.
pub(super) struct Adjacency {
    /// Where the neighbours of each piece end.
    ends: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Adjacency {
    /// The graph of `count` pieces with these `pairs`, which are gone through twice. Repeated pairs are harmless.
    ///
    /// # Errors
    /// When the control that `pulse` asks says stop.
    pub(super) fn new<I: Iterator<Item = (u32, u32)>>(
        count: usize,
        pairs: impl Fn() -> I,
        pulse: &Pulse<'_>,
    ) -> Result<Self, Stopped> {
        let mut ends = vec![0_usize; count];
        for (a, b) in pairs() {
            pulse.beat()?;
            ends[a as usize] += 1;
            ends[b as usize] += 1;
        }
        let mut total = 0;
        let mut starts: Vec<usize> = Vec::with_capacity(count);
        for end in &mut ends {
            starts.push(total);
            total += *end;
            *end = total;
        }
        let mut next = starts.clone();
        let mut neighbours = vec![0; total];
        for (a, b) in pairs() {
            pulse.beat()?;
            for (from, to) in [(a, b), (b, a)] {
                neighbours[next[from as usize]] = to;
                next[from as usize] += 1;
            }
        }
        Self::without_repetition(&starts, &ends, neighbours, pulse)
    }

    fn without_repetition(
        starts: &[usize],
        old_ends: &[usize],
        mut neighbours: Vec<u32>,
        pulse: &Pulse<'_>,
    ) -> Result<Self, Stopped> {
        let mut ends = Vec::with_capacity(old_ends.len());
        let mut kept = 0;
        for (&start, &end) in starts.iter().zip(old_ends) {
            pulse.beats(1 + (end - start) as u64)?;
            neighbours[start..end].sort_unstable();
            let first = kept;
            for i in start..end {
                if kept == first || neighbours[kept - 1] != neighbours[i] {
                    neighbours[kept] = neighbours[i];
                    kept += 1;
                }
            }
            ends.push(kept);
        }
        neighbours.truncate(kept);
        Ok(Adjacency { ends, neighbours })
    }

    /// Number of pieces.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The pieces that touch `piece`, sorted.
    pub(super) fn of(&self, piece: u32) -> &[u32] {
        let piece = piece as usize;
        let start = if piece == 0 { 0 } else { self.ends[piece - 1] };
        &self.neighbours[start..self.ends[piece]]
    }

    /// The order to colour in: every piece has few neighbours before it.
    ///
    /// # Errors
    /// As [`Adjacency::new`].
    pub(super) fn colouring_order(&self, pulse: &Pulse<'_>) -> Result<Vec<u32>, Stopped> {
        let count = self.len() as u32;
        let mut degree: Vec<usize> = (0..count).map(|p| self.of(p).len()).collect();
        // Pieces by the number of neighbours they had when they were put in; an outdated entry is skipped. The last is
        // taken first, so that the first pieces tend to be coloured first.
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); degree.iter().max().map_or(0, |d| d + 1)];
        for piece in 0..count {
            buckets[degree[piece as usize]].push(piece);
        }
        let mut order = Vec::with_capacity(count as usize);
        let mut taken = vec![false; count as usize];
        let mut lowest = 0;
        while lowest < buckets.len() {
            let Some(piece) = buckets[lowest].pop() else {
                lowest += 1;
                continue;
            };
            if taken[piece as usize] || degree[piece as usize] != lowest {
                continue;
            }
            pulse.beat()?;
            taken[piece as usize] = true;
            order.push(piece);
            for &near in self.of(piece).iter().filter(|&&near| !taken[near as usize]) {
                degree[near as usize] -= 1;
                buckets[degree[near as usize]].push(near);
            }
            lowest = lowest.saturating_sub(1);
        }
        order.reverse();
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;

    #[test]
    fn neighbours_and_order() {
        let pairs = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 1), (0, 1)];
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let graph = Adjacency::new(5, || pairs.into_iter(), &pulse).unwrap();
        let neighbours: Vec<&[u32]> = (0..5).map(|p| graph.of(p)).collect();
        assert_eq!(neighbours, [&[1][..], &[0, 2, 3], &[1, 3], &[1, 2], &[]]);
        let order = graph.colouring_order(&pulse).unwrap();
        let before = |p: u32| order.iter().position(|&q| q == p);
        // No vertex has more than two neighbours before it: a triangle with a tail.
        for p in 0..5 {
            assert!(graph.of(p).iter().filter(|&&q| before(q) < before(p)).count() <= 2);
        }
        assert_eq!(order.len(), 5);
        let nothing = Adjacency::new(0, std::iter::empty, &pulse).unwrap();
        assert!(nothing.colouring_order(&pulse).unwrap().is_empty());
    }
}
