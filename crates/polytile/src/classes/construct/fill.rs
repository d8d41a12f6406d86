//! All ways to fill a small region with given pieces.
//!
//! The first cell that is still free is covered next, by each placement that begins there. Cost: exponential in the
//! pieces, of which there are few here.

use crate::exact_cover::Encoded;
use crate::run::{Pulse, Stopped};

/// Knows for each cell the placements that begin there.
#[derive(Clone, Debug)]
pub(super) struct Filler {
    begin: Vec<Vec<u32>>,
}

impl Filler {
    pub fn new(encoded: &Encoded) -> Self {
        let mut begin = vec![Vec::new(); encoded.cells().len()];
        for option in 0..encoded.cover().option_count() as u32 {
            if let Some(&first) = encoded.placement(option).cells.first() {
                begin[first as usize].push(option);
            }
        }
        Filler { begin }
    }

    /// Hands every way to fill the cells of `region`, which are sorted, with `pieces`, each a piece and a number of
    /// copies, to `sink`: a list of placements, none of which is in `tiling`, which is sorted.
    pub fn fill(
        &self,
        encoded: &Encoded,
        region: &[u32],
        pieces: &mut [(u32, u32)],
        tiling: &[u32],
        pulse: &Pulse<'_>,
        sink: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stopped> {
        let (free, laid) = (region.to_vec(), Vec::new());
        Filling { filler: self, encoded, free, pieces, tiling, laid, pulse, sink }.go_on()
    }

    /// The placements whose first cell is `cell`.
    pub fn beginning(&self, cell: u32) -> &[u32] {
        &self.begin[cell as usize]
    }
}

struct Filling<'a> {
    filler: &'a Filler,
    encoded: &'a Encoded,
    free: Vec<u32>,
    pieces: &'a mut [(u32, u32)],
    tiling: &'a [u32],
    laid: Vec<u32>,
    pulse: &'a Pulse<'a>,
    sink: &'a mut dyn FnMut(&[u32]),
}

impl Filling<'_> {
    fn go_on(&mut self) -> Result<(), Stopped> {
        self.pulse.beat()?;
        let Some(&first) = self.free.first() else {
            (self.sink)(&self.laid);
            return Ok(());
        };
        let filler = self.filler;
        for &option in &filler.begin[first as usize] {
            let placement = self.encoded.placement(option);
            let Some(at) = self.pieces.iter().position(|&(piece, left)| piece == placement.piece && left > 0)
            else {
                continue;
            };
            if !placement.cells.iter().all(|cell| self.free.binary_search(cell).is_ok())
                || self.tiling.binary_search(&option).is_ok()
            {
                continue;
            }
            let kept = self.free.clone();
            self.free.retain(|cell| !placement.cells.contains(cell));
            self.pieces[at].1 -= 1;
            self.laid.push(option);
            self.go_on()?;
            self.laid.pop();
            self.pieces[at].1 += 1;
            self.free = kept;
        }
        Ok(())
    }
}
