//! Long answers that are printed as they come.

use crate::failure::Failure;
use crate::output::print;
use crate::run::Run;

/// A long answer that is printed as it comes, in large portions.
pub struct Gathered<'a> {
    run: &'a Run,
    text: String,
    failed: Option<Failure>,
}

impl<'a> Gathered<'a> {
    /// Bytes that are gathered before they are written.
    const MANY: usize = 1 << 16;

    /// An answer that begins with `text`; `run` makes it.
    pub fn new(run: &'a Run, text: String) -> Self {
        Gathered { run, text, failed: None }
    }

    /// Adds `text`. When it cannot be printed, the run is stopped and the rest is dropped.
    pub fn push(&mut self, text: &str) {
        if self.failed.is_some() {
            return;
        }
        self.text.push_str(text);
        if self.text.len() > Self::MANY {
            self.run.hide_from_answer();
            if let Err(failure) = print(&std::mem::take(&mut self.text)) {
                self.run.stop();
                self.failed = Some(failure);
            }
        }
    }

    /// Prints what is left, if the answer was `made` to its end.
    ///
    /// # Errors
    /// When it was not, or cannot be printed.
    pub fn finish(self, made: Result<(), Failure>) -> Result<(), Failure> {
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        made?;
        self.run.hide();
        print(&self.text)
    }
}
