//! Boards with exactly so many solutions, by local search.
//!
//! In: what is searched, a seed and how many boards may be tried. Out: boards as they are found, and how many were tried. The idea: from a
//! board that the pieces cover, the first of a walk, one goes on by leaving out one cell and taking in another beside the board, with all cells that the symmetry which is
//! wished for carries these to. What the pieces do not cover is refused. What comes nearer to the wish, in its number of solutions,
//! its parts and its holes, is taken, and what is farther away with a chance of one in four for each doubling of the number (Metropolis and others, 1953). Now and then the
//! search begins anew. All of it is whole numbers, so a seed means the same everywhere; and all that it depends on is a board and a place in the random numbers, so
//! that it is resumed where it was stopped ([`Near`]).
//!
//! Cost: a search for up to [`CAP`] solutions for each board that is tried.

use super::first::first;
use super::walk::Leaf;
use super::{Judge, Maps, Notes, Searched, required, shape};
use crate::exact_cover::Encoded;
use crate::number::{Count, below};
use crate::problem::Problem;
use crate::run::{Control, Progress, Refused, Unable};
use crate::solve::{Options, Question, Reply, Search};
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::sync::Arc;

/// How a local search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    /// What determines it.
    pub seed: u64,
    /// How many boards are tried.
    pub tries: u64,
}

/// Where a local search is: before its next try.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Near {
    /// The walk from whose first board it set out.
    pub walk: usize,
    /// The board where it is, as the cells of the frame that it has.
    pub board: Vec<bool>,
    /// How many boards were tried.
    pub tried: u64,
    /// How many had been tried when it last began anew.
    pub anew: u64,
    /// Random numbers that it has used.
    pub random: u64,
}

/// Solutions up to which a board is searched.
const CAP: u64 = 1000;
/// Boards that are tried before the search begins anew.
const RUN: u64 = 1000;
/// How far away a board is for each part too many, and for having a hole, in quarters of a doubling.
const PART: u32 = 16;

/// The number of quarters of doublings that lead to `n`.
fn quarters(n: u64) -> u32 {
    n.pow(4).ilog2()
}

/// A board, and how far it is from what is wished.
struct Place {
    board: Vec<bool>,
    solutions: u64,
    away: u32,
}

impl Local {
    /// Searches, after what the notes say, and returns how many boards were tried.
    ///
    /// # Errors
    /// When all numbers of solutions that are wanted are beyond [`CAP`], or the control says stop.
    pub(super) fn search(
        self,
        searched: &Searched<'_>,
        judge: &mut Judge<'_>,
        notes: &mut Notes<'_, '_>,
    ) -> Result<u64, Refused> {
        let wanted: Vec<u64> = (1..=CAP).filter(|&n| (judge.wanted)(&Count::from(n))).collect();
        if wanted.is_empty() {
            let message = format!("a local search counts up to {CAP} solutions, and more are wanted");
            let help = "ask for fewer, or leave --seed out".to_owned();
            return Err(Refused::Unable(Unable { message, help }));
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut firsts = Vec::new();
        for (walk, (fixing, _)) in searched.walks.iter().enumerate() {
            if let Some(board) = first(searched, fixing)? {
                firsts.push((walk, board));
            }
        }
        let (mut tried, mut resumed) = (0, notes.begun.near.clone());
        if let Some(near) = &resumed {
            random.set_word_pos(near.random.into());
            tried = near.tried;
        }
        while tried < self.tries && !firsts.is_empty() {
            let (walk, anew, board) = if let Some(Near { walk, anew, board, .. }) = resumed.take() {
                (walk, anew, board)
            } else {
                let (walk, board) = &firsts[below(&mut random, firsts.len())];
                tried += 1;
                (*walk, tried - 1, board.clone())
            };
            let near = |board: &[bool], tried, random: &ChaCha8Rng| Near {
                walk,
                board: board.to_vec(),
                tried,
                anew,
                random: u64::try_from(random.get_word_pos()).unwrap_or(u64::MAX),
            };
            notes.begun.near = Some(near(&board, tried, &random));
            let Some(mut here) = look(searched, judge, &wanted, board)? else { continue };
            let orbits = changeable(searched, &searched.walks[walk].0);
            while tried < self.tries && tried < anew + RUN {
                notes.begun.near = Some(near(&here.board, tried, &random));
                notes.now_and_then(&judge.seen);
                let share = (u128::from(tried) * 1_000_000 / u128::from(self.tries.max(1))) as u32;
                searched.control.check(Progress::Search { share, found: judge.classes.len() as u64 })?;
                let Some(board) = changed(searched, &orbits, &here.board, &mut random) else { break };
                tried += 1;
                let Some(there) = look(searched, judge, &wanted, board)? else { continue };
                let farther = there.away.saturating_sub(here.away) / 2;
                if farther > 0 && below(&mut random, 1 << farther.min(20)) > 0 {
                    continue;
                }
                here = there;
                let leaf = Leaf { board: &here.board, solutions: here.solutions };
                if here.away > 0 {
                    continue;
                }
                let known = judge.classes.len();
                let flow = judge.leaf(leaf, &[])?;
                if judge.classes.len() > known {
                    notes.begun.found.push(here.board.clone());
                }
                if flow.is_break() {
                    return Ok(tried);
                }
            }
        }
        Ok(tried)
    }
}

/// The cells of a frame by what the maps carry into each other.
pub(super) fn orbits(fixing: &Maps, cells: usize) -> Vec<Vec<usize>> {
    let mut seen = vec![false; cells];
    let mut orbits = Vec::new();
    for cell in 0..cells {
        if seen[cell] {
            continue;
        }
        let (mut orbit, mut at) = (vec![cell], 0);
        seen[cell] = true;
        while let Some(&from) = orbit.get(at) {
            for map in fixing {
                let image = map[from] as usize;
                if !std::mem::replace(&mut seen[image], true) {
                    orbit.push(image);
                }
            }
            at += 1;
        }
        orbits.push(orbit);
    }
    orbits
}

/// Those of which no board must have a cell.
fn changeable(searched: &Searched<'_>, fixing: &Maps) -> Vec<Vec<usize>> {
    let required = required(searched.problem);
    let mut orbits = orbits(fixing, required.len());
    orbits.retain(|orbit| !orbit.iter().any(|&cell| required[cell]));
    orbits
}

/// A board with an orbit less and another one, beside it, more; nothing where there is none.
fn changed(
    searched: &Searched<'_>,
    orbits: &[Vec<usize>],
    board: &[bool],
    random: &mut ChaCha8Rng,
) -> Option<Vec<bool>> {
    let region = &searched.problem.region;
    let cells: Vec<_> = region.cells().collect();
    let touches = |orbit: &&Vec<usize>| {
        let beside = |&cell: &usize| {
            let near = region.beside(cells[cell]).flatten().filter_map(|near| region.index(near));
            near.into_iter().any(|near| board[near as usize])
        };
        orbit.iter().any(beside)
    };
    let inside: Vec<&Vec<usize>> = orbits.iter().filter(|orbit| board[orbit[0]]).collect();
    let outside: Vec<&Vec<usize>> = orbits.iter().filter(|orbit| !board[orbit[0]]).filter(touches).collect();
    let area = board.iter().filter(|&&is| is).count();
    // A few pairs at random: some change the area.
    for _ in 0..64 {
        let less = inside.get(below(random, inside.len().max(1)))?;
        let more = outside.get(below(random, outside.len().max(1)))?;
        if searched.areas.contains(&(area + more.len() - less.len())) {
            let mut board = board.to_vec();
            less.iter().for_each(|&cell| board[cell] = false);
            more.iter().for_each(|&cell| board[cell] = true);
            return Some(board);
        }
    }
    None
}

/// How far a board is from what is wished; nothing where the pieces do not cover it.
fn look(
    searched: &Searched<'_>,
    judge: &Judge<'_>,
    wanted: &[u64],
    board: Vec<bool>,
) -> Result<Option<Place>, Refused> {
    let Searched { problem, wish, control, .. } = *searched;
    let cells = searched.cells(&board);
    let solutions = solutions(&searched.on(&cells)?, control)?;
    if solutions == 0 {
        return Ok(None);
    }
    let mut away = 0;
    if solutions < CAP {
        let number = u64::try_from(judge.counted(&cells, solutions)?).unwrap_or(CAP);
        let far = |&n: &u64| quarters(n).abs_diff(quarters(number)).max(u32::from(n != number));
        away += wanted.iter().map(far).min().unwrap_or(0);
    } else {
        away += wanted.iter().map(|&n| quarters(CAP) - quarters(n)).min().unwrap_or(0) + 1;
    }
    if wish.connected {
        away += PART * (problem.region.parts(|cell| board[cell as usize], control)?.1 - 1);
    }
    if wish.no_holes && shape::has_holes(&problem.region, &board, control)? {
        away += PART;
    }
    Ok(Some(Place { board, solutions, away }))
}

/// How many solutions a puzzle has, up to [`CAP`].
fn solutions(problem: &Problem, control: &Control) -> Result<u64, Refused> {
    let control = &control.clone().threads(1);
    let question = Question::tilings(problem.clone(), Arc::new(Encoded::new(problem, control)?));
    let search = Search::new(&question, &Options::default(), control)?;
    let mut found = 0;
    let report = search.list(search.beginning(), None, control, &mut |_| {
        found += 1;
        if found < CAP { Reply::More } else { Reply::Enough }
    })?;
    match report.stopped {
        Some(stopped) => Err(stopped.into()),
        None => Ok(found),
    }
}
