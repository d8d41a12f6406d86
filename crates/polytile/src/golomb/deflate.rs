//! Compression of data that repeats at known distances.
//!
//! In: bytes, and the distances at which they tend to repeat. Out: a deflate stream (RFC 1951) of those bytes, which ends at a
//! byte and is not final, so that streams made side by side may follow each other. At each place the longest match at one of the
//! distances is taken, the last distance being tried first. There is no search for matches: the rows of a board repeat with
//! periods that are powers of 2 times a pattern, and the row above is exactly a row's length away. The codes are the fixed ones
//! of the format. Cost: each byte is compared about once, eight at a time.

/// The farthest a match may reach back.
const WINDOW: usize = 1 << 15;

/// The longest match, and the shortest one worth its distance.
const LONGEST: usize = 258;
const SHORTEST: usize = 4;

/// Some bits, which are written lowest first.
#[derive(Clone, Copy, Debug, Default)]
struct Code {
    bits: u32,
    length: u32,
}

/// Which distances to try.
#[derive(Clone, Debug)]
pub(super) struct Deflate {
    /// Shortest first, each with its code.
    distances: Vec<(usize, Code)>,
    literals: Vec<Code>,
    lengths: Vec<Code>,
}

impl Deflate {
    /// A compressor that tries these distances; those beyond the reach of the format are left out.
    pub(super) fn new(distances: impl IntoIterator<Item = u64>) -> Self {
        let reach = 1..=WINDOW as u64;
        let mut distances: Vec<usize> =
            distances.into_iter().filter(|distance| reach.contains(distance)).map(|d| d as usize).collect();
        distances.sort_unstable();
        distances.dedup();
        Deflate {
            distances: distances.into_iter().map(|distance| (distance, distance_code(distance))).collect(),
            literals: (0..256).map(symbol).collect(),
            lengths: (0..=LONGEST).map(|length| length_code(length.max(3))).collect(),
        }
    }

    /// Appends the stream of `data` to `out`.
    pub(super) fn compress(&self, data: &[u8], out: &mut Vec<u8>) {
        let mut writer = Writer { out, bits: 0, length: 0 };
        // Not the last block; fixed codes.
        writer.put(Code { bits: 0b010, length: 3 });
        let mut at = 0;
        let mut last = None;
        while at < data.len() {
            let mut best = (0, None);
            let tried = last.into_iter().chain(&self.distances).take_while(|(distance, _)| *distance <= at);
            for candidate in tried {
                let length = common(data, at, candidate.0);
                if length > best.0 {
                    best = (length, Some(candidate));
                    if length == LONGEST {
                        break;
                    }
                }
            }
            if let (SHORTEST.., Some(found)) = best {
                writer.put(self.lengths[best.0]);
                writer.put(found.1);
                last = Some(found);
                at += best.0;
            } else {
                writer.put(self.literals[data[at] as usize]);
                at += 1;
            }
        }
        writer.put(symbol(256));
        // An empty stored block, whose content begins at a byte.
        writer.put(Code { bits: 0, length: 3 });
        writer.align();
        writer.out.extend([0, 0, 0xFF, 0xFF]);
    }
}

/// The stream that ends all: a final block without content.
pub(super) const FINAL: [u8; 2] = [3, 0];

/// How many bytes at `at` equal those `distance` before, at most [`LONGEST`].
fn common(data: &[u8], at: usize, distance: usize) -> usize {
    let most = LONGEST.min(data.len() - at);
    let (new, old) = (&data[at..at + most], &data[at - distance..at - distance + most]);
    let mut length = 0;
    for (a, b) in new.chunks_exact(8).zip(old.chunks_exact(8)) {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |word, &byte| word << 8 | u64::from(byte));
        let differ = word(a) ^ word(b);
        if differ != 0 {
            return length + differ.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    length + new[length..].iter().zip(&old[length..]).take_while(|(a, b)| a == b).count()
}

/// A number of `length` bits, written highest bit first as the format writes codes.
fn reversed(bits: u32, length: u32) -> Code {
    Code { bits: bits.reverse_bits() >> (32 - length), length }
}

/// The fixed code of a literal, of the end (256) or of a length.
fn symbol(number: u32) -> Code {
    match number {
        0..=143 => reversed(0b0011_0000 + number, 8),
        144..=255 => reversed(0b1_1001_0000 + number - 144, 9),
        256..=279 => reversed(number - 256, 7),
        _ => reversed(0b1100_0000 + number - 280, 8),
    }
}

/// `first` with the lowest `length` bits of `extra` after it.
fn with_extra(first: Code, extra: u32, length: u32) -> Code {
    Code { bits: first.bits | (extra & ((1 << length) - 1)) << first.length, length: first.length + length }
}

/// The code of a length: four lengths to each number of extra bits, from 3 on; the last has a symbol of its own.
fn length_code(length: usize) -> Code {
    if length == LONGEST {
        return symbol(285);
    }
    let from_three = length as u32 - 3;
    if from_three < 8 {
        return symbol(257 + from_three);
    }
    let extra = from_three.ilog2() - 2;
    with_extra(symbol(257 + 4 * extra + (from_three >> extra)), from_three, extra)
}

/// The code of a distance: two distances to each number of extra bits, from 1 on.
fn distance_code(distance: usize) -> Code {
    let from_one = distance as u32 - 1;
    if from_one < 4 {
        return reversed(from_one, 5);
    }
    let extra = from_one.ilog2() - 1;
    with_extra(reversed(2 * extra + (from_one >> extra), 5), from_one, extra)
}

struct Writer<'a> {
    out: &'a mut Vec<u8>,
    bits: u64,
    length: u32,
}

impl Writer<'_> {
    fn put(&mut self, code: Code) {
        self.bits |= u64::from(code.bits) << self.length;
        self.length += code.length;
        while self.length >= 32 {
            self.out.extend((self.bits as u32).to_le_bytes());
            self.bits >>= 32;
            self.length -= 32;
        }
    }

    fn align(&mut self) {
        let bytes = self.length.div_ceil(8) as usize;
        self.out.extend(&self.bits.to_le_bytes()[..bytes]);
        (self.bits, self.length) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Read;

    fn unpacked(stream: &[u8]) -> Vec<u8> {
        let mut data = Vec::new();
        flate2::read::DeflateDecoder::new(stream).read_to_end(&mut data).unwrap();
        data
    }

    /// Bytes that repeat at the distances and for the lengths of `copies`, with other bytes between.
    fn repeating(copies: &[(usize, usize, u8)]) -> Vec<u8> {
        let mut data = vec![7];
        for &(distance, length, between) in copies {
            for _ in 0..length {
                data.push(data[data.len() - distance.min(data.len())]);
            }
            data.extend([between, between.wrapping_mul(31)]);
        }
        data
    }

    #[test]
    fn every_length_and_many_distances() {
        let lengths: Vec<_> = (0..600).map(|length| (1 + length % 9, length, (length * 77) as u8)).collect();
        let distances: Vec<_> = (0..300).map(|i| (1 + i * i % 32_768, 40 + i, (i * 13) as u8)).collect();
        for copies in [lengths, distances] {
            let data = repeating(&copies);
            let mut stream = Vec::new();
            Deflate::new(copies.iter().map(|copy| copy.0 as u64)).compress(&data, &mut stream);
            assert!(stream.len() < data.len() / 3, "{} of {}", stream.len(), data.len());
            stream.extend(FINAL);
            assert!(unpacked(&stream) == data);
        }
    }

    /// Distances are those of pictures, whose rows may be longer than memory.
    #[test]
    fn distances_beyond_reach_are_left_out() {
        let reach = WINDOW as u64;
        let deflate = Deflate::new([0, reach, reach + 1, 1 << 32, (1 << 32) + 4, 4, u64::MAX]);
        assert_eq!(deflate.distances.iter().map(|(distance, _)| *distance).collect::<Vec<_>>(), [4, WINDOW]);
    }

    proptest! {
        #[test]
        fn streams_follow_each_other(
            parts in prop::collection::vec(prop::collection::vec((1_usize..40_000, 0_usize..700, any::<u8>()), 0..20), 0..4),
            distances in prop::collection::vec(0_usize..50_000, 0..9),
        ) {
            let (mut stream, mut whole) = (Vec::new(), Vec::new());
            for copies in parts {
                let data = repeating(&copies);
                let tried = copies.iter().map(|copy| copy.0).chain(distances.iter().copied());
                Deflate::new(tried.map(|distance| distance as u64)).compress(&data, &mut stream);
                whole.extend(data);
            }
            stream.extend(FINAL);
            prop_assert!(unpacked(&stream) == whole);
        }
    }
}
