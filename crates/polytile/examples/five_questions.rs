//! One puzzle, five questions: how many tilings, how many up to symmetry, how fast their number grows, the recurrence
//! for longer boards, and one of them at random.
//!
//! `cargo run --release -p polytile --example five_questions`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::board::Region;
use polytile::draw::Scene;
use polytile::frontier::sample::sample;
use polytile::frontier::series::Strip;
use polytile::pieces::{Freedom, PieceSet};
use polytile::plan::{CountOptions, count};
use polytile::problem::{Problem, Rules};
use polytile::run::Control;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let control = Control::default();
    let trominoes = PieceSet::all(3, Freedom::Free);
    let problem = Problem::new(Region::rectangle(6, 6)?, trominoes.clone());

    println!("tilings: {:?}", count(&problem, &CountOptions::default(), &control)?.answer);
    let up_to_symmetry =
        CountOptions { up_to: Some(polytile::problem::UpTo::Symmetries), ..CountOptions::default() };
    println!("up to symmetry: {:?}", count(&problem, &up_to_symmetry, &control)?.answer);

    let strip = Strip::new(6, trominoes, Rules::default())?;
    if let Some(growth) = strip.growth(&control)? {
        println!("entropy per cell: {:.1$}", growth.entropy, growth.digits as usize);
    }
    let (recurrence, evidence) = strip.recurrence(&control)?;
    println!("order of the recurrence: {} ({evidence})", recurrence.order());

    sample(&problem, 1, 2026, &control, |tiling| print!("{}", Scene::new(&problem, &tiling).text()))?;
    Ok(())
}
