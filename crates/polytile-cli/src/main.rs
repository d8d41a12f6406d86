//! The `polytile` command.
fn main() {}
