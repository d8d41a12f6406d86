//! Which solutions count, and for how many.

use crate::condition::Condition;
use crate::exact_cover::{Encoded, Symmetries};
use crate::problem::Problem;
use std::sync::Arc;

/// Judges solutions, given as options of the encoded problem.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    /// What solutions mean as tilings, where conditions need that.
    pub encoded: Option<(Arc<Problem>, Arc<Encoded>)>,
    /// Conditions that only a whole tiling can be checked against.
    pub conditions: Vec<Condition>,
    pub classes: Classes,
}

/// How solutions are gathered into classes.
#[derive(Clone, Debug)]
pub(super) enum Classes {
    /// They are not gathered: each counts for itself.
    None,
    /// A class has all of its members as solutions, or none: the one that stands for it counts.
    Whole { symmetries: Symmetries, distinct: bool },
    /// Only some solutions of a class may be as asked: the smallest of these counts.
    Parts { symmetries: Symmetries, local: Vec<Condition> },
}

impl Judge {
    /// Whether every solution counts for itself.
    pub fn looks_at_nothing(&self) -> bool {
        self.conditions.is_empty() && matches!(self.classes, Classes::None)
    }

    /// For how many solutions this one counts: 0 if it is not as asked, or if another one stands for it.
    pub fn weight(&self, chosen: &[u32]) -> u64 {
        if !self.holds(&self.conditions, chosen) {
            return 0;
        }
        match &self.classes {
            Classes::None => 1,
            Classes::Whole { symmetries, distinct } => {
                symmetries.class_size(chosen).map_or(0, |size| if *distinct { 1 } else { size })
            }
            Classes::Parts { symmetries, local } => {
                let mut sorted = chosen.to_vec();
                sorted.sort_unstable();
                let first = symmetries
                    .class(chosen)
                    .into_iter()
                    .find(|image| self.holds(&self.conditions, image) && self.holds(local, image));
                u64::from(first.is_none_or(|first| first == sorted))
            }
        }
    }

    fn holds(&self, conditions: &[Condition], chosen: &[u32]) -> bool {
        let Some((problem, encoded)) = self.encoded.as_ref().filter(|_| !conditions.is_empty()) else {
            return true;
        };
        let tiling = encoded.tiling(chosen);
        conditions.iter().all(|condition| condition.holds(problem, &tiling))
    }
}
