//! The dense engine as a way to count: one array of column heights, for the rows of a full rectangle, or for its columns.
//!
//! Its cost is known beforehand: states, additions and passes.

use super::counting::{Counting, Counts, Tally, total};
use super::{Engine, Order};
use crate::board::Symmetry;
use crate::frontier::dense::Dense;
use crate::pieces::{Piece, PieceSet};
use crate::plan::{Candidate, Way};
use crate::problem::Rules;
use crate::run::{Control, Refused};

/// Seconds for what is to be done before the first addition.
const SECONDS: f64 = 1e-3;

/// How the array counts.
pub(super) const COUNTS: Counts =
    Counts { ways, fixed: None, confirmed_by: &[Engine::Merge], by_primes: true, keeps: true };

/// The ways of the array: by rows and by columns.
#[expect(clippy::unnecessary_wraps, reason = "the ways of other engines are found out, and that may fail")]
fn ways<'q, 'a>(
    counting: &'q Counting<'a>,
    _: bool,
    control: &Control,
) -> Result<Vec<Way<'q, Counting<'a>>>, Refused> {
    let orders = counting.orders(&[Order::Rows, Order::Columns]);
    if orders.is_empty() {
        let asked = Candidate { order: counting.options.order, ..Candidate::new(Engine::Dense) };
        return Ok(vec![Way::barred(asked, "column heights are those of rows or of columns only")]);
    }
    Ok(orders.into_iter().map(|order| way(counting, order, control)).collect())
}

fn way<'q, 'a>(counting: &'q Counting<'a>, order: Order, control: &Control) -> Way<'q, Counting<'a>> {
    let Counting { problem, options, .. } = counting;
    let region = &problem.region;
    let blank = Candidate { order: Some(order), ..Candidate::new(Engine::Dense) };
    if !region.is_rectangle() {
        return Way::barred(blank, "the board is not a full rectangle");
    }
    if problem.rules != Rules::default() {
        return Way::barred(blank, "column heights do not show whether the rules are kept");
    }
    if !problem.given.is_empty() {
        return Way::barred(blank, "pieces that lie already leave no full rectangle");
    }
    if !options.conditions.is_empty() {
        return Way::barred(blank, "column heights do not show which piece lies where");
    }
    if options.by_piece {
        return Way::barred(blank, "column heights do not tell the pieces apart");
    }
    let (rows, cols) = (u64::from(region.rows()), u64::from(region.cols()));
    let built = match order {
        Order::Columns => Dense::new(&transposed(&problem.pieces), rows as usize),
        _ => Dense::new(&problem.pieces, cols as usize),
    };
    let dense = match built {
        Err(obstacle) => return Way::barred(blank, obstacle),
        Ok(dense) => dense,
    };
    let rows = if order == Order::Columns { cols } else { rows };
    let modulo = options.modulo.is_some();
    let single = counting.single(&dense, rows, modulo, control);
    let kept = counting.keeps().then_some("arrays in memory, now and then in a file too");
    let remarks: Vec<&str> = single.remark().into_iter().chain(kept).collect();
    let candidate = Candidate {
        states: Some(dense.states() as f64),
        bytes: Some((single.bytes() + counting.buffers()) as f64),
        seconds: Some(single.additions(modulo) * dense.seconds_per_addition() + SECONDS),
        remark: (!remarks.is_empty()).then(|| remarks.join("; ")),
        ..blank
    };
    Way::open(candidate, move |control| {
        let single = counting.single(&dense, rows, modulo, control);
        let count = counting.counted(order, &single, control)?;
        Ok(Tally { counts: total(count), peak: dense.states() })
    })
}

/// The pieces, rows and columns exchanged.
pub(crate) fn transposed(pieces: &PieceSet) -> PieceSet {
    let turned = pieces.iter().map(|piece| {
        let mut orientations: Vec<_> =
            piece.orientations.iter().map(|o| o.image(Symmetry::TRANSPOSE)).collect();
        orientations.sort_unstable();
        Piece { orientations, ..piece.clone() }
    });
    PieceSet::new(turned.collect())
}
