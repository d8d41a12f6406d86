use super::lists::Lists;
use super::pool::Pool;
use super::{Cheapest, scale, sets};
use crate::exact_cover::{Entry, ExactCover, Multiplicity};
use crate::run::{Control, Refused, Stopped};
use num_bigint::BigInt;
use proptest::prelude::*;

/// A small cover: what items ask for, and for each option its items with colours, and its weight.
type Small = (Vec<Multiplicity>, Vec<(Vec<(usize, u32)>, i64)>);

fn cover((demands, options): &Small) -> (ExactCover, Vec<BigInt>) {
    let mut cover = ExactCover::default();
    for (i, &demand) in demands.iter().enumerate() {
        cover.add_item(i.to_string(), demand).unwrap();
    }
    let colours = ["R", "G"].map(|name| cover.colour(name));
    let mut weights = Vec::new();
    for (entries, weight) in options {
        let mut entries: Vec<Entry> = entries
            .iter()
            .map(|&(item, colour)| {
                let item = item % demands.len();
                let secondary = !demands[item].is_primary() && colour > 0;
                Entry { item: item as u32, colour: if secondary { colours[colour as usize - 1] } else { 0 } }
            })
            .collect();
        entries.sort_unstable();
        entries.dedup_by_key(|entry| entry.item);
        cover.add_option(&entries).unwrap();
        weights.push((*weight).into());
    }
    (cover, weights)
}

/// All solutions with their weights, from the definition and in order: the lightest first, and of those that weigh the same that
/// with the earlier option where two differ first.
fn by_force(cover: &ExactCover, weights: &[BigInt]) -> Vec<(BigInt, Vec<u32>)> {
    let mut found = Vec::new();
    for set in 0_u32..1 << cover.option_count() {
        let chosen: Vec<u32> = (0..cover.option_count() as u32).filter(|i| set >> i & 1 == 1).collect();
        if chosen.iter().all(|&i| cover.has_primary(i)) && cover.check(&chosen).is_ok() {
            found.push((chosen.iter().map(|&i| &weights[i as usize]).sum(), chosen));
        }
    }
    found.sort_unstable_by_key(|(weight, chosen): &(BigInt, Vec<u32>)| {
        (weight.clone(), chosen.iter().copied().chain([u32::MAX]).collect::<Vec<_>>())
    });
    found
}

fn finished(mut search: Cheapest, control: &Control) -> Result<Vec<(BigInt, Vec<u32>)>, Refused> {
    // In small steps, as it may be continued at any time.
    while !search.advance(3, control)? {}
    Ok(search.best())
}

fn searched(cover: &ExactCover, weights: &[BigInt], number: u64) -> Result<Vec<(BigInt, Vec<u32>)>, Refused> {
    let control = Control::default();
    finished(Cheapest::new(cover, weights, number, &control)?, &control)
}

/// By lists, whether sets would do or not.
fn listed(cover: &ExactCover, weights: &[BigInt], number: u64) -> Result<Vec<(BigInt, Vec<u32>)>, Refused> {
    let control = Control::default();
    let fraction = scale::fraction(cover, weights)?;
    let search = Box::new(Lists::new(cover, weights, fraction, &control)?);
    finished(Cheapest { search, pool: Pool::new(number, fraction) }, &control)
}

fn demand() -> impl Strategy<Value = Multiplicity> {
    prop_oneof![
        4 => Just(Multiplicity::ONCE),
        1 => Just(Multiplicity::Primary { lo: 2, hi: 2 }),
        1 => (0..3_u32, 0..2_u32).prop_map(|(lo, more)| Multiplicity::Primary { lo, hi: lo + more }),
        1 => Just(Multiplicity::Secondary),
    ]
}

fn small(weights: std::ops::Range<i64>) -> impl Strategy<Value = Small> {
    let option = (prop::collection::vec((0..8_usize, 0..3_u32), 1..4), weights);
    (prop::collection::vec(demand(), 1..6), prop::collection::vec(option, 0..12))
}

proptest! {
    #[test]
    fn the_cheapest_are_those_that_a_brute_force_finds(
        small in prop_oneof![small(0..9), small(0..2), small(3..4)], number in 0..7_u64,
    ) {
        let (cover, weights) = cover(&small);
        let mut best = by_force(&cover, &weights);
        best.truncate(number as usize);
        prop_assert_eq!(&searched(&cover, &weights, number).unwrap(), &best);
        prop_assert_eq!(&listed(&cover, &weights, number).unwrap(), &best);
    }

    #[test]
    fn weights_below_nothing_are_balanced_or_refused(small in small(-9..9), number in 1..7_u64) {
        let (cover, weights) = cover(&small);
        let mut best = by_force(&cover, &weights);
        best.truncate(number as usize);
        for found in [searched(&cover, &weights, number), listed(&cover, &weights, number)].into_iter().flatten() {
            prop_assert_eq!(&found, &best);
        }
    }

    #[test]
    fn coloured_covers_are_searched_as_sets_too(small in small(0..5), number in 1..7_u64) {
        let (demands, options) = small;
        let once = demands.into_iter().map(|demand| if demand.is_primary() { Multiplicity::ONCE } else { demand });
        let (cover, weights) = cover(&(once.collect(), options));
        prop_assert!(sets::search(&cover, &weights, 4, &Control::default()).unwrap().is_some());
        let mut best = by_force(&cover, &weights);
        best.truncate(number as usize);
        prop_assert_eq!(&searched(&cover, &weights, number).unwrap(), &best);
    }
}

/// The queens of a board with this many rows, and costs that look random but for many that are alike.
fn queens(n: u32) -> (ExactCover, Vec<BigInt>) {
    let mut cover = ExactCover::default();
    let lines = (0..2 * n).map(|_| Multiplicity::ONCE).chain((0..4 * n - 2).map(|_| Multiplicity::Secondary));
    for (i, demand) in lines.enumerate() {
        cover.add_item(i.to_string(), demand).unwrap();
    }
    for (row, col) in (0..n).flat_map(|row| (0..n).map(move |col| (row, col))) {
        let lines = [row, n + col, 2 * n + row + col, 4 * n - 1 + row + n - 1 - col];
        cover.add_option(&lines.map(Entry::plain)).unwrap();
    }
    let weights = (0..u64::from(n * n)).map(|i| (i * 7919 % 101 % 7).into()).collect();
    (cover, weights)
}

#[test]
fn threads_and_engines_find_the_same() {
    let (cover, weights) = queens(9);
    let alone = searched(&cover, &weights, 60).unwrap();
    assert_eq!(listed(&cover, &weights, 60).unwrap(), alone);
    for threads in [2, 5] {
        let control = Control::default().threads(threads);
        let search = Cheapest::new(&cover, &weights, 60, &control).unwrap();
        assert_eq!(finished(search, &control).unwrap(), alone, "{threads} threads");
        let mut search = Cheapest::new(&cover, &weights, 60, &control).unwrap();
        while !search.advance(u64::MAX, &control).unwrap() {}
        assert_eq!(search.best(), alone, "{threads} threads at once");
    }
    let equal = vec![BigInt::from(5); weights.len()];
    let all = searched(&cover, &equal, 1000).unwrap();
    assert_eq!(all.len(), 352);
    assert_eq!(searched(&cover, &equal, 7).unwrap(), all[..7]);
}

#[test]
fn taxes_of_items_that_need_many_options_stay_small() {
    let mut cover = ExactCover::default();
    let once = cover.add_item("x", Multiplicity::ONCE).unwrap();
    let often = cover.add_item("c", Multiplicity::Primary { lo: 150, hi: 150 }).unwrap();
    let both = [Entry::plain(once), Entry::plain(often)];
    let mut weights = vec![BigInt::from(0), BigInt::from(1_u64 << 57)];
    cover.add_option(&both).unwrap();
    cover.add_option(&both[..1]).unwrap();
    for _ in 0..160 {
        cover.add_option(&both[1..]).unwrap();
        weights.push(BigInt::from(0));
    }
    assert_eq!(searched(&cover, &weights, 1).unwrap()[0].0, BigInt::from(0));
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let ranged = Multiplicity::Primary { lo: 0, hi: 2 };
    let of = |demand, weight: BigInt| {
        let mut cover = ExactCover::default();
        let item = cover.add_item("a", demand).unwrap();
        cover.add_option(&[Entry::plain(item)]).unwrap();
        let search = Cheapest::new(&cover, &[weight], 1, &Control::default());
        search.err().map(|refused| refused.to_string())
    };
    assert_eq!(of(Multiplicity::ONCE, BigInt::from(-5)), None);
    insta::assert_snapshot!(of(ranged, BigInt::from(-5)).unwrap(), @"the option a weighs -5, and holds no item that is covered a fixed number of times: no bound is known for such");
    insta::assert_snapshot!(of(Multiplicity::ONCE, BigInt::from(u64::MAX)).unwrap(), @"the weights are too large for the search, which computes with 64 bits");
}

#[test]
fn a_limit_leaves_what_was_found() {
    let mut cover = ExactCover::default();
    let items: Vec<u32> =
        (0..30).map(|i| cover.add_item(i.to_string(), Multiplicity::ONCE).unwrap()).collect();
    for &item in &items {
        for cost in [3, 5] {
            let option = cover.add_option(&[Entry::plain(item)]).unwrap();
            cover.set_cost(option, cost);
        }
    }
    let weights: Vec<BigInt> = cover.costs().map(Into::into).collect();
    let mut search = Cheapest::new(&cover, &weights, 1000, &Control::default()).unwrap();
    assert_eq!(search.advance(100, &Control::default()), Ok(false));
    let known = search.best();
    assert_eq!(known[0].0, 90.into());
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    assert!(matches!(search.advance(1 << 40, &late), Err(Stopped::OutOfTime(_))));
    assert!(search.best().len() >= known.len());
    let nothing = Control::default().memory(10);
    assert!(matches!(
        Cheapest::new(&cover, &weights, 1, &nothing).err(),
        Some(Refused::Stopped(Stopped::OutOfMemory { .. }))
    ));
}
