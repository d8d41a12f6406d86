use super::*;
use crate::ask::{Question, nobody};
use serde_json::{Value, json};

fn hint(puzzle: &Value, placed: &[Value]) -> Result<Value, String> {
    let mut question = puzzle.clone();
    question["question"] = "hint".into();
    question["placed"] = placed.into();
    let question: Question = question.to_string().parse().unwrap();
    let answer = question.ask(&Control::default(), &mut nobody);
    answer.map(|answer| answer.json()).map_err(|error| error.to_string())
}

#[test]
fn hints_lead_to_a_solution() {
    let puzzle = json!({ "puzzle": "pentominoes-6x10" });
    let mut placed = Vec::new();
    loop {
        let hint = hint(&puzzle, &placed).unwrap();
        assert_eq!(hint["take_back"], 0);
        if hint["lay"].is_null() {
            assert_eq!((hint["reason"].as_str(), placed.len()), (Some("done"), 12));
            break;
        }
        placed.push(hint["lay"].clone());
    }
}

#[test]
fn a_puzzle_without_a_solution_is_not_mended_by_taking_back() {
    let puzzle = json!({ "board": "4x5", "pieces": "L4" });
    let laid = |cells: Value| json!({ "piece": "L4", "cells": cells });
    let one = laid(json!([[0, 0], [0, 1], [0, 2], [1, 0]]));
    let two = laid(json!([[0, 3], [0, 4], [1, 4], [2, 4]]));
    for placed in [vec![one.clone()], vec![one, two]] {
        let hint = hint(&puzzle, &placed).unwrap();
        assert_eq!(hint["take_back"], 0);
        let sentence = hint["sentence"].as_str().unwrap();
        assert!(sentence.contains("The puzzle has no solution, whatever is taken back."), "{sentence}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let dominoes = |board: &str| json!({ "board": board, "pieces": "dominoes" });
    let lying = |cells: Value| json!({ "piece": "domino", "cells": cells });
    let said = |puzzle: &Value, placed: &[Value]| {
        let hint = hint(puzzle, placed).unwrap();
        (hint["reason"].as_str().unwrap().to_owned(), hint["take_back"].clone())
    };
    let corner = [lying(json!([[0, 1], [0, 2]])), lying(json!([[1, 0], [1, 1]]))];
    assert_eq!(said(&dominoes("3x4"), &corner), ("dead-cell".to_owned(), json!(1)));
    let cut = [lying(json!([[0, 1], [1, 1]]))];
    assert_eq!(said(&dominoes("2x4"), &cut), ("only-way".to_owned(), json!(0)));
    let odd =
        [lying(json!([[0, 1], [1, 1]])), lying(json!([[2, 0], [2, 1]])), lying(json!([[2, 2], [2, 3]]))];
    assert_eq!(said(&dominoes("3x4"), &odd), ("only-way".to_owned(), json!(0)));
    assert_eq!(said(&dominoes("3x5"), &[]).0, "dead-area");
    let missing = json!({ "board": "2x2", "pieces": "1:I3,monomino" });
    assert!(hint(&missing, &[]).unwrap()["reason"] == "no-place");
    let mutilated = json!({ "puzzle": "mutilated-chessboard" });
    assert_eq!(said(&mutilated, &[]), ("colours".to_owned(), json!(0)));
    let square = json!({ "board": "5x5", "pieces": "1:F5,1:N5,1:P5,1:U5,1:X5" });
    assert_eq!(said(&square, &[]), ("no-solution".to_owned(), json!(0)));
}

#[test]
fn exact_covers_have_states_too() {
    let said = |puzzle: &str, state: &str| {
        let question = json!({ "question": "hint", "puzzle": puzzle, "state": state });
        let question: Question = question.to_string().parse().unwrap();
        let answer = question.ask(&Control::default(), &mut nobody);
        answer.map(|answer| answer.json()).map_err(|error| error.to_string())
    };
    // A sudoku is solved by what is said of each state, which has more and more digits.
    let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let mut state: Vec<char> = clues.chars().collect();
    for _ in 0..51 {
        let hint = said(clues, &state.iter().collect::<String>()).unwrap();
        let sentence = hint["sentence"].as_str().unwrap();
        let words: Vec<&str> = sentence.split([' ', ',', ':']).collect();
        assert_eq!((words[0], words[2], words[3]), ("Write", "in", "row"), "{sentence}");
        let [digit, row, col] = [1, 4, 7].map(|n| words[n].parse::<u32>().unwrap());
        let cell = &mut state[(9 * (row - 1) + col - 1) as usize];
        assert_eq!(std::mem::replace(cell, char::from_digit(digit, 10).unwrap()), '.');
    }
    let solved: String = state.iter().collect();
    assert!(solved.starts_with("534678912672195348"));
    assert_eq!(said(clues, &solved).unwrap()["reason"], "done");
    // The third cell is a 4.
    let wrong = clues.replacen('.', "1", 1);
    let hint = said(clues, &wrong).unwrap();
    assert_eq!(hint["take_back"], 1);
    assert!(hint["sentence"].as_str().unwrap().ends_with("Take the last number back."), "{hint}");
    let twice = said(clues, &clues.replacen('.', "5", 1)).unwrap_err();
    assert_eq!(twice, "5 in row 1, column 3 is excluded by what is chosen besides");
    let letter = said(clues, &clues.replacen('.', "x", 1)).unwrap_err();
    assert_eq!(letter, "no option writes 'x' into row 1, column 3");
    // Queens as they are drawn, and by their items.
    let queens = |rows: &[&str]| {
        let open = std::iter::repeat_n("........", 8 - rows.len());
        said("queens-8", &rows.iter().copied().chain(open).collect::<Vec<_>>().join("/"))
    };
    let drawn = queens(&["Q......."]).unwrap();
    assert_eq!(drawn["take_back"], 0);
    let items = |hint: &Value| {
        let items = hint["choose"].as_array().unwrap().iter().map(|item| item.as_str().unwrap());
        items.collect::<Vec<_>>().join(" ")
    };
    let first = items(&said("queens-8", "").unwrap());
    let next = items(&said("queens-8", &first).unwrap());
    assert_ne!(next, first);
    assert_eq!(said("queens-8", &format!("{first}; {next}")).unwrap()["take_back"], 0);
    // The four solutions with a queen in the corner have none here.
    let wrong = queens(&["Q.......", "..Q....."]).unwrap();
    assert_eq!(wrong["take_back"], 1);
    assert!(wrong["sentence"].as_str().unwrap().ends_with("Take the last queen back."), "{wrong}");
    assert_eq!(said("queens-8", "r9").unwrap_err(), "there is no option 'r9'");
    assert!(queens(&["QQ......"]).unwrap_err().ends_with("is excluded by what is chosen besides"));
}

#[test]
fn covers_that_are_known_are_spoken_of_in_their_own_words() {
    let said = |puzzle: &str, state: &str| {
        let question = json!({ "question": "hint", "puzzle": puzzle, "state": state });
        let answer = question.to_string().parse::<Question>().unwrap().ask(&Control::default(), &mut nobody);
        answer.unwrap().json()["sentence"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        said("queens-8", "Q......./....Q.../.......Q/.....Q../......../......../......../........"),
        "Put a queen in row 7, column 2: row 7 has no other place for its queen."
    );
    assert_eq!(
        said("langford-8", ""),
        "Write 8 in places 6 and 15: there are 7 ways for the pair of 8, and this one leads to a solution."
    );
    assert_eq!(
        said("number-mind-small", "3954?"),
        "Write 2 in place 5: no other digit of the guess 90342 can be right."
    );
    assert_eq!(
        said("word-square", ""),
        "Write TAR in row 1: there are 25 ways for the word of row 1, and this one leads to a solution."
    );
}

#[test]
fn pieces_that_cannot_lie_so() {
    let puzzle = json!({ "board": "2x3", "pieces": "0..1:I3,0..2:L3" });
    let lying = |piece: &str, cells: Value| json!({ "piece": piece, "cells": cells });
    let said = |placed: &[Value]| hint(&puzzle, placed).unwrap_err();
    let row = |row: u32| lying("I3", json!([[row, 0], [row, 1], [row, 2]]));
    assert_eq!(said(&[row(0), row(0)]), "I3 on 0,0 0,1 0,2 lies on another piece");
    assert_eq!(said(&[row(0), row(1)]), "I3 on 1,0 1,1 1,2 is one copy too many");
    assert_eq!(said(&[row(5)]), "I3 on 5,0 5,1 5,2 leaves the board");
    let bent = lying("I3", json!([[0, 0], [0, 1], [1, 1]]));
    assert_eq!(said(&[bent]), "I3 on 0,0 0,1 1,1 is no placement of this puzzle");
}

/// Every look at the control is heard: where somebody says stop at one, that is the answer.
#[test]
fn hints_of_covers_can_be_stopped() {
    use crate::ask::subject::Kind;
    use crate::design::covers::latin;
    use crate::run::Stopped;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    let cover = latin(10, &Control::default()).unwrap();
    let subject = Subject { title: None, kind: Kind::Covers(Arc::new(cover)) };
    let known = subject.known(&Control::default()).unwrap().unwrap();
    let cyclic = |option: &u32| {
        let (number, row, col) = known.number(*option).unwrap();
        number == ((row + col) % 10).to_string()
    };
    let chosen: Vec<u32> = (0..1000).filter(cyclic).collect();
    for chosen in [&chosen[..], &chosen[..40]] {
        let (stop, asked, patience) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicU64::new(u64::MAX)),
        );
        let (pressed, counted, patient) = (stop.clone(), asked.clone(), patience.clone());
        let control = Control::default().stopped_by(stop.clone()).on_asked(move || {
            if counted.fetch_add(1, Ordering::Relaxed) == patient.load(Ordering::Relaxed) {
                pressed.store(true, Ordering::Relaxed);
            }
        });
        let expected = Hint::after(chosen, &subject, &control).unwrap();
        let looks = asked.load(Ordering::Relaxed);
        assert!(looks > 10, "{looks}");
        for n in 0..looks {
            asked.store(0, Ordering::Relaxed);
            patience.store(n, Ordering::Relaxed);
            let hinted = Hint::after(chosen, &subject, &control);
            assert!(matches!(hinted, Err(Unanswered::Stopped(Stopped::Interrupted(_)))), "{n} of {looks}");
            stop.store(false, Ordering::Relaxed);
        }
        patience.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(Hint::after(chosen, &subject, &control).unwrap(), expected);
    }
}

/// As few are taken back as can be: a solution of what is left is sought among all.
#[test]
fn no_more_is_taken_back_than_must_be() {
    use crate::ask::subject::Kind;
    use crate::design::covers::latin;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{RngCore as _, SeedableRng as _};
    use std::sync::Arc;
    let control = Control::default();
    let cover = latin(4, &control).unwrap();
    let search =
        Search::new(&crate::solve::Question::covers(cover.clone()), &Options::default(), &control).unwrap();
    let mut squares: Vec<Vec<u32>> = Vec::new();
    let mut each = |chosen: &[u32]| {
        squares.push(chosen.to_vec());
        Reply::More
    };
    search.list(search.beginning(), None, &control, &mut each).unwrap();
    assert_eq!(squares.len(), 576);
    let subject = Subject { title: None, kind: Kind::Covers(Arc::new(cover.clone())) };
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut most = 0;
    for _ in 0..40 {
        let mut chosen: Vec<u32> = Vec::new();
        for _ in 0..60 {
            let option = random.next_u32() % cover.option_count() as u32;
            let clashes = |other: &u32| {
                let items = cover.option(option).iter().map(|entry| entry.item);
                items.into_iter().any(|item| cover.option(*other).iter().any(|entry| entry.item == item))
            };
            if !chosen.iter().any(clashes) {
                chosen.push(option);
            }
        }
        let left = |taken: &usize| {
            let kept = &chosen[..chosen.len() - taken];
            squares.iter().any(|square| kept.iter().all(|option| square.contains(option)))
        };
        let least = (0..=chosen.len()).find(left).unwrap();
        assert_eq!(Hint::after(&chosen, &subject, &control).unwrap().take_back, least);
        most = most.max(least);
    }
    assert!(most > 3, "{most}");
}
