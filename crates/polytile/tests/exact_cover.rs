//! Exact covers by every engine: random small ones against a brute force over all sets of options, known counts, and
//! walks that are left, split and resumed.

#[path = "oracle/guesses.rs"]
mod guesses;
#[path = "oracle/cover.rs"]
mod oracle;

use guesses::{PROBLEM_185, SMALL};
use oracle::cases;
use polytile::exact_cover::{Entry, ExactCover, Multiplicity};
use polytile::internals::{Cursor, Node, Sparse, Step, Tree, Unfit, Walk, Walker, bitboard};
use polytile::run::{Control, Stopped};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The engines that can search `cover`, at their roots.
fn engines(cover: &ExactCover) -> Vec<(&'static str, Box<dyn Walker>)> {
    let control = Control::default();
    let sparse = Sparse::new(cover, &control).expect("a small cover");
    let mut engines: Vec<(&'static str, Box<dyn Walker>)> = vec![("sparse", Box::new(Walk::new(sparse)))];
    match bitboard(cover, &control) {
        Ok(walker) => engines.push(("bits", walker)),
        Err(Unfit::Stopped(stopped)) => panic!("{stopped}"),
        Err(_) => {}
    }
    engines
}

fn sorted(solution: &[u32]) -> Vec<u32> {
    let mut solution = solution.to_vec();
    solution.sort_unstable();
    solution
}

/// Walks to the end, and adds every solution to `found`. `Err` tells of a solution that was there already.
fn exhaust(walker: &mut dyn Walker, found: &mut BTreeSet<Vec<u32>>) -> Result<(), Vec<u32>> {
    loop {
        match walker.advance(3) {
            Step::Done => return Ok(()),
            Step::Paused => {}
            Step::Solution => {
                let solution = sorted(walker.solution());
                if !found.insert(solution.clone()) {
                    return Err(solution);
                }
            }
        }
    }
}

/// Compares what [`Tree::children`] says, of the node and of those above it, with what can be entered.
fn children_are_exact(tree: &mut Sparse, path: &mut Vec<BTreeSet<u32>>) {
    let Node::Inner(limit) = tree.open() else { return };
    let mut there = BTreeSet::new();
    let mut from = 0;
    while let Some(child) = tree.enter(from, limit) {
        there.insert(child);
        from = child + 1;
        tree.open();
        tree.leave();
    }
    assert_eq!(tree.enter(limit, u32::MAX), None);
    path.push(there.clone());
    // From the last to the first, for a tree is not a stream.
    for &child in there.iter().rev() {
        assert_eq!(tree.enter(child, child + 1), Some(child));
        children_are_exact(tree, path);
        for (from, to) in [(0, u32::MAX), (child, u32::MAX), (1, child)] {
            let some = |there: &BTreeSet<u32>| there.iter().filter(|&&c| from <= c && c < to).count() as u32;
            let counts: Vec<_> = path.iter().map(|there| (some(there), there.len() as u32)).collect();
            assert_eq!(tree.children(&vec![(from, to); path.len()]), counts);
        }
        tree.leave();
    }
    path.pop();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn solutions_are_those_of_the_brute_force(case in cases()) {
        let cover = case.cover();
        let expected = case.solutions();
        for (name, mut walker) in engines(&cover) {
            let mut found = BTreeSet::new();
            prop_assert_eq!(exhaust(&mut *walker, &mut found), Ok(()), "{}", name);
            prop_assert_eq!(&found, &expected, "{}", name);
            prop_assert!(found.iter().all(|solution| cover.check(solution).is_ok()), "{}", name);
            prop_assert!(walker.remaining() <= 0.0);
        }
    }

    #[test]
    fn walks_can_be_left_split_and_taken_up(
        case in cases(),
        choices in prop::collection::vec(0..6_u64, 0..40),
    ) {
        let cover = case.cover();
        let expected = case.solutions();
        for (name, walker) in engines(&cover) {
            // Parts of the tree wait here as cursors, as they would in a checkpoint.
            let mut parts = vec![walker.cursor()];
            let mut found = BTreeSet::new();
            let mut choices = choices.iter().copied();
            while let Some(cursor) = parts.pop() {
                let mut walker = walker.another();
                prop_assert_eq!(walker.seek(&cursor, &Control::default()), Ok(()));
                prop_assert_eq!(walker.cursor(), cursor);
                match choices.next() {
                    None => prop_assert_eq!(exhaust(&mut *walker, &mut found), Ok(()), "{}", name),
                    Some(0) => {
                        let before = walker.remaining();
                        let rest = walker.split();
                        parts.push(walker.cursor());
                        if let Some(rest) = rest {
                            let mut other = walker.another();
                            prop_assert_eq!(other.seek(&rest, &Control::default()), Ok(()));
                            // This holds only if children are counted exactly.
                            prop_assert!((walker.remaining() + other.remaining() - before).abs() < 1e-9);
                            parts.push(rest);
                        }
                    }
                    Some(nodes) => match walker.advance(nodes) {
                        Step::Done => prop_assert_eq!(walker.cursor(), Cursor(vec![(0, 0)])),
                        Step::Paused => parts.push(walker.cursor()),
                        Step::Solution => {
                            prop_assert!(found.insert(sorted(walker.solution())), "{}", name);
                            parts.push(walker.cursor());
                        }
                    },
                }
            }
            prop_assert_eq!(&found, &expected, "{}", name);
        }
    }

    #[test]
    fn children_are_counted_exactly(case in cases()) {
        let mut tree = Sparse::new(&case.cover(), &Control::default()).expect("a small cover");
        children_are_exact(&mut tree, &mut Vec::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Covers with one more item, which any of many options covers: then the options are too many for a set of bits, or
    /// for one word, until that item is covered, which happens last.
    #[test]
    fn solutions_are_those_of_the_brute_force_beside_many_options(
        case in cases(),
        many in prop_oneof![60..70_u32, 120..140_u32, 250..260_u32, 500..600_u32],
        pauses in 1..200_u64,
    ) {
        let mut cover = case.cover();
        let expected = case.solutions();
        prop_assume!(expected.len() < 20);
        let one = cover.add_item("one", Multiplicity::ONCE).expect("a new item");
        let first = cover.option_count() as u32;
        for _ in 0..many {
            cover.add_option(&[Entry::plain(one)]).expect("an option");
        }
        for (name, mut walker) in engines(&cover) {
            let mut found = BTreeSet::new();
            loop {
                match walker.advance(pauses) {
                    Step::Done => break,
                    Step::Solution => prop_assert!(found.insert(sorted(walker.solution())), "{}", name),
                    Step::Paused => {
                        // The rest is for another walker, in two parts.
                        let mut other = walker.another();
                        if let Some(rest) = walker.split() {
                            prop_assert_eq!(other.seek(&rest, &Control::default()), Ok(()));
                            prop_assert_eq!(exhaust(&mut *other, &mut found), Ok(()), "{}", name);
                        }
                        prop_assert_eq!(other.seek(&walker.cursor(), &Control::default()), Ok(()));
                        walker = other;
                    }
                }
            }
            prop_assert_eq!(found.len(), expected.len() * many as usize, "{}", name);
            let of_case: BTreeSet<Vec<u32>> =
                found.iter().map(|solution| solution.iter().copied().filter(|&o| o < first).collect()).collect();
            prop_assert_eq!(&of_case, &expected, "{}", name);
        }
    }
}

// Known counts.

/// The number of solutions, by every engine; each solution is checked.
fn count(cover: &ExactCover) -> u64 {
    let counts: BTreeSet<u64> = engines(cover)
        .into_iter()
        .map(|(name, mut walker)| {
            let mut count = 0;
            while walker.advance(u64::MAX) == Step::Solution {
                assert_eq!(cover.check(walker.solution()), Ok(()), "{name}");
                count += 1;
            }
            count
        })
        .collect();
    assert_eq!(counts.len(), 1, "{counts:?}");
    counts.into_iter().next().expect("a count")
}

/// A cover in Knuth's words: items `name`, `k|name` or `lo:hi|name`, secondary ones after a `|`; options with `name:colour`.
fn cover<S: AsRef<str>>(items: &str, options: &[S]) -> ExactCover {
    let mut cover = ExactCover::default();
    let mut primary = true;
    for word in items.split_whitespace() {
        if word == "|" {
            primary = false;
            continue;
        }
        let (times, name) = word.split_once('|').unwrap_or(("1", word));
        let (lo, hi) = times.split_once(':').unwrap_or((times, times));
        let [lo, hi] = [lo, hi].map(|n| n.parse().expect("a number"));
        let demand = if primary { Multiplicity::Primary { lo, hi } } else { Multiplicity::Secondary };
        cover.add_item(name, demand).expect("a new item");
    }
    for option in options {
        let mut entries = Vec::new();
        for word in option.as_ref().split_whitespace() {
            let (name, colour) = word.split_once(':').map_or((word, 0), |(name, c)| (name, cover.colour(c)));
            entries.push(Entry { item: cover.item(name).expect("an item"), colour });
        }
        cover.add_option(&entries).expect("an option");
    }
    cover
}

fn joined(words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// Numbers 1 to `n`, each twice, in a row, with `k` places between the two `k`s. They come in pairs of reflections.
fn langford(n: u32, with_reflections: bool) -> ExactCover {
    let items = joined((1..=n).map(|k| k.to_string()).chain((1..=2 * n).map(|s| format!("s{s}"))));
    let mut options = Vec::new();
    for k in 1..=n {
        // One number is kept to the left half: its two places are equally far from the ends, or nearer the left one.
        let last = 2 * n - k - 1;
        let broken = k == n - u32::from(n.is_multiple_of(2)) && !with_reflections;
        for first in 1..=if broken { last / 2 } else { last } {
            options.push(format!("{k} s{first} s{}", first + k + 1));
        }
    }
    cover(&items, &options)
}

#[test]
fn langford_pairs() {
    assert_eq!(count(&langford(8, true)), 300);
    assert_eq!(count(&langford(8, false)), 150);
    assert_eq!(count(&langford(7, true)), 52);
    assert_eq!(count(&langford(6, true)), 0);
}

#[test]
fn queens_on_a_board_with_secondary_diagonals() {
    let queens = |n: u32| {
        let lines = |kind: char, count: u32| (0..count).map(move |i| format!("{kind}{i}"));
        let straight = joined(lines('r', n).chain(lines('c', n)));
        let slanted = joined(lines('u', 2 * n - 1).chain(lines('d', 2 * n - 1)));
        let mut options = Vec::new();
        for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            options.push(format!("r{r} c{c} u{} d{}", r + c, n - 1 + r - c));
        }
        count(&cover(&format!("{straight} | {slanted}"), &options))
    };
    assert_eq!([4, 5, 6, 7, 8, 12].map(queens), [2, 10, 4, 40, 92, 14200]);
}

#[test]
fn a_sudoku_of_seventeen_clues() {
    let clues = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let given = |r: usize, c: usize| clues.as_bytes()[9 * r + c];
    let mut options = Vec::new();
    let items =
        joined("prcb".chars().flat_map(|kind| (0..81).map(move |i| format!("{kind}{}{}", i / 9, i % 9))));
    for (r, c, digit) in (0..729).map(|i| (i / 81, i / 9 % 9, i % 9)) {
        if given(r, c) == b'0' || usize::from(given(r, c) - b'1') == digit {
            options.push(format!("p{r}{c} r{r}{digit} c{c}{digit} b{}{digit}", r / 3 * 3 + c / 3));
        }
    }
    assert_eq!(count(&cover(&items, &options)), 1);
}

/// The answers that every engine finds.
fn number_mind(guesses: &[(&str, u32)]) -> Vec<Vec<String>> {
    let cover = guesses::cover(guesses);
    let found = |(_, mut walker): (_, Box<dyn Walker>)| {
        let mut found = BTreeSet::new();
        exhaust(&mut *walker, &mut found).expect("each once");
        found.iter().map(|solution| guesses::number(solution)).collect()
    };
    engines(&cover).into_iter().map(found).collect()
}

#[test]
fn number_minds() {
    assert!(number_mind(&SMALL).iter().all(|answers| *answers == ["39542"]));
    assert!(number_mind(&PROBLEM_185).iter().all(|answers| *answers == ["4640261571849533"]));
    // Fewer guesses leave more answers, each of which a look at the digits confirms.
    assert!(number_mind(&SMALL[..4]).iter().all(|answers| *answers == guesses::answers(&SMALL[..4])));
}

#[test]
fn the_examples_of_taocp() {
    let plain = ["c e", "a d g", "b c f", "a d f", "b g", "d e g"];
    assert_eq!(count(&cover("a b c d e f g", &plain)), 1);
    let colours = ["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"];
    assert_eq!(count(&cover("p q r | x y", &colours)), 1);
}

/// Letters that meet in a square: `words` of three letters across and down, four by four of them.
#[test]
fn word_squares_agree_with_a_plain_search() {
    let words = [
        "ant", "are", "ear", "era", "net", "nan", "ran", "rat", "tan", "tar", "tea", "ten", "ate", "ore",
        "oat",
    ];
    let letter = |word: &str, i: usize| word.as_bytes()[i] as char;
    let mut options = Vec::new();
    for (word, i) in words.iter().flat_map(|w| (0..3).map(move |i| (w, i))) {
        let across = (0..3).map(|j| format!("x{}:{}", 3 * i + j, letter(word, j)));
        let down = (0..3).map(|j| format!("x{}:{}", 3 * j + i, letter(word, j)));
        options.extend([format!("r{i} {}", joined(across)), format!("c{i} {}", joined(down))]);
    }
    let mut expected = 0;
    let n = words.len();
    for i in 0..n * n * n {
        let rows = [words[i / n / n], words[i / n % n], words[i % n]];
        let column = |i| rows.iter().map(|row| letter(row, i)).collect::<String>();
        expected += u64::from((0..3).all(|i| words.contains(&column(i).as_str())));
    }
    assert!(expected > 0);
    assert_eq!(count(&cover("r0 r1 r2 c0 c1 c2 | x0 x1 x2 x3 x4 x5 x6 x7 x8", &options)), expected);
}

#[test]
fn squares_of_several_sizes_in_a_square() {
    // The tilings of a 5x5 square by squares of sides 1 and 2, by the number k of squares of side 2: as many as there
    // are ways to put k non-attacking kings on a 4x4 board.
    let with = |k: u32| {
        let cells = |r: u32, c: u32, side: u32| {
            joined((0..side * side).map(move |i| format!("x{}{}", r + i / side, c + i % side)))
        };
        let mut options = Vec::new();
        for (name, side) in [("one", 1), ("two", 2)] {
            for (r, c) in (0..6 - side).flat_map(|r| (0..6 - side).map(move |c| (r, c))) {
                options.push(format!("{name} {}", cells(r, c, side)));
            }
        }
        count(&cover(&format!("{}|one {k}|two {}", 25 - 4 * k, cells(0, 0, 5)), &options))
    };
    // Non-attacking kings on 4x4.
    assert_eq!([0, 1, 2, 3, 4, 5].map(with), [1, 16, 78, 140, 79, 0]);
}

#[test]
fn more_memory_than_allowed_is_refused() {
    let cover = langford(8, true);
    let needed = Sparse::bytes_needed(&cover);
    assert!(Sparse::new(&cover, &Control::default().memory(needed)).is_ok());
    let refused = Sparse::new(&cover, &Control::default().memory(needed - 1));
    assert!(matches!(refused, Err(Stopped::OutOfMemory { .. })));
}

#[test]
fn covers_without_items_or_options() {
    assert_eq!(count(&ExactCover::default()), 1);
    assert_eq!(count(&cover("| x y", &["x", "x y"])), 1);
    assert_eq!(count(&cover::<&str>("0:3|a", &[])), 1);
    assert_eq!(count(&cover::<&str>("a", &[])), 0);
    assert_eq!(count(&cover("0|a b", &["a b"])), 0);
}
