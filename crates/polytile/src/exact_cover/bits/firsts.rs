//! Options by their first item.
//!
//! In: options as masks, the lowest bit being the first item. Out: for every item the options that start there, and for
//! every pattern of a few items behind it those of them that the pattern leaves possible. On a board these items are the
//! cells that an option at the first free cell is likely to meet, so that most options that do not fit are never looked
//! at. Cost: an option stands in one list for every pattern that leaves it possible.

use crate::bit_string::BitString;

/// Lists longer than this in all would drop out of the caches.
pub(super) const MOST_LISTED: usize = 1 << 18;

/// For every item the options of which it is the first, for every pattern of the `width` items that follow it.
#[derive(Debug, Default)]
pub(super) struct Firsts {
    width: u32,
    /// Where the list of item i and pattern p ends: `ends[(i << width) + p]`. It starts where the one before it ends.
    ends: Vec<u32>,
    pub lists: Vec<u32>,
}

impl Firsts {
    /// Looks at `masks`, which are in the order of their first items, all below `branching`. Patterns are `widest` items
    /// wide, or less if the lists become long.
    pub(super) fn new<W: BitString>(masks: &[W], branching: u32, widest: u32) -> Self {
        let pattern = |mask: W, item: u32, width: u32| mask.right(item + 1).limb(0) & ((1 << width) - 1);
        let firsts: Vec<u32> = masks.iter().map(|mask| mask.lowest()).collect();
        let length = |width: u32| -> usize {
            let copies =
                |(mask, first): (&W, &u32)| 1 << (width - pattern(*mask, *first, width).count_ones());
            masks.iter().zip(&firsts).map(copies).sum()
        };
        let width = (1..=widest).rev().find(|&width| length(width) <= MOST_LISTED).unwrap_or(0);
        let mut ends = Vec::new();
        let mut lists = Vec::new();
        for item in 0..branching {
            let start = firsts.partition_point(|&first| first < item);
            let end = firsts.partition_point(|&first| first <= item);
            let patterns: Vec<u64> =
                masks[start..end].iter().map(|mask| pattern(*mask, item, width)).collect();
            for free in 0..1_u64 << width {
                let fits = |(_, pattern): &(usize, &u64)| **pattern & !free == 0;
                lists.extend(patterns.iter().enumerate().filter(fits).map(|(i, _)| (start + i) as u32));
                ends.push(lists.len() as u32);
            }
        }
        Firsts { width, ends, lists }
    }

    /// Where the options that start at `item` are in `lists`, but for some that `free` excludes.
    #[inline(always)]
    pub(super) fn range<W: BitString>(&self, item: u32, free: W) -> (u32, u32) {
        // Items are below the width of a mask, and an index beyond the list would be noticed there.
        let pattern = free.right(item.wrapping_add(1)).limb(0) & !u64::MAX.wrapping_shl(self.width);
        let index = (item as usize).wrapping_shl(self.width) | pattern as usize;
        (if index == 0 { 0 } else { self.ends[index.wrapping_sub(1)] }, self.ends[index])
    }
}
