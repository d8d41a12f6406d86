//! How many boards without a tiling are explained.
//!
//! `cargo bench -p polytile --bench certificates` draws 1000 puzzles: boards of 2 to 6 rows and 3 to 7 columns, whole or
//! with holes, and one to five pieces of two to five cells in random numbers of copies. Those are kept that have no tiling, as
//! counted, although some choice of the pieces covers as many cells as the board has. The same puzzles are drawn every time. Out:
//! how many of them [`certify`] explains, and the puzzles that it does not; a number after `--` says how many to draw.
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::board::{Cell, Region};
use polytile::count::Count;
use polytile::count::{Answer, CountOptions, count};
use polytile::exact_cover::certify;
use polytile::pieces::{Copies, Freedom, Piece, PieceSet, catalogue};
use polytile::problem::Problem;
use polytile::run::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::time::{Duration, Instant};

fn below(random: &mut ChaCha8Rng, n: u32) -> u32 {
    random.next_u32() % n
}

/// A board, perhaps with holes, and some pieces.
fn puzzle(random: &mut ChaCha8Rng) -> Problem {
    let (rows, cols) = (2 + below(random, 5), 3 + below(random, 5));
    let holes = below(random, 4) * 10;
    let whole = Region::rectangle(rows.into(), cols.into()).expect("a board");
    let cells: Vec<Cell> = whole.cells().collect();
    let missing: Vec<Cell> = cells.into_iter().skip(1).filter(|_| below(random, 100) < holes).collect();
    let region = whole.without(&missing).expect("cells of the board");
    let mut names: Vec<_> = (2..=5).flat_map(|size| catalogue::all(size, Freedom::Free)).collect();
    let pieces = (0..=below(random, 5)).map(|_| {
        let named = names.swap_remove(below(random, names.len() as u32) as usize);
        let (least, more) = (below(random, 3), below(random, 3));
        let copies = match below(random, 3) {
            0 => Copies::ANY,
            1 => Copies::exactly(least + 1),
            _ => Copies::between(least, least + more).expect("the larger is the second"),
        };
        Piece::from_catalogue(&named, Freedom::Free, copies)
    });
    Problem::new(region, PieceSet::new(pieces.collect()))
}

/// Whether some choice of the pieces covers as many cells as the board has.
fn area_fits(problem: &Problem) -> bool {
    let cells = problem.region.len();
    let mut reached = vec![false; cells + 1];
    reached[0] = true;
    for piece in &problem.pieces {
        let before = reached;
        reached = vec![false; cells + 1];
        for copies in (0..=cells / piece.size()).filter(|&n| piece.copies.allows(n as u64)) {
            for area in copies * piece.size()..=cells {
                reached[area] |= before[area - copies * piece.size()];
            }
        }
    }
    reached[cells]
}

fn described(problem: &Problem) -> String {
    let region = &problem.region;
    let row =
        |row| (0..region.cols()).map(move |col| if region.contains(Cell::new(row, col)) { '#' } else { '.' });
    let rows: Vec<String> = (0..region.rows()).map(|r| row(r).collect()).collect();
    let pieces: Vec<String> = problem.pieces.iter().map(|p| format!("{}:{}", p.copies, p.name)).collect();
    format!("{}  {}", rows.join("/"), pieces.join(","))
}

fn main() {
    let wanted = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1000_u64);
    let control = Control::default();
    let (mut found, mut explained) = (0, 0);
    let (mut spent, mut longest) = (Duration::ZERO, Duration::ZERO);
    for seed in 0.. {
        if found == wanted {
            break;
        }
        let problem = puzzle(&mut ChaCha8Rng::seed_from_u64(seed));
        if !area_fits(&problem) {
            continue;
        }
        let counted = count(&problem, &CountOptions::default(), &control).expect("no limit");
        if counted.answer != Answer::Total(Count::ZERO) {
            continue;
        }
        found += 1;
        let start = Instant::now();
        let certificate = certify(&problem, &control).expect("no limit");
        let took = start.elapsed();
        (spent, longest) = (spent + took, longest.max(took));
        match certificate {
            Some(_) => explained += 1,
            None => println!("not explained: {}", described(&problem)),
        }
    }
    println!("{explained} of {found} explained, in {spent:.1?}; the longest took {longest:.1?}");
}
