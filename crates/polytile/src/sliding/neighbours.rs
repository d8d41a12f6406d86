//! All states one move away, whatever a move is.
//!
//! Where pieces can step is found for all pieces of a symbol at once, by intersecting their first cells with those for which the cells
//! that the step needs are empty, its *front*. For each front these are found once for a state, from those of a smaller one and one
//! more shift of the empty cells. Only a piece that can step is looked at by itself: the places where it fits when it is taken off the
//! board are one board, and its moves are rays or a flood in that board.

use super::layout::{Layout, Neighbour, Over, State, Step};
use super::moves::Metric;
use crate::bit_string::BitString;

impl<B: BitString> Layout<B> {
    /// Calls `found` with every state one move away, each once. Returns how many there are.
    #[inline(always)]
    pub fn neighbours<K: BitString>(
        &self,
        state: &mut State<B, K>,
        metric: Metric,
        mut found: impl FnMut(Neighbour<K>),
    ) -> u32 {
        let empty = state.at[0];
        for (number, front) in self.fronts.iter().enumerate().skip(1) {
            state.open[number] = state.open[front.with] & empty.shifted(front.cell);
        }
        if self.passes {
            let all = self.passing(state, metric);
            let count = all.len() as u32;
            all.into_iter().for_each(found);
            return count;
        }
        let mut count = 0;
        for (number, symbol) in self.symbols.iter().enumerate().skip(1) {
            let mut mobile = B::ZERO;
            for step in &symbol.steps {
                let able = state.at[number] & state.open[step.front];
                if metric == Metric::Step {
                    for from in able.ones() {
                        found(self.moved(state, number, from, from.wrapping_add_signed(step.delta)));
                        count += 1;
                    }
                }
                mobile |= able;
            }
            if metric == Metric::Step {
                continue;
            }
            for from in mobile.ones() {
                let free = empty | symbol.shape.left(from);
                let fits = symbol.offsets.iter().fold(free, |fits, &offset| fits & free.right(offset));
                let start = B::bit(from);
                let reached = match metric {
                    Metric::Move => flood(start, fits, &symbol.steps),
                    _ => rays(start, fits, &symbol.steps),
                };
                for to in (reached ^ start).ones() {
                    found(self.moved(state, number, from, to));
                    count += 1;
                }
            }
        }
        count
    }

    /// The same where steps pass over more than the places where they begin and end. Apart from the loop above, so that squares
    /// and cubes have nothing to ask; as a list, since a reference to `found` would keep in memory what it holds, for them too.
    #[inline(never)]
    fn passing<K: BitString>(&self, state: &mut State<B, K>, metric: Metric) -> Vec<Neighbour<K>> {
        let mut all = Vec::new();
        let empty = state.at[0];
        for (number, symbol) in self.symbols.iter().enumerate().skip(1) {
            let over = self.over(number);
            let mut mobile = B::ZERO;
            for (step, over) in symbol.steps.iter().zip(over) {
                let able = able_beside(state.at[number] & state.open[step.front], over, empty);
                if metric == Metric::Step {
                    for from in able.ones() {
                        all.push(self.moved(state, number, from, from.wrapping_add_signed(step.delta)));
                    }
                }
                mobile |= able;
            }
            if metric == Metric::Step {
                continue;
            }
            for from in mobile.ones() {
                let free = empty | symbol.shape.left(from);
                let fits = symbol.offsets.iter().fold(free, |fits, &offset| fits & free.right(offset));
                let start = B::bit(from);
                for to in (reached(start, fits, free, &symbol.steps, over, metric) ^ start).ones() {
                    all.push(self.moved(state, number, from, to));
                }
            }
        }
        all
    }
}

/// Those of the pieces at `at`, which have room at the end of a step and on its only way, that have room on one of several ways.
fn able_beside<B: BitString>(at: B, over: &Over, empty: B) -> B {
    match over {
        Over::Nothing | Over::Cells(_) => at,
        Over::Either(ways) => {
            let able = |needs: &Vec<i32>| needs.iter().fold(at, |able, &need| able & empty.shifted(need));
            ways.iter().fold(B::ZERO, |all, (_, needs)| all | able(needs))
        }
    }
}

/// All places that can be reached, by any path or in a straight line, where steps pass over more than places: `free` are the cells
/// that are free when the piece is taken off the board, `fits` the places where it fits.
fn reached<B: BitString>(start: B, fits: B, free: B, steps: &[Step], over: &[Over], metric: Metric) -> B {
    // From where each step can be made if it can end.
    let open = |over: &Over| match over {
        Over::Nothing => fits,
        Over::Cells(cells) => cells.iter().fold(fits, |open, &cell| open & free.shifted(cell)),
        Over::Either(ways) => {
            ways.iter().fold(B::ZERO, |open, (place, _)| open | fits.shifted(*place)) & fits
        }
    };
    let steps: Vec<(B, i32)> = steps.iter().zip(over).map(|(step, over)| (open(over), -step.delta)).collect();
    let along = |reached: B, &(open, back): &(B, i32)| reached | ((reached & open).shifted(back) & fits);
    let closed = |steps: &[(B, i32)]| {
        let mut reached = start;
        loop {
            let next = steps.iter().fold(reached, along);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    };
    match metric {
        Metric::Move => closed(&steps),
        _ => steps.chunks(1).fold(start, |reached, step| reached | closed(step)),
    }
}

/// All places that can be reached through places where the piece fits.
#[inline(always)]
fn flood<B: BitString>(start: B, fits: B, steps: &[Step]) -> B {
    let mut reached = start;
    loop {
        let next = steps.iter().fold(reached, |next, step| next | (reached.shifted(-step.delta) & fits));
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// All places that can be reached in a straight line.
#[inline(always)]
fn rays<B: BitString>(start: B, fits: B, steps: &[Step]) -> B {
    steps.iter().fold(start, |reached, step| {
        let mut ray = start;
        loop {
            let next = ray | (ray.shifted(-step.delta) & fits);
            if next == ray {
                return reached | ray;
            }
            ray = next;
        }
    })
}
