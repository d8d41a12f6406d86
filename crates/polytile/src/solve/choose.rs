//! Which engine searches.
//!
//! A node costs tens of nanoseconds with bitboards, a microsecond or so with lists: where bitboards can hold the problem
//! they are taken. Lists can hold every problem.

use super::prepare::{Candidate, Engine, Refused};
use crate::exact_cover::sparse::Sparse;
use crate::exact_cover::tree::{Walk, Walker};
use crate::exact_cover::{ExactCover, bits};
use crate::run::Control;

/// The walker of an engine, all that were considered, and the one chosen.
type Chosen = (Box<dyn Walker>, Vec<Candidate>, Engine);

/// The engine asked for, or the quickest that can search `cover`, and all that were considered.
pub(super) fn choose(
    cover: &ExactCover,
    asked: Option<Engine>,
    control: &Control,
) -> Result<Chosen, Refused> {
    let bitboard = if asked == Some(Engine::Sparse) { None } else { Some(bits::walker(cover, control)) };
    let obstacle = match bitboard {
        Some(Ok(walker)) => {
            let candidates = vec![
                Candidate { engine: Engine::Bitboard, obstacle: None },
                Candidate { engine: Engine::Sparse, obstacle: None },
            ];
            return Ok((walker, candidates, Engine::Bitboard));
        }
        Some(Err(unfit)) => unfit.to_string(),
        None => "another engine was asked for".to_owned(),
    };
    if asked == Some(Engine::Bitboard) {
        return Err(Refused::Question(format!(
            "the bitboard engine cannot search this: {obstacle}; use the sparse engine, which can"
        )));
    }
    let candidates = vec![
        Candidate { engine: Engine::Bitboard, obstacle: Some(obstacle) },
        Candidate { engine: Engine::Sparse, obstacle: None },
    ];
    let walker = Walk::new(Sparse::new(cover, control)?);
    Ok((Box::new(walker), candidates, Engine::Sparse))
}
