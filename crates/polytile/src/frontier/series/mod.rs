//! Boards of one width and every height.
//!
//! A strip is scanned row by row; after each row the weight of the state in which nothing protrudes is the number of
//! tilings of the rows so far. So one pass gives all terms, and only finitely many states can follow each other from
//! row to row: the terms satisfy a linear recurrence, of an order that is at most the number of these states (TAOCP
//! 7.1.4 exercise 214; Stanley, EC1 4.7). [`Strip::recurrence`] finds the shortest one from terms modulo primes (see
//! [`super::recurrence`]), and the number of states proves it (`between`). Who scans the strip is one of a list of engines (`engine`):
//! `array` or `layers`, as `plan` chooses.

mod array;
mod between;
pub(crate) mod engine;
mod layers;
mod scans;

pub use engine::Engine;

use super::recurrence::{Evidence, FindError, Recurrence, Search, find};
use crate::board::{Region, Topology};
use crate::choice::Choice;
use crate::number::Count;
use crate::pieces::{Piece, PieceSet};
use crate::plan::{Candidate, Planned, Way, another, decide};
use crate::problem::Rules;
use crate::run::{Control, Refused, Stopped, Unable};
use num_traits::ToPrimitive;
use scans::{Expected, Rows, Scans, refused};

/// The most terms asked for to find a recurrence: twice its order and a little.
const MAX_TERMS: usize = 40_000;

/// All boards of one width.
#[derive(Debug)]
pub struct Strip {
    rows: Rows,
    /// What each engine makes of it, in the order of their list.
    engines: Vec<Scanner>,
    /// The engine that was asked for.
    asked: Option<Engine>,
}

/// What an engine makes of a strip, or why it can make nothing.
type Scanner = (Engine, Result<Box<dyn Scans>, String>);

/// So many rows of a strip, to be scanned.
struct Scanning<'a> {
    strip: &'a Strip,
    rows: u64,
    modulo: Option<u64>,
}

impl Planned for Scanning<'_> {
    type Engine = Engine;
    type Answer = (Vec<Count>, u64);
    type Error = Refused;

    fn ways(&self, engine: Engine, _: bool, control: &Control) -> Result<Vec<Way<'_, Self>>, Refused> {
        let Scanning { strip, rows, modulo } = *self;
        let candidate = strip.candidate(engine, rows, modulo.is_some(), control)?;
        let scans = strip.engines.iter().find(|(one, _)| *one == engine);
        Ok(vec![match (&candidate.obstacle, scans) {
            (None, Some((_, Ok(scans)))) => {
                Way::open(candidate, move |control| scans.terms(rows, modulo, control))
            }
            (why, _) => {
                let why = why.clone().unwrap_or_default();
                Way::barred(candidate, why)
            }
        }])
    }
}

impl Strip {
    /// The boards of `width` columns and any number of rows, tiled by `pieces`.
    ///
    /// # Errors
    /// [`Refused::Question`] for a width that no board has, and for fault-free tilings, whose numbers are not read
    /// off a strip.
    pub fn new(width: u64, pieces: PieceSet, rules: Rules) -> Result<Self, Refused> {
        Self::on(Topology::Plane, width, pieces, rules)
    }

    /// The cylinders `width` cells around and any number of rows high.
    ///
    /// # Errors
    /// As [`Strip::new`].
    pub(crate) fn around(width: u64, pieces: PieceSet, rules: Rules) -> Result<Self, Refused> {
        Self::on(Topology::Cylinder, width, pieces, rules)
    }

    fn on(topology: Topology, width: u64, pieces: PieceSet, rules: Rules) -> Result<Self, Refused> {
        if rules.fault_free {
            return Err(Refused::Question(
                "fault-free tilings of a board are not part of those of a longer one, so there is no series to \
                 follow; count them board by board"
                    .to_owned(),
            ));
        }
        Region::wrapped(topology, 1, width).map_err(|e| refused(&e))?;
        let rows = Rows { width, topology, pieces, rules };
        let engines = Engine::ALL.iter().map(|&engine| (engine, engine.scans(&rows))).collect();
        Ok(Strip { rows, engines, asked: None })
    }

    /// This engine as a way to scan `rows` rows, modulo a number or not: what it is expected to take, or what stands in its way.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(crate) fn candidate(
        &self,
        engine: Engine,
        rows: u64,
        modulo: bool,
        control: &Control,
    ) -> Result<Candidate<Engine>, Refused> {
        let blank = Candidate::new(engine);
        let scans = self.engines.iter().find(|(one, _)| *one == engine).map(|(_, scans)| scans.as_ref());
        let expected = match scans {
            Some(Ok(scans)) => match scans.expected(rows, modulo, control) {
                Err(Refused::Stopped(Stopped::TooLarge(why))) => Err(why),
                expected => Ok(expected?),
            },
            Some(Err(why)) => Err(why.clone()),
            None => Err("it is not there".to_owned()),
        };
        Ok(match expected {
            Err(why) => Candidate { obstacle: Some(why), ..blank },
            Ok(Expected { states, bytes, seconds }) => {
                Candidate { states: Some(states), bytes: Some(bytes), seconds: Some(seconds), ..blank }
            }
        })
    }

    /// This strip, scanned by `engine`.
    ///
    /// # Errors
    /// When it can make nothing of it.
    pub(crate) fn by(self, engine: Engine) -> Result<Self, Unable> {
        match self.engines.iter().find(|(one, _)| *one == engine) {
            Some((_, Err(why))) => Err(Unable {
                message: format!("the {engine} engine cannot answer this: {why}"),
                help: another(engine, Engine::ALL),
            }),
            _ => Ok(Strip { asked: Some(engine), ..self }),
        }
    }

    /// The numbers of tilings of 0, 1, ..., `to` rows.
    ///
    /// ```
    /// use polytile::{frontier::series::Strip, pieces::{Freedom, PieceSet}, problem::Rules, run::Control};
    /// let strip = Strip::new(3, PieceSet::all(3, Freedom::Free), Rules::default())?;
    /// let terms = strip.terms(6, &Control::default())?;
    /// assert_eq!(terms, [1_u32, 1, 3, 10, 23, 62, 170].map(Into::into));
    /// # Ok::<(), polytile::run::Refused>(())
    /// ```
    ///
    /// # Errors
    /// When `control` says stop, or a limit is reached.
    pub fn terms(&self, to: u64, control: &Control) -> Result<Vec<Count>, Refused> {
        Ok(self.terms_with_peak(to, control)?.counts)
    }

    /// The terms, and the states of the largest layer.
    pub(crate) fn terms_with_peak(&self, to: u64, control: &Control) -> Result<Terms, Refused> {
        self.scanned(to, None, control)
    }

    /// The terms modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Strip::terms`].
    pub fn terms_modulo(&self, to: u64, m: u64, control: &Control) -> Result<Vec<u64>, Refused> {
        let found = self.scanned(to, Some(m), control)?;
        Ok(found.counts.iter().map(|t| (t % m).to_u64().unwrap_or(0)).collect())
    }

    fn scanned(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<Terms, Refused> {
        let scanning = self.scanning(to, modulo)?;
        // Where there is nothing to choose, nobody needs to know beforehand what it takes.
        let (engine, (counts, peak)) = if let Some((engine, scans)) = self.only() {
            (engine, scans.terms(to, modulo, control)?)
        } else {
            let (_, engine, run) = decide(&scanning, self.asked, control)?;
            (engine, run(control)?)
        };
        Ok(Terms { counts, peak, engine })
    }

    /// The engine that scans this, where no other can or may.
    fn only(&self) -> Option<(Engine, &dyn Scans)> {
        let allowed =
            self.engines.iter().filter(|(engine, _)| self.asked.is_none_or(|asked| asked == *engine));
        let mut open = allowed.filter_map(|(engine, scans)| Some((*engine, &**scans.as_ref().ok()?)));
        open.next().filter(|_| open.next().is_none())
    }

    /// So many rows, if there are boards of as many.
    fn scanning(&self, rows: u64, modulo: Option<u64>) -> Result<Scanning<'_>, Refused> {
        Region::rectangle(rows.max(1), self.rows.width).map_err(|e| refused(&e))?;
        Ok(Scanning { strip: self, rows, modulo })
    }

    /// Who scans so many rows, and another engine that could, if there is one.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "formats")]
    pub(crate) fn engines(&self, to: u64, control: &Control) -> Result<(Engine, Option<Engine>), Refused> {
        self.scanning(to, None)?;
        let first = match self.only() {
            Some((engine, _)) => engine,
            None => self.least(to, control)?.engine,
        };
        let another = self.engines.iter().find(|(engine, scans)| *engine != first && scans.is_ok());
        Ok((first, another.map(|(engine, _)| *engine)))
    }

    /// What a scan of so many rows is expected to take, and by whom.
    ///
    /// # Errors
    /// When `control` says stop, or no engine can.
    #[cfg(feature = "formats")]
    pub(crate) fn least(&self, rows: u64, control: &Control) -> Result<Candidate<Engine>, Refused> {
        let scanning = self.scanning(rows, None)?;
        let (mut plan, ..) = decide(&scanning, self.asked, control)?;
        Ok(plan.candidates.swap_remove(plan.chosen.unwrap_or_default()))
    }

    /// The minimal linear recurrence of the terms, and what it rests on.
    ///
    /// # Errors
    /// When `control` says stop, or no recurrence of an order within reach is found.
    pub fn recurrence(&self, control: &Control) -> Result<(Recurrence, Evidence), Refused> {
        let smallest = self.rows.pieces.iter().map(Piece::size).min().unwrap_or(1) as f64;
        let orientations: usize = self.rows.pieces.iter().map(|p| p.orientations.len()).sum();
        let choices = (orientations.max(1) as f64).log2();
        let search = Search {
            states: self.rows.states(control)?,
            growth_bits: Some(self.rows.width as f64 * choices / smallest + 1.0),
            max_terms: MAX_TERMS,
            first_terms: first_terms(
                &self.rows.pieces,
                self.rows.width,
                Search::default().first_terms,
                MAX_TERMS,
            )?,
            ..Search::default()
        };
        let terms = |p: u64, count: usize| self.terms_modulo(count.saturating_sub(1) as u64, p, control);
        find(terms, &search).map_err(|error| match error {
            FindError::Terms(error) => error,
            other => Refused::Stopped(Stopped::TooLarge(other.to_string())),
        })
    }
}

/// The terms to begin looking for a recurrence with, of boards that are so many cells wider with each row: `least`, or more where
/// limits of copies show only after many rows.
///
/// # Errors
/// [`Stopped::TooLarge`] where that are more than `most`.
pub(crate) fn first_terms(
    pieces: &PieceSet,
    width: u64,
    least: usize,
    most: usize,
) -> Result<usize, Stopped> {
    let rows = pieces.limited_cells() / width.max(1);
    let terms = usize::try_from(rows).unwrap_or(usize::MAX).saturating_mul(4).saturating_add(least);
    if terms <= most {
        return Ok(terms);
    }
    Err(Stopped::TooLarge(format!(
        "the limits of copies show on boards of {rows} rows only, and no more than {most} terms are looked at for a recurrence"
    )))
}

/// The terms, and how they were found.
pub(crate) struct Terms {
    pub counts: Vec<Count>,
    /// States of the largest layer.
    pub peak: u64,
    pub engine: Engine,
}
