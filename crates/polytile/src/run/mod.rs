//! How an engine is run: stopped, watched, and kept within its means.

mod control;

pub use control::{Control, Progress, Stopped};
