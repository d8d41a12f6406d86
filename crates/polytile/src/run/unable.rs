//! That something cannot be done as it was asked for.

/// Why what was asked for cannot be done, by the engine that was asked for above all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unable {
    /// What stands in its way.
    pub message: String,
    /// What to ask for instead.
    pub help: String,
}
