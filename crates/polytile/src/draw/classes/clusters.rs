//! Clusters of a graph: parts that have many edges within and few between them, none too large to be seen at once.
//!
//! In: the number of nodes, the edges, and how many nodes a cluster has at most. Out: the nodes of each cluster, the largest first.
//! At first each node is one; then, again and again, those two are joined that have the most edges between them beyond those that
//! chance would give them (the modularity of Newman, 2004), as long as there are such. All sums are of whole numbers, so clusters are
//! the same on every machine. Cost: nodes times edges.

use crate::run::{Pulse, Stopped};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The clusters.
pub(super) fn clusters(
    nodes: usize,
    edges: &[[usize; 2]],
    most: usize,
    pulse: &Pulse<'_>,
) -> Result<Vec<Vec<usize>>, Stopped> {
    let mut members: Vec<Vec<usize>> = (0..nodes).map(|node| vec![node]).collect();
    let mut degrees = vec![0_i64; nodes];
    let mut between: BTreeMap<(usize, usize), i64> = BTreeMap::new();
    for &[a, b] in edges {
        degrees[a] += 1;
        degrees[b] += 1;
        if a != b {
            *between.entry((a.min(b), a.max(b))).or_default() += 1;
        }
    }
    let all = 2 * edges.len() as i64;
    loop {
        pulse.beats(between.len() as u64 + 1)?;
        let gains = between.iter().filter(|((a, b), _)| members[*a].len() + members[*b].len() <= most);
        let gains = gains.map(|(&(a, b), count)| (count * all - degrees[a] * degrees[b], Reverse((a, b))));
        let Some((gain, Reverse((kept, gone)))) = gains.max() else { break };
        if gain <= 0 {
            break;
        }
        let joining = std::mem::take(&mut members[gone]);
        members[kept].extend(joining);
        degrees[kept] += std::mem::take(&mut degrees[gone]);
        let renamed = |node: usize| if node == gone { kept } else { node };
        let before = std::mem::take(&mut between);
        for ((a, b), count) in before {
            let (a, b) = (renamed(a), renamed(b));
            if a != b {
                *between.entry((a.min(b), a.max(b))).or_default() += count;
            }
        }
    }
    members.retain(|cluster| !cluster.is_empty());
    members.sort_by_key(|cluster| (Reverse(cluster.len()), cluster[0]));
    Ok(members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Control;

    #[test]
    fn two_complete_graphs_with_a_bridge_are_two_clusters() {
        let complete = |from: usize| (0..4).flat_map(move |i| (0..i).map(move |j| [from + i, from + j]));
        let edges: Vec<[usize; 2]> = complete(0).chain(complete(4)).chain([[0, 4]]).collect();
        let control = Control::default();
        let mut found = clusters(9, &edges, 8, &Pulse::preparing(&control)).unwrap();
        for cluster in &mut found {
            cluster.sort_unstable();
        }
        assert_eq!(found, [vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8]]);
        // None becomes too large.
        let found = clusters(9, &edges, 3, &Pulse::preparing(&control)).unwrap();
        assert!(found.iter().all(|cluster| cluster.len() <= 3));
        assert_eq!(found.iter().map(Vec::len).sum::<usize>(), 9);
    }
}
