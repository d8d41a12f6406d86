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

use crate::format::puzzle::{Puzzle, write};
use crate::format::{About, FormatError};
use crate::problem::Problem;

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
