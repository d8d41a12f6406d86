//! How much room there is on standard output.
//!
//! A terminal says how many columns and lines it has. A pipe has no end, but lines of a drawing are kept as short as on a
//! usual terminal there too, since somebody may look at them.

use std::io::IsTerminal;

/// Columns and lines of a terminal that does not say, and columns of anything else.
const USUAL: (u64, u64) = (80, 24);

/// Lines of a terminal kept for the prompt and a note.
const KEPT: u64 = 4;

/// How many times as high as a terminal a drawing may be: one scrolls back a little, but not for ever.
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

/// Where the answer goes: a terminal of so many columns and lines, or something without an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Columns.
    pub cols: u64,
    /// Lines, of a terminal.
    pub lines: Option<u64>,
}

impl Screen {
    /// That of standard output.
    pub fn find() -> Self {
        if !std::io::stdout().is_terminal() {
            return Screen { cols: USUAL.0, lines: None };
        }
        let (cols, lines) = match terminal_size::terminal_size() {
            Some((cols, lines)) => (u64::from(cols.0), u64::from(lines.0)),
            None => USUAL,
        };
        Screen { cols: cols.max(20), lines: Some(lines.max(12) - KEPT) }
    }

    /// How many columns of cells fit.
    pub fn cells_across(self, form: Form) -> u64 {
        match form {
            // Twenty cells and more are narrower, so there is no simple rule.
            Form::Lines => (1..=self.cols).rev().find(|&cells| self.has_room(form, cells)).unwrap_or(1),
            Form::Blocks | Form::Letters => self.cols,
        }
    }

    /// Whether so many columns of cells fit.
    pub fn has_room(self, form: Form, cells: u64) -> bool {
        let width = match form {
            Form::Lines => u128::from(cells) * if cells < 20 { 4 } else { 3 } + 1,
            Form::Blocks | Form::Letters => cells.into(),
        };
        width <= self.cols.into()
    }

    /// Whether so many rows of cells can be scrolled through.
    fn has_height(self, form: Form, cells: u64) -> bool {
        let height = match form {
            Form::Lines => 2 * u128::from(cells) + 1,
            Form::Blocks => cells.div_ceil(2).into(),
            Form::Letters => cells.into(),
        };
        self.lines.is_none_or(|lines| height <= (SCREENS * lines).into())
    }

    /// Of the forms, the first that has room for so many rows and columns, and else the last; whether it has.
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
    }
}
