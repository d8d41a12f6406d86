//! Answering: from the question to as many runs of an engine as it takes.

use super::choose::{Chosen, choose, transposed};
use super::impossible::is_impossible;
use super::{Answer, Candidate, CountOptions, Counted, Engine, Order, Plan};
use crate::count::Count;
use crate::frontier::count as frontier;
use crate::frontier::cover::Cover;
use crate::frontier::fault_free::fault_free;
use crate::frontier::level::{Counters, widest};
use crate::frontier::probe::laid;
use crate::frontier::series::Strip;
use crate::problem::{Placements, Problem, Rules, UpTo};
use crate::run::{Control, Refused};
use crate::zdd::build::build;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Counts the tilings of `problem`.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::plan::{Answer, CountOptions, count};
/// let problem = Problem::new(Region::rectangle(9, 12)?, PieceSet::all(3, Freedom::Free));
/// let counted = count(&problem, &CountOptions::default(), &Control::default())?;
/// assert_eq!(counted.answer, Answer::Total(20574308184277971_u64.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Refused::Question`] when the question has no meaning for this puzzle or the engine asked for cannot answer it,
/// [`Refused::Stopped`] when `control` says stop or a limit is reached.
pub fn count(problem: &Problem, options: &CountOptions, control: &Control) -> Result<Counted, Refused> {
    problem.meaningful()?;
    answerable(problem, options, control)?;
    if is_impossible(problem, control)? {
        let answer =
            if options.by_piece { Answer::ByPiece(Vec::new()) } else { Answer::Total(Count::zero()) };
        return Ok(Counted { answer, plan: None, peak_states: 0 });
    }
    run(problem, options, control)
}

/// Asks another engine what `first` answers, by one that has as little in common with the first as can be.
///
/// The dense engine shares nothing with the merge but the problem. Where it cannot be used, merge and diagram are held
/// against each other: they share how a level is described and which states it leads to, but neither the numbers nor
/// how they are added up. An answer that needed no engine is held against the merge.
///
/// ```
/// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::Problem, run::Control};
/// use polytile::plan::{CountOptions, Engine, count, recount};
/// let problem = Problem::new(Region::rectangle(9, 12)?, PieceSet::all(3, Freedom::Free));
/// let (options, control) = (CountOptions::default(), Control::default());
/// let first = count(&problem, &options, &control)?;
/// let second = recount(&problem, &options, &first, &control)?;
/// assert_eq!(first.engine(), Some(Engine::Dense));
/// assert_eq!(second.engine(), Some(Engine::Merge));
/// assert_eq!(second.answer, first.answer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`count()`]; [`Refused::Question`] also when no other engine can answer the question.
pub fn recount(
    problem: &Problem,
    options: &CountOptions,
    first: &Counted,
    control: &Control,
) -> Result<Counted, Refused> {
    let others: &[Engine] = match first.engine() {
        Some(Engine::Merge) => &[Engine::Dense, Engine::Zdd],
        Some(Engine::Zdd) => &[Engine::Dense, Engine::Merge],
        Some(Engine::Dense) | None => &[Engine::Merge],
    };
    for &engine in others {
        let options = CountOptions { engine: Some(engine), order: None, ..options.clone() };
        match run(problem, &options, control) {
            Err(Refused::Question(_)) => {}
            answered => return answered,
        }
    }
    Err(Refused::Question("no second engine can answer this question, so nothing can be compared".to_owned()))
}

fn run(problem: &Problem, options: &CountOptions, control: &Control) -> Result<Counted, Refused> {
    let mut asking = Asking { problem, options, control, placements: None, peak: 0 };
    let (mut by_copies, plan) = asking.all()?;
    if let Some(up_to) = options.up_to {
        asking.average(up_to, &mut by_copies)?;
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
        let counted = count(self, &CountOptions::default(), &Control::default())?;
        Ok(match counted.answer {
            Answer::Total(count) => count,
            Answer::ByPiece(terms) => terms.into_iter().map(|(_, count)| count).sum(),
        })
    }
}

/// Whether the options go together.
fn answerable(problem: &Problem, options: &CountOptions, control: &Control) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused::Question(why.to_owned()));
    if options.modulo.as_ref().is_some_and(Zero::is_zero) {
        return refuse("nothing can be counted modulo 0; use a modulus of 1 or more");
    }
    if let Some(up_to) = options.up_to.filter(|_| options.by_piece) {
        let moved = problem
            .symmetries_within(control)?
            .into_iter()
            .filter(|(symmetry, _)| up_to.has(*symmetry))
            .any(|(_, pieces)| pieces.iter().enumerate().any(|(i, &p)| i != p as usize));
        if moved {
            return refuse(
                "a reflection of the board turns some pieces into others, so tilings that count as one use different \
                 pieces; leave out --by-piece or --up-to-symmetry",
            );
        }
    }
    Ok(())
}

type ByCopies = BTreeMap<Vec<u64>, Count>;

/// One question while it is being answered.
struct Asking<'a> {
    problem: &'a Problem,
    options: &'a CountOptions,
    control: &'a Control,
    placements: Option<Placements>,
    peak: u64,
}

impl Asking<'_> {
    /// All tilings.
    fn all(&mut self) -> Result<(ByCopies, Option<Plan>), Refused> {
        let problem = self.problem;
        let forced = self.options.engine.is_some() || self.options.order.is_some();
        let blocks = problem.rules == Rules { fault_free: true, tatami: false }
            && problem.region.is_rectangle()
            && !problem.pieces.is_limited()
            && !self.options.by_piece
            && !forced;
        if blocks {
            let (count, plan) = self.by_blocks()?;
            return Ok((total(count), Some(plan)));
        }
        let (chosen, plan) = choose(problem, &mut self.placements, self.options, self.control)?;
        let small = self.options.modulo.as_ref().and_then(ToPrimitive::to_u64).filter(|&m| m < 1 << 63);
        let modulo = small.filter(|_| self.options.up_to.is_none());
        let counts = match chosen {
            Chosen::Dense { engine, rows } => {
                self.peak = engine.states();
                total(match modulo {
                    Some(m) => Count::from(engine.last_modulo(rows, m, self.control)?),
                    None => engine.last(rows, self.control)?,
                })
            }
            Chosen::Merge(cover) => {
                let counters = Counters::new(problem, self.options.by_piece, 1);
                let expected = plan.candidates[plan.chosen].bytes as u64;
                let outcome = frontier::count(&cover, &counters, modulo, self.control);
                let outcome = outcome.map_err(|stopped| stopped.expecting(expected))?;
                self.peak = outcome.peak;
                self.asked(outcome.by_copies)
            }
            Chosen::Zdd(cover) => {
                let counters = Counters::new(problem, false, 1);
                let diagram = build(&cover, &counters, self.control)?;
                self.peak = diagram.upward().map(|(_, _, nodes)| nodes.len() as u64).max().unwrap_or(0);
                total(diagram.count(self.control)?)
            }
        };
        Ok((counts, Some(plan)))
    }

    /// Counts by copies if they were asked for; copies that were only counted to keep their limits are forgotten.
    fn asked(&self, by_copies: ByCopies) -> ByCopies {
        if self.options.by_piece { by_copies } else { total(by_copies.into_values().sum()) }
    }

    /// The fault-free tilings of a rectangle.
    fn by_blocks(&mut self) -> Result<(Count, Plan), Refused> {
        let (rows, cols) = (u64::from(self.problem.region.rows()), u64::from(self.problem.region.cols()));
        let (long, short, order) =
            if rows >= cols { (rows, cols, Order::Rows) } else { (cols, rows, Order::Columns) };
        let pieces = match order {
            Order::Columns => transposed(&self.problem.pieces),
            _ => self.problem.pieces.clone(),
        };
        let mut tilings = Vec::new();
        let mut widest = None;
        for width in 1..=short {
            let strip = Strip::new(width, pieces.clone(), Rules::default())?;
            let found = strip.terms_with_peak(long, self.control)?;
            self.peak = self.peak.max(found.peak);
            tilings.push(found.counts);
            widest = Some(found.engine);
        }
        let candidate = Candidate {
            engine: widest.unwrap_or(Engine::Merge),
            order,
            states: self.peak as f64,
            bytes: self.peak as f64 * 16.0,
            seconds: 0.0,
            obstacle: None,
        };
        let reason =
            "fault-free tilings of a rectangle follow from the numbers of all tilings of all smaller ones";
        let plan = Plan { candidates: vec![candidate], chosen: 0, reason: reason.to_owned() };
        Ok((fault_free(long as usize, &tilings, self.control)?, plan))
    }

    /// Turns numbers of tilings into numbers of classes under a group of symmetries: the average over all of them of the
    /// tilings that each leaves as they are (Burnside).
    fn average(&mut self, up_to: UpTo, by_copies: &mut ByCopies) -> Result<(), Refused> {
        let problem = self.problem;
        let mut symmetries = problem.symmetries_within(self.control)?;
        symmetries.retain(|(symmetry, _)| up_to.has(*symmetry));
        for (symmetry, pieces) in symmetries.iter().skip(1) {
            let Some(cells) = problem.region.permutation_within(*symmetry, self.control)? else { continue };
            let placements = match &self.placements {
                Some(placements) => placements,
                None => self.placements.insert(laid(problem, self.control)?),
            };
            // The order with the narrowest frontier.
            let mut best: Option<(usize, Cover)> = None;
            for order in [Order::Rows, Order::Columns, Order::Diagonals] {
                let images = Some((&cells[..], &pieces[..]));
                let cover = Cover::fixed_by(problem, placements, order, images, self.control)?;
                let width = widest(&cover, self.control)?;
                if best.as_ref().is_none_or(|(narrowest, _)| width < *narrowest) {
                    best = Some((width, cover));
                }
            }
            let Some((_, cover)) = best else { continue };
            let counters = Counters::new(problem, self.options.by_piece, cover.largest_orbit());
            let outcome = frontier::count(&cover, &counters, None, self.control)?;
            self.peak = self.peak.max(outcome.peak);
            for (copies, count) in self.asked(outcome.by_copies) {
                *by_copies.entry(copies).or_default() += count;
            }
        }
        let order = Count::from(symmetries.len());
        for count in by_copies.values_mut() {
            *count /= &order;
        }
        Ok(())
    }
}

fn total(count: Count) -> ByCopies {
    BTreeMap::from([(Vec::new(), count)])
}
