//! The fewest options of an exact cover to give, so that one solution is left.
//!
//! In: an exact cover. Out: a solution and some of its options, as [`givens`](super::givens) finds them for placements ([`Spared`]); and
//! the cover in which they are given ([`with_given`]), by dropping what excludes them.
//!
//! A grid of numbers that has one solution needs no more clues, and may have too many. There the clues are what is left out, one by
//! one: for that the cells that have them are opened again (`opened`), which takes the names of the items. It can only be done where
//! all numbers are then possible in all cells, as in a sudoku: otherwise the cover says something more than its clues. Cost: as for placements.

use super::givens::{LISTED, Solutions, least, left_out, listed};
use super::known::{Known, Sought};
use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use crate::run::{Control, Refused, Stopped};
use crate::solve::Question;
use std::collections::{BTreeSet, HashMap};

/// Options that leave one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spared {
    /// The cover that they are options of: where there were clues to be left out, that without clues.
    pub cover: ExactCover,
    /// What to give, besides what is given.
    pub given: Vec<u32>,
    /// The one solution that is left.
    pub solution: Vec<u32>,
    /// Whether it is proved that no fewer do, whatever solution is left.
    pub minimum: bool,
    /// How many solutions there are without them, if that was found out.
    pub solutions: Option<u64>,
    /// How many clues there were, if some of these are what is given.
    pub clues: Option<usize>,
}

/// Options of a solution of `cover` that leave it alone: as few as can be, or, if only a `minimal` set is asked for, such that none can be left
/// out. Nothing where there is no solution.
///
/// ```
/// use polytile::{design::{covers::queens, given_options::fewest}, run::Control};
/// let found = fewest(&queens(6, &Control::default())?, false, &Control::default())?.ok_or("there are 4")?;
/// assert_eq!((found.given.len(), found.minimum, found.solutions), (1, true, Some(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop, or a limit is reached.
pub fn fewest(cover: &ExactCover, minimal: bool, control: &Control) -> Result<Option<Spared>, Refused> {
    let question = Question::covers(cover.clone());
    let control = &control.holding(2 * question.bytes());
    let known = Known::of(cover, control)?;
    let clues = known.as_ref().map(Known::clues).unwrap_or_default();
    if let Some(known) = known.filter(|_| !clues.is_empty()) {
        let control = &control.holding(known.bytes());
        let (solutions, _) = listed(&question, &[], 2, control)?;
        if let ([_], Some((opened, clues))) = (solutions.as_slice(), opened(cover, &known)) {
            return clues_left(opened, clues, control).map(Some);
        }
    }
    let most = if minimal { 1 } else { LISTED };
    let (solutions, all) = listed(&question, &[], most, control)?;
    let Some(first) = solutions.first() else { return Ok(None) };
    let cover = cover.clone();
    if all {
        let may_be_given = vec![true; cover.option_count()];
        let (which, given) = least(&solutions, &may_be_given, control)?;
        let number = Some(solutions.len() as u64);
        let solution = solutions[which].clone();
        return Ok(Some(Spared { cover, given, solution, minimum: true, solutions: number, clues: None }));
    }
    let solution = first.clone();
    let given = kept(&cover, &solution, solution.clone(), control)?;
    let minimum = given.is_empty();
    Ok(Some(Spared { cover, given, solution, minimum, solutions: None, clues: None }))
}

/// Those of the clues of a grid without them, which has one solution with them, that leave it.
fn clues_left(opened: ExactCover, clues: Vec<u32>, control: &Control) -> Result<Spared, Refused> {
    let mut solutions = having(&opened, &clues, control)?;
    let solution = solutions.pop().unwrap_or_default();
    let number = Some(clues.len());
    let given = kept(&opened, &solution, clues, control)?;
    let minimum = given.is_empty();
    Ok(Spared { cover: opened, given, solution, minimum, solutions: None, clues: number })
}

/// What is kept of some options of a solution, if each is left out whose loss leaves no other solution.
fn kept(
    cover: &ExactCover,
    solution: &[u32],
    given: Vec<u32>,
    control: &Control,
) -> Result<Vec<u32>, Refused> {
    left_out(solution, given, &|given| having(cover, given, control), control)
}

/// Two solutions of a cover that have some options, if there are so many.
fn having(cover: &ExactCover, given: &[u32], control: &Control) -> Result<Solutions, Refused> {
    let (with, numbers) = with_given(cover, given, control)?;
    let (mut solutions, _) = listed(&Question::covers(with), &[], 2, control)?;
    for solution in &mut solutions {
        for option in &mut *solution {
            *option = numbers[*option as usize];
        }
        solution.sort_unstable();
    }
    Ok(solutions)
}

/// The cover whose solutions are those that have all of some options, which exclude each other nowhere; and the numbers that its options
/// have in the other.
///
/// ```
/// use polytile::{design::{covers::queens, given_options::with_given}, run::Control};
/// let (cover, numbers) = with_given(&queens(4, &Control::default())?, &[1], &Control::default())?;
/// // One in the row and the column of this queen, and those of the other rows and columns.
/// assert_eq!((cover.option_count(), numbers[0]), (10, 1));
/// # Ok::<(), polytile::run::Refused>(())
/// ```
///
/// # Errors
/// When `control` says stop, or there is no memory for it.
pub fn with_given(
    cover: &ExactCover,
    given: &[u32],
    control: &Control,
) -> Result<(ExactCover, Vec<u32>), Refused> {
    let given: BTreeSet<u32> = given.iter().copied().collect();
    let demand = |entry: &Entry| cover.items()[entry.item as usize].demand;
    let mut taken = vec![false; cover.items().len()];
    for entry in given.iter().flat_map(|&option| cover.option(option)) {
        taken[entry.item as usize] |= matches!(demand(entry), Multiplicity::Primary { hi: 1, .. });
    }
    let free = |option: u32| !cover.option(option).iter().any(|entry| taken[entry.item as usize]);
    let all = 0..cover.option_count() as u32;
    let (left, numbers) = cover.restricted(all, |option| given.contains(&option) || free(option), control)?;
    // What alone covers an item that must be covered is chosen; what does not is asked for.
    let is_forced =
        |&option: &u32| cover.option(option).iter().any(|entry| demand(entry) == Multiplicity::ONCE);
    let asked: BTreeSet<u32> = given.iter().copied().filter(|option| !is_forced(option)).collect();
    if asked.is_empty() {
        return Ok((left, numbers));
    }
    let name = (0..=cover.items().len()).map(|n| format!("given{n}")).find(|name| cover.item(name).is_none());
    let number = asked.len() as u32;
    let demand = Multiplicity::Primary { lo: number, hi: number };
    let holds = |option: u32| asked.contains(&numbers[option as usize]);
    let left = left.with_item(name.unwrap_or_default(), demand, holds).map_err(|e| too_large(&e))?;
    Ok((left, numbers))
}

fn too_large(error: &CoverError) -> Refused {
    Refused::Stopped(Stopped::TooLarge(error.to_string()))
}

/// A grid of numbers with its clues opened, and the options that these were; nothing where more than clues is missing in it.
fn opened(cover: &ExactCover, known: &Known) -> Option<(ExactCover, Vec<u32>)> {
    let mut cells: HashMap<(u32, u32), u32> = HashMap::new();
    let mut places: HashMap<(String, u32), u32> = HashMap::new();
    let mut numbers: BTreeSet<u32> = BTreeSet::new();
    let mut opened = ExactCover::default();
    for item in cover.items() {
        if item.demand != Multiplicity::ONCE {
            return None;
        }
        let number = opened.add_item(item.name.clone(), item.demand).ok()?;
        match known.sought(&item.name)? {
            Sought::Number(row, col) => drop(cells.insert((row, col), number)),
            Sought::Place(digit, line) => {
                numbers.insert(digit);
                places.insert((line, digit), number);
            }
            _ => return None,
        }
    }
    let clues: BTreeSet<u32> = known.clues().into_iter().collect();
    let mut left = Vec::new();
    for (option, entries) in (0..).zip(cover.options()) {
        if !clues.contains(&option) {
            opened.add_option(entries).ok()?;
            continue;
        }
        let (digit, row, col) = known.number(option)?;
        let digit: u32 = digit.parse().ok()?;
        let sought = entries.iter().map(|entry| known.sought(&cover.items()[entry.item as usize].name));
        let lines: Vec<String> = sought
            .filter_map(|sought| if let Some(Sought::Place(_, line)) = sought { Some(line) } else { None })
            .collect();
        for &other in &numbers {
            let in_lines = lines.iter().map(|line| places.get(&(line.clone(), other)));
            let items = std::iter::once(cells.get(&(row, col))).chain(in_lines);
            let entries: Vec<Entry> =
                items.map(|item| item.copied().map(Entry::plain)).collect::<Option<_>>()?;
            let number = opened.add_option(&entries).ok()?;
            if other == digit {
                left.push(number);
            }
        }
    }
    (opened.option_count() == cells.len() * numbers.len()).then_some((opened, left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::covers::{langford, latin, partridge, queens, sudoku};
    use crate::design::sudoku::seeded;

    /// The solutions with some options, at most `most`.
    fn left(cover: &ExactCover, given: &[u32], most: usize) -> Vec<Vec<u32>> {
        let control = Control::default();
        let all = listed(&Question::covers(cover.clone()), &[], usize::MAX, &control).unwrap().0;
        let has = |solution: &&Vec<u32>| given.iter().all(|option| solution.contains(option));
        all.iter().filter(has).take(most).cloned().collect()
    }

    #[test]
    fn one_solution_is_left_and_nothing_can_be_spared() {
        let control = Control::default();
        let covers = [
            queens(6, &control),
            queens(7, &control),
            langford(4, &control),
            langford(7, &control),
            latin(3, &control),
            latin(4, &control),
            partridge(1, &control),
        ];
        for cover in covers.map(Result::unwrap) {
            for minimal in [false, true] {
                let found = fewest(&cover, minimal, &control).unwrap().unwrap();
                let Spared { given, solution, .. } = &found;
                assert_eq!(left(&cover, given, 2), std::slice::from_ref(solution));
                for spared in given {
                    let fewer: Vec<u32> = given.iter().copied().filter(|other| other != spared).collect();
                    assert_eq!(left(&cover, &fewer, 2).len(), 2);
                }
                let (with, numbers) = with_given(&cover, given, &control).unwrap();
                let one = listed(&Question::covers(with), &[], 2, &control).unwrap().0;
                let mut one: Vec<u32> = one[0].iter().map(|&option| numbers[option as usize]).collect();
                one.sort_unstable();
                assert_eq!(one, *solution);
            }
        }
        assert_eq!(fewest(&queens(3, &control).unwrap(), false, &control), Ok(None));
    }

    #[test]
    fn clues_that_are_too_many_are_left_out() {
        let control = Control::default();
        let clues = seeded(3, &control).unwrap();
        let number = clues.iter().flatten().count();
        let found = fewest(&sudoku(&clues, &control).unwrap(), true, &control).unwrap().unwrap();
        // None of its clues can be spared.
        assert_eq!((found.given.len(), found.clues), (number, Some(number)));
        let known = Known::of(&found.cover, &control).unwrap().unwrap();
        let mut all = [None; 81];
        for &option in &found.solution {
            let (digit, row, col) = known.number(option).unwrap();
            all[(9 * (row - 1) + col - 1) as usize] = digit.parse().ok();
        }
        let found = fewest(&sudoku(&all, &control).unwrap(), true, &control).unwrap().unwrap();
        assert_eq!(found.clues, Some(81));
        assert!((17..41).contains(&found.given.len()));
        let unique = |given: &[u32]| having(&found.cover, given, &control).unwrap().len() == 1;
        assert!(unique(&found.given));
        for spared in &found.given {
            let fewer: Vec<u32> = found.given.iter().copied().filter(|other| other != spared).collect();
            assert!(!unique(&fewer));
        }
    }
}
