//! Questions about solutions: list them, count them, is there exactly one?
//!
//! They have [`Wanted`] in common: which solutions, and how they are looked for. [`Wanted::prepare`] decides who answers:
//! nobody, where areas or colours rule every solution out; a search ([`crate::solve`]); or a diagram that holds all solutions
//! (`diagram`). What was decided is [`Prepared`], of which each question asks what it needs. Whoever keeps checkpoints of a
//! search is a [`Taker`], and asks [`Prepared`] directly.

mod again;
pub(super) mod engine;
mod first;
mod list;
mod solutions;
mod stream;
mod unique;
mod wanted;

pub use super::diagram::All;
pub use super::solution::{Meaning, Solution};
pub(super) use again::recount_none;
pub use engine::Engine;
pub use first::First;
pub use list::{List, Listed, PartOfTree};
pub use solutions::{Solutions, Total};
pub use stream::{Failed, Streamed, Taker};
pub use unique::{Unique, Verdict, images_unknown};
pub use wanted::Wanted;

use super::part::{self, Label};
use super::subject::Subject;
use super::{Unanswered, diagram};
use crate::choice::Choice;
use crate::plan::{Candidate, Plan, another};
use crate::run::{Control, Refused, Unable};
use crate::solve::{Options, Remaining, Search};

/// Who answers.
#[non_exhaustive]
pub enum Way {
    /// Nobody: areas or colours rule every solution out.
    RuledOut,
    /// A search.
    Search(Box<Search>),
    /// A diagram, which has been made, or else was asked for.
    Diagram(Option<All>),
}

/// A question about solutions, and who answers it.
pub struct Prepared {
    subject: Subject,
    wanted: Wanted,
    /// Who answers.
    pub way: Way,
    /// What determines the random order, if there is one.
    pub seed: Option<u64>,
    /// The first option, if any, that asks for what only a search can do.
    pub only_searched: Option<String>,
    /// What was considered.
    pub plan: Plan<Engine>,
}

impl Wanted {
    /// Decides who answers. `counting` says whether solutions are only counted; `beside` names something asked for besides the
    /// answer that only a search can do, if there is such a thing.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, or `control` says stop.
    pub fn prepare(
        &self,
        subject: &Subject,
        counting: bool,
        beside: Option<&'static str>,
        control: &Control,
    ) -> Result<Prepared, Unanswered> {
        let seed = self.seed()?;
        let options = Options {
            counting,
            up_to: self.up_to,
            conditions: subject.conditions(&self.conditions)?,
            seed,
            share: self.subtree.map(|share| (share.part, share.of)),
            engine: self.engine.and_then(Engine::searching),
        };
        let only_searched = self.only_searched().or_else(|| beside.map(str::to_owned));
        let searched = only_searched.clone();
        let prepared = |way, plan| Prepared {
            subject: subject.clone(),
            wanted: self.clone(),
            way,
            seed,
            only_searched: searched,
            plan,
        };
        let Some(question) = subject.question() else {
            let plan = Plan::without_engine("areas or colours rule every tiling out");
            return Ok(prepared(Way::RuledOut, plan));
        };
        let cover = question.cover();
        if self.engine == Some(Engine::Zdd) {
            if let Some(option) = only_searched {
                return Err(super::misused(
                    format!("{option} is for a search, and a diagram is none"),
                    "leave it out, or let another engine search",
                ));
            }
            let plan = Plan {
                facts: vec![format!(
                    "a diagram of {} items, {} options",
                    cover.items().len(),
                    cover.option_count()
                )],
                candidates: vec![Candidate::new(Engine::Zdd)],
                chosen: Some(0),
                reason: "asked for".to_owned(),
            };
            return Ok(prepared(Way::Diagram(None), plan));
        }
        let search = Search::with_restarts(&question, &options, control).map_err(|refused| {
            match (refused, self.engine) {
                // A diagram is another engine too, where nothing is asked that takes a search.
                (Refused::Unable(unable), Some(asked)) if only_searched.is_none() => {
                    Unable { help: another(asked, Engine::ALL), ..unable }.into()
                }
                (refused, _) => refused,
            }
        })?;
        let (all, diagram) = if self.engine.is_some() {
            (None, None)
        } else if !counting || only_searched.is_some() {
            let why = "a diagram of all solutions: tried unasked for a plain --count only";
            (None, Some(Candidate { obstacle: Some(why.to_owned()), ..Candidate::new(Engine::Zdd) }))
        } else {
            let (all, candidate) = diagram::attempt(cover, &search, control)?;
            (all, Some(candidate))
        };
        let mut plan: Plan<Engine> = search.plan.clone().map(Engine::from);
        if let Some(diagram) = diagram {
            plan.reconsider(diagram, "the search is long, and the diagram is made");
        }
        let (items, options) = search.size;
        plan.facts.push(format!("searching {items} items, {options} options"));
        if search.breaks_symmetry() {
            let once = "symmetry is broken by one item: solutions are found as one of each class";
            plan.facts.push(once.to_owned());
        }
        let way = match all {
            Some(all) => Way::Diagram(Some(all)),
            None => Way::Search(Box::new(search)),
        };
        Ok(prepared(way, plan))
    }
}

impl Prepared {
    /// The engine that answers, if one is needed.
    pub fn engine(&self) -> Option<Engine> {
        match &self.way {
            Way::RuledOut => None,
            Way::Search(search) => Some(search.engine.into()),
            Way::Diagram(_) => Some(Engine::Zdd),
        }
    }

    /// The search, if it is one.
    pub fn search(&self) -> Option<&Search> {
        if let Way::Search(search) = &self.way { Some(search) } else { None }
    }

    /// Which part of which question is answered, if it is not the whole.
    pub fn label(&self) -> Option<Label> {
        let share = self.wanted.subtree?;
        Some(match self.search() {
            // Whatever the options and the engine are, the search has them all.
            Some(search) => Label::new(share, &("solve", search.whole_fingerprint)),
            None => Label::new(share, &("solve", self.subject.problem().map(part::whole))),
        })
    }

    /// Why there is no solution, in sentences, where none was found; nothing where only a part of the tree was searched.
    /// `contradiction` has the lines of guesses that contradict each other, if some are known to.
    pub fn why_empty(&self, contradiction: Option<&[u32]>, control: &Control) -> Option<Vec<String>> {
        let some = !self.wanted.conditions.is_empty();
        self.wanted.subtree.is_none().then(|| self.subject.why_empty(some, contradiction, control))
    }

    /// Makes the diagram, if one was asked for and is not made yet.
    ///
    /// # Errors
    /// When a limit is reached, or `control` says stop.
    pub fn build(&mut self, control: &Control) -> Result<(), Unanswered> {
        if let (Way::Diagram(all @ None), Some(question)) = (&mut self.way, self.subject.question()) {
            *all = Some(All::new(question.cover(), control)?);
        }
        Ok(())
    }

    /// Hands solutions to `taker`, in the order of the search tree or of the diagram, until `limit` have been taken; a search
    /// resumes where it was left.
    ///
    /// # Errors
    /// When a diagram that was asked for cannot be made, or what is left cannot be kept.
    pub fn list<T: Taker>(
        &mut self,
        from: Option<Remaining>,
        limit: Option<u64>,
        control: &Control,
        taker: &mut T,
    ) -> Result<Streamed<T::Failure>, T::Failure> {
        self.build(control)?;
        match &self.way {
            Way::RuledOut | Way::Diagram(None) => Ok(Streamed::nothing()),
            Way::Diagram(Some(all)) => Ok(stream::diagram(all, limit, control, taker)),
            Way::Search(search) => {
                stream::search(search, from.unwrap_or_else(|| search.beginning()), limit, control, taker)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ask::{Answer, Part, Question, Unanswered, json, nobody};
    use crate::run::Control;
    use std::ops::ControlFlow;

    fn ask(question: &str) -> Result<(Answer, Vec<String>), Unanswered> {
        let mut parts = Vec::new();
        let question: Question = question.parse()?;
        let answer = question.ask(&Control::default(), &mut |part| {
            if let Part::Solution(solution) = part {
                parts.push(json(&solution).to_string());
            }
            ControlFlow::Continue(())
        })?;
        Ok((answer, parts))
    }

    #[test]
    fn the_engines_list_the_same() {
        let listed = |engine: &str| {
            let about = r#""board": "4x4", "pieces": "dominoes""#;
            let (answer, mut parts) =
                ask(&format!(r#"{{"question": "list", {about}, "engine": "{engine}"}}"#)).unwrap();
            assert_eq!(answer.text(), "36 solutions\n");
            assert_eq!(answer.json()["engine"], engine);
            for part in &mut parts {
                let solution: serde_json::Value = serde_json::from_str(part).unwrap();
                let pieces = solution["pieces"].as_array().unwrap().iter();
                let mut pieces: Vec<String> = pieces.map(ToString::to_string).collect();
                pieces.sort();
                *part = pieces.join(",");
            }
            parts.sort();
            parts
        };
        assert_eq!(listed("bitboard"), listed("sparse"));
        assert_eq!(listed("bitboard"), listed("zdd"));
    }

    #[test]
    fn what_is_said_of_numbers_and_covers() {
        let mind = r#""puzzle": {"name": "none.mind", "text": "34 ;0\n12 ;2\n13 ;2\n"}"#;
        let (answer, _) = ask(&format!(r#"{{"question": "unique", {mind}}}"#)).unwrap();
        assert_eq!(answer.text(), "no solution\n");
        assert_eq!(
            answer.json().to_string(),
            r#"{"contradiction":[2,3],"solutions":[],"unique":false,"why":["These lines already contradict each other, and none of them can be spared: 2, 3."]}"#
        );
        let (answer, _) =
            ask(&format!(r#"{{"question": "solutions", {mind}, "cross_check": true}}"#)).unwrap();
        assert_eq!((answer.text().as_str(), &answer.json()["contradiction"][0]), ("0\n", &2.into()));
        let (answer, parts) = ask(r#"{"question": "list", "puzzle": "number-mind-small"}"#).unwrap();
        assert_eq!(
            (answer.text().as_str(), parts),
            ("1 solution\n", vec![r#"{"digits":"39542","number":1}"#.to_owned()])
        );
        let (answer, _) =
            ask(r#"{"question": "solutions", "puzzle": "queens-8", "cross_check": true}"#).unwrap();
        assert_eq!(answer.text(), "92\n");
    }

    #[test]
    fn what_areas_rule_out_is_not_laid() {
        // The options would take some 10 GB.
        let little = Control::default().memory(16 << 20);
        let about = r#""board": "300x300", "pieces": "1:octominoes""#;
        for (kind, said) in
            [("solutions", "0\n"), ("list", "no solution\n"), ("unique", "no solution\n"), ("sample", "")]
        {
            let question: Question = format!(r#"{{"question": "{kind}", {about}}}"#).parse().unwrap();
            assert_eq!(question.ask(&little, &mut nobody).unwrap().text(), said, "{kind}");
        }
        let why: Question = format!(r#"{{"question": "why", {about}}}"#).parse().unwrap();
        let said = why.ask(&little, &mut nobody).unwrap().text();
        assert_eq!(
            said,
            "All pieces together cover 2952 cells, and the board has 90000: there is no tiling.\n"
        );
        // Whoever wants to see the options is shown all of them.
        let (inspected, _) = ask(r#"{"question": "inspect", "board": "1x3", "pieces": "dominoes"}"#).unwrap();
        assert_eq!(inspected.json()["placements"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn a_second_engine_finds_as_many() {
        let told = |question: &str| -> String {
            match ask(&format!(r#"{{{question}, "cross_check": true}}"#)) {
                Ok((answer, _)) => answer.json()["cross_check"].as_str().unwrap_or("nobody").to_owned(),
                Err(why) => why.to_string(),
            }
        };
        for (question, second) in [
            (r#""question": "list", "board": "4x4", "pieces": "dominoes""#, "zdd"),
            (r#""question": "list", "board": "4x4", "pieces": "dominoes", "engine": "zdd""#, "dense"),
            (r#""question": "list", "board": "4x4", "pieces": "dominoes", "limit": 5"#, "sparse"),
            (
                r#""question": "list", "board": "4x4", "pieces": "dominoes", "limit": 5, "engine": "zdd""#,
                "bitboard",
            ),
            (r#""question": "list", "board": "4x4", "pieces": "dominoes", "up_to": "symmetries""#, "sparse"),
            (
                r#""question": "solutions", "board": "4x4", "pieces": "dominoes", "where": ["domino at 0,0"]"#,
                "sparse",
            ),
            (
                r#""question": "solutions", "board": "4x4", "pieces": "dominoes", "up_to": "rotations", "engine": "sparse""#,
                "bitboard",
            ),
            (r#""question": "first", "puzzle": "pentominoes-6x10""#, "sparse"),
            (r#""question": "unique", "board": "4x4", "pieces": "dominoes""#, "sparse"),
            (r#""question": "unique", "puzzle": "sudoku""#, "zdd"),
            (r#""question": "unique", "puzzle": "number-mind-small", "engine": "sparse""#, "zdd"),
            (r#""question": "unique", "board": "3x3", "pieces": "dominoes""#, "zdd"),
        ] {
            assert_eq!(told(question), second, "{question}");
        }
        let part = r#""question": "list", "board": "4x4", "pieces": "dominoes", "subtree": "1/2""#;
        assert_eq!(told(part), "the tree of another engine has other parts, so a part cannot be compared");
    }

    #[test]
    fn a_diagram_is_no_search() {
        let about = r#""board": "2x3", "pieces": "dominoes", "engine": "zdd""#;
        let said = |options: &str| {
            ask(&format!(r#"{{"question": "list", {about}, {options}}}"#)).unwrap_err().to_string()
        };
        assert_eq!(
            said(r#""up_to": "rotations""#),
            "`up_to` rotations is for a search, and a diagram is none"
        );
        assert_eq!(said(r#""random": true"#), "`random` is for a search, and a diagram is none");
        assert_eq!(said(r#""seed": 3"#), "a seed determines a random order, and none is asked for");
        assert_eq!(said(r#""first": true, "limit": 3"#), "`first` is a limit, and `limit` another one");
    }
}
