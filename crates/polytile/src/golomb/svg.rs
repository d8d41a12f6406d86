//! A board as SVG: its pieces one by one, or the recursion itself, in a few bytes for each level.
//!
//! In: a window, or a board. Out: a document whose unit is a cell. [`Window::svg`] writes one path for each colour, about
//! 25 bytes for each piece. [`Board::svg_nested`] draws each kind of block once, as four smaller blocks around a piece,
//! and so needs O(n) bytes for 4^n cells; a viewer still has to draw every piece.

use super::GolombError;
use super::board::{Board, Quadrant, Tromino};
use super::coordinate::Coordinate;
use super::look::{Colouring, VectorLook};
use super::window::Window;
use crate::pieces::Colour;
use crate::run::{Control, Progress};
use num_bigint::BigUint;
use std::fmt::Display;
use std::io::Write;

/// Pixels of the longer side.
const SIDE: u64 = 1600;

/// Coordinates in SVG are numbers of single precision, which end a little below 2^128.
const MAX_NESTED: u32 = 126;

/// Pieces between two looks at the control.
const PIECES_PER_LOOK: usize = 1 << 16;

impl<C: Coordinate> Window<C> {
    /// Writes the window as an SVG document, one path for each colour. Coordinates count from its first cell; pieces that
    /// are partly outside are cut off.
    ///
    /// # Errors
    /// [`GolombError::Stopped`] when `control` says stop, [`GolombError::Write`] when it cannot be written.
    pub fn svg(
        &self,
        look: impl Into<VectorLook>,
        control: &Control,
        out: &mut dyn Write,
    ) -> Result<(), GolombError> {
        let look: VectorLook = look.into();
        let colouring = look.colouring;
        let order = self.board().order();
        let palette = colouring.palette(order);
        let (rows, cols) = (self.rows_len(), self.cols_len());
        let pixels = |cells: u64| match look.scale {
            Some(scale) => u128::from(scale) * u128::from(cells),
            None => u128::from(SIDE) * u128::from(cells) / u128::from(rows.max(cols)),
        };
        let (width, height) = (pixels(cols).max(1), pixels(rows).max(1));
        head(&cols, &rows, [width, height], look.transparent, out)?;
        let levels = self.levels();
        for (number, &colour) in palette.iter().enumerate().skip(1) {
            // Level 1 has two colours, each other level one.
            let has = |level: u32| {
                let values = if level == 1 { 1..=2 } else { 3..=3 };
                values.map(|value| colouring.number(value, level, order)).any(|n| usize::from(n) == number)
            };
            let mut empty = true;
            for &level in levels.iter().filter(|&&level| has(level)) {
                let of_colour = self.trominoes(level).filter(|piece| {
                    usize::from(colouring.number(piece.colour() + 1, piece.level, order)) == number
                });
                for (count, piece) in of_colour.enumerate() {
                    let top = self.first().0.distance_to(&piece.top).map_or(-1, i128::from);
                    let left = self.first().1.distance_to(&piece.left).map_or(-1, i128::from);
                    if count % PIECES_PER_LOOK == 0 {
                        let done = u64::try_from(top).unwrap_or(0);
                        control.check(Progress::Rows { done, total: self.rows_len() })?;
                    }
                    if std::mem::take(&mut empty) {
                        write!(out, "<path fill=\"{}\" d=\"", hex(colour))?;
                    }
                    let (top, left) = if piece.missing.index() == 0 { (top, left + 1) } else { (top, left) };
                    write!(out, "M{left} {top}{}", turns(piece.missing))?;
                }
            }
            if !empty {
                out.write_all(b"\"/>\n")?;
            }
        }
        if let Some((row, col)) = self.hole() {
            hole(&row, &col, out)?;
        }
        out.write_all(b"</g>\n</svg>\n")?;
        Ok(())
    }

    /// About how many bytes [`Window::svg`] will write: more than an integer holds for the largest boards.
    pub fn svg_bytes(&self) -> f64 {
        let digits = |length: u64| f64::from(length.checked_ilog10().unwrap_or(0) + 1);
        let each = 18.0 + digits(self.rows_len()) + digits(self.cols_len());
        600.0 + self.rows_len() as f64 * self.cols_len() as f64 / 3.0 * each
    }
}

impl<C: Coordinate> Board<C> {
    /// Writes the board as an SVG document of O(n) bytes, in which each kind of block is drawn once and used four times.
    ///
    /// A viewer has to draw all 4^n cells, so it is slow from n = 10 or so on.
    ///
    /// # Errors
    /// [`GolombError::Order`] when the coordinates are larger than SVG can hold, [`GolombError::Write`] when it cannot be
    /// written.
    pub fn svg_nested(&self, look: impl Into<VectorLook>, out: &mut dyn Write) -> Result<(), GolombError> {
        let look: VectorLook = look.into();
        let colouring = look.colouring;
        let order = self.order();
        if order > MAX_NESTED {
            return Err(GolombError::Order { order, max: MAX_NESTED });
        }
        let side = power(order);
        let pixels = look.scale.map_or(SIDE.into(), |scale| u128::from(scale).saturating_mul(1 << order));
        head(&side, &side, [pixels; 2], look.transparent, out)?;
        let draw = Nested { colouring, palette: colouring.palette(order), order };
        out.write_all(b"<defs>\n")?;
        for level in 2..order {
            for corner in Quadrant::ALL {
                writeln!(out, "<g id=\"{}{level}\">", name(corner))?;
                draw.piece(level, &power(level - 1), &power(level - 1), corner, out)?;
                for quadrant in Quadrant::ALL {
                    let hole = if quadrant == corner { corner } else { quadrant.opposite() };
                    let at = |far: bool| if far { power(level - 1) } else { BigUint::ZERO };
                    draw.block(level - 1, &at(quadrant.lower()), &at(quadrant.right()), hole, out)?;
                }
                out.write_all(b"</g>\n")?;
            }
        }
        out.write_all(b"</defs>\n")?;
        for piece in self.steps() {
            let (row, col) = (piece.top.to_big() + 1_u8, piece.left.to_big() + 1_u8);
            draw.piece(piece.level, &row, &col, piece.missing, out)?;
            let half = power(piece.level - 1);
            for quadrant in Quadrant::ALL.into_iter().filter(|&quadrant| quadrant != piece.missing) {
                let at = |middle: &BigUint, far: bool| if far { middle.clone() } else { middle - &half };
                let (top, left) = (at(&row, quadrant.lower()), at(&col, quadrant.right()));
                draw.block(piece.level - 1, &top, &left, quadrant.opposite(), out)?;
            }
        }
        hole(self.hole().0, self.hole().1, out)?;
        out.write_all(b"</g>\n</svg>\n")?;
        Ok(())
    }
}

/// What the blocks of a nested drawing share.
struct Nested {
    colouring: Colouring,
    palette: Vec<Colour>,
    order: u32,
}

impl Nested {
    /// Draws the piece around the point at this row and column.
    fn piece(
        &self,
        level: u32,
        row: &BigUint,
        col: &BigUint,
        missing: Quadrant,
        out: &mut dyn Write,
    ) -> Result<(), GolombError> {
        let piece = Tromino { level, top: row - 1_u8, left: col - 1_u8, missing };
        let number = self.colouring.number(piece.colour() + 1, level, self.order);
        let left = if missing.index() == 0 { col } else { &piece.left };
        let (colour, turns) = (hex(self.palette[number as usize]), turns(missing));
        writeln!(out, "<path fill=\"{colour}\" d=\"M{left} {}{turns}\"/>", piece.top)?;
        Ok(())
    }

    /// Draws a block whose hole is a corner. Blocks of side 4 and more look alike wherever they are.
    fn block(
        &self,
        level: u32,
        top: &BigUint,
        left: &BigUint,
        corner: Quadrant,
        out: &mut dyn Write,
    ) -> Result<(), GolombError> {
        match level {
            0 => {}
            1 => self.piece(1, &(top + 1_u8), &(left + 1_u8), corner, out)?,
            _ => writeln!(out, "<use href=\"#{}{level}\" x=\"{left}\" y=\"{top}\"/>", name(corner))?,
        }
        Ok(())
    }
}

fn power(exponent: u32) -> BigUint {
    BigUint::from(1_u8) << exponent
}

/// The letter of the blocks with this corner as hole.
fn name(corner: Quadrant) -> char {
    ['a', 'b', 'c', 'd'][corner.index()]
}

/// The path around a piece, from the first corner of its first cell on.
fn turns(missing: Quadrant) -> &'static str {
    ["h1v2h-2v-1h1z", "h1v1h1v1h-2z", "h2v2h-1v-1h-1z", "h2v1h-1v1h-1z"][missing.index()]
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn head(
    cols: &dyn Display,
    rows: &dyn Display,
    [width, height]: [u128; 2],
    transparent: bool,
    out: &mut dyn Write,
) -> Result<(), GolombError> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"-.05 -.05 {cols}.1 {rows}.1\">"
    )?;
    if !transparent {
        writeln!(out, "<rect x=\"-.05\" y=\"-.05\" width=\"{cols}.1\" height=\"{rows}.1\" fill=\"#fff\"/>")?;
    }
    out.write_all(b"<g stroke=\"#000\" stroke-width=\".08\" stroke-linejoin=\"round\">\n")?;
    Ok(())
}

fn hole(row: &dyn Display, col: &dyn Display, out: &mut dyn Write) -> Result<(), GolombError> {
    writeln!(out, "<path fill=\"none\" d=\"M{col} {row}h1v1h-1z\"/>")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn text(write: impl FnOnce(&mut dyn Write) -> Result<(), GolombError>) -> String {
        let mut file = Vec::new();
        write(&mut file).unwrap();
        String::from_utf8(file).unwrap()
    }

    #[test]
    fn one_path_for_each_colour() {
        let board = Board::new(2, 0_u64, 3).unwrap();
        let svg = |colouring| text(|out| board.whole().unwrap().svg(colouring, &Control::default(), out));
        insta::assert_snapshot!(svg(Colouring::Three), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600" viewBox="-.05 -.05 4.1 4.1">
        <rect x="-.05" y="-.05" width="4.1" height="4.1" fill="#fff"/>
        <g stroke="#000" stroke-width=".08" stroke-linejoin="round">
        <path fill="#56b4e9" d="M0 0h2v1h-1v1h-1zM3 2h1v2h-2v-1h1z"/>
        <path fill="#e69f00" d="M2 0h1v1h1v1h-2zM0 2h1v1h1v1h-2z"/>
        <path fill="#0072b2" d="M1 1h1v1h1v1h-2z"/>
        <path fill="none" d="M3 0h1v1h-1z"/>
        </g>
        </svg>
        "##);
        assert_eq!(svg(Colouring::None).matches("<path").count(), 2);
        assert_eq!(svg(Colouring::Levels).matches("<path").count(), 3);
        let part = board.window(1, 2, 1, 2).unwrap();
        insta::assert_snapshot!(text(|out| part.svg(Colouring::Four, &Control::default(), out)), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800" viewBox="-.05 -.05 2.1 1.1">
        <rect x="-.05" y="-.05" width="2.1" height="1.1" fill="#fff"/>
        <g stroke="#000" stroke-width=".08" stroke-linejoin="round">
        <path fill="#e69f00" d="M0 -1h1v1h1v1h-2z"/>
        </g>
        </svg>
        "##);
    }

    #[test]
    fn nested_blocks() {
        let svg = |order| text(|out| Board::new(order, 0_u64, 0).unwrap().svg_nested(Colouring::Three, out));
        insta::assert_snapshot!(svg(0), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600" viewBox="-.05 -.05 1.1 1.1">
        <rect x="-.05" y="-.05" width="1.1" height="1.1" fill="#fff"/>
        <g stroke="#000" stroke-width=".08" stroke-linejoin="round">
        <defs>
        </defs>
        <path fill="none" d="M0 0h1v1h-1z"/>
        </g>
        </svg>
        "##);
        let blocks = svg(3);
        let block =
            blocks.lines().skip_while(|line| *line != "<g id=\"b2\">").take(6).collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!(block, @r##"
        <g id="b2">
        <path fill="#0072b2" d="M1 1h1v1h1v1h-2z"/>
        <path fill="#56b4e9" d="M0 0h2v1h-1v1h-1z"/>
        <path fill="#e69f00" d="M2 0h1v1h1v1h-2z"/>
        <path fill="#e69f00" d="M0 2h1v1h1v1h-2z"/>
        <path fill="#56b4e9" d="M3 2h1v2h-2v-1h1z"/>
        "##);
        let uses: Vec<&str> = blocks.lines().filter(|line| line.starts_with("<use")).collect();
        insta::assert_snapshot!(uses.join("\n"), @r##"
        <use href="#c2" x="4" y="0"/>
        <use href="#b2" x="0" y="4"/>
        <use href="#a2" x="4" y="4"/>
        "##);
        let lengths = [20, 40, 60].map(|order| svg(order).len());
        assert!(lengths[2] < 60 * 1200, "{lengths:?}");
        let huge = Board::<BigUint>::random(127, 1).unwrap();
        let refused = huge.svg_nested(Colouring::Three, &mut std::io::sink()).unwrap_err();
        insta::assert_snapshot!(refused, @"a board of side 2^127 is too large: n goes up to 126");
    }

    /// A group's pieces, as paths that begin at absolute places, with their colours.
    fn expand(
        groups: &HashMap<&str, Vec<&str>>,
        lines: &[&str],
        row: u64,
        col: u64,
        found: &mut Vec<String>,
    ) {
        let value = |line: &str, before: &str| {
            let rest = line.split_once(before).unwrap().1;
            rest[..rest.find(['"', ' ']).unwrap_or(rest.len())].to_owned()
        };
        for line in lines {
            if line.starts_with("<use") {
                let (x, y) = (value(line, "x=\""), value(line, "y=\""));
                let name = value(line, "href=\"#");
                let (row, col) = (row + y.parse::<u64>().unwrap(), col + x.parse::<u64>().unwrap());
                expand(groups, &groups[name.as_str()], row, col, found);
            } else if line.starts_with("<path fill=\"#") {
                let (x, rest) = line.split_once("d=\"M").unwrap().1.split_once(' ').unwrap();
                let split = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
                let (x, y): (u64, u64) = (x.parse().unwrap(), rest[..split].parse().unwrap());
                let turns = rest[split..].trim_end_matches("\"/>");
                found.push(format!("{} {},{} {turns}", value(line, "fill=\""), col + x, row + y));
            }
        }
    }

    #[test]
    fn nested_drawings_show_the_same_pieces() {
        for (order, row, col) in [(0, 0, 0), (1, 1, 0), (2, 1, 3), (3, 2, 5), (6, 40, 17), (7, 127, 127)] {
            let board = Board::new(order, row, col).unwrap();
            for colouring in [Colouring::Three, Colouring::Four, Colouring::None, Colouring::Levels] {
                let nested = text(|out| board.svg_nested(colouring, out));
                let (mut groups, mut main, mut open) = (HashMap::new(), Vec::new(), None);
                for line in nested.lines() {
                    if let Some(rest) = line.strip_prefix("<g id=\"") {
                        open = rest.strip_suffix("\">");
                    } else if line == "</g>" {
                        open = None;
                    } else if let Some(name) = open {
                        groups.entry(name).or_insert_with(Vec::new).push(line);
                    } else {
                        main.push(line);
                    }
                }
                let mut found = Vec::new();
                expand(&groups, &main, 0, 0, &mut found);
                let plain = text(|out| board.whole().unwrap().svg(colouring, &Control::default(), out));
                let mut expected = Vec::new();
                for line in plain.lines().filter(|line| line.starts_with("<path fill=\"#")) {
                    let (fill, path) = line.trim_end_matches("\"/>").split_once("\" d=\"M").unwrap();
                    let fill = fill.trim_start_matches("<path fill=\"");
                    for piece in path.split('M') {
                        let split = piece.find(['h', 'v']).unwrap();
                        let place = piece[..split].replace(' ', ",");
                        expected.push(format!("{fill} {place} {}", &piece[split..]));
                    }
                }
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected);
                assert_eq!(found.len(), ((1_usize << (2 * order)) - 1) / 3);
            }
        }
    }
}
