//! The tilings of a puzzle and their relations, as several commands need them.

use crate::args::{PuzzleOptions, RunArgs};
use crate::failure::Failure;
use crate::input::{self, READING};
use crate::run::Run;
use polytile::classes::{Method, Options, Relations, Rules, Tilings};
use polytile::format::brief;
use polytile::plan;
use polytile::problem::Problem;
use polytile::run::Refused;
use std::time::{Duration, Instant};

/// What counts as a relation.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "What counts as a relation")]
pub struct RelationArgs {
    /// The rules to look for: a comma list of S (symmetric subset), W (congruent swap) and P (two pieces)
    #[arg(long, value_name = "LIST", default_value = "S,W,P", value_parser = rules)]
    rules: Rules,
    /// In a swap, let the pieces of either half fill the other in any arrangement
    #[arg(long)]
    relaxed: bool,
    /// Only relations that move at most K pieces
    #[arg(long, value_name = "K", value_parser = pieces)]
    max_pieces: Option<usize>,
    /// Also swaps that move all pieces: the halves of the board exchange their contents
    #[arg(long)]
    half_boards: bool,
    /// Find relations by this engine
    #[arg(long, help_heading = "Running")]
    engine: Option<Engine>,
}

/// The engines that find relations.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Engine {
    /// Compare every pair of tilings; for boards of the plane where no piece is used twice
    Pairs,
    /// Make every tiling that is related to a tiling, and look it up; for every puzzle
    Construct,
}

/// Rules, such as `S,W`.
fn rules(text: &str) -> Result<Rules, String> {
    Rules::parse(text).map_err(|e| brief(&e.to_string()))
}

/// A number of pieces, at least two.
fn pieces(text: &str) -> Result<usize, String> {
    match crate::values::word(text)? {
        0 | 1 => Err("a relation moves at least 2 pieces".to_owned()),
        n => Ok(usize::try_from(n).unwrap_or(usize::MAX)),
    }
}

impl RelationArgs {
    /// The same for the library.
    pub fn options(&self) -> Options {
        Options {
            rules: self.rules,
            relaxed: self.relaxed,
            max_pieces: self.max_pieces,
            half_boards: self.half_boards,
            method: self.engine.map(|engine| match engine {
                Engine::Pairs => Method::Pairs,
                Engine::Construct => Method::Construct,
            }),
        }
    }
}

/// All tilings of a puzzle.
pub struct Subject {
    pub title: Option<String>,
    pub tilings: Tilings,
    pub run: Run,
    /// How long the search took.
    pub searched: Duration,
}

impl Subject {
    /// Finds the tilings of `puzzle`, or of what the options put in its place, if `allows` lets that be asked of it.
    ///
    /// # Errors
    /// When there is no puzzle, it has no tiling, or a limit is reached.
    pub fn find(
        puzzle: Option<&str>,
        options: &PuzzleOptions,
        run: &RunArgs,
        allows: impl Fn(&Problem) -> Result<(), Failure>,
    ) -> Result<Self, Failure> {
        let run = Run::start(run)?;
        let loaded = run.bounded(READING, || input::load(puzzle, options))?;
        let problem = loaded.problem;
        problem.meaningful()?;
        allows(&problem)?;
        let started = Instant::now();
        let none = || {
            Failure::usage(
                "the puzzle has no tiling, so there is nothing to relate",
                "`polytile why` looks for a reason; change the board, the pieces or the rules",
            )
        };
        if plan::is_impossible(&problem, &run.control)? {
            return Err(none());
        }
        let tilings = Tilings::find(&problem, &run.control);
        if tilings.is_err() {
            run.hide();
        }
        let tilings = tilings?;
        if tilings.is_empty() {
            run.hide();
            return Err(none());
        }
        Ok(Subject { title: loaded.about.title, tilings, run, searched: started.elapsed() })
    }

    /// Finds their relations.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn relations(&self, options: &Options) -> Result<Relations, Failure> {
        let relations = Relations::find(&self.tilings, options, &self.run.control);
        self.run.hide();
        relations.map_err(|refused| match refused {
            Refused::Question(obstacle) => Failure::usage(
                obstacle,
                "leave out --engine, or take --engine construct, which serves every puzzle",
            ),
            stopped @ Refused::Stopped(_) => stopped.into(),
        })
    }
}
