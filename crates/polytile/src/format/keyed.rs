//! Options by the keys that they are in a question: `by_piece`, which is `--by-piece` on a command line.
//!
//! Readers and engines say what is wrong in the words of a command line. In: such a sentence. Out: the same for whoever posted a
//! question or called a method, with a key between grave accents for each option. What stands between such accents already is a
//! command to be typed, as in `polytile solve --count`, and stays as it is; so does an option that only the command has.

use super::FormatError;
use super::source::{Misread, Source};

/// Options that are no key of any question.
const TYPED_ONLY: &[&str] =
    &["checkpoint", "coordinates", "disk", "knuth", "labels", "resume", "save", "scale"];

/// Options that a question knows by another name.
const RENAMED: &[(&str, &str)] = &[("distinct", "up_to"), ("up-to-symmetry", "up_to")];

impl Misread {
    /// This for somebody who posted a question in JSON, or called a method with options: `board` where it says `--board`.
    #[must_use]
    pub fn keyed(&self) -> Self {
        let FormatError { message, help, span } = &self.error;
        let error =
            FormatError { message: keyed(message), help: help.as_deref().map(keyed), span: span.clone() };
        let text = self.text.as_ref().map(|Source { name, text }| {
            let option = name.strip_prefix("--");
            Source { name: option.map_or_else(|| name.clone(), key), text: text.clone() }
        });
        Misread { error, text }
    }
}

/// The sentence, with keys in place of options.
pub(crate) fn keyed(sentence: &str) -> String {
    replaced(sentence, |option| (!TYPED_ONLY.contains(&option)).then(|| format!("`{}`", key(option))))
}

/// The key of an option.
fn key(option: &str) -> String {
    let renamed = RENAMED.iter().find(|(typed, _)| *typed == option).map(|&(_, key)| key.to_owned());
    renamed.unwrap_or_else(|| option.replace('-', "_"))
}

/// The sentence, with what `instead` gives for each option that stands outside of grave accents.
fn replaced(sentence: &str, mut instead: impl FnMut(&str) -> Option<String>) -> String {
    let mut said = String::with_capacity(sentence.len());
    for (i, part) in sentence.split('`').enumerate() {
        if i > 0 {
            said.push('`');
        }
        let mut rest = part;
        while let Some(at) = rest.find("--").filter(|_| i % 2 == 0) {
            let after = &rest[at + 2..];
            let end = after.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(after.len());
            let option = after[..end].trim_end_matches('-');
            said.push_str(&rest[..at]);
            let begins =
                !said.ends_with(|c: char| c.is_alphanumeric() || c == '-') && !option.starts_with('-');
            match instead(option).filter(|_| begins && !option.is_empty()) {
                Some(key) => said.push_str(&key),
                None => said.extend(["--", option]),
            }
            rest = &after[option.len()..];
        }
        said.push_str(rest);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_keys() {
        for (typed, posted) in [
            ("leave out --by-piece or --up-to-symmetry", "leave out `by_piece` or `up_to`"),
            ("as in --board 6xn", "as in `board` 6xn"),
            ("--limit is about all solutions", "`limit` is about all solutions"),
            ("write `polytile zdd --count`, or --count", "write `polytile zdd --count`, or `count`"),
            ("leave out --engine, or take another: zdd", "leave out `engine`, or take another: zdd"),
            ("save it with --save, and name it", "save it with --save, and name it"),
            ("a -- b, a--b, ---, ----a, --", "a -- b, a--b, ---, ----a, --"),
        ] {
            assert_eq!(keyed(typed), posted);
            assert_eq!(keyed(posted), posted);
        }
    }

    #[test]
    fn a_place_is_in_the_value_of_a_key() {
        let wrong = Source::new("--fault-free", "x").misread(FormatError::new("not with --board").at(0..1));
        let keyed = wrong.keyed();
        assert_eq!(keyed.to_string(), "not with `board`");
        assert_eq!(keyed.place(), Some((&Source::new("fault_free", "x"), 0..1)));
        assert_eq!(
            Source::new("a--b.txt", "x").misread(FormatError::new("odd")).keyed().text.unwrap().name,
            "a--b.txt"
        );
    }

    /// Each option that a sentence of the library names is a key of some question, or known to be none.
    #[cfg(feature = "schema")]
    #[test]
    fn options_that_are_named_are_keys() {
        let mut keys: Vec<String> = Vec::new();
        for kind in crate::ask::schema::schemas() {
            keys.push(kind.kind.to_owned());
            keys.extend(
                kind.question["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone()),
            );
        }
        let mut seen = 0;
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                // The command alone prints and cuts.
                if path.is_dir() && !path.ends_with("draw") {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs")
                    && !["keyed.rs", "tests.rs"].iter().any(|name| path.ends_with(name))
                {
                    let text = std::fs::read_to_string(&path).unwrap();
                    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                    for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                        replaced(line, |option| {
                            let known = TYPED_ONLY.contains(&option) || keys.contains(&key(option));
                            let is_option = option.starts_with(|c: char| c.is_ascii_lowercase());
                            assert!(known || !is_option, "{}: --{option} is no key: {line}", path.display());
                            seen += usize::from(is_option);
                            None
                        });
                    }
                }
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
