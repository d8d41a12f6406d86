//! Sets as people write them.
//!
//! In: a text, and the family it is about ([`Held`]). Out: a set as the variables of its options. A set is written as the names of its options, as a number where the sets are numbers, or as any text of a tiling
//! where they are tilings. What cannot be read is shown at its line, and options that come near a misspelt name
//! are suggested. What the variables weigh is read by [`weights`].
//!
//! Cost: a look-up for each name.

use super::Held;
use super::held::{named, unknown};
use super::misused;
use crate::ask::{Unanswered, weights};
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::format::tiling;
use crate::zdd::ZddError;
use num_bigint::BigInt;
use std::collections::HashMap;

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

    /// The weights that a text gives to the variables, as docs/covers.md has them. It asks no control: the caller must bound the text.
    ///
    /// # Errors
    /// When a line is not an option and a weight.
    pub fn weights(&self, source: &Source) -> Result<Vec<BigInt>, Unanswered> {
        let family = &self.family;
        let piece = |v: u32| family.laid(v).map(|laid| laid.piece);
        weights::read(source, family.option_names(), family.pieces(), piece)
    }

    /// What the variables cost, if that is known of the exact cover that the family was built from.
    ///
    /// # Errors
    /// When it is not.
    pub fn costs(&self) -> Result<Vec<BigInt>, Unanswered> {
        self.costs.clone().ok_or_else(weights::missing)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
