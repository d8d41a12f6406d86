//! Pictures of a tiling as it grows, in colours that stay.
//!
//! In: the tiling to be reached, if there is one, and then one after the other sets of pieces that lie side by side, as a
//! search tries them. Out: a scene of each. A piece has the colour of the puzzle, or else that of the finished picture, or
//! else the one that it had in the picture before; a new one takes the first of the palette that neither a neighbour has nor any
//! piece of the finished picture that may yet come to lie beside it. So no colour ever changes while a piece lies, and the last
//! picture is the picture of the answer. Neither does a solid body of it go elsewhere when others are there that it is moved together with.
//! Cost: that of a scene for each.

use super::colouring::unstopped;
use super::{ColourBy, PALETTE, Scene};
use crate::board::Cell;
use crate::pieces::Colour;
use crate::problem::Problem;
use crate::run::Control;
use crate::tiling::{Laid, Tiling};
use std::collections::{HashMap, HashSet};

/// Makes pictures of what lies on a board as time goes on.
pub struct Steps<'a> {
    problem: &'a Problem,
    by: ColourBy,
    /// The colours of the finished picture.
    finished: HashMap<Laid, Colour>,
    /// The colour of each cell in it.
    of_cells: HashMap<Cell, Colour>,
    /// The colours of the picture before.
    lying: HashMap<Laid, Colour>,
}

impl<'a> Steps<'a> {
    /// Pictures that lead up to this tiling, if there is one.
    pub fn new(problem: &'a Problem, finished: Option<&Tiling>) -> Self {
        let (finished_colours, of_cells, lying) = (HashMap::new(), HashMap::new(), HashMap::new());
        let by = ColourBy::Contrast;
        let mut steps = Steps { problem, by, finished: finished_colours, of_cells, lying };
        if let Some(tiling) = finished {
            let scene = Scene::new(problem, tiling);
            for (laid, shape) in tiling.laid().iter().zip(scene.shapes()) {
                steps.of_cells.extend(laid.cells.iter().map(|&cell| (cell, shape.colour)));
                steps.finished.insert(laid.clone(), shape.colour);
            }
        }
        steps
    }

    /// These steps in colours that tell something other than neighbours apart; such colours stay as they are without further
    /// care.
    #[must_use]
    pub fn coloured_by(mut self, by: ColourBy) -> Self {
        self.by = by;
        self
    }

    /// The next picture. Pieces in it must not overlap.
    pub fn scene(&mut self, tiling: &Tiling) -> Scene {
        let lying: HashSet<Cell> = tiling.laid().iter().flat_map(|laid| &laid.cells).copied().collect();
        let open = |laid: &&Laid| !laid.cells.iter().any(|cell| lying.contains(cell));
        let scene = self.coloured(tiling);
        scene.awaiting(self.finished.keys().filter(open).map(|laid| laid.cells.clone()))
    }

    /// The next picture, by itself.
    fn coloured(&mut self, tiling: &Tiling) -> Scene {
        if self.by != ColourBy::Contrast {
            return Scene::coloured_by(self.problem, tiling, self.by);
        }
        let control = Control::default();
        let scene = unstopped(Scene::owned(&self.problem.region, tiling, &control));
        let adjacency = unstopped(scene.adjacency(tiling.laid().len(), &control));
        let kept = |laid: &Laid| {
            let given = self.problem.pieces.iter().nth(laid.piece).and_then(|piece| piece.colour);
            given.or_else(|| self.finished.get(laid).or_else(|| self.lying.get(laid)).copied())
        };
        let mut colours: Vec<Option<Colour>> = tiling.laid().iter().map(kept).collect();
        for (piece, laid) in tiling.laid().iter().enumerate() {
            if colours[piece].is_none() {
                let near = adjacency.of(piece as u32).iter().filter_map(|&other| colours[other as usize]);
                let taken: Vec<Colour> = near.chain(self.to_come(laid)).collect();
                let free = PALETTE.into_iter().find(|colour| !taken.contains(colour));
                colours[piece] = Some(free.unwrap_or(PALETTE[0]));
            }
        }
        let colours: Vec<Colour> = colours.into_iter().flatten().collect();
        self.lying = tiling.laid().iter().cloned().zip(colours.iter().copied()).collect();
        Scene::coloured(self.problem, tiling, colours)
    }

    /// The colours that the finished picture has on these cells and beside them.
    fn to_come(&self, laid: &Laid) -> impl Iterator<Item = Colour> {
        let around = |&cell: &Cell| self.problem.region.beside(cell).flatten().chain([cell]);
        laid.cells.iter().flat_map(around).filter_map(|cell| self.of_cells.get(&cell).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Region, Topology};
    use crate::draw::Shape;
    use crate::format::tiling::tests::{boards, greedy};
    use crate::frontier::sample::sample;
    use proptest::prelude::*;

    fn colours<'a>(tiling: &'a Tiling, shapes: &'a [Shape]) -> HashMap<&'a Laid, Colour> {
        tiling.laid().iter().zip(shapes.iter().map(|shape| shape.colour)).collect()
    }

    proptest! {
        /// Parts of several tilings, one after the other, and then the answer.
        #[test]
        fn colours_stay_and_the_last_picture_is_the_answer(
            region in boards(),
            tries in prop::collection::vec((prop::collection::vec(any::<u8>(), 1..20), 0_usize..40), 1..8),
            answer in prop::collection::vec(any::<u8>(), 1..20),
        ) {
            let (problem, answer) = greedy(region.clone(), &answer);
            let mut steps = Steps::new(&problem, Some(&answer));
            let mut before: Option<(Tiling, Scene)> = None;
            let tries = tries.into_iter().map(|(choices, laid)| {
                let pieces = greedy(region.clone(), &choices).1;
                Tiling::new(pieces.laid().iter().take(laid).cloned().collect())
            });
            for tiling in tries.chain([answer.clone()]) {
                let scene = steps.scene(&tiling);
                if let Some((old, picture)) = &before {
                    let was = colours(old, picture.shapes());
                    for (laid, colour) in colours(&tiling, scene.shapes()) {
                        prop_assert!(was.get(laid).is_none_or(|was| *was == colour));
                    }
                }
                before = Some((tiling, scene));
            }
            let last = before.map(|(_, scene)| scene.shapes().to_vec());
            let whole = Scene::new(&problem, &answer);
            prop_assert_eq!(last.unwrap_or_default(), whole.shapes());
        }
    }

    fn assert_neighbours_differ(scene: &Scene, tiling: &Tiling) {
        let adjacency = scene.adjacency(tiling.laid().len(), &Control::default()).unwrap();
        for (piece, shape) in (0..).zip(scene.shapes()) {
            for &other in adjacency.of(piece) {
                assert_ne!(shape.colour, scene.shapes()[other as usize].colour);
            }
        }
    }

    #[test]
    fn pieces_that_touch_differ() {
        let region = Region::wrapped(Topology::Torus, 6, 6).unwrap();
        let (problem, answer) = greedy(region.clone(), &[1, 2, 3]);
        let mut steps = Steps::new(&problem, Some(&answer));
        for choices in [[1, 1, 1], [2, 1, 2], [1, 2, 3]] {
            let (_, tiling) = greedy(region.clone(), &choices);
            assert_neighbours_differ(&steps.scene(&tiling), &tiling);
        }
    }

    #[test]
    fn hexagons_that_touch_differ() {
        let problem =
            Problem::new("hex-parallelogram:4x4".parse().unwrap(), "monohex,dihexes".parse().unwrap());
        let mut tilings = Vec::new();
        sample(&problem, 9, 7, &Control::default(), |tiling| tilings.push(tiling)).unwrap();
        let answer = &tilings[0];
        let mut steps = Steps::new(&problem, Some(answer));
        for other in &tilings {
            // A piece that is no part of the answer, and then what of the answer has room beside it.
            for tried in other.laid() {
                steps.scene(&Tiling::new(vec![tried.clone()]));
                let open = |laid: &&Laid| !laid.cells.iter().any(|cell| tried.cells.contains(cell));
                let beside = answer.laid().iter().filter(open).cloned();
                let tiling = Tiling::new([tried.clone()].into_iter().chain(beside).collect());
                assert_neighbours_differ(&steps.scene(&tiling), &tiling);
            }
        }
    }
}
