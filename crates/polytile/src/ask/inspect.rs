//! What do the solutions of a puzzle say about it: what is forced, what is useless, how hard is it?
//!
//! In: a puzzle of any kind that has solutions, perhaps with conditions on them. Out: an [`Inspected`]: for every placement or
//! option the number of solutions that use it, so that those in all solutions (forced) and in none (useless) can be told; the
//! items that only one option covers; and the shape of the search tree, its nodes level by level.
//!
//! One walk through the whole tree finds all of it ([`Search::inspect`]). The tree, and with it the difficulty (the logarithm
//! of the nodes divided by the solutions and one), depends on the engine, so the engine is the same for every puzzle, lists of
//! options, unless another is asked for: only then can difficulties be compared. A cross-check finds the numbers of solutions
//! again, from a diagram of all solutions where there are no conditions, or else by another search.
//!
//! Cost: that of a search for all solutions. The list of all placements is made only if somebody reads it.

use super::compare::{Agreed, By, Unfound, others, recount};
use super::cover_heat;
use super::diagram::All;
use super::levels::plot;
use super::options::Ask;
use super::solve::Engine as Finder;
use super::subject::{Kind, Subject, option_names};
use super::{Integer, Later, Listener, Unanswered, Words, answered, is_false};
use crate::board::{Coordinates, Lattice};
use crate::draw::Heat;
use crate::exact_cover::{Encoded, ExactCover, Item, Multiplicity};
use crate::number::Count;
use crate::plan::Plan;
use crate::problem::Problem;
use crate::reason::{self, Grade, Technique};
use crate::run::{Control, Stopped};
use crate::solve::{Engine, Inspection, Options, Question, Search};
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::sync::Arc;

/// Names listed in a text; further ones are only counted.
const LISTED: usize = 12;

/// What do all solutions say about a puzzle?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question = r#"{"question": "inspect", "board": "1x2", "pieces": "dominoes"}"#.parse()?;
/// let json = question.ask(&Control::default(), &mut nobody)?.json();
/// assert_eq!(json["placements"].to_string(), r#"[{"cells":[[0,0],[0,1]],"piece":"domino","solutions":1}]"#);
/// assert_eq!(json["only_one"].to_string(), r#"["r0c0","r0c1"]"#);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Inspect {
    /// Only look at tilings in which a piece does something, as in `X touches border`; all must hold.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// Search with this engine, or else with lists of options; the tree, and so the difficulty, is that of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Find out with another engine too how many solutions there are, and how many use each option, and compare.
    #[serde(skip_serializing_if = "is_false")]
    pub cross_check: bool,
}

/// What they say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Inspected {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// What the cells of the placements are, where they are no squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lattice: Option<Lattice>,
    /// The number of solutions.
    pub solutions: Integer,
    /// Where there is none, why: in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Vec<String>>,
    /// The engine that searched.
    pub engine: Engine,
    /// The engine that found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// Nodes of its search tree.
    pub nodes: Integer,
    /// Nodes of each level, the root being the first.
    pub levels: Vec<Integer>,
    /// The logarithm to base 10 of the nodes divided by the number of solutions and one.
    pub difficulty: f64,
    /// How hard it is for somebody who reasons; nothing where there is no solution, or under
    /// conditions.
    pub grade: Option<Graded>,
    /// The items that a single option can cover, of those that must be covered.
    pub only_one: Vec<String>,
    /// The placements of a tiling, and how many solutions use each; `hole` is what stays empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placements: Option<Later<Vec<UsedPlacement>>>,
    /// The options of an exact cover, and how many solutions use each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Later<Vec<UsedOption>>>,
    /// The number of items.
    #[serde(skip)]
    pub items: usize,
    /// How many options every solution uses, and the first of them.
    #[serde(skip)]
    forced: String,
    /// What was found, by the numbers of the options.
    #[serde(skip)]
    pub found: Inspection,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<Engine>,
}

/// How hard a puzzle is for somebody who reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graded {
    /// From 1, where every step is seen at once, to 10.
    pub grade: f64,
    /// The effort until a solution is found, as estimated: about so many looks at single reasons.
    pub effort: f64,
    /// How often each technique was the hardest that a step needed, and how often one had to guess, on the way to an end, on
    /// average.
    pub techniques: Vec<Needed>,
}

/// How often a technique is needed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Needed {
    /// The technique.
    pub technique: Technique,
    /// How often, on average.
    pub times: f64,
}

impl Graded {
    /// Grades a puzzle that has `solutions`, rounded as it is shown; nothing where it has none.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn new(question: &Question, solutions: u64, control: &Control) -> Result<Option<Self>, Stopped> {
        if solutions == 0 {
            return Ok(None);
        }
        let Grade { grade, effort, techniques } = reason::grade(question, solutions, control)?;
        let needed = techniques.into_iter();
        Ok(Some(Graded {
            grade: (grade * 10.0).round() / 10.0,
            effort: effort.round(),
            techniques: needed
                .map(|(technique, times)| Needed { technique, times: (times * 10.0).round() / 10.0 })
                .collect(),
        }))
    }

    /// In one line.
    fn line(&self) -> String {
        let used = self.techniques.iter().filter(|needed| needed.times > 0.0);
        let used = used.map(|needed| format!("{} {}", needed.technique, needed.times));
        format!("{:.1} of 10 ({})", self.grade, used.collect::<Vec<_>>().join(", "))
    }
}

/// How many solutions use a placement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedPlacement {
    /// The piece.
    pub piece: String,
    /// The cells it covers, each a row and a column.
    pub cells: Vec<Coordinates>,
    /// How many solutions use it.
    pub solutions: Integer,
}

/// How many solutions use an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UsedOption {
    /// The names of its items, with their colours.
    pub items: Vec<String>,
    /// How many solutions use it.
    pub solutions: Integer,
}

impl Inspect {
    /// Goes through all solutions.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, `control` says stop before all solutions are seen, or two engines differ.
    pub fn answer(&self, subject: &Subject, control: &Control) -> Result<Inspected, Unanswered> {
        let mut inspected = self.inspect(subject, control)?;
        if self.cross_check {
            self.recount(subject, &mut inspected, control)?;
        }
        Ok(inspected)
    }

    /// Goes through them again by another engine, and puts down which: by a diagram of all solutions, unless only some of them
    /// are looked at, or else by another search.
    ///
    /// # Errors
    /// When there is no other, the two differ, or `control` says stop.
    pub fn recount(
        &self,
        subject: &Subject,
        inspected: &mut Inspected,
        control: &Control,
    ) -> Result<(), Unanswered> {
        let of = |found: &Inspection| -> (Count, Vec<Count>) {
            (found.solutions.into(), found.uses.iter().map(|&uses| uses.into()).collect())
        };
        let searched = Finder::from(inspected.engine);
        let mut others = others(Some(searched));
        // A diagram holds all solutions, whatever they are like.
        others.retain(|engine| engine.searching().is_some() || self.conditions.is_empty());
        let told = |(solutions, uses): &(Count, Vec<Count>)| {
            format!("{solutions} solutions, which use {} options together\n", uses.iter().sum::<Count>())
        };
        let first = By::new(Some(searched), of(&inspected.found));
        let question = subject.encoded(control)?;
        let agreed = recount(&first, &others, told, |engine| match engine.searching() {
            None => Ok(All::new(question.cover(), control)?.uses(control)?),
            Some(engine) => Ok(of(&self.search(subject, &question, engine, control)?.inspect(control)?)),
        })?;
        inspected.cross_check = Some(agreed);
        Ok(())
    }

    fn search(
        &self,
        subject: &Subject,
        question: &Question,
        engine: Engine,
        control: &Control,
    ) -> Result<Search, Unfound> {
        let conditions = subject.conditions(&self.conditions).map_err(Unanswered::from)?;
        let options = Options { conditions, engine: Some(engine), ..Options::default() };
        Ok(Search::new(question, &options, control)?)
    }

    /// Goes through them once, whether or not two engines are to be compared.
    ///
    /// # Errors
    /// When the question means nothing for `subject`, or `control` says stop before all solutions are seen.
    pub fn inspect(&self, subject: &Subject, control: &Control) -> Result<Inspected, Unanswered> {
        // Every option is reported, whether or not there is a solution.
        let question = subject.encoded(control)?;
        let mut search = self.search(subject, &question, self.engine.unwrap_or(Engine::Sparse), control)?;
        if self.engine.is_none() {
            "unless another is asked for, so that difficulties can be compared"
                .clone_into(&mut search.plan.reason);
        }
        let found = search.inspect(control)?;
        let uses = found.uses.clone();
        let (mut placements, mut options, mut lattice) = (None, None, None);
        match &question {
            Question::Tilings(problem, encoded) => {
                lattice = Some(problem.region.lattice()).filter(|&lattice| lattice != Lattice::Square);
                let (problem, encoded) = (Arc::clone(problem), Arc::clone(encoded));
                let used = move |(option, solutions): (u32, u64)| {
                    let (piece, cells) = laid(&problem, &encoded, option);
                    UsedPlacement { piece, cells, solutions: solutions.into() }
                };
                placements = Some(Later::new(move || (0..).zip(uses).map(used).collect()));
            }
            Question::Covers(cover) => {
                let cover = Arc::clone(cover);
                let used = move |(option, solutions): (u32, u64)| UsedOption {
                    items: option_names(&cover, option),
                    solutions: solutions.into(),
                };
                options = Some(Later::new(move || (0..).zip(uses).map(used).collect()));
            }
        }
        let forced = found.used(found.solutions.max(1), u64::MAX);
        let forced = listed(forced.iter().map(|&option| named(&question, option)));
        // Under conditions it would be a grade of something else.
        let grade = if self.conditions.is_empty() {
            Graded::new(&question, found.solutions, &control.holding(question.bytes()))?
        } else {
            None
        };
        let some = !self.conditions.is_empty();
        let why = (found.solutions == 0).then(|| match subject.contradiction(control) {
            Ok(lines) => subject.why_empty(some, lines.as_deref(), control),
            Err(_) => subject.why_empty(some, None, control),
        });
        Ok(Inspected {
            title: subject.title.clone(),
            lattice,
            solutions: found.solutions.into(),
            why,
            engine: search.engine,
            cross_check: None,
            nodes: found.nodes().into(),
            levels: found.profile.iter().map(|&nodes| nodes.into()).collect(),
            difficulty: (found.difficulty() * 1e4).round() / 1e4,
            grade,
            only_one: only_one(question.cover()).into_iter().map(str::to_owned).collect(),
            placements,
            options,
            items: question.cover().items().len(),
            forced,
            found,
            plan: search.plan,
        })
    }
}

impl Ask for Inspect {
    type Answer = Inspected;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Inspected, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control)
    }
}

/// The items that a single option can cover, of those that must be covered.
fn only_one(cover: &ExactCover) -> Vec<&str> {
    let mut options = vec![0_u32; cover.items().len()];
    for option in cover.options() {
        for entry in option {
            options[entry.item as usize] += 1;
        }
    }
    let must = |item: &Item| matches!(item.demand, Multiplicity::Primary { lo: 1.., .. });
    let items = cover.items().iter().zip(&options);
    items.filter(|&(item, &n)| n == 1 && must(item)).map(|(item, _)| item.name.as_str()).collect()
}

impl Inspected {
    /// For each piece the share of the solutions in which it covers each cell, or for whatever else stands in cells; nothing where there is no
    /// board that is known.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn heat<'a>(&self, subject: &'a Subject, control: &Control) -> Result<Option<Heat<'a>>, Unanswered> {
        let share = |uses: u64| uses as f64 / self.found.solutions.max(1) as f64;
        let of_options = || -> Vec<f64> { self.found.uses.iter().map(|&uses| share(uses)).collect() };
        let titled = |heat: Heat<'a>| match &subject.title {
            Some(title) => heat.titled(title.as_str()),
            None => heat,
        };
        let problem = match &subject.kind {
            Kind::Covers(cover) => {
                return Ok(cover_heat::of_cover(cover, &of_options(), control)?.map(titled));
            }
            Kind::Digits(mind, _) => {
                return Ok(cover_heat::of_digits(mind, &of_options(), control)?.map(titled));
            }
            Kind::Tilings(problem, _) | Kind::RuledOut(problem) => problem,
        };
        let Question::Tilings(_, encoded) = subject.encoded(control)? else { return Ok(None) };
        let mut shares = vec![vec![0.0; problem.region.len()]; problem.pieces.len()];
        for (option, &uses) in (0..).zip(&self.found.uses) {
            let placement = encoded.placement(option);
            for &cell in placement.cells {
                shares[placement.piece as usize][cell as usize] += share(uses);
            }
        }
        let mut heat = titled(Heat::shares(&problem.region, "solutions"));
        for (piece, shares) in problem.pieces.iter().zip(&mut shares) {
            // The sum of many small shares may exceed the whole by a rounding error.
            for share in shares.iter_mut() {
                *share = share.min(1.0);
            }
            let added = heat.add(piece.name.as_str(), shares);
            added.map_err(|error| Unanswered::Failed(error.to_string()))?;
        }
        Ok(Some(heat))
    }

    /// What the difficulty and the grade mean here, in sentences.
    pub fn scales(&self) -> String {
        let nodes = self.found.nodes_per_solution();
        let mut text = format!(
            "difficulty: the logarithm to base 10 of the nodes divided by the solutions and one, here {nodes:.1}; 0 is no search, and 1 more is ten times as much of it.\n"
        );
        if self.grade.is_some() {
            text.push_str(
                "grade: 1 where every step is seen at once, 4 where it takes a thousand looks more than that to a solution, 7 a hundred thousand, 10 ten million and beyond.\n",
            );
        }
        text
    }

    /// A table, and a plot of the levels.
    pub fn text(&self) -> String {
        let found = &self.found;
        let what = if self.placements.is_some() { "placements" } else { "options" };
        let total = found.uses.len();
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{key:36}{value}");
        };
        let none = found.used(0, 0);
        line("solutions", &found.solutions.to_string());
        line("items", &self.items.to_string());
        line(what, &total.to_string());
        line(&format!("items in one of the {what} only"), &listed(self.only_one.iter()));
        line(&format!("{what} in every solution"), &self.forced);
        line(&format!("{what} in no solution"), &format!("{} of {total}", none.len()));
        line(&format!("nodes of the {} search", self.engine), &found.nodes().to_string());
        line("difficulty", &format!("{:.2}", found.difficulty()));
        if let Some(grade) = &self.grade {
            line("grade", &grade.line());
        }
        text + "\n" + &plot(&found.profile)
    }
}

/// What an option is called: the piece and its cells, or its items.
fn named(question: &Question, option: u32) -> String {
    match question {
        Question::Tilings(problem, encoded) => {
            let (piece, cells) = laid(problem, encoded, option);
            let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
            format!("{piece} on {}", cells.join(" "))
        }
        Question::Covers(cover) => option_names(cover, option).join(" "),
    }
}

/// The name of the piece that an option lays, and its cells.
fn laid(problem: &Problem, encoded: &Encoded, option: u32) -> (String, Vec<Coordinates>) {
    let placement = encoded.placement(option);
    let name = problem.pieces[placement.piece as usize].name.clone();
    let lattice = problem.region.lattice();
    let cells = placement.cells.iter().map(|&cell| lattice.coordinates(encoded.cells()[cell as usize]));
    (name, cells.collect())
}

/// How many, and what the first are.
fn listed(names: impl ExactSizeIterator<Item = impl std::fmt::Display>) -> String {
    let count = names.len();
    let mut text = count.to_string();
    for (i, name) in names.take(LISTED).enumerate() {
        let separator = if i == 0 { ": " } else { ", " };
        let _ = write!(text, "{separator}{name}");
    }
    if count > LISTED { text + ", ..." } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Question;

    #[test]
    fn scales_are_explained() {
        let control = Control::default();
        let subject = Subject::new(Words::shipped("queens-8").read().unwrap().subject, &control).unwrap();
        let scales = |inspect: Inspect| inspect.inspect(&subject, &control).unwrap().scales();
        let all = scales(Inspect::default());
        assert!(all.starts_with("difficulty: the logarithm to base 10 of the nodes"), "{all}");
        assert!(all.contains("\ngrade: 1 where every step is seen at once"), "{all}");
    }

    #[test]
    fn another_engine_finds_the_same() {
        let asked = |about: &str| {
            let question = format!(r#"{{"question": "inspect", "cross_check": true, {about}}}"#);
            let answer =
                question.parse::<Question>().unwrap().ask(&Control::default(), &mut crate::ask::nobody);
            answer.map(|answer| answer.json()["cross_check"].clone())
        };
        assert_eq!(asked(r#""board": "4x4", "pieces": "dominoes""#).unwrap(), "zdd");
        let without = r#""board": "2x3", "pieces": "trominoes", "where": ["not I3 at 0,0"]"#;
        assert_eq!(asked(without).unwrap(), "bitboard");
        assert_eq!(asked(&format!(r#"{without}, "engine": "bitboard""#)).unwrap(), "sparse");
        // Neither a diagram nor a bitboard knows that one of several placements must be there.
        let with = r#""board": "4x6", "pieces": "trominoes", "where": ["I3 touches corner"]"#;
        assert!(asked(with).unwrap_err().to_string().starts_with("no second engine can answer this"));
    }

    #[test]
    fn a_difference_is_told() {
        let control = Control::default();
        let words = Words::shipped("queens-8");
        let subject = Subject::new(words.read().unwrap().subject, &control).unwrap();
        let inspect = Inspect::default();
        let mut inspected = inspect.inspect(&subject, &control).unwrap();
        inspect.recount(&subject, &mut inspected, &control).unwrap();
        inspected.found.uses[3] += 1;
        let wrong = inspect.recount(&subject, &mut inspected, &control).unwrap_err();
        assert!(matches!(wrong, Unanswered::Differ(_)), "{wrong}");
    }
}
