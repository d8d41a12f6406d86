//! A tiling as letters, one per cell.
//!
//! In: a scene. Out: a line of characters per row: `.` for what no piece covers, and for the others a letter or digit,
//! so that cells of different pieces that share an edge (over the wrap too) have different ones (`alphabet`). So the
//! pieces are the connected runs of one letter, and the text can be read back. Cost: linear.

use super::Scene;
use super::scene::Owner;

impl Scene {
    /// One letter per cell and `.` where there is no piece, each row ended by a newline.
    pub fn letters(&self) -> String {
        let mut text = String::with_capacity((self.cols() as usize + 1) * self.rows() as usize);
        for row in 0..self.rows() {
            text.extend((0..self.cols()).map(|col| match self.owner(row, col) {
                Owner::Shape(shape) => self.shapes()[shape as usize].letter,
                Owner::Hole | Owner::Free => '.',
            }));
            text.push('\n');
        }
        text
    }
}
