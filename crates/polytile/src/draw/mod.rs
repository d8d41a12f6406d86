//! Pictures of tilings and of pieces.
//!
//! In: a [`Tiling`](crate::tiling::Tiling) of a [`Problem`](crate::problem::Problem), or one polyomino. It becomes a
//! [`Scene`]: the rectangle of the board with the owner of every cell, and every piece with its colour. Out: what one
//! of the writers makes of the scene, all of them in time linear in the rectangle:
//!
//! - [`Scene::text`] and [`Scene::coloured_text`]: lines of box-drawing characters, for a terminal;
//! - [`Scene::letters`]: one letter per cell, which [`crate::format::tiling::parse`] reads back;
//! - [`Scene::svg`] and [`Scene::png`]: files, in which cells that are no squares are polygons; [`Animation`]: a file of many
//!   scenes, one after the other ([`Steps`] keeps their colours);
//!   [`Sheet`]: a file of many tilings, side by side.
//!
//! Pieces side by side are a [`shelf`], and classes of tilings have pictures of their own ([`classes`]).
//!
//! Beside tilings, numbers on the cells of a board are drawn, [`Heat`] maps and [`Weights`], and solutions of exact covers that
//! everybody knows: [`Grids`]. A family of sets is its diagram, as [`Nodes`] or as a [`Profile`].
//!
//! Puzzles, their pieces and answers on pages are [`paper`], and lines for a laser [`cut`].
//!
//! Positions of sliding-block puzzles become scenes too ([`Scene::of_position`]), and solutions a [`Film`].
//!
//! What the colours of pieces tell is a [`ColourBy`]; boards in space are seen layer by layer or as solid bodies ([`View`]); how
//! large cells are, and what is written on them and behind them, is for [`PictureOptions`] to say, the same for all pictures.
//!
//! A line runs wherever two cells of different owners meet. On a cylinder or a torus a piece may run over the edge of
//! the rectangle; the edge is left open there, on both sides.

mod adjacency;
mod alphabet;
mod cells;
pub mod classes;
mod colour;
mod colour_by;
mod colouring;
mod contacts;
pub mod cut;
mod encode;
mod error;
mod font;
mod gif;
mod golomb;
mod grids;
mod heading;
mod heat;
mod induction;
mod legend;
mod letters;
mod nodes;
mod notes;
mod options;
mod page;
mod painting;
#[cfg(feature = "print")]
pub mod paper;
mod places;
mod png;
mod polygons;
mod raster;
mod scene;
mod searched;
mod sheet;
pub mod shelf;
mod sliding;
mod smooth;
mod solid;
mod steps;
mod surface;
mod svg;
mod text;
mod tones;
#[cfg(feature = "print")]
mod typeface;
mod view;
mod weights;

#[cfg(feature = "formats")]
pub(crate) use alphabet::preferred as preferred_letter;
pub use colour::{PALETTE, ink_on};
pub use colour_by::ColourBy;
pub use colouring::Colouring;
pub use error::DrawError;
pub use gif::{Animation, Gif};
pub use golomb::WrittenWindow;
pub use grids::Grids;
pub use heat::Heat;
pub use induction::Induction;
pub use nodes::{Nodes, Profile};
pub use options::PictureOptions;
pub use scene::{Owner, Scene, Shape};
pub use searched::searched;
pub use sheet::Sheet;
pub use sliding::Film;
pub use solid::Face;
pub use steps::Steps;
#[cfg(feature = "formats")]
pub(crate) use svg::escaped;
pub use tones::Tones;
pub use view::View;
pub use weights::Weights;

#[cfg(test)]
mod tests;
