//! Walks that prove that a board cannot be tiled, written and read.
//!
//! In: the text of one JSON object, `{"steps": [[1, 2, 0], [0, 2, 1]]}`: for each direction of edges, where a step along it moves
//! each point, in the order of [`Circuit::new`]. Other keys are ignored. Out: a [`Circuit`], which need not prove anything: see
//! [`Circuit::check`]. Cost: linear.

use super::FormatError;
use super::json::located;
use crate::certificate::Circuit;
use serde::{Deserialize, Serialize};

const FORM: &str = r#"a walk is {"steps": [[1, 2, 0], [0, 2, 1]]}: for each direction of edges where a step along it moves the points 0, 1, 2"#;

/// A walk as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Written {
    /// For each direction in which edges of cells lie, where a step along it moves each point.
    pub steps: Vec<Vec<u32>>,
}

impl Written {
    /// These permutations.
    pub fn new(circuit: &Circuit) -> Self {
        Written { steps: circuit.steps().to_vec() }
    }
}

/// Whether `text` is meant as a walk rather than as a tiling: an object with steps and without pieces.
pub fn is_circuit(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') && text.contains("\"steps\"") && !text.contains("\"pieces\"")
}

/// The walk that `text` says.
///
/// ```
/// use polytile::format::circuit;
/// assert_eq!(circuit::parse(r#"{"steps": [[1,0],[0,1]]}"#)?.steps(), [[1, 0], [0, 1]]);
/// assert!(circuit::parse(r#"{"steps": [[1,1],[0,1]]}"#).is_err());
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When it is not such an object, or a list is no permutation.
pub fn parse(text: &str) -> Result<Circuit, FormatError> {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read: Result<Written, _> = serde_json::from_str(bare);
    let written = read.map_err(|error| located(bare, &error, FORM).moved_by(text.len() - bare.len()))?;
    Circuit::new(written.steps).map_err(|error| FormatError::new(error.to_string()).with_help(FORM))
}
