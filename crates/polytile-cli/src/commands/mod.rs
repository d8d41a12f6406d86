//! What can be asked: the subcommands, one file or folder each, and which one answers.

pub mod check;
mod cite;
pub mod classes;
pub mod completions;
pub mod convert;
pub mod count;
pub mod deficient;
pub mod design;
pub mod golomb;
pub mod hint;
pub mod inspect;
pub mod make;
pub mod man;
pub mod merge;
pub mod pieces;
pub mod print;
pub mod puzzles;
pub mod relate;
pub mod sample;
pub mod series;
#[cfg(feature = "serve")]
pub mod serve;
pub mod slide;
pub mod solve;
pub mod table;
#[cfg(test)]
mod tests;
pub mod why;
pub mod zdd;

use crate::failure::Failure;
use crate::layout::{laid_out, width};
use crate::output;
use clap::{Args, CommandFactory, Parser, Subcommand};

/// What `polytile` alone says, a first look around: every command in it works as it stands. Beside each stands as much as the width of
/// a page has room for.
const WELCOME: &str = include_str!("welcome.txt");

/// Count, sample, draw and check polyomino tilings, exactly and fast.
#[derive(Debug, Parser)]
#[command(name = "polytile", bin_name = "polytile", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "`polytile` alone shows things to try; `polytile COMMAND --help` says everything about a command."
)]
pub struct Cli {
    #[command(flatten)]
    pub top: Top,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What is asked without a subcommand.
#[derive(Debug, clap::Args)]
pub struct Top {
    /// Print how to cite polytile, as a sentence and for BibTeX
    #[arg(long)]
    pub cite: bool,
}

/// Makes of a list of subcommands, each with what its help says and the file or folder that has its arguments and answers, what is
/// parsed and what is done. A subcommand is called like its file.
macro_rules! commands {
    ($($(#[doc = $help:literal])+ $(#[cfg($when:meta)])? $Name:ident: $module:ident $(($with:expr))?;)+) => {
        /// The subcommands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[doc = $help])+ $(#[cfg($when)])? $Name($module::Args),)+
        }

        impl Command {
            fn run(self) -> Result<(), Failure> {
                match self {
                    $($(#[cfg($when)])? Command::$Name(args) => $module::run(&args $(, $with)?),)+
                }
            }
        }

        /// Everything but the other subcommands, if there is one of this name. What is typed is read by this as by [`Cli`], much
        /// sooner; what is wrong with it should be told by [`Cli`], which knows what else there is.
        pub fn alone(name: &str) -> Option<clap::Command> {
            $($(#[cfg($when)])? if name == stringify!($module) {
                let command = $module::Args::augment_args(clap::Command::new(stringify!($module)));
                return Some(Top::augment_args(clap::Command::new("polytile")).subcommand(command));
            })+
            None
        }
    };
}

commands! {
    /// In how many ways can a board be tiled?
    Count: count;
    /// Find solutions: all, some, the only one, or how many
    Solve: solve;
    /// What the solutions of a puzzle say about it: what is forced, what is useless, how hard it is
    Inspect: inspect;
    /// What to lay next, and why, as a person would see it
    Hint: hint;
    /// Count the tilings of boards of one width and every height
    Series: series;
    /// Count the tilings of all boards of a table, as the OEIS has them
    Table: table;
    /// Draw tilings at random, every one as likely as any other
    Sample: sample;
    /// Which tilings are relatives, and the classes they form
    Classes: classes;
    /// How are two tilings related?
    Relate: relate;
    /// Explore and solve sliding-block puzzles
    Slide: slide;
    /// Hold all tilings in a diagram, and ask about them
    Zdd: zdd;
    /// Boards with a cell missing: do L-trominoes tile them?
    Deficient: deficient;
    /// Tile a board of side 2^N with one cell missing by L-trominoes, at any size
    Golomb: golomb;
    /// Search for puzzles: pieces or boards with one solution, givens, guesses, the hardest sliding blocks
    Design: design;
    /// Write an exact cover that everybody knows: queens, Langford pairs, a sudoku, words, colourings
    Make: make;
    /// Print puzzles on paper, with pieces to cut out and answers, or cut them by a laser
    Print: print;
    /// Show polyominoes, their names and their numbers, or the pieces of a puzzle
    Pieces: pieces;
    /// List the puzzles that come with polytile
    Puzzles: puzzles;
    /// Is this a solution, and if not, where is it wrong?
    Check: check;
    /// Why is there no tiling? A reason that a person can check
    Why: why;
    /// Put together the answers of all parts of one question
    Merge: merge;
    /// Write a puzzle in another format
    Convert: convert;
    /// Show the page, and answer its questions
    #[cfg(feature = "serve")]
    Serve: serve;
    /// Print a script that completes commands and options in a shell
    Completions: completions (Cli::command());
    /// Print the manual page of a command
    Man: man (Cli::command());
}

/// Does what is asked.
///
/// # Errors
/// Whatever ends a run before its answer.
pub fn dispatch(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Some(command) => command.run(),
        None if cli.top.cite => cite::run(),
        None => output::print(&laid_out(WELCOME, width())),
    }
}
