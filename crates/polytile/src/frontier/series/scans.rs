//! What a strip is, and what an engine makes of it.

use crate::board::{Region, RegionError, Topology};
use crate::number::Count;
use crate::pieces::PieceSet;
use crate::problem::{Problem, Rules};
use crate::run::{Control, Refused};
use std::fmt::Debug;

/// What is scanned: rows of one width, without an end.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub width: u64,
    /// Whether the columns wrap.
    pub topology: Topology,
    pub pieces: PieceSet,
    pub rules: Rules,
}

impl Rows {
    /// The strip cut off `rows` rows plus the height of the tallest piece down, so that no piece of the rows asked for
    /// meets the end.
    pub fn problem(&self, rows: u64) -> Result<Problem, Refused> {
        let region = Region::wrapped(self.topology, rows.saturating_add(self.reach()), self.width);
        let region = region.map_err(|e| refused(&e))?;
        Ok(Problem { rules: self.rules, ..Problem::new(region, self.pieces.clone()) })
    }

    pub fn reach(&self) -> u64 {
        let rows = self.pieces.iter().flat_map(|p| &p.orientations).map(crate::pieces::Polyform::rows);
        u64::from(rows.max().unwrap_or(1))
    }
}

pub(super) fn refused(error: &RegionError) -> Refused {
    Refused::Question(error.to_string())
}

/// What an engine makes of a strip.
pub(crate) trait Scans: Debug + Send + Sync {
    /// What `rows` rows are expected to take, counted modulo a number or not.
    ///
    /// # Errors
    /// When `control` says stop, or there are too many states to be told apart.
    fn expected(&self, rows: u64, modulo: bool, control: &Control) -> Result<Expected, Refused>;

    /// The numbers of tilings of 0, 1, ..., `to` rows, or those modulo `modulo`, which is below 2^63; and the states of the largest
    /// layer.
    ///
    /// # Errors
    /// When `control` says stop, or a limit is reached.
    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused>;
}

/// What an engine is expected to take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub states: f64,
    pub bytes: f64,
    pub seconds: f64,
}
