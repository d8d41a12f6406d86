//! Puzzles as they are printed, with their answers.
//!
//! In: what can be printed: boards to be tiled, exact covers whose solutions everybody knows how to draw, guesses of a number, and the
//! starts of sliding-block puzzles. Out: each with its title and, if it is wanted, its answer, for [`Puzzles`](crate::draw::paper::Puzzles);
//! or the first solutions of one, for [`Solutions`].

use super::slide_solve::SlideSolve;
use super::solve::{Failed, List, Meaning, Taker, Wanted};
use super::subject::{Kind, Subject};
use super::unanswered::misused;
use super::{Part, Unanswered};
use crate::design::known::Known;
use crate::draw::paper::{Drawn, Printed, PrintedPuzzle, Setup, Solutions};
use crate::exact_cover::ExactCover;
use crate::format::number_mind::NumberMind;
use crate::format::sliding::SlidingPuzzle;
use crate::format::subject::{self, Tiled};
use crate::format::{About, Further};
use crate::run::{Control, Stopped};
use crate::solve::{Options, Question, Search};
use crate::tiling::Tiling;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A puzzle that can be printed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Printable {
    /// A board to be tiled.
    Tiling(Tiled),
    /// An exact cover whose solutions are drawn as such puzzles are.
    Cover(About, ExactCover, Known),
    /// Guesses of a number.
    Mind(NumberMind),
    /// Sliding blocks.
    Sliding(Box<SlidingPuzzle>),
}

impl Printable {
    /// What was read, if it can be printed.
    ///
    /// # Errors
    /// When nobody knows how to draw it, or `control` says stop.
    pub fn of(read: subject::Subject, control: &Control) -> Result<Self, Unanswered> {
        match read {
            subject::Subject::Tiling(tiled) => Ok(Printable::Tiling(tiled)),
            subject::Subject::NumberMind(mind) => Ok(Printable::Mind(mind)),
            subject::Subject::Cover(covered) => {
                let known = Known::of(&covered.cover, control)?.ok_or_else(|| {
                    misused(
                        "there is nothing to print: this exact cover has no board that is known",
                        "queens, sudokus, Latin squares and what else `polytile make` makes have one",
                    )
                })?;
                Ok(Printable::Cover(covered.about, covered.cover, known))
            }
        }
    }

    /// What it is called.
    pub fn title(&self) -> Option<&str> {
        match self {
            Printable::Sliding(sliding) => sliding.title.as_deref(),
            Printable::Tiling(Tiled { about, .. })
            | Printable::Cover(about, ..)
            | Printable::Mind(NumberMind { about, .. }) => about.title.as_deref(),
        }
    }

    /// What else it says about itself.
    fn further(&self) -> &Further {
        match self {
            Printable::Sliding(sliding) => &sliding.further,
            Printable::Tiling(Tiled { about, .. })
            | Printable::Cover(about, ..)
            | Printable::Mind(NumberMind { about, .. }) => &about.further,
        }
    }

    /// All words that are printed of it.
    pub fn words(&self) -> String {
        let mut text = self.title().unwrap_or_default().to_owned();
        let Further { author, difficulty, .. } = self.further();
        [author, difficulty].into_iter().flatten().for_each(|said| text.push_str(said));
        if let Printable::Tiling(tiled) = self {
            tiled.problem.pieces.iter().for_each(|piece| text.push_str(&piece.name));
        }
        text
    }

    /// The puzzle as it is printed, its answer looked for if it is `wanted`.
    ///
    /// # Errors
    /// When a limit ends the search for the answer.
    pub fn printed(&self, wanted: bool, control: &Control) -> Result<PrintedPuzzle<'_>, Unanswered> {
        let what = match self {
            Printable::Tiling(tiled) => {
                let found = wanted.then(|| tilings(tiled, &Wanted::default(), 1, control)).transpose()?;
                let answer = match found.map(|(found, stopped)| (found.first(), stopped)) {
                    Some((None, Some(stopped))) => return Err(stopped.into()),
                    found => found.and_then(|(answer, _)| answer),
                };
                Printed::Tiling { problem: &tiled.problem, answer }
            }
            Printable::Cover(_, cover, known) => {
                let answer = if wanted { Self::chosen(cover, control)? } else { None };
                drawn(Drawn::of_known(cover, known, answer.as_deref()))?
            }
            Printable::Mind(mind) => {
                let answer = if wanted { Self::number(mind, control)? } else { None };
                let guesses = mind.guesses().iter().map(|guess| (&guess.digits[..], guess.correct));
                drawn(Drawn::of_guesses(guesses, answer.as_deref()))?
            }
            Printable::Sliding(sliding) => {
                let answer = if wanted { Self::moves(sliding, control)? } else { None };
                Printed::Drawn(Box::new(Drawn::of_sliding(&sliding.puzzle, answer)))
            }
        };
        let Further { author, difficulty, .. } = self.further().clone();
        Ok(PrintedPuzzle { title: self.title().map(str::to_owned), author, difficulty, what })
    }

    /// The options of a solution.
    fn chosen(cover: &ExactCover, control: &Control) -> Result<Option<Vec<u32>>, Unanswered> {
        let search = Search::new(&Question::covers(cover.clone()), &Options::default(), control)?;
        let search = Arc::new(search);
        let first = search.solutions(search.beginning(), control)?.next();
        first.transpose().map_err(Unanswered::Stopped)
    }

    /// The number that the guesses leave.
    fn number(mind: &NumberMind, control: &Control) -> Result<Option<String>, Unanswered> {
        let mut number = None;
        let subject = Subject::new(subject::Subject::NumberMind(mind.clone()), control)?;
        let list = List { wanted: Wanted::default(), limit: Some(1), first: false };
        list.answer(&subject, control, &mut |part| {
            if let Part::Solution(solution) = part
                && let Meaning::Number { digits } = solution.meaning
            {
                number = Some(digits);
            }
            ControlFlow::Continue(())
        })?;
        Ok(number)
    }

    /// How a sliding-block puzzle is solved, in words; nothing where it asks for nothing.
    fn moves(sliding: &SlidingPuzzle, control: &Control) -> Result<Option<String>, Unanswered> {
        if sliding.puzzle.goals().is_empty() {
            return Ok(Some("It asks for nothing.".to_owned()));
        }
        let question = SlideSolve::default();
        let found = question.search(sliding.puzzle.clone(), &question.options(), control)?;
        let first = found.solutions(control).next();
        let first = first.transpose().map_err(Unanswered::Stopped)?;
        Ok(first.map(|solved| {
            let listed = solved.listed(&[]);
            let moves: Vec<&str> = listed.lines().filter(|line| !line.is_empty()).collect();
            format!("{} moves: {}", moves.len(), moves.join(", "))
        }))
    }
}

/// Tilings that were found, as the options that they choose: of many of them, each with a list for each of its pieces, there would
/// be more to let go of than to search.
#[derive(Clone, Debug)]
pub struct Chosen {
    subject: Subject,
    all: Vec<Vec<u32>>,
}

impl Chosen {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first of them.
    pub fn first(&self) -> Option<Tiling> {
        match self.subject.meaning(self.all.first()?) {
            Meaning::Tiling(named) => Some(named.tiling),
            Meaning::Cover { .. } | Meaning::Number { .. } => None,
        }
    }

    /// All of them, to be printed like this; nothing where there are none.
    pub fn pages(&self, title: Option<String>, setup: Setup) -> Option<Solutions<'_>> {
        match &self.subject.kind {
            Kind::Tilings(problem, encoded) => {
                Some(Solutions::chosen(problem, encoded, title, &self.all, setup))
            }
            Kind::RuledOut(_) | Kind::Covers(_) | Kind::Digits(..) => None,
        }
    }
}

/// The first `limit` tilings; and where a limit of `control` ends the search for them, that.
///
/// # Errors
/// When what is `wanted` means nothing for this puzzle.
pub fn tilings(
    tiled: &Tiled,
    wanted: &Wanted,
    limit: u64,
    control: &Control,
) -> Result<(Chosen, Option<Stopped>), Unanswered> {
    let subject = Subject::new(subject::Subject::Tiling(tiled.clone()), control)?;
    let (all, stopped) = first(&subject, wanted, limit, control)?;
    Ok((Chosen { subject, all }, stopped))
}

/// The first `limit` solutions of an exact cover, as its options; and where a limit of `control` ends the search for them, that.
///
/// # Errors
/// When what is `wanted` means nothing for this puzzle.
pub fn covers(
    cover: &ExactCover,
    wanted: &Wanted,
    limit: u64,
    control: &Control,
) -> Result<(Vec<Vec<u32>>, Option<Stopped>), Unanswered> {
    let subject = Subject { title: None, kind: Kind::Covers(Arc::new(cover.clone())) };
    first(&subject, wanted, limit, control)
}

/// The options of the first `limit` solutions.
fn first(
    subject: &Subject,
    wanted: &Wanted,
    limit: u64,
    control: &Control,
) -> Result<(Vec<Vec<u32>>, Option<Stopped>), Unanswered> {
    let mut prepared = wanted.prepare(subject, false, None, control)?;
    let mut keeping = Keeping { kept: Vec::new(), bytes: 0, control };
    let streamed = match prepared.list(None, Some(limit), control, &mut keeping) {
        Err(Unanswered::Stopped(stopped)) => return Ok((keeping.kept, Some(stopped))),
        streamed => streamed?,
    };
    match streamed.failed {
        None => Ok((keeping.kept, None)),
        Some(Failed::Stopped(stopped) | Failed::Untaken(Unanswered::Stopped(stopped))) => {
            Ok((keeping.kept, Some(stopped)))
        }
        Some(Failed::Untaken(unanswered)) => Err(unanswered),
    }
}

/// What keeps solutions, as long as there is memory for them.
struct Keeping<'a> {
    kept: Vec<Vec<u32>>,
    bytes: u64,
    control: &'a Control,
}

/// Bytes of a list, with its place in a list that may be half empty, and what the system keeps of it.
const LIST_BYTES: u64 = 2 * size_of::<Vec<u32>>() as u64 + 16;

impl Taker for Keeping<'_> {
    type Failure = Unanswered;

    fn take(&mut self, _: u64, chosen: &[u32]) -> Result<ControlFlow<()>, Unanswered> {
        self.bytes += LIST_BYTES + size_of_val(chosen) as u64;
        self.control.reserve(self.bytes, "the solutions to print")?;
        self.kept.push(chosen.to_vec());
        Ok(ControlFlow::Continue(()))
    }
}

/// What is drawn, if there is room for its board.
fn drawn(drawn: Option<Drawn>) -> Result<Printed<'static>, Unanswered> {
    let drawn =
        drawn.ok_or_else(|| misused("its board is too large to be printed", "print a smaller one"))?;
    Ok(Printed::Drawn(Box::new(drawn)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::subject::Words;

    /// Of solutions to be printed the options are kept: a number for each piece, and no lists of cells.
    #[test]
    fn many_solutions_take_little_memory() {
        let words = r#"{"board": "8x8", "pieces": "dominoes"}"#;
        let words: Words = serde_json::from_str(words).unwrap();
        let subject::Subject::Tiling(tiled) = words.read().unwrap().subject else { panic!("it is a board") };
        let little = Control::default().memory(700_000);
        let (chosen, stopped) = tilings(&tiled, &Wanted::default(), 2000, &little).unwrap();
        assert_eq!((chosen.len(), stopped), (2000, None));
        assert_eq!(chosen.first().map(|tiling| tiling.check(&tiled.problem)), Some(Ok(())));
        assert!(chosen.pages(None, Setup::default()).is_some());
        let (chosen, stopped) = tilings(&tiled, &Wanted::default(), 5000, &little).unwrap();
        assert!(matches!(stopped, Some(Stopped::OutOfMemory { .. })) && chosen.len() < 5000);
    }
}
