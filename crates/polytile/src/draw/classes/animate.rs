//! Transformations as an animated picture.
//!
//! The pieces that are about to move are taken up and laid down again; all others stay where they are.

use super::caption;
use crate::classes::{Neighbour, Tilings};
use crate::draw::{Animation, ColourBy, DrawError, PictureOptions, Scene};
use std::time::Duration;

/// The GIF of a tiling, given by its number and its placements, that becomes others step by step, in colours that tell which piece is
/// which, or whatever is asked for. Above it stands which tiling it is, and by what rule it comes of the one before.
///
/// # Errors
/// When the board is too large for it.
pub fn animation(
    tilings: &Tilings,
    (number, first): (usize, &[u32]),
    steps: &[Neighbour],
    by: Option<ColourBy>,
    options: PictureOptions,
) -> Result<Vec<u8>, DrawError> {
    let by = by.unwrap_or(ColourBy::Piece);
    let (problem, encoded) = (tilings.problem(), tilings.encoded());
    let picture = |placements: &[u32], title: &str| {
        Scene::coloured_by(problem, &encoded.tiling(placements), by).with_options(options).titled(title)
    };
    // Every step with its caption, and the placements that come with it.
    let mut at = first;
    let mut moves = Vec::new();
    for step in steps {
        let mut coming: Vec<u32> = step.placements.iter().copied().filter(|p| !at.contains(p)).collect();
        coming.sort_by_key(|&p| encoded.placement(p).cells.first().copied());
        let staying: Vec<u32> = at.iter().copied().filter(|p| step.placements.contains(p)).collect();
        moves.push((caption(step, coming.len()), staying, coming, &step.placements));
        at = &step.placements;
    }
    let title = format!("tiling {}", number + 1);
    let longest = moves.iter().map(|step| &step.0).chain([&title]).max_by_key(|text| text.len());
    let model = picture(first, longest.unwrap_or(&title));
    let mut animation = Animation::new(Vec::new(), &model)?;
    let mut show = |placements: &[u32], title: &str, milliseconds: u64| {
        animation.scene(&picture(placements, title), Duration::from_millis(milliseconds))
    };
    show(first, &title, 1500)?;
    for (caption, mut lying, coming, all) in moves {
        show(&lying, &caption, 600)?;
        for placement in coming {
            lying.push(placement);
            show(&lying, &caption, 300)?;
        }
        show(all, &caption, 1500)?;
    }
    animation.finish()
}
