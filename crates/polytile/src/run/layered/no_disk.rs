//! Where there are no files, there is no directory to keep levels in.

use super::layer::{Place, Seal};
use super::{Control, Known, Layered, LevelsError, Resumed};
use std::path::PathBuf;

/// A directory for one loop: there is none without the feature `files`.
#[derive(Clone, Debug)]
pub enum Disk {}

/// Nothing need be locked.
pub(super) type Lock = ();

type ResumedOf<L> = Resumed<<L as Layered>::Key, <L as Layered>::Tally>;

impl Disk {
    pub fn expect_unused(&self) -> Result<(), LevelsError> {
        match *self {}
    }

    pub(super) fn checkpoint(&self) -> PathBuf {
        match *self {}
    }

    pub(super) fn level<L: Layered>(&self, _: u64) -> Place {
        match *self {}
    }

    pub(super) fn run<L: Layered>(&self, _: usize) -> Place {
        match *self {}
    }

    pub(super) fn lock(&self) -> Result<Lock, LevelsError> {
        match *self {}
    }

    pub(super) fn begin<L: Layered>(
        &self,
        _: &L,
        _: &[L::Key],
        _: Option<u64>,
        _: bool,
        _: &Control,
    ) -> Result<Option<ResumedOf<L>>, LevelsError> {
        match *self {}
    }

    pub(super) fn seal<L: Layered>(&self, _: &Known<'_, L>) -> Seal {
        match *self {}
    }

    pub(super) fn save<L: Layered>(&self, _: &Known<'_, L>) -> Result<(), LevelsError> {
        match *self {}
    }
}
