//! Tilings whose relations are to be found: the question that the engines are asked.

use super::{Options, Tilings};

/// Tilings whose relations are to be found.
pub(super) struct Relating<'a> {
    pub tilings: &'a Tilings,
    pub options: &'a Options,
}
