//! How many pieces of two tilings lie alike, for one tiling and many others at once.

use super::{ABSENT, Pairs};

/// Columns compared in one go.
const GROUP: usize = 4;
/// Tilings compared in one go.
const BLOCK: usize = 1024;

/// For each piece where it lies in every tiling, 0 where it is not used: the number of the placement among those of the
/// piece.
pub(super) struct Columns {
    lists: Vec<Vec<u16>>,
    /// The number before the first placement of each piece.
    before: Vec<u32>,
    count: usize,
    arch: pulp::Arch,
}

impl Columns {
    /// The columns.
    pub fn new(pairs: &Pairs<'_>) -> Self {
        let sum = |at: &mut u32, n: &u32| Some(std::mem::replace(at, *at + n));
        let before: Vec<u32> = pairs.placements.iter().scan(0, sum).collect();
        let count = pairs.tilings.len();
        let column = |p: usize| (0..count).map(|i| local(pairs.row(i)[p], before[p])).collect();
        let mut columns: Vec<Vec<u16>> = (0..pairs.pieces).map(column).collect();
        // Filled up to whole groups, with pieces that lie nowhere.
        columns.resize(pairs.pieces.next_multiple_of(GROUP), vec![0; count]);
        Columns { lists: columns, before, count, arch: pulp::Arch::new() }
    }

    /// Puts the tilings from `first` on of which the pieces that lie as in `image` weigh at least `least` into `list`.
    pub fn alike(&self, first: usize, image: &[u32], weights: &[u16], least: u16, list: &mut Vec<u32>) {
        let mut sought: Vec<(u16, u16)> = image
            .iter()
            .zip(weights)
            .enumerate()
            .map(|(p, (&at, &weight))| (local(at, self.before[p]), weight))
            .collect();
        sought.resize(self.lists.len(), (u16::MAX, 0));
        let mut scores = [0; BLOCK];
        for start in (first..self.count).step_by(BLOCK) {
            let end = self.count.min(start + BLOCK);
            let scores = &mut scores[..end - start];
            self.arch.dispatch(
                #[inline(always)]
                || self.score(start, &sought, scores),
            );
            // Every number is written, and only those that pass stay.
            let mut kept = list.len();
            list.resize(kept + scores.len(), 0);
            for (j, &score) in (start as u32..).zip(&*scores) {
                list[kept] = j;
                // At most as many as there are scores.
                kept = kept.wrapping_add(usize::from(score >= least));
            }
            list.truncate(kept);
        }
    }

    #[inline(always)]
    fn score(&self, start: usize, sought: &[(u16, u16)], scores: &mut [u16]) {
        scores.fill(0);
        let groups = self.lists.as_chunks::<GROUP>().0.iter().zip(sought.as_chunks::<GROUP>().0);
        for ([a, b, c, d], s) in groups {
            let (a, b) = (&a[start..][..scores.len()], &b[start..][..scores.len()]);
            let (c, d) = (&c[start..][..scores.len()], &d[start..][..scores.len()]);
            let one = |at: u16, (sought, weight): (u16, u16)| if at == sought { weight } else { 0 };
            for (j, score) in scores.iter_mut().enumerate() {
                // A weight is 1 or 2, and there are fewer pieces than bits of a word.
                let (first, second) = (
                    one(a[j], s[0]).wrapping_add(one(b[j], s[1])),
                    one(c[j], s[2]).wrapping_add(one(d[j], s[3])),
                );
                *score = score.wrapping_add(first.wrapping_add(second));
            }
        }
    }
}

fn local(placement: u32, before: u32) -> u16 {
    if placement == ABSENT { 0 } else { (placement - before + 1) as u16 }
}
