//! The machine that carries the operations out: a stack of tasks, a stack of values, and no recursion.
//!
//! A diagram may have as many levels as there are variables, so a recursive program would need a call stack of that
//! depth. Here the depth is in two vectors. They also name every node that is still needed, which lets garbage be
//! collected in the middle of an operation.

use super::cache::{self, Cache};
use super::rules::{Normal, Op, Task, normal, split};
use super::store::{self, EMPTY, Id, Marks, Store};
use crate::run::{Control, Progress, Stopped};

/// Room of a new manager, in nodes.
const FIRST_ROOM: usize = 1 << 12;
/// Operations at nodes between two looks at the control.
const OPERATIONS_PER_LOOK: u32 = 1 << 14;

/// Nodes, cache, roots, and the stacks.
#[derive(Debug)]
pub(super) struct Machine {
    pub store: Store,
    cache: Cache,
    tasks: Vec<Task>,
    /// Values, and whatever else must survive a collection.
    pub values: Vec<Id>,
    /// What the handles outside stand for. `free` are the places without a handle.
    roots: Vec<Id>,
    free: Vec<u32>,
    pub control: Control,
    /// Nodes left by the last collection.
    live: usize,
    /// Steps left until the control is asked again.
    patience: u32,
    /// Operations of a longer computation: how many are done, and how many there are in all.
    pub done: u64,
    pub total: u64,
    /// The most nodes there have been.
    pub peak: usize,
}

impl Machine {
    pub fn new(control: Control) -> Self {
        Machine {
            store: Store::new(FIRST_ROOM),
            cache: Cache::new(FIRST_ROOM),
            tasks: Vec::new(),
            values: Vec::new(),
            roots: Vec::new(),
            free: Vec::new(),
            control,
            live: 0,
            patience: OPERATIONS_PER_LOOK,
            done: 0,
            total: 0,
            peak: 2,
        }
    }

    /// A handle for a node: the node stays until [`Machine::release`].
    pub fn hold(&mut self, id: Id) -> u32 {
        if let Some(place) = self.free.pop() {
            self.roots[place as usize] = id;
            return place;
        }
        self.roots.push(id);
        (self.roots.len() - 1) as u32
    }

    pub fn release(&mut self, place: u32) {
        self.roots[place as usize] = EMPTY;
        self.free.push(place);
    }

    /// Makes a handle stand for another node.
    pub fn put(&mut self, place: u32, id: Id) {
        self.roots[place as usize] = id;
    }

    pub fn held(&self, place: u32) -> Id {
        self.roots[place as usize]
    }

    /// Bytes that nodes, table and cache take.
    pub fn bytes(&self) -> u64 {
        store::bytes(self.store.capacity()) + cache::bytes(self.cache.len())
    }

    /// Carries out `plan`, the first task first, and returns the value it leaves.
    ///
    /// # Errors
    /// When the control says so. The stacks are empty afterwards, and all handles good.
    pub fn run(&mut self, plan: &[Task]) -> Result<Id, Stopped> {
        let result = self.step(plan);
        self.settle(result)
    }

    /// Carries out `plan` as one step of a longer computation: the values that are there stay, and are kept by a collection.
    ///
    /// # Errors
    /// When the control says so.
    pub fn step(&mut self, plan: &[Task]) -> Result<Id, Stopped> {
        self.tasks.clear();
        self.tasks.extend(plan.iter().rev());
        let result = self.work();
        self.tasks.clear();
        result
    }

    /// Clears the values, so that none is left behind.
    pub fn settle<T>(&mut self, result: Result<T, Stopped>) -> Result<T, Stopped> {
        self.values.clear();
        result
    }

    fn work(&mut self) -> Result<Id, Stopped> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Eval(op, f, g) => self.eval(op, f, g)?,
                Task::Push(id) => self.values.push(id),
                Task::Apply(op) => {
                    let (b, a) = (self.pop(), self.pop());
                    self.eval(op, a, b)?;
                }
                Task::ApplyTo(op, f) => {
                    let b = self.pop();
                    self.eval(op, f, b)?;
                }
                Task::Unary(op) => {
                    let b = self.pop();
                    self.eval(op, b, EMPTY)?;
                }
                Task::Meeting(op, f, g) => {
                    if self.top() != EMPTY {
                        self.tasks.push(Task::Apply(Op::Intersection));
                        self.eval(op, f, g)?;
                    }
                }
                Task::Over(op) => {
                    let b = self.pop();
                    let a = self.top();
                    self.eval(op, b, a)?;
                }
                Task::Make(v) | Task::MakeSwapped(v) => {
                    // While they are on the stack, a collection keeps them.
                    self.room(1)?;
                    let (b, a) = (self.pop(), self.pop());
                    let swapped = matches!(task, Task::MakeSwapped(_));
                    let (lo, hi) = if swapped { (b, a) } else { (a, b) };
                    let made = self.store.make(v, lo, hi);
                    self.values.push(made);
                }
                Task::Store(op, f, g) => {
                    let b = self.top();
                    self.cache.put(op as u32, f, g, b);
                }
            }
        }
        Ok(self.pop())
    }

    /// Every task that takes a value finds one, for a plan pushes what it takes.
    fn pop(&mut self) -> Id {
        self.values.pop().unwrap_or(EMPTY)
    }

    fn top(&self) -> Id {
        self.values.last().copied().unwrap_or(EMPTY)
    }

    /// Pushes f op g, or puts what leads there on the stack of tasks.
    #[inline]
    fn eval(&mut self, mut op: Op, mut f: Id, mut g: Id) -> Result<(), Stopped> {
        loop {
            match normal(&self.store, op, f, g) {
                Normal::Is(id) => {
                    self.values.push(id);
                    return Ok(());
                }
                Normal::Same(o, a, b) => (op, f, g) = (o, a, b),
            }
            if let Some(id) = self.cache.get(op as u32, f, g) {
                self.values.push(id);
                return Ok(());
            }
            self.patience -= 1;
            if self.patience == 0 {
                self.ask()?;
            }
            (op, f, g) = split(&self.store, &mut self.tasks, op, f, g);
        }
    }

    /// Asks the control whether to continue.
    pub fn ask(&mut self) -> Result<(), Stopped> {
        self.patience = OPERATIONS_PER_LOOK;
        self.control.check(self.progress())
    }

    pub fn progress(&self) -> Progress {
        Progress::Operations { done: self.done, total: self.total, nodes: self.store.len() as u64 }
    }

    /// Fills the table of nodes, if it lacks any.
    fn fill(&mut self) -> Result<(), Stopped> {
        let (progress, control) = (self.progress(), &self.control);
        self.store.fill(|| control.check(progress))
    }

    /// Makes sure that there is room for `more` new nodes. Every node that is neither held nor among the values or
    /// in the tasks may vanish or get another number.
    #[inline]
    pub fn room(&mut self, more: usize) -> Result<(), Stopped> {
        if self.store.len() + more <= self.store.room() { Ok(()) } else { self.make_room(more) }
    }

    /// Collects when half of what there is may be garbage, so that collecting costs no more than making did; and grows
    /// when that does not leave a good part free.
    #[cold]
    fn make_room(&mut self, more: usize) -> Result<(), Stopped> {
        self.fill()?;
        let fits = |m: &Self, part: usize| m.store.len() + more <= m.store.room() / part;
        if fits(self, 1) {
            return Ok(());
        }
        let mut fresh = false;
        if self.store.len() / 2 >= self.live {
            self.collect()?;
            fresh = true;
            if fits(self, 2) {
                return Ok(());
            }
        }
        let budget = self.control.memory_budget();
        let wanted =
            (self.store.len() + more).max(self.store.capacity().saturating_mul(2)).min(u32::MAX as usize);
        let cache = wanted / 2;
        if store::bytes(wanted) + cache::bytes(cache) + cache::bytes(self.cache.len()) <= budget {
            self.store.grow(wanted)?;
            self.fill()?;
            if cache > self.cache.len() {
                let (progress, control) = (self.progress(), &self.control);
                self.cache.grow(cache, || control.check(progress))?;
            }
            return Ok(());
        }
        // The budget does not allow twice as much: so collect first, and then take what there is.
        if !fresh {
            self.collect()?;
        }
        let needed = self.store.len() + more + self.store.len() / 8;
        if needed <= self.store.capacity() {
            return Ok(());
        }
        let bytes = store::bytes(needed) + cache::bytes(self.cache.len());
        let what = format!("a manager that holds {} nodes", self.store.len());
        self.control.reserve(bytes, what)?;
        let spare = (budget - bytes) / (store::bytes(1 << 10) >> 10).max(1);
        self.store.grow((needed + spare as usize / 2).min(wanted))?;
        self.fill()
    }

    /// Drops all nodes that no handle, value or task needs.
    ///
    /// # Errors
    /// When the control says stop. They are gone by then, and the rest is made good when there is need of room.
    pub fn collect(&mut self) -> Result<(), Stopped> {
        self.peak = self.peak.max(self.store.len());
        let mut marks = Marks::new(self.store.len());
        self.roots.iter().chain(&self.values).for_each(|&id| marks.set(id));
        for task in &self.tasks {
            let (f, g) = task_ids(task);
            marks.set(f);
            marks.set(g);
        }
        let moved = self.store.collect(marks);
        for id in self.roots.iter_mut().chain(&mut self.values) {
            *id = moved.new_id(*id);
        }
        for task in &mut self.tasks {
            move_task(task, |id| moved.new_id(id));
        }
        self.live = self.store.len();
        let double = store::bytes(self.store.capacity()) + 2 * cache::bytes(self.cache.len());
        if double <= self.control.memory_budget() {
            let (progress, control) = (self.progress(), &self.control);
            self.cache.moved(&moved, Op::takes_family, || control.check(progress))?;
        } else {
            self.cache.clear();
        }
        self.fill()
    }
}

/// The nodes that a task mentions.
fn task_ids(task: &Task) -> (Id, Id) {
    match *task {
        Task::Eval(op, f, g) | Task::Meeting(op, f, g) | Task::Store(op, f, g) => {
            (f, if Op::takes_family(op as u32) { g } else { EMPTY })
        }
        Task::Push(f) | Task::ApplyTo(_, f) => (f, EMPTY),
        Task::Apply(_) | Task::Unary(_) | Task::Over(_) | Task::Make(_) | Task::MakeSwapped(_) => {
            (EMPTY, EMPTY)
        }
    }
}

/// Gives the nodes that a task mentions their new numbers.
fn move_task(task: &mut Task, to: impl Fn(Id) -> Id) {
    match task {
        Task::Eval(op, f, g) | Task::Meeting(op, f, g) | Task::Store(op, f, g) => {
            *f = to(*f);
            if Op::takes_family(*op as u32) {
                *g = to(*g);
            }
        }
        Task::Push(f) | Task::ApplyTo(_, f) => *f = to(*f),
        Task::Apply(_) | Task::Unary(_) | Task::Over(_) | Task::Make(_) | Task::MakeSwapped(_) => {}
    }
}
