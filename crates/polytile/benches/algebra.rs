//! Families by conjunction, side by side with another library, one thread each, the same tree in
//! the same order; and exact covers built top-down.
//!
//! `cargo bench -p polytile --bench algebra -- NAME...` runs what is named, `ours 9x12` or `oxidd 9x12` for example, and
//! prints processor seconds, nodes, and, where only one is named, the most memory the process had (on Linux).
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use oxidd::zbdd::{ZBDDFunction, new_manager};
use oxidd::{BooleanVecSet, Function, Manager as _, ManagerRef};
use polytile::board::Region;
use polytile::exact_cover::{Encoded, Entry, ExactCover, Multiplicity};
use polytile::pieces::{Copies, Freedom, Piece, PieceSet};
use polytile::problem::Problem;
use polytile::run::Control;
use polytile::zdd::algebra::Manager;
use polytile::zdd::cover::{build, by_first_item};
use std::time::Instant;

/// For every cell of a board the placements that cover it, placements being numbered by their first cells.
fn trominoes(rows: u64, cols: u64) -> (u32, Vec<Vec<u32>>) {
    let region = Region::rectangle(rows, cols).expect("a board");
    let problem = Problem::new(region, PieceSet::all(3, Freedom::Free));
    let placements = problem.placements();
    let mut sorted: Vec<&[u32]> = placements.iter().map(|p| p.cells).collect();
    sorted.sort_by_key(|cells| cells[0]);
    let mut items = vec![Vec::new(); problem.region.len()];
    for (option, cells) in sorted.iter().enumerate() {
        for &cell in *cells {
            items[cell as usize].push(option as u32);
        }
    }
    (sorted.len() as u32, items)
}

fn ours(options: u32, items: &[Vec<u32>]) -> usize {
    let manager = Manager::new(options, &Control::default());
    let once = items.iter().map(|item| manager.covering(item, 1..=1).expect("a family")).collect();
    let all = manager.intersection_in_order(once).expect("a family");
    println!("    peak {} nodes, {} MB of nodes and tables", manager.peak_nodes(), manager.bytes() >> 20);
    all.nodes()
}

fn oxidd(options: u32, items: &[Vec<u32>]) -> usize {
    let manager = new_manager(64 << 20, 16 << 20, 1);
    manager.with_manager_exclusive(|m| m.add_vars(options));
    let node =
        |v, lo: &ZBDDFunction, hi: &ZBDDFunction| lo.union(&hi.change(v).expect("memory")).expect("memory");
    let once = |item: &Vec<u32>| {
        let (empty, base) = manager.with_manager_shared(|m| (ZBDDFunction::empty(m), ZBDDFunction::base(m)));
        let (mut none, mut one) = (base, empty);
        for v in (0..options).rev() {
            one = node(v, &one, if item.contains(&v) { &none } else { &one });
            if !item.contains(&v) {
                none = node(v, &none, &none);
            }
        }
        one
    };
    let mut layer: Vec<ZBDDFunction> = items.iter().map(once).collect();
    while layer.len() > 1 {
        let mut rest = layer.into_iter();
        let mut next = Vec::new();
        while let Some(f) = rest.next() {
            next.push(match rest.next() {
                Some(g) => f.intsec(&g).expect("memory"),
                None => f,
            });
        }
        layer = next;
    }
    layer[0].node_count()
}

/// The nodes of the diagram of a cover built top-down.
fn cover(options: u32, items: &[Vec<u32>]) -> usize {
    let mut cover = ExactCover::default();
    let mut entries = vec![Vec::new(); options as usize];
    for (i, item) in items.iter().enumerate() {
        let index = cover.add_item(i.to_string(), Multiplicity::ONCE).expect("a new name");
        for &option in item {
            entries[option as usize].push(Entry::plain(index));
        }
    }
    for entries in &entries {
        cover.add_option(entries).expect("an option");
    }
    built(&cover)
}

fn built(cover: &ExactCover) -> usize {
    build(cover, &by_first_item(cover), &Control::default()).expect("a diagram").nodes() as usize
}

/// The twelve pentominoes, each once, on `rows` by `cols` cells.
fn pentominoes(rows: u64, cols: u64) -> usize {
    let mut pieces: Vec<Piece> = PieceSet::all(5, Freedom::Free).iter().cloned().collect();
    for piece in &mut pieces {
        piece.copies = Copies::between(1, 1).expect("bounds");
    }
    let problem = Problem::new(Region::rectangle(rows, cols).expect("a board"), PieceSet::new(pieces));
    built(Encoded::new(&problem, &Control::default()).expect("a cover").cover())
}

/// Problem 185 of Project Euler: each position once, each guess as often as it says.
fn number_mind() -> usize {
    let mut cover = ExactCover::default();
    for p in 0..16 {
        cover.add_item(format!("position {p}"), Multiplicity::ONCE).expect("a new name");
    }
    for (guess, hits) in GUESSES {
        cover.add_item(guess, Multiplicity::Primary { lo: hits, hi: hits }).expect("a new name");
    }
    for p in 0..16_usize {
        for digit in b'0'..=b'9' {
            let right = GUESSES.iter().enumerate().filter(|(_, guess)| guess.0.as_bytes()[p] == digit);
            let items = std::iter::once(p).chain(right.map(|(i, _)| 16 + i));
            let entries: Vec<Entry> = items.map(|item| Entry::plain(item as u32)).collect();
            cover.add_option(&entries).expect("an option");
        }
    }
    built(&cover)
}

#[rustfmt::skip]
const GUESSES: [(&str, u32); 22] = [
    ("5616185650518293", 2), ("3847439647293047", 1), ("5855462940810587", 3), ("9742855507068353", 3),
    ("4296849643607543", 3), ("3174248439465858", 1), ("4513559094146117", 2), ("7890971548908067", 3),
    ("8157356344118483", 1), ("2615250744386899", 2), ("8690095851526254", 3), ("6375711915077050", 1),
    ("6913859173121360", 1), ("6442889055042768", 2), ("2321386104303845", 0), ("2326509471271448", 2),
    ("5251583379644322", 2), ("1748270476758276", 3), ("4895722652190306", 1), ("3041631117224635", 3),
    ("1841236454324589", 3), ("2659862637316867", 2),
];

type Run = Box<dyn Fn() -> usize>;

fn main() {
    let mut all: Vec<(String, Run)> = vec![("number mind".to_owned(), Box::new(number_mind))];
    for (board, rows, cols) in [("12x9", 12, 9), ("9x12", 9, 12)] {
        for (engine, run) in
            [("cover", cover as fn(u32, &[Vec<u32>]) -> usize), ("ours", ours), ("oxidd", oxidd)]
        {
            let run = move || {
                let (options, items) = trominoes(rows, cols);
                run(options, &items)
            };
            all.push((format!("{engine} {board}"), Box::new(run)));
        }
    }
    for (board, rows, cols) in [("6x10", 6, 10), ("10x6", 10, 6)] {
        all.push((format!("pentominoes {board}"), Box::new(move || pentominoes(rows, cols))));
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let mut runs = 0;
    for (name, run) in all.iter().filter(|(name, _)| wanted.is_empty() || wanted.contains(name)) {
        let (start, wall) = (cpu_seconds(), Instant::now());
        let nodes = run();
        let (cpu, wall) = (cpu_seconds() - start, wall.elapsed().as_secs_f64());
        println!("{name}: {nodes} nodes, {cpu:.2} s of processor time, {wall:.2} s");
        runs += 1;
    }
    if runs == 1 {
        println!("    {} MB at most", status("VmHWM:") / 1024);
    }
}

/// Processor time of this process so far; 0 where the system does not say.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: f64 =
        after_name.split_whitespace().skip(11).take(2).filter_map(|t| t.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// A figure, in kilobytes, of what the system says about this process; 0 where it does not.
fn status(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse().ok()).unwrap_or(0)
}
