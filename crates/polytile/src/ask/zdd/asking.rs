//! Questions to a family that is held, one after the other, and the facts that answer them.
//!
//! In: a family ([`Held`]), a [`Control`], and an [`Asker`]: whoever wants to know, be it a command that prints or an answer
//! that becomes JSON. Out: [`Fact`]s, handed to the asker as soon as each is found; remarks, where something should be known
//! besides; and accounts of how something was found.
//!
//! An [`Asking`] has a method for each question. A question with many answers (the sets of a list, the sizes, a sample) tells
//! them one by one; the asker may say after any of them that it has heard enough, and from then on no question looks for
//! anything. What several questions need, the number of sets and the guesses that contradict each other, is found once and
//! kept. [`Asking::cross_check`] counts with another engine what the diagram counts, and fails where the two differ.
//!
//! Cost: the number of sets and the frequencies take a sweep over all nodes, as does the search for the lightest; every set
//! that is told, one path down the diagram.

use super::facts::{Agreement, Fact, Frequency, Levels, Member, NumberOf, OfSize, Stats, share};
use super::{Held, misused};
use crate::ask::amounts::rounded;
use crate::ask::compare::{recount_all, recount_states};
use crate::ask::seed;
use crate::ask::subject::{contradicting, not_found_out};
use crate::ask::{Integer, Unanswered};
use crate::count::Count;
use crate::format::subject::Given;
use crate::run::{Control, Progress};
use crate::solve::Question;
use crate::zdd::{Counted, EMPTY, Goal};
use num_bigint::BigInt;
use std::cell::OnceCell;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Lines of a plot at most; levels side by side share one where there are more.
const PLOT_LINES: usize = 60;
/// The longest bar of a plot.
const BAR: usize = 40;

/// Whoever asks, and is told.
pub trait Asker {
    /// Why nothing more need be told.
    type Failure: From<Unanswered>;

    /// Something was found out. The answer says whether more is wanted.
    ///
    /// # Errors
    /// When it cannot be told; then nothing more is told.
    fn fact(&mut self, fact: Fact) -> Result<ControlFlow<()>, Self::Failure>;

    /// A question has another of its many answers, which is told only where it is wanted.
    fn goes_on(&mut self) -> bool {
        true
    }

    /// Something should be known besides the facts.
    fn remark(&mut self, _text: String) {}

    /// How something was found.
    fn account(&mut self, _text: String) {}
}

/// Somebody asks about a family. Where the asker wants to be told nothing more, nothing more is looked for.
pub struct Asking<'a, A> {
    held: &'a Held,
    control: Control,
    asker: A,
    /// Whether the asker wants to be told nothing more.
    ended: bool,
    /// The number of sets, once it is known.
    number: Option<Count>,
    /// The lines of guesses that contradict each other, if some do, once that is known.
    contradiction: OnceCell<Option<Vec<u32>>>,
}

impl<'a, A: Asker> Asking<'a, A> {
    /// `asker` asks about `held`.
    pub fn new(held: &'a Held, control: &Control, asker: A) -> Self {
        let control = control.holding(held.family.beside());
        Asking { held, control, asker, ended: false, number: None, contradiction: OnceCell::new() }
    }

    fn tell(&mut self, fact: Fact) -> Result<(), A::Failure> {
        self.ended = self.asker.fact(fact)?.is_break();
        Ok(())
    }

    /// The numbers of variables, nodes and sets.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn stats(&mut self) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let stats = self.found_stats()?;
        self.tell(stats)
    }

    pub(super) fn found_stats(&mut self) -> Result<Fact, A::Failure> {
        let (family, diagram) = (&self.held.family, self.held.family.diagram());
        let count = (&self.number()?).into();
        Ok(Fact::Stats(Stats {
            variables: diagram.variables(),
            nodes: diagram.nodes(),
            count,
            order: self.held.order(),
            restricted: family.is_restricted(),
            bytes: diagram.bytes(),
            title: family.puzzle().and_then(|puzzle| puzzle.title.clone()),
            seconds: rounded(self.held.time),
            contradiction: self.contradiction(),
            why: self.why(),
        }))
    }

    /// The number of sets.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn count(&mut self) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let count = (&self.number()?).into();
        let contradiction = self.contradiction();
        let why = self.why();
        self.tell(Fact::Count(NumberOf { count, contradiction, why }))
    }

    fn number(&mut self) -> Result<Count, Unanswered> {
        if let Some(number) = &self.number {
            return Ok(number.clone());
        }
        let number = self.held.family.diagram().count(&self.control)?;
        Ok(self.number.insert(number).clone())
    }

    /// The lines of guesses that contradict each other, where there is no number for that reason.
    fn contradiction(&mut self) -> Option<Vec<u32>> {
        let mind = self.held.mind.as_ref().filter(|_| self.held.family.diagram().root() == EMPTY)?;
        if let Some(known) = self.contradiction.get() {
            return known.clone();
        }
        let lines = contradicting(mind, &self.control).unwrap_or_else(|stopped| {
            self.asker.remark(not_found_out(&stopped));
            None
        });
        self.contradiction.get_or_init(|| lines).clone()
    }

    /// Why there is no set, if there is none.
    fn why(&mut self) -> Option<Vec<String>> {
        let contradiction = self.contradiction();
        self.held.why_empty(contradiction.as_deref(), &self.control)
    }

    /// The number of sets of each size.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn by_size(&mut self) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let counts = self.held.family.diagram().count_by_size(&self.control).map_err(Unanswered::from)?;
        for (&size, count) in &counts {
            if !self.asker.goes_on() {
                break;
            }
            self.tell(Fact::BySize(OfSize { size, count: count.into() }))?;
            if self.ended {
                break;
            }
        }
        Ok(())
    }

    /// Nodes on every level.
    ///
    /// # Errors
    /// When the asker says stop.
    pub fn profile(&mut self) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let levels: Vec<usize> = self.held.family.profile().collect();
        let share = levels.len().div_ceil(PLOT_LINES).max(1);
        let most = levels.iter().copied().max().unwrap_or(0).max(1);
        let digits = most.to_string().len();
        let mut plot = String::new();
        for (i, some) in levels.chunks(share).enumerate() {
            let nodes = some.iter().copied().max().unwrap_or(0);
            let bar = "#".repeat((nodes * BAR).div_ceil(most));
            let name = &self.held.family.names()[i * share];
            let variable = i * share + 1;
            // Writing to a string cannot fail.
            let _ = writeln!(plot, "{variable:>5} {nodes:>digits$} {bar:BAR$} {name}");
        }
        if share > 1 {
            let _ = writeln!(plot, "one line for {share} variables: the first, and the nodes of the largest");
        }
        self.tell(Fact::Profile(Levels { levels, plot }))
    }

    /// The first sets, `number` of them.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn list(&mut self, number: u64) -> Result<(), A::Failure> {
        let most = usize::try_from(number).unwrap_or(usize::MAX);
        for (i, set) in (0_u64..).zip(self.held.family.diagram().sets().take(most)) {
            if self.ended || !self.asker.goes_on() {
                break;
            }
            let share = (u128::from(i) * 1_000_000 / u128::from(number)) as u32;
            let going = self.control.check(Progress::Search { share, found: i });
            going.map_err(Unanswered::from)?;
            self.tell(Fact::List(self.held.member(i + 1, set)))?;
        }
        Ok(())
    }

    /// Every option with the share of the sets that use it; `frequencies` are those of `counted`.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn marginals(&mut self, counted: &Counted, frequencies: &[Count]) -> Result<(), A::Failure> {
        let (total, nodes) = (frequencies.len() as u64, self.held.family.diagram().nodes());
        for (done, (name, count)) in (0..).zip(self.held.family.names().iter().zip(frequencies)) {
            if self.ended || !self.asker.goes_on() {
                break;
            }
            let going = self.control.check(Progress::Operations { done, total, nodes });
            going.map_err(Unanswered::from)?;
            let share = share(count, counted.total());
            let frequency = Frequency { option: name.clone(), count: count.into(), share };
            self.tell(Fact::Marginals(frequency))?;
        }
        Ok(())
    }

    /// Draws `number` sets at random, every one as likely as any other; without a seed, different ones every time.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn sample(&mut self, counted: &Counted, number: u64, seed: Option<u64>) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let seed = seed.unwrap_or_else(seed::fresh);
        self.number.get_or_insert_with(|| counted.total().clone());
        let (mut drawn, mut failed) = (0_u64, None);
        let mut cut = false;
        let control = self.control.clone();
        let done = counted.sample(number, seed, &control, |set| {
            cut = !self.asker.goes_on();
            if cut {
                return false;
            }
            drawn += 1;
            let member = Member { seed: Some(seed.into()), ..self.held.member(drawn, set) };
            failed = self.tell(Fact::Sample(member)).err();
            failed.is_none() && !self.ended
        });
        if let Some(failed) = failed {
            return Err(failed);
        }
        done.map_err(Unanswered::from)?;
        if drawn == 0 && number > 0 {
            self.asker.remark(format!("there is no {} to draw", self.held.noun()));
        }
        let number = if self.ended || cut { drawn } else { number };
        self.asker.account(format!("{number} drawn from {}, seed {seed}", counted.total()));
        Ok(())
    }

    /// The k-th set.
    ///
    /// # Errors
    /// When there is none, or the asker says stop.
    pub fn kth(&mut self, counted: &Counted, k: &Count) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let fact = self.held.kth(counted, k)?;
        self.tell(fact)
    }

    /// The number of a set.
    ///
    /// # Errors
    /// When there is no such set, or the asker says stop.
    pub fn rank(&mut self, counted: &Counted, set: &Given) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let fact = self.held.rank(counted, set)?;
        self.tell(fact)
    }

    /// The best set by these weights of the variables, or the `best` best ones.
    ///
    /// # Errors
    /// When `control` says stop, or the asker does.
    pub fn best(&mut self, weights: &[BigInt], goal: Goal, best: Option<u64>) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let (held, control) = (self.held, &self.control.clone());
        let (mut number, mut failed) = (0_u64, None);
        let each = |set: Vec<u32>, weight: BigInt| {
            if !self.asker.goes_on() {
                return false;
            }
            number += 1;
            let member = Member { weight: Some(Integer(weight)), ..held.member(number, set) };
            let fact = match goal {
                Goal::Lightest => Fact::Lightest(member),
                Goal::Heaviest => Fact::Heaviest(member),
            };
            failed = self.tell(fact).err();
            failed.is_none() && !self.ended
        };
        let asked = best.unwrap_or(1);
        let done = held.family.diagram().best(weights, goal, asked, control, each);
        if let Some(failed) = failed {
            return Err(failed);
        }
        done.map_err(Unanswered::from)?;
        if number == 0 && asked > 0 {
            self.asker.remark(format!("there is no {}", self.held.noun()));
        }
        Ok(())
    }

    /// Counts with another engine, and says whether that gives the number of sets, unless nothing more is wanted.
    ///
    /// # Errors
    /// When it does not, nothing else can count them, `control` says stop, or the asker does.
    pub fn cross_check(&mut self) -> Result<(), A::Failure> {
        if self.ended {
            return Ok(());
        }
        let family = &self.held.family;
        if family.is_restricted() {
            return Err(misused(
                "the diagram holds what --with and --without have left, and another engine would count all there is",
                "leave --cross-check out, or give the puzzle itself",
            )
            .into());
        }
        let (held, control) = (self.number()?, &self.control.clone());
        let mut found = None;
        let mut tell = |count: &Count, engine| {
            found = Some(Agreement { engine, count: count.into(), agrees: *count == held });
        };
        let agreed = match (family.puzzle(), &self.held.cover) {
            (Some(puzzle), _) => recount_states(&puzzle.problem, held.clone(), &mut tell, control),
            (None, Some(cover)) => {
                recount_all(&Question::covers(Arc::clone(cover)), held.clone(), &mut tell, control)
            }
            (None, None) => Err(misused(
                "the diagram of an exact cover is saved without it, so nothing else can count its sets",
                "leave --cross-check out, or give the puzzle itself",
            )),
        };
        // What was found is told even where the two differ.
        if let Some(agreement) = found {
            self.tell(Fact::CrossCheck(agreement))?;
        }
        agreed?;
        Ok(())
    }
}
