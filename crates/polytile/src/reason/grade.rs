//! How hard a puzzle is for somebody who reasons: its grade.
//!
//! In: a puzzle. Out: a [`Grade`] from 1 to 10, which techniques its steps need, and how often one has to guess.
//!
//! The effort of a step is 1, and what each exclusion costs that it needs and no step before: 1 for an area, 2 for a cell without a
//! way, 3 for colours, 4 for two steps. A guess costs 5. Where nothing is guessed, the effort of the puzzle is the sum. Otherwise
//! what is met depends on luck, and the tree of all guesses is too large to be gone through; so it is probed, as Knuth estimates
//! the size of search trees (Estimating the efficiency of backtrack programs, 1975; TAOCP 7.2.2): guess at random down to an end,
//! weigh what each level cost by the product of the choices above it, and the mean over some probes is the effort of the whole
//! tree, without bias. The effort until a solution is found is that of the tree divided by their number.
//!
//! The grade is 1 + 1.5 log10(1 + more / 10), at most 10, `more` being the effort beyond one look for each step: 1 where every step is
//! seen at once, and 1.5 more for each factor of ten. Probes are drawn with a fixed seed, so a puzzle has one grade. Cost: [`PROBES`] ways down.

use super::{Excluded, Next, Position, Reasoning, Technique};
use crate::choice::Choice as _;
use crate::number::below;
use crate::run::{Control, Stopped};
use crate::solve::Question;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng as _;
use std::collections::HashSet;

/// How many ways down are tried.
const PROBES: u32 = 64;

/// What a puzzle asks of somebody who solves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// From 1 to 10.
    pub grade: f64,
    /// The effort until a solution is found, as estimated.
    pub effort: f64,
    /// How often each technique was the hardest of a step, or one had to guess, on a way down, as a mean over the probes.
    pub techniques: Vec<(Technique, f64)>,
}

/// One way down.
#[derive(Clone, Default)]
struct Descent {
    /// The product of the choices so far.
    weight: f64,
    /// The effort, each step weighed by the choices above it.
    effort: f64,
    techniques: Vec<Technique>,
    /// Options whose exclusion has been paid for.
    paid: HashSet<u32>,
    /// How many options were chosen, without holes.
    steps: usize,
}

impl Descent {
    fn pay(&mut self, because: &[Excluded]) {
        for excluded in because.iter().filter(|excluded| self.paid.insert(excluded.option)) {
            self.effort += self.weight * price(excluded.technique());
        }
    }
}

/// What a technique costs.
fn price(technique: Technique) -> f64 {
    match technique {
        Technique::OnlyWay | Technique::OnlyPlace | Technique::Area => 1.0,
        Technique::NoWay => 2.0,
        Technique::Colours => 3.0,
        Technique::TwoSteps => 4.0,
        Technique::Guess => 5.0,
    }
}

/// Grades a puzzle that has `solutions`.
///
/// # Errors
/// When `control` says stop, or there is no memory for it.
pub fn grade(question: &Question, solutions: u64, control: &Control) -> Result<Grade, Stopped> {
    let reasoning = Reasoning::new(question, control)?;
    let beside = control.holding(reasoning.bytes());
    let mut root = reasoning.beginning(&[], &beside)?;
    let mut first = Descent { weight: 1.0, ..Descent::default() };
    let end = reasoning.down(&mut root, &mut first, &beside)?;
    let descents = match end {
        Next::Guess(item) => {
            let mut random = ChaCha8Rng::seed_from_u64(0);
            let mut probe = || reasoning.probe(root.clone(), first.clone(), item, &mut random, &beside);
            (0..PROBES).map(|_| probe()).collect::<Result<Vec<_>, _>>()?
        }
        _ => vec![first],
    };
    let probes = descents.len() as f64;
    let mean = |worth: &dyn Fn(&Descent) -> f64| descents.iter().map(worth).sum::<f64>() / probes;
    // Of trees too large for a number, the largest number.
    let effort = (mean(&|descent| descent.effort) / solutions.max(1) as f64).min(f64::MAX);
    let steps = descents.iter().map(|descent| descent.steps).max().unwrap_or(0);
    let more = (effort - steps as f64).max(0.0);
    let used = |technique: Technique| {
        let times = |descent: &Descent| descent.techniques.iter().filter(|&&used| used == technique).count();
        mean(&|descent| times(descent) as f64)
    };
    let techniques = Technique::ALL.iter().map(|&technique| (technique, used(technique)));
    Ok(Grade {
        grade: (1.0 + 1.5 * (1.0 + more / 10.0).log10()).min(10.0),
        effort,
        techniques: techniques.filter(|(_, times)| *times > 0.0).collect(),
    })
}

impl Reasoning<'_> {
    /// Goes on as long as reasons lead on; what comes then.
    fn down(
        &self,
        position: &mut Position<'_>,
        descent: &mut Descent,
        control: &Control,
    ) -> Result<Next, Stopped> {
        loop {
            let next = self.next(position, control)?;
            match &next {
                Next::Lay(step) => {
                    descent.pay(&step.because);
                    // Nobody lays a hole.
                    if !self.is_hole(step.option) {
                        descent.effort += descent.weight;
                        descent.techniques.push(step.technique);
                        descent.steps += 1;
                    }
                    position.choose(step.option);
                }
                Next::Dead(_, because) => {
                    descent.pay(because);
                    return Ok(next);
                }
                _ => return Ok(next),
            }
        }
    }

    /// Guesses on, from an item that has the fewest ways, down to an end.
    fn probe<'a>(
        &'a self,
        mut position: Position<'a>,
        mut descent: Descent,
        mut item: u32,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> Result<Descent, Stopped> {
        loop {
            let ways: Vec<u32> = position.open.ways(item).collect();
            descent.weight *= ways.len() as f64;
            descent.effort += descent.weight * price(Technique::Guess);
            descent.techniques.push(Technique::Guess);
            let chosen = below(random, ways.len());
            descent.steps += usize::from(!self.is_hole(ways[chosen]));
            position.choose(ways[chosen]);
            // Of an item that may be covered more than once, each set of ways is met once.
            ways[..chosen].iter().for_each(|&way| position.open.exclude(way));
            match self.down(&mut position, &mut descent, control)? {
                Next::Guess(next) => item = next,
                _ => return Ok(descent),
            }
        }
    }
}
