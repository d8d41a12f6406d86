//! JSON in which no key stands twice in an object.
//!
//! Of two values with one key most readers take the last, without a word to whoever wrote both: so a question that was put
//! together wrongly would be answered as if it were another. Here that is an error, at any depth, at the place of the second. In
//! all else [`Value`] decides what a value is.

use serde::de::value::MapDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt;

/// An object, each of whose keys stands once.
pub(super) struct Members(pub Map<String, Value>);

/// Any value, in whose objects each key stands once.
struct Distinct(Value);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<Members, A::Error> {
                Ok(Members(pairs(from)?.into_iter().collect()))
            }
        }
        from.deserialize_map(Object)
    }
}

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Distinct;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any valid JSON value")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Distinct, E> {
                Ok(Distinct(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Distinct, E> {
                Ok(Distinct(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Distinct, E> {
                Ok(Distinct(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Distinct, E> {
                Ok(Distinct(value.into()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Distinct, E> {
                Ok(Distinct(value.into()))
            }

            fn visit_none<E>(self) -> Result<Distinct, E> {
                Ok(Distinct(Value::Null))
            }

            fn visit_unit<E>(self) -> Result<Distinct, E> {
                Ok(Distinct(Value::Null))
            }

            fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Distinct, D::Error> {
                Distinct::deserialize(from)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Distinct, A::Error> {
                let mut list = Vec::new();
                while let Some(Distinct(value)) = from.next_element()? {
                    list.push(value);
                }
                Ok(Distinct(list.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<Distinct, A::Error> {
                // Readers that keep numbers as they are written hand them out as objects.
                let whole = Value::deserialize(MapDeserializer::<_, serde_json::Error>::new(
                    pairs(from)?.into_iter(),
                ));
                whole.map(Distinct).map_err(A::Error::custom)
            }
        }
        from.deserialize_any(Any)
    }
}

/// The members of an object.
fn pairs<'de, A: MapAccess<'de>>(mut from: A) -> Result<Vec<(String, Value)>, A::Error> {
    let (mut seen, mut pairs) = (HashSet::new(), Vec::new());
    while let Some(key) = from.next_key::<String>()? {
        if !seen.insert(key.clone()) {
            return Err(A::Error::custom(format!("`{key}` stands twice: leave one of them out")));
        }
        let Distinct(value) = from.next_value()?;
        pairs.push((key, value));
    }
    Ok(pairs)
}
