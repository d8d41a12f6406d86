//! How many states the merge will meet.
//!
//! First the question itself is tried, with weights that are ignored: if no layer has more than a few thousand states,
//! the probe has seen them all. Otherwise smaller boards are tried, cut out of the middle of this one: the largest
//! layer grows with the number of active items at the widest level like 2^(b * items). Two boards that could be
//! finished give b; the cover of the whole board gives its active items, level by level.
//!
//! Cost: a few hundred levels of a few thousand states.

use super::Order;
use super::cover::{Cover, laid};
use super::key::Key;
use super::level::{Counters, Levels, widest, widths};
use super::merge::Merge;
use super::with_key::{WithKey, with_key};
use crate::board::{Cell, Lattice, Region};
use crate::pieces::{Copies, Piece, PieceSet, Polyform};
use crate::problem::Problem;
use crate::run::{Control, Progress, Stopped};

/// A layer of more states ends a probe.
const MAX_STATES: usize = 4000;
/// The most levels that a probe goes through.
const MAX_LEVELS: usize = 1000;
/// The most smaller boards that are tried.
const MAX_BOARDS: usize = 12;

/// The part of its memory that a layer takes which is packed, because it would not fit otherwise.
const PACKED: f64 = 0.6;
/// Seconds that the merge takes for a state.
const SECONDS_PER_STATE: f64 = 6e-9;
/// Seconds for each transition that it tries on a state.
const SECONDS_PER_RUN: f64 = 0.4e-9;
/// Seconds for each limb of a state's weight.
const SECONDS_PER_LIMB: f64 = 1.2e-9;
/// The bits of a count for each cell: about what trominoes give.
const BITS_PER_CELL: f64 = 0.5;

/// What the merge will meet.
pub(crate) struct Found {
    /// States of the largest layer,
    pub peak: f64,
    /// and of all layers.
    pub total: f64,
    /// Transitions of a level.
    pub runs: f64,
    /// Bytes of a state.
    pub bytes_per_state: f64,
    /// Whether all this was seen, not inferred from smaller boards.
    pub seen: bool,
}

/// Estimates what merging the levels of `cover`, which is `problem` in `order`, will meet.
///
/// # Errors
/// [`Stopped::TooLarge`] when no key is wide enough, and when `control` says stop.
pub(crate) fn probe(
    problem: &Problem,
    cover: &Cover,
    order: Order,
    by_piece: bool,
    control: &Control,
) -> Result<Found, Stopped> {
    let control = &control.unwatched();
    let whole = run(problem, cover, by_piece, control)?;
    let found = |peak: f64, total: f64| Found {
        peak,
        total,
        runs: whole.runs as f64,
        bytes_per_state: whole.bytes_per_key as f64 + 16.0,
        seen: whole.finished,
    };
    if whole.finished {
        return Ok(found(whole.peak as f64, whole.total as f64));
    }
    let widths = widths(cover, control)?;
    let mut points: Vec<(f64, f64)> = Vec::new();
    for smaller in smaller_boards(problem, order).take(MAX_BOARDS) {
        control.check(Progress::Levels { done: 0, total: cover.items().len() as u64, states: 0 })?;
        let placements = smaller.placements_within(control)?;
        let cover = Cover::new(&smaller, &placements, order, control)?;
        let tried = run(&smaller, &cover, by_piece, control)?;
        if !tried.finished {
            break;
        }
        let width = widest(&cover, control)? as f64;
        if points.last().is_none_or(|&(w, _)| w < width) {
            points.push((width, (tried.peak.max(2) as f64).log2()));
        }
    }
    let (width, bits, slope) = match points[..] {
        [.., (w1, b1), (w2, b2)] => (w2, b2, ((b2 - b1) / (w2 - w1)).clamp(0.0, 1.0)),
        [(w, b)] => (w, b, b / w),
        [] => (1.0, 1.0, (whole.peak as f64).log2() / whole.width.max(1) as f64),
    };
    let at = |w: usize| (bits + slope * (w as f64 - width)).max(0.0).exp2();
    let total = widths.iter().map(|&w| at(w)).sum();
    let peak = widths.iter().map(|&w| at(w)).fold(whole.peak as f64, f64::max);
    Ok(found(peak, total))
}

impl Found {
    /// Bytes of two layers.
    pub fn bytes(&self) -> f64 {
        2.0 * self.peak * self.bytes_per_state
    }

    /// Bytes of two layers that are packed if they have to be, to stay within `budget`.
    pub fn bytes_within(&self, budget: u64) -> f64 {
        let bytes = self.bytes();
        if bytes > budget as f64 { bytes * PACKED } else { bytes }
    }

    /// Seconds that a state takes where weights grow to numbers of tilings of so many cells; of none where they are residues.
    pub fn seconds_per_state(&self, cells: f64) -> f64 {
        // On the average they have half of the digits.
        let limbs = 1.0 + BITS_PER_CELL * cells / 128.0;
        SECONDS_PER_STATE + SECONDS_PER_RUN * self.runs + SECONDS_PER_LIMB * limbs
    }
}

/// What the merge of a problem in this order will meet.
///
/// # Errors
/// As [`probe`].
pub(crate) fn expected(problem: &Problem, order: Order, control: &Control) -> Result<Found, Stopped> {
    let placements = laid(problem, &[], control)?;
    let cover = Cover::new(problem, &placements, order, control)?;
    probe(problem, &cover, order, false, control)
}

/// Boards cut out of the middle of the problem's, growing in the direction in which the frontier grows.
fn smaller_boards(problem: &Problem, order: Order) -> impl Iterator<Item = Problem> + '_ {
    let region = &problem.region;
    let shapes = || problem.pieces.iter().flat_map(|p| &p.orientations);
    let tall = shapes().map(Polyform::rows).max().unwrap_or(1);
    let wide = shapes().map(Polyform::cols).max().unwrap_or(1);
    let (rows, cols) = (region.rows(), region.cols());
    // A smaller board may not have room for copies that must be used.
    let upper = |c: Copies| c.max().and_then(|max| Copies::between(0, max).ok()).unwrap_or(Copies::ANY);
    let free = problem.pieces.iter().map(|p| Piece { copies: upper(p.copies), ..p.clone() });
    let pieces = PieceSet::new(free.collect());
    // Long enough for the number of states to settle.
    let (long_rows, long_cols) = (rows.min(4 * tall), cols.min(4 * wide));
    // On other lattices no smaller boards are cut out: what was seen of the whole must do.
    let is_square = region.lattice() == Lattice::Square;
    let (from, to) = match order {
        _ if !is_square => (0, 0),
        Order::Rows | Order::ReversedRows => (2, cols),
        Order::Columns | Order::ReversedColumns => (2, rows),
        Order::Diagonals | Order::ReversedDiagonals => (tall.max(wide), rows.max(cols)),
        Order::Layers | Order::ReversedLayers => (0, 0),
    };
    (from..to).filter_map(move |side| {
        let (rows, cols) = match order {
            Order::Rows | Order::ReversedRows => (long_rows, side),
            Order::Columns | Order::ReversedColumns => (side, long_cols),
            _ => (side.min(rows), side.min(cols)),
        };
        let region = middle(region, rows, cols)?;
        Some(Problem { region, pieces: pieces.clone(), rules: problem.rules, given: Vec::new() })
    })
}

/// The middle `rows` rows and `cols` columns of a region, glued like the whole.
fn middle(region: &Region, rows: u32, cols: u32) -> Option<Region> {
    let (top, left) = ((region.rows() - rows) / 2, (region.cols() - cols) / 2);
    let window = (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col)));
    let is_hole = |cell: &Cell| !region.contains(Cell::new(top + cell.row, left + cell.col));
    let holes: Vec<Cell> = window.filter(is_hole).collect();
    let within = |cell: Cell| {
        let place = Cell::new(cell.row.checked_sub(top)?, cell.col.checked_sub(left)?);
        (place.row < rows && place.col < cols).then_some(place)
    };
    let optional: Vec<Cell> = region.optional().filter_map(within).collect();
    let window = Region::rectangle(u64::from(rows), u64::from(cols)).ok()?.wrapping(region.wraps());
    window.without(&holes).ok()?.with_optional(&optional).ok()
}

/// What a try found.
struct Tried {
    finished: bool,
    peak: usize,
    total: usize,
    runs: usize,
    /// Active items where it ended.
    width: usize,
    bytes_per_key: usize,
}

fn run(problem: &Problem, cover: &Cover, by_piece: bool, control: &Control) -> Result<Tried, Stopped> {
    struct Try<'a>(&'a Cover, &'a Counters, &'a Control);
    impl WithKey for Try<'_> {
        type Output = Tried;
        fn run<K: Key>(self) -> Result<Tried, Stopped> {
            let Try(cover, counters, control) = self;
            let items = cover.items().len();
            let mut merge = Merge::new(counters.root::<K>(), items, Some(2), control);
            // Boards of all sizes alike, or they would not tell how states grow.
            merge.prunes_always = true;
            let bytes_per_key = size_of::<K>();
            let mut tried = Tried { finished: false, peak: 1, total: 0, runs: 1, width: 1, bytes_per_key };
            let mut levels = Levels::<K>::new(cover, counters);
            for i in 0..MAX_LEVELS {
                let Some(level) = levels.next_from(u64::MAX) else { break };
                let level = level?;
                merge.step(&level)?;
                let states = merge.layer().states;
                tried.runs = tried.runs.max(level.transitions.len());
                tried.peak = tried.peak.max(states);
                tried.total += states;
                tried.width = tried.width.max(level.active.len());
                if states > MAX_STATES {
                    return Ok(tried);
                }
                if states == 0 || i + 1 == items {
                    tried.finished = true;
                    break;
                }
            }
            // Where a thousand levels have not led to many states, the rest will not either.
            if !tried.finished {
                tried.total = tried.total / MAX_LEVELS * items;
                tried.finished = true;
            }
            Ok(tried)
        }
    }
    let counters = Counters::new(problem, by_piece, 1);
    with_key(cover, &counters, control, Try(cover, &counters, control))
}
