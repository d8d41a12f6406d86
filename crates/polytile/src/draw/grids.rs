//! Grids of letters and numbers: solutions of exact covers that everybody knows, side by side.
//!
//! In: how such solutions look ([`Known`]), and the solutions. Out: text, SVG or PNG with a board for each: queens on a chessboard, the
//! digits of a sudoku, a row of pairs. Cost: linear in the cells of all boards.

use super::PALETTE;
use super::PictureOptions;
use super::cells::{Mark, Panel, Panels};
use super::error::DrawError;
use crate::board::Region;
use crate::design::known::{Filled, Known, Tone};
use crate::pieces::Colour;

/// Solutions of an exact cover, side by side.
///
/// ```
/// use polytile::{design::{covers::langford, known::Known}, draw::Grids, run::Control};
/// let control = Control::default();
/// let known = Known::of(&langford(3, &control)?, &control)?.ok_or("pairs stand in a row")?;
/// let grids = Grids::new(&known, [vec![2, 4, 8]]).ok_or("it has cells")?;
/// assert_eq!(grids.text(), "2 3 1 2 1 3\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grids {
    region: Region,
    filled: Vec<Vec<Filled>>,
    title: Option<String>,
    options: PictureOptions,
}

/// Pixels of a cell where nobody says otherwise: letters are twice their usual size then.
const CELL: u32 = 30;

/// The colour of cells that are pointed at.
const POINTED: u32 = 3;

const WHITE: Colour = [0xFF; 3];
pub(super) const SHADE: Colour = [0xD9, 0xE2, 0xEC];

impl Grids {
    /// The boards of these solutions; nothing where there is no room for them.
    pub fn new(known: &Known, solutions: impl IntoIterator<Item = Vec<u32>>) -> Option<Self> {
        let [rows, cols] = known.size();
        let region = Region::rectangle(rows.into(), cols.into()).ok()?;
        let filled = solutions.into_iter().map(|chosen| known.cells(&chosen)).collect();
        Some(Grids { region, filled, title: None, options: PictureOptions::default() })
    }

    /// These boards with some cells, by their places row by row, in a colour of their own.
    #[must_use]
    pub fn pointing(mut self, places: &[u32]) -> Self {
        for cells in &mut self.filled {
            for &at in places {
                if let Some(cell) = cells.get_mut(at as usize) {
                    cell.tone = Tone::Colour(POINTED);
                    cell.text = format!("[{}]", cell.text);
                }
            }
        }
        self
    }

    /// These boards under a title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Grids { title: Some(title.into()), ..self }
    }

    /// These boards drawn as these options say, in files.
    #[must_use]
    pub fn with_options(self, options: PictureOptions) -> Self {
        Grids { options, ..self }
    }

    /// The boards as lines of letters, one below the other.
    pub fn text(&self) -> String {
        let cols = self.region.cols() as usize;
        let texts = self.filled.iter().map(|cells| {
            let wide = cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1);
            let line = |row: &[Filled]| {
                let marks: Vec<String> = row.iter().map(|cell| format!("{:>wide$}", cell.text)).collect();
                marks.join(" ") + "\n"
            };
            cells.chunks(cols.max(1)).map(line).collect::<String>()
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// The boards as an SVG document.
    pub fn svg(&self) -> String {
        self.panels().svg()
    }

    /// The boards as a PNG file.
    ///
    /// # Errors
    /// [`DrawError::TooLarge`] when a side would be longer than 65535 pixels or there would be more than 2^28 of them.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        self.panels().png()
    }

    fn panels(&self) -> Panels<'_> {
        let usual = self.options.cell_or(|| CELL);
        let is_many = self.filled.len() > 1;
        let mark = |cell: &Filled| Mark {
            colour: match cell.tone {
                Tone::Plain => WHITE,
                Tone::Shaded => SHADE,
                Tone::Colour(number) => PALETTE[number as usize % PALETTE.len()],
            },
            label: cell.mark.clone(),
            text: cell.text.clone(),
        };
        let list = (1..).zip(&self.filled).map(|(number, cells): (u64, _)| Panel {
            caption: if is_many { number.to_string() } else { String::new() },
            marks: cells.iter().map(mark).collect(),
        });
        Panels {
            region: &self.region,
            list: list.collect(),
            laid: &[],
            title: self.title.as_deref(),
            // What stands in a cell is the solution, and no label of it.
            options: self.options.cell(usual).unwrap_or(self.options).labels(true),
            legend: Vec::new(),
            text_legend: Vec::new(),
        }
    }
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;
    use crate::draw::PictureOptions;

    #[test]
    fn a_solution_is_no_label() {
        let control = crate::run::Control::default();
        let cover = crate::design::covers::queens(4, &control).unwrap();
        let known = Known::of(&cover, &control).unwrap().unwrap();
        let svg = |options| Grids::new(&known, [vec![1, 6, 8, 13]]).unwrap().with_options(options).svg();
        let usual = PictureOptions::default();
        assert_eq!(svg(usual.labels(false)), svg(usual));
        assert!(svg(usual).contains("</text>"));
    }
}
