//! Solutions as they are written.

use crate::ask::Integer;
use crate::format::tiling::{JsonTiling, to_letters};
use crate::problem::Problem;
use crate::tiling::Tiling;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A solution, and which one it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solution {
    /// Its number, from 1.
    pub number: Integer,
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

/// A tiling with the problem that has names for its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The tiling.
    pub tiling: Tiling,
    /// What it is a tiling of.
    pub problem: Arc<Problem>,
}

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        JsonTiling::new(&self.tiling, &self.problem).serialize(to)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Named {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tiling".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "properties": { "pieces": {
                "description": "The pieces as they lie",
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "piece": { "description": "The name of the piece", "type": ["string", "null"] },
                        "cells": {
                            "description": "Row and column of each cell, from 0",
                            "type": "array",
                            "items": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 },
                        },
                    },
                    "required": ["piece", "cells"],
                },
            } },
            "required": ["pieces"],
        })
    }
}

impl Solution {
    /// A tiling in letters, one to a cell; an option to a line; or a number.
    pub fn text(&self) -> String {
        match &self.meaning {
            Meaning::Tiling(named) => to_letters(&named.tiling, &named.problem),
            Meaning::Cover { options } => options.iter().map(|names| names.join(" ") + "\n").collect(),
            Meaning::Number { digits } => format!("{digits}\n"),
        }
    }
}
