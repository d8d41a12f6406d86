//! A look at the control now and then, from loops whose steps are much shorter than the look.

use crate::run::Stopped;
use std::cell::Cell;

/// Counts steps, and looks at every 1024th of them.
pub(super) struct Pulse<'a> {
    beats: Cell<u32>,
    check: &'a dyn Fn() -> Result<(), Stopped>,
}

impl<'a> Pulse<'a> {
    pub fn new(check: &'a dyn Fn() -> Result<(), Stopped>) -> Self {
        Pulse { beats: Cell::new(0), check }
    }

    /// A step.
    pub fn beat(&self) -> Result<(), Stopped> {
        let beats = self.beats.get().wrapping_add(1);
        self.beats.set(beats);
        if beats.is_multiple_of(1 << 10) { (self.check)() } else { Ok(()) }
    }
}
