//! A picture of polygons, whatever cells they stand for, before it is written.
//!
//! In: a scene whose cells are no squares in their places. Out: areas of polygons, each with its colour, and where on cells
//! something can be written; [`Svg`](super::surface::Svg) and pixels are made of the same. On a plane lattice, and of boards in
//! space that are drawn layer by layer, the polygons are the cells and an area is a piece; of solid bodies they are what
//! [`solid`](super::solid) says. Cost: linear in the polygons.

use super::Scene;
use super::page::Point;
use super::polygons::{Polygons, middle, radius};
use super::solid;
use crate::board::Cell;
use crate::pieces::Colour;
use crate::run::{Control, Pulse, Stopped};
use std::borrow::Cow;
use std::collections::HashMap;

/// Where something can be written.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// The cell, by its number in the scene.
    pub(super) cell: usize,
    /// The shape that it belongs to.
    pub(super) shape: Option<u32>,
    /// The middle, in steps.
    pub(super) at: Point,
    /// How wide a text there may be, in steps.
    pub(super) room: f64,
    /// What is behind it, where that has a colour of its own.
    pub(super) ground: Option<Colour>,
}

/// What is painted.
#[derive(Clone, Debug)]
pub(super) struct Painting<'a> {
    /// Each belongs to an area, or to none where nothing lies.
    pub(super) polygons: Cow<'a, Polygons>,
    /// Of the areas.
    pub(super) colours: Vec<Colour>,
    pub(super) sites: Vec<Site>,
}

impl Painting<'_> {
    /// These polygons, in these colours.
    pub(super) fn new(polygons: Polygons, colours: Vec<Colour>, sites: Vec<Site>) -> Self {
        Painting { polygons: Cow::Owned(polygons), colours, sites }
    }

    /// Where something can be written on each cell of the scene.
    pub(super) fn of_cells(&self, scene: &Scene) -> HashMap<Cell, &Site> {
        self.sites.iter().map(|site| (scene.cells()[site.cell], site)).collect()
    }
}

impl Scene {
    /// What is painted of this scene, unless its cells are squares in their places; if `sited`, with where something can be written.
    ///
    /// # Errors
    /// When `control` says stop, or the picture does not fit the memory that it allows.
    pub(super) fn painting(&self, sited: bool, control: &Control) -> Result<Option<Painting<'_>>, Stopped> {
        if self.is_solid() {
            return solid::painting(self, sited, control).map(Some);
        }
        let Some(polygons) = self.polygons() else { return Ok(None) };
        let colours: Vec<Colour> = self.shapes().iter().map(|shape| shape.colour).collect();
        let site = |cell: usize| {
            let (corners, shape) = (polygons.corners(cell), polygons.owner(cell));
            let ground = shape.and_then(|shape| colours.get(shape as usize).copied());
            Site { cell, shape, at: middle(&corners), room: 2.6 * radius(&corners), ground }
        };
        let pulse = Pulse::preparing(control);
        let cells = 0..if sited { self.cells().len() } else { 0 };
        let sites = cells.map(|cell| pulse.beat().map(|()| site(cell)));
        let sites = sites.collect::<Result<_, Stopped>>()?;
        Ok(Some(Painting { polygons: Cow::Borrowed(polygons), colours, sites }))
    }
}
