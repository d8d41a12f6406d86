//! Why is there no tiling? A reason that a person can check.
//!
//! Of a board, weights on its cells; of a Number Mind, a smallest set of guesses that contradict each other.

use super::options::Ask;
use super::subject::{contradicting, contradicting_lines};
use super::{Listener, Unanswered, Words, answered, misused};
use crate::certificate::{Certificate, Possible, Proof};
use crate::exact_cover::certify;
use crate::format::certificate::Written;
use crate::format::subject::Subject;
use crate::problem::Problem;
use crate::run::Control;
use serde::{Deserialize, Serialize};

/// Why is there no tiling?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "why", "puzzle": "mutilated-chessboard"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// let said = "Wherever it lies, domino weighs 0.\nPieces that cover 62 cells, within their copies, weigh together 0.\n";
/// assert!(answer.text().starts_with(said), "{}", answer.text());
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Why {}

/// A reason, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reason {
    /// Weights that rule out every tiling.
    Weights(Box<Weighed>),
    /// No short reason was found; that does not mean that there is a tiling.
    None {
        /// Nothing.
        weights: (),
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
            Subject::Tiling(tiled) => Ok(reason(&tiled.problem.rest(), control)?),
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
fn reason(problem: &Problem, control: &Control) -> Result<Reason, Unanswered> {
    let Some((certificate, proof)) = certify(problem, control)? else {
        return Ok(Reason::None { weights: () });
    };
    let bound = match &proof.possible {
        Possible::AtLeast(least) => Bound::Least(*least),
        Possible::AtMost(most) => Bound::Most(*most),
        Possible::Sums(sums) => Bound::Possible(sums.clone()),
    };
    Ok(Reason::Weights(Box::new(Weighed {
        written: Written::new(&certificate, &problem.region),
        board: proof.board,
        bound,
        explanation: proof.explain(&certificate, problem),
        certificate,
        proof,
    })))
}

impl Reason {
    /// The reason in sentences.
    pub fn text(&self) -> String {
        match self {
            Reason::Weights(weighed) => weighed.explanation.join("\n") + "\n",
            Reason::None { .. } => {
                "no short reason was found; that does not mean that there is a tiling\n".to_owned()
            }
            Reason::Guesses { contradiction: Some(lines) } => contradicting_lines(lines),
            Reason::Guesses { contradiction: None } => {
                "the guesses do not contradict each other: there is a solution\n".to_owned()
            }
        }
    }
}
