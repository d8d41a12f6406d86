//! The legal placements of a puzzle as a decision process: what stands at the first cell that is left?
//!
//! A legal placement puts every piece somewhere on the board, no two on one cell, and each that moves along a line on its line;
//! whether it can be reached is another matter. Going through the cells row by row, what can follow depends only on the cells
//! still open and on the pieces still to come: they are the state. An option is a symbol of the key (see `layout`), and a level
//! the place of the symbol in the key.

use super::layout::Layout;
use super::puzzle::Puzzle;
use crate::bit_string::BitString;
use crate::spec::Spec;
use std::ops::Range;

/// The legal placements of a puzzle.
pub(super) struct LegalPlacements<'a, B> {
    pub layout: &'a Layout<B>,
    pub puzzle: &'a Puzzle,
}

impl<B: BitString> Spec for LegalPlacements<'_, B> {
    /// The cells still open; how many empty cells are to come, and pieces of each class.
    type State = (B, Box<[u16]>);

    fn levels(&self) -> usize {
        self.layout.length as usize
    }

    fn options(&self, level: usize) -> Range<u32> {
        let symbols = self.layout.symbols.len();
        (level * symbols) as u32..((level + 1) * symbols) as u32
    }

    fn root(&self) -> Self::State {
        let pieces = self.puzzle.classes().iter().map(|class| class.pieces.len() as u16);
        let to_come = std::iter::once(self.puzzle.empty_cells() as u16).chain(pieces);
        (self.layout.board, to_come.collect())
    }

    fn children(
        &self,
        level: usize,
        (open, to_come): &Self::State,
        mut each: impl FnMut(Option<u32>, Self::State),
    ) {
        let cell = open.lowest();
        for (symbol, option) in self.options(level).enumerate() {
            let class = if symbol == 0 {
                Some(0)
            } else {
                self.layout.class_at(self.puzzle, symbol, cell).map(|class| class + 1)
            };
            let Some(class) = class.filter(|&class| to_come[class] > 0) else { continue };
            let Some(placed) = self.layout.placed(symbol, cell, *open) else { continue };
            let mut rest = to_come.clone();
            rest[class] -= 1;
            each(Some(option), (open.minus(placed), rest));
        }
    }

    fn accepts(&self, (open, _): &Self::State) -> bool {
        open.is_zero()
    }

    fn elsewhere(&self, (_, to_come): &Self::State) -> u64 {
        size_of_val(&to_come[..]) as u64 + 16
    }
}
