//! What is said about the classes of a puzzle, in words and in JSON.

use super::subject::Subject;
use polytile::classes::{Classes, Options, Relations, Rule, Rules, rules_of};
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::Rules as PuzzleRules;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// All there is to say.
pub struct Report<'a> {
    pub subject: &'a Subject,
    pub options: &'a Options,
    pub relations: &'a Relations,
    pub classes: &'a Classes,
    /// How long finding and joining the relations took.
    pub analysed: Duration,
}

/// What the paper says that cannot be held against these numbers.
const OF_THE_PAPER: [&str; 3] = [
    "Hansen (1991) counts 1550 symmetric subsets and 433 swaps among these pairs, and 199 shapes of moved regions. The",
    "program stopped at the first relation it found between two tilings, so these numbers depend on the order in which",
    "it met them. They cannot be compared with the numbers above, which count every pair for each kind it is of.",
];

impl Report<'_> {
    /// In words.
    pub fn text(&self) -> String {
        let sizes = self.classes.sizes();
        let mut text = String::new();
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name:22}{value}");
        };
        line(
            "tilings",
            format!("{}, up to {} symmetries", self.subject.tilings.len(), self.subject.tilings.symmetries()),
        );
        line("classes", format!("{}, by the rules {}{}", sizes.len(), self.options.rules, self.further()));
        line("largest class", sizes.first().copied().unwrap_or(0).to_string());
        line("related pairs", self.relations.pairs().count().to_string());
        text.push('\n');
        text += &self.kinds();
        text += &self.histogram();
        text += &self.steps();
        if self.is_of_the_paper() {
            text.push('\n');
            for line in OF_THE_PAPER {
                text += line;
                text.push('\n');
            }
        }
        text
    }

    /// What limits or widens the rules.
    fn further(&self) -> String {
        let mut text = String::new();
        if self.options.relaxed {
            text += ", swaps relaxed";
        }
        if self.options.half_boards {
            text += ", half boards too";
        }
        if let Some(most) = self.options.max_pieces {
            let _ = write!(text, ", at most {most} pieces moved");
        }
        text
    }

    /// Pairs and classes by rules.
    fn kinds(&self) -> String {
        let overlaps = self.relations.pairs_by_rules();
        let mut text = String::from("rules    pairs by them   by exactly these   classes by them\n");
        for (rules, exactly) in overlaps {
            if rules.and(self.options.rules) != rules {
                continue;
            }
            let any: u64 = overlaps.iter().filter(|(other, _)| other.meets(rules)).map(|(_, n)| n).sum();
            let classes = self.relations.classes(self.subject.tilings.len(), rules).len();
            let _ = writeln!(text, "{:8}{any:14}{exactly:19}{classes:18}", rules.to_string());
        }
        let described = self.options.rules;
        let says = Rule::ALL.into_iter().filter(|&rule| described.has(rule)).map(|rule| match rule {
            Rule::Symmetric => "S: one isometry moves all moved pieces",
            Rule::Swap => "W: two congruent regions exchange their pieces",
            Rule::Two => "P: two pieces rearranged",
        });
        text += &says.collect::<Vec<_>>().join("; ");
        text.push('\n');
        if let Some(only) = self.only_two().filter(|only| !only.is_empty()) {
            let parts: Vec<String> =
                only.iter().map(|(pieces, n)| format!("{} {n}", pieces.join(" "))).collect();
            let _ = writeln!(text, "by P and not by S: {}", parts.join(", "));
        }
        text.push('\n');
        text
    }

    /// Pairs in which two pieces move, but not as a symmetric subset, by the names of these pieces; nothing where one of
    /// these rules was not looked for, so that there is nothing to say.
    fn only_two(&self) -> Option<Vec<(Vec<String>, u64)>> {
        if !(self.options.rules.has(Rule::Two) && self.options.rules.has(Rule::Symmetric)) {
            return None;
        }
        let mut counts: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        let tilings = &self.subject.tilings;
        for pair in self.relations.pairs() {
            let rules = rules_of(pair);
            let two = pair.iter().find(|link| link.rules.has(Rule::Two));
            if let Some(link) = two.filter(|_| !rules.has(Rule::Symmetric)) {
                let moved = tilings.moved(link);
                *counts
                    .entry(moved.iter().map(|&p| tilings.encoded().placement(p).piece).collect())
                    .or_default() += 1;
            }
        }
        let name = |&piece: &u32| tilings.problem().pieces[piece as usize].name.clone();
        let mut named: Vec<(Vec<String>, u64)> =
            counts.into_iter().map(|(pieces, n)| (pieces.iter().map(name).collect(), n)).collect();
        named.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        Some(named)
    }

    fn histogram(&self) -> String {
        let mut text = String::from("size   classes\n");
        for (size, count) in self.class_sizes() {
            let _ = writeln!(text, "{size:4}{count:10}");
        }
        text.push('\n');
        text
    }

    /// How many classes there are of each size.
    fn class_sizes(&self) -> BTreeMap<usize, u64> {
        let mut counts = BTreeMap::new();
        for size in self.classes.sizes() {
            *counts.entry(size).or_default() += 1;
        }
        counts
    }

    fn steps(&self) -> String {
        let mut text = format!("candidates, by the engine '{}'\n", self.relations.method);
        for step in &self.relations.steps {
            let _ = writeln!(text, "{:12}  {}", step.count, step.what);
        }
        text
    }

    /// How long it took, for who watches.
    pub fn account(&self) -> String {
        format!(
            "{} engine, search {:.3} s, analysis {:.3} s",
            self.relations.method,
            self.subject.searched.as_secs_f64(),
            self.analysed.as_secs_f64()
        )
    }

    /// Whether this is the puzzle of Hansen's paper, the twelve pentominoes on 6x10, and both kinds of relations that the
    /// paper counts were looked for as it does.
    fn is_of_the_paper(&self) -> bool {
        let problem = self.subject.tilings.problem();
        let sides = [problem.region.rows(), problem.region.cols()];
        problem.region.is_rectangle()
            && (sides == [6, 10] || sides == [10, 6])
            && problem.rules == PuzzleRules::default()
            && problem.pieces.len() == 12
            // Twelve on sixty cells: each that may be used once at most is used once.
            && problem.pieces.iter().all(|p| p.copies.max() == Some(1))
            && PieceSet::all(5, Freedom::Free)
                .iter()
                .all(|free| problem.pieces.iter().any(|p| p.orientations == free.orientations))
            && self.options.rules.has(Rule::Symmetric)
            && self.options.rules.has(Rule::Swap)
            && *self.options
                == Options { rules: self.options.rules, method: self.options.method, ..Options::default() }
    }

    /// As one JSON object.
    pub fn json(&self) -> Value {
        let tilings = &self.subject.tilings;
        let sizes = self.classes.sizes();
        let seconds = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e6;
        let overlaps = self.relations.pairs_by_rules();
        let asked = |rules: &Rules| rules.and(self.options.rules) == *rules;
        let any = |rules: Rules| -> u64 {
            overlaps.iter().filter(|(other, _)| other.meets(rules)).map(|(_, n)| n).sum()
        };
        let object =
            |pairs: &mut dyn Iterator<Item = (String, Value)>| Value::Object(pairs.collect::<Map<_, _>>());
        let singles = Rule::ALL.into_iter().map(Rules::from).filter(asked);
        let combinations = || Rules::combinations().filter(asked);
        let mut report = json!({
            "title": self.subject.title,
            "tilings": tilings.len(),
            "symmetries": tilings.symmetries(),
            "classes": sizes.len(),
            "largest_class": sizes.first(),
            "class_sizes": object(&mut self.class_sizes().into_iter().map(|(size, n)| (size.to_string(), n.into()))),
            "related_pairs": self.relations.pairs().count(),
            "oriented_relations": self.relations.links().len(),
            "pairs_by_kind": object(&mut singles.map(|rules| (rules.to_string(), any(rules).into()))),
            "pairs_by_exactly": object(&mut overlaps.iter().filter(|(rules, _)| asked(rules))
                .map(|(rules, n)| (rules.to_string(), (*n).into()))),
            "pairs_by_any_of": object(&mut combinations().map(|rules| (rules.to_string(), any(rules).into()))),
            "classes_by_rules": object(&mut combinations().map(|rules| {
                (rules.to_string(), self.relations.classes(tilings.len(), rules).len().into())
            })),
            "rules": self.options.rules.to_string(),
            "relaxed": self.options.relaxed,
            "max_pieces": self.options.max_pieces,
            "half_boards": self.options.half_boards,
            "engine": self.relations.method.to_string(),
            "steps": self.relations.steps.iter()
                .map(|step| json!({ "what": step.what, "count": step.count })).collect::<Vec<_>>(),
            "search_seconds": seconds(self.subject.searched),
            "analysis_seconds": seconds(self.analysed),
        });
        if let Some(only) = self.only_two() {
            let rows = only.into_iter().map(|(pieces, n)| json!({ "pieces": pieces, "pairs": n }));
            report["pairs_by_two_pieces_not_symmetric"] = rows.collect();
        }
        if self.is_of_the_paper() {
            report["note"] = OF_THE_PAPER.join(" ").into();
        }
        report
    }
}
