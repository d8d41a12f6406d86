//! The cheapest solutions of an exact cover: branch and bound.
//!
//! In: a cover, a weight for each of its options, and how many solutions are wanted. Out: the solutions of least weight, the sum
//! of the weights of their options. Knuth's DLX5 gives each item a *tax*, which all options that hold it pay from their cost
//! until every item has an option that is left with nothing; since a solution covers every item once, its taxes are the same whatever
//! it chooses, and a bound from below. An option that costs more, even net of taxes, than the best solution known would leave,
//! is dead (Garfinkel and Nemhauser, Operations Research 17, 1969). DLX5 levies the taxes once. Here they are levied anew at every
//! node of the search, from the options that are still alive there (`taxes`), and so the bound grows on the way down: what is
//! left of the problem is the same problem, smaller, with the taxes paid so far as a constant.
//!
//! A node is a list of options, with what each costs net of taxes, and that constant. It branches on the item that the fewest
//! live options hold, and tries the cheapest first. Items with bounds and colours are as in `sparse`; an item is taxed if it is to
//! be covered a fixed number of times. What is found depends on the order of items and options alone, and of equally cheap
//! solutions the one found first comes first. One thread searches: which nodes there are depends on what was found before them.
//!
//! Cost: a few looks at each live option for a node; memory for the live options of all nodes on the path.

mod pool;
mod table;
mod taxes;

use super::ExactCover;
use crate::run::{Control, Progress, Refused, Stopped, room};
use num_bigint::BigInt;
use pool::Pool;
use table::Table;
use taxes::Taxes;

const WHAT: &str = "the search for the cheapest solutions";

/// An option that is alive, and what it costs net of taxes; [`DEAD`] if it has gone meanwhile.
#[derive(Clone, Copy, Debug)]
struct Live {
    option: u32,
    net: i64,
}

/// Live options between two looks at the control, whatever the number of nodes.
const STEPS: usize = 1 << 16;

/// What an option costs that may not be chosen any more.
const DEAD: i64 = i64::MAX;

/// A node on the path, and where its lists stand.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Live options, in `live`.
    live: (usize, usize),
    /// The ways to go on, in `ways`, from the cheapest: those not tried yet.
    ways: (usize, usize),
    /// What the taxes and the options chosen so far come to.
    paid: i64,
    /// The item that is branched on.
    item: u32,
    /// The way that is being tried.
    tried: Option<Way>,
    /// How many ways there were.
    width: u32,
}

/// A way to go on at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// No further option for the item.
    Without,
    /// This option, at this net cost.
    With(i64, u32),
}

/// What is found at a node.
enum Seen {
    Inner(Frame),
    Solution,
    Dead,
}

/// A search for the cheapest solutions, which can be continued at any time.
///
/// ```
/// use polytile::exact_cover::{Cheapest, Entry, ExactCover, Multiplicity};
/// use polytile::run::Control;
/// let mut cover = ExactCover::default();
/// let [a, b] = ["a", "b"].map(|name| Entry::plain(cover.add_item(name, Multiplicity::ONCE).expect("a name")));
/// for (option, cost) in [(&[a, b][..], 5), (&[a], 1), (&[b], 3), (&[b], 2)] {
///     let option = cover.add_option(option)?;
///     cover.set_cost(option, cost);
/// }
/// let weights: Vec<_> = cover.costs().map(Into::into).collect();
/// let mut cheapest = Cheapest::new(&cover, &weights, 2, &Control::default())?;
/// while !cheapest.advance(1000, &Control::default())? {}
/// assert_eq!(cheapest.best(), [(3.into(), vec![1, 3]), (4.into(), vec![1, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cheapest {
    table: Table,
    taxes: Taxes,
    pool: Pool,
    frames: Vec<Frame>,
    live: Vec<Live>,
    ways: Vec<Way>,
    chosen: Vec<u32>,
    profile: Vec<u64>,
    begun: bool,
}

impl Cheapest {
    /// Prepares the search for the `number` solutions of `cover` that weigh least; `weights` are those of the options.
    ///
    /// # Errors
    /// When the weights are too large for words of 64 bits, an option of negative weight holds no item that is covered a fixed
    /// number of times, or a limit is reached.
    ///
    /// # Panics
    /// When there is not a weight for each option.
    pub fn new(
        cover: &ExactCover,
        weights: &[BigInt],
        number: u64,
        control: &Control,
    ) -> Result<Self, Refused> {
        assert_eq!(weights.len(), cover.option_count(), "a weight for each option");
        let (table, live, paid) = Table::new(cover, weights, control)?;
        let taxes = Taxes::new(&table)?;
        let pool = Pool::new(number, table.fraction());
        let mut search = Cheapest {
            table,
            taxes,
            pool,
            frames: Vec::new(),
            live,
            ways: Vec::new(),
            chosen: Vec::new(),
            profile: Vec::new(),
            begun: false,
        };
        let whole = (0, search.live.len());
        // Stands in front of the root until it is looked at.
        search.frames.push(Frame { live: whole, ways: (0, 0), paid, item: 0, tried: None, width: 0 });
        Ok(search)
    }

    /// Continues for about `nodes` nodes, and says whether the search has come to its end.
    ///
    /// # Errors
    /// When `control` says stop. What was found until then is kept.
    pub fn advance(&mut self, nodes: u64, control: &Control) -> Result<bool, Stopped> {
        let mut left = nodes;
        if !self.begun {
            self.begun = true;
            let Some(Frame { live, paid, .. }) = self.frames.pop() else { return Ok(true) };
            if self.pool.is_useless() {
                return Ok(true);
            }
            self.look(live, paid)?;
        }
        let mut steps = 0;
        while !self.frames.is_empty() {
            steps += 1 + self.next()?;
            if steps >= STEPS {
                steps = 0;
                self.account(control)?;
            }
            left = left.saturating_sub(1);
            if left == 0 {
                self.account(control)?;
                return Ok(self.frames.is_empty());
            }
        }
        Ok(true)
    }

    /// The cheapest solutions found so far, with their weights, the cheapest first: once the search has come to its end, the
    /// cheapest of all.
    pub fn best(&self) -> Vec<(BigInt, Vec<u32>)> {
        self.pool.sorted()
    }

    /// Nodes seen so far, level by level.
    pub fn profile(&self) -> &[u64] {
        &self.profile
    }

    /// Nodes seen so far.
    pub fn nodes(&self) -> u64 {
        self.profile.iter().sum()
    }

    fn account(&self, control: &Control) -> Result<(), Stopped> {
        let bytes = self.table.bytes()
            + (self.live.capacity() * size_of::<Live>() + self.ways.capacity() * size_of::<Way>()) as u64
            + self.pool.bytes();
        control.reserve(bytes, WHAT)?;
        let (mut weight, mut passed) = (1.0, 0.0);
        for frame in &self.frames {
            let tried = f64::from(frame.width) - (frame.ways.1 - frame.ways.0) as f64;
            weight /= f64::from(frame.width.max(1));
            passed += weight * (tried - 1.0).max(0.0);
        }
        let share = (passed.clamp(0.0, 1.0) * 1e6) as u32;
        control.check(Progress::Search { share, found: self.pool.found() })
    }

    /// Takes one step, and says how many options were looked at.
    fn next(&mut self) -> Result<usize, Stopped> {
        let Some(&frame) = self.frames.last() else { return Ok(0) };
        if let Some(way) = frame.tried {
            self.take_back(way, frame.item);
        }
        let way = (frame.ways.0 < frame.ways.1).then(|| self.ways[frame.ways.0]);
        let cost = |way| if let Way::With(net, _) = way { net } else { 0 };
        // The further ways are dearer still.
        let Some(way) = way.filter(|&way| self.pool.admits(frame.paid, cost(way))) else {
            self.live.truncate(frame.live.0);
            self.ways.truncate(frame.ways.1 - frame.width as usize);
            self.frames.pop();
            return Ok(0);
        };
        if let Some(last) = self.frames.last_mut() {
            last.ways.0 += 1;
            last.tried = Some(way);
        }
        self.take(way, frame.item);
        let paid = frame.paid + cost(way);
        let (from, to) = frame.live;
        let start = self.live.len();
        room::more(&mut self.live, to - from, WHAT)?;
        for at in from..to {
            let Live { option, net } = self.live[at];
            // Of several options for an item those tried before do not come again.
            let before = Way::With(net, option) <= way;
            let alive = self.pool.admits(paid, net)
                && self.table.fits(option)
                && !(before && self.table.holds(option, frame.item));
            if alive {
                self.live.push(Live { option, net });
            }
        }
        self.look((start, self.live.len()), paid)?;
        Ok(to - from)
    }

    /// Looks at the node with these live options, and goes on from there if there is a way.
    fn look(&mut self, live: (usize, usize), paid: i64) -> Result<(), Stopped> {
        let level = self.frames.len();
        if self.profile.len() <= level {
            self.profile.resize(level + 1, 0);
        }
        self.profile[level] += 1;
        match self.open(live, paid)? {
            Seen::Inner(frame) => self.frames.push(frame),
            Seen::Solution => {
                self.pool.add(paid, &self.chosen)?;
                self.live.truncate(live.0);
            }
            Seen::Dead => self.live.truncate(live.0),
        }
        Ok(())
    }

    /// Levies the taxes, and decides how to go on.
    fn open(&mut self, live: (usize, usize), paid: i64) -> Result<Seen, Stopped> {
        let options = &mut self.live[live.0..live.1];
        let Some(paid) = self.taxes.levy(&self.table, options, paid, &self.pool)? else {
            return Ok(Seen::Dead);
        };
        let Some((item, least)) = self.taxes.narrowest(&self.table) else {
            return Ok(if self.table.is_content() { Seen::Solution } else { Seen::Dead });
        };
        let start = self.ways.len();
        room::more(&mut self.ways, options.len() + 1, WHAT)?;
        if least == 0 {
            self.ways.push(Way::Without);
        }
        for &Live { option, net } in &*options {
            if net != DEAD && self.table.holds(option, item) {
                self.ways.push(Way::With(net, option));
            }
        }
        self.ways[start..].sort_unstable();
        let (end, width) = (self.ways.len(), (self.ways.len() - start) as u32);
        Ok(Seen::Inner(Frame { live, ways: (start, end), paid, item, tried: None, width }))
    }

    fn take(&mut self, way: Way, item: u32) {
        match way {
            Way::Without => self.table.close(item),
            Way::With(_, option) => {
                self.table.choose(option);
                self.chosen.push(self.table.name(option));
            }
        }
    }

    fn take_back(&mut self, way: Way, item: u32) {
        match way {
            Way::Without => self.table.open(item),
            Way::With(_, option) => {
                self.chosen.pop();
                self.table.unchoose(option);
            }
        }
    }
}

#[cfg(test)]
mod tests;
