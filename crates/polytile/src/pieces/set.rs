//! The pieces that a puzzle offers: each with its orientations and how often it may be used.
//!
//! In: shapes, the [`Freedom`] to turn them, and [`Copies`]. Out: a [`PieceSet`], a list of [`Piece`]s in the order of the
//! puzzle; answers call pieces by their names. How a piece may be turned is settled when it is made: it has a list of
//! orientations, and nobody asks about freedom afterwards. Cost: the images of each shape.

use super::catalogue::Named;
use super::{Freedom, PiecesError, Polyform};
use crate::board::{Cell, Lattice};
use std::fmt;
use std::sync::Arc;

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

/// How often a piece is used: at least `min` times, and at most `max` times if there is a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copies {
    min: u32,
    max: Option<u32>,
}

impl Copies {
    /// As often as one likes, or not at all.
    pub const ANY: Copies = Copies { min: 0, max: None };

    /// Exactly `n` times.
    pub const fn exactly(n: u32) -> Self {
        Copies { min: n, max: Some(n) }
    }

    /// At least `min` and at most `max` times.
    ///
    /// # Errors
    /// When `min` is larger than `max`.
    pub fn between(min: u32, max: u32) -> Result<Self, PiecesError> {
        if min > max { Err(PiecesError::Copies { min, max }) } else { Ok(Copies { min, max: Some(max) }) }
    }

    /// At least `min` times.
    pub const fn at_least(min: u32) -> Self {
        Copies { min, max: None }
    }

    /// The smallest number of copies.
    pub fn min(self) -> u32 {
        self.min
    }

    /// The largest number of copies, if there is a limit.
    pub fn max(self) -> Option<u32> {
        self.max
    }

    /// Whether `n` copies are allowed.
    pub fn allows(self, n: u64) -> bool {
        n >= u64::from(self.min) && self.max.is_none_or(|max| n <= u64::from(max))
    }
}

impl fmt::Display for Copies {
    /// Writes `any`, `3`, `1..3` or `2..`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (0, None) => f.write_str("any"),
            (min, None) => write!(f, "{min}.."),
            (min, Some(max)) if min == max => write!(f, "{min}"),
            (min, Some(max)) => write!(f, "{min}..{max}"),
        }
    }
}

/// One piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, which answers use.
    pub name: String,
    /// The different fixed polyominoes it can be laid as, sorted.
    pub orientations: Vec<Polyform>,
    /// How often it is used.
    pub copies: Copies,
    /// The colour it is drawn in, where the puzzle says so.
    pub colour: Option<Colour>,
    /// Whether it stands for what stays empty: see [`Piece::hole`].
    pub hole: bool,
}

/// What the piece that stands for empty cells is called.
pub(crate) const HOLE: &str = "hole";

impl Piece {
    /// The piece `shape`, called `name`, which may be moved as `freedom` says.
    pub fn new(name: impl Into<String>, shape: &Polyform, freedom: Freedom, copies: Copies) -> Self {
        Piece { name: name.into(), orientations: shape.images(freedom), copies, colour: None, hole: false }
    }

    /// What stands for a cell that stays empty: a piece of one cell that lies on optional cells only, so often as `copies` says.
    ///
    /// With it everything that may be covered is covered, once, and no engine needs to know of cells that may stay empty.
    /// In answers it is left out.
    pub fn hole(lattice: Lattice, copies: Copies) -> Self {
        // Every kind of cell is an image of the first.
        let orientations = Polyform::on(lattice, [Cell::default()]).map(|cell| cell.images(Freedom::Free));
        let orientations = orientations.unwrap_or_default();
        Piece { name: HOLE.to_owned(), orientations, copies, colour: None, hole: true }
    }

    /// What its cells are.
    pub fn lattice(&self) -> Lattice {
        self.orientations.first().map_or(Lattice::Square, Polyform::lattice)
    }

    /// The piece `named` of the catalogue.
    pub fn from_catalogue(named: &Named, freedom: Freedom, copies: Copies) -> Self {
        Piece::new(&named.name, &named.shape, freedom, copies)
    }

    /// What may be done to its first orientation so that all the others result, if anything does: the most that does.
    pub fn freedom(&self) -> Option<Freedom> {
        let first = self.orientations.first()?;
        let tried = [Freedom::Free, Freedom::OneSided, Freedom::Fixed];
        tried.into_iter().find(|&freedom| first.images(freedom) == self.orientations)
    }

    /// Number of cells.
    pub fn size(&self) -> usize {
        self.orientations.first().map_or(0, Polyform::size)
    }
}

/// The pieces of a puzzle, in the order the puzzle names them.
///
/// Copies of a set share its list: with all orientations it may have half a million shapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSet {
    pieces: Arc<Vec<Piece>>,
}

impl PieceSet {
    /// The set of `pieces`.
    pub fn new(pieces: Vec<Piece>) -> Self {
        PieceSet { pieces: Arc::new(pieces) }
    }

    /// All polyominoes of `size` cells, each as often as one likes.
    ///
    /// ```
    /// use polytile::pieces::{Freedom, PieceSet};
    /// let names: Vec<_> = PieceSet::all(3, Freedom::Free).iter().map(|p| p.name.clone()).collect();
    /// assert_eq!(names, ["I3", "L3"]);
    /// ```
    pub fn all(size: usize, freedom: Freedom) -> Self {
        let named = super::catalogue::all(size, freedom);
        let piece = |n: &Named| Piece::from_catalogue(n, freedom, Copies::ANY);
        PieceSet::new(named.iter().map(piece).collect())
    }

    /// The pieces.
    pub fn iter(&self) -> std::slice::Iter<'_, Piece> {
        self.pieces.iter()
    }

    /// What stands for cells that stay empty, if some may.
    pub fn hole(&self) -> Option<&Piece> {
        self.iter().find(|piece| piece.hole)
    }

    /// These pieces, and so many holes ([`Piece::hole`]) instead of what stood for cells that stay empty before.
    #[must_use]
    pub fn with_holes(mut self, lattice: Lattice, copies: Copies) -> Self {
        let pieces = Arc::make_mut(&mut self.pieces);
        pieces.retain(|piece| !piece.hole);
        pieces.push(Piece::hole(lattice, copies));
        self
    }

    /// Number of pieces, with what stands for cells that stay empty.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Whether there is no piece.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The copies of each piece as they are written: `I3^2 L3^4`. Pieces that are not used are left out.
    ///
    /// ```
    /// use polytile::pieces::{Freedom, PieceSet};
    /// assert_eq!(PieceSet::all(3, Freedom::Free).monomial(&[2, 1]), "I3^2 L3");
    /// ```
    pub fn monomial(&self, copies: &[u64]) -> String {
        let used = self.iter().zip(copies).filter(|(_, n)| **n > 0);
        let factors =
            used.map(|(piece, n)| if *n == 1 { piece.name.clone() } else { format!("{}^{n}", piece.name) });
        factors.collect::<Vec<_>>().join(" ")
    }

    /// Cells that are covered when every piece of limited copies lies as often as it may, or as it must where it may lie any number
    /// of times. Smaller boards know nothing of some limit.
    pub(crate) fn limited_cells(&self) -> u64 {
        let limited = self.iter().filter(|piece| piece.copies != Copies::ANY);
        let copies = |piece: &Piece| piece.copies.max().unwrap_or(piece.copies.min());
        limited.fold(0, |sum: u64, piece| {
            sum.saturating_add(u64::from(copies(piece)).saturating_mul(piece.size() as u64))
        })
    }

    /// Whether some piece has a lower or an upper limit of copies.
    pub fn is_limited(&self) -> bool {
        self.pieces.iter().any(|p| p.copies != Copies::ANY)
    }
}

impl<'a> IntoIterator for &'a PieceSet {
    type Item = &'a Piece;
    type IntoIter = std::slice::Iter<'a, Piece>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::ops::Index<usize> for PieceSet {
    type Output = Piece;
    fn index(&self, index: usize) -> &Piece {
        &self.pieces[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_a_set_share_its_list() {
        let set = PieceSet::all(4, Freedom::Free);
        let copy = set.clone();
        assert!(std::ptr::eq(set.iter().as_slice(), copy.iter().as_slice()));
        let with_holes = copy.with_holes(Lattice::Square, Copies::ANY);
        assert_eq!((set.len(), with_holes.len()), (5, 6));
    }
}
