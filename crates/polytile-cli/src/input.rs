//! From arguments to a problem: puzzles by name, files, standard input, and the options that stand in for a puzzle.

use crate::args::PuzzleOptions;
use crate::failure::Failure;
use crate::source::{Report, Severity, Source};
use crate::values::YesNo;
use polytile::board::Region;
use polytile::exact_cover::ExactCover;
use polytile::format::cover_json::{self, CoverJson};
use polytile::format::dlx::{self, Dlx};
use polytile::format::number_mind::{self, NumberMind};
use polytile::format::puzzle;
use polytile::format::sheet::{self, Sheet};
use polytile::format::shipped::Shipped;
use polytile::format::{About, FormatError, Kind, board, pieces};
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules};
use polytile::zdd::Family;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest text read. A file that goes on and on is not a puzzle.
pub const MAX_BYTES: usize = 1 << 28;

/// What the command is doing while it reads.
pub const READING: &str = "reading";

/// What a puzzle turned out to ask.
#[derive(Clone, Debug)]
pub enum Question {
    /// How a board is tiled.
    Tiling(Loaded),
    /// Which options cover all items.
    Cover(Cover),
    /// Which number fits some guesses.
    NumberMind(NumberMind),
}

/// An exact cover, and what the file it comes from says.
#[derive(Clone, Debug)]
pub struct Cover {
    /// What its comments say.
    pub about: About,
    /// Its items and options.
    pub cover: ExactCover,
}

/// A problem, and what the puzzle it comes from is called.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The title of the puzzle file, if it comes from one.
    pub title: Option<String>,
    /// What else the file says about itself, the title too.
    pub about: About,
    /// What is asked.
    pub problem: Problem,
}

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

/// The failure of a name that is a directory's.
pub fn is_directory(name: &str) -> Failure {
    Failure::usage(format!("{name} is a directory"), "name a file in it")
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// When there is none, it cannot be read, or it is not text.
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

/// The same, with something in it.
fn read_filled(name: &str) -> Result<Source, Failure> {
    let source = read(name)?;
    if source.text.trim().is_empty() {
        return Err(Failure::usage(
            format!("{} is empty", source.name),
            "give a file with a puzzle or a drawing of a board in it",
        ));
    }
    Ok(source)
}

/// The problem of `name`, a puzzle, or of the options that stand in for one.
///
/// # Errors
/// When there is no puzzle, it cannot be read, it does not ask for tilings, or the options contradict it or each other.
pub fn load(name: Option<&str>, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    let what = match load_any(name, options)? {
        Question::Tiling(loaded) => return Ok(loaded),
        Question::Cover(_) => "an exact cover, with items and options",
        Question::NumberMind(_) => "about guesses at a number",
    };
    let name = name.unwrap_or_default();
    Err(Failure::usage(
        format!("{} is {what}: it has no board to tile", shown(name)),
        format!(
            "`polytile solve {name}` solves it, `polytile zdd {name} --count` counts its solutions, --sample 1 draws one"
        ),
    ))
}

/// What `name`, a puzzle of any kind, asks, or what the options do that stand in for one.
///
/// # Errors
/// When there is no puzzle, it cannot be read, or the options contradict it or each other.
pub fn load_any(name: Option<&str>, options: &PuzzleOptions) -> Result<Question, Failure> {
    load_as(name, None, options)
}

/// The same, where `kind` may say what a file is.
///
/// # Errors
/// As [`load_any`].
pub fn load_as(name: Option<&str>, kind: Option<Kind>, options: &PuzzleOptions) -> Result<Question, Failure> {
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
        (Some(name), None) => match puzzle_of(name, kind, options)? {
            Question::Tiling(loaded) => loaded,
            other => return Ok(other),
        },
    };
    adjusted(loaded, options).map(Question::Tiling)
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
    let source = read_filled(spec)?;
    if !board::is_drawing(&source.text) && puzzle::parse(&source.text).is_ok() {
        return Err(Failure::usage(
            format!("{} is a puzzle file, with a board and pieces", source.name),
            "give it without --board",
        ));
    }
    drawn_board(&source)
}

/// What is drawn.
fn drawn(source: &Source) -> Result<Sheet, Failure> {
    let sheet = sheet::parse(&source.text).map_err(|e| found_in(source, e))?;
    warn(source, sheet.warnings.clone());
    Ok(sheet)
}

/// The board of a drawing. Pieces beside it are not meant: the options name others.
fn drawn_board(source: &Source) -> Result<Region, Failure> {
    let Sheet { board, pieces, .. } = drawn(source)?;
    if !pieces.is_empty() {
        let message = format!("the pieces drawn in {} are passed over: --pieces names others", source.name);
        let help = "the largest blob is the board; if all of it is one board, write . for its gaps";
        Report::new(Severity::Warning, message).with_help(help).print();
    }
    Ok(board)
}

/// A drawing as a puzzle: with the pieces drawn beside the board, or else those of the options.
fn drawn_puzzle(source: &Source, options: &PuzzleOptions) -> Result<Loaded, Failure> {
    if options.pieces.is_some() {
        return from_parts(drawn_board(source)?, options);
    }
    let sheet = drawn(source)?;
    if sheet.pieces.is_empty() {
        return from_parts(sheet.board, options);
    }
    let pieces = sheet.set(options.freedom()?.unwrap_or_default());
    Ok(Loaded { title: None, about: About::default(), problem: Problem::new(sheet.board, pieces) })
}

/// The puzzle called `name`: shipped, or in a file.
fn puzzle_of(name: &str, kind: Option<Kind>, options: &PuzzleOptions) -> Result<Question, Failure> {
    let source = match Shipped::find(name) {
        Some(shipped) => {
            let source = Source::new(name, shipped.text);
            return question(&source, kind.unwrap_or(shipped.kind), options);
        }
        None if name != "-" && !Path::new(name).exists() => return Err(no_puzzle(name)),
        None => read_filled(name)?,
    };
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    let by_text = Kind::of_text(&source.text);
    let kind = kind.or_else(|| match extension.and_then(Kind::of_extension) {
        // Two kinds of puzzle are TOML.
        Some(Kind::Puzzle) if by_text == Kind::Sliding => Some(by_text),
        by_extension => by_extension,
    });
    question(&source, kind.unwrap_or(by_text), options)
}

/// What `source` asks, read as a puzzle of this kind.
fn question(source: &Source, kind: Kind, options: &PuzzleOptions) -> Result<Question, Failure> {
    let wrong = |e| found_in(source, e);
    if kind == Kind::Drawing {
        return drawn_puzzle(source, options).map(Question::Tiling);
    }
    if options.pieces.is_some() || options.freedom()?.is_some() {
        let message = match kind {
            Kind::Puzzle => {
                format!("{} says itself which pieces there are and how they may be turned", source.name)
            }
            _ => format!("{} has no pieces that could be replaced or turned", source.name),
        };
        let help = "leave out --pieces, --flips and --turns, or give --board instead of the puzzle";
        return Err(Failure::usage(message, help));
    }
    if kind != Kind::Puzzle && (!options.remove.is_empty() || options.tatami || options.fault_free) {
        return Err(Failure::usage(
            format!("{} has no board that could be changed", source.name),
            "leave out --remove, --tatami and --fault-free",
        ));
    }
    Ok(match kind {
        Kind::Puzzle | Kind::Drawing => {
            let read = puzzle::parse(&source.text).map_err(wrong)?;
            warn(source, read.warnings);
            let title = Some(read.title);
            let about = About { title: title.clone(), description: read.description, source: read.source };
            Question::Tiling(Loaded { title, about, problem: read.problem })
        }
        Kind::Dlx => {
            let Dlx { about, cover, warnings, .. } = dlx::parse(&source.text).map_err(wrong)?;
            warn(source, warnings);
            Question::Cover(Cover { about, cover })
        }
        Kind::CoverJson => {
            let CoverJson { about, cover, warnings } = cover_json::parse(&source.text).map_err(wrong)?;
            warn(source, warnings);
            Question::Cover(Cover { about, cover })
        }
        Kind::NumberMind => Question::NumberMind(number_mind::parse(&source.text).map_err(wrong)?),
        Kind::Sliding => {
            return Err(Failure::usage(
                format!("{} is a sliding-block puzzle: there is nothing to cover", source.name),
                format!("`polytile slide explore {}` explores it", source.name),
            ));
        }
    })
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
    Ok(Loaded { title: None, about: About::default(), problem: Problem::new(region, pieces) })
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
    /// Whether they say anything about a puzzle.
    pub fn are_given(&self) -> bool {
        let PuzzleOptions { board, pieces, flips, turns, remove, tatami, fault_free } = self;
        let words = board.is_some() || pieces.is_some() || flips.is_some() || turns.is_some();
        words || !remove.is_empty() || *tatami || *fault_free
    }

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
