//! `polytile design number-mind`: the fewest guesses that leave one number.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::output;
use crate::run::Run;
use crate::say::say_line;
use clap::ValueHint;
use polytile::ask::design::number_mind::DesignNumberMind;
use polytile::ask::{self, Asked, Question, Words};
use polytile_terminal::folder::Folder;
use std::path::PathBuf;

/// The fewest guesses that leave one number
///
/// Of each guess it is said how many of its digits are right, but not which. Sets of guesses are tried by their number, those once that
/// differ by an exchange of digits or places only; where all of a number were tried, it is proved that no fewer guesses do.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// The number that is to be left: 2 to 6 digits
    #[arg(value_name = "SECRET")]
    secret: String,
    /// How many digits of a guess may be right, fewer than the number has [default: 2, or 1 of 2]
    #[arg(long, value_name = "K", value_parser = crate::values::word)]
    right: Option<u64>,
    /// Write the Number Mind into this directory, and into `design.json` what was found out
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile design number-mind 185
  polytile design number-mind 2718 --right 1 | polytile solve - --unique

Prints a Number Mind, which `polytile solve` reads.

JSON: {\"guesses\": [{\"digits\": TEXT, \"correct\": K}], \"minimum\": BOOL, \"at_least\": N, \"written\": TEXT, \"seconds\"}";

/// Looks for guesses.
///
/// # Errors
/// When there is no such number, the directory holds something else, or a limit stops it.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let question = DesignNumberMind { secret: args.secret.clone(), right: args.right };
    let asked =
        || ask::json(&Question { about: Words::default(), asked: Asked::DesignNumberMind(question.clone()) });
    let folder = args.out.as_deref().map(|path| Folder::open(path, asked())).transpose()?;
    let found = question.answer(&run.control);
    run.finish();
    let found = found?;
    if let Some(folder) = &folder {
        folder.put_text("guesses.mind", &found.written)?;
        folder.finish(&ask::json(&found))?;
    }
    match (args.json, &folder) {
        (true, _) => output::print_json(&ask::json(&found))?,
        (false, Some(_)) => {}
        (false, None) => output::tell(&found.text())?,
    }
    if !args.run.quiet {
        say_line(&found.account());
    }
    Ok(())
}
