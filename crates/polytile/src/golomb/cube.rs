//! Golomb's theorem in space: cubes of side 2^n with one cell missing, tiled by corner pieces.
//!
//! In: n and the cell that is missing. Out: a tiling by corner pieces, each a 2x2x2 block without one of its eight
//! cells. A piece in the middle of the cube has a cell in each of the seven eighths that are whole; with these cells
//! taken, all eight are cubes of half the side with a cell missing. The *level* of the piece is the n of the cube it is
//! in the middle of. Cost: linear in the pieces, of which there are (8^n - 1)/7; memory: the depth of the recursion.
//!
//! Three colours suffice for pieces that share a face to differ, as on the square. The coordinates of a piece of level l
//! are 2^(l-1) - 1 and 2^(l-1) modulo 2^l; those of one of a higher level are -1 and 0 modulo 2^l. From level 2 on these
//! are four different numbers, so pieces of different levels share no coordinate, while cells that share a face share
//! two. Two pieces of one such level are more than a cell apart along some axis. So level 2 and all levels above it have
//! one colour. Pieces of level 1 fill blocks of an even grid, which two colours make a chessboard.

mod layers;

use super::GolombError;
use crate::run::{Control, Progress, Stopped};

/// A cell of a cube: layer, row and column, all from 0.
pub type Place = [u32; 3];

/// A cube of side 2^n without one cell.
///
/// ```
/// use polytile::{golomb::cube::Cube, run::Control};
/// let cube = Cube::new(3, [0, 5, 2])?;
/// let mut pieces = 0;
/// cube.lay(&Control::default(), |_| pieces += 1)?;
/// assert_eq!((pieces, cube.pieces()), (73, 73));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube {
    n: u32,
    hole: Place,
}

/// A corner piece: a 2x2x2 block without one of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Corner {
    /// The cell of the block with the smallest coordinates.
    pub block: Place,
    /// Which cell of the block is left out: 4 when it is in the second layer, plus 2 when it is in the second row, plus
    /// 1 when it is in the second column.
    pub missing: u8,
    /// The piece is in the middle of a cube of side 2^level.
    pub level: u32,
}

impl Corner {
    /// Its seven cells, in order.
    pub fn cells(&self) -> [Place; 7] {
        let mut numbers = (0..8_u8).filter(|&i| i != self.missing);
        std::array::from_fn(|_| {
            let i = u32::from(numbers.next().unwrap_or_default());
            let [layer, row, col] = self.block;
            [layer + (i >> 2), row + (i >> 1 & 1), col + (i & 1)]
        })
    }

    /// Its colour, from 0 to 2: pieces that share a face have different ones.
    pub fn colour(&self) -> u8 {
        let [layer, row, col] = self.block.map(|x| x / 2);
        if self.level == 1 { ((layer ^ row ^ col) & 1) as u8 } else { 2 }
    }
}

impl Cube {
    /// The largest n: the cells of a cube are still counted in 64 bits.
    pub const MAX_N: u32 = 21;

    /// The cube of side 2^`n` without the cell `hole`.
    ///
    /// # Errors
    /// [`GolombError::Cube`] when `n` is above [`Cube::MAX_N`], [`GolombError::OutsideCube`] when the hole is not in the
    /// cube.
    pub fn new(n: u64, hole: Place) -> Result<Self, GolombError> {
        if n > u64::from(Self::MAX_N) {
            return Err(GolombError::Cube { n });
        }
        let cube = Cube { n: n as u32, hole };
        if hole.iter().any(|&x| x >= cube.side()) {
            return Err(GolombError::OutsideCube { cell: hole, side: cube.side() });
        }
        Ok(cube)
    }

    /// The side.
    pub fn side(&self) -> u32 {
        1 << self.n
    }

    /// The missing cell.
    pub fn hole(&self) -> Place {
        self.hole
    }

    /// Number of pieces.
    pub fn pieces(&self) -> u64 {
        ((1_u64 << (3 * self.n)) - 1) / 7
    }

    /// The pieces of the tiling, each before those of the eighths around it.
    ///
    /// # Errors
    /// [`Stopped`] when `control` says so.
    pub fn lay(&self, control: &Control, mut each: impl FnMut(Corner)) -> Result<(), Stopped> {
        let mut done = 0;
        let total = self.pieces();
        divided([0; 3], self.n, self.hole, &mut |corner| {
            each(corner);
            done += 1;
            if done % (1 << 16) == 0 { control.check(Progress::Pieces { done, total }) } else { Ok(()) }
        })
    }
}

/// Lays the pieces of the cube of side 2^`n` that begins at `origin`, without the cell `hole`.
fn divided(
    origin: Place,
    n: u32,
    hole: Place,
    each: &mut dyn FnMut(Corner) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if n == 0 {
        return Ok(());
    }
    let half = 1 << (n - 1);
    let middle = origin.map(|x| x + half - 1);
    let eighth = |cell: Place| {
        let second = |axis: usize| u8::from(cell[axis] > middle[axis]);
        4 * second(0) + 2 * second(1) + second(2)
    };
    let corner = Corner { block: middle, missing: eighth(hole), level: n };
    each(corner)?;
    for cell in corner.cells().into_iter().chain([hole]) {
        let begin =
            std::array::from_fn(
                |axis| if cell[axis] > middle[axis] { middle[axis] + 1 } else { origin[axis] },
            );
        divided(begin, n - 1, cell, each)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every cell the piece on it, after checking that every cell but the hole has one, of the right form.
    fn owners(cube: &Cube) -> (Vec<Option<usize>>, Vec<Corner>) {
        let side = cube.side() as usize;
        let index = |[a, b, c]: Place| (a as usize * side + b as usize) * side + c as usize;
        let mut owners = vec![None; side.pow(3)];
        let mut corners = Vec::new();
        cube.lay(&Control::default(), |corner| {
            for cell in corner.cells() {
                assert!(cell.iter().all(|&x| x < cube.side()) && cell != cube.hole(), "{cube:?}");
                assert_eq!(owners[index(cell)].replace(corners.len()), None, "{cube:?} {cell:?}");
            }
            corners.push(corner);
        })
        .unwrap();
        assert_eq!(corners.len() as u64, cube.pieces());
        assert_eq!(owners.iter().filter(|o| o.is_none()).count(), 1);
        (owners, corners)
    }

    #[test]
    fn every_hole_is_tiled_and_three_colours_do() {
        for n in 0_u32..=3 {
            let side = 1 << n;
            for hole in 0..1_u32 << (3 * n) {
                let hole = [hole >> (2 * n), (hole >> n) & (side - 1), hole & (side - 1)];
                let cube = Cube::new(u64::from(n), hole).unwrap();
                let (owners, corners) = owners(&cube);
                let side = side as usize;
                for (i, &owner) in owners.iter().enumerate() {
                    let near =
                        [(i % side + 1 < side, 1), (i / side % side + 1 < side, side), (true, side * side)];
                    for (inside, step) in near {
                        let other = if inside { owners.get(i + step).copied().flatten() } else { None };
                        if let (Some(a), Some(b)) = (owner, other) {
                            assert!(a == b || corners[a].colour() != corners[b].colour(), "{cube:?} {i}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn larger_cubes_are_tiled() {
        owners(&Cube::new(6, [17, 63, 0]).unwrap());
        assert_eq!(Cube::new(21, [0; 3]).unwrap().pieces(), ((1_u64 << 63) - 1) / 7);
    }

    #[test]
    fn sizes_and_holes_are_checked() {
        assert!(matches!(Cube::new(22, [0; 3]), Err(GolombError::Cube { n: 22 })));
        let outside = Cube::new(1, [0, 2, 0]).unwrap_err();
        assert_eq!(
            outside.to_string(),
            "cell 0,2,0 is not in the cube, whose layers, rows and columns are 0..1"
        );
        let late = Control::default().time_limit(std::time::Duration::ZERO);
        assert!(Cube::new(21, [0; 3]).unwrap().lay(&late, |_| ()).is_err());
    }
}
