//! The b-files of the OEIS: one line `n a(n)` per term.

use super::FormatError;
use num_bigint::{BigInt, BigUint};
use std::fmt::{Display, Write};

/// The lines of a b-file: the terms `values` from index `first` on.
///
/// ```
/// use polytile::format::bfile;
/// assert_eq!(bfile::write(7, &[1, 0, 41]), "7 1\n8 0\n9 41\n");
/// ```
pub fn write<'a, T: Display + 'a>(
    first: impl Into<BigInt>,
    values: impl IntoIterator<Item = &'a T>,
) -> String {
    let (mut text, mut n) = (String::new(), first.into());
    for value in values {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{n} {value}");
        n += 1;
    }
    text
}

/// The terms of a b-file, each with its index. Blank lines and lines that begin with `#` are passed over.
///
/// # Errors
/// When another line is not two whole numbers.
pub fn read(text: &str) -> Result<Vec<(u64, BigUint)>, FormatError> {
    let mut terms = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let mut parts = content.split_whitespace();
            let index = parts.next().and_then(|n| n.parse().ok());
            let value = parts.next().filter(|v| v.len() < 100_000).and_then(|v| v.parse().ok());
            match (index, value, parts.next()) {
                (Some(index), Some(value), None) => terms.push((index, value)),
                _ => {
                    return Err(FormatError::new("a line of a b-file is two whole numbers")
                        .with_help("write the index, a space, and the term, as in 9 41")
                        .at(start..start + line.trim_end().len()));
                }
            }
        }
        start += line.len();
    }
    Ok(terms)
}
