//! The arguments that several commands share: a puzzle in options, pieces for boards of many sizes, and how an engine is run.
//!
//! Each struct is flattened into the arguments of the commands that want it, so that an option has the same name, help and
//! meaning everywhere; what they say is handed to the library as words or as a control.

use crate::run;
use crate::say::{for_people, say, say_line};
use crate::values::{YesNo, choice, duration, memory, threads};
use clap::{Args, ValueHint};
use polytile::ask::{Agreed, Words, explained};
use polytile::choice::Choice;
use polytile::plan::Plan;
use polytile::problem::UpTo;
use std::time::Duration;

/// A puzzle in options, or additions to a puzzle.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Instead of a puzzle")]
pub struct PuzzleOptions {
    /// 9x12 (rows x columns), aztec:N, chair:K, torus:RxC, cylinder:RxC (columns wrap), or a file (- for standard input) holding a
    /// drawing: # for a cell, . for a hole
    #[arg(short, long, value_name = "BOARD", value_hint = ValueHint::FilePath, allow_hyphen_values = true)]
    pub board: Option<String>,
    /// Comma list of [COPIES:]NAME: pieces (L3, O4, W5 or W, 6-17), shapes (##/#. or 2x3) or sets (trominoes); COPIES is any, a
    /// number or lo..hi, for each piece of a set. Or what --by-piece of `polytile count` prints: I3^2 L3^4
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    pub pieces: Option<String>,
    /// Whether pieces may be turned over; if not, a set holds every one-sided polyomino [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    pub flips: Option<YesNo>,
    /// Whether pieces may be turned; if not, they are not turned over either, and a set of three cells or more holds
    /// every fixed polyomino [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    pub turns: Option<YesNo>,
    /// Which problem of a file of BurrTools, from 1, where it has several
    #[arg(long, value_name = "K")]
    pub problem: Option<u32>,
    /// Remove a cell: row and column from 0, at the top left (may be repeated)
    #[arg(
        long,
        alias = "hole",
        value_name = "R,C",
        allow_hyphen_values = true,
        help_heading = "Changing the puzzle"
    )]
    pub remove: Vec<String>,
    /// Lay a piece beforehand: PIECE at R,C R,C ... (its first cell, or cells that it covers, enough to tell where it lies), or PIECE on all of
    /// its cells (may be repeated)
    #[arg(long, value_name = "PLACEMENT", help_heading = "Changing the puzzle")]
    pub given: Vec<String>,
    /// No four pieces may meet at a point; of hexagons no three, of triangles no six, of cubes no eight, of prisms no twelve
    #[arg(long, help_heading = "Changing the puzzle")]
    pub tatami: bool,
    /// No straight line, in space no plane, may cut the board without cutting a piece
    #[arg(long, help_heading = "Changing the puzzle")]
    pub fault_free: bool,
}

impl PuzzleOptions {
    /// Whether anything but a board is given.
    pub fn changes(&self) -> bool {
        self.pieces.is_some()
            || self.problem.is_some()
            || self.flips.is_some()
            || self.turns.is_some()
            || !self.remove.is_empty()
            || !self.given.is_empty()
            || self.tatami
            || self.fault_free
    }
}

/// Pieces for boards of many sizes, and how they may lie.
#[derive(Clone, Debug, Args)]
pub struct PiecesArgs {
    /// Comma list of [COPIES:]NAME, as for `polytile count`
    #[arg(short, long, value_name = "LIST", allow_hyphen_values = true)]
    pieces: String,
    /// Whether pieces may be turned over [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    flips: Option<YesNo>,
    /// Whether pieces may be turned [default: yes]
    #[arg(long, value_name = "YES|NO", hide_possible_values = true)]
    turns: Option<YesNo>,
    /// No four pieces may meet at a point
    #[arg(long)]
    tatami: bool,
}

impl PiecesArgs {
    /// The options as the words of a question.
    pub fn words(&self) -> Words {
        Words {
            pieces: Some(self.pieces.clone()),
            flips: self.flips.map(YesNo::allows),
            turns: self.turns.map(YesNo::allows),
            tatami: self.tatami,
            ..Words::default()
        }
    }
}

/// Which solutions count as one.
#[derive(Clone, Copy, Debug, Args)]
pub struct Classes {
    /// Of solutions that symmetries of the board, or its rotations only, carry into each other, take one; or translations, of a
    /// board that wraps
    #[arg(long, value_name = "symmetries|rotations", value_parser = choice::<UpTo>(), hide_possible_values = true)]
    up_to: Option<UpTo>,
    /// The same as --up-to symmetries
    #[arg(long, hide = true, alias = "distinct", conflicts_with = "up_to")]
    up_to_symmetry: bool,
}

impl Classes {
    /// The symmetries up to which solutions count, if any.
    pub fn up_to(self) -> Option<UpTo> {
        if self.up_to_symmetry { Some(UpTo::Symmetries) } else { self.up_to }
    }
}

/// Which tilings, by where their pieces lie.
#[derive(Clone, Debug, Args)]
pub struct Met {
    /// Only tilings in which a piece does something: "F at 0,3" (covers the cell), "F touches corner", "F touches
    /// border", "I5 on 0,0 0,1 0,2 0,3 0,4", or "not ..." (may be repeated; all must hold)
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub conditions: Vec<String>,
}

/// Whether the choice of an engine is explained.
#[derive(Clone, Copy, Debug, Args)]
pub struct Explain {
    /// Say on standard error which ways to answer were considered, what they were expected to take, and why one was taken
    #[arg(long, help_heading = "Running")]
    explain: bool,
}

impl Explain {
    /// Explains the choice, if that was asked for.
    pub fn say<E: Choice>(self, plan: &Plan<E>) {
        if self.explain {
            say(&for_people(&explained(plan)));
        }
    }

    /// Explains a choice that is made for the sake of this, if it was asked for.
    ///
    /// # Errors
    /// When `plan` cannot make it.
    pub fn say_of<E: Choice, F>(self, plan: impl FnOnce() -> Result<Plan<E>, F>) -> Result<(), F> {
        if self.explain { plan().map(|plan| self.say(&plan)) } else { Ok(()) }
    }
}

impl From<&RunArgs> for run::Limits {
    fn from(&RunArgs { threads, memory, time_limit, quiet }: &RunArgs) -> Self {
        run::Limits { threads, memory, time: time_limit, quiet }
    }
}

impl RunArgs {
    /// Says which two engines found the same, where two were asked.
    pub fn say_agreed(&self, agreed: Option<Agreed>) {
        if let Some(agreed) = agreed.filter(|_| !self.quiet) {
            say_line(&format!("cross-check: {agreed}"));
        }
    }
}

/// What a command without an engine stays within.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Running")]
pub struct Limits {
    /// Memory to stay within, as in 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    /// Stop after this time, as in 30s, 5m or 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
}

impl Limits {
    /// A run within these limits, on one thread and without a bar.
    pub fn run(&self) -> RunArgs {
        RunArgs { threads: Some(1), memory: self.memory, time_limit: self.time_limit, quiet: true }
    }
}

/// How an engine is run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Running")]
pub struct RunArgs {
    /// Threads to use [default: all there are]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Memory to stay within, as in 2GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    /// Stop after this time, as in 30s, 5m or 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// No progress and no account of the run
    #[arg(long, short)]
    pub quiet: bool,
}
