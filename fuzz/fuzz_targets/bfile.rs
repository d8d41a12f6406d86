//! Terms of a sequence: [`polytile::format::bfile`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::bfile;
use polytile_fuzz::checked;

fuzz_target!(|text: &str| {
    for (index, term) in checked(text, bfile::read(text)).into_iter().flatten() {
        let written = bfile::write(index, std::slice::from_ref(&term));
        assert_eq!(bfile::read(&written), Ok(vec![(index, term)]));
    }
});
