//! Who keeps what a count knows, so that it can be taken up where it stood.
//!
//! A count is a sequence of passes, always the same one. Each finds a word, and carries an array (or, where weights are known exactly,
//! one for each residue) from row to row. A [`Keeper`] is told what passes find and shown the arrays between rows; when a count is taken
//! up again, it says what is known already. [`Forgetful`] keeps nothing.

use super::layout::Layout;
use super::pass::{Arithmetic, Array};
use crate::run::{Control, Progress, Stopped};

/// Keeps what a count knows.
pub(super) trait Keeper {
    /// Why it cannot.
    type Error: From<Stopped>;

    /// That the count was stopped, if this is the reason.
    fn stopped(error: &Self::Error) -> Option<&Stopped>;

    /// That what was kept is not what this count finds.
    fn contradicted(&self) -> Self::Error;

    /// Whether arrays of an earlier process are there, which would be lost if the count began again.
    fn goes_on(&self) -> bool;

    /// Whether what was kept is to be found again and compared, because that takes no more than a moment.
    fn finds_again(&self) -> bool;

    /// What the pass that comes now has found, if it is over and known.
    fn found(&self) -> Option<u64>;

    /// After how many rows, of at most `rows`, arrays of the pass that comes now are kept, if they are, and how many.
    fn begun(&self, rows: u64) -> Result<Option<(u64, usize)>, Self::Error>;

    /// Reads the arrays that [`Keeper::begun`] speaks of.
    fn restore<A: Arithmetic>(
        &mut self,
        arrays: &mut [Array<'_, A>],
        progress: Progress,
        control: &Control,
    ) -> Result<(), Self::Error>;

    /// Keeps the arrays, where that is worth its time.
    fn keep<A: Arithmetic>(
        &mut self,
        arrays: &[Array<'_, A>],
        progress: Progress,
        control: &Control,
    ) -> Result<(), Self::Error>;

    /// The pass has found this: the next one comes now.
    fn over(&mut self, word: u64) -> Result<(), Self::Error>;

    /// The count begins again, in the way that this word stands for.
    fn anew(&mut self, way: &'static str) -> Result<(), Self::Error>;
}

/// Keeps nothing.
pub(super) struct Forgetful;

impl Keeper for Forgetful {
    type Error = Stopped;

    fn stopped(error: &Stopped) -> Option<&Stopped> {
        Some(error)
    }

    fn contradicted(&self) -> Stopped {
        Stopped::TooLarge("nothing was kept".to_owned())
    }

    fn goes_on(&self) -> bool {
        false
    }

    fn finds_again(&self) -> bool {
        false
    }

    fn found(&self) -> Option<u64> {
        None
    }

    fn begun(&self, _: u64) -> Result<Option<(u64, usize)>, Stopped> {
        Ok(None)
    }

    fn restore<A: Arithmetic>(
        &mut self,
        _: &mut [Array<'_, A>],
        _: Progress,
        _: &Control,
    ) -> Result<(), Stopped> {
        Ok(())
    }

    fn keep<A: Arithmetic>(&mut self, _: &[Array<'_, A>], _: Progress, _: &Control) -> Result<(), Stopped> {
        Ok(())
    }

    fn over(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }

    fn anew(&mut self, _: &'static str) -> Result<(), Stopped> {
        Ok(())
    }
}

/// What a pass finds: as it is known, or by `find`.
pub(super) fn through<A: Arithmetic, K: Keeper>(
    keeper: &mut K,
    arithmetic: A,
    find: impl FnOnce(&mut K) -> Result<A::Value, K::Error>,
) -> Result<A::Value, K::Error> {
    let value = match keeper.found() {
        Some(word) if !keeper.finds_again() => arithmetic.value(word).ok_or_else(|| keeper.contradicted())?,
        _ => find(keeper)?,
    };
    keeper.over(arithmetic.word(value))?;
    Ok(value)
}

/// The array after `rows` rows, taken up where it was kept last.
pub(super) fn passed<'l, A: Arithmetic, K: Keeper>(
    layout: &'l Layout,
    rows: u64,
    arithmetic: A,
    keeper: &mut K,
    progress: impl Fn(u64) -> Progress,
    control: &Control,
) -> Result<Array<'l, A>, K::Error> {
    let mut array = Array::new(layout, arithmetic, progress(0), control)?;
    if let Some((kept, arrays)) = keeper.begun(rows)? {
        if arrays != 1 {
            return Err(keeper.contradicted());
        }
        while keeper.finds_again() && array.rows < kept {
            array.step(&layout.row, progress(array.rows), control)?;
        }
        array.rows = kept;
        keeper.restore(std::slice::from_mut(&mut array), progress(kept), control)?;
    }
    while array.rows < rows {
        keeper.keep(std::slice::from_ref(&array), progress(array.rows), control)?;
        array.step(&layout.row, progress(array.rows), control)?;
    }
    Ok(array)
}
