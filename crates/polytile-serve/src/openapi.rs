//! What can be asked of the server, as `OpenAPI` 3.1.
//!
//! Made from the schemas of all questions and answers, so that it cannot say anything but what is read and written: the types
//! of all schemas are collected under one heading, and references are made to lead there.

use polytile::ask::schema::schemas;
use serde_json::{Map, Value, json};

/// The description.
pub fn openapi() -> Value {
    let mut types = Map::new();
    let (mut questions, mut answers, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for its in schemas() {
        let mut add = |role: &str, schema: &Value| {
            let name = format!("{}.{role}", its.kind);
            let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
            put(&mut types, &name, schema);
            reference
        };
        questions.push(add("question", &its.question));
        answers.push(add("answer", &its.answer));
        parts.extend(its.part.as_ref().map(|part| add("part", part)));
    }
    let text = json!({ "type": "string", "description": "what the command prints without --json" });
    let warning = json!({ "type": "object", "required": ["warning"], "properties": { "warning": { "type": "string" } } });
    parts.push(warning);
    let refusal = json!({
        "type": "object", "required": ["error", "help"],
        "properties": {
            "error": { "type": "string", "description": "what is wrong" },
            "help": { "type": ["string", "null"], "description": "how to mend it" },
            "why": {
                "enum": ["cancelled", "closing", "panicked", "refused", "superseded", "unheard"],
                "description": "of a job that has ended without an answer",
            },
        },
    });
    let events = [
        ("progress", json!({ "type": "object", "properties": { "progress": { "type": "string" } } })),
        ("partial", json!({ "type": "object", "properties": { "part": { "anyOf": parts }, "text": text } })),
        (
            "answer",
            json!({ "type": "object", "properties": { "answer": { "anyOf": answers }, "text": text } }),
        ),
        ("error", refusal),
    ];
    types.insert("question".to_owned(), json!({ "oneOf": questions }));
    types.extend(events.map(|(name, schema)| (name.to_owned(), schema)));
    let refused = |description: &str| {
        let schema = json!({ "schema": { "$ref": "#/components/schemas/error" } });
        json!({ "description": description, "content": { "application/json": schema } })
    };
    let job = json!([{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }]);
    let of_page = |name: &str, description: &str| json!({ "name": name, "in": "query", "description": description, "schema": { "type": "string", "maxLength": 64 } });
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "polytile", "version": env!("CARGO_PKG_VERSION"),
            "description": "Exact answers about tilings and sliding-block puzzles. A question becomes a job, whose events end with an answer or an error.",
        },
        "paths": {
            "/api/jobs": { "post": {
                "summary": "Asks a question",
                "parameters": [
                    of_page("page", "who asks, in letters of one's own choice"),
                    of_page("view", "for what: a job of the same page and view is superseded"),
                ],
                "requestBody": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/question" } } } },
                "responses": {
                    "200": {
                        "description": "where text/event-stream is accepted: the events of the job, whose name is in Location",
                        "content": { "text/event-stream": { "schema": { "type": "string" } } },
                    },
                    "201": { "description": "the name of its job", "content": { "application/json": { "schema": {
                        "type": "object", "required": ["job"], "properties": { "job": { "type": "string" } },
                    } } } },
                    "400": refused("no question, and why"),
                    "413": refused("too long"),
                    "415": refused("not sent as application/json"),
                    "503": refused("as many wait as may: ask again in a moment"),
                },
            } },
            "/api/jobs/{id}": { "delete": {
                "summary": "Cancels a job", "parameters": job,
                "responses": { "204": { "description": "it does not run any more" } },
            } },
            "/api/jobs/{id}/events": { "get": {
                "summary": "What is told of a job, once and to one listener; who leaves before the end cancels it",
                "parameters": job,
                "responses": {
                    "200": {
                        "description": "server-sent events: progress and partial, then answer or error; `data` is JSON, a schema of the event's name",
                        "content": { "text/event-stream": { "schema": { "type": "string" } } },
                    },
                    "404": refused("there is no such job"),
                    "409": refused("somebody listens already"),
                },
            } },
            "/api/metrics": { "get": {
                "summary": "What the server does, and has done",
                "responses": { "200": { "description": "numbers", "content": { "application/json": { "schema": { "type": "object" } } } } },
            } },
        },
        "components": { "schemas": types },
    })
}

/// Puts a schema among the types, together with those that it defines.
fn put(types: &mut Map<String, Value>, name: &str, schema: &Value) {
    let mut schema = schema.clone();
    refer(&mut schema, name);
    if let Value::Object(members) = &mut schema {
        members.remove("$schema");
        if let Some(Value::Object(defined)) = members.remove("$defs") {
            types.extend(defined.into_iter().map(|(own, schema)| (format!("{name}.{own}"), schema)));
        }
    }
    types.insert(name.to_owned(), schema);
}

/// Makes references name their targets in the whole description.
fn refer(schema: &mut Value, name: &str) {
    match schema {
        Value::Object(members) => members.iter_mut().for_each(|(key, value)| match value {
            Value::String(to) if key == "$ref" => {
                if let Some(own) = to.strip_prefix("#/$defs/") {
                    *to = format!("#/components/schemas/{name}.{own}");
                }
            }
            other => refer(other, name),
        }),
        Value::Array(elements) => elements.iter_mut().for_each(|element| refer(element, name)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|value| references(value, found));
            }
            Value::Array(elements) => elements.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        let whole = openapi();
        let mut found = Vec::new();
        references(&whole, &mut found);
        assert!(found.len() > 50);
        for reference in found {
            assert!(whole.pointer(&reference[1..]).is_some(), "{reference}");
        }
    }
}
