//! The schema of every question and every answer, in JSON.
//!
//! Out: for each kind of question what may be posted, what the answer is, and what may come before it, as JSON Schema (draft
//! 2020-12). The schemas are made from the types, so they say what is read and what is written; `docs/schema` keeps them,
//! and a test of the command holds what it prints with `--json` against them.

pub(super) mod made;

use super::kinds;
pub use made::Schemas;

/// The schemas of all questions, sorted by name.
pub fn schemas() -> Vec<Schemas> {
    kinds::schemas()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_them() {
        let kinds: Vec<&str> = schemas().iter().map(|schemas| schemas.kind).collect();
        let wrong = r#"{"question": "none of these"}"#.parse::<crate::ask::Question>().unwrap_err();
        assert_eq!(wrong.help, Some(format!("it can be: {}", kinds.join(", "))));
    }
}
