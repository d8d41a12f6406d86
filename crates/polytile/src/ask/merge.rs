//! What do all parts of a question say together?
//!
//! In: texts with what was printed of the parts: `solve --subtree K/N --json` and `count --part K/N --json` of the command, or what comes of
//! the questions `list`, `solutions` and `count`, a line each. Every part says which it is and of what question ([`Label`]). Out:
//! the sum of the counts; the solutions in the order in which the whole search finds them, numbered anew; or the count whose
//! residues they are, which the spare prime confirms. Parts that are missing, there twice, not whole, or of another question are
//! named.
//!
//! ```
//! use polytile::ask::{Question, nobody};
//! use polytile::run::Control;
//! let control = Control::default();
//! let part = |k: usize| {
//!     let text = format!(r#"{{"question": "count", "board": "8x8", "pieces": "dominoes", "engine": "merge", "part": "{k}/2"}}"#);
//!     Ok::<_, Box<dyn std::error::Error>>(text.parse::<Question>()?.ask(&control, &mut nobody)?.json().to_string())
//! };
//! let question = serde_json::json!({"question": "merge", "parts": [part(2)?, part(1)?]});
//! let answer = question.to_string().parse::<Question>()?.ask(&control, &mut nobody)?;
//! assert_eq!(answer.text(), "12988816\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::count::Residue;
use super::options::Ask;
use super::part::Label;
use super::solve::PartOfTree;
use super::{Integer, Listener, Part, Unanswered, Words, json, misused};
use crate::format::source::Source;
use crate::format::subject::Given;
use crate::number::{Residues, confirmed, first_primes};
use crate::run::{Control, Progress};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::ops::Range;

/// What do all parts of a question say together? Solutions come before the answer, as they stand in the parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Merge {
    /// What was printed of them, one part or several in each text.
    pub parts: Vec<Given>,
}

/// What they say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Merged {
    /// The number, or how many solutions there are.
    pub count: Integer,
    /// How many parts there are.
    pub parts: usize,
    /// The digest of their question.
    pub question: String,
    /// Whether they are solutions, which have been told.
    #[serde(skip)]
    pub are_listed: bool,
}

/// A solution as it stands in a part, with its number among all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Line(pub Map<String, Value>);

impl Line {
    /// The line in JSON.
    pub fn text(&self) -> String {
        format!("{}\n", json(self))
    }
}

/// What a part says.
enum Says {
    Count(BigUint),
    /// Residues, and how many there are in all parts.
    Residues(Vec<(u64, u64)>, u64),
    /// Where the lines of the solutions are in the text, and how many come from each branch.
    Solutions(Vec<Range<usize>>, Vec<u64>),
}

/// A part, and the text in which it stands.
struct Found<'a> {
    source: &'a Source,
    label: Label,
    says: Says,
}

impl Merge {
    /// Puts the parts together.
    ///
    /// # Errors
    /// When a text is not what it should be, the parts are not all those of one question, or `control` says stop.
    pub fn answer(&self, control: &Control, listener: &mut Listener<'_>) -> Result<Merged, Unanswered> {
        let name = |i: usize| format!("text {}", i + 1);
        let sources: Vec<Source> = (0..).zip(&self.parts).map(|(i, given)| given.text(&name(i))).collect();
        let mut found = Vec::new();
        for source in &sources {
            read(source, &mut found, control)?;
        }
        found.sort_by_key(|found| found.label.part.part);
        let Label { question, .. } = complete(&found)?;
        let (question, parts) = (question.clone(), found.len());
        let mixed = || misused("some parts are counts, and others are not", "give parts of one kind");
        let answer = |count, are_listed| Merged { count, parts, question, are_listed };
        match &found[0].says {
            Says::Solutions(..) => {
                let number = list(&found, control, listener)?.ok_or_else(mixed)?;
                Ok(answer(number.into(), true))
            }
            Says::Count(_) => {
                let count = |part: &Found<'_>| {
                    if let Says::Count(count) = &part.says { Some(count.clone()) } else { None }
                };
                let sum: BigUint = found.iter().map(count).sum::<Option<BigUint>>().ok_or_else(mixed)?;
                Ok(answer((&sum).into(), false))
            }
            &Says::Residues(_, moduli) => {
                let mut all = Vec::new();
                for part in &found {
                    let Says::Residues(residues, _) = &part.says else { return Err(mixed()) };
                    all.extend_from_slice(residues);
                }
                all.sort_unstable_by(|a, b| b.cmp(a));
                if all.len() as u64 != moduli
                    || !all.iter().map(|&(prime, _)| prime).eq(first_primes(all.len(), control)?)
                {
                    let message =
                        format!("the {} residues are not those modulo the {moduli} primes", all.len());
                    return Err(misused(message, "give the texts as they were printed"));
                }
                let value = |residues: &Residues| residues.value().clone();
                let count = confirmed(&all, value, control)?.ok_or_else(|| {
                    let why = "the residues contradict each other: a part is wrong; count the parts again, one by one, with \
                               another --engine";
                    Unanswered::Failed(why.to_owned())
                })?;
                Ok(answer((&count).into(), false))
            }
        }
    }
}

impl Ask for Merge {
    type Answer = Merged;
    const WORDS: &'static [&'static str] = &[];

    fn ask(&self, _: &Words, control: &Control, listener: &mut Listener<'_>) -> Result<Merged, Unanswered> {
        self.answer(control, listener)
    }
}

impl Merged {
    /// The number, or how many solutions were told.
    pub fn text(&self) -> String {
        match (self.are_listed, &self.count) {
            (false, count) => format!("{}\n", count.0),
            (true, one) if *one == 1_u64.into() => "1 solution\n".to_owned(),
            (true, more) => format!("{} solutions\n", more.0),
        }
    }
}

/// That the parts, which are sorted, are all of one question, each once; its label is that of the first.
fn complete<'a>(found: &'a [Found<'_>]) -> Result<&'a Label, Unanswered> {
    let Some(first) = found.first() else {
        return Err(misused("there are no parts", "give what was printed of each part"));
    };
    let of = first.label.part.of;
    for part in &found[1..] {
        if part.label.question != first.label.question || part.label.part.of != of {
            let said = |part: &Found<'_>| {
                format!(
                    "{} has part {} of question {}",
                    part.source.name, part.label.part, part.label.question
                )
            };
            let message = format!("{}, and {}", said(first), said(part));
            return Err(misused(
                message,
                "give the parts of one question, made by one release and one engine",
            ));
        }
    }
    if let Some((one, other)) = found.iter().zip(&found[1..]).find(|(one, other)| one.label == other.label) {
        let (part, one, other) = (one.label.part, &one.source.name, &other.source.name);
        return Err(misused(
            format!("part {part} is there twice: in {one} and in {other}"),
            "give each part once",
        ));
    }
    let here = |part: &usize| found.binary_search_by_key(part, |found| found.label.part.part).is_ok();
    let missing: Vec<String> =
        (1..=of).filter(|part| !here(part)).map(|part| format!("{part}/{of}")).collect();
    if missing.is_empty() {
        return Ok(&first.label);
    }
    let (s, are) = if missing.len() == 1 { ("", "is") } else { ("s", "are") };
    let message = format!("part{s} {} {are} missing", missing.join(", "));
    Err(misused(message, "run what is missing, and give what it prints, too"))
}

/// Tells the solutions of all parts in the order of the whole, branch by branch, and says how many there are; nothing if a part
/// has none to tell.
fn list(
    found: &[Found<'_>],
    control: &Control,
    listener: &mut Listener<'_>,
) -> Result<Option<u64>, Unanswered> {
    let mut all = Vec::with_capacity(found.len());
    for part in found {
        let Says::Solutions(lines, branches) = &part.says else { return Ok(None) };
        all.push((part.source, lines.iter(), branches.iter()));
    }
    let mut number = 0_u64;
    loop {
        let mut over = true;
        for (source, lines, branches) in &mut all {
            let Some(&of_branch) = branches.next() else { continue };
            over = false;
            for line in lines.take(of_branch as usize) {
                number += 1;
                control.check(Progress::Solutions { found: number - 1 })?;
                // It was read before.
                let mut line: Map<String, Value> =
                    serde_json::from_str(&source.text[line.clone()]).unwrap_or_default();
                line.insert("number".to_owned(), number.into());
                if listener(Part::Merged(Line(line))).is_break() {
                    return Ok(Some(number));
                }
            }
        }
        if over {
            return Ok(Some(number));
        }
    }
}

/// Reads the parts in a text.
fn read<'a>(source: &'a Source, found: &mut Vec<Found<'a>>, control: &Control) -> Result<(), Unanswered> {
    let wrong = |line: usize, why: &str| {
        let help =
            "give what `polytile solve --subtree K/N --json` or `polytile count --part K/N --json` printed";
        misused(format!("{}, line {line}: {why}", source.name), help)
    };
    let mut lines: Vec<Range<usize>> = Vec::new();
    let (mut last, mut start) = (0, 0);
    let before = found.len();
    for (number, line) in (1..).zip(source.text.split_inclusive('\n')) {
        control.check(Progress::Solutions { found: lines.len() as u64 })?;
        let place = start..start + line.len();
        (last, start) = (number, place.end);
        let value: Map<String, Value> =
            serde_json::from_str(line).map_err(|_| wrong(number, "this is not a JSON object"))?;
        if !value.contains_key("part") {
            let Some(said) = value.get("number") else {
                return Err(wrong(number, "this is neither a part nor a solution"));
            };
            if *said != lines.len() + 1 {
                let next = lines.len() + 1;
                return Err(wrong(
                    number,
                    &format!("this is solution {said}, where solution {next} should be"),
                ));
            }
            lines.push(place);
            continue;
        }
        let value = Value::Object(value);
        let label = Label::deserialize(&value)
            .map_err(|_| wrong(number, "it does not say which part of which question it is"))?;
        let says = if value.get("residues").is_some() {
            residues(&value).ok_or_else(|| wrong(number, "its residues cannot be read"))?
        } else if let Some(count) = value.get("count") {
            let count = Integer::deserialize(count).ok().and_then(|count| BigUint::try_from(count.0).ok());
            Says::Count(count.ok_or_else(|| wrong(number, "its count cannot be read"))?)
        } else {
            let lines = std::mem::take(&mut lines);
            let branches = whole(&value, lines.len()).ok_or_else(|| {
                wrong(number, "this part is not complete: the search was stopped, or lines are missing")
            })?;
            Says::Solutions(lines, branches)
        };
        found.push(Found { source, label, says });
    }
    if !lines.is_empty() || found.len() == before {
        return Err(wrong(last.max(1), "the text ends without saying which part it is"));
    }
    Ok(())
}

/// The residues of a part.
fn residues(value: &Value) -> Option<Says> {
    let word = |integer: Integer| u64::try_from(integer.0).ok();
    let residues = Vec::<Residue>::deserialize(value.get("residues")?).ok()?;
    let pairs = residues.into_iter().map(|pair| Some((word(pair.modulus)?, word(pair.residue)?)));
    let pairs: Vec<(u64, u64)> = pairs.collect::<Option<_>>()?;
    let moduli = value.get("moduli")?.as_u64()?;
    pairs.iter().all(|(modulus, residue)| residue < modulus).then_some(Says::Residues(pairs, moduli))
}

/// How many of so many solutions come from each branch, if the part is complete.
fn whole(value: &Value, lines: usize) -> Option<Vec<u64>> {
    let PartOfTree { branches, .. } = PartOfTree::deserialize(value).ok()?;
    let sum = branches.iter().try_fold(0_u64, |sum, &more| sum.checked_add(more))?;
    let is_whole = value.get("complete")? == true && sum == lines as u64 && value.get("solutions")? == sum;
    is_whole.then_some(branches)
}

#[cfg(test)]
mod tests {
    use crate::ask::{Part, Question, Unanswered, json, nobody};
    use crate::run::Control;
    use serde_json::Value;
    use std::ops::ControlFlow;

    /// What comes before an answer, and the answer, in JSON.
    fn asked(question: &Value) -> Result<(Vec<Value>, Value), Unanswered> {
        let mut parts = Vec::new();
        let question: Question = question.to_string().parse()?;
        let answer = question.ask(&Control::default(), &mut |part: Part| {
            parts.push(part.json());
            ControlFlow::Continue(())
        })?;
        Ok((parts, answer.json()))
    }

    /// What is printed of a part of a list.
    fn part_of_list(puzzle: &str, engine: &str, part: &str) -> String {
        let question =
            serde_json::json!({"question": "list", "puzzle": puzzle, "engine": engine, "subtree": part});
        let (mut lines, answer) = asked(&question).unwrap();
        lines.push(answer);
        lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
    }

    fn merged(parts: &[String]) -> Result<(Vec<Value>, Value), Unanswered> {
        asked(&serde_json::json!({"question": "merge", "parts": parts}))
    }

    #[test]
    fn lists_come_in_the_order_of_the_whole() {
        for (puzzle, engine) in
            [("pentominoes-4x15", "bitboard"), ("pentominoes-4x15", "sparse"), ("queens-8", "sparse")]
        {
            let (whole, _) =
                asked(&serde_json::json!({"question": "list", "puzzle": puzzle, "engine": engine})).unwrap();
            for of in [1, 2, 3, 7] {
                let parts: Vec<String> =
                    (1..=of).rev().map(|k| part_of_list(puzzle, engine, &format!("{k}/{of}"))).collect();
                let (lines, answer) = merged(&parts).unwrap();
                assert_eq!(lines, whole, "{puzzle} in {of} parts by {engine}");
                assert_eq!(answer["count"], whole.len());
            }
        }
    }

    #[test]
    fn parts_of_different_searches_do_not_go_together() {
        let one = part_of_list("queens-8", "bitboard", "1/2");
        let other = part_of_list("queens-8", "sparse", "2/2");
        let said = merged(&[one, other]).unwrap_err().to_string();
        assert!(said.starts_with("the text has part 1/2 of question "), "{said}");
        let random = r#"{"question": "list", "puzzle": "queens-8", "random": true, "subtree": "1/2"}"#;
        let said = random.parse::<Question>().unwrap().ask(&Control::default(), &mut nobody).unwrap_err();
        assert_eq!(said.to_string(), "the parts of a search in random order need the order in common");
    }

    #[test]
    fn solutions_stand_in_their_order() {
        let real = part_of_list("queens-8", "bitboard", "1/2");
        let lines: Vec<&str> = real.lines().collect();
        let other = part_of_list("queens-8", "bitboard", "2/2");
        assert!(merged(&[real.clone(), other.clone()]).is_ok());
        for (a, b) in [(0, 1), (1, 4)] {
            let mut lines = lines.clone();
            lines.swap(a, b);
            let said = merged(&[lines.join("\n"), other.clone()]).unwrap_err().to_string();
            let (is, should) = (b + 1, a + 1);
            assert!(
                said.contains(&format!(
                    "line {should}: this is solution {is}, where solution {should} should be"
                )),
                "{said}"
            );
        }
    }

    #[test]
    fn a_residue_that_is_wrong_shows() {
        let question =
            serde_json::json!({"question": "count", "board": "9x12", "pieces": "trominoes", "part": "1/1"});
        let (_, mut part) = asked(&question).unwrap();
        let (_, answer) = merged(&[part.to_string()]).unwrap();
        assert_eq!(answer["count"], "20574308184277971");
        part["residues"][0]["residue"] = 1.into();
        let said = merged(&[json(&part).to_string()]).unwrap_err().to_string();
        assert!(said.starts_with("the residues contradict each other"), "{said}");
    }
}
