//! Looks at the control now and then, from loops whose steps are much shorter than a look.

use super::{Control, Progress, Stopped};
use std::cell::Cell;

/// How far something is, after a number of steps.
type Account<'a> = dyn Fn(u64) -> Progress + 'a;

/// Counts steps, and looks at the control after each thousand of them.
pub(crate) struct Pulse<'a> {
    steps: Cell<u64>,
    control: &'a Control,
    account: &'a Account<'a>,
}

impl<'a> Pulse<'a> {
    /// The looks of a loop; `account` says how far it is.
    pub fn new(control: &'a Control, account: &'a Account<'a>) -> Self {
        Pulse { steps: Cell::new(0), control, account }
    }

    /// The looks of a loop that gets an engine ready.
    pub fn preparing(control: &'a Control) -> Self {
        fn preparation(steps: u64) -> Progress {
            Progress::Preparation { steps }
        }
        Pulse::new(control, &preparation)
    }

    /// A step.
    ///
    /// # Errors
    /// When the control says stop.
    #[inline]
    pub fn beat(&self) -> Result<(), Stopped> {
        self.beats(1)
    }

    /// A step that takes as long as `steps` ordinary ones.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_stop_is_seen_within_a_thousand_steps() {
        let control = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
        let pulse = Pulse::preparing(&control);
        let stopped = (0..2000).find_map(|_| pulse.beat().err());
        assert_eq!(stopped, Some(Stopped::Interrupted(Progress::Preparation { steps: 1024 })));
        assert!(Pulse::preparing(&control).beats(5000).is_err());
    }
}
