//! Which solutions are wanted, and how they are looked for.

use super::Engine;
use crate::ask::seed::{self, seed_of};
use crate::ask::{Integer, Unanswered, is_false, misused};
use crate::format::{FormatError, number};
use crate::problem::UpTo;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Which solutions are wanted, and how they are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Wanted {
    /// One of each class of tilings that these carry into each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// Only tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Try placements in a random order, or where that leads nowhere soon in one that is less random.
    #[serde(skip_serializing_if = "is_false")]
    pub random: bool,
    /// What determines the random order; another one every time where it is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Integer>,
    /// Search this part of the tree only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtree: Option<Share>,
    /// Find solutions by this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
}

impl Wanted {
    /// What determines the random order, if there is one.
    pub(super) fn seed(&self) -> Result<Option<u64>, Unanswered> {
        if self.seed.is_some() && !self.random {
            return Err(misused("a seed determines a random order, and none is asked for", "add --random"));
        }
        let seed = self.seed.as_ref().map(seed_of).transpose()?;
        Ok(self.random.then(|| seed.unwrap_or_else(seed::fresh)))
    }

    /// The first option, if any, that asks for what only a search can do.
    pub fn only_searched(&self) -> Option<String> {
        let up_to = match self.up_to {
            Some(UpTo::Symmetries) => Some("--distinct".to_owned()),
            other => other.map(|up_to| format!("--up-to {up_to}")),
        };
        let searched = [
            (!self.conditions.is_empty(), "--where"),
            (self.random, "--random"),
            (self.subtree.is_some(), "--subtree"),
        ];
        up_to.or_else(|| Some(searched.iter().find(|(asked, _)| *asked)?.1.to_owned()))
    }

    /// Whether all solutions are wanted.
    pub(super) fn is_all(&self) -> bool {
        self.up_to.is_none() && self.conditions.is_empty() && self.subtree.is_none()
    }
}

/// One of several parts of a search tree, which share no solution and together have all; written `2/5` for the second of five.
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
