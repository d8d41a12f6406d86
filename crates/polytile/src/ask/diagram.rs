//! Solutions from a decision diagram that holds them all.
//!
//! Asked for by name, it answers every question that does not speak of a search. Unasked, it is tried for a count when the first
//! nodes of the search suggest that there are very many: with little memory, so that a failed attempt costs a second at most, and
//! the search then proceeds as if nothing had happened. No clock is consulted: the same question is always answered by the same
//! engine.

use crate::ask::Unanswered;
use crate::ask::solve::engine::Engine;
use crate::count::Count;
use crate::exact_cover::ExactCover;
use crate::plan::Candidate;
use crate::run::{Control, Stopped};
use crate::solve::Search;
use crate::zdd::ZddError;
use crate::zdd::cover::{build, narrow};
use crate::zdd::{Counted, Diagram, EMPTY, Goal};
use num_bigint::BigInt;

/// Nodes of the search that are looked at to guess how many there are.
const LOOK: u64 = 1 << 14;
/// Seconds that a search may be expected to take for no diagram to be tried, by the pace of its engine.
const FEW: u64 = 3;
/// Bytes that an attempt may take.
pub const ATTEMPT: u64 = 32 << 20;

/// All solutions of an exact cover, and the option that each variable is.
#[derive(Debug)]
pub struct All {
    diagram: Diagram,
    order: Vec<u32>,
}

impl All {
    /// All solutions of `cover`.
    ///
    /// # Errors
    /// When a limit is reached, or `control` says stop.
    pub fn new(cover: &ExactCover, control: &Control) -> Result<Self, Unanswered> {
        Ok(Self::build(cover, control)?)
    }

    fn build(cover: &ExactCover, control: &Control) -> Result<Self, ZddError> {
        let order = narrow(cover, control)?;
        Ok(All { diagram: build(cover, &order, control)?, order })
    }

    /// Whether there is a solution.
    pub fn is_any(&self) -> bool {
        self.diagram.root() != EMPTY
    }

    /// How many there are.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn count(&self, control: &Control) -> Result<Count, Stopped> {
        self.diagram.count(control)
    }

    /// How many there are, and how many of them use each option.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn uses(&self, control: &Control) -> Result<(Count, Vec<Count>), Stopped> {
        let counted = self.diagram.counted(control)?;
        let mut uses = vec![Count::ZERO; self.order.len()];
        for (&option, frequency) in self.order.iter().zip(counted.frequencies(control)?) {
            uses[option as usize] = frequency;
        }
        Ok((counted.total().clone(), uses))
    }

    /// The diagram ready to draw its sets from, which are those of [`All::chosen`].
    ///
    /// # Errors
    /// When `control` says stop.
    pub(super) fn counted(&self, control: &Control) -> Result<Counted, Stopped> {
        self.diagram.counted(control)
    }

    /// The options that a set of the diagram is.
    pub(super) fn chosen(&self, set: &[u32]) -> Vec<u32> {
        set.iter().map(|&v| self.order[v as usize]).collect()
    }

    /// The `number` solutions that weigh least, the lightest first; `weights` are those of the options. Of solutions of one weight those
    /// come first that have the earlier options, as in [`Cheapest`](crate::exact_cover::Cheapest).
    ///
    /// # Errors
    /// When `control` says stop, or what is needed outgrows its memory.
    pub fn lightest(
        &self,
        weights: &[BigInt],
        number: u64,
        control: &Control,
    ) -> Result<Vec<(BigInt, Vec<u32>)>, Stopped> {
        let mut found = self.first(weights, number.saturating_add(1), control)?;
        let wanted = usize::try_from(number).unwrap_or(usize::MAX);
        if found.len() > wanted && wanted > 0 && found[wanted].0 == found[wanted - 1].0 {
            // The diagram may have the options in another order, and others of this weight come first in theirs. So an option is made lighter than
            // all later ones together could be, by less than any difference of weights.
            let options = weights.len() as u64;
            let lightened = (1..)
                .zip(weights)
                .map(|(place, weight)| (weight << options) - (BigInt::from(1) << (options - place)));
            let lightened: Vec<BigInt> = lightened.collect();
            found = self.first(&lightened, number, control)?;
            for (weight, chosen) in &mut found {
                *weight = chosen.iter().map(|&option| &weights[option as usize]).sum();
            }
        }
        found.truncate(wanted);
        // Of two that begin alike the one with more options comes first.
        found.sort_by_cached_key(|(weight, chosen)| {
            (weight.clone(), chosen.iter().copied().chain([u32::MAX]).collect::<Vec<_>>())
        });
        Ok(found)
    }

    /// The `number` solutions that weigh least, in the order of the diagram where several weigh the same.
    fn first(
        &self,
        weights: &[BigInt],
        number: u64,
        control: &Control,
    ) -> Result<Vec<(BigInt, Vec<u32>)>, Stopped> {
        const WHAT: &str = "the cheapest solutions";
        let weights: Vec<BigInt> =
            self.order.iter().map(|&option| weights[option as usize].clone()).collect();
        let (mut found, mut refused) = (Vec::new(), None);
        self.diagram.best(&weights, Goal::Lightest, number, control, |set, weight| {
            let mut chosen = self.chosen(&set);
            chosen.sort_unstable();
            let bytes = (found.len() + 1) * (chosen.len() * 4 + size_of::<(BigInt, Vec<u32>)>());
            refused = control.reserve(self.diagram.bytes() + bytes as u64, WHAT).err();
            found.push((weight, chosen));
            refused.is_none()
        })?;
        refused.map_or(Ok(found), Err)
    }

    /// Nodes of the diagram.
    pub fn nodes(&self) -> u64 {
        self.diagram.nodes()
    }

    /// The solutions, as options.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<u32>> {
        self.diagram.sets().map(|set| self.chosen(&set))
    }
}

/// The diagram of the solutions of `cover`, if `search` for them has very many nodes and it takes little memory; and what it
/// is as a candidate for the count.
///
/// # Errors
/// When `control` says stop.
pub fn attempt(
    cover: &ExactCover,
    search: &Search,
    control: &Control,
) -> Result<(Option<All>, Candidate<Engine>), Stopped> {
    let nodes = search.expected_nodes(LOOK, control)?;
    let expected = format!("the search has {} nodes", about(nodes));
    let zdd = Candidate::new(Engine::Zdd);
    let barred = |why: String| Candidate { obstacle: Some(why), ..zdd.clone() };
    if nodes <= (FEW * search.pace()) as f64 {
        return Ok((None, barred(format!("a diagram of all solutions: not tried, {expected}"))));
    }
    let Some(all) = small(cover, control)? else {
        let mib = ATTEMPT >> 20;
        return Ok((None, barred(format!("a diagram of all solutions: given up at {mib} MiB; {expected}"))));
    };
    let remark = format!("a diagram of all solutions: {} nodes, and {expected}", all.nodes());
    Ok((Some(all), Candidate { remark: Some(remark), ..zdd }))
}

/// The diagram of the solutions of `cover`, if it takes little memory, [`ATTEMPT`].
///
/// # Errors
/// When `control` says stop.
pub fn small(cover: &ExactCover, control: &Control) -> Result<Option<All>, Stopped> {
    let little = control.clone().memory(control.memory_budget().min(ATTEMPT));
    match All::build(cover, &little) {
        Ok(all) => Ok(Some(all)),
        Err(ZddError::Stopped(stopped @ (Stopped::Interrupted(_) | Stopped::OutOfTime(_)))) => Err(stopped),
        Err(_) => Ok(None),
    }
}

fn about(nodes: f64) -> String {
    match nodes {
        few if few < 1e6 => format!("about {few:.0}"),
        many if many < 1e100 => format!("about {many:.1e}"),
        _ => "more than 1e100".to_owned(),
    }
}
