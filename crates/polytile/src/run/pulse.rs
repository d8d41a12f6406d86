//! A look at the control now and then, from loops whose steps are much shorter than the look.

use super::{Control, Progress, Stopped};
use std::cell::Cell;

/// How far something is, after so many steps.
type Account<'a> = dyn Fn(u64) -> Progress + 'a;

/// Counts steps, and looks at the control after each thousand of them.
pub(crate) struct Pulse<'a> {
    steps: Cell<u64>,
    control: &'a Control,
    account: &'a Account<'a>,
}

impl<'a> Pulse<'a> {
    /// The looks of a loop about which `account` says how far it is.
    pub fn new(control: &'a Control, account: &'a Account<'a>) -> Self {
        Pulse { steps: Cell::new(0), control, account }
    }

    /// A step.
    ///
    /// # Errors
    /// When the control says stop.
    #[inline]
    pub fn beat(&self) -> Result<(), Stopped> {
        self.beats(1)
    }

    /// A step as long as so many.
    ///
    /// # Errors
    /// When the control says stop.
    #[inline]
    pub fn beats(&self, steps: u64) -> Result<(), Stopped> {
        let before = self.steps.get();
        let after = before.saturating_add(steps);
        self.steps.set(after);
        if before >> 10 == after >> 10 { Ok(()) } else { self.control.check((self.account)(after)) }
    }
}
