//! Number Minds: guesses at a number, and how many of their digits are right.

use polytile::exact_cover::{Entry, ExactCover, Multiplicity};

/// Project Euler 185.
#[rustfmt::skip]
pub const PROBLEM_185: [(&str, u32); 22] = [
    ("5616185650518293", 2), ("3847439647293047", 1), ("5855462940810587", 3), ("9742855507068353", 3),
    ("4296849643607543", 3), ("3174248439465858", 1), ("4513559094146117", 2), ("7890971548908067", 3),
    ("8157356344118483", 1), ("2615250744386899", 2), ("8690095851526254", 3), ("6375711915077050", 1),
    ("6913859173121360", 1), ("6442889055042768", 2), ("2321386104303845", 0), ("2326509471271448", 2),
    ("5251583379644322", 2), ("1748270476758276", 3), ("4895722652190306", 1), ("3041631117224635", 3),
    ("1841236454324589", 3), ("2659862637316867", 2),
];
/// Its small example.
pub const SMALL: [(&str, u32); 6] =
    [("90342", 2), ("70794", 0), ("39458", 2), ("34109", 1), ("51545", 2), ("12531", 1)];

/// Each position once, each guess as often as it says; option `10 p + d` is the digit d at the position p.
pub fn cover(guesses: &[(&str, u32)]) -> ExactCover {
    let mut cover = ExactCover::default();
    let positions = guesses[0].0.len() as u32;
    for p in 0..positions {
        cover.add_item(format!("position {p}"), Multiplicity::ONCE).unwrap();
    }
    for (i, &(_, hits)) in guesses.iter().enumerate() {
        cover.add_item(format!("guess {i}"), Multiplicity::Primary { lo: hits, hi: hits }).unwrap();
    }
    for p in 0..positions {
        for digit in b'0'..=b'9' {
            let right = (0..guesses.len()).filter(|&i| guesses[i].0.as_bytes()[p as usize] == digit);
            let entries: Vec<_> = [p].into_iter().chain(right.map(|i| positions + i as u32)).collect();
            cover.add_option(&entries.into_iter().map(Entry::plain).collect::<Vec<_>>()).unwrap();
        }
    }
    cover
}

/// The number that options are, one for each position.
pub fn number(options: &[u32]) -> String {
    let mut sorted = options.to_vec();
    sorted.sort_unstable();
    sorted.iter().map(|option| (option % 10).to_string()).collect()
}

/// Every number of as many digits as there are, held against every guess.
pub fn answers(guesses: &[(&str, u32)]) -> Vec<String> {
    let length = guesses[0].0.len();
    let hits =
        |guess: &str, number: &str| guess.bytes().zip(number.bytes()).filter(|(a, b)| a == b).count() as u32;
    let all = (0..10_u64.pow(length as u32)).map(|n| format!("{n:0length$}"));
    all.filter(|n| guesses.iter().all(|&(guess, right)| hits(guess, n) == right)).collect()
}
