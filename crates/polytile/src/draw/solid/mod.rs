//! Boards in space as solid bodies, seen from above and in front.
//!
//! In: a scene on a lattice of layers. Out: a [`Painting`], that is polygons in the plane, like those of a board of triangles. What no
//! piece covers is not there, unless nothing lies on the board, which is then one body, or somebody points at it.
//!
//! The idea: pieces are moved apart by whole steps ([`apart`]), so all their cells are cells of one lattice still, and seen along a
//! step of it every face consists of whole *grains* of the picture ([`sight`]). So there is no order in which to paint, and no
//! circle of bodies each before the next to spoil one: of the faces that a grain is part of the nearest is seen, and nothing of the
//! others there. The grains in which one plane of one piece is seen are one area, with the piece's colour, darker where it is
//! turned away from the light; its outline is that of the polygons of any other picture, so there is no line between two cells of a
//! piece in one plane. Cost: linear in the cells, apart from sorting the grains.

mod apart;
mod sight;

use super::Scene;
use super::page::Point;
use super::painting::{Painting, Site};
use super::polygons::{Polygons, middle, radius};
use super::raster::GREY;
use super::scene::Owner;
use crate::board::{Cell, Lattice, Spot};
use crate::pieces::Colour;
use crate::run::{Control, Pulse, Stopped};
use sight::{Grain, Sight};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Grains between two looks at what they take.
const GRAINS_PER_LOOK: usize = 1 << 14;

/// A body: the shape that it is, if it is one, its cells by their numbers in the scene, and its colour.
struct Body {
    shape: Option<u32>,
    cells: Vec<usize>,
    colour: Colour,
}

/// What is seen in a grain: the face of this number, of this cell, so high up.
#[derive(Clone, Copy)]
struct Seen {
    height: f64,
    cell: usize,
    face: usize,
}

/// Where a grain is: its unit, and its number there.
type Place = ([i64; 2], usize);

/// A colour in this light, of which some per cent are left.
fn lit(colour: Colour, light: u32) -> Colour {
    colour.map(|part| (u32::from(part) * light / 100) as u8)
}

/// The colours that a body of this colour has in pictures.
pub(super) fn tones(colour: Colour, lattice: Lattice) -> Vec<Colour> {
    let sight = Sight::of(lattice);
    let faces = (0..lattice.kinds() as usize).flat_map(|kind| sight.faces(kind));
    let mut lights: Vec<u32> = faces.map(|face| face.light).collect();
    lights.sort_unstable();
    lights.dedup();
    lights.into_iter().map(|light| lit(colour, light)).collect()
}

/// Bytes that a cell takes while bodies are moved apart, and a grain while it is painted: in the table of what is seen, as a
/// polygon, and with its sides in those of outlines.
const BYTES_OF_CELL: u64 = 200;
const BYTES_OF_GRAIN: u64 = 500;

/// What memory is asked for.
fn reserve(cells: usize, grains: usize, control: &Control) -> Result<(), Stopped> {
    let bytes = BYTES_OF_CELL.saturating_mul(cells as u64);
    let bytes = bytes.saturating_add(BYTES_OF_GRAIN.saturating_mul(grains as u64));
    control.reserve(bytes, format!("drawing {cells} cells as solid bodies"))
}

/// The least coordinates on paper, and the width and height from there, that a picture of such a board can have, whatever lies on it.
///
/// # Errors
/// When the control says stop.
pub(super) fn bounds(scene: &Scene, pulse: &Pulse<'_>) -> Result<[[f64; 2]; 2], Stopped> {
    let lattice = scene.places().lattice();
    let sight = Sight::of(lattice);
    if scene.cells().is_empty() {
        return Ok([[0.0; 2]; 2]);
    }
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    let mut mean = apart::Mean::default();
    for spot in scene.cells().iter().map(|&cell| lattice.spot(cell)) {
        pulse.beat()?;
        mean.add(apart::centre(lattice, spot));
        let unit = sight.unit(spot.at);
        for [x, y] in sight.faces(spot.kind).iter().flat_map(|face| sight.placed(&face.corners, unit)) {
            (low, high) = ([low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]);
        }
    }
    if scene.is_whole() {
        return Ok([low, [0, 1].map(|axis| high[axis] - low[axis])]);
    }
    // No body goes further than a cell at the edge of the board would.
    let mut ends = [[i64::MAX, i64::MIN]; 3];
    for spot in scene.cells().iter().map(|&cell| lattice.spot(cell)) {
        pulse.beat()?;
        let way = apart::way(apart::centre(lattice, spot), mean.middle());
        for (ends, way) in ends.iter_mut().zip(way) {
            *ends = [ends[0].min(way), ends[1].max(way)];
        }
    }
    let step =
        |axis: usize| sight.on_paper(sight.unit([0, 1, 2].map(|i| i64::from(i == axis))).map(|n| n as f64));
    for (axis, ends) in ends.iter().enumerate() {
        let (step, ends) = (step(axis), ends.map(|n| n as f64));
        for side in 0..2 {
            low[side] += (step[side] * ends[0]).min(step[side] * ends[1]);
            high[side] += (step[side] * ends[0]).max(step[side] * ends[1]);
        }
    }
    Ok([low, [0, 1].map(|axis| high[axis] - low[axis])])
}

/// What is seen of one plane of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// The number of the piece, as it was laid; none is the board, or an open cell that is pointed at.
    pub shape: Option<usize>,
    /// How much light falls on it: per cent of a colour that are left, 100 from above.
    pub light: u32,
    /// The parts of the picture that it fills, clockwise: x to the right, y down, a side of a cell being about 1 long.
    pub polygons: Vec<Vec<[f64; 2]>>,
}

impl Scene {
    /// What is seen of a board in space, and of what lies on it, from above and in front, as
    /// [`View::Isometric`](super::View::Isometric) draws it: for whoever draws it otherwise. They cover nothing of each other.
    /// Of a flat board there is nothing. Cost: linear in the cells.
    ///
    /// # Errors
    /// When `control` says stop, or they do not fit the memory that it allows.
    pub fn faces(&self, control: &Control) -> Result<Vec<Face>, Stopped> {
        if self.places().lattice().is_flat() {
            return Ok(Vec::new());
        }
        let Picture { polygons, areas, .. } = view(self, false, control)?;
        let face = |&(shape, _, light): &Area| Face {
            shape: shape.map(|shape| shape as usize),
            light,
            polygons: Vec::new(),
        };
        let mut faces: Vec<Face> = areas.iter().map(face).collect();
        let pulse = Pulse::preparing(control);
        for cell in 0..polygons.count() {
            pulse.beat()?;
            if let Some(area) = polygons.owner(cell) {
                faces[area as usize].polygons.push(polygons.corners(cell));
            }
        }
        Ok(faces)
    }
}

/// One plane of a body, as it is seen: the shape that it is of, its colour, and the light on it.
type Area = (Option<u32>, Colour, u32);

/// What is seen.
struct Picture {
    /// Grains, each of an area.
    polygons: Polygons,
    areas: Vec<Area>,
    sites: Vec<Site>,
}

/// What is seen of the bodies of a scene, painted, and if `sited`, where something can be written.
///
/// # Errors
/// When `control` says stop, or the picture does not fit the memory that it allows.
pub(super) fn painting(scene: &Scene, sited: bool, control: &Control) -> Result<Painting<'static>, Stopped> {
    let Picture { polygons, areas, sites } = view(scene, sited, control)?;
    let colours = areas.into_iter().map(|(_, colour, light)| lit(colour, light)).collect();
    Ok(Painting::new(polygons, colours, sites))
}

/// What is seen of the bodies of a scene, and if `sited`, where something can be written.
fn view(scene: &Scene, sited: bool, control: &Control) -> Result<Picture, Stopped> {
    let lattice = scene.places().lattice();
    let (sight, pulse) = (Sight::of(lattice), Pulse::preparing(control));
    reserve(scene.cells().len(), 0, control)?;
    let bodies = bodies(scene, &pulse)?;
    let mut spots: Vec<Spot> = Vec::with_capacity(scene.cells().len());
    for &cell in scene.cells() {
        pulse.beat()?;
        spots.push(lattice.spot(cell));
    }
    if !scene.is_whole() {
        let to_come = to_come(scene, &pulse)?;
        let lying = bodies.iter().map(|body| &body.cells).chain(&to_come);
        let lying: Vec<&[usize]> = lying.map(Vec::as_slice).collect();
        let origin = apart::middle_of(lattice, &spots, &pulse)?;
        let ways = apart::ways(lattice, &spots, &lying, origin, &pulse)?;
        for (body, way) in bodies.iter().zip(ways) {
            pulse.beats(body.cells.len() as u64)?;
            body.cells.iter().for_each(|&cell| spots[cell] = spots[cell].moved(way));
        }
    }
    let seen = nearest(&sight, &spots, &bodies, (control, &pulse))?;
    reserve(spots.len(), seen.len(), control)?;
    let mut body_of = vec![0; spots.len()];
    for (number, body) in bodies.iter().enumerate() {
        pulse.beats(body.cells.len() as u64)?;
        body.cells.iter().for_each(|&cell| body_of[cell] = number);
    }
    // Areas are numbered as they are met.
    let mut numbers: HashMap<(usize, [i64; 2], i64), u32> = HashMap::new();
    let (mut polygons, mut areas) = (Polygons::default(), Vec::new());
    for (index, (&(unit, number), at)) in seen.iter().enumerate() {
        pulse.beat()?;
        let (body, face) = (body_of[at.cell], &sight.faces(spots[at.cell].kind)[at.face]);
        let area = *numbers.entry((body, face.normal, face.plane(spots[at.cell].at))).or_insert_with(|| {
            areas.push((bodies[body].shape, bodies[body].colour, face.light));
            areas.len() as u32 - 1
        });
        polygons.add(&sight.grain(number, unit));
        polygons.own(index, area);
    }
    let sites = if sited { sites(&sight, &spots, (&bodies, &body_of), &seen, &pulse)? } else { Vec::new() };
    Ok(Picture { polygons, areas, sites })
}

/// What lies on the board, or the board.
fn bodies(scene: &Scene, pulse: &Pulse<'_>) -> Result<Vec<Body>, Stopped> {
    let shape = |shape: u32| Body {
        shape: Some(shape),
        cells: Vec::new(),
        colour: scene.shapes()[shape as usize].colour,
    };
    let points: HashSet<Cell> = scene.points().iter().copied().collect();
    let mut bodies: Vec<Body> = (0..scene.shapes().len() as u32).map(shape).collect();
    let mut open = Body { shape: None, cells: Vec::new(), colour: GREY };
    for (number, &cell) in scene.cells().iter().enumerate() {
        pulse.beat()?;
        let (row, within) = scene.places().of_cell(cell);
        match scene.owner(row, within.start) {
            Owner::Shape(shape) => bodies[shape as usize].cells.push(number),
            _ if scene.shapes().is_empty() || points.contains(&cell) => open.cells.push(number),
            _ => {}
        }
    }
    bodies.push(open);
    bodies.retain(|body| !body.cells.is_empty());
    Ok(bodies)
}

/// What will lie on the board later, by the numbers of its cells.
fn to_come(scene: &Scene, pulse: &Pulse<'_>) -> Result<Vec<Vec<usize>>, Stopped> {
    let mut of_cells: HashMap<Cell, usize> = HashMap::new();
    if !scene.to_come().is_empty() {
        for (number, &cell) in scene.cells().iter().enumerate() {
            pulse.beat()?;
            of_cells.insert(cell, number);
        }
    }
    let numbers = |cells: &Vec<Cell>| cells.iter().filter_map(|cell| of_cells.get(cell).copied()).collect();
    Ok(scene.to_come().iter().map(numbers).collect())
}

/// The grains where something is seen, and what.
fn nearest(
    sight: &Sight,
    spots: &[Spot],
    bodies: &[Body],
    (control, pulse): (&Control, &Pulse<'_>),
) -> Result<BTreeMap<Place, Seen>, Stopped> {
    let mut seen: BTreeMap<Place, Seen> = BTreeMap::new();
    for &cell in bodies.iter().flat_map(|body| &body.cells) {
        pulse.beat()?;
        let (spot, before) = (spots[cell], seen.len());
        for (face, of_face) in sight.faces(spot.kind).iter().enumerate() {
            for grain in &of_face.grains {
                let height = spot.at[0] as f64 + grain.height;
                let here = Seen { height, cell, face };
                let there = seen.entry(place(sight, spot, grain)).or_insert(here);
                if there.height < height {
                    *there = here;
                }
            }
        }
        // Whenever there are so many more.
        if before / GRAINS_PER_LOOK < seen.len() / GRAINS_PER_LOOK {
            reserve(spots.len(), seen.len(), control)?;
        }
    }
    Ok(seen)
}

/// Where a grain of a cell is seen.
fn place(sight: &Sight, spot: Spot, grain: &Grain) -> Place {
    let unit = sight.unit(spot.at);
    ([0, 1].map(|axis| unit[axis] + grain.unit[axis]), grain.number)
}

/// Where something can be written on cells: on the first of its faces that is seen whole, and where a body has none, on a grain.
fn sites(
    sight: &Sight,
    spots: &[Spot],
    (bodies, body_of): (&[Body], &[usize]),
    seen: &BTreeMap<Place, Seen>,
    pulse: &Pulse<'_>,
) -> Result<Vec<Site>, Stopped> {
    let site = |cell: usize, corners: &[Point], light: u32| {
        let body = &bodies[body_of[cell]];
        let ground = Some(lit(body.colour, light)).filter(|_| body.shape.is_some());
        Site { cell, shape: body.shape, at: middle(corners), room: 2.6 * radius(corners), ground }
    };
    // The first grain of each body.
    let mut grains: Vec<Option<(Place, Seen)>> = vec![None; bodies.len()];
    for (&place, &at) in seen {
        pulse.beat()?;
        grains[body_of[at.cell]].get_or_insert((place, at));
    }
    let mut sites = Vec::new();
    for (body, grain) in bodies.iter().zip(grains) {
        let before = sites.len();
        for &cell in &body.cells {
            pulse.beat()?;
            let spot = spots[cell];
            let whole = sight.faces(spot.kind).iter().enumerate().find(|(number, face)| {
                let is_seen = |at: &Seen| at.cell == cell && at.face == *number;
                face.grains.iter().all(|grain| seen.get(&place(sight, spot, grain)).is_some_and(is_seen))
            });
            if let Some((_, face)) = whole {
                sites.push(site(cell, &sight.placed(&face.corners, sight.unit(spot.at)), face.light));
            }
        }
        if let Some(((unit, number), at)) = grain.filter(|_| sites.len() == before) {
            let light = sight.faces(spots[at.cell].kind)[at.face].light;
            sites.push(site(at.cell, &sight.grain(number, unit), light));
        }
    }
    Ok(sites)
}

#[cfg(test)]
mod tests;
