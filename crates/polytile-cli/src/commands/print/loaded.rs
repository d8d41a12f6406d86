//! What can be printed: boards to be tiled, exact covers whose solutions everybody knows how to draw, guesses of a number, and the starts
//! of sliding-block puzzles; each with its answer, if one is wanted.

use super::{answer_of, found};
use crate::commands::slide;
use crate::failure::Failure;
use crate::input;
use crate::run::Run;
use polytile::ask::slide_solve::SlideSolve;
use polytile::ask::solve::{List, Meaning, Wanted};
use polytile::ask::subject::Subject;
use polytile::ask::{Part, Unanswered};
use polytile::design::known::Known;
use polytile::draw::paper::{Drawn, Printed, PrintedPuzzle};
use polytile::exact_cover::ExactCover;
use polytile::format::number_mind::NumberMind;
use polytile::format::sliding::SlidingPuzzle;
use polytile::format::subject::{self, Tiled};
use polytile::format::{About, Further};
use polytile::run::LevelsError;
use polytile::solve::{Options, Question, Search};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A puzzle to be printed.
pub enum Loaded {
    Tiling(Tiled),
    Cover(About, ExactCover, Known),
    Mind(NumberMind),
    Sliding(Box<SlidingPuzzle>),
}

impl Loaded {
    /// The puzzle called `name`, or what the options ask that stand in for one.
    ///
    /// # Errors
    /// When there is none, it cannot be read, or nobody knows how to draw it.
    pub fn new(name: Option<&str>, options: &crate::args::PuzzleOptions) -> Result<Self, Failure> {
        if let Some(name) = name
            && !options.are_given()
            && slide::is_one(name, None)?
        {
            return Ok(Loaded::Sliding(Box::new(slide::load(name)?)));
        }
        match input::load_any(name, options)? {
            subject::Subject::Tiling(tiled) => Ok(Loaded::Tiling(tiled)),
            subject::Subject::NumberMind(mind) => Ok(Loaded::Mind(mind)),
            subject::Subject::Cover(covered) => {
                let known = Known::of(&covered.cover).ok_or_else(|| {
                    Failure::usage(
                        "there is nothing to print: this exact cover has no board that is known",
                        "queens, sudokus, Latin squares and what else `polytile make` makes have one",
                    )
                })?;
                Ok(Loaded::Cover(covered.about, covered.cover, known))
            }
            _ => Err(Failure::usage(
                "this kind of puzzle cannot be printed",
                "print boards and pieces, sudokus and other known covers, Number Minds or sliding blocks",
            )),
        }
    }

    /// The board and pieces, for what is done with those alone: `what`.
    ///
    /// # Errors
    /// When it is another puzzle.
    pub fn tiled(&self, what: &str) -> Result<&Tiled, Failure> {
        match self {
            Loaded::Tiling(tiled) => Ok(tiled),
            _ => Err(Failure::usage(
                format!("{what} are made of boards that pieces are laid on, and this is another puzzle"),
                "print the puzzle itself: leave out --cut and --solutions",
            )),
        }
    }

    /// What it is called.
    pub fn title(&self) -> Option<&str> {
        match self {
            Loaded::Sliding(sliding) => sliding.title.as_deref(),
            Loaded::Tiling(Tiled { about, .. })
            | Loaded::Cover(about, ..)
            | Loaded::Mind(NumberMind { about, .. }) => about.title.as_deref(),
        }
    }

    /// What else it says about itself.
    fn further(&self) -> &Further {
        match self {
            Loaded::Sliding(sliding) => &sliding.further,
            Loaded::Tiling(Tiled { about, .. })
            | Loaded::Cover(about, ..)
            | Loaded::Mind(NumberMind { about, .. }) => &about.further,
        }
    }

    /// All words that are printed of it.
    pub fn words(&self) -> String {
        let mut text = self.title().unwrap_or_default().to_owned();
        let Further { author, difficulty, .. } = self.further();
        [author, difficulty].into_iter().flatten().for_each(|said| text.push_str(said));
        if let Loaded::Tiling(tiled) = self {
            tiled.problem.pieces.iter().for_each(|piece| text.push_str(&piece.name));
        }
        text
    }

    /// The puzzle as it is printed, its answer looked for if it is `wanted`.
    ///
    /// # Errors
    /// When a limit ends the search for the answer.
    pub fn printed(&self, wanted: bool, run: &Run) -> Result<PrintedPuzzle<'_>, Failure> {
        let what = match self {
            Loaded::Tiling(tiled) => {
                let answer = if wanted { found(tiled, Wanted::default(), 1, run)?.pop() } else { None };
                Printed::Tiling { problem: &tiled.problem, answer }
            }
            Loaded::Cover(_, cover, known) => {
                let answer = if wanted { self.chosen(cover, run)? } else { None };
                drawn(Drawn::of_known(cover, known, answer.as_deref()))?
            }
            Loaded::Mind(mind) => {
                let answer = if wanted { Self::number(mind, run)? } else { None };
                let guesses = mind.guesses().iter().map(|guess| (&guess.digits[..], guess.correct));
                drawn(Drawn::of_guesses(guesses, answer.as_deref()))?
            }
            Loaded::Sliding(sliding) => {
                let answer = if wanted { self.moves(sliding, run)? } else { None };
                Printed::Drawn(Box::new(Drawn::of_sliding(&sliding.puzzle, answer)))
            }
        };
        let Further { author, difficulty, .. } = self.further().clone();
        Ok(PrintedPuzzle { title: self.title().map(str::to_owned), author, difficulty, what })
    }

    /// The options of a solution.
    fn chosen(&self, cover: &ExactCover, run: &Run) -> Result<Option<Vec<u32>>, Failure> {
        let search = Search::new(&Question::covers(cover.clone()), &Options::default(), &run.control)?;
        let search = Arc::new(search);
        let first = search.solutions(search.beginning(), &run.control)?.next();
        first.transpose().map_err(|stopped| answer_of(stopped, self.title()))
    }

    /// The number that the guesses leave.
    fn number(mind: &NumberMind, run: &Run) -> Result<Option<String>, Failure> {
        let mut number = None;
        let subject = Subject::new(subject::Subject::NumberMind(mind.clone()), &run.control)?;
        let list = List { wanted: Wanted::default(), limit: Some(1), first: false };
        list.answer(&subject, &run.control, &mut |part| {
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
    fn moves(&self, sliding: &SlidingPuzzle, run: &Run) -> Result<Option<String>, Failure> {
        if sliding.puzzle.goals().is_empty() {
            return Ok(Some("It asks for nothing.".to_owned()));
        }
        let question = SlideSolve::default();
        let found = question.search(sliding.puzzle.clone(), &question.options(), &run.control);
        let found = found.map_err(|error| match error {
            LevelsError::Stopped(stopped) => answer_of(stopped, self.title()),
            other => Unanswered::from(other).into(),
        })?;
        let first = found.solutions(&run.control).next();
        let first = first.transpose().map_err(|stopped| answer_of(stopped, self.title()))?;
        Ok(first.map(|solved| {
            let listed = solved.listed(&[]);
            let moves: Vec<&str> = listed.lines().filter(|line| !line.is_empty()).collect();
            format!("{} moves: {}", moves.len(), moves.join(", "))
        }))
    }
}

/// What is drawn, if there is room for its board.
fn drawn(drawn: Option<Drawn>) -> Result<Printed<'static>, Failure> {
    let drawn =
        drawn.ok_or_else(|| Failure::usage("its board is too large to be printed", "print a smaller one"))?;
    Ok(Printed::Drawn(Box::new(drawn)))
}
