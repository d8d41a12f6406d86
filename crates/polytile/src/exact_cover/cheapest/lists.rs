//! The search by lists, for every cover.
//!
//! Taxes are levied anew at every node, from the options that are still alive there (`taxes`), and so the bound grows on the way
//! down: what is left of the problem is the same problem, smaller, with the taxes paid so far as a constant.
//!
//! A node is a list of options, with what each costs net of taxes, and that constant. It branches on the item that the fewest
//! live options hold, and tries the cheapest first. Items with bounds and colours are as in `sparse`; an item is taxed if it is to
//! be covered a fixed number of times. One thread searches.
//!
//! Cost: a few looks at each live option for a node; memory for the live options of all nodes on the path.

use super::live::Live;
use super::pool::Pool;
use super::table::Table;
use super::taxes::Taxes;
use super::{Branching, DEAD, WHAT};
use crate::exact_cover::ExactCover;
use crate::run::{Control, Progress, Refused, Stopped, room};
use num_bigint::BigInt;

/// Live options between two looks at the control, whatever the number of nodes.
const STEPS: usize = 1 << 16;

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

/// The search, and where it is.
#[derive(Debug)]
pub(super) struct Lists {
    table: Table,
    taxes: Taxes,
    frames: Vec<Frame>,
    live: Vec<Live>,
    ways: Vec<Way>,
    chosen: Vec<u32>,
    /// Options reckoned with for an item, beside those chosen.
    used: Vec<u32>,
    profile: Vec<u64>,
    begun: bool,
}

impl Lists {
    /// Prepares the search; all sums of weights fit with this fraction.
    ///
    /// # Errors
    /// When an option of negative weight holds no item that is covered a fixed number of times, or a limit is reached.
    pub fn new(
        cover: &ExactCover,
        weights: &[BigInt],
        fraction: u32,
        control: &Control,
    ) -> Result<Self, Refused> {
        let (table, live, paid) = Table::new(cover, weights, fraction, control)?;
        let taxes = Taxes::new(&table)?;
        let used = room::filled(0, table.items(), WHAT)?;
        let mut search = Lists {
            table,
            taxes,
            frames: Vec::new(),
            live,
            ways: Vec::new(),
            chosen: Vec::new(),
            used,
            profile: Vec::new(),
            begun: false,
        };
        let whole = (0, search.live.len());
        // Stands in front of the root until it is looked at.
        search.frames.push(Frame { live: whole, ways: (0, 0), paid, item: 0, tried: None, width: 0 });
        Ok(search)
    }
}

impl Branching for Lists {
    fn advance(&mut self, nodes: u64, pool: &Pool, control: &Control) -> Result<bool, Stopped> {
        let mut left = nodes;
        if !self.begun {
            self.begun = true;
            let Some(Frame { live, paid, .. }) = self.frames.pop() else { return Ok(true) };
            self.look(live, paid, pool)?;
        }
        let mut steps = 0;
        while !self.frames.is_empty() {
            steps += 1 + self.next(pool)?;
            if steps >= STEPS {
                steps = 0;
                self.account(pool, control)?;
            }
            left = left.saturating_sub(1);
            if left == 0 {
                self.account(pool, control)?;
                return Ok(self.frames.is_empty());
            }
        }
        Ok(true)
    }

    fn profile(&self) -> Vec<u64> {
        self.profile.clone()
    }
}

impl Lists {
    fn account(&self, pool: &Pool, control: &Control) -> Result<(), Stopped> {
        let bytes = self.table.bytes()
            + (self.live.capacity() * size_of::<Live>() + self.ways.capacity() * size_of::<Way>()) as u64
            + pool.bytes();
        control.reserve(bytes, WHAT)?;
        let (mut weight, mut passed) = (1.0, 0.0);
        for frame in &self.frames {
            let tried = f64::from(frame.width) - (frame.ways.1 - frame.ways.0) as f64;
            weight /= f64::from(frame.width.max(1));
            passed += weight * (tried - 1.0).max(0.0);
        }
        let share = (passed.clamp(0.0, 1.0) * 1e6) as u32;
        control.check(Progress::Search { share, found: pool.found() })
    }

    /// Takes one step, and says how many options were looked at.
    fn next(&mut self, pool: &Pool) -> Result<usize, Stopped> {
        let Some(&frame) = self.frames.last() else { return Ok(0) };
        if let Some(way) = frame.tried {
            self.take_back(way, frame.item);
        }
        let way = (frame.ways.0 < frame.ways.1).then(|| self.ways[frame.ways.0]);
        let cost = |way| if let Way::With(net, _) = way { net } else { 0 };
        // The further ways are dearer still.
        let Some(way) = way.filter(|&way| pool.admits(frame.paid, cost(way))) else {
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
            let alive = pool.admits(paid, net)
                && self.table.fits(option)
                && !(before && self.table.holds(option, frame.item));
            if alive {
                self.live.push(Live { option, net });
            }
        }
        self.look((start, self.live.len()), paid, pool)?;
        Ok(to - from)
    }

    /// Looks at the node with these live options, and goes on from there if there is a way.
    fn look(&mut self, live: (usize, usize), paid: i64, pool: &Pool) -> Result<(), Stopped> {
        let level = self.frames.len();
        if self.profile.len() <= level {
            self.profile.resize(level + 1, 0);
        }
        self.profile[level] += 1;
        match self.open(live, paid, pool)? {
            Seen::Inner(frame) => self.frames.push(frame),
            Seen::Solution => {
                pool.add(
                    paid >> self.table.fraction(),
                    self.chosen.iter().map(|&option| self.table.name(option)),
                )?;
                self.live.truncate(live.0);
            }
            Seen::Dead => self.live.truncate(live.0),
        }
        Ok(())
    }

    /// Levies the taxes, and decides how to go on.
    fn open(&mut self, live: (usize, usize), paid: i64, pool: &Pool) -> Result<Seen, Stopped> {
        let options = &mut self.live[live.0..live.1];
        let Some(paid) = self.taxes.levy(&self.table, options, paid, pool)? else {
            return Ok(Seen::Dead);
        };
        if pool.is_tied(paid) && !self.may_precede(live, pool) {
            return Ok(Seen::Dead);
        }
        let options = &self.live[live.0..live.1];
        let Some((item, least)) = self.taxes.narrowest(&self.table) else {
            return Ok(if self.table.is_content() { Seen::Solution } else { Seen::Dead });
        };
        let start = self.ways.len();
        room::more(&mut self.ways, options.len() + 1, WHAT)?;
        if least == 0 {
            self.ways.push(Way::Without);
        }
        for &Live { option, net } in options {
            if net != DEAD && self.table.holds(option, item) {
                self.ways.push(Way::With(net, option));
            }
        }
        self.ways[start..].sort_unstable();
        let (end, width) = (self.ways.len(), (self.ways.len() - start) as u32);
        Ok(Seen::Inner(Frame { live, ways: (start, end), paid, item, tried: None, width }))
    }

    /// Whether a solution of the node with these options may come before the last one kept.
    fn may_precede(&mut self, live: (usize, usize), pool: &Pool) -> bool {
        let alive = self.live[live.0..live.1].iter().filter(|live| live.net != DEAD);
        let mut options: Vec<(u32, bool)> = alive.map(|live| (live.option, false)).collect();
        options.extend(self.chosen.iter().map(|&option| (option, true)));
        options.sort_unstable();
        let mut at = 0;
        self.used.fill(0);
        pool.may_precede(options.iter().map(|&(option, _)| self.table.name(option)), |_| {
            let (option, chosen) = options[at];
            at += 1;
            if chosen {
                return false;
            }
            let entries = self.table.primary_entries(option);
            let clashes =
                entries.iter().any(|entry| self.used[entry.item as usize] >= self.table.room(entry.item));
            if !clashes {
                for entry in entries {
                    self.used[entry.item as usize] += 1;
                }
            }
            clashes
        })
    }

    fn take(&mut self, way: Way, item: u32) {
        match way {
            Way::Without => self.table.close(item),
            Way::With(_, option) => {
                self.table.choose(option);
                self.chosen.push(option);
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
