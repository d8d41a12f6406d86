//! The pieces of a tiling, coloured: the map whose edges are those of the cells.

use super::colouring::{Colouring, unstopped};
use super::scene::Scene;
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use crate::tiling::Tiling;

impl Colouring {
    /// A colouring of the pieces of `tiling`, in its order, in which pieces that share an edge, over the wrap too,
    /// differ. It depends on nothing but where the pieces lie.
    pub fn of_tiling(problem: &Problem, tiling: &Tiling) -> Self {
        unstopped(Self::within(problem, tiling, &Control::default()))
    }

    /// Which pieces touch, as long as `control` allows; progress counts pieces, anew for each attempt.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn within(problem: &Problem, tiling: &Tiling, control: &Control) -> Result<Self, Stopped> {
        let scene = Scene::owned(&problem.region, tiling, control)?;
        Self::of(&scene.adjacency(tiling.laid().len(), control)?, control)
    }
}
