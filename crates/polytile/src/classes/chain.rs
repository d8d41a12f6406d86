//! The shortest way from one tiling to another by relations.
//!
//! In: links, and two tilings. Out: the tilings of a shortest chain, both ends included; of several chains that which
//! prefers smaller numbers from its end backwards. A breadth-first search; cost: linear in tilings and links.

use super::{Relations, RuleSet};

/// Not reached yet.
const UNSEEN: u32 = u32::MAX;

impl Relations {
    /// The tilings on a shortest chain from tiling `from` to tiling `to`, of `tilings` tilings, by relations that one of
    /// `rules` allows; nothing if they are not in one class.
    pub fn chain(&self, tilings: usize, rules: RuleSet, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); tilings];
        for link in self.links().iter().filter(|link| link.rules.meets(rules)) {
            near[link.from as usize].push(link.to);
            near[link.to as usize].push(link.from);
        }
        for near in &mut near {
            near.sort_unstable();
        }
        let mut before = vec![UNSEEN; tilings];
        before[from] = from as u32;
        let mut level = vec![from as u32];
        while before[to] == UNSEEN && !level.is_empty() {
            let mut next = Vec::new();
            level.sort_unstable();
            for &i in &level {
                for &j in &near[i as usize] {
                    if before[j as usize] == UNSEEN {
                        before[j as usize] = i;
                        next.push(j);
                    }
                }
            }
            level = next;
        }
        if before[to] == UNSEEN {
            return None;
        }
        let mut chain = vec![to];
        let mut at = to;
        while at != from {
            at = before[at] as usize;
            chain.push(at);
        }
        chain.reverse();
        Some(chain)
    }
}

#[cfg(test)]
mod tests {
    use crate::classes::{Engine, Link, Relations, Rule, RuleSet};

    #[test]
    fn chains_are_shortest() {
        let link = |from, to, rule: Rule| Link { from, to, symmetry: 0, moved: 2, rules: rule.into() };
        let links = vec![
            link(0, 1, Rule::Two),
            link(0, 2, Rule::Two),
            link(1, 3, Rule::Swap),
            link(2, 3, Rule::Swap),
            link(3, 4, Rule::Symmetric),
        ];
        let relations = Relations::new(links, Engine::Pairs, Vec::new());
        assert_eq!(relations.chain(6, RuleSet::ALL, 0, 4), Some(vec![0, 1, 3, 4]));
        assert_eq!(relations.chain(6, RuleSet::ALL, 4, 4), Some(vec![4]));
        assert_eq!(relations.chain(6, RuleSet::ALL, 0, 5), None);
        assert_eq!(relations.chain(6, Rule::Two.into(), 0, 3), None);
    }
}
