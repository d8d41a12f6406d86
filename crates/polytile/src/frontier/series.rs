//! Boards of one width and every height.
//!
//! A strip is scanned row by row; after each row the weight of the state in which nothing protrudes is the number of
//! tilings of the rows so far. So one pass gives all terms, and only finitely many states can follow each other from
//! row to row: the terms satisfy a linear recurrence, of an order that is at most the number of these states (TAOCP
//! 7.1.4 exercise 214; Stanley, EC1 4.7). [`Strip::recurrence`] finds the shortest one from terms modulo primes (see
//! [`super::recurrence`]), and the number of states proves it.

use super::cover::{Cover, laid};
use super::dense::Dense;
use super::key::Key;
use super::level::{Counters, Level, Levels};
use super::merge::thrifty::ThriftyMerge;
use super::merge::{Layer, Merge};
use super::recurrence::{Evidence, FindError, Recurrence, Search, find};
use super::with_key::{WithKey, with_key};
use crate::board::{Region, RegionError, Topology};
use crate::choice::choice;
use crate::frontier::Order;
use crate::number::Count;
use crate::pieces::{Piece, PieceSet};
use crate::problem::{Problem, Rules};
use crate::run::{Control, Refused, Stopped, Unable};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

/// The most states that are listed to prove a recurrence.
const MAX_LISTED: usize = 200_000;

/// The most terms asked for to find a recurrence: twice its order and a little.
const MAX_TERMS: usize = 40_000;
/// An array of no more states than this needs no comparison.
const SMALL_ARRAY: u64 = 1 << 12;
/// Seconds that the array takes for each of its states and each cell of a row.
const SECONDS_PER_ENTRY: f64 = 0.8e-9;
/// Seconds that the merge takes for each of its states and each cell.
const SECONDS_PER_STATE: f64 = 8.0 * SECONDS_PER_ENTRY;

choice! {
    /// An engine that goes from row to row.
    pub enum Engine {
        /// One array indexed by the column heights, worked on in place.
        Dense = "dense", "One array indexed by column heights";
        /// Sorted runs of states, merged level by level.
        Merge = "merge", "Sorted states, merged level by level";
    }
}

fn refused(error: &RegionError) -> Refused {
    Refused::Question(error.to_string())
}

/// All boards of one width.
#[derive(Debug)]
pub struct Strip {
    width: u64,
    /// Whether the columns wrap.
    topology: Topology,
    pieces: PieceSet,
    rules: Rules,
    /// The array, or why there is none.
    dense: Result<Dense, String>,
    /// Whether the array is taken however few states the merge would need.
    forced: bool,
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
        let dense = if topology != Topology::Plane {
            Err("the board wraps".to_owned())
        } else if rules == Rules::default() {
            Dense::new(&pieces, width as usize)
        } else {
            Err("column heights do not show whether the rules are kept".to_owned())
        };
        Ok(Strip { width, topology, pieces, rules, dense, forced: false })
    }

    /// What the array takes to scan `rows` rows, or why there is no array.
    pub(crate) fn by_array(&self, rows: u64) -> Result<Expected, &str> {
        let dense = self.dense.as_ref().map_err(String::as_str)?;
        let states = dense.states() as f64;
        let cells = rows as f64 * self.width as f64;
        Ok(Expected { states, bytes: dense.bytes() as f64, seconds: states * cells * SECONDS_PER_ENTRY })
    }

    /// What the merge is expected to take for `rows` rows.
    ///
    /// # Errors
    /// When `control` says stop, or there are too many states to be told apart.
    pub(crate) fn by_layers(&self, rows: u64, control: &Control) -> Result<Expected, Refused> {
        let problem = self.problem(4 * self.reach()).map_err(|e| refused(&e))?;
        let states = super::probe::expected_states(&problem, Order::Rows, control)?;
        let cells = rows as f64 * self.width as f64;
        // Two layers, whose keys are mostly as long as their weights.
        Ok(Expected { states, bytes: 32.0 * states, seconds: states * cells * SECONDS_PER_STATE })
    }

    /// This strip, scanned by `engine`.
    ///
    /// # Errors
    /// When it cannot scan them.
    pub(crate) fn by(self, engine: Engine) -> Result<Self, Unable> {
        match (engine, &self.dense) {
            (Engine::Merge, _) => Ok(Strip { dense: Err("the merge was asked for".to_owned()), ..self }),
            (Engine::Dense, Ok(_)) => Ok(Strip { forced: true, ..self }),
            (Engine::Dense, Err(why)) => Err(Unable {
                message: format!("the dense engine cannot answer this: {why}"),
                help: "take the merge".to_owned(),
            }),
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
        if let Some(dense) = self.dense_for(to, control)? {
            return Ok(Terms {
                counts: dense.terms(to, control)?,
                peak: dense.states(),
                engine: Engine::Dense,
            });
        }
        self.merged(to, None, control)
    }

    /// The terms modulo `m`, which is below 2^63.
    ///
    /// # Errors
    /// As [`Strip::terms`].
    pub fn terms_modulo(&self, to: u64, m: u64, control: &Control) -> Result<Vec<u64>, Refused> {
        if let Some(dense) = self.dense_for(to, control)? {
            return Ok(dense.terms_modulo(to, m, control)?);
        }
        let found = self.merged(to, Some(m), control)?;
        Ok(found.counts.iter().map(|t| (t % m).to_u64().unwrap_or(0)).collect())
    }

    /// The dense engine, if it applies and the merge would not manage with far fewer states.
    fn dense_for(&self, to: u64, control: &Control) -> Result<Option<&Dense>, Refused> {
        Region::rectangle(to.max(1), self.width).map_err(|e| refused(&e))?;
        let Ok(dense) = &self.dense else { return Ok(None) };
        if self.forced {
            return Ok(Some(dense));
        }
        if dense.bytes() > control.memory_budget() {
            return Ok(None);
        }
        if dense.states() <= SMALL_ARRAY {
            return Ok(Some(dense));
        }
        let array = self.by_array(1).map_or(f64::INFINITY, |array| array.seconds);
        Ok((array <= self.by_layers(1, control)?.seconds).then_some(dense))
    }

    /// Who scans so many rows, and whether another engine could.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "formats")]
    pub(crate) fn engines(&self, to: u64, control: &Control) -> Result<(Engine, Option<Engine>), Refused> {
        Ok(match (self.dense_for(to, control)?, &self.dense) {
            (Some(_), _) => (Engine::Dense, Some(Engine::Merge)),
            (None, Ok(_)) => (Engine::Merge, Some(Engine::Dense)),
            (None, Err(_)) => (Engine::Merge, None),
        })
    }

    /// Seconds that a row takes, estimated.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "files")]
    pub(crate) fn seconds(&self, control: &Control) -> Result<f64, Refused> {
        match (self.dense_for(1, control)?, self.by_array(1)) {
            (Some(_), Ok(expected)) => Ok(expected.seconds),
            _ => Ok(self.by_layers(1, control)?.seconds),
        }
    }

    /// Bytes that a scan takes, estimated.
    ///
    /// # Errors
    /// When `control` says stop.
    #[cfg(feature = "formats")]
    pub(crate) fn bytes(&self, control: &Control) -> Result<u64, Refused> {
        Ok(match self.dense_for(1, control)? {
            Some(dense) => dense.bytes(),
            None => self.by_layers(1, control)?.bytes as u64,
        })
    }

    /// The strip cut off `rows` rows plus the height of the tallest piece down, so that no piece of the rows asked for
    /// meets the end.
    fn problem(&self, rows: u64) -> Result<Problem, RegionError> {
        let region = Region::wrapped(self.topology, rows.saturating_add(self.reach()), self.width)?;
        Ok(Problem { rules: self.rules, ..Problem::new(region, self.pieces.clone()) })
    }

    fn reach(&self) -> u64 {
        let rows = self.pieces.iter().flat_map(|p| &p.orientations).map(crate::pieces::Polyform::rows);
        u64::from(rows.max().unwrap_or(1))
    }

    fn merged(&self, to: u64, modulo: Option<u64>, control: &Control) -> Result<Terms, Refused> {
        let problem = self.problem(to).map_err(|e| refused(&e))?;
        let placements = laid(&problem, &[], control)?;
        let mut cover = Cover::new(&problem, &placements, Order::Rows, control)?;
        cover.demand_within_rows(self.width as usize);
        let counters = Counters::new(&problem, false, 1);
        let levels = to * self.width;
        let work = Scan { cover: &cover, counters: &counters, width: self.width, levels, modulo, control };
        Ok(with_key(&cover, &counters, control, work)?)
    }

    /// An upper bound of the number of states between rows, when it is known.
    fn states(&self, control: &Control) -> Result<Option<u64>, Refused> {
        if self.pieces.is_limited() {
            return Ok(None);
        }
        // After this many rows, every row is like the next.
        let steady = 2 * self.reach();
        let problem = self.problem(2 * steady).map_err(|e| refused(&e))?;
        let placements = problem.placements_within(control)?;
        let cover = Cover::new(&problem, &placements, Order::Rows, control)?;
        let counters = Counters::new(&problem, false, 1);
        let demands = cover.items().len() - problem.region.len();
        // Every row has the same number of items.
        let work = Reachable { cover: &cover, counters: &counters, width: self.width, steady, control };
        if demands > 0 {
            return Ok(None);
        }
        Ok(with_key(&cover, &counters, control, work)?)
    }

    /// The minimal linear recurrence of the terms, and what it rests on.
    ///
    /// # Errors
    /// When `control` says stop, or no recurrence of an order within reach is found.
    pub fn recurrence(&self, control: &Control) -> Result<(Recurrence, Evidence), Refused> {
        let smallest = self.pieces.iter().map(Piece::size).min().unwrap_or(1) as f64;
        let orientations: usize = self.pieces.iter().map(|p| p.orientations.len()).sum();
        let choices = (orientations.max(1) as f64).log2();
        let search = Search {
            states: self.states(control)?,
            growth_bits: Some(self.width as f64 * choices / smallest + 1.0),
            max_terms: MAX_TERMS,
            first_terms: first_terms(&self.pieces, self.width, Search::default().first_terms, MAX_TERMS)?,
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

/// What an engine is expected to take.
pub(crate) struct Expected {
    pub states: f64,
    pub bytes: f64,
    pub seconds: f64,
}

/// The terms, and how they were found.
pub(crate) struct Terms {
    pub counts: Vec<Count>,
    /// States of the largest layer.
    pub peak: u64,
    pub engine: Engine,
}

/// Reads the terms off a pass through all levels.
struct Scan<'a> {
    cover: &'a Cover,
    counters: &'a Counters,
    width: u64,
    levels: u64,
    modulo: Option<u64>,
    control: &'a Control,
}

impl WithKey for Scan<'_> {
    type Output = Terms;

    fn run<K: Key>(self) -> Result<Self::Output, Stopped> {
        let Scan { cover, counters, width, levels, modulo, control } = self;
        let mut merge = ThriftyMerge::new(counters.root::<K>(), levels as usize, modulo, control);
        let allowed = |key: K| counters.copies(key).is_some();
        let mut terms = vec![merge.sum(allowed)?];
        let mut cells = 0;
        let items = cover.items().iter();
        for (level, item) in Levels::<K>::new(cover, counters).zip(items) {
            if cells == levels {
                break;
            }
            let level = level?;
            merge.step(&level)?;
            if *item == super::cover::Item::Cell {
                cells += 1;
                if cells % width == 0 {
                    // Nothing protrudes; demands between this row and the next do not concern this board.
                    let clean = |key: K| !key.meets(level.cells) && allowed(key);
                    terms.push(merge.sum(clean)?);
                }
            }
        }
        Ok(Terms { counts: terms, peak: merge.peak(), engine: Engine::Merge })
    }
}

/// Lists the states between rows.
struct Reachable<'a> {
    cover: &'a Cover,
    counters: &'a Counters,
    width: u64,
    steady: u64,
    control: &'a Control,
}

impl WithKey for Reachable<'_> {
    type Output = Option<u64>;

    fn run<K: Key>(self) -> Result<Option<u64>, Stopped> {
        let (from, row) = ((self.steady * self.width) as usize, self.width as usize);
        let levels: Vec<Level<K>> =
            Levels::new(self.cover, self.counters).skip(from).take(row).collect::<Result<_, _>>()?;
        let mut seen: BTreeSet<K> = BTreeSet::from([K::ZERO]);
        let mut new = vec![K::ZERO];
        while !new.is_empty() {
            let mut merge = Merge::resume(Layer::of(&new), 0, row, Some(2), self.control);
            for level in &levels {
                merge.step(level)?;
            }
            new = merge.layer().iter().map(|(key, _)| key).filter(|&key| seen.insert(key)).collect();
            if seen.len() > MAX_LISTED {
                return Ok(None);
            }
        }
        Ok(Some(seen.len() as u64))
    }
}
