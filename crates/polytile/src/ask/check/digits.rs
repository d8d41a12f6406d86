//! Whether a number is one that all guesses at it allow.
//!
//! In: its digits as they are printed, in JSON several numbers on a line each. Out: a [`Checked`], with every guess of which not as many digits
//! are right as it says: digits are compared, and nothing is searched.

use super::super::Unanswered;
use super::Checked;
use super::covers::{expect_solution, judged, said};
use crate::format::FormatError;
use crate::format::json::located;
use crate::format::number_mind::{Guess, NumberMind};
use crate::format::source::Source;
use crate::run::Control;
use serde::Deserialize;

/// Whether a text says a number that all guesses of `mind` allow, or several in JSON.
///
/// # Errors
/// When it cannot be read, or `control` says stop.
pub fn number(source: &Source, mind: &NumberMind, control: &Control) -> Result<Checked, Unanswered> {
    expect_solution(source)?;
    judged(source, control, |source| {
        let digits = digits(&source.text).map_err(|e| source.misread(e))?;
        let faults = guessed_wrong(&digits, mind);
        let guesses = mind.guesses().len();
        let s = if guesses == 1 { "" } else { "es" };
        let covered = format!("as many digits are right as {guesses} guess{s} say");
        let (correct, total) = (faults.is_empty(), faults.len() as u64);
        Ok(Checked::Number { correct, digits, faults: said(faults, total), total, covered })
    })
}

/// The digits of a number, as it is printed.
fn digits(text: &str) -> Result<String, FormatError> {
    #[derive(Deserialize)]
    struct Posted {
        digits: String,
    }
    const MEND: &str = "write the digits of the number, from the first to the last";
    if text.trim_start().starts_with('{') {
        let posted: Posted = serde_json::from_str(text).map_err(|error| located(text, &error, MEND))?;
        return Ok(posted.digits);
    }
    match text.char_indices().find(|(_, c)| !c.is_ascii_digit() && !c.is_whitespace()) {
        Some((at, c)) => {
            let wrong = FormatError::new(format!("'{c}' is no digit"));
            Err(wrong.with_help(MEND).at(at..at + c.len_utf8()))
        }
        None => Ok(text.split_whitespace().collect()),
    }
}

/// What is wrong with a number, by the guesses.
fn guessed_wrong(digits: &str, mind: &NumberMind) -> Vec<String> {
    let length = digits.chars().count();
    if length != mind.length() {
        let s = if length == 1 { "" } else { "s" };
        return vec![format!("the number has {length} digit{s}, and the guesses have {}", mind.length())];
    }
    let wrong = |guess: &Guess| {
        let right = guess.digits.iter().zip(digits.bytes()).filter(|(d, digit)| **d + b'0' == *digit).count();
        let Guess { digits, correct, line } = guess;
        let written: String = digits.iter().map(u8::to_string).collect();
        let s = if right == 1 { "" } else { "s" };
        let message = || format!("{written} in line {line} has {right} digit{s} right, not {correct}");
        (right as u64 != u64::from(*correct)).then(message)
    };
    mind.guesses().iter().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;

    #[test]
    fn numbers() {
        assert_eq!(
            told("number-mind-small", "39542"),
            "correct: as many digits are right as 6 guesses say\n"
        );
        assert_eq!(told("number-mind-small", r#"{"digits": "39542"}"#), told("number-mind-small", "39542"));
        assert_eq!(
            told("number-mind-small", "39543"),
            "wrong: 1 fault\n  90342 in line 4 has 1 digit right, not 2\n"
        );
        assert!(told("number-mind-small", "395").starts_with("wrong: 1 fault\n  the number has 3 digits, "));
    }
}
