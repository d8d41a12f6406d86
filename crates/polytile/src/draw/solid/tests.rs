use super::*;
use crate::board::{Cell, Region};
use crate::draw::{ColourBy, DrawError, PictureOptions, Sheet, View};
use crate::format::{puzzle, shipped};
use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
use crate::problem::Problem;
use crate::tiling::{Laid, Tiling};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

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
    // One is right before the other.
    insta::assert_snapshot!(seen(&region, &[[at([0, 0, 0]), at([1, 1, 1])].concat()]).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="38" height="44" viewBox="-0.757 -0.866 1.514 1.733">
    <rect x="-0.757" y="-0.866" width="1.514" height="1.733" fill="#fff"/>
    <g stroke="#000" stroke-width=".06" stroke-linejoin="round">
    <path fill="#0064c8" d="M-0.707 -0.408L0 -0.816L0.707 -0.408L0 0z"/>
    <path fill="#004080" d="M0 0L0.707 -0.408L0.707 0.408L0 0.816z"/>
    <path fill="#0054a8" d="M-0.707 -0.408L0 0L0 0.816L-0.707 0.408z"/>
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
        let painting = painting(&scene, true, &Control::default()).unwrap();
        let mut spots: Vec<Spot> = scene.cells().iter().map(|&cell| lattice.spot(cell)).collect();
        let mut body_of = vec![None; spots.len()];
        let lying: Vec<Vec<usize>> = bodies
            .iter()
            .map(|body| body.iter().map(|cell| scene.cells().iter().position(|c| c == cell).unwrap()).collect())
            .collect();
        let control = Control::default();
        let pulse = Pulse::preparing(&control);
        let origin = apart::middle_of(lattice, &spots, &pulse).unwrap();
        let bodies: Vec<&[usize]> = lying.iter().map(Vec::as_slice).collect();
        let ways = apart::ways(lattice, &spots, &bodies, origin, &pulse).unwrap();
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

/// A picture, looked at from outside, of every cell of a box as a piece.
fn crumbled(side: u64) -> Scene {
    let region = Region::full(Lattice::Cube, [side; 3]).unwrap();
    let laid = region.cells().map(|cell| Laid { piece: 0, cells: vec![cell] }).collect();
    let problem = Problem::new(region, PieceSet::all(1, Freedom::Free));
    let options = PictureOptions::default().view(View::Isometric);
    Scene::coloured_by(&problem, &Tiling::new(laid), ColourBy::Piece).with_options(options)
}

/// How often a control is asked.
fn looks(work: impl FnOnce(&Control)) -> u64 {
    let asked = Arc::new(AtomicU64::new(0));
    let asking = Arc::clone(&asked);
    work(&Control::default().on_asked(move || _ = asking.fetch_add(1, Ordering::Relaxed)));
    asked.load(Ordering::Relaxed)
}

#[test]
fn many_hidden_bodies_are_drawn_in_linear_time_that_asks() {
    // Were every body compared with all cells or grains, this would take minutes.
    let scene = crumbled(32);
    let counts = [false, true].map(|sited| looks(|control| _ = painting(&scene, sited, control).unwrap()));
    let thousands = scene.cells().len() as u64 / 1024;
    assert!(counts[0] > 5 * thousands && counts[1] > counts[0], "{counts:?} of {thousands}");
    assert!(counts[1] < 20 * thousands, "{counts:?} of {thousands}");
    assert!(looks(|control| _ = scene.measured(control).unwrap()) >= thousands);
    let written = looks(|control| _ = scene.svg_within(control).unwrap());
    assert!(written > counts[0] + thousands, "{written}");
}

#[test]
fn whoever_is_told_what_is_seen_can_stop_it() {
    let scene = crumbled(16);
    let seen = looks(|control| _ = view(&scene, false, control).unwrap());
    assert!(looks(|control| _ = scene.faces(control).unwrap()) > seen + 2);
}

#[test]
fn a_picture_is_stopped_at_every_look() {
    let scene = crumbled(12);
    let all = looks(|control| _ = scene.svg_within(control).unwrap());
    for most in 0..all {
        let (asked, stop) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
        let pressed = Arc::clone(&stop);
        let asking = move || {
            if asked.fetch_add(1, Ordering::Relaxed) == most {
                pressed.store(true, Ordering::Relaxed);
            }
        };
        let control = Control::default().stopped_by(stop).on_asked(asking);
        assert!(scene.svg_within(&control).is_err(), "{most} of {all}");
    }
}

#[test]
fn what_solid_bodies_take_is_in_the_budget() {
    let scene = crumbled(12);
    let budget = |bytes| Control::default().memory(bytes);
    let refused = |bytes| scene.svg_within(&budget(bytes)).is_err();
    assert!(refused(100_000) && refused(500_000));
    assert!(scene.svg_within(&budget(20 << 20)).is_ok());
}

/// How many of the shapes of a scene are seen.
fn seen_shapes(scene: &Scene) -> usize {
    let painting = painting(scene, true, &Control::default()).unwrap();
    let shapes: HashSet<u32> = painting.sites.iter().filter_map(|site| site.shape).collect();
    shapes.len()
}

#[test]
fn every_piece_of_shipped_puzzles_of_cubes_is_seen() {
    assert_eq!([2, 3].map(|side| seen_shapes(&crumbled(side))), [8, 27]);
    let mut drawn = 0;
    for shipped in shipped::ALL {
        let known = ["soma", "dicubes", "slothouber", "solid-pentominoes-2x5x6", "conway", "bedlam"];
        if !known.iter().any(|name| shipped.name.starts_with(name)) {
            continue;
        }
        let problem = puzzle::parse(shipped.text).unwrap().problem;
        let Some(tiling) = problem.solutions().unwrap().next() else { continue };
        let options = PictureOptions::default().view(View::Isometric);
        let scene = Scene::coloured_by(&problem, &tiling.unwrap(), ColourBy::Piece).with_options(options);
        assert_eq!(seen_shapes(&scene), scene.shapes().len(), "{}", shipped.name);
        drawn += 1;
    }
    assert!(drawn > 15, "{drawn}");
}

#[test]
fn a_sheet_paints_its_only_picture_once() {
    let region = Region::full(Lattice::Cube, [16; 3]).unwrap();
    let laid = region.cells().map(|cell| Laid { piece: 0, cells: vec![cell] }).collect();
    let problem = Problem::new(region, PieceSet::all(1, Freedom::Free));
    let tiling = Tiling::new(laid);
    let options = PictureOptions::default().view(View::Isometric);
    let alone = looks(|control| {
        let scene = Scene::coloured_within(&problem, &tiling, ColourBy::Contrast, control).unwrap();
        scene.with_options(options).svg_within(control).unwrap();
    });
    let sheet = |control: &Control| {
        let sheet = Sheet::new(&problem, 1).with_options(options).within(control);
        sheet.write_svg([tiling.clone()], &mut Vec::new())
    };
    let on_sheet = looks(|control| sheet(control).unwrap());
    assert!(on_sheet > alone / 2 && on_sheet < alone + alone / 2, "{on_sheet} and {alone}");
    let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    assert!(matches!(sheet(&stopped), Err(DrawError::Stopped(_))));
}

#[test]
fn sheets_and_animations_have_the_tones_of_their_pieces() {
    let region = Region::full(Lattice::Cube, [1, 1, 1]).unwrap();
    let single = Polyform::new([Cell::new(0, 0)]).unwrap();
    let own: Colour = [200, 100, 40];
    let piece = Piece { colour: Some(own), ..Piece::new("one", &single, Freedom::Free, Copies::ANY) };
    let tiling = Tiling::new(vec![Laid { piece: 0, cells: region.cells().collect() }]);
    let problem = Problem::new(region, PieceSet::new(vec![piece]));
    let options = PictureOptions::default().view(View::Isometric);
    let has_all = |file: &[u8], what: &str| {
        for tone in tones(own, Lattice::Cube) {
            assert!(file.chunks_exact(3).any(|pixel| *pixel == tone), "{what}: {tone:?}");
        }
    };
    let mut sheet = Vec::new();
    Sheet::new(&problem, 1).with_options(options).write_png([tiling.clone()], &mut sheet).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(&sheet)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, ::png::ColorType::Rgb);
    has_all(&pixels, "a sheet");
    let scene = Scene::coloured_by(&problem, &tiling, ColourBy::Piece).with_options(options);
    let mut animation = Vec::new();
    let mut film = crate::draw::Animation::with_cell(&mut animation, &scene, 40).unwrap();
    film.scene(&scene, std::time::Duration::from_secs(1)).unwrap();
    film.finish().unwrap();
    let mut gif = gif::DecodeOptions::new();
    gif.set_color_output(gif::ColorOutput::Indexed);
    let decoder = gif.read_info(&animation[..]).unwrap();
    has_all(decoder.global_palette().unwrap(), "an animation");
}

/// Two pieces that embrace each other are moved together, and the first is there already before the second comes.
#[test]
fn bodies_stay_where_they_are() {
    let region = Region::full(Lattice::Cube, [3, 3, 3]).unwrap();
    let layer = |layer: u32| (0..9).map(move |i| Cell::in_space(layer, i / 3, i % 3));
    let middle = Cell::in_space(1, 1, 1);
    let around: Vec<Cell> = layer(1).filter(|&cell| cell != middle).collect();
    // A plate below the ring, a bar above it, and what holds them together.
    let through: Vec<Cell> = layer(0).chain([middle]).chain(layer(2).filter(|cell| cell.row == 1)).collect();
    let whole = seen(&region, &[around.clone(), through.clone()]);
    let alone = seen(&region, &[around]);
    // Shapes are numbered by their first cells.
    let polygons = |scene: &Scene, shape: usize| -> Vec<Vec<[f64; 2]>> {
        let faces = scene.faces(&Control::default()).unwrap().into_iter();
        faces.filter(|face| face.shape == Some(shape)).flat_map(|face| face.polygons).collect()
    };
    let (last, first) = (polygons(&whole, 1), polygons(&alone.clone().awaiting([through]), 0));
    assert!(!last.is_empty() && last.iter().all(|grain| first.contains(grain)));
    let jumped = polygons(&alone, 0);
    assert!(!last.iter().all(|grain| jumped.contains(grain)));
}
