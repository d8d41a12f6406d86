//! Lists of options for every item as a way to search.

use super::engine::Engine;
use super::searching::{Searches, Searching};
use crate::exact_cover::sparse::Sparse;
use crate::exact_cover::tree::{Walk, Walker};
use crate::plan::{Candidate, Way};
use crate::run::{Control, Refused};

/// How lists search. A solution that needs no backtracking takes at most a node for each item.
pub(super) const SEARCHES: Searches = Searches { way, unit: |items| (1 << 10) + items, pace: 1 << 20 };

#[expect(clippy::unnecessary_wraps, reason = "as of every engine")]
fn way<'q, 'a>(
    searching: &'q Searching<'a>,
    _: bool,
    _: &Control,
) -> Result<Way<'q, Searching<'a>>, Refused> {
    let candidate = Candidate {
        remark: Some("lists of options: about a microsecond a node".to_owned()),
        ..Candidate::new(Engine::Sparse)
    };
    Ok(Way::open(candidate, |control| {
        let walk: Box<dyn Walker> = Box::new(Walk::new(Sparse::new(searching.cover, control)?));
        Ok(walk)
    }))
}
