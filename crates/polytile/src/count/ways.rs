//! The engines that count, each with its ways: an arm for every engine.

use super::counting::{Counting, Tally};
use super::{Engine, dense, kasteleyn, layers};
use crate::plan::{Planned, Way};
use crate::run::{Control, Refused};

impl Planned for Counting<'_> {
    type Engine = Engine;
    type Answer = Tally;
    type Error = Refused;

    fn ways(&self, engine: Engine, asked: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        match engine {
            Engine::Dense => Ok(dense::ways(self, control)),
            Engine::Kasteleyn => kasteleyn::ways(self, asked, control),
            Engine::Merge => layers::merge(self, control),
            Engine::Zdd => layers::zdd(self, control),
        }
    }
}
