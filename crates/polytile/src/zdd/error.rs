//! Why there is no diagram, or no answer from one.

use super::NodeId;
use crate::run::Stopped;
use thiserror::Error;

/// Why there is no diagram, or no answer from one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ZddError {
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Families of different managers: the nodes of one mean nothing to another.
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
    /// There is no option of this name.
    #[error("there is no option '{name}'")]
    UnknownOption {
        /// What was asked for.
        name: String,
        /// Some names there are, nearest first.
        instead: Vec<String>,
    },
    /// An order does not name every option once.
    #[error("an order of {options} options must name each of them once: {what}")]
    Order {
        /// Number of options.
        options: usize,
        /// What is wrong.
        what: String,
    },
    /// More nodes than a picture can show.
    #[error("the diagram has {nodes} nodes, and a picture of more than {most} cannot be read")]
    TooManyNodes {
        /// How many there are.
        nodes: u64,
        /// How many are drawn.
        most: u64,
    },
    /// A child does not stand on a level below its parent.
    #[error("a node of variable {variable} points to node {child}, which is not below it")]
    NotBelow {
        /// The variable.
        variable: usize,
        /// The child.
        child: NodeId,
    },
    /// A node whose `hi` is [`EMPTY`](super::EMPTY).
    #[error("a node of variable {variable} has no set with the variable")]
    NotSuppressed {
        /// The variable.
        variable: usize,
    },
    /// More levels than variables were pushed, or fewer.
    #[error("there are {pushed} levels for {variables} variables")]
    Levels {
        /// Levels pushed.
        pushed: usize,
        /// Variables announced.
        variables: usize,
    },
    /// The root is not a node.
    #[error("the root, node {0}, does not exist")]
    NoRoot(NodeId),
    /// More nodes than there are numbers for them.
    #[error("a diagram has at most 2^32 - 1 nodes")]
    TooLarge,
}

impl ZddError {
    /// Why an engine that makes only diagrams stopped: there were too many nodes, unless it was for another reason.
    pub(super) fn stopped(self) -> Stopped {
        match self {
            ZddError::Stopped(stopped) => stopped,
            other => Stopped::TooLarge(other.to_string()),
        }
    }
}
