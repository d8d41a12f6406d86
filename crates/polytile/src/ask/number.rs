//! Integers in JSON: beyond 2^53, where many readers round numbers, they are strings of digits. Both are read, numbers where
//! their reader has not rounded them, and strings as [`number::natural`] reads them: `"1_000_000"`, `"10^15"`.

use crate::format::number::shortened;
use crate::format::{FormatError, number};
use num_bigint::{BigInt, BigUint};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

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
        from.deserialize_any(Written)
    }
}

/// Reads an integer in any of its forms.
struct Written;

impl Visitor<'_> for Written {
    type Value = Integer;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or a string of its digits")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Integer, E> {
        Ok(Integer(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Integer, E> {
        if number.fract() == 0.0 {
            return Err(E::custom(format!(
                "{number:e} has been rounded: write it as a string of its digits"
            )));
        }
        Err(E::invalid_type(Unexpected::Float(number), &self))
    }

    fn visit_str<E: Error>(self, digits: &str) -> Result<Integer, E> {
        integer(digits).map(Integer).map_err(E::custom)
    }
}

/// The integer of a text: a natural number as it is written anywhere else, perhaps with a sign. Its length is limited as theirs
/// is, because reading takes time in proportion to the square of the length.
fn integer(text: &str) -> Result<BigInt, FormatError> {
    match text.strip_prefix('-') {
        Some(digits) => Ok(-BigInt::from(number::natural(digits)?)),
        None => Ok(number::natural(text)?.into()),
    }
}

/// A number, 0 or more, that is read in any form of an [`Integer`] and fits into a word.
pub(super) mod word {
    use super::{BigInt, Deserialize, Deserializer, Error, Integer, Serialize, Serializer, shortened};

    fn fitting<T: TryFrom<BigInt>, E: Error>(Integer(number): Integer) -> Result<T, E> {
        let text = number.to_string();
        T::try_from(number).map_err(|_| {
            let limit = 8 * size_of::<T>();
            E::custom(format!("{} is not a whole number from 0 that is below 2^{limit}", shortened(&text)))
        })
    }

    pub fn deserialize<'de, T: TryFrom<BigInt>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        fitting(Integer::deserialize(from)?)
    }

    pub fn serialize<T: Copy + Into<BigInt>, S: Serializer>(number: &T, to: S) -> Result<S::Ok, S::Error> {
        Integer((*number).into()).serialize(to)
    }

    /// One that need not be given.
    pub mod option {
        use super::{BigInt, Deserialize, Deserializer, Integer, Serialize, Serializer, fitting};

        pub fn deserialize<'de, T: TryFrom<BigInt>, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<T>, D::Error> {
            Option::<Integer>::deserialize(from)?.map(fitting).transpose()
        }

        #[expect(clippy::ref_option, reason = "serde hands references")]
        pub fn serialize<T: Copy + Into<BigInt>, S: Serializer>(
            number: &Option<T>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            number.map(|number| Integer(number.into())).serialize(to)
        }
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
