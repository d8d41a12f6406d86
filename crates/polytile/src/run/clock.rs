//! The clock: the standard library's, or that of a page or of node where WebAssembly has none. Nothing else looks at time.

pub use web_time::{Duration, Instant};
