//! Questions in JSON: one object, `question` beside the words of what it is about and the options of what is asked.
//!
//! The kind of question decides which keys are words, among those of [`Words`], and which are options; any other key is an error
//! that names it, for a misspelt option must not pass for one that was not given.

use super::distinct::Members;
use super::kinds::{KINDS, LEFT_OUT};
use super::options::TILING;
use super::{Answer, Listener, Part, Question, Unanswered, Words};
use crate::format::FormatError;
use crate::format::json::located;
use crate::format::suggest::did_you_mean;
use crate::run::Control;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::str::FromStr;

/// What a question looks like.
const FORM: &str = r#"write an object, as in {"question": "count", "board": "9x12", "pieces": "trominoes"}"#;

/// More members than a question has.
const MOST_MEMBERS: usize = 64;

impl Question {
    /// The answer. The listener is told what comes before it, and may say that this is enough: then nothing more of it is looked
    /// for, and the answer says how far it went. Warnings are told even then. What is wrong is said in the words of the question: an
    /// option is called by its key.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop; what the listener
    /// was told before stays true.
    pub fn ask(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Answer, Unanswered> {
        in_keys(listener, |listener| self.asked.ask(&self.about, control, listener))
    }

    /// A question from the members of its object.
    ///
    /// # Errors
    /// A sentence about the member that is wrong.
    fn from_members(mut members: Map<String, Value>) -> Result<Self, FormatError> {
        let kinds = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>();
        let kind = match members.remove("question") {
            Some(Value::String(kind)) => kind,
            Some(_) => {
                return Err(
                    FormatError::new("`question` is no text").with_help(r#"as in "question": "count""#)
                );
            }
            None => {
                let help = format!("add \"question\": one of {}", kinds().join(", "));
                return Err(FormatError::new("it is not said what is asked").with_help(help));
            }
        };
        let Some(asked) = KINDS.iter().find(|asked| asked.name == kind) else {
            if LEFT_OUT.contains(&kind.as_str()) {
                let wrong = FormatError::new(format!("'{kind}' is a question that was left out here"));
                return Err(wrong.with_help(
                    "the command polytile answers it; the library, with its feature every-question",
                ));
            }
            let wrong = FormatError::new(format!("there is no question '{kind}'"));
            return Err(wrong.with_help(did_you_mean(&kind, &kinds())));
        };
        let (words, options) = members.into_iter().partition(|(key, _)| asked.words.contains(&key.as_str()));
        let about: Words = named(&words, |words| serde_json::from_value(Value::Object(words)))?;
        if about.kind.is_some() && about.puzzle.is_none() {
            let help = "leave `kind` out, or give the text as `puzzle`";
            return Err(FormatError::new("`kind` says what the text of a puzzle is, and there is none")
                .with_help(help));
        }
        let foreign: Vec<&str> = TILING.iter().copied().filter(|word| options.contains_key(*word)).collect();
        let read = named(&options, asked.read).map_err(|wrong| {
            match foreign.iter().find(|word| wrong.message.starts_with(&format!("unknown field `{word}`"))) {
                Some(word) => {
                    FormatError::new(format!("a question of the kind '{kind}' is about no `{word}`"))
                        .with_help(format!("leave `{word}` out"))
                }
                None => wrong,
            }
        });
        Ok(Question { about, asked: read? })
    }
}

/// What `ask` answers to somebody who knows options as keys: warnings and errors call them so.
///
/// # Errors
/// As `ask`.
pub(super) fn in_keys<T>(
    listener: &mut Listener<'_>,
    ask: impl FnOnce(&mut Listener<'_>) -> Result<T, Unanswered>,
) -> Result<T, Unanswered> {
    let mut keyed = |part| {
        listener(match part {
            Part::Warning(odd) => Part::Warning(odd.keyed()),
            other => other,
        })
    };
    ask(&mut keyed).map_err(Unanswered::keyed)
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut members = Map::new();
        for part in [super::json(&self.about), super::json(&self.asked)] {
            if let Value::Object(part) = part {
                members.extend(part);
            }
        }
        members.insert("question".to_owned(), self.asked.kind().into());
        members.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Question {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Question::from_members(Members::deserialize(from)?.0).map_err(|wrong| match wrong.help {
            Some(help) => D::Error::custom(format!("{}: {help}", wrong.message)),
            None => D::Error::custom(wrong.message),
        })
    }
}

impl FromStr for Question {
    type Err = FormatError;

    /// Reads a question in JSON.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let wrong = |e| located(text, &e, FORM);
        // Reading it as any JSON shows what is wrong with the text, and how deeply it is nested.
        let Members(_) = serde_json::from_str(text).map_err(wrong)?;
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(wrong)?;
        let members = members.into_iter().map(|(key, value)| Ok((key, exact(value)?)));
        Question::from_members(members.collect::<Result<_, _>>().map_err(wrong)?)
    }
}

/// What `read` makes of the members of an object; an error says which of them it is about: the one whose removal
/// changes the error, or none.
fn named<T>(
    members: &Map<String, Value>,
    read: impl Fn(Map<String, Value>) -> serde_json::Result<T>,
) -> Result<T, FormatError> {
    let wrong = match read(members.clone()) {
        Ok(read) => return Ok(read),
        Err(wrong) => wrong.to_string(),
    };
    // Either the message names the member, or there are more than any question has.
    let is_named = ["missing field", "unknown field"].iter().any(|begin| wrong.starts_with(begin));
    if is_named || members.len() > MOST_MEMBERS {
        return Err(FormatError::new(wrong));
    }
    let without = |key: &str| {
        let mut others = members.clone();
        others.remove(key);
        read(others).err().map(|error| error.to_string())
    };
    // If the member is required, removing it changes the error in any case.
    let (mut guilty, mut needed) = (None, None);
    for key in members.keys() {
        match without(key) {
            Some(same) if same == wrong => {}
            Some(other) if other == format!("missing field `{key}`") => needed = needed.or(Some(key)),
            _ => guilty = guilty.or(Some(key)),
        }
    }
    Err(FormatError::new(match guilty.or(needed) {
        Some(key) if !wrong.contains(&format!("`{key}`")) => format!("`{key}`: {wrong}"),
        _ => wrong,
    }))
}

/// A value as it is written: integers of more than 64 bits, which would be rounded, become texts of their digits, in which form
/// they are read too.
fn exact(value: &RawValue) -> serde_json::Result<Value> {
    let text = value.get();
    let is_long = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let whole = digits.bytes().all(|b| b.is_ascii_digit());
        whole && text.parse::<i64>().is_err() && text.parse::<u64>().is_err()
    };
    match text.as_bytes().first() {
        Some(b'[') => serde_json::from_str::<Vec<&RawValue>>(text)?.into_iter().map(exact).collect(),
        Some(b'{') => {
            let members = serde_json::from_str::<BTreeMap<String, &RawValue>>(text)?;
            members.into_iter().map(|(key, value)| Ok((key, exact(value)?))).collect()
        }
        Some(b'-' | b'0'..=b'9') if is_long(text) => Ok(text.into()),
        _ => serde_json::from_str(text),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::TILING;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            r#"{"board":"9x12","pieces":"trominoes","question":"count"}"#,
            r#"{"board":"4x4","by_piece":true,"engine":"merge","flips":false,"modulo":7,"pieces":"L4","question":"count","remove":["0,0"]}"#,
            r#"{"board":"4x4","engine":"zdd","limit":3,"pieces":"L4","question":"list","where":["L4 at 0,0"]}"#,
            r#"{"puzzle":"sudoku","question":"unique","random":true,"seed":7}"#,
            r#"{"cross_check":true,"puzzle":"queens-8","question":"solutions","subtree":"2/5"}"#,
            r#"{"kth":1000,"order":"rows","puzzle":"euler-161","question":"zdd","with":["L3@0,0+0,1+1,0"]}"#,
            r#"{"fault_free":true,"puzzle":{"name":"a.toml","text":"title = 'x'\n"},"question":"count","up_to":"symmetries"}"#,
        ] {
            let question: Question = text.parse().unwrap();
            assert_eq!(serde_json::to_string(&question).unwrap(), text);
            assert_eq!(serde_json::from_str::<Question>(text).unwrap(), question);
        }
    }

    #[test]
    fn integers_of_any_size_are_read_exactly() {
        let long = format!("1{}7", "0".repeat(40));
        for number in ["18446744073709551615", "18446744073709551616", "-9223372036854775809", long.as_str()]
        {
            let text = format!(r#"{{"kth": {number}, "question": "kth", "puzzle": "euler-161"}}"#);
            let question: Question = text.parse().unwrap();
            let super::super::Asked::Kth(kth) = &question.asked else { panic!("it is the k-th") };
            assert_eq!(kth.kth.0.to_string(), number);
            assert_eq!(serde_json::to_string(&question).unwrap().parse(), Ok(question));
        }
        let cell = format!(r#"{{"question": "golomb", "n": 200, "cell": [{long}, 3]}}"#);
        let super::super::Asked::Golomb(golomb) = cell.parse::<Question>().unwrap().asked else {
            panic!("it is about a board")
        };
        assert_eq!(golomb.cell.unwrap()[0].0.to_string(), long);
        // A number that is already rounded says so.
        let rounded = serde_json::from_str::<Question>(&format!(r#"{{"question": "kth", "kth": {long}}}"#));
        let said = rounded.unwrap_err().to_string();
        assert!(said.contains("write it as a string of its digits"), "{said}");
    }

    #[test]
    fn every_word_is_known() {
        let Value::Object(words) = super::super::json(&Words {
            puzzle: Some(crate::format::subject::Given::Name("x".to_owned())),
            kind: Some(crate::format::Kind::Dlx),
            problem: Some(1),
            board: Some(crate::format::subject::Given::Name("x".to_owned())),
            pieces: Some("x".to_owned()),
            flips: Some(true),
            turns: Some(true),
            remove: vec!["0,0".to_owned()],
            given: vec!["x at 0,0".to_owned()],
            tatami: true,
            fault_free: true,
        }) else {
            panic!("words are an object")
        };
        let mut known = TILING.to_vec();
        known.sort_unstable();
        assert_eq!(words.keys().collect::<Vec<_>>(), known.iter().collect::<Vec<_>>());
    }

    #[test]
    fn no_key_stands_twice() {
        for (twice, second) in [
            (r#"{"question": "count", "question": "list"}"#, r#""question""#),
            (r#"{"question": "count", "board": "9x12", "board": "2x2", "pieces": "L3"}"#, r#""board""#),
            (r#"{"question": "count", "puzzle": {"name": "a", "text": "", "name": "b"}}"#, r#""name""#),
            (
                r#"{"question": "hint", "placed": [{"piece": "L3", "piece": "I3", "cells": []}]}"#,
                r#""piece""#,
            ),
        ] {
            let wrong = twice.parse::<Question>().unwrap_err();
            let said = format!("`{}` stands twice: leave one of them out", second.trim_matches('"'));
            assert_eq!((&wrong.message, &wrong.help), (&said, &Some(FORM.to_owned())));
            let at = wrong.span.unwrap();
            assert_eq!((&twice[at.clone()], at.end), (second, twice.rfind(second).unwrap() + second.len()));
            let read = serde_json::from_str::<Question>(twice).unwrap_err().to_string();
            assert!(read.starts_with(&said), "{read}");
        }
        // Keys of different objects may be equal.
        let all =
            r#"{"question": "hint", "placed": [{"piece": "L3", "cells": []}, {"piece": "L3", "cells": []}]}"#;
        assert_eq!(serde_json::from_str::<Question>(all).unwrap(), all.parse().unwrap());
    }

    #[test]
    fn wrong_questions() {
        let said = |text: &str| {
            let wrong = text.parse::<Question>().unwrap_err();
            format!("{} / {}", wrong.message, wrong.help.unwrap_or_default())
        };
        insta::assert_snapshot!(
            [
                "",
                "[]",
                "{\"question\": ",
                "{}",
                r#"{"question": 3}"#,
                r#"{"question": "cuont"}"#,
                r#"{"question": "count", "bord": "9x12"}"#,
                r#"{"question": "count", "engine": "fast"}"#,
                r#"{"question": "count", "flips": "yes"}"#,
                r#"{"question": "count", "modulo": "x"}"#,
                r#"{"question": "count", "board": 5, "pieces": "L3"}"#,
                r#"{"question": "kth", "puzzle": "euler-161", "kth": []}"#,
                r#"{"question": "kth", "puzzle": "euler-161", "kth": 1, "order": 7}"#,
                r#"{"question": "sample", "puzzle": "euler-161", "number": -1, "seed": 1}"#,
                r#"{"question": "count", "remove": [7.5], "board": "2x2"}"#,
                r#"{"question": "list", "frist": true}"#,
                r#"{"question": "unique", "limit": 2}"#,
                r#"{"question": "solutions", "subtree": "3/2"}"#,
                r#"{"question": "puzzles", "board": "9x12"}"#,
                r#"{"question": "pieces", "tatami": true}"#,
                r#"{"question": "slide_moves", "puzzle": "klotski", "remove": ["0,0"]}"#,
            ]
            .map(said)
            .join("\n")
        );
    }
}
