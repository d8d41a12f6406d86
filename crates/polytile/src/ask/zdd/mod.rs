//! Questions to a decision diagram of all solutions: how many, the k-th, which one is this, a fair sample, the lightest, and
//! which option is used how often.
//!
//! What is asked about is [`Held`]: a family built from a puzzle ([`Source`]), read from a file, or computed from others
//! ([`Evaluation`]), and narrowed down. Making it
//! is what takes time; [`Asking`] asks it as many questions as one likes, and hands each [`Fact`] to an [`Asker`]. In JSON a
//! question `zdd` asks several at once, `kth` and `rank` one each:
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let ask = |text: &str| text.parse::<Question>()?.ask(&Control::default(), &mut nobody);
//! let first = ask(r#"{"question": "kth", "board": "2x2", "pieces": "dominoes", "kth": 1}"#)?;
//! assert_eq!(
//!     first.json()["options"].to_string(),
//!     r#"["domino@0,0+0,1","domino@1,0+1,1"]"#,
//! );
//! let which = ask(
//!     r#"{"question": "rank", "board": "2x2", "pieces": "dominoes", "rank": "domino@1,0+1,1 domino@0,0+0,1"}"#,
//! )?;
//! assert_eq!(which.text(), "1 of 2, in the order of the options by rows\n");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

mod asking;
mod eval;
mod facts;
mod heat;
mod held;
mod read;

pub use asking::{Asker, Asking};
pub use eval::Evaluation;
pub use facts::{Agreement, Fact, Frequency, Levels, Member, NumberOf, OfSize, Ranked, Stats, share};
pub use heat::heat;
pub use held::{Held, Source};

use super::options::Ask;
use super::seed::seed_of;
use super::subject::remark;
use super::{
    Integer, Listener, Part, Unanswered, Words, answered, is_false, misused, number, numbered, weights,
};
use crate::format::subject::{Given, Subject};
use crate::frontier::Order;
use crate::run::Control;
use crate::zdd::Goal;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How the diagram is made, and which of its sets are asked about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Holding {
    /// Number the options by their first cells in this order of the cells, or else in the narrowest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order>,
    /// Only tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Only sets that use these options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Only sets that do not use these options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Instead of a puzzle, an expression over families, as in `maximal(a.sets) & paths(grid:8x8, 1, 64)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<String>,
    /// What names of the expression stand for: texts, of sets under a name that ends in `.sets` or within `sets(NAME)`, of graphs
    /// where a graph is named, and of puzzles elsewhere.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub families: BTreeMap<String, String>,
}

/// Several questions at once, in the order in which they are listed here. Each answer is a [`Part`], a [`Fact`]; the answer to
/// all are the numbers of variables, nodes and sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one for each question")]
pub struct Zdd {
    /// How the diagram is made.
    #[serde(flatten)]
    pub holding: Holding,
    /// The number of sets.
    #[serde(skip_serializing_if = "is_false")]
    pub count: bool,
    /// The number of sets of each size.
    #[serde(skip_serializing_if = "is_false")]
    pub by_size: bool,
    /// Nodes on every level.
    #[serde(skip_serializing_if = "is_false")]
    pub profile: bool,
    /// So many sets, the first ones.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub list: Option<u64>,
    /// Every option with the share of the sets that use it.
    #[serde(skip_serializing_if = "is_false")]
    pub marginals: bool,
    /// So many sets at random, every one as likely as any other.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub sample: Option<u64>,
    /// What determines the sample; another one every time where it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// The set of this number, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kth: Option<Integer>,
    /// The number of this set: names of options, a number, or the text of a tiling.
    #[serde(default, deserialize_with = "numbered::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<numbered::Written>"))]
    pub rank: Option<Given>,
    /// The set of least weight.
    #[serde(skip_serializing_if = "is_false")]
    pub lightest: bool,
    /// The set of most weight.
    #[serde(skip_serializing_if = "is_false")]
    pub heaviest: bool,
    /// So many best sets instead of one: the lightest, unless the heaviest are asked for.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub best: Option<u64>,
    /// Lines of an option, or of a piece, a blank and a weight; else options weigh what they cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Given>,
    /// Count with another engine too, which shares nothing with diagrams, and compare.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// Which set is the k-th?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Kth {
    /// How the diagram is made.
    #[serde(flatten)]
    pub holding: Holding,
    /// Its number, from 1.
    pub kth: Integer,
}

/// Which number has a set?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// How the diagram is made.
    #[serde(flatten)]
    pub holding: Holding,
    /// The set: names of options, a number, or the text of a tiling.
    #[serde(deserialize_with = "numbered::required")]
    #[cfg_attr(feature = "schema", schemars(with = "numbered::Written"))]
    pub rank: Given,
}

impl Holding {
    /// Makes the diagram of what is read, if that is as `expected`, and narrows it down.
    ///
    /// # Errors
    /// When the words or the expression cannot be read, an option or the order means nothing for them, or `control` says stop.
    fn held(
        &self,
        about: &Words,
        expected: impl FnOnce(&Subject) -> Result<(), Unanswered>,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Held, Unanswered> {
        let held = if let Some(expression) = &self.eval {
            about.expect_nothing()?;
            let mut evaluation = Evaluation::new(expression)?;
            for (name, text) in &self.families {
                evaluation.text(name, text.as_str());
            }
            evaluation.held(control, listener)?
        } else {
            let read = answered::read(about, control, listener)?;
            expected(&read)?;
            let source = Source::new(read, self.order, &self.conditions)?;
            Held::new(source, self.order, control)?
        };
        held.narrowed(&self.with, &self.without, control)
    }

    /// Whether its options go together, which is known before a diagram is made.
    fn expect_sense(&self) -> Result<(), Unanswered> {
        if self.eval.is_some() && self.order.is_some() {
            return Err(misused(
                "an expression has no cells to be put in an order",
                "leave `order` out: the families that are computed with have theirs",
            ));
        }
        if self.eval.is_some() && !self.conditions.is_empty() {
            return Err(misused(
                "an expression has no board for conditions to speak of",
                "leave `where` out; `with` and `without` keep sets of any family",
            ));
        }
        if self.eval.is_none() && !self.families.is_empty() {
            return Err(misused("there are families and no expression that names them", "add `eval`"));
        }
        Ok(())
    }
}

impl Zdd {
    /// Answers everything: the listener gets each answer.
    ///
    /// # Errors
    /// When a question means nothing for `held`, or `control` says stop.
    pub fn answer(
        &self,
        held: &Held,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Fact, Unanswered> {
        self.expect_sense()?;
        self.found(held, control, listener)
    }

    /// Whether the options go together and are possible, which is known before a diagram is made.
    ///
    /// # Errors
    /// When they do not, or are not.
    pub fn expect_sense(&self) -> Result<(), Unanswered> {
        self.holding.expect_sense()?;
        if self.cross_check && self.holding.eval.is_some() {
            return Err(misused("nothing else computes with families", "leave `cross_check` out"));
        }
        if self.seed.is_some() && self.sample.is_none() {
            return Err(misused("a seed determines a sample, and none is asked for", "add --sample"));
        }
        if self.weights.is_some() && !self.weighs() {
            return Err(misused(
                "weights say what is lightest or heaviest, and nothing by themselves",
                "ask for the --lightest or the --heaviest",
            ));
        }
        if self.cross_check && !self.holding.conditions.is_empty() {
            return Err(misused(
                "--where leaves some of the tilings, and --cross-check would count all of them by another engine",
                "leave --cross-check out: `polytile count --where --cross-check` compares two engines",
            ));
        }
        if self.cross_check && !(self.holding.with.is_empty() && self.holding.without.is_empty()) {
            return Err(misused(
                "--with and --without leave some of the sets, and --cross-check would count all of them by another engine",
                "leave --cross-check out, or --with and --without",
            ));
        }
        self.seed.as_ref().map(seed_of).transpose()?;
        self.kth.as_ref().map(natural).transpose()?;
        Ok(())
    }

    /// Whether the lightest sets are asked for: they are the best, unless the heaviest are.
    fn lightest(&self) -> bool {
        self.lightest || (self.best.is_some() && !self.heaviest)
    }

    /// Whether the lightest or the heaviest sets are asked for.
    fn weighs(&self) -> bool {
        self.lightest() || self.heaviest
    }

    fn found(&self, held: &Held, control: &Control, listener: &mut Listener<'_>) -> Result<Fact, Unanswered> {
        let mut asking = Asking::new(held, control, Telling { listener });
        if self.count {
            asking.count()?;
        }
        if self.by_size {
            asking.by_size()?;
        }
        if self.profile {
            asking.profile()?;
        }
        if let Some(number) = self.list {
            asking.list(number)?;
        }
        if self.marginals || self.sample.is_some() || self.kth.is_some() || self.rank.is_some() {
            let counted = held.counted(control)?;
            if self.marginals {
                asking.marginals(&counted, &counted.frequencies(control)?)?;
            }
            if let Some(number) = self.sample {
                asking.sample(&counted, number, self.seed.as_ref().map(seed_of).transpose()?)?;
            }
            if let Some(k) = &self.kth {
                asking.kth(&counted, &natural(k)?)?;
            }
            if let Some(set) = &self.rank {
                asking.rank(&counted, set)?;
            }
        }
        if self.weighs() {
            let weights = match &self.weights {
                Some(weights) => held.weights(&weights.text("--weights"))?,
                None => held.costs()?,
            };
            for (asked, goal) in [(self.lightest(), Goal::Lightest), (self.heaviest, Goal::Heaviest)] {
                if asked {
                    asking.best(&weights, goal, self.best)?;
                }
            }
        }
        if self.cross_check {
            asking.cross_check()?;
        }
        asking.found_stats()
    }
}

impl Kth {
    /// Looks for the set.
    ///
    /// # Errors
    /// When there are fewer, or `control` says stop.
    pub fn answer(&self, held: &Held, control: &Control) -> Result<Fact, Unanswered> {
        let counted = held.counted(control)?;
        held.kth(&counted, &self.number()?)
    }

    /// Its number.
    ///
    /// # Errors
    /// When it is negative.
    pub fn number(&self) -> Result<BigUint, Unanswered> {
        natural(&self.kth)
    }
}

impl Rank {
    /// Looks it up.
    ///
    /// # Errors
    /// When there is no such set, or `control` says stop.
    pub fn answer(&self, held: &Held, control: &Control) -> Result<Fact, Unanswered> {
        let counted = held.counted(control)?;
        held.rank(&counted, &self.rank)
    }
}

impl Ask for Zdd {
    type Answer = Box<Fact>;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Box<Fact>, Unanswered> {
        self.expect_sense()?;
        let weighed = |read: &Subject| match &self.weights {
            None if self.weighs() => weights::expect_costs(read),
            _ => Ok(()),
        };
        let held = self.holding.held(about, weighed, control, listener)?;
        self.answer(&held, control, listener).map(Box::new)
    }
}

impl Ask for Kth {
    type Answer = Box<Fact>;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Box<Fact>, Unanswered> {
        self.number()?;
        self.holding.expect_sense()?;
        let held = self.holding.held(about, |_| Ok(()), control, listener)?;
        self.answer(&held, control).map(Box::new)
    }
}

impl Ask for Rank {
    type Answer = Box<Fact>;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Box<Fact>, Unanswered> {
        self.holding.expect_sense()?;
        let held = self.holding.held(about, |_| Ok(()), control, listener)?;
        self.answer(&held, control).map(Box::new)
    }
}

fn natural(number: &Integer) -> Result<BigUint, Unanswered> {
    BigUint::try_from(&number.0)
        .map_err(|_| misused(format!("nothing has the number {}", number.0), "they are counted from 1"))
}

/// Tells a listener.
struct Telling<'a, 'b> {
    listener: &'a mut Listener<'b>,
}

impl Asker for Telling<'_, '_> {
    type Failure = Unanswered;

    fn fact(&mut self, fact: Fact) -> Result<ControlFlow<()>, Unanswered> {
        Ok((self.listener)(Part::Fact(Box::new(fact))))
    }

    fn remark(&mut self, text: String) {
        remark(self.listener, text);
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Part, Question, json};
    use crate::run::Control;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn what_is_known_is_not_looked_for_again() {
        let reports = |asked: &str| {
            let mind = r#""puzzle": {"name": "none.mind", "text": "34 ;0\n12 ;2\n13 ;2\n"}"#;
            let question: Question = format!(r#"{{"question": "zdd", {mind}{asked}}}"#).parse().unwrap();
            let told = Arc::new(AtomicU64::new(0));
            let seen = Arc::clone(&told);
            let control = Control::default().on_progress(move |_| _ = seen.fetch_add(1, Ordering::Relaxed));
            let answer = question.ask(&control, &mut crate::ask::nobody).unwrap();
            assert_eq!(answer.json()["contradiction"].to_string(), "[2,3]");
            told.load(Ordering::Relaxed)
        };
        let once = reports("");
        assert!(once > 0);
        assert_eq!(reports(r#", "count": true"#), once);
    }

    #[test]
    fn several_questions_have_as_many_answers() {
        let question: Question = r#"{"question": "zdd", "board": "2x2", "pieces": "dominoes", "count": true,
            "by_size": true, "list": 1, "marginals": true, "rank": "domino@0,0+1,0 domino@0,1+1,1",
            "lightest": true, "weights": "domino 2\ndomino@0,0+0,1 -5", "cross_check": true}"#
            .parse()
            .unwrap();
        let mut parts = Vec::new();
        let answer = question.ask(&Control::default(), &mut |part| {
            if let Part::Fact(fact) = part {
                parts.push(json(&fact).to_string());
            }
            ControlFlow::Continue(())
        });
        let [lying, lower] = ["domino@0,0+0,1", "domino@1,0+1,1"];
        let pieces =
            r#""pieces":[{"cells":[[0,0],[0,1]],"piece":"domino"},{"cells":[[1,0],[1,1]],"piece":"domino"}]"#;
        let used =
            |option: &str| format!(r#"{{"answer":"marginals","count":1,"option":"{option}","share":0.5}}"#);
        assert_eq!(
            parts,
            [
                r#"{"answer":"count","count":2}"#.to_owned(),
                r#"{"answer":"by-size","count":2,"size":2}"#.to_owned(),
                format!(r#"{{"answer":"list","number":1,"options":["{lying}","{lower}"],{pieces}}}"#),
                used(lying),
                used("domino@0,0+1,0"),
                used("domino@0,1+1,1"),
                used(lower),
                r#"{"answer":"rank","of":2,"order":"rows","rank":2}"#.to_owned(),
                format!(
                    r#"{{"answer":"lightest","number":1,"options":["{lying}","{lower}"],{pieces},"weight":-3}}"#
                ),
                parts.last().cloned().unwrap_or_default(),
            ]
        );
        assert!(parts[9].starts_with(r#"{"agrees":true,"answer":"cross-check","count":2,"engine":"the "#));
        assert_eq!(answer.unwrap().json()["variables"], 4);
    }
}
