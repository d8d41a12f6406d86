//! The algebra of families against explicit sets of sets, and against another library's diagrams.

use oxidd::zbdd::{ZBDDFunction, new_manager};
use oxidd::{BooleanFunction, BooleanVecSet, Function, Manager as _, ManagerRef};
use polytile::run::Control;
use polytile::zdd::algebra::{AlgebraError, Family, Manager};
use polytile::zdd::{EMPTY, UNIT};
use proptest::prelude::*;
use std::collections::BTreeSet;

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
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn two_families(f in families(), g in families()) {
        let manager = Manager::new(VARIABLES, &Control::default());
        let (a, b) = (family(&manager, &f), family(&manager, &g));
        prop_assert_eq!(listed(&a), f.clone());
        let same = |got: Result<Family, AlgebraError>, want: Explicit| {
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
            // Theirs counts the terminals that are reached, ours both.
            let diagram = ours.to_diagram().unwrap();
            let to = |id| diagram.root() == id || diagram.upward().any(|(_, _, level)| level.iter().any(|n| n.lo == id || n.hi == id));
            let terminals = usize::from(to(EMPTY)) + usize::from(to(UNIT));
            prop_assert_eq!(ours.nodes() - 2, theirs.node_count() - terminals);
        }
    }
}
