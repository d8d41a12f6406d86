//! Whether a diagram that was read is what its description says: all sets of it tilings of the puzzle.
//!
//! In: nodes that are a diagram, names, and a puzzle, from somebody who may have got them wrong. Out: a [`Family`], or what
//! does not fit.
//!
//! The options of a puzzle and their names follow from the puzzle and its order, so they are made again and compared.
//! That every set covers every cell once is seen in one sweep: let every cell have a random number, and an option the
//! sum of its cells'. Then all sets below one node must have the same sum, for they complete the same cells, and those
//! of the root the sum of the whole board. Sums are kept modulo 2^32, for they take most of the memory: nodes that were
//! damaged, or put together by somebody who does not aim at just these numbers, do not pass. Pieces of which there is a
//! fixed number get a number too. And as no builder leaves nodes behind that a path from the root does not lead to,
//! there must be none: so another root is told from the right one, in files without a puzzle too. Cost: each node twice,
//! and half as much memory as a count takes.

use super::family::{Family, Puzzle, named_options};
use super::store::LoadError;
use super::{Diagram, EMPTY, NodeId, UNIT};
use crate::run::{Control, Progress, Stopped};
use std::collections::HashSet;

/// The family of `diagram`, whose options are called `names`, and whose sets are tilings of `puzzle` if there is one.
///
/// # Errors
/// When they do not fit together, or `control` says stop.
pub(super) fn family(
    diagram: Diagram,
    names: Vec<String>,
    puzzle: Option<Puzzle>,
    control: &Control,
) -> Result<Family, LoadError> {
    let (named, variables) = (names.len(), diagram.variables());
    if named != variables {
        return wrong(&format!("{named} options are named for {variables} variables"));
    }
    let mut seen = HashSet::with_capacity(named);
    if let Some(twice) = names.iter().find(|name| !seen.insert(name.as_str())) {
        return wrong(&format!("two options are called '{twice}'"));
    }
    if !all_reached(&diagram, control)? {
        return Err(LoadError::Damaged("some of its nodes cannot be reached from its root".to_owned()));
    }
    let Some(puzzle) = puzzle else { return Ok(Family::new(diagram, names)) };
    let problem = &puzzle.problem;
    if let Err(meaningless) = crate::plan::meaningful(problem) {
        return wrong(&meaningless.to_string());
    }
    let most = names.iter().map(|name| name.split('+').count()).sum();
    if diagram.root() != EMPTY && problem.region.len() > most {
        return wrong(&format!(
            "the board has {} cells, more than its options can cover",
            problem.region.len()
        ));
    }
    let options = named_options(problem, puzzle.order, control)?;
    if options.names.len() != named {
        return wrong(&format!("there are {} options, and {named} are named", options.names.len()));
    }
    if let Some((name, right)) = names.iter().zip(&options.names).find(|(name, right)| name != right) {
        return wrong(&format!("an option is called '{name}' where '{right}' should be"));
    }
    let fixed = |piece: usize| {
        let copies = problem.pieces[piece].copies;
        copies.max().filter(|&max| max == copies.min())
    };
    let cell_number = |cell| random(u64::from(problem.region.index(cell).unwrap_or_default()));
    let piece_number = |piece: usize| fixed(piece).map_or(0, |_| random(!(piece as u64)));
    let numbers = options.laid.iter().map(|laid| {
        let cells = laid.cells.iter().map(|&cell| cell_number(cell));
        cells.fold(piece_number(laid.piece), u32::wrapping_add)
    });
    let numbers: Vec<u32> = numbers.collect();
    let of_cells = (0..problem.region.len() as u64).map(random).fold(0, u32::wrapping_add);
    let whole = (0..problem.pieces.len())
        .map(|piece| fixed(piece).unwrap_or(0).wrapping_mul(piece_number(piece)))
        .fold(of_cells, u32::wrapping_add);
    if !all_sum_to(&diagram, &numbers, whole, control)? {
        return Err(LoadError::Damaged("some of its sets are no tilings of its board".to_owned()));
    }
    Ok(Family::of_options(diagram, options, puzzle))
}

fn wrong<T>(what: &str) -> Result<T, LoadError> {
    Err(LoadError::Damaged(format!("in its description, {what}")))
}

/// Whether a path from the root leads to every node: from another root it does not.
fn all_reached(diagram: &Diagram, control: &Control) -> Result<bool, Stopped> {
    let words = diagram.nodes().div_ceil(64);
    control.reserve(diagram.held() + 8 * words, "looking through the diagram")?;
    let mut reached = vec![0_u64; words as usize];
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
    // The sums below the nodes that are still looked at: the terminals, and from number 2 + `shift` on.
    let mut sums = vec![0_u32; 2];
    let mut shift = 0;
    let mut at_root = if diagram.root() == UNIT { 0 } else { whole };
    let total = diagram.variables() as u64;
    for (v, first, nodes) in diagram.upward() {
        control.check(Progress::Levels { done: total - v as u64 - 1, total, states: nodes.len() as u64 })?;
        let bytes = diagram.held() + 4 * (sums.len() + nodes.len()) as u64;
        control.reserve(bytes, "looking through the diagram")?;
        let slot = |id: NodeId| if id <= UNIT { id } else { id - shift } as usize;
        for node in nodes {
            let sum = sums[slot(node.hi)].wrapping_add(numbers[v]);
            if node.lo != EMPTY && sums[slot(node.lo)] != sum {
                return Ok(false);
            }
            sums.push(sum);
        }
        let next = first + nodes.len() as NodeId;
        if (first..next).contains(&diagram.root()) {
            at_root = sums[slot(diagram.root())];
        }
        let old = if v > 0 { diagram.lowest(v - 1).min(next) - 2 - shift } else { 0 };
        if 2 * old as usize > sums.len() {
            sums.drain(2..2 + old as usize);
            shift += old;
        }
    }
    Ok(at_root == whole)
}

/// A number that looks random, a different one for each `index` (the finaliser of `SplitMix64`).
fn random(index: u64) -> u32 {
    let mut mixed = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed ^ mixed >> 31) >> 32) as u32
}
