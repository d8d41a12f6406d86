//! What each operation does at one node: the recursions of the algebra.
//!
//! Write f = f0 ∪ (v ⊔ f1) for the smallest variable v of f and g; a family without v is its own f0, and its f1 is
//! empty. Every operation is then defined by what it does with f0, f1, g0 and g1. [`normal`] deals with the cases that
//! need no recursion, and brings operands that mean the same into the same form, so that the computed cache finds them;
//! [`split`] writes the recursion down as a list of tasks for the machine. The recursions are those of TAOCP 7.1.4,
//! exercises 203 to 208 and 236 to 237, and Minato's; each is short enough to be checked by eye.

use super::store::{EMPTY, Id, Store, UNIT};
use std::cmp::Ordering;

/// An operation with two operands. The second is a variable for `Without`, `With` and `Toggle`, and `EMPTY` for the
/// operations that have only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Op {
    Union,
    Intersection,
    Difference,
    SymmetricDifference,
    Join,
    Meet,
    Quotient,
    NonSubsets,
    NonSupersets,
    Minimal,
    Maximal,
    HittingSets,
    Without,
    With,
    Toggle,
}

impl Op {
    /// Whether the operation with this number has a family for its second operand.
    pub fn takes_family(number: u32) -> bool {
        number < Op::Without as u32
    }
}

/// What the machine does next. Values are families on a stack; *a*, *b* are the topmost ones, *b* on top.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Pushes f op g.
    Eval(Op, Id, Id),
    /// Pushes a family.
    Push(Id),
    /// a, b become a op b.
    Apply(Op),
    /// b becomes f op b.
    ApplyTo(Op, Id),
    /// b becomes op b.
    Unary(Op),
    /// b becomes b ∩ (f op g), and f op g is not looked at where b is empty.
    Meeting(Op, Id, Id),
    /// a, b become a, b op a.
    Over(Op),
    /// a, b become the node (v, a, b).
    Make(u32),
    /// a, b become the node (v, b, a).
    MakeSwapped(u32),
    /// Remembers that b is f op g.
    Store(Op, Id, Id),
}

/// What is known of f op g before any recursion.
pub(super) enum Normal {
    Is(Id),
    Same(Op, Id, Id),
}

/// Steps that [`normal`] takes along a path before it leaves the rest to [`split`]. Short paths need no memory; long ones are
/// cached on the way, since walking them again from every node would take quadratic time.
const STEPS_BEFORE_SPLIT: u32 = 8;

/// The value where it is plain, or the operands in their normal form.
#[inline(always)]
pub(super) fn normal(store: &Store, op: Op, mut f: Id, mut g: Id) -> Normal {
    use Normal::{Is, Same};
    let mut steps = 0;
    match op {
        Op::Intersection => loop {
            if f == g {
                return Is(f);
            }
            if f == EMPTY || g == EMPTY {
                return Is(EMPTY);
            }
            let (vf, vg) = (store.var(f), store.var(g));
            if vf == vg || steps == STEPS_BEFORE_SPLIT {
                return Same(op, f.min(g), f.max(g));
            }
            if vf < vg {
                f = store.node(f).lo;
            } else {
                g = store.node(g).lo;
            }
            steps += 1;
        },
        Op::Union | Op::SymmetricDifference => {
            if f == g {
                return Is(if op == Op::Union { f } else { EMPTY });
            }
            match (f, g) {
                (EMPTY, h) | (h, EMPTY) => Is(h),
                _ => Same(op, f.min(g), f.max(g)),
            }
        }
        Op::Difference | Op::NonSupersets => loop {
            if f == EMPTY || f == g || (g == UNIT && op == Op::NonSupersets) {
                return Is(EMPTY);
            }
            if g == EMPTY {
                return Is(f);
            }
            if store.var(g) >= store.var(f) || steps == STEPS_BEFORE_SPLIT {
                return Same(op, f, g);
            }
            g = store.node(g).lo;
            steps += 1;
        },
        Op::Join | Op::Meet => match (f, g) {
            (EMPTY, _) | (_, EMPTY) => Is(EMPTY),
            (UNIT, h) | (h, UNIT) => Is(if op == Op::Join { h } else { UNIT }),
            _ => {
                let swap = (store.var(g), g) < (store.var(f), f);
                if swap { Same(op, g, f) } else { Same(op, f, g) }
            }
        },
        // Division by the family without any set is answered before the machine runs: no quotient below leads to it.
        Op::Quotient => {
            loop {
                if g == UNIT {
                    return Is(f);
                }
                if f <= UNIT {
                    return Is(EMPTY);
                }
                if f == g {
                    return Is(UNIT);
                }
                let (nf, ng) = (store.node(f), store.node(g));
                if nf.var > ng.var {
                    // No set of f has what some set of g has.
                    return Is(EMPTY);
                }
                if nf.var < ng.var || ng.lo != EMPTY || steps == STEPS_BEFORE_SPLIT {
                    return Same(op, f, g);
                }
                (f, g) = (nf.hi, ng.hi);
                steps += 1;
            }
        }
        Op::NonSubsets => {
            if f == EMPTY || f == g {
                return Is(EMPTY);
            }
            if g == EMPTY {
                return Is(f);
            }
            // Every set has the empty set as a subset, and the empty set is a subset of every set.
            if f == UNIT {
                return Is(EMPTY);
            }
            Same(op, f, g)
        }
        Op::Minimal | Op::Maximal => {
            if f <= UNIT {
                Is(f)
            } else {
                Same(op, f, g)
            }
        }
        Op::HittingSets => match f {
            EMPTY => Is(UNIT),
            UNIT => Is(EMPTY),
            _ => Same(op, f, g),
        },
        Op::Without | Op::With => {
            let node = store.node(f);
            match node.var.cmp(&g) {
                Ordering::Less => Same(op, f, g),
                Ordering::Equal => Is(if op == Op::With { node.hi } else { node.lo }),
                Ordering::Greater => Is(if op == Op::With { EMPTY } else { f }),
            }
        }
        Op::Toggle => {
            if f == EMPTY {
                Is(EMPTY)
            } else {
                Same(op, f, g)
            }
        }
    }
}

/// Puts what is left to do for f op g, which is in normal form, on the stack of tasks, and returns what to evaluate first.
#[inline(always)]
pub(super) fn split(store: &Store, tasks: &mut Vec<Task>, op: Op, f: Id, g: Id) -> (Op, Id, Id) {
    use Task::{Apply, ApplyTo, Eval, Make, MakeSwapped, Meeting, Over, Push, Unary};
    let nf = store.node(f);
    let ng = if Op::takes_family(op as u32) { store.node(g) } else { nf };
    let v = nf.var.min(ng.var);
    let (f0, f1) = if nf.var == v { (nf.lo, nf.hi) } else { (f, EMPTY) };
    let (g0, g1) = if ng.var == v { (ng.lo, ng.hi) } else { (g, EMPTY) };
    tasks.push(Task::Store(op, f, g));
    match op {
        Op::Union | Op::Intersection | Op::Difference | Op::SymmetricDifference => {
            tasks.extend([Make(v), Eval(op, f1, g1)]);
            (op, f0, g0)
        }
        // Either only f has v; or both have it, and v comes from f, from g, or from both.
        Op::Join => {
            if g1 == EMPTY {
                tasks.extend([Make(v), Eval(op, f1, g)]);
                (op, f0, g)
            } else {
                tasks.extend([
                    Make(v),
                    Apply(Op::Union),
                    Eval(op, f0, g1),
                    ApplyTo(op, f1),
                    Eval(Op::Union, g0, g1),
                ]);
                (op, f0, g0)
            }
        }
        // v remains only where both have it.
        Op::Meet => {
            if g1 == EMPTY {
                tasks.push(ApplyTo(op, g));
                (Op::Union, f0, f1)
            } else {
                tasks.extend([
                    Make(v),
                    Eval(op, f1, g1),
                    Apply(Op::Union),
                    Eval(op, f1, g0),
                    ApplyTo(op, f0),
                ]);
                (Op::Union, g0, g1)
            }
        }
        // Where g has v no set of the quotient has it.
        Op::Quotient => {
            if g1 == EMPTY {
                tasks.extend([Make(v), Eval(op, f1, g)]);
                (op, f0, g)
            } else {
                if g0 != EMPTY {
                    tasks.push(Meeting(op, f0, g0));
                }
                (op, f1, g1)
            }
        }
        // A set without v may lie in a set of g with v or in one without.
        Op::NonSubsets => {
            if f1 != EMPTY {
                tasks.extend([Make(v), Eval(op, f1, g1)]);
            }
            if g1 != EMPTY {
                tasks.push(Meeting(op, f0, g1));
            }
            (op, f0, g0)
        }
        // A set with v may hold a set of g with v or one without. A set of g whose first element comes before v lies in
        // no set of f, and is gone by now.
        Op::NonSupersets => {
            tasks.push(Make(v));
            if g1 != EMPTY {
                tasks.push(Meeting(op, f1, g1));
            }
            tasks.push(Eval(op, f1, g0));
            (op, f0, g0)
        }
        Op::Minimal => {
            tasks.extend([Make(v), Over(Op::NonSupersets), Eval(op, f1, EMPTY)]);
            (op, f0, EMPTY)
        }
        Op::Maximal => {
            tasks.extend([MakeSwapped(v), Over(Op::NonSubsets), Eval(op, f0, EMPTY)]);
            (op, f1, EMPTY)
        }
        // Without v a hitting set must hit both parts. With v only f0 is left to hit, and it is minimal unless it could
        // do without v.
        Op::HittingSets => {
            tasks.extend([Make(v), Over(Op::NonSupersets), Eval(op, f0, EMPTY), Unary(op)]);
            (Op::Union, f0, f1)
        }
        Op::Without | Op::With => {
            tasks.extend([Make(v), Eval(op, f1, g)]);
            (op, f0, g)
        }
        // The sets without the variable get it, and those with it lose it.
        Op::Toggle => {
            let (v, lo, hi) = (g, f1, f0);
            match nf.var.cmp(&v) {
                Ordering::Less => {
                    tasks.extend([Make(nf.var), Eval(op, f1, v)]);
                    (op, f0, v)
                }
                Ordering::Equal => {
                    tasks.extend([Make(v), Push(hi)]);
                    (Op::Union, lo, EMPTY)
                }
                Ordering::Greater => {
                    tasks.extend([Make(v), Push(f)]);
                    (Op::Union, EMPTY, EMPTY)
                }
            }
        }
    }
}
