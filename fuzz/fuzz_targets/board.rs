//! Boards on one line and drawn, cells and numbers: [`polytile::format::board`], [`polytile::format::number`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::board::Region;
use polytile::format::{board, number};
use polytile_fuzz::{check_error, checked};

/// Boards that are gone through cell by cell.
const SMALL: usize = 1 << 12;

fuzz_target!(|text: &str| {
    let _ = board::is_short_form(text);
    let _ = board::is_drawing(text);
    checked(text, board::cell(text));
    checked(text, board::cell_of_cube(text));
    // Powers with hundreds of thousands of digits are known to take long to raise.
    if text.split_once('^').is_none_or(|(_, exponent)| exponent.len() < 4) {
        checked(text, number::natural(text));
    }
    if let Some(region) = checked(text, board::short_form(text)) {
        consistent(&region);
    }
    if let Some((region, warnings)) = checked(text, board::art(text)) {
        warnings.iter().for_each(|warning| check_error(text, warning));
        consistent(&region);
        let (again, _) = board::art(&board::draw(&region)).expect("a drawing");
        // Rows and columns without a cell around a board are no part of a drawing.
        assert_eq!(again.len(), region.len());
    }
});

fn consistent(region: &Region) {
    assert!(!region.is_empty());
    if [region.layers(), region.rows(), region.cols()].iter().map(|&side| side as usize).product::<usize>()
        <= SMALL
    {
        assert_eq!(region.cells().count(), region.len());
        for (index, cell) in (0..).zip(region.cells()) {
            assert_eq!(region.index(cell), Some(index));
        }
    }
}
