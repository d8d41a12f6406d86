//! Pictures in files of every form, held against the judgement of a flood fill.

use super::*;
use crate::tiling::Tiling;
use proptest::prelude::*;
use std::io::Cursor;

/// A picture of these numbers, in one of the ways a file may say so.
fn picture(cols: usize, numbers: &[u8], form: usize) -> Vec<u8> {
    let mut file = Vec::new();
    let rows = numbers.len() / cols;
    let mut encoder = ::png::Encoder::new(&mut file, cols as u32, rows as u32);
    let colours: Vec<[u8; 3]> = (0..16).map(|i: u8| [i * 3, i * 11, i * 17]).collect();
    let (colour, depth, bytes): (_, _, Vec<u8>) = match form {
        0 => (::png::ColorType::Rgb, ::png::BitDepth::Eight, {
            numbers.iter().flat_map(|&n| colours[n as usize]).collect()
        }),
        1 => (::png::ColorType::Grayscale, ::png::BitDepth::Four, packed(cols, numbers, 4)),
        2 => (::png::ColorType::Rgba, ::png::BitDepth::Sixteen, {
            let sixteen = |n: u8| [n, n, 9, 9, n, 9, 255, 255];
            numbers.iter().flat_map(|&n| if n == 0 { [0; 8] } else { sixteen(n) }).collect()
        }),
        depth => {
            let depth = [2, 4, 8][depth - 3];
            encoder.set_palette(colours[..1 << depth.min(4)].concat());
            let bit_depth = ::png::BitDepth::from_u8(depth).unwrap();
            (::png::ColorType::Indexed, bit_depth, packed(cols, numbers, depth))
        }
    };
    encoder.set_color(colour);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&bytes).unwrap();
    writer.finish().unwrap();
    file
}

fn packed(cols: usize, numbers: &[u8], depth: u8) -> Vec<u8> {
    let byte =
        |part: &[u8]| part.iter().enumerate().fold(0, |byte, (i, n)| byte | n << (8 - depth * (i as u8 + 1)));
    numbers.chunks(cols).flat_map(|row| row.chunks(8 / depth as usize).map(byte)).collect()
}

fn seen(file: Vec<u8>) -> Result<Recognised, GolombError> {
    recognise(Cursor::new(file), &Control::default(), |_| ())
}

/// Pieces and faulty cells by flooding.
fn flooded(cols: usize, numbers: &[u8]) -> (u64, Vec<PictureFault>) {
    let rows = numbers.len() / cols;
    let (mut pieces, mut faults, mut second) = (0, Vec::new(), false);
    for at in 0..numbers.len() {
        let cell = ((at / cols) as u64, (at % cols) as u64);
        if numbers[at] == HOLE {
            faults.extend(std::mem::replace(&mut second, true).then_some(PictureFault::SecondHole { cell }));
            continue;
        }
        let mut piece = vec![at];
        let mut next = 0;
        while let Some(&from) = piece.get(next) {
            next += 1;
            let (row, col) = (from / cols, from % cols);
            let near =
                [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
            for (r, c) in near.into_iter().filter(|&(r, c)| r < rows && c < cols) {
                if numbers[r * cols + c] == numbers[at] && !piece.contains(&(r * cols + c)) {
                    piece.push(r * cols + c);
                }
            }
        }
        let lines = |of: fn(usize, usize) -> usize| {
            piece.iter().map(|&p| of(p, cols)).collect::<std::collections::BTreeSet<_>>().len()
        };
        if piece.len() == 3 && lines(|p, c| p / c) == 2 && lines(|p, c| p % c) == 2 {
            pieces += u64::from(piece.iter().min() == Some(&at));
        } else if piece.len() < 3 {
            faults.push(PictureFault::Small { cell });
        } else {
            faults.push(PictureFault::Shape { cell });
        }
    }
    (pieces, faults)
}

proptest! {
    #[test]
    fn pictures_are_judged_as_by_flooding(
        cols in prop_oneof![1_usize..12, 60_usize..70, 120_usize..140],
        mut numbers in prop::collection::vec(0_u8..4, 1..700),
        board in (0_u32..8, any::<u64>()),
        changes in prop::collection::vec(any::<(u16, u8)>(), 0..3),
        real in any::<bool>(),
        form in 0_usize..6,
    ) {
        let mut cols = cols.min(numbers.len());
        numbers.truncate(numbers.len() / cols * cols);
        if real {
            // A right picture with a few wrong cells.
            let window = crate::golomb::Board::<u64>::random(board.0, board.1).unwrap().whole().unwrap();
            let mut rows = window.rows(0..u64::MAX);
            numbers.clear();
            while let Some(row) = rows.next_row() {
                numbers.extend(row.values());
            }
            cols = 1 << board.0;
            for (at, number) in changes {
                let at = at as usize % numbers.len();
                numbers[at] = number % 4;
            }
        }
        let mut rows = Vec::new();
        let found = recognise(Cursor::new(picture(cols, &numbers, form)), &Control::default(), |row| rows.extend_from_slice(row));
        let found = found.unwrap();
        let (pieces, faults) = flooded(cols, &numbers);
        prop_assert_eq!((found.rows as usize, found.cols as usize), (numbers.len() / cols, cols));
        prop_assert_eq!(found.pieces, pieces);
        prop_assert_eq!(found.fault_count as usize, faults.len());
        prop_assert_eq!(found.faults, faults);
        let holes = (0..numbers.len()).filter(|&at| numbers[at] == HOLE);
        let holes: Vec<(u64, u64)> = holes.map(|at| ((at / cols) as u64, (at % cols) as u64)).collect();
        prop_assert_eq!(found.holes, holes);
        let colours: std::collections::BTreeSet<u8> = numbers.iter().copied().filter(|&n| n != HOLE).collect();
        prop_assert_eq!(found.colours, colours.len());
        for (a, b) in rows.iter().zip(&numbers) {
            prop_assert_eq!(*a == HOLE, *b == HOLE);
        }
    }
}

#[test]
fn long_lists_are_cut() {
    let found = seen(picture(50, &[1; 5000], 3)).unwrap();
    assert_eq!((found.fault_count, found.faults.len()), (5000, Tiling::LISTED));
    let black = seen(picture(50, &[0; 5000], 3)).unwrap();
    assert_eq!(
        (black.fault_count, black.faults.len(), black.holes.len()),
        (4999, Tiling::LISTED, Tiling::LISTED)
    );
}

#[test]
fn what_is_no_picture_is_refused() {
    let said = |file: Vec<u8>| seen(file).unwrap_err().to_string();
    insta::assert_snapshot!(said(b"no picture".to_vec()), @"this PNG file cannot be read: Invalid PNG signature.");
    let whole = picture(4, &[1; 16], 3);
    insta::assert_snapshot!(said(whole[..whole.len() - 30].to_vec()), @"this PNG file cannot be read: unexpected end of file");
    let mut short = picture(4, &[3; 16], 4);
    // The palette now ends before number 3.
    let palette = short.windows(4).position(|name| name == b"PLTE").unwrap();
    short[palette - 4..palette].copy_from_slice(&6_u32.to_be_bytes());
    short.drain(palette + 4 + 6..palette + 4 + 48);
    let sum = crc32fast::hash(&short[palette..palette + 4 + 6]);
    short[palette + 10..palette + 14].copy_from_slice(&sum.to_be_bytes());
    insta::assert_snapshot!(said(short), @"this PNG file cannot be read: a pixel has a colour that the palette lacks");
    let many: Vec<u8> = (0..300_u32).flat_map(|i| [i as u8, (i >> 8) as u8, 1]).collect();
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, 300, 1);
    encoder.set_color(::png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&many).unwrap();
    insta::assert_snapshot!(said(file), @"the picture has more than 254 colours");
    insta::assert_snapshot!(said([&whole[..], &whole].concat()), @"something follows the picture in the file");
    let pixels = |colour, depth, bytes: &[u8]| {
        let mut file = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut file, 2, 2);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(bytes).unwrap();
        file
    };
    let clear =
        pixels(::png::ColorType::GrayscaleAlpha, ::png::BitDepth::Eight, &[9, 255, 9, 255, 9, 0, 0, 0]);
    insta::assert_snapshot!(said(clear), @"the picture has a pixel that is not opaque");
    // Colours that differ in their lower bytes only.
    let fine = pixels(::png::ColorType::Grayscale, ::png::BitDepth::Sixteen, &[7, 1, 7, 1, 7, 1, 7, 2]);
    assert_eq!(seen(fine).unwrap().colours, 2);
}
