//! Integers in JSON: beyond 2^53, where many readers round numbers, they are strings of digits. Both are read.

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
            Written::Digits(digits) => digits.parse().map_err(|_| {
                serde::de::Error::custom(format!("'{}' is no integer", crate::format::brief(&digits)))
            })?,
        }))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Integer {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "An integer; beyond 2^53 a string of its digits",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+$" }],
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
        assert!(read("\"x\"").is_err() && read("1.5").is_err() && read("null").is_err());
    }
}
