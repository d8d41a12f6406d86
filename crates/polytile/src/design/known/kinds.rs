//! The kinds of exact covers that are known, each by the names of its items.
//!
//! In: those names. Out: the board, what every option writes on it, and what the items ask for; nothing where the names are those of
//! another kind. The table is that of [`super`].

use super::names::{ACROSS, DOWN, Grid, Names, Ranks, numbered, pair, single};
use super::sought::Asks;
use super::{Ground, Known, Written};
use crate::exact_cover::{Entry, ExactCover};
use crate::run::{Control, Stopped};
use std::collections::BTreeMap;

/// What is known of `cover` by the names of its items.
///
/// # Errors
/// When there is no memory for what its options write, or `control` says stop.
pub(super) fn of(
    cover: &ExactCover,
    fits: impl Fn(&Known) -> bool,
    control: &Control,
) -> Result<Option<Known>, Stopped> {
    for kind in [queens, numbers, pairs, squares, words, colouring] {
        let names = Names::new(cover, control);
        let known = names.beats(cover.items().len()).and_then(|()| kind(&names)).filter(&fits);
        names.stopped()?;
        if known.is_some() {
            return Ok(known);
        }
    }
    Ok(None)
}

/// A mark that is written in words as it is drawn.
fn mark(mark: &impl ToString, tone: Option<u32>) -> Written {
    Written { mark: mark.to_string(), text: None, tone }
}

fn queens(names: &Names<'_>) -> Option<Known> {
    let row = |name: &str| single(name.strip_prefix('r')?);
    let col = |name: &str| single(name.strip_prefix('c')?);
    if !names.primary().all(|name| row(name).or_else(|| col(name)).is_some()) {
        return None;
    }
    let grid = Grid { rows: Ranks::of(names.read(row)), cols: Ranks::of(names.read(col)) };
    let writes = names.each(|option| {
        let ([row], [col]) = (names.found(option, row)?, names.found(option, col)?);
        Some(vec![(grid.at((row, col))?, mark(&'Q', None))])
    })?;
    let size = grid.size();
    Some(Known { ground: Ground::Chess, ..Known::new(size, writes, Asks::Queens(grid)) })
}

fn numbers(names: &Names<'_>) -> Option<Known> {
    let cell = |name: &str| pair(name.strip_prefix('p')?);
    let in_row = |name: &str| pair(name.strip_prefix('r')?);
    let others = |name: &str| pair(name.strip_prefix(['p', 'r', 'c', 'b'])?);
    if !names.primary().all(|name| others(name).is_some()) {
        return None;
    }
    let grid = Grid::of(names.read(cell));
    let writes = names.each(|option| {
        let ([cell], [(_, number)]) = (names.found(option, cell)?, names.found(option, in_row)?);
        Some(vec![(grid.at(cell)?, mark(&number, None))])
    })?;
    let boxes = Ranks::of(names.read(|name| pair(name.strip_prefix('b')?)).map(|(one, _)| one));
    let ground = if boxes.len() > 0 { Ground::Boxes } else { Ground::Plain };
    let known = Known::new(grid.size(), writes, Asks::Numbers([grid.rows, grid.cols, boxes]));
    Some(Known { ground, ..known })
}

fn pairs(names: &Names<'_>) -> Option<Known> {
    let place = |name: &str| single(name.strip_prefix('s')?);
    let number = |name: &str| single(name.strip_prefix('d').unwrap_or(name));
    let grid = Grid { rows: Ranks::of([0].into_iter()), cols: Ranks::of(names.read(place)) };
    let writes = names.each(|option| {
        let [number] = names.found(option, number)?;
        let at: [u32; 2] = names.found(option, place)?;
        at.into_iter().map(|at| Some((grid.at((0, at))?, mark(&number, Some(number))))).collect()
    })?;
    let size = grid.size();
    Some(Known::new(size, writes, Asks::Pairs(grid)))
}

fn squares(names: &Names<'_>) -> Option<Known> {
    let place = |name: &str| if name.contains('.') { pair(name) } else { None };
    let grid = Grid::of(names.read(place));
    let writes = names.each(|option| {
        let [side] = names.found(option, single)?;
        let places = option.iter().filter_map(|entry| place(names.of(*entry)));
        places.map(|place| Some((grid.at(place)?, mark(&side, Some(side))))).collect()
    })?;
    let size = grid.size();
    Some(Known { apart: true, ..Known::new(size, writes, Asks::Squares(grid)) })
}

fn words(names: &Names<'_>) -> Option<Known> {
    let coloured = || names.cover.options().flatten().filter(|entry| entry.colour > 0);
    let place = |entry: &Entry| names.beats(1).and_then(|()| pair(names.of(*entry)));
    let places: Vec<(u32, u32)> = coloured().map(place).collect::<Option<_>>()?;
    let grid = Grid::of(places.iter().copied());
    let writes = names.each(|option| {
        let letters = option.iter().filter(|entry| entry.colour > 0);
        let letter = |entry: &Entry| {
            let letter = &names.cover.colours()[entry.colour as usize - 1];
            Some((grid.at(pair(names.of(*entry))?)?, mark(&letter, None)))
        };
        letters.map(letter).collect()
    })?;
    let lines = |begin: [&'static str; 2]| Ranks::of(names.read(move |name| numbered(name, begin)));
    let asks = Asks::Words(Grid { rows: lines(ACROSS), cols: lines(DOWN) });
    Some(Known::new(grid.size(), writes, asks))
}

fn colouring(names: &Names<'_>) -> Option<Known> {
    let vertices: Vec<&str> = names.primary().map(|name| name.strip_prefix('v')).collect::<Option<_>>()?;
    let place: BTreeMap<&str, u32> = vertices.iter().copied().zip(0..).collect();
    let colour = |name| -> Option<(&str, u32)> {
        let (vertex, colour) = str::split_once(name, '=')?;
        Some((vertex, single(colour)?))
    };
    let writes = names.each(|option| {
        let [(vertex, colour)] = names.found(option, colour)?;
        let text = Some(format!("{vertex}={colour}"));
        Some(vec![(*place.get(vertex)?, Written { mark: vertex.to_owned(), text, tone: Some(colour) })])
    })?;
    // About as wide as it is high.
    let cols = (1..=vertices.len()).find(|side| side * side >= vertices.len())? as u32;
    let rows = (vertices.len() as u32).div_ceil(cols);
    Some(Known::new([rows, cols], writes, Asks::Colours))
}

/// A row of digits that guesses tell of: each option a digit in its place, counted from 0.
pub(super) fn digits(length: u32, options: &[(usize, u8)], guesses: Vec<String>) -> Known {
    let writes = options.iter().map(|&(at, digit)| vec![(at as u32, mark(&digit, None))]).collect();
    Known::new([1, length], writes, Asks::Digits(guesses))
}
