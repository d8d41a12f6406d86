//! Rules, and pieces over the edges, on lattices other than squares.

use polytile::board::{Cell, Coordinates, Lattice, Region};
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile::problem::{Problem, Rules};
use polytile::tiling::{Laid, Tiling};

/// What the checker says of single cells, and of pairs of cells, written as they are.
fn verdict(lattice: Lattice, sides: [u64; 3], wraps: [bool; 3], pairs: &[[&[u32]; 2]]) -> String {
    let names = match lattice {
        Lattice::Hex => "monohex,dihex",
        Lattice::Triangle => "moniamond,diamond",
        Lattice::Cube => "monocube,dicube",
        Lattice::Prism => "monoprism,diprism",
        _ => "monomino,domino",
    };
    let region = Region::full(lattice, sides).unwrap().wrapping(wraps);
    let list = pieces::list_on(lattice, names, Freedom::Natural).unwrap();
    let rules = Rules { tatami: true, fault_free: lattice != Lattice::Hex };
    let problem = Problem { rules, ..Problem::new(region, list) };
    let cell = |numbers: &[u32]| lattice.cell_at(&Coordinates(numbers.to_vec())).unwrap();
    let mut laid: Vec<Laid> =
        pairs.iter().map(|pair| Laid { piece: 1, cells: pair.iter().map(|c| cell(c)).collect() }).collect();
    let single = problem.region.cells().filter(|cell| !laid.iter().any(|pair| pair.cells.contains(cell)));
    let single: Vec<Laid> = single.map(|cell| Laid { piece: 0, cells: vec![cell] }).collect();
    laid.extend(single);
    match Tiling::new(laid).check(&problem) {
        Ok(()) => "right".to_owned(),
        Err(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn faults_say_where() {
    const PLANE: [bool; 3] = [false; 3];
    insta::assert_snapshot!(verdict(Lattice::Hex, [1, 2, 2], PLANE, &[]), @"
    three pieces meet at the corner of 0,0 and 0,1 and 1,0
    three pieces meet at the corner of 0,1 and 1,0 and 1,1
    ");
    assert_eq!(verdict(Lattice::Hex, [1, 2, 2], PLANE, &[[&[1, 0], &[0, 1]]]), "right");
    insta::assert_snapshot!(verdict(Lattice::Triangle, [1, 2, 2], PLANE, &[]), @"
    six pieces meet at the corner of 0,0,1 and 1,1,0
    the line between 0,0,1 and 0,1,0 cuts no piece
    the line between 0,0,1 and 1,0,0 cuts no piece
    the line between 0,0,0 and 0,0,1 cuts no piece
    the line between 1,0,0 and 1,0,1 cuts no piece
    the line between 1,1,0 and 1,1,1 cuts no piece
    ");
    insta::assert_snapshot!(verdict(Lattice::Triangle, [1, 2, 2], PLANE, &[[&[1, 0, 0], &[1, 0, 1]]]), @"
    the line between 0,0,1 and 0,1,0 cuts no piece
    the line between 0,0,1 and 1,0,0 cuts no piece
    the line between 0,0,0 and 0,0,1 cuts no piece
    the line between 1,1,0 and 1,1,1 cuts no piece
    ");
    insta::assert_snapshot!(verdict(Lattice::Cube, [2, 2, 2], PLANE, &[]), @"
    eight pieces meet at the corner of 0,0,0 and 1,1,1
    the plane between 0,0,0 and 1,0,0 cuts no piece
    the plane between 0,0,0 and 0,1,0 cuts no piece
    the plane between 0,0,0 and 0,0,1 cuts no piece
    ");
    insta::assert_snapshot!(verdict(Lattice::Cube, [2, 2, 2], PLANE, &[[&[0, 1, 1], &[1, 1, 1]]]), @"
    the plane between 0,0,0 and 0,1,0 cuts no piece
    the plane between 0,0,0 and 0,0,1 cuts no piece
    ");
    insta::assert_snapshot!(verdict(Lattice::Prism, [2, 2, 2], PLANE, &[]), @"
    twelve pieces meet at the corner of 0,0,1,0 and 1,1,0,1
    the plane between 0,0,0,0 and 0,0,0,1 cuts no piece
    the plane between 0,0,1,0 and 0,1,0,0 cuts no piece
    the plane between 0,0,1,0 and 1,0,0,0 cuts no piece
    the plane between 0,0,0,0 and 0,0,1,0 cuts no piece
    the plane between 1,0,0,0 and 1,0,1,0 cuts no piece
    the plane between 1,1,0,0 and 1,1,1,0 cuts no piece
    ");
}

#[test]
fn faults_over_the_edge() {
    let rows = [false, true, false];
    insta::assert_snapshot!(verdict(Lattice::Hex, [1, 3, 2], rows, &[[&[0, 0], &[0, 1]]]), @"
    three pieces meet at the corner of 0,1 and 1,0 and 1,1
    three pieces meet at the corner of 1,0 and 1,1 and 2,0
    three pieces meet at the corner of 1,1 and 2,0 and 2,1
    three pieces meet at the corner of 2,0 and 2,1 and 0,0
    ");
    // Once around the board a falling line goes on as the one three strips further: of the three that there are, the pair lies on one.
    insta::assert_snapshot!(verdict(Lattice::Triangle, [1, 3, 2], rows, &[[&[0, 0, 0], &[0, 0, 1]]]), @"
    six pieces meet at the corner of 0,0,1 and 1,1,0
    six pieces meet at the corner of 0,1,1 and 1,2,0
    the line between 0,0,1 and 0,1,0 cuts no piece
    the line between 0,1,1 and 0,2,0 cuts no piece
    the line between 0,2,1 and 0,0,0 cuts no piece
    the line between 0,0,1 and 1,0,0 cuts no piece
    the line between 1,0,0 and 1,0,1 cuts no piece
    the line between 1,1,0 and 1,1,1 cuts no piece
    ");
    // Two strips further around one way and three around the other: of falling lines there is one in all, and it is cut.
    insta::assert_snapshot!(verdict(Lattice::Triangle, [1, 2, 3], [false, true, true], &[[&[0, 0, 0], &[0, 0, 1]]]), @"
    six pieces meet at the corner of 0,0,1 and 1,1,0
    six pieces meet at the corner of 1,0,1 and 2,1,0
    six pieces meet at the corner of 1,1,1 and 2,0,0
    six pieces meet at the corner of 2,1,1 and 0,0,0
    the line between 0,0,1 and 0,1,0 cuts no piece
    the line between 0,1,1 and 0,0,0 cuts no piece
    the line between 0,0,1 and 1,0,0 cuts no piece
    the line between 1,0,1 and 2,0,0 cuts no piece
    the line between 2,0,1 and 0,0,0 cuts no piece
    ");
    insta::assert_snapshot!(verdict(Lattice::Cube, [3, 1, 1], [true, false, false], &[[&[0, 0, 0], &[2, 0, 0]]]), @"
    the plane between 0,0,0 and 1,0,0 cuts no piece
    the plane between 1,0,0 and 2,0,0 cuts no piece
    ");
}

/// The checker lays pieces over every edge, and in whole units only.
#[test]
fn pieces_over_the_edges() {
    let torus = Region::full(Lattice::Cube, [2, 3, 4]).unwrap().wrapping([true; 3]);
    let dicubes = Problem::new(torus, pieces::list_on(Lattice::Cube, "dicubes", Freedom::Natural).unwrap());
    let tiling = dicubes.solutions().unwrap().next().unwrap().unwrap();
    assert_eq!(tiling.check(&dicubes), Ok(()));
    let along = |columns: [[u32; 2]; 2]| {
        let region = Region::full(Lattice::Triangle, [1, 1, 2]).unwrap().wrapping([false, true, true]);
        let lozenge = pieces::list_on(Lattice::Triangle, "lozenge", Freedom::Fixed).unwrap();
        let laid = columns.map(|pair| Laid { piece: 0, cells: pair.map(|col| Cell::new(0, col)).to_vec() });
        Tiling::new(laid.to_vec()).check(&Problem::new(region, lozenge)).is_ok()
    };
    // A lozenge that may not be turned is one of the two.
    assert_ne!(along([[0, 1], [2, 3]]), along([[1, 2], [3, 0]]));
}
