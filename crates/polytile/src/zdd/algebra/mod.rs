//! Families of sets in one manager.
mod cache;
mod conjunction;
mod family;
mod machine;
mod make;
mod rules;
mod store;

pub use family::{Family, Manager};

use crate::run::Stopped;
use thiserror::Error;

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AlgebraError {
    /// The manager's control stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Nodes of one manager mean nothing to another.
    #[error("the families live in different managers; move one by `to_diagram` and `import`")]
    Foreign,
    /// A variable the manager does not have.
    #[error("there is no variable {variable}: the manager has {variables}, numbered from 0")]
    UnknownVariable {
        /// The variable.
        variable: u32,
        /// Number of variables there are.
        variables: u32,
    },
}
