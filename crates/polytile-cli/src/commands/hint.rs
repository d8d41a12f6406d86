//! `polytile hint`: what to lay next, and why.

use super::classes::relation::given;
use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::output;
use crate::pictures::{Pictures, not_drawn};
use crate::run::Run;
use crate::screen::Screen;
use crate::style::Style;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::hint::Hint;
use polytile::ask::subject::Subject;
use polytile::format::subject::Given;
use std::path::Path;

/// What to lay next, and why, as a person would see it
///
/// Says the easiest step that leads on from STATE, or from the beginning: a cell that only one placement can cover, a
/// piece with one place left, and what has to be ruled out before that can be seen. Where nothing leads to a solution,
/// says what is wrong, and how many of the last pieces to take back.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "polytile hint [OPTIONS] <PUZZLE> [STATE]\n       polytile hint [OPTIONS] --board <BOARD> --pieces <LIST> [STATE]"
)]
#[command(after_long_help = FORMS)]
pub struct Args {
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), an exact cover in Knuth's format, a sudoku of 81
    /// characters, or - for standard input; and what lies already
    // One value each, since options may stand between them.
    #[arg(value_name = "PUZZLE STATE", value_hint = ValueHint::FilePath, num_args = 1, action = clap::ArgAction::Append)]
    names: Vec<String>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    ascii: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "ascii")]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: &str = "\
STATE is a file as `polytile check` reads it, - for standard input, or rows of letters with / between them, the cells of a
piece alike and ? for an open cell. Of an exact cover it is what solutions show, as the 81 digits of a sudoku, or the items of each option
that is chosen, with ; between options.

Examples:
  polytile hint pentominoes-3x20
  polytile hint --board 2x3 --pieces L3,I3 'LL?/L??'
  polytile hint sudoku
  polytile hint queens-8 'Q......./......../......../......../......../......../......../........'

Techniques, from the easiest on: only-way, only-place, area, no-way, colours, two-steps; guess where none of them leads on.
`polytile inspect` grades a puzzle by them.

JSON: {\"lay\": {\"piece\", \"cells\"}, null where nothing leads on, \"take_back\": PIECES, \"reason\", \"technique\", \
\"cells\": [CELL], \"sentence\", \"because\": [{\"placement\", \"technique\", \"sentence\"}]}; of an exact cover \"choose\": \
[ITEM] too.";

/// Gives a hint.
///
/// # Errors
/// When there is no puzzle, what lies does not lie as it may, a limit is reached, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (puzzle, state) = match (args.names.as_slice(), &args.options.board) {
        ([], _) => (None, None),
        ([state], Some(_)) => (None, Some(state)),
        ([puzzle], None) => (Some(puzzle.as_str()), None),
        ([puzzle, state], None) => (Some(puzzle.as_str()), Some(state)),
        _ => {
            return Err(Failure::usage(
                "one puzzle is needed, and no more than one state",
                "write `polytile hint PUZZLE STATE`, or --board and --pieces in place of PUZZLE",
            ));
        }
    };
    let sources = [puzzle, state.map(String::as_str), args.options.board.as_deref()];
    let what = "only one of the puzzle and the state can";
    input::one_from_stdin(&sources, what, "put the other into a file")?;
    let run = Run::start(&args.run)?;
    let asked = run.bounded(READING, || input::load_any(puzzle, &args.options))?;
    let subject = Subject::new(asked, &run.control)?;
    args.pictures.look.fits(subject.problem().map(|problem| problem.region.lattice()))?;
    let state = state.map(|state| read(state, &subject)).transpose()?;
    let hint = Hint { state, ..Hint::default() };
    let known = if args.json && !args.pictures.asked() { None } else { subject.known(&run.control)? };
    let hinted = hint.answer(&subject, &run.control);
    run.finish();
    let hinted = hinted?;
    let scene = subject.problem().and_then(|problem| hinted.scene(problem));
    let grids = known.and_then(|known| hinted.grids(&known));
    let scene = match (args.pictures.asked(), scene, &grids) {
        (true, Some(scene), _) => Some(args.pictures.files().write_scene(scene, &run.control)?),
        (true, None, Some(grids)) => {
            args.pictures.files().write(grids, &run.control)?;
            None
        }
        (true, None, None) => return Err(not_drawn()),
        (false, scene, _) => scene,
    };
    match (Style::of(args.json, args.ascii, args.pictures.asked()), scene) {
        (Style::Nothing, _) => Ok(()),
        (Style::Json, _) => output::print_json(&ask::json(&hinted)),
        (_, None) => {
            let board = grids.map(|grids| format!("\n{}", grids.text())).unwrap_or_default();
            output::tell(&format!("{}{board}", hinted.text()))
        }
        (style, Some(scene)) => {
            let (cols, letters) = (scene.cols(), scene.letters());
            let board = Screen::find().board(style, || scene, cols, || letters, "--json has the cells")?;
            output::tell(&format!("{}\n{board}", hinted.text()))
        }
    }
}

/// What lies.
fn read(name: &str, subject: &Subject) -> Result<Given, Failure> {
    match subject.problem() {
        Some(problem) => given(name, problem),
        None if name == "-" || Path::new(name).exists() => input::read(name).map(Given::Text),
        None => Ok(Given::Name(name.to_owned())),
    }
}
