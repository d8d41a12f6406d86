//! A tiling that was given: by its number, in letters, or in a file.

use super::subject::Subject;
use crate::failure::Failure;
use crate::input::{self, found_in};
use crate::source::Source;
use polytile::classes::Neighbour;
use polytile::format::tiling;
use std::path::Path;

/// A tiling of the subject, as it lies.
pub struct Given {
    /// Its number, from 0.
    pub number: usize,
    /// Its placements, sorted.
    pub placements: Vec<u32>,
}

impl Given {
    /// Reads a number from 1, rows of letters with `/` between them, or a file as `polytile check` reads it.
    ///
    /// # Errors
    /// When it is none of these, or not a tiling of the puzzle.
    pub fn read(text: &str, subject: &Subject) -> Result<Self, Failure> {
        let tilings = &subject.tilings;
        if text.is_empty() {
            return Err(Failure::usage(
                "no tiling is named",
                "give a number from 1, a file, - for standard input, or rows of letters with / between them",
            ));
        }
        if text.bytes().all(|b| b.is_ascii_digit()) {
            let number = text.parse::<usize>().ok().filter(|n| (1..=tilings.len()).contains(n));
            let Some(number) = number else {
                return Err(Failure::usage(
                    format!("there is no tiling {text}: they go from 1 to {}", tilings.len()),
                    "give such a number; `polytile classes PUZZLE --graphml FILE` lists the tilings in letters",
                ));
            };
            return Ok(Given { number: number - 1, placements: tilings.get(number - 1).to_vec() });
        }
        // A board of one row has no / between its rows: then it is as many letters as columns that tell.
        let region = &tilings.problem().region;
        let is_row = region.rows() == 1 && text.chars().count() == region.cols() as usize && text != "-";
        let source = if (text.contains('/') || is_row) && !Path::new(text).exists() {
            Source::new("the tiling", text.replace('/', "\n"))
        } else {
            input::read(text)?
        };
        let read = tiling::parse(&source.text, tilings.problem()).map_err(|e| found_in(&source, e))?;
        if let Err(faults) = read.check(tilings.problem()) {
            let more =
                if faults.len() > 1 { format!(", and {} more", faults.len() - 1) } else { String::new() };
            let fault = faults.first().map(ToString::to_string).unwrap_or_default();
            return Err(Failure::usage(
                format!("{} is not a tiling of the puzzle: {fault}{more}", source.name),
                "`polytile check PUZZLE TILING` lists what is wrong with it",
            ));
        }
        let found = tilings.placements_of(&read).and_then(|placements| {
            let (number, _) = tilings.find_image(&placements)?;
            Some(Given { number, placements })
        });
        // A tiling that is right is on the list, by whatever engine it was searched.
        found.ok_or_else(|| Failure::other(format!("{} is a tiling that the search has missed", source.name)))
    }
}

/// How pieces are moved, in words: the rules, the pieces, and what is done to them.
pub fn in_words(neighbour: &Neighbour, subject: &Subject) -> String {
    let tilings = &subject.tilings;
    let name = |placement: u32| {
        let piece = tilings.encoded().placement(placement).piece as usize;
        tilings.problem().pieces[piece].name.as_str()
    };
    let ways = neighbour.ways.iter().map(|way| {
        let pieces: Vec<&str> = way.moves.iter().map(|&(from, _)| name(from)).collect();
        let done: Vec<String> = way.isometries.iter().map(ToString::to_string).collect();
        let done = match done.as_slice() {
            [] => "rearranged".to_owned(),
            [one] => one.clone(),
            [one, two] if one == two => format!("halves exchanged, each {one}"),
            several => format!("halves exchanged, {}", several.join(" and ")),
        };
        format!("{} ({} {done})", way.rule.letter(), pieces.join(" "))
    });
    ways.collect::<Vec<_>>().join("; ")
}
