//! Cells and windows in a question: written `"2,3"`, as where the board is a puzzle's, and read as `[2,3]` too.

use super::Integer;
use crate::format::number;
use serde::{Deserialize, Deserializer, Serializer};

/// How a cell is written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Place"))]
#[serde(untagged, expecting = "expected a cell, as in \"2,3\"")]
pub(super) enum Written {
    /// Its coordinates with commas between them.
    Text(String),
    /// Its coordinates.
    Numbers(Vec<Integer>),
}

impl Written {
    fn text(self) -> String {
        match self {
            Written::Text(text) => text,
            Written::Numbers(numbers) => {
                numbers.iter().map(|number| number.0.to_string()).collect::<Vec<_>>().join(",")
            }
        }
    }
}

/// A cell as a text, to be read once the kind of board is known.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::deserialize(from)?.map(Written::text))
}

/// A fixed count of numbers of any size: a row and a column, or the four numbers of a window.
pub(super) mod numbers {
    use super::{Deserialize, Deserializer, Integer, Serializer, Written, number};
    use serde::de::Error as _;

    /// How they are written.
    fn form(count: usize) -> &'static str {
        match count {
            2 => "a cell is a row and a column, as in \"2,3\"",
            _ => {
                "a window is its first row and column, and its numbers of rows and columns, as in \"0,0,8,8\""
            }
        }
    }

    pub fn deserialize<'de, const N: usize, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<[Integer; N]>, D::Error> {
        let wrong = || D::Error::custom(form(N));
        let numbers = match Option::deserialize(from).map_err(|_| wrong())? {
            None => return Ok(None),
            Some(Written::Numbers(numbers)) => numbers,
            Some(Written::Text(text)) => {
                let read = |part: &str| number::natural(part.trim()).map(|number| Integer::from(&number));
                text.split(',').map(read).collect::<Result<_, _>>().map_err(|_| wrong())?
            }
        };
        <[Integer; N]>::try_from(numbers).map(Some).map_err(|_| wrong())
    }

    #[expect(clippy::ref_option, reason = "serde hands references")]
    pub fn serialize<const N: usize, S: Serializer>(
        numbers: &Option<[Integer; N]>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let Some(numbers) = numbers else { return to.serialize_none() };
        to.serialize_str(&numbers.iter().map(|number| number.0.to_string()).collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::Question;

    #[test]
    fn a_cell_is_read_in_both_forms_and_written_in_one() {
        for (read, written) in [
            (
                r#"{"n":3,"question":"golomb","remove":[2,5]}"#,
                r#"{"n":3,"question":"golomb","remove":"2,5"}"#,
            ),
            (
                r#"{"cell":["18446744073709551616",7],"n":70,"question":"golomb"}"#,
                r#"{"cell":"18446744073709551616,7","n":70,"question":"golomb"}"#,
            ),
            (
                r#"{"n":"3","question":"golomb","remove":[2,5],"window":[0,0,"2",2]}"#,
                r#"{"n":3,"question":"golomb","remove":"2,5","window":"0,0,2,2"}"#,
            ),
            (
                r#"{"board":"4x4","pieces":"L4","question":"count","remove":[[0,0],"3,3"]}"#,
                r#"{"board":"4x4","pieces":"L4","question":"count","remove":["0,0","3,3"]}"#,
            ),
            (
                r#"{"board":"4x4","pieces":"L4","question":"list","remove":"0,0","limit":"10^3"}"#,
                r#"{"board":"4x4","limit":1000,"pieces":"L4","question":"list","remove":["0,0"]}"#,
            ),
            (
                r#"{"board":"5x8","question":"deficient","remove":[2,3]}"#,
                r#"{"board":"5x8","question":"deficient","remove":"2,3"}"#,
            ),
            (
                r#"{"board":"cube:3","question":"deficient","remove":[0,5,2]}"#,
                r#"{"board":"cube:3","question":"deficient","remove":"0,5,2"}"#,
            ),
        ] {
            let question: Question = read.parse().unwrap();
            assert_eq!(serde_json::to_string(&question).unwrap(), written);
            assert_eq!(written.parse(), Ok(question));
        }
        for wrong in ["3", "[1]", "[1,2,3]", r#""1""#, r#""1,x""#, r#""-1,2""#, "{}"] {
            let text = format!(r#"{{"n":3,"question":"golomb","remove":{wrong}}}"#);
            assert!(text.parse::<Question>().unwrap_err().message.contains("cell"), "{wrong}");
        }
    }
}
