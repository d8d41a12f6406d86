//! Colours as a terminal has them.
//!
//! In: a colour. Out: the escape sequence (ECMA-48 and its common extensions) that makes a terminal write in it or on it.
//! Terminals have 24 bits for a colour, or 256 fixed colours, of which the nearest is taken, or 16 that every user may
//! set, so that nearness means little: there each colour of [`PALETTE`] has a partner of about the same name, and those of the
//! first seven all differ.

use super::PALETTE;
use crate::pieces::Colour;

/// How many colours a terminal has.
///
/// ```
/// use polytile::draw::Tones;
/// let sky = [0x56, 0xB4, 0xE9];
/// assert_eq!(Tones::Millions.on(sky), "\x1b[48;2;86;180;233m");
/// assert_eq!(Tones::Of256.on(sky), "\x1b[48;5;74m");
/// assert_eq!(Tones::Of16.on(sky), "\x1b[106m");
/// assert_eq!(Tones::Of16.with(sky), "\x1b[96m");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tones {
    /// 24 bits for each.
    Millions,
    /// The 256 of xterm.
    Of256,
    /// Eight, and eight brighter ones.
    Of16,
}

/// The steps of each component in the cube of 6x6x6 that begins at number 16.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The partners of [`PALETTE`] among sixteen.
const PARTNERS: [u8; PALETTE.len()] = [
    14, 3, 2, 11, 5, 1, 4, 9, 10, 8, 12, 15, 6, 4, 3, 10, 14, 12, 5, 4, 9, 1, 13, 11, 5, 13, 13, 11, 3, 12,
    2, 15, 7, 4, 6, 9,
];

/// The sixteen as xterm has them unless told otherwise.
const USUAL: [Colour; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

impl Tones {
    /// What makes a terminal write with this colour.
    pub fn with(self, colour: Colour) -> String {
        self.sequence(38, colour)
    }

    /// What makes a terminal write on this colour.
    pub fn on(self, colour: Colour) -> String {
        self.sequence(48, colour)
    }

    /// The number of the colour that is taken, where the terminal's colours have numbers.
    pub fn number(self, colour: Colour) -> Option<u8> {
        match self {
            Tones::Millions => None,
            Tones::Of256 => Some(of_256(colour)),
            Tones::Of16 => Some(of_16(colour)),
        }
    }

    /// Two rows of pixels as a line of text, the upper one in front and the lower one, if there is one, behind.
    ///
    /// ```
    /// use polytile::draw::Tones;
    /// let sky = [0x56, 0xB4, 0xE9];
    /// assert_eq!(Tones::Of16.halves(&[sky, sky], None), "\x1b[96m\u{2580}\u{2580}\x1b[0m\n");
    /// ```
    pub fn halves(self, upper: &[Colour], lower: Option<&[Colour]>) -> String {
        let mut text = String::new();
        let mut last = None;
        for (i, &above) in upper.iter().enumerate() {
            let below = lower.map(|lower| lower[i]);
            if last.replace((above, below)) != Some((above, below)) {
                text.push_str(&self.with(above));
                text.extend(below.map(|below| self.on(below)));
            }
            text.push('\u{2580}');
        }
        text + "\x1b[0m\n"
    }

    /// The sequence that begins, where it names a colour by number, with `code`.
    fn sequence(self, code: u8, colour: Colour) -> String {
        let [r, g, b] = colour;
        match self {
            Tones::Millions => format!("\x1b[{code};2;{r};{g};{b}m"),
            Tones::Of256 => format!("\x1b[{code};5;{}m", of_256(colour)),
            // The brighter ones have codes of their own.
            Tones::Of16 => match of_16(colour) {
                dark @ ..8 => format!("\x1b[{}m", code - 8 + dark),
                bright => format!("\x1b[{}m", code + 52 + bright - 8),
            },
        }
    }
}

fn apart(a: Colour, b: Colour) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// The nearest of the cube and of the 24 greys behind it; those before differ from user to user.
fn of_256(colour: Colour) -> u8 {
    let step = |part: u8| (0..6).min_by_key(|&i| STEPS[usize::from(i)].abs_diff(part)).unwrap_or(0);
    let [r, g, b] = colour.map(step);
    let in_cube = ([r, g, b].map(|i| STEPS[usize::from(i)]), 16 + 36 * r + 6 * g + b);
    let greys = (0..24).map(|i| ([8 + 10 * i; 3], 232 + i));
    greys.chain([in_cube]).min_by_key(|&(tone, _)| apart(tone, colour)).map_or(0, |(_, number)| number)
}

fn of_16(colour: Colour) -> u8 {
    match PALETTE.iter().position(|&own| own == colour) {
        Some(i) => PARTNERS[i],
        None => (0..16).min_by_key(|&i| apart(USUAL[usize::from(i)], colour)).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_stay_different() {
        assert_eq!(PALETTE.map(of_256).into_iter().collect::<BTreeSet<_>>().len(), PALETTE.len());
        let first: BTreeSet<u8> = PALETTE[..7].iter().map(|&c| of_16(c)).collect();
        assert_eq!(first.len(), 7);
        assert!(!first.contains(&0) && !first.contains(&7) && !first.contains(&15));
    }

    #[test]
    fn colours_that_a_terminal_has_are_taken() {
        for (i, colour) in USUAL.into_iter().enumerate() {
            assert_eq!(usize::from(of_16(colour)), i);
        }
        assert_eq!(of_256([0, 0, 0]), 16);
        assert_eq!(of_256([255, 175, 95]), 16 + 36 * 5 + 6 * 3 + 1);
        assert_eq!(of_256([238, 238, 238]), 255);
        assert_eq!(Tones::Of16.on([0, 0, 238]), "\x1b[44m");
        assert_eq!(Tones::Of16.with([255, 255, 255]), "\x1b[97m");
        assert_eq!(Tones::Of256.with([0, 0, 0]), "\x1b[38;5;16m");
    }
}
