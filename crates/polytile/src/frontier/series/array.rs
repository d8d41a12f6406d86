//! A strip scanned in one array: [`Dense`], on a plane and where no rule needs more than column heights.

use super::scans::{Expected, Rows, Scans};
use crate::board::Topology;
use crate::frontier::dense::Dense;
use crate::number::Count;
use crate::problem::Rules;
use crate::run::{Control, Refused};

/// The array for a strip of this many columns.
#[derive(Debug)]
struct InArray(Dense);

/// The array, or why there is none.
pub(super) fn scans(rows: &Rows) -> Result<Box<dyn Scans>, String> {
    if rows.topology != Topology::Plane {
        return Err("the board wraps".to_owned());
    }
    if rows.rules != Rules::default() {
        return Err("column heights do not show whether the rules are kept".to_owned());
    }
    let dense = Dense::new(&rows.pieces, rows.width as usize)?;
    Ok(Box::new(InArray(dense)))
}

impl Scans for InArray {
    fn expected(&self, rows: u64, modulo: bool, _: &Control) -> Result<Expected, Refused> {
        let InArray(dense) = self;
        let seconds = dense.additions(rows) * dense.passes(rows, modulo) * dense.seconds_per_addition();
        Ok(Expected { states: dense.states() as f64, bytes: dense.bytes() as f64, seconds })
    }

    fn terms(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<(Vec<Count>, u64), Refused> {
        let counts = match modulo {
            None => self.0.terms(to, control)?,
            Some(m) => self.0.terms_modulo(to, m, control)?.into_iter().map(Count::from).collect(),
        };
        Ok((counts, self.0.states()))
    }
}
