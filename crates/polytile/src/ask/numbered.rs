//! A solution in a question: by its number, as it is listed, or by its text.

use crate::format::subject::Given;
use serde::{Deserialize, Deserializer};

/// How a solution is written.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Numbered"))]
#[serde(untagged, expecting = "expected a solution: its number, or its text")]
pub(super) enum Written {
    /// Its number, from 1.
    Number(u64),
    /// Its number or its text.
    Given(Given),
}

/// One that has to be given.
pub(super) fn required<'de, D: Deserializer<'de>>(from: D) -> Result<Given, D::Error> {
    Ok(match Written::deserialize(from)? {
        Written::Number(number) => Given::Name(number.to_string()),
        Written::Given(given) => given,
    })
}

/// One that need not.
pub(super) fn option<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Given>, D::Error> {
    struct Solution(Given);
    impl<'de> Deserialize<'de> for Solution {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            required(from).map(Solution)
        }
    }
    Ok(Option::<Solution>::deserialize(from)?.map(|given| given.0))
}

#[cfg(test)]
mod tests {
    use crate::ask::Question;

    #[test]
    fn numbers_are_as_good_as_texts() {
        for (read, written) in [
            (
                r#"{"board":"4x4","first":1,"pieces":"dominoes","question":"relate","second":"2"}"#,
                r#"{"board":"4x4","first":"1","pieces":"dominoes","question":"relate","second":"2"}"#,
            ),
            (
                r#"{"board":"4x4","of":3,"pieces":"dominoes","question":"classes"}"#,
                r#"{"board":"4x4","of":"3","pieces":"dominoes","question":"classes"}"#,
            ),
        ] {
            let question: Question = read.parse().unwrap();
            assert_eq!(serde_json::to_string(&question).unwrap(), written);
        }
        let wrong = r#"{"board":"4x4","first":[1],"question":"relate","second":2}"#.parse::<Question>();
        assert_eq!(wrong.unwrap_err().message, "`first`: expected a solution: its number, or its text");
    }
}
