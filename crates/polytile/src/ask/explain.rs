//! Why an engine answers a question: the plan, in words.
//!
//! In: the [`Plan`] of any question. Out: what was found out beforehand, a line for each way that was considered, with what it
//! would take or what stands in its way, and the reason for the choice. There is a column for whatever is known of at least one
//! of them.

use super::amounts::{amount, memory, time};
use crate::choice::Choice;
use crate::plan::{Candidate, Plan};
use std::fmt::Write as _;

/// The width of a column of estimates.
const WIDTH: usize = 12;
/// The least width of the column of engines.
const ENGINE: usize = 8;
/// The least width of the column of orders.
const ORDER: usize = 11;

/// Its name, whether anything is known of it, and what is known of a candidate.
type Column<E> = (&'static str, bool, fn(&Candidate<E>) -> Option<String>);

/// `plan` in words; the last lines are the reason.
pub fn explained<E: Choice>(plan: &Plan<E>) -> String {
    let mut text: String = plan.facts.iter().flat_map(|fact| [fact.as_str(), "\n"]).collect();
    let Some(chosen) = plan.chosen else {
        return text + &format!("no engine is chosen: {}\n", plan.reason);
    };
    let has = |known: fn(&Candidate<E>) -> bool| plan.candidates.iter().any(known);
    let columns: [Column<E>; 3] = [
        ("states", has(|c| c.states.is_some()), |c| c.states.map(amount)),
        ("memory", has(|c| c.bytes.is_some()), |c| c.bytes.map(memory)),
        ("time", has(|c| c.seconds.is_some()), |c| c.seconds.map(time)),
    ];
    let orders = has(|c| c.order.is_some());
    let order_of = |candidate: &Candidate<E>| candidate.order.map_or("", Choice::name);
    let longest_order = plan.candidates.iter().map(|c| order_of(c).len() + 1).max();
    let order_width = longest_order.unwrap_or(0).max(ORDER);
    let longest = plan.candidates.iter().map(|c| c.engine.name().len() + 1).max();
    let width = longest.unwrap_or(0).max(ENGINE);
    // Writing to a string cannot fail.
    let _ = write!(text, "  {:width$}", "engine");
    if orders {
        let _ = write!(text, "{:order_width$}", "order");
    }
    for (name, known, _) in columns {
        if known {
            let _ = write!(text, "{name:>WIDTH$}");
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for (i, candidate) in plan.candidates.iter().enumerate() {
        let mark = if i == chosen { "*" } else { " " };
        let mut line = format!("{mark} {:width$}", candidate.engine.name());
        if orders {
            let _ = write!(line, "{:order_width$}", order_of(candidate));
        }
        if candidate.obstacle.is_none() {
            for (_, known, value) in columns {
                if known {
                    let _ = write!(line, "{:>WIDTH$}", value(candidate).unwrap_or_default());
                }
            }
        }
        if let Some(said) = candidate.obstacle.as_ref().or(candidate.remark.as_ref()) {
            let _ = write!(line, "  {said}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text + &format!("* chosen: {}\n", plan.reason)
}
