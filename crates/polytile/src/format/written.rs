//! How words are written in JSON, where there is more than one way: texts with their names or without, and cells as texts or as
//! numbers.

use super::source::Source;
use super::subject::Given;
use serde::{Deserialize, Deserializer, Serialize};

/// A puzzle or a board.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected a text, or an object with a name and a text, as in {\"name\": \"a.toml\", \"text\": \"...\"}"
)]
pub(super) enum Written {
    /// A name, a short form, or a text of several lines.
    Plain(String),
    /// A text and the name of its file, whose extension may say what it is.
    Named {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
}

impl From<Written> for Given {
    fn from(written: Written) -> Self {
        match written {
            Written::Plain(text) if text.contains('\n') => Given::Text(Source::new("the text", text)),
            Written::Plain(name) => Given::Name(name),
            Written::Named { name, text } => Given::Text(Source::new(name, text)),
        }
    }
}

impl From<Given> for Written {
    fn from(given: Given) -> Self {
        match given {
            Given::Name(name) => Written::Plain(name),
            Given::Text(Source { name, text }) => Written::Named { name, text: text.to_string() },
        }
    }
}

/// Cells of a board.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a list of cells, as in [\"0,0\", \"2,3\"] or [[0, 0], [2, 3]]")]
pub(super) enum Cells {
    /// One cell.
    One(String),
    /// Any number of them.
    Many(Vec<Cell>),
}

/// A row and a column from 0.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CellOfBoard"))]
#[serde(untagged)]
pub(super) enum Cell {
    /// As in `"2,3"`.
    Text(String),
    /// As in `[2, 3]`.
    Numbers([u32; 2]),
}

/// Cells as texts.
pub(super) fn cells<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = |cell| match cell {
        Cell::Text(text) => text,
        Cell::Numbers([row, col]) => format!("{row},{col}"),
    };
    Ok(match Cells::deserialize(from)? {
        Cells::One(cell) => vec![cell],
        Cells::Many(cells) => cells.into_iter().map(text).collect(),
    })
}
