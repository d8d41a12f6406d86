use super::*;
use crate::draw::Scene;
use proptest::prelude::*;

/// A map: the piece of every cell, row by row, grown cell by cell to at most `size` cells each by a small generator.
struct Map {
    owners: Vec<u32>,
    pieces: u32,
    rows: usize,
    cols: usize,
    wraps: bool,
}

impl Map {
    fn grown(rows: usize, cols: usize, wraps: bool, size: u64, seed: u64) -> Self {
        let mut map = Map { owners: vec![NONE; rows * cols], pieces: 0, rows, cols, wraps };
        let mut state = seed;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for start in 0..rows * cols {
            if map.owners[start] != NONE {
                continue;
            }
            let mut cells = vec![start];
            map.owners[start] = map.pieces;
            for _ in 0..random(size) {
                let from = cells[random(cells.len() as u64) as usize];
                let near: Vec<usize> = map.near(from).filter(|&c| map.owners[c] == NONE).collect();
                if !near.is_empty() {
                    let cell = near[random(near.len() as u64) as usize];
                    map.owners[cell] = map.pieces;
                    cells.push(cell);
                }
            }
            map.pieces += 1;
        }
        map
    }

    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let step = |at: usize, by: usize, count: usize| {
            let to = at + by;
            if (1..=count).contains(&to) {
                Some(to - 1)
            } else {
                self.wraps.then_some((to + count - 1) % count)
            }
        };
        // One less than the step, so that numbers stay positive.
        [(0, 1), (2, 1), (1, 0), (1, 2)].into_iter().filter_map(move |(by_row, by_col)| {
            Some(step(row, by_row, self.rows)? * self.cols + step(col, by_col, self.cols)?)
        })
    }

    fn graph(&self) -> Adjacency {
        let (edges, control) = (self.edges(), Control::default());
        Adjacency::new(self.pieces as usize, || edges.iter().copied(), &Pulse::preparing(&control)).unwrap()
    }

    fn edges(&self) -> Vec<(u32, u32)> {
        let all = (0..self.owners.len()).flat_map(|a| self.near(a).map(move |b| (a, b)));
        let pairs = all.map(|(a, b)| (self.owners[a], self.owners[b]));
        pairs.filter(|(a, b)| a < b).collect()
    }
}

fn is_proper(colouring: &Colouring, edges: &[(u32, u32)]) -> bool {
    let numbers = colouring.numbers();
    edges.iter().all(|&(a, b)| a == b || numbers[a as usize] != numbers[b as usize])
}

/// The chromatic number, by trying everything.
fn by_brute_force(count: usize, edges: &[(u32, u32)]) -> u32 {
    fn extends(numbers: &mut Vec<u32>, count: usize, colours: u32, edges: &[(u32, u32)]) -> bool {
        let fits = |&(a, b): &(u32, u32)| match (numbers.get(a as usize), numbers.get(b as usize)) {
            (Some(x), Some(y)) => a == b || x != y,
            _ => true,
        };
        if !edges.iter().all(fits) {
            return false;
        }
        if numbers.len() == count {
            return true;
        }
        for colour in 0..colours {
            numbers.push(colour);
            if extends(numbers, count, colours, edges) {
                return true;
            }
            numbers.pop();
        }
        false
    }
    (0..=count as u32).find(|&colours| extends(&mut Vec::new(), count, colours, edges)).unwrap_or(0)
}

#[test]
fn graphs_with_known_numbers() {
    let count = |vertices: u32, edges: &[(u32, u32)]| {
        let colouring = Colouring::of_graph(vertices, edges);
        assert!(is_proper(&colouring, edges));
        (colouring.count(), colouring.is_fewest())
    };
    let complete = |n: u32| -> Vec<(u32, u32)> { (0..n).flat_map(|a| (0..a).map(move |b| (a, b))).collect() };
    assert_eq!(count(0, &[]), (0, true));
    assert_eq!(count(3, &[(1, 1)]), (1, true));
    for n in 2..8 {
        assert_eq!(count(n, &complete(n)), (n, true));
    }
    assert_eq!(count(40, &complete(40)), (40, false));
    // Grötzsch's graph has no triangle and needs four; Mycielski's construction once more needs five.
    let cycle: Vec<(u32, u32)> = (0..5).map(|i| (i, (i + 1) % 5)).collect();
    let mycielski = |n: u32, edges: &[(u32, u32)]| -> Vec<(u32, u32)> {
        let copies = edges.iter().flat_map(|&(a, b)| [(a, b), (a + n, b), (a, b + n)]);
        copies.chain((0..n).map(|a| (a + n, 2 * n))).collect()
    };
    let groetzsch = mycielski(5, &cycle);
    assert_eq!(count(11, &groetzsch), (4, true));
    assert_eq!(count(23, &mycielski(11, &groetzsch)), (5, true));
}

#[test]
fn large_maps_need_four_colours_at_most() {
    let mut seen = [0; 5];
    for (rows, cols, size) in
        [(40, 40, 2), (60, 60, 3), (100, 300, 4), (200, 200, 6), (300, 300, 12), (10, 2000, 3)]
    {
        for seed in 0..5 {
            let map = Map::grown(rows, cols, false, size, seed);
            let edges = map.edges();
            let colouring = Colouring::of_graph(map.pieces, &edges);
            assert!(is_proper(&colouring, &edges));
            assert!(colouring.count() <= 4, "{rows}x{cols}, pieces up to {size}, seed {seed}");
            seen[colouring.count() as usize] += 1;
        }
    }
    assert!(seen[4] > 0, "{seen:?}");
}

#[test]
fn bricks_need_three_colours() {
    // A wall of bricks, each row half a brick further, 100 rows of 300.
    let brick = |row: u32, col: u32| row * 301 + ((col + row % 2) >> 1);
    let places = (0..100).flat_map(|row| (0..600).map(move |col| (row, col)));
    let edges: Vec<(u32, u32)> = places
        .flat_map(|(r, c)| [(brick(r, c), brick(r + 1, c)), (brick(r, c), brick(r, c + 1))])
        .filter(|(a, b)| a.max(b) < &30_100)
        .collect();
    let colouring = Colouring::of_graph(30_100, &edges);
    assert!(is_proper(&colouring, &edges));
    assert_eq!((colouring.count(), colouring.is_fewest()), (3, true));
}

#[test]
fn the_repair_alone_colours_maps_with_four() {
    for seed in 0..20 {
        let map = Map::grown(60, 60, false, 4, seed);
        let edges = map.edges();
        let graph = map.graph();
        let numbers = repair::greedy(&graph, &vec![true; map.pieces as usize], 4, &Control::default());
        let numbers = numbers.unwrap().unwrap();
        assert!(edges.iter().all(|&(a, b)| numbers[a as usize] != numbers[b as usize]));
        assert!(numbers.iter().all(|&n| n < 4));
    }
}

proptest! {
    #[test]
    fn few_vertices_get_the_fewest_colours(
        count in 1_u32..9,
        edges in prop::collection::vec((0_u32..8, 0_u32..8), 0..26),
    ) {
        let edges: Vec<_> = edges.into_iter().map(|(a, b)| (a % count, b % count)).collect();
        let colouring = Colouring::of_graph(count, &edges);
        prop_assert!(is_proper(&colouring, &edges));
        prop_assert_eq!(colouring.count(), by_brute_force(count as usize, &edges));
        prop_assert!(colouring.is_fewest());
    }

    #[test]
    fn small_maps_get_the_fewest_colours(
        rows in 1_usize..6, cols in 1_usize..6, wraps: bool, size in 1_u64..7, seed: u64,
    ) {
        let map = Map::grown(rows, cols, wraps, size, seed);
        let edges = map.edges();
        let colouring = Colouring::of_graph(map.pieces, &edges);
        prop_assert!(is_proper(&colouring, &edges));
        prop_assert_eq!(colouring.count(), by_brute_force(map.pieces as usize, &edges));
        prop_assert!(colouring.is_fewest());
        prop_assert!(wraps || colouring.count() <= 4);
    }
}

#[test]
fn the_control_is_asked() {
    let map = Map::grown(60, 60, false, 4, 1);
    let graph = map.graph();
    let late = Control::default().time_limit(std::time::Duration::ZERO);
    assert!(Colouring::of(&graph, &late).is_err());
    let inside = vec![true; map.pieces as usize];
    assert!(search::search(&graph, &inside, 4, &late).is_err());
    assert!(repair::greedy(&graph, &inside, 4, &late).is_err());
}

/// Blocks put together so that three colours fail where they meet: that is seen at one place. The search for three, left
/// alone with it, used to take forty seconds on boards of this kind with sides twice as long.
#[test]
fn large_boards_of_blocks_need_no_search() {
    use crate::board::Cell;
    use crate::golomb::deficient::Rectangle;
    let board = Rectangle::new(1000, 1000, Some(Cell::new(500, 500))).unwrap();
    let control = Control::default();
    let tiling = board.tiling(&control).unwrap();
    let region = board.problem().unwrap().region;
    let scene = Scene::owned(&region, &tiling, &control).unwrap();
    let graph = scene.adjacency(tiling.laid().len(), &control).unwrap();
    assert_eq!(forced::refutes_three(&graph, &control), Ok(true));
    let colouring = Colouring::of(&graph, &control).unwrap();
    assert_eq!((colouring.count(), colouring.is_fewest()), (4, true));
}
