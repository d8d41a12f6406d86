//! Tilings in JSON.
//!
//! In: the text of one object. Out: a tiling. Names and cells are judged as they are read, because that is when their
//! place in the text is known. A name that the puzzle lacks, or a cell that no board has, ends a strict reading
//! there; otherwise it is written down as a misfit, and the rest is read too.

use super::{FormatError, Reading};
use crate::board::{Cell, Coordinates, Lattice};
use crate::format::json::located;
use crate::format::suggest::nearest;
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

const FORM: &str = r#"a tiling is {"pieces": [{"piece": "L3", "cells": [[0,0],[1,0],[1,1]]}, ...]}, cells as row and column from 0"#;

/// A tiling to be written as JSON, alone or flattened into an object that says more.
#[derive(Clone, Copy, Debug)]
pub struct JsonTiling<'a> {
    tiling: &'a Tiling,
    problem: &'a Problem,
}

impl<'a> JsonTiling<'a> {
    /// The tiling, with the names that `problem` has for its pieces.
    pub fn new(tiling: &'a Tiling, problem: &'a Problem) -> Self {
        JsonTiling { tiling, problem }
    }
}

impl Serialize for JsonTiling<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pieces: Vec<Written> = self
            .tiling
            .laid()
            .iter()
            .map(|laid| Written {
                name: self.problem.pieces.iter().nth(laid.piece).map(|p| &*p.name),
                laid,
                lattice: self.problem.region.lattice(),
            })
            .collect();
        let mut object = serializer.serialize_map(Some(1))?;
        object.serialize_entry("pieces", &pieces)?;
        object.end()
    }
}

struct Written<'a> {
    /// `None` when the problem has no such piece: no reader takes that for a name.
    name: Option<&'a str>,
    laid: &'a Laid,
    lattice: Lattice,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let cells: Vec<Coordinates> =
            self.laid.cells.iter().map(|&cell| self.lattice.coordinates(cell)).collect();
        let mut object = serializer.serialize_struct("piece", 2)?;
        object.serialize_field("piece", &self.name)?;
        object.serialize_field("cells", &cells)?;
        object.end()
    }
}

/// The tiling that `text` says, and whatever in it fits no board or puzzle; if `strict`, the first such thing is an error.
pub(super) fn parse(text: &str, problem: &Problem, strict: bool) -> Result<Reading, FormatError> {
    let mut numbers = HashMap::new();
    for (number, piece) in problem.pieces.iter().enumerate().filter(|(_, piece)| !piece.hole) {
        numbers.entry(piece.name.as_str()).or_insert(number);
    }
    let context = Context { problem, numbers, strict, help: RefCell::new(None), misfits: RefCell::default() };
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = Read { context: &context, what: Document }.deserialize(&mut reader);
    let laid = read.and_then(|laid| reader.end().map(|()| laid));
    let laid = laid.map_err(|error| located(text, &error, context.help.take().as_deref().unwrap_or(FORM)))?;
    let mut reading = context.misfits.take();
    reading.tiling = Some(Tiling::new(laid.into_iter().flatten().collect()));
    Ok(reading)
}

/// What is known while reading.
struct Context<'a> {
    problem: &'a Problem,
    /// The number of the piece of each name.
    numbers: HashMap<&'a str, usize>,
    /// Whether the first misfit is an error.
    strict: bool,
    /// The mend of the error on its way out.
    help: RefCell<Option<String>>,
    /// What does not fit, if that is not an error.
    misfits: RefCell<Reading>,
}

impl Context<'_> {
    /// Something was read that no tiling of the puzzle can have.
    fn misfit<E: serde::de::Error>(&self, message: String, help: Option<String>) -> Result<(), E> {
        if self.strict {
            self.help.replace(help);
            return Err(E::custom(message));
        }
        self.misfits.borrow_mut().add(&message);
        Ok(())
    }
}

/// The part of the text that is read now, with what is known.
#[derive(Clone, Copy)]
struct Read<'c, 'a, W> {
    context: &'c Context<'a>,
    what: W,
}

/// A part of the text: what it is called, and how the JSON values it may be become a value.
trait Part<'de>: Copy {
    type Value;
    const NAME: &'static str;
    fn map<A: MapAccess<'de>>(self, _: &Context<'_>, _: A) -> Result<Self::Value, A::Error> {
        Err(A::Error::custom(format_args!("this object is not {}", Self::NAME)))
    }
    fn seq<A: SeqAccess<'de>>(self, _: &Context<'_>, _: A) -> Result<Self::Value, A::Error> {
        Err(A::Error::custom(format_args!("this list is not {}", Self::NAME)))
    }
    fn text<E: serde::de::Error>(self, _: &Context<'_>, text: &str) -> Result<Self::Value, E> {
        Err(E::custom(format_args!("{text:?} is not {}", Self::NAME)))
    }
    fn number<E: serde::de::Error>(self, _: &Context<'_>, number: Number) -> Result<Self::Value, E> {
        Err(E::custom(format_args!("{number} is not {}", Self::NAME)))
    }
}

/// A number in the text.
#[derive(Clone, Copy)]
enum Number {
    Natural(u64),
    Negative(i64),
    /// Not whole, or larger than the other variants hold.
    Other(f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Natural(number) => number.fmt(f),
            Number::Negative(number) => number.fmt(f),
            Number::Other(number) => number.fmt(f),
        }
    }
}

#[derive(Clone, Copy)]
struct Document;
#[derive(Clone, Copy)]
struct Pieces;
#[derive(Clone, Copy)]
struct OnePiece;
#[derive(Clone, Copy)]
struct Name;
#[derive(Clone, Copy)]
struct Cells;
#[derive(Clone, Copy)]
struct OneCell;
#[derive(Clone, Copy)]
struct Coordinate;

impl<'de> Part<'de> for Document {
    type Value = Vec<Option<Laid>>;
    const NAME: &'static str = "an object";
    fn map<A: MapAccess<'de>>(self, context: &Context<'_>, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pieces = None;
        while let Some(key) = map.next_key::<String>()? {
            if key != "pieces" {
                map.next_value::<IgnoredAny>()?;
            } else if pieces.is_some() {
                return Err(A::Error::custom("there are two lists of pieces"));
            } else {
                pieces = Some(map.next_value_seed(Read { context, what: Pieces })?);
            }
        }
        pieces.ok_or_else(|| A::Error::custom("there is no list of pieces"))
    }
}

impl<'de> Part<'de> for Pieces {
    type Value = Vec<Option<Laid>>;
    const NAME: &'static str = "a list of pieces";
    fn seq<A: SeqAccess<'de>>(self, context: &Context<'_>, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut pieces = Vec::new();
        while let Some(laid) = seq.next_element_seed(Read { context, what: OnePiece })? {
            pieces.push(laid);
        }
        Ok(pieces)
    }
}

impl<'de> Part<'de> for OnePiece {
    /// Nothing for a piece without cells.
    type Value = Option<Laid>;
    const NAME: &'static str = "a piece, an object with its name and its cells";
    fn map<A: MapAccess<'de>>(self, context: &Context<'_>, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut piece, mut cells) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "piece" => piece = Some(map.next_value_seed(Read { context, what: Name })?),
                "cells" => cells = Some(map.next_value_seed(Read { context, what: Cells })?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let piece = piece.ok_or_else(|| A::Error::custom("this piece has no name, \"piece\""))?;
        let cells = cells.ok_or_else(|| A::Error::custom("this piece has no \"cells\""))?;
        Ok((!cells.is_empty()).then_some(Laid { piece, cells }))
    }
}

impl Part<'_> for Name {
    type Value = usize;
    const NAME: &'static str = "the name of a piece";
    fn text<E: serde::de::Error>(self, context: &Context<'_>, text: &str) -> Result<usize, E> {
        if let Some(&number) = context.numbers.get(text) {
            return Ok(number);
        }
        let help = help_for(text, context.problem);
        context.misfit(format!("the puzzle has no piece {text:?}"), Some(help))?;
        // One more than there are pieces.
        Ok(context.problem.pieces.len())
    }
}

impl<'de> Part<'de> for Cells {
    type Value = Vec<Cell>;
    const NAME: &'static str = "a list of cells";
    fn seq<A: SeqAccess<'de>>(self, context: &Context<'_>, mut seq: A) -> Result<Vec<Cell>, A::Error> {
        let lattice = context.problem.region.lattice();
        let twice = |cell: Cell| {
            let cell = lattice.coordinates(cell);
            context.misfit(format!("cell {cell} is listed twice in one piece"), None)
        };
        let mut cells: Vec<Cell> = Vec::new();
        let mut listed = 0;
        while let Some(cell) = seq.next_element_seed(Read { context, what: OneCell })? {
            listed += 1;
            let Some(cell) = cell else { continue };
            // Here the place in the text is known; long lists are looked through at their end.
            if cells.len() < 64 && cells.contains(&cell) {
                twice(cell)?;
                continue;
            }
            cells.push(cell);
        }
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            twice(pair[0])?;
            cells.dedup();
        }
        if listed == 0 {
            context.misfit("a piece needs at least one cell".to_owned(), None)?;
        }
        Ok(cells)
    }
}

impl<'de> Part<'de> for OneCell {
    /// `None` for one that no board has.
    type Value = Option<Cell>;
    const NAME: &'static str = "a cell, a row and a column such as [0,2]";
    fn seq<A: SeqAccess<'de>>(self, context: &Context<'_>, mut seq: A) -> Result<Self::Value, A::Error> {
        let lattice = context.problem.region.lattice();
        let wrong = || match lattice {
            Lattice::Square => A::Error::custom("a cell is two numbers, its row and its column"),
            _ => A::Error::custom(format!("a cell here is {} numbers", lattice.number_count())),
        };
        let mut numbers = Some(Vec::new());
        for _ in 0..lattice.number_count() {
            let number = seq.next_element_seed(Read { context, what: Coordinate })?.ok_or_else(wrong)?;
            numbers = numbers.zip(number).map(|(mut numbers, number)| {
                numbers.push(number);
                numbers
            });
        }
        if seq.next_element::<IgnoredAny>()?.is_some() {
            return Err(wrong());
        }
        let Some(numbers) = numbers else { return Ok(None) };
        let written = Coordinates(numbers);
        let cell = lattice.cell_at(&written);
        if cell.is_none() {
            context.misfit(format!("there is no cell {written}"), None)?;
        }
        Ok(cell)
    }
}

impl Part<'_> for Coordinate {
    /// Nothing for a row or a column that no board has.
    type Value = Option<u32>;
    const NAME: &'static str = "a row or a column, a whole number from 0";
    fn number<E: serde::de::Error>(self, context: &Context<'_>, number: Number) -> Result<Option<u32>, E> {
        let beyond = match number {
            Number::Natural(number) => match u32::try_from(number) {
                Ok(number) => return Ok(Some(number)),
                Err(_) => "last",
            },
            Number::Negative(_) => "first",
            Number::Other(other) if other.fract() != 0.0 || (0.0..=f64::from(u32::MAX)).contains(&other) => {
                return Err(E::custom(format_args!("{number} is not {}", Self::NAME)));
            }
            Number::Other(other) => {
                if other < 0.0 {
                    "first"
                } else {
                    "last"
                }
            }
        };
        context.misfit(format!("{number} is beyond the {beyond} row and column of every board"), None)?;
        Ok(None)
    }
}

impl<'de, W: Part<'de>> DeserializeSeed<'de> for Read<'_, '_, W> {
    type Value = W::Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<W::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, W: Part<'de>> Visitor<'de> for Read<'_, '_, W> {
    type Value = W::Value;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(W::NAME)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<W::Value, A::Error> {
        self.what.map(self.context, map)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<W::Value, A::Error> {
        self.what.seq(self.context, seq)
    }
    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<W::Value, E> {
        self.what.text(self.context, text)
    }
    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<W::Value, E> {
        self.what.number(self.context, Number::Natural(number))
    }
    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<W::Value, E> {
        self.what.number(self.context, Number::Negative(number))
    }
    fn visit_unit<E: serde::de::Error>(self) -> Result<W::Value, E> {
        Err(E::custom(format_args!("null is not {}", W::NAME)))
    }
    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<W::Value, E> {
        Err(E::custom(format_args!("{value} is not {}", W::NAME)))
    }
    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<W::Value, E> {
        self.what.number(self.context, Number::Other(number))
    }
}

/// The mend for a name that no piece has.
fn help_for(name: &str, problem: &Problem) -> String {
    let names = || problem.pieces.iter().filter(|p| !p.hole).map(|p| p.name.as_str());
    // Names are short, so a capital or a small letter is the likeliest slip.
    let same = names().find(|n| n.eq_ignore_ascii_case(name));
    if let Some(found) = same.or_else(|| nearest(name, names())) {
        return format!("did you mean '{found}'?");
    }
    let mut listed: Vec<&str> = names().take(13).collect();
    if listed.len() == 13 {
        listed[12] = "...";
    }
    format!("its pieces are: {}", listed.join(", "))
}
