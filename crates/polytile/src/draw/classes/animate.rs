//! Transformations as an animated picture.
//!
//! The pieces that are about to move are taken up and laid down again; all others stay where they are.

use crate::classes::{Neighbour, Tilings};
use crate::draw::{Animation, ColourBy, DrawError, Scene};
use std::time::Duration;

/// The GIF of a tiling, given by its placements, that becomes others step by step, in colours that tell which piece is which, or
/// whatever is asked for.
///
/// # Errors
/// When the board is too large for it.
pub fn animation(
    tilings: &Tilings,
    first: &[u32],
    steps: &[Neighbour],
    by: Option<ColourBy>,
) -> Result<Vec<u8>, DrawError> {
    let by = by.unwrap_or(ColourBy::Piece);
    let (problem, encoded) = (tilings.problem(), tilings.encoded());
    let picture = |placements: &[u32]| Scene::coloured_by(problem, &encoded.tiling(placements), by);
    let mut animation = Animation::new(Vec::new(), &picture(first))?;
    let mut show = |placements: &[u32], milliseconds: u64| {
        animation.scene(&picture(placements), Duration::from_millis(milliseconds))
    };
    show(first, 1500)?;
    let mut at = first.to_vec();
    for step in steps {
        let mut left: Vec<u32> = at.iter().copied().filter(|p| step.placements.contains(p)).collect();
        let mut coming: Vec<u32> = step.placements.iter().copied().filter(|p| !at.contains(p)).collect();
        coming.sort_by_key(|&p| encoded.placement(p).cells.first().copied());
        show(&left, 600)?;
        for &placement in &coming {
            left.push(placement);
            show(&left, 300)?;
        }
        show(&step.placements, 1500)?;
        at.clone_from(&step.placements);
    }
    animation.finish()
}
