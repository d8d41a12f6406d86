//! The way of a piece on a board of other cells than squares, as an arrow.
//!
//! In: the cells of a piece, and where they come to lie unit by unit. Out: a line from beside the name of the piece, or its middle,
//! to where that comes to stand, with a head at its end. Cost: linear in the units and in what is written on the scene.

use super::super::Scene;
use super::super::polygons::middle;
use super::super::surface::{Painted, Pen, Point, Surface};
use super::unstopped;
use crate::board::Cell;
use crate::run::Control;
use crate::sliding::{Move, Puzzle};

/// Pixels of the line, of the white beside it, between that and the name, and of the head.
const LINE: f64 = 2.0;
const EDGE: f64 = 1.0;
const AWAY: f64 = 1.0;
const HEAD: f64 = 7.0;

/// Draws the way of the piece on `cells`, the corner of the board being here.
pub(super) fn arrow(
    surface: &mut impl Surface,
    step: &Move,
    cells: &[Cell],
    [x, y]: [u32; 2],
    (puzzle, scene, cell): (&Puzzle, &Scene, u32),
) {
    let board = puzzle.board();
    let control = Control::default();
    let painted = unstopped(Painted::of(scene, true, &control));
    let centre = |cells: &[Cell]| -> Point { middle(&unstopped(painted.middles(cell, cells))) };
    let notes = unstopped(painted.notes(cell, true));
    let name = notes.of_piece(&puzzle.labels()[step.piece]);
    let (old, corner) = (centre(cells), [x, y].map(f64::from));
    let begin = name.map_or(old, |name| name.at);
    // Where the beginning is when the middle of the piece comes here.
    let moved = |to: Point| -> Point { [0, 1].map(|axis| corner[axis] + begin[axis] + to[axis] - old[axis]) };
    let lattice = board.lattice();
    let mut cells = cells.to_vec();
    let mut points = vec![moved(old)];
    for &direction in &step.path {
        let Some(slide) = lattice.slide(direction) else { return };
        // The move can be made, so they are on the board.
        cells = cells.iter().filter_map(|&at| board.find(lattice.spot(at).moved(slide.step))).collect();
        points.push(moved(centre(&cells)));
    }
    let [first, second, ..] = points[..] else { return };
    // Past the side or the corner of the box around the name.
    let along = [0, 1].map(|axis| second[axis] - first[axis]);
    let half = name.map_or([0.0; 2], |name| name.half().map(|half| half + LINE / 2.0 + EDGE + AWAY));
    let past = [0, 1].map(|axis| half[axis] / along[axis].abs().max(f64::EPSILON));
    let past = past[0].min(past[1]).min(1.0);
    points[0] = [0, 1].map(|axis| first[axis] + past * along[axis]);
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
