//! Tables of how many moves the tiles of a group need, however the others stand.
//!
//! The tiles of a group do not see the others: outside the group, the empty cell goes where it likes at no cost. All
//! that counts is where the tiles of the group stand and which connected part of the rest the empty cell is in. From the
//! goal on, all such states are gone through by the number of moves of tiles of the group. The table keeps this number
//! for where the tiles stand: the least over all parts.
//!
//! A place in a table is the list of the cells of the tiles, each in as many bits as a cell needs: so a move changes it by one
//! addition. Moves of different groups are different moves, so the numbers of all groups may be added up.
//!
//! Cost: at most 2^25 bytes for a group, and four or eight times that while it is made; a second or so.

use super::{EMPTY, Tiles};
use crate::run::{Control, Progress, Stopped, parallel};

/// The most bits of a place in a table.
const PLACE_BITS: u32 = 25;

/// States of a table between two looks at the control.
const LOOK: usize = 1 << 14;

/// The tables of all groups.
#[derive(Debug)]
pub(super) struct Tables {
    pub groups: Vec<Vec<u8>>,
    /// The group of every tile, and what a unit of its cell adds to the place.
    pub slot: Vec<(u8, u32)>,
    /// Where cells and tiles go in the mirror, if there is one: a position and its mirror image are equally far from the goal.
    pub mirror: Option<(Vec<u8>, Vec<u8>)>,
}

impl Tables {
    pub fn new(tiles: &Tiles, control: &Control) -> Result<Self, Stopped> {
        let bits = usize::BITS - (tiles.start.len() - 1).leading_zeros();
        let size = (PLACE_BITS / bits) as usize;
        let order = strips(tiles);
        let groups: Vec<&[u8]> = order.chunks(size).collect();
        let table = 1_u64 << (bits * size as u32);
        let at_work = groups.len().min(control.thread_count()) as u64;
        let needed = table * (groups.len() as u64 + 8 * at_work);
        control.reserve(needed, format!("a set of tables for {} tiles", order.len()))?;
        let mut slot = vec![(0, 0); order.len()];
        for (group, members) in groups.iter().enumerate() {
            for (i, &tile) in members.iter().enumerate() {
                slot[tile as usize] = (group as u8, i as u32 * bits);
            }
        }
        let fill = |group: usize| fill(tiles, groups[group], bits, control);
        let tables = parallel::map(control.thread_count(), groups.len(), fill);
        let groups = tables.into_iter().collect::<Result<_, _>>()?;
        Ok(Tables { groups, slot, mirror: mirror(tiles) })
    }
}

/// The tiles along strips two columns wide, down one and up the next, so that neighbours are close together.
fn strips(tiles: &Tiles) -> Vec<u8> {
    let mut tile_at = vec![EMPTY; tiles.start.len()];
    for (tile, &cell) in (0..).zip(&tiles.goal) {
        tile_at[cell as usize] = tile;
    }
    let mut order = Vec::with_capacity(tiles.goal.len());
    for strip in 0..tiles.cols.div_ceil(2) {
        for i in 0..tiles.rows {
            let row = if strip % 2 == 0 { i } else { tiles.rows - 1 - i };
            for col in (2 * strip..tiles.cols).take(2) {
                order.push(tile_at[row * tiles.cols + col]);
            }
        }
    }
    order.retain(|&tile| tile != EMPTY);
    order
}

/// Where a row and a column go, on a rectangle of so many rows and columns.
type Turn = fn(usize, usize, usize, usize) -> (usize, usize);

/// A symmetry of the rectangle that leaves the last empty cell where it is: where it takes cells and tiles.
fn mirror(tiles: &Tiles) -> Option<(Vec<u8>, Vec<u8>)> {
    let (rows, cols) = (tiles.rows, tiles.cols);
    let turned: [Turn; 5] = [
        |r, c, _, _| (c, r),
        |r, c, rows, cols| (cols - 1 - c, rows - 1 - r),
        |r, c, rows, cols| (rows - 1 - r, cols - 1 - c),
        |r, c, _, cols| (r, cols - 1 - c),
        |r, c, rows, _| (rows - 1 - r, c),
    ];
    let fits = |i: usize| rows == cols || i > 1;
    for (_, turn) in turned.into_iter().enumerate().filter(|(i, _)| fits(*i)) {
        let to = |cell: usize| {
            let (row, col) = turn(cell / cols, cell % cols, rows, cols);
            (row * cols + col) as u8
        };
        if to(tiles.last_empty as usize) != tiles.last_empty {
            continue;
        }
        let cells: Vec<u8> = (0..tiles.start.len()).map(to).collect();
        let taken = |tile: &u8| {
            let cell = cells[*tile as usize];
            tiles.goal.iter().position(|&goal| goal == cell).map(|tile| tile as u8)
        };
        let of_tiles: Option<Vec<u8>> = tiles.goal.iter().map(taken).collect();
        return of_tiles.map(|of_tiles| (cells, of_tiles));
    }
    None
}

/// The table of the tiles `members`.
fn fill(tiles: &Tiles, members: &[u8], bits: u32, control: &Control) -> Result<Vec<u8>, Stopped> {
    let places = 1_usize << (bits * members.len() as u32);
    let mask = (1 << bits) - 1;
    let mut table = vec![u8::MAX; places];
    // For each way in which the group stands, the cells where the empty one has been.
    let mut been = vec![0_u64; places];
    let board = Board::new(tiles);
    let start = members
        .iter()
        .enumerate()
        .fold(0, |place, (i, &tile)| place | (tiles.goal[tile as usize] as usize) << (i as u32 * bits));
    let taken = |place: usize| {
        (0..members.len() as u32).fold(0, |taken, i| taken | 1 << (place >> (i * bits) & mask))
    };
    let part = board.part(1 << tiles.last_empty, taken(start));
    been[start] = part;
    let (mut level, mut next) = (vec![(start as u32, part)], Vec::new());
    let mut found = 0;
    for moves in 0.. {
        found += level.len() as u64;
        for (done, &(place, part)) in level.iter().enumerate() {
            if done.is_multiple_of(LOOK) {
                control.check(Progress::States { levels: u64::from(moves), found, expected: None })?;
            }
            let place = place as usize;
            table[place] = table[place].min(moves);
            let taken = taken(place);
            for i in 0..members.len() as u32 {
                let cell = place >> (i * bits) & mask;
                let mut ways = board.near[cell] & part;
                while ways != 0 {
                    let to = ways.trailing_zeros() as usize;
                    ways &= ways - 1;
                    let moved = place ^ (cell ^ to) << (i * bits);
                    if been[moved] >> cell & 1 == 1 {
                        continue;
                    }
                    let part = board.part(1 << cell, taken ^ 1 << cell ^ 1 << to);
                    been[moved] |= part;
                    next.push((moved as u32, part));
                }
            }
        }
        std::mem::swap(&mut level, &mut next);
        next.clear();
        // For one group, no puzzle of 64 cells is deeper than a byte can count; and a number that stops there is still a bound.
        if level.is_empty() || moves == u8::MAX - 1 {
            break;
        }
    }
    Ok(table)
}

/// The rectangle in bits.
struct Board {
    cols: u32,
    cells: u64,
    not_first: u64,
    not_last: u64,
    near: Vec<u64>,
}

impl Board {
    fn new(tiles: &Tiles) -> Self {
        let count = tiles.start.len();
        let cells = u64::MAX >> (64 - count);
        let column =
            |col: usize| (0..tiles.rows).fold(0_u64, |bits, row| bits | 1 << (row * tiles.cols + col));
        let mut board = Board {
            cols: tiles.cols as u32,
            cells,
            not_first: cells & !column(0),
            not_last: cells & !column(tiles.cols - 1),
            near: Vec::new(),
        };
        board.near = (0..count).map(|cell| board.grown(1 << cell) & !(1 << cell)).collect();
        board
    }

    /// The cells and those beside them.
    fn grown(&self, bits: u64) -> u64 {
        let sideways = (bits << 1 & self.not_first) | (bits >> 1 & self.not_last);
        let upright = bits.checked_shl(self.cols).unwrap_or(0) | bits.checked_shr(self.cols).unwrap_or(0);
        (bits | sideways | upright) & self.cells
    }

    /// All cells that are connected to `from` by cells that are not taken.
    fn part(&self, from: u64, taken: u64) -> u64 {
        let mut part = from;
        loop {
            let grown = self.grown(part) & !taken;
            if grown == part {
                return part;
            }
            part = grown;
        }
    }
}
