//! From arguments to a problem: puzzles by name, files, standard input, and the options that stand in for a puzzle.

use crate::args::PuzzleOptions;
use crate::failure::Failure;
use crate::source::{Report, Severity, Source};
use crate::values::YesNo;
use polytile::board::Region;
use polytile::format::puzzle::{self, Puzzle};
use polytile::format::shipped::Shipped;
use polytile::format::{FormatError, board, pieces};
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest text read. A file that goes on and on is not a puzzle.
const MAX_BYTES: u64 = 1 << 28;

/// A problem, and what the puzzle it comes from is called.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The title of the puzzle file, if it comes from one.
    pub title: Option<String>,
    /// What is asked.
    pub problem: Problem,
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// When there is none, it cannot be read, or it is not text.
pub fn read(name: &str) -> Result<Source, Failure> {
    let shown = if name == "-" { "standard input" } else { name };
    let unreadable = |e: &dyn std::fmt::Display| {
        Failure::usage(
            format!("{shown} cannot be read: {e}"),
            "give the name of a file that exists, or - for standard input",
        )
    };
    let mut bytes = Vec::new();
    let length = if name == "-" {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        if Path::new(name).is_dir() {
            return Err(Failure::usage(format!("{shown} is a directory"), "name a file in it"));
        }
        File::open(name).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
    };
    if length.map_err(|e| unreadable(&e))? as u64 > MAX_BYTES {
        return Err(Failure::usage(format!("{shown} is larger than 256 MiB"), "give a smaller file"));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let line = String::from_utf8_lossy(&e.as_bytes()[..valid]).matches('\n').count() + 1;
        Failure::usage(
            format!("{shown} is not text: byte {} (on line {line}) is not UTF-8", valid + 1),
            "give a text file, saved as UTF-8",
        )
    })?;
    Ok(Source::new(shown, text))
}

/// The problem of `name`, a puzzle, or of the options that stand in for one.
///
/// # Errors
/// When there is no puzzle, it cannot be read, or the options contradict it or each other.
pub fn load(name: Option<&str>, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    let loaded = match (name, &options.board) {
        (Some(_), Some(_)) => {
            return Err(Failure::usage(
                "a puzzle and --board are two boards",
                "give a puzzle, or --board and --pieces, but not both",
            ));
        }
        (None, None) => {
            return Err(Failure::usage(
                if options.pieces.is_some() { "there is no board" } else { "there is no puzzle" },
                "name a puzzle (`polytile puzzles` lists some), or give --board 9x12 --pieces trominoes",
            ));
        }
        (None, Some(spec)) => {
            let region = board_of(spec)?;
            from_parts(region, options)?
        }
        (Some(name), None) => puzzle_of(name, options)?,
    };
    adjusted(loaded, options)
}

/// The failure of something found in `source`.
pub fn found_in(source: &Source, error: FormatError) -> Failure {
    Failure::input(source.report(Severity::Error, error))
}

fn warn(source: &Source, warnings: Vec<FormatError>) {
    for warning in warnings {
        source.report(Severity::Warning, warning).print();
    }
}

/// The board of `--board`: a short form, or a drawing in a file.
fn board_of(spec: &str) -> Result<Region, Failure> {
    let argument = Source::new("--board", spec);
    if spec != "-" {
        match board::short_form(spec) {
            Ok(region) => return Ok(region),
            Err(e) if !Path::new(spec).exists() => {
                let meant = spec.contains(':') || spec.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                let file = || {
                    let help =
                        "a board is ROWSxCOLUMNS such as 9x12, aztec:6, torus:8x8, cylinder:4x10, or a file";
                    Failure::usage(format!("there is no file called '{spec}'"), help)
                };
                return Err(if meant || spec.trim().is_empty() { found_in(&argument, e) } else { file() });
            }
            Err(_) => {}
        }
    }
    let source = read(spec)?;
    if !board::is_drawing(&source.text) && puzzle::parse(&source.text).is_ok() {
        return Err(Failure::usage(
            format!("{} is a puzzle file, with a board and pieces", source.name),
            "give it without --board",
        ));
    }
    drawn(&source)
}

fn drawn(source: &Source) -> Result<Region, Failure> {
    let (region, warnings) = board::art(&source.text).map_err(|e| found_in(source, e))?;
    warn(source, warnings);
    Ok(region)
}

/// The puzzle called `name`: shipped, or in a file, or a drawing in a file.
fn puzzle_of(name: &str, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    let source = match Shipped::find(name) {
        Some(shipped) => Source::new(name, shipped.text),
        None if name != "-" && !Path::new(name).exists() => return Err(no_puzzle(name)),
        None => read(name)?,
    };
    let is_toml = Path::new(name).extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    if !is_toml && board::is_drawing(&source.text) {
        return from_parts(drawn(&source)?, options);
    }
    if options.pieces.is_some() || options.freedom()?.is_some() {
        return Err(Failure::usage(
            format!("{} says itself which pieces there are and how they may be turned", source.name),
            "leave out --pieces, --flips and --turns, or give --board instead of the puzzle",
        ));
    }
    let Puzzle { title, problem, warnings, .. } =
        puzzle::parse(&source.text).map_err(|e| found_in(&source, e))?;
    warn(&source, warnings);
    Ok(Loaded { title: Some(title), problem })
}

fn no_puzzle(name: &str) -> Failure {
    let help = if board::is_short_form(name) {
        format!("for a board, write --board {name}")
    } else {
        match Shipped::nearest(name) {
            Some(shipped) => format!("did you mean '{}'?", shipped.name),
            None => "`polytile puzzles` lists the puzzles that come with polytile".to_owned(),
        }
    };
    Failure::usage(format!("there is neither a puzzle nor a file called '{name}'"), help)
}

/// A board with the pieces of `--pieces`.
fn from_parts(region: Region, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    let Some(list) = &options.pieces else {
        return Err(Failure::usage("there are no pieces", "add --pieces, as in --pieces trominoes"));
    };
    let freedom = options.freedom()?.unwrap_or_default();
    let pieces = pieces_of("--pieces", list, freedom)?;
    Ok(Loaded { title: None, problem: Problem::new(region, pieces) })
}

/// The pieces of a list given as the argument `name`.
///
/// # Errors
/// When the list cannot be read.
pub fn pieces_of(name: &str, list: &str, freedom: Freedom) -> Result<PieceSet, Failure> {
    pieces::list(list, freedom).map_err(|e| found_in(&Source::new(name, list), e))
}

/// The problem with the cells and rules that the options add.
fn adjusted(mut loaded: Loaded, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    let problem = &mut loaded.problem;
    let mut cells = Vec::new();
    for text in &options.remove {
        let argument = Source::new("--remove", text.as_str());
        let cell = board::cell(text).map_err(|e| found_in(&argument, e))?;
        let whole = 0..text.len();
        board::without(problem.region.clone(), &[cell]).map_err(|e| found_in(&argument, e.or_at(whole)))?;
        cells.push(cell);
    }
    if !cells.is_empty() {
        problem.region = board::without(problem.region.clone(), &cells).map_err(|e| {
            let report = Report::new(Severity::Error, e.message);
            Failure::input(report.with_help(e.help.unwrap_or_default()))
        })?;
    }
    let Rules { tatami, fault_free } = problem.rules;
    problem.rules = Rules { tatami: tatami || options.tatami, fault_free: fault_free || options.fault_free };
    Ok(loaded)
}

impl PuzzleOptions {
    /// What `--flips` and `--turns` say, if either is given.
    fn freedom(&self) -> Result<Option<Freedom>, Failure> {
        freedom_of(self.flips, self.turns)
    }
}

/// What `--flips` and `--turns` say may be done to pieces, if either is given; what is not said is allowed.
///
/// # Errors
/// When they contradict each other.
pub fn freedom_of(flips: Option<YesNo>, turns: Option<YesNo>) -> Result<Option<Freedom>, Failure> {
    match (flips, turns) {
        (Some(YesNo::Yes), Some(YesNo::No)) => Err(Failure::usage(
            "a piece that may not be turned cannot be turned over either",
            "leave out --flips yes, or --turns no",
        )),
        (None, None) => Ok(None),
        (_, Some(YesNo::No)) => Ok(Some(Freedom::Fixed)),
        (Some(YesNo::No), _) => Ok(Some(Freedom::OneSided)),
        _ => Ok(Some(Freedom::Free)),
    }
}
