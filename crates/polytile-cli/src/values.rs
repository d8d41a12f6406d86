//! Values of options: how they are written.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use num_bigint::BigUint;
use polytile::ask::solve::Share;
use polytile::choice::Choice;
use polytile::format::{FormatError, number};
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
    choice_of(C::ALL)
}

/// The same, of some of them.
pub fn choice_of<C: Choice + Send + Sync>(some: &'static [C]) -> impl TypedValueParser<Value = C> {
    let words = some.iter().map(|one| PossibleValue::new(one.name()).help(one.meaning()));
    PossibleValuesParser::new(words).try_map(|word| C::named(&word).ok_or("there is no such word"))
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

fn in_words(error: FormatError) -> String {
    match error.help {
        Some(help) => format!("{}; {help}", error.message),
        None => error.message,
    }
}

/// A number and the unit behind it, in lower case.
fn quantity(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_').unwrap_or(text.len());
    let number: f64 = text[..end].replace('_', "").parse().ok()?;
    Some((number, text[end..].trim().to_ascii_lowercase()))
}

/// An amount of memory in bytes: `2GiB`, `500MB`, `1.5g` (as GiB), `1073741824`.
///
/// # Errors
/// In words.
pub fn memory(text: &str) -> Result<u64, String> {
    const HELP: &str = "write an amount such as 2GiB, 500MiB or 1073741824 (bytes)";
    let (number, unit) = quantity(text).ok_or(HELP)?;
    let factor: u64 = match unit.as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "tb" => 1_000_000_000_000,
        _ => return Err(HELP.to_owned()),
    };
    // A cast from a float stops at the largest number.
    Ok((number * factor as f64) as u64)
}

/// A time: `30s`, `5m`, `2h`, `500ms`, or `90` for seconds.
///
/// # Errors
/// In words.
pub fn duration(text: &str) -> Result<Duration, String> {
    const HELP: &str = "write a time such as 30s, 5m or 2h";
    let (number, unit) = quantity(text).ok_or(HELP)?;
    let seconds = match unit.as_str() {
        "ms" => number / 1000.0,
        "" | "s" | "sec" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        "d" => number * 86400.0,
        _ => return Err(HELP.to_owned()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| "this time is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_units() {
        assert_eq!(memory("2GiB"), Ok(2 << 30));
        assert_eq!(memory("1.5 g"), Ok(3 << 29));
        assert_eq!(memory("500MB"), Ok(500_000_000));
        assert_eq!(memory("1_000"), Ok(1000));
        assert_eq!(memory("99999999999999999999tb"), Ok(u64::MAX));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        for text in ["", "GiB", "-1", "1x", "1.2.3", "é", "1e99", "inf", "nan"] {
            assert!(memory(text).is_err() && duration(text).is_err(), "{text}");
        }
        assert!(duration("999999999999999999999999h").is_err());
        assert!(threads("0").is_err());
    }
}
