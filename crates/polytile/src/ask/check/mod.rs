//! Is this a solution, and if not, where is it wrong?
//!
//! In: an answer as a text, and the puzzle that it answers, or none where the text names its board itself (`alone`). Of tilings, the text is
//! what it looks like, a [`Claim`]: a tiling, one on each of several lines, or the proof that there is none; of exact covers and guesses of a
//! number it says options or digits (`covers`). Out: a [`Checked`], with every fault. Nothing is shared with the engines that find tilings. A picture is not a text, and has functions of its own.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "check", "board": "2x3", "pieces": "trominoes", "tiling": "LLA\nLLA"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.json()["total"], 2);
//! assert_eq!(
//!     answer.text(),
//!     "wrong: 2 faults\n  the cells from 0,0 on do not form L3\n  the cells from 0,2 on do not form I3\n"
//! );
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

mod alone;
mod colours;
mod covers;
mod digits;
mod picture;

pub use alone::named_problem;
pub use covers::{options, options_by_number};
pub use digits::number;
pub use picture::{picture, pictured};

use super::options::Ask;
use super::{Listener, Unanswered, Words, answered};
use crate::certificate::{Certificate, CertificateError, Proof};
use crate::draw::Weights;
use crate::format::source::{Misread, Source};
use crate::format::subject::{Given, Subject};
use crate::format::tiling::{self, Reading};
use crate::format::{Unread, brief, certificate, circuit};
use crate::problem::Problem;
use crate::run::{Control, Progress};
use crate::tiling::{Fault, Tiling};
use colours::Coloured;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// Is this a solution?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// A tiling in JSON or in letters, several in JSON on a line each, or a proof that there is none. Of an exact cover, what a solution
    /// shows, such as the 81 digits of a sudoku, or the items of each option that is chosen, with `;` or a new line between options; of a Number
    /// Mind, the digits; of both also JSON.
    pub tiling: Given,
}

/// What a text claims to be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// A tiling, in JSON or in letters.
    Tiling(Source),
    /// Several, each with the number of its line in its name.
    Tilings(Vec<Source>),
    /// Weights that prove that there is none.
    Proof(Source),
    /// A walk around the board that proves it.
    Circuit(Source),
}

/// Whether it is right, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Checked {
    /// On a tiling.
    Tiling {
        /// Whether it is one.
        correct: bool,
        /// How many pieces it has; nothing when it has not the size of the board.
        pieces: Option<usize>,
        /// What is wrong with it: each kind of fault, as far as they are listed.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
        /// What covers how many cells, in words.
        #[serde(skip)]
        covered: String,
    },
    /// On several.
    Tilings {
        /// Whether all are.
        correct: bool,
        /// How many there are.
        tilings: usize,
        /// What is wrong with them, each with the number of its tiling.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
    },
    /// On a proof that proves what it says.
    Proof {
        /// It does.
        correct: bool,
        /// What the weights say, in sentences.
        explanation: Vec<String>,
        /// The weights.
        #[serde(skip)]
        certificate: Certificate,
        /// What they prove.
        #[serde(skip)]
        proof: Proof,
        /// The weights with the sentences below them; the sentences where the weights are of no account.
        #[serde(skip)]
        drawn: String,
    },
    /// On a walk around the board that proves what it says.
    Circuit {
        /// It does.
        correct: bool,
        /// What the walk does, in sentences.
        explanation: Vec<String>,
    },
    /// On a proof that does not.
    NoProof {
        /// It does not.
        correct: bool,
        /// Why.
        faults: [String; 1],
    },
    /// On options of an exact cover.
    Cover {
        /// Whether they are a solution.
        correct: bool,
        /// How many there are.
        options: usize,
        /// What is wrong with them, as far as it is listed.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
        /// What they do, in words.
        #[serde(skip)]
        covered: String,
    },
    /// On a number that was to be guessed.
    Number {
        /// Whether it is one that all guesses allow.
        correct: bool,
        /// Its digits.
        digits: String,
        /// The guesses that do not allow it, as far as they are listed.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
        /// What is right about it, in words.
        #[serde(skip)]
        covered: String,
    },
    /// On several solutions of an exact cover, or numbers.
    Covers {
        /// Whether all are.
        correct: bool,
        /// How many there are.
        solutions: usize,
        /// What is wrong with them, each with the number of its solution.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
    },
    /// On a picture alone.
    Picture {
        /// Whether it is a tiling by L-trominoes with one hole at most.
        correct: bool,
        /// Rows of cells.
        rows: u64,
        /// Columns.
        columns: u64,
        /// Black cells, row and column.
        holes: Vec<(u64, u64)>,
        /// Pieces that are right.
        pieces: u64,
        /// Colours besides white and black.
        colours: usize,
        /// Cells that are in no piece.
        faults: Vec<String>,
        /// How many faults there are.
        total: u64,
    },
}

/// Bytes that a byte of a tiling's text takes while it is checked.
const BYTES_HELD: u64 = 8;

impl Check {
    /// Checks it against a puzzle, or against what it says that it is a tiling of.
    ///
    /// # Errors
    /// When it cannot be read, or `control` says stop.
    pub fn answer(&self, puzzle: Option<&Subject>, control: &Control) -> Result<Checked, Unanswered> {
        let source = match &self.tiling {
            Given::Name(line) => Source::new("the text", line.as_str()),
            Given::Text(source) => source.clone(),
        };
        match puzzle {
            Some(Subject::Tiling(tiled)) => Claim::of(source).judge(&tiled.problem, control),
            Some(Subject::Cover(covered)) => options(&source, &covered.cover, control),
            Some(Subject::NumberMind(mind)) => number(&source, mind, control),
            None => {
                let problem = named_problem(&source, control)?;
                Claim::Tiling(source).judge(&problem, control)
            }
        }
    }
}

impl Ask for Check {
    type Answer = Checked;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Checked, Unanswered> {
        let puzzle = if is_alone(about)? { None } else { Some(answered::read(about, control, listener)?) };
        self.answer(puzzle.as_ref(), control)
    }
}

/// Whether the words name no puzzle, so that the text itself has to say what it is a tiling of.
fn is_alone(about: &Words) -> Result<bool, Misread> {
    if about.puzzle.is_some() || about.board.is_some() {
        return Ok(false);
    }
    if *about != Words::default() {
        return Err(Misread::new(
            "what names its board itself is checked as it is, and options would change it",
            "name the puzzle beside the tiling",
        ));
    }
    Ok(true)
}

impl Claim {
    /// What the text looks like.
    pub fn of(source: Source) -> Self {
        if certificate::is_certificate(&source.text) {
            return Claim::Proof(source);
        }
        if circuit::is_circuit(&source.text) {
            return Claim::Circuit(source);
        }
        match several(&source) {
            Some(lines) => Claim::Tilings(lines),
            None => Claim::Tiling(source),
        }
    }

    /// Whether it is right for `problem`.
    ///
    /// # Errors
    /// When it cannot be read, or `control` says stop.
    pub fn judge(&self, problem: &Problem, control: &Control) -> Result<Checked, Unanswered> {
        match self {
            Claim::Tiling(source) => {
                let needed = (source.text.len() as u64).saturating_mul(BYTES_HELD);
                control.reserve(needed, format!("checking {}", source.name))?;
                let (reading, colours) = read(source, problem, control)?;
                judged(&reading, colours, problem, control)
            }
            Claim::Tilings(lines) => judged_lines(lines, problem, control),
            Claim::Proof(source) => judged_proof(source, problem, control),
            Claim::Circuit(source) => judged_circuit(source, problem, control),
        }
    }
}

/// The lines of a text that holds a tiling in JSON on each of several lines, each with its number in its name. The last one may be cut.
pub(super) fn several(source: &Source) -> Option<Vec<Source>> {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, &str)> = lines.collect();
    let begins = |(_, line): &(usize, &str)| line.trim_start().starts_with('{');
    let ends = |(_, line): &(usize, &str)| line.trim_end().ends_with('}');
    if lines.len() < 2 || !lines.iter().all(begins) || !lines[..lines.len() - 1].iter().all(ends) {
        return None;
    }
    let named = lines.into_iter().map(|(n, line)| Source::new(format!("{}, line {n}", source.name), line));
    Some(named.collect())
}

/// The pieces of a text, and what is wrong with their colours.
fn read(source: &Source, problem: &Problem, control: &Control) -> Result<(Reading, Coloured), Unanswered> {
    let reading = tiling::read(&source.text, problem).map_err(|e| source.misread(e))?;
    Ok((reading, colours::faults(&source.text, problem, control)?))
}

/// Whether what was read from a picture is a tiling of `problem`.
///
/// # Errors
/// When `control` says stop.
pub fn judge(reading: &Reading, problem: &Problem, control: &Control) -> Result<Checked, Unanswered> {
    judged(reading, Coloured::default(), problem, control)
}

fn judged(
    reading: &Reading,
    colours: Coloured,
    problem: &Problem,
    control: &Control,
) -> Result<Checked, Unanswered> {
    let (faults, total) = all_faults(reading, colours, problem, control)?;
    Ok(Checked::Tiling {
        correct: total == 0,
        pieces: reading.tiling.as_ref().map(|tiling| tiling.laid().len()),
        faults,
        total,
        covered: reading.tiling.as_ref().filter(|_| total == 0).map_or(String::new(), |t| used(t, problem)),
    })
}

/// The faults of what was read: what fits no board or puzzle, those of the tiling, and those of its colours; and how many
/// there are in all.
fn all_faults(
    reading: &Reading,
    (coloured, in_colours): Coloured,
    problem: &Problem,
    control: &Control,
) -> Result<(Vec<String>, u64), Unanswered> {
    let misfits = reading.misfits.len() as u64 + reading.more;
    let mut faults = match &reading.tiling {
        Some(tiling) => tiling.faults(problem, control)?,
        None => Vec::new(),
    };
    if misfits > 0 {
        // A piece that the puzzle lacks is among them, with its name.
        faults.retain(|fault| !matches!(fault, Fault::NoSuchPiece { .. }));
    }
    let more = (reading.more > 0).then(|| format!("and {} more of these", reading.more));
    let total = misfits + faults.iter().map(Fault::count).sum::<u64>() + in_colours;
    let faults = faults.iter().map(Fault::to_string);
    let all = reading.misfits.iter().cloned().chain(more).chain(faults).chain(coloured);
    Ok((all.map(|fault| brief(&fault)).collect(), total))
}

/// Says of each of many tilings that is wrong what is wrong with it.
fn judged_lines(lines: &[Source], problem: &Problem, control: &Control) -> Result<Checked, Unanswered> {
    let (mut wrong, mut total) = (Vec::new(), 0);
    for (number, line) in (1..).zip(lines) {
        control.check(Progress::Operations { done: number - 1, total: lines.len() as u64, nodes: 0 })?;
        let (reading, colours) = read(line, problem, control)?;
        let (faults, found) = all_faults(&reading, colours, problem, control)?;
        total += found;
        wrong.extend(faults.iter().map(|fault| format!("tiling {number}: {fault}")));
    }
    Ok(Checked::Tilings { correct: total == 0, tilings: lines.len(), faults: wrong, total })
}

/// Whether weights prove that there is no tiling.
fn judged_proof(source: &Source, problem: &Problem, control: &Control) -> Result<Checked, Unanswered> {
    let problem = &*problem.rest();
    let no_proof = |why: String| Ok(Checked::NoProof { correct: false, faults: [why] });
    let certificate = match certificate::read(&source.text, &problem.region) {
        Ok(certificate) => certificate,
        Err(Unread::Misfit(fault)) => return no_proof(fault.message),
        Err(Unread::Malformed(error)) => return Err(source.misread(error).into()),
    };
    let proof = match certificate.check(problem, control) {
        Ok(proof) => proof,
        Err(CertificateError::Stopped(stopped)) => return Err(stopped.into()),
        Err(wrong) => return no_proof(wrong.to_string()),
    };
    let explanation = proof.explain(&certificate, problem);
    let drawn = if proof.is_area() {
        explanation.join("\n") + "\n"
    } else {
        Weights::proving(&certificate, &proof, problem).text()
    };
    Ok(Checked::Proof { correct: true, explanation, certificate, proof, drawn })
}

/// Whether a walk around the board proves that there is no tiling.
fn judged_circuit(source: &Source, problem: &Problem, control: &Control) -> Result<Checked, Unanswered> {
    let problem = &*problem.rest();
    let circuit = circuit::parse(&source.text).map_err(|error| source.misread(error))?;
    match circuit.check(problem, control) {
        Ok(moved) => Ok(Checked::Circuit { correct: true, explanation: circuit.explain(&moved, problem) }),
        Err(CertificateError::Stopped(stopped)) => Err(stopped.into()),
        Err(wrong) => Ok(Checked::NoProof { correct: false, faults: [wrong.to_string()] }),
    }
}

/// What a tiling is made of.
fn used(tiling: &Tiling, problem: &Problem) -> String {
    if tiling.laid().is_empty() {
        return "there is no cell to cover".to_owned();
    }
    let mut copies = vec![0_u64; problem.pieces.len()];
    for laid in tiling.laid() {
        copies[laid.piece] += 1;
    }
    // Where some cells may stay empty, these are not all.
    let covered: usize = tiling.laid().iter().map(|laid| laid.cells.len()).sum();
    format!("{covered} cells covered by {}", problem.pieces.monomial(&copies))
}

impl Checked {
    /// Whether it is right.
    pub fn is_correct(&self) -> bool {
        match self {
            Checked::Tiling { correct, .. }
            | Checked::Tilings { correct, .. }
            | Checked::Proof { correct, .. }
            | Checked::Circuit { correct, .. }
            | Checked::NoProof { correct, .. }
            | Checked::Cover { correct, .. }
            | Checked::Number { correct, .. }
            | Checked::Covers { correct, .. }
            | Checked::Picture { correct, .. } => *correct,
        }
    }

    /// In words: a line, and one for each fault.
    pub fn text(&self) -> String {
        match self {
            Checked::Tiling { correct: true, covered, .. }
            | Checked::Cover { correct: true, covered, .. }
            | Checked::Number { correct: true, covered, .. } => format!("correct: {covered}\n"),
            Checked::Tiling { faults, total, .. }
            | Checked::Cover { faults, total, .. }
            | Checked::Number { faults, total, .. } => wrong(&in_number(*total), faults),
            Checked::Covers { correct: true, solutions, .. } => format!("correct: {solutions} solutions\n"),
            Checked::Covers { faults, total, solutions, .. } => {
                wrong(&format!("{} in {solutions} solutions", in_number(*total)), faults)
            }
            Checked::Tilings { correct: true, tilings, .. } => format!("correct: {tilings} tilings\n"),
            Checked::Tilings { faults, total, tilings, .. } => {
                wrong(&format!("{} in {tilings} tilings", in_number(*total)), faults)
            }
            Checked::Proof { drawn, .. } => format!("correct: there is no tiling\n\n{drawn}"),
            Checked::Circuit { explanation, .. } => {
                format!("correct: there is no tiling\n\n{}\n", explanation.join("\n"))
            }
            Checked::NoProof { faults: [why], .. } => format!("wrong: {why}\n"),
            Checked::Picture { correct: true, rows, columns, holes, pieces, colours, .. } => {
                let holes = match holes.first() {
                    Some((row, col)) => format!("the hole {row},{col}"),
                    None => "no hole".to_owned(),
                };
                let s = if *colours == 1 { "" } else { "s" };
                let covered = match pieces {
                    0 => "there is no cell to cover".to_owned(),
                    pieces => format!("{} cells covered by L3^{pieces} in {colours} colour{s}", 3 * pieces),
                };
                format!("correct: {rows}x{columns} with {holes}\n{covered}\n")
            }
            Checked::Picture { faults, total, pieces, .. } => {
                let mut text = wrong(&in_number(*total), faults);
                let rest = total - faults.len() as u64;
                if rest > 0 {
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "  and {rest} more");
                }
                if *pieces == 0 {
                    text += "  no piece is right: has the picture one pixel per cell?\n";
                }
                text
            }
        }
    }
}

fn in_number(faults: u64) -> String {
    if faults == 1 { "1 fault".to_owned() } else { format!("{faults} faults") }
}

fn wrong(number: &str, faults: &[String]) -> String {
    let lines = faults.iter().map(|fault| format!("  {fault}\n"));
    format!("wrong: {number}\n{}", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Question, Unanswered};
    use super::*;
    use serde_json::json;

    fn ask(question: &serde_json::Value) -> Result<Answer, Unanswered> {
        question.to_string().parse::<Question>()?.ask(&Control::default(), &mut crate::ask::nobody)
    }

    /// What is said of a solution of a puzzle.
    pub fn told(puzzle: &str, solution: &str) -> String {
        let answer = ask(&json!({"question": "check", "puzzle": puzzle, "tiling": solution}));
        answer.map_or_else(|error| error.to_string(), |answer| answer.text())
    }

    #[test]
    fn what_is_claimed() {
        let board = |tiling: &str| {
            ask(&json!({"question": "check", "board": "2x3", "pieces": "trominoes", "tiling": tiling}))
                .unwrap()
        };
        let right = r#"{"pieces": [{"piece": "L3", "cells": [[0,0],[0,1],[1,0]]}, {"piece": "L3", "cells": [[0,2],[1,1],[1,2]]}]}"#;
        for text in [right, "LLA\nLAA", "LLA\nLAA\n"] {
            let answer = board(text);
            assert_eq!(answer.text(), "correct: 6 cells covered by L3^2\n");
            assert_eq!(answer.json(), json!({"correct": true, "pieces": 2, "faults": [], "total": 0}));
        }
        let both = board(&format!("{right}\n{}\n", right.replace("[1,1]", "[0,1]")));
        assert_eq!(
            both.text(),
            "wrong: 2 faults in 2 tilings\n  tiling 2: L3 and L3 overlap on 0,1\n  tiling 2: 1,1 is not covered\n"
        );
        assert_eq!(both.json()["tilings"], 2);
        let no_proof = board(r#"{"modulus": 2, "weights": [[1, 0, 1], [0, 1, 0]]}"#);
        assert_eq!(no_proof.json()["correct"], false);
    }

    #[test]
    fn a_proof() {
        let of = |last: i64| {
            let weights = json!({"modulus": null, "weights": [[1, -1, null], [-1, null, last]]}).to_string();
            let remove = ["0,2", "1,1"];
            json!({"question": "check", "board": "2x3", "pieces": "dominoes", "remove": remove, "tiling": weights})
        };
        let answer = ask(&of(-1)).unwrap();
        assert!(answer.text().starts_with("correct: there is no tiling\n\n"), "{}", answer.text());
        assert_eq!(answer.json()["correct"], true);
        assert!(ask(&of(1)).unwrap().text().starts_with("wrong: "));
    }

    #[test]
    fn what_names_its_board() {
        let tiling =
            json!({"n": 1, "hole": [0, 0], "pieces": [{"piece": "L3", "cells": [[0,1],[1,0],[1,1]]}]});
        let mut question = json!({"question": "check", "tiling": tiling.to_string()});
        assert_eq!(ask(&question).unwrap().text(), "correct: 3 cells covered by L3\n");
        question["tatami"] = true.into();
        let error = ask(&question).unwrap_err().to_string();
        assert_eq!(error, "what names its board itself is checked as it is, and options would change it");
        let error = ask(&json!({"question": "check", "tiling": "AAB"})).unwrap_err().to_string();
        assert_eq!(error, "the text: this does not say what it is a tiling of");
    }
}
