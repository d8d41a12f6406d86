//! Levels of an exploration: [`look_at_level`]. A genuine file is edited, and its checksums put right.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::internals::look_at_level;
use polytile::sliding::Metric;
use polytile_fuzz::{EXPLORATION, Exploration, control, edited, fnv};

/// Bytes before a block: checksum, keys, length, first and last key.
const HEADER: usize = 28;
/// Bytes at the end: number of keys, digest, seal.
const END: usize = 24;

fuzz_target!(|script: &[u8]| {
    let Exploration { puzzle, number, level, .. } = &*EXPLORATION;
    let control = control();
    let genuine = look_at_level(puzzle, Metric::Step, *number, level, &control).expect("it was written here");
    let changed = edited(level, script);
    let _ = look_at_level(puzzle, Metric::Step, *number, &changed, &control);
    if let Ok(states) = look_at_level(puzzle, Metric::Step, *number, &mended(changed), &control) {
        assert!(states <= 208, "{states} states, where there are {genuine}");
    }
});

/// With right checksums and numbers of keys, as far as there are blocks.
fn mended(mut file: Vec<u8>) -> Vec<u8> {
    let Some(title) = file.iter().position(|&byte| byte == b'\n') else { return file };
    let Some(end) = file.len().checked_sub(END).filter(|&end| end > title) else { return file };
    let number =
        |file: &[u8], at: usize| file[at..at + 4].iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
    let (mut at, mut states) = (title + 1, 0);
    let mut digested = file[..at].to_vec();
    while at + HEADER <= end {
        let length = number(&file, at + 8);
        let next = at + HEADER + length;
        if next > end {
            break;
        }
        states += number(&file, at + 4) as u64;
        // Of the block with no checksum in its place.
        file[at..at + 4].fill(0);
        let sum = crc32fast::hash(&file[at..next]);
        file[at..at + 4].copy_from_slice(&sum.to_le_bytes());
        digested.extend(&file[at..at + HEADER]);
        at = next;
    }
    file[end..end + 8].copy_from_slice(&states.to_le_bytes());
    file[end + 8..end + 16].copy_from_slice(&fnv(&digested).to_le_bytes());
    file
}
