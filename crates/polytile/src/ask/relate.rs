//! How are two tilings related?
//!
//! In: two tilings of a puzzle, and what counts as a relation, as in [`classes`](super::classes). Out: the shortest chain of
//! transformations that turns the first into the second, each up to the symmetries of the puzzle, if there is one.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "relate", "board": "1x4", "pieces": "dominoes", "first": "AABB", "second": "1"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.text(), "both are tiling 1, up to the symmetries of the puzzle\n");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::classes::{Placed, Relative, Relatives, Shown};
use super::compare::Agreed;
use super::options::Ask;
use super::{Listener, Unanswered, Words, answered, is_false, numbered};
use crate::classes::{Engine, Neighbour, Options};
use crate::format::subject::{Given, Tiled};
use crate::plan::Plan;
use crate::run::Control;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// How are two tilings related? Each is a number from 1, rows of letters with `/` between them, or a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Relate {
    /// The one.
    #[serde(deserialize_with = "numbered::required")]
    #[cfg_attr(feature = "schema", schemars(with = "numbered::Written"))]
    pub first: Given,
    /// The other.
    #[serde(deserialize_with = "numbered::required")]
    #[cfg_attr(feature = "schema", schemars(with = "numbered::Written"))]
    pub second: Given,
    /// What counts as a relation.
    #[serde(flatten)]
    pub relation: Options,
    /// Find the relations by the other engine too, which has nothing in common with the first, and compare.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// A chain of transformations between two tilings.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Where it begins.
    pub first: Placed,
    /// The number of the tiling where it ends, from 0.
    pub last: usize,
    /// What each transformation makes: the first of the tiling as it lies, each later one of what the one before made; nothing
    /// where there is no chain.
    pub steps: Option<Vec<Neighbour>>,
    /// The two engines, where both were asked and found the same relations.
    pub cross_check: Option<Agreed>,
    /// How relations were found, and why in this way.
    pub plan: Plan<Engine>,
}

/// How two tilings are related.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Related {
    /// The number of the first, from 1.
    pub a: usize,
    /// That of the second.
    pub b: usize,
    /// Whether they are one tiling, up to the symmetries of the puzzle.
    pub same: bool,
    /// Whether a chain of transformations, or none at all, makes the one of the other.
    pub related: bool,
    /// How the first lies.
    #[serde(flatten)]
    pub shown: Shown,
    /// The transformations; none where they are one tiling, or not related.
    pub steps: Vec<Relative>,
    /// The engine that found the same relations, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

impl Relate {
    /// The shortest chain between the two.
    ///
    /// # Errors
    /// When one of them is not a tiling of the puzzle, the question means nothing for it, `control` says stop, or two engines
    /// differ.
    pub fn answer(&self, tiled: &Tiled, control: &Control) -> Result<Related, Unanswered> {
        let relatives = Relatives::find(tiled, &self.relation, self.cross_check, control)?;
        let (first, second) = (relatives.placed(&self.first)?, relatives.placed(&self.second)?);
        Ok(Chain::find(&relatives, first, &second, control)?.related(&relatives))
    }
}

impl Ask for Relate {
    type Answer = Related;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Related, Unanswered> {
        self.answer(&answered::tiled(about, control, listener)?, control)
    }
}

impl Chain {
    /// The shortest chain; of several transformations between two tilings it takes the one that moves the fewest pieces.
    ///
    /// # Errors
    /// When the engine that is asked for cannot find relations of these tilings, `control` says stop, or two engines differ.
    pub fn find(
        relatives: &Relatives,
        first: Placed,
        second: &Placed,
        control: &Control,
    ) -> Result<Self, Unanswered> {
        let (tilings, options) = (&relatives.tilings, &relatives.options);
        let relations = relatives.relations(control)?;
        let cross_check = relatives.agreed(&relations, control)?;
        let last = second.number;
        let chain = relations.chain(tilings.len(), options.rules, first.number, last);
        let plan = relations.plan;
        let Some(chain) = chain else {
            return Ok(Chain { first, last, steps: None, cross_check, plan });
        };
        let maker = relatives.maker(control)?;
        let mut at = first.placements.clone();
        let mut steps: Vec<Neighbour> = Vec::new();
        for &next in chain.iter().skip(1) {
            let neighbours = maker.neighbours(&at, control)?.into_iter();
            let moved = |neighbour: &Neighbour| neighbour.ways.iter().map(|way| way.moves.len()).min();
            let step = neighbours.filter(|neighbour| neighbour.tiling == next).min_by_key(moved);
            let Some(step) = step else {
                let differ = "two engines disagree about a relation, and one of them is wrong";
                return Err(Unanswered::Failed(differ.to_owned()));
            };
            at.clone_from(&step.placements);
            steps.push(step);
        }
        Ok(Chain { first, last, steps: Some(steps), cross_check, plan })
    }

    /// What it says.
    pub fn related(&self, relatives: &Relatives) -> Related {
        let step = |neighbour: &Neighbour| Relative::new(neighbour, &relatives.tilings);
        Related {
            a: self.first.number + 1,
            b: self.last + 1,
            same: self.first.number == self.last,
            related: self.steps.is_some(),
            shown: Shown::new(&self.first.placements, &relatives.tilings),
            steps: self.steps.iter().flatten().map(step).collect(),
            cross_check: self.cross_check,
            plan: self.plan.clone(),
        }
    }
}

impl Related {
    /// In a sentence.
    pub fn in_short(&self) -> String {
        let Related { a, b, .. } = self;
        match self.steps.len() {
            _ if !self.related => format!("tilings {a} and {b} are not related, not even by a chain"),
            0 => format!("both are tiling {a}, up to the symmetries of the puzzle"),
            1 => format!("tiling {a} becomes tiling {b} by one transformation"),
            n => format!("tiling {a} becomes tiling {b} by {n} transformations, and not by fewer"),
        }
    }

    /// The relation in words, with the tilings in box lines, where one becomes the other.
    pub fn text(&self) -> String {
        let Ok(text) = self.text_with(|shown| Ok::<_, Infallible>(shown.drawn.clone()));
        text
    }

    /// The relation in words, tilings as `draw` writes them.
    ///
    /// # Errors
    /// Those of `draw`.
    pub fn text_with<E>(&self, mut draw: impl FnMut(&Shown) -> Result<String, E>) -> Result<String, E> {
        let mut text = self.in_short() + "\n";
        if !self.steps.is_empty() {
            text += &draw(&self.shown)?;
        }
        for step in &self.steps {
            text += &step.text_with(&mut draw)?;
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Question;
    use crate::run::Control;

    #[test]
    fn one_becomes_the_other() {
        let question = r#"{"question": "relate", "board": "2x3", "pieces": "dominoes", "first": "ABC\nABC\n",
            "second": {"name": "b.txt", "text": "CAA\nCBB\n"}, "rules": "S"}"#;
        let answer =
            question.parse::<Question>().unwrap().ask(&Control::default(), &mut crate::ask::nobody).unwrap();
        let found = answer.json();
        assert_eq!((&found["a"], &found["b"], &found["related"]), (&2.into(), &1.into(), &true.into()));
        assert_eq!(found["steps"][0]["ways"][0]["rule"], "S");
        insta::assert_snapshot!(answer.text(), @r"
        tiling 2 becomes tiling 1 by one transformation
        ┌───┬───┬───┐
        │   │   │   │
        │   │   │   │
        │   │   │   │
        └───┴───┴───┘

        tiling 1, by S (domino domino turned by 90 degrees clockwise)
        ┌───────┬───┐
        │       │   │
        ├───────┤   │
        │       │   │
        └───────┴───┘
        ");
        let no_second = r#"{"question": "relate", "board": "2x3", "pieces": "dominoes", "first": "1"}"#;
        assert_eq!(no_second.parse::<Question>().unwrap_err().message, "missing field `second`");
    }
}
