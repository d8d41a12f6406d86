//! Puzzles of BurrTools, packed and not: [`polytile::format::xmpuzzle`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::xmpuzzle;
use polytile_fuzz::{check_error, checked};

fuzz_target!(|bytes: &[u8]| {
    let Ok(Ok(text)) = xmpuzzle::unpacked(bytes.to_vec()) else { return };
    for number in [None, Some(2)] {
        let Some(read) = checked(&text, xmpuzzle::parse(&text, number)) else { continue };
        read.warnings.iter().for_each(|warning| check_error(&text, warning));
        let store = xmpuzzle::Store::of(&text, number).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        let stored = store.text(&["0 0 0 0".to_owned()], true);
        let again = xmpuzzle::parse(&stored, number).unwrap_or_else(|error| panic!("{error:?} in\n{stored}"));
        assert_eq!(again.problem.region, read.problem.region, "{stored}");
        let Ok(written) = xmpuzzle::write(&read) else { continue };
        let again = xmpuzzle::parse(&written.text, None)
            .unwrap_or_else(|error| panic!("{error:?} in\n{}", written.text));
        let pieces = |puzzle: &polytile::format::puzzle::Puzzle| -> Vec<_> {
            let piece = |piece: &polytile::pieces::Piece| (piece.orientations.clone(), piece.copies);
            puzzle.problem.pieces.iter().map(piece).collect()
        };
        assert_eq!(
            (&again.problem.region, pieces(&again)),
            (&read.problem.region, pieces(&read)),
            "{}",
            written.text
        );
    }
});
