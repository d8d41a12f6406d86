//! Whether options solve an exact cover.
//!
//! In: options by their numbers, or a text as solutions are printed (see [`Reading`]), in JSON several on a line each. Out: a [`Checked`].
//! Options are judged as by [`ExactCover::check`], from the definition.
//! What is wrong is said in the words of the board, if it is a known one: of cells, rows, columns and boxes, which count from 1. Cost: linear in
//! the cover and in what is chosen, but for sorting that.

use super::super::Unanswered;
use super::super::options_given::{Chosen, Misfit, Reading};
use super::super::subject::option_names;
use super::super::unanswered::misused;
use super::{Checked, several};
use crate::design::known::{Known, Sought};
use crate::exact_cover::{CoverFault, ExactCover};
use crate::format::source::Source;
use crate::format::{brief, certificate};
use crate::run::{Control, Progress, Pulse, Stopped};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Faults that are said of one solution.
const LISTED: usize = 20;

/// Bytes that an item takes that is not covered as it should be, about.
const FAULT: u64 = 150;

/// Bytes that an option takes that is chosen, about: who covers its items is known by each of these.
const HELD: u64 = 100;

/// Whether a text says a solution of `cover`, or several in JSON.
///
/// # Errors
/// When it cannot be read, or `control` says stop.
pub fn options(source: &Source, cover: &ExactCover, control: &Control) -> Result<Checked, Unanswered> {
    expect_solution(source)?;
    let known = Known::of(cover, control)?;
    let control = &control.holding(known.as_ref().map_or(0, Known::bytes));
    let board = Board { cover, known: known.as_ref() };
    let reading = Reading::new(cover, known.as_ref(), control)?;
    let control = &control.holding(reading.bytes());
    judged(source, control, |source| board.checked(&reading.chosen(source)?, control))
}

/// Whether options, by their numbers, are a solution of `cover`. Cost: linear in the cover, and in the options but for sorting them.
///
/// # Errors
/// When `control` says stop.
pub fn options_by_number(
    options: &[u32],
    cover: &ExactCover,
    control: &Control,
) -> Result<Checked, Unanswered> {
    control.check(Progress::Operations { done: 0, total: 1, nodes: 0 })?;
    let known = Known::of(cover, control)?;
    let control = &control.holding(known.as_ref().map_or(0, Known::bytes));
    let chosen = Chosen { options: options.to_vec(), misfits: Vec::new() };
    Board { cover, known: known.as_ref() }.checked(&chosen, control)
}

/// Refuses what is no solution by its looks.
pub(super) fn expect_solution(source: &Source) -> Result<(), Unanswered> {
    if source.text.trim().is_empty() {
        return Err(misused(format!("{}: there is nothing in it", source.name), "give a solution"));
    }
    if certificate::is_certificate(&source.text) {
        return Err(misused(
            format!("{}: weights of cells prove nothing about a puzzle without pieces", source.name),
            "`polytile why` finds a reason why there is no solution, and checks it itself",
        ));
    }
    Ok(())
}

/// Judges a text, or each of several solutions in JSON.
pub(super) fn judged(
    source: &Source,
    control: &Control,
    judge: impl Fn(&Source) -> Result<Checked, Unanswered>,
) -> Result<Checked, Unanswered> {
    let Some(lines) = several(source) else { return judge(source) };
    let (mut wrong, mut total) = (Vec::new(), 0);
    for (number, line) in (1..).zip(&lines) {
        control.check(Progress::Operations { done: number - 1, total: lines.len() as u64, nodes: 0 })?;
        if let Checked::Cover { faults, total: found, .. } | Checked::Number { faults, total: found, .. } =
            judge(line)?
        {
            total += found;
            wrong.extend(faults.iter().map(|fault| format!("solution {number}: {fault}")));
        }
    }
    Ok(Checked::Covers { correct: total == 0, solutions: lines.len(), faults: wrong, total })
}

/// The first of `total` faults, and how many more there are.
pub(super) fn said(faults: Vec<String>, total: u64) -> Vec<String> {
    let more = total.saturating_sub(LISTED as u64);
    let more = (more > 0).then(|| format!("and {more} more of these"));
    faults.into_iter().take(LISTED).chain(more).map(|fault| brief(&fault)).collect()
}

/// The cells of numbers, by the line that they stand in and the number.
type Beside = BTreeMap<(String, u32), Vec<(u32, u32)>>;

/// The cells of the chosen numbers, by the items that they cover.
type Holders = HashMap<u32, Vec<(u32, u32)>>;

/// A cover, and what its solutions look like.
struct Board<'a> {
    cover: &'a ExactCover,
    known: Option<&'a Known>,
}

impl Board<'_> {
    fn checked(&self, chosen: &Chosen, control: &Control) -> Result<Checked, Unanswered> {
        // A fault for each item, and who covers it.
        let items = self.cover.items().len() as u64;
        control
            .reserve(FAULT * items + HELD * chosen.options.len() as u64, "what is wrong with a solution")?;
        let (faults, total) = self.faults(chosen, &Pulse::preparing(control))?;
        let number = chosen.options.len();
        let correct = total == 0;
        let covered = if correct { self.covered(number) } else { String::new() };
        Ok(Checked::Cover { correct, options: number, faults: said(faults, total), total, covered })
    }

    /// What is wrong with what was chosen, as far as it is listed, and how much there is in all.
    fn faults(&self, chosen: &Chosen, pulse: &Pulse<'_>) -> Result<(Vec<String>, u64), Stopped> {
        let mut faults: Vec<String> = chosen.misfits.iter().map(|misfit| misfit.message.clone()).collect();
        let mut total = faults.len() as u64;
        if chosen.options.is_empty() && !faults.is_empty() {
            // It was not meant as a solution of this.
            return Ok((faults, total));
        }
        let beside = self.beside(&chosen.misfits, pulse)?;
        let misfits: HashSet<(u32, u32)> = chosen.misfits.iter().filter_map(|misfit| misfit.cell).collect();
        // Whether it has not been said that a cell has something else in it.
        let is_new = |times: u32, cell: (u32, u32)| times > 0 || !misfits.contains(&cell);
        let mut found = Vec::new();
        for fault in self.cover.faults(&chosen.options, |steps| pulse.beats(steps))? {
            pulse.beat()?;
            let sought = match &fault {
                CoverFault::Times { name, times, .. } => self.sought(name).map(|sought| (sought, *times)),
                _ => None,
            };
            let is_said = match sought {
                // What stands in a cell, and should not, has been said.
                Some((Sought::Number(row, col) | Sought::Covered(row, col), times)) => {
                    !is_new(times, (row, col))
                }
                Some((Sought::Stands(place), times)) => !is_new(times, (1, place)),
                // Where a number is none of the options, it is seen nevertheless.
                Some((Sought::Place(number, line), _)) => beside.contains_key(&(line, number)),
                _ => false,
            };
            if !is_said {
                found.push(fault);
            }
        }
        total += found.len() as u64;
        let holders = self.holders(&chosen.options, pulse)?;
        let listed = found.iter().take(LISTED.saturating_sub(faults.len()));
        faults.extend(listed.map(|fault| self.told(fault, &holders)));
        if beside.is_empty() {
            return Ok((faults, total));
        }
        let mut places = HashMap::new();
        for (item, named) in (0..).zip(self.cover.items()) {
            pulse.beat()?;
            if let Some(Sought::Place(number, line)) = self.sought(&named.name) {
                places.insert((line, number), item);
            }
        }
        for ((line, number), cells) in beside {
            pulse.beats(cells.len() as u64)?;
            let number_and_line = (line, number);
            let there = places.get(&number_and_line).and_then(|item| holders.get(item));
            let mut all: Vec<(u32, u32)> = there.into_iter().flatten().copied().chain(cells).collect();
            all.sort_unstable();
            if all.len() > 1 {
                total += 1;
                if faults.len() < LISTED {
                    faults.push(several_times(number, &number_and_line.0, &all));
                }
            }
        }
        Ok((faults, total))
    }

    /// The numbers of a grid that are no options, by the rows, columns and boxes that they stand in.
    fn beside(&self, misfits: &[Misfit], pulse: &Pulse<'_>) -> Result<Beside, Stopped> {
        let mut beside = Beside::new();
        let numbers = misfits.iter().filter_map(|misfit| Some((misfit.cell?, misfit.written.parse().ok()?)));
        let numbers: Vec<((u32, u32), u32)> = numbers.collect();
        let Some(known) = self.known.filter(|_| !numbers.is_empty()) else { return Ok(beside) };
        // Any option of a cell says in which lines it is.
        let mut by_cell = HashMap::new();
        for option in 0..self.cover.option_count() as u32 {
            pulse.beat()?;
            if let Some((_, row, col)) = known.number(option) {
                by_cell.entry((row, col)).or_insert(option);
            }
        }
        for (cell, number) in numbers {
            let Some(&option) = by_cell.get(&cell) else { continue };
            for entry in self.cover.option(option) {
                pulse.beat()?;
                if let Some(Sought::Place(_, line)) =
                    self.sought(&self.cover.items()[entry.item as usize].name)
                {
                    beside.entry((line, number)).or_default().push(cell);
                }
            }
        }
        Ok(beside)
    }

    /// The cells of the numbers that cover each item.
    fn holders(&self, chosen: &[u32], pulse: &Pulse<'_>) -> Result<Holders, Stopped> {
        let mut holders = Holders::new();
        let Some(known) = self.known else { return Ok(holders) };
        // An option that is chosen twice holds its cell once: that it is chosen twice is a fault of its own.
        let mut sorted = chosen.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for option in sorted {
            // What is no option has no number.
            let Some((_, row, col)) = known.number(option) else { continue };
            for entry in self.cover.option(option) {
                pulse.beat()?;
                holders.entry(entry.item).or_default().push((row, col));
            }
        }
        Ok(holders)
    }

    fn sought(&self, name: &str) -> Option<Sought> {
        self.known?.sought(name)
    }

    /// A fault in words.
    fn told(&self, fault: &CoverFault, holders: &Holders) -> String {
        match fault {
            CoverFault::NoSuchOption(_) => fault.to_string(),
            CoverFault::Repeated(option) => format!("{} is chosen twice", self.option(*option)),
            CoverFault::NoPrimary(option) => {
                format!("{} covers nothing that must be covered, and is never chosen", self.option(*option))
            }
            CoverFault::Clash { name, first, second } => {
                let (first, second) = (self.option(*first), self.option(*second));
                if self.known.is_some_and(Known::is_of_queens) {
                    format!("{first} and {second} attack each other")
                } else {
                    format!("{first} and {second} disagree about the item {name}")
                }
            }
            CoverFault::Times { name, times, wanted } => match self.sought(name) {
                Some(Sought::Number(row, col)) if *times == 0 => format!("{} has no number", cell(row, col)),
                Some(Sought::Number(row, col)) => format!("{} has {times} numbers", cell(row, col)),
                Some(Sought::Place(number, line)) if *times == 0 => format!("{line} has no {number}"),
                Some(Sought::Place(number, line)) => {
                    let there = self.cover.item(name).and_then(|item| holders.get(&item));
                    several_times(number, &line, there.map_or(&[], Vec::as_slice))
                }
                Some(Sought::Queen(line)) if *times == 0 => format!("{line} has no queen"),
                Some(Sought::Queen(line)) => format!("{line} has {times} queens"),
                Some(Sought::Pair(number)) if *times == 0 => {
                    format!("there is no pair of {number} with {number} places between")
                }
                Some(Sought::Pair(number)) => format!("there are {times} pairs of {number}"),
                Some(Sought::Squares(side)) => {
                    let (are, s) = if *times == 1 { ("is", "") } else { ("are", "s") };
                    format!("there {are} {times} square{s} of side {side}, not {wanted}")
                }
                Some(Sought::Word(line)) if *times == 0 => format!("{line} has no word"),
                Some(Sought::Word(line)) => format!("{line} has {times} words"),
                Some(Sought::Colour(vertex)) if *times == 0 => format!("vertex {vertex} has no colour"),
                Some(Sought::Colour(vertex)) => format!("vertex {vertex} has {times} colours"),
                Some(sought @ (Sought::Covered(..) | Sought::Stands(_))) if *times == 0 => {
                    format!("nothing covers {}", sought.called())
                }
                Some(sought @ (Sought::Covered(..) | Sought::Stands(_))) => {
                    format!("{} is covered {}", sought.called(), often(*times))
                }
                // Guesses are held against the number itself.
                Some(Sought::Guess(_)) | None => fault.to_string(),
            },
        }
    }

    /// An option in words.
    fn option(&self, option: u32) -> String {
        let said = self.known.and_then(|known| known.said(option));
        said.unwrap_or_else(|| option_names(self.cover, option).join(" "))
    }

    /// What a solution of so many options does.
    fn covered(&self, options: usize) -> String {
        let s = if options == 1 { "" } else { "s" };
        match self.known.and_then(Known::has_boxes) {
            Some(true) => format!("{options} numbers, each once in every row, column and box"),
            Some(false) => format!("{options} numbers, each once in every row and column"),
            None if self.known.is_some_and(Known::is_of_queens) => {
                format!("{options} queen{s}, none of which attacks another")
            }
            None => {
                let items = self.cover.items().iter().filter(|item| item.demand.is_primary()).count();
                let of = if items == 1 { "" } else { "s" };
                format!("{items} item{of} covered by {options} option{s}")
            }
        }
    }
}

/// That a number stands in several cells of a line: columns of a row, rows of a column, cells of a box.
fn several_times(number: u32, line: &str, cells: &[(u32, u32)]) -> String {
    let begin = format!("{line} has {number} {}", often(cells.len() as u32));
    let listed = |place: &dyn Fn((u32, u32)) -> String| {
        let places: Vec<String> = cells.iter().copied().map(place).collect();
        match places.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => places.join(""),
        }
    };
    match line.split(' ').next() {
        Some("row") => format!("{begin}: in columns {}", listed(&|(_, col)| col.to_string())),
        Some("column") => format!("{begin}: in rows {}", listed(&|(row, _)| row.to_string())),
        _ => format!("{begin}: in {}", listed(&|(row, col)| cell(row, col))),
    }
}

fn cell(row: u32, col: u32) -> String {
    format!("row {row}, column {col}")
}

fn often(times: u32) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::told;
    use super::*;
    use crate::design::covers::latin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    const CLUES: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    #[test]
    fn sudokus() {
        let right = "correct: 81 numbers, each once in every row, column and box\n";
        assert_eq!(told(CLUES, SOLVED), right);
        // As it is printed: with blanks, and rows on lines of their own.
        let rows: Vec<String> = SOLVED
            .as_bytes()
            .chunks(9)
            .map(|row| row.iter().map(|&b| char::from(b).to_string()).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(told(CLUES, &rows.join("\n")), right);
        // The clue 5 became a 4, of which each of its lines has another.
        let wrong = told(CLUES, &SOLVED.replacen('5', "4", 1));
        let faults = [
            "wrong: 7 faults",
            "  row 1, column 1 has the clue 5, not '4'",
            "  row 1 has no 5",
            "  column 1 has no 5",
            "  box 1 has no 5",
            "  box 1 has 4 twice: in row 1, column 1 and row 1, column 3",
            "  column 1 has 4 twice: in rows 1 and 5",
            "  row 1 has 4 twice: in columns 1 and 3",
        ];
        assert_eq!(wrong.lines().collect::<Vec<_>>(), faults);
        assert_eq!(told(CLUES, &SOLVED[1..]), "a sudoku has 81 cells, and this one 80");
        assert!(
            told(CLUES, &SOLVED.replace('2', "?"))
                .starts_with("wrong: 36 faults\n  row 1, column 9 has no number")
        );
    }

    /// A number that is chosen twice stands in its cell once.
    #[test]
    fn what_is_chosen_twice_is_counted_once() {
        let control = Control::default();
        let cover = latin(2, &control).unwrap();
        let known = Known::of(&cover, &control).unwrap().unwrap();
        let zero = |col: u32| (0..8).find(|&option| known.number(option) == Some(("0", 1, col))).unwrap();
        let checked = options_by_number(&[zero(1), zero(2), zero(1)], &cover, &control).unwrap();
        let Checked::Cover { faults, .. } = checked else { panic!("options were checked") };
        assert!(faults.contains(&"0 in row 1, column 1 is chosen twice".to_owned()), "{faults:?}");
        assert!(faults.contains(&"row 1 has 0 twice: in columns 1 and 2".to_owned()), "{faults:?}");
    }

    /// Each part of a check asks at least once in a thousand steps, and hears what it is told.
    #[test]
    fn every_part_of_a_check_asks() {
        type Part<'a> = (&'static str, usize, &'a dyn Fn(&Control) -> Result<(), Stopped>);
        let cover = latin(12, &Control::default()).unwrap();
        let known = Known::of(&cover, &Control::default()).unwrap();
        let (options, entries) = (cover.option_count(), 3 * cover.option_count());
        let all: Vec<u32> = (0..options as u32).collect();
        let board = Board { cover: &cover, known: known.as_ref() };
        let listed: String =
            all.iter().map(|&option| option_names(&cover, option).join(" ") + "\n").collect();
        let source = Source::new("", listed);
        let parts: [Part<'_>; 5] = [
            ("look", options + entries, &|control| Known::of(&cover, control).map(drop)),
            ("names", options + entries, &|control| Reading::new(&cover, None, control).map(drop)),
            ("judging", 2 * entries, &|control| {
                let pulse = Pulse::preparing(control);
                cover.faults(&all, |steps| pulse.beats(steps)).map(drop)
            }),
            ("telling", entries, &|control| board.holders(&all, &Pulse::preparing(control)).map(drop)),
            ("text", 2 * (options + entries), &|control| match Reading::new(&cover, None, control)?
                .chosen(&source)
            {
                Err(Unanswered::Stopped(stopped)) => Err(stopped),
                _ => Ok(()),
            }),
        ];
        for (part, steps, work) in parts {
            let asked = Arc::new(AtomicU64::new(0));
            let counted = Arc::clone(&asked);
            let control = Control::default().on_asked(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            });
            work(&control).unwrap();
            assert!(
                asked.load(Ordering::Relaxed) >= steps as u64 >> 10,
                "{part}: {asked:?} of {steps} steps"
            );
            let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
            assert!(matches!(work(&stopped), Err(Stopped::Interrupted(_))), "{part}");
        }
    }

    #[test]
    fn every_wrong_board_is_found_out() {
        let wrong = |puzzle: &str, solution: &str| told(puzzle, solution).starts_with("wrong: ");
        // Two cells of a row change places, neither of which has a clue.
        for row in 0..9 {
            let open: Vec<usize> =
                (9 * row..9 * row + 9).filter(|&at| CLUES.as_bytes()[at] == b'.').collect();
            let mut swapped = SOLVED.as_bytes().to_vec();
            swapped.swap(open[0], open[1]);
            assert!(wrong(CLUES, std::str::from_utf8(&swapped).unwrap()));
        }
        let queens = "Q......./....Q.../.......Q/.....Q../..Q...../......Q./.Q....../...Q....";
        assert_eq!(told("queens-8", queens), "correct: 8 queens, none of which attacks another\n");
        for (at, _) in queens.match_indices('Q') {
            assert!(wrong("queens-8", &(queens[..at].to_owned() + "." + &queens[at + 1..])));
        }
        let moved = queens.replacen("Q.......", ".Q......", 1);
        assert!(told("queens-8", &moved).contains("  column 2 has 2 queens\n"));
    }
}
