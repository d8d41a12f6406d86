//! A number for every cell, shaded.
//!
//! In: maps of one board, each with a caption and a number per cell (how many solutions, or what share of them, cover
//! the cell with a certain piece, say), and what the numbers mean. Out: text, SVG or PNG with the maps side by side and,
//! below them, a bar of the shades with its numbers. Shades run from white for nothing to dark blue for the largest number of all maps, or of shares for the next round
//! one, so that small shares differ. Every
//! cell also bears its number, or in text a digit for the tenth of the whole that it reaches, so that colour is never
//! the only mark. Cost: linear in the cells of all maps.

use super::PictureOptions;
use super::cells::{Mark, Panel, Panels};
use super::error::DrawError;
use super::legend::Entry;
use crate::board::Region;
use crate::pieces::Colour;
use std::borrow::Cow;

/// Heat maps of one board.
///
/// ```
/// use polytile::{board::Region, draw::Heat};
/// let board = Region::rectangle(2, 3)?;
/// // Of the three tilings by dominoes, how many cover a cell by one that lies?
/// let mut heat = Heat::shares(&board, "tilings");
/// heat.add("lying", &[2. / 3., 2. / 3., 0.5, 2. / 3., 2. / 3., 0.])?;
/// assert_eq!(heat.text(), "\
/// lying
/// 6 6 5
/// 6 6 .
///
/// share of tilings: . none, 0 less than a tenth, 1 to 9 at least so many tenths, # all
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Heat<'a> {
    region: Cow<'a, Region>,
    of: Of,
    title: Option<String>,
    maps: Vec<(String, Vec<f64>)>,
    /// Cells of which nothing is known, by their indices; none where it is empty.
    untried: Vec<bool>,
    options: PictureOptions,
}

/// What the numbers are.
#[derive(Clone, Debug)]
enum Of {
    /// Shares of all of a unit.
    Shares(String),
    /// Shares that are not of all of something: what they mean, in words.
    Quotients(String),
    /// Numbers of a unit.
    Numbers(String),
}

impl Of {
    /// Whether they go from 0 to 1.
    fn is_share(&self) -> bool {
        !matches!(self, Of::Numbers(_))
    }
}

const LIGHT: Colour = [0xFF, 0xFF, 0xFF];
const MIDDLE: Colour = [0x6B, 0xAE, 0xD6];
const DARK: Colour = [0x08, 0x30, 0x6B];
/// Steps between the shades of the legend.
const SHADES: u32 = 50;
/// What the digits are in text.
const TENTHS: &str = "1 to 9 at least so many tenths";
/// Of what nothing is known.
const GREY: Colour = [0xD9, 0xD9, 0xD9];

impl<'a> Heat<'a> {
    /// Maps of shares, from 0 to 1, of all `unit` (solutions, say).
    pub fn shares(region: &'a Region, unit: impl Into<String>) -> Self {
        Heat::new(Cow::Borrowed(region), Of::Shares(unit.into()))
    }

    /// Maps of shares of a board that nobody else has.
    pub fn shares_of(region: Region, unit: impl Into<String>) -> Self {
        Heat::new(Cow::Owned(region), Of::Shares(unit.into()))
    }

    /// Maps of numbers, from 0 on, of `unit`.
    pub fn numbers(region: &'a Region, unit: impl Into<String>) -> Self {
        Heat::new(Cow::Borrowed(region), Of::Numbers(unit.into()))
    }

    /// Maps of shares, from 0 to 1, that are not of all of something: what they mean, in words.
    pub fn quotients(region: &'a Region, meaning: impl Into<String>) -> Self {
        Heat::new(Cow::Borrowed(region), Of::Quotients(meaning.into()))
    }

    fn new(region: Cow<'a, Region>, of: Of) -> Self {
        let (maps, untried) = (Vec::new(), Vec::new());
        Heat { region, of, title: None, maps, untried, options: PictureOptions::default() }
    }

    /// These maps under a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds a map: a number for each cell, by their indices.
    ///
    /// # Errors
    /// [`DrawError::Length`] or [`DrawError::Value`] when there are not as many numbers as cells, or one is not a number, negative, or a share above 1.
    pub fn add(&mut self, caption: impl Into<String>, values: &[f64]) -> Result<(), DrawError> {
        let (caption, cells) = (caption.into(), self.region.len());
        if values.len() != cells {
            return Err(DrawError::Length { caption, found: values.len(), cells });
        }
        // Shares are quotients, so their rounding errors are allowed for.
        let most = if self.of.is_share() { 1.0 + 1e-9 } else { f64::MAX };
        if let Some((cell, &value)) = values.iter().enumerate().find(|(_, v)| !(0.0..=most).contains(*v)) {
            let wanted =
                if self.of.is_share() { "shares go from 0 to 1" } else { "numbers from 0 on can be drawn" };
            return Err(DrawError::Value { caption, value, cell, wanted });
        }
        self.maps.push((caption, values.iter().map(|v| v.min(most.floor())).collect()));
        Ok(())
    }

    /// With these cells, by their indices, grey and with a question mark: nothing was tried of them.
    #[must_use]
    pub fn untried(self, cells: &[bool]) -> Self {
        let untried = if cells.contains(&true) { cells.to_vec() } else { Vec::new() };
        Heat { untried, ..self }
    }

    /// The maps: a caption and a number for each cell.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.maps.iter().map(|(caption, values)| (caption.as_str(), values.as_slice()))
    }

    /// These maps drawn as these options say, in files.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The maps as lines of digits.
    pub fn text(&self) -> String {
        self.panels().text()
    }

    /// The maps in text for `width` columns; nothing when a board is wider.
    pub fn text_within(&self, width: usize) -> Option<String> {
        self.panels().text_within(width)
    }

    /// The maps as an SVG document.
    pub fn svg(&self) -> String {
        self.panels().svg()
    }

    /// The maps as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        self.panels().png()
    }

    fn panels(&self) -> Panels<'_> {
        let largest = self.maps.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
        let whole = if self.of.is_share() { 1.0 } else { largest };
        // Where no share is large, the darkest shade stands for less.
        let darkest = if self.of.is_share() { round_share(largest) } else { largest };
        let part = |value: f64, of: f64| if of > 0.0 { value / of } else { 0.0 };
        let mark = |(cell, &value): (usize, &f64)| {
            if self.untried.get(cell) == Some(&true) {
                return Mark { colour: GREY, label: "?".to_owned(), text: "?".to_owned() };
            }
            let (colour, text) = (shade(part(value, darkest)), tenth(part(value, whole)).to_string());
            Mark { colour, label: self.label(value), text }
        };
        let panel = |(caption, values): &(String, Vec<f64>)| Panel {
            caption: caption.clone(),
            marks: values.iter().enumerate().map(mark).collect(),
        };
        let list = self.maps.iter().map(panel).collect();
        let number = |fifths: u32| self.label(darkest * f64::from(fifths) / 5.0);
        let shades = (0..=SHADES).map(|i| shade(f64::from(i) / f64::from(SHADES))).collect();
        let bar = Entry::Shades(shades, (0..=5).map(number).collect());
        let mut legend = vec![if whole > 0.0 { bar } else { Entry::Line(Some(shade(0.0)), self.label(0.0)) }];
        let (above, below) = match &self.of {
            Of::Shares(unit) => (
                format!("per cent of {unit}"),
                format!("share of {unit}: . none, 0 less than a tenth, {TENTHS}, # all"),
            ),
            Of::Quotients(meaning) => (
                format!("{meaning}, in per cent"),
                format!("{meaning}: . none, 0 less than a tenth, {TENTHS}, # 1"),
            ),
            Of::Numbers(unit) => {
                let most = rounded(whole);
                (
                    format!("number of {unit}, at most {most}"),
                    format!("number of {unit}: . none, 0 less than a tenth of {most}, {TENTHS}, # {most}"),
                )
            }
        };
        legend.insert(0, Entry::Line(None, above));
        let mut text_legend = vec![below];
        if !self.untried.is_empty() {
            legend.push(Entry::Line(Some(GREY), "? not tried".to_owned()));
            text_legend.push("? not tried".to_owned());
        }
        Panels {
            region: &self.region,
            list,
            laid: &[],
            title: self.title.as_deref(),
            options: self.options,
            legend,
            text_legend,
        }
    }

    /// What a cell bears: per cent, or the number with few digits.
    fn label(&self, value: f64) -> String {
        if !self.of.is_share() {
            return short(value);
        }
        let per_cent = (100.0 * value).round();
        match per_cent {
            0.0 if value > 0.0 => "<1".to_owned(),
            100.0 if value < 1.0 - 1e-9 => ">99".to_owned(),
            _ => format!("{per_cent}"),
        }
    }
}

/// The least round share that is no smaller: its fifths are whole numbers of per cent.
fn round_share(largest: f64) -> f64 {
    [0.05, 0.1, 0.2, 0.3, 0.5].into_iter().find(|&share| largest > 0.0 && largest <= share).unwrap_or(1.0)
}

/// The shade of a part of the whole.
fn shade(part: f64) -> Colour {
    let mix = |a: Colour, b: Colour, t: f64| -> Colour {
        std::array::from_fn(|i| (f64::from(a[i]) * (1.0 - t) + f64::from(b[i]) * t).round() as u8)
    };
    if part < 0.5 { mix(LIGHT, MIDDLE, 2.0 * part) } else { mix(MIDDLE, DARK, 2.0 * part - 1.0) }
}

/// The digit of a part of the whole.
fn tenth(part: f64) -> char {
    if part == 0.0 {
        return '.';
    }
    // A share that should be a whole number of tenths is one.
    let tenths = (10.0 * part + 1e-9).floor() as u32;
    char::from_digit(tenths, 10).unwrap_or('#')
}

fn rounded(value: f64) -> String {
    if value.fract() == 0.0 || value >= 1e6 { format!("{value:.0}") } else { format!("{value:.3}") }
}

/// A number in at most five characters.
fn short(value: f64) -> String {
    if value >= 9_999_500.0 {
        return match value {
            v if v < 9.9995e9 => format!("{:.0}M", v / 1e6),
            v => format!("{v:.0e}"),
        };
    }
    match value {
        v if v >= 9_999.5 => format!("{:.0}k", v / 1e3),
        v if v.fract() == 0.0 || v >= 100.0 => format!("{v:.0}"),
        v if v >= 0.1 => format!("{v:.1}"),
        _ => "<0.1".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::draw::tests::fingerprint;

    fn ring() -> Region {
        Region::rectangle(3, 3).unwrap().without(&[Cell::new(1, 1)]).unwrap()
    }

    #[test]
    fn small_shares_differ() {
        for (largest, darkest) in [(0.0, 1.0), (0.04, 0.05), (0.25, 0.3), (0.5, 0.5), (0.51, 1.0), (1.0, 1.0)]
        {
            assert!((round_share(largest) - darkest).abs() < 1e-9, "{largest}");
        }
        let region = Region::rectangle(1, 2).unwrap();
        let mut heat = Heat::shares(&region, "solutions");
        heat.add("I3", &[0.25, 0.1]).unwrap();
        let svg = heat.svg();
        assert!(svg.contains(">30</text>") && !svg.contains(">100</text>"), "{svg}");
        assert!(heat.text().starts_with("I3\n2 1\n"), "{}", heat.text());
    }

    #[test]
    fn shares_in_text_and_pictures() {
        let region = ring();
        let mut heat = Heat::shares(&region, "solutions").titled("A ring");
        heat.add("I3", &[0.0, 0.001, 0.1, 0.25, 0.3, 0.999, 1.0, 1.0 + 1e-12]).unwrap();
        heat.add("a longer name", &[0.5; 8]).unwrap();
        insta::assert_snapshot!(heat.text(), @"
        A ring

        I3              a longer name
        . 0 1           5 5 5
        2   3           5   5
        9 # #           5 5 5

        share of solutions: . none, 0 less than a tenth, 1 to 9 at least so many tenths, # all
        ");
        assert_eq!(fingerprint(&heat.png().unwrap()), (254, 201, 5_228_812_906_684_881_833));
    }

    #[test]
    fn numbers_of_any_size() {
        let region = ring();
        let mut heat = Heat::numbers(&region, "solutions");
        heat.add("F", &[0.0, 0.05, 1.5, 99.0, 1234.0, 12_345.0, 1.2e7, 3e12]).unwrap();
        let mut small = Heat::numbers(&region, "solutions");
        small.add("", &[0.0; 8]).unwrap();
        insta::assert_snapshot!(heat.text() + &small.text(), @"
        F
        . 0 0
        0   0
        0 0 #

        number of solutions: . none, 0 less than a tenth of 3000000000000, 1 to 9 at least so many tenths, # 3000000000000
        . . .
        .   .
        . . .

        number of solutions: . none, 0 less than a tenth of 0, 1 to 9 at least so many tenths, # 0
        ");
        let labels: Vec<String> = heat.maps[0].1.iter().map(|v| short(*v)).collect();
        assert_eq!(labels, ["0", "<0.1", "1.5", "99", "1234", "12k", "12M", "3e12"]);
        let svg = heat.svg();
        assert!(labels.iter().all(|label| svg.contains(&label.replace('<', "&lt;"))));
    }

    #[test]
    fn wrong_numbers_are_refused() {
        let region = ring();
        let mut heat = Heat::shares(&region, "solutions");
        let mut refused = |values: &[f64]| heat.add("F", values).unwrap_err().to_string();
        insta::assert_snapshot!(refused(&[0.0; 9]), @"map `F` has 9 numbers for 8 cells");
        insta::assert_snapshot!(refused(&[0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]), @"map `F` has the number -1 for cell number 1; shares go from 0 to 1");
        insta::assert_snapshot!(refused(&[f64::NAN; 8]), @"map `F` has the number NaN for cell number 0; shares go from 0 to 1");
        let mut heat = Heat::numbers(&region, "solutions");
        assert!(heat.add("F", &[f64::INFINITY; 8]).is_err());
    }
}
