//! The way of a piece on a board of other cells than squares, as an arrow.
//!
//! In: the cells of a piece, and where they come to lie unit by unit. Out: a line through the middles of the piece, with a head at
//! its end. Cost: linear in the units.

use super::super::Scene;
use super::super::polygons::middle;
use super::super::surface::{self, Pen, Point, Surface};
use crate::board::{Cell, Region};
use crate::sliding::Move;

/// Cells between the middle of the piece, where its name may stand, and the line.
const AWAY: f64 = 0.4;
/// Pixels of the line, of the white beside it, and of the head.
const LINE: f64 = 2.0;
const EDGE: f64 = 1.0;
const HEAD: f64 = 7.0;

/// Draws the way of the piece on `cells`, the corner of the board being here.
pub(super) fn arrow(
    surface: &mut impl Surface,
    step: &Move,
    cells: &[Cell],
    [x, y]: [u32; 2],
    (board, scene, cell): (&Region, &Scene, u32),
) {
    let corner = [f64::from(x), f64::from(y)];
    let centre = |cells: &[Cell]| -> Point {
        let centre = middle(&surface::middles(scene, cell, cells));
        [corner[0] + centre[0], corner[1] + centre[1]]
    };
    let lattice = board.lattice();
    let mut cells = cells.to_vec();
    let mut points = vec![centre(&cells)];
    for &direction in &step.path {
        let Some(slide) = lattice.slide(direction) else { return };
        // The move can be made, so they are on the board.
        cells = cells.iter().filter_map(|&at| board.find(lattice.spot(at).moved(slide.step))).collect();
        points.push(centre(&cells));
    }
    let [first, second, ..] = points[..] else { return };
    let away = AWAY * f64::from(cell) / (second[0] - first[0]).hypot(second[1] - first[1]).max(1.0);
    points[0] = [0, 1].map(|axis| first[axis] + away * (second[axis] - first[axis]));
    let [.., from, tip] = points[..] else { return };
    let length = (tip[0] - from[0]).hypot(tip[1] - from[1]).max(1.0);
    let ahead = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
    let at = |along: f64, aside: f64| {
        [tip[0] + along * ahead[0] - aside * ahead[1], tip[1] + along * ahead[1] + aside * ahead[0]]
    };
    // The line ends within the head.
    let last = points.len() - 1;
    points[last] = at(-HEAD / 2.0, 0.0);
    let head = [at(0.0, 0.0), at(-HEAD, HEAD / 2.0), at(-HEAD, -HEAD / 2.0)];
    // White beneath black, so that it shows on every colour.
    surface.line(&points, Pen::new([255; 3], LINE + 2.0 * EDGE));
    surface.area(&head, [255; 3], Some(Pen::new([255; 3], 2.0 * EDGE)));
    surface.line(&points, Pen::new([0; 3], LINE));
    surface.area(&head, [0; 3], None);
}
