//! Sets and weights as people write them.
//!
//! In: a text, and the family it is about ([`Held`]). Out: a set as the variables of its options, or a weight for every
//! variable. A set is written as the names of its options, as a number where the sets are numbers, or as any text of a tiling
//! where they are tilings; weights as lines of an option and a whole number, where the name of a piece stands for all of its
//! options that have no line of their own. What cannot be read is shown at its line, and options that come near a misspelt name
//! are suggested.
//!
//! Cost: a look-up for each name. Whole numbers may be of any length, and reading one takes the square of its digits.

use super::Held;
use super::held::{named, unknown};
use super::misused;
use crate::ask::Unanswered;
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::format::{FormatError, tiling};
use crate::zdd::ZddError;
use num_bigint::BigInt;
use std::collections::{HashMap, HashSet};

impl Held {
    /// The set that is given: as a text of options or of a tiling, or in one line, options with blanks between them.
    ///
    /// # Errors
    /// When it cannot be read, or names what is not there.
    pub fn set_of(&self, given: &Given) -> Result<Vec<u32>, Unanswered> {
        let family = &self.family;
        let (inline, source) = match given {
            Given::Name(line) => (true, Source::new("--rank", line.as_str())),
            Given::Text(source) => (false, source.clone()),
        };
        let mut set: Vec<u32> = match family.puzzle() {
            Some(puzzle) if !inline && !source.text.contains('@') => {
                let read = tiling::parse(&source.text, &puzzle.problem);
                let tiling = read.map_err(|e| source.misread(e))?;
                let variables = (0..family.names().len() as u32).filter_map(|v| Some((family.laid(v)?, v)));
                let variables: HashMap<_, _> = variables.collect();
                let missing = || {
                    Unanswered::Failed(
                        "this is not one of the tilings of the diagram: a piece lies as no option says"
                            .to_owned(),
                    )
                };
                tiling
                    .laid()
                    .iter()
                    .map(|laid| variables.get(laid).copied().ok_or_else(missing))
                    .collect::<Result<_, _>>()?
            }
            _ if family.length().is_some() && is_number(source.text.trim()) => {
                let (number, length) = (source.text.trim(), family.length().unwrap_or(0));
                if number.len() != length {
                    return Err(misused(
                        format!("'{number}' has {} digits", number.len()),
                        format!("the numbers of the diagram have {length}"),
                    ));
                }
                let missing = |_| {
                    Unanswered::Failed(
                        "this is not one of the numbers of the diagram: a guess rules a digit out".to_owned(),
                    )
                };
                family.set_of_number(number).map_err(missing)?
            }
            _ => {
                let names = source.text.split_whitespace().map(|name| family.option(name));
                let names: Vec<_> = names.collect();
                if let (true, Some(Err(first @ ZddError::UnknownOption { name, .. })), true) =
                    (inline, names.first(), names.iter().all(Result::is_err))
                {
                    // A mistyped name of a file looks like this too.
                    return Err(named(
                        format!("there is neither a file '{}' nor an option '{}'", source.text, name),
                        first,
                    ));
                }
                names.into_iter().map(|name| name.map_err(|e| unknown(&e))).collect::<Result<_, _>>()?
            }
        };
        set.sort_unstable();
        Ok(set)
    }

    /// The weights that a text gives to the variables: a line for an option, or for a piece and thereby for those of its
    /// options that have no line of their own; the rest weigh nothing. It asks no control, and reading a number takes the square
    /// of its digits: the caller must bound the text.
    ///
    /// # Errors
    /// When a line is not an option and a weight.
    pub fn weights(&self, source: &Source) -> Result<Vec<BigInt>, Unanswered> {
        let family = &self.family;
        let pieces: HashMap<String, usize> = family.pieces().into_iter().zip(0..).collect();
        let mut of_piece = vec![BigInt::ZERO; pieces.len()];
        let mut own: Vec<Option<BigInt>> = vec![None; family.names().len()];
        let mut seen = HashSet::new();
        let mut at = 0;
        for whole in source.text.split_inclusive('\n') {
            let line = whole.trim();
            let start = at + whole.len() - whole.trim_start().len();
            at += whole.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |message: String, help: &str| -> Unanswered {
                let error = FormatError::new(message).with_help(help).at(start..start + line.len());
                source.misread(error).into()
            };
            let Some((option, weight)) = line.rsplit_once(char::is_whitespace) else {
                return Err(wrong(
                    "there is no weight".to_owned(),
                    "write an option, a blank and a whole number",
                ));
            };
            let option = option.trim();
            let Some(weight) = whole_number(weight) else {
                return Err(wrong(
                    format!("'{weight}' is no weight"),
                    "a weight is a whole number: digits, perhaps with a sign in front",
                ));
            };
            if !seen.insert(option.to_owned()) {
                return Err(wrong(format!("'{option}' has a weight already"), "leave one of the two out"));
            }
            if let Some(&piece) = pieces.get(option) {
                of_piece[piece] = weight;
                continue;
            }
            let variable = family.option(option).map_err(|error| {
                let help = match &error {
                    ZddError::UnknownOption { instead, .. } if !instead.is_empty() => {
                        format!("some that come near: {}", instead.join(" "))
                    }
                    _ => "--marginals lists all options".to_owned(),
                };
                wrong(format!("there is neither an option nor a piece '{option}'"), &help)
            })?;
            own[variable as usize] = Some(weight);
        }
        let of_piece =
            |v: usize| family.laid(v as u32).map_or(BigInt::ZERO, |laid| of_piece[laid.piece].clone());
        Ok(own.into_iter().enumerate().map(|(v, own)| own.unwrap_or_else(|| of_piece(v))).collect())
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The whole number that digits with at most one sign in front of them are.
fn whole_number(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if is_number(digits) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_digits_with_a_sign() {
        for (text, number) in [("5", 5), ("+5", 5), ("-12", -12), ("007", 7), ("-0", 0)] {
            assert_eq!(whole_number(text), Some(BigInt::from(number)), "{text}");
        }
        for text in ["", "+", "-", "+5_0", "5_0", "--5", "+-5", "5.0", "1e3", "0x10", "٣"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
