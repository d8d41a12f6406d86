//! Exact covers in the text of Knuth's programs DLX1, DLX2, DLX3, DLX5 and their kin (TAOCP 7.2.2.1).
//!
//! ```text
//! | A line that begins with | is a comment, and a blank line says nothing
//! A B 2:3|C | X Y
//! A B X:0 Y:0
//! A C X:1 Y:1
//! C X:0 |7
//! ```
//!
//! The first line that is not a comment names the items: the primary ones, and after a `|` that stands alone the secondary
//! ones. `2:3|C` is to be covered two or three times, `2|C` twice. Every further line is an option: the items it
//! covers, a secondary one perhaps with a colour, as in `X:0`, and after a `|` what it costs, as in `|7`. Where there are several
//! such numbers, it costs their sum, as in DLX5; a blank before the `|` may be left out. An option without a primary item is never chosen: it is
//! left out, with a warning.
//!
//! Knuth's programs want names of at most 8 characters, colours of one, and no item that is covered 0 times; here all of
//! that is read, and [`refused_by_knuth`] says what they would not take in a cover. Cost: linear in the text.

use super::FormatError;
use super::about::About;
use super::lines::{Oddities, lines, words};
use super::number::shortened;
use super::suggest::nearest;
use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use std::collections::HashSet;
use std::fmt::Write;

/// A file in Knuth's format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dlx {
    /// What the comments at its beginning say.
    pub about: About,
    /// Its items and options.
    pub cover: ExactCover,
    /// The number of the line that each option stands on, from 1.
    pub lines: Vec<u32>,
    /// What is odd about the file, but not wrong.
    pub warnings: Vec<FormatError>,
}

/// The mend for a line of items.
const ITEMS: &str = "write items as in A B 2|C 1:3|D | X Y: what follows the | between spaces is secondary";

/// The mend for a `|` in an option.
const COST: &str = "after the | write what the option costs, a whole number, as in A B |3";

/// Reads items and options.
///
/// ```
/// let text = "| Pairs\nA B C\nA B\nC\nB C\nA\n";
/// let read = polytile::format::dlx::parse(text)?;
/// assert_eq!(read.cover.check(&[0, 1]), Ok(()));
/// assert_eq!(read.lines, [3, 4, 5, 6]);
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When there is no line of items, an item is named twice or its bounds contradict each other, and when an option holds
/// an unknown item, an item twice, or a primary item with a colour.
pub fn parse(text: &str) -> Result<Dlx, FormatError> {
    let comment = |line: &str| line.trim_start().starts_with('|');
    let mut content = (1..).zip(lines(text)).filter(|(_, (_, line))| !comment(line));
    let Some((number, (start, line))) = content.by_ref().find(|(_, (_, line))| !line.trim().is_empty())
    else {
        return Err(FormatError::new("there is no line of items")
            .with_help("the first line that does not begin with | names the items, as in A B C | X Y")
            .at(0..0));
    };
    let head = lines(text).take(number as usize - 1).filter(|(_, line)| comment(line));
    let about = About::from_comments(head.map(|(_, line)| line.trim_start().trim_start_matches('|')));
    let mut read = Dlx { about, cover: read_items(start, line)?, ..Dlx::default() };
    let (mut blank, mut never) = (Oddities::default(), Oddities::default());
    let mut blank_so_far = Vec::new();
    for (number, (start, line)) in content {
        if line.trim().is_empty() {
            blank_so_far.push(start);
            continue;
        }
        // After the last option a blank line means nothing; between options it is an empty option.
        if !read.lines.is_empty() {
            for at in blank_so_far.drain(..) {
                blank.note(at..at);
            }
        }
        blank_so_far.clear();
        if read_option(&mut read.cover, start, line)? {
            read.lines.push(number);
        } else {
            never.note(start..start + line.trim_end().len());
        }
    }
    read.warnings.extend(never.warning(
        "an option without a primary item is never chosen: it is left out",
        "option",
        "add a primary item, or take the line away",
    ));
    read.warnings.extend(blank.warning(
        "a blank line among the options is no option",
        "blank line",
        "take it away, or begin it with | to make it a comment",
    ));
    Ok(read)
}

/// The items of the line that begins at byte `start`.
fn read_items(start: usize, line: &str) -> Result<ExactCover, FormatError> {
    let mut cover = ExactCover::default();
    let mut secondary = false;
    for (mut at, mut word) in words(start, line) {
        if let Some(rest) = word.strip_prefix('|') {
            if secondary {
                let error = FormatError::new("a second | stands among the items");
                return Err(error
                    .with_help("one | parts the primary items from the secondary")
                    .at(at..at + 1));
            }
            secondary = true;
            (at, word) = (at + 1, rest);
            if word.is_empty() {
                continue;
            }
        }
        let wrong = |message: String| FormatError::new(message).with_help(ITEMS).at(at..at + word.len());
        let (name, demand) = match word.rsplit_once('|') {
            Some(_) if secondary => {
                return Err(wrong(format!("'{}' gives a secondary item bounds", shortened(word))));
            }
            Some((bounds, "")) => {
                return Err(wrong(format!("'{}' is followed by a | and no item", shortened(bounds))));
            }
            Some((bounds, name)) => (name, read_bounds(bounds).map_err(|e| e.moved_by(at))?),
            None => (word, if secondary { Multiplicity::Secondary } else { Multiplicity::ONCE }),
        };
        if name.contains(':') {
            return Err(wrong(format!("'{}' is no name for an item: it holds a :", shortened(name))));
        }
        cover.add_item(name, demand).map_err(|error| match error {
            CoverError::DuplicateItem(_) => {
                FormatError::new(format!("item '{}' is named twice", shortened(name)))
                    .with_help("give each item a name of its own")
                    .at(at + word.len() - name.len()..at + word.len())
            }
            CoverError::Bounds { lo, hi, .. } => wrong(format!(
                "item '{}' is to be covered at least {lo} times and at most {hi}",
                shortened(name)
            ))
            .with_help(format!("write {hi}:{lo}|{name}")),
            other => wrong(other.to_string()),
        })?;
    }
    Ok(cover)
}

/// What stands before the `|` of an item: `2`, or `1:3`.
fn read_bounds(text: &str) -> Result<Multiplicity, FormatError> {
    let number = |part: &str, at: usize| {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        part.parse().ok().filter(|_| digits).ok_or_else(|| {
            let message = match part {
                "" => "a number is missing before the |".to_owned(),
                _ if digits => format!("{} times are too many", shortened(part)),
                _ => format!("'{}' is not a number of times", shortened(part)),
            };
            let help = if digits { "numbers of times go up to 4294967295" } else { ITEMS };
            FormatError::new(message).with_help(help).at(at..at + part.len().max(1))
        })
    };
    Ok(match text.split_once(':') {
        None => {
            let times = number(text, 0)?;
            Multiplicity::Primary { lo: times, hi: times }
        }
        Some((lo, hi)) => Multiplicity::Primary { lo: number(lo, 0)?, hi: number(hi, lo.len() + 1)? },
    })
}

/// The cost that follows a `|`; `at` says where the number stands.
fn read_cost(text: &str, at: usize) -> Result<u64, FormatError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| {
        let (message, help) = match text {
            "" => ("a | stands among the items of an option, and no cost follows", COST.to_owned()),
            _ if digits => ("the cost is too large", format!("costs go up to {}", u64::MAX)),
            _ if text.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok()) => (
                "a cost is 0 or more",
                "a file of --weights has numbers below 0 too, as in A+B -3".to_owned(),
            ),
            _ => ("what follows the | is no cost", COST.to_owned()),
        };
        FormatError::new(message).with_help(help).at(at - 1..at + text.len())
    })
}

/// Adds the option of the line that begins at byte `start`, unless it has no primary item; says whether it did.
fn read_option(cover: &mut ExactCover, start: usize, line: &str) -> Result<bool, FormatError> {
    let mut entries: Vec<(u32, Option<&str>)> = Vec::new();
    let mut places: Vec<(usize, &str)> = Vec::new();
    let mut cost = 0_u64;
    for (at, word) in words(start, line) {
        let (word, said) = word.split_once('|').map_or((word, None), |(word, cost)| (word, Some(cost)));
        if let Some(said) = said {
            let number = at + word.len() + 1;
            cost = cost.checked_add(read_cost(said, number)?).ok_or_else(|| {
                FormatError::new("the costs of the option are too large together")
                    .with_help(format!("costs go up to {}", u64::MAX))
                    .at(number - 1..number + said.len())
            })?;
            if word.is_empty() {
                continue;
            }
        }
        let (name, colour) = word.split_once(':').map_or((word, None), |(name, colour)| (name, Some(colour)));
        let wrong = |message: String, help: &str| {
            Err(FormatError::new(message).with_help(help).at(at..at + word.len()))
        };
        let shown = shortened(name);
        if name.is_empty() {
            return wrong("the name of an item is missing before the :".to_owned(), "write it, as in X:A");
        }
        let Some(item) = cover.item(name) else {
            let near = nearest(name, cover.items().iter().map(|item| item.name.as_str()));
            let help = match near {
                Some(near) => format!("did you mean '{near}'?"),
                None => "name it on the line of items".to_owned(),
            };
            return wrong(format!("there is no item called '{shown}'"), &help);
        };
        if let Some(colour) = colour {
            if cover.items()[item as usize].demand.is_primary() {
                return wrong(
                    format!("item '{shown}' is primary, and only secondary items have colours"),
                    "take the colour away, or name the item after the | on the line of items",
                );
            }
            if colour.is_empty() || colour.contains(':') {
                let what = if colour.is_empty() { "is missing" } else { "cannot hold a :" };
                return wrong(format!("the colour of item '{shown}' {what}"), "write one, as in X:A");
            }
        }
        entries.push((item, colour));
        places.push((at, word));
    }
    let mut seen = HashSet::new();
    for ((item, colour), &(at, word)) in entries.iter().zip(&places) {
        if !seen.insert(*item) {
            let name = shortened(&cover.items()[*item as usize].name);
            let before = entries.iter().find(|(other, _)| other == item).and_then(|(_, before)| *before);
            let message = match (before, colour) {
                (Some(before), Some(colour)) if before != *colour => {
                    format!("the option gives item '{name}' two colours")
                }
                _ => format!("the option holds item '{name}' twice"),
            };
            return Err(FormatError::new(message).with_help("keep one of them").at(at..at + word.len()));
        }
    }
    if !entries.iter().any(|(item, _)| cover.items()[*item as usize].demand.is_primary()) {
        return Ok(false);
    }
    let entries: Vec<Entry> = entries
        .into_iter()
        .map(|(item, colour)| Entry { item, colour: colour.map_or(0, |colour| cover.colour(colour)) })
        .collect();
    let refused = |e: CoverError| FormatError::new(e.to_string()).at(start..start + line.len());
    let option = cover.add_option(&entries).map_err(refused)?;
    cover.set_cost(option, cost);
    Ok(true)
}

/// Writes items and options, primary items first, otherwise in their order. Every line of `header` becomes a comment
/// at the beginning, and every remark on an option a comment before it.
///
/// ```
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover};
/// let mut cover = ExactCover::default();
/// let twice = cover.add_item("C", Multiplicity::Primary { lo: 2, hi: 2 })?;
/// cover.add_option(&[Entry::plain(twice)])?;
/// let text = polytile::format::dlx::write(&cover, "Twice", |_| None)?;
/// assert_eq!(text, "| Twice\n2|C\nC\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no primary item, for then the line of items would be a comment, and when a name or a colour holds a
/// blank or a character that means something else here.
pub fn write(
    cover: &ExactCover,
    header: &str,
    remark: impl Fn(u32) -> Option<String>,
) -> Result<String, FormatError> {
    let items = cover.items();
    if !items.iter().any(|item| item.demand.is_primary()) {
        let error = FormatError::new("Knuth's format cannot say that there is no primary item");
        return Err(error.with_help("add one, or write JSON"));
    }
    let names = items.iter().map(|item| ("item", &item.name));
    for (what, name) in names.chain(cover.colours().iter().map(|colour| ("colour", colour))) {
        if name.is_empty()
            || name.contains(|c: char| c == ':' || c == '|' || c.is_whitespace() || c == '\u{feff}')
        {
            let message = format!("Knuth's format has no way to write the {what} '{}'", shortened(name));
            return Err(FormatError::new(message)
                .with_help("rename it: a name has a character or more, and no blank, : or |"));
        }
    }
    let mut text = String::new();
    for line in header.lines() {
        text += format!("| {line}").trim_end();
        text.push('\n');
    }
    let secondary: Vec<_> = items.iter().filter(|item| !item.demand.is_primary()).collect();
    let mut words: Vec<String> = Vec::new();
    let mut holders = vec![0_u32; items.len()];
    cover.options().flatten().for_each(|entry| holders[entry.item as usize] += 1);
    for (item, holders) in items.iter().zip(holders).filter(|(item, _)| item.demand.is_primary()) {
        words.push(match item.demand {
            Multiplicity::ONCE | Multiplicity::Secondary => item.name.clone(),
            Multiplicity::Primary { lo, hi } if lo == hi => format!("{hi}|{}", item.name),
            // No upper bound, but a number that Knuth's programs can hold.
            Multiplicity::Primary { lo, hi: u32::MAX } => {
                format!("{lo}:{}|{}", holders.max(lo).max(1), item.name)
            }
            Multiplicity::Primary { lo, hi } => format!("{lo}:{hi}|{}", item.name),
        });
    }
    if !secondary.is_empty() {
        words.push("|".to_owned());
        words.extend(secondary.iter().map(|item| item.name.clone()));
    }
    text += &words.join(" ");
    text.push('\n');
    for (number, option) in (0..).zip(cover.options()) {
        if let Some(remark) = remark(number) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {remark}");
        }
        for (i, entry) in option.iter().enumerate() {
            text += if i == 0 { "" } else { " " };
            text += &items[entry.item as usize].name;
            if let Some(colour) = entry.colour.checked_sub(1) {
                text.push(':');
                text += &cover.colours()[colour as usize];
            }
        }
        if cover.cost(number) > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, " |{}", cover.cost(number));
        }
        text.push('\n');
    }
    Ok(text)
}

/// What Knuth's own programs would refuse in a cover that [`write()`] can write.
pub fn refused_by_knuth(cover: &ExactCover) -> Vec<FormatError> {
    let long = cover.items().iter().find(|item| item.name.len() > 8);
    let long =
        long.map(|item| format!("names of at most 8 bytes, and '{}' is longer", shortened(&item.name)));
    let colour = cover.colours().iter().find(|colour| colour.len() > 1);
    let colour =
        colour.map(|colour| format!("colours of a single byte, and '{}' is longer", shortened(colour)));
    let never = cover.items().iter().find(|item| matches!(item.demand, Multiplicity::Primary { hi: 0, .. }));
    let never =
        never.map(|item| format!("items that may be covered, and '{}' may not", shortened(&item.name)));
    let costs = cover.has_costs().then(|| "costs in DLX5 only, and there are some".to_owned());
    let found = [long, colour, never, costs].into_iter().flatten();
    let error = |what| FormatError::new(format!("Knuth's programs read {what}"));
    found.map(|what| error(what).with_help("polytile reads the file all the same")).collect()
}
