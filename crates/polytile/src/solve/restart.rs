//! Random orders that do not get lost.
//!
//! A search that tries options in a random order mostly finds a solution at once, but sometimes an early choice leaves a
//! huge part of the tree without any, and it hardly ever comes out: run times have heavy tails (Gomes, Selman, Crato and
//! Kautz, 2000). So it is begun anew with another order, after numbers of nodes that follow the sequence 1 1 2 1 1 2 4 1 ... of
//! Luby, Sinclair and Zuckerman (1993), which is within a logarithmic factor of the best sequence there is. On large boards
//! nearly every random order gets lost, but the puzzle's own does not: so after every four orders only half as many options are
//! moved as before, and in the end none. The orders follow from the seed, and nodes are counted, not seconds: the same seed ends
//! with the same order on every machine.
//!
//! Once an order is found in which a solution comes soon, the search is an ordinary one in that order: it lists all solutions,
//! and can be shared, stopped and resumed. If [`RESTARTS`] orders have not found one, solutions are rare or there is none, and
//! the first order is as good as any. Cost: at most 80 times the unit below, which is little beside a search that is longer than
//! that.

use super::prepare::{Search, Shuffle};
use super::question::{Options, Question};
use super::run::First;
use crate::run::{Control, Refused, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};

/// How many orders are tried; the last one is the puzzle's own.
const RESTARTS: u64 = 31;

/// How many successive orders are equally random.
const ALIKE: u64 = 4;

impl Search {
    /// Prepares the search as [`Search::new`], but with the first of a sequence of random orders, which the seed of
    /// `options` determines, in which a solution is found soon. Without a seed there is one order only, and where
    /// solutions are counted all orders are as good.
    ///
    /// # Errors
    /// As [`Search::new`].
    pub fn with_restarts(question: &Question, options: &Options, control: &Control) -> Result<Self, Refused> {
        let first = Search::new(question, options, control)?;
        let Some(seed) = options.seed.filter(|_| !options.counting) else { return Ok(first) };
        let unit = (first.engine.searches().unit)(first.size.0 as u64);
        if first.ends_within(unit * luby(1), control)? {
            return Ok(first);
        }
        let mut seeds = ChaCha8Rng::seed_from_u64(seed);
        // A stream other than that of the order itself.
        seeds.set_stream(1);
        for restart in 2..=RESTARTS {
            let shuffle = Shuffle { seed: seeds.next_u64(), halvings: (restart / ALIKE) as u32 };
            let shuffle = (restart < RESTARTS).then_some(shuffle);
            let search = Search::in_order(question, options, shuffle, control)?;
            if search.ends_within(unit * luby(restart), control)? {
                return Ok(search);
            }
        }
        Ok(first)
    }

    /// Whether the search finds a solution within `most` nodes, or finds out that there is none.
    fn ends_within(&self, most: u64, control: &Control) -> Result<bool, Stopped> {
        Ok(self.first_within(most, control)?.1 != First::Unknown)
    }
}

/// Term `i` of the sequence, from 1: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
fn luby(i: u64) -> u64 {
    // The first 2^k - 1 terms are twice the first 2^(k-1) - 1, and then 2^(k-1).
    let half = (i + 1).next_power_of_two() / 2;
    if i + 1 == 2 * half { half } else { luby(i - (half - 1)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::exact_cover::Encoded;
    use crate::pieces::{Freedom, PieceSet};
    use crate::problem::Problem;
    use crate::solve::{Engine, Reply};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    #[test]
    fn luby_s_sequence() {
        let terms: Vec<u64> = (1..=16).map(luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1]);
        assert_eq!((1..=RESTARTS).map(luby).sum::<u64>(), 80);
    }

    /// A control that says stop once it has been asked `times` times.
    fn patience(times: u64) -> Control {
        let (stop, asked) = (Arc::new(AtomicBool::new(false)), AtomicU64::new(0));
        let told = Arc::clone(&stop);
        Control::default().stopped_by(stop).on_progress(move |_| {
            if asked.fetch_add(1, Ordering::Relaxed) >= times {
                told.store(true, Ordering::Relaxed);
            }
        })
    }

    fn first_of(search: &Search, control: &Control) -> Vec<u32> {
        let mut first = Vec::new();
        let report = search.list(search.beginning(), None, control, &mut |chosen| {
            first = chosen.to_vec();
            Reply::Enough
        });
        assert_eq!(report.unwrap().stopped, None);
        first
    }

    /// Without restarts some of these seeds find nothing in hours.
    #[test]
    fn every_seed_finds_a_solution() {
        let problem = Problem::new(Region::rectangle(40, 40).unwrap(), PieceSet::all(2, Freedom::Free));
        let encoded = Arc::new(Encoded::new(&problem, &Control::default()).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        let mut different = Vec::new();
        for seed in 0..50 {
            let options = Options { seed: Some(seed), ..Options::default() };
            let search = Search::with_restarts(&question, &options, &patience(400)).expect("it ends soon");
            let (nodes, found) = search.nodes_to_first(&patience(2000)).expect("it ends soon");
            assert!(found.is_some() && nodes < 100_000, "{seed}: {nodes}");
            let [one, four] = [1, 4].map(|threads| first_of(&search, &Control::default().threads(threads)));
            assert_eq!(one, four, "{seed}");
            assert_eq!(encoded.tiling(&one).check(&problem), Ok(()));
            different.push(one);
        }
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 50);
    }

    /// Where nearly every random order gets lost, one is found that is nearly the puzzle's own.
    #[test]
    fn large_boards_are_tiled() {
        let problem = Problem::new(Region::rectangle(60, 60).unwrap(), PieceSet::all(2, Freedom::Free));
        let encoded = Arc::new(Encoded::new(&problem, &Control::default()).unwrap());
        let question = Question::tilings(problem.clone(), Arc::clone(&encoded));
        for seed in 0..3 {
            let options = Options { seed: Some(seed), ..Options::default() };
            let search = Search::with_restarts(&question, &options, &patience(800)).expect("it ends soon");
            let (nodes, found) = search.nodes_to_first(&patience(2000)).expect("it ends soon");
            assert!(found.is_some() && nodes < 100_000, "{seed}: {nodes}");
        }
    }

    /// All solutions are listed, and nothing is where there is none.
    #[test]
    fn nothing_is_lost() {
        for (rows, cols, piece) in [(4, 4, 2), (4, 6, 3), (5, 5, 2)] {
            let problem =
                Problem::new(Region::rectangle(rows, cols).unwrap(), PieceSet::all(piece, Freedom::Free));
            let control = Control::default();
            let encoded = Encoded::new(&problem, &control).unwrap();
            let question = Question::tilings(problem.clone(), encoded);
            let plain = Search::new(&question, &Options::default(), &control).unwrap();
            let all = plain.count(plain.beginning(), None, &control).unwrap().found;
            for (seed, engine) in (0..20).zip([Engine::Bitboard, Engine::Sparse].into_iter().cycle()) {
                let options = Options { seed: Some(seed), engine: Some(engine), ..Options::default() };
                let search = Search::with_restarts(&question, &options, &control).unwrap();
                let mut found = Vec::new();
                let report = search.list(search.beginning(), None, &control, &mut |chosen| {
                    let mut chosen = chosen.to_vec();
                    chosen.sort_unstable();
                    found.push(chosen);
                    Reply::More
                });
                assert!(report.unwrap().remaining.is_none());
                found.sort();
                found.dedup();
                assert_eq!(found.len() as u64, all, "{rows}x{cols}");
            }
        }
    }
}
