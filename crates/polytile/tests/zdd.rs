//! Known sizes of diagrams, large ones, and files that are not what they should be.

use num_bigint::BigUint;
use polytile::board::Region;
use polytile::format::pieces;
use polytile::pieces::Freedom;
use polytile::plan::Order;
use polytile::problem::Problem;
use polytile::run::{Control, Stopped};
use polytile::zdd::{Diagram, Family, Goal, Levels, LoadError, Node, UNIT};
use proptest::prelude::*;
use proptest::sample::Index;

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
    // In every tiling each cell is covered once: the frequencies of the options with their sizes add up to the area.
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

#[test]
fn counts_of_many_limbs_are_exact() {
    // All sets of 300 variables.
    let mut levels = Levels::new(300);
    let mut root = UNIT;
    for _ in 0..300 {
        root = levels.push(vec![Node { lo: root, hi: root }]).unwrap();
    }
    let cube = levels.finish(root).unwrap();
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
    // The lightest of weights 1, -1, 1, -1, ...
    let weights: Vec<i64> = (0..300).map(|v| if v % 2 == 0 { 1 } else { -1 }).collect();
    let mut found = Vec::new();
    let each = |set: Vec<u32>, weight| {
        found.push((set.len(), weight));
        found.len() < 3
    };
    cube.best(&weights, Goal::Lightest, u64::MAX, &control, each).unwrap();
    assert_eq!(found, [(150, -150), (151, -149), (151, -149)]);
    let error = cube.best(&[i64::MIN; 300], Goal::Lightest, 1, &control, |_, _| true).unwrap_err();
    assert!(matches!(error, Stopped::TooLarge(_)));
}

#[test]
fn the_budget_is_kept() {
    let problem = problem(9, 12, "trominoes");
    for (memory, order) in [(1 << 16, Order::Rows), (1 << 20, Order::Columns), (1 << 25, Order::Rows)] {
        let control = Control::default().memory(memory);
        let error = Family::tilings(&problem, Some(order), &control).unwrap_err();
        assert!(error.to_string().contains("memory budget"), "{error}");
    }
    let family = tilings(9, 12, "trominoes", Some(Order::Columns));
    let control = Control::default().memory(family.diagram().bytes() + 2_500_000);
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
        family.save(&mut file).unwrap();
        assert_eq!(Family::load(&mut &*file, &control).unwrap(), family);
        assert!(family.svg().is_ok() && family.dot().is_ok());
        assert!(family.profile_svg().contains("2 nodes on 3 levels"));
    }
}

#[test]
fn options_are_found_by_name() {
    let family = tilings(3, 4, "trominoes", None);
    let v = family.option("L3@0,0+0,1+1,0").unwrap();
    assert_eq!(family.option("L3@1,0+0,1+0,0"), Ok(v));
    assert_eq!(family.names()[v as usize], "L3@0,0+0,1+1,0");
    let error = family.option("L3@0,0+0,1").unwrap_err();
    insta::assert_snapshot!(format!("{error}; {}", error.instead.join(" ")), @"there is no option 'L3@0,0+0,1'; L3@0,0+0,1+1,0 L3@0,0+0,1+1,1");
    assert!(family.option("").is_err() && family.option("é@0").is_err());
    assert_eq!(
        family.options_of_piece("L3").len() + family.options_of_piece("I3").len(),
        family.names().len()
    );
}

// Files.

fn file() -> Vec<u8> {
    let mut bytes = Vec::new();
    tilings(3, 4, "trominoes", Some(Order::Rows)).titled(Some("small".to_owned())).save(&mut bytes).unwrap();
    bytes
}

fn loaded(bytes: &[u8]) -> Result<Family, LoadError> {
    // Far more than the file needs, far less than a wrong number may announce.
    Family::load(&mut &*bytes, &Control::default().memory(1 << 20))
}

#[test]
fn a_file_comes_back_whole() {
    let family = loaded(&file()).unwrap();
    assert_eq!(family, tilings(3, 4, "trominoes", Some(Order::Rows)).titled(Some("small".to_owned())));
    assert_eq!(family.diagram().count(&Control::default()).unwrap(), BigUint::from(23_u8));
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let whole = file();
    for end in 0..whole.len() {
        match loaded(&whole[..end]) {
            Err(LoadError::CutShort(_)) if end > 0 => {}
            Err(LoadError::NotADiagram) if end == 0 => {}
            other => panic!("cut after {end} bytes: {other:?}"),
        }
    }
    for bit in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(loaded(&bytes).is_err(), "bit {bit} of byte {}", bit / 8);
    }
    let mut longer = whole;
    longer.push(0);
    assert!(matches!(loaded(&longer), Err(LoadError::Damaged(_))));
}

#[test]
fn errors_say_what_is_wrong() {
    let whole = file();
    let mut newer = whole.clone();
    newer[8] = 3;
    let mut flipped = whole.clone();
    let last = whole.len() - 6;
    flipped[last] ^= 1;
    let errors = [&b"title = \"a puzzle\""[..], &newer, &whole[..40], &whole[..whole.len() - 20], &flipped]
        .map(|bytes| loaded(bytes).unwrap_err().to_string());
    insta::assert_snapshot!(errors.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the bytes: no panic, no memory beyond the budget.
    #[test]
    fn the_loader_survives(
        changes in prop::collection::vec((any::<Index>(), any::<u8>()), 0..8),
        tail in prop::collection::vec(any::<u8>(), 0..64),
        cut in any::<Index>(),
        mend in any::<bool>(),
    ) {
        let mut bytes = file();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if cut.index(3) == 0 {
            bytes.truncate(cut.index(bytes.len()));
        }
        bytes.extend(tail);
        if mend {
            mend_checksums(&mut bytes);
        }
        if let Ok(family) = loaded(&bytes) {
            // What passes for a diagram can be asked.
            let counted = family.diagram().counted(&Control::default()).unwrap();
            let _ = counted.kth(&BigUint::from(1_u8)).map(|set| family.tiling(&set));
            let _ = (family.dot(), family.svg(), family.diagram().restricted(&[0], &[1], &Control::default()));
        }
    }
}

/// Makes the checksums right where they would be looked for, so that what lies behind them is reached.
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
