//! An option of the search by lists.

/// An option that is alive, and what it costs net of taxes; [`DEAD`](super::DEAD) if it has gone meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live {
    pub option: u32,
    pub net: i64,
}
