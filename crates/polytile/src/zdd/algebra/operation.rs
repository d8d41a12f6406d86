//! The operations by name, for whoever reads them: an expression, a binding.
//!
//! Each is a word, a sentence, and what becomes of the kind of the sets ([`Keeps`]): the intersection of tilings with anything consists
//! of tilings, a join of tilings does not. The names are those of TAOCP 7.1.4 and of Graphillion.

use super::Family;
use crate::choice::choice;
use crate::zdd::ZddError;

choice! {
    /// An operation on two families f and g.
    pub enum Binary {
        /// f ∪ g.
        Union = "union", "The sets of f or g";
        /// f ∩ g.
        Intersection = "intersection", "The sets of f and g";
        /// f ∖ g.
        Difference = "difference", "The sets of f that g has not";
        /// f ⊕ g.
        SymmetricDifference = "symmetric_difference", "The sets of exactly one of f and g";
        /// f ⊔ g.
        Join = "join", "The unions of a set of f and a set of g";
        /// f ⊓ g.
        Meet = "meet", "The intersections of a set of f and a set of g";
        /// f / g.
        Quotient = "quotient", "The sets whose unions with all sets of g, which share nothing with them, are in f";
        /// f mod g.
        Remainder = "remainder", "What is left of f without the join of g and the quotient";
        /// f ↘ g.
        NonSupersets = "nonsupersets", "The sets of f that hold no set of g";
        /// f ↗ g.
        NonSubsets = "nonsubsets", "The sets of f that lie in no set of g";
        /// f ∖ (f ↘ g).
        Supersets = "supersets", "The sets of f that hold a set of g";
        /// f ∖ (f ↗ g).
        Subsets = "subsets", "The sets of f that lie in a set of g";
    }
}

choice! {
    /// An operation on one family f.
    pub enum Unary {
        /// f↓.
        Minimal = "minimal", "The sets of f that hold no other set of f";
        /// f↑.
        Maximal = "maximal", "The sets of f that lie in no other set of f";
        /// f♯.
        Hitting = "hitting", "The smallest sets that share something with every set of f";
        /// f ⊓ ℘.
        Closure = "closure", "The intersections of one or more sets of f";
        /// ℘ ∖ f.
        Complement = "complement", "The sets of options that are not in f";
    }
}

/// Which operands' sets are those of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Each set is one of the first operand's.
    First,
    /// Each set is one of both operands'.
    Both,
    /// Each set is one of the first or of the second operand's.
    Either,
    /// There may be others.
    Neither,
}

impl Binary {
    /// The family that it makes of two.
    ///
    /// # Errors
    /// When the families live in different managers, or the manager is stopped.
    pub fn apply(self, f: &Family, g: &Family) -> Result<Family, ZddError> {
        match self {
            Binary::Union => f.union(g),
            Binary::Intersection => f.intersection(g),
            Binary::Difference => f.difference(g),
            Binary::SymmetricDifference => f.symmetric_difference(g),
            Binary::Join => f.join(g),
            Binary::Meet => f.meet(g),
            Binary::Quotient => f.quotient(g),
            Binary::Remainder => f.remainder(g),
            Binary::NonSupersets => f.non_supersets(g),
            Binary::NonSubsets => f.non_subsets(g),
            Binary::Supersets => f.supersets(g),
            Binary::Subsets => f.subsets(g),
        }
    }

    /// Whose sets the result has.
    pub fn keeps(self) -> Keeps {
        match self {
            Binary::Intersection => Keeps::Both,
            Binary::Union | Binary::SymmetricDifference => Keeps::Either,
            Binary::Join | Binary::Meet | Binary::Quotient => Keeps::Neither,
            Binary::Difference
            | Binary::Remainder
            | Binary::NonSupersets
            | Binary::NonSubsets
            | Binary::Supersets
            | Binary::Subsets => Keeps::First,
        }
    }
}

impl Unary {
    /// The family that it makes of another.
    ///
    /// # Errors
    /// When the manager is stopped.
    pub fn apply(self, f: &Family) -> Result<Family, ZddError> {
        match self {
            Unary::Minimal => f.minimal(),
            Unary::Maximal => f.maximal(),
            Unary::Hitting => f.hitting_sets(),
            Unary::Closure => f.closure(),
            Unary::Complement => f.complement(),
        }
    }

    /// Whose sets the result has.
    pub fn keeps(self) -> Keeps {
        match self {
            Unary::Minimal | Unary::Maximal => Keeps::First,
            Unary::Hitting | Unary::Closure | Unary::Complement => Keeps::Neither,
        }
    }
}
