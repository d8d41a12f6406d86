//! `polytile zdd`: all tilings of a puzzle in hand, as a zero-suppressed decision diagram.
//!
//! `subject` opens puzzles and saved families, and `eval` what an expression over families names; `ask` asks one
//! question after the other, and `show` writes the answers as tilings, lines or JSON.

mod ask;
mod eval;
mod show;
mod subject;

use crate::args::{Explain, Met, PuzzleOptions, RunArgs};
use crate::colours::ColourArgs;
use crate::failure::Failure;
use crate::input::READING;
use crate::pictures::Pictures;
use crate::run::Run;
use crate::values::{natural, word};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Subcommand, ValueHint};
use num_bigint::BigUint;
use polytile::ask::zdd::Held;
use polytile::choice::Choice;
use polytile::frontier::Order;
use std::path::PathBuf;

/// Hold all solutions of a puzzle in a diagram, and ask about them
///
/// Builds the zero-suppressed decision diagram (ZDD) of all tilings of PUZZLE, or of --board with --pieces, or of all
/// solutions of an exact cover or a Number Mind, or reads one that was saved with --save. Its variables are the options, the ways to lay one piece, in order of their first cells. One
/// run can ask several questions; without any it prints what --stats prints.
///
/// An option is called by its piece and its cells, row and column from 0 at the top left: L3@0,0+0,1+1,0. That of an exact
/// cover is called by its items, as in a+b+x:1, that of a Number Mind by position and digit, as in 3=7. Solutions of a Number
/// Mind are printed, and given to --rank, as numbers. Covers and Number Minds are built on one thread, whatever --threads
/// says.
///
/// `polytile zdd eval` computes with such families; a puzzle file called eval is ./eval.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Args {
    #[command(subcommand)]
    eval: Option<Command>,
    /// A shipped puzzle's name, a puzzle file, a drawing (with --pieces), - for standard input, or a diagram saved with
    /// --save
    #[arg(value_name = "PUZZLE", value_hint = ValueHint::FilePath)]
    puzzle: Option<String>,
    /// Number the options by their first cells in this order of the cells; those of an exact cover are always put in an
    /// order that is found to be narrow
    #[arg(long, default_value = "auto", value_parser = order())]
    order: Ordered,
    #[command(flatten)]
    met: Met,
    #[command(flatten)]
    asked: Asked,
    /// Count with another engine too, which shares nothing with diagrams, and compare
    #[arg(long, conflicts_with_all = ["with", "without", "conditions"], help_heading = "Questions")]
    cross_check: bool,
    #[command(flatten)]
    options: PuzzleOptions,
    #[command(flatten)]
    explain: Explain,
}

/// What can be done beside asking about a puzzle.
#[derive(Debug, Subcommand)]
enum Command {
    Eval(Box<eval::Args>),
}

/// What is asked about a family, and where the answers go.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
struct Asked {
    /// Only tilings that use this option (may be repeated)
    #[arg(long, value_name = "OPTION", help_heading = "Which tilings")]
    with: Vec<String>,
    /// Only tilings that do not use this option (may be repeated)
    #[arg(long, value_name = "OPTION", help_heading = "Which tilings")]
    without: Vec<String>,
    /// The numbers of variables, nodes (the two terminals included) and tilings
    #[arg(long, help_heading = "Questions")]
    stats: bool,
    /// The number of tilings
    #[arg(long, help_heading = "Questions")]
    count: bool,
    /// The number of tilings for each number of pieces: lines PIECES, tab, COUNT
    #[arg(long, help_heading = "Questions")]
    by_size: bool,
    /// Every option with the share of all tilings that use it: lines SHARE, tab, COUNT, tab, OPTION; with --ascii, a map
    /// of the cells for each piece (each orientation, if there is one piece): in how many tenths of all tilings it is
    /// covered by that
    #[arg(long, help_heading = "Questions")]
    marginals: bool,
    /// Nodes on every level, as a plot
    #[arg(long, help_heading = "Questions")]
    profile: bool,
    /// The first N tilings
    #[arg(long, short = 'n', alias = "limit", value_name = "N", value_parser = word, help_heading = "Questions")]
    list: Option<u64>,
    /// N tilings at random, every one as likely as any other
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Questions")]
    sample: Option<u64>,
    /// What determines the sample: a whole number below 2^64 [default: another one every time]
    #[arg(long, value_name = "S", value_parser = word, requires = "sample", help_heading = "Questions")]
    seed: Option<u64>,
    /// The K-th tiling, counted from 1: of two tilings, the one with the first option in which they differ comes first
    #[arg(long, value_name = "K", value_parser = natural, help_heading = "Questions")]
    kth: Option<BigUint>,
    /// The K for which SET is the K-th: a file with a tiling as `polytile check` reads it, or the names of its options, in
    /// a file or here, with blanks between
    #[arg(long, value_name = "SET", value_hint = ValueHint::FilePath, help_heading = "Questions")]
    rank: Option<String>,
    /// The tiling of least weight
    #[arg(long, help_heading = "Questions")]
    lightest: bool,
    /// The tiling of most weight
    #[arg(long, help_heading = "Questions")]
    heaviest: bool,
    /// The N best instead of the one: the lightest, unless --heaviest is given
    #[arg(long, value_name = "N", value_parser = word, help_heading = "Questions")]
    best: Option<u64>,
    /// Lines of an option, or of a piece for all its other options, a blank and a weight: a whole number, perhaps negative;
    /// what is not listed weighs 0 [default: the costs of an exact cover]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Questions")]
    weights: Option<String>,
    /// Save the diagram, with the puzzle and the names of the options
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    save: Option<PathBuf>,
    /// Write the diagram for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    dot: Option<PathBuf>,
    #[command(flatten)]
    pictures: Pictures,
    /// Draw tilings with letters, one to a cell, as `polytile check` reads them
    #[arg(long, help_heading = "Output")]
    ascii: bool,
    /// Print one JSON object per answer, on a line of its own; per tiling where there are several
    #[arg(long, conflicts_with = "ascii", help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    colours: ColourArgs,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile zdd euler-161 --stats
  polytile zdd euler-161 --save trominoes.zdd
  polytile zdd trominoes.zdd --count --sample 3 --kth 10^15
  polytile zdd trominoes.zdd --with L3@0,0+0,1+1,0 --count
  polytile zdd --board 4x4 --pieces dominoes --svg diagram.svg
  polytile zdd --board 8x8 --pieces dominoes --sample 1 --svg tiling.svg
  polytile zdd --board 5x6 --pieces trominoes --where 'not I3 at 2,2' --marginals

--kth, --rank and --list go by the order of the variables: options by their first cells in the order of the cells, and \
among those of one first cell by their other cells in that order. Those of an exact cover or a Number Mind have an order \
that was looked for: --marginals lists them in it.

Pictures are of the tilings that --list, --sample, --kth, --lightest and --heaviest find, several being numbered: --sample 2 \
--svg t.svg writes t-1.svg and t-2.svg. With --profile they are of that, with --marginals maps of the cells, and else, or where \
there is no board, of the diagram, a node being a cell.

A saved diagram that is larger than an eighth of the memory is mapped, and not read. Do not write into such a file or cut it \
short while it is used: the system ends the process then. --save itself replaces files, which does no harm.

JSON: every answer has \"answer\", the name of the question. stats: {\"variables\", \"nodes\", \"count\", \"order\", \
\"restricted\" (whether only some sets are left), \"bytes\", \"title\", \"seconds\"}; count: {\"count\"}; by-size: {\"size\", \"count\"}; marginals: {\"option\", \
\"count\", \"share\"}; profile: {\"levels\": [NODES]}; rank: {\"rank\", \"of\", \"order\"}; list, sample, kth, lightest, \
heaviest: {\"number\", \"options\": [NAME], \"pieces\": [{\"piece\", \"cells\"}]} with \"seed\" in a sample, \"of\" and \
\"order\" for the k-th, \"weight\" for the best, \"digits\" for a number; count and stats of 0 have \"why\": [SENTENCE], of guesses \
\"contradiction\": [LINE] too; cross-check: {\"engine\", \"count\", \"agrees\"}. Integers beyond 2^53 \
are strings; \"order\" is that of the cells, or \"marginals\" for the one in which --marginals lists the options.";

/// An order of the cells, if one is asked for by name.
#[derive(Clone, Copy, Debug)]
struct Ordered(Option<Order>);

/// Reads an order, or `auto`.
fn order() -> impl TypedValueParser<Value = Ordered> {
    let named = Order::ALL.iter().map(|order| PossibleValue::new(order.name()).help(order.meaning()));
    let words = named.chain([PossibleValue::new("auto").help("The narrowest")]);
    PossibleValuesParser::new(words).map(|word| Ordered(Order::named(&word)))
}

impl Asked {
    /// Whether standard output gets an answer that was not asked for by name.
    fn asks_nothing(&self) -> bool {
        let asked = self.count
            || self.by_size
            || self.marginals
            || self.profile
            || self.list.is_some()
            || self.sample.is_some()
            || self.kth.is_some()
            || self.rank.is_some()
            || self.weighs();
        !asked && self.save.is_none() && self.dot.is_none() && !self.pictures.asked()
    }

    /// Whether the lightest tilings are asked for: they are the best, unless the heaviest are.
    fn lightest(&self) -> bool {
        self.lightest || (self.best.is_some() && !self.heaviest)
    }

    /// Whether tilings are asked for by their weights.
    fn weighs(&self) -> bool {
        self.lightest() || self.heaviest
    }

    /// How many tilings or sets are asked for by name at most.
    fn members(&self) -> u64 {
        let best = self.best.unwrap_or(1);
        let one = |asked: bool, number: u64| if asked { number } else { 0 };
        [
            self.list.unwrap_or(0),
            self.sample.unwrap_or(0),
            one(self.kth.is_some(), 1),
            one(self.lightest(), best),
            one(self.heaviest, best),
        ]
        .into_iter()
        .fold(0, u64::saturating_add)
    }

    /// Whether pictures are of the tilings asked for, and not of the diagram.
    fn draws_members(&self, held: &Held) -> bool {
        let other = self.profile || self.marginals || held.family.puzzle().is_none();
        self.pictures.asked() && !other && self.members() > 0
    }

    /// Whether the questions make sense, which is known before there is a diagram.
    ///
    /// # Errors
    /// When they do not.
    fn expect_sense(&self) -> Result<(), Failure> {
        if self.weights.is_some() && !self.weighs() {
            return Err(Failure::usage(
                "weights say nothing by themselves",
                "ask for the --lightest or the --heaviest",
            ));
        }
        if !self.marginals && self.members() == 0 {
            self.pictures.look.boardless()?;
        }
        Ok(())
    }
}

/// Builds, reads or computes a diagram and answers.
///
/// # Errors
/// When there is no problem, a limit stops the engine, a question has no answer, or something cannot be written.
pub fn run(args: &Args) -> Result<(), Failure> {
    if let Some(Command::Eval(eval)) = &args.eval {
        return eval::run(eval);
    }
    args.asked.expect_sense()?;
    let run = Run::start(&args.asked.run)?;
    let from = run.bounded(READING, || subject::open(args))?;
    let held = subject::held(from, args, &run.control)?;
    args.explain.say(&held.plan);
    ask::all(&args.asked, args.cross_check, &held, &run)
}
