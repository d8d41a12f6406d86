//! The shapes of moved regions, and what fills them.
//!
//! In: relations. Out: for each shape, up to isometries, the sets of pieces that fill it in some related pair, and in how
//! many. Of a pair that is related under several symmetries the relation that moves the fewest pieces counts, and of
//! those the one under the first symmetry; so a pair counts once.

use super::{Relations, RuleSet, Shape, Tilings, rules_of};
use std::collections::BTreeMap;

/// A shape of a moved region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedShape {
    /// The region, up to isometries of its lattice.
    pub shape: Shape,
    /// The rules by which the pairs are related.
    pub rules: RuleSet,
    /// Pairs in which it is moved.
    pub pairs: u64,
    /// The pieces that fill it, by their numbers, with the number of pairs, the most frequent first.
    pub fillings: Vec<(Vec<u32>, u64)>,
}

impl Relations {
    /// The shapes of the regions that are moved, from small to large, and of one size the most frequent first.
    pub fn moved_shapes(&self, tilings: &Tilings) -> Vec<MovedShape> {
        let mut found: BTreeMap<Shape, (RuleSet, BTreeMap<Vec<u32>, u64>)> = BTreeMap::new();
        for pair in self.pairs() {
            let Some(link) = pair.iter().min_by_key(|link| (link.moved, link.symmetry)) else { continue };
            let moved = tilings.moved(link);
            let placements = || moved.iter().map(|&p| tilings.encoded().placement(p));
            let cells =
                placements().flat_map(|p| p.cells).map(|&cell| tilings.encoded().cells()[cell as usize]);
            let (rules, fillings) =
                found.entry(Shape::new(tilings.problem().region.lattice(), cells)).or_default();
            *rules |= rules_of(pair);
            *fillings.entry(placements().map(|p| p.piece).collect()).or_default() += 1;
        }
        let mut shapes: Vec<MovedShape> = found
            .into_iter()
            .map(|(shape, (rules, fillings))| {
                let pairs = fillings.values().sum();
                let mut fillings: Vec<(Vec<u32>, u64)> = fillings.into_iter().collect();
                fillings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
                MovedShape { shape, rules, pairs, fillings }
            })
            .collect();
        shapes.sort_by_key(|moved| (moved.shape.cells().len(), std::cmp::Reverse(moved.pairs)));
        shapes
    }
}
