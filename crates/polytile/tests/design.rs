//! Puzzles that are designed have as many solutions as they say, none of their givens can be spared, and none is missing; exact covers
//! that everybody knows have as many solutions as everybody knows.

use polytile::ask::{Part, Question, nobody};
use polytile::board::Region;
use polytile::design::givens::fewest;
use polytile::design::subsets::{areas, set_of, subsets};
use polytile::exact_cover::{Encoded, ExactCover};
use polytile::format::{dlx, puzzle};
use polytile::number::Count;
use polytile::pieces::{Copies, Piece, PieceSet};
use polytile::problem::{Laid, Problem, UpTo};
use polytile::run::Control;
use polytile::solve::{Options, Question as Searched, Reply, Search};
use polytile::tiling::Tiling;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

fn problem(board: &str, pieces: &str) -> Problem {
    Problem::new(board.parse().unwrap(), pieces.parse().unwrap())
}

/// All solutions, one by one.
fn solutions(problem: &Problem) -> Vec<Tiling> {
    let control = Control::default();
    let encoded = Arc::new(Encoded::new(problem, &control).unwrap());
    let question = Searched::tilings(problem.clone(), Arc::clone(&encoded));
    let search = Search::new(&question, &Options::default(), &control).unwrap();
    let mut found = Vec::new();
    search
        .list(search.beginning(), None, &control, &mut |chosen| {
            found.push(encoded.tiling(chosen));
            Reply::More
        })
        .unwrap();
    found
}

fn covers_count(text: &str) -> u64 {
    let cover: ExactCover = dlx::parse(text).unwrap().cover;
    let control = Control::default();
    let search = Search::new(&Searched::covers(cover), &Options::default(), &control).unwrap();
    search.count(search.beginning(), None, &control).unwrap().found
}

fn made(what: &str, of: &str) -> String {
    let question: Question =
        format!(r#"{{"question": "make", "what": "{what}", "of": "{of}"}}"#).parse().unwrap();
    question.ask(&Control::default(), &mut nobody).unwrap().text()
}

#[test]
fn what_everybody_knows() {
    // OEIS A000170, twice A014552, A002860; the partridges of orders 2 to 4 have no solution.
    for (what, of, count) in [
        ("queens", "1", 1),
        ("queens", "2", 0),
        ("queens", "6", 4),
        ("queens", "8", 92),
        ("langford", "3", 2),
        ("langford", "4", 2),
        ("langford", "5", 0),
        ("langford", "7", 52),
        ("latin", "1", 1),
        ("latin", "3", 12),
        ("latin", "4", 576),
        ("partridge", "1", 1),
        ("partridge", "2", 0),
        ("partridge", "4", 0),
    ] {
        assert_eq!(covers_count(&made(what, of)), count, "{what} {of}");
    }
    // Chromatic polynomials: of a square, (k - 1)^4 + (k - 1); of the edges of a tetrahedron, k! / (k - 4)!.
    for (graph, colours, count) in [("cycle:4", 3, 18), ("complete:4", 5, 120), ("a b\nb c\n", 2, 2)] {
        let question =
            serde_json::json!({"question": "make", "what": "colouring", "of": graph, "colours": colours});
        let question: Question = question.to_string().parse().unwrap();
        let text = question.ask(&Control::default(), &mut nobody).unwrap().text();
        assert_eq!(covers_count(&text), count, "{graph}");
    }
    assert_eq!(covers_count(&made("colouring", "grid:3x3")), 2);
    // The square of TAOCP's kind that these six words make, and its mirror image.
    assert_eq!(covers_count(&made("word-rectangle", "tar era net ten are rat")), 2);
    assert_eq!(covers_count(&made("word-rectangle", "ab cd ace bdf fig")), 0);
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert_eq!(covers_count(&made("sudoku", sudoku)), 1);
    // Without the clues of the last box, as many as another program finds: by two engines.
    let open = format!("{}...", &sudoku[..78]);
    let text = made("sudoku", &open);
    let count = covers_count(&text);
    let control = Control::default();
    let cover = dlx::parse(&text).unwrap().cover;
    let order = polytile::zdd::cover::narrow(&cover, &control).unwrap();
    let diagram = polytile::zdd::cover::build(&cover, &order, &control).unwrap();
    assert_eq!(diagram.count(&control).unwrap(), Count::from(count));
    assert!(count > 0);
}

#[test]
fn a_sudoku_is_read_everywhere() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let ask = |text: &str| text.parse::<Question>().unwrap().ask(&Control::default(), &mut nobody);
    let unique = ask(&format!(r#"{{"question": "unique", "puzzle": "{line}"}}"#)).unwrap();
    assert_eq!(unique.text(), "unique\n");
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    let drawn = ask(&format!(r#"{{"question": "unique", "puzzle": "{}\n"}}"#, rows.join("\\n"))).unwrap();
    assert_eq!(drawn.text(), "unique\n");
    let twice = line.replacen("53", "55", 1);
    let said = ask(&format!(r#"{{"question": "unique", "puzzle": "{twice}"}}"#)).unwrap_err();
    assert_eq!(said.to_string(), "there are two 5 in one row");
    let changed =
        ask(&format!(r#"{{"question": "unique", "puzzle": "{line}", "tatami": true}}"#)).unwrap_err();
    assert!(changed.to_string().contains("sudoku"), "{changed}");
}

/// Every choice of pieces by itself, counted as a puzzle of its own.
fn one_by_one(problem: &Problem, up_to: Option<UpTo>) -> Vec<(Vec<u64>, Count)> {
    let set = set_of(problem);
    let mut choices: Vec<Vec<u64>> = vec![Vec::new()];
    for piece in &set.pieces {
        let most = u64::from(piece.copies.max().unwrap());
        let longer = |copies: Vec<u64>| {
            (u64::from(piece.copies.min())..=most)
                .map(move |n| copies.iter().copied().chain([n]).collect::<Vec<u64>>())
        };
        choices = choices.into_iter().flat_map(longer).collect();
    }
    let area = |copies: &[u64]| -> usize {
        set.pieces.iter().zip(copies).map(|(p, &n)| p.size() * n as usize).sum()
    };
    choices.retain(|copies| area(copies) == problem.region.len());
    let counted = |copies: Vec<u64>| {
        let pieces = set.pieces.iter().zip(&copies).filter(|(_, n)| **n > 0);
        let pieces = pieces.map(|(piece, &n)| Piece { copies: Copies::exactly(n as u32), ..piece.clone() });
        let alone = Problem::new(problem.region.clone(), PieceSet::new(pieces.collect()));
        let options = polytile::count::CountOptions { up_to, ..Default::default() };
        let count = polytile::count::count(&alone, &options, &Control::default()).unwrap().answer.total();
        (copies, count)
    };
    choices.into_iter().map(counted).collect()
}

#[test]
fn every_choice_is_seen() {
    let heart: Region = ".##.##.\n#######\n#######\n.#####.\n..###..\n".parse().unwrap();
    for (problem, up_to) in [
        (problem("3x5", "pentominoes"), None),
        (problem("4x5", "pentominoes"), Some(UpTo::Symmetries)),
        (problem("4x4", "0..2:tetrominoes,0..4:dominoes"), None),
        (problem("3x4", "1..2:L3,0..1:I3,domino,O4"), Some(UpTo::Rotations)),
        (Problem::new(heart, "pentominoes,monomino".parse().unwrap()), None),
    ] {
        let all = one_by_one(&problem, up_to);
        let zero = Count::from(0_u8);
        for (least, most) in [(1, 1), (1, 3), (2, 1000)] {
            let wanted = |n: &Count| *n >= Count::from(least as u32) && *n <= Count::from(most as u32);
            let found = subsets(&problem, up_to, &wanted, &Control::default()).unwrap();
            let expected: BTreeSet<_> = all.iter().filter(|(_, n)| wanted(n)).cloned().collect();
            let seen: BTreeSet<_> =
                found.found.iter().map(|s| (s.copies.clone(), s.solutions.clone())).collect();
            assert_eq!(seen, expected);
            assert!(found.found.is_sorted_by(|a, b| a.solutions <= b.solutions));
            assert_eq!(found.choices, Count::from(all.len()));
            assert_eq!(found.filling, all.iter().filter(|(_, n)| *n != zero).count() as u64);
        }
    }
}

#[test]
fn puzzles_that_are_made_have_as_many_solutions_as_they_say() {
    let text = r#"{"question": "design_pieces", "board": "4x5", "pieces": "pentominoes", "solutions": "1..4", "limit": 12}"#;
    let question: Question = text.parse().unwrap();
    assert_eq!(serde_json::to_string(&question).unwrap().parse(), Ok(question.clone()));
    let mut made = 0;
    let answer = question.ask(&Control::default(), &mut |part| {
        if let Part::Designed(designed) = part {
            made += 1;
            assert_eq!(designed.number, made);
            let read = puzzle::parse(&designed.puzzle).unwrap();
            assert_eq!(
                polytile::ask::json(&designed.solutions),
                serde_json::json!(solutions(&read.problem).len())
            );
            assert_eq!(designed.pieces.parse::<PieceSet>().unwrap().len(), read.problem.pieces.len());
        }
        ControlFlow::Continue(())
    });
    assert_eq!(answer.unwrap().json()["made"], made);
    assert!(made > 3);
}

#[test]
fn grades_that_are_known_are_not_found_out_again() {
    use polytile::ask::design::pieces::{DesignPieces, Grades};
    let (tiled, _) = polytile::format::subject::Words::of("4x5", "pentominoes").tiled().unwrap();
    let question =
        DesignPieces { solutions: Some("1..8".parse().unwrap()), grade: true, ..DesignPieces::default() };
    let made = |known: Grades| {
        let mut made = Vec::new();
        let answer = question.resume(
            &tiled,
            known,
            &Control::default(),
            &mut |part| {
                if let Part::Designed(designed) = part {
                    made.push((designed.pieces, designed.grade));
                }
                ControlFlow::Continue(())
            },
            &mut |_| {},
        );
        answer.unwrap();
        made
    };
    let all = made(Grades::new());
    assert!(all.len() > 3 && all.iter().all(|(_, grade)| grade.is_some_and(|grade| grade >= 1.0)));
    // What is known is believed.
    let known: Grades = all.iter().take(2).map(|(pieces, _)| (pieces.clone(), Some(9.5))).collect();
    let again = made(known);
    assert!(again[..2].iter().all(|(_, grade)| *grade == Some(9.5)) && again[2..] == all[2..]);
}

/// How many solutions a search lists.
fn listed(problem: &Problem) -> u64 {
    let control = Control::default();
    let encoded = Encoded::new(problem, &control).unwrap();
    let question = Searched::tilings(problem.clone(), encoded);
    let search = Search::new(&question, &Options::default(), &control).unwrap();
    let mut listed = 0;
    let mut told = |_: &[u32]| {
        listed += 1;
        Reply::More
    };
    search.list(search.beginning(), None, &control, &mut told).unwrap();
    listed
}

#[test]
fn symmetric_boards_in_a_square_have_as_many_solutions_as_they_say() {
    let text = r#"{"question": "design_board", "board": "6x6", "pieces": "I,L,P,U,V,Y", "symmetry": "any", "up_to": "symmetries"}"#;
    let question: Question = text.parse().unwrap();
    assert_eq!(serde_json::to_string(&question).unwrap().parse(), Ok(question.clone()));
    let mut made = 0;
    let answer = question.ask(&Control::default(), &mut |part| {
        if let Part::DesignedBoard(designed) = part {
            made += 1;
            // Every board is listed by the search of exact covers, one solution of each class.
            let problem = puzzle::parse(&designed.puzzle).unwrap().problem;
            let symmetries = problem.region.symmetries().count() as u64;
            assert!(symmetries > 1 && problem.region.len() == 30);
            // No solution is an image of itself (see below), so that there are as many as symmetries.
            assert_eq!(listed(&problem), symmetries);
        }
        ControlFlow::Continue(())
    });
    let answer = answer.unwrap().json();
    assert_eq!((&answer["found"], &answer["complete"]), (&made.into(), &true.into()));
    assert_eq!((made, &answer["filled"]), (103, &658.into()));
    // Of the solutions of a board with a symmetry one alone would have it too, and these pieces have none that does.
    let text = text.replace(r#", "up_to": "symmetries""#, "");
    let answer = text.parse::<Question>().unwrap().ask(&Control::default(), &mut nobody).unwrap();
    assert!(
        answer.text().ends_with("count as several: --up-to symmetries counts them once\n"),
        "{}",
        answer.text()
    );
    let answer = answer.json();
    assert_eq!((&answer["found"], &answer["complete"]), (&0.into(), &true.into()));
}

#[test]
fn rows_of_slides_that_were_handed_over_are_resumed() {
    use polytile::ask::design::slide::{DesignSlide, DesignedSlide};
    let question = DesignSlide { cars: Some("4x4".to_owned()), to: Some(4), ..DesignSlide::default() };
    let rows = |known: &[DesignedSlide]| {
        let mut rows = Vec::new();
        let answer = question.resume(None, known, &Control::default(), &mut |part| {
            if let Part::DesignedSlide(row) = part {
                rows.push(*row);
            }
            ControlFlow::Continue(())
        });
        (rows, answer.unwrap())
    };
    let (whole, answer) = rows(&[]);
    assert!(whole.len() == 4 && whole.iter().all(|row| row.complete));
    let (resumed, same) = rows(&whole[..2]);
    assert_eq!((&resumed, same.sets, same.moves), (&whole, answer.sets, answer.moves));
}

#[test]
fn what_cannot_be_designed() {
    let said = |question: &str| {
        let asked = question.parse::<Question>().map_err(|e| (e.to_string(), e.help));
        let answered = asked.and_then(|question| {
            question
                .ask(&Control::default(), &mut nobody)
                .map_err(|e| (e.to_string(), e.help().map(str::to_owned)))
        });
        let (message, help) = answered.unwrap_err();
        format!("{message}; {}", help.unwrap_or_default())
    };
    insta::assert_snapshot!(
        [
            r#"{"question": "design_pieces", "board": "4x4", "pieces": "pentominoes"}"#,
            r#"{"question": "design_pieces", "board": "7x8", "pieces": "1:L3,1:O4"}"#,
            r#"{"question": "design_pieces", "board": "4x5", "pieces": "pentominoes", "solutions": "5..2"}"#,
            r#"{"question": "design_pieces", "board": "4x5", "pieces": "pentominoes", "solutions": 0}"#,
            r#"{"question": "design_pieces", "board": "4x5", "pieces": "pentominoes", "solutions": "few"}"#,
            r#"{"question": "design_board", "board": "4x4", "pieces": "F,P", "symmetry": "odd"}"#,
            r#"{"question": "design_slide", "cars": "4x4", "puzzle": "klotski"}"#,
            r#"{"question": "design_slide"}"#,
            r#"{"question": "make", "what": "sudoku"}"#,
            r#"{"question": "make", "what": "latin", "seed": 3}"#,
            r#"{"question": "make", "what": "queens", "of": "0"}"#,
            r#"{"question": "make", "what": "queens", "of": "eight"}"#,
            r#"{"question": "make", "what": "partridge", "of": "17"}"#,
            r#"{"question": "make", "what": "sudoku", "of": "123"}"#,
            r#"{"question": "make", "what": "sudoku", "of": "8", "board": "4x4"}"#,
            r#"{"question": "make", "what": "word-rectangle"}"#,
            r#"{"question": "make", "what": "word-rectangle", "of": "to b3"}"#,
            r#"{"question": "make", "what": "word-rectangle", "of": "a bb ccc"}"#,
            r#"{"question": "make", "what": "colouring", "of": "a a"}"#,
            r#"{"question": "make", "what": "colouring", "of": "cycle:5", "colours": 0}"#,
            r#"{"question": "make", "what": "queens", "of": "5", "colours": 3}"#,
            r#"{"question": "design_board", "board": "4x4", "pieces": "F,P", "tries": 9}"#,
            r#"{"question": "design_board", "board": "4x4", "pieces": "F,P", "seed": 1, "tries": 0}"#,
            r#"{"question": "design_slide", "cars": "3x3", "walls": 9}"#,
            r#"{"question": "design_slide", "puzzle": "3x3"}"#,
        ]
        .map(said)
        .join("\n")
    );
    assert_eq!(areas(&problem("4x4", "pentominoes"), &Control::default()), Ok(Some(vec![10, 15, 20, 25])));
}

/// The solutions that have all of what is given.
fn left<'t>(all: &'t [Tiling], given: &[Laid]) -> Vec<&'t Tiling> {
    all.iter().filter(|tiling| given.iter().all(|one| tiling.laid().contains(one))).collect()
}

/// The least number of placements that only one tiling has, by trying all sets of placements.
fn least(all: &[Tiling]) -> usize {
    let smaller = |size: usize| {
        all.iter().any(|tiling| {
            let laid = tiling.laid();
            (0_u32..1 << laid.len()).filter(|set| set.count_ones() as usize == size).any(|set| {
                let given: Vec<Laid> =
                    (0..laid.len()).filter(|i| set >> i & 1 == 1).map(|i| laid[i].clone()).collect();
                left(all, &given).len() == 1
            })
        })
    };
    (0..=20).find(|&size| smaller(size)).unwrap()
}

#[test]
fn givens_are_as_few_as_can_be() {
    for (board, pieces) in [
        ("4x4", "dominoes"),
        ("2x6", "L3"),
        ("3x3", "trominoes,monomino"),
        ("3x4", "0..2:L3,dominoes"),
        ("cylinder:2x4", "dominoes"),
        ("4x5", "1:O4,T4,L4,I4"),
        ("2x2", "O4"),
    ] {
        let problem = problem(board, pieces);
        let all = solutions(&problem);
        let found = fewest(&problem, false, &Control::default()).unwrap().unwrap();
        assert!(found.minimum);
        assert_eq!(found.solutions, Some(all.len() as u64));
        assert_eq!(left(&all, &found.given), [&found.solution]);
        assert_eq!(found.given.len(), least(&all), "{board} {pieces}");
    }
    assert_eq!(fewest(&problem("3x3", "dominoes"), false, &Control::default()), Ok(None));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_given_can_be_left_out(
        rows in 2_u32..5, cols in 2_u32..6, which in 0_usize..4, minimal in any::<bool>(), first in any::<Option<Index>>(),
    ) {
        let pieces = ["dominoes", "dominoes,monomino", "trominoes,dominoes", "0..3:L3,0..2:O4,dominoes"][which];
        let mut problem = problem(&format!("{rows}x{cols}"), pieces);
        let mut all = solutions(&problem);
        prop_assume!(!all.is_empty() && all.len() < 3000);
        if let Some(first) = first {
            // Something is given before.
            let given = first.get(first.get(&all).laid()).clone();
            problem = problem.with_given(vec![given.clone()]).unwrap();
            all = left(&all, &[given]).into_iter().cloned().collect();
        }
        let found = fewest(&problem, minimal, &Control::default()).unwrap().unwrap();
        prop_assert_eq!(left(&all, &found.given), [&found.solution]);
        prop_assert!(found.given.iter().all(|given| !problem.given.contains(given)));
        for spared in 0..found.given.len() {
            let mut fewer = found.given.clone();
            fewer.remove(spared);
            prop_assert!(left(&all, &fewer).len() > 1, "{:?} can be spared", found.given[spared]);
        }
        let one = problem.with_given(found.given).unwrap();
        prop_assert_eq!(one.count().unwrap(), Count::from(1_u8));
    }
}

#[test]
fn boards_and_pieces_are_ranked_by_symmetry() {
    // Boards: most symmetries first, and all of them are made or counted.
    let text = r#"{"question": "design_board", "board": "4x4", "pieces": "F,P", "solutions": "1..",
        "rank": "symmetry", "limit": 4}"#;
    let question: Question = text.parse().unwrap();
    let (mut symmetries, mut all) = (Vec::new(), 0);
    let boards = |text: &str| {
        let mut made = Vec::new();
        let answer = text.parse::<Question>().unwrap().ask(&Control::default(), &mut |part| {
            if let Part::DesignedBoard(designed) = part {
                let problem = puzzle::parse(&designed.puzzle).unwrap().problem;
                made.push((problem.region.symmetries().count() as u64, designed.symmetries, designed.number));
            }
            ControlFlow::Continue(())
        });
        (made, answer.unwrap().json())
    };
    assert_eq!(serde_json::to_string(&question).unwrap().parse(), Ok(question));
    let (made, answer) = boards(text);
    assert!(made.iter().all(|(counted, said, _)| Some(*counted) == *said));
    assert!(made.iter().map(|(_, _, number)| *number).eq(1..=4));
    symmetries.extend(made.iter().map(|(counted, ..)| *counted));
    let (unranked, whole) =
        boards(r#"{"question": "design_board", "board": "4x4", "pieces": "F,P", "solutions": "1.."}"#);
    assert_eq!(
        (&answer["found"], &answer["made"], &answer["complete"]),
        (&whole["found"], &4.into(), &true.into())
    );
    let mut sorted: Vec<u64> = unranked.iter().map(|(counted, ..)| *counted).collect();
    sorted.sort_by_key(|&n| std::cmp::Reverse(n));
    all += sorted.len();
    assert_eq!(symmetries, sorted[..4]);
    assert!(all > 4 && symmetries[0] > 1 && unranked.iter().all(|(_, said, _)| said.is_none()));
    // Pieces that may not be turned over: a mirror of the board carries some choices to others.
    let text = r#"{"question": "design_pieces", "board": "4x4", "pieces": "0..2:tetrominoes", "flips": false,
        "solutions": "1..", "rank": "symmetry"}"#;
    let mut ranked = Vec::new();
    let _ = text.parse::<Question>().unwrap().ask(&Control::default(), &mut |part| {
        if let Part::Designed(designed) = part {
            ranked.push(designed.symmetries.unwrap());
        }
        ControlFlow::Continue(())
    });
    assert!(ranked.is_sorted_by(|a, b| a >= b), "{ranked:?}");
    assert_eq!((ranked.first(), ranked.last()), (Some(&8), Some(&4)));
}

#[test]
fn what_was_not_tried_is_no_cell_without_boards() {
    let asked = |more: &str| {
        let text = format!(r#"{{"question": "design_board", "board": "3x7", "pieces": "L,P,U,Y"{more}}}"#);
        let question: Question = text.parse().unwrap();
        let polytile::ask::Asked::DesignBoard(board) = question.asked else { panic!() };
        let (tiled, _) = question.about.tiled().unwrap();
        board.answer(&tiled, &Control::default(), &mut nobody).unwrap().heat().unwrap().text()
    };
    let whole = asked("");
    assert!(whole.contains('#') && !whole.contains('?'), "{whole}");
    for some in [r#", "limit": 1"#, r#", "seed": 1, "tries": 5"#] {
        let text = asked(some);
        assert!(text.contains("? not tried") && text.lines().nth(2).unwrap().contains('?'), "{text}");
    }
    let text = r#"{"question": "design_board", "board": "3x7", "pieces": "L,P,U,Y", "limit": 0}"#;
    let refused = text.parse::<Question>().unwrap().ask(&Control::default(), &mut nobody).unwrap_err();
    assert_eq!(refused.to_string(), "a limit of 0 leaves no puzzle to be made");
}

#[test]
fn every_puzzle_that_is_designed_says_how_hard_it_is() {
    let said = |text: &str, key: &str| {
        let question: Question = text.parse().unwrap();
        let mut written = Vec::new();
        let answer = question.ask(&Control::default(), &mut |part| {
            if let Part::DesignedSlide(row) = part {
                written.extend(row.hardest.map(|hardest| hardest.puzzle));
            }
            ControlFlow::Continue(())
        });
        written.extend(answer.unwrap().json()[key].as_str().map(str::to_owned));
        written
    };
    let slides = said(r#"{"question": "design_slide", "cars": "3x3", "metric": "slide"}"#, "none");
    assert!(slides.len() > 2);
    for text in slides {
        let read = polytile::format::sliding::parse(&text).unwrap();
        let difficulty: f64 = read.further.difficulty.unwrap().parse().unwrap();
        assert!((1.0..=10.0).contains(&difficulty));
    }
    let given = said(r#"{"question": "design_givens", "board": "4x4", "pieces": "dominoes"}"#, "puzzle");
    assert!(puzzle::parse(&given[0]).unwrap().further.difficulty.is_some());
    let mind = said(r#"{"question": "design_number_mind", "secret": "42"}"#, "written");
    let mind = polytile::format::number_mind::parse(&mind[0]).unwrap();
    assert!(mind.about.further.difficulty.unwrap().parse::<f64>().is_ok());
}
