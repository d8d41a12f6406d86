//! Questions in JSON: one object, `question` beside the words of what it is about and the options of what is asked.
//!
//! Which keys are words is known from [`Words`], which ones are options from the kind of question; any other key is an error
//! that names it, for an option that is misspelt must not pass for one that was not given.

use super::{Asked, Question, Words};
use crate::format::FormatError;
use crate::format::json::located;
use crate::format::suggest::did_you_mean;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::str::FromStr;

/// The keys of [`Words`].
const WORDS: [&str; 9] =
    ["puzzle", "kind", "board", "pieces", "flips", "turns", "remove", "tatami", "fault_free"];

/// The kinds that have boards of their own, for which `remove` is an option: the one cell that is missing.
const HOLED: [&str; 2] = ["deficient", "golomb"];

/// What a question looks like.
const FORM: &str = r#"write an object, as in {"question": "count", "board": "9x12", "pieces": "trominoes"}"#;

/// Reads the options of a kind of question.
type Reader = fn(Value) -> Result<Asked, serde_json::Error>;

/// The kinds of question, by name.
const KINDS: &[(&str, Reader)] = &[
    ("check", |options| options_of(options, Asked::Check)),
    ("classes", |options| options_of(options, Asked::Classes)),
    ("count", |options| options_of(options, Asked::Count)),
    ("deficient", |options| options_of(options, Asked::Deficient)),
    ("explore", |options| options_of(options, Asked::Explore)),
    ("golomb", |options| options_of(options, Asked::Golomb)),
    ("hint", |options| options_of(options, Asked::Hint)),
    ("inspect", |options| options_of(options, Asked::Inspect)),
    ("kth", |options| options_of(options, Asked::Kth)),
    ("list", |options| options_of(options, Asked::List)),
    ("pieces", |options| options_of(options, Asked::Pieces)),
    ("puzzles", |options| options_of(options, Asked::Puzzles)),
    ("rank", |options| options_of(options, Asked::Rank)),
    ("relate", |options| options_of(options, Asked::Relate)),
    ("sample", |options| options_of(options, Asked::Sample)),
    ("series", |options| options_of(options, Asked::Series)),
    ("show", |options| options_of(options, Asked::Show)),
    ("slide_check", |options| options_of(options, Asked::SlideCheck)),
    ("slide_graph", |options| options_of(options, Asked::SlideGraph)),
    ("slide_moves", |options| options_of(options, Asked::SlideMoves)),
    ("slide_solve", |options| options_of(options, Asked::SlideSolve)),
    ("solutions", |options| options_of(options, Asked::Solutions)),
    ("unique", |options| options_of(options, Asked::Unique)),
    ("why", |options| options_of(options, Asked::Why)),
    ("zdd", |options| options_of(options, Asked::Zdd)),
];

fn options_of<T: DeserializeOwned>(
    options: Value,
    asked: fn(T) -> Asked,
) -> Result<Asked, serde_json::Error> {
    serde_json::from_value(options).map(asked)
}

impl Asked {
    /// What kind of question it is: the value of the key `question`.
    pub fn kind(&self) -> &'static str {
        match self {
            Asked::Check(_) => "check",
            Asked::Classes(_) => "classes",
            Asked::Count(_) => "count",
            Asked::Deficient(_) => "deficient",
            Asked::Explore(_) => "explore",
            Asked::Golomb(_) => "golomb",
            Asked::Hint(_) => "hint",
            Asked::Inspect(_) => "inspect",
            Asked::Kth(_) => "kth",
            Asked::List(_) => "list",
            Asked::Pieces(_) => "pieces",
            Asked::Puzzles(_) => "puzzles",
            Asked::Rank(_) => "rank",
            Asked::Relate(_) => "relate",
            Asked::Sample(_) => "sample",
            Asked::Series(_) => "series",
            Asked::Show(_) => "show",
            Asked::SlideCheck(_) => "slide_check",
            Asked::SlideGraph(_) => "slide_graph",
            Asked::SlideMoves(_) => "slide_moves",
            Asked::SlideSolve(_) => "slide_solve",
            Asked::Solutions(_) => "solutions",
            Asked::Unique(_) => "unique",
            Asked::Why(_) => "why",
            Asked::Zdd(_) => "zdd",
        }
    }
}

impl Question {
    /// A question from the members of its object.
    ///
    /// # Errors
    /// A sentence about the member that is wrong.
    fn from_members(mut members: Map<String, Value>) -> Result<Self, FormatError> {
        let kinds = || KINDS.iter().map(|(name, _)| *name).collect::<Vec<_>>();
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
        let Some((_, read)) = KINDS.iter().find(|(name, _)| *name == kind) else {
            let wrong = FormatError::new(format!("there is no question '{kind}'"));
            return Err(wrong.with_help(did_you_mean(&kind, &kinds())));
        };
        let is_word = |key: &str| WORDS.contains(&key) && !(key == "remove" && HOLED.contains(&&*kind));
        let (words, options) = members.into_iter().partition(|(key, _)| is_word(key));
        let wrong = |e: serde_json::Error| FormatError::new(e.to_string());
        let about: Words = serde_json::from_value(Value::Object(words)).map_err(wrong)?;
        if about.kind.is_some() && about.puzzle.is_none() {
            let help = "leave `kind` out, or give the text as `puzzle`";
            return Err(FormatError::new("`kind` says what the text of a puzzle is, and there is none")
                .with_help(help));
        }
        Ok(Question { about, asked: read(Value::Object(options)).map_err(wrong)? })
    }
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
        Question::from_members(Map::deserialize(from)?).map_err(|wrong| match wrong.help {
            Some(help) => D::Error::custom(format!("{}: {help}", wrong.message)),
            None => D::Error::custom(wrong.message),
        })
    }
}

impl FromStr for Question {
    type Err = FormatError;

    /// Reads a question in JSON.
    fn from_str(text: &str) -> Result<Self, FormatError> {
        let members = serde_json::from_str(text).map_err(|e| located(text, &e, FORM))?;
        Question::from_members(members)
    }
}

#[cfg(test)]
mod tests {
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
    fn every_word_is_known() {
        let Value::Object(words) = super::super::json(&Words {
            puzzle: Some(crate::format::subject::Given::Name("x".to_owned())),
            kind: Some(crate::format::Kind::Dlx),
            board: Some(crate::format::subject::Given::Name("x".to_owned())),
            pieces: Some("x".to_owned()),
            flips: Some(true),
            turns: Some(true),
            remove: vec!["0,0".to_owned()],
            tatami: true,
            fault_free: true,
        }) else {
            panic!("words are an object")
        };
        let mut known = WORDS;
        known.sort_unstable();
        assert_eq!(words.keys().collect::<Vec<_>>(), known.iter().collect::<Vec<_>>());
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
                r#"{"question": "list", "frist": true}"#,
                r#"{"question": "unique", "limit": 2}"#,
                r#"{"question": "solutions", "subtree": "3/2"}"#,
            ]
            .map(said)
            .join("\n")
        );
    }
}
