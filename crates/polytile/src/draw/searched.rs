//! The search for a first solution, as an animated picture. Its last picture is the answer.

use super::{Animation, ColourBy, DrawError, PictureOptions, Scene, Steps};
use crate::exact_cover::Encoded;
use crate::problem::Problem;
use crate::run::Control;
use crate::solve::Search;
use crate::tiling::Tiling;
use std::time::Duration;

/// The most pictures that are shown: of a longer search, only every n-th node is.
const PICTURES: u64 = 400;

/// How long a picture is shown, in milliseconds, and how long the last.
const TIMES: (u64, u64) = (100, 3000);

/// The animation of a search for the tilings of `problem` to its first solution, or of all of it, as GIF; and whether there is
/// one.
///
/// # Errors
/// When it would be too large, or `control` says stop.
pub fn searched(
    problem: &Problem,
    encoded: &Encoded,
    search: &Search,
    colour_by: ColourBy,
    options: PictureOptions,
    control: &Control,
) -> Result<(Vec<u8>, bool), DrawError> {
    let (nodes, solution) = search.nodes_to_first(control)?;
    let solved = solution.as_deref().map(|chosen| encoded.tiling(chosen));
    let mut steps = Steps::new(problem, solved.as_ref()).coloured_by(colour_by);
    let empty = Scene::new(problem, &Tiling::default()).with_options(options);
    let mut animation = Animation::new(Vec::new(), &empty)?;
    let stride = nodes.div_ceil(PICTURES).max(1);
    let mut drawn = Ok(());
    search.trace(stride, control, &mut |chosen, last| {
        let time = Duration::from_millis(if last { TIMES.1 } else { TIMES.0 });
        drawn = animation.scene(&steps.scene(&encoded.tiling(chosen)).with_options(options), time);
        drawn.is_ok()
    })?;
    drawn?;
    Ok((animation.finish()?, solution.is_some()))
}
