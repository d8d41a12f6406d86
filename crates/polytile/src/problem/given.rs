//! Placements that every tiling has: what a puzzle begins with.
//!
//! In: a problem, and pieces as they lie. Out: the problem with these given, or why they cannot be; and what they leave of it.
//! A given placement stays a placement: the others that would cover one of its cells are left out of the list of placements,
//! so that it alone covers them, uses up its copy, meets what rules demand, and is in every answer, sample, diagram and picture
//! without anybody putting it back. Only what looks at the board itself, areas, colours and weights, asks for the rest of it
//! ([`Problem::rest`]). Symmetries of the problem are those that carry what is given to itself. Cost: a look at each cell of
//! each placement.

use super::{Laid, Problem};
use crate::board::{Cell, Symmetry};
use crate::pieces::{Copies, Piece, PieceSet, PiecesError};
use crate::run::{Control, Stopped};
use crate::tiling::forms;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Which given placement lies on which cell, by their indices.
pub(super) struct Taken {
    by: HashMap<u32, usize>,
    given: Vec<(u32, Vec<u32>)>,
}

impl Taken {
    /// Whether a placement is among those that are given, or lies beside all of them.
    pub fn leaves(&self, piece: u32, cells: &[u32]) -> bool {
        if self.by.is_empty() {
            return true;
        }
        let given = cells.iter().find_map(|cell| self.by.get(cell)).map(|&i| &self.given[i]);
        given.is_none_or(|(of, on)| *of == piece && on == cells)
    }
}

impl Problem {
    /// This problem, with `given` in every tiling, besides what was given before.
    ///
    /// ```
    /// use polytile::{board::{Cell, Region}, pieces::{Freedom, PieceSet}, problem::{Laid, Problem}};
    /// let chessboard = Problem::new(Region::rectangle(8, 8)?, PieceSet::all(2, Freedom::Free));
    /// let domino = Laid { piece: 0, cells: vec![Cell::new(0, 0), Cell::new(0, 1)] };
    /// assert_eq!(chessboard.with_given(vec![domino])?.count()?, 6494408_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a piece does not lie on the board as it may, two overlap, or there are more copies than there may be.
    pub fn with_given(mut self, given: Vec<Laid>) -> Result<Self, PiecesError> {
        let mut owner: HashMap<Cell, usize> = HashMap::new();
        let mut used: HashMap<usize, u32> = HashMap::new();
        // Those before are looked at again: the board may have changed.
        let all: Vec<Laid> = self.given.drain(..).chain(given).collect();
        for laid in all {
            let Laid { piece, mut cells } = laid;
            cells.sort_unstable();
            let kind = self.pieces.iter().nth(piece).filter(|piece| !piece.hole);
            let kind = kind.ok_or(PiecesError::NoPiece(piece))?;
            let name = || kind.name.clone();
            let written = |cell| self.region.lattice().coordinates(cell);
            if let Some(&cell) = cells.iter().find(|&&cell| !self.region.contains(cell)) {
                return Err(PiecesError::Outside { piece: name(), cell: written(cell) });
            }
            if !forms(&self.region, &cells, &kind.orientations) {
                let cell = written(cells.first().copied().unwrap_or_default());
                return Err(PiecesError::Shape { piece: name(), cell });
            }
            for &cell in &cells {
                if let Some(before) = owner.insert(cell, self.given.len()) {
                    let first = self.pieces[self.given[before].piece].name.clone();
                    return Err(PiecesError::Overlap { first, second: name(), cell: written(cell) });
                }
            }
            let given = used.entry(piece).or_default();
            *given += 1;
            if kind.copies.max().is_some_and(|max| *given > max) {
                return Err(PiecesError::TooMany { piece: name(), given: *given, copies: kind.copies });
            }
            self.given.push(Laid { piece, cells });
        }
        Ok(self)
    }

    /// What is left to be done: the board without the cells of what is given, and the pieces without the copies that this takes.
    /// The rules are those of the whole board, and mean nothing for the rest alone.
    pub fn rest(&self) -> Cow<'_, Problem> {
        if self.given.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut used: HashMap<usize, u32> = HashMap::new();
        for laid in &self.given {
            *used.entry(laid.piece).or_default() += 1;
        }
        let less = |(i, piece): (usize, &Piece)| {
            let used = used.get(&i).copied().unwrap_or(0);
            let (min, max) = (piece.copies.min(), piece.copies.max());
            let min = min.saturating_sub(used);
            let copies = match max.map(|max| max.saturating_sub(used)) {
                // The least is no larger than the most: as much was taken from both.
                Some(max) => Copies::between(min, max).unwrap_or(Copies::exactly(max)),
                None => Copies::at_least(min),
            };
            Piece { copies, ..piece.clone() }
        };
        let pieces = PieceSet::new(self.pieces.iter().enumerate().map(less).collect());
        let covered: Vec<Cell> = self.given.iter().flat_map(|laid| &laid.cells).copied().collect();
        // Cells that are not on the board were refused when they were given, and change nothing.
        let region = self.region.clone().without(&covered).unwrap_or_else(|_| self.region.clone());
        Cow::Owned(Problem { region, pieces, rules: self.rules, given: Vec::new() })
    }

    /// The cells that are given, by their indices.
    pub(super) fn taken(&self) -> Taken {
        let mut by = HashMap::new();
        let mut given = Vec::new();
        for laid in &self.given {
            let mut cells: Vec<u32> = laid.cells.iter().filter_map(|&cell| self.region.index(cell)).collect();
            cells.sort_unstable();
            by.extend(cells.iter().map(|&cell| (cell, given.len())));
            given.push((laid.piece as u32, cells));
        }
        Taken { by, given }
    }

    /// Whether a map of the cells, and of the pieces, carries what is given to what is given.
    pub(super) fn keeps_given(&self, images: &[u32], pieces: &[u32]) -> bool {
        let given: Vec<(u32, Vec<u32>)> = if self.given.is_empty() { Vec::new() } else { self.taken().given };
        let known: HashSet<&(u32, Vec<u32>)> = given.iter().collect();
        given.iter().all(|(piece, cells)| {
            let mut cells: Vec<u32> = cells.iter().map(|&cell| images[cell as usize]).collect();
            cells.sort_unstable();
            known.contains(&(pieces[*piece as usize], cells))
        })
    }

    /// Those of `symmetries` that carry what is given to what is given.
    pub(super) fn fixing(
        &self,
        mut symmetries: Vec<(Symmetry, Vec<u32>)>,
        control: &Control,
    ) -> Result<Vec<(Symmetry, Vec<u32>)>, Stopped> {
        if self.given.is_empty() {
            return Ok(symmetries);
        }
        let mut keep = Vec::with_capacity(symmetries.len());
        for (symmetry, pieces) in &symmetries {
            let images = self.region.permutation_within(*symmetry, control)?;
            keep.push(images.is_some_and(|images| self.keeps_given(&images, pieces)));
        }
        let mut keep = keep.into_iter();
        symmetries.retain(|_| keep.next().unwrap_or(false));
        Ok(symmetries)
    }
}
