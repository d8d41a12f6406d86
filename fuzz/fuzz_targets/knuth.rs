//! Knuth's SLIDING: [`polytile::format::sliding`].
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use polytile::format::sliding::{Dialect, read};
use polytile_fuzz::{check_sliding, checked};

fuzz_target!(|text: &str| -> Corpus {
    if Dialect::of_text(text) != Dialect::Knuth {
        return Corpus::Reject;
    }
    if let Some(puzzle) = checked(text, read(text)) {
        check_sliding(text, &puzzle);
    }
    Corpus::Keep
});
