//! Sets of options of exact covers. Covers are written as Knuth's programs read them.

use polytile::exact_cover::{CoverFault, Entry, ExactCover, Multiplicity};
use polytile::format::dlx;

/// What the checker says: one line per fault, or `right`.
fn verdict(cover: &str, chosen: &[u32]) -> String {
    judged(&dlx::parse(cover).unwrap().cover, chosen)
}

fn judged(cover: &ExactCover, chosen: &[u32]) -> String {
    match cover.check(chosen) {
        Ok(()) => "right".to_owned(),
        Err(faults) => faults.iter().map(CoverFault::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn every_item_is_covered_once() {
    let cover = "a b c d\na b\nc d\nb c\na\nd";
    for right in [&[0, 1][..], &[1, 0], &[2, 3, 4], &[4, 2, 3]] {
        assert_eq!(verdict(cover, right), "right", "{right:?}");
    }
    insta::assert_snapshot!(verdict(cover, &[0, 2]), @"
    item `b` is covered 2 times, not 1
    item `d` is covered 0 times, not 1
    ");
    insta::assert_snapshot!(verdict(cover, &[0]), @"
    item `c` is covered 0 times, not 1
    item `d` is covered 0 times, not 1
    ");
    assert_eq!(verdict(cover, &[]).lines().count(), 4);
    insta::assert_snapshot!(verdict(cover, &[0, 1, 3]), @"item `a` is covered 2 times, not 1");
}

/// The options are few enough to look at every set of them.
#[test]
fn of_all_sets_those_are_right_that_the_definition_says() {
    // The first 3 items once, the fourth one to two times, the fifth any number of times up to 2.
    let cover = dlx::parse("a b c 1:2|d 0:2|e\na d\nb d\nc e\nb c\nd e\na b c\nd\ne\n").unwrap().cover;
    let names = ["ad", "bd", "ce", "bc", "de", "abc", "d", "e"];
    let mut right = 0;
    for set in 0..1_u32 << names.len() {
        let chosen: Vec<u32> = (0..8).filter(|option| set >> option & 1 == 1).collect();
        let times = |item| chosen.iter().filter(|&&option| names[option as usize].contains(item)).count();
        let solution = "abc".chars().all(|item| times(item) == 1)
            && (1..=2).contains(&times('d'))
            && (0..=2).contains(&times('e'));
        assert_eq!(cover.check(&chosen).is_ok(), solution, "{chosen:?}");
        right += u32::from(solution);
    }
    assert_eq!(right, 14);
}

#[test]
fn bounds_are_kept() {
    let cover = "2:3|a 2|b 0:1|c\na\na b\na c\nb c\nb";
    assert_eq!(verdict(cover, &[1, 2, 4]), "right");
    insta::assert_snapshot!(verdict(cover, &[0, 3]), @"
    item `a` is covered 1 time, not 2 to 3
    item `b` is covered 1 time, not 2
    ");
    insta::assert_snapshot!(verdict(cover, &[2, 3, 4]), @"
    item `a` is covered 1 time, not 2 to 3
    item `c` is covered 2 times, not 0 to 1
    ");
    insta::assert_snapshot!(verdict("1:2|a\na\na \na", &[0, 1, 2]), @"item `a` is covered 3 times, not 1 to 2");
}

#[test]
fn options_that_do_not_exist_and_options_twice() {
    let cover = "a b\na\nb";
    insta::assert_snapshot!(verdict(cover, &[0, 2, 1]), @"there is no option number 2");
    insta::assert_snapshot!(verdict(cover, &[u32::MAX, 0, 1]), @"there is no option number 4294967295");
    insta::assert_snapshot!(verdict(cover, &[1, 0, 1]), @"option 1 is chosen twice");
    insta::assert_snapshot!(verdict(cover, &[0, 0, 1]), @"option 0 is chosen twice");
    // An option named three times is there twice too often; it covers its items once.
    insta::assert_snapshot!(verdict(cover, &[0, 0, 0]), @"
    option 0 is chosen twice
    option 0 is chosen twice
    item `b` is covered 0 times, not 1
    ");
}

#[test]
fn an_option_without_primary_items_is_never_chosen() {
    let mut cover = ExactCover::default();
    let (a, x) = (
        cover.add_item("a", Multiplicity::ONCE).unwrap(),
        cover.add_item("x", Multiplicity::Secondary).unwrap(),
    );
    cover.add_option(&[Entry::plain(a)]).unwrap();
    cover.add_option(&[Entry::plain(x)]).unwrap();
    assert_eq!(judged(&cover, &[0]), "right");
    insta::assert_snapshot!(judged(&cover, &[0, 1]), @"option 1 has no primary item");
}

#[test]
fn secondary_items_are_covered_once_or_in_one_colour() {
    let cover = "a b c | x y\na x:red\nb x:red\nc x:red y\n";
    assert_eq!(verdict(cover, &[0, 1, 2]), "right");
    assert_eq!(verdict("a b | x\na x\nb", &[0, 1]), "right");
    // Without colours, with different ones, and with a colour in only one of the two options, either way round.
    insta::assert_snapshot!(verdict("a b | x\na x\nb x", &[0, 1]), @"options 0 and 1 disagree about item `x`");
    insta::assert_snapshot!(verdict("a b | x\na x:1\nb x:2", &[0, 1]), @"options 0 and 1 disagree about item `x`");
    insta::assert_snapshot!(verdict("a b | x\na x:1\nb x", &[0, 1]), @"options 0 and 1 disagree about item `x`");
    insta::assert_snapshot!(verdict("a b | x\na x\nb x:1", &[0, 1]), @"options 0 and 1 disagree about item `x`");
    // The first two agree.
    insta::assert_snapshot!(verdict("a b c | x\na x:1\nb x:1\nc x:2", &[0, 1, 2]), @"options 1 and 2 disagree about item `x`");
    assert_eq!(verdict("a b | x\na x:1\nb x:1", &[0, 1]), "right");
}
