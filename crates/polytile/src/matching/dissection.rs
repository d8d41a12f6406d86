//! The order in which a graph is eliminated: from small parts to large ones (nested dissection, George 1973).
//!
//! In: a graph whose vertices have places. Out: its parts, each after those that it is put together from. A part has vertices of
//! its own, which are eliminated in it; once they are gone, it touches the rest of the graph only at its `rim`. The graph is cut
//! in two about the middle, along a row, a column or a diagonal, whichever cut has the fewest vertices; these are the last to be
//! eliminated, and the two sides are cut in the same way until they are small. On boards of n cells a cut has about the square
//! root of n of them, so that all eliminations together take n^(3/2) operations (Lipton, Rose and Tarjan 1979). Cost: n log n.

use super::graph::{Around, Graph};
use crate::run::{Control, Pulse, Stopped};

/// A part of a graph.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The vertices that are eliminated here.
    pub own: Vec<u32>,
    /// The parts that it is put together from.
    pub children: Vec<u32>,
    /// The neighbours of its vertices that are eliminated later.
    pub rim: Vec<u32>,
    /// The edges with an end that is eliminated here, and none that is eliminated before.
    pub edges: Vec<u32>,
}

/// Parts of no more vertices than this are not cut.
const SMALL: usize = 40;

/// Where a vertex lies along a row, a column or a diagonal.
const SWEEPS: [fn([i64; 2]) -> i64; 4] = [|p| p[0], |p| p[1], |p| p[0] + p[1], |p| p[0] - p[1]];

/// The parts of `graph`, the last of which is the whole.
pub(super) fn dissected(graph: &Graph, around: &Around, control: &Control) -> Result<Vec<Part>, Stopped> {
    let pulse = Pulse::preparing(control);
    let mut parts: Vec<Part> = Vec::new();
    let mut side = vec![0_u32; graph.len()];
    // From the whole to the parts, and then reversed.
    let mut open: Vec<(Vec<u32>, Option<u32>)> = vec![((0..graph.len() as u32).collect(), None)];
    while let Some((vertices, parent)) = open.pop() {
        pulse.beats(16 * vertices.len() as u64)?;
        let number = parts.len() as u32;
        if let Some(parent) = parent {
            parts[parent as usize].children.push(number);
        }
        let halves = if vertices.len() > SMALL { cut(graph, around, &vertices, &mut side) } else { None };
        let Some([cut, one, other]) = halves else {
            parts.push(Part { own: vertices, ..Part::default() });
            continue;
        };
        parts.push(Part { own: cut, ..Part::default() });
        open.extend(
            [one, other].into_iter().filter(|half| !half.is_empty()).map(|half| (half, Some(number))),
        );
    }
    parts.reverse();
    let last = parts.len() as u32 - 1;
    let mut part_of = vec![0_u32; graph.len()];
    for (number, part) in (0..).zip(&mut parts) {
        for child in &mut part.children {
            *child = last - *child;
        }
        for &vertex in &part.own {
            part_of[vertex as usize] = number;
        }
    }
    for number in 0..parts.len() {
        let part = &parts[number];
        let below = part.children.iter().flat_map(|&child| &parts[child as usize].rim).copied();
        let beside = part.own.iter().flat_map(|&vertex| around.of(vertex)).map(|&half| graph.head(half));
        let is_later = |vertex: &u32| part_of[*vertex as usize] > number as u32;
        let mut rim: Vec<u32> = below.chain(beside).filter(is_later).collect();
        pulse.beats(rim.len() as u64)?;
        rim.sort_unstable();
        rim.dedup();
        parts[number].rim = rim;
    }
    for (number, edge) in (0..).zip(&graph.edges) {
        let [one, other] = edge.ends.map(|end| part_of[end as usize]);
        parts[one.min(other) as usize].edges.push(number);
    }
    Ok(parts)
}

/// The vertices of the smallest cut, and what it leaves on its two sides.
fn cut(graph: &Graph, around: &Around, vertices: &[u32], side: &mut [u32]) -> Option<[Vec<u32>; 3]> {
    let mut best: Option<[Vec<u32>; 3]> = None;
    for sweep in SWEEPS {
        let at = |vertex: &u32| sweep(graph.places[*vertex as usize]);
        let mut sorted: Vec<i64> = vertices.iter().map(at).collect();
        let middle = sorted.len() / 2;
        let (_, &mut middle, _) = sorted.select_nth_unstable(middle);
        let (low, high): (Vec<u32>, Vec<u32>) = vertices.iter().partition(|vertex| at(vertex) < middle);
        if low.is_empty() {
            continue;
        }
        for (mark, half) in [(1, &low), (2, &high)] {
            for &vertex in half {
                side[vertex as usize] = mark;
            }
        }
        for (half, other, mark) in [(&low, &high, 2), (&high, &low, 1)] {
            let touches = |vertex: &&u32| {
                around.of(**vertex).iter().any(|&half| side[graph.head(half) as usize] == mark)
            };
            let (cut, rest): (Vec<u32>, Vec<u32>) = half.iter().partition(touches);
            if best.as_ref().is_none_or(|[least, ..]| cut.len() < least.len()) {
                best = Some([cut, rest, other.clone()]);
            }
        }
        for &vertex in vertices {
            side[vertex as usize] = 0;
        }
    }
    best
}

/// Rows or columns of the front of a part, and how many of them are eliminated: with two colours about half of the vertices
/// are rows, and half are columns.
fn front(part: &Part, colours: bool) -> (f64, f64) {
    let per_side = if colours { 0.5 } else { 1.0 };
    ((part.own.len() + part.rim.len()) as f64 * per_side, part.own.len() as f64 * per_side)
}

/// An estimate of the multiplications of one elimination, and of what takes as long.
pub(super) fn products(parts: &[Part], colours: bool) -> f64 {
    // Work that is done once for each entry, and for each inverse.
    let (per_entry, per_inverse) = (8.0, 300.0);
    let of_part = |part: &Part| {
        let (side, gone) = front(part, colours);
        side * side * (gone + per_entry) + per_inverse * gone
    };
    parts.iter().map(of_part).sum()
}

/// Entries of the largest front.
pub(super) fn largest(parts: &[Part], colours: bool) -> u64 {
    parts.iter().map(|part| front(part, colours).0.powi(2) as u64).max().unwrap_or(0)
}

/// Bytes that one elimination takes where every row finds a pivot in its part: the largest front twice, and what is left of all
/// parts. A part may be left with as many more rows and columns as its rim has.
pub(super) fn bytes(parts: &[Part], colours: bool) -> u64 {
    let left = |part: &Part| {
        let (side, gone) = front(part, colours);
        (side - gone).powi(2) as u64
    };
    8 * (2 * largest(parts, colours) + parts.iter().map(left).sum::<u64>())
}
