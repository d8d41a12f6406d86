//! Transformations as an animated picture.
//!
//! The pieces that are about to move are taken up, all others staying as they are, and laid down again.

use super::subject::Subject;
use crate::failure::Failure;
use crate::output::write_file;
use polytile::classes::Neighbour;
use polytile::draw::{Animation, Scene};
use std::path::Path;
use std::time::Duration;

/// Writes the animation of a tiling that becomes others, step by step.
///
/// # Errors
/// When it cannot be drawn or written.
pub fn write(path: &Path, first: &[u32], steps: &[Neighbour], subject: &Subject) -> Result<(), Failure> {
    let (problem, encoded) = (subject.tilings.problem(), subject.tilings.encoded());
    let picture = |placements: &[u32]| Scene::by_piece(problem, &encoded.tiling(placements));
    let failed = |e: &dyn std::fmt::Display| Failure::other(format!("the animation cannot be drawn: {e}"));
    let mut animation = Animation::new(Vec::new(), &picture(first)).map_err(|e| failed(&e))?;
    let mut show = |placements: &[u32], milliseconds: u64| {
        animation.scene(&picture(placements), Duration::from_millis(milliseconds)).map_err(|e| failed(&e))
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
    let bytes = animation.finish().map_err(|e| failed(&e))?;
    write_file(path, &bytes)
}
