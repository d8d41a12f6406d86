//! Which engine answers which question, what it will take, and why.
//!
//! A question comes in as a [`Problem`](crate::problem::Problem) and [`CountOptions`]. `choose` lists what could answer it (two
//! engines, several orders of the cells), estimates states, memory and time of each, and takes the cheapest;
//! [`count()`] asks the engine as often as the question needs: once for a plain count, once for each symmetry of the
//! board for a count up to symmetry, once for each size of block for a count of fault-free tilings.

mod answer;
mod choose;
mod impossible;

pub use crate::count::Engine;
pub use crate::frontier::Order;
pub use answer::{count, recount};
pub use impossible::is_impossible;

use crate::count::Count;
use crate::problem::UpTo;
use num_bigint::BigUint;

/// How a count is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountOptions {
    /// Count tilings that these symmetries of the board carry into each other once.
    pub up_to: Option<UpTo>,
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

impl Counted {
    /// The engine that answered; nothing when none was needed.
    pub fn engine(&self) -> Option<Engine> {
        let plan = self.plan.as_ref()?;
        plan.candidates.get(plan.chosen).map(|candidate| candidate.engine)
    }
}
