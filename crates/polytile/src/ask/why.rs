//! Why is there no tiling? A reason that a person can check.
//!
//! Of a board, weights on its cells, or a walk around it; of a Number Mind, a smallest set of guesses that contradict each other.

use super::named::Named;
use super::number::Integer;
use super::options::Ask;
use super::solution::{Meaning, Solution};
use super::subject::{contradicting, contradicting_lines};
use super::{Listener, Unanswered, Words, answered, misused};
use crate::certificate::{Certificate, Possible, Proof};
use crate::exact_cover::{Encoded, certify, encircle};
use crate::format::certificate::Written;
use crate::format::circuit;
use crate::format::subject::Subject;
use crate::problem::Problem;
use crate::run::{Control, Refused, Stopped};
use crate::solve::{Engine, First, Options, Question, Search};
use crate::tiling::Tiling;
use serde::{Deserialize, Serialize, Serializer};
use std::sync::Arc;

/// Nodes of a bitboard after which a search for a tiling is given up: about a second.
pub const NODES: u64 = 1 << 24;

/// Nodes of the sparse search after which it is given up.
pub const SPARSE_NODES: u64 = 1 << 20;

/// Why is there no tiling?
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
        /// Whether there is a tiling, where a search of [`NODES`] or [`SPARSE_NODES`] nodes found out.
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
    /// When `subject` is an exact cover, somebody interrupts it, or of a Number Mind a limit is reached.
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
            Subject::Cover(_) => Err(misused(
                "an exact cover has no board whose cells could be weighed",
                "give the puzzle as a board and pieces",
            )),
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
        let subject = answered::read(about, control, listener)?;
        if matches!(subject, Subject::Cover(_)) {
            // It says what can be asked instead.
            about.tiled()?;
        }
        self.answer(&subject, control)
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
    let unknown = |stopped| Ok(said(None, 0, None, Some(stopped)));
    let (problem, encoded) = match Encoded::new(problem, control) {
        Ok(encoded) => (Arc::new(problem.clone()), Arc::new(encoded)),
        Err(stopped) if is_limit(&stopped) => return unknown(stopped),
        Err(stopped) => return Err(stopped.into()),
    };
    let question = Question::tilings(Arc::clone(&problem), Arc::clone(&encoded));
    let search = match Search::new(&question, &Options::default(), control) {
        Ok(search) => search,
        Err(Refused::Stopped(stopped)) if is_limit(&stopped) => return unknown(stopped),
        Err(refused) => return Err(refused.into()),
    };
    let most = if search.engine == Engine::Bitboard { NODES } else { SPARSE_NODES };
    let (nodes, first) = match search.first_within(most, control) {
        Ok(found) => found,
        Err(stopped) if is_limit(&stopped) => return unknown(stopped),
        Err(stopped) => return Err(stopped.into()),
    };
    Ok(match first {
        First::Unknown => said(None, nodes, None, stopped),
        First::None => said(Some(false), nodes, None, None),
        First::Found(chosen) => {
            let meaning = Meaning::Tiling(Named { tiling: encoded.tiling(&chosen), problem });
            let tiling = Solution { number: 1_u64.into(), cost: None, meaning };
            said(Some(true), nodes, Some(Box::new(tiling)), None)
        }
    })
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
        if let Reason::None { stopped, .. } = self { stopped.as_ref() } else { None }
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
            Reason::Guesses { contradiction: Some(lines) } => contradicting_lines(lines),
            Reason::Guesses { contradiction: None } => {
                "the guesses do not contradict each other: there is a solution\n".to_owned()
            }
        }
    }
}
