//! Classes: what relations connect.
//!
//! In: links between tilings. Out: [`Classes`]: the connected components, found by joining trees, the smaller below the
//! larger. The largest class comes first, and of classes of one size that with the smallest tiling. Cost: next to linear.

use super::{Relations, RuleSet};

/// The classes of tilings that some rules make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// For each tiling the number of its class.
    of: Vec<u32>,
    /// The tilings of each class, in order.
    members: Vec<Vec<u32>>,
}

impl Relations {
    /// The classes of `tilings` tilings under those relations that one of `rules` allows.
    pub fn classes(&self, tilings: usize, rules: RuleSet) -> Classes {
        let mut forest = Forest::new(tilings);
        for link in self.links().iter().filter(|link| link.rules.meets(rules)) {
            forest.join(link.from, link.to);
        }
        Classes::new(&mut forest)
    }
}

impl Classes {
    fn new(forest: &mut Forest) -> Self {
        let tilings = forest.parents.len();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); tilings];
        for i in 0..tilings as u32 {
            members[forest.root(i) as usize].push(i);
        }
        members.retain(|members| !members.is_empty());
        members.sort_by_key(|members| (std::cmp::Reverse(members.len()), members[0]));
        let mut of = vec![0; tilings];
        for (class, members) in (0..).zip(&members) {
            for &i in members {
                of[i as usize] = class;
            }
        }
        Classes { of, members }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no classes.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The class of tiling `i`; both are numbered from 0.
    pub fn of(&self, i: usize) -> usize {
        self.of[i] as usize
    }

    /// The tilings of class `class`, in order.
    pub fn members(&self, class: usize) -> &[u32] {
        &self.members[class]
    }

    /// The sizes, the largest first.
    pub fn sizes(&self) -> Vec<usize> {
        self.members.iter().map(Vec::len).collect()
    }
}

/// Trees of tilings; a root stands for all of its tree.
struct Forest {
    parents: Vec<u32>,
    sizes: Vec<u32>,
}

impl Forest {
    fn new(count: usize) -> Self {
        Forest { parents: (0..count as u32).collect(), sizes: vec![1; count] }
    }

    fn root(&mut self, mut i: u32) -> u32 {
        while self.parents[i as usize] != i {
            let above = self.parents[self.parents[i as usize] as usize];
            self.parents[i as usize] = above;
            i = above;
        }
        i
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return;
        }
        let (large, small) = if self.sizes[a as usize] < self.sizes[b as usize] { (b, a) } else { (a, b) };
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
    }
}
