//! `polytile why`: a short reason why there is no tiling, if there is one.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::layout::laid_out;
use crate::output;
use crate::pictures::{Pictures, not_drawn};
use crate::run::Run;
use crate::screen::Screen;
use clap::ValueHint;
use polytile::ask;
use polytile::ask::why::{Reason, Why};
use polytile::certificate::{Certificate, Proof};
use polytile::draw::Weights;
use polytile::format::subject::Subject;
use polytile::problem::Problem;

/// Why is there no tiling? A reason that a person can check
///
/// Looks for weights on the cells of PUZZLE, or of --board with --pieces, which show that no tiling exists: what the
/// pieces can weigh together, and what the board weighs, differ. The area and the colours of a chessboard are such
/// weights; others are computed: such that a piece weighs the same wherever it lies, or, on boards of up to 400 cells, such
/// that pieces cannot weigh as much as the board. That none are found does not mean that there is a tiling. Of a Number
/// Mind, the reason is a smallest set of guesses that already contradict each other: none of them can be spared.
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
  polytile why tetromino-parity --json | polytile check tetromino-parity -

JSON: {\"modulus\": M, \"weights\": [[WEIGHT or null]], \"board\": WEIGHT, \"possible\": [WEIGHT], \"explanation\": [SENTENCE]}, \
with \"least\": WEIGHT or \"most\": WEIGHT instead of \"possible\" where pieces weigh too much or too little, \
or {\"weights\": null} when none are found; of a Number Mind, {\"contradiction\": [LINE] or null}.";

/// Looks for a reason and shows it.
///
/// # Errors
/// When there is no problem, the search is stopped, or an answer cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let subject = match run.bounded(READING, || input::load_any(args.puzzle.as_deref(), &args.options))? {
        Subject::Cover(_) => Subject::Tiling(input::load(args.puzzle.as_deref(), &args.options)?),
        subject => subject,
    };
    if matches!(subject, Subject::NumberMind(_)) && args.pictures.asked() {
        return Err(not_drawn());
    }
    let found = Why {}.answer(&subject, &run.control);
    run.finish();
    let found = found?;
    let (Reason::Weights(weighed), Subject::Tiling(tiled)) = (&found, &subject) else {
        return if args.json { output::print_json(&ask::json(&found)) } else { output::tell(&found.text()) };
    };
    let drawn = drawing(&weighed.certificate, &tiled.problem, &weighed.explanation);
    args.pictures.write_weights(&drawn)?;
    if args.json {
        output::print_json(&ask::json(&found))
    } else if args.pictures.asked() {
        Ok(())
    } else {
        output::tell(&shown(&drawn, &weighed.proof, &weighed.explanation))
    }
}

/// The weights with the sentences below them.
pub fn drawing<'a>(certificate: &Certificate, problem: &'a Problem, sentences: &[String]) -> Weights<'a> {
    let weights = Weights::new(&problem.region, certificate.weights(), certificate.modulus());
    sentences.iter().fold(weights, |weights, sentence| weights.line(sentence.as_str()))
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
