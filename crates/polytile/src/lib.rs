//! polytile: exact answers about polyomino tilings.

pub mod board;
pub mod count;
pub mod draw;
pub mod format;
pub mod frontier;
pub mod pieces;
pub mod plan;
pub mod problem;
pub mod run;
pub mod tiling;
