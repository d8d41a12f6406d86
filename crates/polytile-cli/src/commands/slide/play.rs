//! `polytile slide play`: a puzzle in the terminal.
//!
//! The game itself is `polytile-terminal`'s; here it is begun, perhaps with the moves of an earlier one, and its moves are kept.

use super::{load, position};
use crate::failure::Failure;
use crate::input;
use crate::output::write_file;
use crate::run::budget;
use crate::values::{choice, memory};
use clap::ValueHint;
use polytile::ask::slide_check::SlideCheck;
use polytile::board::Lattice;
use polytile::choice::Choice;
use polytile::format::sliding::{SlidingPuzzle, SolutionText, starting_from};
use polytile::format::subject::Given;
use polytile::sliding::Metric;
use polytile::sliding::game::Game;
use polytile_terminal::play;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Play a puzzle in the terminal
///
/// Arrows move the piece that was chosen with its letter, Tab or a click. How many moves the goal is away is found out
/// meanwhile and shown.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), or a puzzle file [default: one that you choose from a list]
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// What counts as one move in the distance to the goal
    #[arg(long, value_name = "METRIC", default_value = "step", value_parser = choice::<Metric>())]
    metric: Metric,
    /// Start from the position drawn in this file instead
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    from: Option<String>,
    /// Start from a position that many random moves lead to; the same number gives the same position
    #[arg(long, value_name = "SEED", conflicts_with = "from")]
    scramble: Option<u64>,
    /// Write the moves made into this file, as `polytile slide check` reads them; after each, so that none is lost
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Begin with the moves that are in the file of --save
    #[arg(long, requires = "save")]
    resume: bool,
    /// Memory for the distances, as in 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
}

/// Random moves that scramble a puzzle.
const SCRAMBLING: usize = 1000;

/// Plays until the player leaves.
///
/// # Errors
/// When there is no puzzle, or no terminal.
pub fn run(args: &Args) -> Result<(), Failure> {
    let given = args.puzzle.as_deref().map(|name| Ok::<_, Failure>((name.to_owned(), playable(name)?)));
    let given = given.transpose()?;
    play::expect_terminal()?;
    let (name, SlidingPuzzle { title, mut puzzle, .. }) = if let Some(given) = given {
        given
    } else {
        let Some(name) = play::choose()? else { return Ok(()) };
        let read = playable(&name)?;
        (name, read)
    };
    if let Some(from) = &args.from {
        puzzle = starting_from(&puzzle, &position(&name, from)?)?;
    }
    if let Some(seed) = args.scramble {
        let scrambled = puzzle.scrambled(&puzzle.start(), SCRAMBLING, seed);
        puzzle = puzzle.starting_at(&scrambled).map_err(|e| Failure::other(e.to_string()))?;
    }
    let mut game = Game::new(puzzle, args.metric);
    if let Some(save) = args.save.as_ref().filter(|_| args.resume) {
        resume(&mut game, save)?;
    }
    let save =
        |game: &Game| args.save.as_ref().map_or(Ok(()), |save| write_file(save, written(game).as_bytes()));
    play::play(&mut game, title.as_deref(), budget(args.memory), &mut |game| save(game))?;
    save(&game)
}

/// The puzzle called `name`, if it can be played in a terminal.
fn playable(name: &str) -> Result<SlidingPuzzle, Failure> {
    let read = load(name)?;
    let lattice = read.puzzle.lattice();
    if lattice != Lattice::Square {
        let message = format!(
            "squares can be played in a terminal, and these are {}",
            lattice.meaning().to_lowercase()
        );
        let help =
            format!("`polytile slide solve {name} --boards` shows a solution, with --svg FILE as a picture");
        return Err(Failure::usage(message, help));
    }
    Ok(read)
}

/// Makes the moves that are in the file of an earlier game.
fn resume(game: &mut Game, save: &Path) -> Result<(), Failure> {
    let read = input::read(&save.to_string_lossy())?;
    let question = SlideCheck { solution: Some(Given::Text(read)), metric: None };
    let help = "the moves are of another puzzle or start: leave out --resume, or name another file";
    let SolutionText { solutions, misfits, .. } = question.solutions(game.puzzle())?;
    if let Some((_, misfit)) = misfits.first() {
        return Err(Failure::usage(format!("{}: {misfit}", save.display()), help));
    }
    let moves = solutions.first().map(Vec::as_slice).unwrap_or_default();
    game.replay(moves).map_err(|(number, why)| {
        Failure::usage(format!("{}: move {} is impossible: {why}", save.display(), number + 1), help)
    })
}

/// The moves made, as `polytile slide solve` prints a solution.
fn written(game: &Game) -> String {
    let moves = game.moves();
    let labels = game.puzzle().labels();
    let mut text = format!("metric {}\nlength {}\n", game.metric(), moves.len());
    for (number, step) in (1..).zip(&moves) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{number}. {} {}", labels[step.piece], step.way());
    }
    text
}
