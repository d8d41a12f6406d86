//! `polytile why`: a short reason why there is no tiling, if there is one.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::layout::laid_out;
use crate::output;
use crate::pictures::{Pictures, WIDE, not_drawn};
use crate::run::Run;
use crate::say::say_line;
use crate::screen::Screen;
use crate::style::Style;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::why::{Reason, Weighed, Why};
use polytile::certificate::Proof;
use polytile::design::known::Known;
use polytile::draw::{ColourBy, Grids, Scene, Weights};
use polytile::format::subject::Subject;
use polytile::problem::Problem;

/// Why is there no tiling? A reason that a person can check
///
/// Looks for weights on the cells of PUZZLE, or of --board with --pieces, which show that no tiling exists: what the
/// pieces can weigh together, and what the board weighs, differ. The area and the colours of a chessboard are such
/// weights; others are computed: such that a piece weighs the same wherever it lies, or, on boards of up to 1000 cells, such
/// that pieces cannot weigh as much as the board. Where there are none, a walk around the board may differ from all walks around
/// pieces (Conway and Lagarias). Where nothing is found, a search of a second or so may still find that there is
/// no tiling, or one; where a limit ends it before that, the answer is that this is not known, and the exit status 3. Of a Number Mind, the reason is a smallest set of guesses that already contradict each other: none of them can be spared. Of an
/// exact cover (a .dlx file, a sudoku of 81 characters), it is an item that no option covers; otherwise a search says whether there is a
/// solution.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), or - for standard
    /// input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Print one JSON object instead, which `polytile check` reads
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile why mutilated-chessboard
  polytile why --board 10x10 --pieces I4 --svg why.svg
  polytile why --board 4x4 --pieces 2:I3,W5
  polytile why --board hex-triangle:8 --pieces tribone
  polytile why tetromino-parity --json | polytile check tetromino-parity -

JSON: {\"modulus\": M, \"weights\": [[WEIGHT or null]], \"board\": WEIGHT, \"possible\": [WEIGHT], \"explanation\": [SENTENCE]}, \
with \"least\": WEIGHT or \"most\": WEIGHT instead of \"possible\" where pieces weigh too much or too little; \
{\"steps\": [[POINT]], \"moved\": [POINT], \"explanation\": [SENTENCE]}, where each step along an edge moves points, of a walk; \
or {\"weights\": null, \"exists\": true, false or null, \"nodes\", \"tiling\"} when none are found: whether a search found a tiling, and in \"stopped\" what limit ended it; of a Number Mind, {\"contradiction\": [LINE] or null}; of an exact cover, {\"uncovered\": [ITEM], \
\"exists\", \"nodes\", \"solution\", \"stopped\"}.";

/// Looks for a reason and shows it.
///
/// # Errors
/// When there is no problem, the search is stopped, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let subject = run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))?;
    let known = match &subject {
        Subject::Cover(covered) if !args.json || args.pictures.asked() => {
            Known::of(&covered.cover, &run.control)?
        }
        _ => None,
    };
    if known.is_none() && !matches!(subject, Subject::Tiling(_)) && args.pictures.asked() {
        return Err(not_drawn());
    }
    args.pictures.look.fits(input::lattice(&subject))?;
    let found = Why {}.answer(&subject, &run.control);
    run.finish();
    let found = found?;
    let Subject::Tiling(tiled) = &subject else {
        let grids = match (&found, &known) {
            (Reason::Cover { exists: Some(true), chosen, .. }, Some(known)) => {
                Grids::new(known, [chosen.clone()])
            }
            _ => None,
        };
        match &grids {
            Some(grids) if args.pictures.asked() => {
                args.pictures.files().write(&grids.clone().titled("There is a solution"), &run.control)?;
            }
            None if args.pictures.asked() => say_line("no picture is written: there is no solution to draw"),
            _ => {}
        }
        match grids {
            _ if args.json => output::print_json(&ask::json(&found))?,
            Some(grids) if !args.pictures.asked() => {
                output::tell(&format!("there is a solution\n{}", grids.text()))?;
            }
            Some(_) => {}
            None => output::tell(&found.text())?,
        }
        return found.stopped().map_or(Ok(()), |stopped| Err(Failure::from(stopped.clone())));
    };
    let Reason::Weights(weighed) = &found else {
        undecided(args, &found, &tiled.problem, &run)?;
        return found.stopped().map_or(Ok(()), |stopped| Err(Failure::from(stopped.clone())));
    };
    // What is given was taken off the board before it was weighed.
    let rest = tiled.problem.rest();
    let Weighed { certificate, proof, explanation, .. } = &**weighed;
    let drawn = Weights::proving(certificate, proof, &rest);
    if args.pictures.asked() {
        if let Some(said) = args.pictures.look.of_map() {
            say_line(said);
        }
        let title = tiled.about.title.as_deref().unwrap_or("This board");
        let titled = drawn.clone().titled(format!("{title}: why there is no tiling"));
        args.pictures.files().write(&titled.with_example(proof, &rest, &run.control)?, &run.control)?;
    }
    if args.json {
        output::print_json(&ask::json(&found))
    } else if args.pictures.asked() {
        Ok(())
    } else {
        output::tell(&shown(&drawn, proof, explanation))
    }
}

/// Shows what is known without weights, with the tiling that was found, if there is one.
fn undecided(args: &Args, found: &Reason, problem: &Problem, run: &Run) -> Result<(), Failure> {
    let tiling = found.tiling();
    if args.pictures.asked() {
        match tiling {
            Some(tiling) => {
                let scene = Scene::coloured_within(problem, tiling, ColourBy::Contrast, &run.control)?;
                args.pictures.files().write_scene(scene.titled("There is a tiling"), &run.control)?;
            }
            None => say_line("no picture is written: there are no weights to draw"),
        }
        if !args.json {
            return if tiling.is_some() { Ok(()) } else { output::tell(&found.text()) };
        }
    }
    if args.json {
        return output::print_json(&ask::json(found));
    }
    let text = found.text();
    let (Some(tiling), Some((verdict, letters))) = (tiling, text.split_once('\n')) else {
        return output::tell(&text);
    };
    let style = Style::of(false, false, false);
    let scene = || Scene::coloured_by(problem, tiling, ColourBy::Contrast);
    let drawn = Screen::find().board(style, scene, problem.region.cols(), || letters.to_owned(), WIDE)?;
    output::print(&format!("{verdict}\n{drawn}"))
}

/// The proof in text: without the weights where they are of no account, or a terminal has no room for them.
pub fn shown(drawn: &Weights<'_>, proof: &Proof, sentences: &[String]) -> String {
    let terminal = Screen::find().terminal();
    let said = || match terminal {
        Some(width) => sentences.iter().map(|sentence| laid_out(sentence, width) + "\n").collect(),
        None => sentences.join("\n") + "\n",
    };
    match terminal {
        _ if proof.is_area() => said(),
        None => drawn.text(),
        Some(width) => drawn.text_within(width).unwrap_or_else(|| {
            said()
                + &laid_out(
                    "The weights do not fit this terminal; `polytile why --svg FILE` draws them.\n",
                    width,
                )
        }),
    }
}
