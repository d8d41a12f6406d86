//! The search where few options are left: a node is a set of options and a set of items.
//!
//! In: a node of the search by lists with so few options that a bit for each is cheaper than a list. Out: the tree below it, with
//! the same nodes in the same order. A child keeps the options that agree with the one taken, by one mask; the item to branch on
//! is the one with the fewest, counted by bits. When few options are left for its words, they are numbered anew. Cost: a few
//! instructions for each item and word.

use super::packed::{MOST_WORDS, Packed};
use super::table::Table;
use super::{NO_MORE, OPTIONAL, Path};
use crate::exact_cover::tree::Node;

/// A node on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Which of the packed problems it belongs to.
    problem: usize,
    /// Where its sets stand: the options alive, and the items to be covered.
    at: usize,
    /// The row of the item to branch on.
    row: usize,
    /// How many options of the item are alive.
    ways: u32,
    /// How many of them may come first, and one more if there need not be any.
    children: u32,
    /// The option that the current child takes, or [`NO_MORE`].
    taken: u32,
}

/// A path through packed problems, and the node it leads to.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// Problems, each with fewer words than the one before.
    problems: Vec<Packed>,
    /// Room for more of them.
    spare: Vec<Packed>,
    /// The sets of all nodes on the path.
    sets: Vec<u64>,
    frames: Vec<Frame>,
    arch: pulp::Arch,
}

/// What a look at a node finds.
enum Look {
    Dead,
    Solution,
    Branch { row: usize, ways: u32, needed: u32 },
}

/// The set that `words` begin with.
#[inline(always)]
fn front<const W: usize>(words: &[u64]) -> [u64; W] {
    words.first_chunk().copied().unwrap_or([0; W])
}

#[inline(always)]
fn size<const W: usize>(set: [u64; W]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

#[inline(always)]
fn both<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] & b[i])
}

#[inline(always)]
fn without<const W: usize>(a: [u64; W], b: [u64; W]) -> [u64; W] {
    std::array::from_fn(|i| a[i] & !b[i])
}

/// Looks for the item with the fewest ways left.
#[inline(always)]
fn look<const W: usize>(
    problem: &Packed,
    alive: [u64; W],
    open: &[u64],
    table: &Table,
    times: &[u32],
) -> Look {
    let ways = |row: usize| size(both(alive, front(&problem.rows[row * W..])));
    let (mut least, mut found) = (i32::MAX, None);
    for (i, &word) in open[..problem.single_words].iter().enumerate() {
        let mut word = word;
        while word != 0 {
            let row = i * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            let ways = ways(row);
            if (ways as i32) < least {
                if ways == 0 {
                    return Look::Dead;
                }
                least = ways as i32;
                found = Some((row, ways, 1));
            }
        }
    }
    for (i, &word) in open.iter().enumerate().skip(problem.single_words) {
        let mut word = word;
        while word != 0 {
            let row = i * 64 + word.trailing_zeros() as usize;
            word &= word - 1;
            let item = problem.items[row] as usize;
            let needed = table.bounds[item].lo.saturating_sub(times[item]);
            let ways = ways(row);
            if ways < needed {
                return Look::Dead;
            }
            // An item that needs no more options comes last, and not at all if it has none left.
            let key = (ways + 1 - needed) as i32 + if needed == 0 { OPTIONAL } else { 0 };
            if key < least && ways > 0 {
                least = key;
                found = Some((row, ways, needed));
            }
        }
    }
    found.map_or(Look::Solution, |(row, ways, needed)| Look::Branch { row, ways, needed })
}

/// A look as an object, compiled for what the machine has: it counts bits.
struct Looking<'a, const W: usize> {
    problem: &'a Packed,
    alive: [u64; W],
    open: &'a [u64],
    table: &'a Table,
    times: &'a [u32],
}

impl<const W: usize> pulp::WithSimd for Looking<'_, W> {
    type Output = Look;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> Look {
        look(self.problem, self.alive, self.open, self.table, self.times)
    }
}

impl Bits {
    pub fn new() -> Self {
        Bits {
            problems: Vec::new(),
            spare: Vec::new(),
            sets: Vec::new(),
            frames: Vec::new(),
            arch: pulp::Arch::new(),
        }
    }

    /// Whether the current node is on the path.
    pub fn is_active(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Begins, at a node that branches on `item`, with the problem of `options` and `items`.
    pub fn begin(
        &mut self,
        table: &Table,
        options: impl Iterator<Item = u32>,
        items: impl Iterator<Item = u32> + Clone,
        times: &[u32],
        item: u32,
    ) -> Node {
        let mut problem = self.spare.pop().unwrap_or_default();
        problem.pack(table, options, items, times);
        self.start(problem, table, times, item)
    }

    /// Packs the options alive and the items open anew, in fewer words.
    #[cold]
    #[inline(never)]
    fn pack_again(&mut self, at: usize, row: usize, table: &Table, times: &[u32]) -> Node {
        let old = &self.problems[self.problems.len() - 1];
        let holds = |set: usize, i: usize| self.sets[set + i / 64] >> (i % 64) & 1 == 1;
        let options =
            old.options.iter().enumerate().filter(|&(i, _)| holds(at, i)).map(|(_, &option)| option);
        let open = at + old.words;
        let items = old.items.iter().enumerate().filter(|&(i, _)| holds(open, i)).map(|(_, &item)| item);
        let item = old.items[row];
        let mut problem = self.spare.pop().unwrap_or_default();
        problem.pack(table, options, items, times);
        self.start(problem, table, times, item)
    }

    fn start(&mut self, problem: Packed, table: &Table, times: &[u32], item: u32) -> Node {
        let (at, words) = (self.sets.len(), problem.words);
        self.sets.resize(at + words + problem.item_words, 0);
        for i in 0..problem.options.len() {
            self.sets[at + i / 64] |= 1 << (i % 64);
        }
        for (i, _) in problem.items.iter().enumerate().filter(|&(_, &item)| item != NO_MORE) {
            self.sets[at + words + i / 64] |= 1 << (i % 64);
        }
        let row = problem.items.iter().position(|&i| i == item).unwrap_or(0);
        let ways = problem.rows[row * words..(row + 1) * words].iter().map(|word| word.count_ones()).sum();
        let needed = table.bounds[item as usize].lo.saturating_sub(times[item as usize]);
        self.problems.push(problem);
        self.push(at, row, ways, ways + 1 - needed);
        Node::Inner(ways + 1 - needed)
    }

    fn push(&mut self, at: usize, row: usize, ways: u32, children: u32) {
        self.frames.push(Frame { problem: self.problems.len() - 1, at, row, ways, children, taken: NO_MORE });
    }

    /// Looks at the node whose sets are the last.
    #[inline]
    pub fn open(&mut self, table: &Table, path: &Path) -> Node {
        match self.problems[self.problems.len() - 1].words {
            1 => self.open_with::<1>(table, &path.times),
            2 => self.open_with::<2>(table, &path.times),
            4 => self.open_with::<4>(table, &path.times),
            _ => self.open_with::<MOST_WORDS>(table, &path.times),
        }
    }

    #[inline]
    fn open_with<const W: usize>(&mut self, table: &Table, times: &[u32]) -> Node {
        let problem = &self.problems[self.problems.len() - 1];
        let at = self.sets.len() - W - problem.item_words;
        let alive: [u64; W] = front(&self.sets[at..]);
        let looking = Looking { problem, alive, open: &self.sets[at + W..], table, times };
        match self.arch.dispatch(looking) {
            Look::Dead => {
                self.push(at, 0, 0, 0);
                Node::Inner(0)
            }
            Look::Solution => {
                self.push(at, 0, 0, 0);
                Node::Solution
            }
            Look::Branch { row, ways, needed } => {
                let children = ways + 1 - needed;
                // Fewer words pay only if there is something below.
                if W > 1 && children > 1 && size(alive) as usize <= 64.min(16 * W) {
                    return self.pack_again(at, row, table, times);
                }
                self.push(at, row, ways, children);
                Node::Inner(children)
            }
        }
    }

    /// Goes to child `from`, if there is one and it is below `to`.
    #[inline]
    pub fn enter(&mut self, from: u32, to: u32, table: &Table, path: &mut Path) -> bool {
        let last = self.frames.len() - 1;
        let frame = self.frames[last];
        if from >= to.min(frame.children) {
            return false;
        }
        let problem = &self.problems[frame.problem];
        let sets = &mut self.sets;
        let taken = match problem.words {
            1 => enter_with::<1>(problem, sets, &frame, from, table, &mut path.times),
            2 => enter_with::<2>(problem, sets, &frame, from, table, &mut path.times),
            4 => enter_with::<4>(problem, sets, &frame, from, table, &mut path.times),
            _ => enter_with::<MOST_WORDS>(problem, sets, &frame, from, table, &mut path.times),
        };
        if taken != NO_MORE {
            path.chosen.push(table.names[problem.options[taken as usize] as usize]);
        }
        self.frames[last].taken = taken;
        true
    }

    /// Goes back to the parent; false if its parent is not here.
    #[inline]
    pub fn leave(&mut self, table: &Table, path: &mut Path) -> bool {
        self.frames.pop();
        let Some(&Frame { problem, at, taken, .. }) = self.frames.last() else {
            self.spare.append(&mut self.problems);
            self.sets.clear();
            return false;
        };
        if problem + 1 < self.problems.len() {
            self.spare.extend(self.problems.drain(problem + 1..));
        }
        let problem = &self.problems[problem];
        self.sets.truncate(at + problem.words + problem.item_words);
        if taken != NO_MORE {
            path.chosen.pop();
            for &item in table.primary.get(problem.options[taken as usize]) {
                if !problem.is_single(problem.row_of_item[item as usize] as usize) {
                    path.times[item as usize] -= 1;
                }
            }
        }
        true
    }

    /// How many children the node at `depth` here has.
    pub fn children(&self, depth: usize) -> u32 {
        self.frames.get(depth).map_or(0, |frame| frame.children)
    }
}

/// Adds the sets of child `number` to `sets`, and says which option it takes.
#[inline]
fn enter_with<const W: usize>(
    problem: &Packed,
    sets: &mut Vec<u64>,
    frame: &Frame,
    number: u32,
    table: &Table,
    times: &mut [u32],
) -> u32 {
    let items = problem.item_words;
    let row = |row: usize| -> [u64; W] { front(&problem.rows[row * W..]) };
    let mut alive: [u64; W] = front(&sets[frame.at..]);
    let top = sets.len();
    sets.extend_from_slice(&alive);
    sets.extend_from_within(frame.at + W..frame.at + W + items);
    let options = both(alive, row(frame.row));
    let (set, open) = sets[top..].split_at_mut(W);
    let taken = if number == frame.ways {
        alive = without(alive, options);
        open[frame.row / 64] &= !(1 << (frame.row % 64));
        NO_MORE
    } else {
        let (earlier, option) = split(options, number);
        if !problem.is_single(frame.row) {
            alive = without(alive, earlier);
        }
        alive[option / 64] &= !(1 << (option % 64));
        for &item in table.primary.get(problem.options[option]) {
            let other = problem.row_of_item[item as usize] as usize;
            let full = problem.is_single(other) || {
                times[item as usize] += 1;
                times[item as usize] == table.bounds[item as usize].hi
            };
            if full {
                alive = without(alive, row(other));
                open[other / 64] &= !(1 << (other % 64));
            }
        }
        for claim in table.claims.get(problem.options[option]) {
            alive = without(alive, row(problem.rivals(claim) as usize));
        }
        option as u32
    };
    set.copy_from_slice(&alive);
    taken
}

/// The first `number` options of a set, and the one after them.
#[inline(always)]
fn split<const W: usize>(set: [u64; W], number: u32) -> ([u64; W], usize) {
    let mut earlier = set;
    let mut left = number;
    let mut found = 0;
    let mut passed = false;
    for (i, word) in set.into_iter().enumerate() {
        if passed {
            earlier[i] = 0;
        } else if word.count_ones() <= left {
            left -= word.count_ones();
        } else {
            let mut rest = word;
            (0..left).for_each(|_| rest &= rest - 1);
            earlier[i] = word & !rest;
            found = i * 64 + rest.trailing_zeros() as usize;
            passed = true;
        }
    }
    (earlier, found)
}
