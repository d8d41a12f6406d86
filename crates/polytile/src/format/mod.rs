//! The edge: what people and other programs write, read and written.
//!
//! Everything here is text in, values out, or the reverse: no file is opened, nothing is printed, and no text makes a
//! parser panic. What is wrong with a text is a [`FormatError`]: a sentence, the mend, and the bytes it is about.
//! Whoever read the text knows where it came from, and shows the line.
//!
//! [`board`] and [`pieces`] read what is written on one line, `9x12` and `trominoes,2:L4`; [`board`] reads drawings
//! too; [`puzzle`] and [`sliding`] read puzzle files, of which [`shipped`] holds some; [`tiling`] reads and writes answers,
//! [`xmpuzzle`] the puzzles of BurrTools, [`expression`] what is computed from families, of [`sets`] and [`graph`]s among others,
//! [`bfile`] the terms of sequences, [`knuth`] solutions as Knuth's programs print them, and [`certificate`] and [`circuit`] proofs that there is no tiling.

mod about;
pub mod amount;
pub mod bfile;
pub mod board;
pub mod certificate;
pub mod circuit;
mod colour;
pub mod condition;
pub mod cover_json;
pub mod dimacs;
pub mod dlx;
mod drawn;
mod error;
pub mod expression;
mod given;
pub mod graph;
pub(crate) mod json;
pub(crate) mod keyed;
mod kind;
pub mod knuth;
mod lines;
pub mod number;
pub mod number_mind;
pub mod pieces;
pub mod placement;
pub mod puzzle;
pub mod puzzlecad;
pub mod relations;
pub mod sets;
mod shapes;
pub mod sheet;
pub mod shipped;
mod sides;
pub mod sliding;
pub mod source;
pub mod stl;
pub mod subject;
pub mod sudoku;
pub(crate) mod suggest;
pub mod tiling;
mod toml;
pub mod words;
pub mod xmpuzzle;

pub use about::{About, Further};
pub(crate) use error::Unread;
pub use error::{FormatError, brief};
pub use kind::Kind;

#[cfg(test)]
mod tests;
