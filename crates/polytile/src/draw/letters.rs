//! A tiling as letters, one per cell.
//!
//! In: a scene. Out: a line of characters per row: `.` for what no piece covers, and for the others a letter or digit,
//! such that cells of different pieces that share an edge (over the wrap too) have different ones. So the pieces are
//! the connected runs of one letter, and the text can be read back. A piece takes the first letter of its name where
//! its neighbours allow; otherwise rather a letter that no piece's name begins with. Cost: linear.

use super::Scene;
use super::adjacency::Adjacency;
use super::scene::Owner;

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

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

/// The letter that a piece of this name takes where it can: the first letter or digit, as a capital.
pub(crate) fn preferred(name: &str) -> Option<char> {
    name.chars().find(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase())
}

/// The letter of every piece, from the name of every piece and the names of all `kinds`.
pub(super) fn choose(adjacency: &Adjacency, names: &[&str], kinds: &[&str]) -> Vec<char> {
    let wanted: Vec<char> = kinds.iter().filter_map(|name| preferred(name)).collect();
    let (taken, spare): (Vec<char>, Vec<char>) = LETTERS.chars().partition(|c| wanted.contains(c));
    let mut letters = vec!['.'; names.len()];
    for piece in adjacency.colouring_order() {
        // Up to six neighbours have letters already; 62 are more than enough.
        let near = |c: &char| adjacency.of(piece).iter().any(|&n| letters[n as usize] == *c);
        let own = preferred(names[piece as usize]);
        let mut choices = own.into_iter().chain(spare.iter().copied()).chain(taken.iter().copied());
        letters[piece as usize] = choices.find(|c| !near(c)).unwrap_or('?');
    }
    letters
}
