//! The cheapest solutions by branch and bound.

use super::finds::{Finds, Priced};
use crate::ask::Unanswered;
use crate::exact_cover::Cheapest;
use crate::run::{Control, Refused};
use num_bigint::BigInt;

/// Nodes of an attempt.
const LOOK: u64 = 1 << 16;
/// Nodes between two visits of the search.
const NODES: u64 = 1 << 22;

/// The search, if its numbers can hold these weights.
pub(super) fn finds<'a>(
    (cover, weights, wanted): Priced<'a>,
    control: &Control,
) -> Result<Box<dyn Finds + 'a>, Refused> {
    Ok(Box::new(Cheapest::new(cover, weights, wanted, control)?))
}

impl Finds for Cheapest {
    fn attempt(&mut self, control: &Control) -> Result<(bool, String), Unanswered> {
        // By one thread, so that it sees the same nodes everywhere.
        let done = self.advance(LOOK, &control.clone().threads(1))?;
        let said = if done { "the bounds leave few nodes" } else { "the bounds leave more than 2^16 nodes" };
        Ok((done, said.to_owned()))
    }

    fn finish(&mut self, control: &Control) -> Result<(), Unanswered> {
        while !self.advance(NODES, control)? {}
        Ok(())
    }

    fn solutions(&self) -> Vec<(BigInt, Vec<u32>)> {
        self.best()
    }

    fn nodes(&self) -> u64 {
        self.nodes()
    }

    fn levels(&self) -> Vec<u64> {
        self.profile()
    }
}
