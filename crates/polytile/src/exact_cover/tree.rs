//! A search tree, walked one node at a time, that can be left at any node, split between walkers, and resumed.
//!
//! An engine is a [`Tree`]: it knows one node, the *current* one, and can look at it, go to one of its children, and go
//! back. Which item a node branches on, and therefore what its child number `i` is, must depend on nothing but the path
//! to it. Then a list of child numbers names a node for every walker, on every machine.
//!
//! A [`Walk`] goes through a tree in depth-first order. What it has still to do is a [`Cursor`]: for every node on the
//! path, the range of children not yet entered. A cursor is all that a checkpoint keeps of a search, all that a second
//! thread needs to take over half of it, and all that the estimate looks at: a node with `d` children gives each a
//! `d`-th of its own weight, the root has weight 1, and what the ranges weigh is the share of the tree that remains
//! (Knuth, Estimating the efficiency of backtrack programs, 1975).

use crate::run::{Control, Progress, Refused, Stopped};
use std::fmt;

/// What a walker finds at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The options chosen are a solution. There is nothing below.
    Solution,
    /// Children are numbered below this; not every number need have one. 0 at a dead end.
    Inner(u32),
}

/// A search tree and a place in it.
pub trait Tree: Clone + Send + Sync {
    /// Looks at the current node. Called once at the root, and once after every [`Tree::enter`].
    fn open(&mut self) -> Node;

    /// Goes to the first child with a number in `from..to` and returns its number, or stays where there is none.
    fn enter(&mut self, from: u32, to: u32) -> Option<u32>;

    /// Goes back to the parent, which needs no further `open`.
    fn leave(&mut self);

    /// The options chosen on the path to the current node, in the order they were chosen.
    fn chosen(&self) -> &[u32];

    /// For the nodes on the current path, from the root on, as many as there are `ranges`: how many children each has with
    /// numbers in its range `from..to`, and how many in all.
    fn children(&self, ranges: &[(u32, u32)]) -> Vec<(u32, u32)>;
}

/// What is left of a walk: for every node on its path the children it has still to enter, `from..to`. The path goes
/// through child `from - 1` at every node but the last.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cursor(pub Vec<(u32, u32)>);

impl Cursor {
    /// The whole tree.
    pub const ROOT: Cursor = Cursor(Vec::new());

    /// Where the part begins and ends, as child numbers from the root, in the order of a walk: every node in it is at or
    /// behind the one and before the other. The two are equal where nothing is left.
    pub fn span(&self) -> (Vec<u32>, Vec<u32>) {
        let Some((&(next, _), path)) = self.0.split_last() else { return (Vec::new(), vec![u32::MAX]) };
        let mut start: Vec<u32> = path.iter().map(|&(from, _)| from.saturating_sub(1)).collect();
        let open = self.0.iter().position(|&(from, to)| from < to);
        let end = open.map(|depth| start[..depth].iter().copied().chain([self.0[depth].1]).collect());
        start.push(next);
        (start.clone(), end.unwrap_or(start))
    }
}

/// Why a walk came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is at a solution.
    Solution,
    /// It has seen as many nodes as it was told to.
    Paused,
    /// Nothing is left.
    Done,
}

/// What becomes of a cursor that is looked at more closely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refined {
    /// Two parts, the earlier one first.
    Halves(Cursor, Cursor),
    /// A single solution, or nothing at all.
    Whole,
}

/// Why a walker does not get to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The tree has no such place.
    Nowhere,
    /// The control said stop on the way.
    Stopped(Stopped),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Nowhere => f.write_str("a place in the search tree that does not exist"),
            Lost::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl From<Stopped> for Lost {
    fn from(stopped: Stopped) -> Self {
        Lost::Stopped(stopped)
    }
}

impl Lost {
    /// That whoever asked for this place was mistaken, or is told to stop.
    pub(crate) fn refused(self) -> Refused {
        match self {
            Lost::Nowhere => Refused::Question(self.to_string()),
            Lost::Stopped(stopped) => stopped.into(),
        }
    }
}

/// Nodes between two looks at the control, on the way to a place: the path may be as long as there are items, and each node on it
/// may look at all of them.
const LOOK: usize = 16;

/// Asks `control` on the way to a place, once in so many nodes; `seen` is how many were passed.
fn passing(seen: usize, control: &Control) -> Result<(), Stopped> {
    if !seen.is_multiple_of(LOOK) {
        return Ok(());
    }
    control.stopped(Progress::Preparation { steps: seen as u64 })
}

/// A depth-first walk: the engine's face, whatever its tree is.
pub trait Walker: Send + Sync {
    /// Continues to the next solution or for `nodes` nodes, whichever comes first.
    fn advance(&mut self, nodes: u64) -> Step;

    /// The options of the solution that [`Walker::advance`] stopped at.
    fn solution(&self) -> &[u32];

    /// What is left. A solution that the walk stands at has been passed.
    fn cursor(&self) -> Cursor;

    /// Goes to where `cursor` was taken.
    ///
    /// # Errors
    /// When the cursor comes from another tree, or leaves nodes out between those it goes through, or `control` says stop.
    fn seek(&mut self, cursor: &Cursor, control: &Control) -> Result<(), Lost>;

    /// Hands the later part of what is left to another walker, if there is enough to share.
    fn split(&mut self) -> Option<Cursor>;

    /// Cuts `cursor` at the first node where there is a choice, and forgets where it was.
    ///
    /// # Errors
    /// When the cursor comes from another tree, or `control` says stop.
    fn refine(&mut self, cursor: &Cursor, control: &Control) -> Result<Refined, Lost>;

    /// Goes to the solution that chooses these options in this order, and returns the child numbers on the path to it.
    ///
    /// # Errors
    /// When they are not a solution of the tree, or `control` says stop.
    fn locate(&mut self, solution: &[u32], control: &Control) -> Result<Vec<u32>, Lost>;

    /// The share of the whole tree that is left, between 0 and 1, by the weights of its branches.
    fn remaining(&self) -> f64;

    /// The share of the whole tree in front of the current place, by the same weights.
    fn passed(&self) -> f64;

    /// Nodes seen so far on every level.
    fn profile(&self) -> &[u64];

    /// Another walker of the same tree, at its root.
    fn another(&self) -> Box<dyn Walker>;
}

/// The one implementation of [`Walker`].
#[derive(Clone, Debug)]
pub struct Walk<T> {
    root: T,
    tree: T,
    /// The ranges of the nodes on the path.
    frames: Vec<(u32, u32)>,
    at_solution: bool,
    unopened: bool,
    profile: Vec<u64>,
}

impl<T: Tree> Walk<T> {
    /// The walk through the whole of `tree`, which stands at its root and has not been opened.
    pub fn new(tree: T) -> Self {
        Walk {
            root: tree.clone(),
            tree,
            frames: Vec::new(),
            at_solution: false,
            unopened: true,
            profile: Vec::new(),
        }
    }

    /// Cuts the children from `middle` on off the range of the node at this depth, and leaves them to somebody else.
    fn cut(&mut self, depth: usize, middle: u32) -> Cursor {
        let to = std::mem::replace(&mut self.frames[depth].1, middle);
        let passed = self.frames[..depth].iter().map(|&(from, _)| (from, from));
        Cursor(passed.chain([(middle, to)]).collect())
    }

    /// The first child of the current node with a number in `from..to`, where the walk does not stay.
    fn looked_up(&mut self, from: u32, to: u32) -> Option<u32> {
        let child = self.tree.enter(from, to)?;
        self.tree.open();
        self.tree.leave();
        Some(child)
    }

    /// Opens the current node and counts it.
    #[inline(always)]
    fn open(&mut self) -> bool {
        let level = self.frames.len();
        if self.profile.len() <= level {
            self.profile.resize(level + 1, 0);
        }
        // Nobody sees 2^64 nodes.
        self.profile[level] = self.profile[level].wrapping_add(1);
        match self.tree.open() {
            Node::Solution => {
                self.at_solution = true;
                true
            }
            Node::Inner(children) => {
                self.frames.push((0, children));
                false
            }
        }
    }
}

impl<T: Tree + 'static> Walker for Walk<T> {
    fn advance(&mut self, nodes: u64) -> Step {
        if self.unopened {
            self.unopened = false;
            if self.open() {
                return Step::Solution;
            }
        } else if self.at_solution {
            self.at_solution = false;
            if self.frames.is_empty() {
                return Step::Done;
            }
            self.tree.leave();
        }
        let mut left = nodes;
        while let Some(frame) = self.frames.last_mut() {
            if let Some(child) = self.tree.enter(frame.0, frame.1) {
                // The number of a child is below the number of children.
                frame.0 = child.wrapping_add(1);
                if self.open() {
                    return Step::Solution;
                }
                left = left.saturating_sub(1);
                if left == 0 {
                    return Step::Paused;
                }
            } else {
                self.frames.pop();
                if !self.frames.is_empty() {
                    self.tree.leave();
                }
            }
        }
        Step::Done
    }

    fn solution(&self) -> &[u32] {
        self.tree.chosen()
    }

    fn cursor(&self) -> Cursor {
        // An empty list stands for the whole tree, so a finished walk is a root without children left.
        if self.frames.is_empty() && !self.unopened {
            Cursor(vec![(0, 0)])
        } else {
            Cursor(self.frames.clone())
        }
    }

    fn seek(&mut self, cursor: &Cursor, control: &Control) -> Result<(), Lost> {
        self.tree = self.root.clone();
        self.frames.clear();
        self.at_solution = false;
        self.unopened = cursor.0.is_empty();
        // Walkers are split at the first node with children left: nobody else has taken any from the nodes below it.
        let mut open = false;
        for (depth, &(from, to)) in cursor.0.iter().enumerate() {
            passing(depth, control)?;
            if depth > 0 {
                let taken = cursor.0[depth - 1].0.checked_sub(1).ok_or(Lost::Nowhere)?;
                self.tree.enter(taken, taken + 1).ok_or(Lost::Nowhere)?;
            }
            match self.tree.open() {
                Node::Inner(children) if from <= to && to <= children && (!open || to == children) => {
                    open |= from < to;
                    self.frames.push((from, to));
                }
                // A root that is a solution has been passed.
                Node::Solution if cursor.0 == [(0, 0)] => {}
                _ => return Err(Lost::Nowhere),
            }
        }
        Ok(())
    }

    fn split(&mut self) -> Option<Cursor> {
        let depth = self.frames.iter().position(|&(from, to)| from < to)?;
        let (from, to) = self.frames[depth];
        let last = depth + 1 == self.frames.len();
        if last && to - from < 2 {
            return None;
        }
        Some(self.cut(depth, from.midpoint(to)))
    }

    fn refine(&mut self, cursor: &Cursor, control: &Control) -> Result<Refined, Lost> {
        self.seek(cursor, control)?;
        if self.frames.iter().rev().skip(1).any(|&(from, to)| from < to)
            && let Some(later) = self.split()
        {
            return Ok(Refined::Halves(self.cursor(), later));
        }
        // To the first node with a choice in one go: coming back for each node before it would cost the square of their number.
        loop {
            passing(self.frames.len(), control)?;
            let below = if self.unopened {
                self.unopened = false;
                self.tree.open()
            } else {
                let Some(&(from, to)) = self.frames.last() else { return Ok(Refined::Whole) };
                let Some(first) = self.tree.enter(from, to) else { return Ok(Refined::Whole) };
                let mut below = self.tree.open();
                if first + 1 < to {
                    self.tree.leave();
                    if let Some(second) = self.looked_up(first + 1, to) {
                        // In the middle, unless one half would be empty.
                        let half = from.midpoint(to).max(first + 1);
                        let middle =
                            if half > second && self.looked_up(half, to).is_none() { second } else { half };
                        let later = self.cut(self.frames.len() - 1, middle);
                        return Ok(Refined::Halves(self.cursor(), later));
                    }
                    self.tree.enter(first, first + 1).ok_or(Lost::Nowhere)?;
                    below = self.tree.open();
                }
                *self.frames.last_mut().ok_or(Lost::Nowhere)? = (first + 1, first + 1);
                below
            };
            match below {
                Node::Solution => return Ok(Refined::Whole),
                Node::Inner(children) => self.frames.push((0, children)),
            }
        }
    }

    fn locate(&mut self, solution: &[u32], control: &Control) -> Result<Vec<u32>, Lost> {
        self.tree = self.root.clone();
        let mut path = Vec::new();
        // Nodes beside the path are opened too.
        let mut opened = 0;
        let mut node = self.tree.open();
        'deeper: while let Node::Inner(children) = node {
            let known = self.tree.chosen().len();
            // A child that chooses nothing continues without the item, and no option of it follows.
            let (mut from, mut without) = (0, None);
            while let Some(child) = self.tree.enter(from, children) {
                passing(opened, control)?;
                opened += 1;
                let below = self.tree.open();
                match self.tree.chosen().get(known) {
                    None => without = Some(child),
                    Some(option) if solution.get(known) == Some(option) => {
                        path.push(child);
                        node = below;
                        continue 'deeper;
                    }
                    Some(_) => {}
                }
                self.tree.leave();
                from = child + 1;
            }
            let child = without.ok_or(Lost::Nowhere)?;
            self.tree.enter(child, child + 1).ok_or(Lost::Nowhere)?;
            path.push(child);
            node = self.tree.open();
        }
        if self.tree.chosen() != solution {
            return Err(Lost::Nowhere);
        }
        self.frames = path.iter().map(|&child| (child + 1, child + 1)).collect();
        (self.at_solution, self.unopened) = (true, false);
        Ok(path)
    }

    fn remaining(&self) -> f64 {
        if self.unopened {
            return 1.0;
        }
        let mut weight = 1.0;
        let mut left = 0.0;
        for (some, all) in self.tree.children(&self.frames) {
            weight /= f64::from(all.max(1));
            left += weight * f64::from(some);
        }
        left
    }

    fn passed(&self) -> f64 {
        let mut weight = 1.0;
        let mut passed = 0.0;
        let before = |(depth, &(from, _)): (usize, &(u32, u32))| {
            let is_entered = self.at_solution || depth + 1 < self.frames.len();
            (0, if is_entered { from - 1 } else { from })
        };
        let ranges: Vec<(u32, u32)> = self.frames.iter().enumerate().map(before).collect();
        for (some, all) in self.tree.children(&ranges) {
            weight /= f64::from(all.max(1));
            passed += weight * f64::from(some);
        }
        passed
    }

    fn profile(&self) -> &[u64] {
        &self.profile
    }

    fn another(&self) -> Box<dyn Walker> {
        Box::new(Walk::new(self.root.clone()))
    }
}
