//! Solutions of sliding-block puzzles.

use polytile::format::sliding::parse;
use polytile::sliding::Direction::{self, Down, Left, Right, Up};
use polytile::sliding::{Metric, Move, Puzzle, check_solution};

/// Drawings as puzzles: the start, and the goal.
fn drawn(start: &str, goal: &str, more: &str) -> Puzzle {
    parse(&format!("start = '''\n{start}\n'''\ngoal = '''\n{goal}\n'''\n{more}\n")).unwrap().puzzle
}

/// What the checker says of these moves, each a piece and its way: the fault, or `right`.
fn verdict(puzzle: &Puzzle, metric: Metric, moves: &[(usize, &[Direction])]) -> String {
    let moves: Vec<Move> = moves.iter().map(|&(piece, path)| Move { piece, path: path.to_vec() }).collect();
    check_solution(puzzle, metric, &moves).map_or_else(|fault| fault.to_string(), |()| "right".to_owned())
}

#[test]
fn wrong_solutions_are_found_out() {
    let puzzle = drawn("AA.\nB..", "...\n.AA", "[[pieces]]\nletters = 'B'\naxis = 'vertical'");
    let fault = |metric, moves: &[(usize, &[Direction])]| verdict(&puzzle, metric, moves);
    assert_eq!(fault(Metric::Step, &[(0, &[Right]), (0, &[Down])]), "right");
    insta::assert_snapshot!(fault(Metric::Step, &[(0, &[Right])]), @"after the last of 1 moves no goal is met: 'A' does not stand where it should");
    insta::assert_snapshot!(fault(Metric::Step, &[(0, &[Left])]), @"move 1 takes 'A' left into a wall beside 0,0");
    insta::assert_snapshot!(fault(Metric::Step, &[(0, &[Down])]), @"move 1 takes 'A' down onto 1,0, where 'B' stands");
    insta::assert_snapshot!(fault(Metric::Step, &[(0, &[])]), @"move 1 does not move 'A' at all");
    insta::assert_snapshot!(fault(Metric::Step, &[(0, &[Right, Down])]), @"move 1 of 'A' is more than one move in the step metric: one piece, one unit");
    insta::assert_snapshot!(fault(Metric::Slide, &[(0, &[Right, Down])]), @"move 1 of 'A' is more than one move in the slide metric: one piece, straight");
    insta::assert_snapshot!(fault(Metric::Slide, &[(1, &[Right])]), @"move 1 takes 'B' right, and it moves along its axis only");
    insta::assert_snapshot!(fault(Metric::Slide, &[(0, &[Right]), (1, &[Up, Up])]), @"move 2 takes 'B' up into a wall beside 0,0");
    insta::assert_snapshot!(fault(Metric::Slide, &[(2, &[Right])]), @"move 1 is of piece number 2, and there are only 2");
    let goalless = parse("start = 'A.'").unwrap().puzzle;
    insta::assert_snapshot!(verdict(&goalless, Metric::Step, &[]), @"the puzzle has no goal that could be reached");
}

#[test]
fn what_is_one_move_depends_on_the_metric() {
    let puzzle = drawn("A..\n...\n...", "...\n...\n..A", "");
    let around: &[Direction] = &[Right, Right, Down, Down];
    assert_eq!(verdict(&puzzle, Metric::Move, &[(0, around)]), "right");
    assert_eq!(verdict(&puzzle, Metric::Slide, &[(0, &around[..2]), (0, &around[2..])]), "right");
    let steps: Vec<(usize, &[Direction])> = around.chunks(1).map(|step| (0, step)).collect();
    for metric in Metric::ALL {
        assert_eq!(verdict(&puzzle, metric, &steps), "right", "{metric}");
        assert_eq!(verdict(&puzzle, metric, &[(0, &[])]), "move 1 does not move 'A' at all", "{metric}");
    }
    assert_ne!(verdict(&puzzle, Metric::Slide, &[(0, around)]), "right");
    assert_ne!(verdict(&puzzle, Metric::Step, &[(0, &around[..2]), (0, &around[2..])]), "right");
    // A turn in the middle and one at the end.
    assert_ne!(verdict(&puzzle, Metric::Slide, &[(0, &[Right, Down, Right]), (0, &[Down])]), "right");
    assert_ne!(verdict(&puzzle, Metric::Slide, &[(0, &[Right, Right, Down]), (0, &[Down])]), "right");
}

#[test]
fn directions_are_what_they_are_called() {
    let puzzle = drawn("...\n.A.\n...", ".A.\n...\n...", "");
    let after = |path: &[Direction]| verdict(&puzzle, Metric::Move, &[(0, path)]) == "right";
    assert!(after(&[Up]) && !after(&[Down]) && !after(&[Left]) && !after(&[Right]));
    assert!(after(&[Left, Up, Right]) && after(&[Down, Up, Up]) && after(&[Right, Up, Left]));
    let walls = drawn("#A#\nB.C\n#D#", "#.#\n.A.\n#.#", "");
    for (piece, out, name) in [(0, Up, 'A'), (1, Left, 'B'), (2, Right, 'C'), (3, Down, 'D')] {
        let said = verdict(&walls, Metric::Step, &[(piece, &[out])]);
        assert!(said.starts_with(&format!("move 1 takes '{name}' {} into a wall", out.name())), "{said}");
    }
    assert_eq!(verdict(&walls, Metric::Step, &[(0, &[Down])]), "right");
}

#[test]
fn an_axis_is_kept() {
    let axes = "[[pieces]]\nletters = 'A'\naxis = 'horizontal'\n[[pieces]]\nletters = 'B'\naxis = 'vertical'";
    let puzzle = drawn("AA.\n...\nB..", ".AA\n...\n...", axes);
    assert_eq!(verdict(&puzzle, Metric::Step, &[(0, &[Right])]), "right");
    assert_eq!(verdict(&puzzle, Metric::Step, &[(1, &[Up]), (0, &[Right])]), "right");
    insta::assert_snapshot!(verdict(&puzzle, Metric::Step, &[(0, &[Down])]), @"move 1 takes 'A' down, and it moves along its axis only");
    insta::assert_snapshot!(verdict(&puzzle, Metric::Step, &[(1, &[Right])]), @"move 1 takes 'B' right, and it moves along its axis only");
}

/// A piece may stand where another part of it stood; two pieces may not, even for a moment.
#[test]
fn pieces_pass_through_none() {
    let puzzle = drawn("AAB.", ".AA.", "");
    let fault = |moves: &[(usize, &[Direction])]| verdict(&puzzle, Metric::Slide, moves);
    insta::assert_snapshot!(fault(&[(0, &[Right])]), @"move 1 takes 'A' right onto 0,2, where 'B' stands");
    let long = drawn("AA..", "..AA", "");
    assert_eq!(verdict(&long, Metric::Slide, &[(0, &[Right, Right])]), "right");
    // It would be over at the end of the move.
    let over = drawn("AB..", "...A", "");
    insta::assert_snapshot!(verdict(&over, Metric::Slide, &[(0, &[Right, Right, Right])]), @"move 1 takes 'A' right onto 0,1, where 'B' stands");
    let split = drawn("A.A\n.B.", "...\nA.A", "disconnected = 'A'");
    assert_eq!(verdict(&split, Metric::Step, &[(0, &[Down])]), "right");
}

#[test]
fn a_goal_is_met_by_any_piece_of_a_kind_and_by_no_other() {
    let kinds = "[[pieces]]\nletters = 'AB'\nkind = 'red'";
    let puzzle = drawn("AB..", "...A", kinds);
    assert_eq!(verdict(&puzzle, Metric::Slide, &[(1, &[Right, Right])]), "right");
    insta::assert_snapshot!(verdict(&puzzle, Metric::Slide, &[(1, &[Right])]), @"after the last of 1 moves no goal is met: 'A' does not stand where it should");
    let alone = drawn("AB..", "...A", "");
    insta::assert_snapshot!(verdict(&alone, Metric::Slide, &[(1, &[Right, Right])]), @"after the last of 1 moves no goal is met: 'A' does not stand where it should");
    // Two places: both must be taken.
    let both = drawn("AB..", "..AB", "");
    assert_eq!(verdict(&both, Metric::Slide, &[(1, &[Right, Right]), (0, &[Right, Right])]), "right");
    insta::assert_snapshot!(verdict(&both, Metric::Slide, &[(1, &[Right, Right]), (0, &[Right])]), @"after the last of 2 moves no goal is met: 'A' does not stand where it should");
    insta::assert_snapshot!(verdict(&both, Metric::Slide, &[(1, &[Right]), (0, &[Right])]), @"after the last of 2 moves no goal is met: 'A' does not stand where it should");
    insta::assert_snapshot!(verdict(&drawn("AB...", "..AB.", ""), Metric::Slide, &[(1, &[Right, Right, Right]), (0, &[Right, Right])]), @"after the last of 2 moves no goal is met: 'B' does not stand where it should");
}
