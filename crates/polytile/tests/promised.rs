//! What the first release promises, asked of the library as the command asks it: shipped puzzles by name, the walls of
//! Project Euler 215, and the recurrence of trominoes on three columns. The numbers are published ones; plain counts of
//! boards stand in the table of `conformance.rs`.

use num_bigint::{BigInt, BigUint};
use polytile::count::{Answer, CountOptions, count};
use polytile::format::pieces::list;
use polytile::format::{puzzle, shipped::Shipped};
use polytile::frontier::series::Strip;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::Control;

fn total(problem: &Problem, symmetry: bool) -> BigUint {
    let options = CountOptions { up_to: symmetry.then_some(UpTo::Symmetries), ..CountOptions::default() };
    match count(problem, &options, &Control::default()).unwrap().answer {
        Answer::Total(n) => n,
        other => panic!("a total, not {other}"),
    }
}

#[test]
fn shipped_puzzles() {
    let known: [(&str, u64); 8] = [
        ("chessboard-dominoes", 12_988_816),
        ("mutilated-chessboard", 0),
        ("euler-161-small", 41),
        ("euler-161", 20_574_308_184_277_971),
        ("euler-215-small", 8),
        ("euler-215", 806_844_323_190_414),
        ("torus-dominoes", 311_853_312),
        ("pentominoes-3x20", 8),
    ];
    for (name, expected) in known {
        let puzzle = puzzle::parse(Shipped::find(name).unwrap().text).unwrap();
        assert_eq!(total(&puzzle.problem, false), BigUint::from(expected), "{name}");
    }
    let puzzle = puzzle::parse(Shipped::find("taocp-8x8").unwrap().text).unwrap();
    assert_eq!(total(&puzzle.problem, false).to_string(), "92109458286284989468604");
    let puzzle = puzzle::parse(Shipped::find("pentominoes-3x20").unwrap().text).unwrap();
    assert_eq!(total(&puzzle.problem, true), BigUint::from(2_u8));
}

/// W(width, height) by the joints alone: rows are sums of twos and threes, and neighbours share no inner joint.
fn walls(width: u32, height: u32) -> BigUint {
    let mut rows = Vec::new();
    let mut begun = vec![(0, 0_u64)];
    while let Some((length, joints)) = begun.pop() {
        for next in [length + 2, length + 3] {
            if next == width {
                rows.push(joints);
            } else if next < width {
                begun.push((next, joints | 1 << next));
            }
        }
    }
    let mut ways = vec![BigUint::from(1_u8); rows.len()];
    for _ in 1..height {
        let above = |row: &u64| (0..rows.len()).filter(|&i| rows[i] & row == 0).map(|i| &ways[i]).sum();
        ways = rows.iter().map(above).collect();
    }
    ways.iter().sum()
}

/// Bricks lie flat, so no line of bricks repeats the joints of the one below: W(w, h) is h rows of w columns.
#[test]
fn crack_free_walls() {
    let wall = |width: u32, height: u32| {
        let region = polytile::board::Region::rectangle(height.into(), width.into()).unwrap();
        let bricks = list("dominoes,I3", Freedom::Fixed).unwrap();
        let lying = bricks.iter().filter(|p| p.orientations[0].rows() == 1).cloned();
        let rules = Rules { tatami: true, fault_free: false };
        total(&Problem { region, pieces: PieceSet::new(lying.collect()), rules, given: Vec::new() }, false)
    };
    assert_eq!(wall(9, 3), BigUint::from(8_u8));
    assert_eq!(wall(32, 10), BigUint::from(806_844_323_190_414_u64));
    for (width, height) in [(1, 1), (2, 5), (3, 3), (7, 4), (12, 2), (16, 7), (20, 10), (21, 3)] {
        assert_eq!(wall(width, height), walls(width, height), "W({width}, {height})");
    }
}

/// The rule looks at two rows at once, and a board may end between them.
#[test]
fn walls_row_by_row() {
    for width in [5, 9, 12] {
        let bricks = list("domino,I3", Freedom::Fixed).unwrap();
        let rules = Rules { tatami: true, fault_free: false };
        let terms = Strip::new(width, bricks, rules).unwrap().terms(12, &Control::default()).unwrap();
        for (height, term) in terms.iter().enumerate().skip(1) {
            assert_eq!(*term, walls(width as u32, height as u32), "W({width}, {height})");
        }
    }
}

#[test]
fn the_recurrence_of_trominoes_on_three_columns() {
    let strip = Strip::new(3, PieceSet::all(3, Freedom::Free), Rules::default()).unwrap();
    let (recurrence, evidence) = strip.recurrence(&Control::default()).unwrap();
    assert_eq!(recurrence.to_string(), "a(n) = a(n-1) + 2*a(n-2) + 6*a(n-3) + a(n-4) - a(n-6)");
    assert!(evidence.is_proof(), "{evidence}");
    // From the first six terms on, by hand.
    let mut terms: Vec<BigInt> = [1, 1, 3, 10, 23, 62].map(BigInt::from).to_vec();
    for n in 6..60 {
        let next = &terms[n - 1] + 2 * &terms[n - 2] + 6 * &terms[n - 3] + &terms[n - 4] - &terms[n - 6];
        terms.push(next);
    }
    let counted = strip.terms(59, &Control::default()).unwrap();
    assert_eq!(counted.into_iter().map(BigInt::from).collect::<Vec<_>>(), terms);
    // a(10^18) modulo 10^9 + 7, by the powers of the companion matrix.
    let m = 1_000_000_007_u64;
    let at = |n: u64| recurrence.nth_modulo(&n.into(), &m.into(), &Control::default()).unwrap().unwrap();
    for n in [6, 59] {
        assert_eq!(BigInt::from(at(n)), &terms[n as usize] % m);
    }
    assert_eq!(at(1_000_000_000_000_000_000), BigUint::from(by_matrix(1_000_000_000_000_000_000, m)));
    // And 2 x 3n.
    let strip = Strip::new(2, PieceSet::all(3, Freedom::Free), Rules::default()).unwrap();
    let (recurrence, evidence) = strip.recurrence(&Control::default()).unwrap();
    assert_eq!(recurrence.to_string(), "a(n) = 4*a(n-3) - a(n-6)");
    assert!(evidence.is_proof(), "{evidence}");
}

/// a(n) of the recurrence above modulo `m`.
fn by_matrix(mut n: u64, m: u64) -> u64 {
    type Matrix = [[u64; 6]; 6];
    let times = |a: &Matrix, b: &Matrix| -> Matrix {
        let entry = |i: usize, j: usize| (0..6).fold(0, |sum, k| (sum + a[i][k] * b[k][j] % m) % m);
        std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)))
    };
    let mut step: Matrix = [[0; 6]; 6];
    step[0] = [1, 2, 6, 1, 0, m - 1];
    for i in 1..6 {
        step[i][i - 1] = 1;
    }
    let mut power: Matrix = std::array::from_fn(|i| std::array::from_fn(|j| u64::from(i == j)));
    while n > 0 {
        if n % 2 == 1 {
            power = times(&power, &step);
        }
        step = times(&step, &step);
        n /= 2;
    }
    // The last row picks a(n) from a(5), ..., a(0).
    let start = [62, 23, 10, 3, 1, 1];
    (0..6).fold(0, |sum, j| (sum + power[5][j] * start[j]) % m)
}
