//! Where the terms of a series come from: a strip that is followed, or boards that are counted as those of a table are.
//!
//! A strip gives all terms in one pass, and the number of its states proves its recurrence. Other boards are counted for every n:
//! their terms are kept, so that none is counted twice, and a recurrence is looked for with few of them.

use super::boards::Growing;
use crate::ask::Unanswered;
use crate::ask::compare::{Agreed, recount_array};
use crate::count::table::{Array, Entries, Known};
use crate::frontier::recurrence::{Evidence, FindError, Growth, Ratio, Recurrence, Search, find, growth};
use crate::frontier::series::{Strip, first_terms};
use crate::number::Count;
use crate::problem::UpTo;
use crate::run::{Control, Refused, Stopped};
use num_traits::ToPrimitive;
use std::cell::RefCell;

/// Terms of boards that are counted one by one: to begin looking for a recurrence with, and at most.
const FIRST_TERMS: usize = 24;
const MAX_TERMS: usize = 1536;

/// Bytes that a term takes, with the name of its board and its number in several lists.
const BYTES_PER_TERM: u64 = 512;

/// Terms that the growth is read off: boards that are counted one by one, and those of a strip.
const GROWN: [u64; 2] = [40, 120];

pub(super) const GROWN_OF_STRIP: [u64; 2] = [120, 360];

/// The highest order of a recurrence whose root is looked for.
const MAX_ORDER: usize = 40;

/// How fast the terms grow.
#[derive(Default)]
pub(super) struct Grown {
    /// As the terms show it.
    pub growth: Option<Growth>,
    /// As a recurrence tells, and what that rests on.
    pub ratio: Option<(Ratio, Evidence)>,
}

/// Where terms come from.
pub(super) enum Supply<'a> {
    Strip(&'a Strip),
    Boards(&'a OneByOne),
}

/// Boards that are counted one by one, or together with all smaller ones.
pub(super) struct OneByOne {
    pub array: Array,
    pub boards: Growing,
    pub up_to: Option<UpTo>,
    known: RefCell<Known>,
    /// The terms from the first on, as far as they are known.
    terms: RefCell<Vec<Count>>,
}

impl OneByOne {
    pub fn new(array: Array, boards: Growing, up_to: Option<UpTo>) -> Self {
        OneByOne { array, boards, up_to, known: RefCell::default(), terms: RefCell::default() }
    }

    fn fill(&self, wanted: &[[u64; 2]], control: &Control) -> Result<Entries, Refused> {
        let mut found = Entries::new();
        let kept = &mut |_: &Known| Ok::<_, Refused>(());
        self.array.fill(wanted, &mut self.known.borrow_mut(), &mut found, control, kept)?;
        Ok(found)
    }

    /// The terms a(0), ..., a(`to`).
    fn terms(&self, to: u64, control: &Control) -> Result<Vec<Count>, Refused> {
        let bytes = to.saturating_add(1).saturating_mul(BYTES_PER_TERM);
        control.reserve(bytes, format!("the numbers of tilings of {} boards", to.saturating_add(1)))?;
        let wanted: Vec<[u64; 2]> = (0..=to).map(|n| self.boards.board(n)).collect();
        if self.terms.borrow().len() < wanted.len() {
            let found = self.fill(&wanted, control)?;
            *self.terms.borrow_mut() = wanted.iter().map(|board| found[board].clone()).collect();
        }
        Ok(self.terms.borrow()[..wanted.len()].to_vec())
    }

    /// The term a(`n`) alone.
    pub fn term(&self, n: u64, control: &Control) -> Result<Count, Refused> {
        let board = self.boards.board(n);
        Ok(self.fill(&[board], control)?.remove(&board).unwrap_or_default())
    }

    fn recurrence(&self, control: &Control) -> Result<(Recurrence, Evidence), Refused> {
        let width = self.boards.fixed().unwrap_or(1);
        let first_terms = first_terms(&self.array.pieces, width, FIRST_TERMS, MAX_TERMS)?;
        let search = Search { first_terms, max_terms: MAX_TERMS, ..Search::default() };
        let residues = |p: u64, count: usize| -> Result<Vec<u64>, Refused> {
            let terms = self.terms(count.saturating_sub(1) as u64, control)?;
            Ok(terms.iter().take(count).map(|term| (term % p).to_u64().unwrap_or(0)).collect())
        };
        find(residues, &search).map_err(|error| match error {
            FindError::Terms(error) => error,
            other => Refused::Stopped(Stopped::TooLarge(other.to_string())),
        })
    }

    /// That other engines and scans find the same on all boards that were counted.
    ///
    /// # Errors
    /// When they do not, there are none, or `control` says stop.
    pub fn recount(&self, alone: Option<u64>, control: &Control) -> Result<Agreed, Unanswered> {
        let counted = self.terms.borrow().len() as u64;
        let wanted: Vec<[u64; 2]> = (0..counted).chain(alone).map(|n| self.boards.board(n)).collect();
        let found = self.fill(&wanted, control)?;
        self.compare(&found, control)
    }

    /// That other engines and scans find these numbers.
    ///
    /// # Errors
    /// As [`OneByOne::recount`].
    pub fn compare(&self, found: &Entries, control: &Control) -> Result<Agreed, Unanswered> {
        let wanted: Vec<[u64; 2]> = found.keys().copied().collect();
        recount_array(&self.array, self.up_to, &wanted, &self.known.borrow(), found, control)
    }
}

impl Supply<'_> {
    pub fn terms(&self, to: u64, control: &Control) -> Result<Vec<Count>, Refused> {
        match self {
            Supply::Strip(strip) => strip.terms(to, control),
            Supply::Boards(boards) => boards.terms(to, control),
        }
    }

    pub fn terms_modulo(&self, to: u64, m: u64, control: &Control) -> Result<Vec<u64>, Refused> {
        match self {
            Supply::Strip(strip) => strip.terms_modulo(to, m, control),
            Supply::Boards(boards) => {
                let terms = boards.terms(to, control)?;
                Ok(terms.iter().map(|term| (term % m).to_u64().unwrap_or(0)).collect())
            }
        }
    }

    pub fn recurrence(&self, control: &Control) -> Result<(Recurrence, Evidence), Refused> {
        match self {
            Supply::Strip(strip) => strip.recurrence(control),
            Supply::Boards(boards) => boards.recurrence(control),
        }
    }

    /// How fast the terms grow: by the ratios of the terms themselves, of some or else of more of them.
    ///
    /// # Errors
    /// As those of the terms.
    pub fn growth(&self, side: u64, control: &Control) -> Result<Grown, Refused> {
        let mut best = Grown::default();
        let several = match self {
            Supply::Strip(_) => GROWN_OF_STRIP,
            Supply::Boards(_) => GROWN,
        };
        for to in several {
            let terms = self.terms(to, control)?;
            best = Grown { growth: growth(&terms, side as usize), ratio: self.ratio(&terms, control)? };
            if best.growth.is_some_and(|growth| growth.digits >= 12) {
                break;
            }
        }
        Ok(best)
    }

    /// The limit of the ratios, where the terms show a recurrence; whether that is one for all terms is found out then.
    fn ratio(&self, terms: &[Count], control: &Control) -> Result<Option<(Ratio, Evidence)>, Refused> {
        let residues = |p: u64, count: usize| -> Result<Vec<u64>, Refused> {
            Ok(terms.iter().take(count).map(|term| (term % p).to_u64().unwrap_or(0)).collect())
        };
        let search = Search { first_terms: terms.len(), max_terms: terms.len(), ..Search::default() };
        let (mut recurrence, mut evidence) = match find(residues, &search) {
            Ok(found) => found,
            Err(FindError::Terms(error)) => return Err(error),
            Err(_) => return Ok(None),
        };
        if recurrence.thinned().order() > MAX_ORDER {
            return Ok(None);
        }
        if let Supply::Strip(strip) = self {
            (recurrence, evidence) = strip.recurrence(control)?;
        }
        Ok(recurrence.ratio(control)?.map(|ratio| (ratio, evidence)))
    }
}
