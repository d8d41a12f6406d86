//! Which engine searches.
//!
//! The sparse engine can search every cover. Bitboards hold plain ones of up to 256 items, and are made for boards: there
//! they sweep from one end to the other, see parts that no pieces fill, and pay tens of nanoseconds for a node. On
//! pentominoes of 5x12 that is eight times as quick as lists, on 3x30 seventeen times. Where the structure is another
//! one, fewest options matter more: with secondary items (queens) lists are 1.6 times as quick, on a Sudoku a hundred
//! times. (`polytile solve PUZZLE --count --threads 1 --engine bitboard`, and the same with `sparse`.) So a tiling goes to
//! the bitboards if they can hold it, and an exact cover of unknown origin if it looks like a tiling: no secondary items,
//! and no more than 128 items in all.

use super::prepare::{Candidate, Engine};
use crate::exact_cover::bits::Unfit;
use crate::exact_cover::sparse::Sparse;
use crate::exact_cover::tree::{Walk, Walker};
use crate::exact_cover::{ExactCover, bits};
use crate::run::{Control, Refused, Stopped};

/// The walker of an engine, all that were considered, and the one chosen.
type Chosen = (Box<dyn Walker>, Vec<Candidate>, Engine);

/// The engine asked for, or the one that is likely to be quickest on `cover`, and all that were considered.
pub(super) fn choose(
    cover: &ExactCover,
    is_tiling: bool,
    asked: Option<Engine>,
    control: &Control,
) -> Result<Chosen, Refused> {
    let bitboard = match asked {
        Some(Engine::Zdd) => {
            return Err(Refused::Question(
                "a diagram of all solutions is no search; use the bitboard or the sparse engine".to_owned(),
            ));
        }
        Some(Engine::Sparse) => Err("another engine was asked for".to_owned()),
        None if !(is_tiling || looks_like_a_tiling(cover)) => {
            Err("lists are quicker where items are secondary, or more than 128".to_owned())
        }
        _ => match bits::walker(cover, control) {
            Err(Unfit::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => {
                return Err(stopped.into());
            }
            found => found.map_err(|unfit| unfit.to_string()),
        },
    };
    let obstacle = match bitboard {
        Ok(walker) => {
            let candidates = vec![
                Candidate { engine: Engine::Bitboard, obstacle: None },
                Candidate { engine: Engine::Sparse, obstacle: None },
            ];
            return Ok((walker, candidates, Engine::Bitboard));
        }
        Err(obstacle) => obstacle,
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

fn looks_like_a_tiling(cover: &ExactCover) -> bool {
    cover.items().len() <= 128 && cover.items().iter().all(|item| item.demand.is_primary())
}
