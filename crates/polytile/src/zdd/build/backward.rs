//! One level joined to the one below: which nodes its states become.
//!
//! In: the keys of the level, the live states below with the nodes they are, and what the level can do. Out: the nodes
//! of its options, from the last option up, and the live states of the level with their nodes.
//!
//! A part of the states first finds its children, option by option, as nodes whose `lo` is still the state; once it is
//! known how many nodes of each option all parts have together, the nodes get their numbers, and the chain of every
//! state is put together from its last option up. Parts go to threads; the result does not depend on how many there
//! are.

use crate::frontier::key::Key;
use crate::frontier::lanes::{Lanes, Work, dispatch};
use crate::frontier::level::{Counters, Level, Transition};
use crate::run::{Control, Progress, Stopped, parallel, room};
use crate::zdd::restrict::distinct;
use crate::zdd::{DiagramBuilder, EMPTY, Node, NodeId, UNIT, ZddError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const WHAT: &str = "keeping the nodes of the diagram";

/// How many states are worth a part of their own.
const PART: usize = 1 << 13;

/// The live states of a level, and the nodes they are.
#[derive(Debug)]
pub(super) struct Below<K> {
    keys: Vec<K>,
    heads: Vec<NodeId>,
}

/// What a part of the states finds below.
pub(super) struct Part {
    /// The node of every state so far.
    pub heads: Vec<NodeId>,
    /// For every option its nodes: the `lo` of each is the number of its state within the part.
    pub options: Vec<Vec<Node>>,
}

impl Part {
    /// Nothing found yet, for `states` states and `options` options.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(states: usize, options: usize) -> Result<Self, Stopped> {
        let heads = room::filled(EMPTY, states, WHAT)?;
        Ok(Part { heads, options: vec![Vec::new(); options] })
    }
}

/// Watches the limits while a level is made.
pub(super) struct Watch<'a> {
    control: &'a Control,
    progress: Progress,
    /// Bytes held besides what is found.
    held: u64,
    /// Bytes of the lists in which nodes are found.
    found: AtomicU64,
}

impl<'a> Watch<'a> {
    /// For a level that begins with `held` bytes held.
    pub fn new(control: &'a Control, progress: Progress, held: u64) -> Self {
        Watch { control, progress, held, found: AtomicU64::new(0) }
    }

    /// Announces `bytes` more bytes in lists of nodes; the nodes themselves take as many again.
    pub fn find(&self, bytes: usize) -> Result<(), Stopped> {
        let found = self.found.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if self.control.is_over() {
            self.control.check(self.progress)?;
        }
        self.control.reserve(self.held + 2 * found, WHAT)
    }

    /// Announces what [`shared`] needs.
    pub fn share(&self, parts: &[Part], options: usize) -> Result<(), Stopped> {
        let of_option = |option: usize| parts.iter().map(|part| part.options[option].len()).sum::<usize>();
        let (mut all, mut most) = (0, 0);
        for nodes in (0..options).map(of_option) {
            (all, most) = (all + nodes, most.max(nodes));
        }
        // In addition, the nodes of the largest option with their states.
        let lists = self.found.load(Ordering::Relaxed) + 16 * most as u64;
        let nodes = (size_of::<Node>() * all) as u64;
        self.control.reserve(self.held + lists + nodes, WHAT)
    }
}

impl<K: Key> Below<K> {
    /// The states after the last level that the limits of copies allow.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn accepted(mut keys: Vec<K>, counters: &Counters) -> Result<Self, Stopped> {
        keys.retain(|&key| counters.copies(key).is_some());
        let heads = room::filled(UNIT, keys.len(), WHAT)?;
        Ok(Below { keys, heads })
    }

    /// How many there are.
    pub fn states(&self) -> usize {
        self.keys.len()
    }

    /// The node of the first state, the only one of the first level.
    pub fn root(&self) -> NodeId {
        self.heads.first().copied().unwrap_or(EMPTY)
    }

    /// The live states among `keys`, whose `level` leads here; their nodes are added to `diagram`, one level for each
    /// of `placements`. Equal nodes are looked for unless the level is known to be `reduced` as it is.
    pub fn joined(
        &self,
        level: &Level<K>,
        keys: &[K],
        placements: &[u32],
        reduced: bool,
        diagram: &mut DiagramBuilder,
        watch: &Watch<'_>,
    ) -> Result<Self, Stopped> {
        let threads = watch.control.thread_count();
        let size = if keys.len() < 2 * PART { keys.len() } else { PART };
        let chunks: Vec<&[K]> = keys.chunks(size.max(1)).collect();
        let find = |i: usize| dispatch(Finding { below: self, level, keys: chunks[i], placements, watch });
        let parts: Vec<Part> =
            parallel::map(threads, chunks.len(), find).into_iter().collect::<Result<_, _>>()?;
        let parts = if reduced {
            chained(parts, placements.len(), diagram, threads)
        } else {
            watch.share(&parts, placements.len())?;
            shared(parts, placements.len(), diagram).map_err(ZddError::stopped)
        }?;
        let live = |i: usize| {
            let live = chunks[i].iter().copied().zip(parts[i].heads.iter().copied());
            live.filter(|&(_, head)| head != EMPTY).unzip::<K, NodeId, Vec<K>, Vec<NodeId>>()
        };
        let (keys, heads): (Vec<_>, Vec<_>) = parallel::map(threads, chunks.len(), live).into_iter().unzip();
        Ok(Below { keys: joined(keys), heads: joined(heads) })
    }
}

/// The lists one after the other; a single one as it is.
pub(super) fn joined<T: Clone>(mut lists: Vec<Vec<T>>) -> Vec<T> {
    if let [_] = lists[..] {
        return lists.remove(0);
    }
    lists.concat()
}

/// Gives every node of the parts its number, chains those of a state, and adds them to `diagram`.
///
/// Every part writes its nodes where they will stay: the memory of a level is touched for the first time by the thread
/// that fills it.
fn chained(
    parts: Vec<Part>,
    options: usize,
    diagram: &mut DiagramBuilder,
    threads: usize,
) -> Result<Vec<Part>, Stopped> {
    let mut levels: Vec<Vec<Node>> = Vec::with_capacity(options);
    // For every part and option, the number of its first node, and where its nodes go.
    let mut places: Vec<Vec<(NodeId, &mut [Node])>> =
        parts.iter().map(|_| Vec::with_capacity(options)).collect();
    let mut next = diagram.next();
    for option in (0..options).rev() {
        let nodes: usize = parts.iter().map(|part| part.options[option].len()).sum();
        let nodes = u32::try_from(nodes).map_err(|_| ZddError::TooLarge.stopped())?;
        next = next.checked_add(nodes).ok_or_else(|| ZddError::TooLarge.stopped())?;
        let bytes = u64::from(nodes) * size_of::<Node>() as u64;
        let refused = |()| Stopped::NoMemory { what: WHAT.to_owned(), needed: bytes };
        levels.push(bytemuck::try_zeroed_vec(nodes as usize).map_err(refused)?);
    }
    let mut next = diagram.next();
    for (level, option) in levels.iter_mut().zip((0..options).rev()) {
        let mut rest = &mut level[..];
        for (part, places) in parts.iter().zip(&mut places) {
            let (own, others) = rest.split_at_mut(part.options[option].len());
            let first = next;
            next += own.len() as NodeId;
            places.push((first, own));
            rest = others;
        }
    }
    let tasks: Vec<_> = parts.into_iter().zip(places).map(Mutex::new).collect();
    let chain = |i: usize| {
        let mut task = tasks[i].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (Part { heads, options }, places) = &mut *task;
        for (first, places) in places {
            let nodes = options.pop().unwrap_or_default();
            for ((id, place), node) in (*first..).zip(places.iter_mut()).zip(nodes) {
                let lo = std::mem::replace(&mut heads[node.lo as usize], id);
                *place = Node { lo, hi: node.hi };
            }
        }
    };
    parallel::map(threads, tasks.len(), chain);
    let into_part =
        |task: Mutex<(Part, _)>| task.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).0;
    let parts = tasks.into_iter().map(into_part).collect();
    for nodes in levels {
        diagram.push(nodes).map_err(ZddError::stopped)?;
    }
    Ok(parts)
}

/// Gives the nodes of the parts their numbers where nodes may be equal: equal ones get the same number.
fn shared(mut parts: Vec<Part>, options: usize, diagram: &mut DiagramBuilder) -> Result<Vec<Part>, ZddError> {
    for option in (0..options).rev() {
        let mut found: Vec<(Node, (u32, u32))> = Vec::new();
        for (i, part) in parts.iter_mut().enumerate() {
            for node in std::mem::take(&mut part.options[option]) {
                let lo = part.heads[node.lo as usize];
                found.push((Node { lo, hi: node.hi }, (i as u32, node.lo)));
            }
        }
        let name = |(part, state): (u32, u32), id| parts[part as usize].heads[state as usize] = id;
        let nodes = distinct(found, diagram.next(), name)?;
        diagram.push(nodes)?;
    }
    Ok(parts)
}

/// A part of the states looking for its children.
struct Finding<'a, K> {
    below: &'a Below<K>,
    level: &'a Level<K>,
    keys: &'a [K],
    placements: &'a [u32],
    watch: &'a Watch<'a>,
}

impl<K: Key> Work for Finding<'_, K> {
    type Output = Result<Part, Stopped>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Result<Part, Stopped> {
        let mut part = Part::new(self.keys.len(), self.placements.len())?;
        let mut option = 0;
        for transition in &self.level.transitions {
            let Some(placement) = transition.placement else {
                self.follow(lanes, transition, |state, head| part.heads[state] = head);
                continue;
            };
            // Transitions come in the order of the options.
            while self.placements[option] != placement {
                option += 1;
            }
            let nodes = &mut part.options[option];
            let before = nodes.capacity();
            self.follow(lanes, transition, |state, head| nodes.push(Node { lo: state as NodeId, hi: head }));
            self.watch.find((nodes.capacity() - before) * size_of::<Node>())?;
        }
        Ok(part)
    }
}

impl<K: Key> Finding<'_, K> {
    /// Hands to `each` every state that `transition` takes to a live state, with the node of the latter.
    #[inline(always)]
    fn follow<L: Lanes>(&self, lanes: L, transition: &Transition<K>, mut each: impl FnMut(usize, NodeId)) {
        let Some(&first) = self.keys.first() else { return };
        let target = |key: K| self.level.carry(key).plus(transition.add);
        let Below { keys: below, heads } = self.below;
        let mut at = below.partition_point(|&key| key < target(first));
        for (chunk, some) in self.keys.chunks(64).enumerate() {
            let mut mask = K::matching(lanes, some, transition.care, transition.value);
            while mask != 0 {
                let state = 64 * chunk + mask.trailing_zeros() as usize;
                mask &= mask - 1;
                let key = target(self.keys[state]);
                while at < below.len() && below[at] < key {
                    at += 1;
                }
                if at == below.len() {
                    return;
                }
                if below[at] == key {
                    each(state, heads[at]);
                }
            }
        }
    }
}
