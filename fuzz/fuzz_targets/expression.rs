//! Expressions over families of sets: [`polytile::format::expression`].
#![no_main]

use libfuzzer_sys::fuzz_target;
use polytile::format::expression::{Expression, Step};
use polytile_fuzz::checked;

fuzz_target!(|text: &str| {
    let Some(read) = checked(text, text.parse::<Expression>()) else { return };
    assert!(read.operands().iter().all(|operand| text.get(operand.span.clone()).is_some()), "{read:?}");
    // No step finds too few families on the stack, and one is left.
    let left = read.steps().iter().try_fold(0_usize, |families, step| match step {
        Step::Operand(number) => (*number < read.operands().len()).then_some(families + 1),
        Step::Unary(_) => (families > 0).then_some(families),
        Step::Binary(_) => (families > 1).then(|| families - 1),
    });
    assert_eq!(left, Some(1), "{read:?}");
});
