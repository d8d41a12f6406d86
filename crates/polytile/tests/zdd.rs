//! Known sizes of diagrams, large ones, and files that are not what they should be.

use num_bigint::{BigInt, BigUint};
use polytile::board::{Region, Topology};
use polytile::count::Order;
use polytile::draw::{Nodes, Profile};
use polytile::exact_cover::{Entry, ExactCover, Multiplicity};
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile::problem::{Problem, Rules};
use polytile::run::{Control, Refused, Stopped};
use polytile::zdd::cover;
use polytile::zdd::{Bytes, Diagram, DiagramBuilder, Family, FileError, Goal, Node, UNIT, ZddError};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

fn problem(rows: u64, cols: u64, names: &str) -> Problem {
    let region = Region::rectangle(rows, cols).unwrap();
    Problem::new(region, pieces::list(names, Freedom::Free).unwrap())
}

fn tilings(rows: u64, cols: u64, names: &str, order: Option<Order>) -> Family {
    Family::tilings(&problem(rows, cols, names), order, &Control::default().threads(2)).unwrap()
}

#[test]
fn sizes_are_the_known_ones() {
    // TAOCP 7.1.4; Project Euler 161; TdZdd, whose sizes leave out the two terminals.
    let up_to_three = "monomino,dominoes,trominoes";
    for (rows, cols, names, order, variables, nodes, count) in [
        (8, 8, "dominoes", Order::Rows, 112, 2300, "12988816"),
        (8, 8, up_to_three, Order::Rows, 468, 512_227, "92109458286284989468604"),
        (9, 12, "trominoes", Order::Rows, 526, 7_893_743, "20574308184277971"),
        (9, 12, "trominoes", Order::Columns, 526, 379_242, "20574308184277971"),
        (12, 9, "trominoes", Order::Rows, 526, 379_242, "20574308184277971"),
        (12, 12, "trominoes", Order::Rows, 724, 13_267_202, "17735061025562799941630"),
    ] {
        let family = tilings(rows, cols, names, Some(order));
        let diagram = family.diagram();
        assert_eq!(diagram.variables(), variables, "{rows}x{cols} {names}");
        assert_eq!(diagram.nodes(), nodes, "{rows}x{cols} {names}");
        assert_eq!(diagram.count(&Control::default()).unwrap().to_string(), count);
    }
    let auto = tilings(9, 12, "trominoes", None);
    assert_eq!(auto.puzzle().unwrap().order, Order::Columns);
}

#[test]
fn ranks_are_inverse_in_a_large_family() {
    let family = tilings(8, 8, "monomino,dominoes,trominoes", None);
    let counted = family.diagram().counted(&Control::default()).unwrap();
    let problem = &family.puzzle().unwrap().problem;
    let one = BigUint::from(1_u8);
    for k in [one.clone(), BigUint::from(10_u8).pow(15), counted.total() / 3_u8, counted.total().clone()] {
        let set = counted.kth(&k).unwrap();
        assert_eq!(counted.rank(&set), Some(k));
        assert_eq!(family.tiling(&set).unwrap().check(problem), Ok(()));
        assert_eq!(counted.rank(&set[1..]), None);
    }
    assert_eq!(counted.kth(&(counted.total() + 1_u8)), None);
    // In every tiling each cell is covered once: so the frequencies of the options, times their sizes, add up to the area for
    // each tiling.
    let frequencies = counted.frequencies(&Control::default()).unwrap();
    let covered: BigUint =
        frequencies.iter().enumerate().map(|(v, f)| f * family.laid(v as u32).unwrap().cells.len()).sum();
    assert_eq!(covered, counted.total() * 64_u8);
    let by_size = family.diagram().count_by_size(&Control::default()).unwrap();
    assert_eq!(by_size.values().sum::<BigUint>(), *counted.total());
    // Not 21: three cells do not divide 64.
    assert_eq!(by_size.keys().copied().collect::<Vec<_>>(), (22..=64).collect::<Vec<_>>());
    assert_eq!(by_size[&64], one);
}

fn all_subsets(variables: usize) -> Diagram {
    let mut levels = DiagramBuilder::new(variables);
    let mut root = UNIT;
    for _ in 0..variables {
        root = levels.push(vec![Node { lo: root, hi: root }]).unwrap();
    }
    levels.finish(root).unwrap()
}

#[test]
fn counts_of_many_limbs_are_exact() {
    let cube = all_subsets(300);
    let control = Control::default();
    let total = BigUint::from(1_u8) << 300;
    assert_eq!(cube.count(&control).unwrap(), total);
    let counted = cube.counted(&control).unwrap();
    assert_eq!(counted.kth(&total), Some(vec![]));
    // The last of those that have the first variable.
    assert_eq!(counted.rank(&[0]), Some(total.clone() >> 1));
    let half = total.clone() >> 1;
    assert!(counted.frequencies(&control).unwrap().iter().all(|f| *f == half));
    let by_size = cube.count_by_size(&control).unwrap();
    assert_eq!(by_size[&150], by_size[&149].clone() * 151_u8 / 150_u8);
    assert_eq!(by_size.values().sum::<BigUint>(), total);
    // The lightest of weights w, -w, w, -w, ..., which 64 bits hold, or 128, or no fixed number.
    for power in [0_u32, 70, 1000] {
        let unit = BigInt::from(1) << power;
        let weights: Vec<BigInt> =
            (0..300).map(|v| if v % 2 == 0 { unit.clone() } else { -unit.clone() }).collect();
        for (goal, sign) in [(Goal::Lightest, 1), (Goal::Heaviest, -1)] {
            let mut found = Vec::new();
            let each = |set: Vec<u32>, weight: BigInt| {
                let sum: BigInt = set.iter().map(|&v| &weights[v as usize]).sum();
                assert_eq!(weight, sum);
                found.push(weight * sign);
                found.len() < 3
            };
            cube.best(&weights, goal, u64::MAX, &control, each).unwrap();
            assert_eq!(found, [-150, -149, -149].map(|n| n * unit.clone()));
        }
    }
    // At the very ends of 64 bits.
    let ends = [i64::MAX, i64::MIN, i64::MIN].map(BigInt::from);
    let three = all_subsets(3);
    let mut found = Vec::new();
    three
        .best(&ends, Goal::Lightest, 2, &control, |set, weight| {
            found.push((set, weight));
            true
        })
        .unwrap();
    let least: BigInt = BigInt::from(i64::MIN) * 2;
    assert_eq!(found, [(vec![1, 2], least.clone()), (vec![0, 1, 2], least + i64::MAX)]);
}

fn problem_of_many() -> Problem {
    problem(5, 6, "tetrominoes,pentominoes,hexominoes")
}

#[test]
fn the_budget_is_kept() {
    let problem = problem(9, 12, "trominoes");
    for (memory, order) in [(1 << 16, Order::Rows), (1 << 20, Order::Columns), (1 << 25, Order::Rows)] {
        let control = Control::default().memory(memory);
        let error = Family::tilings(&problem, Some(order), &control).unwrap_err();
        assert!(error.to_string().contains("memory budget"), "{error}");
    }
    // Many options to a cell: a level has far more nodes than states.
    let many = problem_of_many();
    for memory in (20..25).map(|bits| 1 << bits) {
        let control = Control::default().memory(memory);
        match Family::tilings(&many, Some(Order::Rows), &control) {
            Ok(family) => assert!(family.diagram().bytes() <= memory),
            Err(error) => assert!(error.to_string().contains("memory budget"), "{error}"),
        }
    }
    let family = tilings(9, 12, "trominoes", Some(Order::Columns));
    let control = Control::default().memory(family.diagram().bytes() + 2_900_000);
    assert!(family.diagram().count(&control).is_ok());
    assert!(family.diagram().counted(&control).is_err());
}

#[test]
fn degenerate_families() {
    let control = Control::default();
    let families: [(Diagram, Vec<Vec<u32>>); 2] =
        [(Diagram::empty(3), vec![]), (Diagram::unit(3), vec![vec![]])];
    for (diagram, sets) in families {
        let counted = diagram.counted(&control).unwrap();
        assert_eq!(counted.total(), &BigUint::from(sets.len()));
        assert_eq!(diagram.sets().collect::<Vec<_>>(), sets);
        assert_eq!(counted.frequencies(&control).unwrap(), vec![BigUint::ZERO; 3]);
        assert_eq!(diagram.restricted(&[1], &[], &control).unwrap(), Diagram::empty(3));
        assert_eq!(diagram.restricted(&[], &[1, 7], &control).unwrap(), diagram);
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let family = Family::new(diagram, names);
        let mut file = Vec::new();
        family.save(&mut file, &control).unwrap();
        assert_eq!(Family::load(Arc::new(file), &control).unwrap(), family);
        assert!(Nodes::new(&family).is_ok() && family.dot().is_ok());
        assert!(Profile::new(&family).svg().contains("2 nodes on 3 levels"));
    }
}

#[test]
fn a_profile_has_an_axis() {
    let family = tilings(4, 4, "dominoes", None);
    let most = family.profile().max().unwrap();
    let svg = Profile::new(&family).svg();
    assert!((0..=most).all(|nodes| svg.contains(&format!(">{nodes}</text>"))), "at most {most}: {svg}");
}

#[test]
fn options_are_found_by_name() {
    let family = tilings(3, 4, "trominoes", None);
    let v = family.option("L3@0,0+0,1+1,0").unwrap();
    assert_eq!(family.option("L3@1,0+0,1+0,0"), Ok(v));
    assert_eq!(family.names()[v as usize], "L3@0,0+0,1+1,0");
    let error = family.option("L3@0,0+0,1").unwrap_err();
    let ZddError::UnknownOption { ref instead, .. } = error else { panic!("{error}") };
    insta::assert_snapshot!(format!("{error}; {}", instead.join(" ")), @"there is no option 'L3@0,0+0,1'; L3@0,0+0,1+1,0 L3@0,0+0,1+1,1");
    assert!(family.option("").is_err() && family.option("é@0").is_err());
    assert_eq!(family.pieces(), ["I3", "L3"]);
    for (v, name) in (0..).zip(family.names()) {
        assert_eq!(family.option(name), Ok(v));
    }
}

/// 281 tilings of 4x6 by dominoes and 28100 draws: chi squared with 280 degrees of freedom stays below 385 but for one
/// seed in 30000; this seed is not that one.
#[test]
fn draws_are_uniform() {
    for order in [Order::Rows, Order::Columns] {
        let family = tilings(4, 6, "dominoes", Some(order));
        let counted = family.diagram().counted(&Control::default()).unwrap();
        let mut seen: HashMap<Vec<u32>, i64> = HashMap::new();
        let draw = |set: Vec<u32>| {
            *seen.entry(set).or_insert(0) += 1;
            true
        };
        counted.sample(28_100, 1, &Control::default(), draw).unwrap();
        assert_eq!(seen.len(), 281);
        let chi: i64 = seen.values().map(|n| (n - 100) * (n - 100)).sum::<i64>() / 100;
        assert!(chi < 385, "{chi}");
    }
}

type Question<'a> = &'a dyn Fn(&Control) -> Result<(), Stopped>;

/// Whatever can run long stops when it is told to, at its first step and in its middle.
#[test]
fn every_question_stops_when_told_to() {
    let family = tilings(6, 6, "monomino,dominoes,trominoes", Some(Order::Rows));
    let diagram = family.diagram();
    let counted = diagram.counted(&Control::default()).unwrap();
    let weights = vec![BigInt::from(1); diagram.variables()];
    let mut file = Vec::new();
    family.save(&mut file, &Control::default()).unwrap();
    let file: Bytes = Arc::new(file);
    let sample = |control: &Control| counted.sample(u64::MAX, 1, control, |_| true);
    let best = |control: &Control| diagram.best(&weights, Goal::Heaviest, u64::MAX, control, |_, _| true);
    let load = |control: &Control| match Family::load(file.clone(), control) {
        Err(FileError::Stopped(stopped)) => Err(stopped),
        other => panic!("{other:?}"),
    };
    let save = |control: &Control| match family.save(&mut std::io::sink(), control) {
        Err(FileError::Stopped(stopped)) => Err(stopped),
        other => panic!("{other:?}"),
    };
    let questions: [(&str, Question); 9] = [
        ("count", &|control| diagram.count(control).map(drop)),
        ("by size", &|control| diagram.count_by_size(control).map(drop)),
        ("counted", &|control| diagram.counted(control).map(drop)),
        ("frequencies", &|control| counted.frequencies(control).map(drop)),
        ("restricted", &|control| diagram.restricted(&[0], &[9], control).map(drop)),
        ("sample", &sample),
        ("best", &best),
        ("load", &load),
        ("save", &save),
    ];
    for (name, question) in questions {
        for steps in [0, 1, 40, 90] {
            let stop = Arc::new(AtomicBool::new(steps == 0));
            let (stopper, seen) = (stop.clone(), AtomicU64::new(0));
            let control = Control::default().stopped_by(stop).on_progress(move |_| {
                if seen.fetch_add(1, Ordering::Relaxed) + 1 >= steps {
                    stopper.store(true, Ordering::Relaxed);
                }
            });
            let stopped = question(&control).unwrap_err();
            assert!(matches!(stopped, Stopped::Interrupted(_)), "{name} after {steps}: {stopped}");
        }
        let late = Control::default().time_limit(Duration::ZERO);
        assert!(matches!(question(&late), Err(Stopped::OutOfTime(_))), "{name}");
    }
}

// Files.

fn bytes_of(family: &Family) -> Vec<u8> {
    let mut bytes = Vec::new();
    family.save(&mut bytes, &Control::default()).unwrap();
    bytes
}

fn file() -> Vec<u8> {
    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        bytes_of(&tilings(3, 4, "trominoes", Some(Order::Rows)).titled(Some("small".to_owned())))
    });
    FILE.clone()
}

/// A family without a puzzle: {{a, b}, {b}, {c}}.
fn covers() -> Family {
    let mut levels = DiagramBuilder::new(3);
    let c = levels.push(vec![Node { lo: 0, hi: UNIT }]).unwrap();
    let b = levels.push(vec![Node { lo: c, hi: UNIT }, Node { lo: 0, hi: UNIT }]).unwrap();
    let a = levels.push(vec![Node { lo: b, hi: b + 1 }]).unwrap();
    Family::new(levels.finish(a).unwrap(), ["a", "b", "c"].map(str::to_owned).to_vec())
}

fn loaded(bytes: &[u8]) -> Result<Family, FileError> {
    // Far more than the file needs, far less than a wrong number may announce.
    Family::load(Arc::new(bytes.to_vec()), &Control::default().memory(1 << 20))
}

#[test]
fn a_file_comes_back_whole() {
    let family = loaded(&file()).unwrap();
    assert_eq!(family, tilings(3, 4, "trominoes", Some(Order::Rows)).titled(Some("small".to_owned())));
    assert_eq!(family.diagram().count(&Control::default()).unwrap(), BigUint::from(23_u8));
    for problem in [
        problem(4, 5, "0..1:pentominoes"),
        problem(5, 4, "0..3:L3,dominoes"),
        problem(3, 3, "dominoes"),
        problem(1, 1, "O4"),
        Problem::new(
            Region::wrapped(Topology::Torus, 4, 4).unwrap(),
            pieces::list("T4", Freedom::Free).unwrap(),
        ),
        Problem::new(Region::aztec(3).unwrap(), pieces::list("dominoes", Freedom::Free).unwrap()),
    ] {
        for order in [Order::Rows, Order::Columns, Order::Diagonals] {
            let control = Control::default();
            let family = Family::tilings(&problem, Some(order), &control).unwrap();
            let some = family.restricted(&[], &[0], &control).unwrap();
            assert!(some.is_restricted() && !family.is_restricted());
            for family in [family, some] {
                assert_eq!(Family::load(Arc::new(bytes_of(&family)), &control).unwrap(), family);
            }
        }
    }
}

/// Nodes are used in place; if their address is not a multiple of four, they are copied.
#[test]
fn files_may_stand_anywhere_in_memory() {
    struct From(Vec<u8>, usize);
    impl AsRef<[u8]> for From {
        fn as_ref(&self) -> &[u8] {
            &self.0[self.1..]
        }
    }
    let whole = file();
    for offset in 0..8 {
        let bytes = [vec![0; offset], whole.clone()].concat();
        let family = Family::load(Arc::new(From(bytes, offset)), &Control::default()).unwrap();
        assert_eq!(family, loaded(&whole).unwrap());
        let counted = family.diagram().counted(&Control::default()).unwrap();
        assert_eq!(counted.rank(&counted.kth(&BigUint::from(9_u8)).unwrap()), Some(BigUint::from(9_u8)));
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let whole = file();
    for end in 0..whole.len() {
        match loaded(&whole[..end]) {
            Err(FileError::CutShort(_)) if end > 0 => {}
            Err(FileError::NotADiagram) if end == 0 => {}
            other => panic!("cut after {end} bytes: {other:?}"),
        }
    }
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(loaded(&bytes).is_err(), "bit {bit} of byte {}", bit / 8);
        assert!(Family::is_saved(&bytes[..12]), "bit {bit} of byte {}", bit / 8);
    }
    let mut longer = whole;
    longer.push(0);
    assert!(matches!(loaded(&longer), Err(FileError::Damaged(_))));
}

#[test]
fn errors_say_what_is_wrong() {
    let whole = file();
    let mut newer = whole.clone();
    newer[8] = 3;
    let mut flipped = whole.clone();
    let last = whole.len() - 6;
    flipped[last] ^= 1;
    let mut other = whole.clone();
    other[..8].copy_from_slice(b"12345678");
    let errors =
        [&b"title = \"a puzzle\""[..], &newer, &whole[..40], &whole[..whole.len() - 20], &flipped, &other]
            .map(|bytes| loaded(bytes).unwrap_err().to_string());
    insta::assert_snapshot!(errors.join("\n"));
}

/// Files whose checksums are right and whose words are not.
#[test]
fn forged_files_are_refused() {
    let small = tilings(3, 4, "trominoes", Some(Order::Rows));
    let torus = Problem::new(
        Region::wrapped(Topology::Torus, 3, 4).unwrap(),
        pieces::list("trominoes", Freedom::Free).unwrap(),
    );
    let torus = Family::tilings(&torus, Some(Order::Rows), &Control::default()).unwrap();
    let forged = |family: &Family, changes: &[(&str, &str)]| {
        let bytes = reworded(&bytes_of(family), changes);
        loaded(&bytes).expect_err(&format!("{changes:?}")).to_string()
    };
    let errors = [
        forged(&small, &[(r#""rows":3"#, r#""rows":1000000000"#)]),
        forged(&small, &[(r#""rows":3"#, r#""rows":3000000000"#)]),
        forged(&small, &[(r#""rows":3"#, r#""rows":4"#)]),
        forged(&small, &[(r#""rows":3"#, r#""rows":2"#)]),
        forged(&small, &[(r#""rows":3"#, r#""rows":-3"#)]),
        forged(&small, &[(r#""holes":[]"#, r#""holes":[[0,0]]"#)]),
        forged(&small, &[(r#""holes":[]"#, r#""holes":[[7,7]]"#)]),
        forged(&small, &[("plane", "torus")]),
        forged(&torus, &[("torus", "plane")]),
        forged(&small, &[("plane", "sphere")]),
        forged(&small, &[(r#""order":"rows""#, r#""order":"columns""#)]),
        forged(&small, &[(r#""order":"rows""#, r#""order":"spiral""#)]),
        forged(&small, &[("I3@0,0+0,1+0,2", "I3@0,1+0,2+0,3")]),
        forged(
            &small,
            &[("I3@0,0+0,1+0,2", "?"), ("I3@0,1+0,2+0,3", "I3@0,0+0,1+0,2"), ("?", "I3@0,1+0,2+0,3")],
        ),
        forged(&small, &[("\"I3@0,0+0,1+0,2\",", "")]),
        forged(&small, &[("I3@0,0+0,1+0,2", "I3@0,0+0,1+9,2")]),
        forged(&small, &[(r#""copies":[0,null]"#, r#""copies":[2,1]"#)]),
        forged(&small, &[("[[0,0],[0,1],[0,2]]", "[[0,0],[0,2]]")]),
        forged(&small, &[("[[0,0],[0,1],[0,2]]", "[[0,4294967295],[0,1],[0,2]]")]),
        forged(&covers(), &[(r#""b""#, r#""a""#)]),
    ];
    insta::assert_snapshot!(errors.join("\n"));
    // Any other root is that of a family too, but of another one.
    for family in [&small, &covers()] {
        let bytes = bytes_of(family);
        for root in 0..family.diagram().root() {
            let mut bytes = bytes.clone();
            bytes[16..20].copy_from_slice(&root.to_le_bytes());
            mend_checksums(&mut bytes);
            let error = loaded(&bytes).expect_err("a root").to_string();
            assert_eq!(error, "the file is damaged: some of its nodes cannot be reached from its root");
        }
    }
    // The right root, and a node that takes a wrong branch.
    let mut bytes = bytes_of(&small);
    let last = bytes.len() - 12;
    assert_eq!(bytes.len() % 8, 4);
    let lo: [u8; 4] = bytes[last..last + 4].try_into().unwrap();
    bytes[last + 4..last + 8].copy_from_slice(&lo);
    mend_checksums(&mut bytes);
    assert!(matches!(loaded(&bytes), Err(FileError::Damaged(_))));
    // Nor does a board without tilings take more memory for its cells than is allowed.
    let none = tilings(2, 2, "I3", None);
    let endless = reworded(&bytes_of(&none), &[(r#""rows":2"#, r#""rows":1000000"#)]);
    assert!(matches!(loaded(&endless), Err(FileError::Stopped(Stopped::OutOfMemory { .. }))));
    // Words that unfold to many times their length.
    let many = reworded(
        &bytes_of(&none),
        &[(r#""holes":[]"#, &format!(r#""holes":[{}[0,0]]"#, "[0,0],".repeat(9999)))],
    );
    assert!(matches!(loaded(&many), Err(FileError::Stopped(Stopped::OutOfMemory { .. }))));
}

/// What is named when memory runs out, as the budget grows by a quarter until all is refused no longer, or until `last` is named.
fn refusals<T>(last: &str, build: impl Fn(&Control) -> Result<T, Stopped>) -> Vec<String> {
    let mut refused: Vec<String> = Vec::new();
    let mut budget = 1 << 14;
    loop {
        match build(&Control::default().memory(budget)) {
            Ok(_) => return refused,
            Err(Stopped::OutOfMemory { what, .. }) if what == last => return [refused, vec![what]].concat(),
            Err(Stopped::OutOfMemory { what, .. }) => refused.push(what),
            Err(other) => panic!("{other}"),
        }
        refused.dedup();
        budget += budget / 4;
    }
}

/// Diagrams whose states are few: what there is before the first of them is counted.
#[test]
fn what_is_prepared_is_announced() {
    let board = problem(2, 12_000, "dominoes");
    let of_tilings = refusals("the levels of the puzzle", |control| {
        Family::tilings(&board, Some(Order::Columns), control).map_err(|refused| match refused {
            Refused::Stopped(stopped) => stopped,
            other => panic!("{other}"),
        })
    });
    // Digits of a number, and guesses of which some are right: one digit at any place of many is a wide item.
    let mut guesses = ExactCover::default();
    let once = Multiplicity::Primary { lo: 1, hi: 1 };
    let wide: Vec<u32> = (0..40)
        .map(|i| guesses.add_item(format!("guess {i}"), Multiplicity::Primary { lo: 0, hi: 1 }).unwrap())
        .collect();
    let many = guesses.add_item("many", Multiplicity::Primary { lo: 500, hi: 900 }).unwrap();
    for place in 0..1000 {
        let digit = guesses.add_item(format!("digit {place}"), once).unwrap();
        for guess in &wide {
            let entries = [digit, many, *guess].map(Entry::plain);
            guesses.add_option(&entries[..if place % 2 == 0 { 3 } else { 2 }]).unwrap();
        }
    }
    let order: Vec<u32> = (0..guesses.option_count() as u32).collect();
    let of_covers = refusals("the reduced diagram", |control| {
        cover::build(&guesses, &order, control).map_err(|e| match e {
            ZddError::Stopped(stopped) => stopped,
            other => panic!("{other}"),
        })
    });
    insta::assert_snapshot!([of_tilings, of_covers].concat().join("\n"));
}

/// Limits of copies and rules, of the first piece and of others, that the sets do not keep.
#[test]
fn forged_limits_are_refused() {
    let forged = |family: &Family, from: &str, to: &str| {
        let bytes = reworded(&bytes_of(family), &[(from, to)]);
        loaded(&bytes).expect_err(&format!("{from} {to}")).to_string()
    };
    let small = tilings(3, 4, "trominoes", Some(Order::Rows));
    let copies = "the file is damaged: some of its sets have too few or too many copies of a piece";
    let fixed = "the file is damaged: some of its sets are no tilings of its board";
    let any = r#""copies":[0,null]"#;
    assert_eq!(forged(&small, any, r#""copies":[3,3]"#), fixed);
    for range in ["[0,3]", "[1,4]", "[2,null]", "[0,1]"] {
        assert_eq!(forged(&small, any, &format!(r#""copies":{range}"#)), copies);
    }
    let last = r#""name":"L3","copies":[0,null]"#;
    assert_eq!(forged(&small, last, r#""name":"L3","copies":[4,4]"#), fixed);
    assert_eq!(forged(&small, last, r#""name":"L3","copies":[0,3]"#), copies);
    // All have four pieces at most, so this is true.
    assert!(loaded(&reworded(&bytes_of(&small), &[(any, r#""copies":[0,4]"#)])).is_ok());
    let rules = "the file is damaged: some of its sets are not tatami or fault-free, as it says they are";
    assert_eq!(forged(&small, r#""tatami":false"#, r#""tatami":true"#), rules);
    assert_eq!(forged(&small, r#""fault_free":false"#, r#""fault_free":true"#), rules);
    // A family that keeps to them is read back.
    for rules in [(true, false), (false, true), (true, true)] {
        let rules = Rules { tatami: rules.0, fault_free: rules.1 };
        let problem = Problem { rules, ..problem(5, 6, "0..12:dominoes,monomino") };
        let family = Family::tilings(&problem, Some(Order::Rows), &Control::default()).unwrap();
        assert!(family.diagram().nodes() > 2);
        let bytes = Arc::new(bytes_of(&family));
        assert_eq!(Family::load(bytes, &Control::default()).unwrap(), family);
    }
}

/// What rules demand is looked for in every option, which takes a while, and can be stopped.
#[test]
fn demands_that_are_read_can_be_stopped() {
    let looks = |rules: Rules| {
        let problem = Problem { rules, ..problem(2, 600, "dominoes") };
        let family = Family::tilings(&problem, Some(Order::Columns), &Control::default()).unwrap();
        let bytes = Arc::new(bytes_of(&family));
        let looks = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&looks);
        let control = Control::default().on_progress(move |_| _ = counter.fetch_add(1, Ordering::Relaxed));
        assert_eq!(Family::load(bytes, &control).unwrap(), family);
        looks.load(Ordering::Relaxed)
    };
    let tatami = Rules { tatami: true, ..Rules::default() };
    // 599 demands of six pairs each, for 1798 options.
    assert!(looks(tatami) - looks(Rules::default()) > 599 * 6 * 1798 / 1024);
}

/// Options of one first cell come in the order of their other cells, whatever is demanded.
#[test]
fn rules_do_not_change_the_order_of_options() {
    for order in [Order::Rows, Order::Columns, Order::Diagonals] {
        let names = |tatami, fault_free| {
            let rules = Rules { tatami, fault_free };
            let problem = Problem { rules, ..problem(4, 5, "trominoes,dominoes,monomino") };
            Family::tilings(&problem, Some(order), &Control::default()).unwrap().names().to_vec()
        };
        let plain = names(false, false);
        assert_eq!(names(true, false), plain);
        assert_eq!(names(false, true), plain);
    }
}

#[test]
fn numbers_come_back() {
    let mind = polytile::format::number_mind::parse("123 ;1\n345 ;1\n167 ;0\n").unwrap();
    let (puzzle, digits, control) = (mind.cover(), mind.options(), Control::default());
    let order = cover::narrow(&puzzle, &control).unwrap();
    let digits: Vec<_> = order.iter().map(|&option| digits[option as usize]).collect();
    let diagram = cover::build(&puzzle, &order, &control).unwrap();
    let family = Family::numbers(diagram, mind.length(), &digits);
    assert_eq!(loaded(&bytes_of(&family)).unwrap(), family);
    assert_eq!(family.length(), Some(3));
    for set in family.diagram().sets() {
        let number = family.number(&set).unwrap();
        assert_eq!(family.set_of_number(&number), Ok(set));
        let right = |guess: &str| number.chars().zip(guess.chars()).filter(|(a, b)| a == b).count();
        assert_eq!(["123", "345", "167"].map(right), [1, 1, 0], "{number}");
    }
    assert!(family.set_of_number("999").is_ok() && family.set_of_number("199").is_err());
    let forged = [
        (r#""digits":3"#, r#""digits":2"#, "is no digit of a number of 2 digits"),
        (r#""digits":3"#, r#""digits":4"#, "some of its sets are no numbers of 4 digits"),
        (r#""digits":3"#, r#""digits":4000000000"#, "more than there are options"),
        (r#""2=9""#, r#""2=+9""#, "'2=+9' is no digit of a number of 3 digits"),
        (r#""2=9""#, r#""2=\u001b""#, "has a character that cannot be printed"),
    ];
    for (from, to, what) in forged {
        let error = loaded(&reworded(&bytes_of(&family), &[(from, to)])).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// Text that looks a little like a saved diagram is not one.
#[test]
fn text_is_not_taken_for_a_diagram() {
    for text in ["poly1 poly2\npoly1\npoly2\n", "polygons\n", "title = \"polyzdd\"\n", "polyz"] {
        assert_eq!(Family::is_saved(&text.as_bytes()[..text.len().min(12)]), text == "polyz", "{text}");
    }
}

/// The file with some words changed, and lengths and checksums made right.
fn reworded(file: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let (begin, length) = (24 + 4 * number(12), number(20));
    let mut words = String::from_utf8(file[begin..begin + length].to_vec()).unwrap();
    for (from, to) in changes {
        assert!(words.contains(from), "{from} in {words}");
        words = words.replacen(from, to, 1);
    }
    let mut bytes = file[..begin].to_vec();
    bytes[20..24].copy_from_slice(&(words.len() as u32).to_le_bytes());
    bytes.extend(words.bytes());
    bytes.extend(&file[begin + length..]);
    mend_checksums(&mut bytes);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bytes: no panic, no memory beyond the budget; and what passes for a family is one.
    #[test]
    fn the_loader_survives(
        of_tilings in any::<bool>(),
        changes in prop::collection::vec((any::<Index>(), prop_oneof![any::<u8>(), 0..8_u8, b'0'..=b'9']), 0..8),
        in_nodes in any::<bool>(),
        tail in prop_oneof![9 => Just(Vec::new()), 1 => prop::collection::vec(any::<u8>(), 0..64)],
        cut in prop_oneof![9 => Just(None), 1 => any::<Index>().prop_map(Some)],
        mend in prop::bool::weighted(0.9),
    ) {
        let mut bytes = if of_tilings { file() } else { bytes_of(&covers()) };
        let length = u32::from_le_bytes(bytes[20..24].try_into().unwrap()) as usize;
        let variables = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let nodes = 24 + 4 * variables + length + 4;
        for (at, byte) in changes {
            let from = if in_nodes { nodes } else { 0 };
            let at = from + at.index(bytes.len() - from);
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        bytes.extend(tail);
        if mend {
            mend_checksums(&mut bytes);
        }
        if let Ok(family) = loaded(&bytes) {
            let diagram = family.diagram();
            let control = Control::default().memory(1 << 20);
            let counted = diagram.counted(&control).unwrap();
            for (k, set) in (1_u32..).zip(diagram.sets().take(50)) {
                prop_assert_eq!(counted.rank(&set), Some(k.into()));
                prop_assert!(diagram.contains(&set));
                if let Some(puzzle) = family.puzzle() {
                    prop_assert_eq!(family.tiling(&set).unwrap().check(&puzzle.problem), Ok(()));
                }
            }
            let _ = (family.dot(), Nodes::new(&family), diagram.restricted(&[0], &[1], &control));
            prop_assert_eq!(loaded(&bytes_of(&family)).unwrap(), family);
        }
    }
}

/// Makes the checksums right where they are looked for, so that what lies behind them is reached.
fn mend_checksums(bytes: &mut [u8]) {
    let number =
        |at: usize| bytes.get(at..at + 4).map(|b| u32::from_le_bytes(b.try_into().unwrap()) as usize);
    let (Some(variables), Some(length)) = (number(12), number(20)) else { return };
    let Some(head) = variables.checked_mul(4).and_then(|n| n.checked_add(24 + length)) else { return };
    let end = bytes.len().saturating_sub(4);
    if head + 4 > end {
        return;
    }
    let (first, second) = (crc32(&bytes[..head]), crc32(&bytes[head + 4..end]));
    bytes[head..head + 4].copy_from_slice(&first.to_le_bytes());
    bytes[end..].copy_from_slice(&second.to_le_bytes());
}

/// CRC-32 from its definition.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
