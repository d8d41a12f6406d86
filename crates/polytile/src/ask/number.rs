//! Integers in JSON: beyond 2^53, where many readers round numbers, they are strings of digits. Both are read, numbers up to
//! 2^64, and strings as [`number::natural`] reads them: `"1_000_000"`, `"10^15"`.

use crate::format::{FormatError, number};
use num_bigint::{BigInt, BigUint};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest integer that is written as a number.
const EXACT: u64 = 1 << 53;

/// An integer of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Integer(pub BigInt);

impl From<&BigUint> for Integer {
    fn from(number: &BigUint) -> Self {
        Integer(number.clone().into())
    }
}

impl From<&BigInt> for Integer {
    fn from(number: &BigInt) -> Self {
        Integer(number.clone())
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        Integer(number.into())
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(&self.0) {
            Ok(small) if small.unsigned_abs() <= EXACT => to.serialize_i64(small),
            _ => to.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Integer {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected an integer, or a string of its digits")]
        enum Written {
            Number(i64),
            Large(u64),
            Digits(String),
        }
        Ok(Integer(match Written::deserialize(from)? {
            Written::Number(number) => number.into(),
            Written::Large(number) => number.into(),
            Written::Digits(digits) => integer(&digits).map_err(serde::de::Error::custom)?,
        }))
    }
}

/// The integer of a text: a natural number as it is written anywhere else, perhaps with a sign. It is no longer than those are,
/// because reading takes time in proportion to the square of its length.
fn integer(text: &str) -> Result<BigInt, FormatError> {
    match text.strip_prefix('-') {
        Some(digits) => Ok(-BigInt::from(number::natural(digits)?)),
        None => Ok(number::natural(text)?.into()),
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Integer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "An integer; beyond 2^53 a string of its digits, which may be read as 10^15 too",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9][0-9_]*(\\^[0-9][0-9_]*)?$" }],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_str, to_string};

    #[test]
    fn large_ones_are_strings() {
        let read = |text: &str| from_str::<Integer>(text);
        for text in ["0", "-3", "9007199254740992", "\"9007199254740993\"", "\"-9007199254740993\""] {
            assert_eq!(to_string(&read(text).unwrap()).unwrap(), text);
        }
        assert_eq!(to_string(&read("18446744073709551615").unwrap()).unwrap(), "\"18446744073709551615\"");
        assert_eq!(read("\"-10^3\"").unwrap().0, (-1000).into());
        let long = format!("\"{}\"", "9".repeat(1 << 20));
        assert!(read(&long).is_err() && read("\"+5\"").is_err() && read("\"--5\"").is_err());
        assert!(read("\"x\"").is_err() && read("1.5").is_err() && read("null").is_err());
    }
}
