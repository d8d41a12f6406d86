//! Exact covers in JSON.
//!
//! ```json
//! {
//!   "title": "Optional, as are description and source",
//!   "items": ["A", {"name": "C", "lo": 2, "hi": 3}, {"name": "X", "secondary": true}],
//!   "options": [
//!     ["A", "C", ["X", "red"]],
//!     {"items": ["C", "X"], "cost": 7}
//!   ]
//! }
//! ```
//!
//! An item is its name if it is primary and covered once; otherwise an object says how often, or that it is secondary.
//! An option is a list of items, a secondary one with its colour being a list of two; one that costs
//! something is an object with its items and its cost. Names and colours are any texts.
//! Other keys are refused. Empty options are left out with a warning; an option without a primary item is kept, and
//! never chosen. Cost: linear in the text.

use super::about::About;
use super::lines::Oddities;
use super::number::shortened;
use super::suggest::nearest;
use super::{FormatError, json};
use crate::exact_cover::{CoverError, Entry, ExactCover, Multiplicity};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// An exact cover read from JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverJson {
    /// Its title, description and source.
    pub about: About,
    /// Its items and options.
    pub cover: ExactCover,
    /// What is odd about the file, but not wrong.
    pub warnings: Vec<FormatError>,
}

/// The mend for whatever does not have the right form.
const FORM: &str =
    "write {\"items\": [\"A\", {\"name\": \"X\", \"secondary\": true}], \"options\": [[\"A\", \"X\"]]}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<'a> {
    title: Option<String>,
    description: Option<String>,
    source: Option<String>,
    #[serde(borrow)]
    items: Vec<&'a RawValue>,
    #[serde(borrow)]
    options: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemObject<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    lo: Option<u32>,
    hi: Option<u32>,
    #[serde(default)]
    secondary: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionObject<'a> {
    #[serde(borrow)]
    items: Vec<&'a RawValue>,
    #[serde(default)]
    cost: u64,
}

/// Reads items and options.
///
/// ```
/// let text = r#"{"items": ["A", {"name": "B", "lo": 0, "hi": 2}], "options": [["A"], ["A", "B"]]}"#;
/// let read = polytile::format::cover_json::parse(text)?;
/// assert_eq!(read.cover.check(&[1]), Ok(()));
/// # Ok::<(), polytile::format::FormatError>(())
/// ```
///
/// # Errors
/// When the text is not JSON or not of the form above, an item is named twice or its bounds contradict each other, and
/// when an option holds an unknown item, an item twice, or a primary item with a colour.
pub fn parse(text: &str) -> Result<CoverJson, FormatError> {
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let body = &text[mark..];
    let start = text.len() - body.trim_start().len();
    if text[start..].starts_with('[') {
        return Err(FormatError::new("this is a list, not an object with items and options")
            .with_help(FORM)
            .at(start..start + 1));
    }
    let file: File<'_> = part(text, body)?;
    let mut cover = ExactCover::default();
    for raw in file.items {
        let (name, demand) = read_item(text, raw)?;
        cover.add_item(name, demand).map_err(|e| refused(&e).at(json::span(text, raw.get())))?;
    }
    let mut empty = Oddities::default();
    for raw in file.options {
        let option: OptionObject<'_> = if raw.get().starts_with('{') {
            part(text, raw.get())?
        } else {
            OptionObject { items: part(text, raw.get())?, cost: 0 }
        };
        let entries = option.items.into_iter().map(|entry| read_entry(text, entry, &mut cover));
        let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
        if entries.is_empty() {
            empty.note(json::span(text, raw.get()));
        } else {
            let added = cover.add_option(&entries);
            let number = added.map_err(|e| refused(&e).at(json::span(text, raw.get())))?;
            cover.set_cost(number, option.cost);
        }
    }
    let about =
        About { title: file.title, description: file.description, source: file.source, ..About::default() };
    let warning = empty.warning("an empty option is left out", "empty option", "take it away");
    Ok(CoverJson { about, cover, warnings: warning.into_iter().collect() })
}

/// Reads `slice`, a part of `text`.
fn part<'a, T: Deserialize<'a>>(text: &str, slice: &'a str) -> Result<T, FormatError> {
    serde_json::from_str(slice)
        .map_err(|e| json::located(slice, &e, FORM).moved_by(json::span(text, slice).start))
}

/// The error for an item or an option that an [`ExactCover`] refuses.
fn refused(error: &CoverError) -> FormatError {
    FormatError::new(error.to_string().replace('`', "'")).with_help(match error {
        CoverError::DuplicateItem(_) => "give each item a name of its own",
        CoverError::Bounds { .. } => "\"lo\" must not be larger than \"hi\"",
        CoverError::RepeatedItem(_) => "keep one of them",
        CoverError::ColouredPrimary(_) => "take the colour away, or give the item \"secondary\": true",
        _ => FORM,
    })
}

fn read_item<'a>(text: &str, raw: &'a RawValue) -> Result<(Cow<'a, str>, Multiplicity), FormatError> {
    if !raw.get().starts_with('{') {
        return Ok((part(text, raw.get())?, Multiplicity::ONCE));
    }
    let item: ItemObject<'_> = part(text, raw.get())?;
    let demand = match (item.secondary, item.lo, item.hi) {
        (true, None, None) => Multiplicity::Secondary,
        (true, ..) => {
            return Err(FormatError::new("a secondary item has no bounds")
                .with_help("leave out \"lo\" and \"hi\", or \"secondary\"")
                .at(json::span(text, raw.get())));
        }
        (false, None, None) => Multiplicity::ONCE,
        (false, Some(lo), Some(hi)) => Multiplicity::Primary { lo, hi },
        (false, ..) => {
            return Err(FormatError::new("an item has only one of its bounds")
                .with_help("write both, as in {\"name\": \"C\", \"lo\": 2, \"hi\": 3}")
                .at(json::span(text, raw.get())));
        }
    };
    Ok((item.name, demand))
}

fn read_entry(text: &str, raw: &RawValue, cover: &mut ExactCover) -> Result<Entry, FormatError> {
    let (name, colour): (Cow<'_, str>, Option<Cow<'_, str>>) = if raw.get().starts_with('[') {
        let words: Vec<Cow<'_, str>> = part(text, raw.get())?;
        let [name, colour] = <[_; 2]>::try_from(words).map_err(|_| {
            FormatError::new("an item with a colour is a list of two texts")
                .with_help("write [\"X\", \"red\"] for the colour red of item X")
                .at(json::span(text, raw.get()))
        })?;
        (name, Some(colour))
    } else {
        (part(text, raw.get())?, None)
    };
    let Some(item) = cover.item(&name) else {
        let near = nearest(&name, cover.items().iter().map(|item| item.name.as_str()));
        return Err(FormatError::new(format!("there is no item called '{}'", shortened(&name)))
            .with_help(match near {
                Some(near) => format!("did you mean '{near}'?"),
                None => "name it among the \"items\"".to_owned(),
            })
            .at(json::span(text, raw.get())));
    };
    if colour.as_ref().is_some_and(|colour| colour.is_empty()) {
        return Err(FormatError::new("the colour is empty")
            .with_help("name the colour, or write the item without a list if it has none")
            .at(json::span(text, raw.get())));
    }
    Ok(Entry { item, colour: colour.map_or(0, |colour| cover.colour(&colour)) })
}

/// Writes items and options: what [`parse`] reads.
pub fn write(cover: &ExactCover, about: &About) -> String {
    let string = |text: &str| serde_json::Value::from(text).to_string();
    let named = |(key, text): (&str, &Option<String>)| {
        text.as_ref().map(|text| format!("  \"{key}\": {},\n", string(text)))
    };
    let head = [("title", &about.title), ("description", &about.description), ("source", &about.source)];
    let head: String = head.into_iter().filter_map(named).collect();
    let items = cover.items().iter().map(|item| match item.demand {
        Multiplicity::ONCE => string(&item.name),
        Multiplicity::Primary { lo, hi } => {
            format!("{{\"name\": {}, \"lo\": {lo}, \"hi\": {hi}}}", string(&item.name))
        }
        Multiplicity::Secondary => format!("{{\"name\": {}, \"secondary\": true}}", string(&item.name)),
    });
    let entry = |entry: &Entry| {
        let name = string(&cover.items()[entry.item as usize].name);
        match entry.colour.checked_sub(1) {
            None => name,
            Some(colour) => format!("[{name}, {}]", string(&cover.colours()[colour as usize])),
        }
    };
    let options = (0..).zip(cover.options()).map(|(number, option)| {
        let items = option.iter().map(entry).collect::<Vec<_>>().join(", ");
        match cover.cost(number) {
            0 => format!("    [{items}]"),
            cost => format!("    {{\"items\": [{items}], \"cost\": {cost}}}"),
        }
    });
    let (items, options) = (items.collect::<Vec<_>>().join(", "), options.collect::<Vec<_>>().join(",\n"));
    let options = if options.is_empty() { options } else { format!("\n{options}\n  ") };
    format!("{{\n{head}  \"items\": [{items}],\n  \"options\": [{options}]\n}}\n")
}
