//! Lists of pieces on one line: [`polytile::format::pieces`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile_fuzz::checked;

fuzz_target!(|text: &str| {
    if let Some(copies) = checked(text, pieces::copies(text)) {
        assert_eq!(pieces::copies(&copies.to_string()), Ok(copies));
    }
    // Sets of so many cells are known to take seconds to make.
    if ["nono", "deco", "9-", "10-", "11-", "12-"].iter().any(|large| text.contains(large)) {
        return;
    }
    for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Fixed] {
        let Some(set) = checked(text, pieces::list(text, freedom)) else { continue };
        for piece in set.iter() {
            assert!(piece.size() > 0);
            // Every piece goes by the name that answers call it by.
            let name = format!("{}:{}", piece.copies, piece.name);
            let again = pieces::list(&name, freedom).unwrap_or_else(|error| panic!("{error:?} of {name}"));
            assert_eq!((again.len(), &again[0]), (1, piece));
        }
    }
});
