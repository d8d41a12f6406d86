//! What may be done to a piece, and the symmetries that it comes to.

use crate::board::{Lattice, Symmetry};

/// What may be done to a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// What can be done to a thing that is made of wood: in the plane it is turned, and turned over through space; in space it is
    /// turned only.
    #[default]
    Natural,
    /// Turned and reflected: a piece is a *free* polyform.
    Free,
    /// Turned only: a piece is a *one-sided* polyform.
    OneSided,
    /// Neither: a piece is a *fixed* polyform.
    Fixed,
}

impl Freedom {
    /// What it comes to on a lattice: one of the other three.
    #[must_use]
    pub fn on(self, lattice: Lattice) -> Self {
        match self {
            Freedom::Natural if lattice.is_flat() => Freedom::Free,
            Freedom::Natural => Freedom::OneSided,
            other => other,
        }
    }

    /// The symmetries of `lattice` that may be applied to a piece.
    pub fn symmetries(self, lattice: Lattice) -> impl Iterator<Item = Symmetry> + Clone {
        let all = Symmetry::of(lattice);
        let count = match self.on(lattice) {
            Freedom::Fixed => 1,
            Freedom::OneSided => Symmetry::rotations(lattice).count(),
            _ => all.clone().count(),
        };
        all.take(count)
    }
}
