//! Which solution is found first?

use super::{List, Listed, Wanted};
use crate::ask::options::Ask;
use crate::ask::{Listener, Unanswered, Words};
use crate::run::Control;
use serde::{Deserialize, Serialize};

/// Which solution is found first? It is a [`Part`](crate::ask::Part), a [`Solution`](super::Solution), as those of a [`List`]
/// that stops after one: this asks that.
///
/// ```
/// use polytile::ask::{Part, Question};
/// use polytile::run::Control;
/// use std::ops::ControlFlow;
/// let question: Question = r#"{"question": "first", "puzzle": "number-mind-small"}"#.parse()?;
/// let mut found = String::new();
/// let answer = question.ask(&Control::default(), &mut |part: Part| {
///     found += &part.text();
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((found.as_str(), answer.text().as_str()), ("39542\n", "1 solution\n"));
/// # Ok::<(), polytile::ask::Unanswered>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct First {
    /// Of which solutions.
    #[serde(flatten)]
    pub wanted: Wanted,
}

impl Ask for First {
    type Answer = Listed;

    fn ask(
        &self,
        about: &Words,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Listed, Unanswered> {
        List { wanted: self.wanted.clone(), limit: None, first: true }.ask(about, control, listener)
    }
}
