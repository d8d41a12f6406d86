//! From the first option to the last: which states there are, and where taking or leaving an option leads.
//!
//! States are looked up level by level, so that pasts with one state meet. A state skips the options that it cannot
//! take: it is entered at the first one that it can, where its node will be. When all levels are known the diagram is made
//! from the last level up: nodes with equal children become one, and those without a solution below disappear.
//!
//! Cost: one look-up for each state and child. Memory: 12 bytes a state, and the states themselves (their bits, and 4 to 8
//! bytes of table) as long as their level is ahead.

use super::layout::{Layout, State};
use super::unique::Unique;
use crate::run::{Control, Progress, Pulse, Stopped};
use crate::zdd::{Diagram, EMPTY, Levels, Node, NodeId, UNIT, ZddError};

/// States between two looks at the control.
const STRIDE: usize = 1 << 14;

/// The states of one level while it is ahead.
#[derive(Debug, Default)]
struct Ahead<const W: usize> {
    states: Vec<State<W>>,
    ids: Vec<u32>,
    /// Indices into `states`, +1.
    table: Vec<u32>,
}

impl<const W: usize> Ahead<W> {
    fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<State<W>>() + 4 * (self.ids.capacity() + self.table.len())) as u64
    }

    /// The number of the state: `fresh` if it is new here.
    #[inline]
    fn enter(&mut self, state: State<W>, fresh: u32) -> u32 {
        if self.states.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut at = hash(&state) as usize & mask;
        while let Some(index) = self.table[at].checked_sub(1) {
            if self.states[index as usize] == state {
                return self.ids[index as usize];
            }
            at = (at + 1) & mask;
        }
        self.states.push(state);
        self.ids.push(fresh);
        self.table[at] = self.states.len() as u32;
        fresh
    }

    fn grow(&mut self) {
        let len = (2 * self.table.len()).max(16);
        self.table = vec![0; len];
        for (index, state) in self.states.iter().enumerate() {
            let mut at = hash(state) as usize & (len - 1);
            while self.table[at] != 0 {
                at = (at + 1) & (len - 1);
            }
            self.table[at] = index as u32 + 1;
        }
    }
}

fn hash<const W: usize>(state: &State<W>) -> u64 {
    let mixed = state.iter().fold(0, |mixed, &word| {
        let product = u128::from(word ^ mixed ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
        (product as u64) ^ ((product >> 64) as u64)
    });
    mixed ^ mixed >> 32
}

/// The diagram of all ways through `layout`.
///
/// # Errors
/// When `control` says so, or there are more states than 32 bits can number.
pub(super) fn build<const W: usize>(layout: &Layout, control: &Control) -> Result<Diagram, Stopped> {
    if layout.impossible {
        return Ok(Diagram::empty(layout.len()));
    }
    let mut builder = Builder::<W> {
        layout,
        ahead: (0..layout.len()).map(|_| Ahead { states: vec![], ids: vec![], table: vec![] }).collect(),
        waiting: 0,
        children: Vec::new(),
        pulse: Pulse::preparing(control),
    };
    let root = builder.child(0, Some([0; W]))?;
    let mut levels = Vec::with_capacity(layout.len());
    let mut processed = 0;
    for v in 0..layout.len() {
        let level = std::mem::take(&mut builder.ahead[v]);
        builder.waiting -= level.bytes();
        for (i, (&state, &id)) in level.states.iter().zip(&level.ids).enumerate() {
            if i % STRIDE == 0 {
                builder.ask(v, &level, processed, control)?;
            }
            let lo = builder.child(v + 1, layout.leave(v, state))?;
            let hi = builder.child(v + 1, layout.take(v, state))?;
            builder.children[id as usize] = [lo, hi];
        }
        processed += level.ids.len() as u64;
        levels.push(level.ids.into_boxed_slice());
    }
    let children = builder.children;
    reduce(children, &levels, root, control)
}

struct Builder<'a, const W: usize> {
    layout: &'a Layout,
    ahead: Vec<Ahead<W>>,
    /// Bytes of all levels ahead.
    waiting: u64,
    /// Where leaving and taking lead: a terminal, or a state's number + 2.
    children: Vec<[u32; 2]>,
    pulse: Pulse<'a>,
}

impl<const W: usize> Builder<'_, W> {
    /// Enters what is left of a choice at the first option from `v` on that can be taken.
    #[inline]
    fn child(&mut self, v: usize, state: Option<State<W>>) -> Result<u32, Stopped> {
        let Some(mut state) = state else { return Ok(EMPTY) };
        for v in v..self.layout.len() {
            // Of many options none may be possible.
            self.pulse.beat()?;
            if self.layout.take(v, state).is_some() {
                return self.enter(v, state);
            }
            match self.layout.leave(v, state) {
                Some(left) => state = left,
                None => return Ok(EMPTY),
            }
        }
        Ok(UNIT)
    }

    #[inline]
    fn enter(&mut self, v: usize, state: State<W>) -> Result<u32, Stopped> {
        let fresh = self.children.len() as u32;
        let level = &mut self.ahead[v];
        let before = level.bytes();
        let id = level.enter(state, fresh);
        self.waiting += level.bytes() - before;
        if id == fresh {
            if fresh >= u32::MAX - 2 {
                return Err(Stopped::TooLarge("more states than 32 bits can number".to_owned()));
            }
            self.children.push([EMPTY; 2]);
        }
        Ok(id + 2)
    }

    fn ask(&self, v: usize, level: &Ahead<W>, processed: u64, control: &Control) -> Result<(), Stopped> {
        let states = self.children.len() as u64 - processed;
        control.check(Progress::Levels { done: v as u64, total: self.layout.len() as u64, states })?;
        let bytes = self.waiting + level.bytes() + 8 * self.children.capacity() as u64 + 4 * processed;
        control.reserve(bytes, format!("a diagram with {} states so far", self.children.len()))
    }
}

/// From the last level up: equal nodes become one, nodes that lead nowhere vanish.
fn reduce(
    mut children: Vec<[u32; 2]>,
    levels: &[Box<[u32]>],
    root: u32,
    control: &Control,
) -> Result<Diagram, Stopped> {
    let now = |children: &[[u32; 2]], child: u32| match child {
        EMPTY | UNIT => child,
        state => children[state as usize - 2][0],
    };
    let mut made = Levels::new(levels.len());
    let mut unique = Unique::default();
    let mut bytes = 12 * children.len() as u64;
    let table = Unique::needs(levels.iter().map(|level| level.len()).max().unwrap_or(0));
    for (v, level) in levels.iter().enumerate().rev() {
        let done = (levels.len() - v) as u64;
        control.check(Progress::Levels { done, total: levels.len() as u64, states: level.len() as u64 })?;
        control.reserve(bytes + table, "the reduced diagram")?;
        unique.start(made.next(), level.len());
        for &id in level {
            let [lo, hi] = children[id as usize].map(|child| now(&children, child));
            children[id as usize][0] = unique.node(Node { lo, hi });
        }
        let nodes = unique.take();
        bytes += (nodes.capacity() * size_of::<Node>()) as u64;
        made.push(nodes).map_err(ZddError::stopped)?;
    }
    let root: NodeId = now(&children, root);
    made.finish(root).map_err(ZddError::stopped)
}
