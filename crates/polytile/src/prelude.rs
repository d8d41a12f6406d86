//! What most programs begin with: `use polytile::prelude::*;`.
//!
//! ```
//! use polytile::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let problem = Problem::new("6x10".parse()?, "1:pentominoes".parse()?);
//! let mut n = 0;
//! for tiling in problem.solutions()? {
//!     let _tiling: Tiling = tiling?;
//!     n += 1;
//! }
//! let dominoes = Problem::new("8x8".parse()?, "dominoes".parse()?);
//! assert_eq!(format!("{n} {}", dominoes.count()?), "9356 12988816");
//! # Ok(())
//! # }
//! ```

pub use crate::board::{Cell, Region};
pub use crate::count::Count;
pub use crate::pieces::{Copies, Freedom, Piece, PieceSet};
pub use crate::problem::{Problem, Rules};
pub use crate::run::Control;
pub use crate::tiling::Tiling;
