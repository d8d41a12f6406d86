//! Saved diagrams. Here their checksums are right; what is wrong is the family, or what is said about it.

use polytile::board::{Cell, Region};
use polytile::count::Order;
use polytile::format::pieces;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules};
use polytile::run::{Control, Progress};
use polytile::zdd::{Diagram, DiagramBuilder, EMPTY, Family, FileError, Node, UNIT};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

type Sets = BTreeSet<Vec<u32>>;

fn problem(region: Region, names: &str) -> Problem {
    let list = names.split(' ').map(|names| pieces::list(names, Freedom::Free).unwrap());
    Problem::new(
        region,
        PieceSet::new(list.flat_map(|set| set.iter().cloned().collect::<Vec<_>>()).collect()),
    )
}

fn board(rows: u64, cols: u64) -> Region {
    Region::rectangle(rows, cols).unwrap()
}

fn family(problem: &Problem) -> Family {
    Family::tilings(problem, Some(Order::Rows), &Control::default()).unwrap()
}

/// The diagram of these sets.
fn diagram(variables: usize, sets: Sets) -> Diagram {
    let mut below = vec![BTreeSet::new(); variables + 1];
    let split = |sets: &Sets, v: usize| -> [Sets; 2] {
        let (with, without): (Sets, Sets) =
            sets.iter().cloned().partition(|set| set.first() == Some(&(v as u32)));
        [without, with.into_iter().map(|set| set[1..].to_vec()).collect()]
    };
    let root = sets.clone();
    below[0].insert(sets);
    for v in 0..variables {
        let parts: Vec<Sets> = below[v].iter().flat_map(|sets| split(sets, v)).collect();
        below[v + 1].extend(parts);
    }
    let mut ids = HashMap::from([(Sets::new(), EMPTY), (Sets::from([Vec::new()]), UNIT)]);
    let mut levels = DiagramBuilder::new(variables);
    for v in (0..variables).rev() {
        let mut nodes = Vec::new();
        for sets in &below[v] {
            let [without, with] = split(sets, v);
            if !with.is_empty() {
                ids.insert(sets.clone(), levels.next() + nodes.len() as u32);
                nodes.push(Node { lo: ids[&without], hi: ids[&with] });
            }
        }
        levels.push(nodes).unwrap();
    }
    levels.finish(ids[&root]).unwrap()
}

/// What a saved family says in words.
fn words(family: &Family) -> String {
    let mut file = Vec::new();
    family.save(&mut file, &Control::default()).unwrap();
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let begin = 24 + 4 * number(12);
    String::from_utf8(file[begin..begin + number(20)].to_vec()).unwrap().trim_end().to_owned()
}

/// A file, put together from the description of the format.
fn file(words: &str, diagram: &Diagram) -> Vec<u8> {
    let blanks = (8 - (24 + 4 * diagram.variables() + words.len() + 4) % 8) % 8;
    let length = (words.len() + blanks) as u32;
    let mut file = b"polyzdd\n".to_vec();
    let sizes = diagram.upward().map(|(_, _, nodes)| nodes.len() as u32);
    for number in [1, diagram.variables() as u32, diagram.root(), length].into_iter().chain(sizes) {
        file.extend(number.to_le_bytes());
    }
    file.extend(words.bytes().chain(std::iter::repeat_n(b' ', blanks)));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let begin = file.len();
    for node in diagram.upward().flat_map(|(_, _, nodes)| nodes) {
        file.extend(node.lo.to_le_bytes());
        file.extend(node.hi.to_le_bytes());
    }
    file.extend(crc32fast::hash(&file[begin..]).to_le_bytes());
    file
}

fn load(words: &str, diagram: &Diagram, control: &Control) -> Result<Family, FileError> {
    Family::load(Arc::new(file(words, diagram)), control)
}

/// The verdict on a family that has these words and these sets: what is wrong, or `right`.
fn verdict(words: &str, variables: usize, sets: Sets) -> String {
    judged(words, &diagram(variables, sets))
}

fn judged(words: &str, diagram: &Diagram) -> String {
    match load(words, diagram, &Control::default()) {
        Ok(_) => "right".to_owned(),
        Err(error) => error.to_string().trim_start_matches("the file is damaged: ").to_owned(),
    }
}

fn sets<const N: usize>(sets: [&[u32]; N]) -> Sets {
    sets.map(<[u32]>::to_vec).into_iter().collect()
}

#[test]
fn of_all_sets_those_are_right_that_are_tilings() {
    let hole = board(2, 3).without(&[Cell::new(0, 2)]).unwrap();
    for (problem, tilings) in [
        (problem(board(2, 2), "dominoes monomino"), 7),
        (problem(board(1, 4), "1:dominoes monomino"), 3),
        (problem(board(1, 4), "0..1:dominoes 0..2:monomino"), 3),
        (problem(board(1, 4), "1..2:dominoes 1..3:monomino"), 3),
        (problem(board(1, 3), "dominoes 2..:monomino"), 1),
        (problem(board(1, 2), "1:monomino monomino dominoes"), 2),
        (problem(board(1, 2), "2:monomino monomino dominoes"), 1),
        (problem(board(1, 2), "monomino 1:dominoes"), 1),
        (problem(hole, "L3 0..1:dominoes"), 2),
        (problem(board(2, 2), "O4"), 1),
        (problem(board(2, 2), "L3"), 0),
        (
            Problem {
                rules: Rules { tatami: true, fault_free: false },
                ..problem(board(2, 2), "dominoes monomino")
            },
            6,
        ),
        (
            Problem {
                rules: Rules { tatami: false, fault_free: true },
                ..problem(board(2, 2), "L3 monomino")
            },
            4,
        ),
    ] {
        let family = family(&problem);
        let (variables, words) = (family.diagram().variables(), words(&family));
        assert!(variables <= 10, "{variables}");
        let mut right = Sets::new();
        let mut wrong = Vec::new();
        for set in 0..1_u32 << variables {
            let set: Vec<u32> = (0..variables as u32).filter(|v| set >> v & 1 == 1).collect();
            let is_tiling = family.tiling(&set).unwrap().check(&problem).is_ok();
            let said = verdict(&words, variables, Sets::from([set.clone()]));
            assert_eq!(said == "right", is_tiling, "{set:?}: {said}");
            if is_tiling {
                right.insert(set);
            } else {
                wrong.push(set);
            }
        }
        assert_eq!(right.len(), tilings);
        assert!(right.iter().eq(family.diagram().sets().collect::<Sets>().iter()));
        // All tilings, some of them, and none; and all with one more set.
        assert_eq!(verdict(&words, variables, right.clone()), "right");
        assert_eq!(verdict(&words, variables, right.iter().skip(1).cloned().collect()), "right");
        assert_eq!(verdict(&words, variables, Sets::new()), "right");
        if !right.is_empty() {
            for set in wrong {
                let said = verdict(&words, variables, right.iter().cloned().chain([set.clone()]).collect());
                assert!(said.starts_with("some of its sets "), "{set:?}: {said}");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let told = |problem: &Problem, options: &[&str]| {
        let family = family(problem);
        let mut set: Vec<u32> = options.iter().map(|name| family.option(name).unwrap()).collect();
        set.sort_unstable();
        verdict(&words(&family), family.diagram().variables(), Sets::from([set]))
    };
    let singles = ["monomino@0,0", "monomino@0,1", "monomino@0,2"];
    let overlap = ["monomino@0,0", "domino@0,0+0,1"];
    let fixed = problem(board(1, 3), "1:dominoes monomino");
    let range = problem(board(1, 3), "1..2:dominoes monomino");
    for problem in [&fixed, &range] {
        assert_eq!(told(problem, &["domino@0,0+0,1", "monomino@0,2"]), "right");
        assert_eq!(told(problem, &overlap), "some of its sets are no tilings of its board");
    }
    // Pieces with a fixed number of copies have random numbers, as cells do.
    assert_eq!(told(&fixed, &singles), "some of its sets are no tilings of its board");
    assert_eq!(told(&range, &singles), "some of its sets have too few or too many copies of a piece");
    let rules = Rules { tatami: true, fault_free: true };
    let ruled = Problem { rules, ..problem(board(2, 2), "dominoes O4") };
    assert_eq!(told(&ruled, &["O4@0,0+0,1+1,0+1,1"]), "right");
    let stack = told(&ruled, &["domino@0,0+0,1", "domino@1,0+1,1"]);
    assert_eq!(stack, "some of its sets are not tatami or fault-free, as it says they are");
}

#[test]
fn words_and_nodes_belong_together() {
    let small = family(&problem(board(1, 3), "dominoes monomino"));
    let (words, nodes) = (words(&small), small.diagram());
    assert_eq!(judged(&words, nodes), "right");
    let said = |from: &str, to: &str, nodes: &Diagram| {
        assert!(words.contains(from), "{words}");
        judged(&words.replacen(from, to, 1), nodes)
    };
    insta::assert_snapshot!(said(r#""monomino@0,0","#, "", nodes), @"in its description, 4 options are named for 5 variables");
    insta::assert_snapshot!(said("monomino@0,0", "monomino@0,1", nodes), @"in its description, two options are called 'monomino@0,1'");
    insta::assert_snapshot!(said("monomino@0,0", "monomino@0,7", nodes), @"in its description, an option is called 'monomino@0,7' where 'monomino@0,0' should be");
    insta::assert_snapshot!(said(r#""columns":3"#, r#""columns":2"#, nodes), @"in its description, there are 3 options, and 5 are named");
    insta::assert_snapshot!(said(r#""columns":3"#, r#""columns":7"#, nodes), @"in its description, there are 13 options, and 5 are named");
    insta::assert_snapshot!(said(r#""columns":3"#, r#""columns":8"#, nodes), @"in its description, the board has 8 cells, more than its options can cover");
    insta::assert_snapshot!(said(r#""puzzle":"#, r#""digits":3,"puzzle":"#, nodes), @"in its description, its sets are both tilings and numbers");
    // Of no sets, nothing can be wrong but the words themselves.
    let none = Diagram::empty(nodes.variables());
    assert_eq!(judged(&words, &none), "right");
    insta::assert_snapshot!(said(r#""columns":3"#, r#""columns":8"#, &none), @"in its description, there are 15 options, and 5 are named");
}

/// The options must be able to cover the board, and may do so exactly.
#[test]
fn a_board_may_be_as_large_as_its_options() {
    let one = family(&problem(board(1, 2), "dominoes"));
    assert_eq!(one.names(), ["domino@0,0+0,1"]);
    assert_eq!(judged(&words(&one), one.diagram()), "right");
    let larger = words(&one).replace(r#""columns":2"#, r#""columns":3"#);
    insta::assert_snapshot!(judged(&larger, one.diagram()), @"in its description, the board has 3 cells, more than its options can cover");
    // Without options, the empty set covers only a board without cells.
    let single = words(&family(&problem(board(1, 1), "O4")));
    let none = single.replace(r#""holes":[]"#, r#""holes":[[0,0]]"#);
    assert_ne!(single, none);
    assert_eq!(judged(&none, &Diagram::unit(0)), "right");
    assert_eq!(judged(&none, &Diagram::empty(0)), "right");
    assert_eq!(judged(&single, &Diagram::empty(0)), "right");
    insta::assert_snapshot!(judged(&single, &Diagram::unit(0)), @"in its description, the board has 1 cells, more than its options can cover");
}

#[test]
fn rules_are_looked_at_in_every_place() {
    // Columns of bricks: monominoes at the ends of the second one. 69 points, more than are looked at in one sweep, at none
    // of which four pieces meet.
    const ROWS: u32 = 70;
    let rules = Rules { tatami: true, fault_free: false };
    let problem = Problem { rules, ..problem(board(ROWS.into(), 2), "dominoes monomino") };
    let family = family(&problem);
    let option = |cells: &[(u32, u32)]| {
        let name = if cells.len() == 2 { "domino" } else { "monomino" };
        let cells: Vec<String> = cells.iter().map(|(row, col)| format!("{row},{col}")).collect();
        family.option(&format!("{name}@{}", cells.join("+"))).unwrap()
    };
    let laid = |aligned: Option<u32>| {
        let mut set: Vec<u32> = (0..ROWS).step_by(2).map(|row| option(&[(row, 0), (row + 1, 0)])).collect();
        let mut row = 0;
        while row < ROWS {
            // Dominoes of the second column begin at odd rows, but a monomino may let one begin at an even one.
            let single = row == 0 || row + 1 == ROWS || aligned == Some(row);
            set.push(if single { option(&[(row, 1)]) } else { option(&[(row, 1), (row + 1, 1)]) });
            row += if single { 1 } else { 2 };
        }
        set.sort_unstable();
        set
    };
    let words = words(&family);
    let variables = family.diagram().variables();
    let right = laid(None);
    assert_eq!(family.tiling(&right).unwrap().check(&problem), Ok(()));
    assert_eq!(verdict(&words, variables, Sets::from([right.clone()])), "right");
    for wrong in [1, 33, 61, 63, 65, 67].map(|row| laid(Some(row))) {
        assert!(family.tiling(&wrong).unwrap().check(&problem).is_err());
        for sets in [Sets::from([wrong.clone()]), Sets::from([wrong, right.clone()])] {
            insta::allow_duplicates! {
                insta::assert_snapshot!(verdict(&words, variables, sets), @"some of its sets are not tatami or fault-free, as it says they are");
            }
        }
    }
}

const NUMBERS: &str = r#"{"options":["1=3","2=4"],"digits":2,"puzzle":null}"#;

#[test]
fn numbers_have_a_digit_at_every_position() {
    let said = |digits: &str, family: &Diagram| judged(&NUMBERS.replace(r#"digits":2"#, digits), family);
    let both = diagram(2, sets([&[0, 1]]));
    assert_eq!(said(r#"digits":2"#, &both), "right");
    insta::assert_snapshot!(said(r#"digits":1"#, &both), @"in its description, '2=4' is no digit of a number of 1 digits");
    insta::assert_snapshot!(said(r#"digits":3"#, &both), @"in its description, numbers have 3 digits, more than there are options");
    // There may be no number at all.
    assert_eq!(said(r#"digits":3"#, &Diagram::empty(2)), "right");
    insta::assert_snapshot!(said(r#"digits":2"#, &diagram(2, sets([&[0]]))), @"some of its sets are no numbers of 2 digits");
    insta::assert_snapshot!(said(r#"digits":2"#, &diagram(2, sets([&[]]))), @"some of its sets are no numbers of 2 digits");
    let three = r#"{"options":["1=3","1=4","2=4"],"digits":2,"puzzle":null}"#;
    assert_eq!(verdict(three, 3, sets([&[0, 2], &[1, 2]])), "right");
    for wrong in [sets([&[0, 1]]), sets([&[0, 1, 2]]), sets([&[0, 2], &[1]]), sets([&[0, 2], &[]])] {
        assert_eq!(verdict(three, 3, wrong), "some of its sets are no numbers of 2 digits");
    }
    insta::assert_snapshot!(judged(&three.replace("2=4", "3=4"), &diagram(3, sets([&[0, 2]]))), @"in its description, '3=4' is no digit of a number of 2 digits");
    insta::assert_snapshot!(judged(&three.replace("2=4", "2=x"), &diagram(3, sets([&[0, 2]]))), @"in its description, '2=x' is no digit of a number of 2 digits");
}

#[test]
fn every_node_is_reached() {
    // {{0, 1}, {1}, {2}}, and one more node of the last variable; then seventy of them, in two words of bits.
    let with_more = |more: usize| {
        let mut levels = DiagramBuilder::new(3);
        let two = levels.push(vec![Node { lo: EMPTY, hi: UNIT }]).unwrap();
        let one = levels.push(vec![Node { lo: two, hi: UNIT }; 1 + more]).unwrap();
        let zero = levels.push(vec![Node { lo: one, hi: two }]).unwrap();
        levels.finish(zero).unwrap()
    };
    let words = r#"{"options":["a","b","c"],"puzzle":null}"#;
    assert_eq!(judged(words, &with_more(0)), "right");
    for more in [1, 2, 60, 61, 62, 63, 64, 70] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(judged(words, &with_more(more)), @"some of its nodes cannot be reached from its root");
        }
    }
    // All of them are reached.
    let wide =
        diagram(20, (0..2000_u32).map(|n| (0..20).filter(|v| (n * 521) >> v & 1 == 1).collect()).collect());
    assert!(wide.nodes() > 200);
    let names: Vec<String> = (0..20).map(|v| format!("{v}")).collect();
    assert_eq!(judged(&format!(r#"{{"options":{names:?},"puzzle":null}}"#), &wide), "right");
}

/// Numbers of six digits, in no order.
fn many_numbers() -> (String, Diagram) {
    let digits = |n: u32| -> Vec<u32> { (0..6_u32).map(|at| at * 10 + n / 10_u32.pow(at) % 10).collect() };
    let sets = (0..3000_u32).map(|i| digits(i * 7919 % 1_000_000)).collect();
    let names: Vec<String> = (0..60).map(|v| format!("{}={}", v / 10 + 1, v % 10)).collect();
    (format!(r#"{{"options":{names:?},"digits":6,"puzzle":null}}"#), diagram(60, sets))
}

/// A sweep forgets what it no longer needs, and finds what it does need.
#[test]
fn many_numbers_are_right() {
    let (words, numbers) = many_numbers();
    assert_eq!(judged(&words, &numbers), "right");
    insta::assert_snapshot!(judged(&words.replace("6=9", "5=9x"), &numbers), @"in its description, '5=9x' is no digit of a number of 6 digits");
    insta::assert_snapshot!(judged(&words.replace(r#""digits":6"#, r#""digits":7"#), &numbers), @"some of its sets are no numbers of 7 digits");
}

/// Pieces that may be used any number of times, or a fixed number, need no sweep of their own.
#[test]
fn only_ranges_are_counted() {
    let told = |names: &str| {
        let family = family(&problem(board(1, 2), names));
        let told = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&told);
        let control = Control::default().on_progress(move |progress| {
            assert!(matches!(progress, Progress::Levels { done, total, .. } if done < total));
            seen.fetch_add(1, Ordering::Relaxed);
        });
        load(&words(&family), family.diagram(), &control).unwrap();
        told.load(Ordering::Relaxed)
    };
    let plain = told("dominoes,monomino");
    assert_eq!(told("1:dominoes,monomino"), plain);
    // Three variables.
    assert_eq!(told("0..1:dominoes,monomino"), plain + 3);
    assert_eq!(told("0..1:dominoes,0..2:monomino"), plain + 6);
}
