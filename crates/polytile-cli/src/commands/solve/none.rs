//! What is said where there is no solution.

use super::args::Args;
use crate::commands::why;
use crate::failure::Failure;
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use polytile::ask::subject::{Subject, contradicting_lines, not_found_out};
use polytile::ask::{self, Nothing};
use polytile::draw::Weights;
use polytile::exact_cover::certify;

/// Says that there is no solution, and why, where a short reason is found; pictures then show the reason.
///
/// # Errors
/// When it cannot be written.
pub fn no_solution(args: &Args, subject: &Subject, run: &Run) -> Result<(), Failure> {
    let say = |text: &str| {
        if !args.run.quiet {
            say_line(text);
        }
    };
    if args.subtree.is_some() {
        say("there is no solution in this part");
        return Ok(());
    }
    let some = !args.conditions.is_empty();
    say(if some { "there is no solution that is as asked" } else { "there is no solution" });
    // In JSON, the verdict on uniqueness already contains it.
    if !(args.unique && args.json) {
        let contradiction = if some { None } else { contradiction(args, subject, run) };
        let why = || subject.why_empty(some, contradiction.as_deref(), &run.control);
        if args.json {
            output::print_json(&ask::json(&Nothing { why: why(), contradiction }))?;
        } else if let Some(lines) = &contradiction {
            say(contradicting_lines(lines).trim_end());
        } else if some || subject.problem().is_none() {
            run.account_for(Some(&why()));
        }
    }
    if args.xmpuzzle.is_some() {
        say("no file of BurrTools is written: there is nothing to go into it");
    }
    if some {
        return Ok(());
    }
    if let Some(problem) = subject.problem() {
        match certify(problem, &run.control) {
            Ok(Some((certificate, proof))) => {
                let sentences = proof.explain(&certificate, problem);
                let drawn = Weights::proving(&certificate, &proof, problem);
                say(why::shown(&drawn, &proof, &sentences).trim_end());
                if !args.pictures.asked() {
                    return Ok(());
                }
                if let Some(said) = args.pictures.look.of_map() {
                    say(said);
                }
                let drawn = drawn.with_example(&proof, problem, &run.control)?;
                return args.pictures.files().write(&drawn, &run.control);
            }
            Ok(None) => {
                run.account(|| "no short reason was found: all possibilities were gone through".to_owned());
            }
            // That there is none is the answer; nobody asked why.
            Err(stopped) => say(&format!("why there is none was not found out: {stopped}")),
        }
    }
    if args.pictures.asked() {
        say("no picture is written: there is nothing to draw");
    }
    Ok(())
}

/// The lines of guesses that contradict each other, if all of the puzzle was asked about and some do.
pub fn contradiction(args: &Args, subject: &Subject, run: &Run) -> Option<Vec<u32>> {
    if args.subtree.is_some() {
        return None;
    }
    subject.contradiction(&run.control).unwrap_or_else(|stopped| {
        // That there is no solution is known without this.
        if !args.run.quiet {
            say_line(&not_found_out(&stopped));
        }
        None
    })
}
