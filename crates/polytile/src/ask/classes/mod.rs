//! Which tilings of a puzzle are relatives of which?
//!
//! In: what counts as a relation ([`Options`]), and perhaps one tiling, by its number or as a text. Out: a [`Report`] about all
//! tilings and the classes that they form, or the [`Family`] of the one: its class and its neighbours. Between lies what
//! pictures and graphs are made of as well: all tilings ([`Relatives`]), and what was found of them ([`Classification`]).
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question =
//!     r#"{"question": "classes", "board": "2x3", "pieces": "dominoes", "rules": "S", "of": "AAB/CCB"}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!((&answer.json()["class"], &answer.json()["members"]), (&1.into(), &vec![1, 2].into()));
//! assert!(answer.text().starts_with("tiling 1 is in class 1, of 2 tilings: 1 2\n┌───────┬───┐\n"));
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

mod family;
#[cfg(feature = "later-questions")]
mod kept;
mod relatives;
mod report;

pub use family::{Family, Laid, Moved, Relative, Shown, Way};
#[cfg(feature = "later-questions")]
pub(super) use kept::Kept;
pub use relatives::{Placed, Relatives};
pub use report::{Filled, MovedRegion, Relationships, Report, TwoPieces};

use super::compare::Agreed;
use super::options::Ask;
use super::{Listener, Unanswered, Words, answered, is_false, numbered};
use crate::classes::{self, Neighbour, Options, Relations};
use crate::format::relations::Graph;
use crate::format::subject::{Given, Tiled};
use crate::run::Control;
use crate::run::clock::{Duration, Instant};
use serde::{Deserialize, Serialize};

/// Bytes of a tiling in a list of them, besides its cells, and of a related pair.
const EACH: u64 = 512;

/// Bytes of a cell in a list of them.
const CELL: u64 = 64;

/// Which tilings are relatives?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Classes {
    /// What counts as a relation.
    #[serde(flatten)]
    pub relation: Options,
    /// Ask about the family of this tiling: a number from 1, rows of letters with `/` between them, or a text as
    /// [`tiling`](crate::format::tiling) reads it.
    #[serde(default, deserialize_with = "numbered::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<numbered::Written>"))]
    pub of: Option<Given>,
    /// Also list all tilings and all related pairs.
    #[serde(skip_serializing_if = "is_false")]
    pub graph: bool,
    /// Also list the shapes of the regions that are moved.
    #[serde(skip_serializing_if = "is_false")]
    pub shapes: bool,
    /// Find the relations by the other engine too, which has nothing in common with the first, and compare.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// What there is to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Classified {
    /// About all tilings.
    Report(Box<Report>),
    /// About one.
    Family(Family),
}

/// All tilings of a puzzle, sorted into classes.
pub struct Classification {
    /// The tilings.
    pub relatives: Relatives,
    /// How they are related.
    pub relations: Relations,
    /// The classes: what is connected by relations.
    pub classes: classes::Classes,
    /// The two engines, where the other one was asked as well and found the same.
    pub cross_check: Option<Agreed>,
    /// How long it took to find and to join the relations.
    analysed: Duration,
}

impl Classes {
    /// What there is to say.
    ///
    /// # Errors
    /// When the puzzle has no tiling, the question means nothing for it, `control` says stop, or two engines differ.
    pub fn answer(&self, tiled: &Tiled, control: &Control) -> Result<Classified, Unanswered> {
        self.of(&self.found(tiled, control)?, control)
    }

    /// All tilings and their classes.
    ///
    /// # Errors
    /// As of [`Classes::answer`].
    pub fn found(&self, tiled: &Tiled, control: &Control) -> Result<Classification, Unanswered> {
        let relatives = self.relatives(tiled, control)?;
        if let Some(given) = &self.of {
            // It is refused before anything is compared.
            relatives.placed(given)?;
        }
        self.classify(relatives, control)
    }

    /// What there is to say, of what has been found already by a question with the same relations.
    ///
    /// # Errors
    /// When the tiling that is asked about is not a tiling of the puzzle, or `control` says stop.
    pub fn of(&self, found: &Classification, control: &Control) -> Result<Classified, Unanswered> {
        if let Some(given) = &self.of {
            return Ok(Classified::Family(found.family(&found.relatives.placed(given)?, control)?));
        }
        let graph = if self.graph { Some(found.relationships(control)?) } else { None };
        let shapes = if self.shapes { Some(found.shapes(control)?) } else { None };
        Ok(Classified::Report(Box::new(Report { graph, shapes, ..found.report() })))
    }

    /// All tilings.
    ///
    /// # Errors
    /// As [`Relatives::find`].
    pub fn relatives(&self, tiled: &Tiled, control: &Control) -> Result<Relatives, Unanswered> {
        Relatives::find(tiled, &self.relation, self.cross_check, control)
    }

    /// Their classes.
    ///
    /// # Errors
    /// When the engine that is asked for cannot find relations of them, `control` says stop, or two engines differ.
    pub fn classify(&self, relatives: Relatives, control: &Control) -> Result<Classification, Unanswered> {
        let begun = Instant::now();
        let relations = relatives.relations(control)?;
        let classes = relations.classes(relatives.tilings.len(), relatives.options.rules);
        let analysed = begun.elapsed();
        let cross_check = relatives.agreed(&relations, control)?;
        Ok(Classification { relatives, relations, classes, cross_check, analysed })
    }
}

impl Ask for Classes {
    type Answer = Classified;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Classified, Unanswered> {
        self.answer(&answered::tiled(about, control, listener)?, control)
    }
}

impl Classification {
    /// All that there is to say.
    pub fn report(&self) -> Report {
        Report::new(self)
    }

    /// All tilings and all related pairs.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn relationships(&self, control: &Control) -> Result<Relationships, Unanswered> {
        let tilings = self.relatives.tilings.len() as u64;
        let cells = self.relatives.tilings.problem().region.len() as u64;
        let bytes = tilings * (2 * cells + EACH) + self.relations.links().len() as u64 * EACH;
        control.reserve(bytes, "the list of related pairs")?;
        Ok(Relationships::new(self))
    }

    /// The shapes of the regions that are moved, from small to large, and of one size the most frequent first.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn shapes(&self, control: &Control) -> Result<Vec<MovedRegion>, Unanswered> {
        let cells = self.relatives.tilings.problem().region.len() as u64;
        let bytes = self.relations.pairs().count() as u64 * (cells * CELL + EACH);
        control.reserve(bytes, "the list of moved regions")?;
        let shapes = self.relations.moved_shapes(&self.relatives.tilings);
        Ok(shapes.iter().map(|shape| MovedRegion::new(shape, &self.relatives.tilings)).collect())
    }

    /// The class of one tiling, and its neighbours.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn family(&self, placed: &Placed, control: &Control) -> Result<Family, Unanswered> {
        let neighbours = self.neighbours(&placed.placements, control)?;
        Ok(Family::new(self, placed, &neighbours))
    }

    /// The neighbours of a tiling as it lies.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn neighbours(&self, placements: &[u32], control: &Control) -> Result<Vec<Neighbour>, Unanswered> {
        Ok(self.relatives.maker(control)?.neighbours(placements, control)?)
    }

    /// The graph of the relations.
    pub fn graph(&self) -> Graph<'_> {
        Graph { tilings: &self.relatives.tilings, relations: &self.relations, classes: &self.classes }
    }

    /// One line about how it was found.
    pub fn account(&self) -> String {
        format!(
            "{} engine, search {:.3} s, analysis {:.3} s",
            self.relations.engine,
            self.relatives.searched.as_secs_f64(),
            self.analysed.as_secs_f64()
        )
    }
}

impl Classified {
    /// In words; tilings in box lines.
    pub fn text(&self) -> String {
        match self {
            Classified::Report(report) => report.text(),
            Classified::Family(family) => family.text(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Question, Unanswered};
    use crate::run::Control;
    use serde_json::json;

    fn ask(question: &str) -> Result<super::super::Answer, Unanswered> {
        question.parse::<Question>()?.ask(&Control::default(), &mut crate::ask::nobody)
    }

    #[test]
    fn a_report() {
        let question = r#"{"question": "classes", "puzzle": "pentominoes-3x20", "cross_check": true}"#;
        let report = ask(question).unwrap();
        let found = report.json();
        assert_eq!((&found["tilings"], &found["class_sizes"]), (&json!(2), &json!({"2": 1})));
        assert_eq!(found["pairs_by_any_of"]["S+P"], 1);
        assert_eq!((&found["engine"], &found["cross_check"]), (&json!("pairs"), &json!("construct")));
        let sizes = "size   classes\n   2         1\n";
        assert!(report.text().starts_with("tilings               2, up to 4 symmetries\n"));
        assert!(report.text().contains(sizes), "{}", report.text());
    }

    #[test]
    fn the_shapes_of_moved_regions() {
        let question =
            r#"{"question": "classes", "board": "4x4", "pieces": "dominoes", "graph": true, "shapes": true}"#;
        let found = ask(question).unwrap().json();
        let shapes = found["shapes"].as_array().unwrap();
        let pairs: u64 = shapes.iter().map(|shape| shape["pairs"].as_u64().unwrap()).sum();
        assert_eq!(Some(pairs), found["related_pairs"].as_u64());
        // Two dominoes on a square are the smallest set that can lie in another way.
        assert_eq!(shapes[0]["cells"], json!([[0, 0], [0, 1], [1, 0], [1, 1]]));
        assert_eq!(shapes[0]["fillings"][0]["pieces"], json!(["domino", "domino"]));
        assert!(shapes.is_sorted_by_key(|shape| shape["cells"].as_array().map(Vec::len)));
        assert!(
            ask(r#"{"question": "classes", "board": "4x4", "pieces": "dominoes"}"#)
                .unwrap()
                .json()
                .get("shapes")
                .is_none()
        );
    }

    #[test]
    fn what_is_no_question() {
        let said = |more: &str| {
            let question =
                format!(r#"{{"question": "classes", "board": "2x3", "pieces": "dominoes"{more}}}"#);
            ask(&question).unwrap_err().to_string()
        };
        insta::assert_snapshot!(
            [
                r#", "ruels": "S""#,
                r#", "rules": "S+X""#,
                r#", "max_pieces": 1"#,
                r#", "engine": "pairs""#,
                r#", "cross_check": true"#,
                r#", "remove": ["0,0"]"#,
                r#", "of": "3""#,
                r#", "of": "AAB/BCC""#,
            ]
            .map(said)
            .join("\n"),
            @r"
        unknown field `ruels`
        `rules`: there is no rule 'X'; the rules are S (symmetric subset), W (congruent swap) and P (two pieces), written as in S,W
        a relation moves at least 2 pieces
        the pairs engine cannot answer this: pairs can only be compared where no piece is used twice
        there is no second engine for this puzzle to check the first one by, because a piece may be used twice
        the puzzle has no tiling, so there is nothing to relate
        there is no tiling 3: they go from 1 to 2
        the tiling is not a tiling of the puzzle: the cells from 0,2 on do not form domino, and 1 more
        "
        );
    }

    #[test]
    fn options_are_flat() {
        let text = r#"{"board":"2x3","max_pieces":4,"of":"1","pieces":"dominoes","question":"classes","relaxed":true,"rules":"S+W"}"#;
        assert_eq!(serde_json::to_string(&text.parse::<Question>().unwrap()).unwrap(), text);
    }
}
