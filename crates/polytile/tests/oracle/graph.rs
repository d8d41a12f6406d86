//! Distances in a graph, by the plainest search there is.

use std::collections::VecDeque;

/// Distances of all nodes from the nearest of some.
pub fn distances(neighbours: &[Vec<u32>], from: &[u32]) -> Vec<u32> {
    let mut distances = vec![u32::MAX; neighbours.len()];
    let mut queue: VecDeque<u32> = from.iter().copied().collect();
    for &node in from {
        distances[node as usize] = 0;
    }
    while let Some(node) = queue.pop_front() {
        for &next in &neighbours[node as usize] {
            if distances[next as usize] == u32::MAX {
                distances[next as usize] = distances[node as usize] + 1;
                queue.push_back(next);
            }
        }
    }
    distances
}
