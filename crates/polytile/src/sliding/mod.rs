//! Sliding-block puzzles: pieces on a board that move into empty cells, one at a time.
//!
//! - [`Puzzle`] is the board, the pieces, which of them are alike, and the goals; [`Position`] is where they stand.
//! - [`Move`] and [`Metric`] say what one move is; [`Puzzle::moves`] and [`Puzzle::apply`] are for players.
//! - [`explore`](explore::explore) goes through all that can be reached; [`solve`] finds shortest solutions, and
//!   [`check_solution`] replays them on sets of cells.
//! - [`game`] is what a player does, and [`Distances`] tell the way from wherever that leads.
//!
//! Pieces are sets of cells of any lattice, and one unit of a move shifts one of them to the next place in one of the directions of
//! the lattice. What it passes over on the way must be free too: nothing on squares and cubes, the triangle in between on triangles,
//! the hexagon at one of the two corners on hexagons ([`Direction`]). Pieces that keep to a line, exits and the tiles of the
//! 15-puzzle are squares.
//!
//! A state is a position up to exchanges of pieces that are alike. Every move can be taken back by one move, in every
//! metric, so the states and moves form an undirected graph.

mod check;
pub mod explore;
pub mod game;
mod layout;
mod legal;
mod moves;
mod neighbours;
mod placements;
mod position;
mod puzzle;
mod rank;
mod solve;
mod states;

pub use crate::board::Direction;
pub use check::{SolutionFault, check_solution};
pub use explore::{ExploreEngine, ExploreOptions, Explored, explore};
#[cfg(feature = "formats")]
pub(crate) use moves::way;
pub use moves::{IllegalMove, Metric, Move};
pub use position::Position;
pub use puzzle::{Axis, Class, Goal, MAX_CELLS, Piece, Puzzle, PuzzleError};
pub use solve::{
    Answer, Distances, Outlook, Solutions, SolveEngine, SolveOptions, Solved, Unsolvable, solve,
};
#[cfg(feature = "files")]
pub use solve::{SIDES, is_begun, tidy};
