//! Two engines that answer one question, held against each other.
//!
//! Whoever asks for a cross-check gets the first answer only if a second engine, one with as little as possible in common with
//! the first, finds the same. Which that is each question knows; what it means that they differ is the
//! same for all of them: one of the two is wrong.

use super::Unanswered;
use crate::count::{self, Count, CountOptions};
use crate::problem::Problem;
use crate::run::Control;
use crate::solve::{Options, Question, Search};

/// An answer, and who gave it.
pub(super) struct By<A> {
    /// The engine; none where none was needed.
    pub engine: Option<String>,
    pub found: A,
}

impl<A: PartialEq> By<A> {
    pub fn new(engine: Option<impl ToString>, found: A) -> Self {
        By { engine: engine.map(|engine| engine.to_string()), found }
    }

    /// That both found the same; `told` says what an answer is, in whole lines.
    ///
    /// # Errors
    /// [`Unanswered::Differ`] when they did not.
    pub fn agrees(&self, other: &By<A>, told: impl Fn(&A) -> String) -> Result<(), Unanswered> {
        if self.found == other.found {
            return Ok(());
        }
        let finds = |by: &By<A>| {
            let engine = by.engine.as_deref().unwrap_or("no engine");
            format!("{engine} finds\n{}", told(&by.found))
        };
        Err(Unanswered::Differ(format!("{}but {}", finds(self), finds(other))))
    }
}

/// The number of all solutions by what has nothing in common with a diagram, and what that is, in words: tilings are counted
/// state by state, anything else one by one.
///
/// # Errors
/// When `control` says stop.
pub(super) fn without_a_diagram(
    question: &Question,
    control: &Control,
) -> Result<(By<Count>, String), Unanswered> {
    match question {
        Question::Tilings(problem, _) => by_states(problem, control),
        Question::Covers(_) => by_search(question, control),
    }
}

/// The number of tilings, state by state.
///
/// # Errors
/// When `control` says stop.
pub(super) fn by_states(problem: &Problem, control: &Control) -> Result<(By<Count>, String), Unanswered> {
    let counted = count::count(problem, &CountOptions::default(), control)?;
    let how = counted.plan.choice().map(|chosen| {
        let order = chosen.order.map_or_else(String::new, |order| format!(" by {order}"));
        format!("the {} engine{order}", chosen.engine)
    });
    let by = By::new(counted.plan.engine(), counted.answer.total());
    Ok((by, how.unwrap_or_else(|| "areas and colours".to_owned())))
}

/// The number of solutions, one by one.
fn by_search(question: &Question, control: &Control) -> Result<(By<Count>, String), Unanswered> {
    let options = Options { counting: true, ..Options::default() };
    let search = Search::new(question, &options, control)?;
    let report = search.count(search.beginning(), None, control)?;
    if let Some(stopped) = report.stopped {
        return Err(stopped.into());
    }
    let engine = search.engine;
    Ok((By::new(Some(engine), report.found.into()), format!("a search by the {engine} engine")))
}
