//! One puzzle, five questions: how many tilings, how many up to symmetry, how fast their number grows, the recurrence
//! for longer boards, and one of them at random.
//!
//! `cargo run --release -p polytile --example five_questions`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::board::Region;
use polytile::count::{Answer, CountOptions, count};
use polytile::draw::Scene;
use polytile::frontier::sample::sample;
use polytile::frontier::series::Strip;
use polytile::pieces::{Freedom, PieceSet};
use polytile::problem::{Problem, Rules, UpTo};
use polytile::run::Control;

/// Asks, and holds the answers against what is known.
///
/// # Errors
/// When a question has no answer.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let control = Control::default();
    let trominoes = PieceSet::all(3, Freedom::Free);
    let problem = Problem::new(Region::rectangle(6, 6)?, trominoes.clone());

    let all = count(&problem, &CountOptions::default(), &control)?.answer;
    println!("tilings: {all:?}");
    assert_eq!(all, Answer::Total(80_092_u32.into()));

    let classes = CountOptions { up_to: Some(UpTo::Symmetries), ..CountOptions::default() };
    let classes = count(&problem, &classes, &control)?.answer;
    println!("up to symmetry: {classes:?}");
    assert_eq!(classes, Answer::Total(10_112_u32.into()));

    let strip = Strip::new(6, trominoes, Rules::default())?;
    let (recurrence, evidence) = strip.recurrence(&control)?;
    println!("order of the recurrence: {} ({evidence})", recurrence.order());
    assert!(evidence.is_proof());
    let ratio = recurrence.ratio(&control)?.ok_or("their number grows")?;
    println!("a(n+{})/a(n) tends to {}, the largest root of {ratio}", ratio.step(), ratio.decimals());

    let total = sample(&problem, 1, 2026, &control, |tiling| {
        assert_eq!(tiling.check(&problem), Ok(()));
        print!("{}", Scene::new(&problem, &tiling).text());
    })?;
    assert_eq!(Answer::Total(total), all);
    Ok(())
}
