//! `polytile series`: the numbers of tilings of boards of one width and every height.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input::{READING, freedom_of, pieces_of};
use crate::output::{self, integer};
use crate::run::Run;
use crate::source::{Report, Severity};
use crate::values::{YesNo, modulus, natural, word};
use num_bigint::{BigInt, BigUint};
use polytile::format::bfile;
use polytile::frontier::recurrence::{Evidence, Growth, Recurrence};
use polytile::frontier::series::Strip;
use polytile::problem::Rules;
use serde_json::{Value, json};

/// Count the tilings of boards of one width and every height
///
/// The boards have W columns and n rows, and a(n) is the number of their tilings. One of --to, --recurrence, --at and
/// --growth says what to print about it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("question").required(true))]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// Columns
    #[arg(long, value_name = "W", value_parser = word)]
    width: u64,
    /// Comma list of [COPIES:]NAME, as for `polytile count`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
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
    /// Print a(0) to a(N), a line `n a(n)` each: the b-file of the OEIS
    #[arg(long, value_name = "N", value_parser = word, group = "question", help_heading = "Questions")]
    to: Option<u64>,
    /// Begin with a(A) instead of a(0)
    #[arg(long, value_name = "A", value_parser = word, requires = "to", help_heading = "Questions")]
    from: Option<u64>,
    /// Print the shortest linear recurrence of a(n), the generating function, and what they rest on
    #[arg(long, group = "question", help_heading = "Questions")]
    recurrence: bool,
    /// Print a(N), as it follows from the recurrence; with --modulo, N may be as large as 10^18 and far beyond
    #[arg(long, value_name = "N", value_parser = natural, group = "question", help_heading = "Questions")]
    at: Option<BigUint>,
    /// Print the entropy per cell, the limit of ln a(n) / (W n), with the digits that can be relied on
    #[arg(long, group = "question", help_heading = "Questions")]
    growth: bool,
    /// Count modulo M
    #[arg(long, value_name = "M", value_parser = modulus, conflicts_with_all = ["recurrence", "growth"])]
    modulo: Option<BigUint>,
    /// Print one JSON object instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  polytile series --width 9 --pieces trominoes --to 24
  polytile series --width 3 --pieces trominoes --recurrence
  polytile series --width 4 --pieces dominoes --at 10^18 --modulo 1000000007
  polytile series --width 8 --pieces dominoes --growth

JSON: always \"width\" and \"pieces\": [NAME]; with --to \"from\", \"modulo\" and \"terms\"; with --recurrence \
\"recurrence\", \"coefficients\", \"first_index\" (it holds from there on), \"initial\" (the terms before), \
\"generating_function\", \"numerator\", \"denominator\", \"proved\" and \"evidence\"; with --at \"n\", \"modulo\", \"value\", \
\"proved\" and \"evidence\"; with --growth \"entropy\", \"digits\", \"lambda\" and \"period\" (null where nothing \
settles). Integers beyond 2^53 are strings.";

/// What the command is doing while it computes one term.
const TERM: &str = "computing the term";

/// The largest n for which a(n) is printed to the last digit.
const MAX_EXACT: u64 = 100_000;

/// Answers a question about a series.
///
/// # Errors
/// When the pieces cannot be read, the engine is stopped, or no recurrence is found.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.run)?;
    let freedom = freedom_of(args.flips, args.turns)?.unwrap_or_default();
    let pieces = run.bounded(READING, || pieces_of("--pieces", &args.pieces, freedom))?;
    let names: Vec<String> = pieces.iter().map(|p| p.name.clone()).collect();
    if let (Some(from), Some(to)) = (args.from, args.to)
        && from > to
    {
        return Err(Failure::usage(
            format!("the series would begin at {from} and end at {to}"),
            format!("write --from {to} --to {from}"),
        ));
    }
    if let (Some(n), None) = (&args.at, &args.modulo)
        && *n > BigUint::from(MAX_EXACT)
    {
        return Err(Failure::usage(
            format!("a({n}) has too many digits to be printed"),
            format!("ask for a remainder, as in --modulo 10^9, or for n up to {MAX_EXACT}"),
        ));
    }
    let strip = Strip::new(args.width, pieces, Rules { tatami: args.tatami, fault_free: false })?;
    let answer = answer(args, &strip, &run);
    let time = run.finish();
    let (text, mut object) = answer?;
    run.account(|| format!("{:.3} s", time.as_secs_f64()));
    if args.json {
        object["width"] = integer(&args.width.into());
        object["pieces"] = json!(names);
        return output::print_json(&object);
    }
    output::print(&text)
}

/// The answer as text and in JSON.
fn answer(args: &Args, strip: &Strip, run: &Run) -> Result<(String, Value), Failure> {
    let control = &run.control;
    if let Some(to) = args.to {
        return terms(args, to, strip, run);
    }
    if args.growth {
        let growth = strip.growth(control)?;
        let object = json!({
            "entropy": growth.map(|g| g.entropy),
            "digits": growth.map(|g| g.digits),
            "lambda": growth.map(|g| g.lambda),
            "period": growth.map(|g| g.period),
        });
        // Where nothing settles, two digits give an idea.
        let shown = |g: Growth| format!("{:.*}\n", g.digits.max(2) as usize, g.entropy);
        return Ok((growth.map_or("none: almost all terms are 0\n".to_owned(), shown), object));
    }
    let (recurrence, evidence) = strip.recurrence(control)?;
    let Some(n) = &args.at else { return Ok(described(&recurrence, &evidence)) };
    let value = if let Some(m) = &args.modulo {
        run.bounded(TERM, || recurrence.nth_modulo(n, m)).unwrap_or_default()
    } else {
        let n = u64::try_from(n).unwrap_or(MAX_EXACT);
        run.bounded(TERM, || recurrence.nth(n)).into_parts().1
    };
    if !evidence.is_proof() && !args.run.quiet {
        Report::new(Severity::Warning, format!("the recurrence behind this number is {evidence}")).print();
    }
    let object = json!({ "n": integer(n), "modulo": args.modulo.as_ref().map(integer), "value": integer(&value),
        "proved": evidence.is_proof(), "evidence": evidence.to_string() });
    Ok((format!("{value}\n"), object))
}

fn terms(args: &Args, to: u64, strip: &Strip, run: &Run) -> Result<(String, Value), Failure> {
    let small = args.modulo.as_ref().and_then(|m| u64::try_from(m).ok()).filter(|m| *m < 1 << 63);
    let all: Vec<BigUint> = match small {
        Some(m) => strip.terms_modulo(to, m, &run.control)?.into_iter().map(BigUint::from).collect(),
        None => strip.terms(to, &run.control)?,
    };
    let from = args.from.unwrap_or(0);
    let asked = all.into_iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
    let terms: Vec<BigUint> = match &args.modulo {
        Some(m) => asked.map(|term| term % m).collect(),
        None => asked.collect(),
    };
    let object = json!({ "from": integer(&from.into()), "modulo": args.modulo.as_ref().map(integer),
        "terms": terms.iter().map(integer).collect::<Vec<_>>() });
    Ok((bfile::write(from, &terms), object))
}

fn described(recurrence: &Recurrence, evidence: &Evidence) -> (String, Value) {
    let first = recurrence.first_index();
    let initial: Vec<BigInt> = recurrence.terms().take(first).collect();
    let listed = initial.iter().map(BigInt::to_string).collect::<Vec<_>>().join(", ");
    let beginning = match first {
        0 => "for n >= 0".to_owned(),
        1 => format!("for n >= 1, with a(0) = {listed}"),
        _ => format!("for n >= {first}, with a(0), ..., a({}) = {listed}", first - 1),
    };
    let function = recurrence.generating_function();
    let text = format!("{recurrence}\n{beginning}\ngenerating function: {function}\n{evidence}\n");
    let list = |numbers: &[BigInt]| numbers.iter().map(signed).collect::<Vec<_>>();
    let object = json!({
        "recurrence": recurrence.to_string(),
        "coefficients": list(&recurrence.coefficients()),
        "first_index": first,
        "initial": list(&initial),
        "generating_function": function,
        "numerator": list(recurrence.numerator()),
        "denominator": list(recurrence.denominator()),
        "proved": evidence.is_proof(),
        "evidence": evidence.to_string(),
    });
    (text, object)
}

/// An integer of either sign in JSON, as [`integer`].
fn signed(number: &BigInt) -> Value {
    match i64::try_from(number) {
        Ok(small) if small.unsigned_abs() <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}
