//! Drawing solutions of what has no board: an exact cover, or a Number Mind.
//!
//! In: what has solutions. Out: solutions one by one, each as likely as any other, from the diagram that holds them all, and how many
//! there were to draw from. Cost: that of the diagram, then one path down it for each solution.

use super::{Drawn, Engine, Sample, Sampled};
use crate::ask::amounts::rounded;
use crate::ask::compare::recount_all;
use crate::ask::diagram::All;
use crate::ask::seed::{self, seed_of};
use crate::ask::subject::{Kind, Subject, no_board};
use crate::ask::{Agreed, Integer, Listener, Part, Unanswered, misused};
use crate::count::Count;
use crate::exact_cover::ExactCover;
use crate::format::About;
use crate::format::subject::Tiled;
use crate::plan::{Candidate, Plan};
use crate::run::Control;
use crate::run::clock::Instant;
use crate::solve::Question;
use std::ops::ControlFlow;
use std::sync::Arc;

impl Sample {
    /// Draws solutions of anything that has some, and hands out each as a [`Part::Drawn`].
    ///
    /// # Errors
    /// When the question means nothing for `subject`, two engines differ, or `control` says stop.
    pub fn of(
        &self,
        subject: &Subject,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Sampled, Unanswered> {
        match &subject.kind {
            Kind::Tilings(problem, _) | Kind::RuledOut(problem) => {
                let about = About { title: subject.title.clone(), ..About::default() };
                self.answer(&Tiled { about, problem: (**problem).clone() }, control, listener)
            }
            Kind::Covers(cover) | Kind::Digits(_, cover) => self.chosen(subject, cover, control, listener),
        }
    }

    fn chosen(
        &self,
        subject: &Subject,
        cover: &Arc<ExactCover>,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Sampled, Unanswered> {
        let begun = Instant::now();
        let seed = self.seed.as_ref().map(seed_of).transpose()?.unwrap_or_else(seed::fresh);
        if !self.conditions.is_empty() {
            return Err(no_board().into());
        }
        if let Some(engine) = self.engine.filter(|&engine| engine != Engine::Zdd) {
            return Err(misused(
                format!("the engine {engine} draws tilings of a board, and this puzzle has none"),
                "leave out --engine: solutions are drawn from a diagram of all of them, as by zdd",
            ));
        }
        let all = All::new(cover, control)?;
        let counted = all.counted(control)?;
        let count = counted.total();
        let cross_check = self.cross_check.then(|| recounted(cover, count, control)).transpose()?;
        let wanted = self.limit.unwrap_or(1);
        let (mut drawn, mut going) = (0, ControlFlow::Continue(()));
        counted.draw(0..wanted, seed, control, |set| {
            drawn += 1;
            let chosen = all.chosen(&set);
            let meaning = subject.meaning(&chosen);
            going = listener(Part::Drawn(Drawn { number: drawn, seed: seed.into(), meaning, chosen }));
            going.is_continue()
        })?;
        let why = (*count == Count::ZERO).then(|| {
            let contradiction = subject.why_none(control, listener);
            subject.why_empty(false, contradiction.as_deref(), control)
        });
        Ok(Sampled {
            count: Some(Integer::from(count)),
            number: drawn,
            seed: seed.into(),
            engine: Engine::Zdd,
            cross_check,
            why,
            seconds: rounded(begun.elapsed()),
            what: "solution",
            plan: Plan {
                facts: vec![format!("{} items, {} options", cover.items().len(), cover.option_count())],
                candidates: vec![Candidate::new(Engine::Zdd)],
                chosen: Some(0),
                reason: "only a diagram of all solutions draws those of an exact cover".to_owned(),
            },
        })
    }
}

/// Makes sure that a search finds as many.
fn recounted(cover: &Arc<ExactCover>, count: &Count, control: &Control) -> Result<Agreed, Unanswered> {
    recount_all(&Question::covers(Arc::clone(cover)), count.clone(), |_, _| {}, control)
}

#[cfg(test)]
mod tests {
    use crate::ask::subject::Subject;
    use crate::ask::{Part, Unanswered, Words, json};
    use crate::run::Control;
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    use super::{Sample, Sampled};

    fn drawn(puzzle: &str, sample: &Sample) -> Result<(Vec<String>, Sampled), Unanswered> {
        let control = Control::default();
        let subject = Subject::new(Words::shipped(puzzle).read().unwrap().subject, &control)?;
        let mut parts = Vec::new();
        let sampled = sample.of(&subject, &control, &mut |part| {
            let Part::Drawn(drawn) = part else { panic!("there is nothing odd") };
            parts.push(drawn.text());
            ControlFlow::Continue(())
        })?;
        Ok((parts, sampled))
    }

    #[test]
    fn each_solution_is_as_likely_as_any_other() {
        let sample =
            Sample { limit: Some(9200), seed: Some(5_u64.into()), cross_check: true, ..Sample::default() };
        let (parts, sampled) = drawn("queens-8", &sample).unwrap();
        assert_eq!(json(&sampled)["count"], 92);
        assert_eq!(json(&sampled)["cross_check"], "sparse");
        let mut times: HashMap<&str, u32> = HashMap::new();
        for part in &parts {
            *times.entry(part).or_default() += 1;
        }
        assert_eq!(times.len(), 92);
        // A hundred each are expected; five standard deviations are fifty.
        assert!(times.values().all(|&n| (50..150).contains(&n)), "{times:?}");
        assert_eq!(drawn("queens-8", &sample).unwrap().0, parts);
    }

    #[test]
    fn numbers_are_drawn_and_boards_too() {
        let one = Sample { seed: Some(1_u64.into()), ..Sample::default() };
        assert_eq!(drawn("number-mind-small", &one).unwrap().0, ["39542\n"]);
        assert_eq!(drawn("pentominoes-3x20", &one).unwrap().0[0].lines().count(), 3);
        let said = |sample: Sample| drawn("queens-8", &sample).unwrap_err().to_string();
        let conditions = vec!["X at 2,2".to_owned()];
        assert!(said(Sample { conditions, ..Sample::default() }).contains("this puzzle has none"));
        let engine = Some(super::Engine::Merge);
        assert!(said(Sample { engine, ..Sample::default() }).contains("draws tilings of a board"));
    }
}
