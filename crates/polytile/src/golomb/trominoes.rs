//! Every piece of a board, one after the other.
//!
//! In: a board. Out: its (4^n - 1) / 3 pieces, each before the pieces of the quadrants around it: an iterator with a
//! stack of the blocks still to come, and a `fold` (which `for_each` and `count` use) that is quicker.
//!
//! A block without the hole of the board has its own hole in a corner, so there are only four kinds of such blocks of
//! each size. The blocks of side 8 are listed beforehand, and `fold` copies the lists. Cost: constant per piece; memory
//! O(n).

use super::board::{Board, Quadrant, Tromino};
use std::iter::FusedIterator;
use std::sync::LazyLock;

/// The level of the blocks listed beforehand.
const LISTED: u32 = 3;

/// Their pieces, by the corner that is the hole.
static LISTS: LazyLock<[Vec<Tromino>; 4]> = LazyLock::new(|| {
    Quadrant::ALL.map(|corner| {
        let block = Block::in_corner(LISTED, 0, 0, corner);
        let mut pieces = Vec::new();
        let mut stack = vec![block];
        while let Some(piece) = next(&mut stack) {
            pieces.push(piece);
        }
        pieces
    })
});

/// A block still to be tiled.
#[derive(Clone, Copy, Debug)]
struct Block {
    level: u32,
    top: u64,
    left: u64,
    /// Row and column of its hole.
    hole: (u64, u64),
}

impl Block {
    /// The block whose hole is this corner.
    fn in_corner(level: u32, top: u64, left: u64, corner: Quadrant) -> Self {
        let end = (1 << level) - 1;
        let at = |far: bool| if far { end } else { 0 };
        Block { level, top, left, hole: (top + at(corner.lower()), left + at(corner.right())) }
    }

    /// The corner that its hole is, if it is one.
    fn corner(&self) -> Option<Quadrant> {
        let end = (1 << self.level) - 1;
        let far = |offset: u64| [0, end].iter().position(|&at| at == offset).map(|place| place == 1);
        Some(Quadrant::new(far(self.hole.0 - self.top)?, far(self.hole.1 - self.left)?))
    }

    /// The piece in the middle, and the four quadrants.
    fn cut(&self) -> (Tromino, [Block; 4]) {
        let level = self.level - 1;
        let half = 1 << level;
        let (row, col) = (self.top + half, self.left + half);
        let missing = Quadrant::new(self.hole.0 >= row, self.hole.1 >= col);
        let piece = Tromino { level: self.level, top: row - 1, left: col - 1, missing };
        let quadrants = Quadrant::ALL.map(|quadrant| {
            let top = if quadrant.lower() { row } else { self.top };
            let left = if quadrant.right() { col } else { self.left };
            if quadrant == missing {
                Block { level, top, left, hole: self.hole }
            } else {
                Block::in_corner(level, top, left, quadrant.opposite())
            }
        });
        (piece, quadrants)
    }
}

fn next(stack: &mut Vec<Block>) -> Option<Tromino> {
    loop {
        let block = stack.pop()?;
        if block.level > 0 {
            let (piece, quadrants) = block.cut();
            stack.extend(quadrants.into_iter().rev());
            return Some(piece);
        }
    }
}

impl Board<u64> {
    /// Every piece, each before those of the quadrants around it.
    ///
    /// ```
    /// use polytile::golomb::Board;
    /// let board = Board::new(10, 0_u64, 1023)?;
    /// let mut levels = [0; 11];
    /// board.trominoes().for_each(|piece| levels[piece.level as usize] += 1);
    /// assert_eq!(levels[1..4], [262144, 65536, 16384]);
    /// # Ok::<(), polytile::golomb::GolombError>(())
    /// ```
    pub fn trominoes(&self) -> Trominoes {
        let (&row, &col) = self.hole();
        let stack = vec![Block { level: self.order(), top: 0, left: 0, hole: (row, col) }];
        Trominoes { stack }
    }
}

/// An iterator over the pieces of a board: see [`Board::trominoes`].
#[derive(Clone, Debug)]
pub struct Trominoes {
    stack: Vec<Block>,
}

impl Iterator for Trominoes {
    type Item = Tromino;

    fn next(&mut self) -> Option<Tromino> {
        next(&mut self.stack)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // A block of level k has 1 + 4 + ... + 4^(k-1) pieces.
        let pieces = |block: &Block| ((1_u128 << (2 * block.level)) - 1) / 3;
        let left = usize::try_from(self.stack.iter().map(pieces).sum::<u128>());
        (*left.as_ref().unwrap_or(&usize::MAX), left.ok())
    }

    fn fold<B, F: FnMut(B, Tromino) -> B>(self, init: B, mut f: F) -> B {
        self.stack.iter().rev().fold(init, |so_far, block| fold(block, so_far, &mut f))
    }
}

impl FusedIterator for Trominoes {}

/// Folds the pieces of `block`, in order.
fn fold<B>(block: &Block, init: B, f: &mut impl FnMut(B, Tromino) -> B) -> B {
    if block.level == 0 {
        return init;
    }
    if block.level == LISTED
        && let Some(corner) = block.corner()
    {
        return LISTS[corner.index()].iter().fold(init, |so_far, piece| {
            f(so_far, Tromino { top: block.top + piece.top, left: block.left + piece.left, ..*piece })
        });
    }
    let (piece, quadrants) = block.cut();
    let so_far = f(init, piece);
    quadrants.iter().fold(so_far, |so_far, quadrant| fold(quadrant, so_far, f))
}
