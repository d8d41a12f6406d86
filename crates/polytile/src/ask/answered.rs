//! From a question in words to its answer: each kind is given what it is about.
//!
//! A tiling, whatever has solutions, a sliding-block puzzle, pieces for boards of the question's own, or nothing: what a
//! question is about, and so how its words are read, follows from its kind.

use super::subject::Subject;
use super::{Answer, Asked, Listener, Part, Question, Unanswered, Words};
use crate::format;
use crate::format::FormatError;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::format::subject::{Read, Tiled};
use crate::run::Control;

impl Question {
    /// The answer. The listener is told what comes before it.
    ///
    /// # Errors
    /// When the words cannot be read, the question means nothing for what they say, or `control` says stop.
    pub fn ask(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Answer, Unanswered> {
        Ok(match &self.asked {
            Asked::Check(check) => {
                let tiled = if self.is_alone()? { None } else { Some(self.tiled(listener)?) };
                Answer::Checked(check.answer(tiled.as_ref().map(|tiled| &tiled.problem), control)?)
            }
            Asked::Classes(classes) => Answer::Classified(classes.answer(&self.tiled(listener)?, control)?),
            Asked::Count(count) => Answer::Counted(count.answer(&self.tiled(listener)?, control)?),
            Asked::Deficient(deficient) => Answer::Deficient(deficient.answer(&self.about, control)?),
            Asked::Explore(explore) => {
                Answer::Explored(Box::new(explore.answer(&self.sliding(listener)?, control)?))
            }
            Asked::Golomb(golomb) => {
                self.about.expect_nothing()?;
                Answer::Golomb(golomb.answer(control, listener)?)
            }
            Asked::Hint(hint) => Answer::Hinted(hint.answer(&self.subject(control, listener)?, control)?),
            Asked::Inspect(inspect) => {
                Answer::Inspected(inspect.answer(&self.subject(control, listener)?, control)?)
            }
            Asked::Kth(kth) => {
                kth.number()?;
                let held = kth.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(kth.answer(&held, control)?))
            }
            Asked::List(list) => {
                Answer::Listed(list.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Pieces(pieces) => {
                // What may be done to pieces decides which of them are different.
                Words { flips: None, turns: None, ..self.about.clone() }.expect_nothing()?;
                Answer::Catalogued(pieces.answer(self.about.freedom()?)?)
            }
            Asked::Puzzles(puzzles) => {
                self.about.expect_nothing()?;
                Answer::Collection(puzzles.answer()?)
            }
            Asked::Rank(rank) => {
                let held = rank.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(rank.answer(&held, control)?))
            }
            Asked::Relate(relate) => Answer::Related(relate.answer(&self.tiled(listener)?, control)?),
            Asked::Sample(sample) => {
                let tiled = self.tiled(listener)?;
                Answer::Sampled(sample.answer(&tiled, control, listener)?)
            }
            Asked::Series(series) => {
                let (pieces, rules) = self.about.unplaced()?;
                let followed = series.answer(&pieces, rules, control)?;
                if let Some(warning) = followed.warning() {
                    listener(Part::Warning(FormatError::new(warning).into()));
                }
                Answer::Followed(followed)
            }
            Asked::Show(show) => Answer::Shown(show.answer(&self.tiled(listener)?, control)?),
            Asked::SlideGraph(graph) => Answer::SlideMap(graph.answer(&self.sliding(listener)?, control)?),
            Asked::SlideMoves(moves) => Answer::SlideMoved(moves.answer(&self.sliding(listener)?)?),
            Asked::SlideCheck(check) => Answer::SlideChecked(check.answer(&self.sliding(listener)?)?),
            Asked::SlideSolve(solve) => {
                let puzzle = self.sliding(listener)?;
                Answer::SlideSolved(solve.answer(&puzzle, control, listener)?)
            }
            Asked::Solutions(solutions) => {
                Answer::Total(solutions.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Unique(unique) => {
                Answer::Verdict(unique.answer(&self.subject(control, listener)?, control, listener)?)
            }
            Asked::Why(why) => {
                let subject = self.read(listener)?;
                if matches!(subject, format::subject::Subject::Cover(_)) {
                    // It says what can be asked instead.
                    self.about.tiled()?;
                }
                Answer::Reason(why.answer(&subject, control)?)
            }
            Asked::Zdd(zdd) => {
                zdd.expect_sense()?;
                let held = zdd.holding.held(self.read(listener)?, control)?;
                Answer::Fact(Box::new(zdd.answer(&held, control, listener)?))
            }
        })
    }

    /// What the words say.
    fn read(&self, listener: &mut Listener<'_>) -> Result<format::subject::Subject, Misread> {
        let Read { subject, warnings } = self.about.read()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(subject)
    }

    /// What solutions are of.
    fn subject(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Subject, Unanswered> {
        Ok(Subject::new(self.read(listener)?, control)?)
    }

    /// The board to be tiled.
    fn tiled(&self, listener: &mut Listener<'_>) -> Result<Tiled, Misread> {
        let (tiled, warnings) = self.about.tiled()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(tiled)
    }

    /// The sliding-block puzzle.
    fn sliding(&self, listener: &mut Listener<'_>) -> Result<SlidingPuzzle, Misread> {
        let (puzzle, warnings) = self.about.sliding()?;
        warnings.into_iter().map(Part::Warning).for_each(listener);
        Ok(puzzle)
    }

    /// Whether it is about no puzzle, so that a tiling has to say itself what it is one of.
    fn is_alone(&self) -> Result<bool, Misread> {
        if self.about.puzzle.is_some() || self.about.board.is_some() {
            return Ok(false);
        }
        if self.about != Words::default() {
            return Err(Misread::new(
                "what names its board itself is checked as it is, and options would change it",
                "name the puzzle beside the tiling",
            ));
        }
        Ok(true)
    }
}
