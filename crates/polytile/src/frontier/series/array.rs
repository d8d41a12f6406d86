//! A strip scanned in one array: [`Dense`], on a plane and where no rule needs more than column heights.

use super::scans::{Expected, Rows, Scans};
use crate::board::Topology;
use crate::frontier::dense::Dense;
use crate::number::Count;
use crate::problem::Rules;
use crate::run::{Control, Refused};

/// Seconds that it takes for each of its states and each cell of a row.
const SECONDS_PER_ENTRY: f64 = 0.8e-9;

/// The array for a strip of this many columns.
#[derive(Debug)]
struct InArray {
    dense: Dense,
    width: u64,
}

/// The array, or why there is none.
pub(super) fn scans(rows: &Rows) -> Result<Box<dyn Scans>, String> {
    if rows.topology != Topology::Plane {
        return Err("the board wraps".to_owned());
    }
    if rows.rules != Rules::default() {
        return Err("column heights do not show whether the rules are kept".to_owned());
    }
    let dense = Dense::new(&rows.pieces, rows.width as usize)?;
    Ok(Box::new(InArray { dense, width: rows.width }))
}

impl Scans for InArray {
    fn expected(&self, rows: u64, _: &Control) -> Result<Expected, Refused> {
        let states = self.dense.states() as f64;
        let cells = rows as f64 * self.width as f64;
        Ok(Expected { states, bytes: self.dense.bytes() as f64, seconds: states * cells * SECONDS_PER_ENTRY })
    }

    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused> {
        let counts = match modulo {
            None => self.dense.terms(to, control)?,
            Some(m) => self.dense.terms_modulo(to, m, control)?.into_iter().map(Count::from).collect(),
        };
        Ok((counts, self.dense.states()))
    }
}
