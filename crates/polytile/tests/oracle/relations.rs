//! Relations of tilings from their definitions: with the middles of cells and maps of them, by trying everything.

use polytile::board::{Cell, Lattice, Region, Topology};
use polytile::classes::{Options, Rule, RuleSet, Tilings};
use std::collections::BTreeSet;

/// The middle of a cell, and a piece as it lies: which one, and its cells.
pub type Square = [i64; 3];
pub type Lying = (usize, BTreeSet<Square>);

/// A map of cells: a formula, and what is added.
type Map = (usize, Square);

/// The middle of a cell. That of a triangle is in thirds, so that what points up is 1 modulo 3 and what points down is 2.
pub fn middle(lattice: Lattice, cell: Cell) -> Square {
    let [layer, row, col] = [cell.layer, cell.row, cell.col].map(i64::from);
    match lattice {
        Lattice::Triangle => [0, 3 * row + 1 + col % 2, 3 * (col / 2) + 1 + col % 2],
        _ => [layer, row, col],
    }
}

/// How many formulas a lattice has.
fn formulas(lattice: Lattice) -> usize {
    match lattice {
        Lattice::Square => 8,
        Lattice::Hex | Lattice::Triangle => 12,
        Lattice::Cube => 48,
        _ => unimplemented!("{lattice}"),
    }
}

fn formula(lattice: Lattice, number: usize, [l, r, c]: Square) -> Square {
    let signed = |n: i64, bit: usize| if number >> bit & 1 == 1 { -n } else { n };
    match lattice {
        // The sixth root of one is 0,1 in these coordinates, and what is 1,0 and 0,1 can change places.
        Lattice::Hex | Lattice::Triangle => {
            let (r, c) = if number % 2 == 1 { (c, r) } else { (r, c) };
            let [r, c] = (0..number / 2).fold([r, c], |[r, c], _| [-c, r + c]);
            [l, r, c]
        }
        Lattice::Cube => {
            let [a, b, c] = [[l, r, c], [l, c, r], [r, l, c], [r, c, l], [c, l, r], [c, r, l]][number / 8];
            [signed(a, 0), signed(b, 1), signed(c, 2)]
        }
        _ => {
            let (r, c) = if number >= 4 { (c, r) } else { (r, c) };
            [l, signed(r, 0), signed(c, 1)]
        }
    }
}

/// The second search, from the definitions.
struct Slow<'a> {
    region: &'a Region,
    options: Options,
}

impl Slow<'_> {
    fn wrap(&self, [l, r, c]: Square) -> Square {
        let (rows, cols) = (i64::from(self.region.rows()), i64::from(self.region.cols()));
        match self.region.topology() {
            Topology::Plane => [l, r, c],
            Topology::Cylinder => [l, r, c.rem_euclid(cols)],
            Topology::Torus => [l, r.rem_euclid(rows), c.rem_euclid(cols)],
            other => unimplemented!("{other:?}"),
        }
    }

    fn image(&self, (number, by): Map, squares: &BTreeSet<Square>) -> BTreeSet<Square> {
        let move_one = |&square: &Square| {
            let to = formula(self.region.lattice(), number, square);
            self.wrap(std::array::from_fn(|i| to[i] + by[i]))
        };
        squares.iter().map(move_one).collect()
    }

    /// All maps that carry one set of squares to the other.
    fn maps(&self, from: &BTreeSet<Square>, to: &BTreeSet<Square>) -> BTreeSet<Map> {
        let lattice = self.region.lattice();
        let square = self.region.rows() == self.region.cols();
        let formulas = match self.region.topology() {
            Topology::Plane => formulas(lattice),
            Topology::Torus if square => 8,
            Topology::Torus | Topology::Cylinder => 4,
            other => unimplemented!("{other:?}"),
        };
        let mut maps = BTreeSet::new();
        let first = *from.first().unwrap();
        for number in 0..formulas {
            let image = formula(lattice, number, first);
            for to_one in to {
                let by: Square = std::array::from_fn(|i| to_one[i] - image[i]);
                // By whole units: what points up does not lie where something points down.
                let whole = lattice != Lattice::Triangle || by.iter().all(|n| n % 3 == 0);
                if whole && self.image((number, by), from) == *to {
                    maps.insert((number, self.wrap(by)));
                }
            }
        }
        maps
    }

    /// By which rules the two are related, where `pieces` pieces make a tiling, and how many differ.
    fn rules(&self, t: &BTreeSet<Lying>, u: &BTreeSet<Lying>) -> (RuleSet, usize) {
        let pieces = t.len();
        let gone: Vec<&Lying> = t.difference(u).collect();
        let come: Vec<&Lying> = u.difference(t).collect();
        let moved = gone.len();
        let kinds = |list: &[&Lying]| {
            let mut kinds: Vec<usize> = list.iter().map(|lying| lying.0).collect();
            kinds.sort_unstable();
            kinds
        };
        let mut rules = RuleSet::NONE;
        if kinds(&gone) != kinds(&come) || moved > self.options.max_pieces.unwrap_or(usize::MAX) {
            return (rules, moved);
        }
        if moved == 2 && self.options.rules.has(Rule::Two) {
            rules |= Rule::Two.into();
        }
        if moved < pieces && self.options.rules.has(Rule::Symmetric) && self.symmetric(&gone, &come) {
            rules |= Rule::Symmetric.into();
        }
        let most = if self.options.half_boards { pieces } else { pieces - 1 };
        if moved <= most && self.options.rules.has(Rule::Swap) && self.swap(&gone, &come) {
            rules |= Rule::Swap.into();
        }
        (rules, moved)
    }

    fn symmetric(&self, gone: &[&Lying], come: &[&Lying]) -> bool {
        come.iter().filter(|lying| lying.0 == gone[0].0).any(|to| {
            self.maps(&gone[0].1, &to.1).into_iter().any(|map| {
                gone.iter().all(|from| {
                    let image = self.image(map, &from.1);
                    come.iter().any(|to| to.0 == from.0 && to.1 == image)
                })
            })
        })
    }

    fn swap(&self, gone: &[&Lying], come: &[&Lying]) -> bool {
        if !gone.len().is_multiple_of(2) {
            return false;
        }
        let area =
            |list: &[&Lying]| -> BTreeSet<Square> { list.iter().flat_map(|lying| lying.1.clone()).collect() };
        // Squares as bits, so that most choices are ruled out at once.
        let all: Vec<Square> = self.region.cells().map(|cell| middle(self.region.lattice(), cell)).collect();
        let number = |square: &Square| all.iter().position(|other| other == square).unwrap();
        let bits = |lying: &&Lying| lying.1.iter().fold(0_u128, |bits, square| bits | 1 << number(square));
        let bits_gone: Vec<u128> = gone.iter().map(bits).collect();
        let bits_come: Vec<u128> = come.iter().map(bits).collect();
        // Every choice of half of the pieces, with the first among them.
        (0_u32..1 << gone.len())
            .filter(|mask| mask & 1 == 1 && 2 * mask.count_ones() as usize == gone.len())
            .any(|mask| {
                let chosen = (0..gone.len()).filter(|i| mask >> i & 1 == 1);
                let bits_a = chosen.fold(0, |bits, i| bits | bits_gone[i]);
                if bits_come.iter().any(|bits| bits & bits_a != 0 && bits & !bits_a != 0) {
                    return false;
                }
                let half = |bit: u32| -> Vec<&Lying> {
                    let chosen = gone.iter().enumerate().filter(|(i, _)| mask >> i & 1 == bit);
                    chosen.map(|(_, lying)| *lying).collect()
                };
                let (a, b) = (half(1), half(0));
                let (area_a, area_b) = (area(&a), area(&b));
                let within = |area: &BTreeSet<Square>| -> Vec<&Lying> {
                    come.iter().filter(|lying| lying.1.is_subset(area)).copied().collect()
                };
                let (on_a, on_b) = (within(&area_a), within(&area_b));
                if area_a.len() != area_b.len() {
                    return false;
                }
                if self.options.relaxed {
                    let kinds = |list: &[&Lying]| {
                        let mut kinds: Vec<usize> = list.iter().map(|lying| lying.0).collect();
                        kinds.sort_unstable();
                        kinds
                    };
                    return kinds(&a) == kinds(&on_b)
                        && kinds(&b) == kinds(&on_a)
                        && !self.maps(&area_a, &area_b).is_empty();
                }
                let carried = |from: &[&Lying], from_area, to: &[&Lying], to_area| {
                    self.maps(from_area, to_area).into_iter().any(|map| {
                        let images: BTreeSet<Lying> =
                            from.iter().map(|lying| (lying.0, self.image(map, &lying.1))).collect();
                        images == to.iter().map(|lying| (*lying).clone()).collect()
                    })
                };
                carried(&a, &area_a, &on_b, &area_b) && carried(&b, &area_b, &on_a, &area_a)
            })
    }
}

/// A relation: the later tiling, the image of the earlier as it lies, how many pieces differ, the rules.
pub type Relation = (usize, usize, BTreeSet<Lying>, usize, RuleSet);

/// All relations by the second search.
pub fn slowly(tilings: &Tilings, options: &Options) -> BTreeSet<Relation> {
    let slow = Slow { region: &tilings.problem().region, options: *options };
    let squares = |placements: &[u32]| -> BTreeSet<Lying> {
        let tiling = tilings.encoded().tiling(placements);
        let lattice = tilings.problem().region.lattice();
        let squares = |cells: &[Cell]| cells.iter().map(|&cell| middle(lattice, cell)).collect();
        tiling.laid().iter().map(|laid| (laid.piece, squares(&laid.cells))).collect()
    };
    let mut relations = BTreeSet::new();
    for i in 0..tilings.len() {
        let images: BTreeSet<BTreeSet<Lying>> = (0..tilings.symmetries())
            .map(|g| squares(&tilings.image(g, tilings.get(i)).collect::<Vec<_>>()))
            .collect();
        for j in i + 1..tilings.len() {
            let other = squares(tilings.get(j));
            for image in &images {
                let (rules, moved) = slow.rules(image, &other);
                if rules != RuleSet::NONE {
                    relations.insert((i, j, image.clone(), moved, rules));
                }
            }
        }
    }
    relations
}
