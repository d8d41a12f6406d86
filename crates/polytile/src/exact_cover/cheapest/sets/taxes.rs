//! Taxes where they are looked for with care: at the root, and below it as long as they pay.
//!
//! In: the options alive at a node, with what they cost, none of them less than nothing after the first time, and its open items. Out: their
//! costs net of new taxes, again none below nothing, and what these taxes come to, which every solution pays. Item after item, up
//! and down the list, takes what the cheapest of its options costs and a part of what the next one costs more; that part shrinks from
//! sweep to sweep (Wedelin, An algorithm for large scale 0-1 integer programming, 1995). Meanwhile some options owe more than they
//! cost. So after each sweep the least shares are given back, and every item takes all that is left to the cheapest; the best of
//! these bounds counts. The sweeps compute with floating point numbers, for they only propose; what is taken is computed with integers.
//!
//! Cost: some [`SWEEPS`] times four looks at every entry of an option.

use super::encode::Live;
use crate::bit_string::BitString;

const SWEEPS: usize = 20;
/// What the part of the difference is at first, and what it is multiplied by every [`SHRINK_EVERY`] sweeps.
const PART: f64 = 0.5;
const SHRINK: f64 = 0.9;
const SHRINK_EVERY: usize = 4;

/// The open items with their options.
struct Lists {
    /// For every item the places of its options.
    lists: Vec<Vec<u32>>,
    /// For every option the places of its items in `lists`.
    items: Vec<Vec<u32>>,
}

impl Lists {
    fn new<W: BitString>(live: &[Live<W>], open: W) -> Self {
        let mut place = vec![0; W::BITS as usize];
        for (i, item) in (0..).zip(open.ones()) {
            place[item as usize] = i;
        }
        let mut lists = vec![Vec::new(); open.count() as usize];
        let items_of =
            |live: &Live<W>| (live.claims & open).ones().map(|item| place[item as usize]).collect();
        let items: Vec<Vec<u32>> = live.iter().map(items_of).collect();
        for (option, items) in (0..).zip(&items) {
            for &item in items {
                lists[item as usize].push(option);
            }
        }
        Lists { lists, items }
    }
}

/// Levies taxes on `live` for the `open` items, and says what they come to; nothing if an item has no option.
pub(super) fn levy<W: BitString>(live: &mut [Live<W>], open: W) -> Option<i64> {
    let lists = Lists::new(live, open);
    if lists.lists.iter().any(Vec::is_empty) {
        return None;
    }
    let proposed = proposed(live, &lists);
    let mut nets: Vec<i128> = live.iter().map(|live| i128::from(live.net)).collect();
    let mut paid = 0;
    let mut take = |nets: &mut [i128], item: usize, tax: i128| {
        lists.lists[item].iter().for_each(|&option| nets[option as usize] -= tax);
        paid += tax;
    };
    for (item, tax) in proposed.into_iter().enumerate() {
        // Saturates, if at all, far beyond what weights may be.
        take(&mut nets, item, i128::from(tax as i64));
    }
    let mut shares = vec![i128::MAX; lists.lists.len()];
    for (items, net) in lists.items.iter().zip(&nets) {
        let share = net.div_euclid(items.len().max(1) as i128);
        for &item in items {
            shares[item as usize] = share.min(shares[item as usize]);
        }
    }
    for (item, share) in shares.into_iter().enumerate() {
        take(&mut nets, item, share);
    }
    for (item, list) in lists.lists.iter().enumerate() {
        let least = list.iter().map(|&option| nets[option as usize]).min().unwrap_or(0);
        take(&mut nets, item, least);
    }
    // What had a bound before keeps it.
    if paid <= 0 && live.iter().all(|live| live.net >= 0) {
        return Some(0);
    }
    for (live, net) in live.iter_mut().zip(nets) {
        live.net = clamped(net);
    }
    live.sort_unstable_by_key(|live| (live.net, live.option));
    Some(clamped(paid))
}

/// Less is a bound as well.
fn clamped(net: i128) -> i64 {
    net.clamp(i128::from(i64::MIN / 4), i128::from(i64::MAX / 4)) as i64
}

/// The taxes of the best of the bounds.
fn proposed<W>(live: &[Live<W>], lists: &Lists) -> Vec<f64> {
    let whole: Vec<f64> = live.iter().map(|live| live.net as f64).collect();
    let mut nets = whole.clone();
    let mut taxes = vec![0.0; lists.lists.len()];
    let mut best = (f64::NEG_INFINITY, taxes.clone());
    let mut part = PART;
    for sweep in 0..SWEEPS {
        for i in 0..taxes.len() {
            let item = if sweep % 2 == 0 { i } else { taxes.len() - 1 - i };
            let (mut least, mut next) = (f64::INFINITY, f64::INFINITY);
            for &option in &lists.lists[item] {
                let net = nets[option as usize];
                next = next.min(net.max(least));
                least = least.min(net);
            }
            let tax = if next.is_finite() { least + (next - least) * part } else { least };
            lists.lists[item].iter().for_each(|&option| nets[option as usize] -= tax);
            taxes[item] += tax;
        }
        let bound = bound(nets.clone(), lists) + taxes.iter().sum::<f64>();
        if bound > best.0 {
            best = (bound, taxes.clone());
        }
        if sweep % SHRINK_EVERY == SHRINK_EVERY - 1 {
            part *= SHRINK;
        }
    }
    best.1
}

/// What is left to take when no option may owe anything.
fn bound(mut nets: Vec<f64>, lists: &Lists) -> f64 {
    let mut shares = vec![f64::INFINITY; lists.lists.len()];
    for (items, net) in lists.items.iter().zip(&nets) {
        let share = net / items.len().max(1) as f64;
        for &item in items {
            shares[item as usize] = share.min(shares[item as usize]);
        }
    }
    for (net, items) in nets.iter_mut().zip(&lists.items) {
        *net -= items.iter().map(|&item| shares[item as usize]).sum::<f64>();
    }
    let mut bound: f64 = shares.iter().sum();
    for list in &lists.lists {
        let least = list.iter().map(|&option| nets[option as usize]).fold(f64::INFINITY, f64::min);
        for &option in list {
            nets[option as usize] -= least;
        }
        bound += least;
    }
    bound
}
