//! What can be said to `polytile solve`.

use crate::args::{Classes, Explain, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::pictures::Pictures;
use crate::say::{for_people, say};
use crate::values::{either, share, word};
use clap::ValueHint;
use polytile::ask;
use polytile::ask::best::Engine as Cheapest;
use polytile::ask::part::Share;
use polytile::ask::solve::{Engine, List, Wanted};
use polytile::choice::Choice;
use polytile::problem::UpTo;
use std::path::PathBuf;

/// Find solutions: all, some, the only one, or how many
///
/// Searches the tilings of PUZZLE, or of --board with --pieces, or the solutions of an exact cover (a .dlx file) or a
/// Number Mind, and prints them as they are found, always in the same order whatever the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// A shipped puzzle's name (see `polytile puzzles`), a puzzle file, a drawing (with --pieces), an exact cover in
    /// Knuth's format, a Number Mind, or - for standard input
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    pub(super) puzzle: Option<String>,
    /// Print the number of solutions
    #[arg(long, conflicts_with_all = ["limit", "first", "unique", "svg", "png", "gif", "xmpuzzle"])]
    pub(super) count: bool,
    #[command(flatten)]
    pub(super) classes: Classes,
    /// Stop after N solutions [default: all; a terminal gets what it has room for]
    #[arg(long, short = 'n', alias = "number", value_name = "N", value_parser = word)]
    pub(super) limit: Option<u64>,
    /// Stop after one solution, as --limit 1
    #[arg(long, conflicts_with = "limit")]
    pub(super) first: bool,
    /// Is there exactly one solution? Prints `unique`, `unique up to symmetry`, `not unique` or `no solution`, and the one or
    /// two found
    #[arg(long, conflicts_with_all = ["limit", "first", "gif", "subtree", "checkpoint", "resume"])]
    pub(super) unique: bool,
    /// The K solutions that cost least, the cheapest first, each with its cost: what its options weigh together
    #[arg(long, value_name = "K", value_parser = word, conflicts_with_all = ["count", "limit",
        "first", "unique", "up_to", "up_to_symmetry", "random", "subtree", "gif", "checkpoint", "resume"])]
    pub(super) best: Option<u64>,
    /// With --best: lines of an option, or of a piece for all its other options, a blank and a weight, a whole number; what is
    /// not listed weighs 0 [default: the costs of an exact cover]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "best")]
    pub(super) weights: Option<String>,
    /// Only tilings in which a piece does something: "F at 0,3" (covers the cell), "F touches corner", "F touches
    /// border", "F touches P", "I5 on 0,0 0,1 0,2 0,3 0,4", or "not ..." (may be repeated; all must hold)
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub(super) conditions: Vec<String>,
    /// Try placements in a random order, or where it leads nowhere soon in another one that is less random. This is no fair
    /// sample of the solutions; `polytile sample` draws one
    #[arg(long)]
    pub(super) random: bool,
    /// What determines the random order: a whole number below 2^64 [default: another one every time]
    #[arg(long, value_name = "S", value_parser = word, requires = "random")]
    pub(super) seed: Option<u64>,
    /// Search the K-th of N parts of the search tree; the parts share no solution and together have all
    #[arg(long, value_name = "K/N", value_parser = share)]
    pub(super) subtree: Option<Share>,
    /// Draw with letters, one to a cell, as `polytile check` reads them
    #[arg(long)]
    pub(super) ascii: bool,
    /// Print one JSON object per solution, on a line of its own; one in all with --count and --unique
    #[arg(long, conflicts_with = "ascii")]
    pub(super) json: bool,
    /// Print the options of each solution as Knuth's programs DLX1 and DLX2 do, in the order in which they choose them
    #[arg(long, conflicts_with_all = ["ascii", "json", "count", "unique", "best", "gif"])]
    pub(super) knuth: bool,
    /// Write the puzzle with its solutions into this file of BurrTools instead (of cubes, prisms, squares or triangles); PUZZLE from such
    /// a file keeps all else that stands there
    #[arg(long, value_name = "FILE", conflicts_with = "gif")]
    pub(super) xmpuzzle: Option<PathBuf>,
    #[command(flatten)]
    pub(super) options: PuzzleOptions,
    #[command(flatten)]
    pub(super) pictures: Pictures,
    #[command(flatten)]
    pub(super) colours: ColourArgs,
    /// Draw the search for the first solution into this animated GIF file
    #[arg(long, value_name = "FILE", help_heading = "Pictures", group = "drawn",
        conflicts_with_all = ["limit", "subtree", "checkpoint", "resume", "svg", "png"])]
    pub(super) gif: Option<PathBuf>,
    /// Find solutions by this engine
    #[arg(long, value_parser = either::<Engine, Cheapest>(), help_heading = "Running")]
    pub(super) engine: Option<String>,
    /// Find the number of solutions, or the costs with --best, by a second engine too that has as little as possible in common
    /// with the first, and compare
    #[arg(long, help_heading = "Running", conflicts_with_all = ["subtree", "gif", "resume"])]
    pub(super) cross_check: bool,
    /// Say on standard error how many nodes the search had on each level; of a whole search for exact covers also the updates that dancing links
    /// would make (of a tiling as well once `polytile convert --to dlx` has written it as one)
    #[arg(long, conflicts_with = "unique", help_heading = "Running")]
    pub(super) stats: bool,
    #[command(flatten)]
    pub(super) explain: Explain,
    /// Write what is left to do into this file, every ten seconds and at the end
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub(super) checkpoint: Option<PathBuf>,
    /// Resume from this checkpoint, and keep it up to date unless --checkpoint names another
    #[arg(long, value_name = "FILE", help_heading = "Running")]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile solve pentominoes-6x10 --first
  polytile solve pentominoes-6x10 --up-to symmetries --count
  polytile solve pentominoes-6x10 --up-to symmetries --where 'X touches border' --svg sheet.svg
  polytile solve sudoku --unique
  polytile solve --board 21x20 --pieces 1:pentominoes,any:L3 --random --first
  polytile solve pentominoes-3x20 --knuth
  polytile solve soma --up-to symmetries --xmpuzzle soma.xmpuzzle

A diagram of all solutions is tried for a plain --count when a look at the search says that it has millions of nodes.

Of a puzzle with rotations or reflections every solution is listed in all its positions, unless --up-to is given.
--best finds the cheapest solutions by branch and bound, as Knuth's DLX5, or in a diagram of all solutions where the search is
long and the diagram small. Options of an exact cover have costs, as in a b |3, or weights are given: an option is called as in \
`polytile zdd`. Of equally cheap solutions those come first that have the earlier options, whatever engine finds them.

The lines of --knuth are those of DLX1 and DLX2 on the same exact cover (`polytile convert`), once both are sorted.

--checkpoint and --resume lose nothing and repeat nothing: after Ctrl-C, a time limit or --limit the same command with
--resume FILE prints the solutions that come next. A picture has all that was found until the search was stopped, and that
of the next run has it, too.

JSON: {\"number\": I, \"pieces\": [{\"piece\": NAME, \"cells\": [[ROW, COLUMN]]}]} for a tiling, {\"number\": I, \
\"options\": [[ITEM]]} for an exact cover, {\"number\": I, \"digits\": TEXT} for a Number Mind; \"cost\" with --best. --count: {\"count\", \
\"distinct\", \"title\", \"engine\", \"items\", \"options\", \"nodes\", \"seconds\"}. --unique: {\"unique\", \
\"unique_up_to_symmetry\" (of several tilings of a symmetric puzzle), \"solutions\": [SOLUTION]}. With --subtree, \"part\" and \"question\" say which part it is, after the solutions in an object of its own: {\"part\", \
\"question\", \"solutions\", \"complete\", \"branches\": [SOLUTIONS], \"engine\", \"nodes\", \"seconds\"}; `polytile merge` puts the parts together. Where there is no \
solution, \"why\": [SENTENCE], and \"contradiction\": [LINE] where guesses contradict each other: there, or in an object of its own.";

impl Args {
    /// The question.
    pub fn question(&self) -> List {
        let wanted = Wanted {
            up_to: self.classes.up_to(),
            conditions: self.conditions.clone(),
            random: self.random,
            seed: self.seed.map(Into::into),
            subtree: self.subtree,
            engine: self.engine.as_deref().and_then(Engine::named),
            cross_check: self.cross_check,
        };
        List { wanted, limit: self.limit, first: self.first }
    }

    /// The engine asked for, if any, among those for a kind of question.
    pub fn engine<E: Choice>(&self) -> Result<Option<E>, Failure> {
        let Some(word) = self.engine.as_deref() else { return Ok(None) };
        let words: Vec<&str> = E::ALL.iter().map(|one| one.name()).collect();
        let wrong = || {
            let help = format!("it can be {}", words.join(", "));
            Failure::usage(format!("--engine {word} cannot answer this question"), help)
        };
        E::named(word).map(Some).ok_or_else(wrong)
    }

    /// Whether solutions go into files, and nowhere else unless that is asked for too.
    pub fn draws(&self) -> bool {
        self.pictures.asked() || self.xmpuzzle.is_some()
    }

    /// Whether what is found when nothing is left is what BurrTools calls all assemblies.
    pub fn finds_all_assemblies(&self) -> bool {
        self.classes.up_to() == Some(UpTo::Symmetries) && self.conditions.is_empty() && self.subtree.is_none()
    }

    /// Says how many nodes the search had on each level, if that was asked for.
    pub fn say_levels(&self, levels: &[u64]) {
        if self.stats {
            say(&for_people(&ask::plot(levels)));
        }
    }

    /// The first option, if any, that asks for what only a search can make.
    pub fn beside(&self) -> Option<&'static str> {
        let files = [
            (self.checkpoint.is_some(), "--checkpoint"),
            (self.resume.is_some(), "--resume"),
            (self.gif.is_some(), "--gif"),
            (self.stats, "--stats"),
        ];
        files.iter().find(|(asked, _)| *asked).map(|(_, option)| *option)
    }
}
