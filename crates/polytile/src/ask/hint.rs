//! What to lay next, once some pieces lie, and why.
//!
//! In: a puzzle and the placements so far. Out: a placement that leads to a solution, with the reason that a person would see
//! soonest: a cell that only one placement covers, a piece with only one place, a cell with few choices. Where nothing leads
//! to a solution, what is wrong (a cell that nothing covers, an area that no pieces fill, a piece without a place) and how
//! many of the last pieces to take back. Cost: a search for one solution, and one for each piece to be taken back.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let question: Question = r#"{"question": "hint", "board": "2x3", "pieces": "0..2:L3,0..2:I3",
//!     "placed": [{"piece": "L3", "cells": [[0,0],[0,1],[1,0]]}]}"#.parse()?;
//! let answer = question.ask(&Control::default(), &mut nobody)?;
//! assert_eq!(answer.text(), "Lay L3 on 0,2 1,1 1,2: nothing else can cover the cell 0,2.\n");
//! # Ok::<(), polytile::ask::Unanswered>(())
//! ```

use super::options::Ask;
use super::subject::Subject;
use super::{Listener, Unanswered, Words, answered, misused};
use crate::board::{Cell, Coordinates};
use crate::condition::{Condition, Relation};
use crate::exact_cover::Encoded;
use crate::format::condition::piece_called;
use crate::pieces::Piece;
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use crate::solve::{Options, Question, Reply, Search};
use crate::sums::Sums;
use serde::{Deserialize, Serialize};

/// What the memory of the placements is for, in a message.
const WHAT: &str = "the placements that are left";

/// Why nothing can be laid: the cells it is about, and the same in a sentence.
type Obstacle = (Reason, Vec<Coordinates>, String);

/// What to lay next?
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Hint {
    /// The pieces that lie, in the order in which they were laid.
    pub placed: Vec<Lying>,
}

/// A piece where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Lying {
    /// Its name.
    pub piece: String,
    /// Row and column of each of its cells.
    pub cells: Vec<Coordinates>,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hinted {
    /// Lay this; nothing where no solution is left, or all is covered.
    pub lay: Option<Lying>,
    /// Take back so many of the last pieces; none where a solution is left, all where the puzzle has none.
    pub take_back: usize,
    /// Why.
    pub reason: Reason,
    /// The cells that the reason is about.
    pub cells: Vec<Coordinates>,
    /// What to do and why, in words.
    pub sentence: String,
}

/// Why something is to be laid, or taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// All is covered.
    Done,
    /// A cell can be covered in one way only.
    OnlyWay,
    /// A piece has one place only.
    OnlyPlace,
    /// A cell can be covered in few ways; of these one that leads to a solution.
    FewWays,
    /// Nothing covers a cell.
    DeadCell,
    /// No pieces fill an area.
    DeadArea,
    /// A piece that must be laid has no place.
    NoPlace,
    /// Only a search shows that there is no solution.
    NoSolution,
}

/// What is left when some pieces lie.
struct Left<'a> {
    problem: &'a Problem,
    encoded: &'a Encoded,
    /// Whether each cell is free.
    free: Vec<bool>,
    /// How many copies of each piece lie.
    used: Vec<u32>,
    /// The options that can still be chosen.
    open: Vec<u32>,
    /// In how many ways each cell can be covered.
    ways: Vec<u32>,
    /// In how many ways each piece can still be laid, and the first of them.
    places: Vec<(u32, Option<u32>)>,
}

impl Hint {
    /// What to do.
    ///
    /// # Errors
    /// When `subject` is no puzzle of tiling, the pieces do not lie as they may, or `control` says stop.
    pub fn answer(&self, subject: &Subject, control: &Control) -> Result<Hinted, Unanswered> {
        // What is wrong is shown on the board, even if areas say at once that there is no solution.
        let question = subject.encoded(control)?;
        let Question::Tilings(problem, encoded) = &question else {
            return Err(misused("hints are for boards and pieces", "ask for the solutions instead"));
        };
        let beside = control.holding(question.bytes());
        let options = self.options(problem, encoded, &beside)?;
        let left = Left::new(problem, encoded, &options, &beside)?;
        let beside = control.holding(left.bytes());
        let solution = |placed: usize| first_solution(encoded, &question, &options[..placed], &beside);
        if let Some(dead) = left.dead(&beside)? {
            return self.taken_back(dead, solution);
        }
        if let Some(solution) = solution(options.len())? {
            return left.next(&solution, &beside);
        }
        let sentence = "However the rest is laid, it does not come out.".to_owned();
        self.taken_back((Reason::NoSolution, Vec::new(), sentence), solution)
    }

    /// The options that were chosen.
    fn options(
        &self,
        problem: &Problem,
        encoded: &Encoded,
        control: &Control,
    ) -> Result<Vec<u32>, Unanswered> {
        let pulse = Pulse::preparing(control);
        let lattice = problem.region.lattice();
        let mut options = Vec::new();
        let (mut covered, mut used) = (vec![false; problem.region.len()], vec![0_u32; problem.pieces.len()]);
        for Lying { piece, cells } in &self.placed {
            let wrong = |what: &str| {
                let cells = words(cells);
                misused(format!("{piece} on {cells} {what}"), "lay each piece on free cells, as it may lie")
            };
            let cells = cells.iter().map(|cell| problem.region.index(lattice.cell_at(cell)?));
            let mut cells: Vec<u32> =
                cells.collect::<Option<_>>().ok_or_else(|| wrong("leaves the board"))?;
            cells.sort_unstable();
            let number = piece_called(problem, piece)?;
            let mut found = None;
            for option in 0..encoded.cover().option_count() as u32 {
                pulse.beat()?;
                let placement = encoded.placement(option);
                if placement.cells == cells && placement.piece as usize == number {
                    found = Some(option);
                    break;
                }
            }
            let option = found.ok_or_else(|| wrong("is no placement of this puzzle"))?;
            if cells.iter().any(|&cell| std::mem::replace(&mut covered[cell as usize], true)) {
                return Err(wrong("lies on another piece"));
            }
            used[number] += 1;
            if problem.pieces[number].copies.max().is_some_and(|max| used[number] > max) {
                return Err(wrong("is one copy too many"));
            }
            options.push(option);
        }
        Ok(options)
    }

    /// The answer where something is wrong: with one piece less after the other, until there is a solution.
    fn taken_back(
        &self,
        (reason, cells, sentence): Obstacle,
        solution: impl Fn(usize) -> Result<Option<Vec<u32>>, Unanswered>,
    ) -> Result<Hinted, Unanswered> {
        let all = self.placed.len();
        let mut take_back = 1.min(all);
        while take_back < all && solution(all - take_back)?.is_none() {
            take_back += 1;
        }
        let advice = match take_back {
            0 => " The puzzle has no solution.".to_owned(),
            1 => " Take the last piece back.".to_owned(),
            _ if take_back == all => " Take all pieces back.".to_owned(),
            _ => format!(" Take the last {take_back} pieces back."),
        };
        Ok(Hinted { lay: None, take_back, reason, cells, sentence: sentence + &advice })
    }
}

impl Ask for Hint {
    type Answer = Hinted;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Hinted, Unanswered> {
        self.answer(&answered::subject(about, control, listener)?, control)
    }
}

/// A solution that has these options among others.
fn first_solution(
    encoded: &Encoded,
    question: &Question,
    placed: &[u32],
    control: &Control,
) -> Result<Option<Vec<u32>>, Unanswered> {
    let mut conditions = Vec::new();
    for &option in placed {
        let mut cells: Vec<Cell> =
            encoded.placement(option).cells.iter().map(|&cell| encoded.cells()[cell as usize]).collect();
        cells.sort_unstable();
        let piece = encoded.placement(option).piece as usize;
        conditions.push(Condition { piece, relation: Relation::LiesOn(cells), negated: false });
    }
    let search = Search::new(question, &Options { conditions, ..Options::default() }, control)?;
    let mut found = None;
    let report = search.list(search.beginning(), None, control, &mut |chosen| {
        found = Some(chosen.to_vec());
        Reply::Enough
    })?;
    match report.stopped {
        Some(stopped) if found.is_none() => Err(stopped.into()),
        _ => Ok(found),
    }
}

impl<'a> Left<'a> {
    fn new(
        problem: &'a Problem,
        encoded: &'a Encoded,
        placed: &[u32],
        control: &Control,
    ) -> Result<Self, Unanswered> {
        let pulse = Pulse::preparing(control);
        let (mut free, mut used) = (vec![true; problem.region.len()], vec![0_u32; problem.pieces.len()]);
        for &option in placed {
            let placement = encoded.placement(option);
            used[placement.piece as usize] += 1;
            placement.cells.iter().for_each(|&cell| free[cell as usize] = false);
        }
        let count = encoded.cover().option_count();
        control.reserve(4 * count as u64, WHAT)?;
        let mut open = room::list(count, WHAT)?;
        let (mut ways, mut places) = (vec![0; free.len()], vec![(0, None); used.len()]);
        for option in 0..count as u32 {
            let placement = encoded.placement(option);
            pulse.beats(placement.cells.len() as u64)?;
            let piece = placement.piece as usize;
            let more = problem.pieces[piece].copies.max().is_none_or(|max| used[piece] < max);
            if more && placement.cells.iter().all(|&cell| free[cell as usize]) {
                open.push(option);
                placement.cells.iter().for_each(|&cell| ways[cell as usize] += 1);
                let (places, first) = &mut places[piece];
                *places += 1;
                first.get_or_insert(option);
            }
        }
        Ok(Left { problem, encoded, free, used, open, ways, places })
    }

    /// Bytes that it takes.
    fn bytes(&self) -> u64 {
        (size_of_val(&*self.open) + size_of_val(&*self.ways)) as u64
    }

    /// What rules out every solution, if that can be seen.
    fn dead(&self, control: &Control) -> Result<Option<Obstacle>, Unanswered> {
        if let Some(cell) = (0..self.free.len()).find(|&cell| self.free[cell] && self.ways[cell] == 0) {
            let at = self.cells(&[cell as u32]);
            let sentence = format!("Nothing that is left covers the cell {}.", words(&at));
            return Ok(Some((Reason::DeadCell, at, sentence)));
        }
        let rest =
            |(piece, used): (&Piece, &u32)| (piece.size(), 0, piece.copies.max().map(|max| max - used));
        let sizes = self.problem.pieces.iter().zip(&self.used).map(rest);
        let sums = Sums::new(sizes, self.free.len(), control)?;
        let (part, count) = self.problem.region.parts(|cell| self.free[cell as usize], control)?;
        let mut sizes = vec![0; count as usize];
        part.iter().flatten().for_each(|&part| sizes[part as usize] += 1);
        if let Some(dead) = sizes.iter().position(|&size| !sums.may_be(size)) {
            let area: Vec<u32> = (0..)
                .zip(&part)
                .filter(|(_, part)| **part == Some(dead as u32))
                .map(|(cell, _)| cell)
                .collect();
            let s = if area.len() == 1 { "" } else { "s" };
            let sentence = format!("No pieces that are left fill an area of {} cell{s}.", area.len());
            return Ok(Some((Reason::DeadArea, self.cells(&area), sentence)));
        }
        let missing = (0..self.problem.pieces.len()).find(|&piece| {
            self.used[piece] < self.problem.pieces[piece].copies.min() && self.places[piece].0 == 0
        });
        Ok(missing.map(|piece| {
            let name = &self.problem.pieces[piece].name;
            (Reason::NoPlace, Vec::new(), format!("There is no place left for {name}."))
        }))
    }

    /// What to lay, which is in `solution`.
    fn next(&self, solution: &[u32], control: &Control) -> Result<Hinted, Unanswered> {
        // What stays empty in this solution is not to be covered.
        let is_hole = |option: u32| self.problem.pieces[self.encoded.placement(option).piece as usize].hole;
        let mut empty = vec![false; self.free.len()];
        for &option in solution.iter().filter(|&&option| is_hole(option)) {
            self.encoded.placement(option).cells.iter().for_each(|&cell| empty[cell as usize] = true);
        }
        let free = (0..self.free.len()).filter(|&cell| self.free[cell] && !empty[cell]);
        let Some(cell) = free.min_by_key(|&cell| self.ways[cell]) else {
            let s = if empty.contains(&true) { " that must be" } else { "" };
            let sentence = format!("All is covered{s}.");
            return Ok(Hinted { lay: None, take_back: 0, reason: Reason::Done, cells: Vec::new(), sentence });
        };
        let single = (0..self.problem.pieces.len()).find_map(|piece| {
            let Piece { copies, hole, .. } = &self.problem.pieces[piece];
            let needed = self.used[piece] < copies.min() && !hole;
            let (places, first) = self.places[piece];
            first.filter(|_| needed && places == 1)
        });
        let pulse = Pulse::preparing(control);
        let covering = |options: &[u32]| -> Result<Option<u32>, Stopped> {
            for &option in options {
                let cells = self.encoded.placement(option).cells;
                pulse.beats(cells.len() as u64)?;
                if cells.contains(&(cell as u32)) {
                    return Ok(Some(option));
                }
            }
            Ok(None)
        };
        let at = self.cells(&[cell as u32]);
        let (option, reason, cells) = match (self.ways[cell], single) {
            (1, _) => (covering(&self.open)?, Reason::OnlyWay, at),
            (_, Some(option)) => (Some(option), Reason::OnlyPlace, self.covered(option)),
            _ => (covering(solution)?, Reason::FewWays, at),
        };
        // A solution covers every cell.
        let lay = option.map(|option| Lying {
            piece: self.problem.pieces[self.encoded.placement(option).piece as usize].name.clone(),
            cells: self.covered(option),
        });
        let what = lay.as_ref().map(|Lying { piece, cells }| format!("Lay {piece} on {}", words(cells)));
        let why = match reason {
            Reason::OnlyWay => format!("nothing else can cover the cell {}", words(&cells)),
            Reason::OnlyPlace => "it has no other place".to_owned(),
            _ => format!(
                "the cell {} can be covered in {} ways, and this one leads to a solution",
                words(&cells),
                self.ways[cell]
            ),
        };
        let sentence = format!("{}: {why}.", what.unwrap_or_default());
        Ok(Hinted { lay, take_back: 0, reason, cells, sentence })
    }

    fn covered(&self, option: u32) -> Vec<Coordinates> {
        self.cells(self.encoded.placement(option).cells)
    }

    fn cells(&self, cells: &[u32]) -> Vec<Coordinates> {
        let cell = |&cell: &u32| self.encoded.cells()[cell as usize];
        let lattice = self.problem.region.lattice();
        cells.iter().map(cell).map(|cell| lattice.coordinates(cell)).collect()
    }
}

/// Cells as people write them.
fn words(cells: &[Coordinates]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Hinted {
    /// The sentence.
    pub fn text(&self) -> String {
        format!("{}\n", self.sentence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Question, nobody};
    use crate::pieces::{Freedom, PieceSet};
    use serde_json::{Value, json};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn hint(puzzle: &Value, placed: &[Value]) -> Result<Value, String> {
        let mut question = puzzle.clone();
        question["question"] = "hint".into();
        question["placed"] = placed.into();
        let question: Question = question.to_string().parse().unwrap();
        let answer = question.ask(&Control::default(), &mut nobody);
        answer.map(|answer| answer.json()).map_err(|error| error.to_string())
    }

    #[test]
    fn hints_lead_to_a_solution() {
        let puzzle = json!({ "puzzle": "pentominoes-6x10" });
        let mut placed = Vec::new();
        loop {
            let hint = hint(&puzzle, &placed).unwrap();
            assert_eq!(hint["take_back"], 0);
            if hint["lay"].is_null() {
                assert_eq!((hint["reason"].as_str(), placed.len()), (Some("done"), 12));
                break;
            }
            placed.push(hint["lay"].clone());
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let dominoes = |board: &str| json!({ "board": board, "pieces": "dominoes" });
        let lying = |cells: Value| json!({ "piece": "domino", "cells": cells });
        let said = |puzzle: &Value, placed: &[Value]| {
            let hint = hint(puzzle, placed).unwrap();
            (hint["reason"].as_str().unwrap().to_owned(), hint["take_back"].clone())
        };
        let corner = [lying(json!([[0, 1], [0, 2]])), lying(json!([[1, 0], [1, 1]]))];
        assert_eq!(said(&dominoes("3x4"), &corner), ("dead-cell".to_owned(), json!(1)));
        let cut = [lying(json!([[0, 1], [1, 1]]))];
        assert_eq!(said(&dominoes("2x4"), &cut), ("only-way".to_owned(), json!(0)));
        let odd =
            [lying(json!([[0, 1], [1, 1]])), lying(json!([[2, 0], [2, 1]])), lying(json!([[2, 2], [2, 3]]))];
        assert_eq!(said(&dominoes("3x4"), &odd), ("only-way".to_owned(), json!(0)));
        assert_eq!(said(&dominoes("3x5"), &[]).0, "dead-area");
        let missing = json!({ "board": "2x2", "pieces": "1:I3,monomino" });
        assert!(hint(&missing, &[]).unwrap()["reason"] == "no-place");
        let mutilated = json!({ "puzzle": "mutilated-chessboard" });
        assert_eq!(said(&mutilated, &[]), ("no-solution".to_owned(), json!(0)));
    }

    #[test]
    fn every_look_at_what_is_left_asks_the_control() {
        let region = crate::board::Region::rectangle(100, 100).unwrap();
        let problem = Problem::new(region, PieceSet::all(2, Freedom::Free));
        let free = Control::default();
        let encoded = Encoded::new(&problem, &free).unwrap();
        let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        let left = Left::new(&problem, &encoded, &[], &free).unwrap();
        let stops = |unanswered: Unanswered| {
            assert!(matches!(unanswered, Unanswered::Stopped(Stopped::Interrupted(_))), "{unanswered}");
        };
        stops(Left::new(&problem, &encoded, &[], &stopped).err().unwrap());
        stops(left.dead(&stopped).unwrap_err());
        // Thousands of dominoes that do not cover the cell.
        stops(left.next(&(5_000..9_000).collect::<Vec<_>>(), &stopped).unwrap_err());
    }

    #[test]
    fn pieces_that_cannot_lie_so() {
        let puzzle = json!({ "board": "2x3", "pieces": "0..1:I3,0..2:L3" });
        let lying = |piece: &str, cells: Value| json!({ "piece": piece, "cells": cells });
        let said = |placed: &[Value]| hint(&puzzle, placed).unwrap_err();
        let row = |row: u32| lying("I3", json!([[row, 0], [row, 1], [row, 2]]));
        assert_eq!(said(&[row(0), row(0)]), "I3 on 0,0 0,1 0,2 lies on another piece");
        assert_eq!(said(&[row(0), row(1)]), "I3 on 1,0 1,1 1,2 is one copy too many");
        assert_eq!(said(&[row(5)]), "I3 on 5,0 5,1 5,2 leaves the board");
        let bent = lying("I3", json!([[0, 0], [0, 1], [1, 1]]));
        assert_eq!(said(&[bent]), "I3 on 0,0 0,1 1,1 is no placement of this puzzle");
    }
}
