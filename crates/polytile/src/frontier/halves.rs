//! The number of tilings of a board that looks the same when it is turned, from half of its levels.
//!
//! In: a cover whose items are cells, and which is the same when they are taken in the opposite order: item i becomes item n - 1 - i,
//! and every option becomes an option. So it is for a rectangle and its half turn, row by row, column by column or along diagonals. Out:
//! the number of its tilings.
//!
//! Every option belongs to the half of the board in which the middle of its cells lies: it is *near*, or *far*, and then its
//! image is near. One that lies just across the middle is near if it comes before its image; if it is its own image, it is
//! near, and *central*. Let F(S) be the number of ways in which near options cover the set S of cells, and E(S) that of those
//! without central ones. A tiling is a way to cover some S by near options, and the rest by far ones, which, turned, are near and not
//! central:
//!
//! > count = sum over S of F(S) E(turned rest of S).
//!
//! F takes the levels up to the middle. Before the first cell that a far option or a central one covers, they are those of the cover ([`Levels`]). From
//! there on, which are the *open* levels, a cell may also be left to the far options, so the bits of keys stay where they
//! are: bit 1 + i is cell `first` + i, at the end too. Above them a bit tells whether a central option is used. A free cell
//! needs a near option that is still to come, or a far or central one, all of whose cells are free ([`Coverable`]): of
//! tetrominoes, three quarters of the sets can be dropped, and most that remain have a turned rest.
//!
//! The sum goes through the layer once for each piece of it: the turned rests of the piece are sorted, and met in the order of keys. So
//! packed layers are read from beginning to end.
//!
//! Cost: half of the levels; of those that are left out most would have had the largest layers. Weights have half as many digits.

use super::cover::{Cover, Item};
use super::key::Key;
use super::level::{Counters, Level, Levels, Transition, grouped};
use super::merge::thrifty::ThriftyMerge;
use super::prune::{Coverable, Options};
use crate::number::Count;
use crate::number::digits::Products;
use crate::run::{Control, Progress, Pulse, Stopped, parallel};
use num_traits::Zero;

/// Of the cells no more than this part may lie at open levels and beyond, in hundredths: where options reach across half of the board,
/// the open levels would have more states than are saved.
const OPEN: u32 = 45;
/// States of a piece, at most.
const PIECE: u64 = 1 << 20;
/// The part of the memory that pieces may take.
const PIECES_SHARE: u64 = 16;

/// Which half an option belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Near,
    Central,
    Far,
}

/// A cover that is the same backwards.
#[derive(Clone, Debug)]
pub(crate) struct Halves<'a> {
    cover: &'a Cover,
    cells: u32,
    /// The first open level, and the first cell that a far option or a central one covers.
    first: u32,
    /// One more than the last open level.
    end: u32,
}

impl<'a> Halves<'a> {
    /// `None` where the cover is not the same backwards, something is demanded or counted, or options reach too far.
    ///
    /// # Errors
    /// When `control` says stop.
    pub fn new(cover: &'a Cover, counters: &Counters, control: &Control) -> Result<Option<Self>, Stopped> {
        if counters.width() > 0 || cover.items().contains(&Item::Demand) {
            return Ok(None);
        }
        let pulse = Pulse::preparing(control);
        let cells = cover.items().len() as u32;
        let mut halves = Halves { cover, cells, first: cells, end: 0 };
        for start in 0..cells as usize {
            for option in cover.starting_at(start) {
                pulse.beats(option.items.len() as u64)?;
                if cover.covering(&halves.turned(option.items)) != cover.covering(option.items) {
                    return Ok(None);
                }
                let (side, start) = (halves.side(option.items), start as u32);
                if side != Side::Near {
                    halves.first = halves.first.min(start);
                }
                if side != Side::Far {
                    halves.end = halves.end.max(start + 1);
                }
            }
        }
        let fits = halves.first < halves.end && 100 * halves.open() <= OPEN * cells;
        Ok(fits.then_some(halves))
    }

    /// The image of a sorted list of cells.
    fn turned(&self, items: &[u32]) -> Vec<u32> {
        items.iter().rev().map(|item| self.cells - 1 - item).collect()
    }

    fn side(&self, items: &[u32]) -> Side {
        let middle = items[(items.len() - 1) / 2] + items[items.len() / 2];
        let by_place = middle.cmp(&(self.cells - 1));
        if by_place.then_with(|| items.cmp(&self.turned(items))).is_gt() {
            Side::Far
        } else if by_place.is_eq() && items == self.turned(items) {
            Side::Central
        } else {
            Side::Near
        }
    }

    /// How many cells may be covered by near options or by far ones.
    fn open(&self) -> u32 {
        self.cells - 2 * self.first
    }

    /// The bit that tells whether a central option is used.
    fn central<K: Key>(&self) -> K {
        K::bit(self.open() + 1)
    }

    /// The bits of those of these cells that have any.
    fn bits<K: Key>(&self, items: &[u32]) -> K {
        let open = items.iter().filter(|&&item| item >= self.first && item < self.first + self.open());
        open.map(|item| K::bit(item - self.first + 1)).fold(K::ZERO, K::bitor)
    }

    /// The number of tilings, if `item`, the level that comes next, is the first open one.
    ///
    /// # Errors
    /// As [`ThriftyMerge::step`].
    pub fn count<K: Key>(
        &self,
        item: usize,
        levels: &mut Levels<'_, K>,
        merge: &mut ThriftyMerge<'_, K>,
        control: &Control,
    ) -> Result<Option<Count>, Stopped> {
        // The top bit of a key is never set.
        if item != self.first as usize || self.open() + 3 > K::BITS {
            return Ok(None);
        }
        merge.ends_after(self.end as usize);
        let far = self.far(control)?;
        for item in self.first..self.end {
            merge.step(&self.level(item, levels.active(), far.as_ref()))?;
        }
        self.sum(merge, control).map(Some)
    }

    /// The options by which a cell at an open level can be covered besides the near ones. Central ones are among them: where one half
    /// leaves room for one, it is the other that uses it. `None` where they are too many.
    fn far<K: Key>(&self, control: &Control) -> Result<Option<Options<K>>, Stopped> {
        let pulse = Pulse::preparing(control);
        let mut options = Options::new(1, self.open() as usize);
        for start in self.first..self.cells {
            for option in self.cover.starting_at(start as usize) {
                pulse.beats(option.items.len() as u64)?;
                if self.side(option.items) != Side::Near && !options.add(self.numbers(option.items)) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(options))
    }

    /// How cells can be covered after an open level: by near options that are still to come, or as if they were left.
    fn coverable<K: Key>(&self, item: u32, far: Option<&Options<K>>) -> Vec<Coverable<K>> {
        let Some(mut options) = far.cloned() else { return Vec::new() };
        for start in item + 1..self.end {
            for option in self.cover.starting_at(start as usize) {
                if self.side(option.items) == Side::Near && !options.add(self.numbers(option.items)) {
                    return Vec::new();
                }
            }
        }
        options.finish(|_| true)
    }

    /// The numbers, from 0, of those of these cells that have bits.
    fn numbers(&self, items: &[u32]) -> impl Iterator<Item = usize> + Clone {
        let open = self.first..self.first + self.open();
        let first = self.first;
        items.iter().filter(move |item| open.contains(item)).map(move |item| (item - first) as usize)
    }

    /// An open level; `active` are the items of the keys at the first.
    fn level<K: Key>(&self, item: u32, active: &[u32], far: Option<&Options<K>>) -> Level<K> {
        let is_first = item == self.first;
        // The first of the bits is not dropped, but added again.
        let here = self.bits(&[item]);
        let old = |items: &[u32]| {
            if !is_first {
                return self.bits(items);
            }
            let places = items.iter().filter_map(|item| active.binary_search(item).ok());
            places.map(|bit| K::bit(bit as u32)).fold(K::ZERO, K::bitor)
        };
        let stay = Transition { care: K::ZERO, value: K::ZERO, add: K::ZERO, placement: None };
        let mut transitions = vec![stay];
        if is_first {
            let free = Transition { care: K::bit(0), ..stay };
            transitions = vec![free, Transition { value: K::bit(0), add: here, ..free }];
        }
        for option in self.cover.starting_at(item as usize) {
            let (care, add) = (old(option.items), self.bits(option.items));
            let laid = Transition { care, add, placement: Some(option.placement), ..stay };
            match self.side(option.items) {
                Side::Far => {}
                Side::Near => transitions.push(laid),
                Side::Central if is_first => {
                    transitions.push(Transition { add: add | self.central(), ..laid });
                }
                Side::Central => {
                    let care = care | self.central();
                    transitions.push(Transition { care, add: add | self.central(), ..laid });
                    transitions.push(Transition { care, value: self.central(), ..laid });
                }
            }
        }
        let moves = if is_first {
            let old = (0..).zip(active).skip(1);
            grouped(old.map(|(bit, &item)| (bit, item - self.first + 2 - bit)))
        } else {
            vec![(K::low(self.open() + 2).minus(K::bit(0)), 1)]
        };
        Level {
            transitions,
            moves,
            item: item as usize,
            active: (self.first..self.first + self.open()).collect(),
            guard: K::ZERO,
            cells: K::low(self.open() + 1).minus(K::bit(0)),
            coverable: self.coverable(item, far),
        }
    }

    /// The key that a state is met by: its cells those that it does not cover, turned.
    fn rest<K: Key>(&self, key: K) -> K {
        let open = self.open();
        let free = K::low(open + 1).minus(K::bit(0)).minus(key);
        let mut rest = K::ZERO;
        for at in (1..=open).step_by(8) {
            let byte = K::from_limb(u64::from(free.byte(at).reverse_bits()));
            // Its bits come to lie at this place.
            let to = open as i32 - at as i32 - 6;
            rest |= byte.shifted(-to);
        }
        rest
    }

    /// The sum over all states of the last open level.
    fn sum<K: Key>(&self, merge: &ThriftyMerge<'_, K>, control: &Control) -> Result<Count, Stopped> {
        let (limbs, states) = (merge.limbs(), merge.states());
        let threads = if states < PIECE { 1 } else { control.thread_count() };
        let bytes = (size_of::<(K, u32)>() + 8 * limbs) as u64;
        let piece = (control.memory_budget() / (PIECES_SHARE * threads as u64 * bytes)).clamp(1, PIECE);
        let blocks = merge.blocks();
        let pieces = (states.div_ceil(piece) as usize).clamp(1, blocks.max(1));
        let sums = parallel::map(threads, pieces, |i| {
            control.check(Progress::Levels { done: self.end.into(), total: self.end.into(), states })?;
            let (from, to) = (blocks * i / pieces, blocks * (i + 1) / pieces);
            let mut rests: Vec<(K, u32)> = Vec::new();
            let mut weights: Vec<u64> = Vec::new();
            merge.visit(
                from..to,
                |_, _| true,
                |block| {
                    let before = rests.len() as u32;
                    rests.extend((before..).zip(&block.keys).map(|(place, &key)| (self.rest(key), place)));
                    weights.extend_from_slice(&block.weights);
                },
            )?;
            rests.sort_unstable();
            let mut met =
                Met { rests: &rests, weights: &weights, sums: vec![Products::default(); 2 * limbs] };
            let mut next = 0;
            merge.visit(
                0..blocks,
                |first, last| {
                    next += rests[next..].partition_point(|&(rest, _)| rest < first);
                    rests.get(next).is_some_and(|&(rest, _)| rest <= last)
                },
                |block| met.meet(&block.keys, &block.weights, limbs),
            )?;
            Ok::<_, Stopped>(met.total())
        });
        sums.into_iter().try_fold(Count::zero(), |sum, piece| Ok(sum + piece?))
    }
}

/// The states of a piece, sorted by what they are met by.
struct Met<'a, K> {
    rests: &'a [(K, u32)],
    weights: &'a [u64],
    /// Of products of limbs, by the places of both together.
    sums: Vec<Products>,
}

impl<K: Key> Met<'_, K> {
    /// Meets some states, which come after those before.
    fn meet(&mut self, keys: &[K], weights: &[u64], limbs: usize) {
        let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return };
        let from = self.rests.partition_point(|&(rest, _)| rest < first);
        let mut at = 0;
        for &(rest, place) in &self.rests[from..] {
            if rest > last {
                break;
            }
            // By steps that double: the next is not far, as a rule.
            let mut step = 1;
            while at + step < keys.len() && keys[at + step] < rest {
                at += step;
                step *= 2;
            }
            let end = keys.len().min(at + step + 1);
            at += keys[at..end].partition_point(|&key| key < rest);
            if keys[at] == rest {
                let own = &self.weights[place as usize * limbs..][..limbs];
                let other = &weights[at * limbs..][..limbs];
                for (i, own) in own.iter().enumerate() {
                    for (j, other) in other.iter().enumerate() {
                        self.sums[i + j].add(&[*own], &[*other]);
                    }
                }
            }
        }
    }

    fn total(self) -> Count {
        let sums = (0_u64..).zip(self.sums);
        sums.map(|(place, sum)| sum.total() << (64 * place)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Region, Topology};
    use crate::frontier::Order;
    use crate::pieces::{Copies, Freedom, Piece, PieceSet, Polyform};
    use crate::problem::Problem;

    /// What all levels find, and what half of them do, if they can.
    fn counted(
        problem: &Problem,
        order: Order,
        modulo: Option<u64>,
        control: &Control,
    ) -> (Count, Option<Count>) {
        let placements = problem.placements();
        let cover = Cover::new(problem, &placements, order, control).unwrap();
        let counters = Counters::new(problem, false, 1);
        let total = cover.items().len();
        let new = || ThriftyMerge::new(counters.root::<u128>(), total, modulo, control);
        let mut merge = new();
        for level in Levels::new(&cover, &counters) {
            merge.step(&level.unwrap()).unwrap();
        }
        let whole = merge.sum(|_| true).unwrap();
        let Some(halves) = Halves::new(&cover, &counters, control).unwrap() else { return (whole, None) };
        let (mut merge, mut levels) = (new(), Levels::new(&cover, &counters));
        for item in 0.. {
            if let Some(count) = halves.count(item, &mut levels, &mut merge, control).unwrap() {
                let count = modulo.map_or(count.clone(), |m| count % m);
                return (modulo.map_or(whole.clone(), |m| whole % m), Some(count));
            }
            merge.step(&levels.next().unwrap().unwrap()).unwrap();
        }
        unreachable!()
    }

    /// The shapes, of up to four cells, that the mask selects; some are themselves only when they are turned.
    fn set(mask: u32) -> PieceSet {
        let shapes: [&[(u32, u32)]; 8] = [
            &[(0, 0)],
            &[(0, 0), (0, 1)],
            &[(0, 0), (1, 0)],
            &[(0, 0), (0, 1), (0, 2)],
            &[(0, 0), (0, 1), (1, 0)],
            &[(0, 1), (1, 0), (1, 1)],
            &[(0, 0), (0, 1), (1, 0), (1, 1)],
            &[(0, 0), (0, 1), (1, 1), (1, 2)],
        ];
        let chosen = (0..8).filter(|i| mask >> i & 1 == 1).map(|i| {
            let shape = Polyform::new(shapes[i].iter().map(|&(r, c)| Cell::new(r, c))).unwrap();
            Piece::new("drawn", &shape, Freedom::Fixed, Copies::ANY)
        });
        PieceSet::new(chosen.collect())
    }

    #[test]
    fn half_of_the_levels_are_enough() {
        let control = Control::default();
        let (mut halved, mut tiled) = (0, 0);
        for mask in 1..256 {
            for (rows, cols) in [(9, 3), (10, 4), (3, 11), (8, 2)] {
                let problem = Problem::new(Region::rectangle(rows, cols).unwrap(), set(mask));
                let order = if rows > cols { Order::Rows } else { Order::Columns };
                let (whole, half) = counted(&problem, order, None, &control);
                // A corner is another piece when it is turned.
                if matches!(mask >> 4 & 3, 1 | 2) {
                    assert_eq!(half, None);
                }
                if let Some(half) = half {
                    assert_eq!(half, whole, "pieces {mask}, {rows}x{cols}");
                    halved += 1;
                    tiled += u32::from(!whole.is_zero());
                }
            }
        }
        assert!(halved > 400 && tiled > 200, "{halved}, {tiled}");
    }

    #[test]
    fn boards_of_every_shape() {
        let control = Control::default();
        let all = |size| PieceSet::all(size, Freedom::Free);
        let ring = [(4, 1), (4, 2), (5, 1), (5, 2)].map(|(row, col)| Cell::new(row, col));
        let mut halved = 0;
        let regions = [
            Region::rectangle(12, 4).unwrap(),
            Region::rectangle(13, 3).unwrap(),
            Region::rectangle(10, 4).unwrap().without(&ring).unwrap(),
            Region::aztec(4).unwrap(),
            Region::wrapped(Topology::Cylinder, 10, 4).unwrap(),
            Region::wrapped(Topology::Torus, 9, 4).unwrap(),
        ];
        for region in regions {
            for order in region.lattice().orders() {
                let most = if order == Order::Rows { 4 } else { 2 };
                for size in 2..=most {
                    let problem = Problem::new(region.clone(), all(size));
                    for modulo in [None, Some(1_000_003)] {
                        let (whole, half) = counted(&problem, order, modulo, &control);
                        halved += u32::from(half.is_some());
                        assert_eq!(
                            half.unwrap_or(whole.clone()),
                            whole,
                            "{order:?} {size} {modulo:?} {region:?}"
                        );
                    }
                }
            }
        }
        assert!(halved > 20, "{halved}");
    }

    #[test]
    fn every_lattice() {
        let control = Control::default();
        let mut halved = 0;
        for (board, pieces) in [
            ("tri-hexagon:3", "lozenge"),
            ("tri-parallelogram:3x8", "diamond,triamond"),
            ("hex-parallelogram:3x8", "dihexes"),
            ("hex-parallelogram:3x8", "trihexes"),
            ("box:2x2x8", "dicubes"),
        ] {
            let problem = Problem::new(board.parse().unwrap(), pieces.parse().unwrap());
            for order in problem.region.lattice().orders() {
                let (whole, half) = counted(&problem, order, None, &control);
                halved += u32::from(half.is_some());
                assert_eq!(half.unwrap_or(whole.clone()), whole, "{order:?} {board} {pieces}");
            }
        }
        assert!(halved > 4, "{halved}");
    }

    #[test]
    fn layers_that_are_packed_and_numbers_of_several_words() {
        let problem = Problem::new(Region::rectangle(60, 6).unwrap(), PieceSet::all(2, Freedom::Free));
        for control in [Control::default(), Control::default().memory(1 << 17), Control::default().threads(3)]
        {
            let (whole, half) = counted(&problem, Order::Rows, None, &control);
            assert!(whole.bits() > 96);
            assert_eq!(half, Some(whole));
        }
        let problem = Problem::new(Region::rectangle(300, 3).unwrap(), set(255));
        let (whole, half) = counted(&problem, Order::Rows, None, &Control::default());
        assert!(whole.bits() > 256);
        assert_eq!(half, Some(whole));
    }
}
