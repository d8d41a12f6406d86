//! What to give, so that one solution is left?
//!
//! In: a puzzle, of tilings or an exact cover, and whether a set of which nothing can be left out is enough. Out: as few placements, or options,
//! as can be, if all solutions can be listed, with the solution that they leave and the puzzle in which they are given; or such of which none
//! can be left out. Of a sudoku that has one solution, clues that can be spared are left out. See [`crate::design::givens`] and
//! [`crate::design::given_options`].

use super::{board_of, file};
use crate::ask::amounts::rounded;
use crate::ask::inspect::Graded;
use crate::ask::named::Named;
use crate::ask::number::Integer;
use crate::ask::options::Ask;
use crate::ask::solution::Meaning;
use crate::ask::subject::option_names;
use crate::ask::{Listener, Unanswered, Words, answered, is_false, misused};
use crate::design::given_options::{self, Spared, with_given};
use crate::design::givens::fewest;
use crate::design::known::{Filled, Known};
use crate::draw::Grids;
use crate::exact_cover::{Encoded, ExactCover};
use crate::format::About;
use crate::format::dlx;
use crate::format::subject::{Subject, Tiled};
use crate::format::tiling::to_letters;
use crate::problem::{Laid, Problem};
use crate::run::Control;
use crate::run::clock::Instant;
use crate::solve::Question;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What to give, so that one solution is left?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "design_givens", "board": "2x6", "pieces": "L3"}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.json()["solutions"], 4);
/// assert_eq!(answer.json()["given"].as_array().map(Vec::len), Some(2));
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DesignGivens {
    /// It is enough that none can be left out: the first solution is taken, and no others are listed.
    #[serde(skip_serializing_if = "is_false")]
    pub minimal: bool,
}

/// Placements, or options of an exact cover, that leave one solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedGivens {
    /// The placements, as they are given: `X on 0,1 1,0 1,1 1,2 2,1`; of an exact cover the options, each by its items; nothing where there is
    /// no solution. None can be left out.
    pub given: Option<Vec<String>>,
    /// What is given, of an exact cover whose solutions have a known look: its cells row by row, as a hint takes them; of a sudoku 81 digits
    /// and points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Where clues were left out: how many there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clues: Option<usize>,
    /// Whether it is proved that no fewer leave one solution, whatever the solution.
    pub minimum: bool,
    /// How many solutions there are without them, where all were listed.
    pub solutions: Option<Integer>,
    /// The solution that they leave.
    pub solution: Option<Meaning>,
    /// How hard the rest is, from 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// The puzzle file; of an exact cover in Knuth's format.
    pub puzzle: Option<String>,
    /// The time that it took.
    pub seconds: f64,
    /// What is given and the solution, to be shown; nothing where there is none.
    #[serde(skip)]
    pub shown: Option<[String; 2]>,
    /// What one of those that are given is called.
    #[serde(skip)]
    called: &'static str,
}

impl DesignGivens {
    /// Looks for what to give.
    ///
    /// # Errors
    /// When the rules mean nothing on the board, nothing can be given in the puzzle, or `control` says stop.
    pub fn answer(self, puzzle: &Subject, control: &Control) -> Result<DesignedGivens, Unanswered> {
        let begun = Instant::now();
        let found = match puzzle {
            Subject::Tiling(tiled) => self.placements(tiled, control)?,
            Subject::Cover(covered) => self.options(&covered.about, &covered.cover, control)?,
            Subject::NumberMind(_) => {
                return Err(misused(
                    "nothing is given of a number besides the guesses at it",
                    "`polytile design number-mind NUMBER` looks for the fewest guesses that leave one number",
                ));
            }
        };
        let seconds = rounded(begun.elapsed());
        Ok(match found {
            Some(found) => DesignedGivens { seconds, ..found },
            None => DesignedGivens {
                given: None,
                state: None,
                clues: None,
                minimum: false,
                solutions: Some(0.into()),
                solution: None,
                grade: None,
                puzzle: None,
                seconds,
                shown: None,
                called: "",
            },
        })
    }

    fn placements(self, tiled: &Tiled, control: &Control) -> Result<Option<DesignedGivens>, Unanswered> {
        let problem = &tiled.problem;
        let Some(found) = fewest(problem, self.minimal, control)? else { return Ok(None) };
        let number = found.given.len();
        let given: Vec<String> = found.given.iter().map(|laid| written(laid, problem)).collect();
        let title = format!("{}, {number} given", board_of(&tiled.about, problem));
        let with = problem.clone().with_given(found.given).map_err(|e| Unanswered::Failed(e.to_string()))?;
        let question = Question::tilings(with.clone(), Encoded::new(&with, control)?);
        let grade = Graded::new(&question, 1, control)?.map(|graded| graded.grade);
        let mut about = tiled.about.clone();
        about.further.difficulty = grade.map(|grade| format!("{grade:.1}"));
        let puzzle = file(with.clone(), title, description(found.minimum), &about)?;
        let shown = [given.join("\n") + "\n", to_letters(&found.solution, &with)];
        Ok(Some(DesignedGivens {
            given: Some(given),
            state: None,
            clues: None,
            minimum: found.minimum,
            solutions: found.solutions.map(Into::into),
            solution: Some(Meaning::Tiling(Named { tiling: found.solution, problem: Arc::new(with) })),
            grade,
            puzzle: Some(puzzle),
            seconds: 0.0,
            shown: Some(shown),
            called: "placement",
        }))
    }

    fn options(
        self,
        about: &About,
        cover: &ExactCover,
        control: &Control,
    ) -> Result<Option<DesignedGivens>, Unanswered> {
        let Some(found) = given_options::fewest(cover, self.minimal, control)? else { return Ok(None) };
        let Spared { cover, given, solution, minimum, solutions, clues } = found;
        let (with, _) = with_given(&cover, &given, control)?;
        let names = |chosen: &[u32]| chosen.iter().map(|&option| option_names(&cover, option)).collect();
        let known = Known::of(&cover, control)?;
        // What was given before is seen too, as long as it is not what was left out.
        let before = known.as_ref().map(Known::clues).unwrap_or_default();
        let seen = [before, given.clone()].concat();
        let board = |chosen: &[u32]| Grids::new(known.as_ref()?, [chosen.to_vec()]).map(|grids| grids.text());
        let listed = |chosen: &[u32]| -> String {
            let names: Vec<Vec<String>> = names(chosen);
            names.iter().map(|names| names.join(" ") + "\n").collect()
        };
        let shown = match (board(&seen), board(&solution)) {
            (Some(given), Some(solution)) => [given, solution],
            _ => [listed(&given), listed(&solution)],
        };
        let state = known.as_ref().map(|known| state(known, &seen));
        let called = if clues.is_some() { "clue" } else { known.as_ref().map_or("option", Known::called) };
        let number = given.len();
        let title = match (&state, known.as_ref().and_then(Known::has_boxes)) {
            (Some(line), Some(true)) if line.len() == 81 => {
                format!("The sudoku {line}, of {} clues", seen.len())
            }
            _ => format!("{}, {number} given", about.title.as_deref().unwrap_or("An exact cover")),
        };
        let grade = Graded::new(&Question::covers(with.clone()), 1, control)?.map(|graded| graded.grade);
        let difficulty = grade.map_or_else(String::new, |grade| format!("\nDifficulty: {grade:.1}"));
        let header = format!("{title}\n{}{difficulty}", description(minimum));
        let puzzle = dlx::write(&with, &header, |_| None)?;
        let given: Vec<Vec<String>> = names(&given);
        Ok(Some(DesignedGivens {
            given: Some(given.iter().map(|names| names.join(" ")).collect()),
            state,
            clues,
            minimum,
            solutions: solutions.map(Into::into),
            solution: Some(Meaning::Cover { options: names(&solution) }),
            grade,
            puzzle: Some(puzzle),
            seconds: 0.0,
            shown: Some(shown),
            called,
        }))
    }
}

/// What a puzzle file says about what is given in it.
fn description(minimum: bool) -> String {
    let fewer = if minimum { "no fewer do" } else { "none of these can be left out" };
    format!("What is given leaves 1 solution; {fewer}.")
}

/// A placement as `--given` reads it.
fn written(laid: &Laid, problem: &Problem) -> String {
    let lattice = problem.region.lattice();
    let cells: Vec<String> = laid.cells.iter().map(|&cell| lattice.coordinates(cell).to_string()).collect();
    format!("{} on {}", problem.pieces[laid.piece].name, cells.join(" "))
}

/// What a board shows, in a line.
fn state(known: &Known, chosen: &[u32]) -> String {
    let [_, cols] = known.size();
    let cells = known.cells(chosen);
    let is_short = cells.iter().all(|cell| cell.text.chars().count() == 1);
    let row = |cells: &[Filled]| {
        let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
        texts.join(if is_short { "" } else { " " })
    };
    let rows: Vec<String> = cells.chunks(cols.max(1) as usize).map(row).collect();
    // Nothing else has 81 such characters.
    rows.join(if known.has_boxes() == Some(true) && is_short { "" } else { "/" })
}

impl Ask for DesignGivens {
    type Answer = DesignedGivens;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedGivens, Unanswered> {
        self.answer(&answered::read(about, control, listener)?, control)
    }
}

impl DesignedGivens {
    /// What is given, and the solution: placements a line each, and letters; or boards of an exact cover.
    pub fn text(&self) -> String {
        self.shown.as_ref().map_or_else(|| "no solution\n".to_owned(), |shown| shown.join("\n"))
    }

    /// What is known about them, in a sentence.
    pub fn account(&self) -> String {
        let Some(given) = &self.given else { return "there is no solution".to_owned() };
        let leave = if given.len() == 1 { " leaves" } else { "s leave" };
        let among = self.clues.map_or_else(String::new, |clues| format!(" of {clues}"));
        let of = match &self.solutions {
            Some(solutions) => format!("one of {} solutions", solutions.0),
            None => "one solution".to_owned(),
        };
        let fewer = match (self.minimum, given.len()) {
            (true, 0) => "",
            (true, _) => "; no fewer do, whatever the solution",
            (false, _) => "; none can be left out, but fewer were not looked for",
        };
        let grade = self.grade.map_or_else(String::new, |grade| format!("; grade {grade:.1}"));
        match self.clues {
            Some(clues) if clues == given.len() => {
                format!("none of the {clues} clues can be left out, but fewer were not looked for{grade}")
            }
            _ => format!("{}{among} {}{leave} {of}{fewer}{grade}", given.len(), self.called),
        }
    }
}
