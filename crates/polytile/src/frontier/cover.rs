//! A tiling problem as an exact cover whose items come in a fixed order.
//!
//! In: a problem, an order of its cells and, for the tilings that a symmetry leaves as they are, the permutation of
//! the cells. Out: *items* in sequence and *options* that cover them, sorted by their first item. Items are of two
//! kinds: a *cell* is covered exactly once; a *demand* (see [`Problem::demands`]) is met at least once, by any placement
//! that covers both cells of one of its pairs, and stands right behind the last of its cells.
//!
//! A tiling fixed by a symmetry g consists of whole orbits of placements under the group that g generates. So its
//! items are orbits of cells, and its options are the orbits of placements whose members do not overlap; an option
//! uses as many copies of its piece as the orbit has members. The identity gives the problem itself back.
//!
//! Cost: a sort of the placements.

use crate::board::Cell;
use crate::plan::Order;
use crate::problem::{Placement, Placements, Problem};
use std::collections::HashMap;

/// What an item asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// To be covered exactly once.
    Cell,
    /// To be met at least once.
    Demand,
}

/// A set of placements that are taken together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    /// The items covered or met, sorted; the first is a cell.
    pub items: &'a [u32],
    /// For each of these, whether no other choice beside this one can cover or meet it.
    pub alone: &'a [bool],
    /// The pieces used, one entry per placement.
    pub pieces: &'a [u32],
    /// Index of one of the placements.
    pub placement: u32,
}

/// Items in sequence, and the options that cover them.
#[derive(Debug)]
pub(crate) struct Cover {
    items: Vec<Item>,
    /// Options sorted by their first item: `starts[t]..starts[t + 1]` begin at item `t`.
    starts: Vec<u32>,
    item_ends: Vec<usize>,
    item_list: Vec<u32>,
    item_alone: Vec<bool>,
    piece_ends: Vec<usize>,
    piece_list: Vec<u32>,
    placement: Vec<u32>,
    /// For every item, the last item that starts an option containing it; later if [`Cover::demand_within_rows`] says so.
    last_start: Vec<u32>,
}

/// The cells of a region in an order: their indices.
pub(crate) fn ordered(problem: &Problem, order: Order) -> Vec<u32> {
    let cells: Vec<Cell> = problem.region.cells().collect();
    let mut indices: Vec<u32> = (0..cells.len() as u32).collect();
    match order {
        Order::Rows => {}
        Order::Columns => indices.sort_by_key(|&i| (cells[i as usize].col, cells[i as usize].row)),
        Order::Diagonals => indices.sort_by_key(|&i| {
            let cell = cells[i as usize];
            (u64::from(cell.row) + u64::from(cell.col), cell.row)
        }),
    }
    indices
}

/// An option before it has its place. The cells that it covers decide, whatever is demanded beside.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Unplaced {
    covered: Vec<u32>,
    pieces: Vec<u32>,
    placement: u32,
    /// Cells and demands.
    items: Vec<u32>,
}

impl Cover {
    /// The tilings of `problem`, cells in the order given.
    pub fn new(problem: &Problem, placements: &Placements, order: &[u32]) -> Self {
        let identity: Vec<u32> = (0..order.len() as u32).collect();
        let pieces: Vec<u32> = (0..problem.pieces.len() as u32).collect();
        Self::fixed_by(problem, placements, order, &identity, &pieces)
    }

    /// The tilings that `cell_image`, a symmetry of the region which makes piece p the piece `piece_image[p]`, carries
    /// to themselves.
    pub fn fixed_by(
        problem: &Problem,
        placements: &Placements,
        order: &[u32],
        cell_image: &[u32],
        piece_image: &[u32],
    ) -> Self {
        let mut cover = Cover {
            items: Vec::new(),
            starts: Vec::new(),
            item_ends: Vec::new(),
            item_list: Vec::new(),
            item_alone: Vec::new(),
            piece_ends: Vec::new(),
            piece_list: Vec::new(),
            placement: Vec::new(),
            last_start: Vec::new(),
        };
        let demands = problem.demands();
        let (cell_item, demand_item) = cover.number_items(order, cell_image, &demands);
        let mut met_by: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        for (demand, pairs) in demands.iter().enumerate() {
            for &pair in pairs {
                met_by.entry(pair).or_default().push(demand_item[demand]);
            }
        }
        // The pairs of every demand, as items.
        let mut item_pairs: HashMap<u32, Vec<[u32; 2]>> = HashMap::new();
        for (pairs, &item) in demands.iter().zip(&demand_item) {
            let pairs = pairs.iter().map(|pair| pair.map(|cell| cell_item[cell as usize]));
            item_pairs.entry(item).or_default().extend(pairs);
        }
        let mut choices: Vec<Unplaced> = Vec::with_capacity(placements.len());
        let identity = cell_image.iter().enumerate().all(|(i, &image)| i as u32 == image)
            && piece_image.iter().enumerate().all(|(i, &image)| i as u32 == image);
        for (index, placement) in placements.iter().enumerate() {
            let orbit = if identity {
                vec![(placement.piece, placement.cells.to_vec())]
            } else {
                match orbit(placement, cell_image, piece_image) {
                    Some(orbit) => orbit,
                    None => continue,
                }
            };
            let mut items: Vec<u32> =
                orbit.iter().flat_map(|(_, cells)| cells).map(|&c| cell_item[c as usize]).collect();
            items.sort_unstable();
            items.dedup();
            let covered = items.clone();
            for (_, cells) in &orbit {
                if met_by.is_empty() {
                    break;
                }
                let pairs =
                    cells.iter().enumerate().flat_map(|(i, &a)| cells[i + 1..].iter().map(move |&b| [a, b]));
                items.extend(pairs.filter_map(|pair| met_by.get(&pair)).flatten());
            }
            items.sort_unstable();
            items.dedup();
            let pieces = orbit.iter().map(|(piece, _)| *piece).collect();
            choices.push(Unplaced { covered, pieces, placement: index as u32, items });
        }
        choices.sort();
        cover.last_start = vec![0; cover.items.len()];
        for Unplaced { pieces, placement, items, .. } in choices {
            while cover.starts.len() <= items[0] as usize {
                cover.starts.push(cover.placement.len() as u32);
            }
            for &item in &items {
                cover.last_start[item as usize] = items[0];
            }
            cover.item_alone.extend(items.iter().map(|&item| {
                let shared = item_pairs.get(&item).is_some_and(|pairs| {
                    pairs.iter().any(|pair| pair.iter().all(|i| items.binary_search(i).is_err()))
                });
                !shared
            }));
            cover.item_list.extend(items);
            cover.item_ends.push(cover.item_list.len());
            cover.piece_list.extend(pieces);
            cover.piece_ends.push(cover.piece_list.len());
            cover.placement.push(placement);
        }
        cover.starts.resize(cover.items.len() + 1, cover.placement.len() as u32);
        cover
    }

    /// Puts the items in sequence; the item of every cell and of every demand.
    fn number_items(
        &mut self,
        order: &[u32],
        image: &[u32],
        demands: &[Vec<[u32; 2]>],
    ) -> (Vec<u32>, Vec<u32>) {
        let mut place = vec![0_u32; order.len()];
        for (i, &cell) in order.iter().enumerate() {
            place[cell as usize] = i as u32;
        }
        // The orbit of a cell stands where its first member stands.
        let orbit_of = |cell: u32| {
            let (mut first, mut at) = (place[cell as usize], image[cell as usize]);
            while at != cell {
                first = first.min(place[at as usize]);
                at = image[at as usize];
            }
            first
        };
        let orbit: Vec<u32> = (0..order.len() as u32).map(orbit_of).collect();
        // Demands of one orbit are one item: they are met alike because the tiling is symmetric.
        let carried = |pairs: &[[u32; 2]]| {
            let mut pairs: Vec<[u32; 2]> = pairs.iter().map(|p| p.map(|cell| image[cell as usize])).collect();
            for pair in &mut pairs {
                pair.sort_unstable();
            }
            pairs.sort_unstable();
            pairs
        };
        let number: HashMap<&[[u32; 2]], usize> =
            demands.iter().enumerate().map(|(i, pairs)| (&pairs[..], i)).collect();
        let mut leader: Vec<usize> = (0..demands.len()).collect();
        for (i, pairs) in demands.iter().enumerate() {
            let mut at = carried(pairs);
            while at != *pairs {
                leader[i] = leader[i].min(number[&at[..]]);
                at = carried(&at);
            }
        }
        let last =
            |pairs: &[[u32; 2]]| pairs.iter().flatten().map(|&cell| orbit[cell as usize]).max().unwrap_or(0);
        let mut sequence: Vec<(u32, bool, u32)> = Vec::new();
        sequence
            .extend((0..order.len()).filter(|&c| orbit[c] == place[c]).map(|c| (orbit[c], false, c as u32)));
        let leaders = (0..demands.len()).filter(|&d| leader[d] == d);
        sequence.extend(leaders.map(|d| (last(&demands[d]), true, d as u32)));
        sequence.sort_unstable();
        let mut orbit_item = vec![0_u32; order.len()];
        let mut demand_item = vec![0_u32; demands.len()];
        for (i, &(at, is_demand, which)) in sequence.iter().enumerate() {
            if is_demand {
                demand_item[which as usize] = i as u32;
            } else {
                orbit_item[at as usize] = i as u32;
            }
            self.items.push(if is_demand { Item::Demand } else { Item::Cell });
        }
        let demand_item = leader.iter().map(|&d| demand_item[d]).collect();
        (orbit.iter().map(|&at| orbit_item[at as usize]).collect(), demand_item)
    }

    /// Makes no demand fall due before the first cell of the row that its last cell stands in, for rows of `width`
    /// cells each. A demand between two rows is then no obstacle to a board that ends with the first of them.
    pub fn demand_within_rows(&mut self, width: usize) {
        let (mut cells, mut row) = (0, 0);
        for (item, kind) in self.items.iter().enumerate() {
            match kind {
                Item::Cell => {
                    if cells % width == 0 {
                        row = item as u32;
                    }
                    cells += 1;
                }
                Item::Demand => self.last_start[item] = self.last_start[item].max(row),
            }
        }
    }

    /// The items in sequence.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The options whose first item is `item`.
    pub fn starting_at(&self, item: usize) -> impl Iterator<Item = Choice<'_>> + '_ {
        self.options(item).map(|i| self.choice(i))
    }

    /// The placements that stand for the options, in order of the options.
    pub fn placements(&self) -> &[u32] {
        &self.placement
    }

    /// The numbers of the options whose first item is `item`.
    pub fn options(&self, item: usize) -> std::ops::Range<usize> {
        self.starts[item] as usize..self.starts[item + 1] as usize
    }

    fn choice(&self, i: usize) -> Choice<'_> {
        let slice = |ends: &[usize]| if i == 0 { 0..ends[0] } else { ends[i - 1]..ends[i] };
        Choice {
            items: &self.item_list[slice(&self.item_ends)],
            alone: &self.item_alone[slice(&self.item_ends)],
            pieces: &self.piece_list[slice(&self.piece_ends)],
            placement: self.placement[i],
        }
    }

    /// From this item on `item` must be covered: the last one that starts an option containing it, 0 when there is none.
    pub fn last_start(&self, item: usize) -> u32 {
        self.last_start[item]
    }

    /// The largest number of placements in one option.
    pub fn largest_orbit(&self) -> u32 {
        let ends = self.piece_ends.iter();
        let sizes = ends.scan(0, |last, &end| Some(end - std::mem::replace(last, end)));
        sizes.max().unwrap_or(1) as u32
    }
}

/// The placements that the powers of a symmetry make of one; nothing when two of them overlap, or when an earlier
/// placement stands for the orbit.
fn orbit(start: Placement<'_>, cell_image: &[u32], piece_image: &[u32]) -> Option<Vec<(u32, Vec<u32>)>> {
    let mut orbit = vec![(start.piece, start.cells.to_vec())];
    loop {
        let (piece, cells) = &orbit[orbit.len() - 1];
        let mut cells: Vec<u32> = cells.iter().map(|&c| cell_image[c as usize]).collect();
        cells.sort_unstable();
        let next = (piece_image[*piece as usize], cells);
        if next == orbit[0] {
            return Some(orbit);
        }
        if next < orbit[0] || next.1.iter().any(|c| orbit.iter().any(|(_, cells)| cells.contains(c))) {
            return None;
        }
        orbit.push(next);
    }
}
