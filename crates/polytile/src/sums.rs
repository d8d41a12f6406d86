//! Which areas are sums of the sizes of pieces.
//!
//! In: sizes, each with the copies that must and may be used. Out: for any area, whether that many cells can be covered.
//!
//! Where a size `a` may be used without limit, it is enough to know the least sum of every remainder modulo `a`: the sums with
//! this remainder are that one and all that exceed it by a multiple of `a`. Leaving out `a` copies of another size does not
//! change the remainder, so no more than `a - 1` copies of any need be looked at; for each size the remainders form cycles, and
//! the least sum along a cycle is the minimum over a window of it (Brauer and Shockley, On a problem of Frobenius, 1962, for the
//! idea of remainders). Cost: `a` for every other size, whatever the areas are.
//!
//! Where all copies are limited, sums are listed up to [`LISTED`]. A larger area is filled with any copies until no further one
//! fits into what is left. If there is a choice with just this area, one is near: copies are taken out and put in one by one, so that
//! what is left is never as large as the largest size `a`, nor is what is too much; no such remainder comes twice, or the steps
//! between could be left out, so there are fewer than `2 a` of them. What would not change anyway is set aside, and the sums
//! of the rest are listed. Only where even that is too much, with sizes of hundreds of cells, may any area be a sum.

use crate::run::{Control, Pulse, Stopped, room};
use std::collections::{BTreeMap, VecDeque};

/// The largest area up to which sums of limited copies are listed, in cells.
const LISTED: u64 = 1 << 20;

/// The sums of some sizes.
pub(crate) struct Sums {
    /// The area of what must be used.
    least: u64,
    beyond: Beyond,
}

/// What can be added to the least.
enum Beyond {
    /// For every remainder modulo the number of them, the least sum that has it.
    Unlimited(Vec<Option<u64>>),
    /// For every sum whether there is one, if they are not too many; the largest of all; and the copies of each size.
    Limited(Vec<bool>, u64, BTreeMap<u64, u64>),
}

impl Sums {
    /// The sums of `sizes` (size, least and largest number of copies) that are asked for up to `most`.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn new(
        sizes: impl Iterator<Item = (usize, u32, Option<u32>)>,
        most: usize,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut least = 0_u64;
        // Pieces of one size are one piece with more copies.
        let mut by_size: BTreeMap<u64, Option<u64>> = BTreeMap::new();
        for (size, min, max) in sizes.filter(|(size, ..)| *size > 0) {
            pulse.beat()?;
            let size = size as u64;
            least = least.saturating_add(size.saturating_mul(u64::from(min)));
            let more = max.map(|max| u64::from(max - min));
            let all = by_size.entry(size).or_insert(Some(0));
            *all = all.zip(more).map(|(all, more)| all.saturating_add(more));
        }
        let unlimited = by_size.iter().find(|(_, more)| more.is_none()).map(|(&size, _)| size);
        let beyond = if let Some(a) = unlimited {
            Beyond::Unlimited(least_by_remainder(a, by_size, &pulse)?)
        } else {
            let sizes: BTreeMap<u64, u64> =
                by_size.into_iter().map(|(size, more)| (size, more.unwrap_or(0))).collect();
            let largest = sizes.iter().map(|(size, more)| size.saturating_mul(*more));
            let largest = largest.fold(0, u64::saturating_add);
            let listed = largest.min(most as u64);
            let listed = if listed > LISTED { Vec::new() } else { list(listed as usize, &sizes, &pulse)? };
            Beyond::Limited(listed, largest, sizes)
        };
        Ok(Sums { least, beyond })
    }

    /// Whether `area`, which must not exceed what was announced, may be a sum; if not, it certainly is not one.
    ///
    /// # Errors
    /// When `pulse` says stop.
    pub fn may_be(&self, area: usize, pulse: &Pulse<'_>) -> Result<bool, Stopped> {
        let Some(rest) = (area as u64).checked_sub(self.least) else { return Ok(false) };
        match &self.beyond {
            Beyond::Unlimited(least) => {
                Ok(least[(rest % least.len() as u64) as usize].is_some_and(|least| least <= rest))
            }
            Beyond::Limited(_, largest, _) if rest > *largest => Ok(false),
            Beyond::Limited(listed, _, sizes) => {
                listed.get(rest as usize).map_or_else(|| by_exchange(rest, sizes, pulse), |&sum| Ok(sum))
            }
        }
    }
}

/// For every remainder modulo `a` the least sum of the sizes but `a` itself that has it.
fn least_by_remainder(
    a: u64,
    sizes: BTreeMap<u64, Option<u64>>,
    pulse: &Pulse<'_>,
) -> Result<Vec<Option<u64>>, Stopped> {
    let mut least: Vec<Option<u64>> = room::filled(None, a as usize, "the sums of sizes")?;
    least[0] = Some(0);
    for (size, more) in sizes {
        let step = size % a;
        let copies = more.unwrap_or(u64::MAX).min(a - 1);
        if step == 0 || copies == 0 {
            continue;
        }
        // The remainders that are reached from each other form cycles, as many as the greatest common divisor.
        let divisor = gcd(a, step);
        let length = a / divisor;
        for start in 0..divisor {
            let at = |i: u64| ((start + i % length * step) % a) as usize;
            let before: Vec<Option<u64>> = (0..length).map(|i| least[at(i)]).collect();
            // Twice around the cycle: the sums at the last places, less what the way to them costs, the least one in front.
            let mut window: VecDeque<(u64, i128)> = VecDeque::new();
            for i in 0..2 * length {
                pulse.beat()?;
                let way = i128::from(i) * i128::from(size);
                if let Some(sum) = before[(i % length) as usize] {
                    let level = i128::from(sum) - way;
                    while window.back().is_some_and(|&(_, other)| other >= level) {
                        window.pop_back();
                    }
                    window.push_back((i, level));
                }
                while window.front().is_some_and(|&(from, _)| i - from > copies) {
                    window.pop_front();
                }
                if let Some(&(_, level)) = window.front() {
                    let sum = u64::try_from(level + way).unwrap_or(u64::MAX);
                    let place = &mut least[at(i % length)];
                    *place = Some(place.map_or(sum, |known| known.min(sum)));
                }
            }
        }
    }
    Ok(least)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether `area`, which all together are large enough for, may be a sum.
fn by_exchange(mut area: u64, sizes: &BTreeMap<u64, u64>, pulse: &Pulse<'_>) -> Result<bool, Stopped> {
    let common = sizes.keys().fold(0, |common, &size| gcd(size, common));
    let Some(largest) = sizes.keys().last().map(|size| size / common) else { return Ok(area == 0) };
    if !area.is_multiple_of(common) {
        return Ok(false);
    }
    area /= common;
    let mut left = area;
    let mut changing = BTreeMap::new();
    for (&size, &most) in sizes.iter().rev() {
        let size = size / common;
        let taken = most.min(left / size);
        left -= taken * size;
        let kept = taken.saturating_sub(2 * largest);
        area -= kept * size;
        changing.insert(size, most.min(taken + 2 * largest) - kept);
    }
    if left == 0 || area > LISTED {
        return Ok(true);
    }
    Ok(list(area as usize, &changing, pulse)?[area as usize])
}

/// For every sum up to `most` whether there is one.
///
/// For every sum, the fewest copies of the latest size with which it can be reached are remembered, so that no more
/// copies are used than there are.
fn list(most: usize, sizes: &BTreeMap<u64, u64>, pulse: &Pulse<'_>) -> Result<Vec<bool>, Stopped> {
    let mut reached = room::filled(false, most + 1, "the sums of sizes")?;
    reached[0] = true;
    let mut copies = room::filled(0_u64, most + 1, "the sums of sizes")?;
    for (&size, &more) in sizes {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        for sum in 0..=most {
            pulse.beat()?;
            if reached[sum] {
                copies[sum] = 0;
            } else if sum >= size && reached[sum - size] && copies[sum - size] < more {
                reached[sum] = true;
                copies[sum] = copies[sum - size] + 1;
            }
        }
    }
    Ok(reached)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn may_be(n: usize, sizes: &[(usize, u32, Option<u32>)]) -> bool {
        let control = Control::default();
        Sums::new(sizes.iter().copied(), n, &control).unwrap().may_be(n, &Pulse::preparing(&control)).unwrap()
    }

    #[test]
    fn sums_keep_to_their_copies() {
        let once = |size| (size, 1, Some(1));
        let any = |size| (size, 0, None);
        assert!(may_be(60, &[once(5); 12]));
        assert!(!may_be(64, &[once(5); 12]));
        // Twelve pentominoes and L-trominoes: 340 is not a multiple of 3, 360 is.
        let both: Vec<_> = [once(5); 12].into_iter().chain([any(3)]).collect();
        assert!(!may_be(400, &both));
        assert!(may_be(420, &both));
        assert!(may_be(7, &[(2, 0, Some(2)), (3, 0, Some(1))]));
        assert!(!may_be(9, &[(2, 0, Some(2)), (3, 0, Some(1))]));
        assert!(may_be(0, &[]));
        assert!(!may_be(1, &[]));
    }

    #[test]
    fn huge_areas_need_no_table() {
        let many = usize::try_from(1_u64 << 32).unwrap() - 3;
        assert!(!may_be(many, &[(2, 0, None), (4, 3, Some(1000))]));
        assert!(may_be(many, &[(2, 0, None), (5, 0, Some(1))]));
        // A billion pieces of 12 cells are more than enough; a hundred million are too few.
        assert!(may_be(many, &[(12, 0, Some(1_000_000_000)), (1, 0, Some(11))]));
        assert!(!may_be(many, &[(12, 0, Some(100_000_000)), (1, 0, Some(11))]));
        // A few pieces of five and of seven cells among those of twelve.
        let twelve = |more: u32| [(12, 0, Some((many / 12) as u32 + more)), (5, 0, Some(2)), (7, 0, Some(3))];
        for more in 0..24 {
            let area = many - many % 12 + more;
            let fits = (0..3).any(|fives| (0..4).any(|sevens| (5 * fives + 7 * sevens) % 12 == more % 12));
            assert_eq!(may_be(area, &twelve(2)), fits, "{more}");
        }
        // 4294 pieces, of which up to all may be of the larger kind.
        let near = [(1_000_003, 0, None), (1_000_002, 0, None)];
        assert!(may_be(4294 * 1_000_002 + 4294, &near));
        assert!(!may_be(4294 * 1_000_002 + 4295, &near));
    }

    proptest! {
        #[test]
        fn sums_are_those_of_all_choices(
            sizes in prop::collection::vec((1_usize..9, 0_u32..3, prop::option::of(0_u32..4)), 0..5),
        ) {
            let sizes: Vec<_> = sizes.into_iter().map(|(s, min, more)| (s, min, more.map(|m| min + m))).collect();
            let mut sums = vec![0_usize];
            for &(size, min, max) in &sizes {
                let max = max.unwrap_or(60);
                sums = sums.iter().flat_map(|s| (min..=max).map(move |n| s + n as usize * size)).collect();
                sums.retain(|&s| s <= 60);
                sums.sort_unstable();
                sums.dedup();
            }
            let control = Control::default();
            let (found, pulse) = (Sums::new(sizes.iter().copied(), 60, &control).unwrap(), Pulse::preparing(&control));
            for n in 0..=60 {
                prop_assert_eq!(found.may_be(n, &pulse), Ok(sums.contains(&n)), "{}", n);
            }
        }

        #[test]
        fn a_choice_is_found_near_any_other(
            sizes in prop::collection::btree_map(1_u64..13, 0_u64..200, 1..5), factor in 1_u64..4,
        ) {
            let sizes: BTreeMap<u64, u64> = sizes.into_iter().map(|(size, most)| (factor * size, most)).collect();
            let control = Control::default();
            let pulse = Pulse::preparing(&control);
            let all: u64 = sizes.iter().map(|(size, most)| size * most).sum();
            for (area, sum) in (0..).zip(list(all as usize, &sizes, &pulse).unwrap()) {
                prop_assert_eq!(by_exchange(area, &sizes, &pulse), Ok(sum), "{}", area);
            }
        }
    }
}
