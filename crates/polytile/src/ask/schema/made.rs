//! How schemas are made: those of what is posted and of what is written, from the types.
//!
//! In: the options of a kind of question, the words that say what it is about, and its answer. Out: its [`Schemas`].

use crate::ask::Words;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The schemas of a kind of question.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Its name.
    pub kind: &'static str,
    /// What is posted.
    pub question: Value,
    /// What comes before the answer, besides warnings, where something may.
    pub part: Option<Value>,
    /// The answer.
    pub answer: Value,
}

impl Schemas {
    pub(in crate::ask) fn with_part<P: JsonSchema>(self) -> Self {
        Schemas { part: Some(written::<P>()), ..self }
    }
}

pub(in crate::ask) fn of<Q: JsonSchema, A: JsonSchema>(kind: &'static str, words: &[&str]) -> Schemas {
    Schemas { kind, question: posted::<Q>(kind, words), part: None, answer: written::<A>() }
}

/// An object with those of the words that say what the question is about, the options of its kind, and its name.
fn posted<Q: JsonSchema>(kind: &str, words: &[&str]) -> Value {
    let generate = || SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let options = generate().into_root_schema_for::<Q>();
    let mut about = object(generate().into_root_schema_for::<Words>());
    if let Some(Value::Object(properties)) = about.get_mut("properties") {
        properties.retain(|key, _| words.contains(&key.as_str()));
    }
    let mut whole = object(options);
    for (key, value) in about {
        match (whole.get_mut(&key), value) {
            // A key that is both is the option of its kind.
            (Some(Value::Object(members)), Value::Object(more)) => {
                more.into_iter().for_each(|(key, value)| _ = members.entry(key).or_insert(value));
            }
            (None, value) if key != "title" => {
                whole.insert(key, value);
            }
            _ => {}
        }
    }
    let name = Map::from_iter([("const".to_owned(), kind.into())]);
    if let Value::Object(properties) = whole.entry("properties").or_insert_with(|| Map::new().into()) {
        properties.insert("question".to_owned(), name.into());
    }
    whole.insert("type".to_owned(), "object".into());
    whole.insert("required".to_owned(), required(whole.get("required")));
    whole.insert("additionalProperties".to_owned(), false.into());
    drop_unused(&mut whole);
    whole.into()
}

/// Leaves out the types that nothing refers to: those of words that are left out.
fn drop_unused(whole: &mut Map<String, Value>) {
    let Some(Value::Object(mut types)) = whole.remove("$defs") else { return };
    let mut used = HashSet::new();
    whole.values().for_each(|value| names(value, &mut used));
    let mut before = 0;
    while before < used.len() {
        before = used.len();
        for name in used.clone() {
            types.get(&name).into_iter().for_each(|schema| names(schema, &mut used));
        }
    }
    types.retain(|name, _| used.contains(name));
    if !types.is_empty() {
        whole.insert("$defs".to_owned(), types.into());
    }
}

/// Collects the names of the types that a schema refers to.
fn names(schema: &Value, found: &mut HashSet<String>) {
    match schema {
        Value::Object(members) => {
            let name = members.get("$ref").and_then(|name| name.as_str()?.strip_prefix("#/$defs/"));
            found.extend(name.map(str::to_owned));
            members.values().for_each(|value| names(value, found));
        }
        Value::Array(elements) => elements.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

/// The members that must be there, and that of the name.
fn required(others: Option<&Value>) -> Value {
    let mut names = vec![Value::from("question")];
    if let Some(Value::Array(others)) = others {
        names.extend(others.iter().cloned());
    }
    names.into()
}

/// The schema of a value as it is written: an object has the members that it names, and no others.
fn written<A: JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<A>()
        .to_value();
    let mut shared = HashSet::new();
    share(&schema, &mut shared);
    close(&mut schema, true);
    // A schema that is part of a larger object cannot say what else that object may hold.
    if let Some(Value::Object(types)) = schema.get_mut("$defs") {
        types.iter_mut().filter(|(name, _)| shared.contains(*name)).for_each(|(_, schema)| open(schema));
    }
    schema
}

/// The keys of schemas that are put together.
const PARTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// Whether an object has members besides those of other schemas.
fn is_put_together(members: &Map<String, Value>) -> bool {
    let parts = members.contains_key("$ref") || PARTS.iter().any(|key| members.contains_key(*key));
    parts && members.contains_key("properties")
}

/// Collects the names of types that are parts of objects.
fn share(schema: &Value, shared: &mut HashSet<String>) {
    match schema {
        Value::Object(members) => {
            if is_put_together(members) {
                let parts = PARTS.iter().filter_map(|key| members.get(*key)?.as_array()).flatten();
                let names = parts.filter_map(|part| part.get("$ref")).chain(members.get("$ref"));
                let names = names.filter_map(|name| name.as_str()?.strip_prefix("#/$defs/"));
                shared.extend(names.map(str::to_owned));
            }
            members.values().for_each(|value| share(value, shared));
        }
        Value::Array(elements) => elements.iter().for_each(|value| share(value, shared)),
        _ => {}
    }
}

/// Allows no members but those that are named.
fn close(schema: &mut Value, alone: bool) {
    match schema {
        Value::Object(members) => {
            let together = is_put_together(members);
            for (key, value) in members.iter_mut() {
                close(value, !(together && PARTS.contains(&key.as_str())));
            }
            let key = if together { "unevaluatedProperties" } else { "additionalProperties" };
            let is_object =
                members.get("type") == Some(&"object".into()) && members.contains_key("properties");
            if alone && is_object && !members.contains_key("additionalProperties") {
                members.insert(key.to_owned(), false.into());
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| close(element, alone)),
        _ => {}
    }
}

/// Allows members beyond those that are named, for a type that is part of others.
fn open(schema: &mut Value) {
    if let Value::Object(members) = schema {
        members.remove("additionalProperties");
        members.remove("unevaluatedProperties");
    }
}

fn object(schema: Schema) -> Map<String, Value> {
    match schema.to_value() {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}
