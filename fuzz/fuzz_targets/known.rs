//! What searches for puzzles keep before their end, in `design.json`. Genuine texts are edited.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::ask::design::board::{BegunBoards, DesignBoard};
use polytile::ask::design::pieces::{DesignPieces, Grades};
use polytile::ask::design::slide::{DesignSlide, DesignedSlide};
use polytile::ask::{Part, Words, nobody};
use polytile::format::subject::Tiled;
use polytile_fuzz::{control, edited};
use std::ops::ControlFlow;
use std::sync::LazyLock;

static TILED: LazyLock<Tiled> = LazyLock::new(|| {
    let words = r#"{"board": "3x3", "pieces": "1:I3,1:L3"}"#;
    let words: Words = serde_json::from_str(words).expect("words");
    words.tiled().expect("a puzzle").0
});

fn boards(seed: bool) -> DesignBoard {
    let seed = seed.then(|| 1_u64.into());
    DesignBoard { tries: seed.is_some().then_some(20), seed, ..DesignBoard::default() }
}

fn slides() -> DesignSlide {
    DesignSlide { cars: Some("3x3".to_owned()), ..DesignSlide::default() }
}

/// What boards, boards with a seed, grades and slides are known as.
static GENUINE: LazyLock<[String; 4]> = LazyLock::new(|| {
    let begun = |seed: bool| {
        let (mut kept, mut found) = (BegunBoards::default(), 0);
        let enough = &mut |_: Part| {
            found += 1;
            if found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let keep = &mut |begun| kept = begun;
        boards(seed).resume(&TILED, &BegunBoards::default(), &control(), enough, keep).expect("small");
        serde_json::to_string(&kept).expect("plain data")
    };
    let grades = Grades::from([("I3 L3".to_owned(), Some(1.5)), ("L3".to_owned(), None)]);
    let mut rows: Vec<DesignedSlide> = Vec::new();
    let listener = &mut |part: Part| {
        if let Part::DesignedSlide(row) = part {
            rows.push(*row);
        }
        ControlFlow::Continue(())
    };
    slides().resume(None, &[], &control(), listener).expect("small");
    let grades = serde_json::to_string(&grades).expect("plain data");
    [begun(false), begun(true), grades, serde_json::to_string(&rows).expect("plain data")]
});

fuzz_target!(|bytes: &[u8]| {
    let [choice, script @ ..] = bytes else { return };
    let number = usize::from(*choice) % GENUINE.len();
    let changed = edited(GENUINE[number].as_bytes(), script);
    match number {
        0 | 1 => {
            let Ok(begun) = serde_json::from_slice::<BegunBoards>(&changed) else { return };
            let _ = boards(number == 1).resume(&TILED, &begun, &control(), &mut nobody, &mut |_| {});
        }
        2 => {
            let Ok(grades) = serde_json::from_slice::<Grades>(&changed) else { return };
            let question = DesignPieces::default();
            let _ = question.resume(&TILED, grades, &control(), &mut nobody, &mut |_| {});
        }
        _ => {
            let Ok(rows) = serde_json::from_slice::<Vec<DesignedSlide>>(&changed) else { return };
            let _ = slides().resume(None, &rows, &control(), &mut nobody);
        }
    }
});
