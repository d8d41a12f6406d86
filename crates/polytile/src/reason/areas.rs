//! Areas that are cut off, and whether pieces fill them.
//!
//! In: what is open of a tiling. Out: an area of open cells, connected and with nothing open around it, whose size no pieces that are
//! left sum to. Only sizes are looked at, as people count cells. What is left of the pieces changes with every choice, so the sums
//! are kept for the piece that was chosen last. Cost: a look at the neighbours of every open cell.

use super::open::Open;
use crate::exact_cover::Encoded;
use crate::problem::Problem;
use crate::run::{Control, Pulse, Stopped, room};
use crate::sums::Sums;

const WHAT: &str = "the neighbours of the cells";

/// The cells of a board as they lie side by side.
pub(super) struct Areas<'a> {
    problem: &'a Problem,
    encoded: &'a Encoded,
    starts: Vec<usize>,
    beside: Vec<u32>,
}

impl<'a> Areas<'a> {
    pub fn new(problem: &'a Problem, encoded: &'a Encoded, control: &Control) -> Result<Self, Stopped> {
        let pulse = Pulse::preparing(control);
        let region = &problem.region;
        control.reserve(40 * region.len() as u64, WHAT)?;
        let (mut starts, mut beside) = (room::list(region.len() + 1, WHAT)?, Vec::new());
        starts.push(0);
        for cell in region.cells() {
            pulse.beat()?;
            let near = region.beside(cell).flatten().filter_map(|near| region.index(near));
            near.for_each(|near| beside.push(near));
            starts.push(beside.len());
        }
        Ok(Areas { problem, encoded, starts, beside })
    }

    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.starts) + size_of_val(&*self.beside)) as u64
    }

    fn beside(&self, cell: u32) -> &[u32] {
        &self.beside[self.starts[cell as usize]..self.starts[cell as usize + 1]]
    }

    /// The sizes that pieces still sum to, if one `less` of a piece is left.
    pub fn sums(&self, open: &Open<'_>, less: Option<u32>, control: &Control) -> Result<Sums, Stopped> {
        let sizes = (0..).zip(self.problem.pieces.iter()).map(|(number, piece)| {
            let most = match self.encoded.piece_item(number) {
                Some(item) if piece.copies.max().is_some() => Some(open.asked(item).hi),
                _ => piece.copies.max(),
            };
            (piece.size(), 0, most.map(|most| most - u32::from(less == Some(number)).min(most)))
        });
        Sums::new(sizes, self.problem.region.len(), control)
    }

    /// An area that nothing fills: of all open cells, or of those beside `around`, without these.
    pub fn unfilled(
        &self,
        open: &Open<'_>,
        around: Option<&[u32]>,
        sums: &Sums,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let cells = self.problem.region.len();
        let mut seen = room::filled(false, cells, WHAT)?;
        let mut ones = Vec::new();
        match around {
            None => ones.extend(0..cells as u32),
            Some(around) => {
                for &cell in around {
                    seen[cell as usize] = true;
                }
                ones.extend(around.iter().flat_map(|&cell| self.beside(cell)));
            }
        }
        for first in ones {
            if seen[first as usize] || open.asked(first).hi == 0 {
                continue;
            }
            seen[first as usize] = true;
            let mut area = vec![first];
            let mut next = 0;
            while let Some(&cell) = area.get(next) {
                pulse.beat()?;
                next += 1;
                for &near in self.beside(cell) {
                    if !seen[near as usize] && open.asked(near).hi > 0 {
                        seen[near as usize] = true;
                        area.push(near);
                    }
                }
            }
            if !sums.may_be(area.len(), pulse)? {
                area.sort_unstable();
                return Ok(Some(area));
            }
        }
        Ok(None)
    }
}
