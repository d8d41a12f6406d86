//! Everything that says whether an answer is right, held against answers that are right and answers that are wrong, most of them
//! in only one way.
//!
//! These tests alone must notice every change to a checker that alters what it says; `just mutants` makes the changes.

mod certificate;
mod circuit;
mod cover;
mod diagram;
mod puzzles;
mod rules;
mod sliding;
mod tiling;
