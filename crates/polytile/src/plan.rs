//! Which engine answers which question, what it will take, and why.

use crate::count::Count;
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use num_bigint::BigUint;
use thiserror::Error;

/// An engine that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// One array indexed by the column heights, worked on in place.
    Dense,
    /// Sorted runs of states, merged level by level.
    Merge,
}

/// The order in which the cells are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row by row.
    Rows,
    /// Column by column.
    Columns,
    /// Diagonal by diagonal.
    Diagonals,
}

/// How a count is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountOptions {
    /// Count tilings that a symmetry of the board carries into each other once.
    pub up_to_symmetry: bool,
    /// Count separately for every number of copies of every piece.
    pub by_piece: bool,
    /// Count modulo this number.
    pub modulo: Option<BigUint>,
    /// Use this engine, whatever the estimates say.
    pub engine: Option<Engine>,
    /// Use this order, whatever the estimates say.
    pub order: Option<Order>,
}

/// How many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// So many tilings.
    Total(Count),
    /// So many tilings with so many copies of each piece, sorted by the copies.
    ByPiece(Vec<(Vec<u64>, Count)>),
}

/// One way to answer, with its estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The engine.
    pub engine: Engine,
    /// The order of the cells.
    pub order: Order,
    /// States alive at the widest level, estimated.
    pub states: f64,
    /// Bytes of memory, estimated.
    pub bytes: f64,
    /// Seconds on one thread, estimated.
    pub seconds: f64,
    /// Why it cannot be used, if it cannot.
    pub obstacle: Option<String>,
}

/// The candidates, and the one chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// All that were considered.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen one.
    pub chosen: usize,
    /// Why.
    pub reason: String,
}

/// An answer, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// The answer.
    pub answer: Answer,
    /// The plan that was followed; nothing when the answer needed no engine.
    pub plan: Option<Plan>,
    /// States alive at the widest level.
    pub peak_states: u64,
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CountError {
    /// A limit was reached, or the engine was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The question means nothing for this puzzle, or this engine cannot answer it: says what and how to mend it.
    #[error("{0}")]
    Refused(String),
}

/// Counts the tilings of `problem`.
///
/// # Errors
/// See [`CountError`].
pub fn count(problem: &Problem, options: &CountOptions, control: &Control) -> Result<Counted, CountError> {
    if options.engine == Some(Engine::Dense) {
        let (r, c) = (problem.region.rows() as u64, problem.region.cols() as u64);
        let d = crate::frontier::dense::Dense::new(&problem.pieces, c as usize).map_err(CountError::Refused)?;
        let t = d.terms(r, control)?;
        return Ok(Counted { answer: Answer::Total(t[r as usize].clone()), plan: None, peak_states: d.states() });
    }
    let placements = problem.placements();
    let order = crate::frontier::cover::ordered(problem, options.order.unwrap_or(Order::Rows));
    let cover = crate::frontier::cover::Cover::new(problem, &placements, &order);
    let counters = crate::frontier::level::Counters::new(problem, options.by_piece, cover.largest_orbit());
    let out = crate::frontier::count::count(&cover, &counters, None, control)?;
    Ok(Counted { answer: Answer::Total(out.by_copies.values().sum()), plan: None, peak_states: out.peak })
}
