//! From arguments to what a question is about: files and standard input are opened here, and read by the library.
//!
//! In: a name, which is that of a shipped puzzle, of a file, or `-`; and options that stand in for a puzzle or change it. Out:
//! the library's words, or what it reads in them, with warnings shown. A text is limited in length, and must be UTF-8; a
//! directory, or a file that cannot be opened, is an error that names it.

use crate::args::PuzzleOptions;
use crate::failure::Failure;
use crate::source::{Report, Severity, Source};
use crate::values::YesNo;
use polytile::format::shipped::Shipped;
use polytile::format::source::Misread;
use polytile::format::subject::{self, Given, Subject, Tiled, Words};
use polytile::format::{Kind, board, xmpuzzle};
use polytile::pieces::Freedom;
use polytile::zdd::Family;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest text read. A file without end is not a puzzle.
pub const MAX_BYTES: usize = 1 << 28;

/// What the command is doing while it reads.
pub const READING: &str = "reading";

/// What a file is called in a message.
pub fn shown(name: &str) -> &str {
    if name == "-" { "standard input" } else { name }
}

/// The failure of a file that cannot be read.
pub fn unreadable(name: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::usage(
        format!("{} cannot be read: {error}", shown(name)),
        "give the name of a file that exists, or - for standard input",
    )
}

/// The failure of a name that is that of a directory.
pub fn is_directory(name: &str) -> Failure {
    Failure::usage(format!("{name} is a directory"), "name a file in it")
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// When there is no such file, it cannot be read, or it is not text.
pub fn read(name: &str) -> Result<Source, Failure> {
    let most = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let length = if name == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        if Path::new(name).is_dir() {
            return Err(is_directory(name));
        }
        File::open(name).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    length.map_err(|e| unreadable(name, &e))?;
    text(name, bytes)
}

/// The text that was read from the file of this name.
///
/// # Errors
/// When it is too long, or not text.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Source, Failure> {
    let shown = shown(name);
    let head = &bytes[..bytes.len().min(12)];
    if head.contains(&0) && Family::is_saved(head) {
        let help = if Path::new(name).is_file() {
            format!("`polytile zdd {name}` answers questions about it")
        } else {
            "give the file itself to `polytile zdd`: a diagram is used where it lies, and not read from a pipe"
                .to_owned()
        };
        return Err(Failure::usage(format!("{shown} is a saved diagram"), help));
    }
    if bytes.len() > MAX_BYTES {
        return Err(Failure::usage(format!("{shown} is larger than 256 MiB"), "give a smaller file"));
    }
    let unpacked = xmpuzzle::unpacked(bytes)
        .map_err(|e| Failure::usage(format!("{shown} cannot be read: {e}"), e.help.unwrap_or_default()))?;
    let text = unpacked.map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = String::from_utf8_lossy(&e.as_bytes()[..valid]).matches('\n').count() + 1;
        Failure::usage(
            format!("{shown} is not text: byte {} (on line {line}) is not UTF-8", valid + 1),
            "give a text file, saved as UTF-8",
        )
    })?;
    Ok(Source::new(shown, text))
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

/// Shows what is odd about the words.
pub fn warn(warnings: Vec<Misread>) {
    for warning in warnings {
        Report::found(Severity::Warning, warning).print();
    }
}

impl From<Misread> for Failure {
    fn from(misread: Misread) -> Self {
        Failure::input(Report::found(Severity::Error, misread))
    }
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
