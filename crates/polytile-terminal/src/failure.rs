//! Everything that ends a run before its answer, and the exit status that says so.
//!
//! A [`Failure`] is a status and perhaps a report, which is written to standard error: 1 for an answer that is wrong or cannot
//! be had, 2 for bad usage or bad input, 3 for a limit, 130 for an interrupt. The errors of the library become failures here,
//! each with a mend in the words of the command; a reader that closed the pipe has read enough, and is not an error.

use crate::begun::abandon_and_exit;
use crate::source::{Report, Severity};
use polytile::ask::Unanswered;
use polytile::format::source::Misread;
use polytile::run::{Refused, Stopped, Unable};
use std::io;
use std::process::ExitCode;

/// Why there is no answer.
#[derive(Debug)]
pub struct Failure {
    status: u8,
    /// What to say; `None` when everything has been said, or nobody listens.
    report: Option<Box<Report>>,
}

impl Failure {
    /// The thing checked is wrong, and the answer has said so.
    pub fn wrong() -> Self {
        Failure { status: 1, report: None }
    }

    /// The arguments mean nothing, and the user has been told.
    pub fn misused() -> Self {
        Failure { status: 2, report: None }
    }

    /// Something went wrong that neither the input nor a limit explains.
    pub fn other(message: impl Into<String>) -> Self {
        Failure { status: 1, report: Some(Box::new(Report::new(Severity::Error, message))) }
    }

    /// Bad usage or bad input.
    pub fn input(report: Report) -> Self {
        Failure { status: 2, report: Some(Box::new(report)) }
    }

    /// Bad usage: what is wrong with the arguments, and the mend.
    pub fn usage(message: impl Into<String>, help: impl Into<String>) -> Self {
        Failure::input(Report::new(Severity::Error, message).with_help(help))
    }

    /// A limit stopped it: what, and how to ask for less or allow more.
    pub fn limit(message: impl Into<String>, help: impl Into<String>) -> Self {
        let report = Report::new(Severity::Error, message).with_help(help);
        Failure { status: 3, report: Some(Box::new(report)) }
    }

    /// Somebody stopped it.
    pub fn interrupted(message: impl Into<String>) -> Self {
        Failure { status: 130, report: Some(Box::new(Report::new(Severity::Error, message))) }
    }

    /// Whether what was typed or read is wrong, and the mend names no command that answers.
    pub fn lacks_command(&self) -> bool {
        self.status == 2 && !self.report.as_ref().is_some_and(|report| report.names_command())
    }

    /// This failure, with `more` added to its message.
    #[must_use]
    pub fn saying(mut self, more: &str) -> Self {
        self.report = self.report.map(|report| Box::new(report.saying(more)));
        self
    }

    /// This failure, with `help` in place of its mend.
    #[must_use]
    pub fn advising(mut self, help: impl Into<String>) -> Self {
        self.report = self.report.map(|report| Box::new(report.with_help(help)));
        self
    }

    /// This failure, with `help` beside its mend.
    #[must_use]
    pub fn advising_too(mut self, help: &str) -> Self {
        self.report = self.report.map(|report| Box::new(report.with_more_help(help)));
        self
    }

    /// A limit stopped the command while it was `doing` something, or somebody did.
    pub fn while_doing(doing: &str, stopped: Stopped) -> Self {
        match stopped {
            Stopped::Interrupted(_) => {
                let report = Report::new(Severity::Error, format!("interrupted while {doing}"));
                Failure { status: 130, report: Some(Box::new(report)) }
            }
            Stopped::OutOfTime(_) => Failure::limit(
                format!("the time limit was reached while {doing}"),
                "allow more with --time-limit, or ask about less",
            ),
            Stopped::OutOfMemory { needed, budget, .. } => {
                Stopped::OutOfMemory { what: doing.to_owned(), needed, budget }.into()
            }
            Stopped::OverBudget { taken, budget, .. } => {
                Stopped::OverBudget { taken, budget, when: format!("while {doing}") }.into()
            }
            other => other.into(),
        }
    }

    /// Says what there is to say, and ends the process; no half of a file is left.
    pub fn end(self) -> ! {
        let status = self.status;
        self.report();
        abandon_and_exit(status.into())
    }

    /// Says what there is to say on standard error, and gives the exit status.
    pub fn report(self) -> ExitCode {
        if let Some(report) = self.report {
            report.print();
        }
        ExitCode::from(self.status)
    }
}

/// More bytes of memory than any machine has.
const NO_MACHINE: u64 = 1 << 50;

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        let message = stopped.to_string();
        match stopped {
            Stopped::Interrupted(_) => {
                Failure { status: 130, report: Some(Box::new(Report::new(Severity::Error, message))) }
            }
            Stopped::OutOfTime(_) => {
                Failure::limit(message, "allow more with --time-limit, or ask about a smaller board")
            }
            Stopped::OutOfMemory { needed, .. } if needed >= NO_MACHINE => {
                Failure::limit(message, "no machine has that much: ask about less")
            }
            Stopped::OutOfMemory { needed, .. } => {
                let mebibytes = needed.div_ceil(1 << 20);
                let enough = if mebibytes < 2048 {
                    format!("{mebibytes}MiB")
                } else {
                    format!("{}GiB", mebibytes.div_ceil(1024))
                };
                Failure::limit(message, format!("if the machine has it, allow more with --memory {enough}"))
            }
            Stopped::OverBudget { .. } => {
                Failure::limit(message, "if the machine has more, allow it with --memory")
            }
            Stopped::NoMemory { .. } => {
                Failure::limit(message, "close other programs, or ask about a smaller board")
            }
            _ => Failure::limit(message, "ask about a smaller board or fewer pieces"),
        }
    }
}

impl From<Refused> for Failure {
    fn from(error: Refused) -> Self {
        match error {
            Refused::Stopped(stopped) => stopped.into(),
            Refused::Question(message) => Failure::input(Report::new(Severity::Error, message)),
            Refused::Unable(Unable { message, help }) | Refused::Checkpoint(Unable { message, help }) => {
                Failure::usage(message, help)
            }
            other => Failure::other(other.to_string()),
        }
    }
}

impl From<Unanswered> for Failure {
    fn from(error: Unanswered) -> Self {
        match error {
            Unanswered::Misread(misread) => misread.into(),
            Unanswered::Stopped(stopped) => stopped.into(),
            Unanswered::TooLarge(misread) => {
                Failure { status: 3, report: Some(Box::new(Report::found(Severity::Error, misread))) }
            }
            Unanswered::Question(message) => Failure::input(Report::new(Severity::Error, message)),
            other => Failure::other(other.to_string()),
        }
    }
}

impl From<Misread> for Failure {
    fn from(misread: Misread) -> Self {
        Failure::input(Report::found(Severity::Error, misread))
    }
}

impl From<io::Error> for Failure {
    /// The failure of writing an answer. A reader that closed the pipe has read enough, which is not an error.
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure { status: 0, report: None };
        }
        Failure::other(format!("the answer could not be written: {error}"))
    }
}
