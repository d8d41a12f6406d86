//! Puzzle files: [`polytile::format::puzzle`], and what kind of file a text is taken for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::{Kind, puzzle};
use polytile_fuzz::{check_error, checked};

fuzz_target!(|text: &str| {
    let _ = Kind::of_text(text);
    // Sets of so many cells are known to take long to make.
    if ["oct", "nono", "deco", "8-", "9-", "10-", "11-", "12-"].iter().any(|large| text.contains(large)) {
        return;
    }
    let Some(read) = checked(text, puzzle::parse(text)) else { return };
    read.warnings.iter().for_each(|warning| check_error(text, warning));
    let written = puzzle::write(&read).expect("what was read has flips and turns");
    let again = puzzle::parse(&written).unwrap_or_else(|error| panic!("{error:?} in\n{written}"));
    assert_eq!(again.problem, read.problem, "{written}");
    assert_eq!((again.title, again.description, again.source), (read.title, read.description, read.source));
});
