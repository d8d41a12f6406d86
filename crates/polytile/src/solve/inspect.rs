//! What a designer wants to know of a puzzle: which options matter, and how hard it is.
//!
//! In: a search, prepared. Out: for every option the number of solutions that use it, and the shape of the search tree.
//! One walk goes through the whole tree; every worker adds up for itself.

use super::prepare::Search;
use crate::exact_cover::crew::{Crew, Hands, Left, Reply};
use crate::exact_cover::tree::Lost;
use crate::run::{Control, Stopped};

/// What a puzzle is like, seen from its solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Number of solutions.
    pub solutions: u64,
    /// For every option of the question, the number of solutions that use it.
    pub uses: Vec<u64>,
    /// Nodes of the search tree, level by level. The root is level 0.
    pub profile: Vec<u64>,
}

impl Inspection {
    /// Nodes of the search tree.
    pub fn nodes(&self) -> u64 {
        self.profile.iter().sum()
    }

    /// How hard the puzzle is for this search: the logarithm to base 10 of `nodes / (solutions + 1)`.
    ///
    /// If the solutions lie anywhere among the nodes, a search meets its first one after about that many. Each further
    /// point means ten times the work. A puzzle that needs no search has a difficulty of about 1 or 2: the logarithm of
    /// the number of its pieces that are not laid beforehand. It is never below 0.
    pub fn difficulty(&self) -> f64 {
        self.nodes_per_solution().log10()
    }

    /// Nodes for each solution and one more, at least one.
    pub(crate) fn nodes_per_solution(&self) -> f64 {
        (self.nodes() as f64 / (self.solutions as f64 + 1.0)).max(1.0)
    }

    /// The options that at least `least` and at most `most` solutions use.
    pub fn used(&self, least: u64, most: u64) -> Vec<u32> {
        let uses = self.uses.iter().enumerate();
        uses.filter(|&(_, &n)| n >= least && n <= most).map(|(option, _)| option as u32).collect()
    }
}

impl Search {
    /// Goes through all solutions, and says what each option has to do with them.
    ///
    /// # Errors
    /// When the control says stop: with half of the tree seen, the numbers would mislead.
    pub fn inspect(&self, control: &Control) -> Result<Inspection, Stopped> {
        let crew = Crew { control, nodes: self.nodes_at_once, pause: None, whole: self.whole, found: 0 };
        let left = self.parts.iter().cloned().map(Left::Part).collect();
        let hands = || Tally { search: self, uses: vec![0; self.asked_options], chosen: Vec::new() };
        let outcome = crew.run(&*self.walker, left, hands, &mut |_| Reply::More);
        // These parts were made from this tree.
        let outcome = outcome.map_err(|lost| match lost {
            Lost::Stopped(stopped) => stopped,
            Lost::Nowhere => Stopped::TooLarge(lost.to_string()),
        })?;
        if let Some(stopped) = outcome.stopped {
            return Err(stopped);
        }
        let mut uses = vec![0; self.asked_options];
        for hands in &outcome.hands {
            uses.iter_mut().zip(&hands.uses).for_each(|(sum, n)| *sum += n);
        }
        Ok(Inspection { solutions: outcome.found, uses, profile: outcome.profile })
    }
}

/// The hands of one worker.
struct Tally<'a> {
    search: &'a Search,
    uses: Vec<u64>,
    chosen: Vec<u32>,
}

impl Hands for Tally<'_> {
    fn take(&mut self, solution: &[u32]) -> (u64, bool) {
        self.search.translate(solution, &mut self.chosen);
        let weight = self.search.judge.weight(&self.chosen);
        if weight > 0 {
            for &option in &self.chosen {
                self.uses[option as usize] += 1;
            }
        }
        (u64::from(weight > 0), false)
    }
}
