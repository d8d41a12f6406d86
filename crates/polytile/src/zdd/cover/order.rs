//! An order of the options in which few items are open at a time.
//!
//! In: an exact cover. Out: of several orders the one whose diagram is likely to be built with the fewest states.
//!
//! Options are ordered by the first of their items, so an order of the items is to be found in which those that share options
//! stand close together, as if a large net were to be laid out along a line. A random walk that goes from an item to one of its
//! options and on to one of that option's items, again and again, forgets where it began; the last thing it forgets is at which
//! end of the net that was. So numbers that are averaged along these steps become smooth along the longest extent, and put the
//! items in order (the spectral order; Fiedler 1975, Barnard, Pothen and Simon 1995). On a board that means: along the short
//! side. Items found all over the net, such as a piece that may be used once, say nothing about where an option belongs, and are
//! ignored in deciding which item comes first in it.
//!
//! The order of the file is tried too: it may know better. Cost: some hundred times the entries of the cover.

use super::{WIDE, by_key, divides};
use crate::exact_cover::ExactCover;
use crate::run::{Control, Progress, Pulse, Stopped};

/// Steps of the walk.
const STEPS: u64 = 400;

/// The order of the options, of several, with the fewest items open, measured by the number of states that open items
/// allow. The order of the items as they were added ([`by_first_item`](super::by_first_item)) is taken unless another
/// one halves that number.
///
/// # Errors
/// When `control` says stop, or there is no memory for some lists of the options.
pub fn narrow(cover: &ExactCover, control: &Control) -> Result<Vec<u32>, Stopped> {
    let lists = 64 * (cover.items().len() + cover.option_count()) as u64;
    control.reserve(lists, "ordering the options")?;
    let pulse = Pulse::preparing(control);
    let places = spectrum(cover, control)?;
    let wide = wide(cover, &places, &pulse)?;
    let file: Vec<f64> = (0..cover.items().len()).map(|item| item as f64).collect();
    let back: Vec<f64> = places.iter().map(|place| -place).collect();
    let nowhere = vec![false; file.len()];
    let first = by_rank(cover, &file, &nowhere, &pulse)?;
    let mut best = (states(cover, &first, &pulse)?, first);
    for (rank, ignored) in [(&file, &wide), (&places, &wide), (&back, &wide)] {
        let order = by_rank(cover, rank, ignored, &pulse)?;
        let cost = states(cover, &order, &pulse)?;
        // A small gain is not worth giving up the order of the file, which people know.
        if cost < best.0 - 1.0 {
            best = (cost, order);
        }
    }
    Ok(best.1)
}

/// The options by the smallest rank of their items; ignored items count only where an option has no others.
fn by_rank(
    cover: &ExactCover,
    rank: &[f64],
    ignored: &[bool],
    pulse: &Pulse<'_>,
) -> Result<Vec<u32>, Stopped> {
    by_key(cover, pulse, |option| {
        let ranks = |all: bool| {
            let entries = cover.option(option).iter().map(|e| e.item as usize);
            entries.filter(|&item| all || !ignored[item]).map(|item| rank[item]).reduce(f64::min)
        };
        ranks(false).or_else(|| ranks(true)).unwrap_or(f64::NEG_INFINITY)
    })
}

/// For every item, its place along the longest extent of the cover, a number from -1 to 1.
fn spectrum(cover: &ExactCover, control: &Control) -> Result<Vec<f64>, Stopped> {
    let pulse = Pulse::new(control, &|_| Progress::Operations { done: 0, total: STEPS, nodes: 0 });
    let mut degree = vec![0_f64; cover.items().len()];
    let options =
        || (0..cover.option_count() as u32).map(|option| cover.option(option)).filter(|o| !o.is_empty());
    for entry in options().flatten() {
        degree[entry.item as usize] += 1.0;
    }
    let all: f64 = degree.iter().sum();
    // Any start will do, as long as it happens to have a part in the direction looked for; it is the same everywhere.
    let mut place: Vec<f64> =
        (0..degree.len()).map(|i| ((i + 1) as f64 * 0.618_033_988_749_895).fract()).collect();
    for step in 0..STEPS {
        control.check(Progress::Operations { done: step, total: STEPS, nodes: 0 })?;
        let mean =
            place.iter().zip(&degree).map(|(place, degree)| place * degree).sum::<f64>() / all.max(1.0);
        let mut sum = vec![0.0; place.len()];
        for entries in options() {
            pulse.beat()?;
            let total: f64 = entries.iter().map(|e| place[e.item as usize] - mean).sum();
            let average = total / entries.len() as f64;
            for entry in entries {
                sum[entry.item as usize] += average;
            }
        }
        let stepped = sum.iter().zip(&degree).map(|(sum, degree)| sum / degree.max(1.0));
        // Only half the way, so that what oscillates from step to step dies out.
        place = stepped.zip(&place).map(|(stepped, place)| (stepped + place - mean) / 2.0).collect();
        let largest = place.iter().fold(0.0, |largest: f64, place| largest.max(place.abs()));
        if largest > 0.0 {
            for place in &mut place {
                *place /= largest;
            }
        }
    }
    Ok(place)
}

/// Which items have options nearly everywhere.
fn wide(cover: &ExactCover, places: &[f64], pulse: &Pulse<'_>) -> Result<Vec<bool>, Stopped> {
    let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); places.len()];
    let mut whole = (f64::INFINITY, f64::NEG_INFINITY);
    let join = |(lo, hi): (f64, f64), at: f64| (lo.min(at), hi.max(at));
    for option in 0..cover.option_count() as u32 {
        pulse.beat()?;
        let entries = cover.option(option);
        let sum: f64 = entries.iter().map(|e| places[e.item as usize]).sum();
        let at = sum / entries.len().max(1) as f64;
        whole = join(whole, at);
        for entry in entries {
            let ends = &mut ends[entry.item as usize];
            *ends = join(*ends, at);
        }
    }
    Ok(ends.iter().map(|(lo, hi)| hi - lo >= WIDE * (whole.1 - whole.0)).collect())
}

/// The logarithm of the number of states, if every open item doubled it.
fn states(cover: &ExactCover, order: &[u32], pulse: &Pulse<'_>) -> Result<f64, Stopped> {
    let spans = divides(cover, order, pulse)?;
    let mut change = vec![0_i64; order.len() + 1];
    for (first, last) in spans {
        change[first] += 1;
        change[last] -= 1;
    }
    let mut open = 0;
    let counts = change.iter().map(|change| {
        open += change;
        open as f64
    });
    let counts: Vec<f64> = counts.collect();
    let most = counts.iter().copied().fold(0.0, f64::max);
    Ok(most + counts.iter().map(|open| (open - most).exp2()).sum::<f64>().log2())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::exact_cover::{Encoded, Entry, Multiplicity};
    use crate::pieces::{Copies, Freedom, Piece, PieceSet};
    use crate::problem::Problem;
    use crate::zdd::cover::{build, by_first_item};

    fn sorted(mut order: Vec<u32>) -> Vec<u32> {
        order.sort_unstable();
        order
    }

    #[test]
    fn a_long_board_is_swept_along_its_short_side() {
        let control = Control::default();
        for (rows, cols, nodes) in [(3, 14, 3000), (14, 3, 3000), (4, 9, 3000)] {
            let problem =
                Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::all(3, Freedom::Free));
            let cover = Encoded::new(&problem, &control).unwrap();
            let order = narrow(cover.cover(), &control).unwrap();
            let narrow = build(cover.cover(), &order, &control).unwrap();
            assert!(narrow.nodes() < nodes, "{rows}x{cols}: {}", narrow.nodes());
            let other = build(cover.cover(), &by_first_item(cover.cover()), &control).unwrap();
            assert_eq!(narrow.count(&control).unwrap(), other.count(&control).unwrap());
            assert_eq!(sorted(order), (0..cover.cover().option_count() as u32).collect::<Vec<_>>());
        }
    }

    /// Pieces that may be used once, each an item found everywhere, added before the cells or after them.
    #[test]
    fn items_found_everywhere_do_not_matter() {
        let control = Control::default();
        let once = |piece: &Piece| Piece { copies: Copies::between(0, 1).unwrap(), ..piece.clone() };
        let pieces = PieceSet::new(PieceSet::all(5, Freedom::Free).iter().map(once).collect());
        let problem = Problem::new(Region::rectangle(5, 12).unwrap(), pieces);
        let cells_first = Encoded::new(&problem, &control).unwrap().cover().clone();
        let mut pieces_first = ExactCover::default();
        for item in cells_first.items().iter().rev() {
            pieces_first.add_item(item.name.clone(), item.demand).unwrap();
        }
        for option in 0..cells_first.option_count() as u32 {
            let last = cells_first.items().len() as u32 - 1;
            let entries: Vec<Entry> =
                cells_first.option(option).iter().map(|e| Entry::plain(last - e.item)).collect();
            pieces_first.add_option(&entries).unwrap();
        }
        for cover in [cells_first, pieces_first] {
            let diagram = build(&cover, &narrow(&cover, &control).unwrap(), &control).unwrap();
            assert_eq!(diagram.count(&control).unwrap(), 4040_u32.into());
            assert!(diagram.nodes() < 20_000, "{}", diagram.nodes());
        }
    }

    #[test]
    fn covers_without_options_or_items_have_an_order() {
        let mut cover = ExactCover::default();
        assert_eq!(narrow(&cover, &Control::default()), Ok(vec![]));
        cover.add_item("alone", Multiplicity::ONCE).unwrap();
        assert_eq!(narrow(&cover, &Control::default()), Ok(vec![]));
    }
}
