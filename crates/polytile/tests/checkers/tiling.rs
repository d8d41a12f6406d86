//! Tilings. Boards are drawn: `#` is a cell. Tilings are lists of pieces with their cells, as `name: row,col row,col ...`.

use polytile::board::{Cell, Lattice, Region, Topology};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform, catalogue};
use polytile::problem::{Problem, Rules};
use polytile::run::{Control, Progress, Stopped};
use polytile::tiling::{Fault, Laid, Tiling};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn drawn(drawing: &str) -> Region {
    let rows: Vec<Vec<bool>> = drawing.lines().map(|line| line.chars().map(|c| c == '#').collect()).collect();
    Region::from_rows(&rows).unwrap()
}

fn wrapped(topology: Topology, rows: u64, cols: u64) -> Region {
    Region::wrapped(topology, rows, cols).unwrap()
}

/// A puzzle with any number of copies of the pieces named.
fn puzzle(region: Region, names: &str) -> Problem {
    let piece = |name| Piece::from_catalogue(&catalogue::find(name).unwrap(), Freedom::Free, Copies::ANY);
    Problem::new(region, PieceSet::new(names.split(' ').map(piece).collect()))
}

fn limited(mut problem: Problem, copies: &[Copies]) -> Problem {
    let pieces = problem.pieces.iter().zip(copies);
    problem.pieces =
        PieceSet::new(pieces.map(|(piece, &copies)| Piece { copies, ..piece.clone() }).collect());
    problem
}

fn ruled(mut problem: Problem, rules: Rules) -> Problem {
    problem.rules = rules;
    problem
}

const TATAMI: Rules = Rules { tatami: true, fault_free: false };
const FAULT_FREE: Rules = Rules { tatami: false, fault_free: true };

fn tiling(problem: &Problem, text: &str) -> Tiling {
    let cell = |word: &str| {
        let (row, col) = word.split_once(',').unwrap();
        Cell::new(row.parse().unwrap(), col.parse().unwrap())
    };
    let laid = |line: &str| {
        let (name, cells) = line.split_once(':').unwrap();
        let piece = problem.pieces.iter().position(|p| p.name == name.trim()).unwrap();
        Laid { piece, cells: cells.split_whitespace().map(cell).collect() }
    };
    Tiling::new(text.lines().filter(|line| !line.trim().is_empty()).map(laid).collect())
}

/// What the checker says: one line per fault, or `right`.
fn verdict(problem: &Problem, text: &str) -> String {
    match tiling(problem, text).check(problem) {
        Ok(()) => "right".to_owned(),
        Err(faults) => faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn right_tilings_pass() {
    let square = puzzle(drawn("###\n###"), "L3 I3");
    assert_eq!(verdict(&square, "L3: 0,0 1,0 1,1\nL3: 0,1 0,2 1,2"), "right");
    assert_eq!(verdict(&square, "I3: 1,2 1,0 1,1\nI3: 0,1 0,2 0,0"), "right");
    let apart = puzzle(drawn("##..#\n.#.##"), "L3");
    assert_eq!(verdict(&apart, "L3: 0,0 0,1 1,1\nL3: 0,4 1,3 1,4"), "right");
    let mirrored = puzzle(drawn("##\n#.\n#."), "L4");
    assert_eq!(verdict(&mirrored, "L4: 0,0 0,1 1,0 2,0"), "right");
}

#[test]
fn nothing_on_no_cells_is_right() {
    let region = drawn("#").without(&[Cell::new(0, 0)]).unwrap();
    assert_eq!(verdict(&puzzle(region, "L3"), ""), "right");
}

#[test]
fn overlaps_are_found() {
    let problem = puzzle(drawn("####\n####"), "domino O4");
    let text = "domino: 0,0 0,1\nO4: 0,1 0,2 1,1 1,2\ndomino: 0,3 1,3\ndomino: 1,0 1,1";
    insta::assert_snapshot!(verdict(&problem, text), @"
    domino and O4 overlap on 0,1
    O4 and domino overlap on 1,1
    ");
    // A piece that covers a cell twice overlaps itself.
    let twice = Tiling::new(vec![Laid {
        piece: 0,
        cells: [(0, 0), (0, 1), (0, 1)].map(|(r, c)| Cell::new(r, c)).to_vec(),
    }]);
    let faults = twice.check(&puzzle(drawn("##"), "domino")).unwrap_err();
    let itself = |f: &Fault| matches!(f, Fault::Overlap { first, second, .. } if first == second);
    assert!(faults.iter().any(itself), "{faults:?}");
}

#[test]
fn gaps_are_found() {
    let problem = puzzle(drawn("###\n#.#\n###"), "domino monomino");
    let text = "domino: 0,0 0,1\ndomino: 2,0 2,1\nmonomino: 1,0\nmonomino: 0,2";
    insta::assert_snapshot!(verdict(&problem, text), @"
    1,2 is not covered
    2,2 is not covered
    ");
}

#[test]
fn a_long_list_of_gaps_is_cut() {
    let problem = puzzle(Region::rectangle(1 << 15, 1 << 15).unwrap(), "domino");
    let faults = Tiling::default().check(&problem).unwrap_err();
    assert_eq!(faults.len(), Tiling::LISTED + 1);
    assert_eq!(faults[999], Fault::Gap { cell: Lattice::Square.coordinates(Cell::new(0, 999)) });
    assert_eq!(faults.iter().map(Fault::count).sum::<u64>(), 1 << 30);
}

#[test]
fn a_list_of_gaps_is_cut_only_when_it_is_longer() {
    let gaps = |cols| {
        let region = Region::rectangle(1, cols).unwrap();
        let faults = Tiling::default().check(&puzzle(region, "domino")).unwrap_err();
        (faults.len(), faults.last().unwrap().to_string())
    };
    assert_eq!(gaps(1000), (1000, "0,999 is not covered".to_owned()));
    assert_eq!(gaps(1001), (1001, "and 1 more of these".to_owned()));
    assert_eq!(gaps(1002), (1001, "and 2 more of these".to_owned()));
    // What is covered is no gap, and what may stay empty is none.
    let optional = [1002, 1003, 1004].map(|col| Cell::new(0, col));
    let problem = puzzle(Region::rectangle(1, 1005).unwrap().with_optional(&optional).unwrap(), "domino");
    let faults = tiling(&problem, "domino: 0,0 0,1").check(&problem).unwrap_err();
    assert_eq!((faults.len(), faults[999].to_string()), (1000, "0,1001 is not covered".to_owned()));
}

#[test]
fn a_list_of_breaches_is_cut() {
    // Monominoes only: four meet at every point.
    let problem = ruled(puzzle(Region::rectangle(2, 1100).unwrap(), "monomino"), TATAMI);
    let all = problem.region.cells().map(|cell| Laid { piece: 0, cells: vec![cell] }).collect();
    let faults = Tiling::new(all).check(&problem).unwrap_err();
    assert_eq!(faults.len(), 1001);
    assert_eq!(faults[1000].to_string(), "and 99 more of these");
    assert_eq!(faults.iter().map(Fault::count).sum::<u64>(), 1099);
}

#[test]
fn owners_are_told() {
    let region = drawn("##.\n.##");
    let problem = puzzle(region.clone(), "domino monomino");
    let laid = tiling(&problem, "domino: 1,2 0,2\nmonomino: 1,1\ndomino: 0,1 0,0");
    let cells = |laid: &Laid| laid.cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(laid.laid().iter().map(cells).collect::<Vec<_>>(), ["0,0 0,1", "0,2 1,2", "1,1"]);
    // Cells off the board belong to nobody.
    assert_eq!(laid.owners(&region), [Some(0), Some(0), Some(2), Some(1)]);
    assert_eq!(Tiling::default().owners(&region), [None; 4]);
}

/// The control is asked before the first piece, once in a while, and at the end.
#[test]
fn the_control_is_asked() {
    let problem = puzzle(Region::rectangle(1, 9000).unwrap(), "monomino");
    let all = Tiling::new(problem.region.cells().map(|cell| Laid { piece: 0, cells: vec![cell] }).collect());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let control = Control::default().on_progress(move |progress| seen.lock().unwrap().push(progress));
    assert_eq!(all.faults(&problem, &control), Ok(Vec::new()));
    let expected = [0, 4096, 8192, 9000, 9000].map(|done| Progress::Pieces { done, total: 9000 });
    assert_eq!(*asked.lock().unwrap(), expected);
    let few = Control::default().memory(48 * 9000 - 1);
    assert!(matches!(all.faults(&problem, &few), Err(Stopped::OutOfMemory { needed: 432_000, .. })));
    assert!(all.faults(&problem, &Control::default().memory(48 * 9000)).is_ok());
    assert!(all.faults(&problem, &Control::default().time_limit(Duration::ZERO)).is_err());
}

#[test]
fn cells_outside_are_found() {
    let problem = puzzle(drawn("##.\n##."), "I3 domino");
    let text = "I3: 0,0 0,1 0,2\ndomino: 1,0 1,1\ndomino: 2,0 4294967295,0";
    insta::assert_snapshot!(verdict(&problem, text), @"
    I3 lies on 0,2, which is not on the board
    the cells from 2,0 on do not form domino
    domino lies on 2,0, which is not on the board
    domino lies on 4294967295,0, which is not on the board
    ");
}

#[test]
fn wrong_shapes_are_found() {
    let problem = puzzle(drawn("####\n####"), "L4 I4 domino");
    // An S, a piece in two parts, and one of the wrong size.
    insta::assert_snapshot!(verdict(&problem, "L4: 0,0 0,1 1,1 1,2\nI4: 0,2 0,3 1,0 1,3"), @"
    the cells from 0,0 on do not form L4
    the cells from 0,2 on do not form I4
    ");
    insta::assert_snapshot!(verdict(&problem, "I4: 0,0 0,1 0,2\nL4: 1,0 1,1 1,2 1,3 0,3"), @"
    the cells from 0,0 on do not form I4
    the cells from 0,3 on do not form L4
    ");
    let none = Tiling::new(vec![Laid { piece: 2, cells: Vec::new() }]);
    let faults = none.check(&puzzle(drawn("#"), "domino I3 L3")).unwrap_err();
    assert!(matches!(faults[0], Fault::Shape { .. }));
}

#[test]
fn a_mirror_image_is_another_shape_where_pieces_are_not_turned_over() {
    let l4 = catalogue::find("L4").unwrap();
    let set = |freedom| PieceSet::new(vec![Piece::from_catalogue(&l4, freedom, Copies::ANY)]);
    let board = drawn("##\n#.\n#.");
    let text = "L4: 0,0 0,1 1,0 2,0";
    assert_eq!(verdict(&Problem::new(board.clone(), set(Freedom::Free)), text), "right");
    insta::assert_snapshot!(verdict(&Problem::new(board, set(Freedom::OneSided)), text), @"the cells from 0,0 on do not form L4");
    let upside_down = drawn("##\n.#\n.#");
    let text = "L4: 0,0 0,1 1,1 2,1";
    assert_eq!(verdict(&Problem::new(upside_down.clone(), set(Freedom::OneSided)), text), "right");
    assert!(verdict(&Problem::new(upside_down, set(Freedom::Fixed)), text).contains("do not form L4"));
}

#[test]
fn a_mirror_image_is_another_shape_around_the_edges_too() {
    let set = |name, freedom| {
        let named = catalogue::find(name).unwrap();
        PieceSet::new(vec![Piece::from_catalogue(&named, freedom, Copies::ANY)])
    };
    let torus = |pieces| Problem::new(Region::wrapped(Topology::Torus, 4, 4).unwrap(), pieces);
    // Over the lower edge: the foot is at the right of the lower end, or at the left of it.
    let l4 = "L4: 0,1 1,1 1,2 3,1";
    let j4 = "L4: 0,1 1,0 1,1 3,1";
    for (name, formed, other) in [("L4", l4, j4), ("J4", j4, l4)] {
        let problem = torus(set(name, Freedom::OneSided));
        let wrong = format!("do not form {name}");
        let (formed, other) = (formed.replace("L4", name), other.replace("L4", name));
        assert!(!verdict(&problem, &formed).contains(&wrong), "{formed}");
        assert!(verdict(&problem, &other).contains(&wrong), "{other}");
    }
}

#[test]
fn pieces_that_do_not_exist_are_found() {
    let problem = puzzle(drawn("###"), "domino");
    let cell = |col| Cell::new(0, col);
    let laid = vec![
        Laid { piece: 0, cells: vec![cell(0), cell(1)] },
        Laid { piece: 7, cells: vec![cell(1), cell(2)] },
    ];
    let faults = Tiling::new(laid).check(&problem).unwrap_err();
    let said: Vec<String> = faults.iter().map(Fault::to_string).collect();
    insta::assert_snapshot!(said.join("\n"), @"
    piece number 7 at 0,1 does not exist: the puzzle has 1 piece
    domino and piece number 7 overlap on 0,1
    ");
}

#[test]
fn copies_are_counted() {
    let problem = |copies: [Copies; 3]| limited(puzzle(drawn("####\n####"), "domino I4 monomino"), &copies);
    let text = "domino: 0,0 0,1\ndomino: 0,2 0,3\nI4: 1,0 1,1 1,2 1,3";
    let exactly = Copies::exactly;
    assert_eq!(verdict(&problem([exactly(2), Copies::between(0, 1).unwrap(), Copies::ANY]), text), "right");
    assert_eq!(verdict(&problem([Copies::at_least(2), exactly(1), exactly(0)]), text), "right");
    insta::assert_snapshot!(verdict(&problem([exactly(1), exactly(2), Copies::at_least(1)]), text), @"
    domino is used 2 times, but its copies are 1
    I4 is used 1 time, but its copies are 2
    monomino is used 0 times, but its copies are 1..
    ");
    insta::assert_snapshot!(verdict(&problem([Copies::between(3, 4).unwrap(), exactly(0), Copies::ANY]), text), @"
    domino is used 2 times, but its copies are 3..4
    I4 is used 1 time, but its copies are 0
    ");
}

#[test]
fn four_pieces_must_not_meet_on_a_tatami() {
    let problem = ruled(puzzle(drawn("####\n####"), "domino monomino"), TATAMI);
    let brick = "domino: 0,0 0,1\ndomino: 0,2 0,3\nmonomino: 1,0\ndomino: 1,1 1,2\nmonomino: 1,3";
    assert_eq!(verdict(&problem, brick), "right");
    let stack = "domino: 0,0 0,1\ndomino: 0,2 0,3\ndomino: 1,0 1,1\ndomino: 1,2 1,3";
    insta::assert_snapshot!(verdict(&problem, stack), @"four pieces meet at the lower right corner of 0,1");
    // Three pieces and a hole are not four pieces.
    let holed = ruled(puzzle(drawn("##\n#."), "monomino"), TATAMI);
    assert_eq!(verdict(&holed, "monomino: 0,0\nmonomino: 0,1\nmonomino: 1,0"), "right");
}

#[test]
fn four_pieces_meet_over_the_edge_of_a_torus() {
    let rows = "domino: 0,0 0,1\ndomino: 0,2 0,3\ndomino: 1,0 1,3\ndomino: 1,1 1,2";
    let flat = |topology| ruled(puzzle(wrapped(topology, 2, 4), "domino"), TATAMI);
    assert_eq!(verdict(&flat(Topology::Cylinder), rows), "right");
    let stack = "domino: 0,0 0,1\ndomino: 0,2 0,3\ndomino: 1,0 1,1\ndomino: 1,2 1,3";
    insta::assert_snapshot!(verdict(&flat(Topology::Cylinder), stack), @"
    four pieces meet at the lower right corner of 0,1
    four pieces meet at the lower right corner of 0,3
    ");
    insta::assert_snapshot!(verdict(&flat(Topology::Torus), stack), @"
    four pieces meet at the lower right corner of 0,1
    four pieces meet at the lower right corner of 0,3
    four pieces meet at the lower right corner of 1,1
    four pieces meet at the lower right corner of 1,3
    ");
    // On a ring of two cells the four cells of a point are two pieces at most.
    let ring = ruled(puzzle(wrapped(Topology::Cylinder, 2, 2), "domino"), TATAMI);
    assert_eq!(verdict(&ring, "domino: 0,0 0,1\ndomino: 1,0 1,1"), "right");
}

#[test]
fn lines_that_cut_no_piece_are_found() {
    let problem = ruled(puzzle(drawn("####\n####"), "domino O4"), FAULT_FREE);
    insta::assert_snapshot!(verdict(&problem, "domino: 0,0 0,1\ndomino: 0,2 0,3\ndomino: 1,0 1,1\ndomino: 1,2 1,3"), @"
    the line below row 0 cuts no piece
    the line right of column 1 cuts no piece
    ");
    insta::assert_snapshot!(verdict(&problem, "domino: 0,0 1,0\nO4: 0,1 0,2 1,1 1,2\ndomino: 0,3 1,3"), @"
    the line right of column 0 cuts no piece
    the line right of column 2 cuts no piece
    ");
    let alone = ruled(puzzle(drawn("##\n##"), "O4"), FAULT_FREE);
    assert_eq!(verdict(&alone, "O4: 0,0 0,1 1,0 1,1"), "right");
    // The smallest rectangle with a fault-free tiling by dominoes that is more than one domino.
    let five_six = ruled(puzzle(Region::rectangle(5, 6).unwrap(), "domino"), FAULT_FREE);
    let woven = ["AABBCD", "EFFGCD", "EHIGJJ", "KHILLM", "KNNOOM"];
    let dominoes = ('A'..='O').map(|letter| {
        let row = |(row, letters): (usize, &str)| {
            let cells: Vec<_> =
                letters.match_indices(letter).map(|(col, _)| format!(" {row},{col}")).collect();
            cells.concat()
        };
        format!("domino:{}\n", woven.into_iter().enumerate().map(row).collect::<String>())
    });
    assert_eq!(verdict(&five_six, &dominoes.collect::<String>()), "right");
}

#[test]
fn a_fault_line_runs_through_holes() {
    // Below row 0 there are cells only at the ends, and both pieces there end at the line.
    let free = ruled(puzzle(drawn("#..#\n#..#"), "monomino domino"), FAULT_FREE);
    let text = "monomino: 0,0\nmonomino: 0,3\nmonomino: 1,0\nmonomino: 1,3";
    insta::assert_snapshot!(verdict(&free, text), @"the line below row 0 cuts no piece");
    // One piece that is cut is enough, on whichever side of the hole.
    assert_eq!(verdict(&free, "monomino: 0,0\ndomino: 0,3 1,3\nmonomino: 1,0"), "right");
    // A line through holes alone, or along the edge of the cells, passes between no two cells.
    let apart = ruled(puzzle(drawn("#\n.\n#"), "monomino"), FAULT_FREE);
    assert_eq!(verdict(&apart, "monomino: 0,0\nmonomino: 2,0"), "right");
    let steps = ruled(puzzle(drawn("##..\n..##"), "domino"), FAULT_FREE);
    assert_eq!(verdict(&steps, "domino: 0,0 0,1\ndomino: 1,2 1,3"), "right");
}

#[test]
fn lines_around_a_cylinder() {
    let problem = ruled(puzzle(wrapped(Topology::Cylinder, 2, 4), "I4 T4"), FAULT_FREE);
    let rings = "I4: 0,0 0,1 0,2 0,3\nI4: 1,0 1,1 1,2 1,3";
    insta::assert_snapshot!(verdict(&problem, rings), @"the line below row 0 cuts no piece");
    // Pieces over the edge cut the line that is the edge.
    assert_eq!(verdict(&problem, "T4: 0,0 0,1 0,2 1,1\nT4: 0,3 1,0 1,2 1,3"), "right");
}

#[test]
fn pieces_lie_over_the_edge_only_where_the_board_wraps() {
    let text = "L3: 0,0 0,3 1,3\nL3: 0,1 0,2 1,1\nI3: 1,0 1,2 2,2\nI3: 2,0 2,1 2,3";
    let right = "L3: 0,0 0,3 1,3\nL3: 0,1 0,2 1,1\nL3: 1,2 2,2 2,1\nL3: 1,0 2,0 2,3";
    let on = |topology| puzzle(wrapped(topology, 3, 4), "L3 I3");
    assert_eq!(verdict(&on(Topology::Cylinder), right), "right");
    assert_eq!(verdict(&on(Topology::Torus), right), "right");
    insta::assert_snapshot!(verdict(&on(Topology::Plane), right), @"
    the cells from 0,0 on do not form L3
    the cells from 1,0 on do not form L3
    ");
    insta::assert_snapshot!(verdict(&on(Topology::Cylinder), text), @"the cells from 1,0 on do not form I3");
    // Over the lower edge, on the torus alone.
    let down = "I3: 0,0 1,0 2,0\nL3: 0,1 0,2 2,1\nL3: 1,1 1,2 1,3\nL3: 0,3 2,2 2,3";
    insta::assert_snapshot!(verdict(&on(Topology::Torus), down), @"the cells from 1,1 on do not form L3");
    insta::assert_snapshot!(verdict(&on(Topology::Cylinder), down), @"
    the cells from 0,1 on do not form L3
    the cells from 0,3 on do not form L3
    the cells from 1,1 on do not form L3
    ");
}

#[test]
fn a_piece_must_not_overlap_itself_around_the_board() {
    let problem = puzzle(wrapped(Topology::Cylinder, 1, 2), "domino I3");
    assert_eq!(verdict(&problem, "domino: 0,0 0,1"), "right");
    insta::assert_snapshot!(verdict(&problem, "I3: 0,0 0,1"), @"the cells from 0,0 on do not form I3");
    insta::assert_snapshot!(verdict(&problem, "I3: 0,0 0,0 0,1"), @"I3 and I3 overlap on 0,0");
}

#[test]
fn rules_are_judged_only_when_every_cell_is_covered_once() {
    let problem = ruled(puzzle(drawn("##\n##"), "monomino"), Rules { tatami: true, fault_free: true });
    insta::assert_snapshot!(verdict(&problem, "monomino: 0,0\nmonomino: 0,1\nmonomino: 1,0"), @"1,1 is not covered");
    insta::assert_snapshot!(verdict(&problem, "monomino: 0,0\nmonomino: 0,1\nmonomino: 1,0\nmonomino: 1,1"), @"
    four pieces meet at the lower right corner of 0,0
    the line below row 0 cuts no piece
    the line right of column 0 cuts no piece
    ");
}

#[test]
fn optional_cells_may_stay_empty_as_often_as_is_said() {
    let optional = [0, 1, 3].map(|col| Cell::new(0, col));
    let region = Region::rectangle(1, 4).unwrap().with_optional(&optional).unwrap();
    let two = limited(puzzle(region.clone(), "domino"), &[Copies::ANY, Copies::exactly(2)]);
    assert_eq!(verdict(&two, "domino: 0,1 0,2"), "right");
    insta::assert_snapshot!(verdict(&two, "domino: 0,0 0,1\ndomino: 0,2 0,3"), @"0 optional cells are empty, but holes are 2");
    insta::assert_snapshot!(verdict(&two, "domino: 0,0 0,1"), @"
    0,2 is not covered
    1 optional cell is empty, but holes are 2
    ");
    insta::assert_snapshot!(verdict(&two, ""), @"
    0,2 is not covered
    3 optional cells are empty, but holes are 2
    ");
    // Laid as a piece, what is empty is no other than left out, but it lies on optional cells alone.
    assert_eq!(verdict(&two, "domino: 0,1 0,2\nhole: 0,0"), "right");
    assert_eq!(verdict(&two, "domino: 0,1 0,2\nhole: 0,0\nhole: 0,3"), "right");
    insta::assert_snapshot!(verdict(&two, "domino: 0,0 0,1\nhole: 0,2\nhole: 0,3"), @"the cells from 0,2 on do not form hole");
    // Other pieces are as many as ever.
    let none = limited(puzzle(region.clone(), "domino"), &[Copies::exactly(2), Copies::ANY]);
    insta::assert_snapshot!(verdict(&none, "domino: 0,1 0,2"), @"domino is used 1 time, but its copies are 2");
    // Where nothing stands for what is empty, all is to be covered.
    let mut all = puzzle(region, "domino");
    all.pieces = PieceSet::new(all.pieces.iter().filter(|piece| !piece.hole).cloned().collect());
    insta::assert_snapshot!(verdict(&all, "domino: 0,1 0,2"), @"
    0,0 is not covered
    0,3 is not covered
    ");
}

#[test]
fn what_is_given_lies_where_it_is_given() {
    let board = || puzzle(drawn("####\n####"), "domino I3 monomino");
    let given = |piece, cells: &[(u32, u32)]| Laid {
        piece,
        cells: cells.iter().map(|&(row, col)| Cell::new(row, col)).collect(),
    };
    let problem = board().with_given(vec![given(0, &[(0, 1), (0, 2)]), given(2, &[(1, 3)])]).unwrap();
    let right = "domino: 0,1 0,2\nmonomino: 1,3\nmonomino: 0,3\ndomino: 0,0 1,0\ndomino: 1,1 1,2";
    assert_eq!(verdict(&problem, right), "right");
    // On the first of its cells lies the same piece, but elsewhere; and another piece.
    insta::assert_snapshot!(verdict(&problem, "domino: 0,1 1,1\ndomino: 0,2 1,2\ndomino: 0,0 1,0\ndomino: 0,3 1,3"), @"
    domino is given from 0,1 on, and does not lie there
    monomino is given from 1,3 on, and does not lie there
    ");
    let other = "monomino: 0,1\nmonomino: 0,2\nmonomino: 0,0\nmonomino: 0,3\nI3: 1,0 1,1 1,2\nmonomino: 1,3";
    insta::assert_snapshot!(verdict(&problem, other), @"domino is given from 0,1 on, and does not lie there");
    // Nothing lies there.
    insta::assert_snapshot!(verdict(&problem, "domino: 0,1 0,2\ndomino: 0,0 1,0\nmonomino: 0,3\ndomino: 1,1 1,2"), @"
    1,3 is not covered
    monomino is given from 1,3 on, and does not lie there
    ");
    // The cells are the same, the piece is another one of the same shape.
    let mut twins = puzzle(drawn("##"), "domino domino");
    twins = twins.with_given(vec![given(1, &[(0, 0), (0, 1)])]).unwrap();
    let laid = |piece| Tiling::new(vec![given(piece, &[(0, 0), (0, 1)])]).check(&twins);
    assert_eq!(laid(1), Ok(()));
    assert!(matches!(laid(0).unwrap_err()[..], [Fault::NotGiven { .. }]));
}

#[test]
fn pieces_lie_in_any_layer() {
    let cells =
        |cells: &[[u32; 3]]| cells.iter().map(|&[l, r, c]| Cell::in_space(l, r, c)).collect::<Vec<_>>();
    // Two cubes side by side in a row, and two on top of each other.
    let flat = Polyform::on(Lattice::Cube, cells(&[[0, 0, 0], [0, 0, 1]])).unwrap();
    let tower = Polyform::on(Lattice::Cube, cells(&[[0, 0, 0], [1, 0, 0]])).unwrap();
    let piece = |name, shape| Piece::new(name, shape, Freedom::Fixed, Copies::ANY);
    let pieces = PieceSet::new(vec![piece("flat", &flat), piece("tower", &tower)]);
    let problem = Problem::new(Region::full(Lattice::Cube, [2, 2, 2]).unwrap(), pieces);
    let right = [
        Laid { piece: 0, cells: cells(&[[0, 0, 0], [0, 0, 1]]) },
        Laid { piece: 0, cells: cells(&[[1, 0, 0], [1, 0, 1]]) },
        Laid { piece: 1, cells: cells(&[[0, 1, 0], [1, 1, 0]]) },
        Laid { piece: 1, cells: cells(&[[0, 1, 1], [1, 1, 1]]) },
    ];
    assert_eq!(Tiling::new(right.to_vec()).check(&problem), Ok(()));
    let swapped = right.map(|laid| Laid { piece: 1 - laid.piece, ..laid });
    let faults = Tiling::new(swapped.to_vec()).check(&problem).unwrap_err();
    assert_eq!(
        faults.iter().map(Fault::to_string).collect::<Vec<_>>(),
        [
            "the cells from 0,0,0 on do not form tower",
            "the cells from 0,1,0 on do not form flat",
            "the cells from 0,1,1 on do not form flat",
            "the cells from 1,0,0 on do not form tower",
        ]
    );
}

#[test]
fn what_points_up_does_not_point_down() {
    // A row of six triangles, those in even columns pointing up.
    let region = Region::full(Lattice::Triangle, [1, 1, 3]).unwrap();
    let cells = |cols: &[u32]| cols.iter().map(|&col| Cell::new(0, col)).collect::<Vec<_>>();
    let piece = |name, cols: &[u32]| {
        let shape = Polyform::on(Lattice::Triangle, cells(cols)).unwrap();
        Piece::new(name, &shape, Freedom::Fixed, Copies::ANY)
    };
    let pieces = vec![piece("up", &[0]), piece("down", &[1]), piece("leaning", &[1, 2])];
    let problem = Problem::new(region, PieceSet::new(pieces));
    let check = |laid: &[(usize, &[u32])]| {
        let laid = laid.iter().map(|&(piece, cols)| Laid { piece, cells: cells(cols) }).collect();
        let faults = Tiling::new(laid).check(&problem).err().unwrap_or_default();
        faults.iter().map(Fault::to_string).collect::<Vec<_>>()
    };
    assert!(check(&[(0, &[0]), (2, &[1, 2]), (2, &[3, 4]), (1, &[5])]).is_empty());
    assert!(check(&[(0, &[0]), (1, &[1]), (0, &[2]), (1, &[3]), (0, &[4]), (1, &[5])]).is_empty());
    assert_eq!(
        check(&[(2, &[0, 1]), (0, &[2]), (1, &[3]), (1, &[4]), (0, &[5])]),
        [
            "the cells from 0,0,0 on do not form leaning",
            "the cells from 2,0,0 on do not form down",
            "the cells from 2,0,1 on do not form up",
        ]
    );
}
