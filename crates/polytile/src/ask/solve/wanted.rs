//! Which solutions are wanted, and how they are looked for.

use super::Engine;
use crate::ask::part::Share;
use crate::ask::seed::{self, seed_of};
use crate::ask::{Integer, Unanswered, is_false, misused};
use crate::problem::UpTo;
use serde::{Deserialize, Serialize};

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
    /// Find their number by a second engine too, and compare: of all, or of as many as were asked for.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

impl Wanted {
    /// What determines the random order, if there is one.
    pub(super) fn seed(&self) -> Result<Option<u64>, Unanswered> {
        if self.seed.is_some() && !self.random {
            return Err(misused("a seed determines a random order, and none is asked for", "add --random"));
        }
        if self.random && self.seed.is_none() && self.subtree.is_some() {
            let help = "add --seed with a number, the same for all parts";
            return Err(misused("the parts of a search in random order need the order in common", help));
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
