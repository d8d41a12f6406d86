//! What is said about the classes of a puzzle, in words and in JSON.
//!
//! In: a [`Classification`], which is all tilings, their relations and the classes that these make. Out: a [`Report`]: how many
//! tilings, pairs and classes there are; for each set of rules the pairs related by one of them, those related by exactly
//! these, and the classes that they would make alone; how many classes there are of each size; how many candidates the engine
//! had at each step; and, where they were asked for, the whole graph of relations and the shapes of moved regions.
//!
//! A pair related by several rules is counted for each, so the numbers by rules overlap: `pairs_by_exactly` is the partition.
//! The twelve pentominoes on 6x10 are the puzzle of Hansen's paper (1991), whose totals are of another kind; a report about
//! them says so, and why.
//!
//! Cost: classes are joined anew for each of the seven sets of rules, next to linear in the pairs each time; the rest is one
//! look at every pair.

use super::super::amounts::rounded;
use super::super::compare::Agreed;
use super::Classification;
use crate::board::Coordinates;
use crate::classes::{Engine, MovedShape, Options, Relations, Rule, RuleSet, Step, Tilings, rules_of};
use crate::format::relations::Edge;
use crate::pieces::{Freedom, PieceSet};
use crate::plan::Plan;
use crate::problem::{Problem, Rules};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What there is to say about all tilings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// How many tilings there are, one of each symmetry class.
    pub tilings: usize,
    /// Symmetries of the puzzle.
    pub symmetries: usize,
    /// How many classes they form.
    pub classes: usize,
    /// Tilings of the largest one.
    pub largest_class: Option<usize>,
    /// How many classes there are of each size.
    pub class_sizes: BTreeMap<usize, u64>,
    /// Pairs of tilings that are related.
    pub related_pairs: usize,
    /// Relations, of which a pair may have several, under different symmetries.
    pub oriented_relations: usize,
    /// Pairs related by each rule.
    pub pairs_by_kind: BTreeMap<RuleSet, u64>,
    /// Pairs related by these rules and no others.
    pub pairs_by_exactly: BTreeMap<RuleSet, u64>,
    /// Pairs related by one of these rules at least.
    pub pairs_by_any_of: BTreeMap<RuleSet, u64>,
    /// How many classes these rules make.
    pub classes_by_rules: BTreeMap<RuleSet, usize>,
    /// Pairs in which two pieces move, but not as a symmetric subset, by these pieces, where both rules were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs_by_two_pieces_not_symmetric: Option<Vec<TwoPieces>>,
    /// The rules that were looked for.
    pub rules: RuleSet,
    /// Whether the pieces of either half of a swap might fill the other in any arrangement.
    pub relaxed: bool,
    /// The most pieces that might move.
    pub max_pieces: Option<usize>,
    /// Whether the halves of the board might exchange their contents.
    pub half_boards: bool,
    /// The engine that found the relations.
    pub engine: Engine,
    /// The engine that found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// How many candidates it had at each step.
    pub steps: Vec<Step>,
    /// The time that the search of the tilings took.
    pub search_seconds: f64,
    /// The time that finding and joining the relations took.
    pub analysis_seconds: f64,
    /// All tilings and all related pairs, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<Relationships>,
    /// The shapes of the regions that are moved, from small to large, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shapes: Option<Vec<MovedRegion>>,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
    /// Where a paper counts otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// All tilings, and how they are related.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relationships {
    /// The tilings in letters, rows parted by `/`.
    pub tilings: Vec<String>,
    /// The class of each, from 1, the largest first.
    pub classes: Vec<usize>,
    /// The related pairs.
    pub pairs: Vec<Edge>,
}

/// A shape of moved regions, up to turning and turning over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedRegion {
    /// Its cells, on squares row and column of each; the smallest of either are 0.
    pub cells: Vec<Coordinates>,
    /// The rules by which the pairs are related.
    pub rules: RuleSet,
    /// Pairs in which it is moved: of those related in several ways, by the relation that moves the fewest pieces.
    pub pairs: u64,
    /// The pieces that fill it, the most frequent first.
    pub fillings: Vec<Filled>,
}

/// Pieces that fill a moved region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Filled {
    /// Their names.
    pub pieces: Vec<String>,
    /// In how many pairs.
    pub pairs: u64,
}

impl MovedRegion {
    /// With the pieces by the names they have in `tilings`.
    pub(super) fn new(moved: &MovedShape, tilings: &Tilings) -> Self {
        let name = |&piece: &u32| tilings.problem().pieces[piece as usize].name.clone();
        let filled = |(pieces, pairs): &(Vec<u32>, u64)| Filled {
            pieces: pieces.iter().map(name).collect(),
            pairs: *pairs,
        };
        let lattice = tilings.problem().region.lattice();
        MovedRegion {
            cells: moved.shape.cells().iter().map(|&cell| lattice.coordinates(cell)).collect(),
            rules: moved.rules,
            pairs: moved.pairs,
            fillings: moved.fillings.iter().map(filled).collect(),
        }
    }
}

/// Two pieces that are rearranged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TwoPieces {
    /// Their names.
    pub pieces: Vec<String>,
    /// In how many pairs.
    pub pairs: u64,
}

/// What the paper says that cannot be held against these numbers. It is about the puzzle, however that is given, and about the
/// rules that are asked for; a puzzle's file knows of neither `--board 10x6` nor the rules, and so is not the place for it.
const OF_THE_PAPER: [&str; 3] = [
    "Hansen (1991) counts 1550 symmetric subsets and 433 swaps among these pairs, and 199 shapes of moved regions. The",
    "program stopped at the first relation it found between two tilings, so these numbers depend on the order in which",
    "it met them. They cannot be compared with the numbers above, which count every pair for each kind it is of.",
];

impl Relationships {
    /// The relationships among what was found.
    pub(super) fn new(found: &Classification) -> Self {
        let (graph, tilings) = (found.graph(), 0..found.relatives.tilings.len());
        Relationships {
            tilings: tilings.clone().map(|tiling| graph.letters(tiling)).collect(),
            classes: tilings.map(|tiling| found.classes.of(tiling) + 1).collect(),
            pairs: graph.edges().collect(),
        }
    }
}

impl Report {
    pub(super) fn new(found: &Classification) -> Self {
        let Classification { relatives, relations, classes, .. } = found;
        let (tilings, options) = (&relatives.tilings, relatives.options);
        let sizes = classes.sizes();
        let mut class_sizes = BTreeMap::new();
        for &size in &sizes {
            *class_sizes.entry(size).or_default() += 1;
        }
        let overlaps = relations.pairs_by_rules();
        let asked = |rules: &RuleSet| rules.and(options.rules) == *rules;
        let any = |rules: RuleSet| {
            let pairs = overlaps.iter().filter(|(other, _)| other.meets(rules)).map(|(_, n)| n).sum();
            (rules, pairs)
        };
        let combinations = || RuleSet::combinations().filter(asked);
        let of_the_paper = is_of_the_paper(tilings.problem(), &options);
        Report {
            title: relatives.title.clone(),
            tilings: tilings.len(),
            symmetries: tilings.symmetries(),
            classes: sizes.len(),
            largest_class: sizes.first().copied(),
            class_sizes,
            related_pairs: relations.pairs().count(),
            oriented_relations: relations.links().len(),
            pairs_by_kind: Rule::ALL.into_iter().map(RuleSet::from).filter(asked).map(any).collect(),
            pairs_by_exactly: overlaps.into_iter().filter(|(rules, _)| asked(rules)).collect(),
            pairs_by_any_of: combinations().map(any).collect(),
            classes_by_rules: combinations()
                .map(|rules| (rules, relations.classes(tilings.len(), rules).len()))
                .collect(),
            pairs_by_two_pieces_not_symmetric: only_two(tilings, relations, &options),
            rules: options.rules,
            relaxed: options.relaxed,
            max_pieces: options.max_pieces,
            half_boards: options.half_boards,
            engine: relations.engine,
            cross_check: found.cross_check,
            steps: relations.steps.clone(),
            plan: found.relations.plan.clone(),
            search_seconds: rounded(relatives.searched),
            analysis_seconds: rounded(found.analysed),
            graph: None,
            shapes: None,
            note: of_the_paper.then(|| OF_THE_PAPER.join(" ")),
        }
    }

    /// In words.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:22}{value}");
        };
        line("tilings", format!("{}, up to {} symmetries", self.tilings, self.symmetries));
        line("classes", format!("{}, by the rules {}{}", self.classes, self.rules, self.further()));
        line("largest class", self.largest_class.unwrap_or(0).to_string());
        line("related pairs", self.related_pairs.to_string());
        text.push('\n');
        text += &self.kinds();
        text += "size   classes\n";
        for (size, count) in &self.class_sizes {
            let _ = writeln!(text, "{size:4}{count:10}");
        }
        let _ = writeln!(text, "\ncandidates, by the engine '{}'", self.engine);
        for step in &self.steps {
            let _ = writeln!(text, "{:12}  {}", step.count, step.what);
        }
        if self.note.is_some() {
            let _ = writeln!(text, "\n{}", OF_THE_PAPER.join("\n"));
        }
        text
    }

    /// What limits or widens the rules.
    fn further(&self) -> String {
        let mut text = String::new();
        if self.relaxed {
            text += ", swaps relaxed";
        }
        if self.half_boards {
            text += ", half boards too";
        }
        if let Some(most) = self.max_pieces {
            let _ = write!(text, ", at most {most} pieces moved");
        }
        text
    }

    /// Pairs and classes by rules.
    fn kinds(&self) -> String {
        let mut text = String::from("rules    pairs by them   by exactly these   classes by them\n");
        for rules in RuleSet::combinations() {
            let of = |pairs: &BTreeMap<RuleSet, u64>| pairs.get(&rules).copied();
            let any_and_exactly = of(&self.pairs_by_any_of).zip(of(&self.pairs_by_exactly));
            if let (Some((any, exactly)), Some(classes)) =
                (any_and_exactly, self.classes_by_rules.get(&rules))
            {
                let _ = writeln!(text, "{:8}{any:14}{exactly:19}{classes:18}", rules.to_string());
            }
        }
        let says = Rule::ALL.into_iter().filter(|&rule| self.rules.has(rule)).map(|rule| match rule {
            Rule::Symmetric => "S: one isometry moves all moved pieces",
            Rule::Swap => "W: two congruent regions exchange their pieces",
            Rule::Two => "P: two pieces rearranged",
        });
        text += &says.collect::<Vec<_>>().join("; ");
        text.push('\n');
        if let Some(only) = self.pairs_by_two_pieces_not_symmetric.as_ref().filter(|only| !only.is_empty()) {
            let part = |two: &TwoPieces| format!("{} {}", two.pieces.join(" "), two.pairs);
            let _ =
                writeln!(text, "by P and not by S: {}", only.iter().map(part).collect::<Vec<_>>().join(", "));
        }
        text.push('\n');
        text
    }
}

/// Pairs in which two pieces move, but not as a symmetric subset; nothing where one of these rules was not looked for, so
/// that there is nothing to say.
fn only_two(tilings: &Tilings, relations: &Relations, options: &Options) -> Option<Vec<TwoPieces>> {
    if !(options.rules.has(Rule::Two) && options.rules.has(Rule::Symmetric)) {
        return None;
    }
    let mut counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    for pair in relations.pairs() {
        let rules = rules_of(pair);
        let two = pair.iter().find(|link| link.rules.has(Rule::Two));
        if let Some(link) = two.filter(|_| !rules.has(Rule::Symmetric)) {
            let piece = |&placement: &u32| tilings.encoded().placement(placement).piece;
            *counts.entry(tilings.moved(link).iter().map(piece).collect()).or_default() += 1;
        }
    }
    let name = |&piece: &u32| tilings.problem().pieces[piece as usize].name.clone();
    let named =
        |(pieces, pairs): (Vec<u32>, u64)| TwoPieces { pieces: pieces.iter().map(name).collect(), pairs };
    let mut all: Vec<TwoPieces> = counts.into_iter().map(named).collect();
    all.sort_by_key(|two| Reverse(two.pairs));
    Some(all)
}

/// Whether this is the puzzle of Hansen's paper, the twelve pentominoes on 6x10, and both kinds of relations that the
/// paper counts were looked for as it does.
fn is_of_the_paper(problem: &Problem, options: &Options) -> bool {
    let sides = [problem.region.rows(), problem.region.cols()];
    problem.region.is_rectangle()
        && (sides == [6, 10] || sides == [10, 6])
        && problem.rules == Rules::default()
        && problem.pieces.len() == 12
        // Twelve on sixty cells: each that may be used once at most is used once.
        && problem.pieces.iter().all(|p| p.copies.max() == Some(1))
        && PieceSet::all(5, Freedom::Free)
            .iter()
            .all(|free| problem.pieces.iter().any(|p| p.orientations == free.orientations))
        && options.rules.has(Rule::Symmetric)
        && options.rules.has(Rule::Swap)
        && *options == Options { rules: options.rules, engine: options.engine, ..Options::default() }
}
