//! What is said must be true: of random states of random puzzles, by the engines that search.

use super::*;
use crate::ask::Words;
use crate::ask::subject::Subject;
use crate::board::{Cell, Region};
use crate::condition::{Condition, Relation};
use crate::format::pieces::list;
use crate::pieces::Freedom;
use crate::solve::{Options, Reply, Search};
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore as _, SeedableRng as _};

/// All solutions, each sorted.
fn solutions(question: &Question) -> Vec<Vec<u32>> {
    let control = Control::default();
    let search = Search::new(question, &Options::default(), &control).unwrap();
    let mut all = Vec::new();
    search
        .list(search.beginning(), None, &control, &mut |chosen| {
            all.push(chosen.to_vec());
            Reply::More
        })
        .unwrap();
    all
}

/// Steps from what lies to an end, each held against all solutions; how many reasons were given. Techniques are put among those
/// that were met.
fn followed(question: &Question, chosen: &[u32], all: &[Vec<u32>], met: &mut Vec<Technique>) -> usize {
    let control = Control::default();
    let reasoning = Reasoning::new(question, &control).unwrap();
    let mut position = reasoning.beginning(chosen, &control).unwrap();
    let mut lying = chosen.to_vec();
    for steps in 0.. {
        let left: Vec<&Vec<u32>> =
            all.iter().filter(|solution| lying.iter().all(|option| solution.contains(option))).collect();
        let ruled_out = |because: &[Excluded]| {
            for excluded in because {
                assert!(!left.iter().any(|solution| solution.contains(&excluded.option)), "{excluded:?}");
            }
        };
        match reasoning.next(&mut position, &control).unwrap() {
            Next::Done => {
                assert!(!left.is_empty(), "{lying:?} is a solution");
                return steps;
            }
            Next::Dead(obstacle, because) => {
                assert!(left.is_empty(), "{obstacle:?} is not in the way");
                ruled_out(&because);
                return steps + 1;
            }
            Next::Guess(_) => {
                // What is forced after all is true too.
                let Some(step) = reasoning.forced(&position, &control).unwrap() else { return steps };
                assert!(step.because.len() > FOLLOWED);
                assert!(left.iter().all(|solution| solution.contains(&step.option)), "{step:?}");
                ruled_out(&step.because);
                assert!(position.choose(step.option).is_some());
                lying.push(step.option);
            }
            Next::Lay(step) => {
                if !met.contains(&step.technique) {
                    met.push(step.technique);
                }
                assert!(left.iter().all(|solution| solution.contains(&step.option)), "{step:?}");
                ruled_out(&step.because);
                assert!(position.choose(step.option).is_some());
                lying.push(step.option);
            }
        }
    }
    0
}

/// Options that do not exclude each other, drawn at random, now and then some of a solution.
fn drawn(question: &Question, all: &[Vec<u32>], random: &mut ChaCha8Rng) -> Vec<u32> {
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let count = below(4);
    if !all.is_empty() && below(2) == 0 {
        let solution = &all[below(all.len())];
        let mut chosen: Vec<u32> = (0..count).map(|_| solution[below(solution.len())]).collect();
        chosen.sort_unstable();
        chosen.dedup();
        return chosen;
    }
    let control = Control::default();
    let reasoning = Reasoning::new(question, &control).unwrap();
    let mut position = reasoning.beginning(&[], &control).unwrap();
    for _ in 0..count {
        position.choose(below(question.cover().option_count()) as u32);
    }
    position.chosen().to_vec()
}

#[test]
fn hints_of_a_thousand_random_states_are_true() {
    let mut random = ChaCha8Rng::seed_from_u64(20);
    let sets = [
        "any:dominoes",
        "trominoes",
        "0..1:tetrominoes",
        "1:pentominoes",
        "0..2:L3,0..3:I2",
        "2..2:L4,T4,I3",
    ];
    let (mut states, mut reasons, mut met) = (0, 0, Vec::new());
    while states < 1000 || reasons < 1000 {
        let mut below = |n: u64| random.next_u64() % n;
        let (rows, cols) = (2 + below(4), 3 + below(4));
        let holes: Vec<Cell> =
            (0..below(4)).map(|_| Cell::new(below(rows) as u32, below(cols) as u32)).collect();
        let optional = Cell::new(below(rows) as u32, below(cols) as u32);
        let Ok(mut region) = Region::rectangle(rows, cols).unwrap().without(&holes) else { continue };
        if below(4) == 0 && region.contains(optional) {
            region = region.with_optional(&[optional]).unwrap();
        }
        let pieces = list(sets[below(sets.len() as u64) as usize], Freedom::Free).unwrap();
        let problem = Problem::new(region, pieces);
        let encoded = Encoded::new(&problem, &Control::default()).unwrap();
        let question = Question::tilings(problem, encoded);
        if question.cover().option_count() == 0 {
            continue;
        }
        let all = solutions(&question);
        if all.len() > 20_000 {
            continue;
        }
        for _ in 0..8 {
            let chosen = drawn(&question, &all, &mut random);
            reasons += followed(&question, &chosen, &all, &mut met);
            states += 1;
        }
    }
    met.sort_by_key(|&technique| technique as u8);
    // Colours are met below, and of guesses nothing can be said.
    let [only_way, only_place, area] = [Technique::OnlyWay, Technique::OnlyPlace, Technique::Area];
    assert_eq!(met, [only_way, only_place, area, Technique::NoWay, Technique::TwoSteps]);
}

/// Secondary items, colours and items that are covered more than once.
#[test]
fn hints_of_exact_covers_are_true() {
    let mut random = ChaCha8Rng::seed_from_u64(21);
    for puzzle in ["queens-8", "langford-8", "word-square", "sudoku"] {
        let control = Control::default();
        let subject = Subject::new(Words::shipped(puzzle).read().unwrap().subject, &control).unwrap();
        let question = subject.encoded(&control).unwrap();
        let all = solutions(&question);
        for _ in 0..20 {
            let chosen = drawn(&question, &all, &mut random);
            followed(&question, &chosen, &all, &mut Vec::new());
        }
    }
}

fn question(puzzle: &str) -> Question {
    let control = Control::default();
    let subject = Subject::new(Words::shipped(puzzle).read().unwrap().subject, &control).unwrap();
    subject.encoded(&control).unwrap()
}

#[test]
fn each_technique_is_met() {
    let control = Control::default();
    let next = |puzzle: &str| {
        let question = question(puzzle);
        let reasoning = Reasoning::new(&question, &control).unwrap();
        reasoning.next(&mut reasoning.beginning(&[], &control).unwrap(), &control).unwrap()
    };
    let dead = |black, white, nearest: &[i64]| {
        let tally = Tally { pattern: Pattern::Chessboard, black, white, nearest: nearest.to_vec() };
        Next::Dead(Obstacle::Colours(tally), Vec::new())
    };
    assert_eq!(next("mutilated-chessboard"), dead(30, 32, &[0]));
    assert_eq!(next("tetromino-parity"), dead(10, 10, &[-2, 2]));
    assert!(matches!(next("pentominoes-6x10"), Next::Guess(_)));
    assert!(matches!(next("sudoku"), Next::Lay(Step { technique: Technique::OnlyWay, .. })));
}

/// A position for each: the hardest technique of its next step, and what that rests on.
#[test]
fn each_technique_leads_on() {
    let control = Control::default();
    for (board, pieces, technique, rests_on) in [
        // A cell that only one placement can cover.
        ("###\n..#\n", "any:dominoes", Technique::OnlyWay, 0),
        // A piece with one place left, although every cell can be covered in several ways.
        ("####\n##..\n", "1:I4,1:I2", Technique::OnlyPlace, 0),
        // An area that no pieces sum to.
        ("####\n####\n", "any:T4,any:O4", Technique::Area, 1),
        // A corner, which nothing would cover.
        ("######\n.#####\n#####.\n######\n#####.\n", "any:I4,any:I3", Technique::NoWay, 1),
        // Colours that do not come out.
        ("###\n##.\n##.\n##.\n###\n", "0..2:L4,0..2:T4,0..1:I3", Technique::Colours, 10),
        // Two steps.
        ("##.#.\n##.##\n#####\n#####\n", "any:L3,1:I2", Technique::TwoSteps, 6),
    ] {
        let region = crate::format::board::art(board).unwrap().0;
        let problem = Problem::new(region, list(pieces, Freedom::Free).unwrap());
        let encoded = Encoded::new(&problem, &control).unwrap();
        let question = Question::tilings(problem, encoded);
        let reasoning = Reasoning::new(&question, &control).unwrap();
        let next = reasoning.next(&mut reasoning.beginning(&[], &control).unwrap(), &control).unwrap();
        let Next::Lay(step) = next else { panic!("{board}{next:?}") };
        assert_eq!((step.technique, step.because.len()), (technique, rests_on), "{board}");
        if technique == Technique::NoWay {
            // The last cell of the first row.
            assert_eq!(step.because[0].obstacle, Obstacle::NoWay(5));
        }
    }
}

#[test]
fn a_stop_is_heard() {
    use std::sync::{Arc, atomic::AtomicBool};
    let question = question("pentominoes-6x10");
    let reasoning = Reasoning::new(&question, &Control::default()).unwrap();
    let stopped = Control::default().stopped_by(Arc::new(AtomicBool::new(true)));
    let mut position = reasoning.beginning(&[], &Control::default()).unwrap();
    assert!(reasoning.next(&mut position, &stopped).is_err());
    assert!(Reasoning::new(&question, &stopped).is_err() && grade(&question, 2339, &stopped).is_err());
}

/// The condition that a placement lies, as the search has it.
#[test]
fn what_is_left_is_what_the_search_has() {
    let control = Control::default();
    let question = question("pentominoes-8x8-holed");
    let Question::Tilings(_, encoded) = &question else { panic!() };
    let placement = encoded.placement(700);
    let mut cells: Vec<Cell> = placement.cells.iter().map(|&cell| encoded.cells()[cell as usize]).collect();
    cells.sort_unstable();
    let condition =
        Condition { piece: placement.piece as usize, relation: Relation::LiesOn(cells), negated: false };
    let options = Options { conditions: vec![condition], ..Options::default() };
    let search = Search::new(&question, &options, &control).unwrap();
    let mut seen = vec![false; question.cover().option_count()];
    search
        .list(search.beginning(), None, &control, &mut |chosen| {
            for &option in chosen {
                seen[option as usize] = true;
            }
            Reply::More
        })
        .unwrap();
    let reasoning = Reasoning::new(&question, &control).unwrap();
    let mut position = reasoning.beginning(&[700], &control).unwrap();
    reasoning.next(&mut position, &control).unwrap();
    for option in (0..).zip(seen).filter(|(_, seen)| *seen).map(|(option, _)| option).filter(|&o| o != 700) {
        assert!(position.open.is_alive(option), "{option} is in a solution");
    }
}
