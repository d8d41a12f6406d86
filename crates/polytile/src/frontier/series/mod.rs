//! Boards of one width and every height.
//!
//! A strip is scanned row by row; after each row the weight of the state in which nothing protrudes is the number of
//! tilings of the rows so far. So one pass gives all terms, and only finitely many states can follow each other from
//! row to row: the terms satisfy a linear recurrence, of an order that is at most the number of these states (TAOCP
//! 7.1.4 exercise 214; Stanley, EC1 4.7). [`Strip::recurrence`] finds the shortest one from terms modulo primes (see
//! [`super::recurrence`]), and the number of states proves it (`between`). Who scans the strip is one of a list of engines (`engine`):
//! `array` or `layers`.

mod array;
mod between;
pub(crate) mod engine;
mod layers;

pub use engine::Engine;
pub(crate) use engine::Expected;

use super::recurrence::{Evidence, FindError, Recurrence, Search, find};
use crate::board::{Region, RegionError, Topology};
use crate::choice::Choice;
use crate::number::Count;
use crate::pieces::{Piece, PieceSet};
use crate::problem::{Problem, Rules};
use crate::run::{Control, Refused, Stopped, Unable};
use engine::Scans;
use num_traits::ToPrimitive;

/// The most terms asked for to find a recurrence: twice its order and a little.
const MAX_TERMS: usize = 40_000;
/// Seconds that a row may take before engines are compared.
const QUICK: f64 = 4e-5;

/// What is scanned: rows of one width, without an end.
#[derive(Clone, Debug)]
struct Rows {
    width: u64,
    /// Whether the columns wrap.
    topology: Topology,
    pieces: PieceSet,
    rules: Rules,
}

impl Rows {
    /// The strip cut off `rows` rows plus the height of the tallest piece down, so that no piece of the rows asked for
    /// meets the end.
    fn problem(&self, rows: u64) -> Result<Problem, Refused> {
        let region = Region::wrapped(self.topology, rows.saturating_add(self.reach()), self.width);
        let region = region.map_err(|e| refused(&e))?;
        Ok(Problem { rules: self.rules, ..Problem::new(region, self.pieces.clone()) })
    }

    fn reach(&self) -> u64 {
        let rows = self.pieces.iter().flat_map(|p| &p.orientations).map(crate::pieces::Polyform::rows);
        u64::from(rows.max().unwrap_or(1))
    }
}

fn refused(error: &RegionError) -> Refused {
    Refused::Question(error.to_string())
}

/// All boards of one width.
#[derive(Debug)]
pub struct Strip {
    rows: Rows,
    /// The engines that may scan it, in the order of their list, with what each makes of it, or why it can make nothing.
    engines: Vec<(Engine, Result<Box<dyn Scans>, String>)>,
}

/// An engine, and what it makes of a strip.
type Scanner<'a> = (Engine, &'a dyn Scans);

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
        Ok(Strip { rows, engines })
    }

    /// What this engine is expected to take for `rows` rows, or why it cannot scan them.
    ///
    /// # Errors
    /// When `control` says stop.
    pub(crate) fn expected(
        &self,
        engine: Engine,
        rows: u64,
        control: &Control,
    ) -> Result<Result<Expected, String>, Refused> {
        match self.engines.iter().find(|(one, _)| *one == engine) {
            Some((_, Ok(scans))) => expected(&**scans, rows, control),
            Some((_, Err(why))) => Ok(Err(why.clone())),
            None => Ok(Err("another engine was asked for".to_owned())),
        }
    }

    /// This strip, scanned by `engine`.
    ///
    /// # Errors
    /// When it cannot scan it.
    pub(crate) fn by(mut self, engine: Engine) -> Result<Self, Unable> {
        self.engines.retain(|(one, _)| *one == engine);
        match self.engines.first() {
            Some((_, Err(why))) => Err(Unable {
                message: format!("the {engine} engine cannot answer this: {why}"),
                help: "leave --engine out, and one that can is chosen".to_owned(),
            }),
            _ => Ok(self),
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
        let (engine, scans) = self.chosen(to, control)?;
        let (counts, peak) = scans.terms(to, None, control)?;
        Ok(Terms { counts, peak, engine })
    }

    /// The terms modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Strip::terms`].
    pub fn terms_modulo(&self, to: u64, m: u64, control: &Control) -> Result<Vec<u64>, Refused> {
        let (counts, _) = self.chosen(to, control)?.1.terms(to, Some(m), control)?;
        Ok(counts.iter().map(|t| (t % m).to_u64().unwrap_or(0)).collect())
    }

    /// Who scans a row in the least time, among those that fit into memory; the first that is quick is not compared. Where none fits,
    /// who needs the least.
    fn chosen(&self, to: u64, control: &Control) -> Result<Scanner<'_>, Refused> {
        Region::rectangle(to.max(1), self.rows.width).map_err(|e| refused(&e))?;
        let mut best: Option<((bool, f64), Scanner<'_>)> = None;
        let mut last = Err(Refused::Question("no engine can scan this strip".to_owned()));
        let open = self.engines.iter().filter_map(|(engine, scans)| Some((*engine, &**scans.as_ref().ok()?)));
        let open: Vec<Scanner<'_>> = open.collect();
        if let [only] = open[..] {
            return Ok(only);
        }
        for scanner in open {
            let expected = match expected(scanner.1, 1, control)? {
                Ok(expected) => expected,
                Err(why) => {
                    last = Err(Stopped::TooLarge(why).into());
                    continue;
                }
            };
            let fits = expected.bytes <= control.memory_budget() as f64;
            if fits && expected.seconds <= QUICK {
                return Ok(scanner);
            }
            let rank = (!fits, if fits { expected.seconds } else { expected.bytes });
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, scanner));
            }
        }
        best.map_or(last, |(_, scanner)| Ok(scanner))
    }

    /// Who scans so many rows, and another engine that could, if there is one.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "formats")]
    pub(crate) fn engines(&self, to: u64, control: &Control) -> Result<(Engine, Option<Engine>), Refused> {
        let (first, _) = self.chosen(to, control)?;
        let another = self.engines.iter().find(|(engine, scans)| *engine != first && scans.is_ok());
        Ok((first, another.map(|(engine, _)| *engine)))
    }

    /// What a scan of so many rows is expected to take, whoever scans them.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "formats")]
    pub(crate) fn least(&self, rows: u64, control: &Control) -> Result<Expected, Refused> {
        self.chosen(rows, control)?.1.expected(rows, control)
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

/// What an engine is expected to take, or why it cannot scan so much.
fn expected(scans: &dyn Scans, rows: u64, control: &Control) -> Result<Result<Expected, String>, Refused> {
    match scans.expected(rows, control) {
        Err(Refused::Stopped(Stopped::TooLarge(why))) => Ok(Err(why)),
        expected => expected.map(Ok),
    }
}

/// The terms, and how they were found.
pub(crate) struct Terms {
    pub counts: Vec<Count>,
    /// States of the largest layer.
    pub peak: u64,
    pub engine: Engine,
}
