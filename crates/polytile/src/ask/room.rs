//! A room in which questions are asked one after the other, so that what the last one found need not be found again.
//!
//! In: questions. Out: their answers, the same as without the room. Only the classes of a puzzle are kept: finding its tilings
//! takes seconds, and whoever looks at one of them asks about its neighbours next. What is kept is not in the budget of the next
//! question.

use super::posted::message;
use super::{Answer, Listener, Question, Unanswered};
#[cfg(feature = "later-questions")]
use super::{Asked, question::in_keys};
use crate::run::Control;
use serde_json::Value;

/// A room, and what is kept in it.
///
/// ```
/// use polytile::{ask::{Room, nobody}, run::Control};
/// let mut room = Room::default();
/// let mut asked = |of: &str| {
///     let question = format!(r#"{{"question": "classes", "board": "4x4", "pieces": "dominoes"{of}}}"#);
///     room.posted(&question, &Control::default(), &mut nobody)
/// };
/// assert_eq!(asked("")["answer"]["tilings"], 9);
/// assert_eq!(asked(r#", "of": "2""#)["answer"]["tiling"], 2);
/// ```
#[derive(Default)]
pub struct Room {
    #[cfg(feature = "later-questions")]
    classes: super::classes::Kept,
}

impl Room {
    /// Whether anything is kept of what such a question finds.
    pub fn keeps(question: &Question) -> bool {
        question.asked.kind() == "classes"
    }

    /// As [`Question::ask`].
    ///
    /// # Errors
    /// As of [`Question::ask`].
    pub fn ask(
        &mut self,
        question: &Question,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Answer, Unanswered> {
        match &question.asked {
            #[cfg(feature = "later-questions")]
            Asked::Classes(asked) => in_keys(listener, |listener| {
                self.classes.answer(&question.about, asked, control, listener).map(Answer::Classified)
            }),
            _ => question.ask(control, listener),
        }
    }

    /// As [`posted`](super::posted).
    pub fn posted(&mut self, question: &str, control: &Control, listener: &mut Listener<'_>) -> Value {
        message(
            question
                .parse::<Question>()
                .map_err(Into::into)
                .and_then(|question| self.ask(&question, control, listener)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Part, nobody, posted};
    use std::ops::ControlFlow;

    #[test]
    fn a_kept_answer_comes_with_its_warnings() {
        let mut room = Room::default();
        let mut warnings = || {
            let mut told = Vec::new();
            let question = r#"{"question": "classes", "board": "xxxx\nxxx\n", "pieces": "1:L4, 1:I3"}"#;
            let answer = room.posted(question, &Control::default(), &mut |part| {
                if let Part::Warning(warning) = part {
                    told.push(warning.to_string());
                }
                ControlFlow::Continue(())
            });
            assert!(answer["answer"].is_object(), "{answer}");
            told
        };
        let first = warnings();
        assert_eq!((first.len(), warnings()), (1, first));
    }

    #[test]
    fn a_kept_answer_is_the_same() {
        let mut room = Room::default();
        let mut timeless = |options: &str| {
            let asked = |answer: Value| {
                let mut answer = answer["answer"].clone();
                for key in ["search_seconds", "analysis_seconds"] {
                    answer.as_object_mut().unwrap().remove(key);
                }
                answer
            };
            let question = format!(r#"{{"question": "classes", {options}}}"#);
            let kept = asked(room.posted(&question, &Control::default(), &mut nobody));
            assert_eq!(kept, asked(posted(&question, &Control::default(), &mut nobody)), "{options}");
            kept
        };
        let board = r#""board": "4x4", "pieces": "dominoes""#;
        let all = timeless(board);
        let graph = timeless(&format!(r#"{board}, "graph": true"#));
        assert_eq!(graph["graph"]["tilings"].as_array().map(|all| all.len() as u64), all["tilings"].as_u64());
        assert_eq!(
            graph["graph"]["pairs"].as_array().map(|all| all.len() as u64),
            all["related_pairs"].as_u64()
        );
        timeless(&format!(r#"{board}, "of": "2""#));
        // Other questions are answered anew.
        timeless(&format!(r#"{board}, "rules": "P""#));
        timeless(r#""board": "2x4", "pieces": "dominoes""#);
        timeless(board);
        let wrong =
            room.posted(r#"{"question": "classes", "board": "0x4"}"#, &Control::default(), &mut nobody);
        assert!(wrong["error"].is_string());
    }
}
