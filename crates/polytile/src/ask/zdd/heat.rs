//! Which piece covers which cell in how many of all tilings, as maps of the cells.

use super::facts::share;
use crate::ask::{Unanswered, misused};
use crate::board::{Lattice, Topology};
use crate::count::Count;
use crate::draw::Heat;
use crate::pieces::{Piece, Polyform};
use crate::run::{Control, Progress};
use crate::zdd::Family;

/// Bytes that a cell takes on one map: its number, and what an SVG file says of it.
const BYTES: u64 = 256;

/// A map for each piece, or for each orientation of a single piece on a board of the plane: the share of all tilings in
/// which it covers a cell. `frequencies` are those of the options, `total` is the number of tilings.
///
/// # Errors
/// When the sets are no tilings, or `control` says stop.
pub fn heat<'a>(
    family: &'a Family,
    frequencies: &[Count],
    total: &Count,
    control: &Control,
) -> Result<Heat<'a>, Unanswered> {
    let Some(puzzle) = family.puzzle() else {
        return Err(misused(
            "only tilings have a map of their cells",
            "ask how many of the sets have each option",
        ));
    };
    let problem = &puzzle.problem;
    let turned = problem.pieces.len() == 1 && problem.region.topology() == Topology::Plane;
    let orientations = |i: usize| if turned { problem.pieces[i].orientations.len() } else { 1 };
    let cells = problem.region.len() as u64;
    let maps: u64 = (0..problem.pieces.len()).map(|i| orientations(i) as u64).sum();
    control.reserve(maps.saturating_mul(cells).saturating_mul(BYTES), "the maps of the cells")?;
    let mut drawn = 0;
    let mut heat = Heat::shares(&problem.region, "tilings");
    if let Some(title) = &puzzle.title {
        heat = heat.titled(title.clone());
    }
    for (i, piece) in problem.pieces.iter().enumerate() {
        for turn in 0..orientations(i) {
            control.check(Progress::Operations {
                done: drawn,
                total: maps,
                nodes: family.diagram().nodes(),
            })?;
            drawn += 1;
            let mut counts = vec![Count::ZERO; problem.region.len()];
            for (variable, count) in frequencies.iter().enumerate() {
                let Some(laid) = family.laid(variable as u32).filter(|laid| laid.piece == i) else {
                    continue;
                };
                let cells = || laid.cells.iter().copied();
                if turned && Polyform::new(cells()).ok().as_ref() != piece.orientations.get(turn) {
                    continue;
                }
                for index in cells().filter_map(|cell| problem.region.index(cell)) {
                    counts[index as usize] += count;
                }
            }
            let shares: Vec<f64> = counts.iter().map(|count| share(count, total)).collect();
            let caption =
                if turned { format!("{}, {}", piece.name, called(piece, turn)) } else { piece.name.clone() };
            heat.add(caption, &shares).map_err(|error| Unanswered::Failed(error.to_string()))?;
        }
    }
    Ok(heat)
}

/// What one of the orientations of a piece is called: lying or standing, if it is straight.
fn called(piece: &Piece, turn: usize) -> String {
    let shape = &piece.orientations[turn];
    let flat = piece.lattice() == Lattice::Square && shape.size() > 1;
    match (shape.rows(), shape.cols()) {
        (1, _) if flat => "lying".to_owned(),
        (_, 1) if flat => "standing".to_owned(),
        _ => format!("turn {}", turn + 1),
    }
}
