//! Is the picture of a tiling one? One pixel per cell, read and verified cell by cell.
//!
//! In: a PNG file, in which black is a hole. Out: how many pieces of how many colours cover what, and every cell that is
//! no part of an L-tromino. Nothing here knows how boards are made.
//!
//! Cells of one colour that share an edge are taken for one piece, so pieces that overlap or touch in one colour show as
//! pieces of a wrong shape. Three cells form an L exactly when one of them, the *elbow*, has one neighbour of its colour
//! above or below and one beside it, and these two, the *ends*, have no other. Whether a cell is an elbow depends on its
//! neighbours, and whether it is a right one on theirs: five rows are all that is held in memory. Cost:
//! linear, about ten nanoseconds per cell.

use crate::run::{Control, Progress, Stopped};
use crate::tiling::Tiling;
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, Seek};
use thiserror::Error;

/// What a picture shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    /// Rows of cells.
    pub rows: u64,
    /// Columns of cells.
    pub cols: u64,
    /// Cells that are in no L-tromino or hole, or the holes themselves if there are too many: the first
    /// [`Tiling::LISTED`].
    pub faults: Vec<PictureFault>,
    /// How many faults there are in all.
    pub fault_count: u64,
    /// Black cells, the first [`Tiling::LISTED`] of them.
    pub holes: Vec<(u64, u64)>,
    /// Pieces that are right.
    pub pieces: u64,
    /// Colours besides black.
    pub colours: usize,
}

/// What is wrong with a cell of a picture. Cells are row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PictureFault {
    /// One or two cells.
    #[error("{},{} is in a piece of fewer than three cells", cell.0, cell.1)]
    Small {
        /// The cell.
        cell: (u64, u64),
    },
    /// No L-tromino.
    #[error("{},{} is in no L-tromino: the cells of its colour form another shape, or two pieces of one colour touch", cell.0, cell.1)]
    Shape {
        /// The cell.
        cell: (u64, u64),
    },
    /// A board has one hole at most.
    #[error("{},{} is a second hole", cell.0, cell.1)]
    SecondHole {
        /// The cell.
        cell: (u64, u64),
    },
}

/// Why a picture cannot be read as a tiling.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Not a PNG file, or a damaged one.
    #[error("this PNG file cannot be read: {0}")]
    Format(String),
    /// Rows that do not come one after the other.
    #[error("the picture is interlaced, and rows are needed one after the other")]
    Interlaced,
    /// More colours than any tiling needs.
    #[error("the picture has more than {max} colours", max = MAX_COLOURS)]
    Colours,
    /// A limit was reached, or somebody said stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

const MAX_COLOURS: usize = 254;

/// The number of black.
const HOLE: u8 = 0;

/// The number of what the palette does not have.
const UNKNOWN: u8 = 255;

/// Verifies a picture of a tiling by L-trominoes, one pixel per cell, with one hole at most.
///
/// `each_row` sees every row as numbers of colours, 0 being black, and the others in the order in which they appear in
/// the palette, or in the picture where there is none.
///
/// ```
/// use polytile::golomb::{Board, Colouring, Look, recognise};
/// use polytile::run::Control;
/// let mut file = Vec::new();
/// Board::new(5, 3_u64, 30)?.whole()?.png(Look::new(Colouring::Three, 1)?, &Control::default(), &mut file)?;
/// let seen = recognise(std::io::Cursor::new(file), &Control::default(), |_| ())?;
/// assert_eq!((seen.pieces, seen.colours, seen.fault_count), (341, 3, 0));
/// assert_eq!(seen.holes, [(3, 30)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it is not such a picture at all. What is wrong with one is listed in the answer.
pub fn recognise(
    file: impl BufRead + Seek,
    control: &Control,
    mut each_row: impl FnMut(&[u8]),
) -> Result<Recognised, PictureError> {
    let damaged = |error: png::DecodingError| PictureError::Format(error.to_string());
    let mut decoder = png::Decoder::new(file);
    let header = decoder.read_header_info().map_err(damaged)?;
    let (rows, cols) = (u64::from(header.height), u64::from(header.width));
    if header.interlaced {
        return Err(PictureError::Interlaced);
    }
    let indexed = header.color_type == png::ColorType::Indexed;
    decoder.set_transformations(if indexed {
        png::Transformations::IDENTITY
    } else {
        png::Transformations::EXPAND | png::Transformations::STRIP_16
    });
    control.reserve(cols.saturating_mul(48), "five rows of this picture")?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let mut colours = Colours::default();
    let unpack = if indexed {
        Unpack::indexed(reader.info(), &mut colours)?
    } else {
        Unpack::Samples(reader.output_color_type().0.samples())
    };
    let mut checker = Checker::new(rows, cols);
    let mut numbers = vec![HOLE; cols as usize];
    let mut done = 0;
    while let Some(row) = reader.next_row().map_err(damaged)? {
        if done % 64 == 0 {
            control.check(Progress::Rows { done, total: rows })?;
        }
        unpack.row(row.data(), &mut numbers, &mut colours)?;
        each_row(&numbers);
        checker.push(&numbers);
        done += 1;
    }
    Ok(checker.finish())
}

/// Numbers of colours, by what they are made of. Black is number 0.
#[derive(Default)]
struct Colours(BTreeMap<[u8; 3], u8>);

impl Colours {
    fn number(&mut self, colour: [u8; 3]) -> Result<u8, PictureError> {
        if colour == [0, 0, 0] {
            return Ok(HOLE);
        }
        let next = self.0.len() + 1;
        if let Some(&number) = self.0.get(&colour) {
            return Ok(number);
        }
        if next > MAX_COLOURS {
            return Err(PictureError::Colours);
        }
        self.0.insert(colour, next as u8);
        Ok(next as u8)
    }
}

/// How a row of a file becomes numbers of colours.
enum Unpack {
    /// So many bits per pixel, and the number of the colour for each place of the palette.
    Palette(u32, Box<[u8; 256]>),
    /// So many bytes per pixel.
    Samples(usize),
}

impl Unpack {
    fn indexed(info: &png::Info<'_>, colours: &mut Colours) -> Result<Self, PictureError> {
        let mut numbers = Box::new([UNKNOWN; 256]);
        let palette = info.palette.as_deref().unwrap_or_default();
        for (number, colour) in numbers.iter_mut().zip(palette.chunks_exact(3)) {
            *number = colours.number([colour[0], colour[1], colour[2]])?;
        }
        Ok(Unpack::Palette(info.bit_depth as u32, numbers))
    }

    fn row(&self, bytes: &[u8], numbers: &mut [u8], colours: &mut Colours) -> Result<(), PictureError> {
        match self {
            Unpack::Palette(depth, table) => {
                let each = (8 / depth) as usize;
                let mask = ((1_u32 << depth) - 1) as u8;
                for (byte, numbers) in bytes.iter().zip(numbers.chunks_mut(each)) {
                    let shifts = (0..8).step_by(*depth as usize).rev();
                    for (number, shift) in numbers.iter_mut().zip(shifts) {
                        *number = table[(byte >> shift & mask) as usize];
                    }
                }
                if numbers.contains(&UNKNOWN) {
                    return Err(PictureError::Format(
                        "a pixel has a colour that the palette lacks".to_owned(),
                    ));
                }
            }
            Unpack::Samples(samples) => {
                let mut last = None;
                for (pixel, number) in bytes.chunks_exact(*samples).zip(numbers) {
                    // Grey alone or with opacity, or three colours alone or with opacity.
                    let colour = if *samples < 3 { [pixel[0]; 3] } else { [pixel[0], pixel[1], pixel[2]] };
                    *number = match last {
                        Some((seen, number)) if seen == colour => number,
                        _ => colours.number(colour)?,
                    };
                    last = Some((colour, *number));
                }
            }
        }
        Ok(())
    }
}

/// A row of cells with what is known about it, a place beyond either end included. All but the numbers are 1 or 0.
#[derive(Clone, Default)]
struct Line {
    numbers: Vec<u8>,
    /// Whether the cell has the colour of the one below, or right of it.
    below: Vec<u8>,
    right: Vec<u8>,
    elbow: Vec<u8>,
    end: Vec<u8>,
    /// Elbows between two ends.
    whole: Vec<u8>,
}

struct Checker {
    cols: usize,
    /// The last five rows, the newest at the back; before the first there are rows of holes.
    lines: VecDeque<Line>,
    pushed: u64,
    seen: Recognised,
    present: [bool; 256],
}

impl Checker {
    fn new(rows: u64, cols: u64) -> Self {
        let seen = Recognised { rows, cols, ..Recognised::default() };
        let cols = cols as usize;
        let none = vec![0; cols + 2];
        let [numbers, below, right, elbow, end, whole] = [0; 6].map(|_| none.clone());
        let line = Line { numbers, below, right, elbow, end, whole };
        Checker { cols, lines: vec![line; 5].into(), pushed: 0, seen, present: [false; 256] }
    }

    /// Takes the next row.
    fn push(&mut self, numbers: &[u8]) {
        for &number in numbers {
            self.present[number as usize] = true;
        }
        // Everything in the oldest row is written anew before it is read.
        self.lines.rotate_left(1);
        let [oldest, above, line, before, newest] = self.lines.make_contiguous() else { return };
        newest.numbers[1..=numbers.len()].copy_from_slice(numbers);
        for (same, pair) in newest.right.iter_mut().zip(newest.numbers.windows(2)) {
            *same = u8::from(pair[0] == pair[1]) & u8::from(pair[0] != HOLE);
        }
        // The row before it now has both its neighbours,
        let cells = 1..=self.cols;
        for i in cells.clone() {
            let same = u8::from(before.numbers[i] == newest.numbers[i]);
            before.below[i] = same & u8::from(newest.numbers[i] != HOLE);
            let upright = line.below[i] + before.below[i];
            let lying = before.right[i - 1] + before.right[i];
            before.elbow[i] = u8::from(upright == 1) & u8::from(lying == 1);
            before.end[i] = u8::from(upright + lying == 1);
        }
        // so that the elbows of the one before that can be judged,
        for i in cells {
            let upright = above.below[i] & above.end[i] | line.below[i] & before.end[i];
            let lying = line.right[i - 1] & line.end[i - 1] | line.right[i] & line.end[i + 1];
            line.whole[i] = line.elbow[i] & upright & lying;
        }
        // and all cells of the one before that.
        self.pushed += 1;
        if let Some(row) = self.pushed.checked_sub(4) {
            self.seen.verify(row, oldest, above, line);
        }
    }

    fn finish(mut self) -> Recognised {
        let nothing = vec![HOLE; self.cols];
        (0..3).for_each(|_| self.push(&nothing));
        self.seen.colours = self.present[1..].iter().filter(|&&present| present).count();
        self.seen
    }
}

impl Recognised {
    /// Verifies the cells of `line`, row number `row`.
    fn verify(&mut self, row: u64, above: &Line, line: &Line, below: &Line) {
        let cells = 1..line.numbers.len() - 1;
        let right = |i: usize| {
            let up_or_down = above.below[i] & above.whole[i] | line.below[i] & below.whole[i];
            let beside = line.right[i - 1] & line.whole[i - 1] | line.right[i] & line.whole[i + 1];
            line.whole[i] | line.end[i] & (up_or_down | beside)
        };
        let (mut count, mut whole) = (0, 0);
        for i in cells.clone() {
            count += u64::from(right(i));
            whole += u64::from(line.whole[i]);
        }
        self.pieces += whole;
        if count == cells.len() as u64 {
            return;
        }
        for i in cells.filter(|&i| right(i) == 0) {
            let cell = (row, i as u64 - 1);
            if line.numbers[i] == HOLE {
                if self.holes.len() < Tiling::LISTED {
                    self.holes.push(cell);
                }
                if self.holes.len() > 1 {
                    self.fault(PictureFault::SecondHole { cell });
                }
                continue;
            }
            let beside_end = above.below[i] & above.end[i]
                | line.below[i] & below.end[i]
                | line.right[i - 1] & line.end[i - 1]
                | line.right[i] & line.end[i + 1];
            let joined = above.below[i] + line.below[i] + line.right[i - 1] + line.right[i];
            let small = joined == 0 || joined == 1 && beside_end == 1;
            self.fault(if small { PictureFault::Small { cell } } else { PictureFault::Shape { cell } });
        }
    }

    fn fault(&mut self, fault: PictureFault) {
        self.fault_count += 1;
        if self.faults.len() < Tiling::LISTED {
            self.faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let byte = |part: &[u8]| {
            part.iter().enumerate().fold(0, |byte, (i, n)| byte | n << (8 - depth * (i as u8 + 1)))
        };
        numbers.chunks(cols).flat_map(|row| row.chunks(8 / depth as usize).map(byte)).collect()
    }

    fn seen(file: Vec<u8>) -> Result<Recognised, PictureError> {
        recognise(Cursor::new(file), &Control::default(), |_| ())
    }

    /// Pieces and faulty cells by flooding.
    fn flooded(cols: usize, numbers: &[u8]) -> (u64, Vec<PictureFault>) {
        let rows = numbers.len() / cols;
        let (mut pieces, mut faults, mut second) = (0, Vec::new(), false);
        for at in 0..numbers.len() {
            let cell = ((at / cols) as u64, (at % cols) as u64);
            if numbers[at] == HOLE {
                faults.extend(
                    std::mem::replace(&mut second, true).then_some(PictureFault::SecondHole { cell }),
                );
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
            cols in 1_usize..12,
            mut numbers in prop::collection::vec(0_u8..4, 1..120),
            board in (0_u32..4, any::<u64>()),
            changes in prop::collection::vec(any::<(u8, u8)>(), 0..3),
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
    }
}
