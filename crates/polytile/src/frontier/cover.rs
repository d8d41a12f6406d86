//! A tiling problem as an exact cover whose items come in a fixed order.
//!
//! In: a problem, an order of its cells and, for the tilings that a symmetry leaves as they are, the permutation of
//! the cells. Out: *items* in sequence, and the *options* that cover them, sorted by their first item. Items are of two
//! kinds: a *cell* is covered exactly once; a *demand* (see [`Problem::demands`]) is met at least once, by any placement
//! that covers both cells of one of its pairs, and stands right behind the last of its cells. Where of some placements one must
//! lie ([`Placements::some_of`]), that is a demand too, right behind the last cell that one of them begins with.
//!
//! A tiling fixed by a symmetry g consists of whole orbits of placements under the group that g generates. So the
//! items are then orbits of cells, and the options are the orbits of placements whose members do not overlap; an
//! option uses as many copies of its piece as the orbit has members. The identity gives the problem itself back.
//!
//! Cost: a sort of the placements.

use crate::condition::Condition;
use crate::condition::sieve::Sieve;
use crate::frontier::Order;
use crate::problem::{Placement, Placements, Problem};
use crate::run::{Control, Pulse, Stopped, bucketed, room};
use std::collections::HashMap;
use std::ops::Range;

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
pub(crate) struct CoverOption<'a> {
    /// The items covered or met, sorted; the first is a cell.
    pub items: &'a [u32],
    /// For each of these, whether no choice other than this one can cover or meet it.
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
    item_lists: Lists,
    item_alone: Vec<bool>,
    piece_lists: Lists,
    placement: Vec<u32>,
    /// For every item, the last item that starts an option containing it; later if [`Cover::demand_within_rows`] says so.
    last_start: Vec<u32>,
}

/// The most linear forms that an order of the cells goes by.
const FORMS: usize = 2;

/// Every placement that `conditions` leave, none of which couples two pieces, if they fit into memory with the covers made of
/// them.
///
/// # Errors
/// When they do not, or `control` says stop.
pub(crate) fn laid(
    problem: &Problem,
    conditions: &[Condition],
    control: &Control,
) -> Result<Placements, Stopped> {
    let cells = problem.region.len();
    // The cells themselves are listed in several orders.
    let bytes = problem.placements_bytes().saturating_mul(3).saturating_add(40 * cells as u64);
    control.reserve(bytes, format!("the list of placements on {cells} cells"))?;
    let placements = problem.placements_within(control)?;
    if conditions.is_empty() {
        return Ok(placements);
    }
    let Sieve { keep, some_of } = Sieve::new(conditions, problem, &placements.iter(), control)?;
    placements.kept(&keep, &some_of, control)
}

/// The cells of a region in an order: their indices.
fn ordered(problem: &Problem, order: Order, pulse: &Pulse<'_>) -> Result<Vec<u32>, Stopped> {
    let mut cells: Vec<([i64; FORMS], u32)> = room::list(problem.region.len(), "the order of the cells")?;
    let lattice = problem.region.lattice();
    let sweeps = lattice.ground().sweeps;
    let forward = sweeps.iter().find(|sweep| sweep.order == order);
    let sweep = forward.or_else(|| sweeps.iter().find(|sweep| sweep.order.reversed() == order));
    let forms = sweep.map_or(&[][..], |sweep| sweep.forms);
    for (index, cell) in (0..).zip(problem.region.cells()) {
        pulse.beat()?;
        let mut place = [0; FORMS];
        for (sum, form) in place.iter_mut().zip(forms) {
            *sum = lattice.sum(cell, form);
        }
        // Indices go layer by layer and row by row.
        cells.push((place, index));
    }
    cells.sort_unstable();
    if forward.is_none() {
        cells.reverse();
    }
    let mut indices = room::list(cells.len(), "the order of the cells")?;
    indices.extend(cells.into_iter().map(|(_, index)| index));
    Ok(indices)
}

/// Lists of numbers, one behind the other.
#[derive(Debug, Default)]
struct Lists {
    ends: Vec<usize>,
    all: Vec<u32>,
}

impl Lists {
    /// Makes room for `lists` lists with `numbers` numbers together.
    fn room(&mut self, lists: usize, numbers: usize) -> Result<(), Stopped> {
        const WHAT: &str = "the options of the puzzle";
        room::room(&mut self.ends, lists, WHAT)?;
        room::room(&mut self.all, numbers, WHAT)?;
        Ok(())
    }

    fn push(&mut self, list: &[u32]) -> Result<(), Stopped> {
        const WHAT: &str = "the options of the puzzle";
        room::more(&mut self.all, list.len(), WHAT)?.extend_from_slice(list);
        room::more(&mut self.ends, 1, WHAT)?.push(self.all.len());
        Ok(())
    }

    fn range(&self, i: usize) -> Range<usize> {
        if i == 0 { 0..self.ends[0] } else { self.ends[i - 1]..self.ends[i] }
    }

    fn get(&self, i: usize) -> &[u32] {
        &self.all[self.range(i)]
    }
}

/// Options before they have their places, which depend only on the cells that they cover, whatever else is demanded.
#[derive(Default)]
struct Unplaced {
    /// Cells.
    covered: Lists,
    /// Cells and demands; nothing where there are no demands.
    items: Lists,
    pieces: Lists,
    placement: Vec<u32>,
}

/// Items by what they stand for.
struct Numbered {
    /// Of every cell.
    cells: Vec<u32>,
    /// Of every demand of a rule.
    demands: Vec<u32>,
    /// Of every list of placements one of which must lie.
    some_of: Vec<u32>,
}

/// A symmetry: the cell that each cell becomes, and the piece that each piece becomes.
pub(crate) type Images<'a> = (&'a [u32], &'a [u32]);

impl Cover {
    /// The tilings of `problem`, cells in the order given.
    ///
    /// # Errors
    /// When `control` says stop, or there is no memory for it.
    pub fn new(
        problem: &Problem,
        placements: &Placements,
        order: Order,
        control: &Control,
    ) -> Result<Self, Stopped> {
        Self::fixed_by(problem, placements, order, None, control)
    }

    /// The tilings that `symmetry`, one of the region and of the conditions that `placements` meet, carries to themselves; all
    /// tilings if none is given.
    ///
    /// # Errors
    /// As [`Cover::new`].
    pub fn fixed_by(
        problem: &Problem,
        placements: &Placements,
        order: Order,
        symmetry: Option<Images<'_>>,
        control: &Control,
    ) -> Result<Self, Stopped> {
        let pulse = &Pulse::preparing(control);
        let mut cover = Cover {
            items: Vec::new(),
            starts: Vec::new(),
            item_lists: Lists::default(),
            item_alone: Vec::new(),
            piece_lists: Lists::default(),
            placement: Vec::new(),
            last_start: Vec::new(),
        };
        let order = ordered(problem, order, pulse)?;
        let demands = problem.demands_within(control)?;
        let cell_image = symmetry.map(|(cells, _)| cells);
        let Numbered { cells: cell_item, demands: demand_item, some_of: some_item } =
            cover.number_items(&order, cell_image, &demands, placements, pulse)?;
        let mut met_by: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
        // The pairs of every demand, as items; none where placements are demanded.
        let mut item_pairs: HashMap<u32, Vec<[u32; 2]>> = HashMap::new();
        // The items of what demands a placement.
        let mut met_with: HashMap<u32, Vec<u32>> = HashMap::new();
        for (some, &item) in placements.some_of().iter().zip(&some_item) {
            item_pairs.insert(item, Vec::new());
            for &placement in some {
                pulse.beat()?;
                met_with.entry(placement).or_default().push(item);
            }
        }
        for (pairs, &item) in demands.iter().zip(&demand_item) {
            for &pair in pairs {
                pulse.beat()?;
                met_by.entry(pair).or_default().push(item);
                item_pairs.entry(item).or_default().push(pair.map(|cell| cell_item[cell as usize]));
            }
        }
        let mut choices = Unplaced::default();
        if symmetry.is_none() {
            // A list that has grown large may be half empty.
            let options = placements.len();
            choices.covered.room(options, placements.covered())?;
            choices.pieces.room(options, options)?;
            room::room(&mut choices.placement, options, "the options of the puzzle")?;
        }
        let (mut items, mut pieces): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for (index, placement) in placements.iter().enumerate() {
            pulse.beat()?;
            let orbit = match symmetry {
                None => None,
                Some(images) => match orbit(placement, images) {
                    Some(orbit) => Some(orbit),
                    None => continue,
                },
            };
            let alone = [(placement.piece, placement.cells)];
            let members = || {
                let several = orbit.iter().flatten().map(|(piece, cells)| (*piece, cells.as_slice()));
                several.chain(alone.into_iter().filter(|_| orbit.is_none()))
            };
            items.clear();
            items.extend(members().flat_map(|(_, cells)| cells).map(|&c| cell_item[c as usize]));
            items.sort_unstable();
            items.dedup();
            choices.covered.push(&items)?;
            if !item_pairs.is_empty() {
                for (_, cells) in members() {
                    let pairs = cells
                        .iter()
                        .enumerate()
                        .flat_map(|(i, &a)| cells[i + 1..].iter().map(move |&b| [a, b]));
                    items.extend(pairs.filter_map(|pair| met_by.get(&pair)).flatten());
                }
                // With one of an orbit all are demanded: conditions are those of the symmetry.
                items.extend(met_with.get(&(index as u32)).into_iter().flatten());
                items.sort_unstable();
                items.dedup();
                choices.items.push(&items)?;
            }
            pieces.clear();
            pieces.extend(members().map(|(piece, _)| piece));
            choices.pieces.push(&pieces)?;
            room::more(&mut choices.placement, 1, "the options of the puzzle")?.push(index as u32);
        }
        cover.place(&choices, &item_pairs, pulse)?;
        Ok(cover)
    }

    /// Puts the options into their places.
    fn place(
        &mut self,
        choices: &Unplaced,
        item_pairs: &HashMap<u32, Vec<[u32; 2]>>,
        pulse: &Pulse<'_>,
    ) -> Result<(), Stopped> {
        let Unplaced { covered, items, pieces, placement } = choices;
        let key = |i: u32| {
            let i = i as usize;
            (covered.get(i), pieces.get(i), placement[i])
        };
        let first = |i: usize| covered.get(i)[0] as usize;
        let (mut order, ends) = bucketed(placement.len(), self.items.len(), first, pulse)?;
        let mut start = 0;
        for end in ends {
            pulse.beats((end - start) as u64)?;
            order[start..end].sort_unstable_by(|&i, &j| key(i).cmp(&key(j)));
            start = end;
        }
        let items = if items.ends.is_empty() { covered } else { items };
        self.last_start = room::filled(0, self.items.len(), "the options of the puzzle")?;
        self.item_lists.room(items.ends.len(), items.all.len())?;
        self.piece_lists.room(pieces.ends.len(), pieces.all.len())?;
        room::room(&mut self.item_alone, items.all.len(), "the options of the puzzle")?;
        room::room(&mut self.placement, placement.len(), "the options of the puzzle")?;
        for i in order {
            pulse.beat()?;
            let i = i as usize;
            let items = items.get(i);
            while self.starts.len() <= items[0] as usize {
                self.starts.push(self.placement.len() as u32);
            }
            for &item in items {
                self.last_start[item as usize] = items[0];
            }
            room::more(&mut self.item_alone, items.len(), "the options of the puzzle")?;
            self.item_alone.extend(items.iter().map(|&item| {
                let shared = item_pairs.get(&item).is_some_and(|pairs| {
                    let apart = |pair: &[u32; 2]| pair.iter().all(|i| items.binary_search(i).is_err());
                    pairs.is_empty() || pairs.iter().any(apart)
                });
                !shared
            }));
            self.item_lists.push(items)?;
            self.piece_lists.push(pieces.get(i))?;
            room::more(&mut self.placement, 1, "the options of the puzzle")?.push(placement[i]);
        }
        self.starts.resize(self.items.len() + 1, self.placement.len() as u32);
        Ok(())
    }

    /// Puts the items in sequence.
    fn number_items(
        &mut self,
        order: &[u32],
        image: Option<&[u32]>,
        demands: &[Vec<[u32; 2]>],
        placements: &Placements,
        pulse: &Pulse<'_>,
    ) -> Result<Numbered, Stopped> {
        const WHAT: &str = "the items of the puzzle";
        let image = |cell: u32| image.map_or(cell, |image| image[cell as usize]);
        let mut place = room::filled(0_u32, order.len(), WHAT)?;
        for (i, &cell) in order.iter().enumerate() {
            pulse.beat()?;
            place[cell as usize] = i as u32;
        }
        // The orbit of a cell stands where its first member stands.
        let mut orbit: Vec<u32> = room::list(order.len(), WHAT)?;
        for cell in 0..order.len() as u32 {
            pulse.beat()?;
            let (mut first, mut at) = (place[cell as usize], image(cell));
            while at != cell {
                first = first.min(place[at as usize]);
                at = image(at);
            }
            orbit.push(first);
        }
        // The demands of one orbit are one item: as the tiling is symmetric, either all of them are met or none.
        let carried = |pairs: &[[u32; 2]]| {
            let mut pairs: Vec<[u32; 2]> = pairs.iter().map(|p| p.map(image)).collect();
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
            pulse.beats(1 + pairs.len() as u64)?;
            let mut at = carried(pairs);
            while at != *pairs {
                leader[i] = leader[i].min(number[&at[..]]);
                at = carried(&at);
            }
        }
        let last =
            |pairs: &[[u32; 2]]| pairs.iter().flatten().map(|&cell| orbit[cell as usize]).max().unwrap_or(0);
        let asked = demands.len() + placements.some_of().len();
        let mut sequence: Vec<(u32, bool, u32)> = room::list(order.len() + asked, WHAT)?;
        sequence
            .extend((0..order.len()).filter(|&c| orbit[c] == place[c]).map(|c| (orbit[c], false, c as u32)));
        let leaders = (0..demands.len()).filter(|&d| leader[d] == d);
        sequence.extend(leaders.map(|d| (last(&demands[d]), true, d as u32)));
        for (i, some) in (demands.len()..).zip(placements.some_of()) {
            pulse.beats(1 + some.len() as u64)?;
            let first = |&p: &u32| placements.get(p as usize).cells.iter().map(|&c| orbit[c as usize]).min();
            sequence.push((some.iter().filter_map(first).max().unwrap_or(0), true, i as u32));
        }
        sequence.sort_unstable();
        let mut orbit_item = room::filled(0_u32, order.len(), WHAT)?;
        let mut demand_item = vec![0_u32; asked];
        room::room(&mut self.items, sequence.len(), WHAT)?;
        for (i, &(at, is_demand, which)) in sequence.iter().enumerate() {
            pulse.beat()?;
            if is_demand {
                demand_item[which as usize] = i as u32;
            } else {
                orbit_item[at as usize] = i as u32;
            }
            self.items.push(if is_demand { Item::Demand } else { Item::Cell });
        }
        let some_of = demand_item.split_off(demands.len());
        let demand_item = leader.iter().map(|&d| demand_item[d]).collect();
        // From places of orbits to their items, in place.
        for at in &mut orbit {
            *at = orbit_item[*at as usize];
        }
        Ok(Numbered { cells: orbit, demands: demand_item, some_of })
    }

    /// Lets no demand fall due before the first cell of the row that its last cell stands in, for rows of `width`
    /// cells each. Then a demand between two rows does not stand in the way of a board that ends with the first of
    /// them.
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

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let lists = |lists: &Lists| 8 * lists.ends.capacity() + 4 * lists.all.capacity();
        let numbers = self.starts.capacity() + self.placement.capacity() + self.last_start.capacity();
        let flags = self.items.capacity() + self.item_alone.capacity();
        (lists(&self.item_lists) + lists(&self.piece_lists) + 4 * numbers + flags) as u64
    }

    /// The items in sequence.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The options whose first item is `item`.
    pub fn starting_at(&self, item: usize) -> impl Iterator<Item = CoverOption<'_>> + '_ {
        self.options(item).map(|i| self.choice(i))
    }

    /// The placements that stand for the options, in order of the options.
    pub fn placements(&self) -> &[u32] {
        &self.placement
    }

    /// The numbers of the options whose first item is `item`.
    pub fn options(&self, item: usize) -> Range<usize> {
        self.starts[item] as usize..self.starts[item + 1] as usize
    }

    fn choice(&self, i: usize) -> CoverOption<'_> {
        CoverOption {
            items: self.item_lists.get(i),
            alone: &self.item_alone[self.item_lists.range(i)],
            pieces: self.piece_lists.get(i),
            placement: self.placement[i],
        }
    }

    /// How many options cover exactly the cells `items`, which are sorted, where nothing is demanded.
    pub fn covering(&self, items: &[u32]) -> usize {
        let Some(&first) = items.first() else { return 0 };
        let options = self.options(first as usize);
        // They are sorted by what they cover.
        let up_to = |after: fn(&[u32], &[u32]) -> bool| {
            let (mut low, mut high) = (options.start, options.end);
            while low < high {
                let middle = low.midpoint(high);
                if after(self.item_lists.get(middle), items) { high = middle } else { low = middle + 1 }
            }
            low
        };
        up_to(|list, items| list > items) - up_to(|list, items| list >= items)
    }

    /// The item from which on `item` must be covered: the last one that starts an option containing it, or 0 when there is none.
    pub fn last_start(&self, item: usize) -> u32 {
        self.last_start[item]
    }

    /// The largest number of placements in one option.
    pub fn largest_orbit(&self) -> u32 {
        let ends = self.piece_lists.ends.iter();
        let sizes = ends.scan(0, |last, &end| Some(end - std::mem::replace(last, end)));
        sizes.max().unwrap_or(1) as u32
    }
}

/// The placements that the powers of a symmetry make of one; nothing when two of them overlap, or when an earlier
/// placement stands for the orbit.
fn orbit(start: Placement<'_>, images: Images<'_>) -> Option<Vec<(u32, Vec<u32>)>> {
    let (cell_image, piece_image) = images;
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
