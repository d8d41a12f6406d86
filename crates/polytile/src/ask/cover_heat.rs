//! What stands where in how many solutions, of what has a board and no pieces.
//!
//! In: an exact cover whose solutions have a look that is known, or guesses of a number, and the share of the solutions that use each option.
//! Out: maps ([`Heat`]): of an exact cover one for each thing that can stand in a cell, such as each number of a sudoku or each colour
//! of a graph; of guesses one, with a row for each digit and a column for each place. Cost: the cells of all maps.

use super::Unanswered;
use crate::board::Region;
use crate::design::known::Known;
use crate::draw::Heat;
use crate::exact_cover::ExactCover;
use crate::format::number_mind::NumberMind;
use crate::run::{Control, Pulse};
use std::collections::BTreeMap;

/// Bytes that a cell takes on one map: its number, and what an SVG file says of it.
const BYTES: u64 = 256;

/// The digits of a place.
const DIGITS: u64 = 10;

/// The maps of an exact cover; nothing where its solutions have no look that is known.
///
/// # Errors
/// When there is no memory for them, or `control` says stop.
pub(super) fn of_cover(
    cover: &ExactCover,
    shares: &[f64],
    control: &Control,
) -> Result<Option<Heat<'static>>, Unanswered> {
    let Some(known) = Known::of(cover, control)? else { return Ok(None) };
    let control = &control.holding(known.bytes());
    let [rows, cols] = known.size();
    let Ok(region) = Region::rectangle(rows.into(), cols.into()) else { return Ok(None) };
    let cells = region.len();
    let mut maps: BTreeMap<(u64, &str), Vec<f64>> = BTreeMap::new();
    let pulse = Pulse::preparing(control);
    for (option, share) in (0..).zip(shares) {
        for (at, shown) in known.writes(option) {
            pulse.beat()?;
            // Of a vertex and its colour, which share the cell, the colour differs.
            let shown = shown.rsplit_once('=').map_or(shown, |(_, colour)| colour);
            let key = (shown.parse().unwrap_or(u64::MAX), shown);
            if !maps.contains_key(&key) {
                let number = maps.len() as u64 + 1;
                control.reserve(number.saturating_mul(cells as u64 * BYTES), "the maps of the cells")?;
            }
            maps.entry(key).or_insert_with(|| vec![0.0; cells])[at as usize] += share;
        }
    }
    drawn(region, maps.into_iter().map(|((_, shown), map)| (shown.to_owned(), map))).map(Some)
}

/// The map of the numbers that guesses allow.
///
/// # Errors
/// When there is no memory for it.
pub(super) fn of_digits(
    mind: &NumberMind,
    shares: &[f64],
    control: &Control,
) -> Result<Option<Heat<'static>>, Unanswered> {
    let length = mind.length();
    control.reserve((length as u64).saturating_mul(DIGITS * BYTES), "the map of the digits")?;
    let Ok(region) = Region::rectangle(DIGITS, length as u64) else { return Ok(None) };
    let mut map = vec![0.0; region.len()];
    for ((place, digit), share) in mind.options().into_iter().zip(shares) {
        map[usize::from(digit) * length + place] += share;
    }
    drawn(region, std::iter::once(("digits from 0 down, by their places".to_owned(), map))).map(Some)
}

fn drawn(
    region: Region,
    maps: impl Iterator<Item = (String, Vec<f64>)>,
) -> Result<Heat<'static>, Unanswered> {
    let mut heat = Heat::shares_of(region, "solutions");
    for (caption, mut map) in maps {
        // The sum of many small shares may exceed the whole by a rounding error.
        for share in &mut map {
            *share = share.min(1.0);
        }
        heat.add(caption, &map).map_err(|error| Unanswered::Failed(error.to_string()))?;
    }
    Ok(heat)
}

#[cfg(test)]
mod tests {
    use crate::ask::inspect::Inspect;
    use crate::ask::subject::Subject;
    use crate::format::subject::Words;
    use crate::run::Control;

    /// The maps of a puzzle: what each is of, and its numbers.
    fn maps(name: &str) -> Vec<(String, Vec<f64>)> {
        let control = Control::default();
        let subject = Subject::new(Words::shipped(name).read().unwrap().subject, &control).unwrap();
        let inspected = Inspect::default().inspect(&subject, &control).unwrap();
        let heat = inspected.heat(&subject, &control).unwrap().unwrap();
        heat.maps().map(|(caption, map)| (caption.to_owned(), map.to_vec())).collect()
    }

    #[test]
    fn what_stands_where() {
        let queens = maps("queens-8");
        let [(caption, map)] = &queens[..] else { panic!("{queens:?}") };
        // Of the 92 solutions four have a queen in a corner, and every row has one queen in each.
        assert_eq!((caption.as_str(), map.len()), ("Q", 64));
        assert!((map[0] - 4.0 / 92.0).abs() < 1e-9);
        assert!(map.chunks(8).all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        let sudoku = maps("sudoku");
        let captions: Vec<&str> = sudoku.iter().map(|(caption, _)| caption.as_str()).collect();
        assert_eq!(captions, ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        assert!(sudoku.iter().all(|(_, map)| (map.iter().sum::<f64>() - 9.0).abs() < 1e-9));
        let number = maps("number-mind-small");
        let (_, map) = &number[0];
        let certain: Vec<usize> = (0..50).filter(|&at| map[at] > 0.5).collect();
        assert_eq!(certain, [2 * 5 + 4, 3 * 5, 4 * 5 + 3, 5 * 5 + 2, 9 * 5 + 1]);
    }
}
