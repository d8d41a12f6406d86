//! Items and options in Knuth's format: [`polytile::format::dlx`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::exact_cover::Multiplicity;
use polytile::format::dlx;
use polytile_fuzz::{check_cover, check_error, checked};

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, dlx::parse(text)) else { return };
    read.warnings.iter().for_each(|warning| check_error(text, warning));
    assert_eq!(read.lines.len(), read.cover.option_count());
    check_cover(&read.cover);
    let _ = dlx::refused_by_knuth(&read.cover);
    let Ok(written) = dlx::write(&read.cover, &read.about.comments(), |_| None) else { return };
    let again = dlx::parse(&written).unwrap_or_else(|error| panic!("{error:?} in\n{written}"));
    assert!(again.cover.options().eq(read.cover.options()), "{written}");
    for (again, item) in again.cover.items().iter().zip(read.cover.items()) {
        assert_eq!(again.name, item.name);
        // No limit is written as a number that Knuth's programs can hold.
        if !matches!(item.demand, Multiplicity::Primary { hi: u32::MAX, .. }) {
            assert_eq!(again.demand, item.demand);
        }
    }
});
