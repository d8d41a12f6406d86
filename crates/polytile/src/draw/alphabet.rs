//! A letter for every piece.
//!
//! In: which pieces touch, and their names. Out: a letter or digit for each, such that pieces that touch have different
//! ones. A piece takes the first letter of its name where its neighbours allow; otherwise, if it can, a letter that no piece's
//! name begins with. Cost: linear.

use super::adjacency::Adjacency;
use crate::run::{Pulse, Stopped};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The letter that a piece of this name takes where it can: the first letter or digit, as a capital.
pub(crate) fn preferred(name: &str) -> Option<char> {
    name.chars().find(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase())
}

/// The letter of every piece, from the name of every piece and the names of all `kinds`.
///
/// # Errors
/// When the control that `pulse` asks says stop.
pub(super) fn choose(
    adjacency: &Adjacency,
    names: &[&str],
    kinds: &[&str],
    pulse: &Pulse<'_>,
) -> Result<Vec<char>, Stopped> {
    let wanted: Vec<char> = kinds.iter().filter_map(|name| preferred(name)).collect();
    let (taken, spare): (Vec<char>, Vec<char>) = LETTERS.chars().partition(|c| wanted.contains(c));
    let mut letters = vec!['.'; names.len()];
    for piece in adjacency.colouring_order(pulse)? {
        pulse.beat()?;
        // Up to six neighbours have letters already; 62 are more than enough.
        let near = |c: &char| adjacency.of(piece).iter().any(|&n| letters[n as usize] == *c);
        let own = preferred(names[piece as usize]);
        let mut choices = own.into_iter().chain(spare.iter().copied()).chain(taken.iter().copied());
        letters[piece as usize] = choices.find(|c| !near(c)).unwrap_or('?');
    }
    Ok(letters)
}
