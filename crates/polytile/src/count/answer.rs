//! Answering: from the question to as many runs of an engine as it takes.
//!
//! In: a problem and what is asked of its tilings. Out: their number, who counted and why. Areas and colours may decide it; or else
//! the plan chooses an engine. One run is enough for a plain number, also by copies or modulo something. Up to symmetry there is
//! one run for each symmetry, which counts the tilings that it fixes: the average of these numbers is the number of classes
//! (Burnside). Without fault lines there is one run for each size of block, and `frontier/fault_free.rs` combines them. Cost:
//! that of the runs.

use super::counting::{ByCopies, Counting, total};
use super::dense::transposed;
use super::impossible::is_impossible;
use super::{Answer, CountOptions, Counted, Engine, Order};
use crate::condition::expect_single;
use crate::frontier::cover::Cover;
use crate::frontier::fault_free::fault_free;
use crate::frontier::level::Counters;
use crate::frontier::narrowest::narrowest;
use crate::frontier::series::Strip;
use crate::number::Count;
use crate::plan::{Candidate, Plan, decide};
use crate::problem::{Motion, Problem, Rules, UpTo};
use crate::run::{Control, Refused};
use num_traits::Zero;

/// What a state of a strip takes: a key and its weight.
const BYTES_PER_STATE: f64 = 16.0;

/// Counts the tilings of `problem`.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::count::{Answer, CountOptions, count};
/// let problem = Problem::new(Region::rectangle(9, 12)?, PieceSet::all(3, Freedom::Free));
/// let counted = count(&problem, &CountOptions::default(), &Control::default())?;
/// assert_eq!(counted.answer, Answer::Total(20574308184277971_u64.into()));
/// assert_eq!(counted.to_string(), "20574308184277971");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Refused::Question`] when the question has no meaning for this puzzle, [`Refused::Unable`] when the engine asked for cannot
/// answer it, [`Refused::Stopped`] when `control` says stop or a limit is reached, [`Refused::Files`] when something is wrong with the
/// directory for its layers.
pub fn count(problem: &Problem, options: &CountOptions, control: &Control) -> Result<Counted, Refused> {
    problem.meaningful()?;
    problem.expect_order(options.order)?;
    answerable(problem, options, control)?;
    if is_impossible(problem, control)? {
        let answer =
            if options.by_piece { Answer::ByPiece(Vec::new()) } else { Answer::Total(Count::zero()) };
        let plan = Plan::without_engine("areas or colours rule every tiling out");
        return Ok(Counted { answer, plan, peak_states: 0 });
    }
    by_engine(problem, options, control)
}

/// Counts by an engine, even where areas or colours rule every tiling out.
///
/// # Errors
/// As [`count()`].
pub(crate) fn by_engine(
    problem: &Problem,
    options: &CountOptions,
    control: &Control,
) -> Result<Counted, Refused> {
    let mut asking = Asking { counting: &Counting::new(problem, options)?, control, peak: 0 };
    let (mut by_copies, plan) = asking.all()?;
    if let Some(up_to) = options.up_to {
        asking.average(up_to, plan.engine(), &mut by_copies)?;
    }
    if let Some(m) = &options.modulo {
        for count in by_copies.values_mut() {
            *count %= m;
        }
    }
    let answer = if options.by_piece {
        Answer::ByPiece(by_copies.into_iter().filter(|(_, count)| !count.is_zero()).collect())
    } else {
        Answer::Total(by_copies.into_values().sum())
    };
    Ok(Counted { answer, plan, peak_states: asking.peak })
}

impl Problem {
    /// The number of tilings, on one thread and without limits; [`count()`] has options and a control.
    ///
    /// ```
    /// use polytile::prelude::*;
    /// let problem = Problem::new("8x8".parse()?, "dominoes".parse()?);
    /// assert_eq!(problem.count()?, 12_988_816_u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the rules have no meaning on this board, or the count is too large for this machine.
    pub fn count(&self) -> Result<Count, Refused> {
        Ok(count(self, &CountOptions::default(), &Control::default())?.answer.total())
    }
}

/// Refuses options that do not go together.
fn answerable(problem: &Problem, options: &CountOptions, control: &Control) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused::Question(why.to_owned()));
    if options.modulo.as_ref().is_some_and(Zero::is_zero) {
        return refuse("nothing can be counted modulo 0; use a modulus of 1 or more");
    }
    expect_single(&options.conditions)?;
    problem.expect_motions(options.up_to)?;
    if let Some(up_to) = options.up_to.filter(|_| !options.conditions.is_empty()) {
        for Motion { cells, pieces, .. } in problem.motions_within(up_to, control)? {
            if !options.conditions.iter().all(|c| c.is_symmetric(&problem.region, &cells, &pieces)) {
                return refuse(
                    "a symmetry of the board moves what a condition speaks of, so that of the tilings that count as one only \
                     some are as asked; leave out --up-to, or use `polytile solve --count --up-to symmetries --where`, which \
                     counts the classes that have such a tiling",
                );
            }
        }
    }
    if let Some(up_to) = options.up_to.filter(|_| options.by_piece) {
        let moved = problem
            .motions_within(up_to, control)?
            .into_iter()
            .any(|motion| motion.pieces.iter().enumerate().any(|(i, &p)| i != p as usize));
        if moved {
            return refuse(
                "a reflection of the board turns some pieces into others, so tilings that count as one use different \
                 pieces; leave out --by-piece or --up-to-symmetry",
            );
        }
    }
    Ok(())
}

/// One question while it is being answered.
struct Asking<'a> {
    counting: &'a Counting<'a>,
    control: &'a Control,
    /// States alive at the widest level that any run met.
    peak: u64,
}

impl Asking<'_> {
    /// All tilings.
    fn all(&mut self) -> Result<(ByCopies, Plan<Engine>), Refused> {
        let Counting { problem, options, .. } = self.counting;
        let forced = options.engine.is_some() || options.order.is_some() || self.counting.keeps();
        let blocks = problem.rules == Rules { fault_free: true, tatami: false }
            && problem.region.is_rectangle()
            && !problem.pieces.is_limited()
            && problem.given.is_empty()
            && options.conditions.is_empty()
            && !options.by_piece
            && !forced;
        if blocks {
            let (count, plan) = self.by_blocks()?;
            return Ok((total(count), plan));
        }
        let (mut plan, _, run) = decide(self.counting, options.engine, self.control)?;
        if options.up_to.is_some() && plan.engine().is_none_or(|engine| engine.counts().fixed.is_none()) {
            plan.reason += "; tilings that a symmetry leaves as they are are counted by the merge";
        }
        let found = run(self.control)?;
        self.peak = found.peak;
        Ok((found.counts, plan))
    }

    /// The fault-free tilings of a rectangle.
    fn by_blocks(&mut self) -> Result<(Count, Plan<Engine>), Refused> {
        let problem = self.counting.problem;
        let (rows, cols) = (u64::from(problem.region.rows()), u64::from(problem.region.cols()));
        let (long, short, order) =
            if rows >= cols { (rows, cols, Order::Rows) } else { (cols, rows, Order::Columns) };
        let pieces = match order {
            Order::Columns => transposed(&problem.pieces),
            _ => problem.pieces.clone(),
        };
        let mut tilings = Vec::new();
        let mut widest = None;
        for width in 1..=short {
            let strip = Strip::new(width, pieces.clone(), Rules::default())?;
            let found = strip.terms_with_peak(long, self.control)?;
            self.peak = self.peak.max(found.peak);
            tilings.push(found.counts);
            widest = Some(found.engine.into());
        }
        let candidate = Candidate {
            order: Some(order),
            states: Some(self.peak as f64),
            bytes: Some(self.peak as f64 * BYTES_PER_STATE),
            ..Candidate::new(widest.unwrap_or(Engine::Merge))
        };
        let reason =
            "fault-free tilings of a rectangle follow from the numbers of all tilings of all smaller ones";
        let plan = Plan {
            facts: Vec::new(),
            candidates: vec![candidate],
            chosen: Some(0),
            reason: reason.to_owned(),
        };
        let tilings: Vec<&[Count]> = tilings.iter().map(Vec::as_slice).collect();
        Ok((fault_free(long as usize, &tilings, self.control)?, plan))
    }

    /// Turns numbers of tilings into numbers of classes under a group of symmetries: the average, over all symmetries,
    /// of the number of tilings that each fixes (Burnside).
    fn average(
        &mut self,
        up_to: UpTo,
        engine: Option<Engine>,
        by_copies: &mut ByCopies,
    ) -> Result<(), Refused> {
        let Counting { problem, options, .. } = self.counting;
        let motions = problem.motions_within(up_to, self.control)?;
        for Motion { symmetry, cells, pieces } in motions.iter().skip(1) {
            if let Some(fixed) = engine.and_then(|engine| engine.counts().fixed)
                && let Some(symmetry) = symmetry
                && let Some(count) = fixed(self.counting, *symmetry, cells, pieces, self.control)?
            {
                *by_copies.entry(Vec::new()).or_default() += count;
                continue;
            }
            let placements = self.counting.placements(self.control)?;
            let images = Some((&cells[..], &pieces[..]));
            let in_order = |order| Cover::fixed_by(problem, placements, order, images, self.control);
            let (_, cover) = narrowest(&problem.region, in_order, self.control)?;
            let counters = Counters::new(problem, options.by_piece, cover.largest_orbit());
            let outcome = self.counting.merged(None, &cover, &counters, self.control)?;
            self.peak = self.peak.max(outcome.peak);
            for (copies, count) in self.counting.asked(outcome.by_copies) {
                *by_copies.entry(copies).or_default() += count;
            }
        }
        let order = Count::from(motions.len());
        for count in by_copies.values_mut() {
            *count /= &order;
        }
        Ok(())
    }
}
