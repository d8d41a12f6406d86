//! Dominoes, held against closed forms evaluated exactly.
//!
//! Kasteleyn (1961): the number of ways to tile m x n with dominoes is the square root of the absolute value of
//!
//! > product over 1 <= j <= m and 1 <= k <= n of (2 cos(pi j / (m + 1)) + 2 i cos(pi k / (n + 1))).
//!
//! The product over k is the Fibonacci polynomial F(n) at x = 2 cos(pi j / (m + 1)), where F(n) = x F(n-1) + F(n-2),
//! F(0) = 1, F(1) = x; and these x are the eigenvalues of the adjacency matrix A of a path of m cells. So the product is
//! the determinant of F(n) at A: integers throughout. Here the engines are held against it, and the merge in diagonal
//! order against the theorem of Elkies, Kuperberg, Larsen and Propp (1992) on Aztec diamonds, lozenges against `MacMahon`'s product.

use num_bigint::{BigInt, BigUint};
use polytile::board::{Cell, Region, Topology};
use polytile::count::{Answer, CountOptions, Engine, Order, count};
use polytile::frontier::series::Strip;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::Control;
use proptest::prelude::*;

type Matrix = Vec<Vec<BigInt>>;

/// Kasteleyn's product.
fn kasteleyn(m: usize, n: usize) -> BigUint {
    let zero = vec![vec![BigInt::ZERO; m]; m];
    let identity: Matrix = (0..m).map(|i| (0..m).map(|j| BigInt::from(u8::from(i == j))).collect()).collect();
    let (mut before, mut latest) = (zero, identity);
    for _ in 0..n {
        let next = (0..m).map(|i| {
            let entry = |j: usize| {
                let above = i.checked_sub(1).map_or(BigInt::ZERO, |i| latest[i][j].clone());
                let below = latest.get(i + 1).map_or(BigInt::ZERO, |row| row[j].clone());
                above + below + &before[i][j]
            };
            (0..m).map(entry).collect()
        });
        let next = next.collect();
        before = std::mem::replace(&mut latest, next);
    }
    let product = determinant(latest).magnitude().clone();
    let root = product.sqrt();
    assert_eq!(&root * &root, product, "{m}x{n}");
    root
}

/// The determinant, without fractions (Bareiss 1968).
fn determinant(mut a: Matrix) -> BigInt {
    let mut last = BigInt::from(1);
    let mut sign = 1;
    for k in 0..a.len() {
        let Some(pivot) = (k..a.len()).find(|&i| a[i][k] != BigInt::ZERO) else { return BigInt::ZERO };
        if pivot != k {
            a.swap(pivot, k);
            sign = -sign;
        }
        let (top, rest) = a.split_at_mut(k + 1);
        let row = &top[k];
        for other in rest {
            for j in k + 1..row.len() {
                other[j] = (&other[j] * &row[k] - &other[k] * &row[j]) / &last;
            }
        }
        last.clone_from(&row[k]);
    }
    last * sign
}

fn dominoes(region: Region, engine: Option<Engine>, order: Option<Order>) -> BigUint {
    let problem = Problem::new(region, PieceSet::all(2, Freedom::Free));
    let options = CountOptions { engine, order, ..CountOptions::default() };
    match count(&problem, &options, &Control::default()).unwrap().answer {
        Answer::Total(n) => n,
        other => panic!("a total, not {other}"),
    }
}

fn rectangle(rows: usize, cols: usize) -> Region {
    Region::rectangle(rows as u64, cols as u64).unwrap()
}

#[test]
fn the_product_of_known_boards() {
    let known: [(usize, usize, u64); 7] =
        [(1, 1, 0), (1, 2, 1), (2, 2, 2), (3, 3, 0), (3, 4, 11), (8, 8, 12_988_816), (2, 10, 89)];
    for (m, n, count) in known {
        assert_eq!(kasteleyn(m, n), BigUint::from(count), "{m}x{n}");
        assert_eq!(kasteleyn(n, m), BigUint::from(count), "{n}x{m}");
    }
}

#[test]
fn twelve_by_a_thousand_to_the_last_digit() {
    let product = kasteleyn(12, 1000);
    // The formula itself, in floating point: as many digits.
    let angle = |i: i32, of: i32| (std::f64::consts::PI * f64::from(i) / f64::from(of)).cos();
    let factor = |j, k| (4.0 * (angle(j, 13).powi(2) + angle(k, 1001).powi(2))).log10() / 4.0;
    let digits: f64 = (1..=12).flat_map(|j| (1..=1000).map(move |k| factor(j, k))).sum();
    assert_eq!(product.to_string().len(), digits as usize + 1);
    assert_eq!(dominoes(rectangle(12, 1000), None, None), product);
    assert_eq!(dominoes(rectangle(12, 1000), Some(Engine::Merge), Some(Order::Columns)), product);
    assert_eq!(dominoes(rectangle(12, 1000), Some(Engine::Dense), Some(Order::Columns)), product);
    assert_eq!(dominoes(rectangle(1000, 12), Some(Engine::Dense), Some(Order::Rows)), product);
}

#[test]
fn boards_up_to_twelve_by_thirty() {
    let config = ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(short in 1..13_usize, long in 1..31_usize, tall in any::<bool>())| {
        let (rows, cols) = if tall { (long, short) } else { (short, long) };
        let product = kasteleyn(short, long);
        for engine in [None, Some(Engine::Kasteleyn)] {
            prop_assert_eq!(&dominoes(rectangle(rows, cols), engine, None), &product);
        }
        let along = if tall { Order::Rows } else { Order::Columns };
        for engine in [Engine::Merge, Engine::Dense] {
            // Odd areas are answered without an engine, whichever is asked for.
            prop_assert_eq!(&dominoes(rectangle(rows, cols), Some(engine), Some(along)), &product);
        }
    });
}

#[test]
fn wide_boards() {
    for (rows, cols) in [(15, 30), (16, 20), (18, 20)] {
        let product = kasteleyn(rows, cols);
        for engine in [Engine::Merge, Engine::Dense] {
            assert_eq!(dominoes(rectangle(rows, cols), Some(engine), Some(Order::Columns)), product);
        }
        assert_eq!(dominoes(rectangle(rows, cols), Some(Engine::Kasteleyn), None), product);
    }
}

#[test]
fn the_terms_of_a_strip() {
    for width in [1, 4, 7] {
        let pieces = PieceSet::all(2, Freedom::Free);
        let strip = Strip::new(width as u64, pieces, Rules::default()).unwrap();
        let terms = strip.terms(60, &Control::default()).unwrap();
        for (rows, term) in terms.iter().enumerate() {
            assert_eq!(*term, kasteleyn(width, rows), "{rows}x{width}");
        }
    }
}

#[test]
fn lozenges_in_hexagons() {
    let sides = (1..=5).flat_map(|a| (a..=5).flat_map(move |b| (b..=5).map(move |c| [a, b, c])));
    for [a, b, c] in sides.chain([[9, 14, 20], [20, 20, 20]]) {
        // MacMahon (1916): the product of (i + j + k - 1) / (i + j + k - 2) over all cubes of a box.
        let (mut over, mut under) = (BigUint::from(1_u8), BigUint::from(1_u8));
        for layers in (1..=a).flat_map(|i| (1..=b).map(move |j| i + j)) {
            over *= BigUint::from((layers + c - 1) as u64);
            under *= BigUint::from((layers - 1) as u64);
        }
        let region: Region = format!("tri-hexagon:{a},{b},{c}").parse().unwrap();
        let problem = Problem::new(region, "lozenge".parse().unwrap());
        let options = CountOptions { engine: Some(Engine::Kasteleyn), ..CountOptions::default() };
        let counted = count(&problem, &options, &Control::default()).unwrap();
        assert_eq!(counted.answer, Answer::Total(over / under), "{a} {b} {c}");
    }
}

#[test]
fn aztec_diamonds_by_diagonals() {
    for n in 1..=12_usize {
        let region = Region::aztec(n as u64).unwrap();
        let found = dominoes(region, Some(Engine::Merge), Some(Order::Diagonals));
        assert_eq!(found, BigUint::from(1_u8) << (n * (n + 1) / 2), "order {n}");
    }
}

/// A rectangle whose left half lacks `missing` black cells, and whose right half lacks as many white ones.
fn lopsided(rows: u32, cols: u32, missing: usize) -> Region {
    let lost = |half: std::ops::Range<u32>, parity: u32| {
        let of_colour = move |row: u32| half.clone().map(move |col| Cell::new(row, col));
        (0..rows).step_by(2).flat_map(of_colour).filter(move |cell| (cell.row + cell.col) % 2 == parity)
    };
    let mut holes: Vec<Cell> = lost(0..cols / 2, 0).take(missing).collect();
    holes.extend(lost(cols / 2..cols, 1).take(missing));
    rectangle(rows as usize, cols as usize).without(&holes).unwrap()
}

#[test]
fn halves_that_have_too_much_of_a_colour_cost_no_more() {
    // At a seam of 60 cells, 200 cells find no partner: the work ends there, within the memory of any other board.
    let problem = Problem::new(lopsided(60, 60, 200), PieceSet::all(2, Freedom::Free));
    let options = CountOptions { engine: Some(Engine::Kasteleyn), ..CountOptions::default() };
    let control = Control::default().threads(1).memory(4 << 20);
    assert_eq!(count(&problem, &options, &control).unwrap().answer, Answer::Total(BigUint::ZERO));
    // As many as can cross the seam do so.
    let region = || lopsided(12, 16, 4);
    let by = |engine, order| dominoes(region(), Some(engine), order);
    assert_eq!(by(Engine::Kasteleyn, None), by(Engine::Merge, Some(Order::Columns)));
    assert_ne!(by(Engine::Kasteleyn, None), BigUint::ZERO);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 80, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn boards_that_are_cut_several_times(
        rows in 8_u32..14,
        cols in 8_u32..10,
        topology in prop::sample::select(vec![Topology::Plane, Topology::Cylinder, Topology::Torus]),
        pairs in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..14),
        up_to in prop::sample::select(vec![None, Some(UpTo::Symmetries), Some(UpTo::Rotations)]),
    ) {
        // As many holes of the one colour as of the other, since otherwise there would be nothing to count.
        let full = Region::wrapped(topology, rows.into(), cols.into()).unwrap();
        let of_colour = |parity| full.cells().filter(move |cell| (cell.row + cell.col) % 2 == parity);
        let cells: [Vec<Cell>; 2] = [0, 1].map(|parity| of_colour(parity).collect());
        let holes: Vec<Cell> =
            pairs.iter().flat_map(|pair| [0, 1].map(|colour| *pair[colour].get(&cells[colour]))).collect();
        let Ok(region) = full.without(&holes) else { return Ok(()) };
        let up_to = up_to.filter(|_| topology == Topology::Plane);
        let problem = Problem::new(region, PieceSet::all(2, Freedom::Free));
        let by = |engine| {
            let options = CountOptions { engine: Some(engine), up_to, ..CountOptions::default() };
            count(&problem, &options, &Control::default()).map(|counted| counted.answer)
        };
        prop_assert_eq!(by(Engine::Kasteleyn), by(Engine::Merge));
    }
}
