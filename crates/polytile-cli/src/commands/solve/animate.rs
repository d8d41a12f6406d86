//! The search for the first solution, as an animated picture.

use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::output::write_file;
use crate::pictures::{Look, not_drawn};
use crate::run::Run;
use polytile::ask::subject::{Kind, Subject};
use polytile::draw::{ColourBy, DrawError, searched};
use polytile::solve::Search;
use std::path::Path;

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
    let (by, options) = (colours.or(ColourBy::Contrast), look.moving()?);
    let drawn = searched(problem, encoded, search, by, options, &run.control);
    let (picture, found) = drawn.map_err(|error| match error {
        DrawError::Stopped(stopped) => stopped.into(),
        error => Failure::other(format!("the animation cannot be drawn: {error}")),
    })?;
    write_file(path, &picture)?;
    Ok(found)
}
