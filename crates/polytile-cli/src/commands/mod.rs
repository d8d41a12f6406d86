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
use clap::{CommandFactory, Parser, Subcommand};

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
    /// Print how to cite polytile, as a sentence and for BibTeX
    #[arg(long)]
    pub cite: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// In how many ways can a board be tiled?
    Count(count::Args),
    /// Find solutions: all, some, the only one, or how many
    Solve(solve::Args),
    /// What the solutions of a puzzle say about it: what is forced, what is useless, how hard it is
    Inspect(inspect::Args),
    /// What to lay next, and why, as a person would see it
    Hint(hint::Args),
    /// Count the tilings of boards of one width and every height
    Series(series::Args),
    /// Count the tilings of all boards of a table, as the OEIS has them
    Table(table::Args),
    /// Draw tilings at random, every one as likely as any other
    Sample(sample::Args),
    /// Which tilings are relatives, and the classes they form
    Classes(classes::Args),
    /// How are two tilings related?
    Relate(relate::Args),
    /// Explore and solve sliding-block puzzles
    Slide(slide::Args),
    /// Hold all tilings in a diagram, and ask about them
    Zdd(zdd::Args),
    /// Boards with a cell missing: do L-trominoes tile them?
    Deficient(deficient::Args),
    /// Tile a board of side 2^N with one cell missing by L-trominoes, at any size
    Golomb(golomb::Args),
    /// Search for puzzles: pieces or boards with one solution, givens, guesses, the hardest sliding blocks
    Design(design::Args),
    /// Write an exact cover that everybody knows: queens, Langford pairs, a sudoku, words, colourings
    Make(make::Args),
    /// Print puzzles on paper, with pieces to cut out and answers, or cut them by a laser
    Print(print::Args),
    /// Show polyominoes, their names and their numbers, or the pieces of a puzzle
    Pieces(pieces::Args),
    /// List the puzzles that come with polytile
    Puzzles(puzzles::Args),
    /// Is this a solution, and if not, where is it wrong?
    Check(check::Args),
    /// Why is there no tiling? A reason that a person can check
    Why(why::Args),
    /// Put together the answers of all parts of one question
    Merge(merge::Args),
    /// Write a puzzle in another format
    Convert(convert::Args),
    /// Show the page, and answer its questions
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Print a script that completes commands and options in a shell
    Completions(completions::Args),
    /// Print the manual page of a command
    Man(man::Args),
}

/// Does what is asked.
///
/// # Errors
/// Whatever ends a run before its answer.
pub fn dispatch(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        None if cli.cite => cite::run(),
        None => output::print(&laid_out(WELCOME, width())),
        Some(Command::Count(args)) => count::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Hint(args)) => hint::run(&args),
        Some(Command::Classes(args)) => classes::run(&args),
        Some(Command::Relate(args)) => relate::run(&args),
        Some(Command::Series(args)) => series::run(&args),
        Some(Command::Table(args)) => table::run(&args),
        Some(Command::Sample(args)) => sample::run(&args),
        Some(Command::Slide(args)) => slide::run(&args),
        Some(Command::Zdd(args)) => zdd::run(&args),
        Some(Command::Deficient(args)) => deficient::run(&args),
        Some(Command::Design(args)) => design::run(&args),
        Some(Command::Make(args)) => make::run(&args),
        Some(Command::Pieces(args)) => pieces::run(&args),
        Some(Command::Print(args)) => print::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Golomb(args)) => golomb::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Why(args)) => why::run(&args),
        Some(Command::Merge(args)) => merge::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        #[cfg(feature = "serve")]
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, Cli::command()),
        Some(Command::Man(args)) => man::run(&args, Cli::command()),
    }
}
