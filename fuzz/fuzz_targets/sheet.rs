//! A board and its pieces on one sheet: [`polytile::format::sheet`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::sheet;
use polytile::pieces::Freedom;
use polytile_fuzz::{check_error, checked};

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, sheet::parse(text)) else { return };
    read.warnings.iter().for_each(|warning| check_error(text, warning));
    // Drawings of one shape are copies of one piece.
    let set = read.set(Freedom::Fixed);
    let copies: u64 = set.iter().map(|piece| u64::from(piece.copies.min())).sum();
    assert_eq!(copies, read.pieces.len() as u64);
});
