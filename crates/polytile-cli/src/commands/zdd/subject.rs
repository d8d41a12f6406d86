//! What is asked about: a family read from a file or built from a puzzle, and narrowed down.

use super::Args;
use crate::failure::Failure;
use crate::input;
use polytile::ask::expect_costs;
use polytile::ask::zdd::{Held, Source};
use polytile::run::Control;
use polytile::zdd::FileError;
use polytile_terminal::mapped::{bytes, is_saved};

/// Where a family comes from.
pub enum From {
    /// It is built.
    Puzzle(Box<Source>),
    /// It is read from the file of this name.
    Saved(String),
}

/// The puzzle or the file that `args` name.
///
/// # Errors
/// When neither is named, or the options contradict it.
pub fn open(args: &Args) -> Result<From, Failure> {
    if let Some(name) = &args.puzzle
        && is_saved(name)
    {
        if args.options.are_given() || args.order.0.is_some() {
            return Err(Failure::usage(
                format!("{name} is a saved diagram, with its board, pieces and order"),
                "leave out --order and the options about boards and pieces, or give the puzzle instead",
            ));
        }
        if !args.met.conditions.is_empty() {
            return Err(Failure::usage(
                format!("{name} is a saved diagram, and --where decides what a diagram is built of"),
                "give the puzzle instead, or keep some of its tilings by --with and --without",
            ));
        }
        return Ok(From::Saved(name.clone()));
    }
    let read = input::load_any(args.puzzle.as_deref(), &args.options)?;
    if args.asked.weighs() && args.asked.weights.is_none() {
        expect_costs(&read)?;
    }
    Ok(From::Puzzle(Box::new(Source::new(read, args.order.0, &args.met.conditions)?)))
}

/// Builds or reads the family, and takes what `--with` and `--without` leave of it.
///
/// # Errors
/// When the engine is stopped, the file cannot be read, or an option does not exist.
pub fn held(from: From, args: &Args, control: &Control) -> Result<Held, Failure> {
    let held = match from {
        From::Puzzle(source) => Held::new(*source, args.order.0, control)?,
        From::Saved(name) => {
            let bytes = bytes(&name, control)?;
            Held::load(bytes, control).map_err(|e| unreadable(&name, e))?
        }
    };
    Ok(held.narrowed(&args.asked.with, &args.asked.without, control)?)
}

/// The failure of reading the file `name`.
fn unreadable(name: &str, error: FileError) -> Failure {
    let help = match error {
        FileError::Stopped(stopped) => return stopped.into(),
        FileError::Version(_) => "read it with the polytile that wrote it, or build the diagram again",
        _ => "build the diagram again, and save it with --save",
    };
    Failure::usage(format!("{name}: {error}"), help)
}
