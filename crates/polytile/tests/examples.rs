//! The examples run, and find what they promise.

#[path = "../examples/ask.rs"]
mod ask;
#[path = "../examples/classes.rs"]
mod classes;
#[path = "../examples/five_questions.rs"]
mod five_questions;
#[path = "../examples/sliding.rs"]
mod sliding;
#[path = "../examples/solutions.rs"]
mod solutions;

#[test]
fn they_find_what_they_promise() {
    for example in [ask::main, classes::main, five_questions::main, sliding::main, solutions::main] {
        example().unwrap();
    }
}
