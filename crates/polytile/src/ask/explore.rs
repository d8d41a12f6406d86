//! How many states of a sliding-block puzzle can be reached, how far away, and what else is there to know about all of them?
//!
//! In: a puzzle. Out: the levels of its states and a position that is farthest from the start, and whatever else is
//! asked for, found one thing after the other: so whoever shows the answer can show what there is when a limit ends the
//! rest. [`ExploreOptions`] say which engine explores and what it keeps in files; a question keeps nothing.

use super::amounts::rounded;
use super::compare::{Agreed, By, others, recount};
use super::number::Integer;
use super::options::{Ask, SLIDING};
use super::{Listener, Part, Unanswered, Words, answered, is_default};
use crate::format::Further;
use crate::format::sliding::SlidingPuzzle;
use crate::format::source::Misread;
use crate::plan::Plan;
use crate::run::clock::Instant;
use crate::run::{Control, LevelsError};
use crate::sliding::explore::{ExploreEngine, ExploreOptions, components, diameter, hardest};
use crate::sliding::{Metric, Position, PuzzleError, explore};
use serde::{Deserialize, Serialize};
use std::fmt::{Display, Write as _};

/// How many states can be reached, and how far away are they?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "one for each option")]
pub struct Explore {
    /// What counts as one move.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
    /// Also print how many states there are at every distance. In JSON they are there in any case.
    #[serde(skip_serializing_if = "is_default")]
    pub histogram: bool,
    /// Also find the components of all legal placements, whether they can be reached or not.
    #[serde(skip_serializing_if = "is_default")]
    pub all_components: bool,
    /// Also find the diameter, the largest distance between two states: exactly, or else bounds.
    #[serde(skip_serializing_if = "is_default")]
    pub diameter: bool,
    /// Also find the position from which the nearest goal is farthest.
    #[serde(skip_serializing_if = "is_default")]
    pub hardest: bool,
    /// Use this engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<ExploreEngine>,
    /// Explore with the other engine too, in memory, and compare.
    #[serde(skip_serializing_if = "is_default")]
    pub cross_check: bool,
}

/// What is known about all states.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explored {
    /// What the puzzle is called.
    pub title: Option<String>,
    /// What counted as one move.
    pub metric: Metric,
    /// States that can be reached, the start included.
    pub states: Integer,
    /// The largest distance from the start.
    pub eccentricity: Integer,
    /// Pairs of states that are one move apart.
    pub edges: Integer,
    /// States with exactly one neighbour.
    pub one_neighbour: Integer,
    /// The distance of the nearest goal; none when no goal can be reached.
    pub solved_in: Option<u64>,
    /// How hard it is, from 1 to 10, by the distance of the goal, the choices on the way and the dead ends; none when no goal can be reached.
    pub grade: Option<SlideGrade>,
    /// Legal placements of the pieces, whether they can be reached or not; none when counting them would take long.
    pub legal: Option<Integer>,
    /// States at every distance from the start.
    pub depth_histogram: Vec<Integer>,
    /// One of the positions that are farthest from the start, drawn.
    pub farthest: String,
    /// The components of all legal placements, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<Components>,
    /// The diameter, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diameter: Option<Diameter>,
    /// The hardest start, where it was asked for; null when no goal can be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardest: Option<Option<Hardest>>,
    /// The engine that answered.
    pub engine: ExploreEngine,
    /// The engine that found the same, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross_check: Option<Agreed>,
    /// The time that it took, without what was found besides.
    pub seconds: f64,
    /// What was considered.
    #[serde(skip)]
    pub plan: Plan<ExploreEngine>,
    /// Whether the text has lines about every distance.
    #[serde(skip)]
    pub histogram: bool,
    /// Whether the puzzle has a goal.
    #[serde(skip)]
    pub has_goal: bool,
}

/// How hard a sliding-block puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlideGrade {
    /// From 1, where there is nothing to do, to 10.
    pub grade: f64,
    /// Moves at a state besides the one that takes the last one back, on average, and at least one.
    pub choices: f64,
    /// The share of the states that are dead ends.
    pub dead_ends: f64,
}

/// How all legal placements fall into components.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Components {
    /// How many there are.
    pub count: Integer,
    /// Legal placements.
    pub legal: Integer,
    /// How many there are of each size, the smallest first.
    pub sizes: Vec<Size>,
}

/// Components of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Size {
    /// States in each.
    pub size: Integer,
    /// How many there are.
    pub count: Integer,
}

/// Bounds of the largest distance between two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diameter {
    /// Some two states are as far apart.
    pub lower: u64,
    /// No two states are farther apart.
    pub upper: u64,
    /// Whether the bounds are equal.
    pub exact: bool,
    /// Searches that showed it.
    pub sweeps: u64,
}

/// The position from which the nearest goal is farthest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hardest {
    /// Moves to the nearest goal.
    pub distance: u64,
    /// How many states are as hard.
    pub states: Integer,
    /// Goal states that can be reached.
    pub goals: Integer,
    /// The position, drawn.
    pub position: String,
    /// The position as a value.
    #[serde(skip)]
    pub start: Position,
}

impl Explore {
    /// Explores, and finds whatever else is asked for. The listener is told what is known when a limit ends the rest.
    ///
    /// # Errors
    /// When the question means nothing for this puzzle, `control` says stop, or two engines differ.
    pub fn answer(
        &self,
        read: &SlidingPuzzle,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Box<Explored>, Unanswered> {
        self.expect_goal(read)?;
        let mut explored = Box::new(self.reached(read, &self.options(), control)?);
        if self.cross_check {
            self.recount(read, &mut explored, control)?;
        }
        match self.besides(read, &mut explored, control) {
            Ok(()) => Ok(explored),
            Err(unfound) => {
                // It is told last.
                let _ = listener(Part::Explored(explored));
                Err(unfound)
            }
        }
    }

    /// Whether the puzzle has a goal, where one is needed.
    ///
    /// # Errors
    /// When it has none.
    pub fn expect_goal(&self, read: &SlidingPuzzle) -> Result<(), Misread> {
        if self.hardest && read.puzzle.goals().is_empty() {
            let help = "draw one, goal = '''...''', or leave out --hardest";
            return Err(Misread::new("the puzzle has no goal", help));
        }
        Ok(())
    }

    /// The options of the engine, where nothing is kept in files.
    pub fn options(&self) -> ExploreOptions {
        ExploreOptions { metric: self.metric, engine: self.engine, ..ExploreOptions::default() }
    }

    /// Explores what can be reached from the start by `options`: those of the question, with a directory for levels perhaps.
    ///
    /// # Errors
    /// As [`explore`](explore::explore).
    pub fn reached(
        &self,
        read: &SlidingPuzzle,
        options: &ExploreOptions,
        control: &Control,
    ) -> Result<Explored, LevelsError> {
        let begun = Instant::now();
        let found = explore(&read.puzzle, options, control)?;
        Ok(self.told(read, found, begun))
    }

    /// What an engine that was started at `begun` has found, as the answer to this question.
    pub fn told(&self, read: &SlidingPuzzle, found: explore::Explored, begun: Instant) -> Explored {
        let puzzle = &read.puzzle;
        Explored {
            title: read.title.clone(),
            metric: found.metric,
            states: found.states.into(),
            eccentricity: found.eccentricity().into(),
            edges: found.edges.into(),
            one_neighbour: found.one_neighbour.into(),
            solved_in: found.solved_in,
            grade: SlideGrade::of(&found),
            legal: found.legal.map(|legal| Integer(legal.into())),
            depth_histogram: found.levels.iter().map(|&states| states.into()).collect(),
            farthest: puzzle.text(&found.farthest),
            components: None,
            diameter: None,
            hardest: None,
            engine: found.engine,
            cross_check: None,
            seconds: rounded(begun.elapsed()),
            plan: found.plan,
            histogram: self.histogram,
            has_goal: !puzzle.goals().is_empty(),
        }
    }

    /// Explores again by the other engine, in memory, and puts down which.
    ///
    /// # Errors
    /// When the two differ, or `control` says stop.
    pub fn recount(
        &self,
        read: &SlidingPuzzle,
        explored: &mut Explored,
        control: &Control,
    ) -> Result<(), Unanswered> {
        let first = By::new(Some(explored.engine), Numbers::of(explored));
        let agreed = recount(&first, &others(Some(explored.engine)), Numbers::text, |engine| {
            let options = ExploreOptions { engine: Some(engine), ..self.options() };
            Ok(Numbers::of(&self.reached(read, &options, control)?))
        })?;
        explored.cross_check = Some(agreed);
        Ok(())
    }

    /// Finds whatever else is asked for, in memory, and puts one thing after the other into the answer.
    ///
    /// # Errors
    /// [`Unanswered::Besides`] when `control` says stop; what was found before is in the answer.
    pub fn besides(
        &self,
        read: &SlidingPuzzle,
        explored: &mut Explored,
        control: &Control,
    ) -> Result<(), Unanswered> {
        let unfound = |option| move |why| Unanswered::Besides { option, why };
        let (puzzle, metric) = (&read.puzzle, self.metric);
        if self.all_components {
            let found = components(puzzle, control).map_err(unfound("all_components"))?;
            let size = |(&size, &count): (&u64, &u64)| Size { size: size.into(), count: count.into() };
            explored.components = Some(Components {
                count: found.count().into(),
                legal: found.legal.into(),
                sizes: found.sizes.iter().map(size).collect(),
            });
        }
        if self.diameter {
            let explore::Diameter { lower, upper, sweeps } =
                diameter(puzzle, metric, control).map_err(unfound("diameter"))?;
            explored.diameter = Some(Diameter { lower, upper, exact: lower == upper, sweeps });
        }
        if self.hardest {
            let found = hardest(puzzle, metric, control).map_err(unfound("hardest"))?;
            explored.hardest = Some(found.map(|found| Hardest {
                distance: found.distance,
                states: found.states.into(),
                goals: found.goals.into(),
                position: puzzle.text(&found.position),
                start: found.position,
            }));
        }
        Ok(())
    }
}

/// What every engine must agree on; the farthest position is not part of it, for any of those that are as far away will do.
#[derive(PartialEq)]
struct Numbers {
    levels: Vec<Integer>,
    edges: Integer,
    one_neighbour: Integer,
    solved_in: Option<u64>,
}

impl Numbers {
    fn of(explored: &Explored) -> Self {
        let Explored { depth_histogram, edges, one_neighbour, solved_in, .. } = explored;
        Numbers {
            levels: depth_histogram.clone(),
            edges: edges.clone(),
            one_neighbour: one_neighbour.clone(),
            solved_in: *solved_in,
        }
    }

    fn text(&self) -> String {
        let Numbers { levels, edges, one_neighbour, solved_in } = self;
        let levels: Vec<String> = levels.iter().map(|states| states.0.to_string()).collect();
        let goal = solved_in.map_or("no goal".to_owned(), |length| format!("solved in {length}"));
        let (levels, edges, one) = (levels.join(" "), &edges.0, &one_neighbour.0);
        format!("states by distance {levels}\nedges {edges}, one neighbour {one}, {goal}\n")
    }
}

impl Ask for Explore {
    type Answer = Box<Explored>;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Box<Explored>, Unanswered> {
        self.answer(&answered::sliding(about, control, listener)?, control, listener)
    }
}

impl SlideGrade {
    /// The grade of what was explored, rounded as it is shown.
    fn of(found: &explore::Explored) -> Option<Self> {
        let rounded = |number: f64, by: f64| (number * by).round() / by;
        let (choices, dead_ends) = (rounded(found.choices(), 100.0), rounded(found.dead_ends(), 10_000.0));
        Some(SlideGrade { grade: rounded(found.grade()?, 10.0), choices, dead_ends })
    }
}

impl Hardest {
    /// The puzzle that starts there, for a file of its own.
    ///
    /// # Errors
    /// When the pieces of `read` do not stand there, because it is another puzzle.
    pub fn puzzle(&self, read: &SlidingPuzzle, metric: Metric) -> Result<SlidingPuzzle, PuzzleError> {
        let title = read.title.as_ref();
        let title =
            title.map_or("The hardest start".to_owned(), |title| format!("{title}: the hardest start"));
        let (distance, s) = (self.distance, if self.distance == 1 { "" } else { "s" });
        let nearest = format!("{distance} {metric}{s} to the nearest goal");
        Ok(SlidingPuzzle {
            title: Some(title),
            description: Some(format!("{nearest}, and no start that it can be reached from needs more")),
            source: Some("found by `polytile slide explore --hardest`".to_owned()),
            // Its difficulty is that of another start.
            further: Further { difficulty: None, ..read.further.clone() },
            puzzle: read.puzzle.starting_at(&self.start)?,
            warnings: Vec::new(),
        })
    }
}

/// What the words of a report mean.
const MEANINGS: &[(&str, &str)] = &[
    ("states", "positions that can be reached from the start"),
    ("eccentricity", "moves from the start to the farthest of them"),
    ("edges", "pairs of positions that are one move apart"),
    ("one neighbour", "dead ends, from which only one move leads away"),
    ("legal", "ways to lay all pieces, whether they can be reached or not"),
    ("solved in", "moves from the start to the nearest goal"),
    ("components", "parts of the legal ones between which no moves lead"),
    ("diameter", "moves between the two that are farthest apart"),
    ("hardest", "moves from the hardest start to its nearest goal"),
    ("as hard", "positions that are as far from every goal"),
    ("goals", "positions that are goals"),
];

impl Explored {
    /// The report: a line for every number, and positions.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let mut line = |name: &str, value: &dyn Display| {
            let _ = writeln!(text, "{name} {value}");
        };
        line("metric", &self.metric);
        line("states", &self.states.0);
        line("eccentricity", &self.eccentricity.0);
        line("edges", &self.edges.0);
        line("one neighbour", &self.one_neighbour.0);
        if let Some(legal) = &self.legal {
            line("legal", &legal.0);
        }
        match self.solved_in {
            Some(length) => line("solved in", &length),
            None if self.has_goal => line("solved in", &"no number of moves: no goal can be reached"),
            None => {}
        }
        if let Some(SlideGrade { grade, choices, dead_ends }) = self.grade {
            let ends = dead_ends * 100.0;
            line(
                "grade",
                &format!("{grade:.1} of 10 ({choices:.2} choices at a move, {ends:.0} % dead ends)"),
            );
        }
        if let Some(components) = &self.components {
            line("components", &components.count.0);
            for Size { size, count } in components.sizes.iter().rev() {
                line("component of", &format!("{} states: {}", size.0, count.0));
            }
        }
        match &self.diameter {
            None => {}
            Some(Diameter { lower, exact: true, .. }) => line("diameter", lower),
            Some(Diameter { lower, upper, sweeps, .. }) => {
                line("diameter", &format!("at least {lower} and at most {upper}, by {sweeps} searches"));
            }
        }
        let hardest = self.hardest.iter().flatten().next();
        if let Some(hardest) = hardest {
            line("hardest", &hardest.distance);
            line("as hard", &hardest.states.0);
            line("goals", &hardest.goals.0);
        }
        if self.histogram {
            for (distance, states) in self.depth_histogram.iter().enumerate() {
                line("at", &format!("{distance} {}", states.0));
            }
        }
        text += "farthest\n";
        text += &self.farthest;
        if let Some(hardest) = hardest {
            text += "hardest\n";
            text += &hardest.position;
        }
        text
    }

    /// The report with what its words mean, for people.
    pub fn text_in_words(&self) -> String {
        let mut text = String::new();
        let mut in_numbers = true;
        for line in self.text().lines() {
            in_numbers &= line != "farthest";
            let is_number =
                |rest: &str| rest.strip_prefix(' ').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
            let meant = MEANINGS.iter().find(|(word, _)| line.strip_prefix(word).is_some_and(is_number));
            let meant = meant.filter(|_| in_numbers).map(|found| format!(": {}", found.1));
            text += line;
            text += &meant.unwrap_or_default();
            text.push('\n');
        }
        text
    }

    /// One line about how it was found.
    pub fn account(&self) -> String {
        format!("{} engine, {:.3} s", self.engine, self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::Explore;
    use crate::ask::{Answer, Question, Unanswered, nobody};
    use crate::format::sliding;
    use crate::format::subject::Words;
    use crate::run::Control;
    use crate::sliding::Metric;
    use serde_json::json;
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn asked(question: &str) -> Answer {
        let question: Question = question.parse().unwrap();
        assert_eq!(question, serde_json::to_string(&question).unwrap().parse().unwrap());
        question.ask(&Control::default(), &mut nobody).unwrap()
    }

    #[test]
    fn klotski_is_explored() {
        let answer =
            asked(r#"{"question": "explore", "puzzle": "klotski", "metric": "move", "hardest": true}"#);
        let json = answer.json();
        assert_eq!((&json["states"], &json["solved_in"]), (&json!(25_955), &json!(81)));
        assert_eq!((&json["hardest"]["distance"], json.get("diameter")), (&json!(93), None));
        let Answer::Explored(explored) = answer else { panic!("it is another answer") };
        // The hardest start is itself a puzzle, solved in as many moves.
        let (read, _) = Words::shipped("klotski").sliding().unwrap();
        let harder = explored.hardest.flatten().unwrap().puzzle(&read, Metric::Move).unwrap();
        let again = json!({ "question": "explore", "puzzle": sliding::write(&harder), "metric": "move" });
        assert_eq!(asked(&again.to_string()).json()["solved_in"], 93);
    }

    #[test]
    fn a_report_is_a_text() {
        let text = asked(
            r#"{"question": "explore", "puzzle": "A..\n\n..A\n", "histogram": true, "diameter": true,
                "all_components": true}"#,
        )
        .text();
        let lines = [
            "metric step",
            "states 3",
            "eccentricity 2",
            "edges 2",
            "one neighbour 2",
            "legal 3",
            "solved in 2",
            "grade 1.6 of 10 (1.00 choices at a move, 67 % dead ends)",
            "components 1",
            "component of 3 states: 1",
            "diameter 2",
            "at 0 1",
            "at 1 1",
            "at 2 1",
            "farthest",
            "..A",
        ];
        assert_eq!(text, lines.map(|line| format!("{line}\n")).concat());
    }

    #[test]
    fn what_was_had_is_told_when_a_limit_ends_the_rest() {
        let question = |besides: &str| -> Question {
            format!(r#"{{"question": "explore", "puzzle": "klotski", "metric": "move"{besides}}}"#)
                .parse()
                .unwrap()
        };
        let stopping = |after: u64| {
            let (stop, told) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
            let (flag, seen) = (Arc::clone(&stop), Arc::clone(&told));
            let control = Control::default().stopped_by(stop).on_progress(move |_| {
                flag.store(seen.fetch_add(1, Ordering::Relaxed) >= after, Ordering::Relaxed);
            });
            (control, told)
        };
        let (control, told) = stopping(u64::MAX);
        let alone = question("").ask(&control, &mut nobody).unwrap();
        let (control, _) = stopping(told.load(Ordering::Relaxed));
        let mut had = Vec::new();
        let stopped = question(r#", "diameter": true, "hardest": true"#).ask(&control, &mut |part| {
            had.push(part.json());
            ControlFlow::Continue(())
        });
        assert!(matches!(stopped, Err(Unanswered::Besides { option: "diameter", .. })), "{stopped:?}");
        assert_eq!(had.len(), 1);
        let mut alone = alone.json();
        alone["seconds"] = had[0]["seconds"].clone();
        assert_eq!(had[0], alone);
    }

    #[test]
    fn both_engines_find_the_same() {
        let asked = |engine: &str| {
            let small = r#""puzzle": "A..\n\n..A\n", "cross_check": true"#;
            asked(&format!(r#"{{"question": "explore", {small}, "engine": "{engine}"}}"#)).json()
        };
        let both = [&asked("sorted")["cross_check"], &asked("ranked")["cross_check"]];
        assert_eq!(both, [&json!("ranked"), &json!("sorted")]);
        let (read, _) = Words::shipped("klotski").sliding().unwrap();
        let (question, control) = (Explore::default(), Control::default());
        let mut explored = question.reached(&read, &question.options(), &control).unwrap();
        explored.edges = 1.into();
        let wrong = question.recount(&read, &mut explored, &control).unwrap_err();
        assert!(matches!(wrong, Unanswered::Differ(_)), "{wrong}");
    }

    #[test]
    fn a_line_of_rush_hour_is_a_puzzle() {
        let line = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
        let told = |puzzle: &str| {
            asked(&json!({ "question": "explore", "puzzle": puzzle, "metric": "move" }).to_string()).text()
        };
        assert_eq!(told(line), told(&format!("{line}\n")));
        let name = json!({ "question": "explore", "puzzle": &line[1..] }).to_string();
        let unknown = name.parse::<Question>().unwrap().ask(&Control::default(), &mut nobody).unwrap_err();
        assert!(unknown.to_string().starts_with("there is neither a puzzle nor a file"), "{unknown}");
    }

    #[test]
    fn without_a_goal_no_start_is_hard() {
        let question: Question =
            r#"{"question": "explore", "puzzle": "A..\n", "hardest": true}"#.parse().unwrap();
        let error = question.ask(&Control::default(), &mut nobody).unwrap_err();
        assert_eq!(error.to_string(), "the puzzle has no goal");
    }
}
