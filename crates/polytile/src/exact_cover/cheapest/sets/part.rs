//! A part of the search, and how it is walked.
//!
//! A node is a list of options, the cheapest first, what has been paid, and the items that are open. Nothing is ever taken back: to
//! choose an option is to copy those that go with it and are not too dear, to go back is to forget the copy. One look at each finds how
//! often every item occurs, up to seven times, in three sets that count in parallel, and what the cheapest of its options
//! costs, since they come in this order: a bound, as an option pays for at most so many items.

use super::encode::Live;
use super::taxes::levy;
use super::{Common, WHAT};
use crate::bit_string::BitString;
use crate::exact_cover::cheapest::pool::Pool;
use crate::run::{Stopped, room};

/// A node on the path, and where its options stand.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    /// Its options.
    live: (usize, usize),
    open: W,
    paid: i64,
    taxed: Taxed,
    /// The item that is branched on.
    item: u32,
    /// Where the next way is looked for.
    next: usize,
    /// How many ways there were, and how many were not taken yet.
    ways: (u32, u32),
}

/// A node to be looked at, whose options stand at the end of the list.
#[derive(Clone, Copy, Debug)]
struct Unseen<W> {
    start: usize,
    open: W,
    paid: i64,
    taxed: Taxed,
}

/// What had been paid when taxes were levied last, and what these came to.
#[derive(Clone, Copy, Debug, Default)]
struct Taxed {
    before: i64,
    gain: i64,
}

impl Taxed {
    /// Whether taxes are worth levying again: those before took a good part of what could be paid.
    fn pays(self, pool: &Pool) -> bool {
        pool.is_full() && self.gain > 0 && self.gain >= pool.slack(self.before) / PAYS
    }
}

/// Taxes pay if they take one of this many parts of what may be paid.
const PAYS: i64 = 4;

/// A part of the tree, and the place in it.
#[derive(Debug)]
pub(super) struct Part<W> {
    unseen: Option<Unseen<W>>,
    frames: Vec<Frame<W>>,
    live: Vec<Live<W>>,
    chosen: Vec<u32>,
    /// The share of the whole tree.
    weight: f64,
    /// Nodes seen, level by level.
    pub profile: Vec<u64>,
    /// For what comes next in the order of the options.
    scratch: Vec<(u32, W)>,
}

/// What was done: nodes, and options looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Done {
    pub nodes: u64,
    pub looks: u64,
}

impl<W: BitString> Part<W> {
    /// All of it.
    pub fn whole(live: Vec<Live<W>>, open: W) -> Self {
        Part::new(Unseen { start: 0, open, paid: 0, taxed: Taxed::default() }, live, Vec::new(), 1.0)
    }

    fn new(unseen: Unseen<W>, live: Vec<Live<W>>, chosen: Vec<u32>, weight: f64) -> Self {
        let unseen = Some(unseen);
        Part { unseen, frames: Vec::new(), live, chosen, weight, profile: Vec::new(), scratch: Vec::new() }
    }

    /// Whether nothing is left of it.
    pub fn is_done(&self) -> bool {
        self.unseen.is_none() && self.frames.is_empty()
    }

    /// The share of the whole tree that is left of it.
    pub fn left(&self) -> f64 {
        let (mut share, mut left) = (self.weight, 0.0);
        for frame in &self.frames {
            share /= f64::from(frame.ways.0.max(1));
            left += share * f64::from(frame.ways.1);
        }
        if self.is_done() { 0.0 } else { left + share }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.live.capacity() * size_of::<Live<W>>()
            + self.frames.capacity() * size_of::<Frame<W>>()
            + self.scratch.capacity() * size_of::<(u32, W)>()) as u64
    }

    /// Walks on for about as long as it may, and says for how long.
    pub fn walk(&mut self, common: &Common<W>, pool: &Pool, may: Done) -> Result<Done, Stopped> {
        let mut done = Done::default();
        while done.looks < may.looks && done.nodes < may.nodes && !self.is_done() {
            if let Some(unseen) = self.unseen.take() {
                done.nodes += 1;
                done.looks += (self.live.len() - unseen.start) as u64;
                self.look(unseen, common, pool)?;
            }
            done.looks += 1 + self.next(common, pool)?;
        }
        Ok(done)
    }

    /// Takes the next way on, and says how many options were looked at.
    fn next(&mut self, common: &Common<W>, pool: &Pool) -> Result<u64, Stopped> {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return Ok(0) };
        let (from, to) = frame.live;
        let bit = W::bit(frame.item);
        let way = (frame.next..to).find(|&at| self.live[at].claims.meets(bit));
        // The further ways are dearer still.
        let Some(at) = way.filter(|&at| pool.admits(frame.paid, self.live[at].net)) else {
            self.live.truncate(from);
            self.frames.pop();
            if depth > 1 {
                self.chosen.pop();
            }
            return Ok(0);
        };
        frame.next = at + 1;
        frame.ways.1 = frame.ways.1.saturating_sub(1);
        let Frame { open, paid, taxed, .. } = *frame;
        let Live { claims, net, option } = self.live[at];
        let paid = paid.saturating_add(net);
        let start = self.live.len();
        self.keep((from, to), common.options[option as usize].forbids, pool.slack(paid))?;
        self.chosen.push(option);
        self.unseen = Some(Unseen { start, open: open.minus(claims), paid, taxed });
        Ok((to - from) as u64)
    }

    /// Copies to the end what is not forbidden of the options there, and not too dear.
    #[inline]
    fn keep(&mut self, (from, to): (usize, usize), forbidden: W, slack: i64) -> Result<(), Stopped> {
        room::more(&mut self.live, to - from, WHAT)?;
        for at in from..to {
            let live = self.live[at];
            if live.net > slack {
                break;
            }
            if !live.claims.meets(forbidden) {
                self.live.push(live);
            }
        }
        Ok(())
    }

    /// Looks at a node, and goes on from there if there is a way.
    fn look(&mut self, unseen: Unseen<W>, common: &Common<W>, pool: &Pool) -> Result<(), Stopped> {
        let level = self.chosen.len();
        if self.profile.len() <= level {
            self.profile.resize(level + 1, 0);
        }
        self.profile[level] += 1;
        let start = unseen.start;
        if unseen.open.is_zero() {
            let known = |&option: &u32| common.options[option as usize];
            let weight = self.chosen.iter().map(|option| known(option).weight).sum();
            pool.add(weight, self.chosen.iter().map(|option| known(option).name))?;
        } else if let Some(frame) = self.open(unseen, common, pool) {
            self.frames.push(frame);
            return Ok(());
        }
        self.live.truncate(start);
        if !self.frames.is_empty() {
            self.chosen.pop();
        }
        Ok(())
    }

    /// Decides how to go on from a node.
    fn open(&mut self, unseen: Unseen<W>, common: &Common<W>, pool: &Pool) -> Option<Frame<W>> {
        let Unseen { start, open, mut paid, mut taxed } = unseen;
        if self.chosen.is_empty() || taxed.pays(pool) {
            let gain = levy(&mut self.live[start..], open)?;
            taxed = Taxed { before: paid, gain };
            paid = paid.saturating_add(gain);
            let slack = pool.slack(paid);
            let end = self.live[start..].partition_point(|live| live.net <= slack);
            self.live.truncate(start + end);
        }
        if pool.slack(paid) < 0 || (pool.is_tied(paid) && !self.may_precede(start, common, pool)) {
            return None;
        }
        let live = &self.live[start..];
        let mut counts = Counts::new(open);
        let mut least = 0_i64;
        for live in live {
            let first = counts.add(live.claims);
            if !first.is_zero() {
                least =
                    least.saturating_add(i64::from(first.count()).saturating_mul(live.net / common.share));
            }
        }
        if !counts.has_all() || least > pool.slack(paid) {
            return None;
        }
        let item = counts.rarest(live);
        let ways = live.iter().filter(|live| live.claims.meets(W::bit(item))).count() as u32;
        let frame = Frame {
            live: (start, self.live.len()),
            open,
            paid,
            taxed,
            item,
            next: start,
            ways: (ways, ways),
        };
        Some(frame)
    }

    /// Whether a solution of the node whose options begin there may come before the last one kept.
    fn may_precede(&mut self, start: usize, common: &Common<W>, pool: &Pool) -> bool {
        let chosen = self.chosen.iter().map(|&option| (option, W::ZERO));
        self.scratch.clear();
        self.scratch.extend(chosen.chain(self.live[start..].iter().map(|live| (live.option, live.claims))));
        self.scratch.sort_unstable_by_key(|(option, _)| *option);
        let (mut forbidden, mut at) = (W::ZERO, 0);
        let names = self.scratch.iter().map(|&(option, _)| common.options[option as usize].name);
        pool.may_precede(names, |_| {
            let (option, claims) = self.scratch[at];
            at += 1;
            let clashes = claims.meets(forbidden);
            if !clashes {
                forbidden |= common.options[option as usize].forbids;
            }
            clashes
        })
    }

    /// Cuts off what is left to be done at the node nearest to the root, as parts of their own.
    pub fn cut(&mut self, common: &Common<W>, pool: &Pool) -> Result<Vec<Self>, Stopped> {
        let mut parts = Vec::new();
        let mut share = self.weight;
        let depth = self.chosen.len() - usize::from(self.unseen.is_some() && !self.frames.is_empty());
        let above = depth + 1 - self.frames.len().max(1);
        for (i, frame) in self.frames.iter_mut().enumerate() {
            share /= f64::from(frame.ways.0.max(1));
            if frame.ways.1 == 0 {
                continue;
            }
            let bit = W::bit(frame.item);
            let all = &self.live[frame.live.0..frame.live.1];
            for way in self.live[frame.next..frame.live.1].iter().filter(|live| live.claims.meets(bit)) {
                if !pool.admits(frame.paid, way.net) {
                    break;
                }
                let paid = frame.paid.saturating_add(way.net);
                let (forbidden, slack) = (common.options[way.option as usize].forbids, pool.slack(paid));
                let goes = |live: &&Live<W>| live.net <= slack && !live.claims.meets(forbidden);
                let mut live = room::list(all.len(), WHAT)?;
                live.extend(all.iter().filter(goes));
                let mut chosen = self.chosen[..above + i].to_vec();
                chosen.push(way.option);
                let open = frame.open.minus(way.claims);
                let unseen = Unseen { start: 0, open, paid, taxed: frame.taxed };
                parts.push(Part::new(unseen, live, chosen, share));
            }
            frame.next = frame.live.1;
            frame.ways.1 = 0;
            break;
        }
        Ok(parts)
    }
}

/// How often every open item occurs, up to seven times.
struct Counts<W> {
    open: W,
    ones: W,
    twos: W,
    fours: W,
    more: W,
}

impl<W: BitString> Counts<W> {
    fn new(open: W) -> Self {
        Counts { open, ones: W::ZERO, twos: W::ZERO, fours: W::ZERO, more: W::ZERO }
    }

    /// Counts what an option claims, and says which open items occur for the first time.
    #[inline]
    fn add(&mut self, claims: W) -> W {
        let first = (self.open & claims).minus(self.ones | self.twos | self.fours | self.more);
        let two = self.ones & claims;
        self.ones ^= claims;
        let four = self.twos & two;
        self.twos ^= two;
        self.more |= self.fours & four;
        self.fours ^= four;
        first
    }

    /// Whether every open item occurs.
    fn has_all(&self) -> bool {
        self.open.minus(self.ones | self.twos | self.fours | self.more).is_zero()
    }

    /// One of the items that occur least often: that whose cheapest option is the dearest, if that is less than eight times.
    fn rarest(&self, live: &[Live<W>]) -> u32 {
        let few = self.open.minus(self.more);
        let set = |has: W, bit: bool| if bit { has } else { !has };
        for count in 1..8_u32 {
            let these = [(self.ones, 1), (self.twos, 2), (self.fours, 4)];
            let mut items = these.into_iter().fold(few, |all, (has, bit)| all & set(has, count & bit > 0));
            if items.is_zero() {
                continue;
            }
            for live in live {
                let later = items.minus(live.claims);
                if later.is_zero() {
                    break;
                }
                items = later;
            }
            return items.lowest();
        }
        let mut times = vec![0_u32; W::BITS as usize];
        for item in live.iter().flat_map(|live| (live.claims & self.open).ones()) {
            times[item as usize] += 1;
        }
        self.open.ones().min_by_key(|&item| times[item as usize]).unwrap_or(0)
    }
}
