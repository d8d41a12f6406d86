//! The search for the first solution, as an animated picture.

use super::show::not_drawn;
use super::{Kind, Subject};
use crate::failure::Failure;
use crate::output::write_file;
use crate::run::Run;
use polytile::draw::Animation;
use polytile::draw::Scene;
use polytile::solve::Search;
use std::path::Path;
use std::time::Duration;

/// Pictures shown at most: of a longer search every so many-th node is shown.
const PICTURES: u64 = 400;

/// Writes the animation of the search to its first solution, or of all of it, and says whether there is one.
///
/// # Errors
/// When there is no board to draw, the run is stopped, or the file cannot be written.
pub fn write(path: &Path, subject: &Subject, search: &Search<'_>, run: &Run) -> Result<bool, Failure> {
    let Kind::Tilings(problem, encoded) = &subject.kind else { return Err(not_drawn()) };
    let (nodes, found) = search.nodes_to_first(&run.control)?;
    let failed = |e: &dyn std::fmt::Display| Failure::other(format!("the animation cannot be drawn: {e}"));
    let picture = |chosen: &[u32]| Scene::new(problem, &encoded.tiling(chosen));
    let mut animation = Animation::new(Vec::new(), &picture(&[])).map_err(|e| failed(&e))?;
    let stride = nodes.div_ceil(PICTURES).max(1);
    let mut result = Ok(());
    search.trace(nodes, stride, &mut |chosen, last| {
        let time = Duration::from_millis(if last { 3000 } else { 100 });
        if result.is_ok() {
            result = animation.scene(&picture(chosen), time);
        }
    });
    result.map_err(|e| failed(&e))?;
    let bytes = animation.finish().map_err(|e| failed(&e))?;
    write_file(path, &bytes)?;
    Ok(found)
}
