//! Facts: what is found out about a diagram, one thing at a time.
//!
//! In: what `asking` finds. Out: a [`Fact`], one variant for each kind of question, which is both JSON (its key `answer` says
//! which question it answers) and text, a line or a few. A set that a fact is about is a [`Member`]: its number, its options,
//! and the tiling or the number that it stands for. Names are made only when somebody looks at them ([`Later`]), since a list
//! of many sets is often only drawn or counted.
//!
//! Everything here is a value; nothing is computed but the share of a part in its whole ([`share`]), which must hold for counts
//! far beyond the range of floating point.

use crate::ask::named::Named;
use crate::ask::{Integer, Later};
use crate::count::Count;
use num_bigint::BigUint;
use serde::Serialize;

/// One thing that is found out. Its JSON says in `answer` which question it answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "answer", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fact {
    /// The numbers of variables, nodes and sets.
    Stats(Stats),
    /// The number of sets.
    Count(NumberOf),
    /// The number of sets of one size.
    BySize(OfSize),
    /// Nodes on every level.
    Profile(Levels),
    /// One of the first sets.
    List(Member),
    /// An option, and how many sets use it.
    Marginals(Frequency),
    /// A set at random.
    Sample(Member),
    /// The set that was asked for by its number.
    Kth(Member),
    /// The number of the set that was asked for.
    Rank(Ranked),
    /// One of the lightest sets.
    Lightest(Member),
    /// One of the heaviest sets.
    Heaviest(Member),
    /// What another engine counts.
    CrossCheck(Agreement),
}

/// The numbers of variables, nodes and sets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stats {
    /// The number of variables.
    pub variables: usize,
    /// The number of nodes, the two terminals included.
    pub nodes: u64,
    /// The number of sets.
    pub count: Integer,
    /// The order of the cells, if the sets are tilings.
    pub order: Option<String>,
    /// Whether only some sets are left.
    pub restricted: bool,
    /// Bytes that the diagram takes.
    pub bytes: u64,
    /// What the puzzle is called, if the sets are tilings.
    pub title: Option<String>,
    /// The time it took to make or read the diagram.
    pub seconds: f64,
    /// The lines of guesses that contradict each other, if that is why there is no set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
}

/// The number of sets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberOf {
    /// How many there are.
    pub count: Integer,
    /// The lines of guesses that contradict each other, if that is why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
}

/// The number of sets of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfSize {
    /// Options in each.
    pub size: usize,
    /// How many there are.
    pub count: Integer,
}

/// Nodes on every level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Levels {
    /// For each variable the number of its nodes.
    pub levels: Vec<usize>,
    /// The levels as a plot.
    #[serde(skip)]
    pub plot: String,
}

/// An option, and how many sets use it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frequency {
    /// Its name.
    pub option: String,
    /// How many sets use it.
    pub count: Integer,
    /// Which part of all that is.
    pub share: f64,
}

/// The number of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ranked {
    /// Its number, from 1.
    pub rank: Integer,
    /// How many there are.
    pub of: Integer,
    /// The order of the cells, or `marginals` for the one in which a question lists the options.
    pub order: String,
}

/// What another engine counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Agreement {
    /// Which engine.
    pub engine: String,
    /// The number it finds.
    pub count: Integer,
    /// Whether that is the number of sets.
    pub agrees: bool,
}

/// A set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Member {
    /// Which one it is, from 1.
    pub number: Integer,
    /// The seed of the sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// How many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Integer>,
    /// The order of the cells, or `marginals` for the one in which a question lists the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<String>,
    /// What it weighs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<Integer>,
    /// The names of its options.
    pub options: Later<Vec<String>>,
    /// The number it is, of a Number Mind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
    /// The tiling it is.
    #[serde(flatten)]
    pub tiling: Option<Named>,
    /// The set by numbers of variables.
    #[serde(skip)]
    pub set: Vec<u32>,
}

impl Fact {
    /// The set, if it is one.
    pub fn member(&self) -> Option<&Member> {
        match self {
            Fact::List(member)
            | Fact::Sample(member)
            | Fact::Kth(member)
            | Fact::Lightest(member)
            | Fact::Heaviest(member) => Some(member),
            _ => None,
        }
    }

    /// The lines of guesses that contradict each other, if it says so.
    pub fn contradiction(&self) -> Option<&[u32]> {
        match self {
            Fact::Stats(Stats { contradiction, .. }) | Fact::Count(NumberOf { contradiction, .. }) => {
                contradiction.as_deref()
            }
            _ => None,
        }
    }

    /// Why there is no set, if it says so.
    pub fn why(&self) -> Option<&[String]> {
        match self {
            Fact::Stats(Stats { why, .. }) | Fact::Count(NumberOf { why, .. }) => why.as_deref(),
            _ => None,
        }
    }

    /// Whether it is one of many that answer one question.
    pub fn is_listed(&self) -> bool {
        matches!(
            self,
            Fact::BySize(_)
                | Fact::List(_)
                | Fact::Marginals(_)
                | Fact::Sample(_)
                | Fact::Lightest(_)
                | Fact::Heaviest(_)
        )
    }

    /// A line, or a few.
    pub fn text(&self) -> String {
        match self {
            Fact::Stats(stats) => stats.text(),
            Fact::Count(number) => format!("{}\n", number.count.0),
            Fact::BySize(of) => format!("{}\t{}\n", of.size, of.count.0),
            Fact::Profile(levels) => levels.plot.clone(),
            Fact::Marginals(f) => format!("{:.6}\t{}\t{}\n", f.share, f.count.0, f.option),
            Fact::Rank(ranked) => place(&ranked.rank, &ranked.of, &ranked.order) + "\n",
            Fact::CrossCheck(Agreement { engine, count, agrees }) => {
                format!("{engine} {}: {}\n", if *agrees { "agrees" } else { "differs" }, count.0)
            }
            Fact::List(member)
            | Fact::Sample(member)
            | Fact::Kth(member)
            | Fact::Lightest(member)
            | Fact::Heaviest(member) => member.text(),
        }
    }
}

impl Stats {
    fn text(&self) -> String {
        let some = if self.restricted { ", the ones that are left" } else { "" };
        let order = self.order.as_ref().map(|order| format!(", options by {order}")).unwrap_or_default();
        let Stats { variables, nodes, count, .. } = self;
        format!(
            "variables  {variables}{order}\nnodes      {nodes}, the two terminals included\ncount      {}{some}\n",
            count.0
        )
    }
}

impl Member {
    /// What is said above it.
    pub fn caption(&self) -> Option<String> {
        if let (Some(of), Some(order)) = (&self.of, &self.order) {
            return Some(place(&self.number, of, order));
        }
        self.weight.as_ref().map(|weight| format!("weight {}", weight.0))
    }

    /// The number it is, or the names of its options.
    pub fn text(&self) -> String {
        let options = || if self.options.is_empty() { "{}".to_owned() } else { self.options.join(" ") };
        self.digits.clone().unwrap_or_else(options) + "\n"
    }
}

/// Which of how many, in what order.
fn place(k: &Integer, total: &Integer, order: &str) -> String {
    let order = match order {
        "marginals" => ", which --marginals lists".to_owned(),
        order => format!(" by {order}"),
    };
    format!("{} of {}, in the order of the options{order}", k.0, total.0)
}

/// The part of the whole, as a number from 0 to 1.
pub fn share(part: &Count, whole: &Count) -> f64 {
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    // Both may be beyond the range of floats: drop as many bits of both as the larger has too many.
    let drop = whole.bits().saturating_sub(1000);
    let float = |n: &Count| (n >> drop).to_string().parse::<f64>().unwrap_or(0.0);
    float(part) / float(whole)
}
