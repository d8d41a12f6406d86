//! `polytile deficient`: boards with a cell missing, and L-trominoes.
//!
//! The board says which of the questions below it is: a rectangle, whole or with one cell missing (`rectangle`), or with
//! any cell missing (`map`); a chair or a cube (`solids`). All of them show their answers the same way, here.

mod map;
mod rectangle;
mod solids;

use crate::args::RunArgs;
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::gathered::Gathered;
use crate::output;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::say::say_line;
use crate::screen::{Form, Screen};
use crate::source::Source;
use crate::style::Style;
use crate::values::word;
use polytile::ask;
use polytile::ask::deficient::{Deficient, Found, Subject};
use polytile::board::Lattice;
use polytile::draw::{ColourBy, Scene};
use polytile::problem::Problem;
use polytile::tiling::Tiling;

/// Boards with a cell missing: do L-trominoes tile them?
///
/// Says whether L-trominoes tile a rectangle, whole or without the cell of --remove, by which theorem or because of what
/// obstacle, and shows a tiling. The tiling is put together from blocks, so the board may be large. Without --remove or
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
    #[arg(long = "remove", alias = "hole", value_name = "CELL", allow_hyphen_values = true)]
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
    colours: ColourArgs,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile deficient 5x8 --remove 2,3
  polytile deficient 5x8 --map
  polytile deficient 40x25 --seed 1
  polytile deficient 9x15 --ascii | polytile check --board 9x15 --pieces L3 -
  polytile deficient 1000x1000 --remove 123,456 --png board.png
  polytile deficient chair:12 --svg chair.svg
  polytile deficient cube:3 --remove 0,5,2

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

/// Answers, and shows the answer.
///
/// # Errors
/// When there is no such board, a limit stops the answer, or it cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let question = Deficient {
        hole: args.hole.clone(),
        seed: args.seed.map(Into::into),
        map: args.map,
        count: args.count,
    };
    let subject = question.subject(&Source::new("BOARD", args.board.as_str()))?;
    if !matches!(subject, Subject::Cube(_)) {
        args.pictures.look.fits(Some(Lattice::Square))?;
    }
    let run = Run::start(&args.run)?;
    if args.count {
        let counted = subject.counted(&run.control);
        run.finish();
        let counted = counted?;
        return if args.json {
            output::print_json(&ask::json(&counted))
        } else {
            output::tell(&counted.text())
        };
    }
    match (&subject, &subject.verdict()?) {
        (Subject::Rectangle(rectangle), Found::Judged(judged)) => {
            rectangle::run(args, &subject, rectangle, judged, &run)
        }
        (Subject::Chair(chair), Found::Seated(seated)) => solids::chair(args, &subject, *chair, seated, &run),
        (Subject::Cube(cube), Found::Cubed(cubed)) => solids::cube(args, &subject, cube, cubed, &run),
        (Subject::Map(rectangle), _) => map::run(args, &subject, rectangle, &run),
        // The answer is about the subject.
        _ => Ok(()),
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

    /// Whether a board of this size is shown at all. Unless drawing was asked for, it is shown if there is room, with letters
    /// where there is too little for lines.
    ///
    /// # Errors
    /// When letters are asked for, and the terminal is too narrow for them.
    fn draws(&mut self, rows: u32, cols: u32) -> Result<bool, Failure> {
        self.fits_as_letters(cols)?;
        Ok(!self.unasked() || self.has_room(rows, cols) && rows <= DRAWN)
    }

    /// Whether letters, where they are asked for, have room for `cols` columns.
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

    /// Whether the answer may be printed as a text.
    fn allowed(&self, subject: &Subject) -> Result<(), Failure> {
        let help = "--force makes it all the same; or ask about a smaller board";
        output::allowed("the text", subject.bytes(), self.args.force, help)
    }

    /// Prints the answer as JSON, while it is made.
    fn json(&self, subject: &Subject, run: &Run) -> Result<(), Failure> {
        self.allowed(subject)?;
        let mut out = Gathered::new(run, String::new());
        let made = subject.write(&run.control, &mut |text| out.push(text));
        out.finish(made.map_err(Failure::from))
    }

    /// Says the `sentence`: as the answer, or besides it when the answer is a picture or letters.
    fn say(&self, sentence: &str) -> Result<(), Failure> {
        if self.unasked() {
            return output::tell(&format!("{sentence}\n"));
        }
        if !self.args.json && !self.args.run.quiet {
            say_line(sentence);
        }
        Ok(())
    }

    /// Says that the board, which has `cols` columns, is too large to be drawn unasked.
    fn too_large(&self, cols: u32) -> Result<(), Failure> {
        let letters = if Screen::find().letters(cols.into(), WIDE).is_ok() { "--ascii, " } else { "" };
        self.say(&format!("too large to be drawn here: ask for {letters}--json, --svg or --png"))
    }

    /// Draws the tiling, and shows it: in pictures, and on standard output.
    ///
    /// # Errors
    /// When `run` is stopped, or it cannot be written.
    fn tiling(&self, problem: &Problem, tiling: &Tiling, title: String, run: &Run) -> Result<(), Failure> {
        let mut scene = self.scene(problem, tiling, run)?.titled(title);
        if self.args.pictures.asked() {
            scene = self.args.pictures.files().write_scene(scene, &run.control)?;
        }
        self.print(&scene, run)
    }

    /// The picture of the tiling.
    fn scene(&self, problem: &Problem, tiling: &Tiling, run: &Run) -> Result<Scene, Failure> {
        let by = self.args.colours.or(ColourBy::Contrast);
        Ok(Scene::coloured_within(problem, tiling, by, &run.control)?)
    }

    /// Shows a picture on standard output.
    ///
    /// # Errors
    /// When it cannot be written.
    fn print(&self, scene: &Scene, run: &Run) -> Result<(), Failure> {
        run.hide();
        match self.style {
            Style::Nothing | Style::Json => Ok(()),
            Style::Letters => output::print(&scene.letters()),
            Style::Lines => output::print(&Screen::find().lines_of(scene, None)),
            Style::Colours(tones) => output::print(&Screen::find().lines_of(scene, Some(tones))),
        }
    }
}
