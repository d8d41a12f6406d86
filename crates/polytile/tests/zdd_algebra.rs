//! The algebra of families against explicit sets of sets, and against another library's diagrams.

use num_bigint::BigUint;
use oxidd::zbdd::{ZBDDFunction, new_manager};
use oxidd::{BooleanFunction, BooleanVecSet, Function, Manager as _, ManagerRef};
use polytile::run::{Control, Stopped};
use polytile::zdd::ZddError;
use polytile::zdd::algebra::{Family, Manager};
use polytile::zdd::{EMPTY, UNIT};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const VARIABLES: u32 = 6;

/// A family, every set a word of bits.
type Explicit = BTreeSet<u32>;

fn elements(set: u32) -> Vec<u32> {
    (0..VARIABLES).filter(|v| set >> v & 1 == 1).collect()
}

fn family(manager: &Manager, sets: &Explicit) -> Family {
    manager.from_sets(sets.iter().map(|&set| elements(set))).unwrap()
}

fn listed(family: &Family) -> Explicit {
    (0..1 << VARIABLES).filter(|&set| family.contains(&elements(set))).collect()
}

fn pairs(f: &Explicit, g: &Explicit, op: impl Fn(u32, u32) -> u32) -> Explicit {
    f.iter().flat_map(|&a| g.iter().map(move |&b| (a, b))).map(|(a, b)| op(a, b)).collect()
}

fn inside(a: u32, b: u32) -> bool {
    a & !b == 0
}

fn minimal(f: &Explicit) -> Explicit {
    f.iter().copied().filter(|&a| !f.iter().any(|&b| b != a && inside(b, a))).collect()
}

fn quotient(f: &Explicit, g: &Explicit) -> Explicit {
    let fits = |&a: &u32| g.iter().all(|&b| a & b == 0 && f.contains(&(a | b)));
    (0..1 << VARIABLES).filter(fits).collect()
}

fn families() -> impl Strategy<Value = Explicit> {
    prop_oneof![
        prop::collection::btree_set(0..1_u32 << VARIABLES, 0..6),
        prop::collection::btree_set(0..1_u32 << VARIABLES, 0..40),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_families(f in families(), g in families()) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let (a, b) = (family(&manager, &f), family(&manager, &g));
        prop_assert_eq!(listed(&a), f.clone());
        let same = |got: Result<Family, ZddError>, want: Explicit| {
            let got = got.unwrap();
            prop_assert_eq!(listed(&got), want.clone());
            // Diagrams are canonical.
            prop_assert_eq!(&got, &family(&manager, &want));
            Ok(())
        };
        let chosen = |keep: &dyn Fn(u32) -> bool| f.iter().copied().filter(|&a| keep(a)).collect::<Explicit>();
        same(a.union(&b), &f | &g)?;
        same(a.intersection(&b), &f & &g)?;
        same(a.difference(&b), &f - &g)?;
        same(a.symmetric_difference(&b), &f ^ &g)?;
        same(a.join(&b), pairs(&f, &g, |a, b| a | b))?;
        same(a.meet(&b), pairs(&f, &g, |a, b| a & b))?;
        same(a.non_subsets(&b), chosen(&|a| !g.iter().any(|&b| inside(a, b))))?;
        same(a.non_supersets(&b), chosen(&|a| !g.iter().any(|&b| inside(b, a))))?;
        same(a.quotient(&b), quotient(&f, &g))?;
        let product = pairs(&g, &quotient(&f, &g), |a, b| a | b);
        same(a.remainder(&b), &f - &product)?;
    }

    #[test]
    fn division_undoes_multiplication(f in families(), g in families()) {
        // Factors without a variable in common.
        let low: Explicit = f.iter().map(|a| a & 0b000_111).collect();
        let high: Explicit = g.iter().map(|b| b & 0b111_000).collect();
        let manager = Manager::new(VARIABLES, &Control::default());
        let (a, b) = (family(&manager, &low), family(&manager, &high));
        let product = a.join(&b).unwrap();
        if !b.is_empty() {
            prop_assert_eq!(&product.quotient(&b).unwrap(), &a);
            prop_assert!(product.remainder(&b).unwrap().is_empty());
        }
    }

    #[test]
    fn one_family(f in families(), v in 0..VARIABLES) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let a = family(&manager, &f);
        let with = |set: u32| set >> v & 1 == 1;
        let all = 0..1_u32 << VARIABLES;
        prop_assert_eq!(listed(&a.minimal().unwrap()), minimal(&f));
        let maximal = f.iter().copied().filter(|&a| !f.iter().any(|&b| b != a && inside(a, b)));
        prop_assert_eq!(listed(&a.maximal().unwrap()), maximal.collect::<Explicit>());
        let hitting: Explicit = all.filter(|h| f.iter().all(|a| a & h != 0)).collect();
        let dual = a.hitting_sets().unwrap();
        prop_assert_eq!(listed(&dual), minimal(&hitting));
        prop_assert_eq!(dual.hitting_sets().unwrap(), a.minimal().unwrap());
        let without = f.iter().copied().filter(|&a| !with(a));
        prop_assert_eq!(listed(&a.subset0(v).unwrap()), without.collect::<Explicit>());
        let taken_out = f.iter().filter(|&&a| with(a)).map(|a| a ^ 1 << v);
        prop_assert_eq!(listed(&a.subset1(v).unwrap()), taken_out.collect::<Explicit>());
        prop_assert_eq!(listed(&a.change(v).unwrap()), f.iter().map(|a| a ^ 1 << v).collect::<Explicit>());
        let frozen = a.to_diagram().unwrap();
        prop_assert_eq!(frozen.nodes(), a.nodes() as u64);
        prop_assert_eq!(a.count().unwrap(), BigUint::from(f.len()));
        let mut sets: Vec<Vec<u32>> = f.iter().map(|&set| elements(set)).collect();
        let bits = |set: &Vec<u32>| set.iter().fold(0, |bits, v| bits | 1 << (VARIABLES - v));
        sets.sort_by_key(|set| std::cmp::Reverse(bits(set)));
        prop_assert_eq!(a.sets().unwrap().collect::<Vec<_>>(), sets);
        prop_assert_eq!(manager.import(&frozen).unwrap(), a.clone());
        let another = Manager::new(VARIABLES + 1, &Control::default());
        prop_assert_eq!(listed(&another.import(&frozen).unwrap()), f);
    }

    #[test]
    fn symmetric_families(items in 0..1_u32 << VARIABLES, lo in 0..8_u32, more in 0..8_u32) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let fits = |set: u32| (lo..=lo + more).contains(&(set & items).count_ones());
        let covering = (0..1 << VARIABLES).filter(|&set| fits(set));
        let names = elements(items);
        prop_assert_eq!(listed(&manager.covering(&names, lo..=lo + more).unwrap()), covering.collect::<Explicit>());
        let symmetric = (0..1 << VARIABLES).filter(|&set| inside(set, items) && fits(set));
        prop_assert_eq!(listed(&manager.symmetric(&names, lo..=lo + more).unwrap()), symmetric.collect::<Explicit>());
    }

    #[test]
    fn many_families(list in prop::collection::vec(families(), 0..8)) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let own = || list.iter().map(|f| family(&manager, f)).collect::<Vec<_>>();
        let all: Explicit = (0..1 << VARIABLES).filter(|set| list.iter().all(|f| f.contains(set))).collect();
        prop_assert_eq!(listed(&manager.intersection_of(own()).unwrap()), all.clone());
        prop_assert_eq!(listed(&manager.intersection_in_order(own()).unwrap()), all);
        let any: Explicit = list.iter().flatten().copied().collect();
        prop_assert_eq!(listed(&manager.union_of(own()).unwrap()), any);
    }

    /// Garbage is collected between and inside operations; what is held stays what it was.
    #[test]
    fn a_long_life(steps in prop::collection::vec((0..6_u8, 0..8_usize, 0..8_usize, families()), 1..120)) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let mut held: Vec<(Family, Explicit)> = vec![(manager.empty(), Explicit::new()); 8];
        for (what, i, j, fresh) in steps {
            let ((a, f), (b, g)) = (held[i].clone(), held[j].clone());
            held[i] = match what {
                0 => (family(&manager, &fresh), fresh),
                1 => (a.union(&b).unwrap(), &f | &g),
                2 => (a.symmetric_difference(&b).unwrap(), &f ^ &g),
                3 => (a.join(&b).unwrap(), pairs(&f, &g, |a, b| a | b)),
                4 => (a.meet(&b).unwrap(), pairs(&f, &g, |a, b| a & b)),
                _ => {
                    manager.collect();
                    (a, f)
                }
            };
        }
        for (family, sets) in &held {
            prop_assert_eq!(&listed(family), sets);
        }
        drop(held);
        manager.collect();
        prop_assert_eq!(manager.nodes(), 2);
    }

    #[test]
    fn another_library_agrees(f in families(), g in families(), v in 0..VARIABLES) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let (a, b) = (family(&manager, &f), family(&manager, &g));
        let other = new_manager(1 << 16, 1 << 10, 1);
        other.with_manager_exclusive(|m| m.add_vars(VARIABLES));
        let theirs = |sets: &Explicit| {
            let empty = other.with_manager_shared(|m| ZBDDFunction::empty(m));
            sets.iter().fold(empty, |all, &set| {
                let base = other.with_manager_shared(|m| ZBDDFunction::base(m));
                let one = elements(set).into_iter().fold(base, |one, v| one.change(v).unwrap());
                all.union(&one).unwrap()
            })
        };
        let (c, d) = (theirs(&f), theirs(&g));
        let results = [
            (a.union(&b), c.union(&d)),
            (a.intersection(&b), c.intsec(&d)),
            (a.difference(&b), c.diff(&d)),
            (a.symmetric_difference(&b), c.xor(&d)),
            (a.subset0(v), c.subset0(v)),
            (a.subset1(v), c.subset1(v)),
            (a.change(v), c.change(v)),
        ];
        for (ours, theirs) in results {
            let (ours, theirs) = (ours.unwrap(), theirs.unwrap());
            let sets = (0..1_u32 << VARIABLES).filter(|&set| {
                theirs.eval((0..VARIABLES).map(|v| (v, set >> v & 1 == 1)))
            });
            prop_assert_eq!(listed(&ours), sets.collect::<Explicit>());
            // The other library counts the terminals that are reached, ours both.
            let diagram = ours.to_diagram().unwrap();
            let to = |id| diagram.root() == id || diagram.upward().any(|(_, _, level)| level.iter().any(|n| n.lo == id || n.hi == id));
            let terminals = usize::from(to(EMPTY)) + usize::from(to(UNIT));
            prop_assert_eq!(ours.nodes() - 2, theirs.node_count() - terminals);
        }
    }
}

/// A hundred thousand variables: nothing here recurses.
#[test]
fn depth_is_no_danger() {
    let variables = 100_000;
    let manager = Manager::new(variables, &Control::default());
    let all: Vec<u32> = (0..variables).collect();
    let (even, odd): (Vec<u32>, Vec<u32>) = all.iter().partition(|&v| v % 2 == 0);
    let (even, odd) = (manager.set(&even).unwrap(), manager.set(&odd).unwrap());
    let whole = manager.set(&all).unwrap();
    assert_eq!(even.join(&odd).unwrap(), whole);
    assert_eq!(whole.quotient(&odd).unwrap(), even);
    assert!(whole.remainder(&odd).unwrap().is_empty());
    assert_eq!(even.meet(&odd).unwrap(), manager.unit());
    let both = even.union(&odd).unwrap();
    assert_eq!(both.non_subsets(&even).unwrap(), odd);
    assert_eq!(both.union(&whole).unwrap().maximal().unwrap(), whole);
    assert_eq!(both.union(&whole).unwrap().minimal().unwrap(), both);
    // Each singleton hits the only set.
    let singles = whole.hitting_sets().unwrap();
    assert_eq!(singles, manager.symmetric(&all, 1..=1).unwrap());
    let power_set = manager.power_set().unwrap();
    assert_eq!(power_set.intersection(&singles).unwrap(), singles);
    assert_eq!(power_set.difference(&power_set).unwrap(), manager.empty());
    assert_eq!(power_set.change(variables - 1).unwrap(), power_set);
    assert_eq!(power_set.subset1(variables - 1).unwrap(), power_set.subset0(variables - 1).unwrap());
    assert_eq!(manager.covering(&[7, 70_000], 0..=2).unwrap(), power_set);
    assert_eq!(manager.import(&power_set.to_diagram().unwrap()).unwrap(), power_set);
}

/// Large enough for garbage to be collected, and moved, in the middle of operations: the same families from a manager
/// that has no garbage, and from one that is full of it.
#[test]
fn collections_inside_operations() {
    let manager = Manager::new(40, &Control::default());
    let scattered = |seed: u64| {
        let mut state = seed;
        let sets = (0..70).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (0..40).filter(|v| state >> (24 + v) & 1 == 1).collect::<Vec<u32>>()
        });
        sets.collect::<Vec<_>>()
    };
    let (f, g) = (manager.from_sets(scattered(1)).unwrap(), manager.from_sets(scattered(2)).unwrap());
    let small = manager.from_sets(scattered(3).into_iter().take(10)).unwrap();
    let [join, meet] = [f.join(&small).unwrap(), g.meet(&f).unwrap()];
    let non = meet.maximal().unwrap().non_subsets(&join).unwrap();
    assert!(manager.peak_nodes() > 8192, "{}", manager.peak_nodes());
    manager.collect();
    let clean = Manager::new(40, &Control::default());
    let moved = |family: &Family| clean.import(&family.to_diagram().unwrap()).unwrap();
    let (f, g, small) = (moved(&f), moved(&g), moved(&small));
    let again = g.meet(&f).unwrap();
    assert_eq!(moved(&join), f.join(&small).unwrap());
    assert_eq!(moved(&meet), again);
    assert_eq!(moved(&non), again.maximal().unwrap().non_subsets(&moved(&join)).unwrap());
}

#[test]
fn limits_are_errors_and_leave_everything_good() {
    let manager = Manager::new(200, &Control::default().memory(2 << 20));
    let some = manager.covering(&(0..100).collect::<Vec<_>>(), 10..=10).unwrap();
    let before = some.nodes();
    let blocks =
        (0..16).map(|i| manager.covering(&(0..200).filter(|v| v % 16 == i).collect::<Vec<_>>(), 3..=5));
    let error =
        blocks.collect::<Result<Vec<_>, _>>().and_then(|blocks| manager.intersection_of(blocks)).unwrap_err();
    assert!(matches!(error, ZddError::Stopped(Stopped::OutOfMemory { .. })), "{error}");
    assert!(manager.bytes() <= 2 << 20);
    assert_eq!(some.nodes(), before);
    assert_eq!(some.intersection(&some.union(&manager.unit()).unwrap()).unwrap(), some);

    let stop = Arc::new(AtomicBool::new(false));
    let manager = Manager::new(200, &Control::default().stopped_by(stop.clone()));
    let some = manager.covering(&[1, 5, 9], 1..=1).unwrap();
    stop.store(true, Ordering::Relaxed);
    let error = manager.intersection_of(vec![some.clone(); 3]).unwrap_err();
    assert!(matches!(error, ZddError::Stopped(Stopped::Interrupted(_))), "{error}");
    stop.store(false, Ordering::Relaxed);
    assert_eq!(manager.intersection_of(vec![some.clone(); 3]).unwrap(), some);
}

/// Stopped at any of two dozen looks at the control, in the middle of operations and of collections, the manager goes on as if nothing had been, and
/// the families that it holds are as they were. `zdd::algebra::store` tests every look while a table is filled.
#[test]
fn whatever_was_stopped_is_done_again() {
    let (stop, asked, patience) =
        (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(u64::MAX)));
    let (pressed, counted, patient) = (stop.clone(), asked.clone(), patience.clone());
    let control = Control::default().stopped_by(stop.clone()).on_asked(move || {
        if counted.fetch_add(1, Ordering::Relaxed) >= patient.load(Ordering::Relaxed) {
            pressed.store(true, Ordering::Relaxed);
        }
    });
    let work = |manager: &Manager| {
        let every = |n: u32, k: u32| {
            let items: Vec<u32> = (0..60).filter(|v| v % n == k).collect();
            manager.covering(&items, 2..=3)
        };
        let blocks = (0..6).map(|k| every(6, k)).collect::<Result<Vec<_>, _>>()?;
        let all = manager.intersection_of(blocks)?;
        all.union(&every(5, 1)?)?.to_diagram()
    };
    let manager = Manager::new(60, &control);
    let expected = work(&manager).unwrap();
    assert!(expected.nodes() > 1 << 14, "{}", expected.nodes());
    let number = expected.count(&Control::default());
    let asks = asked.load(Ordering::Relaxed);
    for n in 0..24 {
        let manager = Manager::new(60, &control);
        let held = manager.covering(&[3, 9, 27, 41], 1..=2).unwrap();
        let before = held.to_diagram().unwrap();
        asked.store(0, Ordering::Relaxed);
        patience.store(asks * n / 24, Ordering::Relaxed);
        let error = work(&manager).unwrap_err();
        assert!(matches!(error, ZddError::Stopped(Stopped::Interrupted(_))), "{error}");
        // Pressed still, while it collects.
        manager.collect();
        patience.store(u64::MAX, Ordering::Relaxed);
        stop.store(false, Ordering::Relaxed);
        assert_eq!(held.to_diagram().unwrap(), before, "stopped at {n} of 24");
        let again = work(&manager).unwrap();
        assert_eq!(again.count(&Control::default()), number, "stopped at {n} of 24");
        if n % 8 == 0 {
            // Nodes have other numbers after another history.
            let clean = Manager::new(60, &Control::default());
            let [again, first] = [again, expected.clone()].map(|d| clean.import(&d).unwrap());
            assert!(again == first, "stopped at {n} of 24");
        }
    }
}

/// A progress report that panics leaves nothing behind that the next operation takes for its own.
#[test]
fn panics_leave_nothing_behind() {
    let (panics, patience) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let (told, patient) = (panics.clone(), patience.clone());
    let control = Control::default().on_progress(move |_| {
        if told.load(Ordering::Relaxed) {
            let left = patient.load(Ordering::Relaxed);
            assert!(left > 0, "as told");
            patient.store(left - 1, Ordering::Relaxed);
        }
    });
    let manager = Manager::new(8, &control);
    let some = manager.covering(&[1, 5], 1..=1).unwrap();
    let diagram = some.to_diagram().unwrap();
    panics.store(true, Ordering::Relaxed);
    let again = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| manager.import(&diagram)));
    assert!(again.is_err());
    panics.store(false, Ordering::Relaxed);
    assert_eq!(manager.import(&diagram).unwrap(), some);

    // Nor does an intersection of many leave nodes that are never collected.
    let made = || [[0, 3], [2, 5], [4, 7]].map(|vars| manager.covering(&vars, 1..=1).unwrap()).to_vec();
    manager.collect();
    let before = manager.nodes();
    for looks in 0..2 {
        let all = made();
        patience.store(looks, Ordering::Relaxed);
        panics.store(true, Ordering::Relaxed);
        let many = || manager.intersection_of(all);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(many)).is_err());
        panics.store(false, Ordering::Relaxed);
        manager.collect();
        assert_eq!(manager.nodes(), before, "at look {looks}");
    }
    let [f, g, h] = [0, 1, 2].map(|i| made()[i].clone());
    assert_eq!(
        manager.intersection_of(made()).unwrap(),
        f.intersection(&g).unwrap().intersection(&h).unwrap()
    );
}

#[test]
fn mistakes_are_errors() {
    let (one, other) = (Manager::new(3, &Control::default()), Manager::new(3, &Control::default()));
    let (f, g) = (one.unit(), other.unit());
    assert_ne!(f, g);
    let foreign = [f.join(&g), f.quotient(&g), f.remainder(&g), one.union_of(vec![f.clone(), g.clone()])];
    assert!(foreign.into_iter().all(|result| result == Err(ZddError::Foreign)));
    insta::assert_snapshot!(ZddError::Foreign, @"the families live in different managers; move one by `to_diagram` and `import`");
    insta::assert_snapshot!(one.singleton(3).unwrap_err(), @"there is no variable 3: the manager has 3, numbered from 0");
    let larger = Manager::new(4, &Control::default()).power_set().unwrap().to_diagram().unwrap();
    insta::assert_snapshot!(one.import(&larger).unwrap_err(), @"there is no variable 3: the manager has 3, numbered from 0");
    assert!(f.change(7).is_err() && f.subset0(7).is_err() && f.subset1(3).is_err());
    assert!(!f.contains(&[9]));
}
