//! Lists of pieces on one line: [`polytile::format::pieces`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile_fuzz::{checked, names_large_pieces};

/// Pieces of a list that are looked up again.
const SAMPLE: usize = 8;

fuzz_target!(|text: &str| {
    if let Some(copies) = checked(text, pieces::copies(text)) {
        assert_eq!(pieces::copies(&copies.to_string()), Ok(copies));
    }
    if names_large_pieces(text) {
        return;
    }
    let freedom = [Freedom::Free, Freedom::OneSided, Freedom::Fixed][text.len() % 3];
    let Some(set) = checked(text, pieces::list(text, freedom)) else { return };
    // Every piece goes by the name that answers call it by, where it is known what its cells are.
    for piece in set.iter().take(SAMPLE) {
        assert!(piece.size() > 0);
        let name = format!("{}:{}", piece.copies, piece.name);
        let again = pieces::list_on(piece.lattice(), &name, freedom)
            .unwrap_or_else(|error| panic!("{error:?} of {name}"));
        assert_eq!((again.len(), &again[0]), (1, piece));
    }
});
