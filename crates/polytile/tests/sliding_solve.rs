//! Shortest solutions: the published lengths of classics, and other programs' formats. Random puzzles are in
//! `sliding_random`, wrong solutions in `checkers`.

use polytile::format::sliding::{parse, read};
use polytile::run::{Control, LevelsError, Progress};
use polytile::sliding::{
    Answer, Distances, Metric, Move, Position, Puzzle, SIDES, Solutions, SolveEngine, SolveOptions,
    Unsolvable, check_solution, is_begun, solve, tidy,
};
use proptest::prelude::*;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn by(metric: Metric, engine: SolveEngine) -> SolveOptions {
    SolveOptions { engine: Some(engine), ..SolveOptions::by(metric) }
}

/// Drawings as puzzles: the start, and the goal.
fn drawn(start: &str, goal: &str, more: &str) -> Puzzle {
    parse(&format!("start = '''\n{start}\n'''\ngoal = '''\n{goal}\n'''\n{more}\n")).unwrap().puzzle
}

fn solved(puzzle: &Puzzle, metric: Metric, engine: impl Into<Option<SolveEngine>>) -> Solutions {
    let options = SolveOptions { engine: engine.into(), ..SolveOptions::by(metric) };
    match solve(puzzle, &options, &Control::default()).unwrap().answer {
        Answer::Solved(solutions) => *solutions,
        Answer::Unsolvable(why) => panic!("unsolvable: {why:?}"),
    }
}

fn klotski() -> Puzzle {
    drawn("ABBC\nABBC\nDEEF\nDGHF\nI..J", "....\n....\n....\n.BB.\n.BB.", "")
}

fn dad() -> Puzzle {
    drawn("AABB\nAACC\nDE..\nFGHH\nFGII", "....\n....\n....\nAA..\nAA..", "")
}

/// Solves in all metrics by all methods that apply, and replays what is found.
fn takes(puzzle: &Puzzle, lengths: [usize; 3]) {
    for (metric, length) in Metric::ALL.into_iter().zip(lengths) {
        let solutions = solved(puzzle, metric, SolveEngine::FromStart);
        assert_eq!(solutions.length(), length, "{metric}");
        let count = solutions.count(&Control::default()).unwrap();
        for moves in solutions.iter().take(20) {
            assert_eq!(moves.len(), length);
            assert_eq!(check_solution(puzzle, metric, &moves), Ok(()));
        }
        for engine in [None, Some(SolveEngine::BothEnds)] {
            let again = solved(puzzle, metric, engine);
            assert_eq!(again.length(), length, "{metric} {engine:?}");
            assert_eq!(again.count(&Control::default().threads(2)).unwrap(), count, "{metric} {engine:?}");
        }
    }
}

#[test]
fn laying_out_the_goals_is_stopped_too() {
    // Only one of 24 pieces has a place; the others stand in any order.
    let text = "distinct = true\nstart = '''\nabcde\nfghij\nklmno\npqrst\nuvwx.\n'''\ngoal = '''\n.....\n.....\n.....\n.....\n....a\n'''";
    let puzzle = parse(text).unwrap().puzzle;
    let at_once = Control::default().time_limit(std::time::Duration::ZERO);
    for (control, what) in
        [(at_once, "the time limit was reached after "), (Control::default().memory(1 << 20), "the list of ")]
    {
        let error =
            solve(&puzzle, &by(Metric::Step, SolveEngine::BothEnds), &control).unwrap_err().to_string();
        assert!(error.starts_with(what) && error.contains(" goal position"), "{error}");
    }
}

#[test]
fn classics_take_what_is_published() {
    takes(&klotski(), [116, 90, 81]);
    takes(&dad(), [83, 62, 59]);
    let rush_hour = read("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n").unwrap().puzzle;
    assert_eq!(solved(&rush_hour, Metric::Slide, None).length(), 60);
}

#[test]
fn the_eight_puzzle_is_at_most_31_moves_away() {
    let farthest = drawn("867\n254\n3.1", "123\n456\n78.", "distinct = true");
    for engine in [SolveEngine::FromStart, SolveEngine::BothEnds, SolveEngine::Tiles] {
        let solutions = solved(&farthest, Metric::Step, engine);
        assert_eq!(solutions.length(), 31, "{engine:?}");
        assert_eq!(solutions.count(&Control::default()).unwrap(), 40_u32.into(), "{engine:?}");
        let all: HashSet<Vec<Move>> = solutions.iter().collect();
        assert_eq!(all.len(), 40, "{engine:?}");
        for moves in &all {
            assert_eq!(check_solution(&farthest, Metric::Move, moves), Ok(()));
        }
    }
    let odd = drawn("213\n456\n78.", "123\n456\n78.", "distinct = true");
    let why = |engine| match solve(&odd, &by(Metric::Step, engine), &Control::default()).unwrap().answer {
        Answer::Unsolvable(why) => why,
        Answer::Solved(_) => panic!("half of all positions cannot be reached"),
    };
    assert_eq!(why(SolveEngine::Tiles), Unsolvable::Parity);
    assert_eq!(why(SolveEngine::FromStart), Unsolvable::FromStart(181_440));
    assert!(matches!(
        why(SolveEngine::BothEnds),
        Unsolvable::FromGoals(181_440) | Unsolvable::FromStart(181_440)
    ));
}

#[test]
fn tiles_agree_with_the_search_from_both_ends() {
    // The empty cell in a corner, where the tables are looked up mirrored too, and elsewhere.
    let boards = [
        ("4321\n567.", "1234\n567."),
        ("7654\n32.1", ".123\n4567"),
        ("76\n5.\n43\n12", "12\n3.\n45\n67"),
        ("8.6\n547\n231", "123\n8.4\n765"),
    ];
    for (start, goal) in boards {
        let puzzle = drawn(start, goal, "distinct = true");
        let answer = |engine| {
            solve(&puzzle, &by(Metric::Slide, engine), &Control::default().threads(2)).unwrap().answer
        };
        match (answer(SolveEngine::Tiles), answer(SolveEngine::BothEnds)) {
            (Answer::Solved(tiles), Answer::Solved(ends)) => {
                assert_eq!(tiles.length(), ends.length(), "{start}");
                let count = |solutions: &Solutions| solutions.count(&Control::default().threads(2)).unwrap();
                assert_eq!(count(&tiles), count(&ends), "{start}");
                let all = |solutions: &Solutions| solutions.iter().collect::<HashSet<_>>();
                assert_eq!(all(&tiles), all(&ends), "{start}");
            }
            (Answer::Unsolvable(Unsolvable::Parity), Answer::Unsolvable(_)) => {}
            (tiles, ends) => panic!("{start}: {tiles:?} but {ends:?}"),
        }
    }
}

#[test]
fn the_fifteen_puzzle_is_solved() {
    let puzzle = drawn("5123\n9674\nd.a8\nefbc", "1234\n5678\n9abc\ndef.", "distinct = true");
    let solutions = solved(&puzzle, Metric::Step, None);
    let moves = solutions.iter().next().unwrap();
    assert_eq!((solutions.length(), check_solution(&puzzle, Metric::Step, &moves)), (moves.len(), Ok(())));
    assert_eq!(solutions.length(), solved(&puzzle, Metric::Step, SolveEngine::BothEnds).length());
}

#[test]
fn other_programs_puzzles_take_what_they_say() {
    let silly =
        "5 x 5 (a silly example)\n1 = 111/01\n2 = 101/111\n3 = 1\n1xx200000000033\n000xx00033001002\n";
    takes(&read(silly).unwrap().puzzle, [20, 10, 4]);
    let js2 = "! L'Ane Rouge\nxsize: 4\nysize: 5\npiece: 1 (0,0) (1,0) (0,1) (1,1)\npiece: 2 (0,0) (1,0);\n\
               piece: 3 (0,0)(0, 1)\npiece: 4 (0,0)\nput: 3 (0,0)\nput: 1 (1,0)\nput: 3 (3,0)\nput: 3 (0,2)\n\
               put: 2 (1,2)\nput: 3 (3,2)\nput: 4 (1,3)\nput: 4 (2,3)\nput: 4 (1,4)\nput: 4 (2,4)\nwin: 1 (1,3)\n\
               numthreads: 3\n";
    let read = read(js2).unwrap();
    assert_eq!(read.title.as_deref(), Some("L'Ane Rouge"));
    // Klotski again, but the four small pieces stand together: two steps less.
    takes(&read.puzzle, [114, 90, 81]);
}

#[test]
fn what_is_wrong_with_other_programs_files_is_said_and_shown() {
    let tile = "xsize: 2\nysize: 2\npiece: 1 (0,0)\nput: 1 (0,0)\n";
    let cases = [
        ("0 x 3\n1 = 1\n1\n1\n", "a board of 0x3 is none"),
        ("2 x 2\n1 = 12\n1\n1\n", "'2' does not belong in a pattern"),
        ("2 x 2\n1 = 00\n1\n1\n", "piece 1 has no cell"),
        ("2 x 2\n1 = 1\n1\n", "the stop is missing"),
        ("2 x 2\n1 = 1\n12\n1\n", "there is no piece '2'"),
        ("2 x 2\n1 = 1\n11\n1\n", "the stop has fewer pieces than the start"),
        ("2 x 2\n1 = 1\n1\n11\n", "the stop has more pieces 1 than the start"),
        ("2 x 2\n1 = 1\n1x\n1\n", "the start and the stop have different walls"),
        ("2 x 2\n1 = 11\n01\n1\n", "with its first cell at 0,1, piece 1 leaves the board"),
        ("2 x 2\n1 = 1\n1\n1\n1\n", "there is something behind the stop"),
        ("xsize: 2\n", "the size is missing: there is no 'ysize:'"),
        ("xsize: 2\nysize: 2\npeice: 1 (0,0)\n", "there is no command 'peice:'"),
        ("xsize: 2\nysize: 2\nhwall: 1 (0,1)\n", "'hwall:' cannot be said of a puzzle here"),
        ("xsize: 2\nysize: 2\nput: 1 (0,0)\n", "there is no piece 1"),
        ("xsize: 2\nysize: 2\npiece: 1 (1,0)\n", "the first cell of a piece is (0,0), row by row"),
        (&format!("{tile}put: 1 (0;0)\n"), "these are no coordinates"),
        (&format!("{tile}put: 1 (1,0) A\n"), "this does not belong here"),
        (&format!("{tile}win: 0 (1,1)\n"), "a goal cannot be an empty cell"),
        (
            &format!("{tile}win: 1 (1,1)\nwin: 1 (0,1)\n"),
            "more pieces 1 are to stand somewhere than there are",
        ),
        ("IBBxooIooLDDJooLooJoKEEMFFKooMGGHHHM", "there is no car 'A' that lies in a row"),
        ("60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM hello", "this does not belong to a Rush Hour board"),
    ];
    for (text, message) in cases {
        let error = read(text).unwrap_err();
        assert_eq!(error.message, message, "{text}");
        let span = error.span.unwrap();
        assert!(span.end <= text.len() && error.help.is_some(), "{text}");
    }
}

#[test]
fn a_start_that_is_the_goal_takes_no_move() {
    let puzzle = drawn("AB\n..", "A.\n..", "");
    for engine in [None, Some(SolveEngine::FromStart), Some(SolveEngine::BothEnds)] {
        let solutions = solved(&puzzle, Metric::Step, engine);
        assert_eq!(solutions.length(), 0);
        assert_eq!(solutions.count(&Control::default()).unwrap(), 1_u32.into());
        assert_eq!(solutions.iter().collect::<Vec<_>>(), [vec![]]);
    }
    let tiles = drawn("123\n45.", "123\n45.", "distinct = true");
    assert_eq!(solved(&tiles, Metric::Step, SolveEngine::Tiles).iter().collect::<Vec<_>>(), [vec![]]);
}

#[test]
fn what_cannot_be_solved_or_asked_is_said() {
    // A domino cannot pass a cell.
    let stuck = drawn("AAB.", "BAA.", "");
    let answer =
        solve(&stuck, &by(Metric::Move, SolveEngine::FromStart), &Control::default()).unwrap().answer;
    assert!(matches!(answer, Answer::Unsolvable(Unsolvable::FromStart(3))));
    let answer = solve(&stuck, &by(Metric::Move, SolveEngine::BothEnds), &Control::default()).unwrap().answer;
    assert!(matches!(answer, Answer::Unsolvable(_)));
    let goalless = parse("start = 'A.'").unwrap().puzzle;
    let error = solve(&goalless, &SolveOptions::by(Metric::Step), &Control::default()).unwrap_err();
    assert_eq!(error.to_string(), "the puzzle has no goal");
    assert!(matches!(error, LevelsError::Unable(_)));
    let error = solve(&klotski(), &by(Metric::Step, SolveEngine::Tiles), &Control::default()).unwrap_err();
    assert!(matches!(error, LevelsError::Unable(_)), "{error}");
    let error =
        solve(&klotski(), &by(Metric::Step, SolveEngine::FromStart), &Control::default().memory(1000))
            .unwrap_err();
    assert!(matches!(error, LevelsError::Stopped(_)), "{error}");
}

#[test]
fn distances_are_known_from_everywhere() {
    let puzzle = dad();
    for metric in Metric::ALL {
        let distances = Distances::new(&puzzle, metric, &Control::default()).unwrap();
        let mut position = puzzle.start();
        let outlook =
            |position: &Position| distances.outlook(position, &Control::default()).unwrap().unwrap();
        let length = outlook(&position).distance;
        assert_eq!(length, solved(&puzzle, metric, None).length());
        for left in (0..length).rev() {
            let next = outlook(&position).next.unwrap();
            position = puzzle.apply(&position, &next).unwrap();
            assert_eq!(outlook(&position).distance, left);
        }
        assert!(puzzle.is_solved(&position) && outlook(&position).next.is_none());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_reader_panics(text in "[0-9a-fxA-Co.#=/:()!, '\n-]{0,80}") {
        let _ = read(&text);
        let _ = read(&format!("3 x 3\n1 = 11\n{text}"));
        let _ = read(&format!("xsize: 3\nysize: 3\npiece: 1 (0,0)\n{text}"));
        let _ = read(&format!("A{text}\n\n{text}"));
        let _ = polytile::format::sliding::position(&text, &klotski());
    }

    #[test]
    fn no_rush_hour_board_panics(board in "[ABCo.x]{36}") {
        let _ = read(&board);
    }
}

/// Solves in this directory, and is stopped when `states` states have been found.
fn solved_in(
    directory: &Path,
    puzzle: &Puzzle,
    engine: SolveEngine,
    resume: bool,
    most: u64,
) -> Result<(usize, String), LevelsError> {
    let stop = Arc::new(AtomicBool::new(false));
    let watched = Arc::clone(&stop);
    let control = Control::default().threads(2).stopped_by(stop).on_progress(move |progress| {
        if matches!(progress, Progress::States { found, .. } if found > most) {
            watched.store(true, Ordering::Relaxed);
        }
    });
    let options = SolveOptions { directory: Some(directory.to_owned()), resume, ..by(Metric::Step, engine) };
    match solve(puzzle, &options, &control)?.answer {
        Answer::Solved(solutions) => {
            let first = solutions.iter().next().unwrap();
            assert_eq!(check_solution(puzzle, Metric::Step, &first), Ok(()));
            Ok((solutions.length(), solutions.count(&Control::default()).unwrap().to_string()))
        }
        Answer::Unsolvable(why) => panic!("unsolvable: {why:?}"),
    }
}

#[test]
fn what_is_kept_in_a_directory_is_resumed() {
    let puzzle = klotski();
    let expected = solved(&puzzle, Metric::Step, SolveEngine::BothEnds);
    let expected = (expected.length(), expected.count(&Control::default()).unwrap().to_string());
    for engine in [SolveEngine::FromStart, SolveEngine::BothEnds] {
        let directory = tempfile::tempdir().unwrap();
        let at = directory.path();
        let solve = |resume, most| solved_in(at, &puzzle, engine, resume, most);
        assert!(matches!(solve(true, u64::MAX), Err(LevelsError::NoCheckpoint { .. })));
        // Stopped again and again, each time a little farther on.
        for (time, most) in [300, 2000, 9000].into_iter().enumerate() {
            assert!(matches!(solve(time > 0, most), Err(LevelsError::Stopped(_))), "{engine:?} {most}");
            assert!(is_begun(at));
        }
        assert!(matches!(solve(false, u64::MAX), Err(LevelsError::InUse { .. })));
        let other = dad();
        let foreign = solved_in(at, &other, engine, true, u64::MAX).unwrap_err();
        assert!(matches!(foreign, LevelsError::Foreign { .. }), "{foreign}");
        // What one engine has kept does not serve the other: a lone end has gone farther than one of two.
        let [start, both] = [SolveEngine::FromStart, SolveEngine::BothEnds];
        let another = if engine == start { both } else { start };
        let nothing = solved_in(at, &puzzle, another, true, u64::MAX).unwrap_err();
        assert!(matches!(nothing, LevelsError::NoCheckpoint { .. }), "{nothing}");
        assert_eq!(solved_in(at, &puzzle, another, false, u64::MAX).unwrap(), expected, "{another:?}");
        tidy(at, another).unwrap();
        assert_eq!(solve(true, u64::MAX).unwrap(), expected, "{engine:?}");
        // It can be asked for again until it is tidied.
        assert_eq!(solve(true, u64::MAX).unwrap(), expected, "{engine:?}");
        tidy(at, engine).unwrap();
        assert_eq!(std::fs::read_dir(at).unwrap().count(), 0);
        assert!(matches!(tidy(at, engine), Err(LevelsError::NoCheckpoint { .. })));
    }
}

#[test]
fn a_level_that_is_gone_is_missed() {
    let directory = tempfile::tempdir().unwrap();
    let solve = |resume, most| solved_in(directory.path(), &klotski(), SolveEngine::FromStart, resume, most);
    solve(false, 2000).unwrap_err();
    std::fs::remove_file(directory.path().join(SIDES[0]).join("level-3.keys")).unwrap();
    let missed = solve(true, u64::MAX).unwrap_err();
    assert!(matches!(missed, LevelsError::Damaged { .. }), "{missed}");
}
