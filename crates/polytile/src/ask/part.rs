//! Parts of a question that need no talk: which part of how many, and of which question.
//!
//! Counts are parted by the primes that a number is found by (`count`), searches by their trees (`solve`). What is found of a part
//! says which it is, and carries a digest of the question, which all its parts have in common: so it is known whether parts
//! belong together when they are put together ([`merge`](super::merge)).

use crate::format::{FormatError, number};
use crate::problem::Problem;
use crate::run::fnv;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug};
use std::str::FromStr;

/// One of several parts, which have nothing in common and together are the whole; written `2/5` for the second of five.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    /// Which, from 1.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl FromStr for Share {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let wrong = || FormatError::new("write which part of how many, as in 2/5");
        let number = |text: &str| {
            let number = number::word(text.trim())?;
            usize::try_from(number).map_err(|_| wrong())
        };
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        match (number(part)?, number(of)?) {
            (_, of) if of > 10_000 => Err(FormatError::new("there may be 10000 parts, and no more")),
            (part @ 1.., of) if part <= of => Ok(Share { part, of }),
            (_, of) => Err(FormatError::new(format!("parts go from 1/{of} to {of}/{of}"))),
        }
    }
}

impl TryFrom<String> for Share {
    type Error = FormatError;

    fn try_from(text: String) -> Result<Self, FormatError> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> Self {
        share.to_string()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

/// Which part of which question an answer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// Which part.
    pub part: Share,
    /// What the parts of one question have in common, and no other has, if one release has made them.
    pub question: String,
}

impl Label {
    /// The label of a part of what is `asked`, which is told apart from everything else by how it is written for developers.
    pub(super) fn new(part: Share, asked: &impl Debug) -> Self {
        let asked = format!("{} {asked:?}", env!("CARGO_PKG_VERSION"));
        Label { part, question: format!("{:016x}", fnv(asked.as_bytes())) }
    }
}

/// All of a problem that its parts must have in common.
pub(super) fn whole(problem: &Problem) -> impl Debug + '_ {
    let Problem { region, pieces, rules, given } = problem;
    (region, pieces, rules, given)
}
