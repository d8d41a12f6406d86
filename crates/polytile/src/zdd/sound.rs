//! Whether a diagram that was read is what its description says: one all of whose sets are tilings of the puzzle, or numbers.
//!
//! In: nodes that make a diagram, and a description, from somebody who may have got them wrong. Out: a [`Family`], or what
//! does not fit.
//!
//! The options of a puzzle and their names follow from the puzzle and its order, so they are made again and compared.
//! The rest are sweeps from the bottom up, each keeping a number for each node:
//!
//! - *Every cell once.* Let every cell have a random number, and every option the sum of the numbers of its cells. Then all sets
//!   below one node must have the same sum, for they complete the same cells, and those of the root must have the sum of the
//!   whole board. Sums are kept modulo 2^32, for they take most of the memory: nodes that were damaged, or put together by
//!   somebody who does not aim at just these numbers, do not pass. Pieces whose number of copies is fixed get a number too. If
//!   the sets are numbers, their positions are the cells.
//! - *Copies.* For every piece that is limited otherwise, the least and the greatest number of copies that a set below a node
//!   holds.
//! - *Tatami and fault-free.* Which demands every set below a node meets, 64 at a time.
//!
//! And every node must lie on a path from the root, as with every builder: so a wrong root is noticed, in files without a puzzle
//! too. What is not noticed is a family with fewer sets than its description promises: `--cross-check` of the command counts
//! them. Cost: each node twice, and once more for each limited piece and each 64 demands; half as much memory as a count takes,
//! as much with limited pieces or demands.

use super::describe::Described;
use super::family::{Family, NamedOptions, Puzzle, bytes_named, digit_of, named_options};
use super::file_error::FileError;
use super::{Diagram, EMPTY, NodeId, UNIT};
use crate::problem::Problem;
use crate::run::{Control, Progress, Pulse, Stopped, room};
use std::collections::HashSet;

const WHAT: &str = "looking through the diagram";

/// The family of `diagram`, whose options and sets are what the description says.
///
/// # Errors
/// When they do not fit together, or `control` says stop.
pub(super) fn family(
    diagram: Diagram,
    description: Described,
    control: &Control,
) -> Result<Family, FileError> {
    let Described { names, restricted, digits, puzzle } = description;
    let (named, variables) = (names.len(), diagram.variables());
    if named != variables {
        return wrong(&format!("{named} options are named for {variables} variables"));
    }
    let mut seen = HashSet::with_capacity(named);
    if let Some(twice) = names.iter().find(|name| !seen.insert(name.as_str())) {
        return wrong(&format!("two options are called '{twice}'"));
    }
    if !all_reached(&diagram, control)? {
        return Err(FileError::Damaged("some of its nodes cannot be reached from its root".to_owned()));
    }
    let family = match (puzzle, digits) {
        (Some(_), Some(_)) => return wrong("its sets are both tilings and numbers"),
        (Some(puzzle), None) => tilings(diagram, &names, puzzle, control)?,
        (None, Some(length)) => numbers(diagram, &names, length, control)?,
        (None, None) => Family::new(diagram, names),
    };
    Ok(family.with_some_left(restricted))
}

/// The family of numbers of `length` digits.
fn numbers(
    diagram: Diagram,
    names: &[String],
    length: usize,
    control: &Control,
) -> Result<Family, FileError> {
    let mut digits = Vec::with_capacity(names.len());
    for name in names {
        match digit_of(name) {
            Some((at, digit)) if at < length => digits.push((at, digit)),
            _ => return wrong(&format!("'{name}' is no digit of a number of {length} digits")),
        }
    }
    if diagram.root() != EMPTY && length > names.len() {
        return wrong(&format!("numbers have {length} digits, more than there are options"));
    }
    let of_options: Vec<u32> = digits.iter().map(|(at, _)| random(*at as u64)).collect();
    let whole = (0..names.len().min(length) as u64).map(random).fold(0, u32::wrapping_add);
    if !all_sum_to(&diagram, &of_options, whole, control)? {
        return Err(FileError::Damaged(format!("some of its sets are no numbers of {length} digits")));
    }
    Ok(Family::numbers(diagram, length, &digits))
}

/// The family of tilings of `puzzle`.
fn tilings(
    diagram: Diagram,
    names: &[String],
    puzzle: Puzzle,
    control: &Control,
) -> Result<Family, FileError> {
    let named = names.len();
    let problem = &puzzle.problem;
    if let Err(meaningless) = problem.meaningful() {
        return wrong(&meaningless.to_string());
    }
    let most = names.iter().map(|name| name.split('+').count()).sum();
    if diagram.root() != EMPTY && problem.region.len() > most {
        return wrong(&format!(
            "the board has {} cells, more than its options can cover",
            problem.region.len()
        ));
    }
    // Those that were read are there meanwhile.
    let read = bytes_named(named, names.iter().map(String::len).sum(), 0);
    let options = named_options(problem, puzzle.order, &control.holding(diagram.held() + read))?;
    let control = &control.holding(options.bytes);
    if options.names.len() != named {
        return wrong(&format!("there are {} options, and {named} are named", options.names.len()));
    }
    if let Some((name, right)) = names.iter().zip(&options.names).find(|(name, right)| name != right) {
        return wrong(&format!("an option is called '{name}' where '{right}' should be"));
    }
    let damaged = |what: &str| Err(FileError::Damaged(format!("some of its sets {what}")));
    let (numbers, whole) = sums(problem, &options, control)?;
    if !all_sum_to(&diagram, &numbers, whole, control)? {
        return damaged("are no tilings of its board");
    }
    if !copies_kept(&diagram, problem, &options, control)? {
        return damaged("have too few or too many copies of a piece");
    }
    if !demands_met(&diagram, problem, &options, control)? {
        return damaged("are not tatami or fault-free, as it says they are");
    }
    Ok(Family::of_options(diagram, options, puzzle))
}

/// The number of copies of a piece that every set must have, if it is fixed.
fn fixed(problem: &Problem, piece: usize) -> Option<u32> {
    let copies = problem.pieces[piece].copies;
    copies.max().filter(|&max| max == copies.min())
}

/// Where the random numbers of pieces begin, after those of all cells.
const PIECES: u64 = 1 << 63;

/// The sums of all options, and what those of a tiling add up to.
fn sums(problem: &Problem, options: &NamedOptions, control: &Control) -> Result<(Vec<u32>, u32), Stopped> {
    let pulse = Pulse::preparing(control);
    let cell_number = |cell| random(u64::from(problem.region.index(cell).unwrap_or_default()));
    let piece_number = |piece: usize| fixed(problem, piece).map_or(0, |_| random(PIECES + piece as u64));
    let mut numbers = room::list(options.laid.len(), WHAT)?;
    for laid in &options.laid {
        pulse.beat()?;
        let cells = laid.cells.iter().map(|&cell| cell_number(cell));
        numbers.push(cells.fold(piece_number(laid.piece), u32::wrapping_add));
    }
    let of_cells = (0..problem.region.len() as u64).map(random).fold(0, u32::wrapping_add);
    let whole = (0..problem.pieces.len())
        .map(|piece| fixed(problem, piece).unwrap_or(0).wrapping_mul(piece_number(piece)))
        .fold(of_cells, u32::wrapping_add);
    Ok((numbers, whole))
}

/// Whether every set has as many copies of each piece as the puzzle allows, where that is a range.
fn copies_kept(
    diagram: &Diagram,
    problem: &Problem,
    options: &NamedOptions,
    control: &Control,
) -> Result<bool, Stopped> {
    for (i, piece) in problem.pieces.iter().enumerate() {
        let (min, max) = (piece.copies.min(), piece.copies.max());
        if fixed(problem, i).is_some() || (min == 0 && max.is_none()) {
            continue;
        }
        // The least and the greatest number below.
        let range = at_root(diagram, (0_u32, 0_u32), control, |v, lo, (least, greatest)| {
            let one = u32::from(options.laid[v].piece == i);
            let (least, greatest) = (least.saturating_add(one), greatest.saturating_add(one));
            Some(lo.map_or((least, greatest), |lo: (u32, u32)| (lo.0.min(least), lo.1.max(greatest))))
        })?;
        if range.is_none_or(|(least, greatest)| least < min || max.is_some_and(|max| greatest > max)) {
            return Ok(diagram.root() == EMPTY);
        }
    }
    Ok(true)
}

/// Whether every set meets all demands.
fn demands_met(
    diagram: &Diagram,
    problem: &Problem,
    options: &NamedOptions,
    control: &Control,
) -> Result<bool, Stopped> {
    let pulse = Pulse::preparing(control);
    for demands in problem.demands_within(control)?.chunks(64) {
        let looks: u64 = demands.iter().map(|pairs| pairs.len() as u64).sum();
        let met_by = |v: usize| {
            let cells = options.laid[v].cells.iter().filter_map(|&cell| problem.region.index(cell));
            let cells: HashSet<u32> = cells.collect();
            let met = |pairs: &Vec<[u32; 2]>| pairs.iter().any(|pair| pair.iter().all(|c| cells.contains(c)));
            let met = demands.iter().enumerate().filter(|(_, pairs)| met(pairs));
            met.map(|(i, _)| 1_u64 << i).sum::<u64>()
        };
        let mut of_options: Vec<u64> = room::list(options.laid.len(), WHAT)?;
        for option in 0..options.laid.len() {
            pulse.beat()?;
            pulse.beats(looks)?;
            of_options.push(met_by(option));
        }
        let met = at_root(diagram, 0, control, |v, lo, hi| {
            let with = hi | of_options[v];
            Some(lo.map_or(with, |lo: u64| lo & with))
        })?;
        let all = u64::MAX >> (64 - demands.len());
        if met.is_none_or(|met| met != all) {
            return Ok(diagram.root() == EMPTY);
        }
    }
    Ok(true)
}

fn wrong<T>(what: &str) -> Result<T, FileError> {
    Err(FileError::Damaged(format!("in its description, {what}")))
}

/// Whether every node lies on a path from the root; with a wrong root, some do not.
fn all_reached(diagram: &Diagram, control: &Control) -> Result<bool, Stopped> {
    let words = diagram.nodes().div_ceil(64) as usize;
    reserve::<u64>(diagram, words, control)?;
    let mut reached = room::filled(0_u64, words, WHAT)?;
    let mut reach = |id: NodeId| {
        let word = &mut reached[id as usize / 64];
        let before = *word;
        *word |= 1 << (id % 64);
        before == *word
    };
    reach(diagram.root());
    let total = diagram.variables() as u64;
    for (v, first, nodes) in diagram.upward().rev() {
        control.check(Progress::Levels { done: v as u64, total, states: nodes.len() as u64 })?;
        for (id, node) in (first..).zip(nodes) {
            if !reach(id) {
                return Ok(false);
            }
            reach(node.lo);
            reach(node.hi);
        }
    }
    Ok(true)
}

/// Whether the numbers of the variables of each set add up to `whole`, modulo 2^32.
fn all_sum_to(diagram: &Diagram, numbers: &[u32], whole: u32, control: &Control) -> Result<bool, Stopped> {
    let sum = at_root(diagram, 0_u32, control, |v, lo, hi| {
        let sum = hi.wrapping_add(numbers[v]);
        lo.is_none_or(|lo| lo == sum).then_some(sum)
    })?;
    Ok(diagram.root() == EMPTY || sum == Some(whole))
}

/// The value of the root. The empty set has the value `unit`, and a node the value that `of` makes of its variable, of
/// the value of its `lo`, if that is not ⊥, and of that of its `hi`. `None` if `of` gives `None` for a node, or the root
/// is ⊥.
fn at_root<T: Copy>(
    diagram: &Diagram,
    unit: T,
    control: &Control,
    of: impl Fn(usize, Option<T>, T) -> Option<T>,
) -> Result<Option<T>, Stopped> {
    // The values of the nodes that are still needed: the terminals, and those from number 2 + `shift` on.
    let mut worth = vec![unit; 2];
    let mut shift = 0;
    let mut root = (diagram.root() == UNIT).then_some(unit);
    let total = diagram.variables() as u64;
    for (v, first, nodes) in diagram.upward() {
        control.check(Progress::Levels { done: total - v as u64 - 1, total, states: nodes.len() as u64 })?;
        reserve::<T>(diagram, worth.len() + nodes.len(), control)?;
        let slot = |id: NodeId| if id <= UNIT { id } else { id - shift } as usize;
        for node in nodes {
            let lo = (node.lo != EMPTY).then(|| worth[slot(node.lo)]);
            let Some(of_node) = of(v, lo, worth[slot(node.hi)]) else { return Ok(None) };
            room::more(&mut worth, 1, WHAT)?.push(of_node);
        }
        let next = first + nodes.len() as NodeId;
        if (first..next).contains(&diagram.root()) {
            root = Some(worth[slot(diagram.root())]);
        }
        shift += forget(&mut worth, if v > 0 { diagram.lowest(v - 1).min(next) - 2 - shift } else { 0 });
    }
    Ok(root)
}

/// Reserves the room of the diagram and of `numbers` numbers besides.
fn reserve<T>(diagram: &Diagram, numbers: usize, control: &Control) -> Result<(), Stopped> {
    control.reserve(diagram.held() + (size_of::<T>() * numbers) as u64, WHAT)
}

/// Drops the first `old` numbers of nodes, which are no longer needed, if that saves half of the room, so that each number is
/// moved at most once; returns how many were dropped.
fn forget<T>(worth: &mut Vec<T>, old: NodeId) -> NodeId {
    let half = worth.len() / 2;
    if old as usize > half {
        worth.drain(2..2 + old as usize);
        return old;
    }
    0
}

/// A number that looks random, a different one for each `index` (the finaliser of `SplitMix64`).
fn random(index: u64) -> u32 {
    let mut mixed = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::random;

    /// The upper halves of what `SplitMix64` gives from 0, as published with it.
    #[test]
    fn numbers_are_random() {
        assert_eq!([0, 1, 2, 3].map(random), [0xe220_a839, 0x6e78_9e6a, 0x06c4_5d18, 0xf88b_b8a8]);
    }
}
