//! The search for the first solution, as an animated picture. Its last frame is the answer.

use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::output::write_file;
use crate::pictures::{Look, not_drawn};
use crate::run::Run;
use polytile::ask::subject::{Kind, Subject};
use polytile::draw::{Animation, ColourBy, Scene, Steps};
use polytile::solve::Search;
use polytile::tiling::Tiling;
use std::path::Path;
use std::time::Duration;

/// The most pictures that are shown: of a longer search, only every n-th node is.
const PICTURES: u64 = 400;

/// How long a picture is shown, in milliseconds, and how long the last.
const TIMES: (u64, u64) = (100, 3000);

/// Writes the animation of the search to its first solution, or of all of it, and says whether there is one.
///
/// # Errors
/// When there is no board to draw, the run is stopped, or the file cannot be written.
pub fn write(
    path: &Path,
    subject: &Subject,
    search: &Search,
    (colours, look): (ColourArgs, Look),
    run: &Run,
) -> Result<bool, Failure> {
    let Kind::Tilings(problem, encoded) = &subject.kind else { return Err(not_drawn()) };
    let options = look.moving()?;
    let (nodes, solution) = search.nodes_to_first(&run.control)?;
    let failed = |e: &dyn std::fmt::Display| Failure::other(format!("the animation cannot be drawn: {e}"));
    let solved = solution.as_deref().map(|chosen| encoded.tiling(chosen));
    let mut steps = Steps::new(problem, solved.as_ref()).coloured_by(colours.or(ColourBy::Contrast));
    let empty = Scene::new(problem, &Tiling::default()).with_options(options);
    let mut animation = Animation::new(Vec::new(), &empty).map_err(|e| failed(&e))?;
    let stride = nodes.div_ceil(PICTURES).max(1);
    let mut result = Ok(());
    search.trace(stride, &run.control, &mut |chosen, last| {
        let time = Duration::from_millis(if last { TIMES.1 } else { TIMES.0 });
        result = animation.scene(&steps.scene(&encoded.tiling(chosen)).with_options(options), time);
        result.is_ok()
    })?;
    result.map_err(|e| failed(&e))?;
    let bytes = animation.finish().map_err(|e| failed(&e))?;
    write_file(path, &bytes)?;
    Ok(solution.is_some())
}
