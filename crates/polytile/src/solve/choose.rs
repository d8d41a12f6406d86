//! Which engine searches.
//!
//! The sparse engine can search every cover. Bitboards hold plain ones of up to 256 items, and are made for boards: there
//! they sweep from one end to the other, notice parts that no pieces fill, and take tens of nanoseconds for a node. On
//! pentominoes of 5x12 that is eight times as quick as lists, on 3x30 seventeen times. Where the structure is different, choosing
//! the item with the fewest options matters more: with secondary items (queens) lists are 1.6 times as quick, on a Sudoku a
//! hundred times. (`polytile solve PUZZLE --count --threads 1 --engine bitboard`, and the same with `sparse`.) So a tiling goes
//! to the bitboards if they can hold it, and an exact cover of unknown origin if it looks like a tiling: no secondary items, and
//! no more than 128 items in all.

use super::question::Engine;
use crate::exact_cover::bits::Unfit;
use crate::exact_cover::sparse::Sparse;
use crate::exact_cover::tree::{Walk, Walker};
use crate::exact_cover::{ExactCover, bits};
use crate::plan::{Candidate, Plan, Planned, Way, decide};
use crate::run::{Control, Refused, Stopped};

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

/// A cover that is to be searched.
struct Searching<'a> {
    cover: &'a ExactCover,
    is_tiling: bool,
}

impl Planned for Searching<'_> {
    type Engine = Engine;
    type Answer = Box<dyn Walker>;
    type Error = Refused;

    fn ways(&self, engine: Engine, asked: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        Ok(vec![match engine {
            Engine::Bitboard => self.bitboard(asked, control)?,
            Engine::Sparse => self.sparse(),
        }])
    }
}

impl Searching<'_> {
    fn bitboard(&self, asked: bool, control: &Control) -> Result<Way<'_, Self>, Refused> {
        let candidate = Candidate {
            remark: Some("masks of items: tens of nanoseconds a node".to_owned()),
            ..Candidate::new(Engine::Bitboard)
        };
        if !asked && !self.is_tiling && !looks_like_a_tiling(self.cover) {
            let why = "lists are quicker where items are secondary, or more than 128";
            return Ok(Way::barred(candidate, why));
        }
        // Whether bitboards fit shows when they are made.
        match bits::walker(self.cover, control) {
            Ok(walker) => Ok(Way::open(candidate, |_| Ok(walker))),
            Err(Unfit::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => {
                Err(stopped.into())
            }
            Err(unfit) => Ok(Way::barred(candidate, unfit.to_string())),
        }
    }

    fn sparse(&self) -> Way<'_, Self> {
        let candidate = Candidate {
            remark: Some("lists of options: about a microsecond a node".to_owned()),
            ..Candidate::new(Engine::Sparse)
        };
        Way::open(candidate, |control| {
            let walk: Box<dyn Walker> = Box::new(Walk::new(Sparse::new(self.cover, control)?));
            Ok(walk)
        })
    }
}

fn looks_like_a_tiling(cover: &ExactCover) -> bool {
    cover.items().len() <= 128 && cover.items().iter().all(|item| item.demand.is_primary())
}
