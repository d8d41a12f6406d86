//! What options weigh, or cost.
//!
//! In: a text, lines of an option and a whole number, where the name of a piece stands for all of its options that have no line of
//! their own; or an exact cover, whose options may have costs. Out: a weight for every option. What is not listed weighs nothing.
//! What cannot be read is shown at its line, and options that come near a misspelt name are suggested.
//!
//! Cost: a look-up for each name. Whole numbers may be of any length, and reading one takes the square of its digits.

use super::Unanswered;
use super::subject::{Kind, Subject, cover_names};
use super::unanswered::misused;
use crate::exact_cover::ExactCover;
use crate::format::FormatError;
use crate::format::source::Source;
use crate::format::subject;
use crate::zdd::ZddError;
use crate::zdd::names::{OptionNames, labels, name};
use num_bigint::BigInt;
use std::collections::{HashMap, HashSet};

/// The weights that a text gives to the options called `names`; `pieces` are those of a puzzle, and `piece` says which of them an
/// option lays. It asks no control: the caller must bound the text.
///
/// # Errors
/// When a line is not an option and a weight.
pub(super) fn read(
    source: &Source,
    names: &OptionNames,
    pieces: Vec<String>,
    piece: impl Fn(u32) -> Option<usize>,
) -> Result<Vec<BigInt>, Unanswered> {
    let pieces: HashMap<String, usize> = pieces.into_iter().zip(0..).collect();
    let mut of_piece = vec![BigInt::ZERO; pieces.len()];
    let mut own: Vec<Option<BigInt>> = vec![None; names.all().len()];
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
        let number = names.find(option).map_err(|error| {
            let help = match &error {
                ZddError::UnknownOption { instead, .. } if !instead.is_empty() => {
                    format!("some that come near: {}", instead.join(" "))
                }
                _ => "`polytile zdd PUZZLE --marginals` lists all options".to_owned(),
            };
            wrong(format!("there is neither an option nor a piece '{option}'"), &help)
        })?;
        own[number as usize] = Some(weight);
    }
    let of_piece = |option: u32| piece(option).map_or(BigInt::ZERO, |piece| of_piece[piece].clone());
    Ok((0..).zip(own).map(|(option, own)| own.unwrap_or_else(|| of_piece(option))).collect())
}

/// What the options of `subject`, as it is encoded, weigh: as the text says, or else as they cost. Nothing where there is nothing
/// to weigh, for no tiling exists.
///
/// # Errors
/// When the text cannot be read, or there is neither a text nor a cost.
pub(super) fn of(subject: &Subject, given: Option<&Source>) -> Result<Vec<BigInt>, Unanswered> {
    let Some(source) = given else {
        return match &subject.kind {
            Kind::Covers(cover) => costs(cover).ok_or_else(missing),
            _ => Err(missing()),
        };
    };
    match &subject.kind {
        Kind::Tilings(problem, encoded) => {
            let (labels, lattice) = (labels(problem), problem.region.lattice());
            let named = |option: u32| {
                let placement = encoded.placement(option);
                let cells = placement.cells.iter().map(|&cell| encoded.cells()[cell as usize]);
                name(&labels[placement.piece as usize], cells.map(|cell| lattice.coordinates(cell)).collect())
            };
            let names = (0..encoded.cover().option_count() as u32).map(named).collect();
            let piece = |option| Some(encoded.placement(option).piece as usize);
            read(source, &OptionNames::new(names), labels.clone(), piece)
        }
        Kind::RuledOut(_) => Ok(Vec::new()),
        Kind::Covers(cover) => read(source, &OptionNames::new(cover_names(cover)), Vec::new(), |_| None),
        Kind::Digits(mind, _) => {
            let named = |(position, digit): (usize, u8)| format!("{}={digit}", position + 1);
            let names = mind.options().into_iter().map(named).collect();
            read(source, &OptionNames::new(names), Vec::new(), |_| None)
        }
    }
}

/// What the options of a cover cost, if any costs something.
pub(super) fn costs(cover: &ExactCover) -> Option<Vec<BigInt>> {
    cover.has_costs().then(|| cover.costs().map(BigInt::from).collect())
}

/// Whether options have weights without a text, which is known before anything is made of them.
///
/// # Errors
/// When they have none.
pub fn expect_costs(read: &subject::Subject) -> Result<(), Unanswered> {
    match read {
        subject::Subject::Cover(covered) if covered.cover.has_costs() => Ok(()),
        _ => Err(missing()),
    }
}

/// Nothing has a weight.
pub(super) fn missing() -> Unanswered {
    misused(
        "nothing says what an option weighs",
        "add --weights, or give an exact cover with costs, in which an option ends with one, as in a b |3",
    )
}

/// The whole number that digits with at most one sign in front of them are.
fn whole_number(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
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
