//! A picture as lines of box-drawing characters.
//!
//! In: a scene. Out: text, two lines of it per row. A cell is three columns wide, or two where three would make more
//! than 80 columns; with its line it is then about as wide as it is high. Every point of the grid gets the character
//! whose arms are the lines that leave it, half lines included. Holes are left blank; one with cells all around, which
//! would look like a piece, is filled with `░`, and a cell that no piece covers with `·`. Cost: linear.

use super::colour::ink_on;
use super::scene::Owner;
use super::{Scene, Tones};
use crate::pieces::Colour;

/// By arms: up 1, right 2, down 4, left 8.
const JOINTS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

impl Scene {
    /// Box lines, without colour.
    pub fn text(&self) -> String {
        self.text_with_cells(Self::usual_cell(self.cols()), None)
    }

    /// Box lines, the cells filled with their colours, as near as the `tones` come, by escape sequences.
    pub fn coloured_text(&self, tones: Tones) -> String {
        self.text_with_cells(Self::usual_cell(self.cols()), Some(tones))
    }

    /// How many columns of text a cell takes without its line, on a board of `cols` columns: 3 or 2.
    pub fn usual_cell(cols: u32) -> usize {
        if cols < 20 { 3 } else { 2 }
    }

    /// Box lines with cells of this width, 2 at least, filled with their colours where there are tones.
    pub fn text_with_cells(&self, width: usize, tones: Option<Tones>) -> String {
        let width = width.max(2);
        let enclosed = self.enclosed();
        let mut writer = Writer { text: String::new(), tones, blanks: 0, background: None };
        for row in 0..=self.rows() {
            for col in 0..=self.cols() {
                let arms = self.arms(row, col);
                let joint = arms.iter().rev().fold(0, |bits, &arm| 2 * bits + usize::from(arm));
                let inside = (row > 0 && col > 0 && joint == 0).then(|| self.colour(row, col)).flatten();
                writer.put(JOINTS[joint], 1, inside);
                if col < self.cols() {
                    let line = self.line_above(row, col);
                    let inside = (row > 0 && !line).then(|| self.colour(row, col)).flatten();
                    writer.put(if line { '─' } else { ' ' }, width, inside);
                }
            }
            writer.end_line();
            if row == self.rows() {
                break;
            }
            for col in 0..=self.cols() {
                let line = self.line_left(row, col);
                let inside = (col > 0 && !line).then(|| self.colour(row, col)).flatten();
                writer.put(if line { '│' } else { ' ' }, 1, inside);
                if col < self.cols() {
                    let at = row as usize * self.cols() as usize + col as usize;
                    match self.owner(row, col) {
                        Owner::Hole => writer.put(if enclosed[at] { '░' } else { ' ' }, width, None),
                        Owner::Free => {
                            writer.mark(self.mark(row, col).unwrap_or("·"), width, None);
                        }
                        Owner::Shape(_) => {
                            let colour = self.colour(row, col);
                            match self.mark(row, col) {
                                Some(mark) => writer.mark(mark, width, colour),
                                None => writer.put(' ', width, colour),
                            }
                        }
                    }
                }
            }
            writer.end_line();
        }
        writer.text
    }

    fn colour(&self, row: u32, col: u32) -> Option<Colour> {
        match self.owner(row, col) {
            Owner::Shape(shape) => Some(self.shapes()[shape as usize].colour),
            Owner::Hole | Owner::Free => None,
        }
    }
}

/// Text with as few escape sequences as needed and no blanks at the ends of lines.
struct Writer {
    text: String,
    tones: Option<Tones>,
    /// Blanks not written yet.
    blanks: usize,
    background: Option<Colour>,
}

impl Writer {
    /// Writes `c` `times` times; a background colour is meant for blanks.
    fn put(&mut self, c: char, times: usize, background: Option<Colour>) {
        let background = background.filter(|_| self.tones.is_some());
        if c == ' ' && background.is_none() && self.background.is_none() {
            self.blanks += times;
            return;
        }
        self.text.extend(std::iter::repeat_n(' ', std::mem::take(&mut self.blanks)));
        self.switch(background);
        if c == ' ' && background.is_none() {
            self.blanks += times;
        } else {
            self.text.extend(std::iter::repeat_n(c, times));
        }
    }

    /// Writes letters into a cell of this width so that they can be read on its background colour; a blank is behind them where there is room.
    fn mark(&mut self, mark: &str, width: usize, background: Option<Colour>) {
        let letters = mark.chars().count();
        let behind = usize::from(letters < width);
        self.put(' ', width.saturating_sub(letters + behind), background);
        match background.zip(self.tones) {
            Some((colour, tones)) => {
                self.put(' ', 0, background);
                self.text.push_str(&tones.with(ink_on(colour)));
                self.text.push_str(mark);
                self.text.push_str("\x1b[39m");
            }
            None => mark.chars().for_each(|letter| self.put(letter, 1, None)),
        }
        self.put(' ', behind, background);
    }

    fn switch(&mut self, background: Option<Colour>) {
        if background != self.background {
            match background.zip(self.tones) {
                Some((colour, tones)) => self.text.push_str(&tones.on(colour)),
                None => self.text.push_str("\x1b[0m"),
            }
            self.background = background;
        }
    }

    fn end_line(&mut self) {
        self.switch(None);
        self.blanks = 0;
        self.text.push('\n');
    }
}
