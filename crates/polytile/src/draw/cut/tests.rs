//! What is cut has the right lengths, computed in another way, and files say the same.

use super::*;
use crate::board::Region;
use crate::pieces::{Copies, Freedom, PieceSet};
use crate::solve::{Options, Tilings};
use std::f64::consts::PI;

fn of(region: Region, size: usize) -> Problem {
    let mut pieces: Vec<_> = PieceSet::all(size, Freedom::Free).iter().cloned().collect();
    for piece in &mut pieces {
        piece.copies = Copies::exactly(1);
    }
    Problem::new(region, PieceSet::new(pieces))
}

fn twelve() -> Problem {
    of(Region::rectangle(6, 10).unwrap(), 5)
}

fn first(problem: &Problem) -> Tiling {
    let control = Control::default();
    Tilings::new(problem, &Options::default(), &control).unwrap().next().unwrap().unwrap()
}

fn apart(problem: &Problem, measures: Measures) -> Cut {
    Cut::of_pieces(problem, None, &measures, &Control::default()).unwrap()
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-6 * b.abs().max(1.0), "{a} {b}");
}

/// Sides of cells without a neighbour, and corners that stick out and that do not, counted cell by cell.
fn counted(cells: &[Cell]) -> (f64, f64, f64) {
    let has = |row: i64, col: i64| {
        cells.iter().any(|cell| (i64::from(cell.row), i64::from(cell.col)) == (row, col))
    };
    let (mut sides, mut convex, mut concave) = (0, 0, 0);
    for cell in cells {
        let (row, col) = (i64::from(cell.row), i64::from(cell.col));
        let near = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        for i in 0..4 {
            let (a, b) = (near[i], near[(i + 1) % 4]);
            let (one, other) = (has(row + a.0, col + a.1), has(row + b.0, col + b.1));
            sides += i32::from(!one);
            convex += i32::from(!one && !other);
            concave += i32::from(one && other && !has(row + a.0 + b.0, col + a.1 + b.1));
        }
    }
    (f64::from(sides), f64::from(convex), f64::from(concave))
}

#[test]
fn the_twelve_pentominoes_are_as_long_as_they_should_be() {
    let cut = apart(&twelve(), Measures::default());
    // Eleven have a perimeter of 12, P5 has 10.
    close(cut.length(), 20.0 * (11.0 * 12.0 + 10.0));
    assert_eq!((cut.lines.len(), cut.names.len()), (12, 12));
    assert!(cut.lines.iter().all(|line| line.closed));
    let inside = |vertex: &Vertex| (0..2).all(|axis| (0.0..=cut.size[axis]).contains(&vertex.at[axis]));
    assert!(cut.lines.iter().flat_map(|line| &line.vertices).all(inside));
}

#[test]
fn cuts_and_corners_change_lengths_as_counted() {
    // With holes among them: one heptomino, and six octominoes.
    for size in 5..=8 {
        let problem = of(Region::rectangle(1, 1).unwrap(), size);
        let (kerf, corners) = (0.3, 2.0);
        let cut = apart(&problem, Measures { kerf, corners, ..Measures::default() });
        let plain = apart(&problem, Measures::default());
        let (mut expected, mut bare) = (0.0, 0.0);
        for piece in &problem.pieces {
            let (sides, convex, concave) = counted(piece.orientations[0].cells());
            // A corner that sticks out adds half of the cut to two sides, and loses two radii for a quarter of a circle.
            let wider = (convex - concave) * kerf;
            expected += sides * 20.0 + wider - convex * corners * (2.0 - PI / 2.0);
            bare += sides * 20.0;
        }
        close(cut.length(), expected);
        close(plain.length(), bare);
    }
}

#[test]
fn a_side_between_two_pieces_is_cut_once() {
    let problem = twelve();
    let cut = Cut::of_tiling(&problem, &first(&problem), &Measures::default(), &Control::default()).unwrap();
    let border = 2.0 * (6.0 + 10.0);
    close(cut.length(), 20.0 * (border + (11.0 * 12.0 + 10.0 - border) / 2.0));
    // On hexagons, a side is the third part of the root of three long.
    let hex = Problem::new(
        Region::full(Lattice::Hex, [1, 1, 2]).unwrap(),
        PieceSet::new(vec![crate::pieces::Piece::hole(Lattice::Hex, Copies::ANY)]),
    );
    let two = Tiling::new(
        hex.region.cells().map(|cell| crate::tiling::Laid { piece: 0, cells: vec![cell] }).collect(),
    );
    let cut = Cut::of_tiling(&hex, &two, &Measures::default(), &Control::default()).unwrap();
    assert!((cut.length() - 20.0 * 11.0 / 3.0_f64.sqrt()).abs() < 1e-3, "{}", cut.length());
}

#[test]
fn a_tray_takes_what_lies_on_the_board() {
    let measures = Measures { tray: Some(8.0), kerf: 0.2, ..Measures::default() };
    let cut = apart(&twelve(), measures);
    let (opening, rim) = (&cut.lines[12], &cut.lines[13]);
    // With what is burnt away it is half a millimetre wider than the board.
    close(opening.length(), 2.0 * (200.5 - 0.2 + 120.5 - 0.2));
    close(rim.length(), 2.0 * (200.3 + 16.2 + 120.3 + 16.2) - 4.0 * 4.0 * (2.0 - PI / 2.0));
    assert_eq!(cut.lines[14].vertices.len(), rim.vertices.len());
    close(cut.engraved.iter().map(Line::length).sum(), 20.0 * (7.0 * 10.0 + 11.0 * 6.0));
}

/// The lengths of the closed polylines of a layer of a DXF file, their arcs as chords.
fn read(dxf: &str, layer: &str) -> Vec<f64> {
    let lines: Vec<&str> = dxf.lines().collect();
    let groups: Vec<(&str, &str)> = lines.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let (mut found, mut points, mut at, mut on) = (Vec::new(), Vec::new(), [0.0; 2], false);
    for pair in groups.windows(2) {
        match pair[0] {
            ("0", "POLYLINE") => (points, on) = (Vec::new(), pair[1] == ("8", layer)),
            ("10", x) => at[0] = x.parse().unwrap(),
            ("20", y) => {
                at[1] = y.parse().unwrap();
                points.push(at);
            }
            ("0", "SEQEND") if on => {
                // The first point is that of the polyline itself.
                let around: Vec<[f64; 2]> = points[1..].to_vec();
                let next = around.iter().cycle().skip(1);
                found.push(around.iter().zip(next).map(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1])).sum());
            }
            _ => {}
        }
    }
    found
}

#[test]
fn both_files_say_what_is_cut() {
    let cut = apart(&twelve(), Measures::default());
    let from_dxf = read(&cut.dxf(), "CUT");
    assert_eq!(from_dxf.len(), 12);
    close(from_dxf.iter().sum(), cut.length());
    let svg = cut.svg();
    assert_eq!((svg.matches("<path").count(), svg.matches("z\"/>").count()), (12, 12));
    assert!(svg.contains(&format!("width=\"{}mm\"", crate::draw::polygons::number(cut.size[0]))));
    assert_eq!(cut.dxf().matches("\nTEXT\n").count(), 12);
}

#[test]
fn files_of_one_domino() {
    let mut domino: Vec<_> = PieceSet::all(2, Freedom::Free).iter().cloned().collect();
    domino[0].copies = Copies::exactly(1);
    domino[0].name = "dömino".to_owned();
    let problem = Problem::new(Region::rectangle(1, 2).unwrap(), PieceSet::new(domino));
    let cut = apart(&problem, Measures { cell: 10.0, corners: 1.0, ..Measures::default() });
    insta::assert_snapshot!(cut.svg());
    // Arcs go clockwise, and other letters are written by their numbers.
    let dxf =
        Cut { names: vec![Name { text: "%%d \u{1f600}".to_owned(), ..cut.names[0].clone() }], ..cut.clone() }
            .dxf();
    assert!(dxf.contains("\n% %d ?\n"), "{dxf}");
    let dxf = cut.dxf();
    assert_eq!((dxf.matches("42\n-0.414214\n").count(), dxf.matches("\nVERTEX\n").count()), (4, 8));
    assert!(dxf.contains("\nd\\U+00F6mino\n") && dxf.is_ascii() && dxf.ends_with("0\nEOF\n"));
}

#[test]
fn what_cannot_be_cut() {
    let problem = twelve();
    let refused = |problem: &Problem, measures: Measures| {
        let error = Cut::of_pieces(problem, None, &measures, &Control::default()).unwrap_err();
        format!("{error} / {}", error.help())
    };
    let usual = Measures::default();
    let any = Problem::new(Region::rectangle(2, 3).unwrap(), PieceSet::all(3, Freedom::Free));
    let torus = Region::wrapped(Topology::Torus, 4, 4).unwrap();
    let wrapped = Problem::new(torus, PieceSet::all(2, Freedom::Free));
    let shared = Measures { corners: 1.0, ..usual };
    let control = Control::default();
    let together = Cut::of_tiling(&problem, &first(&problem), &shared, &control).unwrap_err();
    let over = Cut::of_tiling(&wrapped, &Tiling::default(), &usual, &control).unwrap_err();
    let cube = Problem::new(Region::full(Lattice::Cube, [2, 2, 2]).unwrap(), PieceSet::default());
    let little = Cut::of_pieces(&problem, None, &usual, &Control::default().memory(100)).unwrap_err();
    insta::assert_snapshot!(
        [
            refused(&problem, Measures { cell: 0.0, ..usual }),
            refused(&problem, Measures { kerf: 6.0, ..usual }),
            refused(&problem, Measures { corners: 6.0, ..usual }),
            refused(&problem, Measures { kerf: f64::NAN, ..usual }),
            refused(&problem, Measures { tray: Some(2000.0), ..usual }),
            refused(&Problem::new(problem.region.clone(), PieceSet::default()), usual),
            refused(&any, usual),
            refused(&wrapped, Measures { tray: Some(5.0), ..usual }),
            refused(&cube, usual),
            format!("{together} / {}", together.help()),
            format!("{over} / {}", over.help()),
            format!("{little} / {}", little.help()),
        ]
        .join("\n")
    );
}
