//! Bitboards as a way to search: options as masks of items.

use super::engine::Engine;
use super::searching::{Searches, Searching};
use crate::exact_cover::ExactCover;
use crate::exact_cover::bits::{self, Unfit};
use crate::plan::{Candidate, Way};
use crate::run::{Control, Refused, Stopped};

/// How bitboards search.
pub(super) const SEARCHES: Searches = Searches { way, unit: |_| 1 << 16, pace: 1 << 24 };

fn way<'q, 'a>(
    searching: &'q Searching<'a>,
    asked: bool,
    control: &Control,
) -> Result<Way<'q, Searching<'a>>, Refused> {
    let candidate = Candidate {
        remark: Some("masks of items: tens of nanoseconds a node".to_owned()),
        ..Candidate::new(Engine::Bitboard)
    };
    if !asked && !searching.is_tiling && !looks_like_a_tiling(searching.cover) {
        let why = "lists are quicker where items are secondary, or more than 128";
        return Ok(Way::barred(candidate, why));
    }
    // Whether bitboards fit shows when they are made.
    match bits::walker(searching.cover, control) {
        Ok(walker) => Ok(Way::open(candidate, |_| Ok(walker))),
        Err(Unfit::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => {
            Err(stopped.into())
        }
        Err(unfit) => Ok(Way::barred(candidate, unfit.to_string())),
    }
}

fn looks_like_a_tiling(cover: &ExactCover) -> bool {
    cover.items().len() <= 128 && cover.items().iter().all(|item| item.demand.is_primary())
}
