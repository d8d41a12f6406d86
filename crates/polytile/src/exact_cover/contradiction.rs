//! Why there is no solution: a few items that already contradict each other.
//!
//! In: an [`ExactCover`] without a solution, the items under suspicion, and somebody who can decide whether a cover has a
//! solution: any engine. Out: a set of those items that still has none while all other suspects are freed, and that is
//! *irreducible*: freeing any item of it too leaves a solution. There may be smaller ones; that is a different and harder
//! question. The idea is deletion, known from unsatisfiable cores and irreducible inconsistent systems: free one suspect
//! after the other, and leave free what was not needed. Since a cover gets no fewer solutions by freeing items, one pass is
//! enough. Cost: at most one decision per suspect, and one more.

use super::{CoverError, Entry, ExactCover, Multiplicity};

impl ExactCover {
    /// This cover without the demands of the items that `freed` marks: they may be covered any number of times, in any
    /// colours. Items keep their numbers. Options that could never be chosen are dropped, lest freeing items make them matter.
    ///
    /// # Errors
    /// Those of adding items and options; a valid cover causes none.
    pub fn freeing(&self, freed: impl Fn(u32) -> bool) -> Result<ExactCover, CoverError> {
        let mut free = ExactCover::default();
        for (i, item) in self.items().iter().enumerate() {
            let demand = match item.demand {
                Multiplicity::Primary { .. } if freed(i as u32) => {
                    Multiplicity::Primary { lo: 0, hi: u32::MAX }
                }
                kept => kept,
            };
            free.add_item(item.name.clone(), demand)?;
        }
        for name in self.colours() {
            free.colour(name);
        }
        for (i, option) in self.options().enumerate() {
            let matters = |e: &&Entry| self.items()[e.item as usize].demand.is_primary() || !freed(e.item);
            let entries: Vec<Entry> = option.iter().filter(matters).copied().collect();
            if self.has_primary(i as u32) {
                free.add_option(&entries)?;
            }
        }
        Ok(free)
    }
}

/// An irreducible set of `suspects` that has no solution, in their order; nothing when the cover has a solution.
///
/// `solvable` decides whether a cover has a solution. All items that are not suspects stay as they are. The suspects that
/// come last are the likeliest to be freed.
///
/// ```
/// use polytile::exact_cover::{Multiplicity, Entry, ExactCover, contradiction::irreducible};
/// use polytile::{run::Control, zdd::{EMPTY, cover}};
/// // Of three lamps one is on; of the first two none; of the last, none; of the first, none.
/// let mut lamps = ExactCover::default();
/// for (name, times) in [("all", 1), ("first two", 0), ("first", 0), ("last", 0)] {
///     lamps.add_item(name, Multiplicity::Primary { lo: times, hi: times })?;
/// }
/// for items in [&[0, 1, 2][..], &[0, 1], &[0, 3]] {
///     lamps.add_option(&items.iter().map(|&item| Entry::plain(item)).collect::<Vec<_>>())?;
/// }
/// let solvable = |cover: &ExactCover| {
///     let diagram = cover::build(cover, &cover::by_first_item(cover), &Control::default())?;
///     Ok::<_, Box<dyn std::error::Error>>(diagram.root() != EMPTY)
/// };
/// // That the first lamp is off follows from the first two being off.
/// assert_eq!(irreducible(&lamps, &[0, 1, 2, 3], solvable)?, Some(vec![0, 1, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a suspect is not an item, and whatever `solvable` says.
pub fn irreducible<E: From<CoverError>>(
    cover: &ExactCover,
    suspects: &[u32],
    mut solvable: impl FnMut(&ExactCover) -> Result<bool, E>,
) -> Result<Option<Vec<u32>>, E> {
    let items = cover.items().len();
    if let Some(&unknown) = suspects.iter().find(|&&item| item as usize >= items) {
        return Err(CoverError::UnknownItem(unknown).into());
    }
    let guilty = irreducible_by(suspects.len(), |freed| {
        let mut free = vec![false; items];
        suspects.iter().zip(freed).for_each(|(&item, &freed)| free[item as usize] = freed);
        solvable(&cover.freeing(|item| free[item as usize])?)
    })?;
    Ok(guilty.map(|guilty| guilty.into_iter().map(|i| suspects[i]).collect()))
}

/// A contradiction among demands of any kind: an irreducible set of the demands `0..count` that cannot be met together, or
/// nothing when all can. `solvable` decides whether the demands that its argument does not mark as freed can be met together.
///
/// # Errors
/// Whatever `solvable` says.
pub fn irreducible_by<E>(
    count: usize,
    mut solvable: impl FnMut(&[bool]) -> Result<bool, E>,
) -> Result<Option<Vec<usize>>, E> {
    let mut freed = vec![false; count];
    if solvable(&freed)? {
        return Ok(None);
    }
    for suspect in (0..count).rev() {
        freed[suspect] = true;
        freed[suspect] = !solvable(&freed)?;
    }
    Ok(Some((0..count).filter(|&i| !freed[i]).collect()))
}
