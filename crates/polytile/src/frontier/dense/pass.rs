//! The array itself, and what a row of the board does to it, in one arithmetic.
//!
//! In: a [`Layout`], which has compiled a row into groups of cells and each cell into additions, and an [`Arithmetic`]:
//! floating point, words modulo 2^64, or words modulo a number below 2^63. Out: an [`Array`] with the weight of every boundary
//! after any number of rows; [`pass`] reads off it, after each row, the weight of the boundary at which nothing protrudes.
//!
//! The array is worked on in place. A group of cells sees it as a matrix: one row for each state of the columns in the group's
//! window, one *lane* for each state of all other columns. A cell adds whole rows to other rows and then clears some, and lanes
//! never mix. So the lanes may be cut wherever it suits the caches and the threads: all cells of a group are done to one block
//! of lanes, small enough for the second cache, before the next block is touched, and the array goes through memory once for a
//! group, not once for a cell.
//!
//! - *Outer* groups: the lanes of a row lie side by side, and an addition of rows is a loop that vectorises. Threads take
//!   windows; where there are too few of these, the lanes of every window are cut into parts.
//! - The *inner* group, at the right end, has the columns of its window as its lowest digits, so that a lane lies along memory
//!   and a row across it. A tile of lanes is transposed into scratch, worked on as above, and transposed back. Lanes whose
//!   slots have different sums know different last slots, and so have different work: they are gathered by this sum, the
//!   *class*.
//!
//! Threads take their parts from a common iterator behind a lock; parts are disjoint slices, so nothing else is shared, and as
//! every lane is worked on in the same order by whichever thread, floating-point results too are the same on any number of
//! threads. A row of a large array takes seconds: so each thread asks the [`Control`] after every [`BLOCK`] values, and the
//! first that is told to stop stops the others ([`Watch`]). The array is then of no more use.
//!
//! Cost: for each row of the board the additions of the layout, about as fast as memory delivers the array once for each group.
//! Memory: the array, and for each thread scratch for one class of a tile.

use super::layout::{Group, Layout, Step, Work};
use crate::frontier::lanes::{Lanes, Work as Vectorised, dispatch};
use crate::number::Count;
use crate::run::sync::THREADS;
use crate::run::{Control, Progress, Stopped};
use std::sync::{Mutex, OnceLock};

/// Values written into fresh memory between two looks at the control.
pub(super) const TOUCHED: usize = 1 << 22;

/// Values of a block that should stay in the second cache.
const BLOCK: usize = 1 << 16;
/// Rows transposed at a time: both sides stay in the first cache, and consecutive values are read in long runs.
const TRANSPOSED: usize = 64;
/// Arrays smaller than this are not worth a second thread.
const WORTH_THREADS: usize = 1 << 17;

/// How values are added.
pub(super) trait Arithmetic: Copy + Send + Sync {
    type Value: Copy + Default + Send + Sync;
    const ONE: Self::Value;
    fn sum(self, a: Self::Value, b: Self::Value) -> Self::Value;
    /// A value as a word, which has the fewer digits the smaller the value is, where that can be.
    fn word(self, value: Self::Value) -> u64;
    /// The value with this word, if there is one.
    fn value(self, word: u64) -> Option<Self::Value>;

    /// Adds every source to the target beside it.
    #[inline(always)]
    fn add(self, targets: &mut [Self::Value], sources: &[Self::Value]) {
        add(targets, sources, |a, b| self.sum(a, b));
    }
}

/// Adds every source to the target beside it.
#[inline(always)]
fn add<V: Copy>(targets: &mut [V], sources: &[V], sum: impl Fn(V, V) -> V) {
    // Eight at a time, spelt out: rows are often shorter than the loops that a compiler unrolls by itself, and when it optimises
    // for size it does not vectorise loops at all.
    let (eight_targets, last_targets) = targets.as_chunks_mut::<8>();
    let (eight_sources, last_sources) = sources.as_chunks::<8>();
    for (t, s) in eight_targets.iter_mut().zip(eight_sources) {
        *t = [
            sum(t[0], s[0]),
            sum(t[1], s[1]),
            sum(t[2], s[2]),
            sum(t[3], s[3]),
            sum(t[4], s[4]),
            sum(t[5], s[5]),
            sum(t[6], s[6]),
            sum(t[7], s[7]),
        ];
    }
    for (t, s) in last_targets.iter_mut().zip(last_sources) {
        *t = sum(*t, *s);
    }
}

/// Integers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Modulo {
    /// Modulo 2^64.
    Word,
    /// Modulo a number below 2^63.
    Below(u64),
}
/// Floating point.
#[derive(Clone, Copy)]
pub(super) struct Float;

impl Modulo {
    /// The residue of a number.
    pub fn reduce(self, number: &Count) -> u64 {
        let rest = match self {
            Modulo::Word => number.clone(),
            Modulo::Below(m) => number % m,
        };
        rest.iter_u64_digits().next().unwrap_or(0)
    }
}

impl Arithmetic for Modulo {
    type Value = u64;
    const ONE: u64 = 1;

    fn word(self, value: u64) -> u64 {
        value
    }

    fn value(self, word: u64) -> Option<u64> {
        match self {
            Modulo::Word => Some(word),
            // Modulo 1 it begins with 1 all the same.
            Modulo::Below(m) => Some(word).filter(|&word| word < m.max(2)),
        }
    }

    #[inline(always)]
    fn sum(self, a: u64, b: u64) -> u64 {
        match self {
            Modulo::Word => a.wrapping_add(b),
            Modulo::Below(m) => {
                // Both are below 2^63, so the sum does not wrap. Below the modulus the difference does, and is the larger.
                let sum = a.wrapping_add(b);
                sum.min(sum.wrapping_sub(m))
            }
        }
    }

    #[inline(always)]
    fn add(self, targets: &mut [u64], sources: &[u64]) {
        // Told apart once for the whole row.
        match self {
            Modulo::Word => add(targets, sources, |a, b| Modulo::Word.sum(a, b)),
            Modulo::Below(m) => add(targets, sources, |a, b| Modulo::Below(m).sum(a, b)),
        }
    }
}

impl Arithmetic for Float {
    type Value = f64;
    const ONE: f64 = 1.0;

    fn word(self, value: f64) -> u64 {
        // Small whole numbers have few digits at the upper end.
        value.to_bits().reverse_bits()
    }

    fn value(self, word: u64) -> Option<f64> {
        let value = f64::from_bits(word.reverse_bits());
        // Beyond its range it is infinite.
        (value.is_sign_positive() && !value.is_nan()).then_some(value)
    }

    #[inline(always)]
    fn sum(self, a: f64, b: f64) -> f64 {
        a + b
    }
}

/// Passes `rows` rows of the board, and hands the number of tilings of 0, 1, ... rows to `each` until it says no.
///
/// # Errors
/// When `control` says stop.
pub(super) fn pass<A: Arithmetic>(
    layout: &Layout,
    rows: u64,
    arithmetic: A,
    control: &Control,
    mut each: impl FnMut(A::Value) -> bool,
) -> Result<(), Stopped> {
    let progress = |done| Progress::Levels { done, total: rows, states: layout.slots as u64 };
    let mut array = Array::new(layout, arithmetic, progress(0), control)?;
    let mut go_on = each(A::ONE);
    while go_on && array.rows < rows {
        array.step(&layout.row, progress(array.rows), control)?;
        go_on = each(array.clean());
    }
    Ok(())
}

/// The weights of all boundaries.
pub(super) struct Array<'l, A: Arithmetic> {
    pub layout: &'l Layout,
    pub arithmetic: A,
    pub values: Vec<A::Value>,
    /// Rows of the board that have been passed.
    pub rows: u64,
}

impl<'l, A: Arithmetic> Array<'l, A> {
    /// Before the first row: nothing protrudes.
    pub fn new(
        layout: &'l Layout,
        arithmetic: A,
        progress: Progress,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let mut values = Self::room(layout, control)?;
        // Touching memory for the first time takes a second for every few gigabytes.
        while values.len() < layout.slots {
            control.check(progress)?;
            values.resize(layout.slots.min(values.len() + TOUCHED), A::Value::default());
        }
        values[0] = A::ONE;
        Ok(Array { layout, arithmetic, values, rows: 0 })
    }

    /// Room for an array.
    pub fn room(layout: &Layout, control: &Control) -> Result<Vec<A::Value>, Stopped> {
        let mut values: Vec<A::Value> = Vec::new();
        values.try_reserve_exact(layout.slots).map_err(|_| Stopped::OutOfMemory {
            what: format!("an array of {} counts", layout.slots),
            needed: (layout.slots * size_of::<A::Value>()) as u64,
            budget: control.memory_budget(),
        })?;
        Ok(values)
    }

    /// A copy of the array, made in parts so that it can be stopped.
    pub fn twin(&self, progress: Progress, control: &Control) -> Result<Self, Stopped> {
        let mut values = Self::room(self.layout, control)?;
        for part in self.values.chunks(TOUCHED) {
            control.check(progress)?;
            values.extend_from_slice(part);
        }
        Ok(Array { values, ..*self })
    }

    /// The weight of the boundary at which nothing protrudes.
    pub fn clean(&self) -> A::Value {
        self.layout.clean(self.rows).map_or(A::Value::default(), |index| self.values[index])
    }

    /// Passes a row of the board.
    pub fn step(&mut self, step: &Step, progress: Progress, control: &Control) -> Result<(), Stopped> {
        let phase = (self.rows % self.layout.base as u64) as usize;
        self.rows += 1;
        self.apply(step, phase, progress, control)
    }

    /// Passes a row between two halves, which is not one of the rows passed.
    pub fn step_between(
        &mut self,
        step: &Step,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        self.apply(step, 0, progress, control)
    }

    fn apply(
        &mut self,
        step: &Step,
        phase: usize,
        progress: Progress,
        control: &Control,
    ) -> Result<(), Stopped> {
        let Array { layout, arithmetic, values, .. } = self;
        let threads = threads(layout.slots, control);
        let watch = Watch { control, progress, stopped: OnceLock::new() };
        for group in &step.outer {
            control.check(progress)?;
            outer(group, values, phase, *arithmetic, threads, &watch);
        }
        control.check(progress)?;
        inner(layout, &step.inner, values, phase, *arithmetic, threads, &watch);
        watch.stopped.into_inner().map_or(Ok(()), Err)
    }
}

/// How many threads an array of `slots` values is worth.
pub(super) fn threads(slots: usize, control: &Control) -> usize {
    if slots < WORTH_THREADS { 1 } else { control.thread_count() }
}

/// Whether work on a row should continue, which on a large array takes seconds. Once it should not, all threads leave the rest of
/// the row undone.
struct Watch<'a> {
    control: &'a Control,
    progress: Progress,
    stopped: OnceLock<Stopped>,
}

impl Watch<'_> {
    /// To be asked before `more` values; `done` counts those since the control was asked.
    fn goes_on(&self, done: &mut usize, more: usize) -> bool {
        *done += more;
        if *done < BLOCK {
            return true;
        }
        *done = 0;
        if self.stopped.get().is_some() {
            return false;
        }
        match self.control.check(self.progress) {
            Ok(()) => true,
            Err(stopped) => {
                self.stopped.get_or_init(|| stopped);
                false
            }
        }
    }
}

/// Lets up to `threads` threads take parts from `parts` until none is left.
fn share<T: Send>(
    threads: usize,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut dyn FnMut() -> Option<T>) + Sync,
) {
    let parts = Mutex::new(parts);
    let worker = || work(&mut || parts.lock().ok().and_then(|mut parts| parts.next()));
    if !THREADS || threads <= 1 {
        return worker();
    }
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}

/// Does the cells of an outer group.
fn outer<A: Arithmetic>(
    group: &Group,
    values: &mut [A::Value],
    phase: usize,
    arithmetic: A,
    threads: usize,
    watch: &Watch<'_>,
) {
    let chunk = group.rows * group.stride;
    let lanes = (BLOCK / group.rows).next_multiple_of(8).max(8);
    if !THREADS || threads == 1 || values.len() / chunk >= 4 * threads {
        share(threads, values.chunks_mut(chunk), |next| {
            dispatch(Outer {
                group,
                phase,
                arithmetic,
                lanes,
                watch,
                next: &mut || next().map(|values| Strided { values, stride: group.stride }),
            });
        });
        return;
    }
    // Few windows with many lanes each: cut the lanes.
    let part = group.stride.div_ceil(8 * threads).next_multiple_of(lanes);
    let mut parts: Vec<Split<'_, A::Value>> = Vec::new();
    for window in values.chunks_mut(chunk) {
        let first = parts.len();
        for row in window.chunks_mut(group.stride) {
            for (i, lanes) in row.chunks_mut(part).enumerate() {
                if parts.len() <= first + i {
                    parts.push(Split { rows: Vec::with_capacity(group.rows) });
                }
                parts[first + i].rows.push(lanes);
            }
        }
    }
    share(threads, parts.into_iter(), |next| {
        dispatch(Outer { group, phase, arithmetic, lanes, watch, next });
    });
}

/// The rows of a window.
trait Rows<V> {
    /// Lanes of every row.
    fn lanes(&self) -> usize;
    /// The lanes `from..to` of one row, to be read, and of another, to be written.
    fn pair(&mut self, read: usize, write: usize, from: usize, to: usize) -> (&[V], &mut [V]);
    /// The lanes `from..to` of a row.
    fn row(&mut self, row: usize, from: usize, to: usize) -> &mut [V];
}

/// Rows at equal distances.
struct Strided<'a, V> {
    values: &'a mut [V],
    stride: usize,
}

impl<V> Rows<V> for Strided<'_, V> {
    #[inline(always)]
    fn lanes(&self) -> usize {
        self.stride
    }
    #[inline(always)]
    fn pair(&mut self, read: usize, write: usize, from: usize, to: usize) -> (&[V], &mut [V]) {
        let (read, write, n) = (read * self.stride + from, write * self.stride + from, to - from);
        if read < write {
            let (low, high) = self.values.split_at_mut(write);
            (&low[read..read + n], &mut high[..n])
        } else {
            let (low, high) = self.values.split_at_mut(read);
            (&high[..n], &mut low[write..write + n])
        }
    }
    #[inline(always)]
    fn row(&mut self, row: usize, from: usize, to: usize) -> &mut [V] {
        &mut self.values[row * self.stride + from..row * self.stride + to]
    }
}

/// Rows of which only some lanes are here.
struct Split<'a, V> {
    rows: Vec<&'a mut [V]>,
}

impl<V> Rows<V> for Split<'_, V> {
    #[inline(always)]
    fn lanes(&self) -> usize {
        self.rows.first().map_or(0, |row| row.len())
    }
    #[inline(always)]
    fn pair(&mut self, read: usize, write: usize, from: usize, to: usize) -> (&[V], &mut [V]) {
        let (low, high) = self.rows.split_at_mut(read.max(write));
        if read < write {
            (&low[read][from..to], &mut high[0][from..to])
        } else {
            (&high[0][from..to], &mut low[write][from..to])
        }
    }
    #[inline(always)]
    fn row(&mut self, row: usize, from: usize, to: usize) -> &mut [V] {
        &mut self.rows[row][from..to]
    }
}

/// Does what `work` says to the lanes `from..to`.
#[inline(always)]
fn apply<A: Arithmetic>(work: &Work, rows: &mut impl Rows<A::Value>, from: usize, to: usize, arithmetic: A) {
    for &(read, write) in &work.adds {
        let (sources, targets) = rows.pair(read as usize, write as usize, from, to);
        arithmetic.add(targets, sources);
    }
    for &row in &work.clears {
        rows.row(row as usize, from, to).fill(A::Value::default());
    }
}

struct Outer<'a, A, N: ?Sized> {
    group: &'a Group,
    phase: usize,
    arithmetic: A,
    lanes: usize,
    watch: &'a Watch<'a>,
    next: &'a mut N,
}

impl<A: Arithmetic, R: Rows<A::Value>, N: FnMut() -> Option<R> + ?Sized> Vectorised for Outer<'_, A, N> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let mut done = 0;
        while let Some(mut rows) = (self.next)() {
            let all = rows.lanes();
            for from in (0..all).step_by(self.lanes) {
                let to = all.min(from + self.lanes);
                if !self.watch.goes_on(&mut done, (to - from) * self.group.rows) {
                    return;
                }
                for work in &self.group.work {
                    apply(&work[self.phase], &mut rows, from, to, self.arithmetic);
                }
            }
        }
    }
}

/// Does the cells of the inner group.
fn inner<A: Arithmetic>(
    layout: &Layout,
    group: &Group,
    values: &mut [A::Value],
    phase: usize,
    arithmetic: A,
    threads: usize,
    watch: &Watch<'_>,
) {
    let tile = layout.tile * group.rows;
    let tiles = values.chunks_mut(tile).enumerate();
    share(threads, tiles, |next| dispatch(Inner { layout, group, phase, arithmetic, watch, next }));
}

struct Inner<'a, A, N: ?Sized> {
    layout: &'a Layout,
    group: &'a Group,
    phase: usize,
    arithmetic: A,
    watch: &'a Watch<'a>,
    next: &'a mut N,
}

impl<'v, A, N> Vectorised for Inner<'_, A, N>
where
    A: Arithmetic,
    A::Value: 'v,
    N: FnMut() -> Option<(usize, &'v mut [A::Value])> + ?Sized,
{
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let layout = self.layout;
        let rows = self.group.rows;
        let stride = layout.tile.div_ceil(layout.classes).next_multiple_of(8);
        let mut scratch = vec![A::Value::default(); rows * stride];
        let mut lanes: Vec<usize> = Vec::new();
        let mut done = 0;
        while let Some((number, tile)) = (self.next)() {
            if !self.watch.goes_on(&mut done, tile.len()) {
                return;
            }
            for class in 0..layout.classes {
                lanes.clear();
                let outer = 0..tile.len() / rows;
                lanes.extend(outer.filter(|o| layout.class(number * layout.tile + o) == class));
                // A few rows at a time, so that both sides of the transposition stay in the first cache.
                for from in (0..rows).step_by(TRANSPOSED) {
                    let to = rows.min(from + TRANSPOSED);
                    for (lane, outer) in lanes.iter().enumerate() {
                        let source = &tile[outer * rows + from..outer * rows + to];
                        for (i, value) in source.iter().enumerate() {
                            scratch[(from + i) * stride + lane] = *value;
                        }
                    }
                }
                let mut view = Strided { values: &mut scratch, stride };
                for work in &self.group.work {
                    apply(&work[self.phase * layout.classes + class], &mut view, 0, stride, self.arithmetic);
                }
                for from in (0..rows).step_by(TRANSPOSED) {
                    let to = rows.min(from + TRANSPOSED);
                    for (lane, outer) in lanes.iter().enumerate() {
                        let target = &mut tile[outer * rows + from..outer * rows + to];
                        for (i, value) in target.iter_mut().enumerate() {
                            *value = scratch[(from + i) * stride + lane];
                        }
                    }
                }
            }
        }
    }
}
