//! The numbers of tilings of all boards of an array.
//!
//! In: pieces, rules, and what the boards are. Out: a number for each of them, the narrow boards first, for each number that is
//! there when a limit stops it is of use. Boards whose area is no sum of sizes of pieces have none, and nothing is scanned for
//! them: the widest strip of pentominoes often has no others. Rectangles of the plane, and cylinders that are not wider than
//! twice their height, are scanned in strips ([`Strip`]): one pass over a width gives all heights, and a board and its mirror
//! image along the diagonal are one where the pieces are no others when they are turned like that. The numbers of fault-free
//! tilings follow from those of all tilings of all smaller boards. Other boards that wrap, Aztec diamonds and numbers up to
//! symmetry are counted one by one, and so are dominoes on wide boards, which determinants do in no time; a board on its side is
//! not counted again where that is the same. What is known after each step is handed out, so that it can be kept (`kept.rs`), and
//! `again.rs` counts everything by another way. Cost: for each width the scan of its highest board.

mod again;
#[cfg(feature = "files")]
mod kept;
mod plan;

#[cfg(feature = "files")]
pub(crate) use kept::Shelf;

pub(crate) use super::dense::transposed;
use super::{CountOptions, Engine, count};
use crate::board::{Region, RegionError, Topology};
use crate::frontier::fault_free::fault_free;
use crate::frontier::series::Strip;
use crate::number::Count;
use crate::pieces::{Piece, PieceSet};
use crate::problem::{Problem, Rules, UpTo};
use crate::run::{Control, Pulse, Refused};
use crate::sums::Sums;
use std::collections::{BTreeMap, BTreeSet};

/// From this width on dominoes are counted board by board.
const WIDE_FOR_DOMINOES: u64 = 12;

/// What the boards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Boards {
    /// n rows and k columns, glued or not.
    Rectangles(Topology),
    /// Aztec diamonds of order n; k is 0.
    Diamonds,
}

/// What is counted on all boards.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub pieces: PieceSet,
    /// The pieces, rows and columns exchanged, and whether these are the same.
    turned: PieceSet,
    alike: bool,
    rules: Rules,
    boards: Boards,
    up_to: Option<UpTo>,
}

/// Numbers of tilings, by what names the boards.
pub(crate) type Entries = BTreeMap<[u64; 2], Count>;

/// Which strip: how wide it is, and whether its pieces are those that lie, for boards that stand on their narrow sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub width: u64,
    pub lies: bool,
}

/// A board that was counted by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Single {
    pub count: Count,
    /// Who counted; nobody where areas or colours decide it.
    pub engine: Option<Engine>,
}

/// What is known of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    /// The numbers of tilings of 0, 1, ... rows of strips.
    pub strips: BTreeMap<Name, Vec<Count>>,
    /// Boards that were counted by themselves.
    pub singles: BTreeMap<[u64; 2], Single>,
}

/// How the boards of a table are counted.
#[derive(Debug, Default)]
struct Split {
    /// Boards without cells.
    empty: Vec<[u64; 2]>,
    /// Boards whose area is not the sum of any pieces.
    unfilled: Vec<[u64; 2]>,
    /// Boards that are read off strips.
    scanned: Vec<[u64; 2]>,
    /// How high these strips must be.
    heights: BTreeMap<Name, u64>,
    /// Boards that are counted by themselves, the narrow ones first.
    single: Vec<[u64; 2]>,
    /// Boards that are those of `single` on their sides, where that is the same.
    on_their_sides: BTreeSet<[u64; 2]>,
}

impl Array {
    pub fn new(pieces: PieceSet, rules: Rules, boards: Boards, up_to: Option<UpTo>) -> Self {
        let turned = transposed(&pieces);
        let alike = is_same(&pieces, &turned);
        Array { pieces, turned, alike, rules, boards, up_to }
    }

    /// Whether the board of k rows and n columns has as many tilings as that of n rows and k columns.
    pub fn is_symmetric(&self) -> bool {
        self.alike && self.boards != Boards::Rectangles(Topology::Cylinder)
    }

    /// Counts the tilings of the boards `wanted`, and adds the numbers to `found` as they come. What is known already is not
    /// counted again; `kept` is handed all that is known after each step.
    ///
    /// # Errors
    /// When a count means nothing for such boards, `control` says stop, a limit is reached, or `kept` fails.
    pub fn fill<E: From<Refused>>(
        &self,
        wanted: &[[u64; 2]],
        known: &mut Known,
        found: &mut Entries,
        control: &Control,
        kept: &mut dyn FnMut(&Known) -> Result<(), E>,
    ) -> Result<(), E> {
        let split = self.split(wanted, control)?;
        found.extend(split.unfilled.iter().map(|&board| (board, Count::default())));
        if !split.empty.is_empty() {
            let one = self.of_nothing(control)?;
            found.extend(split.empty.iter().map(|&board| (board, one.clone())));
        }
        self.reserve(&split, known, control)?;
        let mut scanned = split.scanned.iter().peekable();
        for (&name, &height) in &split.heights {
            let strip = known.strips.get(&name);
            if strip.is_none_or(|terms| terms.len() as u64 <= height) {
                let terms = self.strip(name)?.terms(height, control)?;
                known.strips.insert(name, terms);
                kept(known)?;
            }
            // Boards are sorted as strips are: so what is wanted of this one is there.
            while let Some(&&board) = scanned.peek().filter(|&&&board| self.name(board) <= name) {
                found.insert(board, self.read(board, &known.strips, control)?);
                scanned.next();
            }
        }
        for &board in &split.single {
            let [n, k] = board;
            let before = self.single(board, known).map(|single| single.count.clone());
            let is_new = before.is_none();
            let count = if let Some(count) = before {
                count
            } else {
                let single = self.one(board, control)?;
                known.singles.entry(board).or_insert(single).count.clone()
            };
            if split.on_their_sides.contains(&[k, n]) {
                found.insert([k, n], count.clone());
            }
            found.insert(board, count);
            if is_new {
                kept(known)?;
            }
        }
        Ok(())
    }

    /// The tilings of a board without cells: one, unless there are pieces that must be used.
    fn of_nothing(&self, control: &Control) -> Result<Count, Refused> {
        let rules = Rules { fault_free: false, ..self.rules };
        Ok(Strip::new(1, self.pieces.clone(), rules)?.terms(0, control)?.swap_remove(0))
    }

    /// The cells of a board, where a number says how many.
    fn area(&self, [n, k]: [u64; 2]) -> Option<usize> {
        let area = match self.boards {
            Boards::Rectangles(_) => n.checked_mul(k),
            Boards::Diamonds => n.checked_add(1).and_then(|next| n.checked_mul(next)?.checked_mul(2)),
        };
        area.and_then(|area| usize::try_from(area).ok())
    }

    /// How these boards are counted.
    fn split(&self, wanted: &[[u64; 2]], control: &Control) -> Result<Split, Refused> {
        let diamonds = self.boards == Boards::Diamonds;
        let sizes = self.pieces.iter().map(|piece| (piece.size(), piece.copies.min(), piece.copies.max()));
        let most = wanted.iter().filter_map(|&board| self.area(board)).max().unwrap_or(0);
        let sums = Sums::new(sizes, most, control)?;
        let pulse = Pulse::preparing(control);
        let mut split = Split::default();
        let mut tops: BTreeMap<Name, u64> = BTreeMap::new();
        let mut filled = Vec::new();
        for &[n, k] in wanted {
            if n == 0 || (k == 0 && !diamonds) {
                split.empty.push([n, k]);
                continue;
            }
            if let Some(area) = self.area([n, k])
                && !sums.may_be(area, &pulse)?
            {
                split.unfilled.push([n, k]);
                continue;
            }
            filled.push([n, k]);
            if self.in_strips() && self.is_narrow(self.name([n, k]).width) {
                let top = tops.entry(self.name([n, k])).or_default();
                *top = self.height([n, k]).max(*top);
            }
        }
        if self.boards == Boards::Rectangles(Topology::Cylinder) {
            // One that is much wider than high has fewer states from column to column.
            tops.retain(|name, top| name.width <= top.saturating_mul(2));
        }
        for board in filled {
            if tops.contains_key(&self.name(board)) {
                split.scanned.push(board);
            } else {
                split.single.push(board);
            }
        }
        if self.rules.fault_free {
            for (Name { width, lies }, top) in tops.clone() {
                for width in 1..width {
                    let smaller = tops.entry(Name { width, lies }).or_default();
                    *smaller = top.max(*smaller);
                }
            }
        }
        split.heights = tops;
        split.scanned.sort_unstable_by_key(|&board| (self.name(board), self.height(board)));
        split.single.sort_unstable_by_key(|&[n, k]| (n.min(k), n.max(k), n));
        if self.is_symmetric() {
            let all: BTreeSet<[u64; 2]> = split.single.iter().copied().collect();
            let second = |&[n, k]: &[u64; 2]| n > k && all.contains(&[k, n]);
            split.on_their_sides = all.iter().copied().filter(second).collect();
            split.single.retain(|board| !second(board));
        }
        Ok(split)
    }

    /// Asks for the memory of the widest strip before the first is scanned.
    fn reserve(&self, split: &Split, known: &Known, control: &Control) -> Result<(), Refused> {
        let missing = |&(name, &height): &(&Name, &u64)| {
            known.strips.get(name).is_none_or(|terms| terms.len() as u64 <= height)
        };
        if let Some((&name, _)) = split.heights.iter().rfind(missing) {
            let bytes = self.strip(name)?.least(1, control)?.bytes.unwrap_or_default() as u64;
            control.reserve(bytes, format!("the scan of boards of width {}", name.width))?;
        }
        Ok(())
    }

    /// Whether strips give the numbers.
    fn in_strips(&self) -> bool {
        let from_smaller = !self.rules.tatami && !self.pieces.is_limited();
        self.up_to.is_none()
            && match self.boards {
                Boards::Rectangles(Topology::Plane) => !self.rules.fault_free || from_smaller,
                Boards::Rectangles(Topology::Cylinder) => !self.rules.fault_free,
                _ => false,
            }
    }

    /// Whether boards of this width are scanned.
    fn is_narrow(&self, width: u64) -> bool {
        let dominoes = self.pieces.iter().all(|piece| piece.size() == 2)
            && !self.pieces.is_limited()
            && self.rules == Rules::default();
        !dominoes || width < WIDE_FOR_DOMINOES
    }

    /// The strip that a board is read off.
    fn name(&self, [n, k]: [u64; 2]) -> Name {
        match self.boards {
            Boards::Rectangles(Topology::Plane) => Name { width: n.min(k), lies: n < k && !self.alike },
            _ => Name { width: k, lies: false },
        }
    }

    /// The rows of its strip that a board takes.
    fn height(&self, [n, k]: [u64; 2]) -> u64 {
        if self.boards == Boards::Rectangles(Topology::Plane) { n.max(k) } else { n }
    }

    /// The boards of a strip.
    fn strip(&self, Name { width, lies }: Name) -> Result<Strip, Refused> {
        let pieces = if lies { self.turned.clone() } else { self.pieces.clone() };
        // Those without faults follow from all.
        let rules = Rules { fault_free: false, ..self.rules };
        match self.boards {
            Boards::Rectangles(Topology::Cylinder) => Strip::around(width, pieces, rules),
            _ => Strip::new(width, pieces, rules),
        }
    }

    /// The number of a board, read off its strip, and of its fault-free tilings off all strips that are not wider.
    fn read(
        &self,
        board: [u64; 2],
        strips: &BTreeMap<Name, Vec<Count>>,
        control: &Control,
    ) -> Result<Count, Refused> {
        let (Name { width, lies }, height) = (self.name(board), self.height(board) as usize);
        if !self.rules.fault_free {
            return Ok(strips[&Name { width, lies }][height].clone());
        }
        let smaller: Vec<&[Count]> =
            (1..=width).map(|width| &strips[&Name { width, lies }][..=height]).collect();
        Ok(fault_free(height, &smaller, control)?)
    }

    /// What is known of a board that was counted by itself, or on its side where that is the same.
    fn single<'a>(&self, board: [u64; 2], known: &'a Known) -> Option<&'a Single> {
        let [n, k] = board;
        let on_its_side = || known.singles.get(&[k, n]).filter(|_| self.is_symmetric());
        known.singles.get(&board).or_else(on_its_side)
    }

    /// Counts the tilings of one board.
    fn one(&self, board: [u64; 2], control: &Control) -> Result<Single, Refused> {
        let options = CountOptions { up_to: self.up_to, ..CountOptions::default() };
        let counted = count(&self.problem(board)?, &options, control)?;
        Ok(Single { count: counted.answer.total(), engine: counted.plan.engine() })
    }

    /// One board and what is to be laid on it.
    pub fn problem(&self, [n, k]: [u64; 2]) -> Result<Problem, Refused> {
        let region = match self.boards {
            Boards::Rectangles(topology) => Region::wrapped(topology, n, k),
            Boards::Diamonds => Region::aztec(n),
        };
        let region = region.map_err(|e: RegionError| Refused::Question(e.to_string()))?;
        Ok(Problem { rules: self.rules, ..Problem::new(region, self.pieces.clone()) })
    }
}

/// Whether two sets have the same pieces, as often, whatever they are called.
fn is_same(one: &PieceSet, other: &PieceSet) -> bool {
    let often = |set: &PieceSet, piece: &Piece| {
        let like = |p: &&Piece| p.orientations == piece.orientations && p.copies == piece.copies;
        set.iter().filter(like).count()
    };
    one.iter().all(|piece| often(one, piece) == often(other, piece))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::Freedom;

    fn plane(pieces: PieceSet) -> Array {
        let boards = Boards::Rectangles(Topology::Plane);
        Array::new(pieces, Rules::default(), boards, None)
    }

    fn filled(array: &Array, wanted: &[[u64; 2]]) -> Entries {
        let mut found = Entries::new();
        let kept = &mut |_: &Known| Ok::<_, Refused>(());
        array.fill(wanted, &mut Known::default(), &mut found, &Control::default(), kept).unwrap();
        assert_eq!(found.len(), wanted.len());
        found
    }

    #[test]
    fn every_entry_is_the_number_of_its_board() {
        let all: Vec<[u64; 2]> = (0..6).flat_map(|n| (0..7).map(move |k| [n, k])).collect();
        for (size, freedom) in
            [(2, Freedom::Free), (3, Freedom::Free), (3, Freedom::Fixed), (4, Freedom::OneSided)]
        {
            let array = plane(PieceSet::all(size, freedom));
            for (board, number) in filled(&array, &all) {
                let expected = if board.contains(&0) {
                    1_u8.into()
                } else {
                    array.one(board, &Control::default()).unwrap().count
                };
                assert_eq!(number, expected, "{board:?}");
            }
        }
        for (topology, up_to, number) in [
            (Topology::Plane, Some(UpTo::Symmetries), 9_u32),
            (Topology::Cylinder, None, 121),
            (Topology::Torus, None, 272),
        ] {
            let boards = Boards::Rectangles(topology);
            let array = Array::new(PieceSet::all(2, Freedom::Free), Rules::default(), boards, up_to);
            let found = filled(&array, &[[0, 3], [4, 4]]);
            assert_eq!(found.into_values().collect::<Vec<_>>(), [1, number].map(Count::from));
        }
    }

    #[test]
    fn cylinders_and_boards_without_faults_are_read_off_strips() {
        let all: Vec<[u64; 2]> = (1..6).flat_map(|n| (1..7).map(move |k| [n, k])).collect();
        let cylinder = Boards::Rectangles(Topology::Cylinder);
        let plain = Rules::default();
        let (tatami, fault_free) = (Rules { tatami: true, ..plain }, Rules { fault_free: true, ..plain });
        for (pieces, rules, boards) in [
            ("dominoes", plain, cylinder),
            ("trominoes", plain, cylinder),
            ("monomino,dominoes", tatami, cylinder),
            ("dominoes", fault_free, Boards::Rectangles(Topology::Plane)),
            ("trominoes", fault_free, Boards::Rectangles(Topology::Plane)),
            ("L3,I4", fault_free, Boards::Rectangles(Topology::Plane)),
        ] {
            let array = Array::new(pieces.parse().unwrap(), rules, boards, None);
            let found = filled(&array, &all);
            let scanned = array.split(&all, &Control::default()).unwrap().scanned;
            assert!(scanned.len() > 8, "{pieces} {boards:?}");
            for (board, number) in found {
                let single = array.one(board, &Control::default()).unwrap().count;
                assert_eq!(number, single, "{pieces} {rules:?} {boards:?} {board:?}");
            }
        }
        let lying: PieceSet = PieceSet::new(vec![
            "L4".parse::<PieceSet>()
                .unwrap()
                .iter()
                .next()
                .map(|piece| Piece { orientations: piece.orientations[..3].to_vec(), ..piece.clone() })
                .unwrap(),
        ]);
        let array = Array::new(lying, fault_free, Boards::Rectangles(Topology::Plane), None);
        assert!(!array.alike);
        for (board, number) in filled(&array, &all) {
            assert_eq!(number, array.one(board, &Control::default()).unwrap().count, "{board:?}");
        }
    }

    #[test]
    fn what_is_known_is_not_counted_again() {
        let array = plane(PieceSet::all(3, Freedom::Free));
        let (mut known, mut steps) = (Known::default(), 0);
        let mut fill = |to: u64, known: &mut Known| {
            let wanted: Vec<[u64; 2]> = (0..=to).flat_map(|n| (0..=to - n).map(move |k| [n, k])).collect();
            let mut found = Entries::new();
            steps = 0;
            let kept = &mut |_: &Known| {
                steps += 1;
                Ok::<_, Refused>(())
            };
            array.fill(&wanted, known, &mut found, &Control::default(), kept).unwrap();
            (found, steps)
        };
        // Boards of width 5 would have to be six rows high.
        assert_eq!(fill(10, &mut known).1, 4);
        assert_eq!(fill(10, &mut known).1, 0);
        assert_eq!(fill(9, &mut known).1, 0);
        // A longer table needs higher strips.
        let (found, steps) = fill(12, &mut known);
        assert_eq!((steps, &found[&[6, 6]]), (4, &80_092_u32.into()));
        // Numbers that are known are believed.
        known.strips.get_mut(&Name { width: 2, lies: false }).unwrap()[3] = 7_u8.into();
        assert_eq!(fill(12, &mut known).0[&[3, 2]], 7_u8.into());
    }

    #[test]
    fn areas_that_no_pieces_have_are_not_scanned() {
        let all: Vec<[u64; 2]> = (0..=27).flat_map(|n| (0..=27 - n).map(move |k| [n, k])).collect();
        let widest = |pieces: &str| {
            let split = plane(pieces.parse().unwrap()).split(&all, &Control::default()).unwrap();
            split.heights.last_key_value().map(|(name, &height)| (name.width, height))
        };
        assert_eq!(widest("pentominoes"), Some((12, 15)));
        assert_eq!(widest("dominoes"), Some((11, 16)));
        assert_eq!(widest("I3,I5"), Some((13, 14)));
        // Sixty cells, no more and no less.
        assert_eq!(widest("1:pentominoes"), Some((6, 10)));
        let diamonds = Array::new(PieceSet::all(3, Freedom::Free), Rules::default(), Boards::Diamonds, None);
        let found = filled(&diamonds, &[[1, 0], [2, 0], [3, 0]]);
        assert_eq!(found.into_values().collect::<Vec<_>>(), [0_u32, 3, 86].map(Count::from));
    }

    #[test]
    fn pieces_that_lie_have_other_numbers_on_boards_that_stand() {
        let lying = PieceSet::new(vec![PieceSet::all(3, Freedom::Fixed).iter().next().unwrap().clone()]);
        assert!(!is_same(&lying, &transposed(&lying)));
        let wanted = [[2, 6], [6, 2], [3, 3]];
        let torus = Boards::Rectangles(Topology::Torus);
        let around = Array::new(lying.clone(), Rules::default(), torus, None);
        for (board, count) in filled(&around, &wanted) {
            assert_eq!(count, around.one(board, &Control::default()).unwrap().count, "{board:?}");
        }
        let found = filled(&plane(lying), &wanted);
        assert_eq!(found.into_values().collect::<Vec<_>>(), [1_u8, 1, 0].map(Count::from));
        let all = PieceSet::all(4, Freedom::OneSided);
        assert!(is_same(&all, &transposed(&all)));
    }

    #[test]
    fn dominoes_on_wide_boards_and_diamonds() {
        let array = plane(PieceSet::all(2, Freedom::Free));
        let found = filled(&array, &[[12, 13], [11, 14]]);
        for (board, number) in found {
            assert_eq!(number, array.one(board, &Control::default()).unwrap().count);
        }
        let diamonds = Array::new(array.pieces, Rules::default(), Boards::Diamonds, None);
        let found = filled(&diamonds, &[[0, 0], [1, 0], [4, 0]]);
        assert_eq!(found.into_values().collect::<Vec<_>>(), [1_u32, 2, 1024].map(Count::from));
    }
}
