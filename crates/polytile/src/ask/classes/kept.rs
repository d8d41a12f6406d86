//! The classes that were found last: finding all tilings takes seconds, and whoever looks at one of them asks about its neighbours
//! next.

use super::{Classes, Classification, Classified};
use crate::ask::{Listener, Unanswered, Words, answered};
use crate::format::source::Misread;
use crate::run::Control;

/// What is kept, if anything was asked.
#[derive(Default)]
pub(crate) struct Kept(Option<Last>);

/// What was asked about what, what was odd about the words, and what was found.
struct Last {
    about: Words,
    asked: Classes,
    warnings: Vec<Misread>,
    found: Classification,
}

impl Kept {
    /// The answer about classes, which are kept.
    pub(crate) fn answer(
        &mut self,
        about: &Words,
        classes: &Classes,
        control: &Control,
        listener: &mut Listener<'_>,
    ) -> Result<Classified, Unanswered> {
        if let Some(last) = &self.0
            && last.about == *about
            && last.asked.relation == classes.relation
            && !classes.cross_check
        {
            answered::warn(last.warnings.clone(), listener);
            return classes.of(&last.found, control);
        }
        self.0 = None;
        let (tiled, warnings) = answered::tiled_with_warnings(about, control)?;
        answered::warn(warnings.clone(), listener);
        let found = classes.found(&tiled, control)?;
        let answer = classes.of(&found, control)?;
        self.0 = Some(Last { about: about.clone(), asked: classes.clone(), warnings, found });
        Ok(answer)
    }
}
