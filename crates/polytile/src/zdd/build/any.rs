//! The diagram of any decision process: built top down, then reduced bottom up.
//!
//! In: a [`Spec`]. Out: its solutions, as a reduced diagram. On the way down (`spec/reached.rs`) every state becomes a chain of
//! raw nodes, one for each option of the level that it can take: `hi` takes it, `lo` goes on along the chain, and the last
//! leads to where taking none leads. On the way up nodes with equal children become one, and those without a solution
//! below disappear.
//!
//! Cost: one look-up for each state and child, and one for each raw node. Memory: 12 bytes for each raw node, and the states of
//! levels ahead. The diagrams of tilings are made otherwise (see [`super`]): they need neither look-up.

use crate::run::{Control, Progress, Stopped};
use crate::spec::Spec;
use crate::spec::reached::{self, DEAD, Record, SOLVED, Way};
use crate::zdd::unique::Unique;
use crate::zdd::{Diagram, DiagramBuilder, EMPTY, Node, NodeId, UNIT, ZddError};
use std::ops::Range;

// The ends of ways are the terminals of the diagram.
const _: () = assert!(DEAD == EMPTY && SOLVED == UNIT);

impl Diagram {
    /// The solutions of `spec`; the variables are its options. One thread makes it.
    ///
    /// # Errors
    /// When `control` says stop, or the states and nodes outgrow its memory.
    ///
    /// # Panics
    /// When `spec` does not keep its promises: its levels share options or leave some out, it takes an option twice or one that
    /// is not of its level, or it is forced to a level that does not come later.
    pub fn of<S: Spec>(spec: &S, control: &Control) -> Result<Self, Stopped> {
        let mut end = 0;
        for level in 0..spec.levels() {
            let options = spec.options(level);
            assert!(
                options.start == end,
                "the options of level {level} begin at {}, not at {end}",
                options.start
            );
            end = options.end.max(end);
        }
        let mut raw = Raw::default();
        let root = reached::reached(spec, &mut raw, control)?;
        raw.end_level();
        raw.reduced(end as usize, root, control)
    }
}

/// Raw nodes, numbered from 2 on as they come.
#[derive(Default)]
struct Raw {
    /// The `lo` and `hi` of each; once a node is reduced, its number in the diagram stands in place of `lo`.
    children: Vec<[NodeId; 2]>,
    steps: Vec<Step>,
    /// The nodes of the level in work, by option.
    level: Vec<Vec<NodeId>>,
    options: Range<u32>,
    /// Bytes of all lists of numbers.
    listed: u64,
}

/// The numbers of the nodes of one option, or, for a level without options, of what stands for the states that pass it.
struct Step {
    is_option: bool,
    numbers: Box<[NodeId]>,
}

impl Record for Raw {
    const PASSES: u64 = 2;

    #[inline]
    fn number(&mut self) -> Result<u32, Stopped> {
        // This many numbers are terminals.
        if self.children.len() >= u32::MAX as usize - 2 {
            return Err(Stopped::TooLarge("more states than 32 bits can number".to_owned()));
        }
        self.children.push([EMPTY; 2]);
        Ok(self.children.len() as u32 + 1)
    }

    fn level(&mut self, options: Range<u32>, states: usize) {
        self.end_level();
        self.level = (0..options.len().max(1)).map(|_| Vec::new()).collect();
        if let [only] = &mut self.level[..] {
            only.reserve_exact(states);
            self.listed += 4 * states as u64;
        }
        self.options = options;
    }

    #[inline]
    fn state(&mut self, number: u32, ways: &mut [Way]) -> Result<(), Stopped> {
        if !ways.is_sorted() {
            ways.sort_unstable();
        }
        assert!(ways.windows(2).all(|pair| pair[0].0 != pair[1].0), "an option is taken twice");
        // Taking none comes before all options.
        let (mut lo, taking) = match ways {
            [(None, child), taking @ ..] => (*child, taking),
            taking => (EMPTY, taking),
        };
        let Some(((first, hi), rest)) = taking.split_first() else {
            // A node that says nothing: it will become what `lo` is.
            self.put(number, None, [lo, EMPTY]);
            return Ok(());
        };
        for (option, hi) in rest.iter().rev() {
            let below = self.number()?;
            self.put(below, *option, [lo, *hi]);
            lo = below;
        }
        self.put(number, *first, [lo, *hi]);
        Ok(())
    }

    fn bytes(&self) -> u64 {
        8 * self.children.capacity() as u64 + self.listed
    }

    fn what(&self) -> String {
        format!("a diagram with {} states so far", self.children.len())
    }
}

impl Raw {
    #[inline]
    fn put(&mut self, number: NodeId, option: Option<u32>, children: [NodeId; 2]) {
        let options = &self.options;
        let option = option.map_or(0, |option| {
            assert!(options.contains(&option), "option {option} is none of the level's, {options:?}");
            (option - options.start) as usize
        });
        let list = &mut self.level[option];
        let before = list.capacity();
        list.push(number);
        self.listed += 4 * (list.capacity() - before) as u64;
        self.children[number as usize - 2] = children;
    }

    /// Notes that the level in work has been listed completely.
    fn end_level(&mut self) {
        let is_option = !self.options.is_empty();
        for numbers in std::mem::take(&mut self.level) {
            self.listed -= 4 * (numbers.capacity() - numbers.len()) as u64;
            self.steps.push(Step { is_option, numbers: numbers.into_boxed_slice() });
        }
    }

    /// The diagram, from the last option up.
    fn reduced(mut self, variables: usize, root: NodeId, control: &Control) -> Result<Diagram, Stopped> {
        let now = |children: &[[NodeId; 2]], child: NodeId| match child {
            EMPTY | UNIT => child,
            node => children[node as usize - 2][0],
        };
        let mut made = DiagramBuilder::new(variables);
        let mut unique = Unique::default();
        let table = Unique::needs(self.steps.iter().map(|step| step.numbers.len()).max().unwrap_or(0));
        let total = 2 * self.steps.len() as u64;
        while let Some(Step { is_option, numbers }) = self.steps.pop() {
            let (done, states) = (total - self.steps.len() as u64, numbers.len() as u64);
            control.check(Progress::Levels { done, total, states })?;
            let nodes = size_of::<Node>() as u64 * u64::from(made.next());
            control.reserve(self.bytes() + nodes + table, "the reduced diagram")?;
            unique.start(made.next(), numbers.len());
            for &number in &numbers {
                let [lo, hi] = self.children[number as usize - 2].map(|child| now(&self.children, child));
                self.children[number as usize - 2][0] = unique.node(Node { lo, hi });
            }
            self.listed -= 4 * numbers.len() as u64;
            if is_option {
                made.push(unique.take()).map_err(ZddError::stopped)?;
            }
        }
        let root = now(&self.children, root);
        made.finish(root).map_err(ZddError::stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Region;
    use crate::frontier::Order;
    use crate::frontier::cover::Cover;
    use crate::frontier::level::{Counters, Level, Levels as Compiled};
    use crate::pieces::{Copies, Freedom, Piece, PieceSet};
    use crate::problem::{Problem, Rules};
    use crate::spec::Forced;
    use std::ops::Range;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// The levels of a tiling problem, one state at a time, without what makes the merge fast.
    struct Tilings<'a> {
        cover: &'a Cover,
        counters: &'a Counters,
        levels: Vec<Level<u128>>,
    }

    impl Spec for Tilings<'_> {
        type State = u128;
        fn levels(&self) -> usize {
            self.levels.len()
        }
        fn options(&self, level: usize) -> Range<u32> {
            let Range { start, end } = self.cover.options(level);
            start as u32..end as u32
        }
        fn root(&self) -> u128 {
            self.counters.root()
        }
        fn children(&self, level: usize, state: &u128, mut each: impl FnMut(Option<u32>, u128)) {
            let options = self.options(level);
            let level = &self.levels[level];
            for transition in level.transitions.iter().filter(|t| state & t.care == t.value) {
                let next = level.carry(*state) + transition.add;
                let is = |p: &u32| Some(self.cover.placements()[*p as usize]) == transition.placement;
                if next & level.guard == 0 {
                    each(options.clone().find(is), next);
                }
            }
        }
        fn accepts(&self, state: &u128) -> bool {
            self.counters.copies(*state).is_some()
        }
    }

    /// One level with the options 0 and 1, which leads where it is told.
    struct Broken {
        options: Range<u32>,
        ways: Vec<Option<u32>>,
        forced: Option<usize>,
    }

    impl Spec for Broken {
        type State = ();
        fn levels(&self) -> usize {
            1
        }
        fn options(&self, _: usize) -> Range<u32> {
            self.options.clone()
        }
        fn root(&self) {}
        fn children(&self, _: usize, (): &(), mut each: impl FnMut(Option<u32>, ())) {
            self.ways.iter().for_each(|&option| each(option, ()));
        }
        fn accepts(&self, (): &()) -> bool {
            true
        }
        fn forced(&self, _: usize, (): &()) -> Forced<()> {
            self.forced.map_or(Forced::Open, |level| Forced::Until(level, ()))
        }
    }

    #[test]
    fn broken_promises_are_found() {
        let of = |options, ways: &[Option<u32>], forced| {
            let broken = Broken { options, ways: ways.to_vec(), forced };
            let made = catch_unwind(AssertUnwindSafe(|| Diagram::of(&broken, &Control::default())));
            made.map(|diagram| diagram.unwrap().count(&Control::default()).unwrap().to_string()).map_err(
                |why| why.downcast_ref::<String>().cloned().or(why.downcast_ref::<&str>().map(|&s| s.into())),
            )
        };
        let said = |said: &str| Err(Some(said.to_owned()));
        assert_eq!(of(0..2, &[None, Some(1), Some(0)], None), Ok("3".to_owned()));
        assert_eq!(of(0..2, &[None, Some(2)], None), said("option 2 is none of the level's, 0..2"));
        assert_eq!(of(0..2, &[Some(1), Some(1)], None), said("an option is taken twice"));
        assert_eq!(of(0..2, &[None, None], None), said("an option is taken twice"));
        assert_eq!(of(1..2, &[None], None), said("the options of level 0 begin at 1, not at 0"));
        assert_eq!(of(0..2, &[None], Some(0)), said("level 0 is forced to level 0, which is not later"));
        assert_eq!(of(0..2, &[None], Some(1)), Ok("1".to_owned()));
    }

    #[test]
    fn one_state_at_a_time_gives_the_same_diagram() {
        let trominoes = PieceSet::all(3, Freedom::Free);
        let few = trominoes.iter().map(|p| Piece { copies: Copies::between(1, 9).unwrap(), ..p.clone() });
        let few = PieceSet::new(few.collect());
        let dominoes = PieceSet::all(2, Freedom::Free);
        let tatami = Rules { tatami: true, fault_free: false };
        for (pieces, rules) in [(&trominoes, Rules::default()), (&few, Rules::default()), (&dominoes, tatami)]
        {
            let board = Region::rectangle(6, 7).unwrap();
            let problem = Problem { region: board, pieces: pieces.clone(), rules, given: Vec::new() };
            let placements = problem.placements();
            let cover = Cover::new(&problem, &placements, Order::Columns, &Control::default()).unwrap();
            let counters = Counters::new(&problem, false, 1);
            let levels = Compiled::new(&cover, &counters).collect::<Result<_, _>>().unwrap();
            let control = Control::default();
            let slow =
                Diagram::of(&Tilings { cover: &cover, counters: &counters, levels }, &control).unwrap();
            let fast = super::super::build(&cover, &counters, &control).unwrap();
            assert!(fast.nodes() > 2);
            assert_eq!(slow.nodes(), fast.nodes());
            assert!(slow.sets().eq(fast.sets()));
        }
    }
}
