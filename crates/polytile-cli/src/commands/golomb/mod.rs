//! `polytile golomb`: a board of 2^n x 2^n cells with one missing, tiled by L-trominoes.
//!
//! This file has the arguments, and answers with words. `show` draws on standard output, `files` writes pictures and data of any
//! size.

mod files;
mod show;

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output::{self, Unwritten};
use crate::run::Run;
use crate::say::say_line;
use crate::style::Style;
use crate::values::{Rectangle, YesNo, cell, choice, rectangle, word};
use clap::ArgGroup;
use num_bigint::BigUint;
use polytile::ask::golomb::{Colours as Number, Golomb, drawable};
use polytile::ask::{self, Integer, Unanswered};
use polytile::golomb::{Board, Colouring, Coordinate, GolombError, Look, shortened};
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;

/// Tile a board of side 2^N with one cell missing by L-trominoes, at any size
///
/// Golomb's induction: of the four quarters, three get their missing cell from a tromino laid in the middle, and so on.
/// Every question has a quick answer, however large the board: nothing holds all its cells.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The board has 2^N rows and columns; N goes up to 4096
    #[arg(value_name = "N", value_parser = order, allow_negative_numbers = true)]
    order: u32,
    /// The missing cell: row and column from 0, at the top left [default: one at random]
    #[arg(long = "remove", alias = "hole", value_name = "R,C", value_parser = cell, allow_hyphen_values = true)]
    hole: Option<(BigUint, BigUint)>,
    /// What determines a random hole: a whole number below 2^64 [default: another one every time]
    #[arg(long, value_name = "S", value_parser = word, conflicts_with = "hole", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Only this part of the board: its first row and column, and its numbers of rows and columns
    #[arg(long, value_name = "R,C,ROWS,COLS", value_parser = rectangle, allow_hyphen_values = true)]
    window: Option<Rectangle>,
    /// Draw or list the induction step by step: first the largest piece, then the next level
    #[arg(long)]
    steps: bool,
    /// Draw with letters, one to a cell, and . for the hole, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object, a piece to a line; with --steps, one object for each step
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    words: Words,
    #[command(flatten)]
    colours: Colours,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    run: RunArgs,
}

/// Questions answered in words.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Instead of the tiling")]
struct Words {
    /// Say which piece covers this cell, its level and its colour
    #[arg(long, value_name = "R,C", value_parser = cell, allow_hyphen_values = true, conflicts_with_all = ["proof", "steps", "window", "ascii", "svg", "png", "gif", "force"])]
    cell: Option<(BigUint, BigUint)>,
    /// Prove, step by step, that this board can be tiled
    #[arg(long, conflicts_with_all = ["steps", "window", "ascii", "json", "svg", "png", "gif", "force", "colours", "levels"])]
    proof: bool,
}

/// How pieces are told apart.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Colours")]
struct Colours {
    /// 3: no two pieces that touch are alike; 4: the same, and levels 2, 4, ... differ from 3, 5, ..., so that each step of
    /// the induction stands out from the next; none: lines only
    #[arg(long, value_name = "3|4|none", default_value = "3", value_parser = choice::<Number>(), hide_possible_values = true)]
    colours: Number,
    /// Colour pieces by their level, from dark to light; as letters, the levels themselves: 1 to 9, a to z, A to Z
    #[arg(long, conflicts_with = "colours")]
    levels: bool,
}

/// Where pictures go. They are written as they are made, whatever their size.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
#[command(group = ArgGroup::new("drawn").args(["svg", "png", "gif"]).multiple(true))]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
struct Files {
    /// Write an SVG file instead: one path for each colour
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    svg: Option<PathBuf>,
    /// With --svg: draw each kind of block once and use it again: one or two kilobytes for each of up to
    /// 126 levels
    #[arg(long, requires = "svg", conflicts_with = "window")]
    nested: bool,
    /// Write a PNG file instead, one pixel per cell
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    png: Option<PathBuf>,
    /// Write a GIF file instead that shows the induction
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Pixels per cell; in PNG and GIF pieces are outlined from 3 on [default: 1, or 3 without
    /// colours; what makes about 512 in all for GIF, and 1600 for SVG]
    #[arg(long, value_name = "PIXELS", value_parser = scale, requires = "drawn", allow_negative_numbers = true)]
    scale: Option<u32>,
    /// Leave out the white behind an SVG picture, and in the hole of an SVG or PNG picture
    #[arg(long, requires = "drawn", conflicts_with = "gif")]
    transparent: bool,
    /// Number rows and columns, on boards that a picture has room for, with cells of 3 to 256 pixels
    #[arg(long, requires = "drawn", conflicts_with = "nested")]
    coordinates: bool,
    /// Whether pieces bear the numbers of their levels, where there is room; with yes cells have from 3 to 256 pixels [default: no]
    #[arg(
        long,
        value_name = "YES|NO",
        hide_possible_values = true,
        requires = "drawn",
        conflicts_with = "nested"
    )]
    labels: Option<YesNo>,
    /// Print or write more than 4 GiB if it takes that
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  polytile golomb 3 --remove 2,5
  polytile golomb 3 --remove 2,5 --proof
  polytile golomb 15 --seed 1 --png board.png
  polytile golomb 60 --remove 0,0 --cell 123456789,987654321
  polytile golomb 60 --remove 0,0 --window 576460752303423480,576460752303423480,16,16

On a terminal a board wider than it, or more than three times as high, is shown around its hole; with --ascii one that \
is wider is refused. A file or a pipe gets all of it.

JSON: {\"n\", \"hole\": [ROW, COLUMN], \"seed\", \"window\": [ROW, COLUMN, ROWS, COLUMNS], \"pieces\": [{\"piece\": \"L3\", \
\"level\", \"colour\", \"cells\": [[ROW, COLUMN]]}]}, which `polytile check` reads too; with --steps, {\"step\", \"level\", \
\"pieces\"} for each step; with --cell, {\"n\", \"hole\", \"seed\", \"cell\", \"piece\": {...}}, the piece being null for the hole. \
What does not apply is null; integers beyond 2^53 are strings. Colours count from 0.";

/// The largest n.
fn order(text: &str) -> Result<u32, String> {
    let max = BigUint::MAX_ORDER;
    match word(text)? {
        n if n <= u64::from(max) => Ok(n as u32),
        _ => Err(format!("N goes up to {max}")),
    }
}

/// The pixels of a cell.
fn scale(text: &str) -> Result<u32, String> {
    match word(text)? {
        scale @ 1.. if scale <= u64::from(Look::MAX_SCALE) => Ok(scale as u32),
        _ => Err(format!("a cell has from 1 to {} pixels", Look::MAX_SCALE)),
    }
}

/// Answers about a board.
///
/// # Errors
/// When there is no such board or part of one, an answer would be too large, or cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let question = args.question();
    let look = args.look(question.colouring())?;
    let (board, seed) = question.board()?;
    let run = Run::start(&args.run)?;
    if let Some(cell) = &question.cell {
        let covered = question.covered(&board, seed, cell)?;
        if args.json {
            output::print_json(&ask::json(&covered))?;
        } else {
            output::print(&covered.text())?;
        }
    } else if args.words.proof {
        // A pipe may get megabytes; a person reads what has been kept for a moment.
        if std::io::stdout().is_terminal() {
            let mut proof = Vec::new();
            let proved = board.proof(&run.control, &mut proof);
            output::tell(&String::from_utf8_lossy(&proof))?;
            proved.map_err(refused)?;
        } else {
            let mut out = BufWriter::new(std::io::stdout().lock());
            board.proof(&run.control, &mut out).map_err(refused)?;
            out.flush()?;
        }
    } else {
        answered(args, &question, &board, seed, look, &run)?;
    }
    // A hole that nobody chose is always reported, lest it be lost.
    let chosen = args.seed.is_some() || args.order == 0;
    if let Some(seed) = seed
        && !args.run.quiet
        && (!chosen || std::io::stderr().is_terminal())
    {
        let (row, col) = board.hole();
        say_line(&format!("hole {},{}, seed {seed}", shortened(row), shortened(col)));
    }
    Ok(())
}

/// Draws, lists or writes the tiling.
fn answered(
    args: &Args,
    question: &Golomb,
    board: &Board<BigUint>,
    seed: Option<u64>,
    look: Look,
    run: &Run,
) -> Result<(), Failure> {
    let style = Style::of(args.json, args.ascii, args.files.asked());
    let ask = Ask { args, question, seed, look, style, run };
    let small = |n: &BigUint| u64::try_from(n).ok();
    let done = match (board.order() <= u64::MAX_ORDER, small(board.hole().0).zip(small(board.hole().1))) {
        (true, Some((row, col))) => ask.answer(&Board::new(board.order(), row, col).map_err(refused)?),
        _ => ask.answer(board),
    };
    run.finish();
    done
}

impl Args {
    fn question(&self) -> Golomb {
        let pair = |(row, col): &(BigUint, BigUint)| [row.into(), col.into()];
        let window = |window: &Rectangle| -> [Integer; 4] {
            let (row, col) = &window.first;
            [row.into(), col.into(), window.rows.into(), window.cols.into()]
        };
        Golomb {
            n: self.order,
            hole: self.hole.as_ref().map(pair),
            seed: self.seed.map(Into::into),
            window: self.window.as_ref().map(window),
            steps: self.steps,
            cell: self.words.cell.as_ref().map(pair),
            proof: self.words.proof,
            letters: false,
            colours: Some(self.colours.colours),
            levels: self.colours.levels,
        }
    }

    fn look(&self, colouring: Colouring) -> Result<Look, Failure> {
        let scale = match self.files.scale {
            Some(scale) => scale,
            // Then lines are all there is to see.
            _ if colouring == Colouring::None => Look::LINES_FROM,
            _ => 1,
        };
        Ok(Look::new(colouring, scale).map_err(refused)?.transparent(self.files.transparent))
    }
}

impl Files {
    fn all(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.svg, &self.png, &self.gif].into_iter().flatten()
    }

    fn asked(&self) -> bool {
        self.all().next().is_some()
    }

    /// Whether something is to be written on pictures.
    fn is_written(&self) -> bool {
        self.coordinates || self.labels.is_some_and(YesNo::allows)
    }
}

/// What is asked about a board.
struct Ask<'a> {
    args: &'a Args,
    question: &'a Golomb,
    seed: Option<u64>,
    look: Look,
    style: Style,
    run: &'a Run,
}

impl Ask<'_> {
    fn answer<C: Coordinate>(&self, board: &Board<C>) -> Result<(), Failure> {
        let window = self.question.window(board)?;
        let window = window.as_ref();
        // Everything is checked before anything is written.
        self.judge_files(board, window)?;
        match self.style {
            Style::Nothing => self.files(board, window),
            Style::Json => {
                let window = drawable(window, board)?;
                self.judge_json(window)?;
                self.files(board, Some(window))?;
                self.json(window)
            }
            Style::Letters | Style::Lines | Style::Colours(_) => {
                let shown = self.shown(board, window)?;
                self.files(board, window)?;
                self.show(&shown)
            }
        }
    }

    /// Whether an output of `bytes` bytes may be made.
    fn allowed(&self, what: &str, bytes: f64) -> Result<(), Failure> {
        let help = "--force makes it all the same, --window R,C,ROWS,COLS a part of it";
        output::allowed(what, bytes, self.args.files.force, help)
    }
}

/// What the library refuses, as the command says it.
fn refused(error: GolombError) -> Failure {
    match error {
        GolombError::Write(error) => error.into(),
        error => Unanswered::from(error).into(),
    }
}

/// The failure of an answer that is being written into a file.
fn unwritten(error: GolombError) -> Unwritten {
    match error {
        GolombError::Write(error) => Unwritten::Refused(error),
        error => Unwritten::Unmade(refused(error)),
    }
}
