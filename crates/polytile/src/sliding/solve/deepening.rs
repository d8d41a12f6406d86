//! The engine for tiles: iterative deepening (`tiles`), for states that are too many to be listed.

use super::engine::SolveEngine;
use super::solving::Solving;
use super::tiles::{Solver, Tiles};
use super::{Answer, Unsolvable, Ways};
use crate::bit_string::BitString;
use crate::plan::{Candidate, Way};
use crate::run::{Control, LevelsError, Stopped};

/// Why a puzzle is not one for iterative deepening.
const NOT_TILES: &str = "its pieces are not tiles that differ, on a full rectangle with one cell empty, all of them in its one goal";

/// Its one way.
#[expect(clippy::unnecessary_wraps, reason = "other engines look for theirs")]
pub(super) fn ways<'q, 'a, B: BitString, K: BitString>(
    solving: &'q Solving<'a, B, K>,
    asked: bool,
    _: &Control,
) -> Result<Vec<Way<'q, Solving<'a, B, K>>>, LevelsError> {
    let blank = Candidate::new(SolveEngine::Tiles);
    Ok(vec![match &solving.tiles {
        None => Way::barred(blank, NOT_TILES),
        Some(_) if solving.keeps() => Way::barred(blank, "it keeps nothing on a disk"),
        Some(tiles) if !asked && !tiles.are_many() => {
            Way::barred(blank, "the tiles are so few that their states can be listed")
        }
        Some(tiles) => Way::open(blank, |control| Ok(deepening(solving, tiles, control)?)),
    }])
}

fn deepening<B, K>(solving: &Solving<'_, B, K>, tiles: &Tiles, control: &Control) -> Result<Answer, Stopped> {
    if !tiles.is_solvable(&tiles.start) {
        return Ok(Answer::Unsolvable(Unsolvable::Parity));
    }
    let solver = Solver::new(tiles, control)?;
    let found = solver.solve(&tiles.start, control)?;
    let ways = Ways::Tiles(Box::new(solver), tiles.start.clone());
    Ok(solving.solved(found.steps.len(), found.visited, ways))
}
