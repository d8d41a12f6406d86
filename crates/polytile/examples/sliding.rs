//! A sliding-block puzzle: everything that can be reached, and a shortest solution, replayed.
//!
//! `cargo run --release -p polytile --example sliding`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::format::{shipped::Shipped, sliding};
use polytile::run::Control;
use polytile::sliding::{Answer, ExploreOptions, Metric, SolveOptions, explore, solve};

/// Asks, and holds the answers against what is known.
///
/// # Errors
/// When a question has no answer.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let klotski = Shipped::find("klotski").ok_or("it comes with polytile")?;
    let puzzle = sliding::parse(klotski.text)?.puzzle;
    let control = Control::default().threads(2);

    for (metric, best) in [(Metric::Step, 116), (Metric::Slide, 90), (Metric::Move, 81)] {
        let options = ExploreOptions { metric, ..ExploreOptions::default() };
        let explored = explore(&puzzle, &options, &control)?;
        println!("{metric}: {} states, solved in {:?}", explored.states, explored.solved_in);
        assert_eq!((explored.states, explored.solved_in), (25_955, Some(best)));
    }

    let Answer::Solved(solutions) = solve(&puzzle, &SolveOptions::by(Metric::Move), &control)?.answer else {
        return Err("it can be solved".into());
    };
    assert_eq!(solutions.length(), 81);
    Ok(())
}
