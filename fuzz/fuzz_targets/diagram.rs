//! Saved diagrams: [`polytile::zdd::Family::load`]. Checksums are put right first, so that what they guard is reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::zdd::Family;
use polytile_fuzz::control;
use std::sync::Arc;

/// Bytes before the sizes of the levels: mark, version, variables, root, length of the description.
const FIRST: usize = 24;

fuzz_target!(|bytes: &[u8]| {
    let _ = load(bytes.to_vec());
    let mut mended = bytes.to_vec();
    mend(&mut mended);
    let Some(family) = load(mended) else { return };
    let control = control();
    let mut written = Vec::new();
    family.save(&mut written, &control).expect("written to memory");
    let again = load(written.clone()).expect("what was written");
    let mut twice = Vec::new();
    again.save(&mut twice, &control).expect("written to memory");
    assert_eq!(written, twice);
    if let Ok(counted) = family.diagram().counted(&control) {
        let _ = counted.total();
    }
});

fn load(bytes: Vec<u8>) -> Option<Family> {
    Family::load(Arc::new(bytes), &control()).ok()
}

/// Puts both checksums right, where the file is long enough to have them.
fn mend(bytes: &mut [u8]) {
    let Some(first) = bytes.first_chunk::<FIRST>() else { return };
    let number = |at: usize| first[at..at + 4].iter().rev().fold(0, |n, &byte| n << 8 | usize::from(byte));
    let head = FIRST + 4 * number(12) + number(20);
    if head + 8 > bytes.len() {
        return;
    }
    let sum = crc32fast::hash(&bytes[..head]).to_le_bytes();
    bytes[head..head + 4].copy_from_slice(&sum);
    let end = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[head + 4..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&sum);
}
