//! One level, compiled: what deciding an item does to the key of a state.
//!
//! The bits of a key are the *active* items in sequence: the current one at bit 0, then every later item that some
//! option begun earlier can have covered. Above them, at fixed places below the top bit, stand the counters of the
//! pieces whose copies are limited or asked for. A choice applies to a state when certain bits have certain values
//! (`care`, `value`), and the key it leads to is
//!
//! > carry(key) + add, where carry drops bit 0 and spreads the rest to make room for items that become active.
//!
//! `carry` keeps the order of keys and so does adding a constant: *the states that a choice leads to come in the order
//! of the states it comes from*. That is what lets the next layer be made by merging, without any look-up.
//!
//! Dead states are dropped where they arise: when the last option that could cover an item has been passed, every
//! transition demands that the item be covered.
//!
//! Counters: a piece with an upper limit counts from `2^b - 1 - limit`, so that one copy too many carries into a guard
//! bit; a piece with a lower limit only stops counting there, which takes a transition of its own.

use super::cover::{Cover, CoverOption, Item};
use super::key::Key;
use super::prune::Coverable;
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};

/// The most transitions of a level.
const MAX_TRANSITIONS: usize = 1 << 14;

/// A choice at a level, and what it does to the states it applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Transition<K> {
    /// The bits looked at,
    pub care: K,
    /// and what they must be.
    pub value: K,
    /// Added to the carried key.
    pub add: K,
    /// The placement chosen; nothing when the item was covered before.
    pub placement: Option<u32>,
}

/// What happens at one item.
#[derive(Clone, Debug)]
pub(crate) struct Level<K> {
    /// The choices.
    pub transitions: Vec<Transition<K>>,
    /// Groups of bits, and how far each moves to the left after the shift by one to the right.
    pub moves: Vec<(K, u32)>,
    /// Bits that must stay zero.
    pub guard: K,
    /// The item that is decided.
    pub item: usize,
    /// The active items of the next keys.
    pub active: Vec<u32>,
    /// The bits of the next keys that are cells (not demands, not counters).
    pub cells: K,
    /// What must be coverable in the next keys; others may be dropped.
    pub coverable: Vec<Coverable<K>>,
}

impl<K: Key> Level<K> {
    /// The key without its first bit, spread out for the next level. Keeps the order of keys.
    #[inline(always)]
    pub fn carry(&self, key: K) -> K {
        let moved = |&(mask, left): &(K, u32)| (key & mask).right(1).left(left);
        self.moves.iter().map(moved).fold(K::ZERO, K::bitor)
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let sets = self.coverable.iter().map(|cell| cell.sets.capacity()).sum::<usize>() * size_of::<K>();
        let lists = self.transitions.capacity() * size_of::<Transition<K>>()
            + self.moves.capacity() * size_of::<(K, u32)>()
            + self.coverable.capacity() * size_of::<Coverable<K>>()
            + self.active.capacity() * size_of::<u32>()
            + sets;
        (lists + size_of::<Self>()) as u64
    }

    /// The key from which `transition` leads to `key`, if there is one.
    pub fn undo(&self, transition: &Transition<K>, key: K) -> Option<K> {
        if key < transition.add {
            return None;
        }
        let carried = key.less(transition.add);
        let back = |&(mask, left): &(K, u32)| carried.right(left).left(1) & mask;
        let kept = self.moves.iter().map(back).fold(K::ZERO, K::bitor);
        let before = kept | (transition.value & K::bit(0));
        let fits = before & transition.care == transition.value;
        (fits && self.carry(before).plus(transition.add) == key).then_some(before)
    }
}

/// Counts the copies of one piece inside the key.
#[derive(Clone, Debug)]
struct Counter {
    piece: u32,
    at: usize,
    bits: usize,
    /// The value when no copy is used.
    start: u64,
    /// Copies above this are not told apart (where there is only a lower limit) or not allowed.
    top: u64,
    saturates: bool,
    least: u64,
}

impl Counter {
    fn used(&self, key: u64) -> u64 {
        (key & ((1 << self.bits) - 1)).wrapping_sub(self.start)
    }
}

/// The counters of a problem, and where they stand in a key.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    each: Vec<Counter>,
    width: usize,
    /// Whether some piece must be used more often than the board has room for.
    pub impossible: bool,
}

impl Counters {
    /// The counters that `problem` needs; every piece has one when they are asked for `by_piece`. `at_once` is the
    /// largest number of copies one choice can use.
    pub fn new(problem: &Problem, by_piece: bool, at_once: u32) -> Self {
        let area = problem.region.len() as u64;
        let mut counters = Vec::new();
        let mut impossible = false;
        let mut width = 0;
        for (index, piece) in problem.pieces.iter().enumerate() {
            let room = area / (piece.size() as u64).max(1);
            let least = u64::from(piece.copies.min());
            impossible |= least > room;
            let limit = piece.copies.max().map(u64::from).filter(|&max| max < room);
            let (top, saturates) = match (limit, by_piece) {
                (Some(max), _) => (max, false),
                (None, true) => (room, false),
                (None, false) if least > 0 => (least.min(room), true),
                (None, false) => continue,
            };
            let bits = (64 - (top | u64::from(at_once)).leading_zeros()) as usize;
            // One more bit for the guard.
            let start = (1 << bits) - 1 - top;
            counters.push(Counter { piece: index as u32, at: width, bits, start, top, saturates, least });
            width += bits + 1;
        }
        Counters { each: counters, width, impossible }
    }

    /// The copies used when nothing has been laid, if these are allowed.
    pub fn nothing(&self) -> Option<Vec<u64>> {
        let allowed = self.each.iter().all(|counter| counter.least == 0);
        allowed.then(|| vec![0; self.each.len()])
    }

    /// Bits they take.
    pub fn width(&self) -> usize {
        self.width
    }

    fn base<K: Key>(&self) -> usize {
        K::BITS as usize - 1 - self.width
    }

    /// The key in which nothing is covered and nothing used.
    pub fn root<K: Key>(&self) -> K {
        let base = self.base::<K>();
        let shifted = |c: &Counter| spread::<K>(c.start, base + c.at);
        self.each.iter().map(shifted).fold(K::ZERO, K::bitor)
    }

    fn guard<K: Key>(&self) -> K {
        let base = self.base::<K>();
        self.each.iter().map(|c| K::bit((base + c.at + c.bits) as u32)).fold(K::ZERO, K::bitor)
    }

    /// The copies of each counted piece that `key` stands for, when they are allowed.
    pub fn copies<K: Key>(&self, key: K) -> Option<Vec<u64>> {
        let base = self.base::<K>();
        let used = self.each.iter().map(|c| {
            let used = c.used(key.right((base + c.at) as u32).limb(0));
            (used >= c.least).then_some(used)
        });
        used.collect()
    }

    /// Whether `key` can be that of a state with `width` active items.
    #[cfg(feature = "files")]
    pub fn admit<K: Key>(&self, key: K, width: usize) -> bool {
        let base = self.base::<K>();
        let used = K::low(width as u32) | field::<K>(base, K::BITS as usize - 1);
        key.minus(used).is_zero()
            && !key.meets(self.guard::<K>())
            && self.each.iter().all(|c| c.used(key.right((base + c.at) as u32).limb(0)) <= c.top)
    }

    /// The ways in which using `choice` changes the counters: the bits that matter, their value, and what is added.
    fn variants<K: Key>(&self, choice: &CoverOption<'_>) -> Vec<(K, K, K)> {
        let base = self.base::<K>();
        let mut variants = vec![(K::ZERO, K::ZERO, K::ZERO)];
        for counter in &self.each {
            let uses = choice.pieces.iter().filter(|&&p| p == counter.piece).count() as u64;
            if uses == 0 {
                continue;
            }
            let at = base + counter.at;
            let mut ways = Vec::new();
            if uses <= counter.top {
                ways.push((K::ZERO, K::ZERO, spread::<K>(uses, at)));
            }
            if counter.saturates {
                let field = field::<K>(at, at + counter.bits + 1);
                for used in (counter.top + 1).saturating_sub(uses)..=counter.top {
                    let value = spread::<K>(counter.start + used, at);
                    ways.push((field, value, spread::<K>(counter.top - used, at)));
                }
            }
            let pairs = variants.iter().flat_map(|v| ways.iter().map(move |w| (v, w)));
            variants = pairs.map(|(v, w)| (v.0 | w.0, v.1 | w.1, v.2.plus(w.2))).collect();
        }
        variants
    }
}

/// The bits `from..to`.
fn field<K: Key>(from: usize, to: usize) -> K {
    K::low(to as u32).minus(K::low(from as u32))
}

fn spread<K: Key>(value: u64, at: usize) -> K {
    let bits = (0..64).filter(|i| value >> i & 1 == 1);
    bits.map(|i| K::bit((at + i) as u32)).fold(K::ZERO, K::bitor)
}

/// The number of active items at every level of `cover`, the first left out. O(items and options).
///
/// # Errors
/// When `control` says stop, or there is no memory for it.
pub(crate) fn widths(cover: &Cover, control: &Control) -> Result<Vec<usize>, Stopped> {
    const WHAT: &str = "the width of the frontier at every level";
    let pulse = Pulse::preparing(control);
    let items = cover.items().len();
    // An item is active from the first level that can cover it, and at the latest from the level before its own.
    let mut first: Vec<usize> = room::list(items, WHAT)?;
    first.extend((0..items).map(|item| item.saturating_sub(1)));
    for level in 0..items {
        pulse.beat()?;
        for choice in cover.starting_at(level) {
            pulse.beat()?;
            for &item in choice.items {
                first[item as usize] = first[item as usize].min(level);
            }
        }
    }
    let mut entering = room::filled(0, items + 1, WHAT)?;
    for &level in first.iter().skip(1) {
        entering[level] += 1;
    }
    let mut width = 1;
    entering.truncate(items);
    for here in &mut entering {
        width = width + *here - 1;
        *here = width;
    }
    Ok(entering)
}

/// The largest of [`widths`], 1 where there are none.
///
/// # Errors
/// As [`widths`].
pub(crate) fn widest(cover: &Cover, control: &Control) -> Result<usize, Stopped> {
    Ok(widths(cover, control)?.into_iter().max().unwrap_or(1))
}

fn next_active(cover: &Cover, active: &[u32], item: usize) -> Vec<u32> {
    let mut next: Vec<u32> = active[1..].to_vec();
    let before = next.len();
    for choice in cover.starting_at(item) {
        next.extend(&choice.items[1..]);
    }
    if item + 1 < cover.items().len() {
        next.push(item as u32 + 1);
    }
    if next.len() > before {
        next.sort_unstable();
        next.dedup();
    }
    next
}

/// The levels of a cover, compiled one after the other.
#[derive(Debug)]
pub(crate) struct Levels<'a, K> {
    cover: &'a Cover,
    counters: &'a Counters,
    active: Vec<u32>,
    item: usize,
    key: std::marker::PhantomData<K>,
}

impl<'a, K: Key> Levels<'a, K> {
    /// The levels from the first on. The keys must be wide enough for the largest of [`widths`] plus the counters plus one bit.
    pub fn new(cover: &'a Cover, counters: &'a Counters) -> Self {
        Self { cover, counters, active: vec![0], item: 0, key: std::marker::PhantomData }
    }

    /// The items that the bits of a key at the level to come stand for.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// The next level, with what is coverable in its keys if the layer before it has so many states that it is worth it.
    ///
    /// # Errors
    /// When it has too many transitions.
    pub fn next_from(&mut self, states: u64) -> Option<Result<Level<K>, Stopped>> {
        let level = self.next()?;
        Some(level.map(|mut level| {
            level.find_coverable(self.cover, states);
            level
        }))
    }
}

/// Bytes of levels between two looks at the memory.
const MUCH: u64 = 1 << 20;

/// All levels of a cover.
///
/// # Errors
/// When a level has too many transitions, they outgrow the memory of `control`, or it says stop.
pub(crate) fn compiled<K: Key>(
    cover: &Cover,
    counters: &Counters,
    control: &Control,
) -> Result<Vec<Level<K>>, Stopped> {
    const WHAT: &str = "the levels of the puzzle";
    let pulse = Pulse::preparing(control);
    let mut levels = room::list(cover.items().len(), WHAT)?;
    let (mut bytes, mut announced) = (0, 0);
    for level in Levels::new(cover, counters) {
        let level: Level<K> = level?;
        pulse.beats(1 + level.transitions.len() as u64)?;
        bytes += level.bytes();
        if bytes >= announced + MUCH {
            control.reserve(bytes, WHAT)?;
            announced = bytes;
        }
        levels.push(level);
    }
    Ok(levels)
}

impl<K: Key> Iterator for Levels<'_, K> {
    type Item = Result<Level<K>, Stopped>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.item;
        let kind = *self.cover.items().get(item)?;
        let next = next_active(self.cover, &self.active, item);
        let compiler = Compiler { cover: self.cover, active: &self.active, next: &next, item };
        let mut transitions = Vec::new();
        let covered = Transition { care: K::bit(0), value: K::bit(0), add: K::ZERO, placement: None };
        transitions.extend(compiler.demand_the_due(covered, &[]));
        if kind == Item::Cell {
            for choice in self.cover.starting_at(item) {
                for (care, value, add) in self.counters.variants::<K>(&choice) {
                    let start = Transition { care, value, add, placement: None };
                    if let Err(stopped) = compiler.lay(&choice, start, &mut transitions) {
                        return Some(Err(stopped));
                    }
                }
            }
        }
        let moves = self.moves(&next);
        let is_cell = |&bit: &usize| self.cover.items()[next[bit] as usize] == Item::Cell;
        let cells = (0..next.len()).filter(is_cell).map(|bit| K::bit(bit as u32)).fold(K::ZERO, K::bitor);
        self.active.clone_from(&next);
        self.item += 1;
        let guard = self.counters.guard();
        Some(Ok(Level { transitions, moves, item, active: next, guard, cells, coverable: Vec::new() }))
    }
}

impl<K: Key> Levels<'_, K> {
    /// How the bits of the active items move when they become those of `next`.
    fn moves(&self, next: &[u32]) -> Vec<(K, u32)> {
        let mut at = 0;
        let lefts = self.active.iter().enumerate().skip(1).map(|(bit, item)| {
            while next[at] != *item {
                at += 1;
            }
            (bit as u32, (at + 1 - bit) as u32)
        });
        let mut moves = grouped(lefts);
        if self.counters.width > 0 {
            // The counters stay where they are.
            moves.push((field(self.counters.base::<K>(), K::BITS as usize - 1), 1));
        }
        moves
    }
}

/// Groups of the bits that move equally far, where this is given for ascending bits.
pub(crate) fn grouped<K: Key>(lefts: impl Iterator<Item = (u32, u32)>) -> Vec<(K, u32)> {
    let mut moves: Vec<(K, u32)> = Vec::new();
    for (bit, left) in lefts {
        match moves.last_mut() {
            Some((mask, same)) if *same == left => *mask |= K::bit(bit),
            _ => moves.push((K::bit(bit), left)),
        }
    }
    moves
}

/// What is known while one level is compiled.
struct Compiler<'a> {
    cover: &'a Cover,
    active: &'a [u32],
    next: &'a [u32],
    item: usize,
}

impl Compiler<'_> {
    /// Adds to `transitions` those of laying `choice`: one, or one for each way in which the demands that it meets may
    /// have been met before.
    fn lay<K: Key>(
        &self,
        choice: &CoverOption<'_>,
        start: Transition<K>,
        transitions: &mut Vec<Transition<K>>,
    ) -> Result<(), Stopped> {
        let mut laid = Transition { placement: Some(choice.placement), ..start };
        laid.care |= K::bit(0);
        let mut met_before = Vec::new();
        for (item, alone) in choice.items.iter().zip(choice.alone).skip(1) {
            let old = self.active.binary_search(item);
            // Every item of a choice at this level is active at the next.
            let new = self.next.binary_search(item).map_or(K::ZERO, |bit| K::bit(bit as u32));
            match (self.cover.items()[*item as usize], old) {
                (Item::Cell, Ok(bit)) => laid.care |= K::bit(bit as u32),
                (Item::Demand, Ok(bit)) if !alone => {
                    met_before.push((K::bit(bit as u32), new));
                    continue;
                }
                // Not met before: no earlier choice could meet it.
                (Item::Demand, Ok(_)) | (_, Err(_)) => {}
            }
            laid.add |= new;
        }
        let ways = 1_usize.checked_shl(met_before.len() as u32).unwrap_or(usize::MAX);
        if ways.saturating_add(transitions.len()) > MAX_TRANSITIONS {
            return Err(Stopped::TooLarge(format!(
                "the rules make more than {MAX_TRANSITIONS} cases of laying a piece on one cell: a piece touches too \
                 many points or lines at once"
            )));
        }
        let mut variants = vec![laid];
        for (old, new) in met_before {
            let doubled = variants.into_iter().flat_map(|v| {
                let care = v.care | old;
                let met = Transition { care, value: v.value | old, ..v };
                [Transition { care, add: v.add | new, ..v }, met]
            });
            variants = doubled.collect();
        }
        transitions.extend(variants.into_iter().filter_map(|v| self.demand_the_due(v, choice.items)));
        Ok(())
    }

    /// Restricts the transition to states in which every item that no later option can cover is covered, unless `items` cover it.
    fn demand_the_due<K: Key>(&self, mut transition: Transition<K>, items: &[u32]) -> Option<Transition<K>> {
        for item in self.next {
            let due = self.cover.last_start(*item as usize) as usize <= self.item;
            if !due || items.binary_search(item).is_ok() {
                continue;
            }
            let bit = K::bit(self.active.binary_search(item).ok()? as u32);
            if transition.care.meets(bit) && !transition.value.meets(bit) {
                return None;
            }
            transition.care |= bit;
            transition.value |= bit;
        }
        Some(transition)
    }
}
