//! How an engine is run: stopped, watched, kept within its means, and spread over threads.

mod control;
pub(crate) mod parallel;

pub use control::{Control, Progress, Stopped};
