//! Which placements to give, so that one solution is left?
//!
//! In: a puzzle, and whether a set of which none can be left out is enough. Out: as few placements as can be, if all solutions can be
//! listed, with the solution that they leave and the puzzle file; or such of which none can be left out. See
//! [`crate::design::givens`].

use super::{board_of, file};
use crate::ask::amounts::rounded;
use crate::ask::inspect::Graded;
use crate::ask::named::Named;
use crate::ask::number::Integer;
use crate::ask::options::Ask;
use crate::ask::{Listener, Unanswered, Words, answered, is_false};
use crate::design::givens::fewest;
use crate::exact_cover::Encoded;
use crate::format::subject::Tiled;
use crate::format::tiling::to_letters;
use crate::problem::{Laid, Problem};
use crate::run::Control;
use crate::run::clock::Instant;
use crate::solve::Question;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which placements to give, so that one solution is left?
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

/// Placements that leave one solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedGivens {
    /// The placements, as they are given: `X on 0,1 1,0 1,1 1,2 2,1`; nothing where there is no solution. None can be left out.
    pub given: Option<Vec<String>>,
    /// Whether it is proved that no fewer placements leave one solution, whatever the solution.
    pub minimum: bool,
    /// How many solutions there are without them, where all were listed.
    pub solutions: Option<Integer>,
    /// The solution that they leave.
    pub solution: Option<Named>,
    /// How hard the rest is, from 1 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grade: Option<f64>,
    /// The puzzle file.
    pub puzzle: Option<String>,
    /// The time that it took.
    pub seconds: f64,
}

impl DesignGivens {
    /// Looks for placements.
    ///
    /// # Errors
    /// When the rules mean nothing on the board, or `control` says stop.
    pub fn answer(self, tiled: &Tiled, control: &Control) -> Result<DesignedGivens, Unanswered> {
        let begun = Instant::now();
        let problem = &tiled.problem;
        let Some(found) = fewest(problem, self.minimal, control)? else {
            return Ok(DesignedGivens {
                given: None,
                minimum: false,
                solutions: Some(0.into()),
                solution: None,
                grade: None,
                puzzle: None,
                seconds: rounded(begun.elapsed()),
            });
        };
        let number = found.given.len();
        let given = found.given.iter().map(|laid| written(laid, problem)).collect();
        let title = format!("{}, {number} given", board_of(&tiled.about, problem));
        let with = problem.clone().with_given(found.given).map_err(|e| Unanswered::Failed(e.to_string()))?;
        let fewer = if found.minimum { "no fewer do" } else { "none of these can be left out" };
        let description = format!("What is given leaves 1 solution; {fewer}.");
        let question = Question::tilings(with.clone(), Encoded::new(&with, control)?);
        let grade = Graded::new(&question, 1, control)?.map(|graded| graded.grade);
        let mut about = tiled.about.clone();
        about.further.difficulty = grade.map(|grade| format!("{grade:.1}"));
        let puzzle = file(with.clone(), title, description, &about)?;
        Ok(DesignedGivens {
            given: Some(given),
            minimum: found.minimum,
            solutions: found.solutions.map(Into::into),
            solution: Some(Named { tiling: found.solution, problem: Arc::new(with) }),
            grade,
            puzzle: Some(puzzle),
            seconds: rounded(begun.elapsed()),
        })
    }
}

/// A placement as `--given` reads it.
fn written(laid: &Laid, problem: &Problem) -> String {
    let lattice = problem.region.lattice();
    let cells: Vec<String> = laid.cells.iter().map(|&cell| lattice.coordinates(cell).to_string()).collect();
    format!("{} on {}", problem.pieces[laid.piece].name, cells.join(" "))
}

impl Ask for DesignGivens {
    type Answer = DesignedGivens;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedGivens, Unanswered> {
        self.answer(&answered::tiled(about, control, listener)?, control)
    }
}

impl DesignedGivens {
    /// A line for each placement, and the solution in letters.
    pub fn text(&self) -> String {
        let (Some(given), Some(solution)) = (&self.given, &self.solution) else {
            return "no solution\n".to_owned();
        };
        format!("{}\n\n{}", given.join("\n"), to_letters(&solution.tiling, &solution.problem))
    }

    /// What is known about them, in a sentence.
    pub fn account(&self) -> String {
        let Some(given) = &self.given else { return "there is no solution".to_owned() };
        let leave = if given.len() == 1 { "placement leaves" } else { "placements leave" };
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
        format!("{} {leave} {of}{fewer}{grade}", given.len())
    }
}
