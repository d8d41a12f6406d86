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
use serde::{Deserialize, Serialize};
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
/// let said = "Wherever it lies, domino covers 1 black and 1 white.\n";
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
    /// Looks for a reason.
    ///
    /// # Errors
    /// When `subject` is an exact cover, or `control` says stop.
    pub fn answer(self, subject: &Subject, control: &Control) -> Result<Reason, Unanswered> {
        match subject {
            // Of a puzzle with placements given, the rest is weighed.
            Subject::Tiling(tiled) => {
                let rest = tiled.problem.rest();
                if let Some(weighed) = reason(&rest, control)? {
                    return Ok(Reason::Weights(Box::new(weighed)));
                }
                if let Some((circuit, moved)) = encircle(&rest, control)? {
                    let explanation = circuit.explain(&moved, &rest);
                    let written = circuit::Written::new(&circuit);
                    return Ok(Reason::Circuit(Box::new(Circled { written, moved, explanation })));
                }
                sought(&tiled.problem, control)
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

/// Without a short reason, what a search of some effort says.
fn sought(problem: &Problem, control: &Control) -> Result<Reason, Unanswered> {
    let unknown = |nodes: u64| Reason::None { weights: (), exists: None, nodes: nodes.into(), tiling: None };
    let (problem, encoded) = match Encoded::new(problem, control) {
        Ok(encoded) => (Arc::new(problem.clone()), Arc::new(encoded)),
        Err(stopped) if is_size(&stopped) => return Ok(unknown(0)),
        Err(stopped) => return Err(stopped.into()),
    };
    let question = Question::tilings(Arc::clone(&problem), Arc::clone(&encoded));
    let search = match Search::new(&question, &Options::default(), control) {
        Ok(search) => search,
        Err(Refused::Stopped(stopped)) if is_size(&stopped) => return Ok(unknown(0)),
        Err(refused) => return Err(refused.into()),
    };
    let most = if search.engine == Engine::Bitboard { NODES } else { SPARSE_NODES };
    let (nodes, first) = search.first_within(most, control)?;
    Ok(match first {
        First::Unknown => unknown(nodes),
        First::None => Reason::None { weights: (), exists: Some(false), nodes: nodes.into(), tiling: None },
        First::Found(chosen) => {
            let meaning = Meaning::Tiling(Named { tiling: encoded.tiling(&chosen), problem });
            let tiling = Some(Box::new(Solution { number: 1_u64.into(), cost: None, meaning }));
            Reason::None { weights: (), exists: Some(true), nodes: nodes.into(), tiling }
        }
    })
}

/// Whether the puzzle is too large to be searched here at all; then the search says nothing.
fn is_size(stopped: &Stopped) -> bool {
    matches!(stopped, Stopped::OutOfMemory { .. } | Stopped::TooLarge(_))
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

    /// The reason in sentences.
    pub fn text(&self) -> String {
        match self {
            Reason::Weights(weighed) => weighed.explanation.join("\n") + "\n",
            Reason::Circuit(circled) => circled.explanation.join("\n") + "\n",
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
