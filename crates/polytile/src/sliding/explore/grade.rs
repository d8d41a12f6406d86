//! How hard a sliding-block puzzle is for a person.
//!
//! In: an exploration of it. Out: a grade from 1 to 10, by what somebody has to do who looks for a way: as many moves as the nearest goal
//! is away, and before each a choice among the moves that do not take the last one back, of which there are as many as the states have neighbours
//! on average, less one; and to go back from dead ends, states with one neighbour, as often as there are any. The product of these is the
//! *effort*, and the grade 1 + 5 log10(1 + effort / 10): 1 where there is nothing to do, 10 from some 620 looks on. Cost: none.

use super::Explored;

/// Looks that nobody minds.
const EASY: f64 = 10.0;
/// How much the grade grows where there is ten times as much to do.
const STEP: f64 = 5.0;
/// The hardest.
const MOST: f64 = 10.0;

impl Explored {
    /// How hard it is, from 1 to 10; nothing where no goal can be reached.
    ///
    /// ```
    /// use polytile::format::shipped::Shipped;
    /// use polytile::format::sliding;
    /// use polytile::run::Control;
    /// use polytile::sliding::{ExploreOptions, Metric, explore};
    /// let klotski = Shipped::find("klotski").ok_or("it is shipped")?;
    /// let options = ExploreOptions { metric: Metric::Move, ..ExploreOptions::default() };
    /// let explored = explore(&sliding::parse(klotski.text)?.puzzle, &options, &Control::default())?;
    /// assert!(explored.grade().is_some_and(|grade| grade > 5.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grade(&self) -> Option<f64> {
        let distance = self.solved_in? as f64;
        let effort = distance * self.choices() * (1.0 + self.dead_ends());
        Some((1.0 + STEP * (1.0 + effort / EASY).log10()).min(MOST))
    }

    /// How many moves there are at a state, on average, besides the one that takes the last one back; at least one.
    pub fn choices(&self) -> f64 {
        (2.0 * self.edges as f64 / self.states.max(1) as f64 - 1.0).max(1.0)
    }

    /// The share of the states that have one neighbour.
    pub fn dead_ends(&self) -> f64 {
        self.one_neighbour as f64 / self.states.max(1) as f64
    }
}
