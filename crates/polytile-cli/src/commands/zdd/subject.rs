//! What is asked about: a family read from a file or built from a puzzle, and narrowed down.

use super::super::solve::if_found;
use super::mapped::{bytes, is_saved};
use super::{Args, Order};
use crate::failure::Failure;
use crate::input;
use crate::run::Run;
use polytile::ask::subject::{contradicting, option_names};
use polytile::exact_cover::ExactCover;
use polytile::format::number_mind::NumberMind;
use polytile::format::subject::{Subject as Asked, Tiled};
use polytile::plan;
use polytile::zdd::cover::{build, narrow};
use polytile::zdd::{EMPTY, Family, LoadError, UnknownOption, frontier_widths};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the options of exact covers are put in order.
const BY_ITEMS: &str = "options by their first items, the items in an order that keeps few of them open; --marginals lists them\n";

/// Where a family comes from.
pub enum Source {
    /// It is built.
    Puzzle(Box<Tiled>),
    /// It is built from an exact cover, whose options have these names.
    Cover(ExactCover, Vec<String>),
    /// It is built from the exact cover that a Number Mind is.
    NumberMind(NumberMind),
    /// It is read.
    Saved(String),
}

/// A family, ready to be asked.
pub struct Subject {
    /// The family.
    pub family: Family,
    /// The exact cover it was built from, if it was built from one.
    pub cover: Option<Arc<ExactCover>>,
    /// The Number Mind it was built from, if it was built from one.
    pub mind: Option<NumberMind>,
    /// How the order was chosen, in words.
    pub explained: String,
    /// The time it took to build or read it.
    pub time: Duration,
    /// Whether it was read from a file.
    saved: bool,
}

/// The puzzle or the file that `args` name.
///
/// # Errors
/// When there is none, or the options contradict it.
pub fn open(args: &Args) -> Result<Source, Failure> {
    if let Some(name) = &args.puzzle
        && is_saved(name)
    {
        if args.options.are_given() || args.order != Order::Auto {
            return Err(Failure::usage(
                format!("{name} is a saved diagram, with its board, pieces and order"),
                "leave out --order and the options about boards and pieces, or give the puzzle instead",
            ));
        }
        return Ok(Source::Saved(name.clone()));
    }
    let (cover, names) = match input::load_any(args.puzzle.as_deref(), &args.options)? {
        Asked::Tiling(loaded) => return Ok(Source::Puzzle(Box::new(loaded))),
        Asked::Cover(cover) => {
            let names =
                (0..cover.cover.option_count() as u32).map(|o| option_names(&cover.cover, o).join("+"));
            let names = names.collect();
            (cover.cover, names)
        }
        Asked::NumberMind(mind) => return in_its_order(args).map(|()| Source::NumberMind(mind)),
    };
    in_its_order(args)?;
    Ok(Source::Cover(cover, different(names)))
}

/// Refuses an order of cells where there are none.
fn in_its_order(args: &Args) -> Result<(), Failure> {
    if args.order != Order::Auto {
        return Err(Failure::usage(
            "an exact cover has no rows and columns to number its options by",
            "leave --order out: an order that keeps few items open is looked for",
        ));
    }
    Ok(())
}

/// The names, each with its number among those alike where there are several, and without characters that would do
/// things to a terminal.
fn different(names: Vec<String>) -> Vec<String> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let printed = |name: String| {
        let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
        if name.contains(char::is_control) { name.chars().map(escaped).collect() } else { name }
    };
    let numbered = names.into_iter().map(printed).map(|name| {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times > 1 { format!("{name}#{times}") } else { name }
    });
    numbered.collect()
}

impl Subject {
    /// Builds or reads the family, and takes what `--with` and `--without` leave of it.
    ///
    /// # Errors
    /// When the engine is stopped, the file cannot be read, or an option does not exist.
    pub fn new(source: Source, args: &Args, run: &Run) -> Result<Self, Failure> {
        let started = Instant::now();
        let control = &run.control;
        let saved = matches!(source, Source::Saved(_));
        let (mut kept, mut guesses) = (None, None);
        let (mut family, explained) = match source {
            Source::Saved(name) => {
                let bytes = bytes(&name, control.memory_budget()).map_err(|e| {
                    Failure::usage(format!("{name} cannot be read: {e}"), "check that the file can be read")
                })?;
                let family = Family::load(bytes, control).map_err(|e| unreadable(&name, e))?;
                (family, "the diagram was read: nothing was chosen\n".to_owned())
            }
            Source::Cover(cover, names) => {
                let order = narrow(&cover, control)?;
                let diagram = build(&cover, &order, control)?;
                let names = order.iter().map(|&option| names[option as usize].clone()).collect();
                kept = Some(cover);
                (Family::new(diagram, names), BY_ITEMS.to_owned())
            }
            Source::NumberMind(mind) => {
                let (cover, digits) = (mind.cover(), mind.options());
                let order = narrow(&cover, control)?;
                let diagram = build(&cover, &order, control)?;
                let digits: Vec<_> = order.iter().map(|&option| digits[option as usize]).collect();
                let family = Family::numbers(diagram, mind.length(), &digits);
                (kept, guesses) = (Some(cover), Some(mind));
                (family, BY_ITEMS.to_owned())
            }
            Source::Puzzle(loaded) => {
                let Tiled { about, problem } = *loaded;
                let (order, explained) = match args.order {
                    Order::Rows => (plan::Order::Rows, String::new()),
                    Order::Columns => (plan::Order::Columns, String::new()),
                    Order::Diagonals => (plan::Order::Diagonals, String::new()),
                    Order::Auto => {
                        let widths = frontier_widths(&problem, control)?;
                        let best = widths.iter().min_by_key(|(_, width)| width);
                        let order = best.map_or(plan::Order::Rows, |(order, _)| *order);
                        (order, explained(&widths, order))
                    }
                };
                let explained =
                    if explained.is_empty() { format!("order by {order}: asked for\n") } else { explained };
                let family = Family::tilings(&problem, Some(order), control)?.titled(about.title);
                (family, explained)
            }
        };
        let options = |names: &[String]| -> Result<Vec<u32>, Failure> {
            names.iter().map(|name| family.option(name).map_err(|e| unknown(&e))).collect()
        };
        let (with, without) = (options(&args.with)?, options(&args.without)?);
        if !with.is_empty() || !without.is_empty() {
            family = family.restricted(&with, &without, control)?;
        }
        Ok(Subject {
            family,
            cover: kept.map(Arc::new),
            mind: guesses,
            explained,
            time: started.elapsed(),
            saved,
        })
    }

    /// The order of the cells in words, if the sets are tilings.
    pub fn order(&self) -> Option<String> {
        self.family.puzzle().map(|puzzle| puzzle.order.to_string())
    }

    /// What the sets are called.
    pub fn noun(&self) -> &'static str {
        match (self.family.puzzle(), self.family.length()) {
            (Some(_), _) => "tiling",
            (None, Some(_)) => "number",
            (None, None) => "set",
        }
    }

    /// The lines of guesses that contradict each other, where there is no number for that reason.
    pub fn contradiction(&self, args: &Args, run: &Run) -> Option<Vec<u32>> {
        let mind = self.mind.as_ref().filter(|_| self.family.diagram().root() == EMPTY)?;
        if_found(contradicting(mind, &run.control), args.run.quiet)
    }

    /// One line about the run, for somebody who watches it.
    pub fn account(&self) -> String {
        let diagram = self.family.diagram();
        let how = if self.saved { "read" } else { "built" };
        let order = self.order().map(|order| format!(" by {order}")).unwrap_or_default();
        format!(
            "{} variables{order}, {} nodes, {how} in {:.3} s",
            diagram.variables(),
            diagram.nodes(),
            self.time.as_secs_f64()
        )
    }
}

fn explained(widths: &[(plan::Order, usize)], chosen: plan::Order) -> String {
    let mut text = format!("  {:11}{:>12}\n", "order", "frontier");
    for (order, width) in widths {
        let mark = if *order == chosen { "*" } else { " " };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mark} {order:11}{width:>12}");
    }
    text.push_str("* chosen: the fewest cells and demands to look at on the widest level\n");
    text
}

/// The failure of reading the file `name`.
fn unreadable(name: &str, error: LoadError) -> Failure {
    let help = match error {
        LoadError::Stopped(stopped) => return stopped.into(),
        LoadError::Version(_) => "read it with the polytile that wrote it, or build the diagram again",
        _ => "build the diagram again, and save it with --save",
    };
    Failure::usage(format!("{name}: {error}"), help)
}

/// The failure of naming an option that does not exist.
pub fn unknown(error: &UnknownOption) -> Failure {
    named(error.to_string(), error)
}

/// The same in other words.
pub fn named(message: String, error: &UnknownOption) -> Failure {
    let help = if error.instead.is_empty() {
        "--marginals lists all options".to_owned()
    } else {
        format!("some that come near: {}; --marginals lists all", error.instead.join(" "))
    };
    Failure::usage(message, help)
}
