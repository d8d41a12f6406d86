//! Graphs: vertices and edges with names, and what is a family of sets of them.
//!
//! In: vertices and pairs of them. Out: a [`Graph`], and its paths, cycles, matchings, trees and independent sets as
//! [`zdd::Family`](crate::zdd::Family) ([`Subgraphs`]), whose options are called by the graph: an edge `u-v` by its ends, the one that
//! was named first in front, a vertex by its name.
//!
//! The order of the edges decides how large a diagram is: an edge is best decided near the others of its vertices. Graphs
//! that are made here have a good one. For others [`Graph::arranged`] takes the better of two, the one they have and the one by breadth: the
//! one that has fewer vertices open at a time.

mod subgraphs;

pub use subgraphs::{Between, Subgraphs};

use crate::exact_cover::CoverError;
use std::collections::{HashSet, VecDeque};

/// The most edges of a graph, and the most vertices. Whatever is asked about larger ones is out of reach.
pub const MOST: usize = 1 << 16;

/// Vertices and edges by name.
///
/// ```
/// use polytile::graph::Graph;
/// let grid = Graph::grid(2, 2)?;
/// assert_eq!(grid.vertices(), ["1", "2", "3", "4"]);
/// assert_eq!(grid.edge_names(), ["1-2", "1-3", "2-4", "3-4"]);
/// # Ok::<(), polytile::exact_cover::CoverError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    vertices: Vec<String>,
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The graph of these vertices, all different, and edges between them by their numbers, decided in this order.
    ///
    /// # Errors
    /// When an edge is a loop, two have one name, or there are too many.
    ///
    /// # Panics
    /// When an edge has an end that is no vertex.
    pub fn new(vertices: Vec<String>, edges: Vec<(u32, u32)>) -> Result<Self, CoverError> {
        if vertices.is_empty() {
            return Err(CoverError::NoVertex);
        }
        if vertices.len() > MOST {
            return Err(CoverError::TooLarge("vertices"));
        }
        if edges.len() > MOST {
            return Err(CoverError::TooLarge("edges"));
        }
        let edges: Vec<_> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        if let Some(&(a, _)) = edges.iter().find(|(a, b)| a == b) {
            return Err(CoverError::Loop(vertices[a as usize].clone()));
        }
        let graph = Graph { vertices, edges };
        let mut seen = HashSet::new();
        match graph.edge_names().into_iter().find(|name| !seen.insert(name.clone())) {
            Some(twice) => Err(CoverError::DuplicateEdge(twice)),
            None => Ok(graph),
        }
    }

    /// Rows and columns of vertices, numbered from 1 row by row, each joined to its neighbours.
    ///
    /// # Errors
    /// When there is nothing, or too much.
    pub fn grid(rows: u32, cols: u32) -> Result<Self, CoverError> {
        let (rows, cols, turned) = if rows < cols { (cols, rows, true) } else { (rows, cols, false) };
        if u64::from(rows) * u64::from(cols) > MOST as u64 {
            return Err(CoverError::TooLarge("vertices"));
        }
        // Along the short side, few vertices are open at a time.
        let at = |row: u32, col: u32| if turned { col * rows + row } else { row * cols + col };
        let mut edges = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                if col + 1 < cols {
                    edges.push((at(row, col), at(row, col + 1)));
                }
                if row + 1 < rows {
                    edges.push((at(row, col), at(row + 1, col)));
                }
            }
        }
        Self::numbered(rows * cols, edges)
    }

    /// So many vertices, each joined to each.
    ///
    /// # Errors
    /// When there is nothing, or too much.
    pub fn complete(vertices: u32) -> Result<Self, CoverError> {
        if u64::from(vertices) * u64::from(vertices.saturating_sub(1)) / 2 > MOST as u64 {
            return Err(CoverError::TooLarge("edges"));
        }
        Self::numbered(vertices, (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b))).collect())
    }

    /// So many vertices in a row.
    ///
    /// # Errors
    /// When there is nothing, or too much.
    pub fn path(vertices: u32) -> Result<Self, CoverError> {
        if vertices as usize > MOST {
            return Err(CoverError::TooLarge("vertices"));
        }
        Self::numbered(vertices, (1..vertices).map(|v| (v - 1, v)).collect())
    }

    /// So many vertices in a ring.
    ///
    /// # Errors
    /// When there are fewer than three, or too many.
    pub fn cycle(vertices: u32) -> Result<Self, CoverError> {
        if vertices < 3 {
            return Err(CoverError::ShortCycle);
        }
        let Graph { edges, .. } = Self::path(vertices)?;
        Self::numbered(vertices, edges.into_iter().chain([(0, vertices - 1)]).collect())
    }

    fn numbered(vertices: u32, edges: Vec<(u32, u32)>) -> Result<Self, CoverError> {
        Self::new((1..=vertices).map(|number| number.to_string()).collect(), edges)
    }

    /// The names of the vertices.
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// The edges in order, each by the numbers of its ends.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// What the edges are called.
    pub fn edge_names(&self) -> Vec<String> {
        let name = |v: u32| &self.vertices[v as usize];
        self.edges.iter().map(|&(a, b)| format!("{}-{}", name(a), name(b))).collect()
    }

    /// The number of a vertex.
    ///
    /// # Errors
    /// When none has this name.
    pub fn vertex(&self, name: &str) -> Result<u32, CoverError> {
        let found = self.vertices.iter().position(|vertex| vertex == name);
        let number = found.and_then(|place| u32::try_from(place).ok());
        number.ok_or_else(|| CoverError::UnknownVertex { name: name.to_owned() })
    }

    /// The graph with its edges in the better of two orders: the one they have, and the one in which vertices are met when one goes
    /// from the first one to its neighbours, then to theirs, and so on, each edge with the later one of its ends.
    #[must_use]
    pub fn arranged(mut self) -> Self {
        let place = self.by_breadth();
        let mut edges = self.edges.clone();
        edges.sort_by_key(|&(a, b)| {
            let (a, b) = (place[a as usize], place[b as usize]);
            (a.max(b), a.min(b))
        });
        if self.most_open(&edges) < self.most_open(&self.edges) {
            self.edges = edges;
        }
        self
    }

    /// When each vertex is met.
    fn by_breadth(&self) -> Vec<usize> {
        let mut neighbours = vec![Vec::new(); self.vertices.len()];
        for &(a, b) in &self.edges {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        let (mut place, mut met) = (vec![usize::MAX; self.vertices.len()], 0);
        let mut waiting = VecDeque::new();
        for start in 0..self.vertices.len() {
            waiting.push_back(start as u32);
            while let Some(vertex) = waiting.pop_front() {
                if place[vertex as usize] == usize::MAX {
                    place[vertex as usize] = met;
                    met += 1;
                    waiting.extend(&neighbours[vertex as usize]);
                }
            }
        }
        place
    }

    /// The most vertices that are open at once, when the edges are decided in this order.
    fn most_open(&self, edges: &[(u32, u32)]) -> usize {
        let mut left = vec![0_u32; self.vertices.len()];
        for &(a, b) in edges {
            left[a as usize] += 1;
            left[b as usize] += 1;
        }
        let (mut met, mut open, mut most) = (vec![false; self.vertices.len()], 0, 0);
        for &(a, b) in edges {
            let ends = [a as usize, b as usize];
            open += ends.iter().filter(|&&end| !std::mem::replace(&mut met[end], true)).count();
            most = most.max(open);
            for end in ends {
                left[end] -= 1;
                open -= usize::from(left[end] == 0);
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_order_is_mended() {
        // A ladder, its rungs at the end of the file: all its vertices are open at once.
        let vertices: Vec<String> = (0..40).map(|v: u32| v.to_string()).collect();
        let rails = (0..19).flat_map(|i| [(i, i + 1), (i + 20, i + 21)]);
        let rungs = (0..20).map(|i| (i, i + 20));
        let ladder = Graph::new(vertices, rails.chain(rungs).collect()).unwrap();
        assert_eq!(ladder.most_open(ladder.edges()), 40);
        let arranged = ladder.arranged();
        assert!(arranged.most_open(arranged.edges()) <= 4);
        let grid = Graph::grid(3, 5).unwrap();
        assert_eq!(grid.clone().arranged(), grid);
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let names = || ["a", "b", "a-b", "b-c", "c"].map(str::to_owned).to_vec();
        assert_eq!(Graph::new(names(), vec![(1, 1)]), Err(CoverError::Loop("b".to_owned())));
        assert_eq!(
            Graph::new(names(), vec![(0, 1), (1, 0)]),
            Err(CoverError::DuplicateEdge("a-b".to_owned()))
        );
        assert_eq!(
            Graph::new(names(), vec![(0, 3), (2, 4)]),
            Err(CoverError::DuplicateEdge("a-b-c".to_owned()))
        );
        assert_eq!(Graph::new(vec![], vec![]), Err(CoverError::NoVertex));
        assert_eq!(Graph::grid(0, 3), Err(CoverError::NoVertex));
        assert_eq!(Graph::grid(u32::MAX, u32::MAX), Err(CoverError::TooLarge("vertices")));
        assert_eq!(Graph::complete(u32::MAX), Err(CoverError::TooLarge("edges")));
        assert_eq!(Graph::cycle(2), Err(CoverError::ShortCycle));
    }
}
