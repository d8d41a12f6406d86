//! Known numbers, and random boards held against a search for matchings.

use super::graph::Edge;
use super::*;
use crate::board::{Cell, Lattice, Region, Topology};
use crate::pieces::{Freedom, PieceSet};
use crate::problem::Problem;
use proptest::prelude::*;

fn matched(region: Region) -> Count {
    let problem = Problem::new(region, PieceSet::all(2, Freedom::Free));
    let control = Control::default();
    let drawn = drawn(&problem, &problem.placements(), &control).unwrap().unwrap();
    let matchings = Matchings::new(drawn.graph().unwrap(), &control).unwrap();
    matchings.map_or(Count::ZERO, |matchings| matchings.count(&control).unwrap())
}

/// The sum of the products of the weights of all matchings, vertex by vertex.
fn searched(graph: &Graph, used: &mut Vec<bool>) -> u64 {
    let Some(vertex) = used.iter().position(|used| !used) else { return 1 };
    used[vertex] = true;
    let mut sum = 0;
    for edge in &graph.edges {
        let [u, v] = edge.ends.map(|end| end as usize);
        let other = if u == vertex { v } else { u };
        if (u == vertex || v == vertex) && !used[other] {
            used[other] = true;
            sum += edge.weight * searched(graph, used);
            used[other] = false;
        }
    }
    used[vertex] = false;
    sum
}

#[test]
fn boards_of_every_kind() {
    let wrapped = |topology, rows, cols| matched(Region::wrapped(topology, rows, cols).unwrap());
    assert_eq!(matched(Region::rectangle(8, 8).unwrap()), 12_988_816_u32.into());
    assert_eq!(matched(Region::rectangle(3, 3).unwrap().without(&[Cell::new(1, 1)]).unwrap()), 2_u8.into());
    assert_eq!(matched(Region::aztec(40).unwrap()), Count::from(1_u8) << 820);
    assert_eq!(wrapped(Topology::Torus, 2, 2), 2_u8.into());
    assert_eq!(wrapped(Topology::Torus, 4, 4), 272_u16.into());
    assert_eq!(wrapped(Topology::Torus, 8, 8), 311_853_312_u32.into());
    // Cycles of odd length.
    assert_eq!(wrapped(Topology::Cylinder, 4, 5), 176_u8.into());
    assert_eq!(wrapped(Topology::Torus, 4, 5), 722_u16.into());
}

#[test]
fn what_crosses_itself_is_refused() {
    // All pairs of five vertices.
    let pairs = (0..5_u32).flat_map(|u| (u + 1..6).map(move |v| [u, v]));
    let edges =
        pairs.map(|ends| Edge { ends, angles: [ends[1] as u16, ends[0] as u16], weight: 1, seams: 0 });
    let graph = Graph { places: vec![[0, 0]; 6], edges: edges.collect() };
    assert!(matches!(Matchings::new(graph, &Control::default()), Err(Unsuited::Drawing)));
}

proptest! {
    #[test]
    fn random_boards_have_as_many_matchings_as_are_found(
        rows in 1_u32..6,
        cols in 1_u32..6,
        topology in prop::sample::select(vec![Topology::Plane, Topology::Cylinder, Topology::Torus]),
        holes in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let full = Region::wrapped(topology, rows.into(), cols.into()).unwrap();
        let at = |i: prop::sample::Index| i.index((rows * cols) as usize) as u32;
        let holes: Vec<Cell> = holes.into_iter().map(|i| Cell::new(at(i) / cols, at(i) % cols)).collect();
        let Ok(region) = full.without(&holes) else { return Ok(()) };
        assert_all_are_found(region)?;
    }

    #[test]
    fn boards_of_other_lattices_too(
        name in prop::sample::select(BOARDS),
        wraps in any::<[bool; 2]>(),
        holes in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        symmetry in any::<prop::sample::Index>(),
    ) {
        let full: Region = name.parse().unwrap();
        let control = Control::default();
        // Often what is left looks the same when it is turned, too.
        let symmetries: Vec<_> = full.symmetries().collect();
        let images = full.permutation_within(*symmetry.get(&symmetries), &control).unwrap().unwrap();
        let cells: Vec<Cell> = full.cells().collect();
        let mut gone = std::collections::BTreeSet::new();
        for hole in holes {
            let mut cell = hole.index(full.len()) as u32;
            while gone.insert(cells[cell as usize]) {
                cell = images[cell as usize];
            }
        }
        let Ok(region) = full.without(&gone.into_iter().collect::<Vec<_>>()) else { return Ok(()) };
        let full_box = name.contains("parallelogram");
        let region = if full_box { region.wrapping([false, wraps[0], wraps[1]]) } else { region };
        assert_all_are_found(region)?;
    }
}

/// Boards of up to thirty cells.
const BOARDS: &[&str] = &[
    "hexagon:2",
    "hexagon:3",
    "hex-triangle:5",
    "hex-triangle:6",
    "hex-parallelogram:2x5",
    "hex-parallelogram:3x4",
    "hex-parallelogram:4x4",
    "triangle:4",
    "tri-hexagon:2",
    "tri-hexagon:1,2,2",
    "tri-parallelogram:2x3",
    "tri-parallelogram:3x3",
    "star:1",
    "trapezoid:4x2",
];

/// Matchings of the cells of a board, and those that each symmetry fixes, are as many as a search finds.
fn assert_all_are_found(region: Region) -> Result<(), TestCaseError> {
    let topology = region.topology();
    let pieces = match region.lattice() {
        Lattice::Square => PieceSet::all(2, Freedom::Free),
        Lattice::Hex => "dihexes".parse().unwrap(),
        _ => "lozenge".parse().unwrap(),
    };
    let problem = Problem::new(region, pieces);
    let control = Control::default();
    let placements = problem.placements();
    let drawn = drawn(&problem, &placements, &control).unwrap().unwrap();
    let counted = |graph: Graph| {
        let matchings = Matchings::new(graph, &control).unwrap();
        matchings.map_or(Count::ZERO, |matchings| matchings.count(&control).unwrap())
    };
    let graph = drawn.graph().unwrap();
    prop_assert_eq!(counted(graph.clone()), searched(&graph, &mut vec![false; graph.len()]).into());
    if topology == Topology::Plane {
        for (symmetry, pieces) in problem.symmetries().into_iter().skip(1) {
            let cells = problem.region.permutation_within(symmetry, &control).unwrap().unwrap();
            let left = quotient(&drawn, symmetry, &cells, &pieces, &control).unwrap().unwrap();
            prop_assert_eq!(
                counted(left.clone()),
                fixed(&placements, &cells, &graph).into(),
                "{:?}",
                symmetry
            );
        }
    }
    Ok(())
}

/// Tilings that a symmetry fixes, found by listing all.
fn fixed(placements: &crate::problem::Placements, cells: &[u32], graph: &Graph) -> u64 {
    fn all(graph: &Graph, used: &mut [bool], laid: &mut Vec<[u32; 2]>, cells: &[u32]) -> u64 {
        let Some(vertex) = used.iter().position(|used| !used) else {
            let mut images: Vec<[u32; 2]> = laid
                .iter()
                .map(|pair| {
                    let mut image = pair.map(|cell| cells[cell as usize]);
                    image.sort_unstable();
                    image
                })
                .collect();
            let mut here = laid.clone();
            images.sort_unstable();
            here.sort_unstable();
            return u64::from(images == here);
        };
        used[vertex] = true;
        let mut sum = 0;
        for edge in &graph.edges {
            let [u, v] = edge.ends.map(|end| end as usize);
            let other = if u == vertex { v } else { u };
            if (u == vertex || v == vertex) && !used[other] {
                used[other] = true;
                laid.push([vertex.min(other) as u32, vertex.max(other) as u32]);
                sum += all(graph, used, laid, cells);
                laid.pop();
                used[other] = false;
            }
        }
        used[vertex] = false;
        sum
    }
    assert!(placements.iter().all(|placement| placement.cells.len() == 2));
    all(graph, &mut vec![false; graph.len()], &mut Vec::new(), cells)
}
