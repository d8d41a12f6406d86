//! Certificates that a board cannot be tiled, written and read.
//!
//! In: the text of one JSON object, and the region it is about: `{"modulus": 2, "weights": [[1, 0, null], ...]}`, a row
//! of weights for each row of the rectangle, `null` for a hole. Without a modulus, or with `null`, the weights are meant
//! as they are. Other keys are ignored. Out: a [`Certificate`], which need not be right: see [`Certificate::check`].
//! Cost: linear.

use super::error::counted;
use super::json::located;
use super::{FormatError, Unread};
use crate::board::{Cell, Region};
use crate::certificate::Certificate;
use serde::{Deserialize, Serialize};
use serde_json::Value;

const FORM: &str = r#"a certificate is {"modulus": 2, "weights": [[1, 0, null], ...]}: a list for each row of the board, null for a hole; no modulus where the weights are meant as they are"#;

/// A certificate as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Written {
    /// What the weights are read modulo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modulus: Option<i64>,
    /// For each row of the rectangle that holds the board its weights, none for a hole.
    pub weights: Vec<Vec<Option<i64>>>,
}

/// Whether `text` is meant as a certificate rather than as a tiling: an object with weights and without pieces.
pub fn is_certificate(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') && text.contains("\"weights\"") && !text.contains("\"pieces\"")
}

/// The certificate that `text` says, for this region.
///
/// ```
/// use polytile::{board::Region, format::certificate};
/// let board = Region::rectangle(2, 3)?;
/// let certificate = certificate::parse(r#"{"modulus": 2, "weights": [[1,0,1],[0,1,0]]}"#, &board)?;
/// assert_eq!(certificate.weights(), [1, 0, 1, 0, 1, 0]);
/// assert_eq!(certificate::to_json(&certificate, &board).to_string(), r#"{"modulus":2,"weights":[[1,0,1],[0,1,0]]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not such an object, the rows do not fit the board, or a number is too large.
pub fn parse(text: &str, region: &Region) -> Result<Certificate, FormatError> {
    read(text, region).map_err(Unread::into_error)
}

/// Reads weights, telling a text that cannot be read from weights for another board.
///
/// # Errors
/// As [`parse`]; [`Unread::Misfit`] where the rows, or the cells with a weight, are not those of the board.
pub(crate) fn read(text: &str, region: &Region) -> Result<Certificate, Unread> {
    let Written { modulus, weights: rows } = written(text).map_err(Unread::Malformed)?;
    let weights = laid(&rows, region).map_err(Unread::Misfit)?;
    Certificate::new(weights, modulus)
        .map_err(|error| Unread::Malformed(FormatError::new(error.to_string()).with_help(FORM)))
}

/// The object that `text` is.
fn written(text: &str) -> Result<Written, FormatError> {
    let text_or_mark = text.strip_prefix('\u{feff}').unwrap_or(text);
    let offset = text.len() - text_or_mark.len();
    let start = text.len() - text_or_mark.trim_start().len();
    if !text[start..].starts_with('{') {
        let end = text[start..].chars().next().map_or(start, |c| start + c.len_utf8());
        return Err(FormatError::new("this is no JSON object").with_help(FORM).at(start..end));
    }
    serde_json::from_str(text_or_mark).map_err(|error| located(text_or_mark, &error, FORM).moved_by(offset))
}

/// A weight for every cell of `region`, from rows of them.
fn laid(written: &[Vec<Option<i64>>], region: &Region) -> Result<Vec<i64>, FormatError> {
    let wrong = |message: String| FormatError::new(message).with_help(FORM);
    // The rows of all layers, one layer after the other.
    let (rows, cols) = (region.layers() as usize * region.rows() as usize, region.cols() as usize);
    if written.len() != rows {
        let (found, rows) = (counted(written.len(), "row"), counted(rows, "row"));
        return Err(wrong(format!("the weights have {found}, but the board {rows}")));
    }
    let mut weights = Vec::with_capacity(region.len());
    let name = |cell| region.lattice().coordinates(cell);
    for (row, list) in written.iter().enumerate() {
        if list.len() != cols {
            let (found, cols) = (counted(list.len(), "weight"), counted(cols, "column"));
            return Err(wrong(format!("row {row} has {found}, but the board has {cols}")));
        }
        for (col, weight) in list.iter().enumerate() {
            let cell = cell_at(region, row as u32, col as u32);
            match (weight, region.contains(cell)) {
                (Some(weight), true) => weights.push(*weight),
                (None, false) => {}
                (Some(_), false) => {
                    return Err(wrong(format!("{} is not on the board, but has a weight", name(cell))));
                }
                (None, true) => {
                    return Err(wrong(format!("{} is on the board, but has no weight", name(cell))));
                }
            }
        }
    }
    Ok(weights)
}

/// The cell in this row, counted through all layers.
fn cell_at(region: &Region, row: u32, col: u32) -> Cell {
    Cell::in_space(row / region.rows(), row % region.rows(), col)
}

impl Written {
    /// `certificate`, which is about `region`.
    pub fn new(certificate: &Certificate, region: &Region) -> Self {
        let weight = |row: u32, col: u32| {
            let index = region.index(cell_at(region, row, col))?;
            certificate.weights().get(index as usize).copied()
        };
        let rows = 0..region.layers() * region.rows();
        let weights = rows.map(|row| (0..region.cols()).map(|col| weight(row, col)).collect());
        Written { modulus: certificate.modulus().map(i64::from), weights: weights.collect() }
    }
}

/// The certificate as an object.
pub fn to_json(certificate: &Certificate, region: &Region) -> Value {
    // Keys are texts, and all numbers are whole: this cannot fail.
    serde_json::to_value(Written::new(certificate, region)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_why() {
        let board = Region::rectangle(2, 2).unwrap().without(&[Cell::new(1, 1)]).unwrap();
        let error = |text: &str| {
            let FormatError { message, help, span } = parse(text, &board).unwrap_err();
            assert!(help.is_some());
            format!("{message} [{}]", span.map_or("", |span| &text[span]))
        };
        let errors: Vec<String> = [
            r#"{"weights": [[1, 0], [1, null]"#,
            r#"{"modulus": 2}"#,
            r#"{"modulus": -2, "weights": [[1, 0], [1, null]]}"#,
            r#"{"modulus": 1, "weights": [[1, 0], [1, null]]}"#,
            r#"{"weights": [[1, 0.5], [1, null]]}"#,
            r#"{"weights": [[1, 1000001], [1, null]]}"#,
            r#"{"weights": [[1, 0]]}"#,
            r#"{"weights": [[1, 0], [1]]}"#,
            r#"{"weights": [[1, 0], [1, 1]]}"#,
            r#"{"weights": [[1, null], [1, null]]}"#,
            "[1]",
        ]
        .map(error)
        .to_vec();
        insta::assert_snapshot!(errors.join("\n"), @"
        the text ends before its JSON does []]
        missing field `weights` [}]
        the modulus is -2, but it goes from 2 to 1000000 []
        the modulus is 1, but it goes from 2 to 1000000 []
        invalid type: floating point `0.5`, expected i64 [0.5]
        the weight 1000001 is too large: weights go from -1000000 to 1000000 []
        the weights have 1 row, but the board 2 rows []
        row 1 has 1 weight, but the board has 2 columns []
        1,1 is not on the board, but has a weight []
        0,1 is on the board, but has no weight []
        this is no JSON object [[]
        ");
        let marked = "\u{feff}{\"modulus\": null, \"weights\": [[1, -2], [3, null]], \"note\": 1}";
        assert_eq!(parse(marked, &board).unwrap().weights(), [1, -2, 3]);
        assert!(is_certificate(marked) && !is_certificate(r#"{"pieces": []}"#) && !is_certificate("LLA"));
    }
}
