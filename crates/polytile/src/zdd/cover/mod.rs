//! Any exact cover as a diagram of all its solutions.
//!
//! In: an [`ExactCover`], with whatever multiplicities, secondary items and colours, and an order of its options. Out: the
//! reduced diagram whose variable i is the i-th option in that order, and whose sets are the solutions.
//!
//! Two ideas share the work. Where items have their options close together, options decided in order leave little to remember:
//! the state of the open items. So such items are built **top-down**, level by level, states that are equal merged (`layout`);
//! that is the frontier method, for any cover. An item whose options are scattered over the order is open nearly all the time;
//! remembering many such items at once multiplies the states, most of which lead nowhere. So items that are open for three
//! quarters of the order or longer are left out at first, and applied to the diagram afterwards, **one at a time**, as limits on
//! how many of some variables a set may hold (`zdd/limit.rs`); next comes always the one that promises the smallest diagram
//! (`likely`). A guess of Number Mind is such an item; a cell of a board is of the other kind. An order in which few items are
//! open at a time is looked for beforehand (`order`).
//!
//! All of it runs on one thread, whatever the control allows: every step looks up what the steps before it have made.
//!
//! Coloured items are always built top-down. Sources: Knuth, TAOCP 7.1.4 (symmetric functions; exact covers as families)
//! and 7.2.2.1 (colours and multiplicities); Kawahara, Inoue, Iwashita and Minato on frontier-based search. Cost: one
//! look-up per state and child, and some sweeps over the diagram for each wide item.

mod layout;
mod likely;
mod order;

use super::limit::{self, Limit};
use super::{Diagram, ZddError};
use crate::exact_cover::{ExactCover, Multiplicity};
use crate::run::{Control, Progress, Pulse, Stopped, room};
use layout::{Deciding, Layout};
pub use order::narrow;

/// The part of the order over which an item must be open to be applied afterwards. Pentominoes on 6x10, their cells
/// column by column: with three quarters, only the pieces are left for afterwards, and it takes a second; with one
/// half, some cells are too, and it takes a minute. A guess of Number Mind is open for nine tenths or more.
const WIDE: f64 = 0.75;

/// The order of the options by their first item in the order in which items were added, that is, by the smallest number of an item they hold; among equals as
/// they were added. For a tiling whose items are cells, row by row, that is the order of the placements' first cells.
pub fn by_first_item(cover: &ExactCover) -> Vec<u32> {
    let first = |option| cover.option(option).iter().map(|e| e.item).min();
    let control = Control::default();
    // Without limits, nothing stops it.
    by_key(cover, &Pulse::preparing(&control), |option| first(option).map_or(-1.0, f64::from))
        .unwrap_or_default()
}

/// The options sorted by a number, and among equals as they were added.
fn by_key(cover: &ExactCover, pulse: &Pulse<'_>, key: impl Fn(u32) -> f64) -> Result<Vec<u32>, Stopped> {
    let mut order: Vec<(f64, u32)> = room::list(cover.option_count(), "the order of the options")?;
    for option in 0..cover.option_count() as u32 {
        pulse.beat()?;
        order.push((key(option), option));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    Ok(order.into_iter().map(|(_, option)| option).collect())
}

/// For every item that demands something, the first and the last place in `order` of an option that holds it.
fn divides(cover: &ExactCover, order: &[u32], pulse: &Pulse<'_>) -> Result<Vec<(usize, usize)>, Stopped> {
    let mut spans = vec![(usize::MAX, 0, 0_u32); cover.items().len()];
    for (v, &option) in order.iter().enumerate().filter(|(_, option)| cover.has_primary(**option)) {
        pulse.beat()?;
        for entry in cover.option(option) {
            let (first, last, number) = &mut spans[entry.item as usize];
            *first = v.min(*first);
            *last = v;
            *number += 1;
        }
    }
    let asks = |demand, number| match demand {
        Multiplicity::Primary { lo, hi } => lo > 0 || hi < number,
        Multiplicity::Secondary => number > 1,
    };
    let asking = spans
        .into_iter()
        .zip(cover.items())
        .filter(|((.., number), item)| *number > 0 && asks(item.demand, *number));
    Ok(asking.map(|((first, last, _), _)| (first, last)).collect())
}

/// The diagram of the solutions of `cover`; its variable i is option `order[i]`. How large it is, and how long it takes,
/// depends on the order: [`narrow`] looks for a good one. One thread does all the work.
///
/// ```
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
/// use polytile::{run::Control, zdd::cover};
/// // Three of five things, but not both of the last two.
/// let mut puzzle = ExactCover::default();
/// let things = puzzle.add_item("things", Multiplicity::Primary { lo: 3, hi: 3 })?;
/// let clash = puzzle.add_item("clash", Multiplicity::Secondary)?;
/// for thing in 0..5 {
///     let entries = [Entry::plain(things), Entry::plain(clash)];
///     puzzle.add_option(&entries[..if thing < 3 { 1 } else { 2 }])?;
/// }
/// let control = Control::default();
/// let diagram = cover::build(&puzzle, &cover::narrow(&puzzle, &control)?, &control)?;
/// assert_eq!(diagram.count(&Control::default())?, 7_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ZddError::Order`] when `order` is not a permutation of the options; [`ZddError::Stopped`] when `control` says so, or
/// when the items open at once need more than 4096 bits.
pub fn build(cover: &ExactCover, order: &[u32], control: &Control) -> Result<Diagram, ZddError> {
    check_order(cover, order)?;
    let (keep, mut limits) = divide(cover, order, control)?;
    let control = &control.holding(limits.len() as u64 * Limit::bytes(order.len()));
    let layout = Layout::new(cover, order, &keep, control)?;
    let deciding = &control.holding(layout.bytes());
    let mut diagram = match layout.words() {
        _ if layout.impossible => Ok(Diagram::empty(order.len())),
        0..=1 => Diagram::of(&Deciding::<1>(&layout), deciding),
        2 => Diagram::of(&Deciding::<2>(&layout), deciding),
        3..=4 => Diagram::of(&Deciding::<4>(&layout), deciding),
        5..=8 => Diagram::of(&Deciding::<8>(&layout), deciding),
        9..=16 => Diagram::of(&Deciding::<16>(&layout), deciding),
        17..=64 => Diagram::of(&Deciding::<64>(&layout), deciding),
        words => Err(Stopped::TooLarge(format!(
            "the items open at once need {} bits of state, and 4096 is the most; another order may need fewer",
            64 * words
        ))),
    }?;
    drop(layout);
    let total = limits.len() as u64;
    while !limits.is_empty() {
        let done = total - limits.len() as u64;
        let progress = Progress::Operations { done, total, nodes: diagram.nodes() };
        let shares = likely::shares(&diagram, progress, control)?;
        let next = (0..limits.len())
            .map(|i| (likely::growth(&limits[i], &shares), i))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let limit = limits.remove(next.map_or(0, |(_, i)| i));
        diagram = limit.apply(&diagram, progress, control)?;
    }
    Ok(diagram)
}

fn check_order(cover: &ExactCover, order: &[u32]) -> Result<(), ZddError> {
    let options = cover.option_count();
    let wrong = |what| Err(ZddError::Order { options, what });
    let mut seen = vec![false; options];
    for &option in order {
        match seen.get_mut(option as usize) {
            Some(seen) if !*seen => *seen = true,
            Some(_) => return wrong(format!("option {option} is there twice")),
            None => return wrong(format!("there is no option {option}")),
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => wrong(format!("option {missing} is missing")),
        None => Ok(()),
    }
}

/// Which items are built top-down, and the limits that the others are.
fn divide(cover: &ExactCover, order: &[u32], control: &Control) -> Result<(Vec<bool>, Vec<Limit>), Stopped> {
    const WHAT: &str = "the limits put on the diagram";
    let pulse = &Pulse::preparing(control);
    let entries: usize = cover.options().map(<[_]>::len).sum();
    let bytes = (2 * size_of::<u32>() * entries + size_of::<Vec<u32>>() * cover.items().len()) as u64;
    control.reserve(bytes, WHAT)?;
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); cover.items().len()];
    let mut coloured = vec![false; cover.items().len()];
    for (v, &option) in (0..).zip(order).filter(|(_, option)| cover.has_primary(**option)) {
        pulse.beat()?;
        for entry in cover.option(option) {
            holders[entry.item as usize].push(v);
            coloured[entry.item as usize] |= entry.colour != 0;
        }
    }
    let mut limits = Vec::new();
    let mut keep = vec![true; holders.len()];
    for (item, holders) in holders.iter().enumerate() {
        pulse.beat()?;
        let (Some(first), Some(last)) = (holders.first(), holders.last()) else { continue };
        let (lo, hi) = match cover.items()[item].demand {
            Multiplicity::Primary { lo, hi } => (lo, hi.min(holders.len() as u32)),
            Multiplicity::Secondary => (0, 1),
        };
        if lo == 0 && hi as usize == holders.len() {
            continue;
        }
        let wide = (last - first) as f64 >= WIDE * order.len() as f64;
        // A lower bound that is out of reach is left to the layout, which notices that there is no solution.
        if wide && !coloured[item] && hi <= limit::MOST && lo <= hi {
            pulse.beats(order.len() as u64)?;
            control.reserve(bytes + (limits.len() as u64 + 1) * Limit::bytes(order.len()), WHAT)?;
            let mut items = room::filled(false, order.len(), WHAT)?;
            for &v in holders {
                items[v as usize] = true;
            }
            limits.push(Limit::of(items, lo..=hi));
            keep[item] = false;
        }
    }
    Ok((keep, limits))
}
