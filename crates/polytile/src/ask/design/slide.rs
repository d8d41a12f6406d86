//! Which starts of sliding-block puzzles are the hardest, for each number of pieces?
//!
//! In: a sliding-block puzzle, of which pieces may be left out that no goal names, or a board for cars; from how many pieces on, and up to
//! how many; perhaps more walls, and any goal. Out: for each number of pieces, as a [`Part`], a start that needs as many moves as any of any such set, whether each
//! of its pieces is needed for that, and the puzzle file. What is known of a row before it is complete is handed over too, now and
//! then and when a limit ends it, and can be given back to [`DesignSlide::resume`]. See [`crate::design::slides`].

use crate::ask::amounts::rounded;
use crate::ask::number;
#[cfg(feature = "schema")]
use crate::ask::number::Integer;
use crate::ask::options::{Ask, SLIDING};
use crate::ask::{Listener, Part, Unanswered, Words, answered, is_default, is_false, misused};
use crate::board::Lattice;
use crate::choice::Choice;
use crate::design::slides::{HardestStart, Row, SIDES, Sets, table};
use crate::format::sliding::{SlidingPuzzle, parse, write};
use crate::format::source::Source;
use crate::format::{FormatError, Further, board};
use crate::run::Control;
use crate::run::clock::Instant;
use crate::sliding::{Metric, Puzzle};
use serde::{Deserialize, Serialize};

/// Which starts of sliding-block puzzles are the hardest, for each number of pieces?
///
/// ```
/// use polytile::ask::{Question, nobody};
/// use polytile::run::Control;
/// let question: Question =
///     r#"{"question": "design_slide", "cars": "4x4", "metric": "slide", "to": 5}"#.parse()?;
/// let answer = question.ask(&Control::default(), &mut nobody)?;
/// assert_eq!(answer.json()["moves"], 6);
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DesignSlide {
    /// Instead of a puzzle: cars of two and three cells on a board of this size, such as `6x6`; A is to get out at the right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cars: Option<String>,
    /// Walls on so many more cells, wherever no goal needs them.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub walls: Option<u64>,
    /// Not only the goal that is drawn, but every place that it shifts to; of cars, every row to get out of.
    #[serde(skip_serializing_if = "is_false")]
    pub any_goal: bool,
    /// What counts as one move.
    #[serde(skip_serializing_if = "is_default")]
    pub metric: Metric,
    /// Only sets of at least so many pieces.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub from: Option<u64>,
    /// Only sets of at most so many pieces.
    #[serde(default, with = "number::word::option", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Integer>"))]
    pub to: Option<u64>,
}

/// The hardest start of all sets of so many pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DesignedSlide {
    /// The number of pieces.
    pub pieces: u64,
    /// Sets of pieces that were looked at.
    pub sets: u64,
    /// Sets of pieces that there are.
    pub of: u64,
    /// Those of them that can be solved from some start.
    pub solvable: u64,
    /// Whether all sets were looked at.
    pub complete: bool,
    /// What was found; nothing where no set can be solved.
    pub hardest: Option<DesignedStart>,
    /// Of a row that is not complete: the numbers of the sets that have a start as hard.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tied: Vec<u64>,
}

/// A start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DesignedStart {
    /// Moves to the nearest goal.
    pub moves: u64,
    /// How many starts of these sets need as many.
    pub starts: u64,
    /// Whether it would be easier without any of its pieces that no goal names; false where that is so of no start that needs as many moves;
    /// nothing before all sets were looked at.
    pub minimal: Option<bool>,
    /// How hard it is for a person, from 1 to 10; nothing before all sets were looked at.
    pub grade: Option<f64>,
    /// The start, drawn.
    pub position: String,
    /// The puzzle file.
    pub puzzle: String,
}

/// How much was looked through.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedSlides {
    /// Sets of pieces.
    pub sets: u64,
    /// Those of them that can be solved from some start.
    pub solvable: u64,
    /// The moves that the hardest start needs; nothing where no set can be solved.
    pub moves: Option<u64>,
    /// The fewest pieces of a start that needs as many.
    pub pieces: Option<u64>,
    /// Whether all sets were seen.
    pub complete: bool,
    /// The time that it took.
    pub seconds: f64,
    /// What counted as one move.
    #[serde(skip)]
    pub metric: Metric,
}

impl DesignSlide {
    /// The sets that the question is about: those of cars, or of `read`.
    ///
    /// # Errors
    /// When the size is none, or the puzzle has no goal.
    fn sets(&self, read: Option<&SlidingPuzzle>, control: &Control) -> Result<Sets, Unanswered> {
        let sets = self.with_this_goal(read)?;
        let sets = if self.any_goal { sets.with_any_goal() } else { sets };
        let walls = self.walls.map_or(0, |walls| usize::try_from(walls).unwrap_or(usize::MAX));
        if walls == 0 { Ok(sets) } else { Ok(sets.with_walls(walls, control)?) }
    }

    /// The sets with the goal that is drawn, and no more walls.
    fn with_this_goal(&self, read: Option<&SlidingPuzzle>) -> Result<Sets, Unanswered> {
        let Some(read) = read else {
            let cars = self.cars.as_deref().unwrap_or_default();
            return cars_on(cars).map_err(|e| Source::new("the board for cars", cars).misread(e).into());
        };
        if read.puzzle.goals().iter().all(|goal| goal.places.is_empty()) {
            return Err(misused("the puzzle has no goal", "draw one, goal = '''...'''"));
        }
        let lattice = read.puzzle.lattice();
        if lattice != Lattice::Square {
            let message = format!(
                "the hardest starts are looked for on boards of squares, and these are {}",
                lattice.meaning().to_lowercase()
            );
            return Err(misused(
                message,
                "`polytile slide explore PUZZLE --hardest FILE` finds the hardest start with all its pieces",
            ));
        }
        Ok(Sets::of(&read.puzzle))
    }

    /// Looks through all sets, of cars or of `read`, after those of the rows in `known`, and hands every row to the listener.
    ///
    /// # Errors
    /// When there are no sets, or `control` says stop; the listener has got what is known.
    pub fn resume(
        &self,
        read: Option<&SlidingPuzzle>,
        known: &[DesignedSlide],
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedSlides, Unanswered> {
        let begun = Instant::now();
        let sets = self.sets(read, control)?;
        let title = match read {
            Some(read) => read.title.clone().unwrap_or_else(|| "Sliding blocks".to_owned()),
            None => format!("Cars on {}", self.cars.as_deref().unwrap_or_default()),
        };
        let (least, most) = sets.numbers();
        let number =
            |asked: Option<u64>, default| asked.map_or(default, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let (from, to) = (number(self.from, least).max(least), number(self.to, most).min(most));
        if most == 0 {
            return Err(misused(
                "there is no board with so many walls on which a goal can be reached",
                "ask for fewer",
            ));
        }
        if from > to {
            return Err(misused(
                "there are no sets with so many pieces",
                format!("sets have from {least} to {most} pieces"),
            ));
        }
        let mut rows = known.iter().map(row).collect::<Result<Vec<Row>, FormatError>>()?;
        let metric = self.metric;
        let ended = table(&sets, from..=to, metric, &mut rows, control, &mut |row| {
            listener(Part::DesignedSlide(Box::new(designed(row, &title, metric))))
        });
        if let (Err(_), Some(row)) = (&ended, rows.last()) {
            // It is told last.
            let _ = listener(Part::DesignedSlide(Box::new(designed(row, &title, metric))));
        }
        let complete = ended?.is_continue();
        let moves = rows.iter().filter_map(|row| Some(row.hardest.as_ref()?.moves)).max();
        let hardest = |row: &&Row| row.hardest.as_ref().is_some_and(|hardest| Some(hardest.moves) == moves);
        Ok(DesignedSlides {
            sets: rows.iter().map(|row| row.sets).sum(),
            solvable: rows.iter().map(|row| row.solvable).sum(),
            moves,
            pieces: rows.iter().find(hardest).map(|row| row.pieces as u64),
            complete,
            seconds: rounded(begun.elapsed()),
            metric,
        })
    }
}

/// The sets of cars on a board of this size.
fn cars_on(size: &str) -> Result<Sets, FormatError> {
    let (rows, cols) = board::size(size)?;
    let side = |n: u64| u32::try_from(n).ok().filter(|n| SIDES.contains(n));
    let (least, most) = (SIDES.start(), SIDES.end());
    let (Some(rows), Some(cols)) = (side(rows), side(cols)) else {
        let error = FormatError::new(format!("cars are not looked for on a board of {rows}x{cols}"));
        return Err(error.with_help(format!("take sides from {least} to {most}")).at(0..size.len()));
    };
    Sets::of_cars(rows, cols).map_err(|e| FormatError::new(e.to_string()))
}

/// A row as it is handed over.
fn designed(row: &Row, title: &str, metric: Metric) -> DesignedSlide {
    let start = |hardest: &HardestStart| {
        let HardestStart { puzzle, moves, starts, minimal, grade } = hardest;
        let grade = grade.map(|grade| (grade * 10.0).round() / 10.0);
        let difficulty = grade.map(|grade| format!("{grade:.1}"));
        let (s, t) = (if *moves == 1 { "" } else { "s" }, if row.pieces == 1 { "" } else { "s" });
        let needed = match minimal {
            Some(true) => "; no piece can be left out without making it easier",
            _ => "",
        };
        let written = |puzzle: &Puzzle| {
            write(&SlidingPuzzle {
                title: Some(format!("{title}: the hardest start of {} piece{t}", row.pieces)),
                description: Some(format!("{moves} {metric}{s} to the nearest goal{needed}.")),
                source: Some("found by `polytile design slide`".to_owned()),
                further: Further { difficulty: difficulty.clone(), ..Further::default() },
                puzzle: puzzle.clone(),
                warnings: Vec::new(),
            })
        };
        // What is read has its pieces in the order in which they are drawn: so a row that was read is written as it was.
        let text = written(puzzle);
        let text = parse(&text).map_or(text, |read| written(&read.puzzle));
        DesignedStart {
            moves: *moves,
            starts: *starts,
            minimal: *minimal,
            grade,
            position: puzzle.text(&puzzle.start()),
            puzzle: text,
        }
    };
    DesignedSlide {
        pieces: row.pieces as u64,
        sets: row.sets,
        of: row.all,
        solvable: row.solvable,
        complete: row.complete,
        hardest: row.hardest.as_ref().map(start),
        tied: row.tied.clone(),
    }
}

/// A row that was handed over.
fn row(designed: &DesignedSlide) -> Result<Row, FormatError> {
    let start = |hardest: &DesignedStart| {
        let DesignedStart { moves, starts, minimal, grade, puzzle, .. } = hardest;
        let puzzle = parse(puzzle)?.puzzle;
        Ok(HardestStart { puzzle, moves: *moves, starts: *starts, minimal: *minimal, grade: *grade })
    };
    Ok(Row {
        pieces: usize::try_from(designed.pieces).unwrap_or(usize::MAX),
        sets: designed.sets,
        all: designed.of,
        tied: designed.tied.clone(),
        solvable: designed.solvable,
        hardest: designed.hardest.as_ref().map(start).transpose()?,
        complete: designed.complete,
    })
}

impl Ask for DesignSlide {
    type Answer = DesignedSlides;

    const WORDS: &'static [&'static str] = SLIDING;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<DesignedSlides, Unanswered> {
        if self.cars.is_some() {
            if about.puzzle.is_some() {
                return Err(misused(
                    "cars and a puzzle do not go together",
                    "leave one of them out: cars have a board of their own",
                ));
            }
            return self.resume(None, &[], control, listener);
        }
        let read = answered::sliding(about, control, listener)?;
        self.resume(Some(&read), &[], control, listener)
    }
}

impl DesignedSlide {
    /// What is known, and the start.
    pub fn text(&self) -> String {
        let DesignedSlide { pieces, sets, of, solvable, complete, hardest, .. } = self;
        let (s, t) = (if *pieces == 1 { "" } else { "s" }, if *of == 1 { "" } else { "s" });
        let sets = if *complete {
            sets.to_string()
        } else {
            format!("{sets} ({:.2} %) of {of}", 100.0 * *sets as f64 / (*of).max(1) as f64)
        };
        let of = format!("{pieces} piece{s}, {sets} set{t}, {solvable} solvable");
        let Some(DesignedStart { moves, starts, minimal, grade, position, .. }) = hardest else {
            return format!("{of}\n\n");
        };
        let (s, t) = (if *moves == 1 { "" } else { "s" }, if *starts == 1 { "" } else { "s" });
        let minimal = match minimal {
            Some(true) => "; every piece is needed",
            Some(false) => "; a piece can be left out of each",
            None => "",
        };
        let grade = grade.map_or_else(String::new, |grade| format!(", grade {grade:.1}"));
        format!("{of}: {moves} move{s}, from {starts} start{t}{grade}{minimal}\n{position}\n")
    }
}

impl DesignedSlides {
    /// How much was looked through, in a sentence.
    pub fn text(&self) -> String {
        let DesignedSlides { sets, solvable, moves, pieces, metric, .. } = self;
        let all = if self.complete { "all were seen" } else { "others were not asked for" };
        let hardest = match (moves, pieces) {
            (Some(moves), Some(pieces)) => {
                let (s, t) = (if *moves == 1 { "" } else { "s" }, if *pieces == 1 { "" } else { "s" });
                format!("the hardest start needs {moves} {metric}{s}, with {pieces} piece{t}")
            }
            _ => "none can be solved".to_owned(),
        };
        let s = if *sets == 1 { "" } else { "s" };
        format!("{hardest}; of {sets} set{s} of pieces {solvable} can be solved from some start, and {all}\n")
    }
}
