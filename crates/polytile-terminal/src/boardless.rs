//! The number of solutions of what has no board, for whoever counts tilings of what has one.

use crate::failure::Failure;
use crate::run::Run;
use crate::say::say_line;
use polytile::ask::count::Count;
use polytile::ask::solve::Total;
use polytile::ask::subject::Subject;
use polytile::format::subject::Subject as Read;
use std::ops::ControlFlow;
use std::path::Path;

/// Counts the solutions of an exact cover or a Number Mind, and says how they were counted, and why there is none if there is none.
///
/// # Errors
/// When layers are to be kept in a directory, the question means nothing without a board, or there is no answer to it.
pub fn counted(question: &Count, read: Read, disk: Option<&Path>, run: &Run) -> Result<Total, Failure> {
    if disk.is_some() {
        let message = "--disk keeps the layers of a count of tilings, and this puzzle has no board";
        return Err(Failure::usage(message, "leave it out"));
    }
    let subject = Subject::new(read, &run.control)?;
    let told = question.solutions(&subject, &run.control, &mut |remark| {
        say_line(remark.text().trim_end());
        ControlFlow::Continue(())
    });
    run.hide();
    let total = told?;
    run.account(|| total.account());
    run.account_for(total.why.as_deref());
    Ok(total)
}
