//! Hansen's question: which of the 2339 tilings of 6x10 by the twelve pentominoes are variations of each other?
//!
//! `cargo run --release -p polytile --example classes`
#![expect(clippy::print_stdout, reason = "somebody reads it")]

use polytile::classes::{Options, Relations, Tilings};
use polytile::prelude::*;

/// Asks, and holds the answers against what is known.
///
/// # Errors
/// When a question has no answer.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::new("6x10".parse()?, "1:pentominoes".parse()?);
    let control = Control::default().threads(2);
    let tilings = Tilings::find(&problem, &control)?;
    let options = Options::default();
    let relations = Relations::find(&tilings, &options, &control)?;
    let classes = relations.classes(tilings.len(), options.rules);
    println!("{} tilings in {} classes", tilings.len(), classes.sizes().len());
    assert_eq!((tilings.len(), classes.sizes().len()), (2339, 911));
    Ok(())
}
