//! The cheapest solutions out of a diagram of them all.

use super::finds::{Finds, Priced};
use crate::ask::Unanswered;
use crate::ask::diagram::{ATTEMPT, All, small};
use crate::run::{Control, Refused};
use num_bigint::BigInt;

/// The diagram, once it is made, and what was found in it.
struct Whole<'a> {
    priced: Priced<'a>,
    nodes: u64,
    solutions: Vec<(BigInt, Vec<u32>)>,
}

#[expect(clippy::unnecessary_wraps, reason = "a search cannot begin everywhere")]
pub(super) fn finds<'a>(priced: Priced<'a>, _: &Control) -> Result<Box<dyn Finds + 'a>, Refused> {
    Ok(Box::new(Whole { priced, nodes: 0, solutions: Vec::new() }))
}

impl Whole<'_> {
    fn search(&mut self, all: &All, control: &Control) -> Result<(), Unanswered> {
        let (_, weights, wanted) = self.priced;
        self.nodes = all.nodes();
        self.solutions = all.lightest(weights, wanted, control)?;
        Ok(())
    }
}

impl Finds for Whole<'_> {
    fn attempt(&mut self, control: &Control) -> Result<(bool, String), Unanswered> {
        let Some(all) = small(self.priced.0, control)? else {
            return Ok((false, format!("a diagram of all solutions: given up at {} MiB", ATTEMPT >> 20)));
        };
        self.search(&all, control)?;
        Ok((true, format!("a diagram of all solutions: {} nodes", self.nodes)))
    }

    fn finish(&mut self, control: &Control) -> Result<(), Unanswered> {
        self.search(&All::new(self.priced.0, control)?, control)
    }

    fn solutions(&self) -> Vec<(BigInt, Vec<u32>)> {
        self.solutions.clone()
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn levels(&self) -> Vec<u64> {
        Vec::new()
    }
}
