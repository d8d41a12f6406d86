//! Searches for puzzles: what to leave out, or to give, so that as many solutions are left as a designer wants.
//!
//! [`subsets`] looks through all choices of pieces from a set, by one count of the board that keeps the pieces apart. [`givens`] looks
//! for the fewest placements that leave one solution, [`given_options`] for the fewest options of an exact cover. [`boards`] goes through all boards inside a frame, [`slides`]
//! through sets of blocks for their hardest starts. [`guesses`] looks for the fewest guesses at a number. [`covers`] makes exact covers that
//! everybody knows: queens, pairs, Latin squares, sudokus, partridges, word rectangles, and [`colouring`] those of graphs; [`known`] says
//! what their solutions look like; [`sudoku`] makes sudokus with one solution.

pub mod boards;
pub mod colouring;
pub mod covers;
pub mod given_options;
pub mod givens;
pub mod guesses;
pub mod known;
pub mod slides;
pub mod subsets;
pub mod sudoku;
