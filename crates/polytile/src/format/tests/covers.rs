//! Exact covers in every format: what is written can be read, no text makes a reader panic, and every message reads
//! well.

use super::messages;
use crate::exact_cover::{Entry, ExactCover, Multiplicity};

use crate::format::shipped::Shipped;
use crate::format::{About, FormatError, Kind, board, cover_json, dlx, knuth, number_mind, puzzle, sheet};
use crate::pieces::Freedom;
use proptest::prelude::*;

/// Small covers with everything: bounds, secondary items, colours, costs, options without a primary item.
pub fn small_cover() -> impl Strategy<Value = ExactCover> {
    let items = prop::collection::vec((0..4_u32, 0..3_u32, 0..3_u32), 1..6);
    let options = prop::collection::vec(prop::collection::vec((0..5_usize, 0..3_u32), 1..5), 0..8);
    (items, options).prop_map(|(items, options)| {
        let mut cover = ExactCover::default();
        for (i, (kind, lo, more)) in items.into_iter().enumerate() {
            let demand = match kind {
                0 => Multiplicity::Secondary,
                1 => Multiplicity::Primary { lo, hi: lo + more },
                _ => Multiplicity::ONCE,
            };
            cover.add_item(format!("i{i}"), demand).unwrap();
        }
        for (cost, option) in (0..).zip(options) {
            let mut entries: Vec<Entry> = Vec::new();
            for (item, colour) in option {
                let Some(found) = cover.items().get(item) else { continue };
                let coloured = colour > 0 && !found.demand.is_primary();
                let colour = if coloured { cover.colour(&format!("c{colour}")) } else { 0 };
                if entries.iter().all(|entry| entry.item != item as u32) {
                    entries.push(Entry { item: item as u32, colour });
                }
            }
            // An option all of whose items are missing is left out.
            if let Ok(option) = cover.add_option(&entries) {
                cover.set_cost(option, if cost % 2 == 0 { 0 } else { cost });
            }
        }
        cover
    })
}

/// All solutions, by trying every set of options.
pub fn solutions(cover: &ExactCover) -> Vec<Vec<u32>> {
    let n = cover.option_count() as u32;
    let chosen = (0_u32..1 << n).map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>());
    let mut all: Vec<_> = chosen.filter(|chosen| cover.check(chosen).is_ok()).collect();
    all.sort();
    all
}

/// A cover with its primary items put first and its colours in the order of their first use: what Knuth's format can say.
fn in_dlx_order(cover: &ExactCover) -> ExactCover {
    let mut ordered = ExactCover::default();
    let primary = |item: &&crate::exact_cover::Item| item.demand.is_primary();
    let secondary = cover.items().iter().filter(|item| !primary(item));
    for item in cover.items().iter().filter(primary).chain(secondary) {
        ordered.add_item(&*item.name, item.demand).unwrap();
    }
    for i in (0..cover.option_count() as u32).filter(|&i| cover.has_primary(i)) {
        let mut entries = Vec::new();
        for entry in cover.option(i) {
            let item = ordered.item(&cover.items()[entry.item as usize].name).unwrap();
            let colour = entry.colour.checked_sub(1).map(|c| ordered.colour(&cover.colours()[c as usize]));
            entries.push(Entry { item, colour: colour.unwrap_or(0) });
        }
        let option = ordered.add_option(&entries).unwrap();
        ordered.set_cost(option, cover.cost(i));
    }
    ordered
}

proptest! {
    #[test]
    fn what_is_written_is_read(cover in small_cover()) {
        let about = About { title: Some("A \"title\"".to_owned()), ..About::default() };
        let read = cover_json::parse(&cover_json::write(&cover, &about)).unwrap();
        prop_assert_eq!((&read.about, read.warnings), (&about, Vec::new()));
        prop_assert_eq!(solutions(&read.cover), solutions(&cover));
        prop_assert_eq!(in_dlx_order(&read.cover), in_dlx_order(&cover));
        match dlx::write(&cover, &about.comments(), |i| (i % 2 == 0).then(|| format!("option {i}"))) {
            Ok(text) => {
                let read = dlx::parse(&text).unwrap();
                prop_assert_eq!(&read.about, &about);
                prop_assert_eq!(&read.cover, &in_dlx_order(&cover));
                prop_assert_eq!(read.lines.len(), read.cover.option_count());
            }
            Err(_) => prop_assert!(cover.items().iter().all(|item| !item.demand.is_primary())),
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), lines in "[AB12|: \n\r;#.x{}\\[\\],\"]{0,60}") {
        for text in [&*text, &*lines] {
            let _ = sheet::parse(text);
            let _ = (dlx::parse(text), cover_json::parse(text), number_mind::parse(text), Kind::of_text(text));
        }
    }

    #[test]
    fn files_cut_short_or_changed_do_not_make_a_reader_panic(at in 0..2000_usize, by in any::<char>()) {
        for name in ["word-square", "number-mind-185"] {
            let text = Shipped::find(name).unwrap().text;
            let at = at.min(text.len());
            let changed = format!("{}{by}{}", &text[..at], text.get(at + 1..).unwrap_or_default());
            for text in [&text[..at], &changed] {
                let _ = (dlx::parse(text), number_mind::parse(text));
                if let Ok(read) = dlx::parse(text) {
                    let _ = cover_json::parse(&cover_json::write(&read.cover, &read.about)[..at]);
                }
            }
        }
    }

    #[test]
    fn number_mind_agrees_with_trying_every_number(
        secret in 0..1000_u32,
        guesses in prop::collection::vec((0..1000_u32, 0..4_usize), 1..5),
        right in any::<bool>(),
    ) {
        let digits = |n: u32| format!("{n:03}");
        let agree = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a == b).count();
        let count = |guess: u32, said| if right { agree(&digits(guess), &digits(secret)) } else { said };
        let guesses: Vec<(String, usize)> = guesses.into_iter().map(|(g, said)| (digits(g), count(g, said))).collect();
        let text = guesses.iter().map(|(guess, count)| format!("{guess} ; {count}\n")).collect::<Vec<_>>().concat();
        let puzzle = number_mind::parse(&text).unwrap();
        let cover = puzzle.cover();
        let of_position = |at| {
            let options = puzzle.options();
            (0..options.len() as u32).filter(move |&i| options[i as usize].0 == at).collect::<Vec<_>>()
        };
        let mut found = Vec::new();
        for a in of_position(0) {
            for b in of_position(1) {
                let chosen = of_position(2).into_iter().map(|c| [a, b, c]);
                found.extend(chosen.filter(|c| cover.check(c).is_ok()).map(|c| puzzle.digits(&c)));
            }
        }
        let fits = |n: &String| guesses.iter().all(|(guess, count)| agree(n, guess) == *count);
        prop_assert_eq!(found, (0..1000).map(digits).filter(fits).collect::<Vec<_>>());
    }
}

#[test]
fn files_of_other_systems_are_read() {
    let plain = dlx::parse("A B | X\nA X:a\nB X:a\n").unwrap();
    for text in [
        "\u{feff}A B | X\r\nA X:a\r\nB X:a\r\n",
        "\n  | A comment\n A  B |X\nA\tX:a\n| another\nB X:a",
        "A B | X\nA X:a\nB X:a\n\n\n",
        "1|A 1:1|B | X\nA X:a\nB X:a\n",
    ] {
        let read = dlx::parse(text).unwrap();
        assert_eq!((read.cover, read.warnings), (plain.cover.clone(), vec![]), "{text:?}");
    }
    let names = "a_rather_long_name | colours/too\na_rather_long_name colours/too:dark-green\n";
    let read = dlx::parse(names).unwrap();
    assert_eq!(dlx::write(&read.cover, "", |_| None).unwrap(), names);
    assert_eq!(dlx::refused_by_knuth(&read.cover).len(), 2);
    let mind = number_mind::parse("\u{feff}# T\r\n\r\n12 ;1 correct\r\n 34;  0\r\n").unwrap();
    assert_eq!(mind.about.title.as_deref(), Some("T"));
    assert_eq!(mind.cover(), number_mind::parse("12;1\n34;0").unwrap().cover());
}

#[test]
fn an_item_without_a_limit_is_written_with_one_that_says_the_same() {
    let mut cover = ExactCover::default();
    let item = cover.add_item("A", Multiplicity::Primary { lo: 1, hi: u32::MAX }).unwrap();
    for _ in 0..3 {
        cover.add_option(&[Entry::plain(item)]).unwrap();
    }
    assert!(dlx::write(&cover, "", |_| None).unwrap().starts_with("1:3|A\n"));
}

#[test]
fn number_mind_as_knuth_would_write_it() {
    let small = number_mind::parse(Shipped::find("number-mind-small").unwrap().text).unwrap();
    let cover = small.cover();
    assert_eq!(dlx::refused_by_knuth(&cover), []);
    let chosen: Vec<u32> = (0..)
        .zip(small.options())
        .filter(|(_, (at, d))| [3, 9, 5, 4, 2][*at] == *d)
        .map(|(i, _)| i)
        .collect();
    assert_eq!((cover.check(&chosen), small.digits(&chosen)), (Ok(()), "39542".to_owned()));
    assert_eq!(cover.items()[5].name, "g01");
    let large = number_mind::parse(Shipped::find("number-mind-185").unwrap().text).unwrap();
    assert_eq!((large.length(), large.guesses().len(), large.cover().option_count()), (16, 22, 144));
    // Without its guesses, it may be any number.
    assert_eq!(large.only(|_| false).cover().option_count(), 160);
}

#[test]
fn kinds_are_told_by_what_a_text_looks_like() {
    for (text, kind) in [
        ("A B C\nA B\nC", Kind::Dlx),
        ("2|A B\nX\nA", Kind::Dlx),
        ("| only a comment", Kind::Dlx),
        ("A B C\nD E F", Kind::Puzzle),
        ("{\"items\": []", Kind::CoverJson),
        ("# Guesses\n\n12;1", Kind::NumberMind),
        ("# A puzzle\ntitle = 'T'", Kind::Puzzle),
        ("[board]\nsize = '3x3'", Kind::Puzzle),
        ("", Kind::Drawing),
        ("xx.\nxxx", Kind::Drawing),
        ("## #\n #\n", Kind::Drawing),
    ] {
        assert_eq!(Kind::of_text(text), kind, "{text:?}");
    }
}

#[test]
fn messages_about_items_and_options() {
    let texts = [
        "",
        "| only\n\n| comments\n",
        "A B A\nA",
        "A B | X A\nA",
        "A | X | Y\nA",
        "A |X |Y\nA",
        "A 3:2|B\nA",
        "A 2:|B\nA",
        "A |2:3\nA",
        "A :2|B\nA",
        "A x|B\nA",
        "A -1|B\nA",
        "A 99999999999|B\nA",
        "A 2| B\nA",
        "A | 2|B\nA",
        "A X:0\nA",
        "A B|\nA",
        "apple pear\nappel",
        "A B\nC",
        "A B\nA B A",
        "A | X\nA X:1 X:2",
        "A | X\nA X:1 X:1",
        "A | X\nX A:1",
        "A | X\nA X:",
        "A | X\nA :1",
        "A | X\nA X:1:2",
        "A B\nA | B",
        "A B\nA |x",
        "A B\nA|-3",
        "A B\nA |18446744073709551616",
        "A B\nA |18446744073709551615 |1",
    ];
    insta::assert_snapshot!("items-and-options", messages(&texts, dlx::parse));
    let text = "A | X\n\nX\nA X\n\nX\n\nA\nX\n\n";
    let warnings = dlx::parse(text).unwrap().warnings;
    let shown: Vec<String> = warnings.iter().map(|warning| super::shown(text, warning)).collect();
    insta::assert_snapshot!("items-and-options-warnings", shown.join("\n"));
}

#[test]
fn messages_about_covers_that_cannot_be_written() {
    let named = |items: &[(&str, Multiplicity)]| {
        let mut cover = ExactCover::default();
        for (name, demand) in items {
            cover.add_item(*name, *demand).unwrap();
        }
        cover
    };
    let covers = [
        named(&[]),
        named(&[("X", Multiplicity::Secondary)]),
        named(&[("two words", Multiplicity::ONCE)]),
        named(&[("", Multiplicity::ONCE)]),
        named(&[("A:B", Multiplicity::ONCE)]),
    ];
    let mut found: Vec<FormatError> =
        covers.iter().map(|cover| dlx::write(cover, "", |_| None).unwrap_err()).collect();
    let never = Multiplicity::Primary { lo: 0, hi: 0 };
    found.extend(dlx::refused_by_knuth(&named(&[("123456789", Multiplicity::ONCE), ("A", never)])));
    let dear = dlx::parse("A\nA |1\n").unwrap().cover;
    found.extend(dlx::refused_by_knuth(&dear));
    let shown: Vec<String> = found.iter().map(|error| super::shown("", error)).collect();
    insta::assert_snapshot!("unwritable", shown.join("\n"));
}

#[test]
fn messages_about_covers_in_json() {
    let options = |options: &str| {
        format!("{{\"items\": [\"A\", {{\"name\": \"X\", \"secondary\": true}}], \"options\": {options}}}")
    };
    let items = |items: &str| format!("{{\"items\": {items}, \"options\": []}}");
    let texts = [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        "{\"items\": []}".to_owned(),
        "{\"itmes\": []}".to_owned(),
        "{\"items\": [], \"options\": [],}".to_owned(),
        items("3"),
        items("[3]"),
        items("[\"A\", \"A\"]"),
        items("[{}]"),
        items("[{\"name\": \"A\", \"lo\": 2}]"),
        items("[{\"name\": \"A\", \"lo\": 2, \"hi\": 1}]"),
        items("[{\"name\": \"A\", \"lo\": -2, \"hi\": 1}]"),
        items("[{\"name\": \"A\", \"low\": 2, \"hi\": 1}]"),
        items("[{\"name\": \"A\", \"secondary\": true, \"hi\": 1}]"),
        options("[[\"A\"], 3]"),
        options("[[\"A\", \"B\"]]"),
        options("[[\"A\", 3]]"),
        options("[[\"A\", \"X\", \"A\"]]"),
        options("[[[\"A\", \"red\"]]]"),
        options("[[[\"X\"]]]"),
        options("[[[\"X\", \"red\", \"blue\"]]]"),
        options("[{\"items\": [\"A\"], \"cost\": -1}]"),
        options("[{\"cost\": 1}]"),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    insta::assert_snapshot!("covers-in-json", messages(&texts, cover_json::parse));
    let text = options("[[], [\"A\"],\n[], []]");
    let read = cover_json::parse(&text).unwrap();
    assert_eq!(read.cover.option_count(), 1);
    insta::assert_snapshot!("covers-in-json-warnings", super::shown(&text, &read.warnings[0]));
}

#[test]
fn messages_about_guesses() {
    let texts = [
        "",
        "# only a comment",
        "123",
        "12;1\n123 ;1",
        "12;3",
        "12;99999999999",
        "12;",
        "12; correct",
        "12;-1",
        "12;1 right",
        ";1",
        "1a2;1",
        "1 2;1",
        "12;1\n12,1",
    ];
    insta::assert_snapshot!("guesses", messages(&texts, number_mind::parse));
}

#[test]
fn sheets_hold_a_board_and_its_pieces() {
    let read = |text: &str| {
        let sheet = sheet::parse(text).unwrap();
        assert!(sheet.warnings.is_empty(), "{text}");
        let set = sheet.set(Freedom::Free);
        let pieces = set.iter().map(|p| format!("{}:{}", p.copies, p.name)).collect::<Vec<_>>();
        (board::draw(&sheet.board), pieces.join(","))
    };
    let named = |board: &str, pieces: &str| (board.to_owned(), pieces.to_owned());
    let one = "####\n####\n";
    assert_eq!(read("##   ###     ####\n#      #     ####\n"), named(one, "1:L3,1:L4"));
    assert_eq!(read("\n  xx  xxxx\r\n  x   xxxx\r\n\r\n   x\n  xx\n"), named(one, "2:L3"));
    assert_eq!(read("  ####  \n  ####\n\n"), named(one, ""));
    assert_eq!(read("x.x\nxxx\n"), named("#.#\n###\n", ""));
    assert_eq!(read("# ###  ####\n. #\n"), named("#.###..####\n..#........\n", ""));
    assert_eq!(read("#########  ##############\n"), named("##############\n", "1:piece1"));
    // If they may be turned over, the two L are one piece; otherwise they are two.
    let two = sheet::parse("#    #  ######\n#    #\n##  ##\n").unwrap();
    assert_eq!([Freedom::Free, Freedom::OneSided].map(|freedom| two.set(freedom).len()), [1, 2]);
    assert_eq!(two.set(Freedom::OneSided)[1].name, "J4");
    insta::assert_snapshot!("sheets", messages(&["## ##", "#  ###  #\n   ###\n\n###\n###"], sheet::parse));
}

#[test]
fn puzzles_written_are_the_puzzles_read() {
    let wrapped = "title = \"A 'torus'\"\nsource = '''\"'''\n[board]\nsize = 'torus:3x4'\nremove = [[0, 1]]\n[rules]\n\
                   tatami = true\nfault-free = true\n[[pieces]]\nname = 'L3'\ncopies = '2..'\ncolour = '#00ff7f'\n\
                   turns = false\n[[pieces]]\nname = 'L4'\nflips = false\ncopies = 2";
    let shipped = crate::format::shipped::ALL.iter().filter(|shipped| shipped.kind == Kind::Puzzle);
    for text in shipped.map(|shipped| shipped.text).chain([wrapped]) {
        let puzzle = puzzle::parse(text).unwrap();
        assert_eq!(puzzle::parse(&puzzle::write(&puzzle).unwrap()).unwrap(), puzzle);
    }
}

#[test]
fn costs_are_added_up_and_carried() {
    let dlx = dlx::parse("A B\nA |3 B|4 |5\nA\nB |0\n").unwrap();
    assert_eq!(dlx.cover.costs().collect::<Vec<_>>(), [12, 0, 0]);
    assert_eq!(dlx::write(&dlx.cover, "", |_| None).unwrap(), "A B\nA B |12\nA\nB\n");
    let json = cover_json::write(&dlx.cover, &About::default());
    assert!(json.contains(r#"{"items": ["A", "B"], "cost": 12}"#), "{json}");
    assert_eq!(cover_json::parse(&json).unwrap().cover, dlx.cover);
    let control = crate::run::Control::default();
    let formula = crate::format::dimacs::write(&dlx.cover, "", |_| None, &control).unwrap();
    assert!(formula.contains("c 1 = A B |12\n"), "{formula}");
}

/// The output of DLX2 with `m1`, apart from the numbers of solutions.
#[test]
fn solutions_are_told_as_by_dlx2() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\np q r x:A y:B\nq r x:B\np x:A\nq r y:A x:B\n";
    let cover = dlx::parse(text).unwrap().cover;
    let teller = knuth::Teller::new(&cover).unwrap();
    let told: Vec<String> = solutions(&cover).iter().map(|chosen| teller.tell(1, chosen)).collect();
    assert_eq!(
        told,
        [
            "1:\n p r x:A y (2 of 5)\n q x:A (1 of 1)\n",
            "1:\n p x:B (3 of 5)\n q r x:B (1 of 2)\n",
            "1:\n p x:B (3 of 5)\n q r y:A x:B (2 of 2)\n",
            "1:\n p x:A (5 of 5)\n q x:A (1 of 1)\n r y:B (1 of 1)\n",
            "1:\n p q r x:A y:B (4 of 5)\n",
        ]
    );
    let often = dlx::parse("A 2|B\nA B\nB\n").unwrap().cover;
    let refused = knuth::Teller::new(&often).unwrap_err();
    insta::assert_snapshot!(refused, @"item 'B' is not covered exactly once, and DLX1 and DLX2 know no such item");
}
