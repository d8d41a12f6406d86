//! What the solutions are solutions of, whatever the text was: a board to be tiled, items to be covered, or a number to be
//! guessed.
//!
//! In: what was read ([`Read`](crate::format::subject::Read)). Out: a [`Subject`], encoded as an exact cover once, from which
//! searches, diagrams and inspections are made, and which says what the options they choose mean. A board that areas and colours
//! rule out is not encoded unless somebody wants to see its options: on a large board these are gigabytes, and the answer is
//! known.

use super::named::Named;
use super::solution::{Meaning, Solution};
use super::{Listener, Part, diagram};
use crate::condition::Condition;
use crate::count;
use crate::design::known::Known;
use crate::exact_cover::contradiction::irreducible_by;
use crate::exact_cover::{Encoded, Entry, ExactCover};
use crate::format::FormatError;
use crate::format::condition::condition;
use crate::format::number_mind::{Guess, NumberMind};
use crate::format::source::{Misread, Source};
use crate::format::subject;
use crate::problem::Problem;
use crate::run::{Control, Refused, Stopped};
use crate::solve::{Options, Question, Reply, Search};
use crate::tiling::Tiling;
use std::collections::HashMap;
use std::sync::Arc;

/// What the solutions are solutions of.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What it is called.
    pub title: Option<String>,
    /// What its solutions are.
    pub kind: Kind,
}

/// What solutions are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Tilings.
    Tilings(Arc<Problem>, Arc<Encoded>),
    /// Tilings, of which there are none: areas or colours rule them out.
    RuledOut(Arc<Problem>),
    /// Sets of options.
    Covers(Arc<ExactCover>),
    /// Digits.
    Digits(NumberMind, Arc<ExactCover>),
}

impl Subject {
    /// The subject of a question that was read.
    ///
    /// # Errors
    /// When its rules mean nothing, there is too much of it, or `control` says stop.
    pub fn new(read: subject::Subject, control: &Control) -> Result<Self, Refused> {
        Ok(match read {
            subject::Subject::Tiling(tiled) => {
                tiled.problem.meaningful()?;
                let problem = Arc::new(tiled.problem);
                let kind = if count::is_impossible(&problem, control)? {
                    Kind::RuledOut(problem)
                } else {
                    let encoded = Encoded::new(&problem, control)?;
                    Kind::Tilings(problem, Arc::new(encoded))
                };
                Subject { title: tiled.about.title, kind }
            }
            subject::Subject::Cover(covered) => {
                Subject { title: covered.about.title, kind: Kind::Covers(Arc::new(covered.cover)) }
            }
            subject::Subject::NumberMind(mind) => {
                let cover = Arc::new(mind.cover());
                Subject { title: mind.about.title.clone(), kind: Kind::Digits(mind, cover) }
            }
        })
    }

    /// The question as a search puts it; none where nothing need be searched.
    pub fn question(&self) -> Option<Question> {
        match &self.kind {
            Kind::Tilings(problem, encoded) => {
                Some(Question::Tilings(Arc::clone(problem), Arc::clone(encoded)))
            }
            Kind::RuledOut(_) => None,
            Kind::Covers(cover) | Kind::Digits(_, cover) => Some(Question::Covers(Arc::clone(cover))),
        }
    }

    /// The question for whoever wants to see the options, although there may be no solution.
    ///
    /// # Errors
    /// When there is too much of it, or `control` says stop.
    pub fn encoded(&self, control: &Control) -> Result<Question, Stopped> {
        Ok(match &self.kind {
            Kind::Tilings(problem, encoded) => Question::Tilings(Arc::clone(problem), Arc::clone(encoded)),
            Kind::RuledOut(problem) => {
                Question::tilings(Arc::clone(problem), Encoded::new(problem, control)?)
            }
            Kind::Covers(cover) | Kind::Digits(_, cover) => Question::Covers(Arc::clone(cover)),
        })
    }

    /// The puzzle, if it is one of tiling.
    pub fn problem(&self) -> Option<&Problem> {
        match &self.kind {
            Kind::Tilings(problem, _) | Kind::RuledOut(problem) => Some(problem),
            Kind::Covers(_) | Kind::Digits(..) => None,
        }
    }

    /// The look of its solutions, if it is an exact cover or a number to be guessed and the look is known.
    ///
    /// # Errors
    /// When there is no memory for it, or `control` says stop.
    pub fn known(&self, control: &Control) -> Result<Option<Known>, Stopped> {
        Ok(match &self.kind {
            Kind::Tilings(..) | Kind::RuledOut(_) => None,
            Kind::Covers(cover) => Known::of(cover, control)?,
            Kind::Digits(mind, _) => {
                let digits = |guess: &Guess| guess.digits.iter().map(ToString::to_string).collect();
                let guesses = mind.guesses().iter().map(digits).collect();
                Some(Known::of_digits(mind.length() as u32, &mind.options(), guesses))
            }
        })
    }

    /// The conditions that texts say, as read by [`condition`].
    ///
    /// # Errors
    /// When one cannot be read, or there is no board.
    pub fn conditions(&self, texts: &[String]) -> Result<Vec<Condition>, Misread> {
        let Some(problem) = self.problem() else {
            if texts.is_empty() {
                return Ok(Vec::new());
            }
            return Err(no_board());
        };
        conditions_on(problem, texts)
    }

    /// The solution of this number that chooses these options.
    pub fn solution(&self, number: u64, chosen: &[u32]) -> Solution {
        Solution { number: number.into(), cost: None, meaning: self.meaning(chosen) }
    }

    /// What the solution says that chooses these options.
    pub(super) fn meaning(&self, chosen: &[u32]) -> Meaning {
        match &self.kind {
            Kind::Tilings(problem, encoded) => {
                Meaning::Tiling(Named { tiling: encoded.tiling(chosen), problem: Arc::clone(problem) })
            }
            // Nothing can be chosen.
            Kind::RuledOut(problem) => {
                Meaning::Tiling(Named { tiling: Tiling::default(), problem: Arc::clone(problem) })
            }
            Kind::Covers(cover) => Meaning::Cover { options: options(cover, chosen) },
            Kind::Digits(mind, _) => Meaning::Number { digits: mind.digits(chosen) },
        }
    }

    /// The lines of guesses that contradict each other, for an answer that can do without them: where they cannot be found out,
    /// the listener is told.
    pub(super) fn why_none(&self, control: &Control, listener: &mut Listener<'_>) -> Option<Vec<u32>> {
        self.contradiction(control).unwrap_or_else(|stopped| {
            remark(listener, not_found_out(&stopped));
            None
        })
    }

    /// The lines of guesses that contradict each other, if it is a Number Mind and some do.
    ///
    /// # Errors
    /// When `control` says stop, or a limit is reached.
    pub fn contradiction(&self, control: &Control) -> Result<Option<Vec<u32>>, Stopped> {
        if let Kind::Digits(mind, _) = &self.kind { contradicting(mind, control) } else { Ok(None) }
    }
}

/// The complaint that conditions are asked of a puzzle without a board.
pub(super) fn no_board() -> Misread {
    Misread::new(
        "--where speaks of pieces on a board, and this puzzle has none",
        "leave it out; an option of an exact cover can be forced or forbidden by editing its file",
    )
}

/// The conditions on tilings of `problem` that texts say, as read by [`condition`].
///
/// # Errors
/// When one cannot be read.
pub(super) fn conditions_on(problem: &Problem, texts: &[String]) -> Result<Vec<Condition>, Misread> {
    let read = |text: &String| {
        condition(text, problem).map_err(|e| Source::new("--where", text.as_str()).misread(e))
    };
    texts.iter().map(read).collect()
}

/// The options chosen, in the order of the file, each as the names of its items with their colours.
fn options(cover: &ExactCover, chosen: &[u32]) -> Vec<Vec<String>> {
    let mut sorted = chosen.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|&option| option_names(cover, option)).collect()
}

/// The names of the items of an option, with their colours.
pub fn option_names(cover: &ExactCover, option: u32) -> Vec<String> {
    cover.option(option).iter().map(|entry| entry_name(cover, *entry)).collect()
}

/// An item with its colour, as they are printed.
pub(super) fn entry_name(cover: &ExactCover, entry: Entry) -> String {
    let item = &cover.items()[entry.item as usize].name;
    match entry.colour {
        0 => item.clone(),
        colour => format!("{item}:{}", cover.colours()[colour as usize - 1]),
    }
}

/// What the options of a cover are called: by their items and colours, as `a+b+x:1`, each with its number among those alike where
/// there are several, and without characters that would act on a terminal.
pub(super) fn cover_names(cover: &ExactCover) -> Vec<String> {
    let names = (0..cover.option_count() as u32).map(|option| option_names(cover, option).join("+"));
    let mut seen: HashMap<String, usize> = HashMap::new();
    let printed = |name: String| {
        let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        if name.contains(char::is_control) { name.chars().map(escaped).collect() } else { name }
    };
    let numbered = names.map(printed).map(|name| {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times > 1 { format!("{name}#{times}") } else { name }
    });
    numbered.collect()
}

/// An irreducible set of guesses that cannot all be right, by their lines; nothing if all can be right.
///
/// ```
/// use polytile::{ask::subject::contradicting, format::number_mind, run::Control};
/// let mind = number_mind::parse("34 ;0\n12 ;2\n13 ;2\n")?;
/// assert_eq!(contradicting(&mind, &Control::default())?, Some(vec![2, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop, or a limit is reached.
pub fn contradicting(mind: &NumberMind, control: &Control) -> Result<Option<Vec<u32>>, Stopped> {
    let lines = irreducible_by(mind.guesses().len(), |freed| {
        let cover = Arc::new(mind.only(|guess| !freed[guess]).cover());
        let search = Search::new(&Question::covers(Arc::clone(&cover)), &Options::default(), control);
        let search = search.map_err(|refused| match refused {
            Refused::Stopped(stopped) => stopped,
            refused => Stopped::TooLarge(refused.to_string()),
        })?;
        if let Some(all) = diagram::attempt(&cover, &search, control)?.0 {
            return Ok(all.is_any());
        }
        let mut found = false;
        let report = search.list(search.beginning(), None, control, &mut |_| {
            found = true;
            Reply::Enough
        });
        match report.ok().and_then(|report| report.stopped) {
            Some(stopped) => Err(stopped),
            None => Ok(found),
        }
    })?;
    Ok(lines.map(|guesses| guesses.iter().map(|&i| mind.guesses()[i].line).collect()))
}

/// Tells the listener something that should be known besides the answer.
pub(super) fn remark(listener: &mut Listener<'_>, text: String) {
    // A warning does not end anything.
    let _ = listener(Part::Warning(FormatError::new(text).into()));
}

/// The sentence about a search for lines that contradict each other, which was stopped.
pub fn not_found_out(stopped: &Stopped) -> String {
    format!("which lines contradict each other was not found out: {stopped}")
}

/// The sentence about lines that contradict each other.
pub fn contradicting_lines(lines: &[u32]) -> String {
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!(
        "these lines already contradict each other, and none of them can be spared: {}\n",
        lines.join(", ")
    )
}
