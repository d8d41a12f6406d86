//! Every free polyform of a size, by adding cells.
//!
//! In: a lattice and a number of cells. Out: the smallest image of each free polyform of so many cells, sorted. A polyform of n
//! cells is one of n-1 cells and a neighbour of it, so each size is made from the one before, and duplicates are dropped (the
//! method is as old as the numbers: Golomb, *Polyominoes*, chapter 6). Shapes are packed while they grow, 16 bits to a cell and
//! the cells in order: they compare as their lists of cells do, and millions of images need no allocation of their own.
//!
//! Cost: for each polyform of n-1 cells, all images of as many shapes as it has neighbouring cells.

use super::{Freedom, Polyform};
use crate::board::{Lattice, Spot};

/// The most cells of a shape.
pub(super) const MAX_SIZE: usize = 12;

/// One representative, the smallest image, of each free polyform of `size` cells, sorted. None for size 0 and beyond
/// [`MAX_SIZE`].
pub(super) fn free(lattice: Lattice, size: usize) -> Vec<Polyform> {
    if !(1..=MAX_SIZE).contains(&size) {
        return Vec::new();
    }
    let grower = Grower::new(lattice);
    let ones = (0..lattice.kinds() as usize).map(|kind| Packed::of(&[Spot { at: [0; 3], kind }]));
    let mut shapes = grower.different(ones.collect());
    for _ in 1..size {
        shapes = grower.different(shapes.iter().flat_map(|shape| grower.grown(shape)).collect());
    }
    shapes
        .into_iter()
        .map(|shape| Polyform::normalised(lattice, &shape.spots().collect::<Vec<_>>()))
        .collect()
}

/// The cells of a shape, sorted: 4 bits each for the layer and the row of a unit, 5 for its column, 3 for the kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Packed {
    cells: [u16; MAX_SIZE],
    len: u8,
}

impl Packed {
    /// The shape of these cells, which must not be too many.
    fn of(spots: &[Spot]) -> Self {
        let first = |axis: usize| spots.iter().map(|spot| spot.at[axis]).min().unwrap_or(0);
        let first = [first(0), first(1), first(2)];
        let mut cells = [0; MAX_SIZE];
        for (cell, spot) in cells.iter_mut().zip(spots) {
            let [layer, row, col] = std::array::from_fn(|i| (spot.at[i] - first[i]) as u16);
            *cell = layer << 12 | row << 8 | col << 3 | spot.kind as u16;
        }
        cells[..spots.len()].sort_unstable();
        Packed { cells, len: spots.len() as u8 }
    }

    fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.cells[..usize::from(self.len)].iter().map(|&cell| Spot {
            at: [cell >> 12, cell >> 8 & 15, cell >> 3 & 31].map(i64::from),
            kind: usize::from(cell & 7),
        })
    }
}

struct Grower {
    lattice: Lattice,
}

impl Grower {
    fn new(lattice: Lattice) -> Self {
        Grower { lattice }
    }

    /// The shapes of one cell more that contain this one, with repetitions.
    fn grown(&self, shape: &Packed) -> impl Iterator<Item = Packed> + use<> {
        let spots: Vec<Spot> = shape.spots().collect();
        let ground = self.lattice.ground();
        let beside = spots.clone().into_iter().flat_map(|spot| ground.beside(spot));
        let own = spots.clone();
        beside.filter(move |near| !own.contains(near)).map(move |near| {
            let mut cells = [near; MAX_SIZE];
            cells[..spots.len()].copy_from_slice(&spots);
            Packed::of(&cells[..=spots.len()])
        })
    }

    /// The smallest images of these shapes, each once.
    fn different(&self, mut shapes: Vec<Packed>) -> Vec<Packed> {
        // Most occur several times: their images are looked for only once.
        shapes.sort_unstable();
        shapes.dedup();
        for shape in &mut shapes {
            let mut spots = [Spot { at: [0; 3], kind: 0 }; MAX_SIZE];
            let images = Freedom::Free.symmetries(self.lattice).map(|symmetry| {
                for (image, spot) in spots.iter_mut().zip(shape.spots()) {
                    *image = symmetry.image(spot);
                }
                Packed::of(&spots[..usize::from(shape.len)])
            });
            *shape = images.min().unwrap_or(*shape);
        }
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_its_smallest_image_and_there_once() {
        let numbers: [(Lattice, &[usize]); 5] = [
            // OEIS A000105, A000228, A000577, A038119, A... of prisms.
            (Lattice::Square, &[1, 1, 2, 5, 12, 35, 108, 369]),
            (Lattice::Hex, &[1, 1, 3, 7, 22, 82, 333]),
            (Lattice::Triangle, &[1, 1, 1, 3, 4, 12, 24, 66, 160]),
            (Lattice::Cube, &[1, 1, 2, 7, 23, 112]),
            (Lattice::Prism, &[1, 2]),
        ];
        for (lattice, numbers) in numbers {
            for (size, &number) in (1..).zip(numbers) {
                let shapes = free(lattice, size);
                assert_eq!(shapes.len(), number, "{size} of {lattice}");
                assert!(shapes.is_sorted_by(|a, b| a < b));
                assert!(
                    shapes
                        .iter()
                        .all(|shape| shape.size() == size && *shape == shape.canonical(Freedom::Free))
                );
            }
            assert!(free(lattice, 0).is_empty() && free(lattice, MAX_SIZE + 1).is_empty());
        }
    }
}
