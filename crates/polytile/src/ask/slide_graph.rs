//! The states of a sliding-block puzzle and the moves between them, as a map of it.
//!
//! In: a puzzle. Out: every state that can be reached, with its distance from the start and whether it is a goal, and the pairs
//! that are one move apart. Memory: a few hundred bytes for every state, refused where the budget does not allow it.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "slide_graph", "puzzle": "A..\n\n..A\n"}"#.parse()?;
//! let json = question.ask(&Control::default(), &mut nobody)?.json();
//! assert_eq!(json["positions"].to_string(), r#"["A..\n",".A.\n","..A\n"]"#);
//! assert_eq!((json["edges"].to_string(), json["goals"].to_string()), ("[[0,1],[1,2]]".into(), "[2]".into()));
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::{Ask, SLIDING};
use super::{Listener, Unanswered, Words, answered, is_default};
use crate::format::sliding::SlidingPuzzle;
use crate::run::{Control, Pulse};
use crate::sliding::Metric;
use crate::sliding::explore::graph;
use serde::{Deserialize, Serialize};

/// Which states are there, and which are one move apart?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SlideGraph {
    /// What counts as one move.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
}

/// The map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideMap {
    /// What counts as one move.
    pub metric: Metric,
    /// The states, drawn, by distance from the start, which is the first. Elsewhere they go by their numbers, from 0.
    pub positions: Vec<String>,
    /// Their distances from the start.
    pub distances: Vec<u32>,
    /// Those that are goals.
    pub goals: Vec<u32>,
    /// Those that are one move apart, the smaller number first.
    pub edges: Vec<[u32; 2]>,
}

impl SlideGraph {
    /// The map.
    ///
    /// # Errors
    /// When `control` says stop, or there is too much of it.
    pub fn answer(&self, read: &SlidingPuzzle, control: &Control) -> Result<SlideMap, Unanswered> {
        let puzzle = &read.puzzle;
        let graph = graph(puzzle, self.metric, control)?;
        let pulse = Pulse::preparing(control);
        let (mut positions, mut goals) = (Vec::with_capacity(graph.positions.len()), Vec::new());
        for (i, position) in (0..).zip(&graph.positions) {
            let drawn = puzzle.text(position);
            pulse.beats(1 + drawn.len() as u64)?;
            positions.push(drawn);
            goals.extend(puzzle.is_solved(position).then_some(i));
        }
        let mut edges = Vec::new();
        for (from, to) in graph.edges() {
            pulse.beat()?;
            edges.push([from, to]);
        }
        Ok(SlideMap { metric: self.metric, positions, distances: graph.distances, goals, edges })
    }
}

impl Ask for SlideGraph {
    type Answer = SlideMap;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<SlideMap, Unanswered> {
        self.answer(&answered::sliding(about, control, listener)?, control)
    }
}

impl SlideMap {
    /// The size of the map.
    pub fn text(&self) -> String {
        let farthest = self.distances.last().copied().unwrap_or_default();
        let (states, edges, goals) = (self.positions.len(), self.edges.len(), self.goals.len());
        format!(
            "metric {}\nstates {states}\nedges {edges}\ngoals {goals}\nfarthest {farthest}\n",
            self.metric
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Question, nobody};
    use crate::run::Control;

    #[test]
    fn klotski_is_as_large_as_it_is_known_to_be() {
        let question: Question =
            r#"{"question": "slide_graph", "puzzle": "klotski", "metric": "move"}"#.parse().unwrap();
        let json = question.ask(&Control::default(), &mut nobody).unwrap().json();
        let distances = json["distances"].as_array().unwrap();
        assert_eq!(distances.len(), 25_955);
        let nearest = json["goals"].as_array().unwrap()[0].as_u64().unwrap() as usize;
        assert_eq!(distances[nearest], 81);
        let question: Question = r#"{"question": "slide_graph", "puzzle": "klotski"}"#.parse().unwrap();
        assert!(question.ask(&Control::default().memory(1 << 20), &mut nobody).is_err());
    }
}
