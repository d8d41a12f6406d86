//! The fewest placements to give, so that one solution is left.
//!
//! In: a problem. Out: a solution and some of its placements, such that no other solution has all of these, and that none of them can be
//! left out ([`Fewest`]). What the problem gives already stays given, and is not counted.
//!
//! Where all solutions can be listed (up to [`LISTED`]), the number is the least there is, over all solutions: of each, sets of
//! placements are tried that are smaller than the best so far, together with the list of the solutions that have them, which
//! shrinks with every placement. That a set identifies a solution means that it meets the difference to every other: a smallest
//! hitting set, searched for as in the sudoku that needs 17 clues (Tugemann, Civario and others, 2012), though small enough here
//! to try all. Where there are more, or nobody asks for the least, one solution is taken, and its placements are left out one by one as
//! long as a search finds no other solution. Then none can be left out: what identified the solution with a placement less would have
//! done so when that one was tried. Cost: a list of all solutions and lists of those that share placements; or a search for each
//! placement.
//!
//! What is given need not be a placement: [`given_options`](super::given_options) asks the same of any exact cover.

use crate::condition::{Condition, Relation};
use crate::exact_cover::Encoded;
use crate::problem::{Laid, Problem};
use crate::run::{Control, Progress, Pulse, Refused, Stopped, room};
use crate::solve::{Options, Question, Reply, Search};
use crate::tiling::Tiling;
use std::sync::Arc;

/// Solutions up to which the least number is looked for.
pub const LISTED: usize = 1 << 17;

/// Placements that leave one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// What to give, besides what is given.
    pub given: Vec<Laid>,
    /// The one solution that is left.
    pub solution: Tiling,
    /// Whether it is proved that no fewer do, whatever solution is left.
    pub minimum: bool,
    /// How many solutions there are without them, if that was found out.
    pub solutions: Option<u64>,
}

/// The solutions, each as its options, sorted.
pub(super) type Solutions = Vec<Vec<u32>>;

/// Placements of a solution of `problem` that leave it alone: as few as can be, or, if only a `minimal` set is asked for, such that none
/// can be left out. Nothing where there is no solution.
///
/// ```
/// use polytile::{design::givens::fewest, prelude::*, run::Control};
/// let chessboard = Problem::new("4x4".parse()?, "dominoes".parse()?);
/// let fewest = fewest(&chessboard, false, &Control::default())?.ok_or("there are 36")?;
/// assert!(fewest.minimum && fewest.solutions == Some(36));
/// let one = chessboard.with_given(fewest.given)?;
/// assert_eq!(one.count()?, 1_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When `control` says stop, or a limit is reached.
pub fn fewest(problem: &Problem, minimal: bool, control: &Control) -> Result<Option<Fewest>, Refused> {
    problem.meaningful()?;
    let encoded = Arc::new(Encoded::new(problem, control)?);
    let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
    let control = &control.holding(question.bytes());
    let most = if minimal { 1 } else { LISTED };
    let (solutions, all) = listed(&question, &[], most, control)?;
    let Some(first) = solutions.first() else { return Ok(None) };
    let laid = |chosen: &[u32]| encoded.tiling(chosen).laid().to_vec();
    if !all {
        let free = |option: &u32| laid(&[*option]).first().is_some_and(|laid| !problem.given.contains(laid));
        let kept = first.iter().copied().filter(free).collect();
        let lies = |&option: &u32| {
            let laid = laid(&[option]).first().cloned()?;
            Some(Condition { piece: laid.piece, relation: Relation::LiesOn(laid.cells), negated: false })
        };
        let having = |given: &[u32]| -> Result<Solutions, Refused> {
            let conditions: Vec<Condition> = given.iter().filter_map(lies).collect();
            Ok(listed(&question, &conditions, 2, control)?.0)
        };
        let kept = left_out(first, kept, &having, control)?;
        let solution = encoded.tiling(first);
        return Ok(Some(Fewest { given: laid(&kept), solution, minimum: kept.is_empty(), solutions: None }));
    }
    // Holes are not laid, and what is given need not be given again.
    let may_be_given: Vec<bool> = (0..encoded.cover().option_count() as u32)
        .map(|option| laid(&[option]).first().is_some_and(|laid| !problem.given.contains(laid)))
        .collect();
    let (which, kept) = least(&solutions, &may_be_given, control)?;
    Ok(Some(Fewest {
        given: laid(&kept),
        solution: encoded.tiling(&solutions[which]),
        minimum: true,
        solutions: Some(solutions.len() as u64),
    }))
}

/// The solutions that meet some conditions, unless there are more than `most`; and whether these are all.
pub(super) fn listed(
    question: &Question,
    conditions: &[Condition],
    most: usize,
    control: &Control,
) -> Result<(Solutions, bool), Refused> {
    const WHAT: &str = "the list of solutions";
    let options = Options { conditions: conditions.to_vec(), ..Options::default() };
    let search = Search::new(question, &options, control)?;
    let mut solutions: Solutions = Vec::new();
    let mut all = true;
    let mut refused = None;
    let mut bytes = 0;
    let report = search.list(search.beginning(), None, control, &mut |chosen| {
        if solutions.len() == most {
            all = false;
            return Reply::Enough;
        }
        bytes += 4 * chosen.len() as u64 + 48;
        if let Err(stopped) = control.reserve(bytes, WHAT) {
            refused = Some(stopped);
            return Reply::Enough;
        }
        let mut chosen = chosen.to_vec();
        chosen.sort_unstable();
        solutions.push(chosen);
        Reply::More
    })?;
    match refused.or(report.stopped) {
        Some(stopped) => Err(stopped.into()),
        None => Ok((solutions, all)),
    }
}

/// What is kept of `kept`, options of `solution`, if each is left out whose loss leaves no other solution. `having` lists solutions that have
/// some options, two if there are so many.
pub(super) fn left_out(
    solution: &[u32],
    mut kept: Vec<u32>,
    having: &dyn Fn(&[u32]) -> Result<Solutions, Refused>,
    control: &Control,
) -> Result<Vec<u32>, Refused> {
    let total = kept.len() as u64;
    for (done, option) in kept.clone().into_iter().enumerate() {
        control.check(Progress::Operations { done: done as u64, total, nodes: 0 })?;
        let without: Vec<u32> = kept.iter().copied().filter(|&other| other != option).collect();
        // The solution itself is always found.
        if having(&without)?.iter().all(|other| other == solution) {
            kept = without;
        }
    }
    Ok(kept)
}

/// The solution with the smallest set of options that no other solution has all of, and that set.
pub(super) fn least(
    solutions: &Solutions,
    may_be_given: &[bool],
    control: &Control,
) -> Result<(usize, Vec<u32>), Stopped> {
    const WHAT: &str = "the solutions by their placements";
    let options = may_be_given.len();
    let entries: usize = solutions.iter().map(Vec::len).sum();
    control.reserve(4 * entries as u64 + 24 * options as u64, WHAT)?;
    let pulse = Pulse::preparing(control);
    let mut holders: Vec<Vec<u32>> = room::filled(Vec::new(), options, WHAT)?;
    for (number, solution) in (0..).zip(solutions) {
        for &option in solution {
            pulse.beat()?;
            room::more(&mut holders[option as usize], 1, WHAT)?.push(number);
        }
    }
    let all: Vec<u32> = (0..solutions.len() as u32).collect();
    let some = |solution: &Vec<u32>| -> Vec<u32> {
        solution.iter().copied().filter(|&option| may_be_given[option as usize]).collect()
    };
    // All placements of a solution identify it.
    let mut best = (0, some(&solutions[0]));
    let total = solutions.len() as u64;
    for (number, solution) in solutions.iter().enumerate() {
        control.check(Progress::Operations { done: number as u64, total, nodes: 0 })?;
        // Placements that few solutions have say most.
        let mut rare = some(solution);
        rare.sort_by_key(|&option| (holders[option as usize].len(), option));
        while !best.1.is_empty() {
            let mut search =
                Identifying { rare: &rare, holders: &holders, chosen: Vec::new(), pulse: &pulse };
            if !search.within(best.1.len() - 1, 0, &all)? {
                break;
            }
            best = (number, search.chosen);
        }
        if best.1.len() <= usize::from(solutions.len() > 1) {
            break;
        }
    }
    best.1.sort_unstable();
    Ok(best)
}

/// A search for some of the options of a solution that no other has all of.
struct Identifying<'a> {
    rare: &'a [u32],
    holders: &'a [Vec<u32>],
    chosen: Vec<u32>,
    pulse: &'a Pulse<'a>,
}

impl Identifying<'_> {
    /// Whether at most `more` of the options from `from` on leave one of `solutions`, which have all that are chosen; these are chosen
    /// then.
    fn within(&mut self, more: usize, from: usize, solutions: &[u32]) -> Result<bool, Stopped> {
        if solutions.len() == 1 {
            return Ok(true);
        }
        if more == 0 {
            return Ok(false);
        }
        for at in from..self.rare.len() {
            let option = self.rare[at];
            let with = &self.holders[option as usize];
            self.pulse.beats(1 + solutions.len().min(with.len()) as u64)?;
            let left = common(solutions, with);
            self.chosen.push(option);
            if self.within(more - 1, at + 1, &left)? {
                return Ok(true);
            }
            self.chosen.pop();
        }
        Ok(false)
    }
}

/// What two sorted lists have in common; the shorter is gone through.
fn common(one: &[u32], other: &[u32]) -> Vec<u32> {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    short.iter().copied().filter(|number| long.binary_search(number).is_ok()).collect()
}
