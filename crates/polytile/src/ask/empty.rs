//! Why there is nothing: what an answer says whose number is 0, in sentences, whatever was asked.
//!
//! In: a puzzle that is known to have no solution, or none that is as was asked. Out: what people see at once that rules every
//! solution out: areas, colours, a piece without a place, an item without an option, guesses that contradict each other. Where
//! nothing is seen, that all possibilities were gone through. Every empty answer has these sentences in its key `why`.
//!
//! Cost: a look at the placements; `why` is the question that looks further.

#[cfg(feature = "schema")]
use super::solution::Solution;
use super::subject::{Kind, Subject, contradicting_lines};
use crate::exact_cover::{self, ExactCover, Multiplicity};
use crate::problem::Problem;
use crate::run::Control;
use serde::Serialize;

/// What is said of a board where nothing is seen at once.
const UNSEEN: &str =
    "No short reason is seen at once: all possibilities were gone through. `polytile why` looks for one.";

/// What is said of an exact cover where nothing is seen at once.
const EXHAUSTED: &str = "All possibilities were gone through: none is a solution.";

/// What is said where only some solutions were asked about, and there may be others.
const UNLIKE: &str = "All possibilities were gone through: none is as was asked.";

/// Items named in a sentence; further ones are only counted.
const NAMED: usize = 6;

/// Why `problem` has no tiling, or, where only `some` tilings were asked about, none of those; where there is no time to look, what
/// is known without.
pub(super) fn of_board(problem: &Problem, some: bool, control: &Control) -> Vec<String> {
    let rest = problem.rest();
    match exact_cover::at_sight(&rest, control) {
        // What rules out every tiling rules out these, too.
        Ok(Some((certificate, proof))) => proof.explain(&certificate, &rest),
        Ok(None) | Err(_) => vec![if some { UNLIKE } else { UNSEEN }.to_owned()],
    }
}

/// Why `cover` has no solution, or none of those that were asked about.
pub(super) fn of_cover(cover: &ExactCover, some: bool) -> Vec<String> {
    let uncovered = uncovered(cover);
    vec![match uncovered.as_slice() {
        [] => if some { UNLIKE } else { EXHAUSTED }.to_owned(),
        items => uncovered_sentence(items),
    }]
}

/// The items that must be covered, and that no option covers.
pub(super) fn uncovered(cover: &ExactCover) -> Vec<&str> {
    let mut covered = vec![false; cover.items().len()];
    cover.options().flatten().for_each(|entry| covered[entry.item as usize] = true);
    let must = |demand| matches!(demand, Multiplicity::Primary { lo: 1.., .. });
    let items = cover.items().iter().zip(covered);
    items
        .filter(|(item, covered)| !covered && must(item.demand))
        .map(|(item, _)| item.name.as_str())
        .collect()
}

/// The sentence about items that no option covers.
pub(super) fn uncovered_sentence(items: &[&str]) -> String {
    match items {
        [item] => format!("No option covers the item {item}."),
        items if items.len() <= NAMED => format!("No option covers the items {}.", items.join(", ")),
        items => {
            let more = items.len() - NAMED;
            format!("No option covers the items {} and {more} others.", items[..NAMED].join(", "))
        }
    }
}

/// What a list says that has nothing in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Nothing {
    /// Why, in sentences.
    pub why: Vec<String>,
    /// The lines of guesses that contradict each other, if that is why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Vec<u32>>,
}

/// What a list says, line by line.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "nobody makes one: it is for the schema")]
pub(super) enum Entry {
    /// A solution.
    Solution(Solution),
    /// That there is none, and why: a line of its own, where it is printed.
    Nothing(Nothing),
}

impl Subject {
    /// Why there is no solution, in sentences, or, where only `some` solutions were asked about, none of those; `contradiction` has
    /// the lines of guesses that contradict each other, if some are known to.
    pub fn why_empty(&self, some: bool, contradiction: Option<&[u32]>, control: &Control) -> Vec<String> {
        match &self.kind {
            Kind::Tilings(problem, _) | Kind::RuledOut(problem) => of_board(problem, some, control),
            Kind::Covers(cover) => of_cover(cover, some),
            Kind::Digits(_, cover) => of_guesses(contradiction, cover, some),
        }
    }
}

/// Why no number is as the guesses say.
pub(super) fn of_guesses(contradiction: Option<&[u32]>, cover: &ExactCover, some: bool) -> Vec<String> {
    match contradiction {
        Some(lines) => {
            let sentence = contradicting_lines(lines);
            let mut letters = sentence.trim_end().chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            vec![first.into_iter().chain(letters).chain(['.']).collect()]
        }
        None => of_cover(cover, some),
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Question, nobody};
    use crate::run::Control;

    /// What an answer to a question says of its being empty.
    fn why(question: &str) -> String {
        let question: Question = question.parse().unwrap();
        let json = question.ask(&Control::default(), &mut nobody).unwrap().json();
        let answers = json["answers"].as_array();
        let why = answers.map_or_else(|| json["why"].clone(), |answers| answers[0]["why"].clone());
        why.as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_empty_answer_says_why() {
        let colours = "Every domino covers 1 black and 1 white cell, wherever it lies.";
        let questions = ["count", "list", "unique", "solutions", "sample", "inspect"];
        for asked in questions
            .map(|kind| format!(r#""question": "{kind}""#))
            .into_iter()
            .chain([r#""question": "zdd", "count": true"#.to_owned(), r#""question": "zdd""#.to_owned()])
        {
            let about = |words: &str| why(&format!("{{{asked}, {words}}}"));
            let area = about(r#""board": "3x3", "pieces": "dominoes""#);
            assert!(area.contains("9 is no multiple of 2"), "{asked}: {area}");
            let said = about(r#""puzzle": "mutilated-chessboard""#);
            assert!(said.starts_with(colours), "{asked}: {said}");
            let piece = about(r#""board": "4x4", "pieces": "2:T4,2:I4", "remove": [], "flips": false"#);
            assert!(!piece.is_empty(), "{asked}");
            let unlike = about(
                r#""board": "2x2", "pieces": "dominoes", "where": ["domino touches corner", "not domino touches corner"]"#,
            );
            assert_eq!(unlike, super::UNLIKE, "{asked}");
        }
    }

    #[test]
    fn empty_covers_and_guesses_say_why() {
        for kind in [r#""list""#, r#""unique""#, r#""solutions""#, r#""inspect""#, r#""zdd", "count": true"#]
        {
            let about = |text: &str| {
                why(&format!(r#"{{"question": {kind}, "puzzle": {{"name": "none.dlx", "text": "{text}"}}}}"#))
            };
            assert_eq!(about("a b c\\na\\n"), "No option covers the items b, c.", "{kind}");
            assert_eq!(about("a b c\\na b\\nb c\\n"), super::EXHAUSTED, "{kind}");
        }
        let guesses =
            why(r#"{"question": "list", "puzzle": {"name": "none.mind", "text": "34 ;0\n12 ;2\n13 ;2\n"}}"#);
        assert_eq!(
            guesses,
            "These lines already contradict each other, and none of them can be spared: 2, 3."
        );
    }
}
