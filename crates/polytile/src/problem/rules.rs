//! What a tiling must satisfy beyond covering each cell once, compiled into pairs of cells.
//!
//! In: [`Rules`], and where the cells of the lattice meet. Out: *demands*, each a list of pairs of cells, of which one must be in one
//! piece: of the cells around a point any two, of the neighbours on the two sides of a line those that face each other. So no engine
//! knows what a point or a line is. On a board that wraps a line goes on over the edge until it closes: it is all lines of the lattice
//! that whole turns around the board carry to each other, and these have the same values modulo a number. Cost: a look at the cells
//! around each point and on each line.

use super::Problem;
use crate::board::{Lattice, Line, Spot};
use crate::choice::Choice;
use crate::run::{Control, Pulse, Refused, Stopped};
use num_integer::Integer;
use std::collections::{BTreeMap, BTreeSet};

/// What a tiling must satisfy beyond covering each cell once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rules {
    /// At no point do only different pieces meet: of the cells around it, if all of them are on the board and different, some two are
    /// in one piece. Around a point there are four squares, three hexagons, six triangles, eight cubes or twelve triangular prisms; so
    /// on squares no four pieces meet at a point.
    pub tatami: bool,
    /// No straight line along the edges of cells, in space no plane along their faces, passes between two cells of the board without
    /// cutting a piece. It runs through holes, and over the edge of a board that wraps. On triangles there are lines in three directions,
    /// of cubes planes in three, of triangular prisms in four; on hexagons there are none, and the rule means nothing.
    pub fault_free: bool,
}

/// Bytes of a list of pairs and its place among others.
const BYTES_PER_DEMAND: u64 = 64;

impl Problem {
    /// Whether the rules have a meaning on the board.
    ///
    /// # Errors
    /// [`Refused::Question`] when they have none.
    pub fn meaningful(&self) -> Result<(), Refused> {
        let lattice = self.region.lattice();
        if let Some(stranger) = self.stranger() {
            return Err(Refused::Question(format!("{stranger}; take pieces and a board of one lattice")));
        }
        if (self.rules.tatami || self.rules.fault_free) && self.region.has_optional() {
            let rule = if self.rules.tatami { "tatami" } else { "fault-free" };
            return Err(Refused::Question(format!(
                "{rule} is a rule for boards that are covered as a whole, and here cells may stay empty; leave it out, or \
                 make no cell optional"
            )));
        }
        if self.rules.fault_free && !has_lines(lattice) {
            let made = lattice.meaning().to_lowercase();
            return Err(Refused::Question(format!(
                "fault-free means nothing on {made}: no straight line runs along their edges without cutting some; leave the rule out"
            )));
        }
        Ok(())
    }

    /// What the rules demand: each demand is a list of pairs of cells, and is met when some placement covers both cells
    /// of one of its pairs.
    pub fn demands(&self) -> Vec<Vec<[u32; 2]>> {
        // Without limits, nothing stops it.
        self.demands_within(&Control::default()).unwrap_or_default()
    }

    /// What the rules demand, unless `control` says stop first.
    ///
    /// # Errors
    /// When it does, or there is no memory for it.
    pub(crate) fn demands_within(&self, control: &Control) -> Result<Vec<Vec<[u32; 2]>>, Stopped> {
        let mut demands = BTreeSet::new();
        if self.rules.tatami {
            self.at_points(&mut demands, control)?;
        }
        if self.rules.fault_free {
            self.on_lines(&mut demands, control)?;
        }
        Ok(demands.into_iter().collect())
    }

    /// Of the cells that meet at a point, some two are in one piece.
    fn at_points(&self, demands: &mut BTreeSet<Vec<[u32; 2]>>, control: &Control) -> Result<(), Stopped> {
        let region = &self.region;
        let ground = region.lattice().ground();
        let pairs = |around: &[Spot]| (around.len() * (around.len() - 1) / 2) as u64;
        let bytes: u64 = ground.points.iter().map(|around| BYTES_PER_DEMAND + 8 * pairs(around)).sum();
        let units = region.len() as u64 / u64::from(region.lattice().kinds()) + 1;
        control.reserve_beside(units.saturating_mul(bytes), "what the rules demand")?;
        let pulse = Pulse::preparing(control);
        let mut cells: Vec<u32> = Vec::new();
        for here in region.cells().map(|cell| region.lattice().spot(cell)) {
            for around in &ground.points {
                pulse.beats(1 + pairs(around))?;
                // The point is looked at from the first of its cells.
                let Some(first) = around.first().filter(|first| first.kind == here.kind) else { continue };
                let by = std::array::from_fn(|i| here.at[i] - first.at[i]);
                let all = around.iter().map(|spot| region.index(region.find(spot.moved(by))?));
                cells.clear();
                cells.extend(all.flatten());
                cells.sort_unstable();
                cells.dedup();
                if cells.len() == around.len() {
                    let two = cells
                        .iter()
                        .enumerate()
                        .flat_map(|(i, &a)| cells[i + 1..].iter().map(move |&b| [a, b]));
                    demands.insert(two.collect());
                }
            }
        }
        Ok(())
    }

    /// Of the neighbours on the two sides of a line, some two are in one piece.
    fn on_lines(&self, demands: &mut BTreeSet<Vec<[u32; 2]>>, control: &Control) -> Result<(), Stopped> {
        let region = &self.region;
        let ground = region.lattice().ground();
        let sides: usize = ground.kinds.iter().map(|kind| kind.sides.len()).sum();
        let units = region.len() as u64 / u64::from(region.lattice().kinds()) + 1;
        control.reserve_beside(units.saturating_mul(8 * sides as u64), "what the rules demand")?;
        let pulse = Pulse::preparing(control);
        let mut lines: BTreeMap<Line, Vec<[u32; 2]>> = BTreeMap::new();
        for (index, cell) in (0..).zip(region.cells()) {
            let here = region.lattice().spot(cell);
            for side in &ground.kinds[here.kind].sides {
                pulse.beat()?;
                // Each side is looked at from one of its cells.
                let ahead = (side.step, side.kind) > ([0; 3], here.kind);
                let Some(line) = side.line.filter(|_| ahead) else { continue };
                let beyond = Spot { at: here.moved(side.step).at, kind: side.kind };
                let beyond = region.find(beyond).and_then(|cell| region.index(cell));
                if let Some(beyond) = beyond.filter(|&beyond| beyond != index) {
                    let pair = [index.min(beyond), index.max(beyond)];
                    lines.entry(self.around(line.moved(here.at))).or_default().push(pair);
                }
            }
        }
        for mut pairs in lines.into_values() {
            pulse.beats(pairs.len() as u64)?;
            pairs.sort_unstable();
            pairs.dedup();
            demands.insert(pairs);
        }
        Ok(())
    }

    /// The same line for all that whole turns around the board carry to each other.
    fn around(&self, line: Line) -> Line {
        let (units, wraps) = (self.region.units(), self.region.wraps());
        let turns = (0..3).filter(|&i| wraps[i]).map(|i| 12 * line.normal[i] * i64::from(units[i]));
        let period = turns.fold(0, |period: i64, turn| period.gcd(&turn));
        Line { value: if period == 0 { line.value } else { line.value.rem_euclid(period) }, ..line }
    }
}

/// Whether straight lines, in space planes, run along sides of cells.
fn has_lines(lattice: Lattice) -> bool {
    lattice.ground().kinds.iter().flat_map(|kind| &kind.sides).any(|side| side.line.is_some())
}
