//! A tiling with the names of its pieces, so that it can be written.

use crate::format::tiling::JsonTiling;
use crate::problem::Problem;
use crate::tiling::Tiling;
use serde::{Serialize, Serializer};
use std::sync::Arc;

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
                            "description": "The numbers of each cell, on squares its row and its column, from 0",
                            "type": "array",
                            "items": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 4 },
                        },
                    },
                    "required": ["piece", "cells"],
                },
            } },
            "required": ["pieces"],
        })
    }
}
