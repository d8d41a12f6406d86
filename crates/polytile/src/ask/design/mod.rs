//! Questions whose answers are puzzles.
//!
//! In: a board with a set to choose from, or a puzzle. Out: puzzle files, each with its number of solutions. [`pieces`] chooses pieces,
//! [`board`] cells of a frame, [`givens`] placements to give; [`slide`] looks for the hardest starts
//! of sliding-block puzzles, [`number_mind`] for guesses; [`make`] writes exact covers that everybody knows. The searches are in [`crate::design`].

pub mod board;
pub mod givens;
pub mod make;
pub mod number_mind;
pub mod pieces;
pub mod slide;

use super::{Unanswered, Words, misused};
use crate::format::puzzle::{Puzzle, write};
use crate::format::{About, FormatError, brief};
use crate::problem::Problem;

/// Refuses `any:` among the pieces to choose from: elsewhere it sets no limit, and a set to choose from has only so many of each piece.
///
/// # Errors
/// When a piece is there any number of times.
pub fn expect_numbers(words: &Words) -> Result<(), Unanswered> {
    let pieces = words.pieces.as_deref().unwrap_or_default().split(',');
    let any = pieces
        .filter_map(|item| item.split_once(':'))
        .find(|(copies, _)| copies.trim().eq_ignore_ascii_case("any"));
    match any {
        None => Ok(()),
        Some((copies, name)) => {
            let name = brief(name.trim());
            Err(misused(
                format!(
                    "'{}:{name}' sets no limit, and a set to choose from has only so many of each piece",
                    copies.trim()
                ),
                format!("say how many there are, as in 0..4:{name}; without a number there is one"),
            ))
        }
    }
}

/// The puzzle file of `problem`, called `title`; what else the puzzle that it was made from says about itself is kept.
fn file(problem: Problem, title: String, description: String, about: &About) -> Result<String, FormatError> {
    write(&Puzzle {
        title,
        description: Some(description),
        source: about.source.clone(),
        further: about.further.clone(),
        problem,
        warnings: Vec::new(),
    })
}

/// What a board is called in a title: by its puzzle, or its size.
fn board_of(about: &About, problem: &Problem) -> String {
    let cells = problem.region.len();
    about.title.clone().unwrap_or_else(|| {
        let region = &problem.region;
        if region.is_rectangle() {
            format!("{}x{}", region.rows(), region.cols())
        } else {
            format!("a board of {cells} cells")
        }
    })
}
