//! `polytile merge`: the answers of all parts of one question, put together.
//!
//! In: files with what `solve --subtree K/N --json` or `count --part K/N --json` have printed. Every part says which it is and of what
//! question. Out: the sum of counts; the listing, part by part, numbered anew; or the count whose residues they are, which the spare
//! prime confirms. Parts that are missing, there twice, not whole, or of another question are named.

use super::part::put_together;
use crate::args::Limits;
use crate::failure::Failure;
use crate::input;
use crate::output;
use crate::run::Run;
use clap::ValueHint;
use num_bigint::BigUint;
use polytile::ask::solve::Share;
use polytile::number::primes;
use serde_json::{Value, json};

/// Put together the answers of all parts of one question
///
/// The files have what `polytile solve --subtree K/N --json` or `polytile count --part K/N --json` printed, one part or several in
/// each. Prints the count, or the solutions, those of the first part first.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Files with parts, or - for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required = true)]
    files: Vec<String>,
    /// Print one JSON object for a count
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  polytile count --board 12x12 --pieces trominoes --part 1/2 --json > part-1.json
  polytile count --board 12x12 --pieces trominoes --part 2/2 --json > part-2.json
  polytile merge part-1.json part-2.json

JSON: {\"count\", \"parts\", \"question\"}; integers beyond 2^53 are strings. A listing is a stream of objects in any case.";

/// A part, with what it says.
struct Part {
    file: String,
    share: Share,
    question: String,
    answer: Answer,
}

enum Answer {
    Count(BigUint),
    Residues(Vec<(u64, u64)>, u64),
    Listing(Vec<Value>),
}

/// Puts parts together.
///
/// # Errors
/// When a file cannot be read, or the parts are not all those of one question.
pub fn run(args: &Args) -> Result<(), Failure> {
    let run = Run::start(&args.limits.run())?;
    run.bounded("putting parts together", || merged(args))
}

fn merged(args: &Args) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for file in &args.files {
        read(file, &mut parts)?;
    }
    parts.sort_by_key(|part: &Part| part.share.part);
    let first = &parts[0];
    for part in &parts[1..] {
        if part.question != first.question || part.share.of != first.share.of {
            let message = format!(
                "{} has part {} of question {}, and {} part {} of question {}",
                first.file, first.share, first.question, part.file, part.share, part.question
            );
            return Err(Failure::usage(message, "give the parts of one question, made by one release"));
        }
    }
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].share.part == pair[1].share.part) {
        let message =
            format!("part {} is there twice: in {} and in {}", pair[0].share, pair[0].file, pair[1].file);
        return Err(Failure::usage(message, "give each part once"));
    }
    let here: Vec<usize> = parts.iter().map(|part| part.share.part).collect();
    let missing: Vec<String> = (1..=first.share.of)
        .filter(|part| here.binary_search(part).is_err())
        .map(|part| format!("{part}/{}", first.share.of))
        .collect();
    if !missing.is_empty() {
        let (s, are) = if missing.len() == 1 { ("", "is") } else { ("s", "are") };
        let message = format!("part{s} {} {are} missing", missing.join(", "));
        return Err(Failure::usage(message, "run what is missing, and give its file, too"));
    }
    let (number, question) = (parts.len(), first.question.clone());
    let mixed = || Failure::usage("some parts are counts, and others are not", "give parts of one kind");
    match &first.answer {
        Answer::Listing(_) => {
            let mut count = 0_u64;
            for part in parts {
                let Answer::Listing(lines) = part.answer else { return Err(mixed()) };
                for mut line in lines {
                    count += 1;
                    line["number"] = json!(count);
                    output::print_json(&line)?;
                }
            }
            Ok(())
        }
        Answer::Count(_) => {
            let mut sum = BigUint::ZERO;
            for part in &parts {
                let Answer::Count(count) = &part.answer else { return Err(mixed()) };
                sum += count;
            }
            print(args, &sum, number, &question)
        }
        &Answer::Residues(_, moduli) => {
            let mut all = Vec::new();
            for part in &parts {
                let Answer::Residues(residues, _) = &part.answer else { return Err(mixed()) };
                all.extend_from_slice(residues);
            }
            all.sort_unstable_by(|a, b| b.cmp(a));
            let modulo = all.iter().map(|&(prime, _)| prime);
            if all.len() as u64 != moduli || !modulo.eq(primes().take(all.len())) {
                let message = format!("the {} residues are not those modulo the {moduli} primes", all.len());
                return Err(Failure::usage(message, "give the files as they were printed"));
            }
            let Some(count) = put_together(&all) else {
                return Err(Failure::other("the residues contradict each other: a part is wrong")
                    .advising("count the parts again, one by one, with --cross-check or another --engine"));
            };
            print(args, &count, number, &question)
        }
    }
}

fn print(args: &Args, count: &BigUint, parts: usize, question: &str) -> Result<(), Failure> {
    if args.json {
        let count = polytile::ask::Integer::from(count);
        return output::print_json(&json!({ "count": count, "parts": parts, "question": question }));
    }
    output::print(&format!("{count}\n"))
}

/// Reads the parts in a file.
fn read(file: &str, parts: &mut Vec<Part>) -> Result<(), Failure> {
    let text = input::read(file)?.text;
    let shown = input::shown(file);
    let wrong = |line: usize, why: &str| {
        Failure::usage(
            format!("{shown}, line {line}: {why}"),
            "give what `polytile solve --subtree K/N --json` or `polytile count --part K/N --json` printed",
        )
    };
    let mut lines: Vec<Value> = Vec::new();
    let mut last = 0;
    let before = parts.len();
    for (number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
        last = number;
        let mut value: Value =
            serde_json::from_str(line).map_err(|_| wrong(number, "this is not a JSON object"))?;
        let Some(share) = value.get("part") else {
            if value.get("number").is_none() {
                return Err(wrong(number, "this is neither a part nor a solution"));
            }
            lines.push(value);
            continue;
        };
        let share = share.as_str().and_then(|share| share.parse::<Share>().ok());
        let question = value.get("question").and_then(Value::as_str).map(str::to_owned);
        let (Some(share), Some(question)) = (share, question) else {
            return Err(wrong(number, "it does not say which part of which question it is"));
        };
        let answer = if let Some(residues) = value.get_mut("residues").map(Value::take) {
            let pair = |pair: &Value| Some((natural(pair.get("modulus")?)?, natural(pair.get("residue")?)?));
            let residues: Option<Vec<(u64, u64)>> =
                residues.as_array().and_then(|all| all.iter().map(pair).collect());
            let moduli = value.get("moduli").and_then(natural);
            let sound = |residues: &Vec<(u64, u64)>| residues.iter().all(|(m, r)| r < m);
            let (Some(residues), Some(moduli)) = (residues.filter(sound), moduli) else {
                return Err(wrong(number, "its residues cannot be read"));
            };
            Answer::Residues(residues, moduli)
        } else if let Some(count) = value.get("count") {
            let text = count.as_str().map_or_else(|| count.to_string(), str::to_owned);
            Answer::Count(text.parse().map_err(|_| wrong(number, "its count cannot be read"))?)
        } else {
            let complete = value.get("complete") == Some(&json!(true));
            if !complete || value.get("found") != Some(&json!(lines.len())) {
                return Err(wrong(
                    number,
                    "this part is not complete: the search was stopped, or lines are missing",
                ));
            }
            Answer::Listing(std::mem::take(&mut lines))
        };
        parts.push(Part { file: shown.to_owned(), share, question, answer });
    }
    if !lines.is_empty() || parts.len() == before {
        return Err(wrong(last.max(1), "the file ends without saying which part it is"));
    }
    Ok(())
}

/// A number below 2^64, perhaps as a text.
fn natural(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
