//! Why is there no tiling? A reason that a person can check.
//!
//! Of a board, weights on its cells, or a walk around it; of a Number Mind, a smallest set of guesses that contradict each other; of
//! an exact cover, an item that no option covers.

use super::named::Named;
use super::number::Integer;
use super::options::Ask;
use super::solution::{Meaning, Solution};
use super::subject::{contradicting, contradicting_lines};
use super::{Listener, Unanswered, Words, answered, empty};
use crate::certificate::{Certificate, Possible, Proof};
use crate::exact_cover::{Encoded, certify, encircle};
use crate::format::certificate::Written;
use crate::format::circuit;
use crate::format::subject::{Covered, Subject};
use crate::problem::Problem;
use crate::run::{Control, Refused, Stopped};
use crate::solve::{First, Options, Question, Search};
use crate::tiling::Tiling;
use serde::{Deserialize, Serialize, Serializer};
use std::sync::Arc;

/// Why is there no tiling, or no solution of an exact cover or a Number Mind?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "why", "puzzle": "mutilated-chessboard"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// let said = "Every domino covers 1 black and 1 white cell, wherever it lies.\n";
/// assert!(answer.text().starts_with(said), "{}", answer.text());
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Why {}

/// A reason, or none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reason {
    /// Weights that rule out every tiling.
    Weights(Box<Weighed>),
    /// A walk around the board that rules out every tiling.
    Circuit(Box<Circled>),
    /// No short reason was found.
    None {
        /// Nothing.
        weights: (),
        /// Whether there is a tiling, where a search of about a second ([`Search::pace`]) found out.
        exists: Option<bool>,
        /// The nodes of that search.
        nodes: Integer,
        /// The tiling that it found.
        #[serde(skip_serializing_if = "Option::is_none")]
        tiling: Option<Box<Solution>>,
        /// The limit that ended the search, where one did before anything was known.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_words")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        stopped: Option<Stopped>,
    },
    /// Of an exact cover.
    Cover {
        /// The items that must be covered, and that no option covers.
        uncovered: Vec<String>,
        /// Whether there is a solution, where it is known: a search of about a second ([`Search::pace`]) finds out.
        exists: Option<bool>,
        /// The nodes of that search.
        nodes: Integer,
        /// The solution that it found.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<Box<Solution>>,
        /// The options that it chooses.
        #[serde(skip)]
        chosen: Vec<u32>,
        /// The limit that ended the search, where one did before anything was known.
        #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_words")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        stopped: Option<Stopped>,
    },
    /// Guesses of a Number Mind.
    Guesses {
        /// The lines of those that contradict each other, if some do.
        contradiction: Option<Vec<u32>>,
    },
}

/// Weights that rule out every tiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weighed {
    /// The weights of the cells.
    #[serde(flatten)]
    pub written: Written,
    /// What the board weighs.
    pub board: i64,
    /// What the pieces can weigh together.
    #[serde(flatten)]
    pub bound: Bound,
    /// The proof in sentences.
    pub explanation: Vec<String>,
    /// The weights, by the indices of the cells.
    #[serde(skip)]
    pub certificate: Certificate,
    /// The proof.
    #[serde(skip)]
    pub proof: Proof,
}

/// Permutations for steps along edges, with which a walk around the board rules out every tiling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Circled {
    /// The permutations.
    #[serde(flatten)]
    pub written: circuit::Written,
    /// Where a walk around the board moves each of the points.
    pub moved: Vec<u32>,
    /// The proof in sentences.
    pub explanation: Vec<String>,
}

/// What pieces that cover as many cells as the board has can weigh together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// No less than this.
    Least(i64),
    /// No more than this.
    Most(i64),
    /// These weights and no others.
    Possible(Vec<i64>),
}

impl Why {
    /// Looks for a reason. Where a limit ends that, the answer is that nothing is known, with the limit.
    ///
    /// # Errors
    /// When somebody interrupts it, or of a Number Mind a limit is reached.
    pub fn answer(self, subject: &Subject, control: &Control) -> Result<Reason, Unanswered> {
        match subject {
            // Of a puzzle with placements given, the rest is weighed.
            Subject::Tiling(tiled) => {
                let short = short_reason(&tiled.problem.rest(), control);
                let stopped = match short {
                    Ok(Some(reason)) => return Ok(reason),
                    Ok(None) => None,
                    Err(Unanswered::Stopped(stopped)) if is_limit(&stopped) => Some(stopped),
                    Err(error) => return Err(error),
                };
                sought(&tiled.problem, stopped, control)
            }
            Subject::NumberMind(mind) => Ok(Reason::Guesses { contradiction: contradicting(mind, control)? }),
            Subject::Cover(covered) => of_cover(covered, control),
        }
    }
}

impl Ask for Why {
    type Answer = Reason;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Reason, Unanswered> {
        self.answer(&answered::read(about, control, listener)?, control)
    }
}

/// Weights or a walk around the board that leave no tiling of `problem`.
fn short_reason(problem: &Problem, control: &Control) -> Result<Option<Reason>, Unanswered> {
    if let Some(weighed) = reason(problem, control)? {
        return Ok(Some(Reason::Weights(Box::new(weighed))));
    }
    Ok(encircle(problem, control)?.map(|(circuit, moved)| {
        let explanation = circuit.explain(&moved, problem);
        let written = circuit::Written::new(&circuit);
        Reason::Circuit(Box::new(Circled { written, moved, explanation }))
    }))
}

/// A reason why there is no tiling of `problem`.
fn reason(problem: &Problem, control: &Control) -> Result<Option<Weighed>, Unanswered> {
    let found = certify(problem, control)?;
    Ok(found.map(|(certificate, proof)| {
        let bound = match &proof.possible {
            Possible::AtLeast(least) => Bound::Least(*least),
            Possible::AtMost(most) => Bound::Most(*most),
            Possible::Sums(sums) => Bound::Possible(sums.clone()),
        };
        Weighed {
            written: Written::new(&certificate, &problem.region),
            board: proof.board,
            bound,
            explanation: proof.explain(&certificate, problem),
            certificate,
            proof,
        }
    }))
}

/// Without a short reason, what a search of some effort says; `stopped` ended the look for a short reason, if a limit did.
fn sought(problem: &Problem, stopped: Option<Stopped>, control: &Control) -> Result<Reason, Unanswered> {
    let said = |exists, nodes: u64, tiling, stopped| Reason::None {
        weights: (),
        exists,
        nodes: nodes.into(),
        tiling,
        stopped,
    };
    let (problem, encoded) = match Encoded::new(problem, control) {
        Ok(encoded) => (Arc::new(problem.clone()), Arc::new(encoded)),
        Err(limit) if is_limit(&limit) => return Ok(said(None, 0, None, Some(limit))),
        Err(stopped) => return Err(stopped.into()),
    };
    let question = Question::tilings(Arc::clone(&problem), Arc::clone(&encoded));
    let Searched { nodes, first, limit } = searched(&question, control)?;
    Ok(match first {
        First::Unknown => said(None, nodes, None, limit.or(stopped)),
        First::None => said(Some(false), nodes, None, None),
        First::Found(chosen) => {
            let meaning = Meaning::Tiling(Named { tiling: encoded.tiling(&chosen), problem });
            let tiling = Solution { number: 1_u64.into(), cost: None, meaning };
            said(Some(true), nodes, Some(Box::new(tiling)), None)
        }
    })
}

/// Items that no option covers, or what a search of some effort says.
fn of_cover(covered: &Covered, control: &Control) -> Result<Reason, Unanswered> {
    let uncovered: Vec<String> = empty::uncovered(&covered.cover).into_iter().map(str::to_owned).collect();
    let said = |uncovered, exists, nodes: u64, chosen, solution, stopped| {
        Ok(Reason::Cover { uncovered, exists, nodes: nodes.into(), solution, chosen, stopped })
    };
    if !uncovered.is_empty() {
        return said(uncovered, Some(false), 0, Vec::new(), None, None);
    }
    let subject = super::subject::Subject::new(Subject::Cover(covered.clone()), control)?;
    let Searched { nodes, first, limit } = searched(&subject.encoded(control)?, control)?;
    match first {
        First::Unknown => said(uncovered, None, nodes, Vec::new(), None, limit),
        First::None => said(uncovered, Some(false), nodes, Vec::new(), None, None),
        First::Found(chosen) => {
            let solution = Some(Box::new(subject.solution(1, &chosen)));
            said(uncovered, Some(true), nodes, chosen, solution, None)
        }
    }
}

/// What a search of some effort says, and the limit that ended it, if one did.
struct Searched {
    nodes: u64,
    first: First,
    limit: Option<Stopped>,
}

fn searched(question: &Question, control: &Control) -> Result<Searched, Unanswered> {
    let found = Search::new(question, &Options::default(), control)
        .and_then(|search| Ok(search.first_within(search.pace(), control)?));
    match found {
        Ok((nodes, first)) => Ok(Searched { nodes, first, limit: None }),
        Err(Refused::Stopped(limit)) if is_limit(&limit) => {
            Ok(Searched { nodes: 0, first: First::Unknown, limit: Some(limit) })
        }
        Err(refused) => Err(refused.into()),
    }
}

/// Whether a limit ended it, and not somebody.
fn is_limit(stopped: &Stopped) -> bool {
    !matches!(stopped, Stopped::Interrupted(_))
}

/// A limit as a sentence.
#[expect(clippy::ref_option, reason = "serde asks so")]
fn in_words<S: Serializer>(stopped: &Option<Stopped>, serializer: S) -> Result<S::Ok, S::Error> {
    stopped.as_ref().map(ToString::to_string).serialize(serializer)
}

impl Reason {
    /// The tiling, if one was found.
    pub fn tiling(&self) -> Option<&Tiling> {
        match self {
            Reason::None { tiling: Some(solution), .. } => match &solution.meaning {
                Meaning::Tiling(named) => Some(&named.tiling),
                Meaning::Cover { .. } | Meaning::Number { .. } => None,
            },
            _ => None,
        }
    }

    /// The limit that ended the search, where one did before anything was known.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Reason::None { stopped, .. } | Reason::Cover { stopped, .. } => stopped.as_ref(),
            _ => None,
        }
    }

    /// The reason in sentences.
    pub fn text(&self) -> String {
        match self {
            Reason::Weights(weighed) => weighed.explanation.join("\n") + "\n",
            Reason::Circuit(circled) => circled.explanation.join("\n") + "\n",
            Reason::None { exists: None, stopped: None, nodes, .. } if nodes.0 > 0_u32.into() => format!(
                "no short reason was found; whether there is a tiling is not known: a search was given up after {} nodes\n",
                nodes.0
            ),
            Reason::None { exists: None, .. } => {
                "no short reason was found; whether there is a tiling is not known\n".to_owned()
            }
            Reason::None { exists: Some(false), nodes, .. } => format!(
                "there is no tiling: a search went through all possibilities ({} nodes); no short reason was found\n",
                nodes.0
            ),
            Reason::None { exists: Some(true), tiling, .. } => {
                let drawn = tiling.as_ref().map(|tiling| tiling.text()).unwrap_or_default();
                format!("there is a tiling\n{drawn}")
            }
            Reason::Cover { uncovered, .. } if !uncovered.is_empty() => {
                let names: Vec<&str> = uncovered.iter().map(String::as_str).collect();
                empty::uncovered_sentence(&names) + "\n"
            }
            Reason::Cover { exists: Some(true), solution, .. } => {
                let told = solution.as_ref().map(|solution| solution.text()).unwrap_or_default();
                format!("there is a solution\n{told}")
            }
            Reason::Cover { exists: Some(false), nodes, .. } => format!(
                "there is no solution: a search went through all possibilities ({} nodes); every item has an option that covers it\n",
                nodes.0
            ),
            Reason::Cover { exists: None, stopped: None, nodes, .. } => format!(
                "every item has an option that covers it; whether there is a solution is not known: a search was given up after {} nodes\n",
                nodes.0
            ),
            Reason::Cover { exists: None, .. } => {
                "every item has an option that covers it; whether there is a solution is not known\n"
                    .to_owned()
            }
            Reason::Guesses { contradiction: Some(lines) } => contradicting_lines(lines),
            Reason::Guesses { contradiction: None } => {
                "the guesses do not contradict each other: there is a solution\n".to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Why;
    use crate::ask::{Words, json};
    use crate::format::source::Source;
    use crate::format::subject::Given;
    use crate::run::Control;

    fn why(text: &str, control: &Control) -> (String, serde_json::Value) {
        let puzzle = Some(Given::Text(Source::new("a.dlx", text)));
        let subject = Words { puzzle, ..Words::default() }.read().unwrap().subject;
        let answer = Why {}.answer(&subject, control).unwrap();
        (answer.text(), json(&answer))
    }

    #[test]
    fn of_an_exact_cover() {
        let control = Control::default();
        let (text, json) = why("a b c d\na b\na\n", &control);
        assert_eq!(text, "No option covers the items c, d.\n");
        assert_eq!(json["uncovered"], serde_json::json!(["c", "d"]));
        let (text, json) = why("a b c\na b\nb c\n", &control);
        assert!(text.starts_with("there is no solution: a search went through all possibilities"), "{text}");
        assert_eq!(json["exists"], false);
        let (text, json) = why("a b c\na b\nc\n", &control);
        assert_eq!(text, "there is a solution\na b\nc\n");
        assert_eq!(json["solution"]["options"], serde_json::json!([["a", "b"], ["c"]]));
        let hurried = control.time_limit(std::time::Duration::ZERO);
        let queens = (1..=40).map(|n| format!("r{n}")).collect::<Vec<_>>().join(" ") + "\n";
        let options = (1..40).map(|n| format!("r{n} r{}", n + 1)).collect::<Vec<_>>().join("\n");
        let (text, json) = why(&(queens + &options), &hurried);
        assert_eq!(
            text,
            "every item has an option that covers it; whether there is a solution is not known\n"
        );
        assert!(json["stopped"].is_string(), "{json}");
    }
}
