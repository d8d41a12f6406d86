//! Solutions one after the other: stopped, resumed, shared out.
//!
//! `cargo run --release -p polytile --example solutions`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::prelude::*;
use polytile::solve::{Options, Tilings};

/// Asks, and holds the answers against what is known.
///
/// # Errors
/// When a question has no answer.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::new("4x5".parse()?, "dominoes".parse()?);
    let mut tilings = problem.solutions()?;
    let first: Vec<Tiling> = tilings.by_ref().take(10).collect::<Result<_, _>>()?;
    assert!(first.iter().all(|tiling| tiling.check(&problem).is_ok()));

    // What is left can be kept, and taken up again by another iterator.
    let left = tilings.remaining();
    let rest = tilings.resumed(left)?.count();
    println!("{} tilings, and {rest} after them", first.len());
    assert_eq!(first.len() + rest, 95);

    // Or two machines search a half each.
    let half = |part| Options { share: Some((part, 2)), ..Options::default() };
    let control = Control::default();
    let halves = [1, 2].map(|part| Tilings::new(&problem, &half(part), &control).map(Iterator::count));
    let [one, other] = halves;
    assert_eq!(one? + other?, 95);
    Ok(())
}
