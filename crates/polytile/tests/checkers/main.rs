//! Whatever says whether an answer is right, held against answers that are right and answers that are wrong, most of them
//! in one way only.
//!
//! These tests alone must notice every change of a checker that changes what it says; `just mutants` makes the changes.

mod certificate;
mod cover;
mod diagram;
mod puzzles;
mod sliding;
mod tiling;
