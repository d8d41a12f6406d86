//! Which guesses leave one number, as few as can be?
//!
//! In: the number that is to be left, and how many digits of a guess may be right. Out: guesses with how many of their digits are right, as a
//! Number Mind that `solve` reads, and whether it is proved that no fewer do. See [`crate::design::guesses`].

use crate::ask::amounts::rounded;
use crate::ask::inspect::Graded;
use crate::ask::number;
#[cfg(feature = "schema")]
use crate::ask::number::Integer;
use crate::ask::options::Ask;
use crate::ask::subject::Subject;
use crate::ask::{Listener, Unanswered, Words, misused};
use crate::design::guesses::{LENGTHS, fewest};
use crate::format::source::Source;
use crate::format::{FormatError, number_mind, subject};
use crate::run::Control;
use crate::run::clock::Instant;
use serde::{Deserialize, Serialize};

/// Digits of which numbers are made.
const DIGITS: u8 = 10;
/// How many digits of a guess may be right, if nothing else is said.
const RIGHT: u64 = 2;

/// Which guesses leave one number, as few as can be?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "design_number_mind", "secret": "185"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.json()["minimum"], true);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DesignNumberMind {
    /// The number that is to be left: two to six digits.
    pub secret: String,
    /// How many digits of a guess may be right: fewer than the number has; two, or one of two, where that is not said.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub right: Option<u64>,
}

/// Guesses that leave one number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedNumberMind {
    /// The guesses.
    pub guesses: Vec<DesignedGuess>,
    /// Whether it is proved that no fewer do.
    pub minimum: bool,
    /// It is proved that so many are needed.
    pub at_least: u64,
    /// How hard it is, from 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// The text of the Number Mind.
    pub written: String,
    /// The time that it took.
    pub seconds: f64,
}

/// A guess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedGuess {
    /// Its digits.
    pub digits: String,
    /// How many of them are right.
    pub correct: u64,
}

impl DesignNumberMind {
    /// Looks for guesses.
    ///
    /// # Errors
    /// When there is no such number, too many digits may be right, or `control` says stop.
    pub fn answer(&self, control: &Control) -> Result<DesignedNumberMind, Unanswered> {
        let begun = Instant::now();
        let secret = digits(&self.secret)
            .map_err(|e| Source::new("the secret number", self.secret.as_str()).misread(e))?;
        let length = secret.len();
        let right = self.right.unwrap_or(RIGHT.min(length as u64 - 1));
        let right = usize::try_from(right).ok().filter(|&right| right < length).ok_or_else(|| {
            misused(
                format!("{right} right digits of {length} would say the whole number"),
                format!("allow up to {}", length - 1),
            )
        })?;
        let found = fewest(length, DIGITS, right, control)?;
        let guess = |guess: &Vec<u8>| DesignedGuess {
            digits: (0..)
                .zip(guess.iter().zip(&secret))
                .map(|(at, (&guessed, &digit))| as_digit(at, guessed, digit))
                .collect(),
            correct: guess.iter().map(|&guessed| u64::from(guessed == 0)).sum(),
        };
        let guesses: Vec<DesignedGuess> = found.guesses.iter().map(guess).collect();
        let number = guesses.len();
        let minimum = found.at_least == number;
        let no_fewer = if minimum { "; no fewer do" } else { "" };
        let s = if right == 1 { "" } else { "s" };
        let title = format!("# Number Mind with {length} digits\n");
        let line = |guess: &DesignedGuess| format!("{} ;{} correct\n", guess.digits, guess.correct);
        let lines: String = guesses.iter().map(line).collect();
        let grade = graded(&lines, control)?;
        let difficulty = grade.map_or_else(String::new, |grade| format!("# Difficulty: {grade:.1}\n"));
        let written = format!(
            "{title}{difficulty}# {number} guesses, of each at most {right} digit{s} right, leave one number{no_fewer}.\n{lines}"
        );
        let at_least = found.at_least as u64;
        Ok(DesignedNumberMind {
            guesses,
            minimum,
            at_least,
            grade,
            written,
            seconds: rounded(begun.elapsed()),
        })
    }
}

/// How hard the guesses are that leave one number.
fn graded(guesses: &str, control: &Control) -> Result<Option<f64>, Unanswered> {
    let read = subject::Subject::NumberMind(number_mind::parse(guesses)?);
    let question = Subject::new(read, control)?.encoded(control)?;
    Ok(Graded::new(&question, 1, control)?.map(|graded| graded.grade))
}

/// The digits of a secret number.
fn digits(text: &str) -> Result<Vec<u8>, FormatError> {
    let help = format!("write {} to {} digits", LENGTHS.start(), LENGTHS.end());
    if let Some((at, c)) = text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        let error = FormatError::new("a secret number has digits only");
        return Err(error.with_help(help).at(at..at + c.len_utf8()));
    }
    if !LENGTHS.contains(&text.len()) {
        let s = if text.len() == 1 { "" } else { "s" };
        let error = FormatError::new(format!("guesses at {} digit{s} are not searched", text.len()));
        return Err(error.with_help(help).at(0..text.len()));
    }
    Ok(text.bytes().map(|b| b - b'0').collect())
}

/// The digit that stands for `guessed`, the number of a digit besides the right one, which is 0; places begin with different ones, so
/// that guesses look less alike.
fn as_digit(at: u8, guessed: u8, right: u8) -> char {
    let others = DIGITS - 1;
    let further = if guessed == 0 { 0 } else { 1 + (guessed - 1 + 4 * at) % others };
    char::from(b'0' + (right + further) % DIGITS)
}

impl Ask for DesignNumberMind {
    type Answer = DesignedNumberMind;

    const WORDS: &'static [&'static str] = &[];

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        _: &mut Listener<'_>,
    ) -> Result<DesignedNumberMind, Unanswered> {
        about.expect_nothing()?;
        self.answer(control)
    }
}

impl DesignedNumberMind {
    /// The Number Mind.
    pub fn text(&self) -> String {
        self.written.clone()
    }

    /// What is known about it, in a sentence.
    pub fn account(&self) -> String {
        let number = self.guesses.len();
        let fewer = if self.minimum {
            "no fewer do".to_owned()
        } else {
            format!("at least {} are needed, and not all sets of more were tried", self.at_least)
        };
        let grade = self.grade.map_or_else(String::new, |grade| format!("; grade {grade:.1}"));
        format!("{number} guesses leave one number; {fewer}{grade}")
    }
}
