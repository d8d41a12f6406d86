//! Pictures of tilings: [`polytile::golomb::recognise`]. Checksums of the file are not looked at while fuzzing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::golomb::recognise;
use polytile_fuzz::control;
use std::io::Cursor;

fuzz_target!(|bytes: &[u8]| {
    let (mut rows, mut width) = (0, None);
    let seen = recognise(Cursor::new(bytes), &control(), |row| {
        rows += 1;
        assert!(*width.get_or_insert(row.len()) == row.len());
    });
    if let Ok(seen) = seen {
        assert_eq!((seen.rows, seen.cols), (rows, width.unwrap_or_default() as u64));
        assert!(seen.fault_count >= seen.faults.len() as u64);
        assert!(seen.fault_count > 0 || 3 * seen.pieces + seen.holes.len() as u64 == seen.rows * seen.cols);
    }
});
