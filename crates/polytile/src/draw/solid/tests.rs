use super::*;
use crate::board::{Cell, Region};
use crate::draw::{ColourBy, PictureOptions, View};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};
use proptest::prelude::*;

/// The most bodies that are drawn here.
const BODIES: u8 = 6;

fn colour_of(body: u8) -> Colour {
    [40 * body, 10 * body + 100, 200]
}

/// A board in space that is looked at from outside.
fn seen(region: &Region, bodies: &[Vec<Cell>]) -> Scene {
    let single = Polyform::new([Cell::new(0, 0)]).unwrap();
    let piece = |number: u8| Piece {
        colour: Some(colour_of(number)),
        ..Piece::new(number.to_string(), &single, Freedom::Free, Copies::ANY)
    };
    let problem = Problem::new(region.clone(), PieceSet::new((0..BODIES).map(piece).collect()));
    let laid = bodies.iter().enumerate().map(|(piece, cells)| Laid { piece, cells: cells.clone() });
    let tiling = Tiling::new(laid.collect());
    let options = PictureOptions::default().view(View::Isometric).cell(20).unwrap();
    Scene::coloured_by(&problem, &tiling, ColourBy::Piece).with_options(options)
}

fn cell(lattice: Lattice, numbers: [u32; 3]) -> Cell {
    let [layer, row, col] = numbers;
    Region::full(lattice, [9, 9, 9])
        .unwrap()
        .cells()
        .find(|c| [c.layer, c.row, c.col] == [layer, row, col])
        .unwrap()
}

#[test]
fn a_cube_has_three_faces() {
    let cube = Polyform::on(Lattice::Cube, [cell(Lattice::Cube, [0, 0, 0])]).unwrap();
    let options = PictureOptions::default().view(View::Isometric);
    insta::assert_snapshot!(Scene::of_piece("one", &cube).with_options(options).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="61" height="70" viewBox="-0.757 -0.866 1.514 1.733">
    <rect x="-0.757" y="-0.866" width="1.514" height="1.733" fill="#fff"/>
    <g stroke="#000" stroke-width=".06" stroke-linejoin="round">
    <path fill="#56b4e9" d="M-0.707 -0.408L0 -0.816L0.707 -0.408L0 0z"/>
    <path fill="#377395" d="M0 0L0.707 -0.408L0.707 0.408L0 0.816z"/>
    <path fill="#4897c3" d="M-0.707 -0.408L0 0L0 0.816L-0.707 0.408z"/>
    </g>
    </svg>
    "##);
}

#[test]
fn what_is_hidden_is_not_drawn() {
    let region = Region::full(Lattice::Cube, [2, 2, 2]).unwrap();
    let at = |numbers| vec![cell(Lattice::Cube, numbers)];
    // The second is right before the first.
    insta::assert_snapshot!(seen(&region, &[at([0, 0, 0]), at([1, 1, 1])]).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="38" height="44" viewBox="-0.757 -0.866 1.514 1.733">
    <rect x="-0.757" y="-0.866" width="1.514" height="1.733" fill="#fff"/>
    <g stroke="#000" stroke-width=".06" stroke-linejoin="round">
    <path fill="#286ec8" d="M-0.707 -0.408L0 -0.816L0.707 -0.408L0 0z"/>
    <path fill="#194680" d="M0 0L0.707 -0.408L0.707 0.408L0 0.816z"/>
    <path fill="#215ca8" d="M-0.707 -0.408L0 0L0 0.816L-0.707 0.408z"/>
    </g>
    </svg>
    "##);
    // No line is between two cells of a piece in one plane, and one is where it bends.
    let cells = [[0, 0, 0], [0, 0, 1], [1, 0, 0]].map(|numbers| cell(Lattice::Cube, numbers));
    let options = PictureOptions::default().view(View::Isometric).transparent(true);
    let corner =
        Scene::of_piece("corner", &Polyform::on(Lattice::Cube, cells).unwrap()).with_options(options);
    insta::assert_snapshot!(corner.svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="89" height="119" viewBox="-0.757 -1.683 2.221 2.958">
    <g stroke="#000" stroke-width=".06" stroke-linejoin="round">
    <path fill="#56b4e9" d="M-0.707 -1.225L0 -1.633L0.707 -1.225L0 -0.816z"/>
    <path fill="#377395" d="M0 -0.816L0.707 -1.225L0.707 -0.408L0 0z"/>
    <path fill="#4897c3" d="M-0.707 -1.225L0 -0.816L0 0L0.707 0.408L0.707 1.225L-0.707 0.408z"/>
    <path fill="#56b4e9" d="M0 0L0.707 -0.408L1.414 0L0.707 0.408z"/>
    <path fill="#377395" d="M0.707 0.408L1.414 0L1.414 0.816L0.707 1.225z"/>
    </g>
    </svg>
    "##);
}

#[test]
fn pieces_in_two_layers_that_touch_differ() {
    let region = Region::full(Lattice::Cube, [3, 1, 1]).unwrap();
    let problem = Problem::new(region.clone(), PieceSet::all(1, Freedom::Free));
    let laid = region.cells().map(|cell| Laid { piece: 0, cells: vec![cell] });
    let scene = Scene::new(&problem, &Tiling::new(laid.collect()));
    let colours: Vec<Colour> = scene.shapes().iter().map(|shape| shape.colour).collect();
    assert!(colours[0] != colours[1] && colours[1] != colours[2]);
}

/// What a ray towards the eye meets last: the body, and how much light its face there has.
fn met(scene: &Scene, spots: &[Spot], body_of: &[Option<usize>], point: Point) -> Option<(usize, u32)> {
    let lattice = scene.places().lattice();
    // Backwards, and what is to the right and upwards on paper.
    let (back, right, up) = match lattice {
        Lattice::Cube => (
            [-1.0, -1.0],
            [0.5_f64.sqrt(), -(0.5_f64.sqrt())],
            [-1.0, -1.0, 2.0].map(|n: f64| n / 6_f64.sqrt()),
        ),
        _ => ([0.0, -(3_f64.sqrt())], [1.0, 0.0], [0.0, -0.5, 0.75_f64.sqrt()]),
    };
    let towards = [-back[0], -back[1], 1.0];
    let from =
        [point[0] * right[0] - point[1] * up[0], point[0] * right[1] - point[1] * up[1], -point[1] * up[2]];
    let mut last: Option<(f64, (usize, u32))> = None;
    for (spot, body) in spots.iter().zip(body_of) {
        let Some(body) = *body else { continue };
        let corners: Vec<[f64; 3]> = lattice.ground().kinds[spot.kind]
            .corners
            .iter()
            .map(|c| lattice.ground().on_paper([0, 1, 2].map(|i| 12 * spot.at[i] + c[i])))
            .collect();
        let low = corners.iter().map(|c| c[2]).fold(f64::MAX, f64::min);
        let foot: Vec<[f64; 3]> = corners.into_iter().filter(|c| c[2] < low + 0.5).collect();
        let middle = [0, 1].map(|i| foot.iter().map(|c| c[i]).sum::<f64>() / foot.len() as f64);
        // Half-spaces: a normal, and the most that its product with a point within is; and the light.
        let mut walls = vec![([0.0, 0.0, 1.0], low + 1.0, 100), ([0.0, 0.0, -1.0], -low, 0)];
        for a in &foot {
            for b in &foot {
                let mut normal = [b[1] - a[1], a[0] - b[0]];
                let over = |p: [f64; 2]| normal[0] * (p[0] - a[0]) + normal[1] * (p[1] - a[1]);
                // A side has all corners behind it.
                let is_side = foot.iter().all(|c| over([c[0], c[1]]) < 1e-9);
                if !is_side || over(middle) > -1e-9 {
                    continue;
                }
                let length = normal[0].hypot(normal[1]);
                normal = normal.map(|n| n / length);
                let turned = normal[0] * right[0] + normal[1] * right[1];
                let light = if turned < -1e-6 {
                    84
                } else if turned > 1e-6 {
                    64
                } else {
                    75
                };
                walls.push(([normal[0], normal[1], 0.0], normal[0] * a[0] + normal[1] * a[1], light));
            }
        }
        let (mut enter, mut leave) = (f64::MIN, (f64::MAX, 0));
        for (normal, most, light) in walls {
            let times = |v: [f64; 3]| (0..3).map(|i| normal[i] * v[i]).sum::<f64>();
            let (speed, left) = (times(towards), most - times(from));
            if speed > 1e-9 && left / speed < leave.0 {
                leave = (left / speed, light);
            } else if speed < -1e-9 {
                enter = enter.max(left / speed);
            } else if speed.abs() <= 1e-9 && left < 0.0 {
                enter = f64::MAX;
            }
        }
        if enter < leave.0 && last.is_none_or(|(before, _)| leave.0 > before) {
            last = Some((leave.0, (body, leave.1)));
        }
    }
    last.map(|(_, met)| met)
}

/// The bodies in a box whose cells these are.
fn bodies_of(region: &Region, owners: &[u8]) -> Vec<Vec<Cell>> {
    let mut bodies = vec![Vec::new(); BODIES.into()];
    for (cell, &owner) in region.cells().zip(owners.iter().cycle()) {
        if owner < BODIES {
            bodies[usize::from(owner)].push(cell);
        }
    }
    bodies
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Bodies of any cells, in as many parts as they like.
    #[test]
    fn the_nearest_face_is_seen(
        lattice in prop::sample::select(vec![Lattice::Cube, Lattice::Prism]),
        owners in prop::collection::vec(0..2 * BODIES, 12..30),
    ) {
        let region = Region::full(lattice, [3, 2, 2 * u64::from(lattice.kinds())]).unwrap();
        let bodies = bodies_of(&region, &owners);
        let scene = seen(&region, &bodies);
        // An empty board is a body itself.
        prop_assume!(bodies.iter().any(|body| !body.is_empty()));
        let painting = painting(&scene, &Control::default()).unwrap();
        let mut spots: Vec<Spot> = scene.cells().iter().map(|&cell| lattice.spot(cell)).collect();
        let mut body_of = vec![None; spots.len()];
        let lying: Vec<Vec<usize>> = bodies
            .iter()
            .map(|body| body.iter().map(|cell| scene.cells().iter().position(|c| c == cell).unwrap()).collect())
            .collect();
        let centres: Vec<[f64; 3]> = spots.iter().map(|&spot| apart::centre(lattice, spot)).collect();
        let of_spots: Vec<Vec<Spot>> = lying.iter().map(|body| body.iter().map(|&cell| spots[cell]).collect()).collect();
        let ways = apart::ways(lattice, &of_spots, apart::mean(&centres), &Control::default()).unwrap();
        for (number, (body, way)) in lying.iter().zip(ways).enumerate() {
            for &cell in body {
                spots[cell] = spots[cell].moved(way);
                body_of[cell] = Some(number);
            }
        }
        // No two cells are in one place.
        let mut taken: Vec<Spot> = spots.iter().zip(&body_of).filter(|(_, body)| body.is_some()).map(|(s, _)| *s).collect();
        taken.sort_unstable();
        prop_assert!(taken.windows(2).all(|two| two[0] != two[1]));
        let colour = |(body, light): (usize, u32)| lit(colour_of(body as u8), light);
        let count = painting.polygons.count();
        for grain in 0..count {
            let at = middle(&painting.polygons.corners(grain));
            let shown = painting.colours[painting.polygons.owner(grain).unwrap() as usize];
            prop_assert_eq!(met(&scene, &spots, &body_of, at).map(colour), Some(shown));
        }
        // Wherever a ray meets something, something is drawn, within the bounds of any picture of this board.
        let [low, size] = scene.bounds().unwrap();
        for x in 0..20 {
            for y in 0..20 {
                let at = [low[0] + size[0] * (f64::from(x) + 0.517) / 20.0, low[1] + size[1] * (f64::from(y) + 0.473) / 20.0];
                let drawn = (0..count).find(|&grain| holds(&painting.polygons.corners(grain), at));
                let shown = drawn.map(|grain| painting.colours[painting.polygons.owner(grain).unwrap() as usize]);
                prop_assert_eq!(met(&scene, &spots, &body_of, at).map(colour), shown);
            }
        }
        let [least, extent] = painting.polygons.bounds();
        for axis in 0..2 {
            prop_assert!(least[axis] > low[axis] - 1e-5);
            prop_assert!(least[axis] + extent[axis] < low[axis] + size[axis] + 1e-5);
        }
    }
}

/// Whether a point is in a polygon: whether a ray to the right crosses its sides an odd number of times.
fn holds(corners: &[Point], [x, y]: Point) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    sides
        .filter(|(a, b)| (a[1] > y) != (b[1] > y) && x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        .count()
        % 2
        == 1
}
