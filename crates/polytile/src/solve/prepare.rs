//! From a question to a tree and a judge.
//!
//! In: a question and what is wanted of its solutions. Out: a [`Search`], which can be run, stopped and resumed (`run`). What a
//! condition says of single placements becomes part of the cover: options are removed, or one more item must be covered. What
//! conditions lay, or is given, is taken out of it (`exact_cover/settled.rs`). Where one solution of each class is enough, one
//! option of each orbit of an item is tried. The rest, conditions on whole tilings and the choice of one image, is left to the
//! judge. Then an engine makes the tree. Cost: a few looks at every option for each condition and symmetry.

use super::choose::choose;
use super::engine::Engine;
use super::judge::{Classes, Judge};
use super::question::{Options, Question};
use crate::condition::sieve::Sieve;
use crate::condition::{Condition, expect_single};
use crate::exact_cover::tree::{Cursor, Lost, Walker};
use crate::exact_cover::{Encoded, ExactCover, Multiplicity, Symmetries, crew};
use crate::number::below;
use crate::plan::Plan;
use crate::problem::{Motion, Problem, UpTo};
use crate::run::{Control, Refused, Stopped, fnv};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::sync::Arc;

/// Why there are no classes or conditions.
const ONLY_TILINGS: &str = "symmetry classes and conditions are for tilings: an exact cover has no board to turn or to look at; \
                            leave them out, or give the puzzle as a board and pieces";

/// A search, prepared.
pub struct Search {
    pub(super) walker: Box<dyn Walker>,
    pub(super) judge: Judge,
    /// For every option of the search its index in the question.
    pub(super) options: Vec<u32>,
    /// Options of the question that are in every solution that is looked for, and are not searched.
    pub(super) settled: Vec<u32>,
    /// Number of options of the question.
    pub(super) asked_options: usize,
    /// The parts of the tree to search.
    pub(super) parts: Vec<Cursor>,
    /// The share of the tree that they are.
    pub(super) whole: f64,
    /// Whether solutions are only counted, and none is ever kept.
    pub(super) counting: bool,
    /// Nodes between two looks at the control.
    pub(super) nodes_at_once: u64,
    /// Items and options that are searched.
    pub size: (usize, usize),
    /// What was considered.
    pub plan: Plan<Engine>,
    /// The engine chosen.
    pub engine: Engine,
    /// A number that hardly ever belongs to another search: by this a checkpoint is recognised.
    pub fingerprint: u64,
    /// The same for all parts of a search.
    pub whole_fingerprint: u64,
}

impl Search {
    /// Prepares the search for the solutions of `question`.
    ///
    /// ```
    /// use polytile::exact_cover::Encoded;
    /// use polytile::solve::{Options, Question, Reply, Search};
    /// use std::sync::Arc;
    /// use polytile::{board::Region, pieces::{Freedom, PieceSet}, problem::{Problem, UpTo}, run::Control};
    /// let problem = Problem::new(Region::rectangle(4, 5)?, PieceSet::all(5, Freedom::Free));
    /// let control = Control::default();
    /// let encoded = Arc::new(Encoded::new(&problem, &control)?);
    /// let options = Options { up_to: Some(UpTo::Symmetries), ..Options::default() };
    /// let search = Search::new(&Question::tilings(problem.clone(), Arc::clone(&encoded)), &options, &control)?;
    /// let mut first = None;
    /// search.list(search.beginning(), None, &control, &mut |chosen| {
    ///     first = Some(encoded.tiling(chosen));
    ///     Reply::Enough
    /// })?;
    /// assert_eq!(first.expect("it has some").check(&problem), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refused`] when classes or conditions are asked of an exact cover, the engine cannot search it, or a limit is
    /// reached.
    pub fn new(question: &Question, options: &Options, control: &Control) -> Result<Self, Refused> {
        let shuffle = options.seed.map(|seed| Shuffle { seed, halvings: 0 });
        Search::in_order(question, options, shuffle, control)
    }

    /// This search with the options in an order of their own, whatever the seed.
    pub(super) fn in_order(
        question: &Question,
        options: &Options,
        shuffle: Option<Shuffle>,
        control: &Control,
    ) -> Result<Self, Refused> {
        let (whole_cover, encoded) = match question {
            Question::Tilings(problem, encoded) => (encoded.cover(), Some((problem, encoded))),
            Question::Covers(_) if options.up_to.is_some() || !options.conditions.is_empty() => {
                return Err(Refused::Question(ONLY_TILINGS.to_owned()));
            }
            Question::Covers(cover) => (&**cover, None),
        };
        if let Some((problem, _)) = encoded {
            problem.expect_motions(options.up_to)?;
        }
        let control = &control.holding(question.bytes());
        let (late, early): (Vec<_>, Vec<_>) = options.conditions.iter().partition(|c| c.couples());
        let mut sifted = Sifted { keep: vec![true; whole_cover.option_count()], extended: None };
        if let Some((problem, encoded)) = encoded.filter(|_| !early.is_empty()) {
            sifted = Sifted::new(&early, problem, encoded, control)?;
        }
        let late: Vec<Condition> = late.into_iter().cloned().collect();
        let classes = encoded
            .map(|(problem, encoded)| classes(problem, encoded, options, &late, control))
            .transpose()?
            .unwrap_or(Classes::None);
        if let Classes::Whole { symmetries, .. } = &classes {
            sifted.keep.iter_mut().enumerate().for_each(|(o, keep)| *keep &= symmetries.tries(o as u32));
        }
        let order = order(whole_cover.option_count() as u32, shuffle);
        let source = sifted.extended.as_ref().unwrap_or(whole_cover);
        let (mut cover, mut kept) = source.restricted(order, |o| sifted.keep[o as usize], control)?;
        let of_cover = cover.fingerprint();
        let mut settled = Vec::new();
        let lays = !early.is_empty() || encoded.is_some_and(|(problem, _)| !problem.given.is_empty());
        if lays && let Some(rest) = cover.settled(&control.holding(cover.bytes()))? {
            settled = rest.chosen.iter().map(|&o| kept[o as usize]).collect();
            settled.sort_unstable();
            (cover, kept) = (rest.cover, rest.left.iter().map(|&o| kept[o as usize]).collect());
        }
        let beside = control.holding(cover.bytes());
        let (walker, plan, engine) = choose(&cover, encoded.is_some(), options.engine, &beside)?;
        let fingerprint_of = |share| fingerprint(of_cover, engine, options, share, !settled.is_empty());
        let (fingerprint, whole_fingerprint) = (fingerprint_of(options.share), fingerprint_of(None));
        let parts = match options.share {
            Some((k, n)) if k == 0 || k > n => {
                return Err(Refused::Question(format!(
                    "there is no share {k} of {n}; shares go from 1 to {n}"
                )));
            }
            Some((k, n)) => crew::share(&*walker, k, n, control).map_err(Lost::refused)?,
            None => vec![Cursor::ROOT],
        };
        let mut scout = walker.another();
        let mut whole = 0.0;
        for part in &parts {
            scout.seek(part, control).map_err(Lost::refused)?;
            whole += scout.remaining();
        }
        Ok(Search {
            whole,
            walker,
            judge: Judge {
                encoded: encoded.map(|(problem, encoded)| (Arc::clone(problem), Arc::clone(encoded))),
                conditions: late,
                classes,
            },
            options: kept,
            settled,
            asked_options: whole_cover.option_count(),
            parts,
            counting: options.counting,
            nodes_at_once: crew::nodes_at_once(cover.items().len(), cover.options().map(<[_]>::len).sum()),
            size: (cover.items().len(), cover.option_count()),
            plan,
            engine,
            fingerprint,
            whole_fingerprint,
        })
    }

    /// Nodes that the engine goes through in about a second: a measure of effort that no clock has to take.
    pub fn pace(&self) -> u64 {
        self.engine.searches().pace
    }

    /// Whether solutions are found as one of each symmetry class, even if all are counted.
    pub fn breaks_symmetry(&self) -> bool {
        matches!(&self.judge.classes, Classes::Whole { symmetries, .. } if symmetries.breaks())
    }
}

/// What conditions leave of an exact cover.
struct Sifted {
    keep: Vec<bool>,
    /// The cover with items added.
    extended: Option<ExactCover>,
}

impl Sifted {
    fn new(
        conditions: &[&Condition],
        problem: &Problem,
        encoded: &Encoded,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let conditions = conditions.iter().copied();
        let Sieve { keep, some_of } = Sieve::new(conditions, problem, &encoded.placements(), control)?;
        let mut extended: Option<ExactCover> = None;
        for some in some_of {
            let cover = extended.as_ref().unwrap_or(encoded.cover());
            let name = cover.free_name(format!("where{}", cover.items().len()));
            let demand = Multiplicity::Primary { lo: 1, hi: u32::MAX };
            let longer = cover.with_item(name, demand, |o| some.binary_search(&o).is_ok());
            extended = Some(longer.map_err(|e| Stopped::TooLarge(e.to_string()))?);
        }
        Ok(Sifted { keep, extended })
    }
}

impl Question {
    /// The cover whose solutions are those that meet `conditions`, and for each of its options its index in the question.
    ///
    /// # Errors
    /// When a condition couples two pieces, or `control` says stop.
    pub(crate) fn meeting(
        &self,
        conditions: &[Condition],
        control: &Control,
    ) -> Result<(ExactCover, Vec<u32>), Refused> {
        expect_single(conditions)?;
        let sifted = match self {
            Question::Tilings(problem, encoded) => {
                Sifted::new(&conditions.iter().collect::<Vec<_>>(), problem, encoded, control)?
            }
            Question::Covers(_) => return Err(Refused::Question(ONLY_TILINGS.to_owned())),
        };
        let cover = sifted.extended.as_ref().unwrap_or(self.cover());
        Ok(cover.restricted(0..sifted.keep.len() as u32, |o| sifted.keep[o as usize], control)?)
    }
}

/// How solutions are gathered into classes: see the module.
fn classes(
    problem: &Problem,
    encoded: &Encoded,
    options: &Options,
    late: &[Condition],
    control: &Control,
) -> Result<Classes, Stopped> {
    // A share of all solutions is to be the same whether they are listed or counted.
    if options.up_to.is_none() && (!options.counting || options.share.is_some()) {
        return Ok(Classes::None);
    }
    let up_to = options.up_to.unwrap_or(UpTo::Symmetries);
    let mut invariant = true;
    let motions =
        if options.conditions.is_empty() { Vec::new() } else { problem.motions_within(up_to, control)? };
    for Motion { cells, pieces, .. } in motions {
        invariant &= options.conditions.iter().all(|c| c.is_symmetric(&problem.region, &cells, &pieces));
    }
    if !invariant && options.up_to.is_none() {
        return Ok(Classes::None);
    }
    let images = encoded.symmetries_up_to(up_to, problem, control)?;
    if images.len() == 1 {
        return Ok(Classes::None);
    }
    let symmetries = Symmetries::new(encoded.cover(), images, control)?;
    if invariant {
        return Ok(Classes::Whole { symmetries, distinct: options.up_to.is_some() });
    }
    let local = options.conditions.iter().filter(|c| !late.contains(c)).cloned().collect();
    Ok(Classes::Parts { symmetries, local })
}

/// What trees look like, and where they are cut into parts: other words where that changes, so that no place in an old tree is taken for
/// one in a new tree, nor parts of two kinds for those of one search.
const TREE: &str = "cut at choices, lone cells seen";

/// What is searched, how, and what is done with it, in one number.
fn fingerprint(
    cover: u64,
    engine: Engine,
    options: &Options,
    share: Option<(usize, usize)>,
    settles: bool,
) -> u64 {
    let Options { counting, up_to, conditions, seed: _, share: _, engine: _ } = options;
    let mut asked = format!("{engine} {counting} {up_to:?} {conditions:?} {TREE} {share:?}");
    if settles {
        asked.push_str(" without what is settled");
    }
    cover ^ fnv(asked.as_bytes())
}

/// A random order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shuffle {
    /// What determines it.
    pub seed: u64,
    /// How often the share of the options that are moved is halved: 0 where all may be.
    pub halvings: u32,
}

/// The numbers below `count`, in their order or in a random one (Fisher and Yates).
fn order(count: u32, shuffle: Option<Shuffle>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count).collect();
    if let Some(Shuffle { seed, halvings }) = shuffle {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for i in (1..order.len()).rev() {
            if halvings > 0 && random.next_u64() >> (64 - halvings) != 0 {
                continue;
            }
            order.swap(i, below(&mut random, i + 1));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Region};
    use crate::condition::Relation;
    use crate::exact_cover::Entry;
    use crate::exact_cover::sparse::Sparse;
    use crate::pieces::{Freedom, PieceSet};
    use crate::solve::Engine;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A tree that is one long path is gone down once, not once for each of its nodes, and the control is asked on the way.
    #[test]
    fn a_long_path_is_shared_in_linear_time() {
        let mut cover = ExactCover::default();
        for i in 0..4000 {
            cover.add_item(i.to_string(), Multiplicity::ONCE).unwrap();
        }
        for i in 0..3999 {
            cover.add_option(&[Entry::plain(i), Entry::plain(i + 1)]).unwrap();
        }
        let question = Question::covers(cover);
        let looks = |share| {
            let asked = Arc::new(AtomicU64::new(0));
            let asking = Arc::clone(&asked);
            let control = Control::default().on_asked(move || _ = asking.fetch_add(1, Ordering::Relaxed));
            let options = Options { engine: Some(Engine::Sparse), share, ..Options::default() };
            Search::new(&question, &options, &control).unwrap();
            asked.load(Ordering::Relaxed)
        };
        // 2000 nodes, sixteen to a look.
        let more = looks(Some((2, 7))) - looks(None);
        assert!((100..2000).contains(&more), "{more}");
    }

    #[test]
    fn what_is_left_beside_what_is_laid_is_in_the_budget_of_the_search() {
        let problem = Problem::new(Region::rectangle(60, 60).unwrap(), PieceSet::all(2, Freedom::Free));
        let encoded = Encoded::new(&problem, &Control::default()).unwrap();
        let cover = encoded.cover().bytes();
        let question = Question::tilings(problem, encoded);
        let on = [Cell::new(0, 0), Cell::new(0, 1)];
        let lies = Condition { piece: 0, relation: Relation::LiesOn(on.to_vec()), negated: false };
        let options = Options { engine: Some(Engine::Sparse), conditions: vec![lies], ..Options::default() };
        let search =
            |more| Search::new(&question, &options, &Control::default().memory(question.bytes() + more));
        let refused = |more| match search(more).err() {
            Some(Refused::Stopped(Stopped::OutOfMemory { what, .. })) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(refused(cover + cover / 2), "what is still to be chosen");
        assert_eq!(search(100 * cover).unwrap().size.0, 60 * 60 - 2);
    }

    #[test]
    fn what_is_searched_is_in_the_budget_of_the_search() {
        let problem = Problem::new(Region::rectangle(20, 20).unwrap(), PieceSet::all(2, Freedom::Free));
        let encoded = Encoded::new(&problem, &Control::default()).unwrap();
        let tables = Sparse::bytes_needed(encoded.cover());
        let question = Question::tilings(problem, encoded);
        let options = Options { engine: Some(Engine::Sparse), ..Options::default() };
        let search = |budget| Search::new(&question, &options, &Control::default().memory(budget));
        // The tables alone would fit.
        assert!(matches!(search(tables).err(), Some(Refused::Stopped(Stopped::OutOfMemory { .. }))));
        assert!(search(tables + 3 * question.bytes()).is_ok());
    }
}
