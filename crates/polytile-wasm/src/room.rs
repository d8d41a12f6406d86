//! Where questions are asked one after the other, so that what the last one found need not be found again.
//!
//! Only the classes of a puzzle are kept: finding its tilings takes seconds, and whoever looks at one of them asks about its
//! neighbours next.

use polytile::ask::classes::{Classes, Classification};
use polytile::ask::{Answer, Asked, Listener, Part, Question, Unanswered, Words};
use polytile::run::Control;
use serde_json::{Value, json};

/// A room, and what is kept in it.
#[derive(Default)]
pub struct Room {
    /// What was asked, about what, and what was found.
    kept: Option<(Words, Classes, Classification)>,
}

impl Room {
    /// Answers a question in JSON: `{"answer": ..., "text": ...}` or `{"error": MESSAGE, "help": MEND}`.
    pub fn answer(&mut self, question: &str, control: &Control, listener: &mut Listener<'_>) -> Value {
        let asked: Result<Question, _> = question.parse();
        match asked.map_err(Into::into).and_then(|question| self.ask(&question, control, listener)) {
            Ok(answer) => json!({ "answer": answer.json(), "text": answer.text() }),
            Err(error) => json!({ "error": error.to_string(), "help": error.help() }),
        }
    }

    fn ask(
        &mut self,
        question: &Question,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Answer, Unanswered> {
        let Asked::Classes(classes) = &question.asked else { return question.ask(control, listener) };
        if let Some((words, before, found)) = &self.kept
            && *words == question.about
            && before.relation == classes.relation
            && !classes.cross_check
        {
            return Ok(Answer::Classified(classes.of(found, control)?));
        }
        self.kept = None;
        let (tiled, warnings) = question.about.tiled()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        let found = classes.classify(classes.relatives(&tiled, control)?, control)?;
        let answer = classes.of(&found, control)?;
        self.kept = Some((question.about.clone(), classes.clone(), found));
        Ok(Answer::Classified(answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_answer_is_the_same() {
        let mut room = Room::default();
        let mut ask = |options: &str| {
            let question =
                format!(r#"{{"question": "classes", "board": "4x4", "pieces": "dominoes"{options}}}"#);
            room.answer(&question, &Control::default(), &mut |_| {})["answer"].take()
        };
        assert_eq!(ask("")["classes"], 1);
        let kept = ask(r#", "of": "2""#);
        assert_eq!((&kept["tiling"], kept["pieces"].as_array().map(Vec::len)), (&2.into(), Some(8)));
        let graph = ask(r#", "graph": true"#);
        assert_eq!(
            graph["graph"]["tilings"].as_array().map(Vec::len),
            graph["tilings"].as_u64().map(|n| n as usize)
        );
        // Other relations are found anew.
        assert!(ask(r#", "rules": "P""#)["classes"].as_u64() >= Some(1));
    }
}
