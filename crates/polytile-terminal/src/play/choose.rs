//! Choosing a puzzle to play from those that come with polytile.

use crate::failure::Failure;
use crate::output::print;
use polytile::ask::puzzles::{Group, Puzzles};
use std::fmt::Write;
use std::io::stdin;

/// The name of a sliding puzzle, chosen by its number or name; none if the player wants none.
///
/// # Errors
/// When what was typed is no choice.
pub fn choose() -> Result<Option<String>, Failure> {
    let mut puzzles = Puzzles::default().answer()?.puzzles;
    puzzles.retain(|puzzle| puzzle.kind == Group::Sliding);
    let wide = puzzles.iter().map(|puzzle| puzzle.name.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (number, puzzle) in (1..).zip(&puzzles) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            list,
            "{number:3}  {:wide$}  {}",
            puzzle.name,
            puzzle.title.as_deref().unwrap_or_default()
        );
    }
    print(&format!("{list}Which one? "))?;
    let mut typed = String::new();
    stdin().read_line(&mut typed)?;
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = number.and_then(|number| puzzles.get(number));
    let chosen = by_number.or_else(|| puzzles.iter().find(|puzzle| puzzle.name == typed));
    chosen.map(|puzzle| Some(puzzle.name.clone())).ok_or_else(|| {
        let help = format!("type a number from 1 to {}, or a name", puzzles.len());
        Failure::usage(format!("'{typed}' is none of them"), help)
    })
}
