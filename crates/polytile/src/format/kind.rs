//! What a text is meant to be, right or wrong.

use super::lines::{lines, words};
use super::{board, sliding, xmpuzzle};
use std::collections::HashSet;

/// The kinds of puzzle that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Kind {
    /// A puzzle file in TOML ([`super::puzzle`]).
    Puzzle,
    /// A drawing ([`super::board`]): a board, perhaps with its pieces.
    Drawing,
    /// Items and options in Knuth's format ([`super::dlx`]).
    Dlx,
    /// Items and options in JSON ([`super::cover_json`]).
    CoverJson,
    /// Guesses at a number ([`super::number_mind`]).
    NumberMind,
    /// A sliding-block puzzle ([`super::sliding`]).
    Sliding,
    /// A puzzle of BurrTools ([`super::xmpuzzle`]).
    Xmpuzzle,
}

impl Kind {
    /// The kind of a file with this extension; none where anything could be in it.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "toml" => Some(Kind::Puzzle),
            "dlx" => Some(Kind::Dlx),
            "json" => Some(Kind::CoverJson),
            "mind" => Some(Kind::NumberMind),
            "xmpuzzle" => Some(Kind::Xmpuzzle),
            _ => None,
        }
    }

    /// The kind that `text` most looks like. What looks like no kind at all is taken for a puzzle file.
    ///
    /// ```
    /// use polytile::format::Kind;
    /// assert_eq!(Kind::of_text("A B C | X\nA B\nC X\n"), Kind::Dlx);
    /// assert_eq!(Kind::of_text("90342 ;2 correct\n"), Kind::NumberMind);
    /// assert_eq!(Kind::of_text("##.\n###\n"), Kind::Drawing);
    /// ```
    pub fn of_text(text: &str) -> Self {
        if xmpuzzle::is_xml(text) {
            return Kind::Xmpuzzle;
        }
        if sliding::Dialect::foreign(text).is_some() {
            return Kind::Sliding;
        }
        if board::is_drawing(text) {
            return Kind::Drawing;
        }
        let mut content = lines(text).filter(|(_, line)| !line.trim().is_empty());
        if content.clone().next().is_some_and(|(_, line)| line.trim_start().starts_with('|')) {
            return Kind::Dlx;
        }
        let Some((start, line)) = content.find(|(_, line)| !line.trim_start().starts_with('#')) else {
            return Kind::Puzzle;
        };
        let first = line.trim();
        // A guess with a letter among its digits is a mistyped guess.
        let is_guess = |(guess, right): (&str, &str)| {
            let guess = guess.trim();
            let digits = guess.bytes().filter(u8::is_ascii_digit).count();
            let mistyped = digits > 0 && guess.bytes().all(|b| b.is_ascii_alphanumeric());
            digits == guess.len()
                || (mistyped && right.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        };
        if first.starts_with('{') {
            return Kind::CoverJson;
        }
        if first.split_once(';').is_some_and(is_guess) {
            return Kind::NumberMind;
        }
        if sliding::is_sliding(text) {
            return Kind::Sliding;
        }
        // TOML begins with the name of a table, or with a key.
        let is_key = |(key, _): (&str, &str)| !key.trim().contains(char::is_whitespace);
        if first.starts_with('[') || first.split_once('=').is_some_and(is_key) {
            return Kind::Puzzle;
        }
        // An option holds what the first line names.
        let items: HashSet<&str> =
            words(start, line).map(|(_, word)| word.rsplit('|').next().unwrap_or(word)).collect();
        let name = |word: &'_ str| word.split(':').next().is_some_and(|name| items.contains(name));
        let is_option = |(start, line)| words(start, line).any(|(_, word)| name(word));
        if content.any(is_option) { Kind::Dlx } else { Kind::Puzzle }
    }
}
