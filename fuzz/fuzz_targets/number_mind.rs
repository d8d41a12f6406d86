//! Guesses at a number: [`polytile::format::number_mind`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::number_mind;
use polytile_fuzz::{check_cover, checked};

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, number_mind::parse(text)) else { return };
    let cover = read.cover();
    assert_eq!(cover.option_count(), read.options().len());
    check_cover(&cover);
    let digits = |digits: &[u8]| digits.iter().map(ToString::to_string).collect::<String>();
    let lines = read.guesses().iter().map(|guess| format!("{} ;{}\n", digits(&guess.digits), guess.correct));
    let again = number_mind::parse(&lines.collect::<String>()).expect("guesses");
    let told = |guess: &number_mind::Guess| (guess.digits.clone(), guess.correct);
    assert!(again.guesses().iter().map(told).eq(read.guesses().iter().map(told)));
});
