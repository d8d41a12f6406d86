//! How much room there is on standard output.
//!
//! A terminal says how many columns and lines it has. A pipe has no end, but lines of a drawing are kept as short as on a
//! usual terminal there too, since somebody may look at them. A board that does not fit a terminal gets smaller cells, then one
//! letter per cell, and in the end is refused: lines that a terminal breaks do not make a picture.

use crate::failure::Failure;
use crate::style::Style;
use polytile::draw::{Heat, Scene, Tones};
use std::io::IsTerminal;

/// Columns and lines of a terminal that does not say, and columns of anything else.
const USUAL: (u64, u64) = (80, 24);

/// Lines of a terminal kept for the prompt and a note.
const KEPT: u64 = 4;

/// How many times as high as the terminal a drawing may be: people scroll back a little, but not for ever.
const SCREENS: u64 = 3;

/// How cells become characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Box lines, by [`polytile::draw::Scene`].
    Lines,
    /// Two cells to a character, one above the other, in their colours.
    Blocks,
    /// A letter to a cell.
    Letters,
}

/// Where the answer goes: a terminal with its columns and lines, or something without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns.
    pub cols: u64,
    /// Lines, of a terminal.
    pub lines: Option<u64>,
}

impl Screen {
    /// The screen of standard output.
    pub fn find() -> Self {
        if !std::io::stdout().is_terminal() {
            return Screen { cols: USUAL.0, lines: None };
        }
        let (cols, lines) = match terminal_size::terminal_size() {
            Some((cols, lines)) => (u64::from(cols.0), u64::from(lines.0)),
            None => USUAL,
        };
        Screen { cols, lines: Some(lines.max(12) - KEPT) }
    }

    /// How many columns of cells fit.
    pub fn cells_across(self, form: Form) -> u64 {
        match form {
            // Cells are narrower where there are many, so there is no simple rule.
            Form::Lines => (1..=self.cols).rev().find(|&cells| self.has_room(form, cells)).unwrap_or(1),
            Form::Blocks | Form::Letters => self.cols,
        }
    }

    /// Whether `cells` columns of cells fit.
    pub fn has_room(self, form: Form, cells: u64) -> bool {
        match form {
            Form::Lines => self.cell(cells).is_some(),
            Form::Blocks | Form::Letters => cells <= self.cols,
        }
    }

    /// How wide a cell in box lines is, without its line, so that `cells` of them fit side by side; a terminal without room for
    /// the usual width may have room for a smaller one.
    fn cell(self, cells: u64) -> Option<usize> {
        let usual = Scene::usual_cell(u32::try_from(cells).unwrap_or(u32::MAX));
        let smallest = if self.lines.is_some() { 2 } else { usual };
        let fits = |width: &usize| u128::from(cells) * (*width as u128 + 1) < self.cols.into();
        (smallest..=usual).rev().find(fits)
    }

    /// A board in box lines, as wide as there is room for.
    pub fn lines_of(self, scene: &Scene, tones: Option<Tones>) -> String {
        let cell = self.cell(scene.cols().into());
        scene.text_with_cells(cell.unwrap_or(Scene::usual_cell(scene.cols())), tones)
    }

    /// A board in this style, as wide as there is room for: in lines, or else in letters, which `letters` makes. What is not a
    /// terminal gets it whole.
    ///
    /// # Errors
    /// When a terminal is too narrow; `instead` says what shows the board.
    pub fn board(
        self,
        style: Style,
        scene: impl FnOnce() -> Scene,
        cols: u32,
        letters: impl FnOnce() -> String,
        instead: &str,
    ) -> Result<String, Failure> {
        let tones = if let Style::Colours(tones) = style { Some(tones) } else { None };
        let lined = matches!(style, Style::Lines | Style::Colours(_));
        if lined && (self.lines.is_none() || self.has_room(Form::Lines, cols.into())) {
            Ok(self.lines_of(&scene(), tones))
        } else {
            self.letters(cols.into(), instead)?;
            Ok(letters())
        }
    }

    /// Whether a board of `cols` columns can be written with one letter per cell. Where the output is not a terminal, any can.
    ///
    /// # Errors
    /// When a terminal is too narrow; `instead` says what shows the board.
    pub fn letters(self, cols: u64, instead: &str) -> Result<(), Failure> {
        if self.lines.is_none() || self.has_room(Form::Letters, cols) {
            return Ok(());
        }
        Err(self.too_narrow(&format!("a board of {cols} columns"), instead))
    }

    /// How many lines a list has before it stops, on a terminal: a screenful.
    pub fn listed(self) -> Option<u64> {
        self.lines
    }

    /// Its columns, if it is a terminal.
    pub fn terminal(self) -> Option<usize> {
        self.lines.map(|_| self.cols as usize)
    }

    /// Heat maps, as many side by side as there is room for. What is not a terminal gets them in usual lines.
    ///
    /// # Errors
    /// When a terminal is too narrow for one.
    pub fn map(self, heat: &Heat<'_>) -> Result<String, Failure> {
        let Some(width) = self.terminal() else { return Ok(heat.text()) };
        let instead = "--svg FILE draws it, and a file or a pipe gets all of it";
        heat.text_within(width).ok_or_else(|| self.too_narrow("the map", instead))
    }

    /// The failure of something too wide for this terminal; `instead` says what shows it.
    fn too_narrow(self, what: &str, instead: &str) -> Failure {
        Failure::limit(format!("{what} does not fit a terminal of {} columns", self.cols), instead)
    }

    /// Whether `cells` rows of cells can be scrolled through.
    fn has_height(self, form: Form, cells: u64) -> bool {
        let height = match form {
            Form::Lines => 2 * u128::from(cells) + 1,
            Form::Blocks => cells.div_ceil(2).into(),
            Form::Letters => cells.into(),
        };
        self.lines.is_none_or(|lines| height <= (SCREENS * lines).into())
    }

    /// The first of the forms that has room for this many rows and columns, or else the last; and whether it has.
    pub fn choose(self, forms: &[Form], size: Option<(u64, u64)>) -> (Form, bool) {
        let fits = |form: &&Form| {
            size.is_some_and(|(rows, cols)| self.has_room(**form, cols) && self.has_height(**form, rows))
        };
        match (forms.iter().find(fits), forms.last()) {
            (Some(&form), _) => (form, true),
            (None, last) => (last.copied().unwrap_or(Form::Letters), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polytile::board::Region;
    use polytile::pieces::PieceSet;
    use polytile::problem::Problem;
    use polytile::tiling::Tiling;

    #[test]
    fn a_terminal_gets_what_it_has_room_for() {
        let usual = Screen { cols: 80, lines: Some(20) };
        let plain = [Form::Lines, Form::Letters];
        let coloured = [Form::Lines, Form::Blocks];
        for (cells, with_colour, without) in [
            (Some(16), (Form::Lines, true), (Form::Lines, true)),
            (Some(32), (Form::Blocks, true), (Form::Letters, true)),
            (Some(64), (Form::Blocks, true), (Form::Letters, false)),
            (Some(128), (Form::Blocks, false), (Form::Letters, false)),
            (None, (Form::Blocks, false), (Form::Letters, false)),
        ] {
            let square = cells.map(|cells| (cells, cells));
            assert_eq!(usual.choose(&coloured, square), with_colour);
            assert_eq!(usual.choose(&plain, square), without);
        }
        assert_eq!(usual.choose(&plain, Some((40, 25))), (Form::Letters, true));
        assert_eq!(usual.choose(&plain, Some((100_000, 10))), (Form::Letters, false));
        assert_eq!(Screen { cols: 80, lines: None }.choose(&plain, Some((1000, 10))), (Form::Lines, true));
        assert_eq!(usual.cells_across(Form::Lines), 26);
        assert_eq!(Screen { cols: 60, lines: None }.cells_across(Form::Lines), 14);
        assert_eq!(Screen { cols: 100, lines: None }.choose(&plain, Some((32, 32))), (Form::Lines, true));
        // Fifteen cells of three columns need 61.
        assert!(Screen { cols: 60, lines: Some(20) }.has_room(Form::Lines, 15));
        assert!(!Screen { cols: 60, lines: None }.has_room(Form::Lines, 15));
    }

    #[test]
    fn no_line_is_longer_than_a_terminal() {
        let board = |cols: u32, screen: Screen, style: Style| {
            let problem = Problem::new(Region::rectangle(2, cols.into()).unwrap(), PieceSet::default());
            let scene = || Scene::new(&problem, &Tiling::default());
            let text = screen.board(style, scene, cols, || scene().letters(), "--svg FILE draws it");
            text.map(|text| text.lines().map(|line| line.chars().count()).max().unwrap_or(0))
        };
        for width in [20, 40, 60, 80, 132] {
            let terminal = Screen { cols: width, lines: Some(20) };
            for cols in 1..150 {
                for style in [Style::Lines, Style::Letters] {
                    match board(cols, terminal, style) {
                        Ok(found) => assert!(found as u64 <= width, "{cols} in {width}: {found}"),
                        Err(_) => assert!(u64::from(cols) > width),
                    }
                }
            }
        }
        let widths = |cols: &[u32], screen: Screen| -> Vec<Option<usize>> {
            cols.iter().map(|&cols| board(cols, screen, Style::Lines).ok()).collect()
        };
        let terminal = Screen { cols: 60, lines: Some(20) };
        assert_eq!(
            widths(&[14, 15, 19, 20, 60, 61], terminal),
            [Some(57), Some(46), Some(58), Some(20), Some(60), None]
        );
        // A pipe gets what it always got.
        let pipe = Screen { cols: 80, lines: None };
        assert_eq!(widths(&[19, 20, 200], pipe), [Some(77), Some(61), Some(601)]);
    }
}
