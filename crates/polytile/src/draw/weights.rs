//! Weights on the cells of a board.
//!
//! In: an integer for each cell, perhaps to be read modulo a number, and lines that say what follows from them. Out:
//! text, SVG or PNG: every cell with its weight, cells of one weight in one colour, and below how many cells have each
//! weight, and the lines. Where the weights are 1 and -1, cells are white and black instead. A piece may lie on it. It is how a
//! proof by colouring is shown. Cost: linear in the cells.

use super::PictureOptions;
use super::cells::{Mark, Panel, Panels};
use super::colour::PALETTE;
use super::error::DrawError;
use super::legend::Entry;
use crate::board::Region;
use crate::certificate::{Certificate, Possible, Proof};
use crate::pieces::Colour;
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use std::collections::BTreeMap;

/// Weights of the cells of a region.
///
/// ```
/// use polytile::{board::Region, draw::Weights};
/// let board = Region::rectangle(2, 3)?;
/// let drawn = Weights::new(&board, &[0, 1, 0, 1, 0, 1], Some(2)).line("a domino weighs 1").text();
/// assert_eq!(drawn, "\
/// 0 1 0
/// 1 0 1
///
/// numbers modulo 2
/// 0: 3 cells
/// 1: 3 cells
/// a domino weighs 1
/// ");
/// # Ok::<(), polytile::board::RegionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Weights<'a> {
    region: &'a Region,
    of_cells: Vec<i64>,
    modulus: Option<u32>,
    title: Option<String>,
    lines: Vec<String>,
    laid: Vec<u32>,
    options: PictureOptions,
}

/// The most cells of a board on which a piece is laid: on a larger one nobody would see it.
const SEEN: usize = 4096;

/// Dark enough for everybody, and lighter than the lines.
pub(super) const DARK: Colour = [70; 3];

impl<'a> Weights<'a> {
    /// The weight of each cell, by their indices; a cell without one weighs 0. With a modulus of 2 or more they are
    /// reduced to the residues from 0 up to below it.
    pub fn new(region: &'a Region, weights: &[i64], modulus: Option<u32>) -> Self {
        let modulus = modulus.filter(|&m| m > 1);
        let reduced = |&weight: &i64| modulus.map_or(weight, |m| weight.rem_euclid(i64::from(m)));
        let mut weights: Vec<i64> = weights.iter().map(reduced).collect();
        weights.resize(region.len(), 0);
        Weights {
            region,
            of_cells: weights,
            modulus,
            title: None,
            lines: Vec::new(),
            laid: Vec::new(),
            options: PictureOptions::default(),
        }
    }

    /// The weights of a proof that `problem` has no tiling, and its sentences.
    pub fn proving(certificate: &Certificate, proof: &Proof, problem: &'a Problem) -> Self {
        let weights = Weights::new(&problem.region, certificate.weights(), certificate.modulus());
        proof.explain(certificate, problem).into_iter().fold(weights, Weights::line)
    }

    /// This map with a piece on it that shows what the proof says: where pieces weigh too little, one that weighs as much as it
    /// can, and where they weigh too much, as little. Where the area decides, and on a board of more than 4096 cells, no piece
    /// is laid. Cost: that of all placements.
    ///
    /// # Errors
    /// When `control` says stop, or the placements take more memory than there is.
    pub fn with_example(self, proof: &Proof, problem: &Problem, control: &Control) -> Result<Self, Stopped> {
        if proof.is_area() || problem.region.len() > SEEN {
            return Ok(self);
        }
        let placements = problem.placements_within(control)?;
        let weight = |cells: &[u32]| cells.iter().map(|&cell| self.of_cells[cell as usize]).sum::<i64>();
        // The first of several.
        let shown =
            placements.iter().map(|placement| placement.cells).min_by_key(|cells| match proof.possible {
                Possible::AtMost(_) => -weight(cells),
                Possible::AtLeast(_) => weight(cells),
                Possible::Sums(_) => 0,
            });
        let shown = shown.map(<[u32]>::to_vec).unwrap_or_default();
        Ok(self.with_piece(&shown))
    }

    /// This map under a title.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// This map with one line more below it.
    #[must_use]
    pub fn line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(line.into());
        self
    }

    /// This map with a piece on these cells, in pictures.
    #[must_use]
    pub fn with_piece(mut self, cells: &[u32]) -> Self {
        self.laid = cells.to_vec();
        self
    }

    /// This map drawn as these options say, in files.
    #[must_use]
    pub fn with_options(mut self, options: PictureOptions) -> Self {
        self.options = options;
        self
    }

    /// The weights as lines of numbers, or of letters: `W` and `B`.
    pub fn text(&self) -> String {
        self.panels().text()
    }

    /// The weights in text for `width` columns; nothing when a board is wider.
    pub fn text_within(&self, width: usize) -> Option<String> {
        self.panels().text_within(width)
    }

    /// The weights as an SVG document.
    pub fn svg(&self) -> String {
        self.panels().svg()
    }

    /// The weights as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        self.panels().png()
    }

    fn panels(&self) -> Panels<'_> {
        let mut classes: BTreeMap<i64, u64> = BTreeMap::new();
        for &weight in &self.of_cells {
            *classes.entry(weight).or_default() += 1;
        }
        let coloured = self.modulus.is_none() && classes.keys().all(|weight| weight.abs() == 1);
        // Weight 0 is white; the other weights take the palette in turn, and where colours repeat, the numbers tell them apart.
        let nonzero = classes.keys().copied().filter(|&weight| weight != 0);
        let mut colours: BTreeMap<i64, _> = nonzero.zip(PALETTE.iter().copied().cycle()).collect();
        colours.insert(0, [255; 3]);
        if coloured {
            colours.extend([(1, [255; 3]), (-1, DARK)]);
        }
        let mark = |weight: &i64| {
            let said = match weight {
                1 if coloured => "W".to_owned(),
                -1 if coloured => "B".to_owned(),
                weight => weight.to_string(),
            };
            // A colour needs no number beside it.
            Mark {
                colour: colours[weight],
                label: if coloured { String::new() } else { said.clone() },
                text: said,
            }
        };
        let panel = Panel { caption: String::new(), marks: self.of_cells.iter().map(mark).collect() };
        let mut legend: Vec<Entry> = Vec::new();
        legend.extend(self.modulus.map(|m| Entry::Line(None, format!("numbers modulo {m}"))));
        legend.extend(classes.iter().map(|(weight, cells)| {
            let s = if *cells == 1 { "" } else { "s" };
            let name = match weight {
                1 if coloured => "white".to_owned(),
                -1 if coloured => "black".to_owned(),
                weight => weight.to_string(),
            };
            Entry::Line(Some(colours[weight]), format!("{name}: {cells} cell{s}"))
        }));
        legend.extend(self.lines.iter().map(|line| Entry::Line(None, line.clone())));
        // In letters, colours need no explanation.
        let explained = |entry: &Entry| match entry {
            Entry::Line(colour, line) if !coloured || colour.is_none() => Some(line.clone()),
            Entry::Line(..) | Entry::Shades(..) => None,
        };
        let text_legend = legend.iter().filter_map(explained).collect();
        Panels {
            region: self.region,
            list: vec![panel],
            laid: &self.laid,
            title: self.title.as_deref(),
            options: self.options,
            legend,
            text_legend,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cell;
    use crate::draw::tests::fingerprint;

    #[test]
    fn a_chessboard_without_two_corners() {
        let board = Region::rectangle(8, 8).unwrap().without(&[Cell::new(0, 0), Cell::new(7, 7)]).unwrap();
        let weights: Vec<i64> =
            board.cells().map(|c| if (c.row + c.col) % 2 == 0 { 1 } else { -1 }).collect();
        let drawn = Weights::new(&board, &weights, None)
            .titled("Two corners missing")
            .line("a domino: 0, however it lies; the board: -2");
        insta::assert_snapshot!(drawn.text(), @"
        Two corners missing

          B W B W B W B
        B W B W B W B W
        W B W B W B W B
        B W B W B W B W
        W B W B W B W B
        B W B W B W B W
        W B W B W B W B
        B W B W B W B

        a domino: 0, however it lies; the board: -2
        ");
        assert_eq!(fingerprint(&drawn.png().unwrap()), (297, 385, 16_699_765_180_853_883_823));
        assert_eq!(drawn.svg().matches("<rect").count(), 2 * (62 + 2) + 1);
    }

    #[test]
    fn weights_are_reduced() {
        let board = Region::rectangle(1, 5).unwrap();
        insta::assert_snapshot!(Weights::new(&board, &[-1, 3, 7], Some(3)).text(), @"
        2 0 1 0 0

        numbers modulo 3
        0: 3 cells
        1: 1 cell
        2: 1 cell
        ");
    }
}
