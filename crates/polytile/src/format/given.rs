//! What a question in JSON gives as a name or as a text, and cells, given as texts or as numbers.

use super::source::Source;
use crate::board::Coordinates;
use serde::{Deserialize, Deserializer, Serialize};

/// A puzzle or a board as it is given. In JSON a text of several lines is a [`Given::Text`] without a name, and one of a
/// single line a [`Given::Name`].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Written"))]
#[non_exhaustive]
pub enum Given {
    /// By a name, as `euler-161`, or in short, as `9x12`.
    Name(String),
    /// As a text: a puzzle in any format, or a drawing.
    Text(Source),
}

impl Given {
    /// The text, where a name has no meaning, so that a single line is a text too. It is called `name` if it has no name of its
    /// own.
    pub fn text(&self, name: &str) -> Source {
        match self {
            Given::Name(line) => Source::new(name, line.as_str()),
            Given::Text(source) => source.clone(),
        }
    }
}

/// How it is written in JSON.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "expected a text, or an object with a name and a text, as in {\"name\": \"a.toml\", \"text\": \"...\"}"
)]
enum Written {
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
    Numbers(Coordinates),
}

/// Cells as texts.
pub(super) fn cells<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let text = |cell| match cell {
        Cell::Text(text) => text,
        Cell::Numbers(numbers) => numbers.to_string(),
    };
    Ok(match Cells::deserialize(from)? {
        Cells::One(cell) => vec![cell],
        Cells::Many(cells) => cells.into_iter().map(text).collect(),
    })
}

/// Texts, or one of them.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Givens"))]
#[serde(untagged, expecting = "expected a list of placements, as in [\"X at 2,2\", \"domino on 0,0 0,1\"]")]
pub(super) enum Texts {
    /// One placement.
    One(String),
    /// Any number of them.
    Many(Vec<String>),
}

/// One text or several.
pub(super) fn texts<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match Texts::deserialize(from)? {
        Texts::One(text) => vec![text],
        Texts::Many(texts) => texts,
    })
}
