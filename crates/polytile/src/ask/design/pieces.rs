//! Which choices of pieces make a puzzle with exactly so many solutions?
//!
//! In: a board and a set of pieces, of which each is there once if nothing else is said; how many solutions are wanted, all of them
//! counted or up to symmetry. Out: each such choice as a puzzle file, as a [`Part`], and how many choices there were: all are seen,
//! by one count that keeps pieces apart ([`crate::design::subsets`]), so that none is missing.

use super::{board_of, expect_numbers, file};
use crate::ask::amounts::rounded;
use crate::ask::inspect::Graded;
use crate::ask::number::{self, Integer};
use crate::ask::options::Ask;
use crate::ask::{Listener, Part, Unanswered, Words, answered, is_false, misused};
use crate::choice::choice;
use crate::count::{CountOptions, count};
use crate::design::subsets::{Subset, areas, chosen, set_of, subsets};
use crate::exact_cover::Encoded;
use crate::format::subject::Tiled;
use crate::format::{FormatError, pieces};
use crate::number::Count;
use crate::pieces::Copies;
use crate::problem::{Problem, UpTo};
use crate::run::clock::{Duration, Instant};
use crate::run::{Control, Progress, Refused};
use crate::solve::Question;
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::str::FromStr;

/// Which choices of pieces make a puzzle with exactly so many solutions?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question =
///     r#"{"question": "design_pieces", "board": "5x5", "pieces": "pentominoes", "up_to": "symmetries"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.json()["choices"], 792);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DesignPieces {
    /// How many solutions a puzzle is to have: a number, `1..3` or `2..`; one, where that is not said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Solutions>,
    /// Count solutions that these carry into each other only once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<UpTo>,
    /// Which puzzles come first; where nothing is said, those with fewest solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// Grade each puzzle, as `inspect` does, whichever comes first.
    #[serde(skip_serializing_if = "is_false")]
    pub grade: bool,
    /// Make no more than this many puzzles.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub limit: Option<u64>,
}

choice! {
    /// Which puzzles come first.
    pub enum Rank {
        /// Those with fewest solutions.
        Solutions = "solutions", "Those with fewest solutions";
        /// Those with fewest pieces.
        Fewest = "fewest", "Those with fewest pieces";
        /// Those with most pieces.
        Most = "most", "Those with most pieces";
        /// Those with most symmetries.
        Symmetry = "symmetry", "Those whose board and pieces most symmetries of the board carry to themselves";
        /// The easiest: each is graded.
        Easiest = "easiest", "The easiest, each being graded as by inspect";
        /// The hardest: each is graded.
        Hardest = "hardest", "The hardest, each being graded as by inspect";
    }
}

/// How many solutions are wanted: at least, and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "Written"))]
pub struct Solutions(Copies);

/// How it is written.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NumberOfSolutions"))]
#[serde(untagged, expecting = "expected a number of solutions, or a text such as \"1..3\"")]
enum Written {
    /// Exactly so many.
    Number(u32),
    /// A number, `1..3` or `2..`.
    Text(String),
}

impl FromStr for Solutions {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let told = |e: FormatError| {
            let say = |text: &str| {
                text.replace("number of copies", "number of solutions").replace("copies", "solutions")
            };
            let help = e.help.as_deref().filter(|help| help.starts_with("write"));
            let help = help.unwrap_or("ask for 1, for 1..3 or for 2..").to_owned();
            FormatError { message: say(&e.message), help: Some(help), ..e }
        };
        let wanted = pieces::copies(text).map_err(told)?;
        if wanted.max() == Some(0) || wanted == Copies::ANY {
            let wrong = FormatError::new(format!("a puzzle with '{}' solutions is none", text.trim()));
            return Err(wrong.with_help("ask for 1, for 1..3 or for 2..").at(0..text.len()));
        }
        Ok(Solutions(wanted))
    }
}

impl TryFrom<Written> for Solutions {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let text = match written {
            Written::Number(number) => number.to_string(),
            Written::Text(text) => text,
        };
        text.parse().map_err(|e: FormatError| match e.help {
            Some(help) => format!("{}; {help}", e.message),
            None => e.message,
        })
    }
}

impl From<Solutions> for Written {
    fn from(Solutions(wanted): Solutions) -> Self {
        match (wanted.min(), wanted.max()) {
            (least, Some(most)) if least == most => Written::Number(least),
            _ => Written::Text(wanted.to_string()),
        }
    }
}

impl Default for Solutions {
    /// Exactly one.
    fn default() -> Self {
        Solutions(Copies::exactly(1))
    }
}

impl Solutions {
    /// Whether there may be so many.
    pub(super) fn allow(self, solutions: &Count) -> bool {
        u64::try_from(solutions).map_or(self.0.max().is_none(), |n| n > 0 && self.0.allows(n))
    }
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Designed {
    /// Which one it is, from 1.
    pub number: u64,
    /// In how many ways it can be solved.
    pub solutions: Integer,
    /// How many copies of each piece it has.
    pub copies: BTreeMap<String, Integer>,
    /// These copies in words, as a list of pieces is read: `I3^2 L3^4`.
    pub pieces: String,
    /// How hard it is, from 1 to 10, where that was asked for or decides which comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// How many symmetries of the board carry its pieces to themselves, that which moves nothing among them, where that decides which comes
    /// first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symmetries: Option<u64>,
    /// The puzzle file.
    pub puzzle: String,
}

/// How much was looked through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedPieces {
    /// Puzzles with as many solutions as are wanted.
    pub found: u64,
    /// Those of them that were made.
    pub made: u64,
    /// Choices of pieces that fill the board.
    pub filling: u64,
    /// Choices of pieces that have its area. All of them were seen.
    pub choices: Integer,
    /// The time that it took.
    pub seconds: f64,
    /// Where none was found: how many would be if solutions that symmetries of the board carry into each other were one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to_symmetries: Option<u64>,
}

/// Grades that are known, by the pieces of the puzzle: `P5 T5`.
pub type Grades = BTreeMap<String, Option<f64>>;

/// How many choices have as many solutions as are `wanted` up to symmetry; none where that is not another question, or nobody can tell.
fn alike(problem: &Problem, wanted: Solutions, control: &Control) -> Result<Option<u64>, Unanswered> {
    if problem.symmetries_within(control)?.len() < 2 {
        return Ok(None);
    }
    match subsets(problem, Some(UpTo::Symmetries), &|solutions| wanted.allow(solutions), control) {
        Ok(found) => Ok(Some(found.found.len() as u64).filter(|&n| n > 0)),
        Err(Refused::Question(_)) => Ok(None),
        Err(refused) => Err(refused.into()),
    }
}

/// That puzzles are wanted at all.
pub(super) fn expect_some(limit: Option<u64>) -> Result<(), Unanswered> {
    match limit {
        Some(0) => Err(misused(
            "a limit of 0 leaves no puzzle to be made",
            "ask for at least 1, or leave --limit out",
        )),
        _ => Ok(()),
    }
}

/// Whoever keeps the grades that are known, now and then and at the latest when a limit ends the search.
pub type KeepGrades<'a> = dyn FnMut(&Grades) + 'a;

impl DesignPieces {
    /// Looks through all choices, and hands a puzzle for each that is wanted to the listener.
    ///
    /// # Errors
    /// When no choice has the area of the board, symmetries turn pieces into others, or `control` says stop.
    pub fn answer(
        &self,
        tiled: &Tiled,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedPieces, Unanswered> {
        self.resume(tiled, Grades::new(), control, listener, &mut |_| {})
    }

    /// As [`DesignPieces::answer`], with grades that are known from before; new ones are handed to `keep`.
    ///
    /// # Errors
    /// As [`DesignPieces::answer`].
    pub fn resume(
        &self,
        tiled: &Tiled,
        known: Grades,
        control: &Control,
        listener: &mut Listener<'_>,
        keep: &mut KeepGrades<'_>,
    ) -> Result<DesignedPieces, Unanswered> {
        let begun = Instant::now();
        expect_some(self.limit)?;
        let problem = set_of(&tiled.problem);
        problem.meaningful()?;
        if let Some(areas) = areas(&problem, control)? {
            let cells = problem.region.len();
            let near: Vec<String> = areas.iter().map(usize::to_string).collect();
            let help = match near.as_slice() {
                [] => "take other pieces, or more copies of them: each is there once if nothing else is said"
                    .to_owned(),
                near => format!("with these pieces, boards can have {} cells", near.join(", ")),
            };
            return Err(misused(
                format!("no choice of the pieces has the area of the board, {cells} cells"),
                help,
            ));
        }
        let wanted = self.solutions.unwrap_or_default();
        let found = subsets(&problem, self.up_to, &|solutions| wanted.allow(solutions), control)?;
        let mut grading = Grading { problem: &problem, known, keep, kept: Instant::now() };
        let ranked = self.ranked(found.found, &mut grading, control)?;
        let total = ranked.len() as u64;
        let board = board_of(&tiled.about, &problem);
        let mut made = 0;
        for (number, subset) in (1..).zip(ranked) {
            if self.limit.is_some_and(|limit| number > limit) {
                break;
            }
            control.check(Progress::Pieces { done: number, total })?;
            let written = problem.pieces.monomial(&subset.copies);
            let used = problem.pieces.iter().zip(&subset.copies).filter(|(_, n)| **n > 0);
            let mut about = tiled.about.clone();
            let grade = if self.grades() { grading.of(&subset, control)? } else { None };
            if let Some(grade) = grade {
                about.further.difficulty = Some(format!("{grade:.1}"));
            }
            let own = chosen(&problem, &subset.copies);
            let symmetries = if self.rank == Some(Rank::Symmetry) {
                Some(own.symmetries_within(control)?.len() as u64)
            } else {
                None
            };
            let puzzle =
                file(own, format!("{written} on {board}"), told(&subset.solutions, self.up_to), &about)?;
            let designed = Designed {
                number,
                solutions: (&subset.solutions).into(),
                copies: used.map(|(piece, &n)| (piece.name.clone(), n.into())).collect(),
                pieces: written,
                grade,
                symmetries,
                puzzle,
            };
            made = number;
            if listener(Part::Designed(Box::new(designed))).is_break() {
                break;
            }
        }
        Ok(DesignedPieces {
            found: total,
            made,
            filling: found.filling,
            choices: (&found.choices).into(),
            seconds: rounded(begun.elapsed()),
            up_to_symmetries: match total {
                0 if found.filling > 0 && self.up_to.is_none() => alike(&problem, wanted, control)?,
                _ => None,
            },
        })
    }

    /// Whether grades decide which puzzles come first.
    fn ranks_by_grades(&self) -> bool {
        matches!(self.rank, Some(Rank::Easiest | Rank::Hardest))
    }

    /// Whether puzzles are graded.
    fn grades(&self) -> bool {
        self.grade || self.ranks_by_grades()
    }

    /// The choices in the order in which they are shown.
    fn ranked(
        &self,
        found: Vec<Subset>,
        grading: &mut Grading<'_, '_>,
        control: &Control,
    ) -> Result<Vec<Subset>, Unanswered> {
        let total = found.len() as u64;
        let mut ranked = Vec::with_capacity(found.len());
        for (done, subset) in (0..).zip(found) {
            let by = if self.ranks_by_grades() {
                control.check(Progress::Pieces { done, total })?;
                grading.of(&subset, control)?
            } else if self.rank == Some(Rank::Symmetry) {
                control.check(Progress::Pieces { done, total })?;
                let own = chosen(grading.problem, &subset.copies);
                Some(own.symmetries_within(control)?.len() as f64)
            } else {
                None
            };
            ranked.push((subset, by));
        }
        // What is equal stays in the order of the solutions.
        let pieces = |subset: &Subset| subset.copies.iter().sum::<u64>();
        match self.rank.unwrap_or(Rank::Solutions) {
            Rank::Solutions => {}
            Rank::Fewest => ranked.sort_by_key(|(subset, _)| pieces(subset)),
            Rank::Most => ranked.sort_by_key(|(subset, _)| Reverse(pieces(subset))),
            Rank::Easiest => ranked.sort_by(|(_, a), (_, b)| a.partial_cmp(b).unwrap_or(Ordering::Equal)),
            Rank::Hardest | Rank::Symmetry => {
                ranked.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
            }
        }
        Ok(ranked.into_iter().map(|(subset, _)| subset).collect())
    }
}

/// Time between two notes of the grades that are known.
const PAUSE: Duration = Duration::from_secs(2);

/// Grades choices of pieces, each once.
struct Grading<'a, 'b> {
    problem: &'a Problem,
    known: Grades,
    keep: &'a mut KeepGrades<'b>,
    kept: Instant,
}

impl Grading<'_, '_> {
    /// The grade of a choice.
    fn of(&mut self, subset: &Subset, control: &Control) -> Result<Option<f64>, Unanswered> {
        let written = self.problem.pieces.monomial(&subset.copies);
        if let Some(&grade) = self.known.get(&written) {
            return Ok(grade);
        }
        let grade = graded(&chosen(self.problem, &subset.copies), control).inspect_err(|_| {
            (self.keep)(&self.known);
        })?;
        self.known.insert(written, grade);
        if self.kept.elapsed() >= PAUSE {
            (self.keep)(&self.known);
            self.kept = Instant::now();
        }
        Ok(grade)
    }
}

/// The grade of a puzzle, all of its solutions being counted.
pub(super) fn graded(problem: &Problem, control: &Control) -> Result<Option<f64>, Unanswered> {
    let solutions = count(problem, &CountOptions::default(), control)?.answer.total();
    let encoded = Encoded::new(problem, control)?;
    let question = Question::tilings(problem.clone(), encoded);
    let solutions = u64::try_from(solutions).unwrap_or(u64::MAX);
    Ok(Graded::new(&question, solutions, control)?.map(|graded| graded.grade))
}

/// How many solutions there are, in words.
pub(super) fn told(solutions: &Count, up_to: Option<UpTo>) -> String {
    let s = if *solutions == Count::from(1_u8) { "" } else { "s" };
    let classes = match up_to {
        None => "",
        Some(UpTo::Symmetries) => " up to symmetries of the board",
        Some(UpTo::Rotations) => " up to rotations of the board",
        Some(UpTo::Translations) => " up to translations of the board",
    };
    format!("{solutions} solution{s}{classes}.")
}

impl Ask for DesignPieces {
    type Answer = DesignedPieces;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedPieces, Unanswered> {
        expect_numbers(about)?;
        self.answer(&answered::tiled(about, control, listener)?, control, listener)
    }
}

impl Designed {
    /// The number of solutions, and the pieces; the grade, and the number of symmetries, if there is one.
    pub fn text(&self) -> String {
        let grade = self.grade.map_or_else(String::new, |grade| format!("\t{grade:.1}"));
        let symmetries = self.symmetries.map_or_else(String::new, |n| format!("\t{n}"));
        format!("{}\t{}{grade}{symmetries}\n", self.solutions.0, self.pieces)
    }
}

impl DesignedPieces {
    /// How much was looked through, in a sentence.
    pub fn text(&self) -> String {
        let DesignedPieces { found, made, filling, choices, .. } = self;
        let some = if made < found { format!("; {made} were made") } else { String::new() };
        let alike = match self.up_to_symmetries {
            Some(1) => "up to symmetries of the board 1 has: add --up-to symmetries\n".to_owned(),
            Some(n) => format!("up to symmetries of the board {n} have: add --up-to symmetries\n"),
            None => String::new(),
        };
        format!(
            "{found} of the {} choices of pieces with the area of the board have as many solutions as are wanted{some}; {filling} fill it \
             at all, and all were seen\n{alike}",
            choices.0
        )
    }
}
