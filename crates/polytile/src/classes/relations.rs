//! Relations between tilings, what is asked of them, and what is known of them.
//!
//! [`Relations`] are a list of [`Link`]s: tiling `j` differs from an image of tiling `i < j` in a way that a rule allows. What
//! counts as a relation is said by [`Options`]. Finding them is the business of `find`.

use super::engine::Engine;
use super::{Rule, RuleSet};
use crate::plan::Plan;

/// What counts as a relation. In JSON what is off is left out, and rules are letters: `{"rules": "S+W", "relaxed": true}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// The rules looked for.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "RuleSet::are_all"))]
    pub rules: RuleSet,
    /// In a swap, let the pieces of either region fill the other in any arrangement.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub relaxed: bool,
    /// The most pieces that may move, if there is a limit beyond what the rules say.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub max_pieces: Option<usize>,
    /// Let a swap move all pieces: the halves of the board exchange their contents.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "std::ops::Not::not"))]
    pub half_boards: bool,
    /// Use this engine.
    #[cfg_attr(feature = "serde", serde(rename = "engine", skip_serializing_if = "Option::is_none"))]
    pub engine: Option<Engine>,
}

impl Default for Options {
    /// All rules, strictly, without further limits.
    fn default() -> Self {
        Options { rules: RuleSet::ALL, relaxed: false, max_pieces: None, half_boards: false, engine: None }
    }
}

/// The most pieces that may move under each rule; 0 where it is not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    pub symmetric: usize,
    pub swap: usize,
    pub two: usize,
}

impl Limits {
    pub fn most(self) -> usize {
        self.symmetric.max(self.swap).max(self.two)
    }

    /// Whether only a symmetric subset can move all pieces but one, of `pieces`.
    pub fn is_alone(self, pieces: usize) -> bool {
        self.symmetric + 1 == pieces && self.swap.max(self.two) < self.symmetric
    }
}

impl Options {
    /// The limits for a tiling of `pieces` pieces.
    pub(super) fn limits(&self, pieces: usize) -> Limits {
        let asked = self.max_pieces.unwrap_or(usize::MAX);
        let of = |rule: Rule, most: usize| if self.rules.has(rule) { most.min(asked) } else { 0 };
        let but_one = pieces.saturating_sub(1);
        let swap = if self.half_boards { pieces } else { but_one };
        Limits {
            symmetric: of(Rule::Symmetric, but_one),
            // Both halves have as many pieces.
            swap: of(Rule::Swap, swap) / 2 * 2,
            two: if of(Rule::Two, 2) == 2 { 2 } else { 0 },
        }
    }
}

/// A relation between an image of one tiling and another tiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Link {
    /// The tiling with the smaller number, from 0.
    pub from: u32,
    /// The other.
    pub to: u32,
    /// The symmetry by which `from` is turned first.
    pub symmetry: u16,
    /// How many pieces then lie differently.
    pub moved: u16,
    /// The rules that allow it.
    pub rules: RuleSet,
}

/// How many candidates were left at a step of the search for relations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// What they have in common.
    pub what: String,
    /// How many they are.
    pub count: u64,
}

/// All relations between the tilings of a puzzle.
#[derive(Clone, Debug)]
pub struct Relations {
    /// Sorted.
    links: Vec<Link>,
    /// How they were found.
    pub engine: Engine,
    /// How many candidates there were at each step.
    pub steps: Vec<Step>,
    /// Why they were found in this way.
    pub plan: Plan<Engine>,
}

impl Relations {
    /// These links as relations; they may come in any order.
    pub(super) fn new(mut links: Vec<Link>, engine: Engine, steps: Vec<Step>) -> Self {
        links.sort_unstable();
        Relations { links, engine, steps, plan: Plan::without_engine("they were given") }
    }

    /// These relations, with why they were found so.
    pub(super) fn by(self, plan: Plan<Engine>) -> Self {
        Relations { plan, ..self }
    }

    /// The links, sorted by their tilings.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The links of each pair of tilings: a pair may be related under several symmetries.
    pub fn pairs(&self) -> impl Iterator<Item = &[Link]> {
        self.links.chunk_by(|a, b| (a.from, a.to) == (b.from, b.to))
    }

    /// For each set of rules, how many pairs are related by exactly these.
    pub fn pairs_by_rules(&self) -> [(RuleSet, u64); 7] {
        let mut counts = [0; 8];
        for pair in self.pairs() {
            counts[rules_of(pair).index()] += 1;
        }
        let mut combinations = RuleSet::combinations();
        std::array::from_fn(|_| {
            let rules = combinations.next().unwrap_or_default();
            (rules, counts[rules.index()])
        })
    }
}

/// The rules by which the pair of these links is related.
pub fn rules_of(pair: &[Link]) -> RuleSet {
    pair.iter().fold(RuleSet::NONE, |rules, link| rules | link.rules)
}
