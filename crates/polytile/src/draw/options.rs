//! What a picture looks like, whatever it shows: how large its cells are, what is behind them, and what is written on them.
//!
//! Every picture takes the same [`PictureOptions`], and has a usual look where they leave something open. Cost: none.

use super::View;
use super::error::{DrawError, MAX_CELL, MIN_CELL};

/// How a picture is drawn. The default is the usual look of each picture.
///
/// ```
/// use polytile::{board::Region, draw::{PictureOptions, Scene}, pieces::{Freedom, PieceSet}, problem::Problem};
/// use polytile::tiling::Tiling;
/// let problem = Problem::new(Region::rectangle(2, 3)?, PieceSet::all(3, Freedom::Free));
/// let options = PictureOptions::default().cell(20)?.coordinates(true);
/// let svg = Scene::new(&problem, &Tiling::default()).with_options(options).svg();
/// // Columns 0 to 2.
/// assert!(svg.contains(">2</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureOptions {
    cell: Option<u32>,
    transparent: bool,
    labels: Option<bool>,
    coordinates: bool,
    view: View,
}

impl PictureOptions {
    /// Cells `pixels` wide and high; those that are no squares take about as much room.
    ///
    /// # Errors
    /// [`DrawError::Cell`] when that is not within 3 to 256.
    pub fn cell(self, pixels: u32) -> Result<Self, DrawError> {
        if (MIN_CELL..=MAX_CELL).contains(&pixels) {
            Ok(PictureOptions { cell: Some(pixels), ..self })
        } else {
            Err(DrawError::Cell { cell: pixels })
        }
    }

    /// Nothing behind the cells and in holes, or white.
    #[must_use]
    pub fn transparent(self, transparent: bool) -> Self {
        PictureOptions { transparent, ..self }
    }

    /// Whether pieces bear their names, and the cells of maps their numbers, where there is room. By default, maps and pictures in
    /// which names tell pieces apart have them.
    #[must_use]
    pub fn labels(self, labels: bool) -> Self {
        PictureOptions { labels: Some(labels), ..self }
    }

    /// Whether rows and columns have their numbers at the edge. On other lattices than squares and cubes, cells that bear nothing
    /// else have their coordinates.
    #[must_use]
    pub fn coordinates(self, coordinates: bool) -> Self {
        PictureOptions { coordinates, ..self }
    }

    /// From where boards and pieces in space are looked at, on which maps of numbers are layers always; on plane lattices it means
    /// nothing.
    #[must_use]
    pub fn view(self, view: View) -> Self {
        PictureOptions { view, ..self }
    }

    /// From where boards in space are looked at.
    pub(super) fn looks(self) -> View {
        self.view
    }

    /// Pixels of a cell, if the picture's usual number will not do.
    pub(super) fn cell_or(self, usual: impl FnOnce() -> u32) -> u32 {
        self.cell.unwrap_or_else(usual)
    }

    pub(super) fn is_transparent(self) -> bool {
        self.transparent
    }

    /// Whether there are labels, where there usually are or are not.
    pub(super) fn has_labels(self, usual: bool) -> bool {
        self.labels.unwrap_or(usual)
    }

    pub(super) fn has_coordinates(self) -> bool {
        self.coordinates
    }
}
