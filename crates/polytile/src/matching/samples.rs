//! Tilings by pieces of two cells, drawn at random in polynomial time, every one as likely as any other.
//!
//! In: a problem, and a way to draw perfect matchings of its cells: [`shuffling`](super::shuffling) for Aztec diamonds,
//! [`coupling`](super::coupling) from the past for boards of two colours that can be drawn on a plane or a sphere, and
//! [`pairwise`](super::pairwise) for all on which matchings are counted. Out: tilings, each a
//! matching with a piece for each pair. If several pieces can cover a pair, it must be equally many for all pairs: otherwise not
//! all tilings would be equally likely, and this way is barred. A tiling depends only on the seed and its number: the seed is the
//! key of the generator, the number its stream.

use super::coupling::{self, coupled};
use super::drawn::Drawn;
use super::faces::{self, Faces};
use super::lattice::Lattice;
use super::pairwise::Pairwise;
use super::perfect::perfect;
use super::{Unsuited, drawn, shuffling};
use crate::board::{self, Cell, Topology};
use crate::number::Count;
use crate::problem::{Placements, Problem};
use crate::run::{Control, Pulse, Stopped, parallel};
use crate::tiling::{Laid, Tiling};
use num_traits::Pow;
use rand_chacha::ChaCha8Rng;
use rand_core::{RngCore, SeedableRng};
use std::fmt;
use std::ops::Range;

/// Where in a stream the pieces that cover the pairs are drawn: beyond all that sweeps can use.
const PIECES: u128 = 1 << 66;

/// What is said of other pieces of two cells.
const NEIGHBOURS: &str = "some of its pieces are not of two neighbours";

/// The pairs of cells that can be covered, each with the pieces that can.
struct Pairs {
    /// Whether it is a board of squares, no edge glued to another.
    flat: bool,
    cells: Vec<Cell>,
    /// Sorted.
    ends: Vec<[u32; 2]>,
    /// Equally many pieces for each pair.
    pieces: Vec<u32>,
}

/// Draws tilings.
pub(crate) struct Matcher {
    pairs: Pairs,
    how: How,
}

enum How {
    /// Shuffling, on the diamond of this order, the upper left corner of the square around it being at this row and column.
    Shuffling { order: usize, corner: [u32; 2] },
    /// Coupling from the past.
    Coupling(Lattice),
    /// Pair by pair, from the numbers of matchings.
    Pairwise(Pairwise),
}

/// Why tilings cannot be drawn like this.
pub(crate) enum Undrawn {
    /// What stands in the way.
    Obstacle(&'static str),
    /// There is no tiling.
    Impossible,
    /// The control says stop.
    Stopped(Stopped),
}

impl From<Stopped> for Undrawn {
    fn from(stopped: Stopped) -> Self {
        Undrawn::Stopped(stopped)
    }
}

impl From<Unsuited> for Undrawn {
    fn from(unsuited: Unsuited) -> Self {
        match unsuited {
            Unsuited::Drawing => Undrawn::Obstacle("neighbours cannot be drawn without crossings"),
            Unsuited::Stopped(stopped) => Undrawn::Stopped(stopped),
        }
    }
}

impl Pairs {
    fn new(drawn: &Drawn<'_>) -> Result<Self, Undrawn> {
        let each = drawn.pairs().next().map_or(0, |(_, laid)| laid.len());
        if drawn.pairs().any(|(_, laid)| laid.len() != each) {
            return Err(Undrawn::Obstacle("some pairs of cells can be covered by more pieces than others"));
        }
        Ok(Pairs {
            flat: drawn.region.topology() == Topology::Plane
                && drawn.region.lattice() == board::Lattice::Square,
            cells: drawn.cells.clone(),
            ends: drawn.pairs().map(|(ends, _)| ends).collect(),
            pieces: drawn.laid.iter().map(|&[.., piece]| piece).collect(),
        })
    }

    /// How many pieces can cover a pair.
    fn each(&self) -> usize {
        self.pieces.len() / self.ends.len().max(1)
    }

    /// The order of the Aztec diamond that the board is, and where it lies.
    fn diamond(&self) -> Option<(usize, [u32; 2])> {
        if !self.flat {
            return None;
        }
        let corner =
            [self.cells.iter().map(|cell| cell.row).min()?, self.cells.iter().map(|cell| cell.col).min()?];
        let n = (self.cells.iter().map(|cell| cell.row).max()? - corner[0]).div_ceil(2) as usize;
        let within = |cell: &Cell| {
            // Twice the distance of its middle from that of the square.
            let [row, col] = [cell.row - corner[0], cell.col - corner[1]];
            let away = |x: u32| (2 * x as usize + 1).abs_diff(2 * n);
            away(row) + away(col) <= 2 * n
        };
        let all = self.cells.len() == 2 * n * (n + 1)
            && self.cells.iter().all(within)
            && self.ends.len() == 4 * n * n;
        all.then_some((n, corner))
    }

    /// The tiling that covers these pairs, by pieces that `random` decides.
    fn tiling(&self, chosen: impl Iterator<Item = usize>, random: &mut ChaCha8Rng) -> Tiling {
        let each = self.each() as u64;
        random.set_word_pos(PIECES);
        let laid = chosen.map(|pair| {
            let piece = pair * each as usize + below(each, random) as usize;
            let cells = self.ends[pair].map(|cell| self.cells[cell as usize]).to_vec();
            Laid { piece: self.pieces[piece] as usize, cells }
        });
        Tiling::new(laid.collect())
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Matcher").field("pairs", &self.pairs.ends.len()).finish_non_exhaustive()
    }
}

impl Matcher {
    /// Shuffling, if the board of `problem`, which has these placements, is an Aztec diamond.
    pub fn shuffling(problem: &Problem, placements: &Placements, control: &Control) -> Result<Self, Undrawn> {
        let pairs = Pairs::new(&pairs_of(problem, placements, control)?)?;
        match pairs.diamond() {
            Some((order, corner)) => {
                control.reserve(8 * (order * order) as u64, "shuffling dominoes")?;
                Ok(Matcher { pairs, how: How::Shuffling { order, corner } })
            }
            None => Err(Undrawn::Obstacle("the board is no Aztec diamond on which all dominoes may lie")),
        }
    }

    /// Coupling from the past, if the board of `problem`, which has these placements, can be drawn on a plane or a sphere; on an
    /// Aztec diamond only if it is `asked` for.
    pub fn coupling(
        problem: &Problem,
        placements: &Placements,
        asked: bool,
        control: &Control,
    ) -> Result<Self, Undrawn> {
        let drawn = pairs_of(problem, placements, control)?;
        let pairs = Pairs::new(&drawn)?;
        if !asked && pairs.diamond().is_some() {
            return Err(Undrawn::Obstacle("on an Aztec diamond shuffling is quicker"));
        }
        let graph = drawn.graph().ok_or(Undrawn::Obstacle(NEIGHBOURS))?;
        drop(drawn);
        control.reserve(2 * graph.bytes(), "the heights of the faces of the board")?;
        let pulse = Pulse::preparing(control);
        let around = graph.around();
        let Some(white) = graph.colours(&around) else {
            return Err(Undrawn::Obstacle("on a board with odd circles heights mean nothing"));
        };
        let faces = Faces::walked(&around, &pulse)?;
        let surface = faces::surface(&graph, &around, &faces, &pulse)?;
        if surface.torus {
            return Err(Undrawn::Obstacle("on a torus heights mean nothing"));
        }
        let Some(fixed) = perfect(&graph, &around, &white, &pulse)? else { return Err(Undrawn::Impossible) };
        let lattice = Lattice::new(&graph, &faces, &white, &fixed, &pulse)?;
        Ok(Matcher { pairs, how: How::Coupling(lattice) })
    }

    /// Pair by pair, if neighbours on the board of `problem`, which has these placements, can be drawn without crossings; where
    /// there are heights only if it is `asked` for.
    pub fn pairwise(
        problem: &Problem,
        placements: &Placements,
        asked: bool,
        control: &Control,
    ) -> Result<Self, Undrawn> {
        let drawn = pairs_of(problem, placements, control)?;
        let pairs = Pairs::new(&drawn)?;
        let graph = drawn.graph().ok_or(Undrawn::Obstacle(NEIGHBOURS))?;
        let flat = problem.region.topology() != Topology::Torus;
        if !asked && flat && graph.colours(&graph.around()).is_some() {
            return Err(Undrawn::Obstacle("where heights mean something, coupling from the past is quicker"));
        }
        match Pairwise::new(graph, control)? {
            Some(pairwise) => Ok(Matcher { pairs, how: How::Pairwise(pairwise) }),
            None => Err(Undrawn::Impossible),
        }
    }

    /// The number of tilings, where this way finds it.
    pub fn total(&self, control: &Control) -> Result<Option<Count>, Stopped> {
        let matchings = match &self.how {
            How::Shuffling { order, .. } => Count::from(1_u8) << (order * (order + 1) / 2),
            How::Coupling(_) => return Ok(None),
            How::Pairwise(pairwise) => pairwise.total(control)?.clone(),
        };
        Ok(Some(matchings * Count::from(self.pairs.each()).pow(self.pairs.cells.len() / 2)))
    }

    /// Seconds that one tiling takes, estimated.
    pub fn seconds(&self) -> f64 {
        match &self.how {
            How::Shuffling { order, .. } => shuffling::seconds(*order),
            How::Coupling(lattice) => coupling::seconds(lattice),
            How::Pairwise(pairwise) => pairwise.seconds,
        }
    }

    /// Bytes that it takes beside the graph.
    pub fn bytes(&self) -> u64 {
        match &self.how {
            How::Shuffling { order, .. } => 8 * (order * order) as u64,
            How::Coupling(_) => 0,
            How::Pairwise(pairwise) => pairwise.bytes,
        }
    }

    /// Draws the tilings that have these numbers in the sequence of `seed`, each uniformly and independently of the others, and
    /// hands them to `each` until it says stop with false.
    pub fn draw(
        &self,
        numbers: Range<u64>,
        seed: u64,
        control: &Control,
        mut each: impl FnMut(Tiling) -> bool,
    ) -> Result<(), Stopped> {
        let threads = control.thread_count();
        let mut from = numbers.start;
        while from < numbers.end {
            let together = (numbers.end - from).min(threads as u64);
            let share = control.clone().threads(threads / together as usize);
            let drawn =
                parallel::map(threads, together as usize, |i| self.one(from + i as u64, seed, &share));
            for tiling in drawn {
                if !each(tiling?) {
                    return Ok(());
                }
            }
            from += together;
        }
        Ok(())
    }

    /// The tiling of this number.
    fn one(&self, number: u64, seed: u64, control: &Control) -> Result<Tiling, Stopped> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let chosen: Vec<usize> = match &self.how {
            How::Shuffling { order, corner } => {
                let places = shuffling::shuffled(*order, &mut random, control)?;
                let taken = (0..places.len()).filter(|&place| places[place]);
                taken.filter_map(|place| self.pair(shuffling::cells(*order, place), *corner)).collect()
            }
            How::Coupling(lattice) => {
                let chosen = coupled(lattice, &mut random, control)?;
                (0..chosen.len()).filter(|&pair| chosen[pair]).collect()
            }
            How::Pairwise(pairwise) => {
                let chosen = pairwise.drawn(&mut random, control)?;
                (0..chosen.len()).filter(|&pair| chosen[pair]).collect()
            }
        };
        Ok(self.pairs.tiling(chosen.into_iter(), &mut random))
    }

    /// The pair of two cells, which are given relative to a corner.
    fn pair(&self, cells: [[u32; 2]; 2], corner: [u32; 2]) -> Option<usize> {
        let index = |[row, col]: [u32; 2]| {
            let cell = Cell::new(corner[0] + row, corner[1] + col);
            self.pairs.cells.binary_search(&cell).ok().map(|index| index as u32)
        };
        let mut ends = [index(cells[0])?, index(cells[1])?];
        ends.sort_unstable();
        self.pairs.ends.binary_search(&ends).ok()
    }
}

/// The pairs of cells that pieces can cover.
fn pairs_of<'a>(
    problem: &'a Problem,
    placements: &Placements,
    control: &Control,
) -> Result<Drawn<'a>, Undrawn> {
    drawn(problem, placements, control)?
        .ok_or(Undrawn::Obstacle("its pieces have two cells each, and no others"))
}

/// A whole number below `limit`, which is not 0, all equally likely.
fn below(limit: u64, random: &mut ChaCha8Rng) -> u64 {
    if limit == 1 {
        return 0;
    }
    let fair = u64::MAX - u64::MAX % limit;
    loop {
        let drawn = random.next_u64();
        if drawn < fair {
            return drawn % limit;
        }
    }
}

#[cfg(test)]
mod tests;
