//! Weights on the cells that are claimed to prove that a board cannot be tiled. The puzzles are small enough for all choices of
//! pieces to be tried or counted.

use crate::puzzles::{has_no_tiling, problem, puzzles};
use polytile::board::{Cell, Lattice, Region, Symmetry};
use polytile::certificate::{Certificate, CertificateError, Possible, Proof};
use polytile::draw::Weights;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, Polyform, catalogue};
use polytile::problem::Problem;
use polytile::run::{Control, Progress};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn chessboard(region: &Region) -> Vec<i64> {
    region.cells().map(|c| if (c.row + c.col) % 2 == 0 { 1 } else { -1 }).collect()
}

fn checked(
    weights: Vec<i64>,
    modulus: Option<i64>,
    problem: &Problem,
) -> Result<Vec<String>, CertificateError> {
    let certificate = Certificate::new(weights, modulus).unwrap();
    let proof = certificate.check(problem, &Control::default())?;
    Ok(proof.explain(&certificate, problem))
}

#[test]
fn the_five_tetrominoes_fill_no_rectangle() {
    let once = Copies::exactly(1);
    let pieces = [("I4", once), ("L4", once), ("O4", once), ("S4", once), ("T4", once)];
    for (rows, cols) in [(4, 5), (5, 4), (2, 10)] {
        let region = Region::rectangle(rows, cols).unwrap();
        let weights = chessboard(&region);
        let explained = checked(weights, None, &problem(region, &pieces)).unwrap();
        insta::allow_duplicates! {
            insta::assert_snapshot!(explained.join("\n"), @"
            Each of I4, L4, O4 and S4 covers 2 black and 2 white cells, wherever it lies.
            Every T4 covers 3 black and 1 white, or 1 black and 3 white cells, wherever it lies.
            So all pieces together cover 11 black and 9 white, or 9 black and 11 white cells.
            But the board has 10 black and 10 white cells: there is no tiling.
            ");
        }
    }
}

#[test]
fn more_cells_of_a_kind_than_pieces() {
    let region = Region::rectangle(3, 7).unwrap();
    let lattice = region.cells().map(|c| i64::from(c.row % 2 == 0 && c.col % 2 == 0)).collect();
    let explained = checked(lattice, None, &problem(region, &[("L3", Copies::ANY)])).unwrap();
    insta::assert_snapshot!(explained.join("\n"), @"
    The cells with a 1 are marked.
    Every L3 covers at most 1 marked cell, wherever it lies.
    So the 7 pieces that fill the board cover at most 7 marked cells.
    But the board has 8 marked cells: there is no tiling.
    ");
}

#[test]
fn the_piece_on_the_picture_weighs_the_most() {
    let pieces = [("W5", Copies::ANY), ("I3", Copies::exactly(2))];
    let problem = problem(Region::rectangle(4, 4).unwrap(), &pieces);
    let weights = vec![2, 0, 0, 2, 0, -1, -1, 0, 0, -1, -1, 0, 2, 0, 0, 2];
    let certificate = Certificate::new(weights, None).unwrap();
    let proof = certificate.check(&problem, &Control::default()).unwrap();
    assert_eq!(proof.possible, Possible::AtMost(2));
    let drawn = Weights::proving(&certificate, &proof, &problem);
    assert!(drawn.text().contains("Every I3 covers numbers that add up to at most 2, wherever it lies.\n"));
    let drawn = drawn.with_example(&proof, &problem, &Control::default()).unwrap();
    // Two bars for each cell of an I3; a W5 would have ten.
    assert_eq!(drawn.svg().to_lowercase().matches("#d55e00").count(), 6);
}

#[test]
fn areas_and_places() {
    let region = Region::rectangle(3, 3).unwrap();
    let even = problem(region.clone(), &[("domino", Copies::ANY), ("O4", Copies::between(0, 2).unwrap())]);
    insta::assert_snapshot!(checked(vec![1; 9], None, &even).unwrap().join("\n"), @"The pieces cover 2 or 4 cells, all multiples of 2, and 9 is none: there is no tiling.");
    let homeless = problem(region, &[("I3", Copies::ANY), ("I4", Copies::at_least(1))]);
    insta::assert_snapshot!(checked(vec![0; 9], None, &homeless).unwrap().join("\n"), @"There is no place for I4, which must be used.");
}

#[test]
fn areas_need_no_place_but_the_first() {
    // 369 pieces in 2725 orientations, each of which has some 90000 places.
    let pieces: PieceSet = "1:octominoes".parse().unwrap();
    let puzzle = Problem::new(Region::rectangle(300, 300).unwrap(), pieces);
    let stop = Arc::new(AtomicBool::new(false));
    let (looks, stopping) = (AtomicU64::new(0), Arc::clone(&stop));
    let control = Control::default().stopped_by(stop).on_progress(move |_| {
        stopping.store(looks.fetch_add(1, Ordering::Relaxed) == 4096, Ordering::Relaxed);
    });
    let weights = Certificate::new(vec![1; 90_000], None).unwrap();
    let proof = weights.check(&puzzle, &control).unwrap();
    assert!(proof.is_area());
    assert_eq!(proof.pieces, vec![vec![8]; 369]);
}

#[test]
fn wrong_certificates_say_what_they_leave_possible() {
    let region = Region::rectangle(4, 5).unwrap();
    let once = Copies::exactly(1);
    let pieces =
        problem(region.clone(), &[("I4", once), ("L4", once), ("O4", once), ("T4", Copies::exactly(2))]);
    let refused = |weights: Vec<i64>, modulus| checked(weights, modulus, &pieces).unwrap_err().to_string();
    insta::assert_snapshot!(refused(chessboard(&region), None), @"the weights do not rule out 1 I4 weighing 0, 1 L4 weighing 0, 1 O4 weighing 0, 1 T4 weighing -2 and 1 T4 weighing 2: they cover as many cells as there are, and weigh 0 like the board");
    let rows = region.cells().map(|c| i64::from(c.row) * 5).collect();
    insta::assert_snapshot!(refused(rows, Some(4)), @"the weights do not rule out 1 I4 weighing 0, 1 L4 weighing 3, 1 O4 weighing 2, 1 T4 weighing 0 and 1 T4 weighing 1: they cover as many cells as there are, and weigh 2 modulo 4 like the board");
    insta::assert_snapshot!(refused(vec![1; 19], None), @"there are 19 weights for the 20 cells of the board");
    let tiny = Control::default().memory(100);
    let stopped = Certificate::new(chessboard(&region), None).unwrap().check(&pieces, &tiny).unwrap_err();
    insta::assert_snapshot!(stopped.to_string(), @"what pieces can weigh together would take at least 240 bytes but the memory budget is 100 bytes");
    let error = |weights: Vec<i64>, modulus| Certificate::new(weights, modulus).unwrap_err().to_string();
    insta::assert_snapshot!(error(vec![1_000_001], None), @"the weight 1000001 is too large: weights go from -1000000 to 1000000");
    insta::assert_snapshot!(error(vec![1], Some(1)), @"the modulus is 1, but it goes from 2 to 1000000");
}

#[test]
fn every_place_of_a_piece_is_weighed_and_no_other() {
    // One orientation, so that a mirror image would be another piece: all but the lower right cell, or all but another one.
    let l3 = catalogue::find("L3").unwrap();
    let board = Region::rectangle(2, 2).unwrap();
    for symmetry in Symmetry::ALL {
        let shape = l3.shape.image(symmetry);
        let piece = Piece::new("L3", &shape, Freedom::Fixed, Copies::exactly(1));
        let puzzle = Problem::new(board.clone(), PieceSet::new(vec![piece]));
        let weights = [1, 2, 4, 8];
        let covered = board.cells().zip(weights).filter(|(cell, _)| shape.cells().contains(cell));
        let weighs: i64 = covered.map(|(_, weight)| weight).sum();
        let certificate = Certificate::new(weights.to_vec(), None).unwrap();
        let proof = certificate.check(&puzzle, &Control::default()).unwrap();
        assert_eq!((proof.board, proof.pieces), (15, vec![vec![weighs]]));
    }
}

/// What each piece of a puzzle without any choice of pieces that covers the board weighs, where cells weigh 1, 2, 4, ....
fn weighed(puzzle: &Problem) -> Vec<Vec<i64>> {
    let weights = (0..puzzle.region.len()).map(|i| 1 << i).collect();
    Certificate::new(weights, None).unwrap().check(puzzle, &Control::default()).unwrap().pieces
}

#[test]
fn what_stays_empty_is_weighed_where_it_may_be() {
    let optional = [0, 1, 3].map(|col| Cell::new(0, col));
    let region = Region::rectangle(1, 5).unwrap().with_optional(&optional).unwrap();
    let mut puzzle = problem(region, &[("domino", Copies::exactly(1))]);
    puzzle.pieces = puzzle.pieces.with_holes(Lattice::Square, Copies::exactly(2));
    assert_eq!(weighed(&puzzle), [vec![3, 6, 12, 24], vec![1, 2, 8]]);
    let check = |weights| Certificate::new(weights, Some(4)).unwrap().check(&puzzle, &Control::default());
    assert_eq!(check(vec![3, 6, 7, 9, 3]).unwrap().pieces, [vec![0, 1], vec![1, 2, 3]]);
    assert_eq!(check(vec![7; 5]).unwrap().pieces, [vec![2], vec![3]]);
}

#[test]
fn pieces_are_weighed_in_every_layer_and_by_whole_units() {
    let fixed = |lattice, cells: &[[u32; 3]]| {
        let cells = cells.iter().map(|&[layer, row, col]| Cell::in_space(layer, row, col));
        let shape = Polyform::on(lattice, cells).unwrap();
        Piece::new("piece", &shape, Freedom::Fixed, Copies::exactly(0))
    };
    // Two layers of a row of three cubes; one on top of the other, and side by side.
    let region = Region::full(Lattice::Cube, [2, 1, 3]).unwrap();
    let tower = fixed(Lattice::Cube, &[[0, 0, 0], [1, 0, 0]]);
    let flat = fixed(Lattice::Cube, &[[0, 0, 0], [0, 0, 1]]);
    let puzzle = Problem::new(region, PieceSet::new(vec![tower, flat]));
    assert_eq!(weighed(&puzzle), [vec![9, 18, 36], vec![3, 6, 24, 48]]);
    // Two rows of two units of two triangles each: three of four in a row, from an even column.
    let region = Region::full(Lattice::Triangle, [1, 2, 2]).unwrap();
    let three = fixed(Lattice::Triangle, &[[0, 0, 0], [0, 0, 1], [0, 0, 2]]);
    let down = fixed(Lattice::Triangle, &[[0, 0, 1]]);
    let puzzle = Problem::new(region, PieceSet::new(vec![three, down]));
    assert_eq!(weighed(&puzzle), [vec![7, 112], vec![2, 8, 32, 128]]);
}

#[test]
fn one_weight_that_is_not_the_boards_and_a_piece_without_a_place() {
    // A star of five cells: its middle has another colour than the others.
    let corners = [(0, 0), (0, 2), (2, 0), (2, 2)].map(|(row, col)| Cell::new(row, col));
    let star = Region::rectangle(3, 3).unwrap().without(&corners).unwrap();
    let possible = |pieces: &[(&str, Copies)]| {
        let problem = problem(star.clone(), pieces);
        let weights = Certificate::new(chessboard(&star), None).unwrap();
        weights.check(&problem, &Control::default()).unwrap().possible
    };
    let (domino, once) = (("domino", Copies::ANY), Copies::exactly(1));
    assert_eq!(possible(&[("monomino", once), domino]), Possible::AtLeast(-1));
    assert_eq!(possible(&[domino, ("L3", once)]), Possible::Sums(vec![-1]));
    assert_eq!(
        possible(&[domino, ("L3", once), ("I5", Copies::between(0, 1).unwrap())]),
        Possible::Sums(vec![-1])
    );
    assert_eq!(possible(&[domino, ("L3", once), ("I4", once)]), Possible::Sums(vec![]));
}

#[test]
fn the_least_and_the_most() {
    let region = Region::rectangle(2, 4).unwrap();
    let pieces =
        [("I3", Copies::between(0, 1).unwrap()), ("domino", Copies::at_least(1)), ("L3", Copies::ANY)];
    let puzzle = problem(region, &pieces);
    let weights = |board: i64| vec![board, 0, 0, 0, 0, 1, 1, 0];
    insta::assert_snapshot!(checked(weights(7), None, &puzzle).unwrap_err(), @"the weights do not rule out 2 domino weighing 0 each, 1 domino weighing 2 and 1 domino weighing 7: they cover as many cells as there are, and weigh 9 like the board");
    insta::assert_snapshot!(checked(weights(8), Some(10), &puzzle).unwrap_err(), @"the weights do not rule out 2 domino weighing 2 each and 2 domino weighing 8 each: they cover as many cells as there are, and weigh 0 modulo 10 like the board");
    let once = problem(Region::rectangle(1, 4).unwrap(), &[("domino", Copies::between(0, 2).unwrap())]);
    insta::assert_snapshot!(checked(vec![1, 0, 0, 1], None, &once).unwrap_err(), @"the weights do not rule out 2 domino weighing 1 each: they cover as many cells as there are, and weigh 2 like the board");
    let middle = problem(
        Region::rectangle(3, 5).unwrap(),
        &[("X5", Copies::ANY), ("Y5", Copies::between(0, 2).unwrap())],
    );
    let weights = [1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1];
    let explained =
        |sign: i64| checked(weights.map(|weight| sign * weight).to_vec(), None, &middle).unwrap().join("\n");
    insta::assert_snapshot!(explained(1), @"
    The cells with a 1 are marked.
    Every Y5 covers 1 marked cell, wherever it lies.
    Every X5 covers at most 1 marked cell, wherever it lies.
    So the 3 pieces that fill the board, as many of each as there may be, cover at most 3 marked cells.
    But the board has 6 marked cells: there is no tiling.
    ");
    insta::assert_snapshot!(explained(-1), @"
    Every Y5 covers numbers that add up to -1, wherever it lies.
    Every X5 covers numbers that add up to at least -1, wherever it lies.
    So the 3 pieces that fill the board, as many of each as there may be, cover numbers that add up to at least -3.
    But the numbers on the board add up to -6: there is no tiling.
    ");
}

#[test]
fn a_check_asks_its_control() {
    let region = Region::rectangle(100, 100).unwrap();
    let weights = region.cells().map(|c| i64::from(c.row % 7 * (c.col % 5))).collect();
    let certificate = Certificate::new(weights, None).unwrap();
    let puzzle = problem(region, &[("I4", Copies::ANY)]);
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    let stopped = certificate.check(&puzzle, &late).unwrap_err();
    insta::assert_snapshot!(stopped.to_string(), @"the time limit was reached after 0 levels with 26 states");
    let little = certificate.check(&puzzle, &Control::default().memory(1 << 20)).unwrap_err();
    insta::assert_snapshot!(little.to_string(), @"what pieces can weigh together would take at least 1048640 bytes but the memory budget is 1048576 bytes");
    let less = certificate.check(&puzzle, &Control::default().memory(100_000)).unwrap_err();
    insta::assert_snapshot!(less.to_string(), @"what pieces can weigh together would take at least 234.4 KiB but the memory budget is 97.7 KiB");
}

#[test]
fn copies_at_the_edge_of_what_there_is_room_for() {
    // Six dominoes would cover the board, and weigh 0; there are five at most.
    let board = Region::rectangle(2, 7).unwrap().without(&[Cell::new(0, 0), Cell::new(0, 2)]).unwrap();
    let few = problem(board.clone(), &[("domino", Copies::between(2, 5).unwrap())]);
    let proof = Certificate::new(chessboard(&board), None).unwrap().check(&few, &Control::default()).unwrap();
    assert_eq!(proof.possible, Possible::Sums(Vec::new()));
    // One domino covers the board, but two must be used.
    let two = problem(Region::rectangle(1, 2).unwrap(), &[("domino", Copies::exactly(2))]);
    let proof = Certificate::new(vec![1, 0], Some(3)).unwrap().check(&two, &Control::default()).unwrap();
    assert_eq!(proof.possible, Possible::Sums(Vec::new()));
}

#[test]
fn progress_counts_the_copies_added() {
    let region = Region::rectangle(30, 30).unwrap();
    let weights = region.cells().map(|c| i64::from(c.row % 3 + c.col % 4)).collect();
    let pieces = [("I3", Copies::ANY), ("domino", Copies::between(0, 3).unwrap()), ("L3", Copies::ANY)];
    let most = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&most);
    let control = Control::default().on_progress(move |progress| {
        if let Progress::States { levels, .. } = progress {
            seen.fetch_max(levels, Ordering::Relaxed);
        }
    });
    // Any number of I3, and three dominoes, one by one; the L3 are being added.
    let checked = Certificate::new(weights, Some(5)).unwrap().check(&problem(region, &pieces), &control);
    assert!(!matches!(checked, Err(CertificateError::Stopped(_))));
    assert_eq!(most.load(Ordering::Relaxed), 4);
}

/// Whether what the board weighs is not among what is possible.
fn differs(proof: &Proof) -> bool {
    match &proof.possible {
        Possible::Sums(sums) => !sums.contains(&proof.board),
        Possible::AtLeast(least) => proof.board < *least,
        Possible::AtMost(most) => proof.board > *most,
    }
}

/// What pieces that cover the area can weigh together: every copy of every piece is tried with every weight.
fn by_trying(puzzle: &Problem, weights: &[i64], modulus: Option<i64>) -> BTreeSet<i64> {
    let area = puzzle.region.len();
    let placements = puzzle.placements();
    let mut all = BTreeSet::from([(0, 0)]);
    for (i, piece) in puzzle.pieces.iter().enumerate() {
        let own = placements.iter().filter(|p| p.piece == i as u32);
        let values: BTreeSet<i64> =
            own.map(|p| p.cells.iter().map(|&cell| weights[cell as usize]).sum()).collect();
        let mut next = BTreeSet::new();
        for copies in 0..=area {
            if piece.copies.allows(copies as u64) {
                next.extend(&all);
            }
            let more = |&(covered, sum): &(usize, i64)| {
                values.iter().map(move |v| (covered + piece.size(), sum + v))
            };
            all = all.iter().flat_map(more).filter(|(covered, _)| *covered <= area).collect();
        }
        all = next;
    }
    let reduced = |sum: i64| modulus.map_or(sum, |m| sum.rem_euclid(m));
    all.into_iter().filter(|(covered, _)| *covered == area).map(|(_, sum)| reduced(sum)).collect()
}

prop_compose! {
    /// A small board that has a tiling, since it is made from one; with weights, and perhaps a modulus.
    fn tilings()(
        rows in 2_u64..6, cols in 2_u64..6,
        laid in prop::collection::vec((0_usize..7, any::<prop::sample::Index>()), 1..20),
        weights in prop::collection::vec(-1_000_000_i64..1_000_001, 25), range in 1_i64..1000, modulus in 0_i64..60,
        spare in prop::collection::vec(0_u32..3, 7),
    ) -> (Problem, Vec<i64>, Option<i64>) {
        let whole = Region::rectangle(rows, cols).unwrap();
        let names = ["monomino", "domino", "I3", "L3", "T4", "O4", "S4"];
        let every = problem(whole.clone(), &names.map(|name| (name, Copies::ANY)));
        let placements = every.placements();
        let mut copies = [0_u32; 7];
        let mut covered = BTreeSet::new();
        for (piece, index) in laid {
            let own: Vec<_> = placements.iter().filter(|p| p.piece == piece as u32).collect();
            if own.is_empty() {
                continue;
            }
            let placement = index.get(&own);
            if placement.cells.iter().all(|cell| !covered.contains(cell)) {
                covered.extend(placement.cells);
                copies[piece] += 1;
            }
        }
        if covered.is_empty() {
            covered.insert(0);
            copies[0] = 1;
        }
        let bare: Vec<Cell> =
            whole.cells().enumerate().filter(|(i, _)| !covered.contains(&(*i as u32))).map(|(_, c)| c).collect();
        let pieces: Vec<_> = names
            .iter()
            .zip(copies)
            .zip(spare)
            .map(|((&name, n), spare)| (name, Copies::between(n.saturating_sub(spare), n + spare).unwrap()))
            .collect();
        let region = whole.without(&bare).unwrap();
        let weights = weights[..region.len()].iter().map(|w| w % range).collect();
        (problem(region, &pieces), weights, Some(modulus).filter(|m| *m > 1))
    }
}

proptest! {
    #[test]
    fn no_weights_are_accepted_where_there_is_a_tiling((puzzle, weights, modulus) in tilings()) {
        let checked = Certificate::new(weights, modulus).unwrap().check(&puzzle, &Control::default());
        let possible = matches!(checked, Err(CertificateError::Possible { .. }));
        prop_assert!(possible, "{:?}", checked);
    }

    #[test]
    fn what_is_possible_is_what_can_be_tried(
        puzzle in puzzles(), weights in prop::collection::vec(-3_i64..4, 16), modulus in 0_i64..6,
    ) {
        let weights = weights[..puzzle.region.len()].to_vec();
        let modulus = Some(modulus).filter(|m| *m > 1);
        let possible = by_trying(&puzzle, &weights, modulus);
        let board: i64 = weights.iter().sum();
        let board = modulus.map_or(board, |m| board.rem_euclid(m));
        let checked = Certificate::new(weights, modulus).unwrap().check(&puzzle, &Control::default());
        prop_assert_eq!(checked.is_ok(), !possible.contains(&board));
        match checked.map(|proof| proof.possible) {
            Ok(Possible::Sums(sums)) => prop_assert_eq!(BTreeSet::from_iter(sums), possible),
            Ok(Possible::AtLeast(least)) => prop_assert_eq!(Some(&least), possible.first()),
            Ok(Possible::AtMost(most)) => prop_assert_eq!(Some(&most), possible.last()),
            Err(_) => {}
        }
    }

    #[test]
    fn what_is_proved_is_true(
        puzzle in puzzles(), weights in prop::collection::vec(-2_i64..3, 16), modulus in 0_i64..6,
    ) {
        let weights = weights[..puzzle.region.len()].to_vec();
        let modulus = Some(modulus).filter(|m| *m > 1);
        let certificate = Certificate::new(weights.clone(), modulus).unwrap();
        match certificate.check(&puzzle, &Control::default()) {
            Ok(proof) => {
                prop_assert!(has_no_tiling(&puzzle));
                prop_assert!(differs(&proof));
            }
            Err(CertificateError::Possible { board, choice, .. }) => {
                // The choice covers the board, within the copies, and weighs as much.
                let (mut area, mut weight) = (0, 0);
                for (name, each, times) in &choice {
                    let piece = puzzle.pieces.iter().find(|p| p.name == *name).unwrap();
                    area += piece.size() as u64 * times;
                    weight += each * *times as i64;
                }
                let reduced = |w: i64| modulus.map_or(w, |m| w.rem_euclid(m));
                prop_assert_eq!(area, puzzle.region.len() as u64);
                prop_assert_eq!(reduced(weight), board);
                prop_assert_eq!(reduced(weights.iter().sum()), board);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
