use super::*;
use crate::board::{Cell, Lattice, Region, Topology};
use crate::format::tiling::parse;
use crate::format::tiling::tests::{boards, greedy};
use crate::pieces::{Colour, Freedom, PieceSet, Polyform, catalogue};
use crate::problem::Problem;
use crate::run::{Control, Stopped};
use crate::tiling::{Laid, Tiling};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The picture of the tiling drawn in letters; `#` is a hole, `.` a cell left open.
fn scene(topology: Topology, drawing: &str) -> Scene {
    let rows: Vec<&str> = drawing.lines().collect();
    let at = |row: usize, col: usize| Cell::new(row as u32, col as u32);
    let chars = || {
        rows.iter()
            .enumerate()
            .flat_map(|(r, line)| line.chars().enumerate().map(move |(c, x)| (at(r, c), x)))
    };
    let holes: Vec<Cell> = chars().filter(|&(_, x)| x == '#').map(|(cell, _)| cell).collect();
    let region = Region::wrapped(topology, rows.len() as u64, rows[0].len() as u64).unwrap();
    let sets = (1..=5).flat_map(|n| PieceSet::all(n, Freedom::Free).iter().cloned().collect::<Vec<_>>());
    let problem = Problem::new(region.without(&holes).unwrap(), PieceSet::new(sets.collect()));
    let tiling = parse(&drawing.replace('#', "."), &problem).unwrap();
    Scene::new(&problem, &tiling)
}

fn plane(drawing: &str) -> Scene {
    scene(Topology::Plane, drawing)
}

#[test]
fn lines_and_joints() {
    insta::assert_snapshot!(plane("AAB\nACB\nDCB\nDDE").text(), @"
    ┌───────┬───┐
    │       │   │
    │   ┌───┤   │
    │   │   │   │
    ├───┤   │   │
    │   │   │   │
    │   └───┼───┤
    │       │   │
    └───────┴───┘
    ");
    // A corner cut off, a hole in the middle, two components, a cell without a piece.
    insta::assert_snapshot!(plane("#AAB#C\nDD#BEC\nDFFE#C\nGGG.#C").text(), @"
        ┌───────┬───┐   ┌───┐
        │       │   │   │   │
    ┌───┴───┬───┤   ├───┤   │
    │       │░░░│   │   │   │
    │   ┌───┴───┼───┼───┤   │
    │   │       │   │   │   │
    ├───┴───────┼───┤   │   │
    │           │ · │   │   │
    └───────────┴───┘   └───┘
    ");
}

#[test]
fn lines_stay_open_where_pieces_run_over_the_edge() {
    insta::assert_snapshot!(scene(Topology::Cylinder, "ABBA\nACCD\nEEEE").text(), @"
    ╶───┬───────┬───╴
        │       │
    ╷   ├───────┼───┐
    │   │       │   │
    └───┴───────┴───┘

    ╶───────────────╴
    ");
    insta::assert_snapshot!(scene(Topology::Torus, "ABBA\nDCED\nFCEF\nABGG").text(), @"
        ╷   ╶───┬───╴
        │       │
    ╶───┼───┬───┼───╴
        │   │   │
    ╶───┤   │   ├───╴
        │   │   │
    ┌───┼───┼───┴───┐
    │   │   │       │
    ╵   ╵   └───────┘
    ");
    insta::assert_snapshot!(scene(Topology::Torus, "AB#A\nD##D").text(), @"
    ╶───┬───┐   ┌───╴
        │   │░░░│
    ╶───┼───┘   ├───╴
        │░░░ ░░░│
    ╶───┴───╴   └───╴
    ");
}

#[test]
fn wide_boards_have_narrower_cells() {
    let row: String = "ABCDEFGHIJ".repeat(2);
    insta::assert_snapshot!(plane(&row).text(), @"
    ┌──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┬──┐
    │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │
    └──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┘
    ");
}

#[test]
fn pieces_alone() {
    let drawn = |name| {
        let named = catalogue::find(name).unwrap();
        let scene = Scene::of_piece(&named.name, &named.shape);
        scene.letters() + &scene.text()
    };
    insta::assert_snapshot!(drawn("L3"), @"
    L.
    LL
    ┌───┐
    │   │
    │   └───┐
    │       │
    └───────┘
    ");
    insta::assert_snapshot!(drawn("W"), @"
    W..
    WW.
    .WW
    ┌───┐
    │   │
    │   └───┐
    │       │
    └───┐   └───┐
        │       │
        └───────┘
    ");
}

#[test]
fn colours_fill_cells_in_the_terminal() {
    let text = plane("A#\n.B").coloured_text(Tones::Millions).replace('\x1b', "<");
    insta::assert_snapshot!(text, @"
    ┌───┐
    │<[48;2;86;180;233m   <[0m│
    ├───┼───┐
    │ · │<[48;2;86;180;233m   <[0m│
    └───┴───┘
    ");
}

#[test]
fn letters_prefer_the_name() {
    insta::assert_snapshot!(plane("AAB#\nACBB\nCC.D").letters(), @"
    LLB.
    LABB
    AA.M
    ");
    insta::assert_snapshot!(scene(Topology::Torus, "ABBA\nDCED\nFCEF\nABGG").letters(), @"
    LCCL
    DABD
    CABC
    LCDD
    ");
}

#[test]
fn svg_of_a_small_board() {
    insta::assert_snapshot!(plane("AAB\nA#B\n.CC").titled("<L3 & I2>").svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="-0.05 -0.05 3.1 3.1">
    <title>&lt;L3 &amp; I2&gt;</title>
    <rect x="-0.05" y="-0.05" width="3.1" height="3.1" fill="#fff"/>
    <path fill="#dddddd" d="M0 2h1v1h-1z"/>
    <g stroke="#000" stroke-width=".08" stroke-linejoin="round" stroke-linecap="square">
    <g fill="#56b4e9">
    <path d="M0 0h2v1h-1v1h-1z"/>
    <path d="M1 2h2v1h-2z"/>
    </g>
    <g fill="#e69f00">
    <path d="M2 0h1v2h-1z"/>
    </g>
    </g>
    </svg>
    "##);
}

#[test]
fn svg_leaves_wrapped_edges_open() {
    insta::assert_snapshot!(scene(Topology::Cylinder, "ABBA\nACCC\nDDDD").svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="132" height="100" viewBox="-0.05 -0.05 4.1 3.1">
    <rect x="-0.05" y="-0.05" width="4.1" height="3.1" fill="#fff"/>
    <g stroke="#000" stroke-width=".08" stroke-linejoin="round" stroke-linecap="square">
    <g fill="#009e73">
    <path d="M1 1h3v1h-3z"/>
    </g>
    <g fill="#56b4e9">
    <path stroke="none" d="M0 0h1v2h-1zM3 0h1v1h-1z"/><path fill="none" d="M0 0h1v2h-1v-1M4 1h-1v-1h1"/>
    </g>
    <g fill="#e69f00">
    <path d="M1 0h2v1h-2z"/>
    <path stroke="none" d="M0 2h4v1h-4z"/><path fill="none" d="M4 3h-4M0 2h4"/>
    </g>
    </g>
    </svg>
    "##);
}

#[test]
fn outlines_around_holes_and_through_points() {
    let path = |drawing: &str| {
        let rows = drawing.lines().enumerate();
        let cells = rows
            .flat_map(|(r, line)| line.char_indices().map(move |(c, x)| (Cell::new(r as u32, c as u32), x)));
        let shape = Polyform::new(cells.filter(|&(_, x)| x == '#').map(|(cell, _)| cell)).unwrap();
        let svg = Scene::of_piece("ring", &shape).svg();
        svg.lines().find(|line| line.starts_with("<path")).map(str::to_owned)
    };
    assert_eq!(path("###\n#.#\n###").unwrap(), r#"<path d="M0 0h3v3h-3zM1 1v1h1v-1z"/>"#);
    assert_eq!(path("###\n#.#\n##.").unwrap(), r#"<path d="M0 0h3v2h-1v-1h-1v1h1v1h-2z"/>"#);
}

fn pixels(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, ::png::ColorType::Rgb);
    (info.width, info.height, bytes)
}

/// Width, height, and a number that two different pictures hardly ever share (FNV-1a of their pixels).
pub(super) fn fingerprint(file: &[u8]) -> (u32, u32, u64) {
    let (width, height, bytes) = pixels(file);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (width, height, hash)
}

#[test]
fn png_pixel_by_pixel() {
    let scene = scene(Topology::Cylinder, "AB#A\nCC.D");
    let (width, height, bytes) = pixels(&scene.png_with_cell(3).unwrap());
    let sign = |colour: &[u8]| match *colour {
        [0, 0, 0] => '#',
        [255, 255, 255] => ' ',
        [0xDD, 0xDD, 0xDD] => '.',
        _ => PALETTE.iter().position(|c| c == colour).map_or('?', |i| char::from(b'a' + i as u8)),
    };
    let rows = bytes.chunks(3 * width as usize);
    let picture: String = rows.map(|row| row.chunks(3).map(sign).chain(['\n']).collect::<String>()).collect();
    assert_eq!((width, height), (13, 7));
    insta::assert_snapshot!(picture, @"
    #######  ####
    aaa#bb#  #aaa
    aaa#bb#  #aaa
    #############
    #ccccc#..#bb#
    #ccccc#..#bb#
    #############
    ");
}

#[test]
fn png_of_absurd_sizes_is_refused() {
    let scene = plane("AAB");
    assert!(matches!(scene.png_with_cell(2), Err(DrawError::Cell { cell: 2 })));
    assert!(matches!(scene.png_with_cell(257), Err(DrawError::Cell { cell: 257 })));
    let long = Problem::new(Region::rectangle(1, 30_000).unwrap(), PieceSet::default());
    let long = Scene::new(&long, &Tiling::default());
    assert!(matches!(long.png(), Err(DrawError::TooLarge { width: 90_001, height: 4 })));
}

#[test]
fn more_colours_than_a_palette_holds() {
    let mut pieces = Vec::new();
    for i in 0..300_u16 {
        let mut piece = PieceSet::all(1, Freedom::Free)[0].clone();
        piece.colour = Some([(i % 256) as u8, (i / 256) as u8, 7]);
        pieces.push(piece);
    }
    let problem = Problem::new(Region::rectangle(1, 300).unwrap(), PieceSet::new(pieces));
    let laid = (0..300).map(|i| Laid { piece: i, cells: vec![Cell::new(0, i as u32)] });
    let scene = Scene::new(&problem, &Tiling::new(laid.collect()));
    let (width, _, bytes) = pixels(&scene.png_with_cell(4).unwrap());
    let pixel = 3 * (2 * width as usize + 299 * 4 + 2);
    assert_eq!(bytes[pixel..pixel + 3], [43, 1, 7]);
}

#[test]
fn names_and_numbers_of_rows_and_columns() {
    let options = PictureOptions::default().cell(20).unwrap().labels(true).coordinates(true);
    insta::assert_snapshot!(plane("AAB\nACB").with_options(options).svg(), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" width="73" height="55" viewBox="-0.6 -0.7 3.65 2.75">
    <rect x="-0.6" y="-0.7" width="3.65" height="2.75" fill="#fff"/>
    <g stroke="#000" stroke-width=".08" stroke-linejoin="round" stroke-linecap="square">
    <g fill="#009e73">
    <path d="M1 1h1v1h-1z"/>
    </g>
    <g fill="#56b4e9">
    <path d="M0 0h2v1h-1v1h-1z"/>
    </g>
    <g fill="#e69f00">
    <path d="M2 0h1v2h-1z"/>
    </g>
    </g>
    <g transform="translate(0 0) scale(0.050000)" font-family="DejaVu Sans, Verdana, Arial, sans-serif" text-anchor="middle">
    <text x="-6.5" y="13.5" font-size="10" fill="#606060">0</text>
    <text x="-6.5" y="33.5" font-size="10" fill="#606060">1</text>
    <text x="10" y="-3" font-size="10" fill="#606060">0</text>
    <text x="30" y="-3" font-size="10" fill="#606060">1</text>
    <text x="50" y="-3" font-size="10" fill="#606060">2</text>
    <text x="10" y="13.5" font-size="10" fill="#000000">L3</text>
    </g>
    </svg>
    "##);
    // As wide as the board with the numbers of its rows, and as high.
    let (width, height, _) = pixels(&plane("AAB\nACB").with_options(options).png().unwrap());
    assert_eq!((width, height), (11 + 61, 13 + 41));
    assert!(matches!(PictureOptions::default().cell(2), Err(DrawError::Cell { cell: 2 })));
}

#[test]
fn nothing_is_behind_transparent_pictures() {
    let options = PictureOptions::default().cell(5).unwrap().transparent(true);
    let board = "AB#A\nCC.D";
    assert!(!scene(Topology::Cylinder, board).with_options(options).svg().contains("<rect"));
    let opaque = |scene: &Scene| {
        let file = scene.png().unwrap();
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(::png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        assert_eq!(reader.next_frame(&mut bytes).unwrap().color_type, ::png::ColorType::Rgba);
        bytes.chunks(4).filter(|pixel| pixel[3] == 255).count()
    };
    // All but the inside of the hole, and the line above it that is open.
    let scene = scene(Topology::Cylinder, board).with_options(options);
    assert_eq!(opaque(&scene), 21 * 11 - 5 * 4);
}

proptest! {
    #[test]
    fn pieces_that_touch_differ(region in boards(), choices in prop::collection::vec(any::<u8>(), 1..99)) {
        let (problem, tiling) = greedy(region, &choices);
        let scene = Scene::new(&problem, &tiling);
        let owners = tiling.owners(&problem.region);
        let at = |cell| problem.region.index(cell).and_then(|i| owners[i as usize]);
        for cell in problem.region.cells() {
            let (row, col) = (i64::from(cell.row), i64::from(cell.col));
            for near in [problem.region.wrap(row + 1, col), problem.region.wrap(row, col + 1)].into_iter().flatten() {
                let shape = |cell| at(cell).map(|i| &scene.shapes()[i]);
                if let (Some(a), Some(b)) = (shape(cell), shape(near)) && at(cell) != at(near) {
                    prop_assert_ne!(a.colour, b.colour);
                    prop_assert_ne!(a.letter, b.letter);
                }
            }
        }
        let colours: Vec<Colour> = scene.shapes().iter().map(|s| s.colour).collect();
        prop_assert!(colours.iter().all(|c| PALETTE.contains(c)));
        prop_assert_eq!(scene.png_with_cell(5).unwrap(), scene.png_with_cell(5).unwrap());
    }
}

/// A picture takes looks in proportion to what there is to draw, in each part of the work, and ends wherever it is told to.
#[test]
fn who_draws_asks_in_all_parts_of_the_work() {
    let side = 120;
    let problem = Problem::new(Region::rectangle(side, side).unwrap(), PieceSet::all(2, Freedom::Free));
    let cells = |row: u32, col: u32| vec![Cell::new(row, 2 * col), Cell::new(row, 2 * col + 1)];
    let places = (0..side as u32).flat_map(|row| (0..side as u32 / 2).map(move |col| (row, col)));
    let tiling = Tiling::new(places.map(|(row, col)| Laid { piece: 0, cells: cells(row, col) }).collect());
    let draw = |last: u64| -> (u64, Result<String, Stopped>) {
        let (asked, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (asking, told) = (Arc::clone(&asked), Arc::clone(&stop));
        let control = Control::default().stopped_by(stop).on_asked(move || {
            told.fetch_or(asking.fetch_add(1, Ordering::Relaxed) + 1 >= last, Ordering::Relaxed);
        });
        let drawn = Scene::within(&problem, &tiling, &control).and_then(|scene| scene.svg_within(&control));
        (asked.load(Ordering::Relaxed), drawn)
    };
    let (all, drawn) = draw(u64::MAX);
    assert!(drawn.is_ok());
    // Who owns the cells, which pieces touch, twice in what order, their colours, letters and names; the picture itself thrice.
    assert!(all > 12 * side * side / 2 / 1024, "{all}");
    for last in 1..=all {
        let (asked, drawn) = draw(last);
        assert!(matches!(drawn, Err(Stopped::Interrupted(_))) && asked <= last + 1, "{last}: {asked}");
    }
}

#[test]
fn hexagons_have_their_colours_and_their_shape_in_pixels() {
    let region = Region::full(Lattice::Hex, [1, 2, 2]).unwrap();
    let problem = Problem::new(region.clone(), PieceSet::all(1, Freedom::Free));
    let laid: Vec<Laid> = region.cells().skip(1).map(|cell| Laid { piece: 0, cells: vec![cell] }).collect();
    let scene = Scene::new(&problem, &Tiling::new(laid));
    let (width, height, bytes) = pixels(&scene.png_with_cell(16).unwrap());
    // A step is 20 pixels, lines need one more on each side; the first two cells are in the upper row.
    assert_eq!((width, height), (52, 43));
    let at = |[x, y]: [f64; 2]| {
        let pixel = 3 * (y as usize * width as usize + x as usize);
        <[u8; 3]>::try_from(&bytes[pixel..pixel + 3]).unwrap()
    };
    let middles = [[11.0, 12.5], [31.0, 12.5], [21.0, 30.0], [41.0, 30.0]];
    let colours: Vec<Colour> = scene.shapes().iter().map(|shape| shape.colour).collect();
    assert_eq!(middles.map(at)[1..], colours);
    assert_eq!(at(middles[0]), [0xDD; 3]);
    // Bricks would fill the corners.
    assert_eq!([[1.0, 1.0], [50.0, 1.0], [50.0, 41.0]].map(at), [[255; 3]; 3]);
}
