//! Values of options: how they are written.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use num_bigint::BigUint;
use polytile::ask::part::Share;
use polytile::choice::Choice;
use polytile::format::{FormatError, amount, number};
use std::time::Duration;

/// Whether something is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum YesNo {
    /// It is.
    Yes,
    /// It is not.
    No,
}

impl YesNo {
    /// Whether it is.
    pub fn allows(self) -> bool {
        self == YesNo::Yes
    }
}

/// One of the words of an option of the library, with what each means.
pub fn choice<C: Choice + Send + Sync>() -> impl TypedValueParser<Value = C> {
    let words = C::ALL.iter().map(|one| PossibleValue::new(one.name()).help(one.meaning()));
    PossibleValuesParser::new(words).try_map(|word| C::named(&word).ok_or("there is no such word"))
}

/// One of the words of either of two options of the library, which of them applies depending on the question.
pub fn either<A: Choice, B: Choice>() -> impl TypedValueParser<Value = String> {
    let words = |name: &'static str, meaning: &'static str| PossibleValue::new(name).help(meaning);
    let first = A::ALL.iter().map(|one| words(one.name(), one.meaning()));
    let more = B::ALL.iter().filter(|one| A::named(one.name()).is_none());
    PossibleValuesParser::new(first.chain(more.map(|one| words(one.name(), one.meaning()))))
}

/// A whole number of any size: `1000`, `1_000` or `10^3`.
///
/// # Errors
/// In words, for the message of the argument parser.
pub fn natural(text: &str) -> Result<BigUint, String> {
    number::natural(text).map_err(in_words)
}

/// A modulus: a whole number of at least 1.
///
/// # Errors
/// In words.
pub fn modulus(text: &str) -> Result<BigUint, String> {
    let number = natural(text)?;
    if number == BigUint::ZERO { Err("a modulus is at least 1".to_owned()) } else { Ok(number) }
}

/// A whole number below 2^64.
///
/// # Errors
/// In words.
pub fn word(text: &str) -> Result<u64, String> {
    number::word(text).map_err(in_words)
}

/// A number of threads, at least one.
///
/// # Errors
/// In words.
pub fn threads(text: &str) -> Result<usize, String> {
    match word(text)? {
        0 => Err("at least one thread is needed".to_owned()),
        n => Ok(usize::try_from(n).unwrap_or(usize::MAX).min(1 << 16)),
    }
}

/// A row and a column of any size: `2,5`.
///
/// # Errors
/// In words.
pub fn cell(text: &str) -> Result<(BigUint, BigUint), String> {
    match text.split(',').collect::<Vec<_>>()[..] {
        [row, col] => Ok((natural(row.trim())?, natural(col.trim())?)),
        _ => Err("write a row and a column, as in 2,5".to_owned()),
    }
}

/// A rectangle of cells of a board of any size.
#[derive(Clone, Debug)]
pub struct Rectangle {
    /// Row and column of its first cell.
    pub first: (BigUint, BigUint),
    /// Number of rows.
    pub rows: u64,
    /// Number of columns.
    pub cols: u64,
}

/// A rectangle of cells: its first row and column, and its numbers of rows and columns.
///
/// # Errors
/// In words.
pub fn rectangle(text: &str) -> Result<Rectangle, String> {
    match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [row, col, rows, cols] => {
            Ok(Rectangle { first: (natural(row)?, natural(col)?), rows: word(rows)?, cols: word(cols)? })
        }
        _ => Err("write a row, a column, and numbers of rows and columns, as in 0,0,8,8".to_owned()),
    }
}

/// A share: `2/5` for the second of five.
///
/// # Errors
/// In words.
pub fn share(text: &str) -> Result<Share, String> {
    text.parse().map_err(in_words)
}

/// A length in millimetres: `8` or `7.5`, and nothing below 0.
///
/// # Errors
/// In words.
pub fn millimetres(text: &str) -> Result<f64, String> {
    let length = text.trim().parse::<f64>().ok().filter(|length| length.is_finite() && *length >= 0.0);
    length.ok_or_else(|| "write millimetres, as in 8 or 7.5".to_owned())
}

fn in_words(error: FormatError) -> String {
    match error.help {
        Some(help) => format!("{}; {help}", error.message),
        None => error.message,
    }
}

/// An amount of memory in bytes, as [`amount::memory`] reads it.
///
/// # Errors
/// In words.
pub fn memory(text: &str) -> Result<u64, String> {
    amount::memory(text).map_err(in_words)
}

/// A time, as [`amount::duration`] reads it.
///
/// # Errors
/// In words.
pub fn duration(text: &str) -> Result<Duration, String> {
    amount::duration(text).map_err(in_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_thread_is_needed() {
        assert_eq!(threads("3"), Ok(3));
        assert!(threads("0").is_err());
    }

    #[test]
    fn lengths_are_finite_and_not_negative() {
        assert_eq!(millimetres("7.5"), Ok(7.5));
        for wrong in ["-1", "inf", "NaN", "1cm", ""] {
            assert!(millimetres(wrong).is_err(), "{wrong}");
        }
    }
}
