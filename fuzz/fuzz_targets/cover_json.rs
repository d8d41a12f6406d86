//! Items and options in JSON: [`polytile::format::cover_json`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::cover_json;
use polytile_fuzz::{check_cover, check_error, checked};

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, cover_json::parse(text)) else { return };
    read.warnings.iter().for_each(|warning| check_error(text, warning));
    check_cover(&read.cover);
    let again = cover_json::parse(&cover_json::write(&read.cover, &read.about)).expect("what was written");
    assert_eq!((again.cover, again.about), (read.cover, read.about));
});
