//! `polytile deficient`: boards with a cell missing, and L-trominoes.
//!
//! The board says which of the questions below it is: a rectangle, whole or with one cell missing (`rectangle`), or with
//! any cell missing (`map`); a chair or a cube (`solids`). All of them show their answers the same way, here.

mod map;
mod rectangle;
mod solids;

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input::found_in;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::{Form, Screen};
use crate::source::Source;
use crate::style::Style;
use crate::values::word;
use polytile::board::RegionError;
use polytile::count::Count;
use polytile::draw::Scene;
use polytile::format::{FormatError, board};
use polytile::golomb::deficient::Rectangle;
use polytile::plan::{self, Answer, CountOptions};
use polytile::problem::Problem;
use polytile::tiling::Tiling;

/// Boards with a cell missing: do L-trominoes tile them?
///
/// Says whether L-trominoes tile a rectangle, whole or without the cell of --hole, by which theorem or because of what
/// obstacle, and shows a tiling. The tiling is put together from blocks, so the board may be large. Without --hole or
/// --seed a rectangle of 3k+1 cells is asked about all its holes: the map shows which cells can be missing.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// 5x8 (rows x columns); chair:K, three squares of side K that form an L; or cube:N, a cube of side 2^N, tiled by
    /// 2x2x2 blocks without one cell
    #[arg(value_name = "BOARD", allow_hyphen_values = true)]
    board: String,
    /// The missing cell: its row and column from 0; in a cube its layer, row and column [default in a cube: 0,0,0]
    #[arg(long, value_name = "CELL", allow_hyphen_values = true)]
    hole: Option<String>,
    /// Take away one of the cells that can be missing, at random: the one that this whole number below 2^64 determines
    #[arg(long, value_name = "S", value_parser = word, conflicts_with = "hole", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Draw the map of the cells that can be missing
    #[arg(long, conflicts_with_all = ["hole", "seed"])]
    map: bool,
    /// Count the tilings instead; with a map, for every missing cell
    #[arg(long, conflicts_with_all = ["ascii", "svg", "png"])]
    count: bool,
    /// Draw with letters, one to a cell, as `polytile check` reads them; a map with # for a cell that can be missing
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    /// Print more than 4 GiB if it takes that
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile deficient 5x8 --hole 2,3
  polytile deficient 5x8 --map
  polytile deficient 40x25 --seed 1
  polytile deficient 9x15 --ascii | polytile check --board 9x15 --pieces L3 -
  polytile deficient 1000x1000 --hole 123,456 --png board.png
  polytile deficient chair:12 --svg chair.svg
  polytile deficient cube:3 --hole 0,5,2

Other commands know the chair as --board chair:K, and a missing cell as --remove R,C. Boards of more than 100 rows, \
or with more columns than the terminal has (80 anywhere else) or more than three times its rows, and cubes of side 32 or \
more, are drawn only when --ascii, --json, --svg or --png asks for it. What is too large for box lines is drawn with \
letters, and refused by a terminal that has no room for these either.

JSON, of a rectangle: {\"board\": {\"rows\", \"columns\"}, \"hole\": [R, C], \"tilable\", \"theorem\", \"source\", \
\"obstacle\", \"blocks\": [{\"row\", \"column\", \"rows\", \"columns\"}], \"pieces\": [{\"piece\", \"cells\": [[R, C]]}]}, \
with `count` instead of `blocks` and `pieces` when it is asked for; of a map: {\"board\", \"works\": N, \"map\": [ROW]}, with \
`counts` instead of `map`; of a chair: {\"scale\", \"board\", \"pieces\"}; of a cube: {\"side\", \"hole\", \"pieces\": [{\"level\", \
\"colour\", \"cells\": [[LAYER, R, C]]}]}. What does not apply is null; integers beyond 2^53 are strings.";

/// What shows a board that a terminal is too narrow for.
const WIDE: &str =
    "--svg FILE and --png FILE draw it, --json has it in numbers, and a file or a pipe gets all of it";

/// The most rows that are drawn unasked.
const DRAWN: u32 = 100;

/// What the first argument can be.
enum Board {
    Rectangle(u64, u64),
    Chair(u64),
    Cube(u64),
}

/// Answers, and shows the answer.
///
/// # Errors
/// When there is no such board, a limit stops the answer, or it cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let source = Source::new("BOARD", args.board.as_str());
    let whole = 0..args.board.len();
    let refused = |e: RegionError| {
        let help = match e {
            RegionError::Empty { .. } => "sides are 1 or more",
            _ => "choose a smaller board",
        };
        found_in(&source, FormatError::new(e.to_string()).with_help(help).at(whole.clone()))
    };
    match board_of(&args.board).map_err(|e| found_in(&source, e))? {
        Board::Rectangle(rows, cols) => {
            let rectangle = Rectangle::new(rows, cols, None).map_err(refused)?;
            if let Some(seed) = args.seed {
                let holed = rectangle.without_random_cell(seed);
                // Then there is nothing to choose from, and the map says why.
                return holed
                    .map_or_else(|| map::run(args, &rectangle), |holed| rectangle::run(args, &holed));
            }
            if args.map || (args.hole.is_none() && rectangle.len() % 3 == 1) {
                return map::run(args, &rectangle);
            }
            let hole = read_hole(args, board::cell)?;
            let rectangle = rectangle.with_hole(hole).map_err(|e| hole_outside(args, &e.to_string()))?;
            rectangle::run(args, &rectangle)
        }
        Board::Chair(0) => {
            let error = FormatError::new("a chair has a scale of 1 or more, not 0")
                .with_help("write it as in chair:5");
            Err(found_in(&source, error.at(whole.clone())))
        }
        Board::Chair(_) | Board::Cube(_) if args.seed.is_some() => Err(Failure::usage(
            "only from rectangles a cell is taken at random",
            "leave out --seed: a chair is whole, and in a cube --hole says which cell is missing",
        )),
        Board::Chair(_) | Board::Cube(_) if args.map => Err(Failure::usage(
            "only rectangles have a map of missing cells",
            "leave out --map: a chair is whole, and in a cube any cell can be missing",
        )),
        Board::Chair(_) if args.hole.is_some() => Err(Failure::usage(
            "a chair has no missing cell",
            "leave out --hole, or count its tilings with `polytile count --board chair:K --remove R,C --pieces L3`",
        )),
        Board::Cube(_) if args.count => {
            Err(Failure::usage("the tilings of a cube are not counted", "leave out --count"))
        }
        Board::Chair(scale) => solids::chair(args, scale, refused),
        Board::Cube(n) => solids::cube(args, n, &source),
    }
}

fn board_of(text: &str) -> Result<Board, FormatError> {
    const FORMS: &str = "a board is ROWSxCOLUMNS such as 5x8, chair:K or cube:N";
    let helped = |e: FormatError| FormatError { help: Some(FORMS.to_owned()), ..e };
    let Some((kind, size)) = text.split_once(':') else {
        return board::size(text).map(|(rows, cols)| Board::Rectangle(rows, cols)).map_err(helped);
    };
    let size = || board::side(size).map_err(|e| helped(e.moved_by(kind.len() + 1)));
    match kind.trim().to_ascii_lowercase().as_str() {
        "chair" => size().map(Board::Chair),
        "cube" => size().map(Board::Cube),
        _ => Err(helped(FormatError::new("there is no such kind of board").at(0..kind.len()))),
    }
}

/// What `--hole` says, as `read` reads it.
fn read_hole<T>(args: &Args, read: impl Fn(&str) -> Result<T, FormatError>) -> Result<Option<T>, Failure> {
    let Some(text) = &args.hole else { return Ok(None) };
    read(text).map(Some).map_err(|e| found_in(&Source::new("--hole", text.as_str()), e))
}

/// The failure of a hole that is not on the board.
fn hole_outside(args: &Args, message: &str) -> Failure {
    let text = args.hole.as_deref().unwrap_or_default();
    let error = FormatError::new(message).with_help("choose a cell of the board").at(0..text.len());
    found_in(&Source::new("--hole", text), error)
}

/// In how many ways `problem` can be tiled.
fn count(problem: &Problem, run: &Run) -> Result<Count, Failure> {
    match plan::count(problem, &CountOptions::default(), &run.control)?.answer {
        Answer::Total(count) => Ok(count),
        Answer::ByPiece(terms) => Ok(terms.into_iter().map(|(_, count)| count).sum()),
    }
}

/// How an answer appears: the style, and where its sentence goes.
struct Shown<'a> {
    args: &'a Args,
    style: Style,
}

impl<'a> Shown<'a> {
    fn of(args: &'a Args) -> Self {
        Shown { args, style: Style::of(args.json, args.ascii, args.pictures.asked()) }
    }

    /// Whether nothing was said about how to show the answer.
    fn unasked(&self) -> bool {
        !(self.args.json || self.args.ascii || self.args.pictures.asked())
    }

    /// Whether a board of this size is shown at all. Unasked it is if there is room; where there is too little for lines,
    /// with letters.
    ///
    /// # Errors
    /// When letters are asked for, and the terminal is too narrow for them.
    fn draws(&mut self, rows: u32, cols: u32) -> Result<bool, Failure> {
        self.fits_as_letters(cols)?;
        Ok(!self.unasked() || self.has_room(rows, cols) && rows <= DRAWN)
    }

    /// Whether letters, where they are asked for, have room for so many columns.
    ///
    /// # Errors
    /// When the terminal is too narrow.
    fn fits_as_letters(&self, cols: u32) -> Result<(), Failure> {
        if self.args.ascii { Screen::find().letters(cols.into(), WIDE) } else { Ok(()) }
    }

    /// Whether there is room for a board of this size.
    fn has_room(&mut self, rows: u32, cols: u32) -> bool {
        let forms =
            if self.style == Style::Letters { &[Form::Letters][..] } else { &[Form::Lines, Form::Letters] };
        let (form, fits) = Screen::find().choose(forms, Some((rows.into(), cols.into())));
        if form == Form::Letters {
            self.style = Style::Letters;
        }
        fits
    }

    /// Whether a text of so many items, each of so many bytes, may be printed.
    fn allowed(&self, items: u64, bytes: f64) -> Result<(), Failure> {
        output::allowed(
            "the text",
            items as f64 * bytes,
            self.args.force,
            "--force makes it all the same; or ask about a smaller board",
        )
    }

    /// Says the `sentence`: as the answer, or beside it when the answer is a picture or letters.
    fn say(&self, sentence: &str) -> Result<(), Failure> {
        if self.unasked() {
            return output::print(&format!("{sentence}\n"));
        }
        if !self.args.json && !self.args.run.quiet {
            say_line(sentence);
        }
        Ok(())
    }

    /// Says that the board, which has so many columns, is too large to be drawn unasked.
    fn too_large(&self, cols: u32) -> Result<(), Failure> {
        let letters = if Screen::find().letters(cols.into(), WIDE).is_ok() { "--ascii, " } else { "" };
        self.say(&format!("too large to be drawn here: ask for {letters}--json, --svg or --png"))
    }

    /// Draws the tiling, and shows it: in pictures, and on standard output.
    ///
    /// # Errors
    /// When `run` is stopped, or it cannot be written.
    fn tiling(&self, problem: &Problem, tiling: &Tiling, title: String, run: &Run) -> Result<(), Failure> {
        let scene = Scene::within(problem, tiling, &run.control)?.titled(title);
        if self.args.pictures.asked() {
            self.args.pictures.write(&scene, None, &run.control)?;
        }
        run.hide();
        match self.style {
            Style::Nothing | Style::Json => Ok(()),
            Style::Letters => output::print(&scene.letters()),
            Style::Lines => output::print(&Screen::find().lines_of(&scene, None)),
            Style::Colours(tones) => output::print(&Screen::find().lines_of(&scene, Some(tones))),
        }
    }
}
