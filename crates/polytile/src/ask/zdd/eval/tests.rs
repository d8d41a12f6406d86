use super::*;
use crate::ask::{Question, nobody};
use crate::choice::Choice;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn held(text: &str, files: &[(&str, &str)]) -> Result<Held, Unanswered> {
    let mut evaluation = Evaluation::new(text)?;
    for (name, text) in files {
        evaluation.text(name, *text);
    }
    evaluation.held(&Control::default(), &mut nobody)
}

/// The sets, each as its options in alphabetical order.
fn sets(text: &str, files: &[(&str, &str)]) -> Vec<String> {
    let family = held(text, files).unwrap().family;
    let name = |v: u32| family.names()[v as usize].clone();
    let mut sets: Vec<String> = family
        .diagram()
        .sets()
        .map(|set| {
            let mut names: Vec<_> = set.into_iter().map(name).collect();
            names.sort();
            names.join(" ")
        })
        .collect();
    sets.sort();
    sets
}

#[test]
fn operations_are_those_of_sets() {
    let files = [("f.sets", "a b\nb c\nb\n"), ("g.sets", "c b\nd\n{}\n")];
    for (text, wanted) in [
        ("f.sets | g.sets", &["", "a b", "b", "b c", "d"][..]),
        ("f.sets & g.sets", &["b c"]),
        ("f.sets - g.sets", &["a b", "b"]),
        ("f.sets ^ g.sets", &["", "a b", "b", "d"]),
        ("join(f.sets, {d})", &["a b d", "b c d", "b d"]),
        ("meet(f.sets, {{a}, {c d}})", &["", "a", "c"]),
        ("quotient(f.sets, {b})", &["", "a", "c"]),
        ("remainder(f.sets, {a})", &["b", "b c"]),
        ("nonsupersets(f.sets, {{c}, {d}})", &["a b", "b"]),
        ("nonsubsets(f.sets, {b c})", &["a b"]),
        ("supersets(f.sets, {c})", &["b c"]),
        ("subsets(f.sets, {b c})", &["b", "b c"]),
        ("minimal(f.sets)", &["b"]),
        ("maximal(f.sets)", &["a b", "b c"]),
        ("hitting(f.sets - {b})", &["a c", "b"]),
        ("closure({{a b}, {b c}, {a c}, {a b c}})", &["", "a", "a b", "a b c", "a c", "b", "b c", "c"]),
        ("closure({{a b}, {b c}})", &["a b", "b", "b c"]),
        ("complement({{a}, {}, {a b}})", &["b"]),
        ("~{{a}, {}, {a b}}", &["b"]),
        ("f.sets - f.sets", &[]),
        ("quotient({a b}, {a} - {a})", &["", "a", "a b", "b"]),
    ] {
        assert_eq!(sets(text, &files), wanted, "{text}");
    }
    assert_eq!(sets("sets(f.txt)", &[("f.txt", "x\ny z\n")]), ["x", "y z"]);
}

#[test]
fn tilings_stay_tilings_where_they_can_be_nothing_else() {
    let puzzle = ("p.toml", "title = 'x'\npieces = 'dominoes'\n[board]\nsize = '2x3'\n");
    let nouns = [
        ("p.toml", "tiling", 3),
        ("supersets(p.toml, {domino@0,0+0,1})", "tiling", 2 - 1),
        ("p.toml & nonsupersets(p.toml, {domino@0,0+1,0 domino@0,1+1,1})", "tiling", 2),
        ("closure(p.toml) & p.toml", "tiling", 3),
        ("p.toml | p.toml - {{x}}", "set", 3),
        ("minimal(p.toml)", "tiling", 3),
        ("closure(p.toml)", "set", 6),
        ("queens-8 - queens-8", "set", 0),
        ("number-mind-small - {{'1=3'}}", "number", 1),
    ];
    for (text, noun, number) in nouns {
        let held = held(text, &[puzzle]).unwrap();
        let count = held.family.diagram().count(&Control::default()).unwrap();
        assert_eq!((held.noun(), count), (noun, (number as u32).into()), "{text}");
    }
}

#[test]
fn options_that_are_written_down_are_looked_for() {
    let warned = |text: &str| {
        let mut warnings = Vec::new();
        let held = Evaluation::new(text).unwrap().held(&Control::default(), &mut |part| {
            warnings.push(part.text());
            std::ops::ControlFlow::Continue(())
        });
        (held.unwrap().family.diagram().count(&Control::default()).unwrap().to_string(), warnings.concat())
    };
    let nothing = String::new();
    // Cells may stand in any order.
    let lying = "supersets(chessboard-dominoes, {domino@0,1+0,0 domino@0,0+0,1})";
    assert_eq!(warned(lying), ("6494408".to_owned(), nothing.clone()));
    assert_eq!(warned("{a} | {b}"), ("2".to_owned(), nothing));
    let (count, warnings) = warned("supersets(cycles(grid:2x3), {1-3})");
    assert_eq!(count, "0");
    assert_eq!(warnings, "warning: no other family has the option '1-3'\n");
}

#[test]
fn orders_that_differ_are_brought_together() {
    // One family, its options in two orders.
    let f = "a b\nb c\nc d\nd e\ne a\n";
    let g = "e a\nd e\nc d\nb c\na b\n";
    assert_eq!(sets("f.sets ^ g.sets", &[("f.sets", f), ("g.sets", g)]), Vec::<String>::new());
    assert_eq!(sets("f.sets & g.sets", &[("f.sets", f), ("g.sets", g)]).len(), 5);
}

#[test]
fn wrong_operands() {
    let files = [("a.sets", "a b\n{c\n"), ("b.txt", "1 2\n1 1\n"), ("c.zdd", "")];
    let said = |text: &str| {
        let wrong = held(text, &files).unwrap_err();
        let Unanswered::Misread(misread) = &wrong else { return wrong.to_string() };
        let (source, span) =
            misread.place().map_or((String::new(), 0..0), |(source, span)| (source.name.clone(), span));
        format!("{text}: {wrong} in {source} at {span:?} / {}", wrong.help().unwrap_or_default())
    };
    insta::assert_snapshot!(
        [
            "a.sets",
            "{a} | nothing.zdd",
            "queens8 - {a}",
            "a-b",
            "grid:8x8",
            "sets(c)",
            "cycles(roads)",
            "cycles(b.txt)",
            "cycles(grid:0x3)",
            "paths(grid:2x2, 1, 5)",
            "{a} - paths(grid:9x9, 0, 5)",
            "klotski",
            "{a",
        ]
        .map(said)
        .join("\n")
    );
}

#[test]
fn a_question_has_the_texts_of_its_files() {
    let ask = |text: &str| {
        let question: Question = text.parse().unwrap();
        assert_eq!(serde_json::to_string(&question).unwrap().parse(), Ok(question.clone()));
        question.ask(&Control::default(), &mut nobody).map(|answer| answer.json().to_string())
    };
    let kth =
        r#"{"question": "kth", "eval": "f.sets - {a}", "families": {"f.sets": "a\nb\nc d\n"}, "kth": 2}"#;
    assert!(ask(kth).unwrap().contains(r#""options":["c","d"]"#), "{kth}");
    let paths = r#"{"question": "zdd", "eval": "paths(grid:3x3, 1, 9)"}"#;
    assert!(ask(paths).unwrap().contains(r#""count":12"#));
    for (question, said) in [
        (r#"{"question": "zdd", "eval": "{a}", "puzzle": "queens-8"}"#, "this question is about no puzzle"),
        (r#"{"question": "zdd", "eval": "{a}", "order": "rows"}"#, "no cells to be put in an order"),
        (r#"{"question": "zdd", "eval": "{a}", "cross_check": true}"#, "nothing else computes with families"),
        (r#"{"question": "zdd", "puzzle": "queens-8", "families": {"a": "b"}}"#, "no expression"),
    ] {
        let wrong = ask(question).unwrap_err();
        assert!(wrong.to_string().contains(said), "{question}: {wrong}");
    }
}

/// A family of sets of four options, each a set of bits.
type Bits = BTreeSet<u32>;

/// What an operation makes of two families, by its definition.
fn by_definition(name: &str, f: &Bits, g: &Bits) -> Bits {
    let all = || 0..16_u32;
    let lies_in = |a: u32, b: u32| a & !b == 0;
    let pairs =
        |made: fn(u32, u32) -> u32| f.iter().flat_map(|&a| g.iter().map(move |&b| made(a, b))).collect();
    let some = |keep: &dyn Fn(u32) -> bool| f.iter().copied().filter(|&a| keep(a)).collect();
    let quotient =
        || all().filter(|&a| g.iter().all(|&b| a & b == 0 && f.contains(&(a | b)))).collect::<Bits>();
    let hits = |a: u32| f.iter().all(|&b| a & b != 0);
    match name {
        "union" => f | g,
        "intersection" => f & g,
        "difference" => f - g,
        "symmetric_difference" => f ^ g,
        "join" => pairs(|a, b| a | b),
        "meet" => pairs(|a, b| a & b),
        "quotient" => quotient(),
        "remainder" => {
            let quotient = quotient();
            let whole: Bits = g.iter().flat_map(|b| quotient.iter().map(move |a| a | b)).collect();
            f - &whole
        }
        "nonsupersets" => some(&|a| !g.iter().any(|&b| lies_in(b, a))),
        "nonsubsets" => some(&|a| !g.iter().any(|&b| lies_in(a, b))),
        "supersets" => some(&|a| g.iter().any(|&b| lies_in(b, a))),
        "subsets" => some(&|a| g.iter().any(|&b| lies_in(a, b))),
        "minimal" => some(&|a| !f.iter().any(|&b| b != a && lies_in(b, a))),
        "maximal" => some(&|a| !f.iter().any(|&b| b != a && lies_in(a, b))),
        "hitting" => {
            all().filter(|&a| hits(a) && (0..4).all(|v| a >> v & 1 == 0 || !hits(a & !(1 << v)))).collect()
        }
        // A set is the intersection of all that hold it, if it is one of any.
        "closure" => {
            let holding = |a| f.iter().copied().filter(move |&b| lies_in(a, b));
            all().filter(|&a| holding(a).reduce(|b, c| b & c) == Some(a)).collect()
        }
        "complement" => all().filter(|a| !f.contains(a)).collect(),
        other => panic!("{other} is not tested"),
    }
}

proptest! {
    #[test]
    fn operations_are_those_of_the_definition(
        f in prop::collection::btree_set(0_u32..16, 0..9), g in prop::collection::btree_set(0_u32..16, 0..9),
        order in Just(vec![0_u32, 1, 2, 3]).prop_shuffle(),
    ) {
        // The options of the two families stand in different orders; all of them are in the first set, which is then taken away.
        let written = |family: &Bits, order: &[u32]| {
            let all: Vec<String> = order.iter().map(|v| format!("o{v}")).collect();
            let set = |bits: u32| (0..4).filter(|v| bits >> v & 1 == 1).map(|v| format!("o{v}")).collect::<Vec<_>>().join(" ");
            let sets: Vec<String> = family.iter().map(|&bits| format!("{{{}}}", set(bits))).collect();
            (format!("{{x {}}}\n{}", all.join(" "), sets.join("\n")), "{{x o0 o1 o2 o3}}")
        };
        let (one, other) = (written(&f, &[0, 1, 2, 3]), written(&g, &order));
        let files = [("f.sets", one.0.as_str()), ("g.sets", other.0.as_str())];
        let (f_said, g_said) = (format!("(f.sets - {})", one.1), format!("(g.sets - {})", other.1));
        let names = algebra::Binary::ALL.iter().map(|one| (one.name(), true));
        for (name, binary) in names.chain(algebra::Unary::ALL.iter().map(|one| (one.name(), false))) {
            let operands = if binary { format!("{f_said}, {g_said}") } else { f_said.clone() };
            let family = held(&format!("{name}({operands})"), &files).unwrap().family;
            let bit = |v: u32| family.names()[v as usize].strip_prefix('o').map(|v| 1 << v.parse::<u32>().unwrap());
            // The option x is in no set of f and g: where it is in one of the result, so is the set without it, and the reverse.
            let found: Bits = family.diagram().sets().filter_map(|set| set.into_iter().map(bit).sum()).collect();
            prop_assert_eq!(found, by_definition(name, &f, &g), "{}", name);
        }
    }
}
