//! Solutions as they are written.

use crate::ask::Integer;
use crate::ask::named::Named;
use crate::format::tiling::to_letters;
use serde::Serialize;

/// A solution, and which one it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solution {
    /// Its number, from 1.
    pub number: Integer,
    /// What it costs, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Integer>,
    /// What it says.
    #[serde(flatten)]
    pub meaning: Meaning,
}

/// What a solution says.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Meaning {
    /// Which piece lies where.
    Tiling(Named),
    /// Which options are chosen.
    Cover {
        /// For each the names of its items, with their colours.
        options: Vec<Vec<String>>,
    },
    /// What a number is.
    Number {
        /// Its digits.
        digits: String,
    },
}

impl Solution {
    /// What it costs, if that is known; then a tiling in letters, one to a cell; an option to a line; or a number.
    pub fn text(&self) -> String {
        let cost = self.cost.as_ref().map(|Integer(cost)| format!("cost {cost}\n")).unwrap_or_default();
        cost + &self.meaning.text()
    }
}

impl Meaning {
    /// A tiling in letters, one to a cell; an option to a line; or a number.
    pub fn text(&self) -> String {
        match self {
            Meaning::Tiling(named) => to_letters(&named.tiling, &named.problem),
            Meaning::Cover { options } => options.iter().map(|names| names.join(" ") + "\n").collect(),
            Meaning::Number { digits } => format!("{digits}\n"),
        }
    }
}
