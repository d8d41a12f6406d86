//! Grades put puzzles into the order in which a search finds them hard.

use polytile::ask::{Question, nobody};
use polytile::format::shipped::Shipped;
use polytile::format::sliding;
use polytile::run::Control;
use polytile::sliding::{ExploreOptions, Metric, explore};
use serde_json::{Value, json};

/// The grade, the effort, and the nodes of the search for each solution.
fn inspected(puzzle: Value) -> (f64, f64, f64) {
    let mut question = puzzle;
    question["question"] = "inspect".into();
    let question: Question = question.to_string().parse().unwrap();
    let answer = question.ask(&Control::default(), &mut nobody).unwrap().json();
    let number =
        |key: &str| answer[key].as_f64().unwrap_or_else(|| answer[key].as_str().unwrap().parse().unwrap());
    let grade = &answer["grade"];
    let (grade, effort) = (grade["grade"].as_f64().unwrap(), grade["effort"].as_f64().unwrap());
    (grade, effort, number("nodes") / (number("solutions") + 1.0))
}

/// Ranks, those of equals being their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: f64| {
        let less = values.iter().filter(|&&other| other < value).count();
        let more = values.iter().filter(|&&other| other > value).count();
        f64::midpoint(less as f64 + 1.0, (values.len() - more) as f64)
    };
    values.iter().map(|&value| rank(value)).collect()
}

/// Spearman's: the correlation of the ranks.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = f64::midpoint(1.0, a.len() as f64);
    let product =
        |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

#[test]
fn grades_agree_with_the_effort_of_a_search() {
    let mut puzzles: Vec<Value> = [
        "langford-8",
        "queens-8",
        "word-square",
        "langford-8-half",
        "sudoku",
        "soma",
        "slothouber-graatsma",
        "tetrahexes-4x7",
        "pentominoes-3x20",
        "deficient-8x8",
        "fault-free-square",
    ]
    .map(|name| json!({"puzzle": name}))
    .into();
    let boards = ["4x5", "5x5", "3x10", "5x6", "5x7", "4x10", "5x8", "3x15"];
    for (number, board) in boards.iter().enumerate() {
        let question = json!({"question": "design_pieces", "board": board, "pieces": "pentominoes", "solutions": "1..20"});
        let question: Question = question.to_string().parse().unwrap();
        let mut found = Vec::new();
        question
            .ask(&Control::default(), &mut |part| {
                found.push(part.json()["pieces"].clone());
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        let apart = found.len() / 5;
        for pieces in found.into_iter().skip(number).step_by(apart.max(1)).take(5) {
            puzzles.push(json!({"board": board, "pieces": pieces}));
        }
    }
    let mut all = (Vec::new(), Vec::new());
    for puzzle in puzzles {
        let (_, effort, nodes) = inspected(puzzle);
        all.0.push(effort);
        all.1.push(nodes);
    }
    let correlation = rank_correlation(&all.0, &all.1);
    assert_eq!(all.0.len(), 50);
    assert!(correlation >= 0.7, "{correlation}");
}

/// The grade of a sliding-block puzzle, and how many states are nearer than its goal: what a search goes through.
fn explored(puzzle: &str, metric: Metric) -> Option<(f64, f64)> {
    let puzzle = sliding::parse(puzzle).unwrap().puzzle;
    let options = ExploreOptions { metric, ..ExploreOptions::default() };
    let explored = explore(&puzzle, &options, &Control::default()).unwrap();
    let nearer = explored.levels.iter().take(explored.solved_in? as usize).sum::<u64>();
    Some((explored.grade()?, nearer as f64))
}

#[test]
fn grades_of_sliding_blocks_agree_with_the_effort_of_a_search() {
    let small = [
        "dads-puzzle",
        "klotski",
        "mas-puzzle",
        "motor-cars",
        "huarong-smooth-sailing",
        "huarong-first-come",
    ];
    let mut puzzles: Vec<String> =
        small.map(|name| Shipped::find(name).unwrap().text.to_owned()).into_iter().collect();
    for cars in ["3x3", "3x4", "4x3", "4x4", "3x5"] {
        let question = json!({"question": "design_slide", "cars": cars, "to": 5});
        let question: Question = question.to_string().parse().unwrap();
        question
            .ask(&Control::default(), &mut |part| {
                puzzles.extend(part.json()["hardest"]["puzzle"].as_str().map(str::to_owned));
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
    }
    let all: Vec<(f64, f64)> = puzzles
        .iter()
        .flat_map(|puzzle| [Metric::Step, Metric::Slide].map(|metric| explored(puzzle, metric)))
        .flatten()
        .take(50)
        .collect();
    assert_eq!(all.len(), 50);
    assert!(all.iter().all(|(grade, _)| (1.0..=10.0).contains(grade)));
    let (grades, nodes): (Vec<f64>, Vec<f64>) = all.into_iter().unzip();
    let correlation = rank_correlation(&grades, &nodes);
    assert!(correlation >= 0.7, "{correlation}");
}

/// Sudokus with the ratings of Sudoku Explainer that were published with them: those of the New York Times that a reader rated, and
/// those that were called the hardest.
const RATED: [(&str, f64); 16] = [
    ("900104500007080060800903001003000600010400000708000200040307000000001400070000090", 1.7),
    ("000004002060350100300100006000005000500007800002040000800006910107400000053000000", 1.7),
    ("000006090065300002003070000000967028000082000000001000030000010092000083806200009", 2.0),
    ("000000001060000407001069005070200000500090100400000850900680000040020306007000000", 2.0),
    ("000009000301500090409000005063000000000008720000210600004900200000753004500000070", 2.0),
    ("500000300009000027400105009200000070000006000006049000300027900080600000000034012", 2.0),
    ("000007008100205000800030059060000007050090086000608543502000000400000000000024300", 2.0),
    ("002059000090280070107000000006900013580100400000000006000000000030000104201000900", 2.0),
    ("000047010020500006000900005003000060004800000006000492040030000800006070500401000", 2.0),
    ("000000014863000700000000300208009053500060000040080020050040061010005000000000030", 2.0),
    ("030070000904100000000003407420000703005000080000800000006000010000080002100490030", 2.6),
    // AI Escargot, Platinum Blonde, of Arto Inkala in 2012, Easter Monster, Golden Nugget.
    ("100007090030020008009600500005300900010080002600004000300000010040000007007000300", 10.5),
    ("000000012000000003002300400001800005060070800000009000008500000900040500470006000", 10.6),
    ("800000000003600000070090200050007000000045700000100030001000068008500010090000400", 10.7),
    ("100000002090400050006000700050903000000070000000850040700000600030009080002000001", 11.6),
    ("000000039000001005003050800008090006070002000100400000009080050020000600400700000", 11.9),
];

#[test]
fn grades_of_sudokus_agree_with_published_ones() {
    let grades: Vec<f64> = RATED.iter().map(|(line, _)| inspected(json!({ "puzzle": line })).0).collect();
    let published: Vec<f64> = RATED.iter().map(|&(_, rating)| rating).collect();
    let correlation = rank_correlation(&grades, &published);
    assert!(correlation >= 0.7, "{correlation} {grades:?}");
    // Those of newspapers, and those that need long chains, are told apart.
    let hardest = published.iter().position(|&rating| rating > 10.0).unwrap();
    let (easy, hard) = grades.split_at(hardest);
    assert!(easy.iter().all(|grade| hard.iter().all(|other| grade < other)), "{grades:?}");
}

/// A sudoku that needs nothing but single candidates, and one that its maker, Arto Inkala, called the hardest (2010).
#[test]
fn published_sudokus_are_in_order() {
    let graded = |line: &str| inspected(json!({ "puzzle": line })).0;
    let easy = graded("003020600900305001001806400008102900700000008006708200002609500800203009005010300");
    let hard = graded("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..");
    assert!(easy < 1.05 && hard > 3.0, "{easy} {hard}");
}
