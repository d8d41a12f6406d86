//! From arguments to what a question is about: files and standard input are opened, and read by the library.
//!
//! In: a name, which is that of a shipped puzzle, of a file, or `-`; and options that stand in for a puzzle or change it. Out:
//! the library's words, or what it reads in them, with warnings shown.

use crate::args::PuzzleOptions;
use crate::failure::Failure;
use crate::values::YesNo;
use polytile::board::Lattice;
use polytile::format::shipped::Shipped;
use polytile::format::subject::{self, Given, Subject, Tiled, Words};
use polytile::format::{Kind, board};
use polytile::pieces::Freedom;
pub use polytile_terminal::texts::{READING, read, shown, warn};
use std::path::Path;

/// The lattice of the board of a puzzle, if it has one.
pub fn lattice(subject: &Subject) -> Option<Lattice> {
    if let Subject::Tiling(tiled) = subject { Some(tiled.problem.region.lattice()) } else { None }
}

/// The board to be tiled of `name`, a puzzle, or of the options that stand in for one.
///
/// # Errors
/// When there is no puzzle, it cannot be read, it does not ask for tilings, or the options contradict it or each other.
pub fn load(name: Option<&str>, options: &PuzzleOptions) -> Result<Tiled, Failure> {
    let (tiled, warnings) = words(name, None, options)?.tiled()?;
    warn(warnings);
    Ok(tiled)
}

/// What `name`, a puzzle of any kind, asks, or what the options ask that stand in for one.
///
/// # Errors
/// When there is no puzzle, it cannot be read, or the options contradict it or each other.
pub fn load_any(name: Option<&str>, options: &PuzzleOptions) -> Result<Subject, Failure> {
    load_as(name, None, options)
}

/// What `name` or the options ask, as [`load_any`] reads it, but with the file taken for one of `kind` where that is given.
///
/// # Errors
/// As [`load_any`].
pub fn load_as(name: Option<&str>, kind: Option<Kind>, options: &PuzzleOptions) -> Result<Subject, Failure> {
    let read = words(name, kind, options)?.read()?;
    warn(read.warnings);
    Ok(read.subject)
}

/// What `name` and the options say; files are opened for it.
///
/// # Errors
/// When a file cannot be read.
pub fn words(name: Option<&str>, kind: Option<Kind>, options: &PuzzleOptions) -> Result<Words, Failure> {
    // If both are given, that can be said without opening either.
    let both = name.is_some() && options.board.is_some();
    let given = |name: &str, open: fn(&str) -> Result<Given, Failure>| {
        if both { Ok(Given::Name(name.to_owned())) } else { open(name) }
    };
    Ok(Words {
        puzzle: name.map(|name| given(name, puzzle)).transpose()?,
        kind,
        problem: options.problem,
        board: options.board.as_deref().map(|spec| given(spec, board_of)).transpose()?,
        pieces: options.pieces.clone(),
        flips: options.flips.map(YesNo::allows),
        turns: options.turns.map(YesNo::allows),
        remove: options.remove.clone(),
        given: options.given.clone(),
        tatami: options.tatami,
        fault_free: options.fault_free,
    })
}

/// The puzzle called `name`: shipped, or the text of a file. If it is neither, the library will report that it is missing.
///
/// # Errors
/// When the file cannot be read.
pub fn puzzle(name: &str) -> Result<Given, Failure> {
    if Shipped::find(name).is_some() || (name != "-" && !Path::new(name).exists()) {
        return Ok(Given::Name(name.to_owned()));
    }
    read(name).map(Given::Text)
}

/// Refuses to read several of these from standard input, where only one of `what` can be; `mend` says how else.
///
/// # Errors
/// When more than one of the names is `-`.
pub fn one_from_stdin(names: &[Option<&str>], what: &str, mend: &str) -> Result<(), Failure> {
    if names.iter().filter(|name| **name == Some("-")).count() > 1 {
        return Err(Failure::usage(format!("{what} be read from standard input"), mend));
    }
    Ok(())
}

/// The board of `--board`: a short form, or a drawing in a file.
fn board_of(spec: &str) -> Result<Given, Failure> {
    if spec != "-" {
        if board::short_form(spec).is_ok() {
            return Ok(Given::Name(spec.to_owned()));
        }
        if !Path::new(spec).exists() {
            let meant = spec.contains(':') || spec.starts_with(|c: char| c.is_ascii_digit() || c == '-');
            if meant || spec.trim().is_empty() {
                return Ok(Given::Name(spec.to_owned()));
            }
            let help = "a board is ROWSxCOLUMNS such as 9x12, aztec:6, torus:8x8, cylinder:4x10, or a file";
            return Err(Failure::usage(format!("there is no file called '{spec}'"), help));
        }
    }
    read(spec).map(Given::Text)
}

impl PuzzleOptions {
    /// Whether they say anything about a puzzle.
    pub fn are_given(&self) -> bool {
        let PuzzleOptions { board, pieces, flips, turns, problem, remove, given, tatami, fault_free } = self;
        let words =
            problem.is_some() || board.is_some() || pieces.is_some() || flips.is_some() || turns.is_some();
        words || !remove.is_empty() || !given.is_empty() || *tatami || *fault_free
    }
}

/// What `--flips` and `--turns` say may be done to pieces, if either is given; what is not said is allowed.
///
/// # Errors
/// When they contradict each other.
pub fn freedom_of(flips: Option<YesNo>, turns: Option<YesNo>) -> Result<Option<Freedom>, Failure> {
    Ok(subject::freedom(flips.map(YesNo::allows), turns.map(YesNo::allows))?)
}
