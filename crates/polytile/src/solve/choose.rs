//! Which engine searches.
//!
//! The sparse engine can search every cover. Bitboards hold plain ones of up to 256 items, and are made for boards: there
//! they sweep from one end to the other, notice parts that no pieces fill, and take tens of nanoseconds for a node. On
//! pentominoes of 5x12 that is eight times as quick as lists, on 3x30 seventeen times. Where the structure is different, choosing
//! the item with the fewest options matters more: with secondary items (queens) lists are 1.6 times as quick, on a Sudoku a
//! hundred times. (`polytile solve PUZZLE --count --threads 1 --engine bitboard`, and the same with `sparse`.) So a tiling goes
//! to the bitboards if they can hold it, and an exact cover of unknown origin if it looks like a tiling: no secondary items, and
//! no more than 128 items in all.

use super::engine::{Engine, engines};
use super::searching::{Searches, Searching};
use crate::exact_cover::ExactCover;
use crate::exact_cover::tree::Walker;
use crate::plan::{Plan, Planned, Way, decide};
use crate::run::{Control, Refused};

macro_rules! searches {
    ($($(#[$doc:meta])* $Engine:ident = $word:literal, $meaning:literal, $searches:path;)+) => {
        impl Engine {
            /// How it searches.
            pub(super) fn searches(self) -> &'static Searches {
                match self { $(Engine::$Engine => &$searches),+ }
            }
        }
    };
}
engines!(searches);

/// A walker, what was considered, and the engine of the walker.
type Chosen = (Box<dyn Walker>, Plan<Engine>, Engine);

/// The engine asked for, or the one that is likely to be quickest on `cover`: its walker, what was considered, and its name.
pub(super) fn choose(
    cover: &ExactCover,
    is_tiling: bool,
    asked: Option<Engine>,
    control: &Control,
) -> Result<Chosen, Refused> {
    let searching = Searching { cover, is_tiling };
    let (plan, engine, run) = decide(&searching, asked, control)?;
    Ok((run(control)?, plan, engine))
}

impl Planned for Searching<'_> {
    type Engine = Engine;
    type Answer = Box<dyn Walker>;
    type Error = Refused;

    fn ways(&self, engine: Engine, asked: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        Ok(vec![(engine.searches().way)(self, asked, control)?])
    }
}
